//! Twelve searches race for the same goal: who expands how many cells, in what time, and whose path is how long.
//!
//! The time is measured in a window and in a page. Headless, where every picture has to be the same, it is the
//! number of steps, each the same number of cells for everyone.

use super::board::heat;
use super::board::{Board, Brush, FAINT, GOAL, GROUND, INK, PAPER, PATH, START, WALL};
use crate::look::{BLUE, SMALL};
use crate::{Demo, gauge::Gauge};
use motile::path::{
    AStar, AStarSettings, AnyAngle, Bidirectional, DStarLite, GridSearch, Heuristic,
};
use motile::path::{Hierarchy, Jps, PathGrid, Query, Replanner};
use motile::{prelude::*, time::Stopwatch};

pub(super) const DEMO: Demo = Demo {
    id: "path/comparison",
    title: "Twelve searches",
    sees: "The same walls twelve times: each search colors the cells it has expanded, in order, and names their number, the length of its path and the time it took.",
    tries: "Draw a wall in any of the pictures. All exact paths stay equally long; weighted A* buys its speed with length. The second race has one estimate in each picture, among them the book's misprint.",
    controls: "Drag in any picture to build walls in all.",
    keys: &[(Key::Space, "start again")],
    takes_drags: true,
    spec: &["PATH-D5", "PATH-D14", "PATH-X9", "PATH-X10", "PATH-X13", "PATH-X14", "PATH-X15"],
    ticks: 220,
    ..Demo::of::<Comparison>()
};

const WIDTH: u32 = 40;
const HEIGHT: u32 = 25;
const CELL: f32 = 3.75;
const FROM: IVec2 = ivec2(3, 12);
const TO: IVec2 = ivec2(36, 8);
const RACES: &[&str] = &["searches", "estimates"];

#[derive(StateHash)]
#[state(hash_only)]
struct Racer {
    name: &'static str,
    search: Box<dyn GridSearch>,
    /// When each cell was expanded, counted from 1; 0 is never.
    order: Vec<u32>,
    count: u32,
    steps: u32,
    /// Of this machine.
    #[state(skip)]
    time: Gauge,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Comparison {
    grid: PathGrid,
    racers: Vec<Racer>,
    race: u32,
    brush: Brush,
    /// The picture the brush was put down in.
    hand: Board,
}

impl Sketch for Comparison {
    const PARAMS: &'static [Param] =
        &[Param::choice("race", RACES, 0), Param::whole("cells-a-tick", 1, 60, 6)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut grid = PathGrid::new(WIDTH, HEIGHT)?;
        grid.fill(IRect::new(22, 3, 1, 17), false);
        grid.fill(IRect::new(13, 3, 9, 1), false);
        grid.fill(IRect::new(13, 19, 9, 1), false);
        grid.fill(IRect::new(30, 0, 1, 7), false);
        let (brush, hand) = (Brush::default(), panel(0));
        let mut demo = Self { grid, racers: Vec::new(), race: u32::MAX, brush, hand };
        demo.choose(stage.params().choice("race"));
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let input = stage.input();
        if let Some(place) = input.pointer.pressed_at() {
            let under = |&i: &usize| self.grid.contains(panel(i).cell_at(place));
            self.hand = panel((0..self.racers.len()).find(under).unwrap_or(0));
        }
        let edit = self.brush.drag(self.hand, &mut self.grid, input, &[FROM, TO]);
        if edit.is_some() || input.pressed(Key::Space) {
            self.begin();
        }
        self.choose(stage.params().choice("race"));
        for racer in &mut self.racers {
            let budget = stage.params().whole("cells-a-tick") as u32;
            racer.step(&self.grid, budget, stage.stopwatch());
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (i, racer) in self.racers.iter().enumerate() {
            let board = panel(i);
            board.paint(canvas, &self.grid, |cell| {
                match racer.order[(cell.y * WIDTH as i32 + cell.x) as usize] {
                    _ if !self.grid.is_walkable(cell) => WALL,
                    0 => GROUND,
                    order => heat(order as f32 / 700.0),
                }
            });
            board.way(canvas, &racer.search.path().cells, 4.0, PATH);
            board.mark(canvas, FROM, START);
            board.mark(canvas, TO, GOAL);
            racer.draw_result(canvas, board);
        }
        let measured = self.racers.iter().any(|racer| racer.time.words().is_some());
        let last = if measured { "time" } else { "steps" };
        let words = format!("bar: cells expanded    right: {last}, and the length of the path");
        canvas.write(words, SMALL, vec2(320.0, 465.0), vec2(0.5, 0.5), FAINT);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for (i, racer) in self.racers.iter().enumerate() {
            racer.search.mark(&self.grid, panel(i).origin, CELL, marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Comparison {
    /// Lines up for a race, if it is not the one that runs.
    fn choose(&mut self, race: u32) {
        if race != self.race {
            self.race = race;
            let racers = if race == 0 { searches() } else { estimates() };
            self.racers =
                racers.into_iter().map(|(name, search)| Racer::new(name, search)).collect();
            self.begin();
        }
    }

    fn begin(&mut self) {
        for racer in &mut self.racers {
            racer.search.begin(&self.grid, Query::new(FROM, TO));
            (racer.count, racer.steps, racer.time) = (0, 0, Gauge::default());
            racer.order.clear();
            racer.order.resize((WIDTH * HEIGHT) as usize, 0);
        }
    }
}

type Line = [(&'static str, Box<dyn GridSearch>); 12];

fn a_star(settings: AStarSettings) -> Box<dyn GridSearch> {
    Box::new(AStar::with_settings(settings))
}

fn searches() -> Line {
    [
        ("Dijkstra", a_star(AStarSettings::dijkstra())),
        ("A*, textbook", a_star(AStarSettings::textbook(Heuristic::Octile))),
        ("A*, no twins", a_star(AStarSettings::new())),
        ("jump points", Box::new(Jps::new())),
        ("A*, weight 1.2", a_star(AStarSettings::weighted(1.2))),
        ("A*, weight 2", a_star(AStarSettings::weighted(2.0))),
        ("both ends", Box::new(Bidirectional::new())),
        ("any angle", Box::new(AnyAngle::new())),
        ("clusters of 8", Box::new(Hierarchy::with_clusters(8))),
        ("clusters of 16", Box::new(Hierarchy::with_clusters(16))),
        ("replanner", Box::new(Replanner::new())),
        ("D* Lite", Box::new(DStarLite::new())),
    ]
}

fn estimates() -> Line {
    let one = |estimate| a_star(AStarSettings::textbook(estimate));
    let times = |weight| a_star(AStarSettings::weighted(weight));
    [
        ("Manhattan", one(Heuristic::Manhattan)),
        ("straight line", one(Heuristic::Euclidean)),
        ("octile", one(Heuristic::Octile)),
        ("Chebyshev", one(Heuristic::Chebyshev)),
        ("none", one(Heuristic::Zero)),
        ("the misprint", one(Heuristic::ManhattanAsPrinted)),
        ("octile, no twins", a_star(AStarSettings::new())),
        ("octile × 1.2", times(1.2)),
        ("octile × 1.5", times(1.5)),
        ("octile × 2", times(2.0)),
        ("octile × 3", times(3.0)),
        ("octile × 5", times(5.0)),
    ]
}

impl Racer {
    fn new(name: &'static str, mut search: Box<dyn GridSearch>) -> Self {
        search.trace_mut().recording = true;
        Self { name, search, order: Vec::new(), count: 0, steps: 0, time: Gauge::default() }
    }

    fn step(&mut self, grid: &PathGrid, budget: u32, stopwatch: Stopwatch) {
        if self.search.status().is_done() {
            return;
        }
        self.steps += 1;
        self.search.trace_mut().clear();
        self.time.add(stopwatch.time(|| self.search.step(grid, budget)).1);
        for cell in self.search.trace().closed() {
            self.count += 1;
            self.order[(cell.y * WIDTH as i32 + cell.x) as usize] = self.count;
        }
    }

    /// Its name and time above the picture, its work as a bar below.
    fn draw_result(&self, canvas: &mut Canvas<'_>, board: Board) {
        let right = vec2(WIDTH as f32 * CELL, 0.0);
        let above = board.origin + vec2(0.0, -10.0);
        canvas.write(self.name, SMALL, above, vec2(0.0, 0.5), INK);
        let (path, expanded) = (self.search.path(), self.search.progress().expanded);
        let corner = board.origin + vec2(0.0, HEIGHT as f32 * CELL + 3.0);
        let share = expanded as f32 / (WIDTH * HEIGHT) as f32;
        let bar = Aabb::from_size(corner, vec2(right.x * share, 16.0));
        canvas.fill_rect(bar, BLUE.with_alpha(130));
        let middle = corner + vec2(0.0, 9.0);
        canvas.write(format!("{expanded}"), SMALL, middle + vec2(3.0, 0.0), vec2(0.0, 0.5), INK);
        if self.search.status().is_done() {
            let inside = corner + right - vec2(3.0, 10.0);
            canvas.write(self.time(), SMALL, inside, vec2(1.0, 0.5), FAINT);
            let length =
                if path.is_empty() { "no path".into() } else { format!("{:.2}", path.length) };
            canvas.write(length, SMALL, middle + right, vec2(1.0, 0.5), INK);
        }
    }

    fn time(&self) -> String {
        self.time.words().unwrap_or_else(|| self.steps.to_string())
    }
}

fn panel(i: usize) -> Board {
    let (column, row) = ((i % 4) as f32, (i / 4) as f32);
    Board::new(11.0 + 156.0 * column, 26.0 + 145.0 * row, CELL)
}
