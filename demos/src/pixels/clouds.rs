//! Noise that tiles: three layers of clouds drift over the sky, each one small picture repeated.

use crate::Demo;
use motile::pixels::{Noise, NoiseKind};
use motile::prelude::*;
use motile::stage::BitmapPaint;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/clouds",
    title: "Clouds",
    sees: "Layers of clouds drift at different speeds; no seam shows where their picture repeats.",
    tries: "Take one octave to see the bare noise, then add detail. Value noise shows its grid.",
    controls: "",
    spec: &["PIX-7"],
    ticks: 40,
    ..Demo::of::<Clouds>()
};

/// Side of the tile in pixels, and how many cells of noise it has.
const SIDE: u32 = 256;
const CELLS: u32 = 3;

#[derive(StateHash)]
#[state(hash_only)]
struct Clouds {
    #[state(skip)]
    tiles: Vec<Image>,
    drift: f32,
}

impl Sketch for Clouds {
    const PARAMS: &'static [Param] = &[
        Param::choice("kind", &["perlin", "value"], 0),
        Param::whole("octaves", 1, 8, 6),
        Param::number("persistence", 0.0, 1.0, 0.55),
        Param::number("cover", 0.0, 1.0, 0.55),
        Param::number("wind", -200.0, 200.0, 40.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let sky = [0x2F_6F_B5, 0x7F_B6_DE, 0xE5_F0_F2].map(Color::hex);
        let sky = Gradient::linear(vec2(0.0, -240.0), vec2(0.0, 240.0), &sky);
        stage.add(Shape::rect(640.0, 480.0).fill(sky).at(320.0, 240.0));
        Ok(Self { tiles: tiles(stage)?, drift: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        if ["kind", "octaves", "persistence", "cover"].into_iter().any(|name| params.changed(name))
        {
            match tiles(stage) {
                Ok(tiles) => self.tiles = tiles,
                Err(error) => stage.fail(error),
            }
        }
        self.drift += stage.params().number("wind") * tick.dt;
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (layer, tile) in self.tiles.iter().enumerate() {
            // Nearer layers are larger and faster.
            let near = layer as f32 + 1.0;
            let shift =
                Affine2::from_translation(vec2(self.drift * near * 0.5, layer as f32 * 70.0));
            let scale = Affine2::from_scale(vec2(1.0, 0.55) * (0.6 + 0.5 * near));
            let paint = BitmapPaint::new(tile)
                .with_sampling(Sampling::Bilinear)
                .with_transform(shift * scale);
            canvas.set_alpha(0.45 + 0.2 * layer as f32);
            canvas.fill_rect(Aabb::from_size(Vec2::ZERO, stage.size()), paint);
        }
        canvas.set_alpha(1.0);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn tiles(stage: &Stage) -> motile::Result<Vec<Image>> {
    let params = stage.params();
    let kind = if params.choice("kind") == 0 { NoiseKind::Perlin } else { NoiseKind::Value };
    let cover = params.number("cover");
    let tile = |seed: u32| {
        let noise = Noise {
            seed,
            kind,
            octaves: params.whole("octaves") as u32,
            persistence: params.number("persistence"),
            // The picture is as wide as the noise's period: its left and right side fit.
            period: (CELLS, CELLS),
        };
        let mut picture = Surface::new(SIDE, SIDE)?;
        for y in 0..SIDE as i32 {
            for x in 0..SIDE as i32 {
                let place = vec2(x as f32, y as f32) * (CELLS as f32 / SIDE as f32);
                let thick = (noise.at(place) * 1.6 + cover * 2.0 - 1.0).clamp(0.0, 1.0);
                let shade = Color::hex(0xB9_C6_D6).lerp(Color::WHITE, 1.0 - thick * 0.5);
                picture.set(x, y, shade.with_alpha((thick * 255.0) as u8));
            }
        }
        Ok(Image::new(picture))
    };
    (1..=3).map(tile).collect()
}
