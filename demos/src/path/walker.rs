//! A walker follows its path at an even pace, or jumps from cell to cell the way easing does it.

use super::board::{Board, FAINT, GOAL, GROUND, INK, PAPER, PATH, WALL, dot};
use crate::Demo;
use crate::look::WORDS;
use motile::path::classic::EaseFollower;
use motile::path::{AStar, FollowState, Follower, GridSearch, PathGrid, generate};
use motile::path::{round_corners, string_pull};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/walker",
    title: "Walker",
    sees: "A red disc walks round the walls to one place after another and leaves a trail of its steps.",
    tries: "Click elsewhere in mid-walk: it turns without stepping back. Compare the even pace with easing, and cell centers with rounded corners.",
    controls: "Click a cell to send the walker there; a cell out of reach does nothing.",
    spec: &["PATH-D8", "PATH-25", "PATH-26", "PATH-27", "PATH-X7", "K-37", "K-38"],
    size: (600, 632),
    ticks: 200,
    ..Demo::of::<Walker>()
};

const SIDE: u32 = 30;
const BOARD: Board = Board::new(0.0, 32.0, 20.0);
/// Pixels a second.
const SPEED: f32 = 150.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Walker {
    grid: PathGrid,
    search: AStar,
    even: Follower,
    ease: EaseFollower,
    points: Vec<Vec2>,
    /// Drawn only.
    #[state(skip)]
    trail: Vec<Vec2>,
    goal: IVec2,
    walking: bool,
}

impl Sketch for Walker {
    const PARAMS: &'static [Param] = &[
        Param::choice("pace", &["even", "easing"], 0),
        Param::choice("points", &["cell centers", "pulled tight", "rounded"], 2),
        Param::toggle("by-itself", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut grid = generate::scatter(SIDE, SIDE, 0.2, &mut stage.rng)?;
        let home = ivec2(14, 14);
        grid.fill(IRect::new(13, 13, 3, 3), true);
        let at = BOARD.center(home);
        Ok(Self {
            grid,
            search: AStar::new(),
            even: Follower::new(at, SPEED),
            ease: EaseFollower::new(at),
            points: Vec::new(),
            trail: Vec::new(),
            goal: home,
            walking: false,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if let Some(place) = stage.input().pointer.pressed_at() {
            self.go(BOARD.cell_at(place), stage.params().choice("points"));
        } else if !self.walking && stage.params().is_on("by-itself") {
            let side = SIDE as i32;
            let goal = ivec2(stage.rng.int(0..side), stage.rng.int(0..side));
            self.go(goal, stage.params().choice("points"));
        }

        if !self.walking {
            return;
        }
        // Both stand on the same spot, so that the pace can be changed in mid-walk.
        if stage.params().choice("pace") == 0 {
            self.walking = self.even.step(&self.points, tick.dt) == FollowState::Walking;
            (self.ease.position, self.ease.next) = (self.even.position, self.even.next);
        } else {
            self.walking = self.ease.frame(&self.points);
            (self.even.position, self.even.next) = (self.ease.position, self.ease.next);
        }
        if tick.index.is_multiple_of(3) {
            self.trail.push(self.even.position);
            if self.trail.len() > 60 {
                self.trail.remove(0);
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let walkable = |cell| if self.grid.is_walkable(cell) { GROUND } else { WALL };
        BOARD.paint(canvas, &self.grid, walkable);
        BOARD.rule(canvas, &self.grid);
        if self.walking {
            let line = Stroke::new(2.0).with_dash(&[5.0, 5.0], 0.0);
            let next = (self.even.next as usize).min(self.points.len());
            let ahead: Vec<Vec2> =
                [self.even.position].iter().chain(&self.points[next..]).copied().collect();
            canvas.stroke(&Path::polyline(&ahead), &line, FAINT);
            BOARD.mark(canvas, self.goal, GOAL);
        }
        for (age, &at) in self.trail.iter().rev().enumerate() {
            canvas.fill(&Path::circle(at, 3.0), PATH.with_alpha(190 - 3 * age as u8));
        }
        dot(canvas, self.even.position, 8.0, PATH);
        let words = if stage.params().choice("pace") == 0 {
            format!("even pace: {SPEED} pixels a second on every frame rate")
        } else {
            "easing: half of the way to the next point in every frame".into()
        };
        canvas.write(words, WORDS, vec2(12.0, 16.0), vec2(0.0, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.search.mark(&self.grid, BOARD.origin, BOARD.cell, marks);
        self.even.mark(&self.points, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Walker {
    /// Plans from the cell it is in; where there is no path, it goes on as before.
    fn go(&mut self, goal: IVec2, points: u32) {
        let from = BOARD.cell_at(self.even.position);
        let Ok(path) = self.search.find(&self.grid, from, goal) else { return };
        self.goal = goal;
        let mut cells = path.cells.clone();
        if points > 0 {
            string_pull(&self.grid, &path.cells, &mut cells);
        }
        let centers: Vec<Vec2> = cells.iter().map(|&cell| BOARD.center(cell)).collect();
        if points == 2 {
            round_corners(&centers, 9.0, 6, &mut self.points);
        } else {
            self.points = centers;
        }
        self.even.start(&self.points);
        self.ease.next = self.even.next;
        self.walking = true;
    }
}
