//! The graph of an ease, the graph of its speed, and the movement they mean.

use super::figures;
use crate::{Demo, look::WORDS};
use motile::anim::ease::{Oscillation, StepJump, Wave, stepped};
use motile::anim::{Direction, Ease, Family, Spring};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/ease-visualizer",
    title: "Ease visualizer",
    sees: "On the left an ease, on the right its speed; a dot runs along both, and a ball below moves as they say.",
    tries: "Choose back or elastic and turn their knobs. Compare expo with expo-exact at the very start.",
    controls: "",
    spec: &["D10-28", "TWEEN-4", "TWEEN-6", "TWEEN-7", "TWEEN-8", "TWEEN-10"],
    size: (900, 500),
    ticks: 21,
    ..Demo::of::<EaseVisualizer>()
};

const FAMILIES: &[&str] = &[
    "linear",
    "quad",
    "cubic",
    "quart",
    "quint",
    "sextic",
    "sine",
    "expo",
    "expo-exact",
    "circ",
    "back",
    "elastic",
    "bounce",
    "steps",
    "stepped-cubic",
    "bezier",
    "spring",
    "random",
    "oscillate-sine",
    "oscillate-absolute",
    "oscillate-sawtooth",
    "oscillate-pulse",
    "sampled",
    "custom",
    "power",
    "elastic-exact",
    "steps-jump-none",
];

/// A curve that the parameters complete.
#[derive(Clone, Copy, PartialEq)]
enum Curve {
    Plain(Family),
    Back,
    Elastic,
    Steps(StepJump),
    SteppedCubic,
    Bezier,
    Spring,
    Random,
    Oscillate(Wave),
    Sampled,
    Smoothstep,
    Power,
    ElasticExact,
}

/// What the names stand for.
const CURVES: [Curve; 27] = [
    Curve::Plain(Family::Linear),
    Curve::Plain(Family::Quad),
    Curve::Plain(Family::Cubic),
    Curve::Plain(Family::Quart),
    Curve::Plain(Family::Quint),
    Curve::Plain(Family::Sextic),
    Curve::Plain(Family::Sine),
    Curve::Plain(Family::Expo),
    Curve::Plain(Family::ExpoExact),
    Curve::Plain(Family::Circ),
    Curve::Back,
    Curve::Elastic,
    Curve::Plain(Family::Bounce),
    Curve::Steps(StepJump::End),
    Curve::SteppedCubic,
    Curve::Bezier,
    Curve::Spring,
    Curve::Random,
    Curve::Oscillate(Wave::Sine),
    Curve::Oscillate(Wave::AbsoluteSine),
    Curve::Oscillate(Wave::Sawtooth),
    Curve::Oscillate(Wave::Pulse { width: 0.5 }),
    Curve::Sampled,
    Curve::Smoothstep,
    Curve::Power,
    Curve::ElasticExact,
    Curve::Steps(StepJump::None),
];

impl Curve {
    /// With the numbers that the knobs say.
    fn family(self, params: &motile::stage::Params) -> Family {
        let (amplitude, period) = (params.number("amplitude"), params.number("period"));
        match self {
            Self::Plain(family) => family,
            Self::Back => Family::Back { overshoot: params.number("overshoot") },
            Self::Elastic => Family::Elastic { amplitude, period },
            Self::ElasticExact => Family::ElasticExact { amplitude, period },
            Self::Steps(jump) => Family::Steps { count: params.whole("steps") as u32, jump },
            Self::SteppedCubic => Family::Cubic,
            Self::Bezier => {
                let [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(|name| params.number(name));
                Ease::bezier(x1, y1, x2, y2).family
            }
            Self::Spring => Family::Spring(Spring::with_frequency(1.0, params.number("damping"))),
            Self::Random => Family::Random { min: 0.2, max: 0.8, seed: 7 },
            Self::Oscillate(wave) => {
                Family::Oscillate(Oscillation::new(wave, params.number("cycles")))
            }
            Self::Sampled => Family::Sampled(SAMPLES),
            Self::Smoothstep => Ease::custom(|t| t * t * (3.0 - 2.0 * t)).family,
            Self::Power => Family::Power { exponent: params.number("exponent") },
        }
    }

    /// Whether the ease has a name of its own.
    fn is_named(self) -> bool {
        !matches!(
            self,
            Self::Spring | Self::Random | Self::Oscillate(_) | Self::Sampled | Self::Smoothstep
        )
    }
}
const DIRECTIONS: &[&str] = &["in", "out", "in-out", "out-in"];

/// A stumble, as somebody might have drawn it.
const SAMPLES: &[f32] = &[0.0, 0.05, 0.22, 0.45, 0.38, 0.35, 0.62, 0.93, 1.08, 1.04, 1.0];
/// Seconds of the movement and of the rest after it.
const LENGTH: f32 = 2.0;
const REST: f32 = 0.6;
const LEFT: Aabb = Aabb::new(vec2(70.0, 66.0), vec2(430.0, 376.0));
const RIGHT: Aabb = Aabb::new(vec2(520.0, 66.0), vec2(870.0, 376.0));

#[derive(StateHash)]
#[state(hash_only)]
struct EaseVisualizer {
    #[state(skip)]
    ease: Ease,
    /// Steps that the ease is rounded to; 0 for none.
    steps: u32,
    name: String,
    /// Progress, 0…1, and what the ease makes of it.
    t: f32,
    value: f32,
}

impl Sketch for EaseVisualizer {
    const PARAMS: &'static [Param] = &[
        Param::choice("family", FAMILIES, 11),
        Param::choice("direction", DIRECTIONS, 1),
        Param::number("overshoot", 0.0, 5.0, 1.70158),
        Param::number("amplitude", 1.0, 3.0, 1.0),
        Param::number("period", 0.1, 1.0, 0.3),
        Param::whole("steps", 1, 20, 10),
        Param::number("x1", 0.0, 1.0, 0.34),
        Param::number("y1", -1.0, 2.0, 1.56),
        Param::number("x2", 0.0, 1.0, 0.64),
        Param::number("y2", -1.0, 2.0, 1.0),
        Param::number("damping", 0.05, 2.0, 0.3),
        Param::number("cycles", 0.5, 8.0, 2.0),
        Param::number("exponent", 0.25, 8.0, 2.5),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Ok(Self { ease: Ease::LINEAR, steps: 0, name: String::new(), t: 0.0, value: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let direction = Direction::ALL[params.choice("direction") as usize];
        let place = params.choice("family") as usize;
        let curve = CURVES[place];
        self.ease = Ease::new(curve.family(params), direction);
        self.name = if curve.is_named() { self.ease.to_string() } else { FAMILIES[place].into() };
        self.steps = 0;
        if curve == Curve::SteppedCubic {
            self.steps = params.whole("steps") as u32;
            self.name = format!("stepped({}, {})", self.ease, self.steps);
        }
        self.t = (tick.time as f32 % (LENGTH + REST) / LENGTH).min(1.0);
        self.value = self.at(self.t);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let speed = |t: f32| {
            let (low, high) = ((t - 2e-3).max(0.0), (t + 2e-3).min(1.0));
            (self.at(high) - self.at(low)) / (high - low)
        };
        let progress =
            format!("t {:.2}   value {:.3}   speed {:.2}", self.t, self.value, speed(self.t));
        figures::heading(canvas, &self.name, &progress);
        let samples = || (0..=100).map(|i| i as f32 / 100.0);
        let most = samples().map(|t| speed(t).abs()).fold(2.0, f32::max).min(14.0);
        let least = samples().map(speed).fold(0.0, f32::min).max(-14.0);
        let graph = figures::graph(LEFT, -0.45, 1.45);
        let velocity = figures::graph(RIGHT, least * 1.1 - 0.05 * most, most * 1.1);

        for (plot, levels) in [(graph, [0.0, 1.0]), (velocity, [0.0, most.floor()])] {
            figures::panel(canvas, plot.area.grown(8.0), figures::PANEL);
            for level in levels {
                figures::level(canvas, &plot, level);
                let at = plot.place(0.0, level) - vec2(16.0, 0.0);
                canvas.write(format!("{level}"), WORDS, at, vec2(1.0, 0.5), figures::MUTED);
            }
        }
        figures::curve(canvas, &graph, |t| self.at(t), 3.0, figures::BLUE);
        figures::curve(canvas, &velocity, speed, 3.0, figures::RED);
        figures::disc(canvas, graph.place(self.t, self.value), 8.0, figures::BLUE);
        let fast = speed(self.t).clamp(velocity.y.0, velocity.y.1);
        figures::disc(canvas, velocity.place(self.t, fast), 8.0, figures::RED);
        figures::label(canvas, "value over time", vec2(250.0, 398.0), figures::MUTED);
        figures::label(canvas, "speed over time", vec2(695.0, 398.0), figures::MUTED);
        self.draw_track(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl EaseVisualizer {
    fn at(&self, t: f32) -> f32 {
        match stepped(self.ease, self.steps) {
            Ok(rounded) => rounded(t),
            Err(_) => self.ease.at(t),
        }
    }

    /// A ball on its way, with traces at equal times.
    fn draw_track(&self, canvas: &mut Canvas<'_>) {
        let place = |t: f32| vec2(250.0 + 400.0 * self.at(t), 452.0);
        canvas.line(place(0.0), vec2(650.0, 452.0), &Stroke::new(2.0), figures::FAINT);
        for step in 0..=24 {
            let ghost = Path::circle(place(step as f32 / 24.0), 17.0);
            canvas.stroke(&ghost, &Stroke::new(1.0), figures::BLUE.with_alpha(80));
        }
        figures::disc(canvas, place(self.t), 18.0, figures::BLUE);
    }
}
