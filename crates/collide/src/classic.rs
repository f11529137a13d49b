//! What the classic texts on animation in code do, for readers who compare.
//!
//! They come from the `ActionScript` books of the 2000s and the player these were written for: sprites that leave the
//! screen come in again exactly at the opposite edge; the "node garden", points joined by springs that let go at a
//! distance; and the bitmap's own hit test, which takes threshold 0 for 1. The recommended forms are
//! [`motile_geom::wrap_edges`], which keeps the overshoot, [`node_link`](crate::node_link()), whose pull fades to
//! nothing, and [`Mask::hits_point`](crate::Mask::hits_point) of a mask whose threshold means what it says.

use crate::NodeLink;
use crate::response::link;
#[cfg(feature = "pixels")]
use motile_geom::IVec2;
use motile_geom::{Vec2, vec2};
#[cfg(feature = "pixels")]
use motile_pixels::Surface;

/// A position that is beyond an edge of the box from (0, 0) to `size`, set exactly to the opposite edge: the
/// overshoot is lost. In pixels; NaN stays.
///
/// ```
/// use motile_collide::classic::wrap_to_edge;
/// use motile_geom::vec2;
/// assert_eq!(wrap_to_edge(vec2(1000.5, -0.5), vec2(1000.0, 800.0)), vec2(0.0, 800.0));
/// ```
pub fn wrap_to_edge(position: Vec2, size: Vec2) -> Vec2 {
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

/// The spring of the node garden between nodes `offset` apart (from the first to the second): `offset · strength`
/// inside `reach` pixels, nothing from there on. The pull is strongest just inside the reach and jumps to 0 there.
/// It has no damping: cap speeds with [`Vec2Ext::truncate`](motile_geom::Vec2Ext::truncate) where energy must not
/// grow. `None` beyond the reach, and when it is not above 0 or a number is NaN.
pub fn node_link(offset: Vec2, reach: f32, strength: f32) -> Option<NodeLink> {
    link(offset, reach).map(|opacity| NodeLink { acceleration: offset * strength, opacity })
}

/// Whether a surface, its top left corner at `at`, has an alpha of at least `threshold` under a point of the shared space.
/// Threshold 0 counts as 1: a fully transparent pixel is never hit.
///
/// With the feature `pixels`, which is on by default.
#[doc(alias = "hitTest")]
#[cfg(feature = "pixels")]
pub fn surface_hits_point(surface: &Surface, at: IVec2, threshold: u8, point: IVec2) -> bool {
    let (x, y) = (i64::from(point.x) - i64::from(at.x), i64::from(point.y) - i64::from(at.y));
    let pixel = i32::try_from(x).ok().zip(i32::try_from(y).ok());
    pixel.and_then(|(x, y)| surface.get(x, y)).is_some_and(|color| color.a >= threshold.max(1))
}
