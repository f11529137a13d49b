//! A search on a grid grows before your eyes, under any estimate and any rule for corners.

use super::board::heat;
use super::board::{Board, Brush, FAINT, GOAL, GROUND, INK, OPEN, PAPER, PATH, START, WALL};
use crate::look::{SMALL, WORDS};
use crate::{Demo, gauge::Gauge};
use motile::path::{
    AStar, AStarSettings, Diagonals, GridSearch, Heuristic, PathGrid, Query, Search,
};
use motile::path::{Status, TraceKind};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/grid-search",
    title: "Grid search",
    sees: "A search spreads over the grid, the older its cells the paler, until it touches the goal and the path appears.",
    tries: "Without an estimate nearly everything is visited. Build a diagonal wall and let corners be cut. Seal the goal: the last path stays as a ghost.",
    controls: "Drag to build walls, drag on a wall to tear it down.",
    keys: &[(Key::Space, "search again")],
    takes_drags: true,
    spec: &["PATH-D4", "PATH-D6", "PATH-D7", "PATH-22", "PATH-24", "PATH-X19", "K-25"],
    ticks: 120,
    ..Demo::of::<GridSearchDemo>()
};

const BOARD: Board = Board::new(20.0, 48.0, 12.0);
const WIDTH: i32 = 50;
const HEIGHT: i32 = 30;
const FROM: IVec2 = ivec2(0, 2);
const TO: IVec2 = ivec2(48, 27);
const ESTIMATES: [Heuristic; 6] = [
    Heuristic::Octile,
    Heuristic::Euclidean,
    Heuristic::Chebyshev,
    Heuristic::Manhattan,
    Heuristic::Zero,
    Heuristic::ManhattanAsPrinted,
];

#[derive(Clone, Copy, PartialEq, StateHash)]
enum Seen {
    No,
    Open,
    /// With its cost from the start.
    Closed(u32),
}

#[derive(StateHash)]
#[state(hash_only)]
struct GridSearchDemo {
    grid: PathGrid,
    brush: Brush,
    search: AStar,
    seen: Vec<Seen>,
    /// The last path that was found, for when there is none.
    ghost: Vec<IVec2>,
    /// Of this machine.
    #[state(skip)]
    time: Gauge,
}

impl Sketch for GridSearchDemo {
    const PARAMS: &'static [Param] = &[
        Param::choice(
            "estimate",
            &["octile", "straight line", "larger side", "streets", "none", "streets, misprinted"],
            1,
        ),
        Param::choice("diagonals", &["never", "no corners", "at least one", "always"], 1),
        Param::choice("walls", &["two walls", "none", "sealed room", "diagonal crack"], 0),
        Param::whole("cells-a-tick", 1, 60, 6),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut demo = Self {
            grid: PathGrid::new(WIDTH as u32, HEIGHT as u32)?,
            brush: Brush::default(),
            search: AStar::new(),
            seen: Vec::new(),
            ghost: Vec::new(),
            time: Gauge::default(),
        };
        demo.search.trace_mut().recording = true;
        build_walls(&mut demo.grid, stage.params().choice("walls"));
        demo.begin(stage);
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let params = stage.params();
        if params.changed("walls") {
            build_walls(&mut self.grid, params.choice("walls"));
        }
        let edit = self.brush.drag(BOARD, &mut self.grid, stage.input(), &[FROM, TO]);
        let settings = ["walls", "estimate", "diagonals"].iter().any(|name| params.changed(name));
        if edit.is_some() || settings || stage.input().pressed(Key::Space) {
            self.begin(stage);
        }

        self.search.trace_mut().clear();
        let budget = params.whole("cells-a-tick") as u32;
        if !self.search.status().is_done() {
            self.time.add(stage.stopwatch().time(|| self.search.step(&self.grid, budget)).1);
        }
        if self.search.status() == Status::Found {
            self.ghost.clone_from(&self.search.path().cells);
        }
        for event in &self.search.trace().events {
            self.seen[index(event.cell)] = match event.kind {
                TraceKind::Closed => Seen::Closed(event.g),
                _ => Seen::Open,
            };
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let far = self.grid.unit() as f32 * 64.0;
        BOARD.paint(canvas, &self.grid, |cell| match self.seen[index(cell)] {
            _ if !self.grid.is_walkable(cell) => WALL,
            Seen::No => GROUND,
            Seen::Open => OPEN,
            Seen::Closed(cost) => heat(cost as f32 / far),
        });
        BOARD.rule(canvas, &self.grid);
        let path = self.search.path();
        let none = matches!(self.search.status(), Status::NoPath(_));
        if none {
            BOARD.way(canvas, &self.ghost, 3.0, FAINT.with_alpha(110));
        }
        BOARD.way(canvas, &path.cells, 4.0, PATH);
        BOARD.mark(canvas, FROM, START);
        BOARD.mark(canvas, TO, GOAL);

        let progress = self.search.progress();
        let result = match self.search.status() {
            Status::Found => format!("path of length {:.3}", path.length),
            Status::NoPath(_) => "no path".into(),
            _ => format!("searching: {:.0} % of the way", progress.fraction * 100.0),
        };
        let color = if none { PATH } else { INK };
        canvas.write(result, WORDS, vec2(20.0, 26.0), vec2(0.0, 0.5), color);
        let time = self.time.words().map_or_else(String::new, |time| format!(", {time}"));
        let numbers = format!("{} expanded, {} visited{time}", progress.expanded, progress.visited);
        canvas.write(numbers, WORDS, vec2(620.0, 26.0), vec2(1.0, 0.5), INK);
        let optimal = if self.search.settings.is_optimal(&self.grid) {
            "this estimate never says too much: the path is a shortest one"
        } else {
            "this estimate may say too much: the path may be too long"
        };
        canvas.write(optimal, SMALL, vec2(20.0, 436.0), vec2(0.0, 0.5), INK);
        canvas.write("drag to build walls", SMALL, vec2(20.0, 460.0), vec2(0.0, 0.5), FAINT);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.search.mark(&self.grid, BOARD.origin, BOARD.cell, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl GridSearchDemo {
    fn begin(&mut self, stage: &Stage) {
        let params = stage.params();
        self.grid.set_diagonals(Diagonals::ALL[params.choice("diagonals") as usize]);
        let estimate = ESTIMATES[params.choice("estimate") as usize];
        self.search.settings = AStarSettings::textbook(estimate);
        self.search.begin(&self.grid, Query::new(FROM, TO));
        self.time = Gauge::default();
        self.seen.clear();
        self.seen.resize((WIDTH * HEIGHT) as usize, Seen::No);
    }
}

fn index(cell: IVec2) -> usize {
    (cell.y * WIDTH + cell.x) as usize
}

fn build_walls(grid: &mut PathGrid, which: u32) {
    grid.fill(grid.bounds(), true);
    match which {
        0 => {
            grid.fill(IRect::new(16, 0, 1, 22), false);
            grid.fill(IRect::new(11, 21, 6, 1), false);
            grid.fill(IRect::new(33, 8, 1, 22), false);
            grid.fill(IRect::new(33, 8, 6, 1), false);
        }
        2 => {
            grid.fill(IRect::new(42, 22, 8, 8), false);
            grid.fill(IRect::new(43, 23, 7, 7), true);
        }
        3 => {
            for y in 0..HEIGHT {
                grid.fill(IRect::new(10 + y, y, 1, 1), false);
            }
        }
        _ => {}
    }
}
