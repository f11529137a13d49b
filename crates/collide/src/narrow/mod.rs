//! The narrow phase: contacts, distances, casts and rays between any two shapes, convex ones and what is made of
//! them.

mod answer;
mod any_parts;
mod any_shape;
mod cast;
mod convex;
mod endless;
mod mask_shape;
mod query;
mod shape;
mod solid_polygon;
mod time_of_impact;

pub use answer::{ClosestPoints, Contact, Manifold, ManifoldPoint};
pub use any_shape::AnyShape;
pub use cast::{Impact, cast, cast_ray};
pub use query::{closest_points, contact, distance, manifold, overlaps, touches};
pub use shape::{Collidable, Compound, MaskAt, Polyline, TriangleMesh};
pub use solid_polygon::SolidPolygon;
pub use time_of_impact::time_of_impact;
