//! A search in slices: a small budget each frame instead of one long frame, with the same path at the end.

use super::board::{Board, FAINT, GOAL, GROUND, INK, PAPER, PATH, START, WALL, heat};
use crate::look::{BLUE, ORANGE, SMALL, TITLE, WORDS};
use crate::{Demo, gauge::Gauge};
use motile::path::{
    AStar, AStarSettings, GridSearch, Heuristic, PathGrid, Query, Search, generate,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/budget",
    title: "Search under a budget",
    sees: "Left a search does all its work in one frame, right it expands a few cells in each; the chart below shows the work of every frame, and how long a step takes.",
    tries: "Turn the budget down: the path comes later, but no frame is late (a millisecond is enough for some 20,000 cells). Until then the dashed way to the nearest cell is there to walk on.",
    controls: "",
    keys: &[(Key::Space, "search on a new map")],
    spec: &["PATH-D15", "PATH-X16", "K-34"],
    ticks: 110,
    ..Demo::of::<BudgetDemo>()
};

const WIDTH: i32 = 100;
const HEIGHT: i32 = 70;
const BOARDS: [Board; 2] = [Board::new(12.0, 44.0, 3.0), Board::new(328.0, 44.0, 3.0)];
/// Of the search that does all at once, and of the one under a budget.
const COLORS: [Color; 2] = [BLUE, ORANGE];
const FROM: IVec2 = ivec2(3, 3);
const TO: IVec2 = ivec2(96, 66);
/// Ticks before the search begins, so that the chart has a beginning.
const REST: u64 = 20;
const ROUND: u64 = 300;

#[derive(StateHash)]
#[state(hash_only)]
struct BudgetDemo {
    grid: PathGrid,
    searches: [AStar; 2],
    /// When each cell was expanded, counted from 1, by either search.
    order: [Vec<u32>; 2],
    /// Cells expanded in every frame of this round.
    work: Vec<[u32; 2]>,
    partial: motile::path::GridPath,
    /// What a step of either search takes.
    #[state(skip)]
    time: [Gauge; 2],
}

impl Sketch for BudgetDemo {
    const PARAMS: &'static [Param] = &[Param::whole("budget", 1, 400, 40)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let (width, height) = (WIDTH as u32, HEIGHT as u32);
        let mut grid = generate::rooms(width, height, 9, &mut stage.rng)?;
        for end in [FROM, TO] {
            grid.fill(IRect::new(end.x - 1, end.y - 1, 3, 3), true);
        }
        let never = vec![0; (WIDTH * HEIGHT) as usize];
        let mut search = AStar::with_settings(AStarSettings::textbook(Heuristic::Euclidean));
        search.trace_mut().recording = true;
        Ok(Self {
            grid,
            searches: [search.clone(), search],
            order: [never.clone(), never],
            work: Vec::new(),
            partial: motile::path::GridPath::default(),
            time: [Gauge::default(); 2],
        })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let round = self.work.len() as u64;
        if stage.input().pressed(Key::Space) || round == ROUND {
            self.rebuild(stage);
            return;
        }
        if round == REST {
            for search in &mut self.searches {
                search.begin(&self.grid, Query::new(FROM, TO));
            }
        }
        let budgets = [u32::MAX, stage.params().whole("budget") as u32];
        let mut work = [0, 0];
        for (i, search) in self.searches.iter_mut().enumerate() {
            let before = search.progress().expanded;
            search.trace_mut().clear();
            let (_, took) = stage.stopwatch().time(|| search.step(&self.grid, budgets[i]));
            work[i] = search.progress().expanded.saturating_sub(before);
            if work[i] > 0 {
                self.time[i].follow(took);
            }
            for (n, cell) in search.trace().closed().enumerate() {
                self.order[i][(cell.y * WIDTH + cell.x) as usize] = before + n as u32 + 1;
            }
        }
        self.work.push(work);
        self.searches[1].partial_path(&self.grid, &mut self.partial);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let budget = stage.params().whole("budget");
        let names = ["all at once".into(), format!("{budget} cells a frame")];
        for (i, name) in names.into_iter().enumerate() {
            let (board, search) = (BOARDS[i], &self.searches[i]);
            board.paint(canvas, &self.grid, |cell| {
                match self.order[i][(cell.y * WIDTH + cell.x) as usize] {
                    _ if !self.grid.is_walkable(cell) => WALL,
                    0 => GROUND,
                    order => heat(order as f32 / 4500.0),
                }
            });
            if i == 1 && search.path().is_empty() {
                board.way(canvas, &self.partial.cells, 3.0, PATH.with_alpha(130));
            }
            board.way(canvas, &search.path().cells, 4.0, PATH);
            board.mark(canvas, FROM, START);
            board.mark(canvas, TO, GOAL);
            let x = board.origin.x;
            canvas.write(name, TITLE, vec2(x, 22.0), vec2(0.0, 0.5), COLORS[i]);
            let words = if search.path().is_empty() {
                format!("{} expanded", search.progress().expanded)
            } else {
                format!("length {:.2}", search.path().length)
            };
            canvas.write(words, SMALL, vec2(x + 300.0, 24.0), vec2(1.0, 0.5), FAINT);
        }

        // The scale is a root, so that a few cells and thousands are both to be seen.
        let (floor, scale) = (462.0, 2.2);
        let height = |cells: f32| ops::sqrt(cells) * scale;
        for (tick, work) in self.work.iter().enumerate() {
            let x = 12.0 + 2.05 * tick as f32;
            // The one long frame of the first search is a frame wide as all, but has to be seen.
            for (i, wide) in [(0, 8.0), (1, 2.05)] {
                let tall = height(work[i] as f32);
                let bar = Aabb::from_size(vec2(x, floor - tall), vec2(wide, tall));
                canvas.fill_rect(bar, COLORS[i]);
            }
        }
        let line = floor - height(budget as f32);
        canvas.line(vec2(12.0, line), vec2(628.0, line), &Stroke::HAIRLINE, INK);
        canvas.line(vec2(12.0, floor), vec2(628.0, floor), &Stroke::new(2.0), INK);
        let most = self.work.iter().map(|work| work[0]).max().unwrap_or(0);
        if most > 0 {
            let words = format!("{most} cells in one long frame");
            canvas.write(words, WORDS, vec2(72.0, 330.0), vec2(0.0, 0.5), COLORS[0]);
            let words = "the same work, and no frame is late";
            canvas.write(words, WORDS, vec2(72.0, line - 18.0), vec2(0.0, 0.5), COLORS[1]);
        }
        if let [Some(whole), Some(slice)] = self.time.map(Gauge::words) {
            let words = format!("a step takes {whole} all at once, {slice} under the budget");
            canvas.write(words, SMALL, vec2(628.0, 290.0), vec2(1.0, 0.5), FAINT);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for (search, board) in self.searches.iter().zip(BOARDS) {
            search.mark(&self.grid, board.origin, board.cell, marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
