//! Round tiles: the grid says which pegs are near, and a circle bounces off a circle.

use super::{art, controls, editing};
use crate::{Demo, kit, look};
use motile::math::UVec2;
use motile::prelude::*;
use motile::stage::Params;
use motile::tiles::{EditorPanel, Tile, TileLayer, TileSheet, TileSpace};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/peg-board",
    title: "Peg board",
    sees: "Balls fall through a staggered field of round tiles and gather in slots below; each ball looks at the four cells around it and at no other peg.",
    tries: "Hold the pointer: the large ball with the star follows it and ricochets. Make the pegs smaller, or let nothing be lost in a bounce. The other field is the classic one: big buttons, and the star alone.",
    controls: "Hold to pull the large ball. Or take a gamepad.",
    keys: &[
        (Key::Left, "push the large ball left"),
        (Key::Right, "push the large ball right"),
        (Key::Up, "push it up"),
        (Key::Down, "push it down"),
        (Key::Space, "all balls again"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-D5", "TILE-D18", "TILE-24"],
    size: (640, 512),
    ticks: 360,
    ..Demo::of::<PegBoard>()
};

const SIDE: f32 = 64.0;
const PEG: Tile = Tile::new(1);
const BALLS: usize = 120;
const BALL: f32 = 7.0;
const STAR: f32 = 24.0;
const GRAVITY: f32 = 500.0;
/// What the slots at the foot have kept, one for each column.
const SLOTS: usize = 10;

#[derive(Clone, Copy, StateHash)]
#[state(hash_only)]
struct Ball {
    place: Vec2,
    velocity: Vec2,
    radius: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct PegBoard {
    balls: Vec<Ball>,
    star: Ball,
    slots: [u32; SLOTS],
    pegs: TileLayer,
    panel: EditorPanel,
}

impl Sketch for PegBoard {
    const PARAMS: &'static [Param] = &[
        Param::number("peg", 8.0, 32.0, 20.0),
        Param::number("bounce", 0.0, 1.0, 0.55),
        Param::choice("field", &["pegs", "buttons"], 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let disc = |_, x: i32, y: i32| {
            let far = vec2(x as f32, y as f32).distance(Vec2::splat(16.0));
            (far < 12.0).then_some(look::HAZE)
        };
        let sheet = TileSheet::new(&art::sheet(1, disc)?, UVec2::splat(art::SIDE))?;
        let mut board = Self {
            balls: Vec::new(),
            star: Ball { place: vec2(330.0, 30.0), velocity: Vec2::ZERO, radius: STAR },
            slots: [0; SLOTS],
            pegs: TileLayer::new(SLOTS as u32, 8)?,
            panel: EditorPanel::new(&sheet, [PEG]),
        };
        board.lay(has_buttons(stage.params()));
        board.refill(stage);
        Ok(board)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let space = TileSpace::square(SIDE);
        if editing::edit(&mut self.panel, &mut self.pegs, space, stage, tick).is_some() {
            return;
        }
        if tick.params.changed("field") {
            self.lay(has_buttons(tick.params));
        }
        if controls::goes(tick.input) || tick.params.changed("field") {
            self.slots = [0; SLOTS];
            self.refill(stage);
        }
        let (peg, bounce) = (peg_radius(tick.params), tick.params.number("bounce"));
        let size = stage.size();
        for ball in &mut self.balls {
            ball.velocity.y += GRAVITY * tick.dt;
            ball.step(&self.pegs, peg, bounce, size, tick.dt);
            if ball.place.y > size.y - 40.0 {
                let slot = (ball.place.x / SIDE) as usize;
                self.slots[slot.min(SLOTS - 1)] += 1;
                *ball = fresh(&mut stage.rng, -10.0);
            }
        }
        let pull = match tick.input.pointer.held_at() {
            Some(pointer) => (pointer - self.star.place) * 6.0,
            None => controls::way(tick.input) * 600.0,
        };
        self.star.velocity += pull * tick.dt;
        self.star.velocity *= 0.98;
        self.star.step(&self.pegs, peg, 0.9, size, tick.dt);
        self.star.place.y = self.star.place.y.min(size.y - STAR);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let radius = peg_radius(stage.params());
        let space = TileSpace::square(SIDE);
        for (cell, _) in self.pegs.tiles() {
            kit::disc(canvas, space.center_of(cell), radius, look::HAZE);
        }
        let most = self.slots.iter().copied().max().unwrap_or(0).max(1);
        for (slot, &count) in self.slots.iter().enumerate() {
            let height = 90.0 * count as f32 / most as f32;
            let foot = vec2(slot as f32 * SIDE + 6.0, stage.size().y);
            let bar = Aabb::new(foot - vec2(0.0, height), foot + vec2(SIDE - 12.0, 0.0));
            canvas.fill_rect(bar, look::BLUE.with_alpha(160));
        }
        for ball in &self.balls {
            kit::disc(canvas, ball.place, ball.radius, look::ORANGE);
        }
        kit::disc(canvas, self.star.place, STAR, look::TEAL);
        canvas.fill(&Path::star(self.star.place, 5, 18.0, 8.0, -0.31), look::SNOW);
        self.panel.draw(canvas, space, stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl PegBoard {
    fn refill(&mut self, stage: &mut Stage) {
        self.balls.clear();
        for index in 0..if has_buttons(stage.params()) { 0 } else { BALLS } {
            self.balls.push(fresh(&mut stage.rng, -4.0 * index as f32));
        }
    }

    /// Odd columns in odd rows, even columns in even ones.
    fn lay(&mut self, buttons: bool) {
        for (x, y) in (0..8).flat_map(|y| (0..SLOTS as i32).map(move |x| (x, y))) {
            let rows = if buttons { 2..=6 } else { 1..=6 };
            let inside = rows.contains(&y) && (1..9).contains(&x);
            let peg = if inside && (x + y) % 2 == 0 { PEG } else { Tile::EMPTY };
            self.pegs.set(x, y, peg);
        }
    }
}

fn has_buttons(params: &Params) -> bool {
    params.choice("field") == 1
}

/// Buttons fill their cells.
fn peg_radius(params: &Params) -> f32 {
    if has_buttons(params) { SIDE / 2.0 } else { params.number("peg") }
}

/// A ball above the middle of the board.
fn fresh(rng: &mut Rng, y: f32) -> Ball {
    Ball { place: vec2(320.0 + rng.range(-24.0..24.0), y), velocity: Vec2::ZERO, radius: BALL }
}

impl Ball {
    /// Moves, bounces off the walls and off the pegs in the cells its box is in.
    fn step(&mut self, pegs: &TileLayer, peg: f32, bounce: f32, size: Vec2, dt: f32) {
        self.place += self.velocity * dt;
        let inside = self.place.x.clamp(self.radius, size.x - self.radius);
        if inside != self.place.x {
            self.place.x = inside;
            self.velocity.x *= -bounce;
        }
        let space = TileSpace::square(SIDE);
        let near = space.cells_in(Aabb::from_center(self.place, Vec2::splat(self.radius)));
        for y in near.y..near.bottom() as i32 {
            for x in near.x..near.right() as i32 {
                if pegs.get(x, y) == PEG {
                    self.bounce_off(space.center_of(ivec2(x, y)), peg, bounce);
                }
            }
        }
    }

    /// Out along the line of centers; the velocity is mirrored, and loses a part of what went into the peg.
    fn bounce_off(&mut self, center: Vec2, radius: f32, bounce: f32) {
        let away = self.place - center;
        let depth = self.radius + radius - away.length();
        if depth <= 0.0 {
            return;
        }
        let normal = if away == Vec2::ZERO { Vec2::NEG_Y } else { away.normalized() };
        self.place += normal * depth;
        let into = self.velocity.dot(normal);
        if into < 0.0 {
            self.velocity -= normal * into * (1.0 + bounce);
        }
    }
}
