//! What may come after a hit: bouncing, wrapping, pushing apart, pulling together.
//!
//! Plain functions on positions and velocities (pixels, pixels a second or a tick, as you like). For
//! stacks, joints and friction use a physics engine.

use motile_geom::{Aabb, Contact, Vec2, vec2};

/// Velocities of two bodies after an impact.
///
/// `normal` is the unit vector from the second body to the first. Masses are given as inverses: 0 for a
/// body that nothing moves. `restitution` is 1 for an elastic impact, 0 for one without rebound. Bodies that
/// already part keep their velocities.
///
/// ```
/// use motile_collide::impact_velocities;
/// use motile_geom::{Vec2, vec2};
/// // Equal masses exchange their velocities along the line of impact.
/// let (a, b) =
///     impact_velocities((vec2(3.0, 1.0), 1.0), (Vec2::ZERO, 1.0), vec2(-1.0, 0.0), 1.0);
/// assert_eq!((a, b), (vec2(0.0, 1.0), vec2(3.0, 0.0)));
/// ```
pub fn impact_velocities(
    (first, first_inverse_mass): (Vec2, f32),
    (second, second_inverse_mass): (Vec2, f32),
    normal: Vec2,
    restitution: f32,
) -> (Vec2, Vec2) {
    let total = first_inverse_mass + second_inverse_mass;
    let closing = (first - second).dot(normal);
    if closing >= 0.0 || total <= 0.0 {
        return (first, second);
    }
    let impulse = normal * (-(1.0 + restitution) * closing / total);
    (first + impulse * first_inverse_mass, second - impulse * second_inverse_mass)
}

/// How far to move two bodies so that they no longer overlap, shared by their inverse masses.
///
/// `slop` is the overlap in pixels that may stay (it keeps resting bodies from trembling), `share` the
/// part of the rest to remove at once, 0…1.
pub fn push_apart(
    contact: Contact,
    first_inverse_mass: f32,
    second_inverse_mass: f32,
    slop: f32,
    share: f32,
) -> (Vec2, Vec2) {
    let total = first_inverse_mass + second_inverse_mass;
    if total <= 0.0 {
        return (Vec2::ZERO, Vec2::ZERO);
    }
    let way = contact.normal * ((contact.depth - slop).max(0.0) * share / total);
    (way * first_inverse_mass, -way * second_inverse_mass)
}

/// A velocity after hitting something that does not move, whose surface has this unit normal.
/// Velocities that already lead away stay.
pub fn reflect(velocity: Vec2, normal: Vec2, restitution: f32) -> Vec2 {
    let closing = velocity.dot(normal);
    if closing < 0.0 { velocity - normal * ((1.0 + restitution) * closing) } else { velocity }
}

/// Keeps a ball of radius `margin` between the origin and `size`: outside it is put back on the border
/// and its velocity turned inwards (COL-31). Returns whether it bounced.
///
/// ```
/// use motile_collide::bounce;
/// use motile_geom::vec2;
/// let (mut position, mut velocity) = (vec2(24.0, 300.0), vec2(-2.0, 1.0));
/// assert!(bounce(&mut position, &mut velocity, vec2(800.0, 600.0), 25.0));
/// assert_eq!((position, velocity), (vec2(25.0, 300.0), vec2(2.0, 1.0)));
/// ```
pub fn bounce(position: &mut Vec2, velocity: &mut Vec2, size: Vec2, margin: f32) -> bool {
    bounce_in(position, velocity, Aabb::new(Vec2::ZERO, size), margin, 1.0)
}

/// The same in any rectangle and with a restitution: 1 keeps the speed, 0 stops at the wall. Where the
/// margins leave no room the middle is taken.
pub fn bounce_in(
    position: &mut Vec2,
    velocity: &mut Vec2,
    area: Aabb,
    margin: f32,
    restitution: f32,
) -> bool {
    let mut bounced = false;
    for axis in 0..2 {
        let (mut low, mut high) = (area.min[axis] + margin, area.max[axis] - margin);
        if low > high {
            let middle = area.center()[axis];
            (low, high) = (middle, middle);
        }
        if position[axis] < low {
            position[axis] = low;
            velocity[axis] = velocity[axis].abs() * restitution;
            bounced = true;
        } else if position[axis] > high {
            position[axis] = high;
            velocity[axis] = -velocity[axis].abs() * restitution;
            bounced = true;
        }
    }
    bounced
}

/// A position wrapped into 0 … `size`, keeping the overshoot: 1000.5 in a width of 1000 is 0.5.
/// The far edge itself stays where it is.
pub fn wrap(position: Vec2, size: Vec2) -> Vec2 {
    let around = |at: f32, size: f32| {
        if (0.0..=size).contains(&at) || size.is_nan() || size <= 0.0 {
            return at;
        }
        let wrapped = at - (at / size).floor() * size;
        wrapped.clamp(0.0, size)
    };
    vec2(around(position.x, size.x), around(position.y, size.y))
}

/// The classic wrap: beyond an edge the position becomes exactly the opposite edge, the overshoot is
/// lost (COL-32).
pub fn wrap_classic(position: Vec2, size: Vec2) -> Vec2 {
    let around = |at: f32, size: f32| {
        if at > size {
            0.0
        } else if at < 0.0 {
            size
        } else {
            at
        }
    };
    vec2(around(position.x, size.x), around(position.y, size.y))
}

/// How two nodes of a node garden act on each other (COL-34).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeLink {
    /// Added to the velocity of the first node and taken from that of the second, so that the total
    /// momentum stays.
    pub acceleration: Vec2,
    /// Opacity of the line between the two, 0…1: nearer is brighter.
    pub opacity: f32,
}

/// The classic spring of the node garden between nodes `offset` apart (from the first to the second):
/// `offset · strength` inside `reach`, nothing from there on. The pull is strongest just inside the
/// reach and jumps to 0 there (COL-W13).
pub fn classic_node_link(offset: Vec2, reach: f32, strength: f32) -> Option<NodeLink> {
    link(offset, reach).map(|opacity| NodeLink { acceleration: offset * strength, opacity })
}

/// A spring that pulls harder the nearer the nodes are and fades to nothing at the reach: a unit vector
/// times `strength · (1 − distance / reach)`.
pub fn smooth_node_link(offset: Vec2, reach: f32, strength: f32) -> Option<NodeLink> {
    link(offset, reach).map(|opacity| NodeLink {
        acceleration: offset.normalize_or_zero() * (strength * opacity),
        opacity,
    })
}

/// Opacity of a link, when there is one.
fn link(offset: Vec2, reach: f32) -> Option<f32> {
    let squared = offset.length_squared();
    (squared < reach * reach).then(|| 1.0 - squared.sqrt() / reach)
}
