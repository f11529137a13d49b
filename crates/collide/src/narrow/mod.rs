//! Contacts, distances, casts and rays between any two shapes: those of [`motile_geom`], extended from convex
//! shapes to what is made of them.

mod advance;
mod cast;
mod mask_shape;
mod query;
mod shape;

pub use advance::advance;
pub use cast::{Impact, cast, cast_ray};
pub use query::{closest_points, contact, distance, overlaps, touches};
pub use shape::{Collidable, Compound, MaskAt, Polyline, TriangleMesh};
