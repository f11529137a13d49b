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
//! | values that are never drawn | [`DataMap`]; those that follow the tiles, such as costs of paths: [`DerivedMap`] |
//! | neighbors, distances, rings of squares and hexagons | [`CellLattice`] |
//! | what is seen and lit | [`cells_in_sight`], [`FogOfWar`], [`LightMap`] |
//! | what is solid, and how | [`TileKinds`], [`TileKind`], [`TileShape`], [`TileMaterial`] |
//! | moving against it | [`Ground`], [`TileBody`], [`TilePlatform`], [`GroundOutline`] |
//! | a hero of a platform game | [`Character`], [`CharacterRules`] |
//! | a camera that follows | [`CameraRig`] |
//! | tiles that follow the terrain | [`auto`] |
//! | worlds with height, seen from a corner | [`iso`] |
//! | cars, and which way to go | [`Car`], [`DirectionMap`], [`LapCounter`] |
//! | levels, and who makes what stands in them | [`MapLevels`], [`MapSpawners`] |
//! | editing by hand, with undo | [`TileEditor`], [`EditTool`] |
//! | boards: three in a row, falling blocks, turns | [`tile_runs`], [`settle_tiles`], [`clear_full_rows`], [`BoardTurns`] |
//! | as the classic book prints it | [`classic`] |
//! | maps as editors know them | [`TileMap`], [`MapLayer`], [`MapObject`], [`TileSet`], [`TileProperties`], [`MapWorld`] |
//! | maps from files | [`MapReader`], [`TileMap::from_bytes`], and with features those [below](#map-files) |
//!
//! # Map files
//!
//! Files come through a [`MapReader`], any closure from a path to bytes, so that disks, archives and pages are alike.
//! What is wrong in a file is an error with its file, line, layer and cell, as far as they are known; no file makes a
//! reader panic or take more memory than its layers need.
//!
//! | form | feature | read | written |
//! |---|---|---|---|
//! | compact, our own | none | [`TileMap::from_bytes`], [`MapWorld::from_bytes`] | [`TileMap::to_bytes`], [`MapWorld::to_bytes`] |
//! | Tiled: TMX, TMJ | `tiled` | `read_tiled`, part by part `TiledParts` | `write_tmx` |
//! | Tiled: TSX, TSJ | `tiled` | `read_tiled_set`, and by maps | `write_tsx` |
//! | Tiled: templates TX, TJ | `tiled` | by maps | filled in |
//! | Tiled: worlds | `tiled` | `read_tiled_world` | |
//! | LDtk: projects, levels in files of their own | `ldtk` | `read_ldtk`, level by level `LdtkParts` | |
//!
//! | of Tiled | what becomes of it |
//! |---|---|
//! | CSV, XML, base64, zlib, gzip, zstd; chunks | all the same cells |
//! | orthogonal, isometric, staggered, hexagonal, oblique; render orders | [`Orientation`], [`RenderOrder`] |
//! | layers of tiles, objects, pictures; groups | [`LayerContent`]; [`TileMap::placed_layers`] works the groups in |
//! | rectangles, ellipses, capsules, points, polygons, polylines, texts, tiles | [`ObjectShape`]; tiles are moved to their top left corners, except on isometric maps |
//! | templates | filled in; a tileset that only a template has is added to the map |
//! | properties: string, int, float, bool, color, file, object, class, list, enumerations | [`TileProperty`]; members of classes in JSON have the type their value shows |
//! | Wang sets, terrains from before 1.5 | [`WangSet`] |
//! | animations, collision shapes, probabilities, parts of pictures | [`TileInfo`] |
//! | pictures inside the file | not read: [`TileImage`] has no name then |
//! | turns by 120° of hexagonal tiles | cleared |
//! | tiles that no tileset has | an error with their cell |
//! | files of old versions: JSON before 1.2 (properties and tiles by name), terrains, XML with a document type | read |
//! | blend modes of layers, colors of object layers, the grid of tilesets, settings of the editor | not read |
//!
//! | of LDtk | what becomes of it |
//! |---|---|
//! | worlds, levels (free, grid, in a row), floors, neighbors | [`MapWorld`], [`WorldMap`] |
//! | values of cells (`IntGrid`) | [`ValueCells`]; with tiles of rules, a group of both |
//! | tiles and tiles of rules | layers of tiles; what is above another tile is in a layer of its own, what is off the grid, half transparent or of another size an object |
//! | entities | [`MapObject`]: the class is the entity's name, the name its `iid`; moved to the top left corner. One tile of a set is [`ObjectShape::Tile`]; pivot, tags and picture are the properties `__pivot`, `__tags`, `__tile` |
//! | fields of every type, lists | [`TileProperty`]; a point is in cells, a reference the number of an object of any level |
//! | tags and notes of tiles | properties: the tag is `true`, the note is `data` |
//! | projects from before 1.0 and 0.8 (levels by number, values cell by cell, tilesets without a count) | read; entities have no name then |
//! | picture behind a level | a layer named `background`, with `__scale` and `__crop` |
//! | rules, table of contents, embedded icons' picture, settings of the editor | not read |
//!
//! Features: with `pixels`, layers are drawn into surfaces (`TileSheet`, `TileScroll`, `DirtyRects`) and whole maps with
//! their pictures (`MapPictures`); with `stage`, they are content of a stage (`TileView`, `MapView`), and a level editor lies over a running game (`EditorPanel`).
//!
//! # Conventions
//!
//! Pixels, seconds, x right, y down, radians clockwise on the screen. Columns are x, rows are y, both from 0 and of
//! either sign; calls take (x, y).

pub mod auto;
mod board;
mod character;
pub mod classic;
mod data;
#[cfg(feature = "pixels")]
mod draw;
mod editor;
mod error;
mod field;
mod files;
pub mod iso;
mod lattice;
mod layer;
mod levels;
mod map;
mod sight;
mod solid;
mod space;
mod tile;

pub use board::{
    BoardTurns, TileRun, clear_full_rows, piece_fits, settle_tiles, tile_runs, turned_piece,
};
pub use character::{Character, CharacterInput, CharacterReport, CharacterRules};
pub use data::DataMap;
#[cfg(feature = "pixels")]
pub use draw::{DirtyRects, MapPictures, TileScroll, TileSheet};
#[cfg(feature = "stage")]
pub use draw::{EditorPanel, EditorReport, MapView, TileView};
pub use editor::{EditTool, TileEditor};
pub use error::{MapFileError, TileError};
pub use field::{Car, CarRules, DirectionMap, LapCounter};
#[cfg(feature = "ldtk")]
pub use files::{LdtkParts, read_ldtk};
pub use files::{MapReader, path_beside};
#[cfg(feature = "tiled")]
pub use files::{
    TiledParts, TmxCells, read_tiled, read_tiled_set, read_tiled_world, write_tmx, write_tsx,
};
pub use lattice::CellLattice;
pub use layer::{
    CHUNK, ChunkCells, DerivedMap, LayerChange, TileLayer, TileSource, TileStream, cells_on_line,
};
pub use levels::{MapLevels, MapSpawn, MapSpawners, UnknownSpawn};
pub use map::{
    LayerContent, MapLayer, MapObject, MapText, MapWorld, ObjectShape, Orientation, PlacedLayer,
    RenderOrder, ShiftedLines, TextPlace, TileAlignment, TileFrame, TileImage, TileInfo, TileMap,
    TileProperties, TileProperty, TileSet, TileTurns, ValueCells, WangColor, WangKind, WangSet,
    WorldLayout, WorldMap,
};
pub use motile_game::{CameraRig, CameraShake};
pub use sight::{CellSight, FogOfWar, LightMap, cells_in_sight};
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
