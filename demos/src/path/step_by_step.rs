//! A* by hand: every cell shows what it cost so far, what is estimated to come, and the sum of both.

use super::board::{Board, GOAL, GROUND, INK, OPEN, PAPER, PATH, START, WALL};
use crate::Demo;
use crate::look::{SMALL, WORDS};
use motile::path::{AStar, AStarSettings, Diagonals, GridSearch, Heuristic, PathGrid, Search};
use motile::path::{Query, TraceEvent, TraceKind};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/step-by-step",
    title: "A* step by step",
    sees: "On a small board the search takes the cell with the smallest sum again and again; arrows point back to where each came from.",
    tries: "Step with space and guess the next cell: D5 and D6 look equally good, and D5 is a dead end.",
    controls: "",
    keys: &[(Key::Space, "one step, after the end a new search")],
    spec: &["PATH-D1", "PATH-X19", "K-36"],
    size: (640, 560),
    ticks: 260,
    ..Demo::of::<StepByStep>()
};

const BOARD: Board = Board::new(48.0, 36.0, 62.0);
const SIDE: i32 = 8;
const FROM: IVec2 = ivec2(0, 4);
const TO: IVec2 = ivec2(7, 6);
const CLOSED: Color = Color::hex(0xBF_DD_D3);

#[derive(StateHash)]
#[state(hash_only)]
struct StepByStep {
    grid: PathGrid,
    search: AStar,
    /// The newest event of every cell, row by row.
    #[state(skip)]
    cells: Vec<Option<TraceEvent>>,
    current: Option<IVec2>,
}

impl Sketch for StepByStep {
    const PARAMS: &'static [Param] = &[
        Param::toggle("by-itself", true),
        Param::choice("estimate", &["straight line", "octile", "streets", "none"], 0),
        Param::choice("diagonals", &["never", "no corners", "at least one", "always"], 3),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let rule = Diagonals::ALL[stage.params().choice("diagonals") as usize];
        let mut grid = PathGrid::new(SIDE as u32, SIDE as u32)?.with_diagonals(rule);
        grid.fill(IRect::new(4, 0, 1, 6), false);
        let estimates =
            [Heuristic::Euclidean, Heuristic::Octile, Heuristic::Manhattan, Heuristic::Zero];
        let estimate = estimates[stage.params().choice("estimate") as usize];
        let mut search = AStar::with_settings(AStarSettings::textbook(estimate));
        search.trace_mut().recording = true;
        search.begin(&grid, Query::new(FROM, TO));
        let cells = vec![None; (SIDE * SIDE) as usize];
        Ok(Self { grid, search, cells, current: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let turn = params.is_on("by-itself") && tick.index % 20 == 19;
        let space = stage.input().pressed(Key::Space);
        let settings = params.changed("estimate") || params.changed("diagonals");
        if settings || (space && self.search.status().is_done()) {
            self.rebuild(stage);
        } else if (turn || space) && !self.search.status().is_done() {
            self.step();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        BOARD.paint(canvas, &self.grid, |cell| match self.at(cell) {
            _ if !self.grid.is_walkable(cell) => WALL,
            _ if self.current == Some(cell) => PATH.with_alpha(150),
            Some(TraceEvent { kind: TraceKind::Closed, .. }) => CLOSED,
            Some(_) => OPEN.with_alpha(150),
            None => GROUND,
        });
        BOARD.rule(canvas, &self.grid);
        for event in self.cells.iter().flatten() {
            self.numbers(canvas, event);
        }
        BOARD.way(canvas, &self.search.path().cells, 6.0, PATH.with_alpha(150));
        for (cell, color) in [(FROM, START), (TO, GOAL)] {
            let corner = BOARD.origin + cell.as_vec2() * BOARD.cell + 2.0;
            let frame = Path::rect(Aabb::from_size(corner, Vec2::splat(BOARD.cell - 4.0)));
            canvas.stroke(&frame, &Stroke::new(4.0), color);
        }
        for i in 0..SIDE {
            let center = BOARD.center(ivec2(i, i));
            let letter = char::from(b'A' + i as u8);
            canvas.write(letter, WORDS, vec2(center.x, 20.0), vec2(0.5, 0.5), INK);
            let number = format!("{}", i + 1);
            canvas.write(number, WORDS, vec2(30.0, center.y), vec2(0.5, 0.5), INK);
        }
        let (expanded, path) = (self.search.progress().expanded, self.search.path());
        let words = if path.is_empty() {
            format!("step {expanded}")
        } else {
            format!("found: cost {:.4} after {expanded} steps", path.length)
        };
        canvas.write(words, WORDS, vec2(560.0, 546.0), vec2(1.0, 0.5), INK);
        canvas.write("so far · to come · sum", SMALL, vec2(48.0, 546.0), vec2(0.0, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.search.mark(&self.grid, BOARD.origin, BOARD.cell, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl StepByStep {
    fn at(&self, cell: IVec2) -> Option<TraceEvent> {
        self.cells[(cell.y * SIDE + cell.x) as usize]
    }

    fn step(&mut self) {
        self.search.trace_mut().clear();
        self.search.step(&self.grid, 1);
        for &event in &self.search.trace().events {
            self.cells[(event.cell.y * SIDE + event.cell.x) as usize] = Some(event);
            if event.kind == TraceKind::Closed {
                self.current = Some(event.cell);
            }
        }
    }

    /// The three numbers in the corners of a cell, and the arrow back to its parent.
    fn numbers(&self, canvas: &mut Canvas<'_>, event: &TraceEvent) {
        let unit = self.grid.unit() as f32;
        let (g, h) = (event.g as f32 / unit, event.h as f32 / unit);
        let corner = BOARD.origin + event.cell.as_vec2() * BOARD.cell;
        let mut write = |value: f32, size: f32, at: Vec2, anchor: Vec2| {
            canvas.write(format!("{value:.1}"), size, corner + at, anchor, INK);
        };
        write(g, 12.0, vec2(6.0, 57.0), vec2(0.0, 1.0));
        write(h, 12.0, vec2(56.0, 57.0), vec2(1.0, 1.0));
        write(g + h, 16.0, vec2(6.0, 5.0), vec2(0.0, 0.0));
        if let Some(parent) = event.parent {
            let center = BOARD.center(event.cell) + vec2(8.0, 0.0);
            let way = (parent - event.cell).as_vec2().normalize_or_zero();
            let (tip, side) = (center + way * 9.0, way.perp() * 4.0);
            canvas.line(center - way * 7.0, tip, &Stroke::new(1.5), INK);
            let head = [tip + way * 3.0, tip - way * 4.0 + side, tip - way * 4.0 - side];
            canvas.fill(&Path::polygon(&head), INK);
        }
    }
}
