//! A picture that never changes seems to flow, because its palette turns.

use crate::Demo;
use core::f32::consts::TAU;
use motile::pixels::PaletteMap;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/palette-cycle",
    title: "Palette cycle",
    sees: "Bands of color flow through a plasma; the gray picture behind it stands still.",
    tries: "Stop the speed to see the map itself, then lower the levels to posterize it.",
    controls: "",
    spec: &["INPUT-34"],
    size: (640, 480),
    ticks: 45,
    ..Demo::of::<PaletteCycle>()
};

#[derive(StateHash)]
#[state(hash_only)]
struct PaletteCycle {
    /// Shades of gray: each pixel is a place in the palette.
    plasma: Surface,
    node: NodeId,
    turned: f32,
}

impl Sketch for PaletteCycle {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", -1.0, 1.0, 0.25),
        Param::choice("palette", &["dusk", "rainbow", "gray"], 0),
        Param::whole("levels", 2, 256, 256),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let plasma = plasma(320, 240)?;
        let node = stage.add(Node::group().with_scale(2.0));
        Ok(Self { plasma, node, turned: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        self.turned = (self.turned + params.number("speed") * tick.dt).rem_euclid(1.0);
        let palette = params.choice("palette");
        let levels = params.whole("levels") as u32;

        // Red alone decides: the tables of the other channels add nothing.
        let mut map = PaletteMap { g: [0; 256], b: [0; 256], a: [0; 256], ..PaletteMap::default() };
        for (value, entry) in map.r.iter_mut().enumerate() {
            let level = value as u32 * levels / 256;
            let place = (level as f32 / levels as f32 + self.turned).fract();
            *entry = color(palette, place).to_argb();
        }
        let mut picture = self.plasma.clone();
        picture.palette_map(&map);
        stage[self.node].content = Bitmap::new(picture).with_sampling(Sampling::Nearest).into();
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A color of a palette whose end meets its beginning, `place` 0…1.
fn color(palette: u32, place: f32) -> Color {
    let dusk = [0x10_16_3A, 0x3B_2A_78, 0xB1_3F_7C, 0xFF_8F_5A, 0xFF_E9_A8, 0x4F_B3_BF, 0x10_16_3A];
    match palette {
        0 => {
            let at = place * (dusk.len() - 1) as f32;
            let stop = (at as usize).min(dusk.len() - 2);
            Color::hex(dusk[stop]).lerp_oklab(Color::hex(dusk[stop + 1]), at.fract())
        }
        1 => Color::oklch(0.75, 0.15, place * TAU),
        _ => Color::BLACK.lerp(Color::WHITE, 1.0 - (2.0 * place - 1.0).abs()),
    }
}

/// The sum of four waves in different directions.
fn plasma(width: u32, height: u32) -> motile::Result<Surface> {
    let mut picture = Surface::opaque(width, height, Color::BLACK)?;
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let p = vec2(x as f32, y as f32);
            let rings = (p - vec2(90.0, 70.0)).length();
            let sum = ops::sin(p.x / 29.0)
                + ops::sin((p.x + 2.0 * p.y) / 47.0)
                + ops::sin(rings / 23.0)
                + ops::sin((p - vec2(250.0, 300.0)).length() / 31.0);
            let value = ((sum + 4.0) / 8.0 * 255.0) as u8;
            picture.set(x, y, Color::rgb(value, value, value));
        }
    }
    Ok(picture)
}
