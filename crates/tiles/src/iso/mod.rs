//! Isometric worlds: projection, and an order of drawing that is right for every box.
//!
//! ```
//! use motile_geom::{Vec3, vec2, vec3};
//! use motile_tiles::iso::{IsoBox, IsoOrder, IsoProjection};
//!
//! let view = IsoProjection::DIMETRIC.with_origin(vec2(320.0, 100.0));
//! let mut order = IsoOrder::new(view);
//! let wall = order.insert(IsoBox::standing(Vec3::ZERO, vec3(60.0, 20.0, 20.0)), 0);
//! let hero = order.insert(IsoBox::standing(vec3(-25.0, 0.0, 20.0), Vec3::splat(20.0)), 0);
//! order.sort();
//! assert_eq!(order.sequence(), [wall, hero]);
//! ```
//!
//! | topic | items |
//! |---|---|
//! | world to screen and back, four views | [`IsoProjection`], [`snap_to_cell`] |
//! | volumes | [`IsoBox`] |
//! | back to front | [`IsoOrder`] |
//! | cells of diamonds, staggered rows and hexagons | [`TileMap::center_of_cell`](crate::TileMap::center_of_cell), [`TileMap::cell_of_point`](crate::TileMap::cell_of_point) |
//! | as the classic book prints it | `iso_*` of [`classic`](crate::classic) |
//!
//! # Conventions
//!
//! World axes: x and z on the floor, **y down**: heights above the floor are negative. A thing is placed by the middle of its
//! footprint, on its underside. Sizes are width along x, height, depth along z. On the screen x runs to the lower
//! right and z to the lower left.
//!
//! # Limits
//!
//! - Things are upright boxes, turned by quarter turns with the view only.
//! - Volumes that share less than a thousandth of a unit count as touching.

pub(crate) mod book;
mod layout;
mod order;
mod projection;
mod solid;
mod view;

pub use order::{IsoItem, IsoOrder, IsoPenetration};
pub use projection::{IsoProjection, Y_CORRECT, snap_to_cell};
pub use solid::IsoBox;
pub(crate) use solid::flat;
