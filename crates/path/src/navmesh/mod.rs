//! Navigation meshes: free ground as convex cells, and searches for the shortest path at any angle.
//!
//! A mesh is built in three steps, each in a file of its own: rings (from outlines, or traced around the cells
//! of a grid) are drawn into a triangulation, its free triangles are merged into convex cells, and the cells get
//! neighbors and an index of places. [`MeshSearch`](crate::MeshSearch) then walks *spans*: what a corner sees
//! of an edge.

mod corridor;
mod delaunay;
mod from_grid;
mod locate;
mod merge;
mod mesh;
mod outline;
mod search;
mod span;
mod topology;

pub use mesh::NavMesh;
pub use search::{MeshPath, MeshQuery, MeshSearch};
pub use span::MeshSpan;

/// No vertex, no cell, no triangle.
const NONE: u32 = u32::MAX;
