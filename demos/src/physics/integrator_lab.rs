//! The integrator lab: the same pendulum, planet or stiff spring under every method, with its energy.

use super::figures::{self, Plot};
use crate::Demo;
use crate::look::{SMALL, WORDS};
use motile::math::DVec2;
use motile::physics::{Lab, Model, Run};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/integrator-lab",
    title: "Integrator lab",
    sees: "Nine methods carry the same planet around its sun, each with the energy it gains or loses; the white ring is where the planet truly is.",
    tries: "Choose the pendulum and the stiff spring. Lengthen the step until one method after the other fails; then look at who keeps energy at any step.",
    controls: "",
    keys: &[(Key::Space, "start again")],
    spec: &["PHYS-13", "PHYS-51", "WEAK-6-3"],
    size: (960, 640),
    ticks: 320,
    ..Demo::of::<IntegratorLab>()
};

const PLANET: &str = "planet";
const PENDULUM: &str = "pendulum";
const MODELS: &[&str] = &[PLANET, PENDULUM, "stiff spring"];
const TRAIL: usize = 260;
/// Values of an energy plot.
const VALUES: u32 = 600;

#[derive(StateHash)]
#[state(hash_only)]
struct IntegratorLab {
    lab: Lab,
    trails: Vec<Vec<DVec2>>,
    /// Seconds that are due but not simulated.
    due: f64,
}

impl Sketch for IntegratorLab {
    const PARAMS: &'static [Param] = &[
        Param::choice("model", MODELS, 0),
        Param::number("step", 0.005, 0.3, 0.05),
        Param::number("eccentricity", 0.0, 0.9, 0.6),
        Param::number("spring-speed", 1.0, 60.0, 20.0),
        Param::number("time-lapse", 0.2, 10.0, 4.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let params = stage.params();
        let model = match MODELS[params.choice("model") as usize] {
            PLANET => Model::Kepler(f64::from(params.number("eccentricity"))),
            PENDULUM => Model::Pendulum,
            _ => Model::Spring(f64::from(params.number("spring-speed"))),
        };
        let lab = Lab::new(model, f64::from(params.number("step")), VALUES);
        let trails = lab.runs.iter().map(|run| vec![run.motion.position]).collect();
        Ok(Self { lab, trails, due: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let names = ["model", "step", "eccentricity", "spring-speed"];
        if stage.input().pressed(Key::Space)
            || names.iter().any(|name| stage.params().changed(name))
        {
            self.rebuild(stage);
        }
        self.due += f64::from(tick.dt * stage.params().number("time-lapse"));
        while self.due >= self.lab.dt {
            self.due -= self.lab.dt;
            self.lab.step();
            for (trail, run) in self.trails.iter_mut().zip(&self.lab.runs) {
                if trail.len() == TRAIL {
                    trail.remove(0);
                }
                trail.push(run.motion.position);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, (run, trail)) in self.lab.runs.iter().zip(&self.trails).enumerate() {
            let corner = corner(index);
            let area = Aabb::from_size(corner, vec2(306.0, 200.0));
            let color = figures::method_color(run.method());
            figures::panel(canvas, area, "");
            let name = run.method().name();
            canvas.write(name, WORDS, corner + vec2(12.0, 16.0), vec2(0.0, 0.5), color);
            let words = if run.failed {
                "left the numbers".into()
            } else {
                energy_words(run.energy.last().unwrap_or(0.0))
            };
            let end = corner + vec2(294.0, 16.0);
            canvas.write(words, SMALL, end, vec2(1.0, 0.5), figures::TEXT);
            let view = view(index);
            canvas.clip_rect(view, |canvas| self.draw_motion(canvas, view, run, trail, color));
            let inner = Aabb::from_size(corner + vec2(12.0, 150.0), vec2(282.0, 42.0));
            draw_energy(canvas, inner, run, color);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        // Each panel has its own method; the lines of all of them from one truth are in every one.
        for index in 0..self.lab.runs.len() {
            let view = view(index);
            marks.aabb(MarkRole::Bounds, view);
            self.lab.mark(|at| self.place(view, at).clamp(view.min, view.max), marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The corner of the panel of a method.
fn corner(index: usize) -> Vec2 {
    vec2(12.0, 12.0) + vec2((index % 3) as f32, (index / 3) as f32) * vec2(315.0, 208.0)
}

/// The part of its panel in which a method moves.
fn view(index: usize) -> Aabb {
    Aabb::from_size(corner(index) + vec2(6.0, 30.0), vec2(294.0, 112.0))
}

fn energy_words(change: f32) -> String {
    let percent = change * 100.0;
    if percent.abs() > 1e4 {
        format!("energy {percent:+.0e} %")
    } else {
        format!("energy {percent:+.4} %")
    }
}

/// Energy over time between half and one and a half times that of the start.
fn draw_energy(canvas: &mut Canvas<'_>, area: Aabb, run: &Run, color: Color) {
    let count = run.energy.len().max(VALUES / 4) as f32;
    let plot = Plot { area, x: (0.0, count), y: (-0.5, 0.5) };
    canvas.line(plot.place(0.0, 0.0), plot.place(count, 0.0), &Stroke::HAIRLINE, figures::FAINT);
    let points = run.energy.iter().enumerate().map(|(i, change)| (i as f32, change));
    figures::curve(canvas, &plot, points, 1.8, color);
}

impl IntegratorLab {
    /// Where a position of the model is in a view.
    fn place(&self, view: Aabb, at: DVec2) -> Vec2 {
        match self.lab.model() {
            Model::Pendulum => {
                let (sin, cos) = ops::sin_cos(at.x as f32);
                pivot(view) + vec2(sin, cos) * 48.0
            }
            Model::Spring(_) => view.center() + vec2(at.x as f32 * 60.0, 0.0),
            _ => view.center() + vec2(18.0, 0.0) + at.as_vec2() * 44.0,
        }
    }

    fn draw_motion(
        &self,
        canvas: &mut Canvas<'_>,
        view: Aabb,
        run: &Run,
        trail: &[DVec2],
        color: Color,
    ) {
        let place = |at: DVec2| self.place(view, at);
        let (at, truth) = (place(run.motion.position), place(self.lab.truth().position));
        let path = || -> Vec<Vec2> {
            let far = Vec2::splat(5000.0);
            trail.iter().map(|&at| place(at).clamp(-far, far)).collect()
        };
        match self.lab.model() {
            Model::Pendulum => {
                canvas.stroke(&Path::polyline(&path()), &figures::round(1.5), color.with_alpha(70));
                canvas.line(pivot(view), at, &figures::round(3.0), figures::TEXT);
                figures::disc(canvas, at, 9.0, color);
                figures::ring(canvas, truth, 12.0, figures::BRIGHT);
            }
            Model::Spring(_) => {
                let wall = vec2(view.min.x + 14.0, view.center().y);
                let at = at.min(view.max + 60.0);
                let coil = |i: u8| {
                    let side = if i.is_multiple_of(2) { 9.0 } else { -9.0 };
                    wall.lerp(at, f32::from(i) / 18.0) + vec2(0.0, side)
                };
                let coils: Vec<Vec2> = (0..=18).map(coil).collect();
                canvas.stroke(&Path::polyline(&coils), &figures::round(1.5), figures::TEXT);
                figures::disc(canvas, at, 14.0, color);
                figures::ring(canvas, truth, 17.0, figures::BRIGHT);
            }
            _ => {
                canvas.stroke(&Path::polyline(&path()), &figures::round(1.5), color);
                figures::disc(canvas, place(DVec2::ZERO), 6.0, Color::hex(0xFF_D8_66));
                figures::disc(canvas, at, 5.0, color);
                figures::ring(canvas, truth, 8.0, figures::BRIGHT);
            }
        }
    }
}

/// What the pendulum of a view hangs from.
fn pivot(view: Aabb) -> Vec2 {
    vec2(view.center().x, view.min.y + 50.0)
}
