//! Walls appear while somebody walks: a plan is repaired with a fraction of the work of a new one.

use super::board::{Board, Brush, FAINT, GOAL, GROUND, INK, PAPER, PATH, START, WALL, free_grid};
use crate::Demo;
use motile::path::{AStar, GridSearch, PathGrid, Query, Replanner, Search};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/replanning",
    title: "Replanning",
    sees: "Walls fall onto the board and crumble again; the path bends at once, and bars compare the work with that of a new search.",
    tries: "Paint a wall right before the walker, then one beside the path: that one costs nothing, and neither does a step along the path.",
    controls: "Drag to build walls, drag on a wall to tear it down.",
    keys: &[(Key::Space, "send the walker back")],
    spec: &["PATH-D13", "PATH-X15", "PATH-N6", "K-40"],
    ticks: 240,
    ..Demo::of::<Replanning>()
};

const BOARD: Board = Board::new(20.0, 20.0, 12.0);
const WIDTH: i32 = 50;
const HEIGHT: i32 = 27;
const FROM: IVec2 = ivec2(2, 13);
const TO: IVec2 = ivec2(47, 13);
/// Edits in the chart.
const HISTORY: usize = 100;

struct Replanning {
    grid: PathGrid,
    planner: Replanner,
    /// The same search from scratch, to compare.
    fresh: AStar,
    brush: Brush,
    walker: IVec2,
    /// Walls that came by themselves, the oldest first.
    fallen: Vec<IVec2>,
    edits: Vec<IVec2>,
    /// Cells expanded after the last edits: by repair, by a new search.
    work: Vec<[u32; 2]>,
    total: [u32; 2],
    before: u32,
}

impl Sketch for Replanning {
    const PARAMS: &'static [Param] =
        &[Param::whole("walls-a-second", 0, 20, 10), Param::whole("steps-a-second", 0, 20, 5)];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = PAPER;
        let mut demo = Self {
            grid: free_grid(WIDTH as u32, HEIGHT as u32),
            planner: Replanner::new(),
            fresh: AStar::new(),
            brush: Brush::default(),
            walker: FROM,
            fallen: Vec::new(),
            edits: Vec::new(),
            work: Vec::new(),
            total: [0, 0],
            before: 0,
        };
        demo.begin();
        demo
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let every = |count: i32| count > 0 && tick.index.is_multiple_of((60 / count) as u64);
        if self.walker == TO || stage.input().pressed(Key::Space) {
            self.walker = FROM;
            self.begin();
        }

        self.edits.clear();
        let keep = [self.walker, FROM, TO];
        self.edits.extend(self.brush.drag(BOARD, &mut self.grid, stage.input(), &keep));
        if every(stage.params().whole("walls-a-second")) {
            self.drop_wall(&mut stage.rng);
        }
        for &cell in &self.edits {
            self.planner.cell_changed(&self.grid, cell);
        }
        let step = every(stage.params().whole("steps-a-second"));
        if step && let [_, next, ..] = self.planner.path().cells[..] {
            // A wall may just have come between.
            if self.grid.can_step(self.walker, next) {
                self.walker = next;
                let _ = self.planner.set_start(&self.grid, next);
            }
        }
        if step || !self.edits.is_empty() {
            // No path is an answer too: the walker waits.
            let _ = self.planner.replan(&self.grid);
            let _ = self.fresh.find(&self.grid, self.walker, TO);
            self.count();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        BOARD.paint(
            canvas,
            &self.grid,
            |cell| {
                if self.grid.is_walkable(cell) { GROUND } else { WALL }
            },
        );
        BOARD.rule(canvas, &self.grid);
        BOARD.way(canvas, &self.planner.path().cells, 4.0, PATH);
        BOARD.mark(canvas, TO, GOAL);
        BOARD.mark(canvas, self.walker, START);

        let floor = 466.0;
        for (i, work) in self.work.iter().enumerate() {
            let x = 20.0 + 6.0 * i as f32;
            for (cells, dx, color) in [(work[0], 0.0, PATH), (work[1], 2.5, FAINT)] {
                let height = (cells as f32 * 0.35).min(84.0);
                let bar = Aabb::from_size(vec2(x + dx, floor - height), vec2(2.5, height));
                canvas.fill_rect(bar, color);
            }
        }
        let mut line = |words: String, x: f32, anchor: f32, color: Color| {
            canvas.write(words, 15.0, vec2(x, 362.0), vec2(anchor, 0.5), color);
        };
        line(format!("repaired: {} cells expanded", self.total[0]), 20.0, 0.0, PATH);
        line(format!("searched anew: {}", self.total[1]), 300.0, 0.0, FAINT);
        let path = self.planner.path();
        let length = if path.is_empty() {
            "no path: waiting".into()
        } else {
            format!("{:.2} to go", path.length)
        };
        line(length, 620.0, 1.0, INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.grid.fingerprint());
        hash.write(&self.walker);
        hash.write(&self.planner.path().cells);
        hash.write(&self.total);
    }
}

impl Replanning {
    fn begin(&mut self) {
        // The cells of the walker and of the goal are kept free.
        let _ = self.planner.begin(&self.grid, Query::new(self.walker, TO));
        let _ = self.planner.replan(&self.grid);
        self.before = self.planner.progress().expanded;
    }

    /// A new wall, half of them on the path; old ones crumble.
    fn drop_wall(&mut self, rng: &mut Rng) {
        let anywhere = ivec2(rng.int(0..WIDTH), rng.int(0..HEIGHT));
        let ahead = self.planner.path().cells.get(3..).and_then(|cells| rng.pick(cells)).copied();
        let cell = ahead.filter(|_| rng.chance(0.5)).unwrap_or(anywhere);
        let free = ![self.walker, FROM, TO].contains(&cell);
        if free && self.grid.set_walkable(cell, false) == Ok(true) {
            self.fallen.push(cell);
            self.edits.push(cell);
        }
        if self.fallen.len() > 260 {
            let old = self.fallen.remove(0);
            if self.grid.set_walkable(old, true) == Ok(true) {
                self.edits.push(old);
            }
        }
    }

    fn count(&mut self) {
        let repaired = self.planner.progress().expanded - self.before;
        self.before = self.planner.progress().expanded;
        let work = [repaired, self.fresh.progress().expanded];
        self.total = [self.total[0] + work[0], self.total[1] + work[1]];
        if self.work.len() == HISTORY {
            self.work.remove(0);
        }
        self.work.push(work);
    }
}
