//! Tilesets: what the numbers in the cells mean.

use super::{MapObject, TileProperties};
use crate::TileError;
use motile_geom::{IRect, IVec2, UVec2, Vec2, uvec2};
use std::collections::BTreeMap;

/// A tileset: a picture cut into tiles of one size, or a collection of pictures, with what is known about single tiles.
///
/// Its tiles are numbered from 0 in the set; in cells they have the numbers from [`first`](Self::first) on.
#[doc(alias = "tile sheet")]
#[doc(alias = "sprite sheet")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileSet {
    /// Its name.
    pub name: String,
    /// What the user calls this kind of set; may be empty.
    pub class: String,
    /// The number that the first tile has in cells, at least 1.
    pub first: u32,
    /// How many tiles there are.
    pub count: u32,
    /// Tiles in a row of the picture; 0 for a collection of pictures.
    pub columns: u32,
    /// Width and height of a tile, pixels.
    pub tile_size: UVec2,
    /// Pixels around all tiles of the picture.
    pub margin: u32,
    /// Pixels between tiles of the picture.
    pub spacing: u32,
    /// How far its tiles are shifted when drawn, pixels.
    pub offset: IVec2,
    /// Which point of a tile lies at the position of an object that shows it, as the file has it. Readers have already
    /// moved objects to their top left corners.
    pub alignment: TileAlignment,
    /// Whether tiles are drawn as large as the cells of the map instead of their own size.
    pub fit_cells: bool,
    /// Whether tiles that are drawn larger or smaller keep their proportions.
    pub keep_aspect: bool,
    /// Which turns of its tiles may be used when terrains are painted, by a [`WangPainter`](crate::auto::WangPainter) that has
    /// the set.
    pub turns: TileTurns,
    /// The picture; none for a collection of pictures.
    pub image: Option<TileImage>,
    /// The file the set comes from when it has one of its own.
    pub source: Option<String>,
    /// What is known about single tiles, by their numbers in the set.
    pub tiles: BTreeMap<u32, TileInfo>,
    /// Which tiles fit together: the terrains of the editor.
    pub wang_sets: Vec<WangSet>,
    /// What the user has written about the set.
    pub properties: TileProperties,
}

/// Which point of a tile lies at the position of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileAlignment {
    /// Bottom left, on isometric maps the middle of the bottom.
    #[default]
    ByMap,
    /// The top left corner.
    TopLeft,
    /// The middle of the top.
    Top,
    /// The top right corner.
    TopRight,
    /// The middle of the left side.
    Left,
    /// The middle.
    Center,
    /// The middle of the right side.
    Right,
    /// The bottom left corner.
    BottomLeft,
    /// The middle of the bottom.
    Bottom,
    /// The bottom right corner.
    BottomRight,
}

impl TileAlignment {
    /// The point as a share of width and height from the top left corner.
    pub const fn share(self, isometric: bool) -> Vec2 {
        let (x, y) = match self {
            Self::ByMap if isometric => (0.5, 1.0),
            Self::ByMap | Self::BottomLeft => (0.0, 1.0),
            Self::TopLeft => (0.0, 0.0),
            Self::Top => (0.5, 0.0),
            Self::TopRight => (1.0, 0.0),
            Self::Left => (0.0, 0.5),
            Self::Center => (0.5, 0.5),
            Self::Right => (1.0, 0.5),
            Self::Bottom => (0.5, 1.0),
            Self::BottomRight => (1.0, 1.0),
        };
        Vec2::new(x, y)
    }
}

/// Which turns of the tiles of a set may be used when terrains are painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent switches of the editor")]
pub struct TileTurns {
    /// Left and right may be exchanged.
    pub flip_x: bool,
    /// Top and bottom may be exchanged.
    pub flip_y: bool,
    /// Quarter turns are allowed.
    pub rotate: bool,
    /// Whether upright tiles are preferred where one fits.
    pub prefer_upright: bool,
}

/// A picture of a tileset, tile or layer: where it is, not its pixels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileImage {
    /// Name of the file, relative to the file that names it.
    pub source: String,
    /// Width and height, pixels; 0 where the file does not say.
    pub size: UVec2,
    /// A color that is transparent, `0xRRGGBB`.
    pub transparent: Option<u32>,
}

/// What a tileset says about one tile.
#[derive(Clone, Debug, PartialEq)]
pub struct TileInfo {
    /// What kind of tile it is; may be empty.
    pub class: String,
    /// What the user has written about it.
    pub properties: TileProperties,
    /// The tiles shown one after another in place of it; none when it stands still.
    pub animation: Vec<TileFrame>,
    /// Its collision shapes as drawn in the editor, from its top left corner.
    pub shapes: Vec<MapObject>,
    /// Its own picture, in a collection of pictures.
    pub image: Option<TileImage>,
    /// The part of the picture it shows, where the file says.
    pub area: Option<IRect>,
    /// How often it is chosen among alternatives, from 0, by a [`WangPainter`](crate::auto::WangPainter) that has the set.
    pub probability: f32,
}

/// A frame of an animated tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileFrame {
    /// The tile shown, by its number in the set.
    pub tile: u32,
    /// How long, milliseconds.
    pub millis: u32,
}

/// Which tiles of a set fit together: a color for each corner and each edge of each tile.
#[doc(alias = "terrain set")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WangSet {
    /// Its name.
    pub name: String,
    /// What the user calls this kind of set; may be empty.
    pub class: String,
    /// The tile that stands for it, by its number in the set.
    pub tile: Option<u32>,
    /// Where the colors are.
    pub kind: WangKind,
    /// The colors; tiles count them from 1.
    pub colors: Vec<WangColor>,
    /// The colors of each tile: its number in the set, and clockwise from the top: top, top right, right, bottom right,
    /// bottom, bottom left, left, top left. 0 is no color.
    pub tiles: Vec<(u32, [u8; 8])>,
    /// What the user has written about it.
    pub properties: TileProperties,
}

/// Where the colors of a [`WangSet`] are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WangKind {
    /// On corners.
    Corner,
    /// On edges.
    Edge,
    /// On both.
    #[default]
    Mixed,
}

/// A color of a [`WangSet`]: a terrain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WangColor {
    /// Its name.
    pub name: String,
    /// What the user calls this kind of color; may be empty.
    pub class: String,
    /// How the editor shows it, `0xAARRGGBB`.
    pub color: u32,
    /// The tile that stands for it, by its number in the set.
    pub tile: Option<u32>,
    /// How often the editor chooses it, from 0. It is kept for that: a terrain says which color each place has.
    pub probability: f32,
    /// What the user has written about it.
    pub properties: TileProperties,
}

impl Default for TileInfo {
    fn default() -> Self {
        Self {
            class: String::new(),
            properties: TileProperties::default(),
            animation: Vec::new(),
            shapes: Vec::new(),
            image: None,
            area: None,
            probability: 1.0,
        }
    }
}

impl TileSet {
    /// A picture of `image_size` cut into tiles of one size without gaps.
    pub fn sheet(name: impl Into<String>, first: u32, image_size: UVec2, tile_size: UVec2) -> Self {
        let per = |pixels: u32, tile: u32| pixels.checked_div(tile).unwrap_or(0);
        let columns = per(image_size.x, tile_size.x);
        Self {
            name: name.into(),
            first,
            columns,
            count: columns.saturating_mul(per(image_size.y, tile_size.y)),
            tile_size,
            image: Some(TileImage { size: image_size, ..TileImage::default() }),
            ..Self::default()
        }
    }

    /// Where a tile is in the picture of the set, by its number in the set.
    ///
    /// # Errors
    /// [`TileError::OutsideSheet`] when that is outside the picture. A set whose picture has no known size takes every
    /// place.
    ///
    /// ```
    /// use motile_geom::{IRect, uvec2};
    /// use motile_tiles::TileSet;
    /// let set = TileSet::sheet("world", 1, uvec2(256, 256), uvec2(64, 64));
    /// assert_eq!(set.rect(6)?, IRect::new(128, 64, 64, 64));
    /// assert!(set.rect(16).is_err());
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    pub fn rect(&self, tile: u32) -> Result<IRect, TileError> {
        if let Some(area) = self.tiles.get(&tile).and_then(|info| info.area) {
            return Ok(area);
        }
        let own = self.tiles.get(&tile).and_then(|info| info.image.as_ref());
        if let Some(image) = own {
            return Ok(IRect::of_size(image.size.x, image.size.y));
        }
        let size = self.image.as_ref().map_or(UVec2::ZERO, |image| image.size);
        let outside = TileError::OutsideSheet { tile, width: size.x, height: size.y };
        let (column, row) = (tile.checked_rem(self.columns), tile.checked_div(self.columns));
        let (Some(column), Some(row)) = (column, row) else { return Err(outside) };
        let place = |index: u32, side: u32| {
            let step = u64::from(side) + u64::from(self.spacing);
            let start = u64::from(index).checked_mul(step)?;
            u32::try_from(start.checked_add(self.margin.into())?).ok()
        };
        let corner = (place(column, self.tile_size.x), place(row, self.tile_size.y));
        let (Some(x), Some(y)) = corner else { return Err(outside) };
        let end = (x.checked_add(self.tile_size.x), y.checked_add(self.tile_size.y));
        let (Some(right), Some(bottom)) = end else { return Err(outside) };
        let fits = size == uvec2(0, 0) || (right <= size.x && bottom <= size.y);
        if !fits || right > i32::MAX as u32 || bottom > i32::MAX as u32 {
            return Err(outside);
        }
        Ok(IRect::new(x as i32, y as i32, self.tile_size.x, self.tile_size.y))
    }

    /// The tile shown in place of another after so many seconds: itself unless it is animated.
    pub fn shown(&self, tile: u32, seconds: f64) -> u32 {
        self.tiles.get(&tile).map_or(tile, |info| info.shown(tile, seconds))
    }
}

impl TileInfo {
    /// The frame of the animation after so many seconds, by its number in the set; `tile` when it stands still. The
    /// animation repeats; time before 0 or not finite shows the first frame.
    pub fn shown(&self, tile: u32, seconds: f64) -> u32 {
        let whole: u64 = self.animation.iter().map(|frame| u64::from(frame.millis)).sum();
        let first = self.animation.first().map_or(tile, |frame| frame.tile);
        // The cast saturates: NaN and negative time are 0.
        let Some(mut left) = ((seconds * 1000.0) as u64).checked_rem(whole) else { return first };
        for frame in &self.animation {
            if left < u64::from(frame.millis) {
                return frame.tile;
            }
            left -= u64::from(frame.millis);
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_a27_places_with_margin_and_spacing() {
        let mut set = TileSet::sheet("s", 1, uvec2(256, 256), uvec2(64, 64));
        assert_eq!(set.rect(6), Ok(IRect::new(128, 64, 64, 64)));
        (set.margin, set.spacing) = (1, 2);
        set.image = Some(TileImage { size: uvec2(300, 300), ..TileImage::default() });
        assert_eq!(set.rect(6), Ok(IRect::new(133, 67, 64, 64)));
        set.columns = 0;
        assert!(set.rect(0).is_err());
        set.columns = 1;
        set.tile_size = UVec2::MAX;
        assert!(set.rect(u32::MAX).is_err());
    }

    #[test]
    fn tile_x8_animated_tiles_repeat() {
        let frame = |tile, millis| TileFrame { tile, millis };
        let info =
            TileInfo { animation: vec![frame(7, 200), frame(9, 100)], ..TileInfo::default() };
        let shown: Vec<_> = [0.0, 0.199, 0.2, 0.299, 0.3, 30.25].map(|s| info.shown(3, s)).into();
        assert_eq!(shown, [7, 7, 9, 9, 7, 9]);
        assert_eq!([-5.0, f64::NAN].map(|s| info.shown(3, s)), [7, 7]);
        assert_eq!(TileInfo::default().shown(3, 5.0), 3);
        let still = TileInfo { animation: vec![frame(8, 0)], ..TileInfo::default() };
        assert_eq!(still.shown(3, 1.0), 8);
    }
}
