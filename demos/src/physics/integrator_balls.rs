//! One ball under every integrator, beside a ghost that obeys the exact law.

use super::figures::{self, Plot};
use crate::Demo;
use crate::look::WORDS;
use motile::physics::ode::{Integrator, Method, Motion, by_value};
use motile::physics::{Ball, Scale, Series, classic};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/integrator-balls",
    title: "Integrator balls",
    sees: "Nine balls that should be one fall, bounce or swing on a spring; the white ring is the exact one, error and energy are plotted.",
    tries: "Set the frame rate to 10. Change the scale: at 1 pixel per foot a fall looks like slow motion. Choose the spring and watch Euler explode.",
    controls: "",
    keys: &[(Key::Space, "start again")],
    spec: &["DEMO-6-2", "DEMO-6-3", "DEMO-6-4", "DEMO-6-5"],
    size: (960, 640),
    ticks: 150,
    ..Demo::of::<IntegratorBalls>()
};

const ROOM: Vec2 = vec2(800.0, 600.0);
const RADIUS: f32 = 20.0;
/// The room is drawn smaller, to leave space for the plots.
const VIEW: f32 = 0.72;
const CORNER: Vec2 = vec2(16.0, 52.0);
/// The second choice of a law; the first is the throw.
const SPRING: u32 = 1;
/// The last choice of a scale.
const HUNDRED: u32 = 2;
/// Values in the plots.
const VALUES: u32 = 240;
const RATES: [f32; 4] = [10.0, 24.0, 60.0, 100.0];
const SCALES: [f32; 3] = [1.0, 10.0, 100.0];
#[rustfmt::skip]
const METHODS: &[&str] = &[
    "all", "explicit Euler", "semi-implicit Euler", "midpoint", "Heun (RK2)", "Runge-Kutta 4",
    "velocity Verlet", "position Verlet", "leapfrog", "Dormand-Prince",
];

#[derive(StateHash)]
#[state(hash_only)]
struct Contestant {
    motion: Motion<Vec2>,
    /// Starts again from the motion.
    #[state(skip)]
    integrator: Integrator<Vec2>,
    trail: Vec<Vec2>,
    /// Pixels from the ghost, and energy as a share of that at the start.
    #[state(skip)]
    error: Series,
    #[state(skip)]
    energy: Series,
}

#[derive(StateHash)]
#[state(hash_only)]
struct IntegratorBalls {
    balls: Vec<Contestant>,
    ghost: Ball,
    /// Seconds since the start, and of that the part that frames have covered.
    time: f64,
    frames: f64,
}

impl Sketch for IntegratorBalls {
    const PARAMS: &'static [Param] = &[
        Param::choice("law", &["throw", "spring"], 0),
        Param::choice("method", METHODS, 0),
        Param::choice("pixels-per-foot", &["1", "10", "100"], 2),
        Param::choice("frames-a-second", &["10", "24", "60", "100"], 1),
        Param::number("spring-speed", 0.5, 30.0, 5.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let (position, velocity) = start(stage);
        let ball = |method| Contestant {
            motion: Motion::new(position, velocity),
            integrator: Integrator::new(method),
            trail: vec![position],
            error: Series::new(VALUES),
            energy: Series::new(VALUES),
        };
        let ghost = Ball { position, velocity, radius: RADIUS, ..Ball::default() };
        Ok(Self { balls: Method::ALL.map(ball).into(), ghost, time: 0.0, frames: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let names = ["law", "pixels-per-foot", "frames-a-second", "spring-speed"];
        if stage.input().pressed(Key::Space) || names.iter().any(|n| stage.params().changed(n)) {
            self.rebuild(stage);
        }
        let rate = f64::from(RATES[stage.params().choice("frames-a-second") as usize]);
        self.time += f64::from(tick.dt);
        while self.frames + 1.0 / rate <= self.time {
            self.frames += 1.0 / rate;
            self.frame(stage, 1.0 / rate);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.draw_room(stage, canvas);
        self.draw_legend(stage, canvas);
        let top = if stage.params().choice("law") == SPRING { 3.0 } else { 1.5 };
        let error = [(-2.0, "0.01"), (0.0, "1"), (2.0, "100")];
        self.draw_plot(stage, canvas, ("pixels from the exact ball", 16.0), (-2.0, 3.0), &error);
        self.draw_plot(stage, canvas, ("energy", 488.0), (0.0, top), &[(0.0, "0"), (1.0, "1")]);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        figures::marks_in(figures::view(VIEW, CORNER), marks, |marks| {
            for ball in self.shown(stage) {
                let Motion { position, velocity } = ball.motion;
                marks.line(MarkRole::Link, position, self.ghost.position);
                marks.velocity(MarkRole::Velocity, position, velocity);
            }
            self.ghost.mark(marks);
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Position and velocity at the start, in pixels.
fn start(stage: &Stage) -> (Vec2, Vec2) {
    if stage.params().choice("law") == SPRING {
        let omega = stage.params().number("spring-speed");
        return (ROOM / 2.0 + vec2(140.0, 0.0), vec2(0.0, 90.0 * omega));
    }
    // 100 pixels a second, and ten times that where a foot is 100 pixels.
    let speed = if stage.params().choice("pixels-per-foot") == HUNDRED { 1000.0 } else { 100.0 };
    (vec2(50.0, 50.0), vec2(speed, 0.0))
}

/// 32 feet per second squared, in pixels.
fn gravity(stage: &Stage) -> Vec2 {
    let scale = Scale::new(SCALES[stage.params().choice("pixels-per-foot") as usize]);
    vec2(0.0, scale.to_pixels(32.0))
}

impl IntegratorBalls {
    /// One frame of all balls; the ghost goes exactly to the same time.
    fn frame(&mut self, stage: &Stage, dt: f64) {
        let spring = stage.params().choice("law") == SPRING;
        let omega = stage.params().number("spring-speed");
        let (gravity, middle) = (gravity(stage), ROOM / 2.0);
        let force = move |p: Vec2, _| if spring { (middle - p) * omega * omega } else { gravity };
        if spring {
            let (sin, cos) = ops::sin_cos64(f64::from(omega) * self.frames);
            self.ghost.position = middle + vec2(140.0 * cos as f32, 90.0 * sin as f32);
        } else {
            let room = Aabb::new(vec2(0.0, -1e6), ROOM);
            self.ghost.step(gravity, room, dt as f32, &mut Vec::new());
        }
        let potential = |p: Vec2| {
            let stretched = (p - middle).length_squared() * omega * omega / 2.0;
            if spring { stretched } else { gravity.y * (ROOM.y - RADIUS - p.y) }
        };
        let energy = |p: Vec2, v: Vec2| v.length_squared() / 2.0 + potential(p);
        let (p, v) = start(stage);
        let whole = energy(p, v);
        for ball in &mut self.balls {
            // What has left the finite numbers stays where it was.
            ball.integrator.step(&mut ball.motion, dt, by_value(force));
            let Motion { position, velocity } = &mut ball.motion;
            if !spring {
                classic::bounce_in_room(position, velocity, RADIUS, ROOM, 0.6);
            }
            if ball.trail.len() == 120 {
                ball.trail.remove(0);
            }
            ball.trail.push(position.clamp(Vec2::splat(-2000.0), Vec2::splat(3000.0)));
            ball.error.push(position.distance(self.ghost.position));
            ball.energy.push(energy(*position, *velocity) / whole);
        }
    }

    fn shown(&self, stage: &Stage) -> &[Contestant] {
        match stage.params().choice("method") as usize {
            0 => &self.balls,
            one => &self.balls[one - 1..one],
        }
    }

    fn draw_room(&self, stage: &Stage, canvas: &mut Canvas<'_>) {
        let room = Aabb::from_size(CORNER, ROOM * VIEW);
        canvas.fill(&Path::round_rect(room, 4.0), figures::PANEL);
        let draw = |canvas: &mut Canvas<'_>| {
            if stage.params().choice("law") == SPRING {
                figures::disc(canvas, ROOM / 2.0, 6.0, figures::FAINT);
            }
            for ball in self.shown(stage) {
                let color = figures::method_color(ball.integrator.method);
                let (trail, faint) = (Path::polyline(&ball.trail), color.with_alpha(110));
                canvas.stroke(&trail, &figures::round(3.0), faint);
                figures::disc(canvas, ball.motion.position, RADIUS, color.with_alpha(170));
            }
            let ghost = Path::circle(self.ghost.position, RADIUS + 3.0);
            canvas.stroke(&ghost, &Stroke::new(3.0), figures::BRIGHT);
        };
        canvas.clip_rect(room, |canvas| canvas.transformed(figures::view(VIEW, CORNER), draw));
        let words = format!("{:.2} s", self.frames);
        canvas.write(words, WORDS, vec2(16.0, 27.0), vec2(0.0, 0.5), figures::BRIGHT);
    }

    fn draw_legend(&self, stage: &Stage, canvas: &mut Canvas<'_>) {
        let (corner, head) = (vec2(616.0, 66.0), vec2(616.0, 27.0));
        canvas.write("pixels from the white ring", WORDS, head, vec2(0.0, 0.5), figures::TEXT);
        for (i, ball) in self.shown(stage).iter().enumerate() {
            let method = ball.integrator.method;
            let at = corner + vec2(0.0, 46.0 * i as f32);
            let error = ball.error.last().unwrap_or(0.0);
            let far = if error < 1e5 { format!("{error:.2}") } else { format!("{error:.1e}") };
            figures::disc(canvas, at + vec2(8.0, 0.0), 8.0, figures::method_color(method));
            let beside = at + vec2(26.0, 0.0);
            canvas.write(method.name(), WORDS, beside, vec2(0.0, 0.5), figures::BRIGHT);
            canvas.write(far, WORDS, vec2(936.0, at.y), vec2(1.0, 0.5), figures::TEXT);
        }
    }

    /// The errors in decades, or the energies.
    fn draw_plot(
        &self,
        stage: &Stage,
        canvas: &mut Canvas<'_>,
        (title, x): (&str, f32),
        y: (f32, f32),
        levels: &[(f32, &str)],
    ) {
        let area = Aabb::from_size(vec2(x, 500.0), vec2(456.0, 126.0));
        figures::panel(canvas, area, title);
        let inner = Aabb::new(area.min + vec2(46.0, 28.0), area.max - vec2(12.0, 10.0));
        let count = self.balls[0].error.len().max(VALUES / 4);
        let plot = Plot { area: inner, x: (0.0, count as f32), y };
        for &(level, label) in levels {
            figures::level(canvas, &plot, level, label);
        }
        for ball in self.shown(stage) {
            let series = if title == "energy" { &ball.energy } else { &ball.error };
            let value = |v: f32| if title == "energy" { v } else { figures::decades(v) };
            let points = series.iter().zip(0u16..).map(|(v, i)| (f32::from(i), value(v)));
            let color = figures::method_color(ball.integrator.method);
            figures::curve(canvas, &plot, points, 1.8, color);
        }
    }
}
