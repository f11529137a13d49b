//! Many parts of one sheet, drawn in one call.

use crate::{BlendMode, Blit, Color, Surface, many, over};
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::{IRect, IVec2};

/// Parts up to this many pixels wide are laid over without asking for solid and empty blocks, of which narrow ones have few.
const NARROW: u32 = 16;

/// Many upright parts of one sheet to be drawn at once by [`Surface::blit_batch`]: particles, tiles, glyphs, crowds with
/// different frames. Keep one and clear it each frame; once its lists have grown nothing is allocated.
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
    /// What is seen, in a list for each band of the target.
    bands: Vec<Vec<Piece>>,
}

/// What of a sprite is inside the sheet and the clip.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Its first word in the sheet.
    from: u32,
    /// Its corner on the target.
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

/// What of a sprite lies in a band.
#[derive(Clone, Copy, Debug, Default)]
struct Piece {
    /// Its first word in the sheet, and that of the target.
    from: u32,
    to: u32,
    width: u32,
    rows: u32,
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
            bands: Vec::new(),
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

    /// Sorts what is seen of the sprites into bands of 2^`shift` rows; those of a band keep their order. All cutting is done here:
    /// what is drawn later is read in a row, from one end to the other.
    fn sort(&mut self, sheet: &Surface, target: (u32, u32), clip: IRect, shift: u32) {
        let (width, height) = target;
        let bands = height.div_ceil(1 << shift) as usize;
        if self.bands.len() < bands {
            self.bands.resize_with(bands, Vec::new);
        }
        self.bands.iter_mut().for_each(Vec::clear);
        for &(part, place) in &self.sprites {
            let Some(seen) = Seen::new(sheet, part, place, self.offset, clip) else { continue };
            let bottom = seen.y + seen.height;
            let (mut y, mut from) = (seen.y, seen.from);
            while y < bottom {
                let band = y >> shift;
                let rows = bottom.min((band + 1) << shift) - y;
                let to = y * width + seen.x;
                self.bands[band as usize].push(Piece { from, to, width: seen.width, rows });
                (y, from) = (y + rows, from + rows * sheet.width());
            }
        }
    }
}

impl Seen {
    #[inline(always)]
    fn new(sheet: &Surface, part: IRect, place: IVec2, offset: IVec2, clip: IRect) -> Option<Self> {
        let (x, y) = (place.x.saturating_add(offset.x), place.y.saturating_add(offset.y));
        let whole = IRect::new(x, y, part.width, part.height);
        // Nearly all of them are seen as a whole: there is nothing to be cut.
        if is_inside(part, sheet.bounds()) && is_inside(whole, clip) {
            let from = part.y as u32 * sheet.width() + part.x as u32;
            let (x, y) = (x as u32, y as u32);
            return Some(Self { from, x, y, width: part.width, height: part.height });
        }
        Self::cut(sheet, part, place, offset, clip)
    }

    #[cold]
    fn cut(sheet: &Surface, part: IRect, place: IVec2, offset: IVec2, clip: IRect) -> Option<Self> {
        let (inside, x, y) = existing(sheet, part, place, offset);
        let (column, width) = many::cut(x, inside.width, clip.x as usize, clip.right() as usize)?;
        let (row, height) = many::cut(y, inside.height, clip.y as usize, clip.bottom() as usize)?;
        // Words of a surface are counted by less than 32 bits.
        Some(Self {
            from: (inside.y as u32 + row as u32) * sheet.width() + inside.x as u32 + column as u32,
            x: (x + column as i64) as u32,
            y: (y + row as i64) as u32,
            width: width as u32,
            height: height as u32,
        })
    }
}

/// Whether a rectangle is not empty and no pixel of it is outside of another one.
#[inline(always)]
const fn is_inside(one: IRect, other: IRect) -> bool {
    one.x >= other.x
        && one.y >= other.y
        && one.right() <= other.right()
        && one.bottom() <= other.bottom()
        && one.width > 0
        && one.height > 0
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
        let size = (self.width(), self.height());
        // A power of two, because every sprite is divided by it.
        let shift = many::band_rows(size.0 as usize).ilog2();
        batch.sort(sheet, size, clip, shift);
        dispatch!(Level::new(), simd => draw_bands(simd, self.words_mut(), size.0, sheet, batch));
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

#[inline(always)]
fn draw_bands<S: Simd>(
    simd: S,
    target: &mut [u32],
    width: u32,
    sheet: &Surface,
    batch: &SpriteBatch,
) {
    let (to, from) = (width as usize, sheet.width() as usize);
    for piece in batch.bands.iter().flatten() {
        let target = &mut target[piece.to as usize..];
        let source = &sheet.words()[piece.from as usize..];
        lay_over(simd, (target, to), (source, from), piece);
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

/// Lays a piece over a target; both begin with its first word and tell how many words there are from one row to the next.
#[inline(always)]
fn lay_over<S: Simd>(
    simd: S,
    (target, down): (&mut [u32], usize),
    (source, below): (&[u32], usize),
    piece: &Piece,
) {
    let (width, rows) = (piece.width as usize, piece.rows as usize);
    if width == 8 {
        let lines = target.chunks_mut(down).zip(source.chunks(below));
        for (target, source) in lines.take(rows) {
            if let (Some(to), Some(from)) = (target.first_chunk_mut(), source.first_chunk()) {
                over::mixed_block(simd, to, from);
            }
        }
        return;
    }
    for row in 0..rows {
        let target = &mut target[row * down..][..width];
        let source = &source[row * below..][..width];
        if piece.width <= NARROW {
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
