//! Snow that settles on your outline: edges of the camera's picture are ground for as long as they stay.

use super::eye::{self, Eye};
use super::flake::{Kind, Snowflake};
use crate::look::MIST;
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::classic::OneSidedEdges;
use motile::sense::sight::{BitPlane, CameraScene, EdgeFacing, EdgeFinder, LumaPlane};

pub(super) const DEMO: Demo = Demo {
    id: "sense/snow",
    title: "Snow on your shoulders",
    sees: "Snow falls in a room and settles on the head, the arms and the shelf; raised arms shake it off.",
    tries: "Let butterflies or marbles come instead. Look at the edges behind it. Take the one-sided edges of the book: only bright above dark holds snow. \
            What a real camera sees is in no recording of the demo.",
    controls: "Hold to lead the left hand.",
    takes_drags: true,
    spec: &["DEMO-5-21", "DEMO-5-22"],
    ticks: 225,
    ..Demo::of::<Snow>()
};

/// What shows behind the snow.
#[derive(Clone, Copy)]
enum View {
    Picture,
    Edges,
}

impl View {
    const NAMES: [&str; 2] = ["picture", "edges"];
    const ALL: [Self; 2] = [Self::Picture, Self::Edges];
}

/// Which edges hold snow.
#[derive(Clone, Copy, PartialEq)]
enum Ground {
    /// All level edges, thin.
    Level,
    /// Bright above dark, as in the book.
    OneSided,
}

impl Ground {
    const NAMES: [&str; 2] = ["level edges", "one-sided, as in the book"];
    const ALL: [Self; 2] = [Self::Level, Self::OneSided];
}

/// Most flakes at a time.
const MOST: usize = 1500;
/// Longest way of a flake in a step, in pixels: a little less than a row, so that no thin edge is missed.
const STEP: f32 = 0.9;
/// Strength of an edge that holds snow: more than the grain of a wall has.
const STRONG: u8 = 48;

#[derive(StateHash)]
#[state(hash_only)]
struct Snow {
    eye: Eye,
    /// Made of the pictures.
    #[state(skip)]
    luma: LumaPlane,
    #[state(skip)]
    edges: EdgeFinder,
    #[state(skip)]
    classic: OneSidedEdges,
    /// Where snow lies; made of the flakes.
    #[state(skip)]
    pile: BitPlane,
    flakes: Vec<Snowflake>,
    /// Flakes that are due, with the fraction of one.
    due: f32,
    /// Of its own: how often chance is asked follows from the pictures.
    rng: Rng,
}

impl Sketch for Snow {
    const PARAMS: &'static [Param] = &[
        Param::choice("falls", &Kind::NAMES, 0),
        Param::number("a-second", 0.0, 480.0, 240.0),
        Param::number("melts-after", 1.0, 20.0, 8.0),
        Param::choice("ground", &Ground::NAMES, 0),
        Param::choice("view", &View::NAMES, 0),
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let eye = Eye::new(stage, CameraScene::Person)?;
        let mut edges = EdgeFinder::new(EdgeFacing::Level);
        edges.threshold = STRONG;
        let mut snow = Self {
            eye,
            luma: LumaPlane::default(),
            edges,
            classic: OneSidedEdges::default(),
            pile: BitPlane::new(eye::WIDTH, eye::HEIGHT),
            flakes: Vec::new(),
            due: 0.0,
            rng: stage.rng.fork(),
        };
        snow.see(stage, Ground::Level, View::Picture);
        Ok(snow)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let ground = Ground::ALL[tick.params.choice("ground") as usize];
        if self.eye.look(stage, &tick) {
            self.see(stage, ground, View::ALL[tick.params.choice("view") as usize]);
        }
        let kind = Kind::ALL[tick.params.choice("falls") as usize];
        if tick.params.changed("falls") {
            self.flakes.clear();
        }
        self.due += tick.params.number("a-second") * kind.share() * tick.dt;
        for _ in 0..self.due as u32 {
            if self.flakes.len() < MOST {
                let position = vec2(self.rng.range(0.0..eye::WIDTH as f32), 0.0);
                let size = self.rng.range(1.8..3.4);
                self.flakes.push(Snowflake { position, drift: 0.0, rest: 0.0, size, age: 0.0 });
            }
        }
        self.due = self.due.fract();
        let steps = (kind.speed() * tick.dt / STEP).ceil().clamp(1.0, 8.0);
        for _ in 0..steps as u32 {
            self.fall(tick.dt / steps, ground, kind);
        }
        let melted = tick.params.number("melts-after");
        self.flakes.retain(|flake| flake.rest < melted && flake.position.y < eye::HEIGHT as f32);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let melted = stage.params().number("melts-after");
        let kind = Kind::ALL[stage.params().choice("falls") as usize];
        for flake in &self.flakes {
            let left = (1.0 - flake.rest / melted).clamp(0.0, 1.0);
            flake.draw(canvas, kind, left);
        }
        self.eye.label(canvas);
        let lying = self.flakes.iter().filter(|flake| flake.rest > 0.0).count();
        kit::foot_caption(
            canvas,
            format!("{}: {}, {lying} of them lie", Kind::NAMES[kind as usize], self.flakes.len()),
            MIST,
        );
    }

    fn hash(&self, hash: &mut StateHash) {
        self.eye.live.hash(self, hash);
    }
}

impl Snow {
    fn see(&mut self, stage: &mut Stage, ground: Ground, view: View) {
        let picture = &self.eye.frame.picture;
        self.luma.read(picture);
        self.edges.see(&self.luma);
        if ground == Ground::OneSided
            && let Err(error) = self.classic.see(picture)
        {
            stage.fail(error);
        }
        if matches!(view, View::Edges) {
            let mut shown = picture.clone();
            shown.fill(Color::BLACK);
            match (ground, self.classic.view()) {
                (Ground::OneSided, Some(edges)) => shown.blit(edges, 0, 0),
                _ => self.edges.mask().paint(&mut shown, Color::hex(0x7F_C8_FF)),
            }
            self.eye.show(stage, &shown);
        }
    }

    /// Flakes on the ground, or on snow that lies, lie; the others fall, and drift a little to and fro. The oldest come
    /// first: they lie below. Marbles roll on to where nothing holds them.
    fn fall(&mut self, dt: f32, ground: Ground, kind: Kind) {
        self.pile.clear();
        let (edges, classic) = (self.edges.mask(), &self.classic);
        let is_edge = |x: i32, y: i32| match ground {
            Ground::Level => edges.get(x, y),
            Ground::OneSided => classic.is_edge(x, y),
        };
        // A random walk that is damped: in a second a twentieth of a drift is left.
        let (kept, jolt) = (ops::exp(-3.0 * dt), 0.8 * dt.sqrt());
        for flake in &mut self.flakes {
            flake.age += dt;
            let (x, y) = (flake.position.x as i32, flake.position.y as i32);
            if is_edge(x, y) || self.pile.get(x, y + 1) {
                flake.rest += dt;
                self.pile.set(x, y, true);
                if kind == Kind::Marbles {
                    let open = |side: i32| !is_edge(x + side, y) && !is_edge(x + side, y + 1);
                    flake.position.x += f32::from(i8::from(open(1)) - i8::from(open(-1))) * STEP;
                }
                continue;
            }
            flake.drift = (flake.drift + self.rng.range(-jolt..jolt)) * kept;
            let sway = match kind {
                Kind::Snow => flake.drift * 30.0,
                Kind::Butterflies => ops::sin(flake.age * 4.0 + flake.size * 9.0) * 40.0,
                Kind::Marbles => 0.0,
            };
            flake.position += vec2(sway, kind.speed()) * dt;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_5_16_snow_has_a_cap_and_melts() {
        let mut player = Player::new::<Snow>(&DEMO.settings(1)).unwrap();
        player.set_param("a-second", 480.0).unwrap();
        player.set_param("melts-after", 20.0).unwrap();
        player.run_ticks(900);
        let count = |player: &Player| player.sketch::<Snow>().map_or(0, |snow| snow.flakes.len());
        let most = count(&player);
        assert!((500..=MOST).contains(&most), "{most} flakes");
        player.set_param("a-second", 0.0).unwrap();
        player.run_ticks(60 * 25);
        assert_eq!(count(&player), 0, "what lies melts, and what falls falls out of the picture");
    }
}
