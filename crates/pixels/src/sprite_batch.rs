//! Many parts of one sheet, drawn in one call.

use crate::{BlendMode, Blit, Color, Surface, many, over};
use core::ops::Range;
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::{IRect, IVec2};

/// Parts up to this many pixels wide are laid over without asking for solid and empty blocks, of which narrow ones have few.
const NARROW: u32 = 16;

/// Many upright parts of one sheet to be drawn at once by [`Surface::blit_batch`]: particles, tiles, glyphs, crowds with
/// different frames. Keep one and clear it each frame; after the first frames nothing is allocated.
///
/// ```
/// use motile_pixels::{Color, IRect, SpriteBatch, Surface, math::ivec2};
/// let mut sheet = Surface::new(16, 8)?;
/// sheet.fill_rect(IRect::new(8, 0, 8, 8), Color::ORANGE);
/// let mut batch = SpriteBatch::new();
/// for x in 0..4 {
///     batch.push(IRect::new(8, 0, 8, 8), ivec2(x * 10, 0));
/// }
/// let mut screen = Surface::opaque(40, 8, Color::BLACK)?;
/// screen.blit_batch(&sheet, &mut batch);
/// assert_eq!(screen.get(37, 7), Some(Color::ORANGE));
/// assert_eq!(screen.get(38, 7), Some(Color::BLACK));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "batch")]
#[doc(alias = "instancing")]
#[derive(Clone, Debug)]
pub struct SpriteBatch {
    /// Added to every place.
    pub offset: IVec2,
    /// The only pixels of the target that may change; all when `None`.
    pub clip: Option<IRect>,
    /// Alpha of all of them, 0…255; less than 255 takes longer.
    pub fading: u8,
    /// How they meet the backdrop; others than [`BlendMode::Normal`] take longer.
    pub blend: BlendMode,
    sprites: Vec<(IRect, IVec2)>,
    /// Sprites by band of the target, each in all the bands it touches.
    order: Vec<u32>,
    /// Where each band ends in `order`.
    ends: Vec<u32>,
}

impl Default for SpriteBatch {
    fn default() -> Self {
        Self::new()
    }
}

impl SpriteBatch {
    /// An empty batch that is drawn in full over what is there.
    pub const fn new() -> Self {
        Self {
            offset: IVec2::ZERO,
            clip: None,
            fading: 255,
            blend: BlendMode::Normal,
            sprites: Vec::new(),
            order: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds a part of the sheet with its top left corner at a place. Later ones lie over earlier ones.
    #[inline]
    pub fn push(&mut self, part: IRect, place: IVec2) {
        self.sprites.push((part, place));
    }

    /// Takes all sprites out; the settings stay.
    pub fn clear(&mut self) {
        self.sprites.clear();
    }

    /// How many sprites it holds.
    pub fn len(&self) -> usize {
        self.sprites.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.sprites.is_empty()
    }

    /// The sprites in the order they are drawn: part of the sheet and place, without the offset.
    pub fn iter(&self) -> impl Iterator<Item = (IRect, IVec2)> {
        self.sprites.iter().copied()
    }

    /// Sorts the sprites into bands of 2^`shift` rows: a counting sort, so that those of a band keep their order.
    fn sort(&mut self, height: usize, shift: u32) {
        let bands = height.div_ceil(1 << shift);
        self.ends.clear();
        self.ends.resize(bands + 1, 0);
        for sprite in &self.sprites {
            for index in touched(sprite, self.offset, height, shift) {
                self.ends[index + 1] += 1;
            }
        }
        for index in 0..bands {
            self.ends[index + 1] += self.ends[index];
        }
        self.order.clear();
        self.order.resize(self.ends[bands] as usize, 0);
        // Now `ends[i]` is where band i begins; each sprite put there moves it on, to the end at last.
        for (number, sprite) in (0..).zip(&self.sprites) {
            for index in touched(sprite, self.offset, height, shift) {
                self.order[self.ends[index] as usize] = number;
                self.ends[index] += 1;
            }
        }
    }

    /// The sprites of a band, once sorted.
    fn band(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.order[start as usize..self.ends[index] as usize]
    }
}

/// Which bands a sprite touches.
#[inline(always)]
fn touched(sprite: &(IRect, IVec2), offset: IVec2, height: usize, shift: u32) -> Range<usize> {
    let top = i64::from(sprite.1.y.saturating_add(offset.y));
    let bottom = (top + i64::from(sprite.0.height)).min(height as i64);
    let top = top.max(0);
    if top < bottom { top as usize >> shift..((bottom as usize - 1) >> shift) + 1 } else { 0..0 }
}

impl Surface {
    /// Draws all sprites of a batch, parts of one sheet: the same pixels as [`Surface::blit_with`] for each of them in their
    /// order, in less time. The target is drawn band by band, so that it stays in the cache however they are scattered.
    #[doc(alias = "particles")]
    pub fn blit_batch(&mut self, sheet: &Self, batch: &mut SpriteBatch) {
        let bounds = self.bounds();
        let clip = batch.clip.map_or(bounds, |clip| clip.intersect(bounds));
        if clip.is_empty() || batch.is_empty() {
            return;
        }
        if batch.fading < 255 || !batch.blend.is_normal() {
            return self.blit_one_by_one(sheet, batch, clip);
        }
        let (width, height) = (self.width() as usize, self.height() as usize);
        // A power of two, because every sprite is divided by it four times.
        let shift = many::band_rows(width).ilog2();
        batch.sort(height, shift);
        let place = Window { sheet, clip, width, height, band: 1 << shift };
        dispatch!(Level::new(), simd => draw_bands(simd, self.words_mut(), &place, batch));
    }

    /// Faded or blended: each sprite cut by the clip and blitted.
    fn blit_one_by_one(&mut self, sheet: &Self, batch: &SpriteBatch, clip: IRect) {
        let blit = Blit::default().with_blend(batch.blend.clone());
        let blit = blit.with_tint(Color::WHITE.with_alpha(batch.fading));
        for (part, place) in batch.iter() {
            let (inside, x, y) = existing(sheet, part, place, batch.offset);
            let columns = many::cut(x, inside.width, clip.x as usize, clip.right() as usize);
            let rows = many::cut(y, inside.height, clip.y as usize, clip.bottom() as usize);
            let (Some((column, width)), Some((row, height))) = (columns, rows) else { continue };
            let corner = (inside.x + column as i32, inside.y + row as i32);
            let source = Some(IRect::new(corner.0, corner.1, width as u32, height as u32));
            // Inside the clip, so inside the target.
            let (x, y) = ((x + column as i64) as i32, (y + row as i64) as i32);
            self.blit_with(sheet, x, y, &Blit { source, ..blit.clone() });
        }
    }
}

/// Where a batch is drawn from and to.
struct Window<'a> {
    sheet: &'a Surface,
    clip: IRect,
    width: usize,
    height: usize,
    /// Rows of a band.
    band: usize,
}

#[inline(always)]
fn draw_bands<S: Simd>(simd: S, target: &mut [u32], window: &Window<'_>, batch: &SpriteBatch) {
    for (index, top) in (0..window.height).step_by(window.band).enumerate() {
        let rows = IRect::new(0, top as i32, window.width as u32, window.band as u32);
        let area = rows.intersect(window.clip);
        for &number in batch.band(index) {
            let (part, place) = batch.sprites[number as usize];
            lay_over(simd, target, window, area, part, place, batch.offset);
        }
    }
}

/// The part of a sprite that exists in the sheet, and where that goes.
#[inline(always)]
fn existing(sheet: &Surface, part: IRect, place: IVec2, offset: IVec2) -> (IRect, i64, i64) {
    let inside = part.intersect(sheet.bounds());
    let start = |place: i32, offset: i32, inside: i32, part: i32| {
        i64::from(place.saturating_add(offset)) + i64::from(inside) - i64::from(part)
    };
    let x = start(place.x, offset.x, inside.x, part.x);
    (inside, x, start(place.y, offset.y, inside.y, part.y))
}

/// Lays what a sprite has inside an area of the target over it.
#[inline(always)]
fn lay_over<S: Simd>(
    simd: S,
    target: &mut [u32],
    window: &Window<'_>,
    area: IRect,
    part: IRect,
    place: IVec2,
    offset: IVec2,
) {
    let (inside, x, y) = existing(window.sheet, part, place, offset);
    let columns = many::cut(x, inside.width, area.x as usize, area.right() as usize);
    let rows = many::cut(y, inside.height, area.y as usize, area.bottom() as usize);
    let (Some((column, width)), Some((row, count))) = (columns, rows) else { return };
    let stride = window.sheet.width() as usize;
    let from = (inside.y as usize + row) * stride + inside.x as usize + column;
    let to = (y + row as i64) as usize * window.width + (x + column as i64) as usize;
    let words = window.sheet.words();
    if width == 8 {
        for row in 0..count {
            let target = target[to + row * window.width..].first_chunk_mut();
            if let (Some(to), Some(from)) = (target, words[from + row * stride..].first_chunk()) {
                over::mixed_block(simd, to, from);
            }
        }
        return;
    }
    for row in 0..count {
        let target = &mut target[to + row * window.width..][..width];
        let source = &words[from + row * stride..][..width];
        if part.width <= NARROW {
            over::mixed_row_simd(simd, target, source);
        } else {
            over::row_simd(simd, target, source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, is_well_formed, place, rects};
    use motile_geom::ivec2;
    use proptest::prelude::*;

    /// Each sprite alone, on a copy that is then cut to the clip.
    fn expected(target: &Surface, sheet: &Surface, batch: &SpriteBatch) -> Surface {
        let mut all = target.clone();
        let tint = Color::WHITE.with_alpha(batch.fading);
        for (part, place) in batch.iter() {
            let blit = Blit { tint, blend: batch.blend.clone(), ..Blit::part(part) };
            let (x, y) =
                (place.x.saturating_add(batch.offset.x), place.y.saturating_add(batch.offset.y));
            all.blit_with(sheet, x, y, &blit);
        }
        let clip = batch.clip.unwrap_or(target.bounds()).intersect(target.bounds());
        let mut cut = target.clone();
        cut.copy(&all, clip, clip.x, clip.y);
        cut
    }

    proptest! {
        #[test]
        fn a_batch_is_its_sprites_one_after_the_other(
            target in any_surface(40), sheet in any_surface(30), clip in prop::option::of(rects()),
            sprites in prop::collection::vec((rects(), place(), place()), 0..14),
            offset in (-9..9i32, -9..9i32), fading in prop::sample::select(vec![0u8, 90, 255, 255]), add: bool,
        ) {
            let mut batch = SpriteBatch::new();
            batch.clip = clip;
            batch.offset = offset.into();
            batch.fading = fading;
            batch.blend = if add { BlendMode::Add } else { BlendMode::Normal };
            for (part, x, y) in sprites {
                batch.push(part, ivec2(x, y));
            }
            let expected = expected(&target, &sheet, &batch);
            let mut actual = target.clone();
            actual.blit_batch(&sheet, &mut batch);
            prop_assert!(is_well_formed(&actual));
            prop_assert_eq!(actual.words(), expected.words());
        }
    }

    #[test]
    fn bands_do_not_show_and_nothing_is_allocated_twice() {
        // 700 pixels a row: a band ends after 93 rows.
        let mut target = Surface::opaque(700, 300, Color::GRAY).unwrap();
        let mut sheet = Surface::new(64, 60).unwrap();
        crate::classic::fill_noise(&mut sheet, 4, 0, 255, [true; 4], false);
        let mut batch = SpriteBatch::new();
        for i in 0..600 {
            let part = IRect::new(i % 9, i % 7, 8 + (i % 40) as u32, 50);
            batch.push(part, ivec2(i * 37 % 740 - 30, i * 53 % 340 - 30));
        }
        let expected = expected(&target, &sheet, &batch);
        let fresh = target.clone();
        target.blit_batch(&sheet, &mut batch);
        assert_eq!(target.words(), expected.words());
        target = fresh;
        let counts = allocation_counter::measure(|| target.blit_batch(&sheet, &mut batch));
        assert_eq!(counts.count_total, 0);
    }
}
