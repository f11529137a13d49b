//! Fire from four steps on pixels: feed, rise, spread, cool; a palette turns heat into color.

use crate::Demo;
use motile::pixels::{Blur, ColorTransform, PaletteMap, Scratch};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/fire",
    title: "Fire",
    sees: "Flames rise from the bottom of the picture and die out on their way.",
    tries: "Cool it less and the fire fills the room. Stir it with the pointer.",
    controls: "The pointer is hot.",
    takes_drags: true,
    spec: &["INPUT-14", "INPUT-34"],
    ticks: 240,
    ..Demo::of::<Fire>()
};

const WIDTH: u32 = 160;
const HEIGHT: u32 = 120;
/// Pixels of the stage for one of the fire.
const ZOOM: f32 = 4.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Fire {
    /// Heat as shades of gray.
    heat: Surface,
    /// Room to work in.
    #[state(skip)]
    spread: Surface,
    #[state(skip)]
    scratch: Scratch,
    #[state(skip)]
    colors: PaletteMap,
    node: NodeId,
}

impl Sketch for Fire {
    const PARAMS: &'static [Param] =
        &[Param::number("cooling", 0.0, 8.0, 1.5), Param::number("wood", 0.0, 1.0, 0.8)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let heat = Surface::opaque(WIDTH, HEIGHT, Color::BLACK)?;
        let node = stage.add(Node::group().with_scale(ZOOM));
        let scratch = Scratch::default();
        Ok(Self { spread: heat.clone(), heat, scratch, colors: colors(), node })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let cooling = stage.params().number("cooling");
        let wood = stage.params().number("wood");

        // Feed: embers glow at random, more of them in the middle.
        for x in 0..WIDTH as i32 {
            let middle = 1.0 - (x as f32 / WIDTH as f32 * 2.0 - 1.0).abs();
            let glows = stage.rng.chance(wood * middle);
            let ember = if glows { Color::WHITE } else { Color::BLACK };
            self.heat.fill_rect(IRect::new(x, HEIGHT as i32 - 3, 1, 3), ember);
        }
        if let Some(place) = stage.input().pointer.position {
            let pointer = (place / ZOOM).as_ivec2();
            self.heat.fill_rect(IRect::new(pointer.x - 2, pointer.y - 2, 5, 5), Color::WHITE);
        }
        // Rise and spread.
        self.heat.scroll(0, -1);
        let blur = Blur::new(0.8);
        if blur.apply_clamped_into(&self.heat, &mut self.spread, &mut self.scratch).is_ok() {
            core::mem::swap(&mut self.heat, &mut self.spread);
        }
        // Cool.
        let cool = ColorTransform { offset: [-cooling; 4], ..ColorTransform::default() };
        self.heat.color_transform(&cool);

        let mut picture = self.heat.clone();
        picture.palette_map(&self.colors);
        stage[self.node].content = Bitmap::new(picture).into();
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Black, red, orange, yellow, white: the order in which iron glows.
fn colors() -> PaletteMap {
    let stops = [0x08_06_0C, 0x4A_0E_12, 0xB5_2A_0C, 0xF0_7A_12, 0xFF_C8_3A, 0xFF_F6_D8];
    let r = core::array::from_fn(|heat| {
        // Most of the flame is not very hot, so the dark half of the palette is short.
        let at = ops::sqrt(heat as f32 / 255.0) * (stops.len() - 1) as f32;
        let stop = (at as usize).min(stops.len() - 2);
        Color::hex(stops[stop]).lerp(Color::hex(stops[stop + 1]), at - stop as f32).to_argb()
    });
    PaletteMap { r, g: [0; 256], b: [0; 256], a: [0; 256] }
}
