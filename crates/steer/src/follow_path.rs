//! Along a list of waypoints.

use crate::Agent;
use crate::arrows::{mark_path, with_arrows};
use crate::seek::{stop_on, towards};
use motile_geom::{HashState, MarkRole, MarkSink, MaybeWatched, StateHash, Vec2};

/// Path following by waypoints: the progress of one agent along one list; the list itself stays with the caller.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "path following")]
#[doc(alias = "waypoints")]
pub struct PathFollower {
    /// Index of the waypoint being headed for.
    pub index: u32,
    /// A waypoint counts as reached within this many pixels.
    pub threshold: f32,
    /// Go on with the first waypoint after the last.
    pub looped: bool,
}

/// What happened to a follower in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEvent {
    /// Nothing to report.
    None,
    /// There is no waypoint at the index: the list is empty or has become shorter. The agent coasts until the index
    /// is set anew.
    Lost,
    /// The waypoint of this index was reached; the next one is headed for now.
    Reached(u32),
    /// The last waypoint of an open path is within the threshold.
    Finished,
}

impl Default for PathFollower {
    fn default() -> Self {
        Self { index: 0, threshold: 20.0, looped: false }
    }
}

impl HashState for PathFollower {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u32(self.index);
        hash.write_f32(self.threshold);
        hash.write_u32(u32::from(self.looped));
    }
}

impl PathFollower {
    /// The steering for a step of `dt` seconds, and what was reached. No waypoint at the index: no steering. The end of
    /// an open path is arrived at, and so is a loop of one point; everything else is passed at full speed.
    ///
    /// A waypoint also counts as reached once the agent has crossed the plane through it that faces the
    /// waypoint before, so that a fast agent does not circle one it missed.
    ///
    /// Marks: the path, the rings around its points, and the one being headed for.
    pub fn steer(
        &mut self,
        mut agent: impl MaybeWatched<Agent>,
        waypoints: &[Vec2],
        dt: f32,
    ) -> (Vec2, PathEvent) {
        let (agent, mut marks) = agent.split();
        let (steering, event) = self.head_on(agent, waypoints, dt);
        self.mark(&mut marks, waypoints);
        (with_arrows(&mut marks, agent, steering), event)
    }

    fn head_on(&mut self, agent: &Agent, waypoints: &[Vec2], dt: f32) -> (Vec2, PathEvent) {
        let Some(&waypoint) = waypoints.get(self.index as usize) else {
            return (Vec2::ZERO, PathEvent::Lost);
        };
        let mut event = PathEvent::None;
        if self.within(agent, waypoint) || self.passed(agent, waypoints) {
            event = self.next(waypoints);
        }
        let goal = waypoints[self.index as usize];
        let stops = self.at_end(waypoints) || waypoints.len() == 1;
        (if stops { stop_on(agent, goal, dt) } else { towards(agent, goal) }, event)
    }

    pub(crate) fn within(&self, agent: &Agent, waypoint: Vec2) -> bool {
        agent.position.distance_squared(waypoint) < self.threshold * self.threshold
    }

    fn passed(&self, agent: &Agent, waypoints: &[Vec2]) -> bool {
        let here = self.index as usize;
        let before = match (here, self.looped) {
            (0, false) => return false,
            (0, true) => waypoints[waypoints.len() - 1],
            _ => waypoints[here - 1],
        };
        let segment = waypoints[here] - before;
        let offset = agent.position - waypoints[here];
        let beyond = offset.dot(segment) > 0.0 && offset.dot(agent.velocity) > 0.0;
        // Only while near and leaving: an agent that starts far off has missed nothing.
        let reach = 4.0 * self.threshold;
        beyond && !self.at_end(waypoints) && offset.length_squared() < reach * reach
    }

    pub(crate) fn at_end(&self, waypoints: &[Vec2]) -> bool {
        !self.looped && self.index as usize + 1 == waypoints.len()
    }

    pub(crate) fn next(&mut self, waypoints: &[Vec2]) -> PathEvent {
        if self.at_end(waypoints) {
            return PathEvent::Finished;
        }
        let reached = self.index;
        self.index = if self.index as usize + 1 < waypoints.len() { self.index + 1 } else { 0 };
        PathEvent::Reached(reached)
    }

    /// The path, a ring around each waypoint, and the one headed for.
    pub(crate) fn mark(&self, marks: &mut impl MarkSink, waypoints: &[Vec2]) {
        mark_path(marks, waypoints, self.looped);
        if !marks.is_on() {
            return;
        }
        for &waypoint in waypoints {
            marks.circle(MarkRole::Range, waypoint, self.threshold);
        }
        if let Some(&next) = waypoints.get(self.index as usize) {
            marks.point(MarkRole::Target, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;
    use motile_geom::vec2;

    #[test]
    fn steer_a25_indices() {
        let agent = classic::agent(0.0, 0.0);
        let mut follower = PathFollower::default();
        assert_eq!(follower.steer(&agent, &[], 1.0), (Vec2::ZERO, PathEvent::Lost));
        assert_eq!(follower.index, 0);
        let mut beyond = PathFollower { index: 7, ..follower };
        assert_eq!(classic::follow_path(&mut beyond, &agent, &[vec2(1.0, 1.0)]), Vec2::ZERO);
        assert_eq!(beyond.steer(&agent, &[vec2(1.0, 1.0)], 1.0), (Vec2::ZERO, PathEvent::Lost));
        assert_eq!(beyond.index, 7);
        let path = [vec2(20.0, 0.0), vec2(500.0, 0.0)];
        follower.steer(&agent, &path, 1.0);
        assert_eq!(follower.index, 0, "exactly 20 away is not reached");
        follower.steer(&classic::agent(0.001, 0.0), &path, 1.0);
        assert_eq!(follower.index, 1);
        let end = classic::agent(495.0, 0.0);
        assert_eq!(follower.steer(&end, &path, 1.0).1, PathEvent::Finished);
        assert_eq!(follower.index, 1);
        follower.looped = true;
        assert_eq!(follower.steer(&end, &path, 1.0).1, PathEvent::Reached(1));
        assert_eq!(follower.index, 0);
    }

    #[test]
    fn steer_a26_the_old_waypoint_brakes_only_in_the_classic_rule() {
        let path = [vec2(100.0, 0.0), vec2(200.0, 0.0)];
        let start = Agent { velocity: vec2(10.0, 0.0), ..classic::agent(85.0, 0.0) };
        let (mut printed, mut follower) = (PathFollower::default(), PathFollower::default());
        let force = classic::follow_path(&mut printed, &start, &path);
        assert!((force - vec2(-8.5, 0.0)).length() < 1e-4, "{force}");
        let mut agent = start;
        classic::step(&mut agent, force);
        assert_eq!((agent.velocity, printed.index), (vec2(9.0, 0.0), 1));
        let (steering, event) = follower.steer(&start, &path, 1.0);
        assert_eq!((steering, event), (Vec2::ZERO, PathEvent::Reached(0)));
    }

    const SQUARE: [Vec2; 4] =
        [vec2(100.0, 100.0), vec2(400.0, 100.0), vec2(400.0, 400.0), vec2(100.0, 400.0)];

    /// Calls at which the index advanced, and complete laps, in 2,000 ticks.
    fn laps(mut step: impl FnMut(&mut PathFollower, &mut Agent)) -> (Vec<u32>, u32) {
        let mut follower = PathFollower { looped: true, ..PathFollower::default() };
        let mut agent = classic::agent(0.0, 0.0);
        let (mut calls, mut laps) = (Vec::new(), 0);
        for call in 0..2000 {
            let before = follower.index;
            step(&mut follower, &mut agent);
            if follower.index != before {
                calls.push(call);
                laps += u32::from(follower.index == 0);
            }
        }
        (calls, laps)
    }

    #[test]
    fn steer_a27_laps_around_a_square() {
        let (calls, count) = laps(|follower, agent| {
            let force = classic::follow_path(follower, &agent, &SQUARE);
            classic::step(agent, force);
        });
        assert_eq!((&calls[..4], count >= 13), (&[17, 48, 86, 121][..], true));
        let (calls, count) = laps(|follower, agent| {
            let (steering, _) = follower.steer(&agent, &SQUARE, 1.0);
            classic::step(agent, steering);
        });
        assert_eq!((&calls[..4], count >= 13), (&[17, 48, 85, 119][..], true));
    }

    #[test]
    fn steer_a27_an_open_path_ends_at_rest() {
        let mut follower = PathFollower::default();
        let mut agent = classic::agent(0.0, 0.0);
        let mut finished = 0;
        for _ in 0..400 {
            let (steering, event) = follower.steer(&agent, &SQUARE, 1.0);
            finished += u32::from(event == PathEvent::Finished);
            agent.step(steering, 1.0);
        }
        assert!(agent.position.distance(SQUARE[3]) < 0.5 && agent.speed() < 0.1);
        assert!(finished > 0);
    }
}
