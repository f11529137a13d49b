//! All fourteen blend modes: the same disc over the same picture, mixed in fourteen ways.

use crate::look::PAPER;
use crate::{Demo, pictures};
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/blend-modes",
    title: "Blend modes",
    sees: "A rainbow disc wanders over a landscape; each tile mixes the two in another way.",
    tries: "Take the gray ball instead of the rainbow, then fade it. Alpha and erase cut holes, because every tile is a layer.",
    controls: "",
    spec: &["PIX-5"],
    ticks: 30,
    ..Demo::of::<BlendModes>()
};

const DISCS: &[&str] = &["rainbow", "gray"];
const TILE: f32 = 112.0;

struct BlendModes {
    discs: Vec<NodeId>,
}

impl Sketch for BlendModes {
    const PARAMS: &'static [Param] = &[
        Param::choice("disc", DISCS, 0),
        Param::number("alpha", 0.0, 1.0, 1.0),
        Param::number("speed", 0.0, 2.0, 0.5),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let backdrop = Image::new(pictures::landscape(TILE as u32, TILE as u32, 0.6)?);
        let disc = disc(stage.params().choice("disc"))?;
        let mut discs = Vec::new();
        for (index, mode) in BlendMode::ALL.into_iter().enumerate() {
            let corner = cell(index as u32);
            // On the stage itself alpha and erase have nothing to cut. In a layer they have.
            let tile = Node::group().with_position(corner).with_blend(BlendMode::Layer);
            let tile = stage.add(tile);
            let below = Bitmap::new(backdrop.clone()).node();
            label(stage, mode.name(), corner);
            let above = Bitmap::new(disc.clone()).centered().node().with_blend(mode);
            // The tile was added three lines above.
            let added = stage.add_to(tile, below).and_then(|_| stage.add_to(tile, above));
            discs.extend(added);
        }
        let corner = cell(BlendMode::ALL.len() as u32);
        stage.add(Bitmap::new(backdrop).node().with_position(corner).with_scale(0.5));
        let alone = Bitmap::new(disc).centered().node().with_position(corner + TILE * 0.72);
        discs.push(stage.add(alone.with_scale(0.6)));
        label(stage, "the two", corner);
        Ok(Self { discs })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let (alpha, changed) = (params.number("alpha"), params.changed("disc"));
        let turn = tick.time as f32 * params.number("speed");
        let new_disc = changed.then(|| disc(params.choice("disc"))).and_then(Result::ok);
        for (index, &id) in self.discs.iter().enumerate() {
            let node = &mut stage[id];
            node.alpha = alpha;
            if index < BlendMode::ALL.len() {
                let offset = Vec2::at_angle(turn * TAU * 0.5) * TILE * 0.16;
                node.position = (Vec2::splat(TILE * 0.5) + offset).round();
            }
            if let Some(disc) = &new_disc {
                node.content = Bitmap::new(disc.clone()).centered().into();
            }
        }
    }
}

/// The place of a tile, five in a row.
fn cell(index: u32) -> Vec2 {
    vec2((index % 5) as f32 * 127.0 + 10.0, (index / 5) as f32 * 157.0 + 12.0)
}

fn label(stage: &mut Stage, text: &str, corner: Vec2) {
    let text = Label::new(text, 16.0).with_anchor(0.5, 0.0).with_paint(Color::hex(0x33_3A_45));
    stage.add(text.node().with_position(corner + vec2(TILE * 0.5, TILE + 6.0)));
}

fn disc(choice: u32) -> motile::Result<Image> {
    let mut disc = pictures::rainbow_disc(80)?;
    if DISCS[choice as usize] == "gray" {
        disc.color_matrix(&motile::pixels::ColorMatrix::saturation(0.0));
    }
    Ok(disc.into())
}
