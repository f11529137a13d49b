//! A run of a demo, written down.

use motile::prelude::*;
use motile_demos::{Demo, UnknownDemo, find};

/// A demo with its knobs, its seed and its speed: all that makes a run the same again. It is read from a link and
/// written as one, or as a command.
#[derive(Clone, Debug)]
pub struct Run {
    /// The demo.
    pub demo: &'static Demo,
    /// The knobs that are not where they begin, by name.
    pub knobs: Vec<(&'static str, f32)>,
    /// The seed; without one each launch has another.
    pub seed: Option<u64>,
    /// Simulated seconds per real second.
    pub speed: f32,
    /// What was passed over while a link was read: knobs that the demo does not have, and values that they cannot have.
    pub ignored: Vec<String>,
}

/// Names of seed and speed in links. No knob is called so, as their names have no capitals.
const SEED: &str = "Seed";
const SPEED: &str = "Speed";
/// What starts the gallery in the project's folder.
const PROGRAM: &str = "cargo run --release --";
/// Fastest run that a link may ask for.
const FASTEST: f32 = 3.0;

impl Run {
    /// A demo as it begins.
    pub const fn new(demo: &'static Demo) -> Self {
        Self { demo, knobs: Vec::new(), seed: None, speed: 1.0, ignored: Vec::new() }
    }

    /// Reads a link, such as `steer/flock?count=77&Speed=0.5&Seed=5`. Choices may be numbers or words.
    ///
    /// # Errors
    /// When there is no such demo. What else is wrong is in [`Run::ignored`]: a link of yesterday opens its demo.
    pub fn parse(link: &str) -> Result<Self, UnknownDemo> {
        let (id, query) = link.split_once('?').unwrap_or((link, ""));
        let mut run = Self::new(find(id)?);
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            if !run.set(name, value) {
                run.ignored.push(part.into());
            }
        }
        Ok(run)
    }

    /// What a player of a demo is like now.
    pub fn of(demo: &'static Demo, player: &Player) -> Self {
        let mut run = Self::new(demo);
        for (param, value) in player.params().iter() {
            run.turn(param, value);
        }
        (run.seed, run.speed) = (Some(player.seed()), player.speed());
        run
    }

    /// Sets what a part of a link says; whether that is possible.
    fn set(&mut self, name: &str, value: &str) -> bool {
        match name {
            SEED => {
                self.seed = value.parse().ok().or(self.seed);
                self.seed.is_some()
            }
            SPEED => match value.parse::<f32>() {
                Ok(speed) if (0.0..=FASTEST).contains(&speed) => {
                    self.speed = speed;
                    true
                }
                _ => false,
            },
            _ => {
                let Some(param) = self.demo.params.iter().find(|param| param.name == name) else {
                    return false;
                };
                match param.parse(value) {
                    Ok(value) => self.turn(param, value),
                    Err(_) => return false,
                }
                true
            }
        }
    }

    /// Notes the value of a knob. A button is pressed for a moment: it is no part of a run.
    fn turn(&mut self, param: &Param, value: f32) {
        self.knobs.retain(|knob| knob.0 != param.name);
        if value != param.default_value() && param.kind != motile::stage::ParamKind::Button {
            self.knobs.push((param.name, value));
        }
    }

    /// How the demo is started: its size, the knobs, and the seed if there is one.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::new(self.demo.size.0, self.demo.size.1);
        settings.seed = self.seed;
        self.knobs
            .iter()
            .fold(settings, |settings, (name, value)| settings.with_param(name, &value.to_string()))
    }

    /// Starts the demo with [`Run::settings`], or with those as the host has completed them, at the speed of the run.
    ///
    /// # Errors
    /// What the demo's setup returns.
    pub fn start(&self, settings: &Settings) -> motile::Result<Player> {
        let mut player = (self.demo.start)(settings)?;
        player.set_speed(self.speed);
        Ok(player)
    }

    /// The link that leads here.
    pub fn link(&self) -> String {
        let knobs = self.knobs.iter().map(|(name, value)| format!("{name}={value}"));
        let speed = (self.speed != 1.0).then(|| format!("{SPEED}={}", self.speed));
        let seed = self.seed.map(|seed| format!("{SEED}={seed}"));
        let parts: Vec<String> = knobs.chain(speed).chain(seed).collect();
        let mark = if parts.is_empty() { "" } else { "?" };
        format!("{}{mark}{}", self.demo.id, parts.join("&"))
    }

    /// The command that opens it in a window, for the folder of the project.
    pub fn command(&self) -> String {
        let seed = self.seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
        let speed =
            if self.speed == 1.0 { String::new() } else { format!(" --speed {}", self.speed) };
        let knobs = self.knobs.iter().map(|(name, value)| format!(" --set {name}={value}"));
        format!("{PROGRAM} play {}{seed}{speed}{}", self.demo.id, knobs.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "steer/flock?count=77&rule=1&Speed=0.5&Seed=5";

    #[test]
    fn a_link_is_read_started_and_written_again() {
        let run = Run::parse("steer/flock?Seed=5&count=77&Speed=0.5&rule=as described").unwrap();
        assert_eq!(run.link(), LINK);
        assert!(run.ignored.is_empty());
        assert_eq!(
            run.command(),
            "cargo run --release -- play steer/flock --seed 5 --speed 0.5 --set count=77 --set rule=1"
        );
        let player = run.start(&run.settings()).unwrap();
        assert_eq!((player.params().number("count"), player.seed()), (77.0, 5));
        assert_eq!(Run::of(run.demo, &player).link(), LINK);
    }

    #[test]
    fn a_link_that_says_nothing_is_the_demo_as_it_begins() {
        let run = Run::parse("stage/fountain").unwrap();
        assert_eq!(
            (run.link(), run.command()),
            ("stage/fountain".into(), "cargo run --release -- play stage/fountain".into())
        );
        assert_eq!(run.settings().seed, None, "another run each time");
    }

    #[test]
    fn what_a_link_cannot_say_is_passed_over() {
        let run =
            Run::parse("steer/flock?count=-5&sped=1&Seed=x&Speed=NaN&Speed=99&&count").unwrap();
        assert_eq!(run.ignored, ["count=-5", "sped=1", "Seed=x", "Speed=NaN", "Speed=99", "count"]);
        assert_eq!(run.link(), "steer/flock");
        assert!(Run::parse("no/such-demo?count=5").is_err());
    }

    #[test]
    fn a_knob_at_its_beginning_and_a_button_leave_no_trace() {
        let mut run = Run::parse("steer/flock?count=77").unwrap();
        let default =
            run.demo.params.iter().find(|param| param.name == "count").unwrap().default_value();
        assert!(run.set("count", &default.to_string()) && run.knobs.is_empty());
        assert!(run.set("scatter", "1") && run.knobs.is_empty());
    }

    #[test]
    fn knobs_of_all_demos_survive_a_link() {
        for demo in motile_demos::all() {
            let mut run = Run::new(demo);
            for param in demo.params {
                assert!(
                    param
                        .name
                        .chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                );
                run.turn(param, param.range().1);
            }
            assert_eq!(Run::parse(&run.link()).unwrap().knobs, run.knobs, "{}", run.link());
        }
    }
}
