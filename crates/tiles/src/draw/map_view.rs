//! A whole map as content of a stage.

use super::{
    MapPictures, TileScroll, TileSheet,
    paint::{LayerPaint, fill_background},
};
use crate::{LayerContent, Orientation, TileError, TileMap};
use core::ops::Range;
use motile_geom::{Aabb, Affine2Ext, IVec2, StateHash, UVec2, Vec2, ivec2};
use motile_pixels::{Blit, Color, Sampling, Surface};
use motile_stage::{Canvas, Drawable, Image};

/// A whole map as content of a stage, with all its layers as [`MapPictures::draw`] draws them. Layers of rectangular cells
/// whose tiles are as large as these are [`TileScroll`]s: a step of the camera draws only what comes into view of them.
///
/// Put it into a [`Shared`](motile_stage::Shared), add that to the stage, and call [`update`](Self::update) every tick.
///
/// ```
/// use motile_geom::{uvec2, vec2};
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Drawable, Shared, Stage};
/// use motile_tiles::{MapLayer, MapPictures, MapView, TileLayer, TileMap, TileSet};
///
/// let mut map = TileMap::new(uvec2(40, 30), uvec2(16, 16));
/// map.sets.push(TileSet::sheet("world", 1, uvec2(16, 16), uvec2(16, 16)));
/// map.layers.push(MapLayer::tiles("ground", TileLayer::from_rows(&[[1; 40]])?));
/// let pictures = MapPictures::load(&map, "", |_| Surface::filled(16, 16, Color::GREEN))?;
/// let mut stage = Stage::new(320, 200)?;
/// let view = Shared::new(MapView::new(&map, pictures, uvec2(320, 200))?);
/// stage.add(view.clone().node());
/// view.edit(|view| view.update(&map, vec2(8.0, 0.0), 0.0));
/// # Ok::<(), motile_stage::Error>(())
/// ```
#[doc(alias = "tilemap renderer")]
#[derive(Clone, Debug)]
pub struct MapView {
    pictures: MapPictures,
    /// The tiles as large as cells, where all of them are.
    sheet: Option<TileSheet>,
    /// A view for each layer of tiles, in the order they are painted.
    scrolls: Vec<Option<TileScroll>>,
    /// Which layers are shown, in the order they are painted.
    layers: Range<usize>,
    surface: Surface,
    revision: u64,
}

impl MapView {
    /// A view of this many pixels for a map. It is opaque when the map has a background.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it.
    pub fn new(map: &TileMap, pictures: MapPictures, view: UVec2) -> Result<Self, TileError> {
        let surface = if map.background.is_some_and(|color| color >> 24 == 255) {
            Surface::opaque(view.x, view.y, Color::BLACK)?
        } else {
            Surface::new(view.x, view.y)?
        };
        let sheet = is_plain(map).then(|| sheet(map, &pictures)).transpose()?;
        let (scrolls, layers) = (Vec::new(), 0..usize::MAX);
        Ok(Self { pictures, sheet, scrolls, layers, surface, revision: 0 })
    }

    /// This view with some layers only, by their places in [`TileMap::placed_layers`]: of two views of a map, one has those
    /// behind the actors of a game and one those in front of them. The background goes with the first layer; a view without
    /// that is transparent where no tile is.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it.
    ///
    /// ```
    /// use motile_geom::{uvec2, vec2};
    /// use motile_pixels::{Color, Surface};
    /// use motile_stage::{Drawable, Shape, Shared, Stage};
    /// use motile_tiles::{MapLayer, MapPictures, MapView, TileLayer, TileMap, TileSet};
    /// let mut map = TileMap::new(uvec2(2, 1), uvec2(16, 16));
    /// map.sets.push(TileSet::sheet("world", 1, uvec2(16, 16), uvec2(16, 16)));
    /// for (name, row) in [("ground", [1, 1]), ("trees", [0, 1])] {
    ///     map.layers.push(MapLayer::tiles(name, TileLayer::from_rows(&[row])?));
    /// }
    /// let pictures = MapPictures::load(&map, "", |_| Surface::filled(16, 16, Color::GREEN))?;
    /// let trees = map.placed_layers().position(|placed| placed.layer.name == "trees").unwrap_or(0);
    /// let view = |layers| MapView::new(&map, pictures.clone(), uvec2(32, 16))?.with_layers(layers);
    /// let (behind, front) = (Shared::new(view(0..trees)?), Shared::new(view(trees..usize::MAX)?));
    /// let mut stage = Stage::new(32, 16)?;
    /// stage.add(behind.clone().node());
    /// stage.add(Shape::circle(8.0).fill(Color::RED).at(16.0, 8.0));
    /// stage.add(front.clone().node());
    /// for part in [&behind, &front] {
    ///     part.edit(|view| view.update(&map, vec2(0.0, 0.0), 0.0));
    /// }
    /// # Ok::<(), motile_stage::Error>(())
    /// ```
    #[doc(alias = "foreground")]
    pub fn with_layers(mut self, layers: Range<usize>) -> Result<Self, TileError> {
        if layers.start > 0 {
            self.surface = Surface::new(self.surface.width(), self.surface.height())?;
        }
        self.layers = layers;
        self.forget();
        Ok(self)
    }

    /// Shows another number of pixels from now on: after the window changed, or as many as a camera that is farther away sees.
    /// The next update draws them.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it; then it stays as it is.
    pub fn resize(&mut self, view: UVec2) -> Result<(), TileError> {
        self.surface = self.surface.same_kind(view.x, view.y)?;
        self.revision += 1;
        self.forget();
        Ok(())
    }

    /// The pictures it draws with.
    pub const fn pictures(&self) -> &MapPictures {
        &self.pictures
    }

    /// What it shows.
    pub const fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Everything is drawn anew at the next update: after layers of the map were exchanged for others.
    pub fn forget(&mut self) {
        self.scrolls.clear();
    }

    /// Shows the map with its point `camera` at the top left corner, at a time in seconds. Always the same map, whose tiles,
    /// objects and settings of layers may change. Returns how many cells were drawn into scrolling views for that.
    pub fn update(&mut self, map: &TileMap, camera: Vec2, seconds: f64) -> u32 {
        if !camera.is_finite() {
            return 0;
        }
        self.revision += 1;
        self.surface.fill_rect(self.surface.bounds(), Color::TRANSPARENT);
        if self.layers.start == 0 {
            fill_background(map, &mut self.surface);
        }
        let size = UVec2::new(self.surface.width(), self.surface.height());
        let (mut drawn, mut number) = (0, 0);
        let (first, count) = (self.layers.start, self.layers.len());
        for placed in map.placed_layers().skip(first).take(count) {
            let layer =
                LayerPaint::new(&self.pictures, map, &placed, camera, size.as_vec2(), seconds);
            if let (LayerContent::Tiles(tiles), Some(sheet), None) =
                (&placed.layer.content, &self.sheet, placed.layer.cell_size)
            {
                number += 1;
                if self.scrolls.len() < number {
                    // Without memory for a view of its own, the layer is painted like others.
                    self.scrolls.push(TileScroll::new(size, sheet).ok());
                }
                if let (Some(layer), Some(scroll)) = (&layer, &mut self.scrolls[number - 1]) {
                    drawn += scroll.update(&[tiles], sheet, corner_for(layer.shift), seconds);
                    for (rect, to) in scroll.parts() {
                        let blit = Blit::part(rect).with_tint(layer.tint);
                        self.surface.blit_with(scroll.surface(), to.x, to.y, &blit);
                    }
                    continue;
                }
            }
            if let Some(mut layer) = layer {
                layer.paint(&placed, &mut self.surface);
            }
        }
        drawn
    }
}

/// Whether all its tiles are as large as its cells, and these are rectangles.
fn is_plain(map: &TileMap) -> bool {
    let plain = map.sets.iter().all(|set| {
        let whole = set.tiles.values().all(|info| info.image.is_none() && info.area.is_none());
        let unshifted = set.offset == IVec2::ZERO && !set.fit_cells;
        set.tile_size == map.tile_size && set.image.is_some() && whole && unshifted
    });
    plain && map.orientation == Orientation::Orthogonal
}

/// The pictures of a plain map as a sheet.
fn sheet(map: &TileMap, pictures: &MapPictures) -> Result<TileSheet, TileError> {
    let mut sheet = TileSheet::empty(map.tile_size)?;
    for (number, picture) in pictures.tiles() {
        sheet.put(number, picture.clone());
    }
    map.sets.iter().for_each(|set| sheet.animate(set));
    Ok(sheet)
}

impl Drawable for MapView {
    fn bounds(&self) -> Aabb {
        Aabb::new(Vec2::ZERO, Vec2::new(self.surface.width() as f32, self.surface.height() as f32))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        if let Some(offset) = canvas.transform().as_whole_translation() {
            canvas.sprite(&self.surface, offset, &Blit::default());
        } else {
            // Turned or scaled: one picture, read by its nearest pixels, has no seams to show.
            let image = Image::new(self.surface.clone());
            canvas.image_with(&image, Vec2::ZERO, &Blit::default(), Sampling::Nearest);
        }
    }

    /// Decoration: the map is the state, and it is the sketch's.
    fn hash(&self, _: &mut StateHash) {}

    fn revision(&self) -> u64 {
        self.revision
    }
}

/// The corner of a scrolling view that shows a layer with its origin at `shift`.
fn corner_for(shift: IVec2) -> IVec2 {
    ivec2(shift.x.saturating_neg(), shift.y.saturating_neg())
}
