//! How a grid finds each pair once: every cell looks into itself and four neighbors ahead, never back.

use crate::Demo;
use motile::collide::{CellSize, GridWorld, UniformGrid};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/grid-walk",
    title: "Walking a grid",
    sees: "The dark cell walks row by row; lines show which balls it tests, in itself and in the light cells ahead of it.",
    tries: "Follow the counter down to the last cell, which has nothing left to test. The cells behind have already tested this one.",
    controls: "",
    keys: &[(Key::Right, "one cell on"), (Key::Space, "deal other balls")],
    spec: &["COL-D11"],
    ticks: 118,
    ..Demo::of::<GridWalk>()
};

const SIDE: i32 = 5;
const CELL: f32 = 84.0;
const CORNER: Vec2 = vec2(24.0, 30.0);
const RADIUS: f32 = 20.0;
/// Right, below left, below, below right.
const AHEAD: [IVec2; 4] = [ivec2(1, 0), ivec2(-1, 1), ivec2(0, 1), ivec2(1, 1)];
const INK: Color = Color::hex(0x2C_35_48);
const RED: Color = Color::hex(0xC8_2F_2F);

struct GridWalk {
    balls: Vec<Circle>,
    grid: UniformGrid,
    /// Cells walked since the start, and a share of the next.
    walked: f32,
}

impl Sketch for GridWalk {
    const PARAMS: &'static [Param] =
        &[Param::number("speed", 0.0, 20.0, 4.0), Param::whole("balls", 2, 60, 22)];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = Color::hex(0xF5_F2_EA);
        let mut walk = Self { balls: Vec::new(), grid: UniformGrid::default(), walked: 0.0 };
        walk.deal(stage);
        walk
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

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let index = (self.walked as i32).min(SIDE * SIDE - 1);
        let current = ivec2(index % SIDE, index / SIDE);
        let ahead = AHEAD.map(|step| current + step);

        canvas.set_transform(Affine2::from_translation(CORNER));
        for number in 0..SIDE * SIDE {
            let cell = ivec2(number % SIDE, number / SIDE);
            let area = Aabb::from_size(cell.as_vec2() * CELL, Vec2::splat(CELL));
            let color = if cell == current {
                Color::hex(0x4A_6F_B5)
            } else if ahead.contains(&cell) {
                Color::hex(0xBF_D2_F2)
            } else if number < index {
                Color::hex(0xE4_E0_D6)
            } else {
                Color::WHITE
            };
            canvas.fill_rect(area, color);
            canvas.stroke(&Path::from(area), &Stroke::new(1.5), Color::hex(0xA9_B0_BC));
            let paint = if cell == current { Color::WHITE } else { Color::hex(0x8A_92_A2) };
            canvas.write(number.to_string(), 13.0, area.min + 5.0, Vec2::ZERO, paint);
            if cell == ivec2(3, 2) {
                // Column 3 of row 2 is number 2 · 5 + 3.
                canvas.stroke(
                    &Path::circle(area.min + vec2(13.0, 13.0), 11.0),
                    &Stroke::new(1.5),
                    RED,
                );
            }
        }

        // Pairs come cell by cell, so those of cells walked before are the first.
        let (mut done, mut now) = (0, 0);
        let mut touching = vec![false; self.balls.len()];
        let mut lines = Vec::new();
        for (cell, a, b) in self.tests() {
            if cell > index {
                continue;
            }
            done += 1;
            let (first, second) = (self.balls[a as usize], self.balls[b as usize]);
            let hit = first.overlaps(second);
            touching[a as usize] |= hit;
            touching[b as usize] |= hit;
            if cell == index {
                now += 1;
                lines.push((first.center, second.center, hit));
            }
        }
        for (ball, hit) in self.balls.iter().zip(touching) {
            let color = if hit { Color::hex(0xE2_4A_3B) } else { Color::hex(0xF2_B1_34) };
            canvas.fill(&Path::circle(ball.center, RADIUS), color.with_alpha(190));
            canvas.stroke(&Path::circle(ball.center, RADIUS), &Stroke::new(1.0), INK);
        }
        for (from, to, hit) in lines {
            let color = if hit { Color::hex(0xB0_12_12) } else { INK };
            canvas.line(from, to, &Stroke::new(2.5).with_cap(Cap::Round), color);
            for end in [from, to] {
                canvas.fill(&Path::circle(end, 3.5), color);
            }
        }
        canvas.set_transform(Affine2::IDENTITY);

        let count = self.balls.len();
        let lines = [
            (24.0, format!("cell {index}")),
            (15.0, format!("column {}, row {}", current.x, current.y)),
            (15.0, format!("{} · {SIDE} + {} = {index}", current.y, current.x)),
            (24.0, format!("{now} tests")),
            (15.0, format!("{done} so far,")),
            (15.0, format!("{} pairs in all", count * (count - 1) / 2)),
        ];
        let mut y = 44.0;
        for (size, words) in lines {
            y += if size > 20.0 { 22.0 } else { 0.0 };
            canvas.write(words, size, vec2(468.0, y), Vec2::ZERO, INK);
            y += size + 9.0;
        }
        draw_reason(canvas, vec2(468.0, 330.0));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.balls);
        hash.write(&self.walked);
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
}

/// Two balls with a cell between them cannot touch.
fn draw_reason(canvas: &mut Canvas<'_>, corner: Vec2) {
    let cell = 48.0;
    for column in 0..3 {
        let corner = corner + vec2(column as f32 * cell, 0.0);
        let square = Path::rect(corner, Vec2::splat(cell));
        canvas.stroke(&square, &Stroke::new(1.5), Color::hex(0xA9_B0_BC));
    }
    for x in [cell, cell * 2.0] {
        let disc = Path::circle(corner + vec2(x, cell * 0.5), cell * 0.5 - 1.0);
        canvas.fill(&disc, Color::hex(0xF2_B1_34).with_alpha(190));
        canvas.fill(&Path::circle(corner + vec2(x, cell * 0.5), 2.5), INK);
    }
    canvas.write("with a cell between,", 15.0, corner + vec2(0.0, 58.0), Vec2::ZERO, INK);
    canvas.write("balls cannot touch", 15.0, corner + vec2(0.0, 78.0), Vec2::ZERO, INK);
}
