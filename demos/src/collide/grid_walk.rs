//! How a grid finds each pair once: every cell looks into itself and four neighbors ahead, never back.

use crate::Demo;
use crate::look::{INK, ORANGE, PAPER, RED, SMALL, TITLE};
use core::f32::consts::TAU;
use motile::collide::{CellSize, GridWorld, UniformGrid, pair_count};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/grid-walk",
    title: "Walking a grid",
    sees: "The dark cell walks row by row; lines show which balls it tests, in itself and in the light cells ahead of it. Right: why it need not look further, and how cells are numbered.",
    tries: "Follow the counter down to the last cell, which has nothing left to test. The cells behind have already tested this one.",
    controls: "",
    keys: &[(Key::Right, "one cell on"), (Key::Space, "deal other balls")],
    spec: &["COL-D11"],
    size: (860, 480),
    ticks: 118,
    ..Demo::of::<GridWalk>()
};

const SIDE: i32 = 5;
const CELL: f32 = 84.0;
const CORNER: Vec2 = vec2(24.0, 30.0);
const RADIUS: f32 = 20.0;
/// Right, below left, below, below right.
const AHEAD: [IVec2; 4] = [ivec2(1, 0), ivec2(-1, 1), ivec2(0, 1), ivec2(1, 1)];
/// The columns beside the grid.
const COLUMNS: [f32; 2] = [474.0, 668.0];
const LINES: Color = Color::hex(0xA9_B0_BC);
const LIGHT: Color = Color::hex(0xBF_D2_F2);

#[derive(StateHash)]
#[state(hash_only)]
struct GridWalk {
    balls: Vec<Circle>,
    #[state(skip)]
    grid: UniformGrid,
    /// Cells walked since the start, and a share of the next.
    walked: f32,
}

impl Sketch for GridWalk {
    const PARAMS: &'static [Param] =
        &[Param::number("speed", 0.0, 20.0, 4.0), Param::whole("balls", 2, 60, 22)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut walk = Self { balls: Vec::new(), grid: UniformGrid::default(), walked: 0.0 };
        walk.deal(stage);
        Ok(walk)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.params().changed("balls") || stage.input().pressed(Key::Space) {
            self.deal(stage);
        }
        self.walked += stage.params().number("speed") * tick.dt;
        if stage.input().pressed(Key::Right) {
            self.walked += 1.0;
        }
        // It rests on the last cell for a while, then starts again.
        if self.walked >= (SIDE * SIDE + 4) as f32 {
            self.walked = 0.0;
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        let index = (self.walked as i32).min(SIDE * SIDE - 1);
        let current = ivec2(index % SIDE, index / SIDE);
        let (now, done) = canvas.transformed(Affine2::from_translation(CORNER), |canvas| {
            draw_cells(canvas, current);
            self.draw_tests(canvas, index)
        });

        let [first, second] = COLUMNS;
        canvas.write(format!("cell {index}"), TITLE, vec2(first, 36.0), Vec2::ZERO, INK);
        let words = format!("column {}, row {}", current.x, current.y);
        canvas.write(words, SMALL, vec2(first, 70.0), Vec2::ZERO, INK);
        canvas.write(format!("{now} tests"), TITLE, vec2(second, 36.0), Vec2::ZERO, INK);
        let all = pair_count(self.balls.len() as u32);
        let words = format!("{done} so far,\n{all} pairs in all");
        canvas.write(words, SMALL, vec2(second, 70.0), Vec2::ZERO, INK);
        draw_reason(canvas, vec2(first, 160.0), frame.time as f32);
        draw_numbers(canvas, vec2(second, 160.0));
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for (cell, count) in self.grid.filled_cells() {
            marks.aabb(MarkRole::Cell, cell.translated(CORNER));
            marks.label(MarkRole::Cell, cell.min + CORNER + 4.0, format_args!("{count} balls"));
        }
        for (_, a, b) in self.tests() {
            let [a, b] = [a, b].map(|ball| self.balls[ball as usize].center + CORNER);
            marks.line(MarkRole::Link, a, b);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl GridWalk {
    fn deal(&mut self, stage: &mut Stage) {
        let count = stage.params().whole("balls");
        let far = Vec2::splat(SIDE as f32 * CELL);
        let place = |_| stage.rng.in_rect(Vec2::splat(RADIUS), far - RADIUS);
        self.balls = (0..count).map(place).map(|center| Circle::new(center, RADIUS)).collect();
        let area = Aabb::from_size(Vec2::ZERO, far);
        self.grid.set_world(GridWorld::Bounded(area), CellSize::Exactly(CELL));
        self.grid.rebuild_circles(&self.balls);
    }

    /// Every test with the number of the cell that makes it: the one further up, or left in one row.
    fn tests(&self) -> impl Iterator<Item = (i32, u32, u32)> + '_ {
        let cell = |ball: u32| {
            let (column, row) = self.grid.cell_of(self.balls[ball as usize].center)?;
            Some(self.grid.cell_index(column, row) as i32)
        };
        self.grid.candidates().filter_map(move |pair| {
            let (a, b) = (cell(pair.a)?, cell(pair.b)?);
            Some((a.min(b), pair.a, pair.b))
        })
    }

    /// Draws the balls and the tests of a cell; how many these are, and how many there were up to now.
    fn draw_tests(&self, canvas: &mut Canvas<'_>, index: i32) -> (usize, usize) {
        let mut done = 0;
        let mut touching = vec![false; self.balls.len()];
        let mut lines = Vec::new();
        for (cell, a, b) in self.tests().filter(|test| test.0 <= index) {
            done += 1;
            let (first, second) = (self.balls[a as usize], self.balls[b as usize]);
            let hit = first.overlaps(second);
            touching[a as usize] |= hit;
            touching[b as usize] |= hit;
            if cell == index {
                lines.push((first.center, second.center, hit));
            }
        }
        for (ball, hit) in self.balls.iter().zip(touching) {
            let color = if hit { Color::hex(0xE2_4A_3B) } else { ORANGE };
            canvas.fill(&Path::circle(ball.center, RADIUS), color.with_alpha(190));
            canvas.stroke(&Path::circle(ball.center, RADIUS), &Stroke::new(1.0), INK);
        }
        for &(from, to, hit) in &lines {
            let color = if hit { RED } else { INK };
            canvas.line(from, to, &Stroke::new(2.5).with_cap(Cap::Round), color);
            for end in [from, to] {
                canvas.fill(&Path::circle(end, 3.5), color);
            }
        }
        (lines.len(), done)
    }
}

/// The current cell dark, those it looks into light, those behind it gray.
fn draw_cells(canvas: &mut Canvas<'_>, current: IVec2) {
    for number in 0..SIDE * SIDE {
        let cell = ivec2(number % SIDE, number / SIDE);
        let area = Aabb::from_size(cell.as_vec2() * CELL, Vec2::splat(CELL));
        let color = if cell == current {
            Color::hex(0x4A_6F_B5)
        } else if AHEAD.contains(&(cell - current)) {
            LIGHT
        } else if number < current.y * SIDE + current.x {
            Color::hex(0xE4_E0_D6)
        } else {
            Color::WHITE
        };
        canvas.fill_rect(area, color);
        canvas.stroke(&Path::from(area), &Stroke::new(1.5), LINES);
    }
}

/// Two balls as wide as a cell, with a cell between their centers, come as near as they can.
fn draw_reason(canvas: &mut Canvas<'_>, corner: Vec2, time: f32) {
    let cell = 54.0;
    for column in 0..3 {
        let square = Path::rect(Aabb::from_size(
            corner + vec2(column as f32 * cell, 0.0),
            Vec2::splat(cell),
        ));
        canvas.fill(&square, if column == 1 { LIGHT } else { Color::WHITE });
        canvas.stroke(&square, &Stroke::new(1.5), LINES);
    }
    let inward = 0.25 - 0.25 * ops::cos(time * TAU / 4.0);
    let centers = [0.5 + inward, 2.5 - inward].map(|across| corner + vec2(across, 0.5) * cell);
    for center in centers {
        canvas.fill(&Path::circle(center, cell * 0.5 - 1.0), ORANGE.with_alpha(200));
        canvas.fill(&Path::circle(center, 2.5), INK);
    }
    canvas.line(centers[0], centers[1], &Stroke::new(1.5), INK);
    let apart = 2.0 - 2.0 * inward;
    let words = format!(
        "{apart:.2} cells apart\n\nA ball is at most a cell\nwide: with a cell between\ntheir centers, two balls\ncannot touch."
    );
    canvas.write(words, SMALL, corner + vec2(0.0, cell + 10.0), Vec2::ZERO, INK);
}

/// Cells in one list, row by row.
fn draw_numbers(canvas: &mut Canvas<'_>, corner: Vec2) {
    let cell = 32.0;
    for number in 0..SIDE * SIDE {
        let (column, row) = (number % SIDE, number / SIDE);
        let at = corner + vec2(column as f32, row as f32) * cell;
        let square = Path::rect(Aabb::from_size(at, Vec2::splat(cell)));
        canvas.fill(&square, if column == 3 || row == 2 { LIGHT } else { Color::WHITE });
        canvas.stroke(&square, &Stroke::new(1.5), LINES);
        let middle = at + cell * 0.5;
        canvas.write(number.to_string(), SMALL, middle, Vec2::splat(0.5), INK);
        if number == 13 {
            canvas.stroke(&Path::circle(middle, cell * 0.42), &Stroke::new(2.0), RED);
        }
    }
    let words = "column 3 of row 2\nis number 2 · 5 + 3 = 13";
    canvas.write(words, SMALL, corner + vec2(0.0, cell * 5.0 + 10.0), Vec2::ZERO, INK);
}
