//! A picture is a paint: moved, turned and scaled, smooth or crisp, repeated or not.

use crate::Demo;
use crate::look::{PAPER, WORDS};
use motile::prelude::*;
use motile::stage::BitmapPaint;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/bitmap-fill",
    title: "Bitmap fill",
    sees: "Letters, a ring and a wave are painted with one small tile that turns.",
    tries: "Enlarge the tile, then switch smoothing: pixels become visible. Switch repeating off.",
    controls: "",
    spec: &["DRAW-24", "DRAW-40"],
    ticks: 100,
    ..Demo::of::<BitmapFill>()
};

#[derive(StateHash)]
#[state(hash_only)]
struct BitmapFill {
    /// Made once and never changed.
    #[state(skip)]
    tile: Image,
    turn: f32,
}

impl Sketch for BitmapFill {
    const PARAMS: &'static [Param] = &[
        Param::number("scale", 0.5, 6.0, 1.6),
        Param::number("speed", -1.0, 1.0, 0.25),
        Param::toggle("smooth", true),
        Param::toggle("repeat", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { tile: Image::new(tile()?), turn: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.turn += stage.params().number("speed") * tick.dt;
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let params = stage.params();
        // From tile pixels to the drawing: scaled, turned, then moved to the middle of the stage.
        let place = Affine2::from_translation(stage.center())
            * Affine2::rotation(self.turn)
            * Affine2::from_scale(Vec2::splat(params.number("scale")));
        let smooth = params.is_on("smooth");
        let sampling = if smooth { Sampling::Bilinear } else { Sampling::Nearest };
        let paint = BitmapPaint::new(&self.tile)
            .with_transform(place)
            .with_sampling(sampling)
            .with_repeat(params.is_on("repeat"));

        canvas.write("TILES", 190.0, vec2(320.0, 110.0), vec2(0.5, 0.5), paint.clone());
        canvas.stroke(&Path::circle(vec2(180.0, 320.0), 85.0), &Stroke::new(56.0), paint.clone());
        let mut wave = Path::new();
        wave.move_to(vec2(350.0, 330.0));
        wave.cubic_to(vec2(430.0, 170.0), vec2(500.0, 490.0), vec2(580.0, 330.0));
        canvas.stroke(&wave, &Stroke::new(64.0).with_cap(Cap::Round), paint);

        let ink = Color::hex(0x4B_46_4F);
        canvas.image(&self.tile, vec2(20.0, 436.0));
        canvas.write("the tile, pixel by pixel", WORDS, vec2(62.0, 452.0), vec2(0.0, 0.5), ink);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A square with a flower of quarter circles that meet across its borders.
fn tile() -> motile::Result<Surface> {
    let mut tile = Surface::opaque(32, 32, Color::hex(0x1F_5F_7A))?;
    tile.on_canvas(|canvas| {
        for corner in [vec2(0.0, 0.0), vec2(32.0, 0.0), vec2(0.0, 32.0), vec2(32.0, 32.0)] {
            canvas.fill(&Path::circle(corner, 15.0), Color::hex(0xE9_B8_4C));
            canvas.fill(&Path::circle(corner, 10.0), Color::hex(0xC9_4F_3D));
            canvas.fill(&Path::circle(corner, 4.0), Color::hex(0xF6_EC_D8));
        }
        canvas.fill(&Path::star(vec2(16.0, 16.0), 4, 10.0, 4.0, 0.0), Color::hex(0xF6_EC_D8));
    })?;
    Ok(tile)
}
