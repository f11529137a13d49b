//! Three estimates of the same distance, and the many paths that share one cost.

use super::board::{Board, FAINT, GOAL, GROUND, INK, PAPER, PATH, START};
use crate::Demo;
use crate::look::{BLUE, ORANGE, TEAL, TITLE, WORDS};
use motile::path::{DistanceField, Heuristic, PathGrid};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/estimates",
    title: "Estimates",
    sees: "Two points joined by streets, by a straight line and by diagonals first; below, all cheapest paths one after the other.",
    tries: "Move the goal: only the octile estimate is always exactly the cost of the way on free ground.",
    controls: "Click a cell in the upper grid to move the goal.",
    spec: &["PATH-D2", "PATH-D3", "PATH-18", "PATH-19", "PATH-20"],
    ticks: 100,
    ..Demo::of::<Estimates>()
};

const WIDTH: i32 = 13;
const HEIGHT: i32 = 6;
const BOARD: Board = Board::new(18.0, 18.0, 38.0);
const LOWER: Board = Board::new(18.0, 286.0, 52.0);
const FROM: IVec2 = ivec2(1, 4);
const COLORS: [Color; 3] = [TEAL, BLUE, ORANGE];

#[derive(StateHash)]
#[state(hash_only)]
struct Estimates {
    grid: PathGrid,
    goal: IVec2,
    small: PathGrid,
    /// Made of the small grid.
    #[state(skip)]
    field: DistanceField,
    /// All cheapest paths of the small grid, and the one that is shown.
    paths: Vec<Vec<IVec2>>,
    shown: u32,
}

impl Sketch for Estimates {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let small = PathGrid::new(5, 3)?;
        let mut field = DistanceField::new();
        field.compute(&small, &[ivec2(4, 2)]);
        let mut paths = Vec::new();
        follow(&small, &field, &mut vec![IVec2::ZERO], &mut paths);
        let grid = PathGrid::new(WIDTH as u32, HEIGHT as u32)?;
        Ok(Self { grid, goal: ivec2(11, 1), small, field, paths, shown: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let clicked = stage.input().pointer.pressed_at().map(|place| BOARD.cell_at(place));
        if let Some(cell) = clicked.filter(|&cell| self.grid.contains(cell)) {
            self.goal = cell;
        }
        if tick.index % 40 == 39 {
            self.shown = (self.shown + 1) % self.paths.len().max(1) as u32;
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        BOARD.paint(canvas, &self.grid, |_| GROUND);
        BOARD.rule(canvas, &self.grid);
        let way = self.goal - FROM;
        let diagonal = way.abs().min_element() * way.signum();
        let joints = [ivec2(self.goal.x, FROM.y), FROM, FROM + diagonal];
        let estimates = [
            ("streets", Heuristic::Manhattan),
            ("straight", Heuristic::Euclidean),
            ("octile", Heuristic::Octile),
        ];
        for (i, (name, heuristic)) in estimates.into_iter().enumerate() {
            BOARD.way(canvas, &[FROM, joints[i], self.goal], 8.0, COLORS[i]);
            let units = heuristic.estimate(&self.grid, FROM, self.goal);
            let words = format!("{:.3}", units as f32 / self.grid.unit() as f32);
            let y = 40.0 + 76.0 * i as f32;
            canvas.write(name, WORDS, vec2(528.0, y), vec2(0.0, 0.5), COLORS[i]);
            canvas.write(words, TITLE, vec2(528.0, y + 27.0), vec2(0.0, 0.5), INK);
        }
        BOARD.mark(canvas, FROM, START);
        BOARD.mark(canvas, self.goal, GOAL);

        LOWER.paint(canvas, &self.small, |_| GROUND);
        LOWER.rule(canvas, &self.small);
        for path in &self.paths {
            LOWER.way(canvas, path, 4.0, FAINT.with_alpha(110));
        }
        if let Some(path) = self.paths.get(self.shown as usize) {
            LOWER.way(canvas, path, 9.0, PATH);
        }
        LOWER.mark(canvas, IVec2::ZERO, START);
        LOWER.mark(canvas, ivec2(4, 2), GOAL);
        let cost = self.field.cost(IVec2::ZERO).unwrap_or(0) as f32 / self.small.unit() as f32;
        let lines = [
            format!("path {} of {}", self.shown + 1, self.paths.len()),
            format!("every one costs {cost:.4}"),
            "two straight steps and".into(),
            "two diagonal ones, in any order".into(),
        ];
        for (i, words) in lines.into_iter().enumerate() {
            let at = vec2(316.0, 312.0 + 34.0 * i as f32);
            canvas.write(words, WORDS, at, vec2(0.0, 0.5), INK);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.field.mark(&self.small, LOWER.origin, LOWER.cell, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// All paths downhill: a step is on a cheapest path when it costs as much as it brings nearer.
fn follow(
    grid: &PathGrid,
    field: &DistanceField,
    way: &mut Vec<IVec2>,
    paths: &mut Vec<Vec<IVec2>>,
) {
    let Some(&here) = way.last() else { return };
    let left = field.cost(here);
    if left == Some(0) {
        paths.push(way.clone());
    }
    for (next, cost) in grid.steps_from(here) {
        if field.cost(next).map(|rest| rest + cost) == left {
            way.push(next);
            follow(grid, field, way, paths);
            way.pop();
        }
    }
}
