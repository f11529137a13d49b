//! A swinging arm on a hinge: correcting sticks along their present direction eats the swing, along the old one it stays.

use super::figures::{self, Hand, Plot};
use crate::Demo;
use crate::look::WORDS;
use motile::physics::Series;
use motile::physics::classic::ClassicWorld;
use motile::physics::world::{
    AnyShape, Collider, Material, Point, PointId, Projection, Stick, World,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/hinge",
    title: "Hinge",
    sees: "An arm with a little weight swings about the tip of a triangle wedged between the walls: by the classic rules on the left, by better ones on the right. The plot shows the angle.",
    tries: "Passes make the arm stiffer, but do not save the swing; sub-steps help. Let the right one correct along the direction at the start of the step.",
    controls: "Drag any point.",
    keys: &[(Key::Space, "start again")],
    takes_drags: true,
    spec: &["DEMO-6-14"],
    size: (900, 600),
    ticks: 330,
    ..Demo::of::<Hinge>()
};

const ROOM: Vec2 = vec2(900.0, 800.0);
const VIEW: f32 = 0.46;
const CORNERS: [Vec2; 2] = [vec2(24.0, 40.0), vec2(462.0, 40.0)];
/// The first choice of how the right arm is corrected; the other one is sub-steps.
const START_OF_STEP: u32 = 0;
/// Frames in the plot.
const FRAMES: u32 = 500;

#[derive(StateHash)]
#[state(hash_only)]
struct Arm {
    world: World,
    points: Vec<PointId>,
    hand: Hand,
    /// For the plot.
    #[state(skip)]
    angles: Series,
    trail: Vec<Vec2>,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Hinge {
    /// By the classic rules, and by the recommended ones.
    arms: [Arm; 2],
}

impl Sketch for Hinge {
    const PARAMS: &'static [Param] = &[
        Param::whole("passes", 1, 20, 1),
        Param::choice("right", &["start of the step", "sub-steps"], 0),
        Param::whole("sub-steps", 1, 20, 4),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let mut better = World::default();
        // Half a pixel a frame and frame.
        better.gravity = vec2(0.0, 0.5 * 3600.0);
        let room = AnyShape::InsideBox(Aabb::new(Vec2::ZERO, ROOM));
        better.colliders.push(Collider::new(room).with_surface(Material::ICE));
        Ok(Self { arms: [Arm::new(World::classic())?, Arm::new(better)?] })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let changed =
            ["passes", "right", "sub-steps"].iter().any(|name| stage.params().changed(name));
        if changed || stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        let params = stage.params();
        let passes = params.whole("passes") as u32;
        let along_start = params.choice("right") == START_OF_STEP;
        for (index, (arm, corner)) in self.arms.iter_mut().zip(CORNERS).enumerate() {
            let input = stage.input();
            let place = input.pointer.position.map(|place| (place - corner) / VIEW);
            let inside = place.is_some_and(|place| Aabb::new(Vec2::ZERO, ROOM).contains(place));
            if input.pointer.pressed() && !inside {
                continue;
            }
            if index == 0 {
                arm.hand.carry(&mut arm.world, input, place);
            } else {
                arm.hand.drag(&mut arm.world, input, place, 0.0);
            }
        }
        let [classic, better] = &mut self.arms;
        classic.world.passes = passes;
        classic.world.step_frame(Some(Aabb::new(Vec2::ZERO, ROOM)));
        better.world.passes = passes.max(2);
        better.world.substeps = if along_start { 1 } else { params.whole("sub-steps") as u32 };
        better.world.projection =
            if along_start { Projection::StepStart } else { Projection::Present };
        better.world.step(tick.dt);
        self.arms.iter_mut().for_each(Arm::measure);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let along_start = stage.params().choice("right") == START_OF_STEP;
        let right = if along_start { "along the start of the step" } else { "with sub-steps" };
        let colors = [figures::ORANGE, figures::GREEN];
        for (((arm, corner), name), color) in
            self.arms.iter().zip(CORNERS).zip(["classic rules", right]).zip(colors)
        {
            arm.draw(canvas, corner, color);
            canvas.write(name, WORDS, corner - vec2(0.0, 18.0), vec2(0.0, 0.5), color);
        }
        let area = Aabb::new(vec2(24.0, 424.0), vec2(876.0, 586.0));
        figures::panel(canvas, area, "angle of the arm");
        let inner = Aabb::new(area.min + vec2(58.0, 34.0), area.max - vec2(14.0, 16.0));
        let plot = Plot { area: inner, x: (0.0, FRAMES as f32), y: (-8.0, 188.0) };
        for (level, label) in [(0.0, "0°"), (90.0, "90°"), (180.0, "180°")] {
            figures::level(canvas, &plot, level, label);
        }
        for (arm, color) in self.arms.iter().zip(colors) {
            let points = arm.angles.iter().enumerate().map(|(i, angle)| (i as f32, angle));
            figures::curve(canvas, &plot, points, 2.5, color);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for (arm, corner) in self.arms.iter().zip(CORNERS) {
            figures::marks_in(figures::view(VIEW, corner), marks, |marks| arm.world.mark(marks));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Arm {
    /// A base as wide as the room, an arm at its tip, a diamond at the end of the arm.
    fn new(mut world: World) -> motile::Result<Self> {
        let tip = vec2(ROOM.x / 2.0, ROOM.y - 500.0);
        let places = [
            tip,
            vec2(0.0, ROOM.y),
            ROOM,
            tip + vec2(350.0, 0.0),
            tip + vec2(360.0, -10.0),
            tip + vec2(360.0, 10.0),
            tip + vec2(370.0, 0.0),
        ];
        let add = |at: &Vec2| world.add_point(Point::new(at.x, at.y));
        let points: Vec<PointId> = places.iter().map(add).collect();
        for (a, b) in [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (3, 5), (4, 5), (4, 6), (5, 6)] {
            world.add_stick(Stick::new(points[a], points[b]))?;
        }
        let angles = Series::new(FRAMES);
        Ok(Self { world, points, hand: Hand::default(), angles, trail: Vec::new() })
    }

    fn at(&self, index: usize) -> Vec2 {
        self.world.position(self.points[index]).unwrap_or_default()
    }

    fn measure(&mut self) {
        let angle = (self.at(3) - self.at(0)).angle().to_degrees();
        // A swing a little beyond the horizontal is not one from below.
        self.angles.push(if angle < -90.0 { angle + 360.0 } else { angle });
        if self.trail.len() == 90 {
            self.trail.remove(0);
        }
        self.trail.push(self.at(3));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, corner: Vec2, color: Color) {
        let view = figures::view(VIEW, corner);
        canvas.transformed(view, |canvas| {
            canvas.fill(&Path::round_rect(Aabb::from_size(Vec2::ZERO, ROOM), 10.0), figures::PANEL);
            let base = [self.at(0), self.at(1), self.at(2)];
            canvas.fill(&Path::polygon(&base), figures::FAINT.with_alpha(140));
            canvas.stroke(&Path::polyline(&self.trail), &figures::round(5.0), color.with_alpha(90));
            canvas.stroke(&figures::sticks(&self.world), &figures::round(5.0), figures::TEXT);
            canvas.line(self.at(0), self.at(3), &figures::round(10.0), color);
            let weight = [self.at(3), self.at(4), self.at(6), self.at(5)];
            canvas.fill(&Path::polygon(&weight), color);
            canvas.fill(&figures::dots([self.at(0)], 14.0), figures::BRIGHT);
        });
    }
}
