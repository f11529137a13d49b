//! Marks of the behaviors led by what stands around: obstacles, walls, fields, paths and curves.

use super::{DebugMarks, MarkRole};
use crate::fields::nearest_wall;
use crate::way_ahead::WayAhead;
use crate::{
    Agent, Avoid, ClassicAvoid, Corridor, CurveFollower, PassingSide, PathEvent, PathFollower,
    Threat, VectorField, contain, follow_wall,
};
use motile_geom::{Aabb, ArcLength, Circle, Curve, Polygon, Segment, Vec2, Vec2Ext, vec2};

/// Pieces a curve is drawn in.
const PIECES: u32 = 64;
/// Pieces a bent feeler is drawn in.
const FEELER_PIECES: u32 = 12;

impl DebugMarks {
    /// [`Avoid::circles`]: the feeler, the circle that is met first, and where.
    pub fn avoid_circles(
        &mut self,
        avoid: &Avoid,
        agent: &Agent,
        obstacles: impl IntoIterator<Item = Circle> + Clone,
    ) -> Vec2 {
        let first = avoid.first_circle(agent, obstacles.clone());
        if self.threatened(*avoid, agent, first) {
            let met = |circle: &Circle| avoid.first_circle(agent, [*circle]) == first;
            for circle in obstacles.clone().into_iter().filter(met).take(1) {
                self.circle(MarkRole::Obstacle, circle.center, circle.radius);
            }
        }
        self.wish(agent, avoid.circles(agent, obstacles))
    }

    /// [`Avoid::walls`]: the feeler, the wall that is met first, and where.
    pub fn avoid_walls(
        &mut self,
        avoid: &Avoid,
        agent: &Agent,
        walls: impl IntoIterator<Item = Segment> + Clone,
    ) -> Vec2 {
        let first = avoid.first_wall(agent, walls.clone());
        if self.threatened(*avoid, agent, first) {
            let met = |wall: &Segment| avoid.first_wall(agent, [*wall]) == first;
            for wall in walls.clone().into_iter().filter(met).take(1) {
                self.line(MarkRole::Obstacle, wall.a, wall.b);
            }
        }
        self.wish(agent, avoid.walls(agent, walls))
    }

    /// [`Avoid::polygons`]: the same for the edges of polygons.
    pub fn avoid_polygons<'a>(
        &mut self,
        avoid: &Avoid,
        agent: &Agent,
        polygons: impl IntoIterator<Item = &'a Polygon, IntoIter: Clone>,
    ) -> Vec2 {
        self.avoid_walls(avoid, agent, polygons.into_iter().flat_map(Polygon::edges))
    }

    /// [`Avoid::around`]: the feeler, and where the threat is met.
    pub fn avoid_around(&mut self, avoid: &Avoid, agent: &Agent, threat: Option<Threat>) -> Vec2 {
        self.threatened(*avoid, agent, threat);
        self.wish(agent, avoid.around(agent, threat))
    }

    /// [`Avoid::around_steadily`]: the same marks.
    pub fn avoid_around_steadily(
        &mut self,
        avoid: &Avoid,
        agent: &Agent,
        threat: Option<Threat>,
        side: &mut PassingSide,
    ) -> Vec2 {
        self.threatened(*avoid, agent, threat);
        self.wish(agent, avoid.around_steadily(agent, threat, side))
    }

    /// The feeler with the room around its end, and the contact if one comes.
    fn threatened(&mut self, avoid: Avoid, agent: &Agent, first: Option<Threat>) -> bool {
        let way = WayAhead::new(agent, avoid.turn);
        let pieces = if way.is_straight() { 1 } else { FEELER_PIECES };
        let place = |piece: u32| way.place(avoid.horizon * (piece as f32 / pieces as f32));
        for piece in 0..pieces {
            self.line(MarkRole::Feeler, place(piece), place(piece + 1));
        }
        self.circle(MarkRole::Feeler, place(pieces), agent.radius + avoid.margin);
        let Some(threat) = first.filter(|threat| threat.time < avoid.horizon) else {
            return false;
        };
        let contact = way.place(threat.time);
        self.circle(MarkRole::Predicted, contact, agent.radius);
        self.arrow(MarkRole::Threat, contact, threat.normal * (agent.max_speed * self.seconds));
        true
    }

    /// [`ClassicAvoid::force`]: the feeler, and for every circle it hits the circle and the projection of its
    /// center.
    pub fn avoid_classic(
        &mut self,
        avoid: &ClassicAvoid,
        agent: &Agent,
        obstacles: impl IntoIterator<Item = Circle> + Clone,
    ) -> Vec2 {
        let heading = agent.velocity.normalized();
        self.line(MarkRole::Feeler, agent.position, agent.position + heading * avoid.distance);
        for circle in obstacles.clone() {
            if avoid.force(agent, [circle]) == Vec2::ZERO {
                continue;
            }
            let ahead = heading * (circle.center - agent.position).dot(heading);
            self.circle(MarkRole::Obstacle, circle.center, circle.radius);
            self.circle(MarkRole::Range, circle.center, circle.radius + avoid.buffer);
            self.point(MarkRole::Predicted, agent.position + ahead);
            self.line(MarkRole::Predicted, agent.position + ahead, circle.center);
        }
        self.wish(agent, avoid.force(agent, obstacles))
    }

    /// [`PathFollower::steer`]: the way, the rings around its points and the one being headed for.
    pub fn follow_path(
        &mut self,
        follower: &mut PathFollower,
        agent: &Agent,
        waypoints: &[Vec2],
        dt: f32,
    ) -> (Vec2, PathEvent) {
        let (wish, event) = follower.steer(agent, waypoints, dt);
        self.way(follower, waypoints);
        (self.wish(agent, wish), event)
    }

    /// [`PathFollower::steer_classic`]: the same marks.
    pub fn follow_path_classic(
        &mut self,
        follower: &mut PathFollower,
        agent: &Agent,
        waypoints: &[Vec2],
    ) -> Vec2 {
        let wish = follower.steer_classic(agent, waypoints);
        self.way(follower, waypoints);
        self.wish(agent, wish)
    }

    fn way(&mut self, follower: &PathFollower, waypoints: &[Vec2]) {
        self.line_along(waypoints, follower.looped);
        for &waypoint in waypoints {
            self.circle(MarkRole::Range, waypoint, follower.threshold);
        }
        if let Some(&next) = waypoints.get(follower.index as usize) {
            self.point(MarkRole::Target, next);
        }
    }

    fn line_along(&mut self, points: &[Vec2], looped: bool) {
        for pair in points.windows(2) {
            self.line(MarkRole::Way, pair[0], pair[1]);
        }
        if let (true, [first, .., last]) = (looped, points) {
            self.line(MarkRole::Way, *last, *first);
        }
    }

    /// [`CurveFollower::steer`]: the curve, the place on it nearest to the agent, and the point headed for.
    pub fn follow_curve(
        &mut self,
        follower: &mut CurveFollower,
        agent: &Agent,
        curve: &impl Curve,
        lengths: &ArcLength,
    ) -> Vec2 {
        let wish = follower.steer(agent, curve, lengths);
        let place =
            |piece: u32| lengths.point_at(curve, lengths.total() * piece as f32 / PIECES as f32);
        for piece in 0..PIECES {
            self.line(MarkRole::Way, place(piece), place(piece + 1));
        }
        self.line(MarkRole::Link, agent.position, lengths.point_at(curve, follower.distance));
        self.point(MarkRole::Target, follower.aim(agent, curve, lengths));
        self.wish(agent, wish)
    }

    /// [`Corridor::steer`]: the way, its width around where the agent will be, and the point it would be led back to.
    pub fn follow_corridor(&mut self, corridor: &Corridor, agent: &Agent, way: &[Vec2]) -> Vec2 {
        self.line_along(way, corridor.looped);
        let future = agent.position + agent.velocity * corridor.ahead;
        self.line(MarkRole::Feeler, agent.position, future);
        self.circle(MarkRole::Range, future, corridor.radius);
        if let Some(aim) = corridor.aim(agent, way) {
            self.point(MarkRole::Target, aim);
        }
        self.wish(agent, corridor.steer(agent, way))
    }

    /// [`VectorField::steer`]: the place looked at and the flow there.
    pub fn follow_field(&mut self, field: &VectorField, agent: &Agent, ahead: f32) -> Vec2 {
        let place = agent.position + agent.velocity * ahead;
        self.line(MarkRole::Feeler, agent.position, place);
        self.point(MarkRole::Feeler, place);
        self.arrow(MarkRole::Way, place, field.sample(place) * (agent.max_speed * self.seconds));
        self.wish(agent, field.steer(agent, ahead))
    }

    /// [`follow_wall`]: the nearest wall, its nearest point and the distance to keep.
    pub fn follow_wall(
        &mut self,
        agent: &Agent,
        walls: impl IntoIterator<Item = Segment> + Clone,
        distance: f32,
    ) -> Option<Vec2> {
        let wish = follow_wall(agent, walls.clone(), distance)?;
        if let Some((_, point, wall)) = nearest_wall(agent.position, walls) {
            self.line(MarkRole::Obstacle, wall.a, wall.b);
            self.line(MarkRole::Link, agent.position, point);
            self.circle(MarkRole::Range, point, distance);
        }
        Some(self.wish(agent, wish))
    }

    /// [`contain`]: where the agent will be, and the border it keeps to.
    pub fn contain(&mut self, agent: &Agent, world: Aabb, margin: f32, ahead: f32) -> Vec2 {
        let future = agent.position + agent.velocity * ahead;
        self.line(MarkRole::Feeler, agent.position, future);
        let safe = world.grown(-(margin + agent.radius));
        if !safe.is_empty() {
            let (min, max) = (safe.min, safe.max);
            let corners = [min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
            for (i, &corner) in corners.iter().enumerate() {
                self.line(MarkRole::Range, corner, corners[(i + 1) % 4]);
            }
        }
        self.wish(agent, contain(agent, world, margin, ahead))
    }
}
