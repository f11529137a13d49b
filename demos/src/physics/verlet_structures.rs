//! Points and sticks make bodies: one pass over the sticks is springy, five are stiff, a square needs a brace.

use super::figures::{self, Hand};
use crate::Demo;
use crate::look::{TITLE, WORDS};
use motile::physics::classic::ClassicWorld;
use motile::physics::world::{AnyShape, Collider, Material, Point, PointId, Stick, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/verlet-structures",
    title: "Verlet structures",
    sees: "A stick, a triangle and squares fall into their boxes; the unbraced square folds flat, the spinning one tumbles. Red sticks are strained.",
    tries: "Raise the passes from 1 to 5: nothing bounces any more. Compare the classic rules with the recommended ones, where nothing sinks into the floor.",
    controls: "Drag a corner.",
    keys: &[(Key::Space, "drop everything again")],
    takes_drags: true,
    spec: &["DEMO-6-8", "DEMO-6-9", "DEMO-6-10", "DEMO-6-11", "DEMO-6-12", "DEMO-6-13"],
    size: (900, 620),
    ticks: 140,
    ..Demo::of::<VerletStructures>()
};

const ROOM: Vec2 = vec2(800.0, 600.0);
/// What is shown of a room in the grid of six, at its own size: the part that the body is in.
const SHOWN: Vec2 = vec2(271.0, 252.0);

const NAMES: &[&str] = &[
    "all",
    "stick",
    "triangle",
    "square without brace",
    "square with a brace",
    "square with two braces",
    "spinning square",
];
/// Frames between two pictures of the way a body came.
const STROBE: u32 = 9;

/// A body: its corners, the sticks between them, and how fast its first corner starts to the right, in pixels a frame.
struct Plan {
    corners: &'static [(f32, f32)],
    sticks: &'static [(usize, usize)],
    start: f32,
}

const fn plan(corners: &'static [(f32, f32)], sticks: &'static [(usize, usize)]) -> Plan {
    Plan { corners, sticks, start: 0.0 }
}

const TRIANGLE: &[(f32, f32)] = &[(100.0, 100.0), (200.0, 100.0), (150.0, 200.0)];
const SQUARE: &[(f32, f32)] = &[(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)];
const BRACED: Plan = plan(SQUARE, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
/// In the order of their names, without "all".
const PLANS: [Plan; 6] = [
    plan(&[(100.0, 100.0), (105.0, 200.0)], &[(0, 1)]),
    plan(TRIANGLE, &[(0, 1), (1, 2), (2, 0)]),
    plan(SQUARE, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
    BRACED,
    plan(SQUARE, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]),
    Plan { start: 10.0, ..BRACED },
];
const CLASSIC: u32 = 0;
/// Frames of the classic rules in a second of the recommended ones.
const RATE: f32 = 60.0;

/// One body in its box.
#[derive(StateHash)]
#[state(hash_only)]
struct Body {
    world: World,
    points: Vec<PointId>,
    hand: Hand,
    /// Pictures of the past.
    #[state(skip)]
    ghosts: Vec<Path>,
    sink: f32,
    strain: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct VerletStructures {
    bodies: Vec<Body>,
    frame: u32,
}

impl Sketch for VerletStructures {
    const PARAMS: &'static [Param] = &[
        Param::choice("structure", NAMES, 0),
        Param::whole("passes", 1, 20, 1),
        Param::number("gravity", 0.0, 2.0, 0.5),
        Param::choice("rules", &["classic", "recommended"], 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let classic = stage.params().choice("rules") == CLASSIC;
        let bodies = PLANS.iter().map(|plan| Body::new(plan, classic));
        Ok(Self { bodies: bodies.collect::<motile::Result<_>>()?, frame: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space)
            || ["passes", "gravity", "rules"].iter().any(|name| stage.params().changed(name))
        {
            self.rebuild(stage);
        }
        let params = stage.params();
        let (passes, gravity) = (params.whole("passes") as u32, params.number("gravity"));
        let (classic, views) = (params.choice("rules") == CLASSIC, self.views(stage));
        self.frame += 1;
        for (body, view) in self.bodies.iter_mut().zip(views) {
            body.world.passes = passes;
            let pointer = stage.input().pointer.position;
            let place = pointer.map(|place| view.inverse().transform_point2(place));
            let inside = place.is_some_and(|place| Aabb::new(Vec2::ZERO, ROOM).contains(place));
            let hand = inside || !stage.input().pointer.pressed();
            if hand && classic {
                body.hand.carry(&mut body.world, stage.input(), place);
            } else if hand {
                body.hand.drag(&mut body.world, stage.input(), place, 0.0);
            }
            if classic {
                body.world.gravity = vec2(0.0, gravity);
                body.world.step_frame(Some(Aabb::new(Vec2::ZERO, ROOM)));
            } else {
                // Per second what was per frame.
                body.world.gravity = vec2(0.0, gravity * RATE * RATE);
                body.world.step(tick.dt);
            }
            body.measure(self.frame);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let one = stage.params().choice("structure") as usize;
        for (kind, (body, view)) in self.bodies.iter().zip(self.views(stage)).enumerate() {
            if one == 0 || one == kind + 1 {
                let shown = if one == 0 { body.shown() } else { Aabb::new(Vec2::ZERO, ROOM) };
                body.draw(canvas, (view, shown), NAMES[kind + 1], figures::hue(kind, 6));
            }
        }
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let one = stage.params().choice("structure") as usize;
        for (kind, (body, view)) in self.bodies.iter().zip(self.views(stage)).enumerate() {
            if one == 0 || one == kind + 1 {
                figures::marks_in(view, marks, |marks| body.world.mark(marks));
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl VerletStructures {
    /// From each box to the stage: a grid of six, or one large.
    fn views(&self, stage: &Stage) -> [Affine2; 6] {
        let one = stage.params().choice("structure") > 0;
        core::array::from_fn(|kind| {
            if one {
                return figures::view(0.84, vec2(114.0, 40.0));
            }
            let cell = vec2((kind % 3) as f32, (kind / 3) as f32);
            let corner = vec2(18.0, 46.0) + cell * vec2(294.0, 308.0);
            figures::view(1.0, corner - self.bodies[kind].shown().min)
        })
    }
}

impl Body {
    fn new(plan: &Plan, classic: bool) -> motile::Result<Self> {
        let mut world = if classic { World::classic() } else { World::default() };
        if !classic {
            let room = AnyShape::InsideBox(Aabb::new(Vec2::ZERO, ROOM));
            world.colliders.push(Collider::new(room).with_surface(Material::new(0.3, 0.4)));
        }
        let add = |&(x, y): &(f32, f32)| world.add_point(Point::new(x, y));
        let points: Vec<PointId> = plan.corners.iter().map(add).collect();
        for &(a, b) in plan.sticks {
            world.add_stick(Stick::new(points[a], points[b]))?;
        }
        if plan.start != 0.0 {
            let speed = if classic { plan.start } else { plan.start * RATE };
            world.set_velocity(points[0], vec2(speed, 0.0));
        }
        let (hand, ghosts) = (Hand::default(), Vec::new());
        Ok(Self { world, points, hand, ghosts, sink: 0.0, strain: 0.0 })
    }

    fn corners(&self) -> Vec<Vec2> {
        self.points.iter().filter_map(|&id| self.world.position(id)).collect()
    }

    /// The part of the room around it. What lies beyond the floor and the walls stays out of sight.
    fn shown(&self) -> Aabb {
        let corners = self.corners();
        let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
        let min = (middle - SHOWN * 0.5).clamp(Vec2::ZERO, ROOM - SHOWN);
        Aabb::from_size(min, SHOWN)
    }

    fn measure(&mut self, frame: u32) {
        let lowest = self.world.points().fold(0.0, |low: f32, (_, at)| low.max(at.y - ROOM.y));
        self.sink = self.sink.max(lowest);
        self.strain = self.strain.max(self.world.measures().worst_strain);
        if frame.is_multiple_of(STROBE) {
            self.ghosts.drain(..self.ghosts.len().saturating_sub(19));
            self.ghosts.push(figures::sticks(&self.world));
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, place: (Affine2, Aabb), name: &str, color: Color) {
        let (view, shown) = place;
        canvas.transformed(view, |canvas| {
            let frame = Path::round_rect(shown.grown(14.0), 14.0);
            canvas.fill(&frame, figures::PANEL);
            canvas.clip(&frame, |canvas| {
                figures::stories(canvas, shown.grown(14.0), ROOM.y);
                self.draw_body(canvas, color);
            });
            canvas.stroke(&frame, &Stroke::fixed(1.5), figures::FAINT);
        });
        let top = view.transform_point2(shown.min) - vec2(0.0, 22.0);
        canvas.write(name, TITLE, top, vec2(0.0, 0.5), figures::BRIGHT);
        let right = view.transform_point2(vec2(shown.max.x, shown.min.y)) + vec2(0.0, 14.0);
        let words = format!("sank {:.1} px, strained {:.1} %", self.sink, self.strain * 100.0);
        canvas.write(words, WORDS, right, vec2(1.0, 0.5), figures::TEXT);
    }

    fn draw_body(&self, canvas: &mut Canvas<'_>, color: Color) {
        for (i, ghost) in self.ghosts.iter().enumerate() {
            let alpha = 60 + 120 * i / self.ghosts.len();
            canvas.stroke(ghost, &Stroke::fixed(1.5), color.with_alpha(alpha as u8));
        }
        let corners = self.corners();
        canvas.fill(&Path::polygon(&corners), color.with_alpha(110));
        for (id, a, b) in self.world.sticks() {
            let length = self.world.length(id).unwrap_or(1.0);
            let strain = ((a.distance(b) / length - 1.0).abs() * 12.0).min(1.0);
            let shade = color.lerp(figures::RED, strain);
            canvas.line(a, b, &Stroke::fixed(6.0).with_cap(Cap::Round), shade);
        }
        canvas.fill(&figures::dots(corners, 8.0), figures::BRIGHT);
    }
}
