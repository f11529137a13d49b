//! The pictures a map is drawn with, whatever their sizes.

use crate::{LayerContent, Tile, TileError, TileImage, TileMap, TileSet, path_beside};
use core::fmt::Display;
use motile_geom::{IRect, UVec2};
use motile_pixels::{Color, Surface, SurfaceError};
use std::collections::BTreeMap;

/// The pictures of a [`TileMap`]: those of its tiles, each cut out into memory of its own, and those of its picture layers.
/// Tiles may have any size; sets may be sheets or collections of single pictures.
///
/// ```
/// use motile_geom::{Vec2, uvec2};
/// use motile_pixels::{Color, Surface};
/// use motile_tiles::{MapLayer, MapPictures, Tile, TileLayer, TileMap, TileSet};
///
/// let mut map = TileMap::new(uvec2(4, 3), uvec2(16, 16));
/// map.sets.push(TileSet::sheet("world", 1, uvec2(32, 16), uvec2(16, 16)));
/// map.layers.push(MapLayer::tiles("ground", TileLayer::from_rows(&[[0, 1, 0, 0]])?));
/// let pictures = MapPictures::load(&map, "levels/one.tmx", |path| {
///     assert_eq!(path, "levels/world");
///     Surface::filled(32, 16, Color::GREEN)
/// })?;
/// let mut screen = Surface::opaque(64, 48, Color::BLACK)?;
/// pictures.draw(&map, Vec2::ZERO, 0.0, &mut screen);
/// assert_eq!([screen.get(15, 0), screen.get(16, 0)], [Some(Color::BLACK), Some(Color::GREEN)]);
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "tileset images")]
#[derive(Clone, Debug, Default)]
pub struct MapPictures {
    /// By number in the map; those of which nothing can be seen are left out.
    tiles: BTreeMap<u32, Surface>,
    /// By the name the layer has for it.
    images: BTreeMap<String, Surface>,
    /// Width and height of the largest tile, pixels.
    largest: UVec2,
}

/// The most tiles a map may have pictures for.
const MAX_TILES: u32 = 1 << 16;

impl MapPictures {
    /// Gets the pictures of a map that was read from `file`. `picture` is asked for each picture once, by its path: that of
    /// the map's folder and the name the map has for it, or of the folder of the tileset's own file. A set whose picture has no
    /// name is asked for by its own. A color that a set names as transparent becomes so.
    ///
    /// # Errors
    /// [`TileError::Picture`] with the path when a picture cannot be had, or there are more than 65,536 tiles;
    /// [`TileError::OutsideSheet`] with the first tile that lies outside its picture.
    pub fn load<E: Display>(
        map: &TileMap,
        file: &str,
        picture: impl FnMut(&str) -> Result<Surface, E>,
    ) -> Result<Self, TileError> {
        let mut shelf = Shelf { picture, known: BTreeMap::new() };
        let mut pictures = Self::default();
        for set in &map.sets {
            let beside =
                set.source.as_ref().map_or(file.into(), |source| path_beside(file, source));
            pictures.cut_set(set, &beside, &mut shelf)?;
        }
        for layer in map.all_layers() {
            if let LayerContent::Image { image, .. } = &layer.content
                && !image.source.is_empty()
            {
                let surface = shelf.get(&path_beside(file, &image.source), image)?;
                pictures.images.insert(image.source.clone(), surface.clone());
            }
        }
        Ok(pictures)
    }

    fn cut_set<E: Display, F: FnMut(&str) -> Result<Surface, E>>(
        &mut self,
        set: &TileSet,
        beside: &str,
        shelf: &mut Shelf<F>,
    ) -> Result<(), TileError> {
        let last = set.first.saturating_add(set.count);
        if last > MAX_TILES {
            return Err(TileError::Picture(format!("{last} tiles are more than {MAX_TILES}")));
        }
        let own = |local: u32| set.tiles.get(&local).and_then(|info| info.image.as_ref());
        let locals: Vec<u32> = match &set.image {
            Some(_) => (0..set.count).collect(),
            None => set.tiles.keys().copied().filter(|&local| own(local).is_some()).collect(),
        };
        for local in locals {
            let Some(image) = own(local).or(set.image.as_ref()) else { continue };
            let name = if image.source.is_empty() { &set.name } else { &image.source };
            let sheet = shelf.get(&path_beside(beside, name), image)?;
            let rect = place(set, local, own(local).is_some(), sheet)?;
            let (width, height) = (sheet.width(), sheet.height());
            if !is_inside(rect, sheet) {
                return Err(TileError::OutsideSheet { tile: local, width, height });
            }
            let tile = cut(sheet, rect)?;
            if tile.words().iter().any(|&word| word != 0) {
                self.largest = self.largest.max(UVec2::new(tile.width(), tile.height()));
                self.tiles.insert(set.first.saturating_add(local), tile);
            }
        }
        Ok(())
    }

    /// The picture of a tile, not turned; `None` when there is nothing to be seen.
    pub fn tile(&self, tile: Tile) -> Option<&Surface> {
        self.tiles.get(&tile.number())
    }

    /// The picture of a picture layer, by the name in its [`TileImage`].
    pub fn image(&self, image: &TileImage) -> Option<&Surface> {
        self.images.get(&image.source)
    }

    /// Width and height of the largest tile, pixels.
    pub(super) const fn largest(&self) -> UVec2 {
        self.largest
    }

    /// All pictures of tiles by their numbers.
    #[cfg(feature = "stage")]
    pub(super) fn tiles(&self) -> impl Iterator<Item = (u32, &Surface)> {
        self.tiles.iter().map(|(&number, picture)| (number, picture))
    }
}

/// Where a tile is in its picture. A picture of its own is shown whole unless the set says which part.
fn place(set: &TileSet, local: u32, own: bool, sheet: &Surface) -> Result<IRect, TileError> {
    let says = set.tiles.get(&local).is_some_and(|info| info.area.is_some());
    if own && !says { Ok(sheet.bounds()) } else { set.rect(local) }
}

/// Whether all of a rectangle lies in a picture.
pub(super) fn is_inside(rect: IRect, sheet: &Surface) -> bool {
    let (right, bottom) = (i64::from(sheet.width()), i64::from(sheet.height()));
    rect.x >= 0 && rect.y >= 0 && rect.right() <= right && rect.bottom() <= bottom
}

/// Pictures that were read already.
struct Shelf<F> {
    picture: F,
    known: BTreeMap<(String, Option<u32>), Surface>,
}

impl<E: Display, F: FnMut(&str) -> Result<Surface, E>> Shelf<F> {
    fn get(&mut self, path: &str, image: &TileImage) -> Result<&Surface, TileError> {
        let key = (path.to_owned(), image.transparent);
        if !self.known.contains_key(&key) {
            let read = (self.picture)(path);
            let mut surface = read.map_err(|e| TileError::Picture(format!("{path}: {e}")))?;
            if let Some(color) = image.transparent {
                surface = without(&surface, color)?;
            }
            self.known.insert(key.clone(), surface);
        }
        Ok(&self.known[&key])
    }
}

/// A picture in which a color is transparent.
fn without(surface: &Surface, color: u32) -> Result<Surface, SurfaceError> {
    let mut clear = Surface::new(surface.width(), surface.height())?;
    clear.copy(surface, surface.bounds(), 0, 0);
    let [_, red, green, blue] = color.to_be_bytes();
    for pixel in clear.bytes_mut().chunks_exact_mut(4) {
        if pixel == [red, green, blue, 255] {
            pixel.fill(0);
        }
    }
    Ok(clear)
}

/// A part of a picture by itself; opaque when all of it is.
fn cut(sheet: &Surface, rect: IRect) -> Result<Surface, SurfaceError> {
    let mut tile = Surface::new(rect.width, rect.height)?;
    tile.copy(sheet, rect, 0, 0);
    if !tile.bytes().iter().skip(3).step_by(4).all(|&alpha| alpha == 255) {
        return Ok(tile);
    }
    let mut solid = Surface::opaque(rect.width, rect.height, Color::BLACK)?;
    solid.copy(&tile, tile.bounds(), 0, 0);
    Ok(solid)
}

/// A picture with its axes exchanged: what is right is below.
pub(super) fn transposed(picture: &Surface) -> Option<Surface> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut turned = picture.same_kind(picture.height(), picture.width()).ok()?;
    let from = picture.words();
    for (x, row) in turned.words_mut().chunks_exact_mut(height).enumerate() {
        for (y, word) in row.iter_mut().enumerate() {
            *word = from[y * width + x];
        }
    }
    Some(turned)
}
