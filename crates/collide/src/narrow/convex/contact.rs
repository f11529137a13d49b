//! Where two convex shapes touch, which way they part and how deep they are in each other.

use super::clip;
use super::separation::{Separation, separation};
use crate::{Contact, Manifold, ManifoldPoint};
use motile_geom::Convex;
use motile_geom::exact::{to_f32, to_vec2};

/// [`contact`](crate::contact()) of two convex shapes.
#[inline]
pub(crate) fn contact<A, B>(first: &A, second: &B) -> Option<Contact>
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    manifold(first, second).map(|manifold| manifold.contact())
}

/// [`manifold`](crate::manifold()) of two convex shapes.
#[inline]
pub(crate) fn manifold<A, B>(first: &A, second: &B) -> Option<Manifold>
where
    A: Convex + ?Sized,
    B: Convex + ?Sized,
{
    let (a, b) = (first.core(), second.core());
    let (ra, rb) = (f64::from(a.radius()), f64::from(b.radius()));
    let apart = separation(a.corners(), b.corners(), ra + rb)?;
    if let Some(face) = apart.face
        && a.corners().len() > 1
        && b.corners().len() > 1
        && let Some(clipped) = clip::clip(a.corners(), b.corners(), face, ra, rb)
        && f64::from(clipped.contact().depth) >= ra + rb - apart.distance - SLACK * (ra + rb)
    {
        return Some(clipped);
    }
    Some(single(&apart, ra, rb))
}

/// How much depth, as a share of the radii, a manifold may lose against the exact contact. Past the end
/// of a side two corners meet in one point, which clipping would cut off.
const SLACK: f64 = 2e-6;

#[inline]
fn single(apart: &Separation, ra: f64, rb: f64) -> Manifold {
    let point = ManifoldPoint {
        point: to_vec2(apart.on_second + apart.normal * rb),
        depth: to_f32((ra + rb - apart.distance).max(0.0)),
        feature: 0,
    };
    Manifold::one(apart.normal.as_vec2(), point)
}
