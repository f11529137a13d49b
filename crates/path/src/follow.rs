//! Walking along points.

use crate::PathGrid;
use motile_geom::{HashState, IVec2, MarkRole, MarkSink, Marks, StateHash, Vec2};

/// What a follower is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FollowState {
    /// No points to follow yet.
    #[default]
    Idle,
    /// On the way.
    Walking,
    /// At the last point.
    Arrived,
    /// The path ahead is not legal any more; give it a new path or let it stand.
    Blocked,
}

impl HashState for FollowState {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u32(*self as u32);
    }
}

/// Walks along a line of points at constant speed, whatever the frame rate: path following.
///
/// The points are an argument, not stored: cells of a path as pixels, a pulled or rounded line.
///
/// ```
/// use motile_path::{FollowState, Follower};
/// use motile_geom::vec2;
/// let points = [vec2(0.0, 0.0), vec2(30.0, 0.0), vec2(30.0, 40.0)];
/// let mut walker = Follower::new(points[0], 100.0);
/// walker.start(&points);
/// assert_eq!(walker.step(&points, 0.5), FollowState::Walking);
/// assert_eq!(walker.position, vec2(30.0, 20.0));
/// ```
#[doc(alias = "path following")]
#[doc(alias = "waypoints")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Follower {
    /// Where it is, in pixels.
    pub position: Vec2,
    /// Pixels a second.
    pub speed: f32,
    /// Unit vector of the last movement.
    pub facing: Vec2,
    /// The point it walks to.
    pub next: u32,
    /// What it is doing.
    pub state: FollowState,
}

impl HashState for Follower {
    fn hash_state(&self, hash: &mut StateHash) {
        let Self { position, speed, facing, next, state } = self;
        hash.write(&(position, speed, facing, next, state));
    }
}

impl Follower {
    /// A follower at a place; facing right.
    pub const fn new(position: Vec2, speed: f32) -> Self {
        Self { position, speed, facing: Vec2::X, next: 0, state: FollowState::Idle }
    }

    /// Begins to follow points from where it is. A first point that lies behind is skipped, so that a
    /// new path in mid-walk does not pull it back to the middle of its cell.
    pub fn start(&mut self, points: &[Vec2]) {
        self.next = 0;
        self.state = if points.is_empty() { FollowState::Idle } else { FollowState::Walking };
        if let [first, second, ..] = points
            && (*second - *first).dot(self.position - *first) >= 0.0
        {
            self.next = 1;
        }
    }

    /// Moves by `speed · dt` along the points, `dt` in seconds. Only while walking; time or speed that is
    /// not above 0 moves nothing.
    pub fn step(&mut self, points: &[Vec2], dt: f32) -> FollowState {
        let mut left = self.speed * dt;
        if self.state != FollowState::Walking || left.is_nan() || left <= 0.0 {
            return self.state;
        }
        while let Some(&target) = points.get(self.next as usize) {
            let way = target - self.position;
            let distance = way.length();
            if distance > 0.0 {
                self.facing = way / distance;
            }
            if distance > left {
                self.position += self.facing * left;
                return self.state;
            }
            left -= distance;
            self.position = target;
            self.next += 1;
        }
        self.state = FollowState::Arrived;
        self.state
    }

    /// Marks where it is, where it faces and the points still ahead.
    pub fn mark(&self, points: &[Vec2], marks: &mut Marks) {
        marks.point(MarkRole::Pivot, self.position);
        marks.velocity(MarkRole::Velocity, self.position, self.facing * self.speed);
        let ahead = points.iter().skip(self.next as usize).copied();
        marks.polyline(MarkRole::Path, core::iter::once(self.position).chain(ahead));
    }

    /// Looks at the cells of the path still ahead and stops when a step has become illegal. `cells` are
    /// those the points were made from, one for one.
    pub fn look_ahead(&mut self, grid: &PathGrid, cells: &[IVec2]) -> FollowState {
        let from = (self.next as usize).saturating_sub(1).min(cells.len());
        if self.state == FollowState::Walking
            && cells[from..].windows(2).any(|pair| !grid.can_step(pair[0], pair[1]))
        {
            self.state = FollowState::Blocked;
        }
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AStar, GridSearch};
    use motile_geom::{ivec2, vec2};

    #[test]
    fn k_38_constant_speed_at_any_frame_rate() {
        let grid = PathGrid::new(50, 30).unwrap();
        let mut search = AStar::new();
        let path = search.find(&grid, ivec2(0, 2), ivec2(48, 27)).unwrap();
        let points: Vec<Vec2> = path.points(Vec2::ZERO, 20.0).collect();
        for hz in [24.0, 60.0, 144.0, 1000.0f32] {
            let mut walker = Follower::new(points[0], 100.0);
            walker.start(&points);
            let mut ticks = 0;
            while walker.step(&points, 1.0 / hz) == FollowState::Walking {
                ticks += 1;
            }
            let seconds = ticks as f32 / hz;
            assert!((seconds - 11.671).abs() < 1.0 / hz + 0.01, "{hz}: {seconds}");
            assert_eq!(walker.position, *points.last().unwrap());
        }
    }

    #[test]
    fn k_40_a_wall_ahead_is_reported_within_one_step() {
        let mut grid = PathGrid::new(10, 3).unwrap();
        let mut search = AStar::new();
        let path = search.find(&grid, ivec2(0, 1), ivec2(9, 1)).unwrap().clone();
        let points: Vec<Vec2> = path.points(Vec2::ZERO, 20.0).collect();
        let mut walker = Follower::new(points[0], 100.0);
        walker.start(&points);
        walker.step(&points, 0.5);
        assert_eq!(walker.look_ahead(&grid, &path.cells), FollowState::Walking);
        grid.set_walkable(ivec2(7, 1), false);
        assert_eq!(walker.look_ahead(&grid, &path.cells), FollowState::Blocked);
        let stopped = walker.position;
        assert_eq!(walker.step(&points, 0.5), FollowState::Blocked);
        assert_eq!(walker.position, stopped);
        // Walls behind do not matter.
        let mut walker = Follower { next: 9, state: FollowState::Walking, ..walker };
        assert_eq!(walker.look_ahead(&grid, &path.cells), FollowState::Walking);
    }

    #[test]
    fn a_new_path_does_not_pull_back_and_nonsense_does_not_move() {
        let points = [vec2(10.0, 10.0), vec2(30.0, 10.0)];
        let mut walker = Follower::new(vec2(16.0, 10.0), 10.0);
        walker.start(&points);
        walker.step(&points, 0.1);
        assert!(walker.position.x > 16.0);
        for dt in [f32::NAN, -1.0, 0.0] {
            let before = walker;
            walker.step(&points, dt);
            assert_eq!(walker, before);
        }
        assert_eq!(walker.step(&points, f32::INFINITY), FollowState::Arrived);
        walker.start(&[]);
        assert_eq!(walker.state, FollowState::Idle);
    }
}
