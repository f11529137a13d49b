//! What may come after a hit: velocities after an impact, pushing apart, pulling together.
//!
//! Plain functions on positions and velocities (pixels, pixels a second or a tick, as you like). For
//! stacks, joints and friction use a physics engine.

use crate::Contact;
use motile_geom::Vec2;

/// Velocities of two bodies after an impact.
///
/// `normal` is the unit vector from the second body to the first, as in a [`Contact`]. Masses are given as
/// inverses: 0 for a body that nothing moves, infinite for one without mass, which yields completely; less
/// than 0 counts as 0. `restitution` is 1 for an elastic impact, 0 for one without rebound. Bodies that
/// already part keep their velocities, and so do bodies with a number that is NaN.
///
/// ```
/// use motile_collide::{contact, impact_velocities};
/// use motile_geom::{Circle, Vec2, vec2};
/// // Equal masses exchange their velocities along the line of impact.
/// let balls = [Circle::new(vec2(0.0, 0.0), 5.0), Circle::new(vec2(9.0, 0.0), 5.0)];
/// let touch = contact(&balls[0], &balls[1]).unwrap();
/// let (a, b) = impact_velocities((vec2(3.0, 1.0), 1.0), (Vec2::ZERO, 1.0), touch.normal, 1.0);
/// assert_eq!((a, b), (vec2(0.0, 1.0), vec2(3.0, 0.0)));
/// ```
#[doc(alias = "elastic collision")]
#[doc(alias = "bounce")]
#[doc(alias = "restitution")]
pub fn impact_velocities(
    (first, first_inverse_mass): (Vec2, f32),
    (second, second_inverse_mass): (Vec2, f32),
    normal: Vec2,
    restitution: f32,
) -> (Vec2, Vec2) {
    let closing = (first - second).dot(normal);
    let change = normal * (-(1.0 + restitution) * closing);
    match shares(first_inverse_mass, second_inverse_mass) {
        Some((own, other)) if closing < 0.0 && change.is_finite() => {
            (first + change * own, second - change * other)
        }
        _ => (first, second),
    }
}

/// How far to move two bodies so that they no longer overlap, shared by their inverse masses (see
/// [`impact_velocities`]).
///
/// `slop` is the overlap in pixels that may stay (it keeps resting bodies from trembling), `share` the
/// part of the rest to remove at once, 0…1.
///
/// ```
/// use motile_collide::{contact, push_apart};
/// use motile_geom::{Circle, Vec2, vec2};
/// let (ball, peg) = (Circle::new(vec2(0.0, 0.0), 10.0), Circle::new(vec2(16.0, 0.0), 10.0));
/// let touch = contact(&ball, &peg).unwrap();
/// assert_eq!(push_apart(touch, 1.0, 0.0, 0.0, 1.0), (vec2(-4.0, 0.0), Vec2::ZERO));
/// ```
#[doc(alias = "penetration resolution")]
pub fn push_apart(
    contact: Contact,
    first_inverse_mass: f32,
    second_inverse_mass: f32,
    slop: f32,
    share: f32,
) -> (Vec2, Vec2) {
    let way = contact.normal * ((contact.depth - slop).max(0.0) * share);
    match shares(first_inverse_mass, second_inverse_mass) {
        Some((own, other)) if way.is_finite() => (way * own, -way * other),
        _ => (Vec2::ZERO, Vec2::ZERO),
    }
}

/// The shares, 1 together, that two bodies take of a change; `None` when nothing moves either of them.
fn shares(first: f32, second: f32) -> Option<(f32, f32)> {
    let (first, second) = (first.max(0.0) as f64, second.max(0.0) as f64);
    let own = match (first.is_finite(), second.is_finite()) {
        (true, true) => first / (first + second),
        (false, true) => 1.0,
        (true, false) => 0.0,
        (false, false) => 0.5,
    };
    (!own.is_nan()).then_some((own as f32, (1.0 - own) as f32))
}

/// A velocity after hitting something that does not move, whose surface has this unit normal.
/// Velocities that already lead away stay. `restitution` is 1 for a full rebound, 0 for none.
pub fn reflect(velocity: Vec2, normal: Vec2, restitution: f32) -> Vec2 {
    let closing = velocity.dot(normal);
    if closing < 0.0 { velocity - normal * ((1.0 + restitution) * closing) } else { velocity }
}

/// How two nodes of a node garden act on each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeLink {
    /// Added to the velocity of the first node and taken from that of the second, so that the total
    /// momentum stays.
    pub acceleration: Vec2,
    /// Opacity of the line between the two, 0…1: nearer is brighter.
    pub opacity: f32,
}

/// A spring that pulls harder the nearer the nodes are and fades to nothing at the reach: a unit vector
/// times `strength · (1 − distance / reach)`. Nodes in one place do not pull. `None` beyond the reach, and when it is
/// not above 0 or a number is NaN. It has no damping: cap speeds with
/// [`Vec2Ext::truncate`](motile_geom::Vec2Ext::truncate) where energy must not grow.
/// [`classic::node_link`](crate::classic::node_link) is the classics' law.
pub fn node_link(offset: Vec2, reach: f32, strength: f32) -> Option<NodeLink> {
    link(offset, reach).map(|opacity| NodeLink {
        acceleration: offset.normalize_or_zero() * (strength * opacity),
        opacity,
    })
}

/// Opacity of a link, when there is one.
pub(crate) fn link(offset: Vec2, reach: f32) -> Option<f32> {
    let squared = offset.length_squared();
    (reach > 0.0 && squared < reach * reach).then(|| 1.0 - squared.sqrt() / reach)
}
