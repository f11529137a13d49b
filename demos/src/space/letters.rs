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
    tries: "Move the focus from near to far. Turn it off: all letters are sharp outlines at any size. Drag a letter: it keeps its depth.",
    controls: "Drag letters.",
    takes_drags: true,
    spec: &["G7-4", "D3-19", "D3-21", "D3-22", "D3-37", "T7-26"],
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
    /// The letter that is dragged and the spot of it that was grabbed.
    grabbed: Option<(PanelId, Vec2)>,
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
            let letter = letter(rng);
            let ink = kit::hue(index, LETTERS).lerp(INK, 0.3);
            let label = Label::new(letter.to_string(), 64.0).with_paint(ink).centered();
            let (x, y) = (rng.range(-250.0..250.0), rng.range(-220.0..220.0));
            let pose = Pose::new(x, y, rng.range(0.0..DEPTH));
            space.add_to(holder, Panel::new(label).with_pose(pose))?;
        }
        Ok(Self { node: stage.add(space.node()), holder, phase: 0.0, grabbed: None })
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
        let pointer = tick.input.pointer;
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = space.hit(place).map(|hit| (hit.panel, hit.local));
        }
        match (self.grabbed, pointer.held_at()) {
            (Some((letter, spot)), Some(place)) => {
                // The spot that was grabbed stays under the pointer, though its holder sways.
                if let Some(position) = space.drag_spot_to(letter, spot, place) {
                    space[letter].pose.position = position;
                }
            }
            _ => self.grabbed = None,
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// One of all 26: the classic ones never drew a Z.
fn letter(rng: &mut Rng) -> char {
    char::from(b'A' + rng.below(26) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w16_every_letter_comes_up() {
        let mut rng = Rng::new(1);
        let letters: std::collections::BTreeSet<char> =
            (0..2000).map(|_| letter(&mut rng)).collect();
        assert!(letters.into_iter().eq('A'..='Z'));
    }

    #[test]
    fn d3_37_a_letter_is_dragged_by_the_spot_that_was_grabbed() {
        let mut player = (DEMO.start)(&DEMO.settings(1)).unwrap();
        player.run_ticks(5);
        let space = |player: &Player| {
            let letters = player.sketch::<Letters>().unwrap();
            let space = player.stage()[letters.node].custom::<Space3d>().unwrap();
            (space.clone(), letters.grabbed)
        };
        let middle = player.stage().center();
        let (start, hit) = (0..400)
            .map(|i| middle + vec2((i % 20) as f32, (i / 20) as f32) * 8.0 - 80.0)
            .find_map(|place| Some((place, space(&player).0.hit(place)?)))
            .unwrap();
        player.event(InputEvent::Move(start));
        player.event(InputEvent::Down(Button::Left));
        for step in 0..30 {
            let place = start + vec2(3.0, -2.0) * step as f32;
            player.event(InputEvent::Move(place));
            player.run_ticks(1);
            let (space, grabbed) = space(&player);
            // The letter swayed between the press and the tick that saw it.
            let (letter, spot) = grabbed.unwrap();
            assert_eq!(letter, hit.panel);
            let seen = space.to_picture(letter, spot.extend(0.0)).unwrap();
            assert!((seen - place).length() < 0.05, "{step}: {seen} {place}");
        }
        player.event(InputEvent::Up(Button::Left));
        player.run_ticks(1);
        assert_eq!(space(&player).1, None);
    }
}
