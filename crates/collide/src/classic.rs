//! What the classic texts on animation in code do, for readers who compare.
//!
//! Both come from the `ActionScript` books of the 2000s: sprites that leave the screen come in again exactly at the
//! opposite edge, and the "node garden", points joined by springs that let go at a distance. The recommended
//! forms are [`motile_geom::wrap_edges`], which keeps the overshoot, and [`node_link`](crate::node_link()), whose
//! pull fades to nothing.

use crate::NodeLink;
use crate::response::link;
use motile_geom::{Vec2, vec2};

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
