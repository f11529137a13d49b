//! Plane geometry on [`glam`] that gives the same bits on every platform.
//!
//! ```
//! use motile_geom::{Circle, Rng, Segment, StateHash, vec2};
//!
//! let wall = Segment::new(vec2(0.0, 0.0), vec2(10.0, 0.0));
//! let ball = Circle::new(vec2(5.0, 5.0), 5.0);
//! assert_eq!(wall.closest_point(ball.center), vec2(5.0, 0.0));
//!
//! let mut rng = Rng::new(7);
//! let mut hash = StateHash::new();
//! hash.write_vec2(rng.unit_vec2());
//! assert_eq!(hash.finish(), {
//!     let mut again = StateHash::new();
//!     again.write_vec2(Rng::new(7).unit_vec2());
//!     again.finish()
//! });
//! ```
//!
//! # Conventions of the whole toolkit
//!
//! - One scalar: `f32`. Where accuracy needs `f64`, it is inside, not in the signature.
//! - Screen axes: x to the right, y **down**. Lengths are pixels unless a function says otherwise.
//! - Angles are radians; positive turns clockwise on the screen (from +x towards +y).
//! - Time is in seconds.
//! - Polygons list their vertices so that the signed area is positive: clockwise as seen on the
//!   screen, counter-clockwise in the mathematician's y-up plane.
//! - Transcendental functions come from [`ops`] only; square roots, rounding and the four operations
//!   are exact by IEEE 754 and used as they are.
//!
//! # Limits
//!
//! Shapes do not check their numbers when built by hand; `is_valid` on each says whether it is finite
//! and well formed. Functions documented as total give finite results for finite input.

pub mod affine;
pub mod angle;
pub mod ops;

mod aabb;
mod arc_length;
mod capsule;
mod circle;
mod closest;
mod contact;
mod contact_clip;
mod convex;
mod convex_polygon;
mod curve;
mod grid2;
mod hull;
mod irect;
mod mass;
mod obb;
mod polygon;
mod rng;
mod segment;
mod separation;
mod simplify;
mod state_hash;
mod vec2_ext;

pub use aabb::Aabb;
pub use affine::Affine2Ext;
pub use arc_length::{ArcLength, SAMPLES_PER_PIECE};
pub use capsule::Capsule;
pub use circle::Circle;
pub use closest::{ClosestPoints, closest_points, distance, overlaps, touches};
pub use contact::{Contact, Manifold, ManifoldPoint, contact, manifold};
pub use convex::{Convex, Core};
pub use convex_polygon::ConvexPolygon;
pub use curve::{CatmullRom, CubicBezier, Curve, QuadraticBezier};
pub use glam;
pub use glam::{Affine2, IVec2, Mat2, UVec2, Vec2, Vec3, Vec4, ivec2, uvec2, vec2, vec3, vec4};
pub use grid2::{Grid2, GridError};
pub use hull::hull_into;
pub use irect::IRect;
pub use mass::MassProperties;
pub use obb::Obb;
pub use polygon::{Polygon, PolygonError};
pub use rng::Rng;
pub use segment::{Segment, SegmentHit};
pub use simplify::simplify_line;
pub use state_hash::{HashState, StateHash};
pub use vec2_ext::Vec2Ext;
