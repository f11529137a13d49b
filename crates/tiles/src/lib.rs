//! Tile worlds as plain data: maps, what stands in their cells, and what moves among them.
//!
//! ```
//! use motile_geom::vec2;
//! use motile_tiles::{Tile, TileLayer, TileSpace};
//!
//! let wall = |letter| if letter == 'X' { Tile::new(1) } else { Tile::EMPTY };
//! let layer = TileLayer::from_text("
//!     ....X
//!     ....X
//!     XXXXX
//! ", wall)?;
//! let space = TileSpace::square(16.0);
//! let cell = space.cell_of(vec2(70.0, 20.0));
//! assert_eq!(layer.get(cell.x, cell.y), Tile::new(1));
//! # Ok::<(), motile_tiles::TileError>(())
//! ```
//!
//! # What is here
//!
//! | topic | items |
//! |---|---|
//! | what stands in a cell | [`Tile`] |
//! | layers of cells, bounded or endless | [`TileLayer`], [`LayerChange`] |
//! | worlds larger than memory | [`TileStream`], [`TileSource`] |
//! | where cells are in the world | [`TileSpace`] |
//! | values that are never drawn | [`DataMap`] |
//! | what is solid, and how | [`TileKinds`], [`TileKind`], [`TileShape`], [`TileMaterial`] |
//! | moving against it | [`Ground`], [`TileBody`], [`TilePlatform`], [`GroundOutline`] |
//! | a hero of a platform game | [`Character`], [`CharacterRules`] |
//! | a camera that follows | [`CameraRig`] |
//! | tiles that follow the terrain | [`auto`] |
//! | maps as editors know them | [`TileMap`], [`MapLayer`], [`MapObject`], [`TileSet`], [`TileProperties`] |
//!
//! # Conventions
//!
//! Pixels, seconds, x right, y down, radians clockwise on the screen. Columns are x, rows are y, both from 0 and of
//! either sign; calls take (x, y).

pub mod auto;
mod camera;
mod character;
mod data;
mod error;
mod layer;
mod map;
mod solid;
mod space;
mod tile;

pub use camera::{CameraRig, CameraShake};
pub use character::{Character, CharacterInput, CharacterReport, CharacterRules};
pub use data::DataMap;
pub use error::{MapFileError, TileError};
pub use layer::{CHUNK, ChunkCells, LayerChange, TileLayer, TileSource, TileStream, cells_on_line};
pub use map::{
    LayerContent, MapLayer, MapObject, ObjectShape, Orientation, RenderOrder, ShiftedLines,
    TileFrame, TileImage, TileInfo, TileMap, TileProperties, TileProperty, TileSet, WangColor,
    WangKind, WangSet,
};
pub use solid::{
    Beyond, Ground, GroundOutline, ONE_WAY_TOLERANCE, OutlineChain, PlatformEvent, SKIN,
    SlideReport, TileBody, TileContact, TileKind, TileKinds, TileMaterial, TilePlatform, TileShape,
    TileSides, move_platforms,
};
pub use space::TileSpace;
pub use tile::Tile;

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
