//! Isometric worlds: projection, an order of drawing that is right for every box, picking, bodies, maps from text.
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
//! | under the pointer | [`IsoOrder::pick`], [`IsoPick`] |
//! | walls, stairs, slopes, bridges; falling, bouncing, sliding | [`IsoWorld`], [`IsoBody`] |
//! | what stands between two points | [`IsoWorld::ray`], [`IsoWorld::sees`] |
//! | which picture of a walker is shown | [`IsoProjection::facing`], [`IsoFrames`] |
//! | a camera over the world | [`IsoProjection::with_camera`] |
//! | what is about to be built | [`IsoWorld::ghost`], [`IsoGhost`] |
//! | where one can walk, for path finders | [`IsoWalk`] |
//! | maps of editors, isometric or staggered | [`TileMap::iso_tiles`](crate::TileMap::iso_tiles), [`TileMap::add_iso_to`](crate::TileMap::add_iso_to), [`IsoTile`], with feature `pixels` `IsoMapScene` |
//! | logic layers of flat editors | [`TileMap::iso_values`](crate::TileMap::iso_values), [`TileMap::iso_objects`](crate::TileMap::iso_objects) |
//! | worlds written as text, edited while they are seen | [`IsoMap`], [`IsoLiveMap`] |
//! | pictures and scenes, with features `pixels` and `stage` | `IsoSprite`, `IsoLight`, `IsoScene` |
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
//! - A slope is ordered, picked and composed as the box around it, or, better, as [boards](IsoBody::boards).
//! - Staggered and hexagonal cells are places of a [`TileMap`](crate::TileMap); a world has square ones, also for the tiles of
//!   hexagons, between which they leave gaps.
//! - Pictures stand on whole pixels, so that what floats is drawn up to half a pixel beside its place: borders may be off by one.
//! - The picture of a thing is picked inside of the silhouette of its box only.
//! - The floor is drawn by what is in view, chunk by chunk, and not kept as pictures.
//! - A scene on a stage that is turned or scaled is drawn at its own size first, as far as it is seen; where more than 65,536 of
//!   its pixels are seen across and down nothing is drawn.
//! - Volumes that share less than a thousandth of a unit count as touching.

mod barrier;
mod body;
pub(crate) mod book;
mod cells;
#[cfg(feature = "stage")]
mod content;
#[cfg(feature = "pixels")]
mod floor;
mod frames;
mod layout;
mod live_map;
mod logic;
mod map_error;
#[cfg(feature = "pixels")]
mod map_scene;
mod map_text;
mod order;
mod passage;
mod projection;
mod rest;
#[cfg(feature = "pixels")]
mod scene;
mod solid;
#[cfg(feature = "pixels")]
mod sprite;
mod sweep;
mod tile_map;
mod view;
mod walk;
mod world;

pub use body::{IsoBody, IsoSlope};
pub use frames::IsoFrames;
pub use live_map::IsoLiveMap;
pub use logic::IsoValue;
pub use map_error::{IsoMapError, IsoMapErrorKind};
#[cfg(feature = "pixels")]
pub use map_scene::{IsoMapScene, IsoMapThing};
pub use map_text::{IsoDefinition, IsoKind, IsoMap, IsoMapCell, IsoMapLayer};
pub use order::{IsoItem, IsoOrder, IsoPenetration, IsoPick};
pub use projection::{IsoProjection, Y_CORRECT, snap_to_cell};
#[cfg(feature = "pixels")]
pub use scene::IsoScene;
pub use solid::IsoBox;
pub(crate) use solid::flat;
#[cfg(feature = "pixels")]
pub use sprite::{IsoLight, IsoSprite};
pub use tile_map::IsoTile;
pub use walk::{IsoSpot, IsoWalk};
pub use world::{IsoGhost, IsoShadow, IsoWorld};
