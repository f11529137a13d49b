//! Several maps side by side.

use super::TileMap;
use motile_geom::{IVec2, UVec2};

/// Maps side by side in one world: the levels of a game as an editor arranges them.
#[doc(alias = "levels")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapWorld {
    /// Its name; may be empty.
    pub name: String,
    /// How the editor arranges the maps.
    pub layout: WorldLayout,
    /// The maps in the order of the file.
    pub maps: Vec<WorldMap>,
}

/// How an editor arranges the maps of a [`MapWorld`]. Positions are filled in whatever it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorldLayout {
    /// Anywhere.
    #[default]
    Free,
    /// In a coarse grid, each over one or more of its cells.
    #[doc(alias = "GridVania")]
    Grid,
    /// One after another to the right.
    Horizontal,
    /// One after another downward.
    Vertical,
}

/// A map of a [`MapWorld`] and where it lies.
#[doc(alias = "level")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldMap {
    /// What the user calls it.
    pub name: String,
    /// The identifier the editor gave it; may be empty.
    pub id: String,
    /// The file it was read from when it has one of its own.
    pub file: Option<String>,
    /// Its top left corner in the world, pixels.
    pub position: IVec2,
    /// Width and height, pixels; 0 where nothing says.
    pub size: UVec2,
    /// Which floor it is on: higher numbers are nearer.
    pub depth: i32,
    /// The maps that touch it, by their places in [`MapWorld::maps`], and where they lie, in the letters of LDtk: `n`,
    /// `ne` and so on around the map, `<` and `>` for the floors below and above, `o` for an overlap.
    pub neighbors: Vec<(u32, String)>,
    /// The map.
    pub map: TileMap,
}

impl MapWorld {
    /// The first map with this name.
    pub fn map(&self, name: &str) -> Option<&WorldMap> {
        self.maps.iter().find(|map| map.name == name)
    }
}
