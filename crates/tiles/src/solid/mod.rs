//! Solid ground: what moves against tiles and where it ends up.
//!
//! The center of a body moves as a point against each solid piece grown by the body's own size. A piece is convex, so
//! the way of a point into it is a matter of planes. What makes it smooth across seams is which planes count: a plane
//! whose contact lies where another piece of ground goes on is no surface of the ground as a whole, and never stops
//! anything.

mod blocks;
mod body;
mod far_ray;
mod from_map;
mod ground;
mod kind;
mod near;
mod outline;
mod parts;
mod piece;
mod platform;
mod query;
mod slide;
mod sweep;

pub use body::{TileBody, TileContact};
pub use ground::{Beyond, Ground};
pub use kind::{TileKind, TileKinds, TileMaterial, TileShape, TileSides};
pub use outline::{GroundOutline, OutlineChain};
pub use platform::{PlatformEvent, TilePlatform, move_platforms};
pub use slide::SlideReport;

/// The least distance that counts, pixels: what overlaps by less only touches.
pub const SKIN: f32 = 1.0 / 1024.0;

/// How far below a one-way surface a body may be and still stand on it, pixels.
pub const ONE_WAY_TOLERANCE: f32 = 1.0 / 16.0;
