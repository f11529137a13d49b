//! Ray casts, swept tests and polylines. Contacts, distances and nearest points between convex shapes
//! are [`motile_geom`]'s; they are re-exported here.

mod advance;
mod cast;
mod mask_cast;
mod mask_distance;
mod polyline;

pub use advance::advance;
pub use cast::{Impact, cast, cast_polygon, cast_ray};
pub use polyline::Polyline;
