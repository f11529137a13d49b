//! Breakout without touching anything: wave on the left and the paddle goes left.

use super::eye::{self, Eye};
use crate::look::{GOLD, GREEN, MIST, RED, SNOW};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::classic::{DifferenceTracker, paddle_step};
use motile::sense::sight::{CameraScene, MotionTracker};
use motile::sense::{SeenSense, SenseAxis, SenseShape, Source, StageSenses};

pub(super) const DEMO: Demo = Demo {
    id: "sense/hand-breakout",
    title: "Breakout by hand",
    sees: "A hand waves before a camera; a paddle follows the motion and plays a ball against a wall of bricks.",
    tries: "Lead the hand yourself. Then take the rule of the book: motion over the whole picture counts as left.",
    controls: "Hold to lead the hand.",
    keys: &[(Key::Space, "a new game")],
    takes_drags: true,
    spec: &["DEMO-5-20"],
    ticks: 240,
    ..Demo::of::<HandBreakout>()
};

const COLUMNS: usize = 10;
const ROWS: usize = 5;
const BRICK: Vec2 = vec2(60.0, 20.0);
const WALL: Vec2 = vec2(20.0, 54.0);
const PADDLE: Vec2 = vec2(120.0, 16.0);
const PADDLE_Y: f32 = 420.0;
const RADIUS: f32 = 9.0;
/// Pixels a second of the ball, and of the paddle at the edge of the picture.
const BALL_SPEED: f32 = 270.0;
const PADDLE_SPEED: f32 = 700.0;
/// The senses of a real camera: on which side something moves, mirrored, how much, and where its box ends.
const SIDE: u32 = 0;
const AMOUNT: u32 = 1;
const BOX_END: u32 = 2;

#[derive(StateHash)]
#[state(hash_only)]
struct HandBreakout {
    eye: Eye,
    /// Made of the pictures.
    #[state(skip)]
    motion: MotionTracker,
    #[state(skip)]
    classic: DifferenceTracker,
    /// Where the motion wants the paddle to go, −1…1.
    wish: f32,
    paddle: f32,
    ball: Vec2,
    velocity: Vec2,
    bricks: [bool; COLUMNS * ROWS],
    lost: u32,
}

impl Sketch for HandBreakout {
    const PARAMS: &'static [Param] = &[
        Param::choice("rule", &Rule::NAMES, 0),
        Param::number("dead-zone", 0.0, 0.5, 0.08),
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let eye = Eye::new(stage, CameraScene::Hand)?;
        eye.dim(stage, 0.55);
        let senses = stage.senses();
        senses.see(SIDE, SeenSense::MotionX, SenseAxis::new(1.0, 0.0));
        senses.see(AMOUNT, SeenSense::Motion, SenseShape::Plain);
        senses.see(BOX_END, SeenSense::MotionRight, SenseShape::Plain);
        stage.background = Color::BLACK;
        let mut game = Self {
            eye,
            motion: MotionTracker::default(),
            classic: DifferenceTracker::default(),
            wish: 0.0,
            paddle: 320.0,
            ball: Vec2::ZERO,
            velocity: Vec2::ZERO,
            bricks: [true; COLUMNS * ROWS],
            lost: 0,
        };
        game.serve();
        Ok(game)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Space) || !self.bricks.contains(&true) {
            self.bricks = [true; COLUMNS * ROWS];
            self.lost = 0;
            self.serve();
        }
        let player = self.player(tick.time as f32);
        self.eye.look_at(stage, &tick, Some(player));
        if self.eye.is_fresh {
            if let Err(error) = self.classic.see(&self.eye.made_up.picture) {
                stage.fail(error);
            }
            self.motion.see(&self.eye.made_up);
            self.wish = match Rule::ALL[tick.params.choice("rule") as usize] {
                Rule::Middle => self.motion.side(tick.params.number("dead-zone")),
                Rule::Book => paddle_step(self.classic.bounds(), eye::WIDTH) / 20.0,
            };
        }
        // Part of the input, and so of recordings, as the pictures of the camera are not.
        let mut amount = self.motion.level();
        if let Some(side) = tick.input.sense(SIDE).value {
            self.wish = match Rule::ALL[tick.params.choice("rule") as usize] {
                Rule::Middle => beyond(side, tick.params.number("dead-zone")),
                // The mirror makes the end of the box its left edge.
                Rule::Book => match tick.input.sense(BOX_END).value {
                    Some(end) if end > 0.5 => -1.0,
                    Some(_) => 1.0,
                    None => 0.0,
                },
            };
            amount = tick.input.sense(AMOUNT).value.unwrap_or(0.0);
        }
        // Who waves more is faster.
        let speed = PADDLE_SPEED * (0.5 + amount / 20.0).min(1.0);
        self.paddle = (self.paddle + self.wish * speed * tick.dt)
            .clamp(PADDLE.x / 2.0, 640.0 - PADDLE.x / 2.0);
        self.fly(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, _) in self.bricks.iter().enumerate().filter(|(_, whole)| **whole) {
            let color = kit::hue(index / COLUMNS, ROWS + 1);
            canvas.fill(&Path::round_rect(brick(index).grown(-2.0), 4.0), color);
        }
        if let Some(area) = self.moved(stage) {
            canvas.stroke(&Path::rect(area), &Stroke::new(2.0), RED);
        }
        canvas.fill(&Path::round_rect(self.paddle_box(), 8.0), SNOW);
        kit::disc(canvas, self.ball, RADIUS, GOLD);
        let from = vec2(320.0, 456.0);
        canvas.line(from, from + vec2(self.wish * 200.0, 0.0), &kit::round(6.0), GREEN);
        self.eye.label(canvas);
        let left = self.bricks.iter().filter(|whole| **whole).count();
        let words = format!("{left} bricks left, {} balls lost", self.lost);
        canvas.write(words, crate::look::SMALL, vec2(630.0, 23.0), vec2(1.0, 0.5), MIST);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        let view = Affine2::from_scale(Vec2::splat(eye::SCALE));
        kit::marks_in(view, marks, |marks| self.motion.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// How motion moves the paddle.
#[derive(Clone, Copy)]
enum Rule {
    /// By the middle of the motion, faster at the edge.
    Middle,
    /// By the left edge of its box, all or nothing.
    Book,
}

impl Rule {
    const NAMES: [&str; 2] = ["middle of the motion", "left edge, as in the book"];
    const ALL: [Self; 2] = [Self::Middle, Self::Book];
}

/// A side of which what is near the middle counts as the middle.
fn beyond(side: f32, dead_zone: f32) -> f32 {
    (side.abs() - dead_zone).max(0.0) / (1.0 - dead_zone) * side.signum()
}

impl HandBreakout {
    /// The box of what moves, on the stage.
    fn moved(&self, stage: &Stage) -> Option<Aabb> {
        let real = stage.find_senses().filter(|senses| senses.camera.is_live());
        let found = real.map_or(&self.motion, |senses| &senses.eye.motion);
        let (area, luma) = (found.seen().bounds, found.luma());
        let size = vec2(luma.width() as f32, luma.height() as f32);
        let (corner, sides) =
            (vec2(area.x as f32, area.y as f32), vec2(area.width as f32, area.height as f32));
        let [min, max] = [corner, corner + sides].map(|at| at / size);
        // What is made up is mirrored already.
        let (left, right) =
            if real.is_some() { (1.0 - max.x, 1.0 - min.x) } else { (min.x, max.x) };
        let place = |x: f32, y: f32| eye::on_stage(vec2(x, y));
        (!area.is_empty()).then(|| Aabb::new(place(left, min.y), place(right, max.y)))
    }

    fn serve(&mut self) {
        self.ball = vec2(320.0, 260.0);
        self.velocity = vec2(0.45, 0.9).normalized() * BALL_SPEED;
    }

    /// Who plays while nobody else does: a hand that trembles on the side where the paddle should go.
    fn player(&self, time: f32) -> Vec2 {
        let side = ((self.ball.x - self.paddle) / PADDLE.x).clamp(-1.0, 1.0);
        vec2(0.5 + 0.36 * side + 0.03 * ops::sin(time * 21.0), 0.42)
    }

    fn paddle_box(&self) -> Aabb {
        Aabb::from_center(vec2(self.paddle, PADDLE_Y), PADDLE / 2.0)
    }

    /// Moves the ball off walls, paddle and bricks.
    fn fly(&mut self, dt: f32) {
        self.ball += self.velocity * dt;
        let (x, y) = (self.ball.x, self.ball.y);
        if !(RADIUS..=640.0 - RADIUS).contains(&x) {
            self.velocity.x = self.velocity.x.abs() * if x < RADIUS { 1.0 } else { -1.0 };
        }
        if y < RADIUS {
            self.velocity.y = self.velocity.y.abs();
        }
        if self.velocity.y > 0.0 && self.paddle_box().grown(RADIUS).contains(self.ball) {
            // Where it meets the paddle decides where it goes.
            let part = (x - self.paddle) / PADDLE.x * 1.6;
            self.velocity = vec2(part, -1.0).normalized() * BALL_SPEED;
        }
        if y > 480.0 + RADIUS {
            self.lost += 1;
            self.serve();
        }
        let ball = self.ball;
        let hit = (0..COLUMNS * ROWS)
            .find(|&index| self.bricks[index] && brick(index).grown(RADIUS).contains(ball));
        if let Some(index) = hit {
            self.bricks[index] = false;
            let off = (ball - brick(index).center()) / BRICK;
            if off.x.abs() > off.y.abs() {
                self.velocity.x = self.velocity.x.abs() * off.x.signum();
            } else {
                self.velocity.y = self.velocity.y.abs() * off.y.signum();
            }
        }
    }
}

fn brick(index: usize) -> Aabb {
    let cell = vec2((index % COLUMNS) as f32, (index / COLUMNS) as f32);
    Aabb::from_size(WALL + cell * BRICK, BRICK)
}
