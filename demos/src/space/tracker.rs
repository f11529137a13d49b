//! From a tumbling panel to the screen and back: a ring that never leaves the knob, and one that lies in the panel under the pointer.

use crate::look::{BLUE, CARD, FAINT, INK, PAPER, RED, WORDS};
use crate::{Demo, kit};
use motile::geom::vec3;
use motile::prelude::*;
use motile::space::{Panel, PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/tracker",
    title: "Tracker",
    sees: "A rod tumbles through space; flat on the screen, a red ring and its cross hairs never leave the knob at its end.",
    tries: "Track the pointer instead: the ring lies in the plane of the tumbling panel, under the pointer.",
    controls: "With a panel, move the pointer over it.",
    takes_drags: true,
    spec: &["G7-8", "G7-9", "D3-35", "D3-36", "D3-37", "T7-20", "M7-9"],
    size: (640, 560),
    ticks: 120,
    script: "1 move 330 300\n",
    ..Demo::of::<Tracker>()
};

/// The classic rates are those of 24 frames a second.
const FRAMES: f32 = 24.0;
/// Degrees a frame about x, y and z.
const TUMBLE: [f32; 3] = [1.0, 1.2, 0.5];
const CONVERTED: &str = "pointer, converted";
const OWN: &str = "pointer of the panel";
const TRACKED: &[&str] = &["knob", CONVERTED, OWN];
const KNOB: f32 = 260.0;
/// Radius of the ring on the screen.
const RING: f32 = 76.0;
/// How many places of the knob are remembered.
const TRAIL: usize = 90;

#[derive(StateHash)]
struct Tracker {
    node: NodeId,
    rod: PanelId,
    panel: PanelId,
    ring: PanelId,
    frame: f32,
    tracked: Option<Vec2>,
    trail: Vec<Vec2>,
}

impl Sketch for Tracker {
    const PARAMS: &'static [Param] =
        &[Param::choice("track", TRACKED, 0), Param::number("pace", 0.0, 3.0, 1.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut space = Space3d::new(stage.size());
        let rod = space.add(Panel::holder());
        let bar = Shape::line(Vec2::ZERO, vec2(KNOB, 0.0)).stroke(kit::round(44.0), INK);
        space.add_to(rod, Panel::new(bar))?;
        let knob = Panel::new(Shape::circle(62.0).fill(BLUE));
        space.add_to(rod, knob.with_pose(Pose::new(KNOB, 0.0, 0.0)))?;
        let sheet = Shape::rect(340.0, 340.0).fill(CARD).stroke(Stroke::new(6.0), INK);
        let panel = space.add(Panel::new(sheet));
        for i in 1..6 {
            let at = -170.0 + i as f32 * 340.0 / 6.0;
            for (from, to) in
                [(vec2(at, -167.0), vec2(at, 167.0)), (vec2(-167.0, at), vec2(167.0, at))]
            {
                let line = Shape::line(from, to).stroke(Stroke::new(2.0), FAINT);
                space.add_to(panel, Panel::new(line))?;
            }
        }
        let ring = Shape::circle(26.0).stroke(Stroke::new(5.0), RED);
        let ring = space.add_to(panel, Panel::new(ring))?;
        let node = stage.add(space.node());
        Ok(Self { node, rod, panel, ring, frame: 0.0, tracked: None, trail: Vec::new() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.frame += FRAMES * tick.dt * tick.params.number("pace");
        let pose = tumbling(self.frame, stage.center());
        let tracked = TRACKED[tick.params.choice("track") as usize];
        let follows_pointer = [CONVERTED, OWN].contains(&tracked);
        let pointer = tick.input.pointer.position;
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        space[self.rod].pose = pose;
        space[self.rod].visible = !follows_pointer;
        space[self.panel].pose = pose;
        space[self.panel].visible = follows_pointer;
        if follows_pointer {
            let local = pointer.and_then(|place| match tracked {
                CONVERTED => converted(space, self.panel, place),
                _ => space.to_local(self.panel, place),
            });
            space[self.ring].visible = local.is_some();
            if let Some(local) = local {
                space[self.ring].pose = Pose::new(local.x, local.y, 0.0);
            }
            self.trail.clear();
            self.tracked = None;
        } else {
            self.tracked = space.to_picture(self.rod, vec3(KNOB, 0.0, 0.0));
            self.trail.extend(self.tracked);
            if self.trail.len() > TRAIL {
                self.trail.remove(0);
            }
        }
    }

    fn draw_under(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (age, &place) in self.trail.iter().enumerate().step_by(4) {
            let share = age as f32 / TRAIL as f32;
            kit::disc(
                canvas,
                place,
                3.0 + 5.0 * share,
                RED.with_alpha((40.0 + 120.0 * share) as u8),
            );
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(place) = self.tracked else { return };
        let size = stage.size();
        for (from, to) in [
            (vec2(0.0, place.y), vec2(place.x - RING, place.y)),
            (vec2(place.x + RING, place.y), vec2(size.x, place.y)),
            (vec2(place.x, 0.0), vec2(place.x, place.y - RING)),
            (vec2(place.x, place.y + RING), vec2(place.x, size.y)),
        ] {
            canvas.line(from, to, &Stroke::new(3.0), RED);
        }
        canvas.stroke(&Path::circle(place, RING), &Stroke::new(9.0), RED);
        let words = format!("{:.0}, {:.0}", place.x, place.y);
        canvas.write(words, WORDS, place + vec2(RING, -RING), vec2(0.0, 1.0), RED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Which point of a panel is under a place of the picture, by hand: the line of sight meets its plane. A panel can say so itself.
fn converted(space: &Space3d, panel: PanelId, place: Vec2) -> Option<Vec2> {
    let inverse = space.world(panel)?.checked_inverse()?;
    let (from, way) = space.eye().sight(place);
    let (from, way) = (inverse.point(from), inverse.direction(way));
    let along = -from.z / way.z;
    (along > 0.0 && along.is_finite()).then(|| (from + way * along).truncate())
}

/// Where the rod and the panel are after a number of classic frames.
fn tumbling(frame: f32, middle: Vec2) -> Pose {
    let along = frame * 0.05;
    let place = vec3(
        middle.x + ops::cos(along) * 80.0,
        middle.y + ops::sin(along) * 80.0,
        60.0 + ops::cos(along * 0.8) * 200.0,
    );
    let [x, y, z] = TUMBLE.map(|degrees| frame * degrees * core::f32::consts::PI / 180.0);
    Pose::IDENTITY.with_position(place).with_angles(x, y, z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::geom::Rng;

    #[test]
    fn g7_9_both_ways_give_one_place() {
        let size = vec2(640.0, 560.0);
        let mut space = Space3d::new(size);
        let panel = space.add(Panel::new(Shape::rect(340.0, 340.0).fill(CARD)));
        let (mut rng, mut found) = (Rng::new(9), 0);
        for frame in 0..2000 {
            space[panel].pose = tumbling(frame as f32, size * 0.5);
            let place = rng.in_rect(Vec2::ZERO, size);
            let (by_hand, own) = (converted(&space, panel, place), space.to_local(panel, place));
            let Some((by_hand, own)) = by_hand.zip(own) else { continue };
            // Seen nearly from its edge a panel is far away under most places.
            if own.length() < 1000.0 {
                found += 1;
                assert!((by_hand - own).length() < 0.05, "{frame}: {by_hand} {own}");
                let again = space.to_picture(panel, own.extend(0.0)).unwrap();
                assert!((again - place).length() < 1e-2, "{frame}: {again} {place}");
            }
        }
        assert!(found > 1500, "{found}");
    }
}
