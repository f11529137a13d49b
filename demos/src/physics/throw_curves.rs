//! A ball thrown from a roof: large steps show how far each integrator is from the true curve.

use super::figures::{self, Plot};
use crate::Demo;
use crate::look::{SMALL, WORDS};
use core::f64::consts::TAU;
use motile::math::DVec2;
use motile::physics::ode::{
    Adaptive, Integrator, Method, Motion, Tolerance, by_value, motion_rate,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/throw-curves",
    title: "Throw curves",
    sees: "The true path of a ball thrown from a roof, and what the integrators make of it with steps of one second.",
    tries: "Shorten the step: Euler creeps towards the curve, Heun and Runge-Kutta are there already. With drag or an orbit even they miss.",
    controls: "",
    keys: &[(Key::Space, "show the next force law")],
    spec: &["DEMO-6-1"],
    size: (800, 600),
    ticks: 2,
    ..Demo::of::<ThrowCurves>()
};

/// The switches of the methods, in the order of [`Method::ALL`].
#[rustfmt::skip]
const SWITCHES: [&str; 9] = [
    "explicit-euler", "semi-implicit-euler", "midpoint", "heun", "runge-kutta-4", "velocity-verlet",
    "position-verlet", "leapfrog", "dormand-prince",
];
const LAW_NAMES: &[&str] = &["constant", "drag", "spring", "orbit"];
/// In the order of their names.
const LAWS: [Law; 4] = [Law::Constant, Law::Drag, Law::Spring, Law::Orbit];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Law {
    Constant,
    Drag,
    Spring,
    Orbit,
}

/// The start of a law and the window it is drawn in.
struct Scene {
    start: Motion<DVec2>,
    seconds: f64,
    x: (f32, f32),
    y: (f32, f32),
    words: &'static str,
}

fn scene(law: Law) -> Scene {
    // Place and velocity at the start, seconds, the window across and up.
    let ([px, py, vx, vy], seconds, x, y, words) = match law {
        Law::Constant => {
            let words = "roof 50 ft, thrown up at 30 ft/s, gravity 32 ft/s²";
            ([0.0, 50.0, 20.0, 30.0], 3.0, (-4.0, 66.0), (-24.0, 100.0), words)
        }
        Law::Drag => {
            let words = "the same with air: a = g - 0.5 v";
            ([0.0, 50.0, 40.0, 60.0], 4.0, (-4.0, 76.0), (-36.0, 116.0), words)
        }
        Law::Spring => {
            let words = "a spring to the middle: the true path is a circle";
            ([1.0, 0.0, 0.0, 1.0], TAU, (-2.6, 2.6), (-2.3, 2.3), words)
        }
        Law::Orbit => {
            let words = "a planet, e = 0.5: the true path is an ellipse";
            ([0.5, 0.0, 0.0, 1.732_050_8], TAU, (-2.6, 1.6), (-1.8, 1.8), words)
        }
    };
    Scene { start: Motion::new(DVec2::new(px, py), DVec2::new(vx, vy)), seconds, x, y, words }
}

fn acceleration(law: Law, p: DVec2, v: DVec2) -> DVec2 {
    match law {
        Law::Constant => DVec2::new(0.0, -32.0),
        Law::Drag => DVec2::new(0.0, -32.0) - v * 0.5,
        Law::Spring => -p,
        Law::Orbit => -p / (p.length() * p.length_squared()).max(1e-9),
    }
}

#[derive(StateHash)]
struct ThrowCurves {
    truth: Vec<DVec2>,
    paths: Vec<Vec<DVec2>>,
    shift: u32,
}

impl Sketch for ThrowCurves {
    const PARAMS: &'static [Param] = &[
        Param::number("step", 0.05, 1.0, 1.0),
        Param::choice("force", LAW_NAMES, 0),
        Param::toggle("explicit-euler", true),
        Param::toggle("semi-implicit-euler", true),
        Param::toggle("midpoint", false),
        Param::toggle("heun", true),
        Param::toggle("runge-kutta-4", true),
        Param::toggle("velocity-verlet", false),
        Param::toggle("position-verlet", false),
        Param::toggle("leapfrog", false),
        Param::toggle("dormand-prince", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let mut demo = Self { truth: Vec::new(), paths: Vec::new(), shift: 0 };
        demo.compute(stage);
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let next = stage.input().pressed(Key::Space);
        self.shift += u32::from(next);
        if next || stage.params().changed("step") || stage.params().changed("force") {
            self.compute(stage);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let law = self.law(stage);
        let plot = plot(law);
        figures::panel(canvas, AREA.grown(18.0), "");
        if matches!(law, Law::Constant | Law::Drag) {
            roof(canvas, &plot);
        } else {
            figures::disc(canvas, plot.place(0.0, 0.0), 9.0, Color::hex(0xFF_D8_66));
        }
        figures::curve(canvas, &plot, values(&self.truth), 9.0, figures::BRIGHT.with_alpha(70));
        for ((method, switch), path) in Method::ALL.into_iter().zip(SWITCHES).zip(&self.paths) {
            if stage.params().is_on(switch) {
                let color = figures::method_color(method);
                figures::curve(canvas, &plot, values(path), 2.5, color);
                let places = values(path).map(|(x, y)| plot.place(x, y));
                canvas.clip_rect(AREA, |canvas| canvas.fill(&figures::dots(places, 4.5), color));
            }
        }
        canvas.write(scene(law).words, WORDS, vec2(22.0, 26.0), vec2(0.0, 0.5), figures::BRIGHT);
        self.legend(stage, canvas);
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let law = self.law(stage);
        let plot = plot(law);
        let place = |at: DVec2| plot.place(at.x as f32, at.y as f32).clamp(AREA.min, AREA.max);
        // What pulls at the true path, drawn as long as it is beside the strongest pull.
        let pull = |at: DVec2| acceleration(law, at, DVec2::ZERO) * DVec2::new(1.0, -1.0);
        let strongest = self.truth.iter().map(|&at| pull(at).length()).fold(1e-9, f64::max);
        for &at in self.truth.iter().step_by(10) {
            marks.arrow(MarkRole::Force, place(at), (pull(at) * (40.0 / strongest)).as_vec2());
        }
        // How far each method ends from where it should.
        let end = self.truth.last().copied().unwrap_or_default();
        for at in self.paths.iter().filter_map(|path| path.last()) {
            marks.line(MarkRole::Link, place(*at), place(end));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Where the paths are drawn.
const AREA: Aabb = Aabb::new(vec2(40.0, 70.0), vec2(560.0, 560.0));

fn plot(law: Law) -> Plot {
    let Scene { x, y, .. } = scene(law);
    Plot { area: AREA, x, y }
}

fn values(path: &[DVec2]) -> impl Iterator<Item = (f32, f32)> + '_ {
    path.iter().map(|at| (at.x as f32, at.y as f32))
}

/// The house and the ground.
fn roof(canvas: &mut Canvas<'_>, plot: &Plot) {
    let (top, foot) = (plot.place(plot.x.0, 50.0), plot.place(0.0, 0.0));
    canvas.fill_rect(Aabb::new(top, foot), Color::hex(0x4A_3B_52));
    let ground = Aabb::new(plot.place(plot.x.0, 0.0), plot.place(plot.x.1, plot.y.0));
    canvas.fill_rect(ground, Color::hex(0x28_3A_33));
}

impl ThrowCurves {
    fn law(&self, stage: &Stage) -> Law {
        LAWS[(stage.params().choice("force") + self.shift) as usize % LAWS.len()]
    }

    fn compute(&mut self, stage: &Stage) {
        let law = self.law(stage);
        let (scene, dt) = (scene(law), f64::from(stage.params().number("step")));
        let force = || by_value(move |p, v| acceleration(law, p, v));
        self.paths.clear();
        for method in Method::ALL {
            let mut integrator = Integrator::new(method);
            let mut motion = scene.start.clone();
            let mut path = vec![motion.position];
            while integrator.time < scene.seconds - 1e-6 {
                let rest = dt.min(scene.seconds - integrator.time);
                integrator.step(&mut motion, rest, force());
                if integrator.rejected > 0 {
                    break;
                }
                path.push(motion.position);
            }
            self.paths.push(path);
        }
        let mut truth =
            Adaptive::new(0.0, scene.start.clone()).with_tolerance(Tolerance::both(1e-10));
        self.truth = vec![scene.start.position];
        for i in 1..=200 {
            if truth
                .integrate_to(scene.seconds * f64::from(i) / 200.0, motion_rate(force()))
                .is_ok()
            {
                self.truth.push(truth.state().position);
            }
        }
    }

    /// Names, evaluations and how far from the truth each method ends.
    fn legend(&self, stage: &Stage, canvas: &mut Canvas<'_>) {
        let corner = vec2(600.0, 76.0);
        let step = stage.params().number("step");
        canvas.write(format!("steps of {step:.2} s"), WORDS, corner, Vec2::ZERO, figures::BRIGHT);
        let end = self.truth.last().copied().unwrap_or_default();
        for (i, (method, path)) in Method::ALL.into_iter().zip(&self.paths).enumerate() {
            let on = stage.params().is_on(SWITCHES[i]);
            let color = figures::method_color(method).with_alpha(if on { 255 } else { 80 });
            let at = corner + vec2(0.0, 48.0 + 48.0 * i as f32);
            figures::disc(canvas, at + vec2(6.0, 0.0), 6.0, color);
            canvas.write(method.name(), WORDS, at + vec2(20.0, 0.0), vec2(0.0, 0.5), color);
            let error = path.last().copied().unwrap_or_default().distance(end);
            let words = format!("off by {error:.3}, order {}", method.order());
            let faint = figures::TEXT.with_alpha(if on { 255 } else { 80 });
            canvas.write(words, SMALL, at + vec2(20.0, 18.0), vec2(0.0, 0.5), faint);
        }
    }
}
