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
//! Detection only reports: it never moves, recolors or deletes anything.
//!
//! # What to take
//!
//! | to find | take |
//! |---|---|
//! | close pairs of points or circles of about one size, those near a point, in a rectangle, nearest | [`UniformGrid`] |
//! | overlapping circles that move little from tick to tick | [`NeighborList`] |
//! | touching boxes of any sizes, boxes at a point, in a rectangle, on a ray, nearest | a [`Broadphase`]: [`Auto`], or one of the five it picks from |
//! | the same where what leaves on the right comes in on the left, or in crowds far apart | [`BoxGrid::new`] with its [`GridWorld`] and [`CellSize`] |
//! | who came, stayed and left, by id and layer | [`Space`] |
//! | hits true to the drawing, also turned and scaled | [`Mask`], [`MaskPose`], [`TurnedMasks`] |
//! | contact, distance, nearest points of any two shapes | [`overlaps`], [`touches`], [`contact`], [`manifold`], [`distance()`], [`closest_points`] |
//! | the first touch of something that moves; rays | [`cast`], [`cast_ray`], [`time_of_impact`] |
//! | a shape to keep, store and send, of any kind | [`AnyShape`] |
//! | shapes: see [`Collidable`] | geom's, [`Polyline`], [`Mask::placed`], [`Compound`], [`TriangleMesh`] |
//! | a debug view | `mark` on grids, broad phases, spaces, contacts, masks and [`AnyShape`], into [`motile_geom::Marks`] |
//! | what to do then | [`impact_velocities`], [`push_apart`], [`reflect`]; [`motile_geom::bounce`] and [`motile_geom::wrap_edges`] |
//!
//! From many things to a contact it is two steps: a broad phase names the pairs worth a look, an exact test decides.
//! The grid above does both for circles. For anything else keep a box around each thing:
//!
//! ```
//! use motile_collide::{Auto, Broadphase, contact};
//! use motile_geom::{Capsule, vec2};
//!
//! let bars = [0.0, 14.0, 18.0].map(|x| Capsule::new(vec2(x, 0.0), vec2(x + 10.0, 40.0), 3.0));
//! let mut phase = Auto::default();
//! phase.update(&bars.map(|bar| bar.aabb()));
//! let (mut boxes, mut depths) = (0, Vec::new());
//! phase.for_each_pair(|pair| {
//!     boxes += 1;
//!     let touch = contact(&bars[pair.a as usize], &bars[pair.b as usize]);
//!     depths.extend(touch.map(|contact| contact.depth));
//! });
//! assert_eq!((boxes, depths.len()), (2, 1), "of two pairs of boxes one holds bars that touch");
//! assert!(depths[0] > 2.1 && depths[0] < 2.2);
//! assert_eq!(phase.choice().to_string(), "all pairs: there are few boxes");
//! ```
//!
//! `examples/ship_and_rocks.rs` goes the whole way with layers, events and pixels.
//!
//! # In other engines
//!
//! All types are plain data over glam's vectors, and nothing is kept that you did not hand in: call it with the
//! positions of your entities, read indices back. bevy 0.20 has the same glam, so vectors pass as they are; macroquad
//! has an older one, so they pass as arrays. `examples/with-bevy` and `examples/with-macroquad` at the top of the
//! project are programs to copy from.
//!
//! # Features
//!
//! - `parallel` (off): `par_pairs_into` on the grids and on [`Auto`] finds pairs on all cores, in the same order as
//!   on one.
//! - `serde` (off): [`AnyShape`], [`Mask`] and [`PlacedMask`] can be read and written; what is read is checked.
//!
//! # Conventions
//!
//! Those of [`motile_geom`]: pixels, y down, radians clockwise. Objects are named by their index in the
//! slice they came from. Circles and pixels that only touch do not hit; boxes in a [`Broadphase`] and
//! contacts count touching, so that nothing is missed on the way to the exact test. Normals point
//! from the second object to the first.
//!
//! Large numbers: in questions about two shapes ([`touches`], [`overlaps`], [`contact`], [`distance`], [`cast`] and their
//! kind) every finite number counts, up to the largest there is. They compute in `f64`, where differences of `f32` do not
//! overflow; a box around a shape that leaves the range of `f32` is infinite on that side, and what is answered is held to
//! the range. Grids of circles have a limit, named below.
//!
//! Bad numbers: shapes with a number that is not finite touch and hit nothing, negative radii count as 0, boxes with a
//! negative side and masks without pixels are empty. Nothing panics; what allocates says so.
//!
//! # Limits
//!
//! - [`UniformGrid`] and [`HierarchicalGrid`] compare distances by their squares in `f32`: circles in them reach up to 10¹⁹
//!   pixels, and beyond that pairs are missed that [`touches`] sees.
//! - A [`UniformGrid`] holds one size of cell: mixed sizes belong into a [`HierarchicalGrid`].
//! - Swept tests carry shapes without turning them; [`time_of_impact`] follows any motion.
//! - [`Polyline`], [`Compound`] and [`TriangleMesh`] look at all their parts: put the parts of a large level into a
//!   [`Bvh`] and ask only those that it finds.
//! - Pixels of a mask meet other shapes as squares of `f32`: exact up to 2²⁴ pixels from the origin.

pub mod classic;

mod broad;
mod error;
mod grid;
mod marks;
mod mask;
mod narrow;
mod pair;
#[cfg(feature = "parallel")]
mod parallel;
mod response;

pub use broad::{
    AllPairs, Auto, BoxGrid, Broadphase, Bvh, Choice, CollisionFilter, HierarchicalGrid, IdPair,
    NearBox, Proxy, ProxyId, Space, SweepAndPrune,
};
pub use error::CollideError;
pub use grid::{CellSize, GridPairs, GridWorld, Neighbor, NeighborList, Neighbors, UniformGrid};
pub use mask::{
    Mask, MaskContact, MaskPose, PixelRule, PlacedMask, TurnedMasks, convex_pieces,
    simplify_to_budget,
};
pub use narrow::{
    AnyShape, ClosestPoints, Collidable, Compound, Contact, Impact, Manifold, ManifoldPoint,
    MaskAt, Polyline, SolidPolygon, TriangleMesh, cast, cast_ray, closest_points, contact,
    distance, manifold, overlaps, time_of_impact, touches,
};
pub use pair::{Pair, all_pairs, expected_candidates, pair_count};
pub use response::{NodeLink, impact_velocities, node_link, push_apart, reflect};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
