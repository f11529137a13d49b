//! Snow that settles on your outline: edges of the camera's picture are ground for as long as they stay.

use super::eye::{self, Eye};
use crate::look::MIST;
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::classic::OneSidedEdges;
use motile::sense::sight::{BitPlane, CameraScene, EdgeFacing, EdgeFinder, LumaPlane};

pub(super) const DEMO: Demo = Demo {
    id: "sense/snow",
    title: "Snow on your shoulders",
    sees: "Snow falls in a room and settles on the head, the arms and the shelf; raised arms shake it off.",
    tries: "Look at the edges behind it. Take the one-sided edges of the book: only bright above dark holds snow.",
    controls: "Hold to lead the left hand.",
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
/// Strength of an edge that holds snow: more than the grain of a wall has.
const STRONG: u8 = 48;

/// A flake, in pixels of the picture.
#[derive(StateHash)]
struct Snowflake {
    position: Vec2,
    drift: f32,
    /// Seconds that it lies.
    rest: f32,
    size: f32,
}

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
}

impl Sketch for Snow {
    const PARAMS: &'static [Param] = &[
        Param::number("snowfall", 0.0, 8.0, 4.0),
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
        };
        snow.see(stage, Ground::Level, View::Picture);
        Ok(snow)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let ground = Ground::ALL[tick.params.choice("ground") as usize];
        if self.eye.look(stage, &tick) {
            self.see(stage, ground, View::ALL[tick.params.choice("view") as usize]);
        }
        let births = tick.params.number("snowfall");
        let whole = births as u32 + u32::from(stage.rng.chance(births.fract()));
        for _ in 0..whole.min((MOST - self.flakes.len().min(MOST)) as u32) {
            let position = vec2(stage.rng.range(0.0..eye::WIDTH as f32), 0.0);
            let size = stage.rng.range(1.8..3.4);
            self.flakes.push(Snowflake { position, drift: 0.0, rest: 0.0, size });
        }
        self.fall(&mut stage.rng, tick.dt, ground);
        let melted = tick.params.number("melts-after");
        self.flakes.retain(|flake| flake.rest < melted && flake.position.y < eye::HEIGHT as f32);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let melted = stage.params().number("melts-after");
        for flake in &self.flakes {
            let left = (1.0 - flake.rest / melted).clamp(0.0, 1.0);
            let size = Vec2::splat(flake.size * (0.4 + 0.6 * left));
            let area = Aabb::from_center(flake.position * eye::SCALE, size);
            canvas.fill(&Path::round_rect(area, flake.size), Color::WHITE.with_alpha(225));
        }
        self.eye.label(canvas);
        let lying = self.flakes.iter().filter(|flake| flake.rest > 0.0).count();
        kit::foot_caption(
            canvas,
            format!("{} flakes, {lying} of them lie", self.flakes.len()),
            MIST,
        );
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
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
    /// first: they lie below.
    fn fall(&mut self, rng: &mut Rng, dt: f32, ground: Ground) {
        self.pile.clear();
        for flake in &mut self.flakes {
            let (x, y) = (flake.position.x as i32, flake.position.y as i32);
            let edge = match ground {
                Ground::Level => self.edges.mask().get(x, y),
                Ground::OneSided => self.classic.is_edge(x, y),
            };
            if edge || self.pile.get(x, y + 1) {
                flake.rest += dt;
                self.pile.set(x, y, true);
                continue;
            }
            flake.drift = (flake.drift + rng.range(-0.1..0.1)) * 0.95;
            // A little less than a row a tick, so that no thin edge is missed.
            flake.position += vec2(flake.drift * 0.5, 0.9);
        }
    }
}
