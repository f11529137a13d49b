//! Perspective does not say what covers what: a forest has to be painted from the far end.

use crate::Demo;
use crate::look::{CARD, INK, MUTED, RED, SMALL, WORDS};
use motile::prelude::*;
use motile::space::{Billboard, DepthMode, Fog, Panel, PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/forest",
    title: "Forest",
    sees: "500 trees stand at random depths; near ones cover far ones, and far ones fade into the air.",
    tries: "Turn sorting off: far trees cover near ones. Then fly, or look from above: flat trees lie down unless they face you.",
    spec: &["G7-3", "D3-24", "D3-26", "W2", "T7-45"],
    size: (640, 640),
    ticks: 30,
    ..Demo::of::<Forest>()
};

const TREES: usize = 500;
const DEPTH: f32 = 10_000.0;
const AIR: Color = Color::hex(0xCC_F2_D4);
/// Trees whose order is compared with that of every other one.
const COMPARED: usize = 200;

/// How trees keep facing the viewer.
const FACINGS: [(Option<Billboard>, &str); 3] =
    [(None, "no"), (Some(Billboard::Upright), "upright"), (Some(Billboard::Facing), "wholly")];

#[derive(StateHash)]
struct Forest {
    node: NodeId,
    holder: PanelId,
    trees: Vec<PanelId>,
    flown: f32,
    wrong: u32,
}

impl Sketch for Forest {
    const PARAMS: &'static [Param] = &[
        Param::toggle("sorted", true),
        Param::toggle("fog", true),
        Param::number("fly", 0.0, 2000.0, 0.0),
        Param::choice("facing", &[FACINGS[0].1, FACINGS[1].1, FACINGS[2].1], 0),
        Param::number("turn", -0.8, 0.8, 0.0),
        Param::number("tilt", -1.2, 0.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = AIR;
        let mut space = Space3d::new(stage.size());
        let holder = space.add(Panel::holder());
        let (size, mut trees) = (stage.size(), Vec::new());
        for _ in 0..TREES {
            let rng = &mut stage.rng;
            let green = rng.below(205) as u8 + 20;
            let (x, z) = (rng.range(-200.0..size.x + 200.0), rng.range(0.0..DEPTH));
            let panel = Panel::new(tree().fill(Color::rgb(green / 4, green, green / 3)));
            let pose = Pose::new(x, size.y - 70.0, z).with_scale(1.7);
            trees.push(space.add_to(holder, panel.with_pose(pose))?);
        }
        Ok(Self { node: stage.add(space.node()), holder, trees, flown: 0.0, wrong: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.flown += tick.params.number("fly") * tick.dt;
        let sorted = tick.params.is_on("sorted");
        let fog = tick.params.is_on("fog");
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        space.depth_mode = if sorted { DepthMode::Center } else { DepthMode::List };
        space.fog = fog.then_some(Fog { color: AIR, near: 0.0, far: DEPTH * 0.8 });
        (space.view.camera.yaw, space.view.camera.pitch) =
            (tick.params.number("turn"), tick.params.number("tilt"));
        let (facing, _) = FACINGS[tick.params.choice("facing") as usize];
        for &tree in &self.trees {
            space[tree].billboard = facing;
        }
        // Trees that were passed stand at the far end again.
        for &tree in &self.trees {
            let z = &mut space[tree].pose.position.z;
            if *z - self.flown < -700.0 {
                *z += DEPTH;
            }
        }
        space[self.holder].pose.position.z = -self.flown;
        self.wrong = if sorted { 0 } else { self.wrongly_ordered(space) };
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let top = vec2(stage.size().x * 0.5, 26.0);
        let panel = Aabb::new(top - vec2(190.0, 14.0), top + vec2(190.0, 50.0));
        canvas.fill(&Path::round_rect(panel, 10.0), CARD.with_alpha(220));
        let color = if self.wrong > 0 { RED } else { INK };
        let words = format!("{} pairs in the wrong order", self.wrong);
        canvas.write(words, WORDS, top, vec2(0.5, 0.0), color);
        let place = top + vec2(0.0, 26.0);
        canvas.write("of 200 trees that overlap", SMALL, place, vec2(0.5, 0.0), MUTED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Forest {
    /// Pairs of trees that overlap in the picture while the far one is painted last.
    fn wrongly_ordered(&self, space: &Space3d) -> u32 {
        let eye = space.eye();
        let spans: Vec<(f32, f32, f32)> = self.trees[..COMPARED]
            .iter()
            .filter_map(|&tree| {
                let mut place = space[tree].pose.position;
                place.z -= self.flown;
                let (middle, scale) = (eye.project(place)?.x, eye.scale(place)?);
                Some((middle - 68.0 * scale, middle + 68.0 * scale, place.z))
            })
            .collect();
        let mut wrong = 0;
        for (i, first) in spans.iter().enumerate() {
            for later in &spans[i + 1..] {
                wrong += u32::from(later.2 > first.2 && later.0 < first.1 && first.0 < later.1);
            }
        }
        wrong
    }
}

/// A trunk with a triangle on top, its foot at the origin.
fn tree() -> Shape {
    let outline = [(-10.0, 0.0), (-10.0, -30.0), (-40.0, -30.0), (0.0, -100.0)];
    let mirrored = [(40.0, -30.0), (10.0, -30.0), (10.0, 0.0)];
    let points: Vec<Vec2> = outline.iter().chain(&mirrored).map(|&(x, y)| vec2(x, y)).collect();
    Shape::polygon(&points)
}
