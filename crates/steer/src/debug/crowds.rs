//! Marks of whole flocks and crowds.

use super::{DebugMarks, MarkRole};
use crate::{Body, Crowd, Flock, HalfPlane, Sight, toroidal_offset};
use motile_geom::Vec2;

impl DebugMarks {
    /// A sight as seen from a place: its circle, and the two edges of the field of view unless that is all round.
    pub fn sight(&mut self, sight: &Sight, eye: Vec2, heading: Vec2) {
        self.circle(MarkRole::Range, eye, sight.radius);
        let cos = sight.half_view_cos;
        if cos > -1.0 {
            let sin = (1.0 - cos * cos).max(0.0).sqrt();
            for sin in [-sin, sin] {
                let edge = heading.rotate(Vec2::new(cos, sin)) * sight.radius;
                self.line(MarkRole::Range, eye, eye + edge);
            }
        }
    }

    /// One boid of a flock: its sight, and links to those it sees (the short way round in a joined world). Allocates;
    /// meant for a few boids of a frame.
    pub fn flock(&mut self, flock: &Flock, index: u32) {
        let Some(&eye) = flock.positions.get(index as usize) else { return };
        let velocity = flock.velocities.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        let heading = velocity.try_normalize().unwrap_or(flock.body.heading);
        self.neighborhood(&flock.rules, eye, heading);
        let mut seen = Vec::new();
        flock.seen_by(index, &mut seen);
        for other in seen {
            let to = flock.positions[other as usize];
            let short = toroidal_offset(eye, to, flock.world);
            let offset = if flock.edge == crate::Boundary::Wrap { short } else { to - eye };
            self.line(MarkRole::Link, eye, eye + offset);
        }
        self.arrow(MarkRole::Velocity, eye, velocity * self.seconds);
    }

    /// One body of a crowd, in the plane of velocities around it: the speed disc, the borders of the safe half
    /// planes with arrows into them, what it prefers and what it chose. Allocates; meant for a few bodies.
    pub fn crowd(&mut self, crowd: &Crowd, index: u32, dt: f32) {
        let Some(body) = crowd.body(index) else { return };
        let mut planes = Vec::new();
        crowd.planes_of(index, dt, &mut planes);
        self.circle(MarkRole::Range, body.position, crowd.sight.radius);
        self.planes(body, &planes, crowd.max_speed);
        let preferred = crowd.preferred.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        self.arrow(MarkRole::Desired, body.position, preferred * self.seconds);
        self.arrow(MarkRole::Velocity, body.position, body.velocity * self.seconds);
    }

    /// Half planes of velocities as seen from a body: those whose border crosses the speed disc.
    pub fn planes(&mut self, body: Body, planes: &[HalfPlane], max_speed: f32) {
        self.circle(MarkRole::Range, body.position, max_speed * self.seconds);
        for plane in planes {
            // The foot of the perpendicular from rest, and half of the chord that the disc cuts out.
            let foot = plane.normal * plane.point.dot(plane.normal);
            let half = (max_speed * max_speed - foot.length_squared()).sqrt();
            let chord = plane.normal.perp() * (half * self.seconds);
            let middle = body.position + foot * self.seconds;
            if half > 0.0 {
                self.line(MarkRole::Obstacle, middle - chord, middle + chord);
                let inward = plane.normal * (max_speed * 0.2 * self.seconds);
                self.arrow(MarkRole::Obstacle, middle, inward);
            }
        }
    }
}
