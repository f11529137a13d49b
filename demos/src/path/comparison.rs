//! Six searches race for the same goal: who expands how many cells, and whose path is how long.

use super::board::{Board, Brush, GOAL, GROUND, INK, PAPER, PATH, START, WALL};
use super::board::{free_grid, heat};
use crate::Demo;
use motile::path::{AStar, AStarSettings, Bidirectional, GridSearch, Heuristic, Jps, PathGrid};
use motile::path::{Query, Trace};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/comparison",
    title: "Six searches",
    sees: "The same walls six times: each search colors the cells it has expanded, in order, and names the length of its path.",
    tries: "Draw a wall in any of the six. Five paths stay equally long; weighted A* buys its speed with length.",
    controls: "Drag in any picture to build walls in all; space starts again.",
    spec: &["PATH-D5", "PATH-D14"],
    ticks: 220,
    ..Demo::of::<Comparison>()
};

const WIDTH: u32 = 40;
const HEIGHT: u32 = 33;
const CELL: f32 = 5.0;
const FROM: IVec2 = ivec2(3, 16);
const TO: IVec2 = ivec2(36, 11);

struct Racer {
    name: &'static str,
    search: Box<dyn GridSearch>,
    trace: Trace,
    /// When each cell was expanded, counted from 1; 0 is never.
    order: Vec<u32>,
    count: u32,
}

struct Comparison {
    grid: PathGrid,
    racers: Vec<Racer>,
    brush: Brush,
    /// The picture the brush was put down in.
    hand: Board,
}

impl Sketch for Comparison {
    const PARAMS: &'static [Param] = &[Param::whole("cells-a-tick", 1, 60, 6)];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = PAPER;
        let mut grid = free_grid(WIDTH, HEIGHT);
        grid.fill(IRect::new(22, 4, 1, 22), false);
        grid.fill(IRect::new(13, 4, 9, 1), false);
        grid.fill(IRect::new(13, 25, 9, 1), false);
        grid.fill(IRect::new(30, 0, 1, 9), false);
        let a_star = |estimate| Box::new(AStar::with_settings(AStarSettings::textbook(estimate)));
        let racers: [(&str, Box<dyn GridSearch>); 6] = [
            ("Dijkstra", a_star(Heuristic::Zero)),
            ("A*, straight line", a_star(Heuristic::Euclidean)),
            ("A*, octile", a_star(Heuristic::Octile)),
            ("A* from both ends", Box::new(Bidirectional::new())),
            ("A*, weight 2", Box::new(AStar::with_settings(AStarSettings::weighted(2.0)))),
            ("jump points", Box::new(Jps::new())),
        ];
        let racers = racers.into_iter().map(|(name, search)| Racer {
            name,
            search,
            trace: Trace::default(),
            order: Vec::new(),
            count: 0,
        });
        let racers = racers.collect();
        let mut demo = Self { grid, racers, brush: Brush::default(), hand: panel(0) };
        demo.begin();
        demo
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let input = stage.input();
        if input.pointer.pressed() {
            let under = |&i: &usize| self.grid.contains(panel(i).cell_at(input.pointer.position));
            self.hand = panel((0..self.racers.len()).find(under).unwrap_or(0));
        }
        let edit = self.brush.drag(self.hand, &mut self.grid, input, &[FROM, TO]);
        if edit.is_some() || input.pressed(Key::Space) {
            self.begin();
        }
        for racer in &mut self.racers {
            racer.step(&self.grid, stage.params().whole("cells-a-tick") as u32);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (i, racer) in self.racers.iter().enumerate() {
            let board = panel(i);
            board.paint(canvas, &self.grid, |cell| {
                match racer.order[(cell.y * WIDTH as i32 + cell.x) as usize] {
                    _ if !self.grid.is_walkable(cell) => WALL,
                    0 => GROUND,
                    order => heat(order as f32 / 900.0),
                }
            });
            board.way(canvas, &racer.search.path().cells, 2.5, PATH);
            board.mark(canvas, FROM, START);
            board.mark(canvas, TO, GOAL);
            let corner = board.origin;
            canvas.write(racer.name, 16.0, corner - vec2(0.0, 14.0), vec2(0.0, 0.5), INK);
            let (path, expanded) = (racer.search.path(), racer.search.progress().expanded);
            let words = match (racer.search.status().is_done(), path.is_empty()) {
                (false, _) => format!("{expanded} expanded"),
                (true, true) => format!("{expanded} expanded, no path"),
                (true, false) => format!("{expanded} expanded, length {:.2}", path.length),
            };
            let below = corner + vec2(0.0, HEIGHT as f32 * CELL + 13.0);
            canvas.write(words, 14.0, below, vec2(0.0, 0.5), INK);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.grid.fingerprint());
        for racer in &self.racers {
            hash.write(&racer.search.progress().expanded);
            hash.write(&racer.search.path().cells);
        }
    }
}

impl Comparison {
    fn begin(&mut self) {
        for racer in &mut self.racers {
            // Start and goal are kept free, so there is nothing to refuse.
            let _ = racer.search.begin(&self.grid, Query::new(FROM, TO));
            racer.count = 0;
            racer.order.clear();
            racer.order.resize((WIDTH * HEIGHT) as usize, 0);
        }
    }
}

impl Racer {
    fn step(&mut self, grid: &PathGrid, budget: u32) {
        self.trace.clear();
        self.search.step_traced(grid, budget, &mut self.trace);
        for cell in self.trace.closed() {
            self.count += 1;
            self.order[(cell.y * WIDTH as i32 + cell.x) as usize] = self.count;
        }
    }
}

fn panel(i: usize) -> Board {
    let (column, row) = ((i % 3) as f32, (i / 3) as f32);
    Board::new(10.0 + 210.0 * column, 44.0 + 232.0 * row, CELL)
}
