//! Layers of tiles as content of a stage.

use super::{TileScroll, TileSheet};
use crate::{TileError, TileLayer};
use motile_geom::{Aabb, Affine2, Affine2Ext, IVec2, StateHash, UVec2, Vec2};
use motile_pixels::{Blit, Color, Sampling, Surface};
use motile_stage::{Canvas, Drawable, Image};

/// Layers of tiles as content of a stage: a [`TileScroll`] that a node shows. It takes part in paint order, alpha and
/// masks like any other content.
///
/// Put it into a [`Shared`](motile_stage::Shared), add that to the stage, and call [`update`](Self::update) every tick.
///
/// ```
/// use motile_geom::{ivec2, uvec2};
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Drawable, Shared, Stage};
/// use motile_tiles::{Tile, TileLayer, TileSheet, TileView};
///
/// let mut stage = Stage::new(320, 200)?;
/// let sheet = TileSheet::new(&Surface::filled(16, 16, Color::GREEN)?, uvec2(16, 16))?;
/// let view = Shared::new(TileView::new(sheet, uvec2(320, 200))?);
/// stage.add(view.clone().node());
/// let mut layer = TileLayer::new(100, 100)?;
/// layer.set(3, 3, Tile::new(1));
/// view.edit(|view| view.update(&[&layer], ivec2(8, 0), 0.0));
/// # Ok::<(), motile_stage::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileView {
    sheet: TileSheet,
    scroll: TileScroll,
    revision: u64,
}

impl TileView {
    /// A view of this many pixels, transparent where no tile is.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it.
    pub fn new(sheet: TileSheet, view: UVec2) -> Result<Self, TileError> {
        let scroll = TileScroll::new(view, &sheet)?;
        Ok(Self { sheet, scroll, revision: 0 })
    }

    /// This view on an opaque ground of a color.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it.
    pub fn with_background(self, color: Color) -> Result<Self, TileError> {
        Ok(Self { scroll: self.scroll.with_background(color)?, ..self })
    }

    /// What it shows, for drawing it elsewhere.
    pub const fn scroll(&self) -> &TileScroll {
        &self.scroll
    }

    /// The pictures of the tiles.
    pub const fn sheet(&self) -> &TileSheet {
        &self.sheet
    }

    /// Exchanges the pictures of the tiles, which have to have the same size: another look for the same world. Returns
    /// whether they had.
    pub fn set_sheet(&mut self, sheet: TileSheet) -> bool {
        let fits = sheet.tile_size() == self.sheet.tile_size();
        if fits {
            self.sheet = sheet;
            self.scroll.forget();
        }
        fits
    }

    /// Shows another number of pixels from now on: after the window changed, or as many as a camera that is farther away sees.
    /// The next update draws them.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it; then it stays as it is.
    pub fn resize(&mut self, view: UVec2) -> Result<(), TileError> {
        self.revision += 1;
        self.scroll.resize(view, &self.sheet)
    }

    /// Everything is drawn anew at the next update: after the layers were exchanged for others.
    pub fn forget(&mut self) {
        self.scroll.forget();
    }

    /// Shows the world from a pixel on, that of the view's top left corner, at a time in seconds. Returns how many cells
    /// were drawn for that.
    pub fn update(&mut self, layers: &[&TileLayer], corner: IVec2, seconds: f64) -> u32 {
        self.revision += 1;
        self.scroll.update(layers, &self.sheet, corner, seconds)
    }

    /// The view as a picture of its own. Allocates.
    fn whole(&self) -> Option<Surface> {
        let view = self.scroll.view();
        let mut whole = self.scroll.surface().same_kind(view.x, view.y).ok()?;
        for (rect, to) in self.scroll.parts() {
            whole.copy(self.scroll.surface(), rect, to.x, to.y);
        }
        Some(whole)
    }
}

impl Drawable for TileView {
    fn bounds(&self) -> Aabb {
        Aabb::new(Vec2::ZERO, self.scroll.view().as_vec2())
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let transform: Affine2 = canvas.transform();
        if let Some(offset) = transform.as_whole_translation() {
            for (rect, to) in self.scroll.parts() {
                canvas.sprite(self.scroll.surface(), offset + to, &Blit::part(rect));
            }
        } else if let Some(whole) = self.whole() {
            // Turned or scaled: one picture, read by its nearest pixels, has no seams to show.
            let image = Image::new(whole);
            canvas.image_with(&image, Vec2::ZERO, &Blit::default(), Sampling::Nearest);
        }
    }

    /// Decoration: the layers are the state, and they are the sketch's.
    fn hash(&self, _: &mut StateHash) {}

    fn revision(&self) -> u64 {
        self.revision
    }
}
