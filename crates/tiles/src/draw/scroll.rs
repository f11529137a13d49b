//! A view of layers that scrolls by drawing only what comes into it.

use super::TileSheet;
use crate::{LayerChange, Tile, TileError, TileLayer};
use motile_geom::{IRect, IVec2, UVec2, ivec2, uvec2};
use motile_pixels::{Color, Surface};
use std::collections::BTreeMap;

/// A view of layers of tiles as large as the screen, whatever the size of the world. It is a torus of whole cells: a step
/// of the camera draws only the cells that come into view, into the place of those that went, and an edit or an animated
/// tile draws one cell.
///
/// [`parts`](Self::parts) tells where its pieces go on the screen.
///
/// ```
/// use motile_geom::{IRect, ivec2, uvec2};
/// use motile_pixels::{Color, Surface};
/// use motile_tiles::{Tile, TileLayer, TileScroll, TileSheet};
///
/// let sheet = TileSheet::new(&Surface::filled(16, 16, Color::GREEN)?, uvec2(16, 16))?;
/// let mut layer = TileLayer::endless();
/// layer.fill_rect(IRect::new(0, 0, 100, 100), Tile::new(1));
/// let mut view = TileScroll::new(uvec2(320, 200), &sheet)?;
/// let everything = view.update(&[&layer], &sheet, ivec2(0, 0), 0.0);
/// let a_column = view.update(&[&layer], &sheet, ivec2(3, 0), 0.0);
/// assert!(everything > 200 && a_column == 0, "the margin was drawn already");
/// let mut screen = Surface::opaque(320, 200, Color::BLACK)?;
/// view.blit(&mut screen, 0, 0);
/// assert_eq!(screen.get(319, 199), Some(Color::GREEN));
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "toroidal scrolling")]
#[derive(Clone, Debug)]
pub struct TileScroll {
    view: UVec2,
    tile: UVec2,
    surface: Surface,
    background: Option<Color>,
    /// Cells of the torus.
    cells: UVec2,
    /// The world's pixel at the top left corner of the view.
    corner: IVec2,
    /// The cells that are drawn; none before the first update.
    shown: Option<IRect>,
    revisions: Vec<u64>,
    /// Cells with animated tiles, and a number that changes with what they show.
    animated: BTreeMap<(i32, i32), u64>,
    /// Animated cells that show another frame now; kept for its memory.
    stale: Vec<IVec2>,
    /// Pictures of turned tiles, made when first seen.
    turned: BTreeMap<Tile, Surface>,
}

impl TileScroll {
    /// A view of this many pixels for tiles of a sheet, transparent where no tile is.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it.
    pub fn new(view: UVec2, sheet: &TileSheet) -> Result<Self, TileError> {
        let tile = sheet.tile_size();
        // One cell more than the view needs at its worst place, so that small steps draw nothing.
        let cells = uvec2(view.x.div_ceil(tile.x), view.y.div_ceil(tile.y)) + UVec2::ONE;
        let surface = Surface::new(cells.x.saturating_mul(tile.x), cells.y.saturating_mul(tile.y))?;
        Ok(Self {
            view,
            tile,
            surface,
            background: None,
            cells,
            corner: IVec2::ZERO,
            shown: None,
            revisions: Vec::new(),
            animated: BTreeMap::new(),
            stale: Vec::new(),
            turned: BTreeMap::new(),
        })
    }

    /// This view on an opaque ground of a color: faster, for the lowest layers.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it.
    pub fn with_background(mut self, color: Color) -> Result<Self, TileError> {
        self.surface = Surface::opaque(self.surface.width(), self.surface.height(), color)?;
        self.background = Some(color);
        self.shown = None;
        Ok(self)
    }

    /// Shows another number of pixels from now on, on the same background; all of them are drawn anew.
    ///
    /// # Errors
    /// [`TileError::Picture`] when there is no memory for it; then it stays as it is.
    pub fn resize(&mut self, view: UVec2, sheet: &TileSheet) -> Result<(), TileError> {
        let resized = Self::new(view, sheet)?;
        *self = match self.background {
            Some(color) => resized.with_background(color)?,
            None => resized,
        };
        Ok(())
    }

    /// Everything is drawn anew at the next update: after the sheet or the layers were exchanged for others.
    pub fn forget(&mut self) {
        self.shown = None;
        self.turned.clear();
    }

    /// Moves the view so that a pixel of the world is at its top left corner, and draws what is new: cells that come into
    /// view, edited cells, animated tiles that show another frame. The layers lie over each other from the first to the
    /// last; always the same ones. Returns how many cells were drawn.
    pub fn update(
        &mut self,
        layers: &[&TileLayer],
        sheet: &TileSheet,
        corner: IVec2,
        seconds: f64,
    ) -> u32 {
        self.corner = corner;
        let first =
            ivec2(corner.x.div_euclid(self.tile.x as i32), corner.y.div_euclid(self.tile.y as i32));
        let window = IRect::new(first.x, first.y, self.cells.x, self.cells.y);
        let mut drawn = 0;
        let old =
            self.shown.filter(|_| self.follow_edits(layers, sheet, window, seconds, &mut drawn));
        for cell in cells_of(window) {
            if !old.is_some_and(|old| old.contains(cell.x, cell.y)) {
                self.draw_cell(layers, sheet, cell, seconds);
                drawn += 1;
            }
        }
        self.shown = Some(window);
        self.revisions.clear();
        self.revisions.extend(layers.iter().map(|layer| layer.revision()));
        drawn + self.animate(layers, sheet, window, seconds)
    }

    /// Draws the cells that were edited; `false` when nobody knows which.
    fn follow_edits(
        &mut self,
        layers: &[&TileLayer],
        sheet: &TileSheet,
        window: IRect,
        seconds: f64,
        drawn: &mut u32,
    ) -> bool {
        if self.revisions.len() != layers.len() {
            return false;
        }
        for (index, layer) in layers.iter().enumerate() {
            let Some(changes) = layer.changes_since(self.revisions[index]) else { return false };
            for change in changes {
                let cells = match change {
                    LayerChange::Cell { cell, .. } => IRect::new(cell.x, cell.y, 1, 1),
                    LayerChange::Chunk { chunk } => TileLayer::cells_of_chunk(chunk),
                };
                // What only comes into view now is drawn later anyway.
                let seen = self.shown.unwrap_or(IRect::EMPTY).intersect(window);
                for cell in cells_of(cells.intersect(seen)) {
                    self.draw_cell(layers, sheet, cell, seconds);
                    *drawn += 1;
                }
            }
        }
        true
    }

    fn animate(
        &mut self,
        layers: &[&TileLayer],
        sheet: &TileSheet,
        window: IRect,
        seconds: f64,
    ) -> u32 {
        self.animated.retain(|&(y, x), _| window.contains(x, y));
        let changed = |(&(y, x), &shown): (&(i32, i32), &u64)| {
            let cell = ivec2(x, y);
            (frame_number(layers, sheet, cell, seconds) != shown).then_some(cell)
        };
        let mut stale = core::mem::take(&mut self.stale);
        stale.clear();
        stale.extend(self.animated.iter().filter_map(changed));
        for &cell in &stale {
            self.draw_cell(layers, sheet, cell, seconds);
        }
        let drawn = stale.len() as u32;
        self.stale = stale;
        drawn
    }

    fn draw_cell(&mut self, layers: &[&TileLayer], sheet: &TileSheet, cell: IVec2, seconds: f64) {
        let x = (cell.x.rem_euclid(self.cells.x as i32)) * self.tile.x as i32;
        let y = (cell.y.rem_euclid(self.cells.y as i32)) * self.tile.y as i32;
        let place = IRect::new(x, y, self.tile.x, self.tile.y);
        let ground = self.background.unwrap_or(Color::TRANSPARENT);
        let mut bare = true;
        let mut animated = false;
        for layer in layers {
            let tile = layer.get(cell.x, cell.y);
            if tile.is_empty() {
                continue;
            }
            animated |= sheet.is_animated(tile);
            let tile = sheet.shown(tile, seconds);
            let picture = if tile.is_upright() {
                sheet.picture(tile)
            } else {
                if !self.turned.contains_key(&tile)
                    && let Some(turned) = sheet.turned(tile)
                {
                    self.turned.insert(tile, turned);
                }
                self.turned.get(&tile)
            };
            let Some(picture) = picture else { continue };
            // The first tile of a cell replaces what was there; opaque ones do so at any height.
            if picture.is_opaque() || (bare && self.background.is_none()) {
                self.surface.copy(picture, picture.bounds(), x, y);
            } else {
                if bare {
                    self.surface.fill_rect(place, ground);
                }
                self.surface.blit(picture, x, y);
            }
            bare = false;
        }
        if bare {
            self.surface.fill_rect(place, ground);
        }
        if animated {
            let number = frame_number(layers, sheet, cell, seconds);
            self.animated.insert((cell.y, cell.x), number);
        } else if !self.animated.is_empty() {
            self.animated.remove(&(cell.y, cell.x));
        }
    }

    /// The torus itself; only [`parts`](Self::parts) of it make a view.
    pub const fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Width and height of the view, pixels.
    pub const fn view(&self) -> UVec2 {
        self.view
    }

    /// Which rectangles of [`surface`](Self::surface) go where in the view: up to four.
    pub fn parts(&self) -> impl Iterator<Item = (IRect, IVec2)> {
        let axis = |corner: i32, size: u32, view: u32| {
            let start = corner.rem_euclid(size.max(1) as i32) as u32;
            let first = view.min(size - start);
            [(start, first, 0), (0, view - first, first)]
        };
        let columns = axis(self.corner.x, self.surface.width(), self.view.x);
        let rows = axis(self.corner.y, self.surface.height(), self.view.y);
        rows.into_iter().flat_map(move |(y, height, to_y)| {
            let part = move |(x, width, to_x): (u32, u32, u32)| {
                let rect = IRect::new(x as i32, y as i32, width, height);
                (!rect.is_empty()).then_some((rect, ivec2(to_x as i32, to_y as i32)))
            };
            columns.into_iter().filter_map(part)
        })
    }

    /// Draws the view on a surface with its top left corner at (x, y).
    pub fn blit(&self, target: &mut Surface, x: i32, y: i32) {
        for (rect, to) in self.parts() {
            let (x, y) = (x.saturating_add(to.x), y.saturating_add(to.y));
            if self.surface.is_opaque() {
                target.copy(&self.surface, rect, x, y);
            } else {
                target.blit_with(&self.surface, x, y, &motile_pixels::Blit::part(rect));
            }
        }
    }
}

/// A number that changes when a cell shows another frame.
fn frame_number(layers: &[&TileLayer], sheet: &TileSheet, cell: IVec2, seconds: f64) -> u64 {
    layers.iter().fold(0, |number, layer| {
        let tile = sheet.shown(layer.get(cell.x, cell.y), seconds);
        (number ^ u64::from(tile.bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

fn cells_of(cells: IRect) -> impl Iterator<Item = IVec2> {
    let rows = cells.y..cells.y.saturating_add_unsigned(cells.height);
    let columns = cells.x..cells.x.saturating_add_unsigned(cells.width);
    rows.flat_map(move |y| columns.clone().map(move |x| ivec2(x, y)))
}
