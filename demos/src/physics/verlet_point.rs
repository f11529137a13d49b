//! A Verlet point stores where it is and where it was: moving it is pushing it.

use super::figures;
use crate::Demo;
use crate::look::TITLE;
use motile::physics::classic::ClassicWorld;
use motile::physics::world::{Point, PointId, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/verlet-point",
    title: "Verlet point",
    sees: "A point pushed by five pixels keeps going, falls, stops dead on the floor and slides to the wall; a ring marks every third frame before.",
    tries: "Start it by its velocity instead: it stays five pixels behind. Switch the box off, the gravity to 0.",
    controls: "Click to set the point somewhere, drag to throw it.",
    keys: &[(Key::Space, "start again")],
    takes_drags: true,
    spec: &["DEMO-6-6", "DEMO-6-7"],
    size: (800, 600),
    ticks: 84,
    no_allocation: true,
    ..Demo::of::<VerletPoint>()
};

const PUSHED: &str = "x += 5";
const MOVING: &str = "vx = 5";
const STARTS: &[&str] = &[PUSHED, MOVING, "at rest"];
const PATH: usize = 400;
const ROOM: Vec2 = vec2(800.0, 600.0);

/// From the box of 800 by 600 pixels to the stage, where it has a border.
fn view() -> Affine2 {
    figures::view(0.9, vec2(40.0, 36.0))
}

#[derive(StateHash)]
struct VerletPoint {
    world: World,
    point: PointId,
    path: Vec<Vec2>,
    frame: u32,
}

impl Sketch for VerletPoint {
    const PARAMS: &'static [Param] = &[
        Param::choice("start", STARTS, 0),
        Param::number("gravity", 0.0, 2.0, 0.5),
        Param::toggle("box", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let mut world = World::classic();
        let point = world.add_point(Point::new(100.0, 100.0));
        match STARTS[stage.params().choice("start") as usize] {
            PUSHED => world.push(point, vec2(5.0, 0.0)),
            MOVING => world.set_velocity(point, vec2(5.0, 0.0)),
            _ => true,
        };
        let mut path = Vec::with_capacity(PATH);
        path.push(vec2(100.0, 100.0));
        Ok(Self { world, point, path, frame: 0 })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let changed = ["start", "gravity", "box"].iter().any(|name| stage.params().changed(name));
        if changed || stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        let pointer = stage.input().pointer;
        let to_world = view().inverse();
        if let Some(place) = pointer.pressed_at() {
            self.world.set_position(self.point, to_world.transform_point2(place));
            self.path.clear();
        } else if let Some(place) = pointer.held_at() {
            // Moving is pushing: when let go, it flies on.
            let before = to_world.transform_point2(place) - pointer.delta;
            self.world.set_position(self.point, before);
            self.world.push(self.point, pointer.delta);
        }
        self.world.gravity = vec2(0.0, stage.params().number("gravity"));
        if !pointer.is_down() {
            let room = Aabb::new(Vec2::ZERO, ROOM);
            self.world.step_frame(stage.params().is_on("box").then_some(room));
            self.frame += 1;
        }
        if self.path.len() == PATH {
            self.path.remove(0);
        }
        self.path.push(self.place());
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.transformed(view(), |canvas| self.draw_room(stage, canvas));
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        figures::marks_in(view(), marks, |marks| {
            self.world.mark(marks);
            if let Some(old) = self.world.old_position(self.point) {
                marks.line(MarkRole::Path, old, self.place());
            }
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl VerletPoint {
    fn draw_room(&self, stage: &Stage, canvas: &mut Canvas<'_>) {
        if stage.params().is_on("box") {
            let frame = Path::round_rect(Aabb::from_size(Vec2::splat(-9.0), ROOM + 18.0), 9.0);
            canvas.fill(&frame, figures::PANEL);
            canvas.stroke(&frame, &Stroke::new(2.0), figures::FAINT);
        }
        let mut rings = Path::new();
        for (i, &at) in self.path.iter().enumerate() {
            if i % 3 == 0 {
                rings.append(&Path::circle(at, 13.0));
            }
        }
        canvas.stroke(&Path::polyline(&self.path), &Stroke::new(3.0), figures::FAINT);
        canvas.stroke(&rings, &Stroke::new(3.0), figures::BLUE);
        let (now, old) = (self.place(), self.world.old_position(self.point).unwrap_or_default());
        let velocity = self.world.velocity(self.point).unwrap_or_default();
        if velocity.length() > 0.6 {
            figures::solid_arrow(canvas, now, now + velocity * 22.0, 8.0, figures::GREEN);
        }
        figures::disc(canvas, old, 24.0, figures::ORANGE);
        figures::disc(canvas, now, 24.0, figures::BRIGHT);
        let lines = [
            (format!("frame {}", self.frame), figures::BRIGHT),
            (format!("position ({:.1}, {:.1})", now.x, now.y), figures::BRIGHT),
            (format!("old position ({:.1}, {:.1})", old.x, old.y), figures::ORANGE),
            (format!("velocity ({:.1}, {:.1})", velocity.x, velocity.y), figures::GREEN),
        ];
        for (i, (words, color)) in lines.into_iter().enumerate() {
            let at = vec2(425.0, 60.0 + 40.0 * i as f32);
            canvas.write(words, TITLE * 1.2, at, vec2(0.0, 0.5), color);
        }
    }

    fn place(&self) -> Vec2 {
        self.world.position(self.point).unwrap_or_default()
    }
}
