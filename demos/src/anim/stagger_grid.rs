//! A stagger begins many tweens one after another: from the start, the center, the edges, by grid or by chance.

use super::figures;
use crate::Demo;
use core::f32::consts::{FRAC_PI_2, TAU};
use motile::anim::{AnimPlayer, Axis, Ease, Stagger, StaggerFrom, Timeline, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/stagger-grid",
    title: "Stagger grid",
    sees: "A wave runs over a grid of tiles: each turns, shrinks and changes color a little later than its neighbor.",
    tries: "Let it begin at the edges, or in rows only. Click a tile, and the wave starts there.",
    controls: "Click a tile: the wave begins there.",
    spec: &["TWEEN-35"],
    size: (900, 500),
    ticks: 62,
    ..Demo::of::<StaggerGrid>()
};

const COLUMNS: u32 = 18;
const ROWS: u32 = 9;
const PITCH: f32 = 46.0;
const CORNER: Vec2 = vec2(36.0, 66.0);
const TILE: Color = Color::hex(0xD5_DB_E6);

/// What the parameters `from`, `axis` and `distribution` choose.
const FROM: [StaggerFrom; 5] = [
    StaggerFrom::Start,
    StaggerFrom::End,
    StaggerFrom::Center,
    StaggerFrom::Edges,
    StaggerFrom::Random(5),
];
const AXES: [Axis; 3] = [Axis::Both, Axis::X, Axis::Y];
const DISTRIBUTIONS: [Ease; 3] = [Ease::LINEAR, Ease::QUAD_OUT, Ease::QUAD_IN];

#[derive(StateHash)]
#[state(hash_only)]
struct StaggerGrid {
    tiles: Vec<NodeId>,
    player: AnimPlayer<Node, NodeId>,
    /// The tile that was clicked.
    clicked: Option<u32>,
}

impl Sketch for StaggerGrid {
    const PARAMS: &'static [Param] = &[
        Param::choice("from", &["start", "end", "center", "edges", "random"], 2),
        Param::choice("axis", &["both", "columns", "rows"], 0),
        Param::number("spread", 0.0, 4.0, 1.4),
        Param::choice("distribution", &["even", "slow-first", "fast-first"], 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let tile = Shape::round_rect(38.0, 38.0, 7.0).fill(TILE);
        let tiles = (0..COLUMNS * ROWS).map(|index| {
            let cell = vec2((index % COLUMNS) as f32, (index / COLUMNS) as f32);
            stage.add(tile.clone().node().with_position(CORNER + (cell + 0.5) * PITCH))
        });
        let tiles: Vec<NodeId> = tiles.collect();
        Ok(Self { player: wave(stage, &tiles, None), tiles, clicked: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let clicked = stage.input().pointer.pressed_at().and_then(tile_at);
        let turned = Self::PARAMS.iter().any(|param| stage.params().changed(param.name));
        if clicked.is_some() || stage.params().changed("from") {
            self.clicked = clicked;
        }
        if clicked.is_some() || turned {
            self.player.seek_silently(0.0, stage);
            self.player = wave(stage, &self.tiles, self.clicked);
        }
        self.player.update(tick.dt, stage);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let words = format!(
            "{:?}, {} tweens of nodes",
            stagger(stage, self.clicked).from,
            self.tiles.len()
        );
        figures::heading(canvas, "Timeline::stagger", &words);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The tile under a point of the stage.
fn tile_at(place: Vec2) -> Option<u32> {
    let cell = ((place - CORNER) / PITCH).floor();
    let inside = cell.x >= 0.0 && cell.x < COLUMNS as f32 && cell.y >= 0.0 && cell.y < ROWS as f32;
    inside.then_some(cell.y as u32 * COLUMNS + cell.x as u32)
}

/// The rule that the parameters describe.
fn stagger(stage: &Stage, clicked: Option<u32>) -> Stagger {
    let params = stage.params();
    let from = clicked.map_or(FROM[params.choice("from") as usize], StaggerFrom::Index);
    let axis = AXES[params.choice("axis") as usize];
    let ease = DISTRIBUTIONS[params.choice("distribution") as usize];
    Stagger::total(params.number("spread")).from(from).grid(COLUMNS, axis).eased(ease)
}

/// There and back for ever; the color says how late a tile begins.
fn wave(stage: &Stage, tiles: &[NodeId], clicked: Option<u32>) -> AnimPlayer<Node, NodeId> {
    let stagger = stagger(stage, clicked);
    let offsets = stagger.offsets(tiles.len() as u32);
    let timeline = Timeline::stagger(tiles, stagger, |index, &tile| {
        let share = offsets[index as usize] / stagger.seconds.max(0.001);
        Tween::new(0.9)
            .to(|node: &mut Node| &mut node.scale, Vec2::splat(0.45))
            .to(|node| &mut node.rotation, FRAC_PI_2)
            .to_maybe(Node::color_mut, Color::oklch(0.66, 0.17, 0.3 + 0.8 * TAU * share))
            .ease(Ease::BACK_IN_OUT)
            .on(tile)
    });
    AnimPlayer::new(timeline.yoyo().forever().repeat_delay(0.25))
}
