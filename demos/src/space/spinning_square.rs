//! Lines into the distance meet in one point: leave that point behind, and everything leans toward it.

use crate::look::{BLUE, CARD, FAINT, INK, PAPER, RED, SMALL};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::space::{Center, Panel, PanelId, Pose, Space3d};
use motile::stage::Drawable;

pub(super) const DEMO: Demo = Demo {
    id: "space/spinning-square",
    title: "Spinning square",
    sees: "A square turns like a door; its edges run toward the vanishing point.",
    tries: "Choose the stale center: the square turns far away from where lines meet, and leans. Set it once, then resize the window.",
    controls: "Hold to set the vanishing point by hand.",
    takes_drags: true,
    spec: &["G7-1", "D3-11", "D3-12", "W1"],
    ticks: 62,
    ..Demo::of::<SpinningSquare>()
};

/// Turn of a second: two degrees a frame at 24 frames.
const SPIN: f32 = 48.0 * core::f32::consts::PI / 180.0;
/// Where lines meet for a program that was loaded on a small stage.
const STALE: Vec2 = vec2(111.0, 113.0);
const HALF: f32 = 130.0;
const OLD: &str = "stale";
const ONCE: &str = "set once";
const CENTERS: &[&str] = &["follows", OLD, ONCE];

#[derive(StateHash)]
struct SpinningSquare {
    node: NodeId,
    door: PanelId,
    angle: f32,
    /// The middle of the stage when it was asked to be set once.
    kept: Option<Vec2>,
}

impl Sketch for SpinningSquare {
    const PARAMS: &'static [Param] =
        &[Param::choice("center", CENTERS, 0), Param::number("speed", 0.0, 3.0, 1.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut space = Space3d::new(stage.size());
        let shape = Shape::rect(HALF * 2.0, HALF * 2.0).fill(RED);
        let pose = Pose::new(stage.center().x, stage.center().y, 0.0);
        let door = space.add(Panel::new(shape).with_pose(pose));
        for row in 0..4 {
            let y = HALF * (row as f32 - 1.5) * 0.5;
            let line = Shape::rect(HALF * 1.7, 6.0).fill(CARD);
            space.add_to(door, Panel::new(line).with_pose(Pose::new(0.0, y, -0.5)))?;
        }
        Ok(Self { node: stage.add(space.node()), door, angle: 0.0, kept: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.angle += SPIN * tick.params.number("speed") * tick.dt;
        let (size, middle) = (stage.size(), stage.center());
        let choice = CENTERS[tick.params.choice("center") as usize];
        self.kept = if choice == ONCE { self.kept.or(Some(middle)) } else { None };
        let Some(space) = stage[self.node].custom_mut::<Space3d>() else { return };
        space.size = size;
        space.view.center = match tick.input.pointer.held_at() {
            Some(place) => Center::Fixed(place),
            None if choice == OLD => Center::Fixed(STALE),
            None => self.kept.map_or(Center::Auto, Center::Fixed),
        };
        space[self.door].pose =
            Pose::new(middle.x, middle.y, 0.0).with_angles(0.0, self.angle, 0.0);
    }

    fn draw_under(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(space) = stage[self.node].custom::<Space3d>() else { return };
        let center = space.eye().center();
        for i in 0..24 {
            let way = Vec2::at_angle(core::f32::consts::TAU * i as f32 / 24.0);
            canvas.line(center, center + way * 1000.0, &Stroke::new(1.5), FAINT);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Some(space) = stage[self.node].custom::<Space3d>() else { return };
        let center = space.eye().center();
        kit::disc(canvas, center, 6.0, BLUE);
        kit::ring(canvas, center, 11.0, INK);
        // On the square itself the words could not be read.
        if center.distance(stage.center()) > HALF {
            let place = center + vec2(0.0, 16.0);
            canvas.write("vanishing point", SMALL, place, vec2(0.5, 0.0), INK);
        }
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        if let Some(space) = stage[self.node].custom::<Space3d>() {
            space.mark(marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    #[test]
    fn w15_how_often_the_display_is_refreshed_changes_nothing() {
        // Two seconds at 20 to 125 frames a second.
        for frame in [50, 25, 10, 8] {
            let mut player = (DEMO.start)(&DEMO.settings(1)).unwrap();
            for _ in 0..2000 / frame {
                player.update_exactly(Duration::from_millis(frame));
            }
            let square = player.sketch::<SpinningSquare>().unwrap();
            let off = square.angle.to_degrees() - 96.0;
            assert!(off.abs() < 1.0, "{frame} ms: {off} degrees off, a tick is 0.8");
        }
    }
}
