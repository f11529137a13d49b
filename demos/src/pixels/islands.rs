//! Thresholds turn a field of heights into a map: below this sea, below that sand, then green, rock and snow.

use crate::Demo;
use core::f32::consts::TAU;
use motile::pixels::{Compare, Noise, Threshold};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/islands",
    title: "Islands",
    sees: "A map of islands; the tide rises and falls, and the share of land is counted.",
    tries: "Raise the detail, or take another seed for another world.",
    controls: "",
    spec: &["PIX-2"],
    ticks: 30,
    ..Demo::of::<Islands>()
};

/// Height 0…255 from which a kind of ground begins above the sea, and its color.
const GROUND: [(i32, u32); 7] = [
    (-255, 0x1D_3F_72),
    (-40, 0x27_5B_94),
    (-12, 0x4B_90_BD),
    (0, 0xEB_D9_A5),
    (7, 0x7F_AE_5B),
    (26, 0x4E_7F_4A),
    (42, 0x8C_7B_6B),
];
const SNOW: i32 = 54;

#[derive(StateHash)]
#[state(hash_only)]
struct Islands {
    /// Heights as shades of gray.
    heights: Surface,
    map: Surface,
    node: NodeId,
    label: NodeId,
    land: u32,
}

impl Sketch for Islands {
    const PARAMS: &'static [Param] = &[
        Param::number("sea", 60.0, 200.0, 126.0),
        Param::number("tide", 0.0, 20.0, 8.0),
        Param::whole("detail", 1, 8, 6),
        Param::whole("seed", 1, 99, 12),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let heights = heights(stage)?;
        let node = stage.add(Node::group().with_scale(2.0));
        stage.add(
            Shape::round_rect(150.0, 32.0, 8.0).fill(Color::WHITE.with_alpha(200)).at(90.0, 452.0),
        );
        let label = Label::new("", 18.0).centered().with_paint(Color::hex(0x22_30_3C));
        let label = stage.add(label.at(90.0, 452.0));
        Ok(Self { map: heights.clone(), heights, node, label, land: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.params().changed("detail") || stage.params().changed("seed") {
            match heights(stage) {
                Ok(heights) => self.heights = heights,
                Err(error) => stage.fail(error),
            }
        }
        let tide = ops::sin(tick.time as f32 * TAU / 6.0) * stage.params().number("tide");
        let sea = (stage.params().number("sea") + tide) as i32;

        // Every test paints over the one before, as all that is higher passes too.
        self.map.fill(Color::hex(GROUND[0].1));
        for &(height, color) in GROUND[1..].iter().chain(&[(SNOW, 0xFB_FB_FF)]) {
            let value = (sea + height).clamp(0, 255) as u32;
            let test = Threshold {
                compare: Compare::GreaterEqual,
                value,
                mask: 0x0000_00FF,
                color: Color::hex(color),
                copy_source: false,
            };
            let passed = self.map.threshold(&self.heights, self.heights.bounds(), 0, 0, &test);
            if height == 0 {
                self.land = passed;
            }
        }
        stage[self.node].content =
            Bitmap::new(self.map.clone()).with_sampling(Sampling::Nearest).into();
        let share = self.land as f32 / (self.map.width() * self.map.height()) as f32;
        stage[self.label].set_text(&format!("land {:.1} %", share * 100.0));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn heights(stage: &Stage) -> motile::Result<Surface> {
    let mut picture = Surface::opaque(320, 240, Color::BLACK)?;
    let (octaves, seed) = (stage.params().whole("detail"), stage.params().whole("seed"));
    let noise = Noise { octaves: octaves as u32, ..Noise::new(seed as u32) };
    picture.fill_noise(&noise, Vec2::splat(80.0), Color::BLACK, Color::WHITE);
    Ok(picture)
}
