//! Pathfinding on grids, meshes and graphs: exact, resumable, without allocation after warm-up.
//!
//! ```
//! use motile_path::{AStar, GridSearch, PathGrid};
//!
//! let map = PathGrid::from_text(
//!     "S..#..
//!      ...#..
//!      ...#.G
//!      ......"
//!     .replace(' ', "").as_str(),
//! )?;
//! let mut search = AStar::new();
//! let path = search.find(&map.grid, map.start.unwrap(), map.goal.unwrap())?;
//! assert_eq!(format!("{:.6}", path.length), "7.242641");
//! # Ok::<(), motile_path::PathError>(())
//! ```
//!
//! # Which search
//!
//! | question | answer |
//! |---|---|
//! | one path, and no time to choose | [`AutoSearch`]: A* or jump points, whichever is quicker |
//! | one path, equal cost everywhere | [`Jps`]: rooms, mazes, caves, game maps |
//! | one path on a map that changes between searches | [`AStar`] |
//! | one path, terrain, limits, other estimates | [`AStar`] |
//! | one path into a pocket that opens away from the start | [`Bidirectional`], where A* is slow; else it is slower |
//! | many paths on a map that seldom changes | [`PreparedMap`], [`PreparedSearch`]: exact, microseconds each |
//! | straight lines at any angle | [`AnyAngle`]; or [`string_pull`] on a finished path |
//! | many walkers, few goals | [`DistanceField`], [`FlowField`] |
//! | walls come and go | [`Replanner`], [`DStarLite`]; see [`Incremental`] |
//! | ground of any shape, agents with a radius | [`NavMesh`], [`MeshSearch`]: the shortest path at any angle |
//! | maps of millions of cells, a percent more cost | [`Hierarchy`] |
//! | is there a path at all | [`Regions`] |
//! | several walkers that must not meet | [`Cooperative`] |
//! | hexagons, roads | [`Graph`], [`GraphSearch`]; the next best paths: [`k_shortest`] |
//!
//! Each says what it promises. All of them are a [`Search`]: work in slices with progress, cancel and
//! memory that is used again; [`SearchJob`] makes any of them a job under a frame budget. [`Follower`]
//! walks the result.
//!
//! # Where to find what
//!
//! | folder | holds |
//! |---|---|
//! | `grid` | maps of cells: building, reading, regions, lines of sight |
//! | `search` | the contract of all searches; A*, both ends, jump points (JPS), any angle (Theta*); traces, jobs |
//! | `engine` | what they run on: best first over any nodes, open lists, node tables |
//! | `field` | distance fields (Dijkstra maps), their repair, flow fields |
//! | `replan` | plans that outlive edits: adaptive A*, D* Lite |
//! | `hierarchy` | clusters and portals (HPA*) |
//! | `prepared` | exact answers in microseconds: subgoal graph, contraction hierarchy, hub labels |
//! | `graph` | any graph: A*, the next best paths (Yen), several walkers (multi-agent path finding) |
//! | `navmesh` | navigation meshes: building, exact search, string pulling (funnel) |
//! | `follow`, [`classic`] | walking along a path; what the classic books print |
//!
//! Every search, field and mesh has a method `mark` that shows what it looks at in the debug view of
//! [`motile_geom::marks`].
//!
//! # Where maps come from
//!
//! [`PathGrid::from_text`], [`BenchmarkMap`] (the `MovingAI` format), [`PathGrid::from_rgba`] (pictures),
//! [`PathGrid::from_tile_layers`], [`PathGrid::from_bytes`], [`PathGrid::from_fn`], or a seed and
//! [`generate`]. Pictures and layers are plain slices, so no other crate is needed. A mesh comes from convex cells
//! ([`NavMesh::from_cells`]), from outlines ([`NavMesh::from_outline`]) or from a grid ([`NavMesh::from_grid`]).
//!
//! # Conventions
//!
//! - A cell is an [`IVec2`](motile_geom::IVec2): column from the left, row from the top, both from 0.
//! - Costs are whole numbers: 408 for a straight and 577 for a diagonal step on uniform ground (their
//!   ratio is √2 within 1.5 millionths), so equal paths cost the same on every machine. [`GridPath::length`]
//!   is the exact length in cells.
//! - On a mesh, points and lengths are pixels; searches there work in `f64` and give the same bits everywhere.
//! - A search is a value that owns its memory. [`Search::step`] runs a slice of it; the grid is an
//!   argument, never stored.
//!
//! # Features
//!
//! `serde` (off): grids, meshes, queries, settings, paths, traces and followers can be read and written. What is read
//! is checked like any other map.
//!
//! # Limits
//!
//! A side has at most 65,535 cells. A path costs less than 2³² units, over seven million uniform steps;
//! beyond that the search fails with [`PathError::CostOverflow`]. The crate uses the standard library (through
//! glam and square roots); it has no file, clock or thread of its own and runs in a browser as it is.

pub mod classic;
mod engine;
mod error;
mod field;
mod follow;
mod graph;
mod grid;
mod hierarchy;
mod navmesh;
mod prepared;
mod replan;
mod search;

pub use engine::Ties;
pub use error::{MapTextError, MeshError, NoPath, NoPathReason, PathError, TextProblem};
pub use field::{DistanceField, FlowField};
pub use follow::{FollowState, Follower};
pub use graph::{Cooperative, Graph, GraphPath, GraphQuery, GraphSearch, k_shortest};
pub use grid::{
    BenchmarkMap, Diagonals, PathGrid, Regions, Scenario, Terrain, TextMap, WeightRule, generate,
    line_of_sight, round_corners, string_pull, turning_points,
};
pub use hierarchy::Hierarchy;
pub use navmesh::{MeshPath, MeshQuery, MeshSearch, MeshSpan, NavMesh};
pub use prepared::{PreparedMap, PreparedSearch};
pub use replan::{DStarLite, Incremental, Replanner};
pub use search::{
    AStar, AStarSettings, AnyAngle, AutoSearch, Bidirectional, GridPath, GridSearch, Heuristic,
    Jps, Query, Search, SearchJob, SearchProgress, Status, Trace, TraceEvent, TraceKind,
};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
