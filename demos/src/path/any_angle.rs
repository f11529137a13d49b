//! A grid path turns in steps of 45 degrees; pulled tight or searched at any angle it becomes a straight walk.

use super::board::{Board, Brush, Carry, GOAL, INK, PAPER, START, WALL};
use crate::Demo;
use crate::look::{SMALL, WORDS};
use core::f32::consts::TAU;
use motile::path::{AStar, AnyAngle, GridSearch, PathGrid, round_corners, string_pull};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/any-angle",
    title: "Any angle",
    sees: "Three paths between the same two points: along the grid, pulled tight like a string, and searched at any angle.",
    tries: "Move the goal: the string hugs the corners that the grid path chose, the search at any angle chooses its own. Round the corners.",
    controls: "Drag the goal; drag elsewhere to build walls.",
    keys: &[
        (Key::Left, "goal left"),
        (Key::Right, "goal right"),
        (Key::Up, "goal up"),
        (Key::Down, "goal down"),
    ],
    takes_drags: true,
    spec: &["PATH-D12", "PATH-X13", "PATH-N5"],
    ticks: 40,
    ..Demo::of::<AnyAngleDemo>()
};

const BOARD: Board = Board::new(20.0, 20.0, 12.0);
const WIDTH: u32 = 50;
const HEIGHT: u32 = 30;
const FROM: IVec2 = ivec2(2, 27);
const COLORS: [Color; 3] = [Color::hex(0x9A_A3_B5), Color::hex(0x2E_7F_C9), Color::hex(0xD9_3F_2B)];
const NAMES: [&str; 3] = ["along the grid", "pulled tight", "any angle"];

#[derive(StateHash)]
#[state(hash_only)]
struct AnyAngleDemo {
    grid: PathGrid,
    brush: Brush,
    carry: Carry,
    grid_search: AStar,
    any_angle: AnyAngle,
    goal: IVec2,
    /// Waypoints of the three paths.
    ways: [Vec<IVec2>; 3],
}

impl Sketch for AnyAngleDemo {
    const PARAMS: &'static [Param] =
        &[Param::number("rounding", 0.0, 30.0, 0.0), Param::toggle("by-itself", true)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut grid = PathGrid::new(WIDTH, HEIGHT)?;
        let blocks = [(6, 16, 7, 7), (17, 20, 5, 8), (17, 5, 8, 9), (29, 15, 6, 8), (31, 3, 5, 7)];
        for (x, y, width, height) in blocks {
            grid.fill(IRect::new(x, y, width, height), false);
        }
        let mut demo = Self {
            grid,
            brush: Brush::default(),
            carry: Carry::default(),
            grid_search: AStar::new(),
            any_angle: AnyAngle::new(),
            goal: ivec2(46, 6),
            ways: Default::default(),
        };
        demo.search();
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (input, arrows) = (stage.input(), stage.input().arrows());
        let carried = self.carry.drag(BOARD, input, self.goal);
        let edit = match carried {
            Some(_) => None,
            None => self.brush.drag(BOARD, &mut self.grid, input, &[FROM, self.goal]),
        };
        let goal = if let Some(cell) = carried {
            cell
        } else if arrows != Vec2::ZERO {
            self.goal + arrows.as_ivec2()
        } else if stage.params().is_on("by-itself") {
            let (sin, cos) = ops::sin_cos((tick.time as f32 / 24.0).fract() * TAU);
            ivec2(46 - (3.0 - 3.0 * cos) as i32, 14 - (sin * 12.0) as i32)
        } else {
            self.goal
        };
        let moved = goal != self.goal && self.grid.is_walkable(goal);
        if moved {
            self.goal = goal;
        }
        if moved || edit.is_some() {
            self.search();
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let ground = Color::hex(0xFF_FD_F7);
        BOARD.paint(
            canvas,
            &self.grid,
            |cell| {
                if self.grid.is_walkable(cell) { ground } else { WALL }
            },
        );
        BOARD.rule(canvas, &self.grid);
        let mut rounded = Vec::new();
        for (i, way) in self.ways.iter().enumerate() {
            let color = COLORS[i];
            let points: Vec<Vec2> = way.iter().map(|&cell| BOARD.center(cell)).collect();
            let radius = if i == 0 { 0.0 } else { stage.params().number("rounding") };
            round_corners(&points, radius, 8, &mut rounded);
            let stroke =
                Stroke::new([6.0, 4.0, 3.0][i]).with_cap(Cap::Round).with_join(Join::Round);
            if rounded.len() > 1 {
                canvas.stroke(&Path::polyline(&rounded), &stroke, color);
            }
            for &point in points.iter().filter(|_| i > 0) {
                canvas.fill(&Path::circle(point, [0.0, 5.0, 4.0][i]), color);
            }

            let x = 20.0 + 206.0 * i as f32;
            canvas.fill(
                &Path::round_rect(Aabb::from_size(vec2(x, 396.0), vec2(30.0, 8.0)), 4.0),
                color,
            );
            canvas.write(NAMES[i], WORDS, vec2(x, 424.0), vec2(0.0, 0.5), INK);
            let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            let words = match way.len() {
                0 => "no path".into(),
                count => format!("{:.2} cells, {count} points", length / BOARD.cell),
            };
            canvas.write(words, SMALL, vec2(x, 448.0), vec2(0.0, 0.5), INK);
        }
        BOARD.mark(canvas, FROM, START);
        BOARD.mark(canvas, self.goal, GOAL);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.grid_search.mark(&self.grid, BOARD.origin, BOARD.cell, marks);
        self.any_angle.mark(&self.grid, BOARD.origin, BOARD.cell, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl AnyAngleDemo {
    fn search(&mut self) {
        let [along, tight, any] = &mut self.ways;
        along.clear();
        any.clear();
        if let Ok(path) = self.grid_search.find(&self.grid, FROM, self.goal) {
            along.extend(&path.cells);
        }
        string_pull(&self.grid, along, tight);
        if let Ok(path) = self.any_angle.find(&self.grid, FROM, self.goal) {
            any.extend(&path.cells);
        }
    }
}
