//! One flow field leads thousands of walkers: the way is computed once for all of them, not once for each.

use super::board::{Board, Brush, Carry, GOAL, PAPER, WALL, heat};
use crate::Demo;
use crate::look::WORDS;
use motile::path::{FlowField, PathGrid, generate};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/crowd",
    title: "Crowd on a flow field",
    sees: "Thousands of walkers stream through caves to one place; the colors of the ground are its distance.",
    tries: "Move the goal and watch the streams turn. Close a passage.",
    controls: "Drag the goal; drag elsewhere to build walls.",
    takes_drags: true,
    spec: &["PATH-D11", "PATH-X12", "PATH-N7", "K-35"],
    ticks: 180,
    ..Demo::of::<Crowd>()
};

const BOARD: Board = Board::new(0.0, 0.0, 10.0);
const WIDTH: i32 = 64;
const HEIGHT: i32 = 48;

#[derive(StateHash)]
struct Walker {
    /// In cells.
    at: Vec2,
    /// Cells a second.
    speed: f32,
    color: Color,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Crowd {
    grid: PathGrid,
    /// Made of the grid and the goal.
    #[state(skip)]
    flow: FlowField,
    walkers: Vec<Walker>,
    goal: IVec2,
    brush: Brush,
    carry: Carry,
    arrived: u32,
}

impl Sketch for Crowd {
    const PARAMS: &'static [Param] = &[Param::whole("walkers", 100, 10_000, 5_000)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let goal = ivec2(46, 20);
        let mut grid = generate::caves(WIDTH as u32, HEIGHT as u32, 0.4, 4, &mut stage.rng)?;
        grid.fill(IRect::new(goal.x - 2, goal.y - 2, 5, 5), true);
        let mut demo = Self {
            grid,
            flow: FlowField::new(),
            walkers: Vec::new(),
            goal,
            brush: Brush::default(),
            carry: Carry::default(),
            arrived: 0,
        };
        demo.lead();
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let changed = match self.carry.drag(BOARD, stage.input(), self.goal) {
            Some(cell) => self.move_goal(cell),
            None => self.brush.drag(BOARD, &mut self.grid, stage.input(), &[self.goal]).is_some(),
        };
        if changed {
            self.lead();
        }

        let count = stage.params().whole("walkers") as usize;
        self.walkers.truncate(count);
        while self.walkers.len() < count {
            let walker = Walker::somewhere(&self.grid, &mut stage.rng);
            self.walkers.push(walker);
        }
        for walker in &mut self.walkers {
            walker.step(&self.grid, &self.flow, tick.dt);
            let cell = walker.at.as_ivec2();
            if cell == self.goal {
                self.arrived += 1;
            }
            if cell == self.goal || !self.grid.is_walkable(cell) {
                *walker = Walker::somewhere(&self.grid, &mut stage.rng);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let far = self.grid.unit() as f32 * 60.0;
        BOARD.paint(canvas, &self.grid, |cell| match self.flow.distances().cost(cell) {
            _ if !self.grid.is_walkable(cell) => WALL,
            Some(cost) => heat(cost as f32 / far),
            None => Color::hex(0xC9_C4_B8),
        });
        for walker in &self.walkers {
            let at = walker.at * BOARD.cell - 1.5;
            canvas.fill_rect(Aabb::from_size(at, Vec2::splat(3.0)), walker.color);
        }
        BOARD.mark(canvas, self.goal, GOAL);
        let plate = Path::round_rect(Aabb::from_size(vec2(8.0, 446.0), vec2(330.0, 26.0)), 6.0);
        canvas.fill(&plate, WALL.with_alpha(220));
        let words = format!("{} walkers, one field, {} arrived", self.walkers.len(), self.arrived);
        canvas.write(words, WORDS, vec2(18.0, 459.0), vec2(0.0, 0.5), Color::WHITE);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.flow.mark(BOARD.origin, BOARD.cell, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Crowd {
    /// Whether the goal can be and was not there.
    fn move_goal(&mut self, cell: IVec2) -> bool {
        let moved = cell != self.goal && self.grid.is_walkable(cell);
        if moved {
            self.goal = cell;
        }
        moved
    }

    /// The distance of every cell to the goal, and from it the direction of every cell.
    fn lead(&mut self) {
        self.flow.compute(&self.grid, &[self.goal]);
    }
}

impl Walker {
    fn somewhere(grid: &PathGrid, rng: &mut Rng) -> Self {
        let mut places =
            (0..50).map(|_| rng.in_rect(Vec2::ZERO, vec2(WIDTH as f32, HEIGHT as f32)));
        let at = places.find(|at| grid.is_walkable(at.as_ivec2())).unwrap_or_default();
        let speed = rng.range(4.0..9.0);
        let color = Color::oklch(rng.range(0.3..0.55), 0.16, rng.range(-0.2..0.9));
        Self { at, speed, color }
    }

    fn step(&mut self, grid: &PathGrid, flow: &FlowField, dt: f32) {
        // Blended directions cut corners smoothly; against a wall the cell's own direction leads on.
        let cell = self.at.as_ivec2();
        let center = cell.as_vec2() + 0.5;
        let along = flow.direction(cell) + (center - self.at) * 0.5;
        for way in [flow.direction_at(self.at), along] {
            let to = self.at + way.normalize_or_zero() * self.speed * dt;
            if way != Vec2::ZERO && grid.is_walkable(to.floor().as_ivec2()) {
                self.at = to;
                return;
            }
        }
    }
}
