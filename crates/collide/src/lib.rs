//! Collision detection in the plane: which things touch, where, and when.
//!
//! ```
//! use motile_collide::{CellSize, GridWorld, Pair, UniformGrid};
//! use motile_geom::{Circle, vec2};
//!
//! let balls = [
//!     Circle::new(vec2(100.0, 100.0), 25.0),
//!     Circle::new(vec2(400.0, 100.0), 25.0),
//!     Circle::new(vec2(130.0, 120.0), 25.0),
//! ];
//! let mut grid = UniformGrid::new(GridWorld::Unbounded, CellSize::Auto)?;
//! grid.rebuild_circles(&balls);
//! let touching: Vec<Pair> = grid.pairs().collect();
//! assert_eq!(touching, [Pair::new(0, 2)]);
//! # Ok::<(), motile_collide::CollideError>(())
//! ```
//!
//! Detection only reports: it never moves, recolors or deletes anything (COL-1).
//!
//! # Conventions
//!
//! Those of [`motile_geom`]: pixels, y down, radians clockwise. Objects are named by their index in the
//! slice they came from. Tangency is not an overlap.

mod broad;
mod debug;
mod error;
mod grid;
mod mask;
mod narrow;
mod pair;
mod response;

pub use broad::{
    AllPairs, Auto, BodyId, BoxGrid, Broadphase, Bvh, Choice, Filter, HierarchicalGrid, IdPair,
    NearBox, Space, SweepAndPrune,
};
pub use debug::{debug_arrow, debug_boxes, debug_contact};
pub use error::CollideError;
pub use grid::{CellSize, GridPairs, GridWorld, Neighbor, Neighbors, UniformGrid};
pub use mask::{
    Mask, MaskContact, MaskPose, PixelRule, PlacedMask, TurnedMasks, convex_pieces,
    simplify_to_budget,
};
pub use motile_geom::{
    ClosestPoints, Contact, Manifold, closest_points, contact, distance, manifold, overlaps,
    touches,
};
pub use narrow::{Impact, Polyline, advance, cast, cast_polygon, cast_ray};
pub use pair::{Pair, all_pairs, pair_count};
pub use response::{
    NodeLink, bounce, bounce_in, classic_node_link, impact_velocities, push_apart, reflect,
    smooth_node_link, wrap, wrap_classic,
};
