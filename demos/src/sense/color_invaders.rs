//! Invaders steered by a color: hold something orange before the camera, and the ship is where it is.

use super::eye::{self, Eye};
use crate::look::{GOLD, MIST, ORANGE, SNOW, TEAL};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::sight::{CameraScene, ColorTarget, ColorTracker, SteadyPoint};
use motile::sense::{SeenSense, SenseShape, StageSenses};

pub(super) const DEMO: Demo = Demo {
    id: "sense/color-invaders",
    title: "Invaders by color",
    sees: "An orange ball swings before a camera; a ship below follows it and shoots at rows of invaders.",
    tries: "Lead the ball to where the invaders are. Turn up the noise: the ship stays steady.",
    controls: "Hold to lead the ball.",
    keys: &[(Key::Space, "a new game")],
    takes_drags: true,
    spec: &["DEMO-5-16"],
    ticks: 230,
    ..Demo::of::<ColorInvaders>()
};

const COLUMNS: usize = 9;
const ROWS: usize = 4;
const GAP: Vec2 = vec2(50.0, 38.0);
const SHIP_Y: f32 = 436.0;
/// Seconds between shots, and pixels a second that they fly.
const RELOAD: f32 = 0.35;
const SHOT_SPEED: f32 = 460.0;
/// The senses that tell where a real camera sees the color, and how much of it.
const ACROSS: u32 = 0;
const DOWN: u32 = 1;
const SHARE: u32 = 2;

/// What an invader looks like: bits of eleven columns, from top to bottom.
const INVADER: [u16; 8] = [
    0b00100000100,
    0b00010001000,
    0b00111111100,
    0b01101110110,
    0b11111111111,
    0b10111111101,
    0b10100000101,
    0b00011011000,
];

#[derive(StateHash)]
#[state(hash_only)]
struct ColorInvaders {
    eye: Eye,
    /// Made of the pictures.
    #[state(skip)]
    tracker: ColorTracker,
    #[state(skip)]
    steady: SteadyPoint,
    /// Where the color is on the stage, while it is seen.
    #[state(skip)]
    color: Option<Vec2>,
    ship: f32,
    invaders: [bool; COLUMNS * ROWS],
    /// The corner of the first invader, and which way all go.
    fleet: Vec2,
    speed: f32,
    shots: Vec<Vec2>,
    reload: f32,
    hits: u32,
    games: u32,
}

impl Sketch for ColorInvaders {
    const PARAMS: &'static [Param] =
        &[Param::whole("noise", 0, 31, 6), Param::number("reload", 0.1, 1.0, RELOAD), eye::REAL];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let eye = Eye::new(stage, CameraScene::Ball)?;
        eye.dim(stage, 0.45);
        stage.background = Color::BLACK;
        let tracker = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
        let senses = stage.senses();
        senses.eye.colors = tracker.clone();
        senses.see(ACROSS, SeenSense::ColorX(0), SenseShape::Plain);
        senses.see(DOWN, SeenSense::ColorY(0), SenseShape::Plain);
        senses.see(SHARE, SeenSense::ColorShare(0), SenseShape::Plain);
        Ok(Self {
            eye,
            tracker,
            steady: SteadyPoint::default(),
            color: None,
            ship: 320.0,
            invaders: [true; COLUMNS * ROWS],
            fleet: vec2(60.0, 56.0),
            speed: 36.0,
            shots: Vec::new(),
            reload: 0.0,
            hits: 0,
            games: 1,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.eye.camera.noise = tick.params.whole("noise") as u8;
        self.eye.look(stage, &tick);
        let fresh = self.eye.is_fresh;
        if fresh {
            self.tracker.see(&self.eye.made_up);
        }
        // What a real camera tells is part of the input, and so of recordings, as its pictures are not. Mirrored.
        let sense = |number: u32| tick.input.sense(number).value;
        let is_real = sense(SHARE).is_some();
        self.color = if is_real {
            sense(ACROSS).zip(sense(DOWN)).map(|(x, y)| eye::on_stage(vec2(1.0 - x, y)))
        } else {
            self.tracker.center(0).map(eye::on_stage)
        };
        self.steady.update(self.color.filter(|_| fresh || is_real), tick.dt);
        if let Some(at) = self.steady.get() {
            self.ship += (at.x.clamp(20.0, 620.0) - self.ship) * (tick.dt * 10.0).min(1.0);
        }
        self.march(tick.dt);
        self.shoot(tick.dt, tick.params.number("reload"));
        let landed = self.standing().any(|area| area.max.y > SHIP_Y - 20.0);
        if tick.input.pressed(Key::Space) || landed || !self.invaders.contains(&true) {
            self.again();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, area) in self.indexed() {
            let color = if index / COLUMNS < 2 { TEAL } else { GOLD };
            invader(canvas, area.min, color);
        }
        for &shot in &self.shots {
            canvas.line(shot, shot - vec2(0.0, 12.0), &kit::round(4.0), SNOW);
        }
        let ship = vec2(self.ship, SHIP_Y);
        let hull = [
            vec2(-24.0, 14.0),
            vec2(-18.0, -2.0),
            vec2(0.0, -20.0),
            vec2(18.0, -2.0),
            vec2(24.0, 14.0),
        ];
        canvas.fill(&Path::polygon(&hull.map(|corner| ship + corner)), SNOW);
        if let Some(at) = self.color {
            kit::ring(canvas, at, 44.0, ORANGE);
            let thread = Stroke::new(2.0);
            canvas.line(
                at + vec2(0.0, 44.0),
                ship - vec2(0.0, 20.0),
                &thread,
                ORANGE.with_alpha(110),
            );
        }
        self.eye.label(canvas);
        let words = format!("game {}, {} hit", self.games, self.hits);
        canvas.write(words, crate::look::SMALL, vec2(630.0, 23.0), vec2(1.0, 0.5), MIST);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        let view = Affine2::from_scale(Vec2::splat(eye::SCALE));
        kit::marks_in(view, marks, |marks| self.tracker.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl ColorInvaders {
    fn again(&mut self) {
        self.invaders = [true; COLUMNS * ROWS];
        (self.fleet, self.speed) = (vec2(60.0, 56.0), 36.0);
        self.shots.clear();
        self.hits = 0;
        self.games += 1;
    }

    /// The invaders that are left, with where they are.
    fn indexed(&self) -> impl Iterator<Item = (usize, Aabb)> {
        let fleet = self.fleet;
        let left = self.invaders.into_iter().enumerate().filter(|(_, left)| *left);
        left.map(move |(index, _)| {
            let cell = vec2((index % COLUMNS) as f32, (index / COLUMNS) as f32);
            (index, Aabb::from_size(fleet + cell * GAP, vec2(33.0, 24.0)))
        })
    }

    fn standing(&self) -> impl Iterator<Item = Aabb> {
        self.indexed().map(|(_, area)| area)
    }

    /// Sideways to the wall, then down a step and back.
    fn march(&mut self, dt: f32) {
        self.fleet.x += self.speed * dt;
        let outside = self
            .standing()
            .any(|area| if self.speed > 0.0 { area.max.x > 625.0 } else { area.min.x < 15.0 });
        if outside {
            self.speed = -self.speed * 1.06;
            self.fleet.y += 12.0;
        }
    }

    fn shoot(&mut self, dt: f32, reload: f32) {
        self.reload -= dt;
        if self.reload <= 0.0 {
            self.reload = reload;
            self.shots.push(vec2(self.ship, SHIP_Y - 24.0));
        }
        for shot in &mut self.shots {
            shot.y -= SHOT_SPEED * dt;
        }
        let mut shots = core::mem::take(&mut self.shots);
        shots.retain(|&shot| {
            let hit = self.indexed().find(|(_, area)| area.grown(2.0).contains(shot));
            if let Some((index, _)) = hit {
                self.invaders[index] = false;
                self.hits += 1;
            }
            hit.is_none() && shot.y > -12.0
        });
        self.shots = shots;
    }
}

fn invader(canvas: &mut Canvas<'_>, corner: Vec2, color: Color) {
    for (row, bits) in INVADER.iter().enumerate() {
        for column in (0..11).filter(|column| bits >> column & 1 == 1) {
            let at = corner + vec2(column as f32, row as f32) * 3.0;
            canvas.fill_rect(Aabb::from_size(at, Vec2::splat(3.0)), color);
        }
    }
}
