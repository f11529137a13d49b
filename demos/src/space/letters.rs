//! A container keeps the depth of what it holds: move it sideways, and near things sweep farther.

use crate::look::{INK, PAPER};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::space::{Focus, Fog, Panel, PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/letters",
    title: "Letter cloud",
    sees: "A hundred letters hang at different depths and sway: the near ones far, the far ones little.",
    tries: "Move the focus from near to far. Turn it off: all letters are sharp outlines at any size.",
    spec: &["G7-4", "D3-19", "D3-21", "D3-22", "T7-26"],
    ticks: 40,
    ..Demo::of::<Letters>()
};

const LETTERS: usize = 100;
const DEPTH: f32 = 1000.0;
/// Radians of the sway a second.
const PACE: f32 = 1.2;

#[derive(StateHash)]
struct Letters {
    node: NodeId,
    holder: PanelId,
    phase: f32,
}

impl Sketch for Letters {
    const PARAMS: &'static [Param] = &[
        Param::toggle("blur", true),
        Param::number("focus", 0.0, 1000.0, 100.0),
        Param::toggle("fog", true),
        Param::number("sway", 0.0, 300.0, 160.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut space = Space3d::new(stage.size());
        let holder = space.add(Panel::holder());
        for index in 0..LETTERS {
            let rng = &mut stage.rng;
            // All 26: the classic one never drew a Z.
            let letter = char::from(b'A' + rng.below(26) as u8);
            let ink = kit::hue(index, LETTERS).lerp(INK, 0.3);
            let label = Label::new(letter.to_string(), 64.0).with_paint(ink).centered();
            let (x, y) = (rng.range(-250.0..250.0), rng.range(-220.0..220.0));
            let pose = Pose::new(x, y, rng.range(0.0..DEPTH));
            space.add_to(holder, Panel::new(label).with_pose(pose))?;
        }
        Ok(Self { node: stage.add(space.node()), holder, phase: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.phase += PACE * tick.dt;
        let middle = stage.center();
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        let depth = tick.params.number("focus");
        let focus = Focus { depth, range: 120.0, strength: 1.2 };
        space.focus = tick.params.is_on("blur").then_some(focus);
        let fog = Fog { color: PAPER, near: 0.0, far: DEPTH * 1.3 };
        space.fog = tick.params.is_on("fog").then_some(fog);
        let x = middle.x + ops::cos(self.phase) * tick.params.number("sway");
        space[self.holder].pose = Pose::new(x, middle.y, 0.0);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
