//! The pictures of tiles.

use super::pictures::is_inside;
use crate::{Tile, TileError, TileFrame, TileInfo, TileSet};
use motile_geom::{IRect, UVec2};
use motile_pixels::{Surface, SurfaceError};
use std::collections::BTreeMap;

/// The pictures of tiles by their numbers, all of one size, cut out of a sheet: what a [`TileScroll`](super::TileScroll)
/// draws with.
///
/// Every tile is copied whole into memory of its own, so no pixel of a neighbor in the sheet can bleed into it at any
/// zoom.
///
/// ```
/// use motile_geom::uvec2;
/// use motile_pixels::{Color, Surface};
/// use motile_tiles::{Tile, TileSheet};
/// let mut picture = Surface::new(32, 16)?;
/// picture.fill_rect(motile_geom::IRect::new(0, 0, 16, 16), Color::RED);
/// let sheet = TileSheet::new(&picture, uvec2(16, 16))?;
/// assert_eq!(sheet.picture(Tile::new(1)).and_then(|tile| tile.get(3, 3)), Some(Color::RED));
/// assert!(sheet.picture(Tile::new(2)).is_none(), "nothing of it can be seen");
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileSheet {
    size: UVec2,
    /// By number; none where nothing can be seen.
    tiles: Vec<Option<Surface>>,
    /// What is shown in place of animated tiles, by number, with numbers of the map.
    animations: BTreeMap<u32, TileInfo>,
}

/// The most tiles a sheet takes.
const MAX_TILES: u32 = 1 << 16;

impl TileSheet {
    /// The tiles of a picture without gaps, numbered from 1 row by row.
    ///
    /// # Errors
    /// [`TileError::Picture`] when the size of a tile is 0.
    pub fn new(picture: &Surface, tile_size: UVec2) -> Result<Self, TileError> {
        let size = UVec2::new(picture.width(), picture.height());
        Self::empty(tile_size)?.with_set(&TileSet::sheet("", 1, size, tile_size), picture)
    }

    /// No tiles of a size.
    ///
    /// # Errors
    /// [`TileError::Picture`] when a side is 0 or the tile is too large.
    pub fn empty(tile_size: UVec2) -> Result<Self, TileError> {
        Surface::new(tile_size.x, tile_size.y).map_err(bad_picture)?;
        Ok(Self { size: tile_size, tiles: Vec::new(), animations: BTreeMap::new() })
    }

    /// This sheet and the tiles of a tileset, with their numbers in the map and their animations. Tiles that are larger than
    /// the sheet's are cut, smaller ones lie in the top left corner.
    ///
    /// # Errors
    /// [`TileError::OutsideSheet`] with the first tile that lies outside the picture, [`TileError::Picture`] when there are
    /// more than 65,536 tiles.
    pub fn with_set(mut self, set: &TileSet, picture: &Surface) -> Result<Self, TileError> {
        let last = set.first.saturating_add(set.count);
        if last > MAX_TILES {
            return Err(TileError::Picture(format!("{last} tiles are more than {MAX_TILES}")));
        }
        for local in 0..set.count {
            let rect = set.rect(local)?;
            let (width, height) = (picture.width(), picture.height());
            if !is_inside(rect, picture) {
                return Err(TileError::OutsideSheet { tile: local, width, height });
            }
            let tile = self.cut(picture, rect).map_err(bad_picture)?;
            self.put(set.first + local, tile);
        }
        self.animate(set);
        Ok(self)
    }

    /// Takes over the animations of a set.
    pub(super) fn animate(&mut self, set: &TileSet) {
        for (&local, info) in set.tiles.iter().filter(|(_, info)| !info.animation.is_empty()) {
            let number = |tile: u32| set.first.saturating_add(tile);
            let frame = |frame: &TileFrame| TileFrame { tile: number(frame.tile), ..*frame };
            let animation = info.animation.iter().map(frame).collect();
            self.animations.insert(number(local), TileInfo { animation, ..TileInfo::default() });
        }
    }

    fn cut(&self, picture: &Surface, rect: IRect) -> Result<Surface, SurfaceError> {
        let mut tile = Surface::new(self.size.x, self.size.y)?;
        tile.copy(picture, rect, 0, 0);
        let opaque = tile.bytes().iter().skip(3).step_by(4).all(|&alpha| alpha == 255);
        if opaque {
            let mut solid = Surface::opaque(self.size.x, self.size.y, motile_pixels::Color::BLACK)?;
            solid.copy(&tile, tile.bounds(), 0, 0);
            return Ok(solid);
        }
        Ok(tile)
    }

    pub(super) fn put(&mut self, number: u32, tile: Surface) {
        let index = number as usize;
        if self.tiles.len() <= index {
            self.tiles.resize(index + 1, None);
        }
        let seen = tile.words().iter().any(|&word| word != 0);
        self.tiles[index] = seen.then_some(tile);
    }

    /// Width and height of a tile, pixels.
    pub const fn tile_size(&self) -> UVec2 {
        self.size
    }

    /// The picture of a tile, not turned; `None` when there is nothing to be seen. Opaque ones are opaque surfaces.
    pub fn picture(&self, tile: Tile) -> Option<&Surface> {
        self.tiles.get(tile.number() as usize)?.as_ref()
    }

    /// The tile shown in place of another after so many seconds: itself unless it is animated.
    pub fn shown(&self, tile: Tile, seconds: f64) -> Tile {
        if self.animations.is_empty() {
            return tile;
        }
        match self.animations.get(&tile.number()) {
            Some(info) => tile.with_number(info.shown(tile.number(), seconds)),
            None => tile,
        }
    }

    /// Whether a tile changes with time.
    pub fn is_animated(&self, tile: Tile) -> bool {
        self.animations.contains_key(&tile.number())
    }

    /// The picture of a tile as it is turned.
    pub(super) fn turned(&self, tile: Tile) -> Option<Surface> {
        let upright = self.picture(tile)?;
        let (width, height) = (self.size.x as i32, self.size.y as i32);
        let mut turned = upright.same_kind(self.size.x, self.size.y).ok()?;
        for y in 0..height {
            for x in 0..width {
                let (mut u, mut v) = (x, y);
                if tile.flip_x() {
                    u = width - 1 - u;
                }
                if tile.flip_y() {
                    v = height - 1 - v;
                }
                if tile.swap_axes() {
                    (u, v) = (v, u);
                }
                if let Some(color) = upright.get(u, v) {
                    turned.set(x, y, color);
                }
            }
        }
        Some(turned)
    }
}

fn bad_picture(error: SurfaceError) -> TileError {
    TileError::Picture(error.to_string())
}

impl From<SurfaceError> for TileError {
    fn from(error: SurfaceError) -> Self {
        bad_picture(error)
    }
}
