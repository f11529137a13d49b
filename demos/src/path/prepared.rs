//! A prepared map answers each walker's only question, where next, in microseconds: nobody plans, nobody stores a path.

use super::board::{Board, Brush, GROUND, PAPER, WALL, dot};
use crate::Demo;
use crate::look::WORDS;
use motile::path::{PathGrid, PreparedMap, PreparedSearch};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/prepared",
    title: "Next steps of many walkers",
    sees: "Hundreds of walkers cross a town, each to a place of its own; lines are the ways of ten of them.",
    tries: "Close a street: the map is repaired, and the next steps lead round it. Press M for the corners that see each other.",
    controls: "Drag to build walls or to tear them down.",
    takes_drags: true,
    spec: &["PATH-X10"],
    size: (640, 480),
    ticks: 180,
    ..Demo::of::<Town>()
};

const BOARD: Board = Board::new(0.0, 0.0, 5.0);
const WIDTH: u32 = 128;
const HEIGHT: u32 = 96;
/// Cells from one block of houses to the next.
const BLOCK: i32 = 16;
/// Walkers whose way is drawn.
const SHOWN: usize = 10;
/// Ticks that a step to the next cell takes.
const STEP_TICKS: u64 = 4;

#[derive(StateHash)]
struct Walker {
    at: IVec2,
    before: IVec2,
    goal: IVec2,
    color: Color,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Town {
    grid: PathGrid,
    /// Made of the grid.
    #[state(skip)]
    map: PreparedMap,
    #[state(skip)]
    search: PreparedSearch,
    walkers: Vec<Walker>,
    brush: Brush,
    ticks: u64,
    arrived: u32,
    /// Walkers who had nowhere to go at their last step.
    stuck: u32,
}

impl Sketch for Town {
    const PARAMS: &'static [Param] = &[Param::whole("walkers", 10, 2000, 400)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut grid = PathGrid::new(WIDTH, HEIGHT)?;
        for block in 0..(WIDTH as i32 / BLOCK) * (HEIGHT as i32 / BLOCK) {
            let columns = WIDTH as i32 / BLOCK;
            let corner = ivec2(block % columns, block / columns) * BLOCK + 2;
            let size = [(); 2].map(|()| 7 + stage.rng.below(7));
            grid.fill(IRect::new(corner.x, corner.y, size[0], size[1]), false);
        }
        let mut map = PreparedMap::new();
        map.prepare(&grid).ok()?;
        Ok(Self {
            grid,
            map,
            search: PreparedSearch::new(),
            walkers: Vec::new(),
            brush: Brush::default(),
            ticks: 0,
            arrived: 0,
            stuck: 0,
        })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if self.brush.drag(BOARD, &mut self.grid, stage.input(), &[]).is_some() {
            self.map.prepare(&self.grid);
        }
        let count = stage.params().whole("walkers") as usize;
        self.walkers.truncate(count);
        while self.walkers.len() < count {
            let walker = Walker::somewhere(&self.grid, &mut stage.rng);
            self.walkers.push(walker);
        }
        if self.ticks.is_multiple_of(STEP_TICKS) {
            self.walk(&mut stage.rng);
        }
        self.ticks += 1;
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let color = |cell| if self.grid.is_walkable(cell) { GROUND } else { WALL };
        BOARD.paint(canvas, &self.grid, color);
        let mut search = PreparedSearch::new();
        for walker in self.walkers.iter().take(SHOWN) {
            if let Ok(path) = search.find(&self.map, walker.at, walker.goal) {
                BOARD.way(canvas, &path.cells, 3.0, walker.color.with_alpha(110));
                dot(canvas, BOARD.center(walker.goal), 7.0, walker.color);
            }
        }
        let share = (self.ticks % STEP_TICKS) as f32 / STEP_TICKS as f32;
        for walker in &self.walkers {
            let at = BOARD.center(walker.before).lerp(BOARD.center(walker.at), share);
            canvas.fill_rect(Aabb::from_size(at - 3.0, Vec2::splat(6.0)), walker.color);
        }
        let plate = Path::round_rect(Aabb::from_size(vec2(8.0, 446.0), vec2(420.0, 26.0)), 6.0);
        canvas.fill(&plate, WALL.with_alpha(220));
        let words = format!(
            "{} walkers, {} corners, {} arrived, {} stuck",
            self.walkers.len(),
            self.map.corner_count(),
            self.arrived,
            self.stuck
        );
        canvas.write(words, WORDS, vec2(18.0, 459.0), vec2(0.0, 0.5), Color::WHITE);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.map.mark(BOARD.origin, BOARD.cell, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Town {
    /// Every walker takes the next step on the cheapest way to its goal.
    fn walk(&mut self, rng: &mut Rng) {
        self.stuck = 0;
        for walker in &mut self.walkers {
            if walker.at == walker.goal {
                self.arrived += 1;
                walker.goal = somewhere(&self.grid, rng);
            }
            walker.before = walker.at;
            if let Ok(next) = self.search.next_step(&self.map, walker.at, walker.goal) {
                walker.at = next;
            } else {
                // Walled in, or the goal is: another one may do.
                self.stuck += 1;
                walker.goal = somewhere(&self.grid, rng);
            }
        }
    }
}

impl Walker {
    fn somewhere(grid: &PathGrid, rng: &mut Rng) -> Self {
        let at = somewhere(grid, rng);
        let color = Color::oklch(rng.range(0.4..0.6), 0.16, rng.range(0.0..6.2));
        Self { at, before: at, goal: somewhere(grid, rng), color }
    }
}

/// A free cell.
fn somewhere(grid: &PathGrid, rng: &mut Rng) -> IVec2 {
    let mut cells = (0..50).map(|_| ivec2(rng.below(WIDTH) as i32, rng.below(HEIGHT) as i32));
    cells.find(|&cell| grid.is_walkable(cell)).unwrap_or_default()
}
