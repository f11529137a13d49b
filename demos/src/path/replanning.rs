//! Walls appear while walkers are on their way: plans are repaired with a fraction of the work of new ones.

use super::board::{Board, Brush, FAINT, GROUND, INK, PAPER, PATH, WALL, dot};
use crate::Demo;
use crate::look::SMALL;
use motile::path::{AStar, DStarLite, GridSearch, Incremental, PathGrid, Query, Replanner, Search};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/replanning",
    title: "Replanning",
    sees: "Walls fall onto the board and crumble again while five walkers cross it; their paths bend at once, and bars compare the work with that of new searches.",
    tries: "Paint a wall right before a walker, then one beside its path: that one costs nothing, and neither does a step along the path. D* Lite pays for walls that make the way longer.",
    controls: "Drag to build walls, drag on a wall to tear it down.",
    keys: &[(Key::Space, "send the walkers back")],
    takes_drags: true,
    spec: &["PATH-D13", "PATH-X15", "PATH-N6", "K-40"],
    ticks: 240,
    ..Demo::of::<Replanning>()
};

const BOARD: Board = Board::new(20.0, 20.0, 12.0);
const WIDTH: i32 = 50;
const HEIGHT: i32 = 27;
const WALKERS: [(IVec2, IVec2, Color); 5] = [
    (ivec2(2, 4), ivec2(47, 20), Color::hex(0x2D_8A_6E)),
    (ivec2(2, 13), ivec2(47, 13), Color::hex(0xD9_3F_2B)),
    (ivec2(2, 22), ivec2(47, 6), Color::hex(0x3B_6F_B6)),
    (ivec2(47, 2), ivec2(2, 17), Color::hex(0xC9_8A_1B)),
    (ivec2(47, 24), ivec2(2, 9), Color::hex(0x8E_4A_A8)),
];
const PLANNERS: &[&str] = &["replanner", "d-star-lite"];
/// Edits in the chart.
const HISTORY: usize = 100;

#[derive(StateHash)]
#[state(hash_only)]
struct Walker {
    planner: Box<dyn Incremental>,
    at: IVec2,
    goal: IVec2,
    color: Color,
    /// Cells the planner had expanded before the last repair.
    before: u32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Replanning {
    grid: PathGrid,
    walkers: Vec<Walker>,
    planner: u32,
    /// The same searches from scratch, to compare.
    fresh: AStar,
    brush: Brush,
    /// Walls that came by themselves, the oldest first.
    fallen: Vec<IVec2>,
    edits: Vec<IVec2>,
    /// Cells expanded after the last edits: by repair, by new searches.
    work: Vec<[u32; 2]>,
    total: [u32; 2],
}

impl Sketch for Replanning {
    const PARAMS: &'static [Param] = &[
        Param::choice("planner", PLANNERS, 0),
        Param::whole("walls-a-second", 0, 20, 10),
        Param::whole("steps-a-second", 0, 20, 5),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut demo = Self {
            grid: PathGrid::new(WIDTH as u32, HEIGHT as u32)?,
            walkers: Vec::new(),
            planner: stage.params().choice("planner"),
            fresh: AStar::new(),
            brush: Brush::default(),
            fallen: Vec::new(),
            edits: Vec::new(),
            work: Vec::new(),
            total: [0, 0],
        };
        demo.send_walkers();
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let every = |count: i32| count > 0 && tick.index.is_multiple_of((60 / count) as u64);
        let planner = stage.params().choice("planner");
        if planner != self.planner || stage.input().pressed(Key::Space) {
            self.planner = planner;
            self.send_walkers();
        }

        self.edits.clear();
        let keep: Vec<IVec2> = self.walkers.iter().flat_map(|w| [w.at, w.goal]).collect();
        self.edits.extend(self.brush.drag(BOARD, &mut self.grid, stage.input(), &keep));
        if every(stage.params().whole("walls-a-second")) {
            self.drop_wall(&keep, &mut stage.rng);
        }
        let step = every(stage.params().whole("steps-a-second"));
        let mut work = [0, 0];
        for walker in &mut self.walkers {
            for &cell in &self.edits {
                walker.planner.cell_changed(&self.grid, cell);
            }
            if step {
                walker.walk(&self.grid);
            }
            if step || !self.edits.is_empty() {
                // No path is an answer too: the walker waits.
                walker.planner.finish(&self.grid);
                self.fresh.begin(&self.grid, Query::new(walker.at, walker.goal));
                self.fresh.finish(&self.grid);
                work[0] += walker.new_work();
                work[1] += self.fresh.progress().expanded;
            }
        }
        if step || !self.edits.is_empty() {
            self.total = [self.total[0] + work[0], self.total[1] + work[1]];
            if self.work.len() == HISTORY {
                self.work.remove(0);
            }
            self.work.push(work);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let color = |cell| if self.grid.is_walkable(cell) { GROUND } else { WALL };
        BOARD.paint(canvas, &self.grid, color);
        BOARD.rule(canvas, &self.grid);
        for walker in &self.walkers {
            BOARD.way(canvas, &walker.planner.path().cells, 3.5, walker.color.with_alpha(200));
        }
        for walker in &self.walkers {
            let goal = Path::circle(BOARD.center(walker.goal), 5.0);
            canvas.stroke(&goal, &Stroke::new(2.5), walker.color);
            dot(canvas, BOARD.center(walker.at), 7.0, walker.color);
        }

        let floor = 466.0;
        for (i, work) in self.work.iter().enumerate() {
            let x = 20.0 + 6.0 * i as f32;
            for (cells, dx, color) in [(work[0], 0.0, PATH), (work[1], 2.5, FAINT)] {
                let height = (cells as f32 * 0.09).min(84.0);
                let bar = Aabb::from_size(vec2(x + dx, floor - height), vec2(2.5, height));
                canvas.fill_rect(bar, color);
            }
        }
        let mut line = |words: String, x: f32, anchor: f32, color: Color| {
            canvas.write(words, SMALL, vec2(x, 362.0), vec2(anchor, 0.5), color);
        };
        line(format!("repaired: {} cells expanded", self.total[0]), 20.0, 0.0, PATH);
        line(format!("searched anew: {}", self.total[1]), 300.0, 0.0, FAINT);
        let waiting = self.walkers.iter().filter(|w| w.planner.path().is_empty()).count();
        let words = if waiting == 0 { "all have a path".into() } else { format!("{waiting} wait") };
        line(words, 620.0, 1.0, INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for walker in &self.walkers {
            walker.planner.mark(&self.grid, BOARD.origin, BOARD.cell, marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Replanning {
    fn send_walkers(&mut self) {
        self.walkers = WALKERS
            .into_iter()
            .map(|(at, goal, color)| {
                let planner: Box<dyn Incremental> = match self.planner {
                    0 => Box::new(Replanner::new()),
                    _ => Box::new(DStarLite::new()),
                };
                let mut walker = Walker { planner, at, goal, color, before: 0 };
                for end in [at, goal] {
                    // Painted over since: a wall would leave nobody a way.
                    self.grid.set_walkable(end, true);
                }
                walker.begin(&self.grid);
                walker
            })
            .collect();
        // Ends that were freed for later walkers are news to the first ones.
        for walker in &mut self.walkers {
            walker.begin(&self.grid);
        }
    }

    /// A new wall, half of them on somebody's path; old ones crumble.
    fn drop_wall(&mut self, keep: &[IVec2], rng: &mut Rng) {
        let anywhere = ivec2(rng.int(0..WIDTH), rng.int(0..HEIGHT));
        let path = rng.pick(&self.walkers).map(|walker| &walker.planner.path().cells[..]);
        let ahead = path.and_then(|cells| rng.pick(cells.get(3..)?)).copied();
        let cell = ahead.filter(|_| rng.chance(0.5)).unwrap_or(anywhere);
        if !keep.contains(&cell) && self.grid.set_walkable(cell, false) {
            self.fallen.push(cell);
            self.edits.push(cell);
        }
        if self.fallen.len() > 260 {
            let old = self.fallen.remove(0);
            if self.grid.set_walkable(old, true) {
                self.edits.push(old);
            }
        }
    }
}

impl Walker {
    fn begin(&mut self, grid: &PathGrid) {
        self.planner.begin(grid, Query::new(self.at, self.goal));
        self.planner.finish(grid);
        self.before = self.planner.progress().expanded;
    }

    /// One step along the path; who has arrived goes back to where the others come from.
    fn walk(&mut self, grid: &PathGrid) {
        if self.at == self.goal {
            let back = ivec2(WIDTH - 1 - self.goal.x, self.goal.y);
            if grid.is_walkable(back) {
                self.goal = back;
                self.begin(grid);
            }
        }
        if let [_, next, ..] = self.planner.path().cells[..]
            // A wall may just have come between.
            && grid.can_step(self.at, next)
        {
            self.at = next;
            self.planner.set_start(grid, next);
        }
    }

    /// Cells expanded since this was last asked.
    fn new_work(&mut self) -> u32 {
        let expanded = self.planner.progress().expanded;
        expanded - core::mem::replace(&mut self.before, expanded)
    }
}
