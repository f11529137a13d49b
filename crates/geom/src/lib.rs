//! Plane geometry on [`glam`] that gives the same bits on every platform.
//!
//! ```
//! use motile_geom::{ConvexPolygon, MassProperties, Segment, vec2};
//!
//! let wall = Segment::new(vec2(0.0, 0.0), vec2(40.0, 0.0));
//! assert_eq!(wall.closest_point(vec2(10.0, -5.0)), vec2(10.0, 0.0));
//!
//! let points = [vec2(0.0, 0.0), vec2(30.0, 0.0), vec2(10.0, 10.0), vec2(30.0, 20.0), vec2(0.0, 20.0)];
//! let hull = ConvexPolygon::hull(points)?;
//! assert_eq!(hull.vertices().len(), 4);
//! assert_eq!(MassProperties::of_convex(&hull, 1.0).center, vec2(15.0, 10.0));
//! # Ok::<(), motile_geom::PolygonError>(())
//! ```
//!
//! # What is here
//!
//! | topic | items |
//! |---|---|
//! | vectors | glam's, [`Vec2Ext`], [`Affine2Ext`], [`angle`], [`ops`], [`exact`] |
//! | shapes | [`Circle`], [`Aabb`], [`Obb`], [`Segment`], [`Capsule`], [`Polygon`], [`ConvexPolygon`] |
//! | keeping things in a box | [`bounce`], [`bounce_in`], [`wrap_edges`] |
//! | hulls and matter | [`ConvexPolygon::hull`], [`ConvexPolygon::hull_of_rows`], [`MassProperties`], [`simplify_line()`] |
//! | curves | [`QuadraticBezier`], [`CubicBezier`], [`CatmullRom`], [`ArcLength`] for constant speed |
//! | cells | [`Grid2`], [`IRect`] |
//! | things that come and go | [`Id`], [`Arena`], [`Slots`] |
//! | debug views | [`Marks`], [`MarkRole`], [`marks`] |
//! | reproducible runs | [`Rng`], [`StateHash`](struct@StateHash), [`SaveState`], [`state`] |
//!
//! Questions between two shapes (contact, distance, closest points, casts) are the business of the crate
//! `motile-collide`, for these shapes and for others.
//!
//! Features: with `derive` there is `#[derive(StateHash)]`; with `serde` glam's vectors, the shapes and [`Grid2`] can be
//! read and written by serde, and what is read is checked as by their constructors. No allocation except where a
//! function returns or fills a vector.
//!
//! # Conventions of the whole toolkit
//!
//! - One scalar: `f32`. Where accuracy needs `f64`, it is inside, not in the signature.
//! - Screen axes: x to the right, y **down**. Lengths are pixels unless a function says otherwise.
//! - Angles are radians; positive turns clockwise on the screen (from +x towards +y).
//! - Time is in seconds.
//! - Polygons list their vertices so that the signed area is positive: clockwise as seen on the
//!   screen, counter-clockwise in the mathematician's y-up plane.
//! - Wherever two shapes meet, the normal points from the second to the first: the way to push the first one out.
//! - `touches` counts shared borders, `overlaps` does not. A [`Polygon`] holds its left and top borders
//!   only, as pixels do; the other shapes hold all of theirs.
//! - Transcendental functions come from [`ops`] only; square roots, rounding and the four operations
//!   are exact by IEEE 754 and used as they are.
//!
//! # Limits
//!
//! - Shapes do not check their numbers when built by hand; `is_valid` on each says whether it is
//!   finite and well formed.
//! - The `contains` and `overlaps` methods of single shapes work in `f32` for speed and square their
//!   numbers: exact enough below 10⁶, meaningless above 10¹⁸.
//! - A [`Polygon`] is not checked for crossing itself.

// Derived code names the crate; inside of it too.
extern crate self as motile_geom;

pub mod affine;
pub mod angle;
pub mod exact;
pub mod marks;
pub mod ops;
pub mod state;

mod aabb;
mod arc_length;
mod arena;
mod capsule;
mod circle;
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
mod simplify;
mod slots;
mod vec2_ext;

pub use aabb::Aabb;
pub use affine::Affine2Ext;
pub use arc_length::{ArcLength, SAMPLES_PER_PIECE};
pub use arena::Arena;
pub use capsule::Capsule;
pub use circle::Circle;
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
pub use marks::{
    CIRCLE_SIDES, Mark, MarkRole, MarkShape, MarkSink, Marks, MaybeWatched, Watched, arrow_strokes,
};
pub use mass::MassProperties;
#[cfg(feature = "derive")]
pub use motile_derive::StateHash;
pub use obb::Obb;
pub use polygon::{Polygon, PolygonError};
pub use rng::Rng;
pub use segment::{Segment, SegmentHit};
pub use simplify::simplify_line;
pub use slots::Slots;
pub use state::{
    HashState, SaveState, StateDifference, StateError, StateHash, StateLeaf, StateOutline,
    StateReader, StateWriter,
};
pub use vec2_ext::Vec2Ext;

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
