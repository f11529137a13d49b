//! Ground that costs more is avoided as long as the way round is cheaper.

use super::board::{Board, Brush, GOAL, INK, PAPER, START, WALL};
use crate::Demo;
use crate::look::{RED, WORDS};
use motile::path::{AStar, GridSearch, PathGrid};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/terrain",
    title: "Terrain",
    sees: "The red path keeps to the light valleys; the dashed one ignores the ground, is shorter and costs more.",
    tries: "Wall a valley off: the path crosses dark ground where it is narrowest. Flatten the hills with the knob.",
    controls: "Drag to build walls, drag on a wall to tear it down.",
    takes_drags: true,
    spec: &["PATH-D9", "PATH-23", "K-20"],
    ticks: 10,
    ..Demo::of::<Terrain>()
};

const BOARD: Board = Board::new(20.0, 48.0, 12.0);
const WIDTH: u32 = 50;
const HEIGHT: u32 = 30;
const FROM: IVec2 = ivec2(0, 2);
const TO: IVec2 = ivec2(48, 27);
const CHEAP: Color = RED;

#[derive(StateHash)]
#[state(hash_only)]
struct Terrain {
    grid: PathGrid,
    /// The same walls on even ground.
    flat: PathGrid,
    brush: Brush,
    search: AStar,
    short: AStar,
    found: bool,
}

impl Sketch for Terrain {
    const PARAMS: &'static [Param] = &[Param::number("hills", 0.0, 3.0, 1.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let flat = PathGrid::new(WIDTH, HEIGHT)?;
        let mut demo = Self {
            grid: flat.clone(),
            flat,
            brush: Brush::default(),
            search: AStar::new(),
            short: AStar::new(),
            found: false,
        };
        demo.raise(stage.params().number("hills"));
        demo.search();
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("hills") {
            self.raise(stage.params().number("hills"));
            self.search();
        }
        let edit = self.brush.drag(BOARD, &mut self.grid, stage.input(), &[FROM, TO]);
        if let Some(cell) = edit {
            self.flat.set_walkable(cell, self.grid.is_walkable(cell));
            self.search();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let (low, high) = (Color::hex(0xF3_E9_C6), Color::hex(0x3F_5B_45));
        BOARD.paint(canvas, &self.grid, |cell| {
            if self.grid.is_walkable(cell) {
                low.lerp_oklab(high, (self.grid.weight(cell) - 1.0) / 2.2)
            } else {
                WALL
            }
        });
        if self.found {
            let short = &self.short.path().cells;
            let points: Vec<Vec2> = short.iter().map(|&cell| BOARD.center(cell)).collect();
            let dashes = Stroke::new(2.5).with_dash(&[7.0, 5.0], 0.0);
            canvas.stroke(&Path::polyline(&points), &dashes, Color::WHITE);
            BOARD.way(canvas, &self.search.path().cells, 4.0, CHEAP);
        }
        BOARD.mark(canvas, FROM, START);
        BOARD.mark(canvas, TO, GOAL);

        let mut line = |words: String, y: f32, color: Color| {
            canvas.write(words, WORDS, vec2(20.0, y), vec2(0.0, 0.5), color);
        };
        if !self.found {
            return line("no path".into(), 26.0, CHEAP);
        }
        let (cheap, short) = (self.search.path(), self.short.path());
        let cost = |cells: &[IVec2]| -> f64 {
            cells.windows(2).map(|step| self.grid.step_length(step[0], step[1])).sum()
        };
        let steps = |path: &motile::path::GridPath| path.cells.len() - 1;
        line(format!("cheapest: {} steps, cost {:.3}", steps(cheap), cheap.length), 26.0, CHEAP);
        let dashed = cost(&short.cells);
        line(format!("shortest, dashed: {} steps, cost {dashed:.3}", steps(short)), 436.0, INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.search.mark(&self.grid, BOARD.origin, BOARD.cell, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Terrain {
    /// Multipliers from 1 to about 3, as waves.
    fn raise(&mut self, hills: f32) {
        for y in 0..HEIGHT as i32 {
            for x in 0..WIDTH as i32 {
                let (i, j) = (x as f32, y as f32);
                let wave = ops::sin(0.5 * i) + ops::cos(0.2 * j + 0.05 * i);
                self.grid.set_weight(ivec2(x, y), 1.0 + hills * wave.abs());
            }
        }
    }

    fn search(&mut self) {
        self.found = self.search.find(&self.grid, FROM, TO).is_ok()
            && self.short.find(&self.flat, FROM, TO).is_ok();
    }
}
