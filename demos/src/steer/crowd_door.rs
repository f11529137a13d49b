//! A crowd at a door: bodies that make way for each other beside bodies that only push.

use super::figures;
use crate::Demo;
use motile::geom::Segment;
use motile::prelude::*;
use motile::steer::{Agent, Body, Crowd, Flockmate, seek, separation};

pub(super) const DEMO: Demo = Demo {
    id: "steer/crowd-door",
    title: "Crowd at a door",
    sees: "A crowd walks from the left through a narrow door; nobody steps on anybody.",
    tries: "Switch to plain separation: they overlap, shown in red. Narrow the door.",
    controls: "",
    spec: &[],
    ticks: 420,
    ..Demo::of::<CrowdDoor>()
};

const RADIUS: f32 = 8.0;
const SPEED: f32 = 80.0;
const WALL: f32 = 360.0;

#[derive(StateHash)]
#[state(hash_only)]
struct CrowdDoor {
    crowd: Crowd,
    passed: u32,
}

/// How the crowd keeps apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Orca,
    Separation,
}

impl Rule {
    const ALL: [Self; 2] = [Self::Orca, Self::Separation];
    const NAMES: [&str; 2] = ["orca", "separation"];

    fn chosen(stage: &Stage) -> Self {
        Self::ALL[stage.params().choice("rule") as usize]
    }
}

/// Whether two bodies overlap by more than a pixel.
fn overlap(a: &Body, b: &Body) -> bool {
    a.position.distance(b.position) < a.radius + b.radius - 1.0
}

impl Sketch for CrowdDoor {
    const PARAMS: &'static [Param] = &[
        Param::choice("rule", &Rule::NAMES, 0),
        Param::whole("count", 10, 160, 90),
        Param::number("door", 24.0, 200.0, 60.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let mut crowd = Crowd::default();
        crowd.max_speed = SPEED;
        Ok(Self { crowd, passed: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let count = params.whole("count") as usize;
        let (size, half) = (stage.size(), params.number("door") * 0.5);
        let (top, foot) = (size.y * 0.5 - half, size.y * 0.5 + half);
        self.crowd.walls = vec![
            Segment::new(vec2(WALL, -50.0), vec2(WALL, top)),
            Segment::new(vec2(WALL, foot), vec2(WALL, size.y + 50.0)),
        ];

        // New ones come in a column behind the left edge, a little shuffled.
        let crowd = &mut self.crowd;
        crowd.positions.truncate(count);
        while crowd.positions.len() < count {
            let (column, row) = (crowd.len() / 18, crowd.len() % 18);
            let place = vec2(20.0 + 26.0 * column as f32, 30.0 + 24.0 * row as f32);
            let position = place + stage.rng.in_unit_disc() * 3.0;
            crowd.add(Body { position, velocity: Vec2::ZERO, radius: RADIUS }, Vec2::ZERO);
        }
        crowd.preferred.clear();
        for at in &mut crowd.positions {
            if at.x > size.x + RADIUS {
                let y = stage.rng.range(30.0..size.y - 40.0);
                *at = vec2(-RADIUS, y);
                self.passed += 1;
            }
            let inside = (half - RADIUS - 2.0).max(0.0);
            let door = at.y.clamp(size.y * 0.5 - inside, size.y * 0.5 + inside);
            let goal = if at.x > WALL + 2.0 {
                vec2(size.x + 100.0, at.y)
            } else if door == at.y {
                vec2(WALL + 12.0, door)
            } else {
                // Beside the door straight to it would be into the wall.
                vec2(WALL - 24.0, door)
            };
            crowd.preferred.push((goal - *at).with_length(SPEED));
        }
        match Rule::chosen(stage) {
            Rule::Orca => self.crowd.step(tick.dt),
            Rule::Separation => push(&mut self.crowd, tick.dt),
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for wall in &self.crowd.walls {
            canvas.line(wall.a, wall.b, &Stroke::new(6.0), figures::TEXT);
        }
        let bodies: Vec<Body> = self.crowd.bodies().collect();
        let mut bumped = 0;
        for (index, body) in bodies.iter().enumerate() {
            let others = bodies.iter().enumerate().filter(|other| other.0 != index);
            let hit = others.map(|other| other.1).any(|other| overlap(body, other));
            bumped += u32::from(hit);
            let haste = body.velocity.length() / SPEED;
            let calm = figures::BLUE.lerp(figures::GREEN, haste);
            let color = if hit { figures::RED } else { calm };
            figures::disc(canvas, body.position, RADIUS, color);
            let nose = body.position + body.velocity.normalized() * RADIUS;
            canvas.line(body.position, nose, &Stroke::new(2.0), figures::NIGHT);
        }
        let rule = match Rule::chosen(stage) {
            Rule::Orca => "making way",
            Rule::Separation => "plain separation",
        };
        let text = format!("{rule}: {bumped} overlap, {} came through", self.passed);
        figures::caption(canvas, text);
    }

    /// The safe velocities of every fifteenth body.
    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for index in (0..self.crowd.len()).step_by(15) {
            self.crowd.mark(index, 1.0 / 60.0, marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// One step without foresight: everybody seeks its goal and is pushed off by the neighbors and walls.
fn push(crowd: &mut Crowd, dt: f32) {
    let agent = |body: &Body| Agent {
        position: body.position,
        velocity: body.velocity,
        max_speed: SPEED,
        max_force: 600.0,
        ..Agent::default()
    };
    let bodies: Vec<Body> = crowd.bodies().collect();
    let moved: Vec<Agent> = (0..bodies.len())
        .map(|index| {
            let mut me = agent(&bodies[index]);
            let others = bodies.iter().enumerate().filter(|other| other.0 != index);
            let others = others
                .map(|(_, other)| Flockmate { position: other.position, velocity: other.velocity });
            let apart = separation(&me, others, RADIUS * 2.5);
            let steering = seek(&me, me.position + crowd.preferred[index]) + apart * 1.5;
            me.step(steering, dt);
            for wall in &crowd.walls {
                let off = me.position - wall.closest_point(me.position);
                if off.length() < RADIUS {
                    me.position += off.with_length(RADIUS) - off;
                }
            }
            me
        })
        .collect();
    crowd.positions = moved.iter().map(|agent| agent.position).collect();
    crowd.velocities = moved.iter().map(|agent| agent.velocity).collect();
}
