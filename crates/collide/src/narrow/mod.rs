//! The narrow phase: contacts, distances, casts and rays between any two shapes, convex ones and what is made of
//! them.

mod advance;
mod answer;
mod cast;
mod convex;
mod mask_shape;
mod query;
mod shape;

pub use advance::advance;
pub use answer::{ClosestPoints, Contact, Manifold, ManifoldPoint};
pub use cast::{Impact, cast, cast_ray};
pub use query::{closest_points, contact, distance, manifold, overlaps, touches};
pub use shape::{Collidable, Compound, MaskAt, Polyline, TriangleMesh};
