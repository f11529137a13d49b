//! Plane geometry on [`glam`] that gives the same bits on every platform.
//!
//! ```
//! use motile_geom::{Circle, Obb, Vec2, contact, vec2};
//!
//! let mut ball = Circle::new(vec2(8.0, 3.0), 5.0);
//! let crate_ = Obb::new(vec2(0.0, 0.0), vec2(4.0, 4.0), 0.0);
//! let hit = contact(&ball, &crate_).unwrap();
//! assert_eq!((hit.normal, hit.depth), (Vec2::X, 1.0));
//!
//! ball.center += hit.normal * hit.depth;
//! assert_eq!(contact(&ball, &crate_).unwrap().depth, 0.0);
//! ```
//!
//! # What is here
//!
//! | topic | items |
//! |---|---|
//! | vectors | glam's, [`Vec2Ext`], [`Affine2Ext`], [`angle`], [`ops`] |
//! | shapes | [`Circle`], [`Aabb`], [`Obb`], [`Segment`], [`Capsule`], [`Polygon`], [`ConvexPolygon`] |
//! | between any two convex shapes | [`contact()`], [`manifold()`], [`closest_points()`], [`distance()`], [`touches()`], [`overlaps()`] |
//! | hulls and matter | [`ConvexPolygon::hull`], [`ConvexPolygon::hull_of_rows`], [`MassProperties`], [`simplify_line()`] |
//! | curves | [`QuadraticBezier`], [`CubicBezier`], [`CatmullRom`], [`ArcLength`] for constant speed |
//! | cells | [`Grid2`], [`IRect`] |
//! | things that come and go | [`Id`], [`Arena`], [`Slots`] |
//! | reproducible runs | [`Rng`], [`StateHash`] |
//!
//! Feature `serde`: glam's vectors can be read and written by serde. No allocation except where a function
//! returns or fills a vector.
//!
//! # Conventions of the whole toolkit
//!
//! - One scalar: `f32`. Where accuracy needs `f64`, it is inside, not in the signature.
//! - Screen axes: x to the right, y **down**. Lengths are pixels unless a function says otherwise.
//! - Angles are radians; positive turns clockwise on the screen (from +x towards +y).
//! - Time is in seconds.
//! - Polygons list their vertices so that the signed area is positive: clockwise as seen on the
//!   screen, counter-clockwise in the mathematician's y-up plane.
//! - A contact normal points from the second shape to the first: the way to push the first one out.
//! - `touches` counts shared borders, `overlaps` does not. A [`Polygon`] holds its left and top borders
//!   only, as pixels do; the other shapes hold all of theirs.
//! - Transcendental functions come from [`ops`] only; square roots, rounding and the four operations
//!   are exact by IEEE 754 and used as they are.
//!
//! # Limits
//!
//! - Shapes do not check their numbers when built by hand; `is_valid` on each says whether it is
//!   finite and well formed. Questions between shapes give finite answers for finite shapes, and
//!   shapes that are not finite touch nothing.
//! - The `contains` and `overlaps` methods of single shapes work in `f32` for speed and square their
//!   numbers: exact enough below 10⁶, meaningless above 10¹⁸.
//! - Contacts cost n·m for polygons of n and m corners, meant for dozens, not thousands.
//! - A [`Polygon`] is not checked for crossing itself.

pub mod affine;
pub mod angle;
pub mod ops;

mod aabb;
mod arc_length;
mod arena;
mod capsule;
mod circle;
mod closest;
mod contact;
mod contact_clip;
mod convex;
mod convex_polygon;
mod curve;
mod edges;
mod fill_rule;
mod grid2;
mod hull;
mod id;
mod irect;
mod mass;
mod obb;
mod polygon;
mod rng;
mod segment;
mod separation;
mod simplify;
mod slots;
mod state_hash;
mod vec2_ext;

pub use aabb::Aabb;
pub use affine::Affine2Ext;
pub use arc_length::{ArcLength, SAMPLES_PER_PIECE};
pub use arena::Arena;
pub use capsule::Capsule;
pub use circle::Circle;
pub use closest::{ClosestPoints, closest_points, distance, overlaps, touches};
pub use contact::{Contact, Manifold, ManifoldPoint, contact, manifold};
pub use convex::{Convex, Core};
pub use convex_polygon::ConvexPolygon;
pub use curve::{CatmullRom, CubicBezier, Curve, QuadraticBezier};
pub use edges::{bounce, bounce_in, wrap_edges};
pub use fill_rule::FillRule;
pub use glam;
pub use glam::{Affine2, IVec2, Mat2, UVec2, Vec2, Vec3, Vec4, ivec2, uvec2, vec2, vec3, vec4};
pub use grid2::{Grid2, GridError};
pub use hull::hull_into;
pub use id::Id;
pub use irect::IRect;
pub use mass::MassProperties;
pub use obb::Obb;
pub use polygon::{Polygon, PolygonError};
pub use rng::Rng;
pub use segment::{Segment, SegmentHit};
pub use simplify::simplify_line;
pub use slots::Slots;
pub use state_hash::{HashState, StateHash};
pub use vec2_ext::Vec2Ext;
