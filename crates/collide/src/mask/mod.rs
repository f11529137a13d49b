//! Pixel masks: one bit a pixel, for hits that are true to the drawing.

mod decompose;
mod hit;
mod outline;
mod overlap;
mod raster;
mod ring;
mod simplify;
#[cfg(feature = "serde")]
mod stored;
mod transform;

pub use decompose::convex_pieces;
pub use overlap::MaskContact;
pub use raster::PixelRule;
pub use simplify::simplify_to_budget;
pub use transform::{MaskPose, PlacedMask, TurnedMasks};

use crate::CollideError;
use core::fmt;
use core::ops::Range;
use motile_geom::{HashState, IRect, IVec2, StateHash, Vec2, ivec2};
#[cfg(feature = "pixels")]
use motile_pixels::Surface;

/// Which pixels of a rectangle are solid, one bit each: for pixel-perfect collision.
///
/// Positions of masks are whole pixels of a shared space and always arguments, so masks of nested
/// spaces meet once their top left corners are in one space; [`Mask::pixel_of`] rounds.
///
/// ```
/// use motile_collide::Mask;
/// use motile_geom::ivec2;
/// use motile_pixels::{Color, Surface};
///
/// let mut hero = Surface::new(16, 16)?;
/// hero.set(15, 8, Color::RED);
/// let mask = Mask::from_surface(&hero, 128);
/// assert!(mask.hits(ivec2(0, 0), &mask, ivec2(0, 0)));
/// assert!(!mask.hits(ivec2(0, 0), &mask, ivec2(1, 0)), "the boxes overlap, the pixels do not");
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "pixel perfect collision")]
#[doc(alias = "bitmask")]
#[derive(Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "stored::StoredMask", try_from = "stored::StoredMask"))]
pub struct Mask {
    width: u32,
    height: u32,
    /// Stripes of 64 columns, each a word a row from top to bottom; bit 0 is the leftmost column. Bits
    /// beyond the width are 0. Tests walk down stripes, where consecutive words are consecutive
    /// rows, so they vectorize however narrow the mask is.
    words: Vec<u64>,
}

/// Most pixels a mask may have: 32 MiB of memory.
const MAX_PIXELS: u64 = 1 << 28;

impl Mask {
    /// A mask with no solid pixel. A side may be 0: such a mask hits nothing.
    ///
    /// # Errors
    /// [`CollideError::BadMaskSize`] above 2²⁸ pixels, counting the width in steps of 64.
    pub fn new(width: u32, height: u32) -> Result<Self, CollideError> {
        let stripes = width.div_ceil(64);
        if stripes as u64 * 64 * height as u64 > MAX_PIXELS {
            return Err(CollideError::BadMaskSize { width, height });
        }
        Ok(Self { width, height, words: vec![0; stripes as usize * height as usize] })
    }

    /// A mask with every pixel solid.
    ///
    /// # Errors
    /// As [`Mask::new`].
    pub fn solid(width: u32, height: u32) -> Result<Self, CollideError> {
        let mut mask = Self::new(width, height)?;
        for (i, word) in mask.words.iter_mut().enumerate() {
            // The last stripe may be narrower than its word; the bits beyond stay 0, as every count and test relies on.
            let left = width - (i as u32 / height) * 64;
            *word = u64::MAX >> (64 - left.min(64));
        }
        Ok(mask)
    }

    /// A mask from a question asked of every pixel (x, y), row by row.
    ///
    /// # Errors
    /// As [`Mask::new`].
    pub fn from_fn(
        width: u32,
        height: u32,
        mut is_solid: impl FnMut(u32, u32) -> bool,
    ) -> Result<Self, CollideError> {
        let mut mask = Self::new(width, height)?;
        let rows = if width == 0 { 0 } else { height };
        for y in 0..rows {
            for x in 0..width {
                if is_solid(x, y) {
                    let word = mask.word_of(x, y);
                    mask.words[word] |= 1 << (x % 64);
                }
            }
        }
        Ok(mask)
    }

    /// The pixels of a surface with alpha of at least `threshold`. Threshold 0 makes every
    /// pixel solid, visible or not; an opaque surface is solid at every threshold.
    ///
    /// With the feature `pixels`, which is on by default.
    #[cfg(feature = "pixels")]
    pub fn from_surface(surface: &Surface, threshold: u8) -> Self {
        let alpha = |word: &u32| word.to_ne_bytes()[3];
        Self::from_rows(surface.width(), surface.height(), surface.words(), |word| {
            alpha(word) >= threshold
        })
    }

    /// A mask from one alpha byte a pixel, row by row.
    ///
    /// # Errors
    /// [`CollideError::WrongLength`] when the bytes do not fill the rectangle, or as [`Mask::new`].
    pub fn from_alpha(
        width: u32,
        height: u32,
        alpha: &[u8],
        threshold: u8,
    ) -> Result<Self, CollideError> {
        Self::new(width, height)?;
        let expected = width as u64 * height as u64;
        if alpha.len() as u64 != expected {
            return Err(CollideError::WrongLength { expected, found: alpha.len() as u64 });
        }
        Ok(Self::from_rows(width, height, alpha, |&alpha| alpha >= threshold))
    }

    /// Packs pixels given row by row; their number is right.
    fn from_rows<T>(width: u32, height: u32, pixels: &[T], is_solid: impl Fn(&T) -> bool) -> Self {
        let stripes = width.div_ceil(64) as usize;
        let mut words = vec![0u64; stripes * height as usize];
        for (y, row) in pixels.chunks_exact((width as usize).max(1)).enumerate() {
            for (stripe, pixels) in row.chunks(64).enumerate() {
                let bits = pixels.iter().enumerate();
                words[stripe * height as usize + y] =
                    bits.fold(0, |word, (bit, pixel)| word | u64::from(is_solid(pixel)) << bit);
            }
        }
        Self { width, height, words }
    }

    /// Width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The whole mask as a rectangle with its top left corner at `at`.
    pub const fn rect(&self, at: IVec2) -> IRect {
        IRect::new(at.x, at.y, self.width, self.height)
    }

    /// Whether a pixel is solid; false outside.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> bool {
        let (x, y) = (x as u32, y as u32);
        x < self.width && y < self.height && self.words[self.word_of(x, y)] >> (x % 64) & 1 == 1
    }

    /// Makes a pixel solid or empty; outside nothing happens. Returns whether the pixel exists.
    pub fn set(&mut self, x: i32, y: i32, solid: bool) -> bool {
        let (x, y) = (x as u32, y as u32);
        let exists = x < self.width && y < self.height;
        if exists {
            let word = self.word_of(x, y);
            let bit = 1 << (x % 64);
            self.words[word] = if solid { self.words[word] | bit } else { self.words[word] & !bit };
        }
        exists
    }

    /// Number of solid pixels.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The smallest rectangle around the solid pixels; [`IRect::EMPTY`] when there are none.
    pub fn bounds(&self) -> IRect {
        let mut sums = overlap::Sums::default();
        self.visit_all(|x, y, word| sums.add(x, y, word));
        sums.bounds()
    }

    /// Mean of the centers of the solid pixels, or `None` when there are none.
    pub fn centroid(&self) -> Option<Vec2> {
        let mut sums = overlap::Sums::default();
        self.visit_all(|x, y, word| sums.add(x, y, word));
        sums.centroid()
    }

    /// The solid pixels, stripe by stripe of 64 columns and row by row in each.
    pub fn pixels(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.words.iter().enumerate().flat_map(move |(i, &word)| {
            let (stripe, y) = (i as u32 / self.height, i as u32 % self.height);
            let mut left = word;
            core::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(ivec2((stripe * 64 + bit) as i32, y as i32))
            })
        })
    }

    /// The solid pixels of a row as ranges of columns, from left to right; none outside. Goes by words of 64 pixels.
    ///
    /// ```
    /// use motile_collide::Mask;
    /// let gap = Mask::from_fn(100, 1, |x, _| x != 70)?;
    /// assert!(gap.row(0).eq([0..70, 71..100]));
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    #[doc(alias = "scanline")]
    #[doc(alias = "run-length encoding")]
    pub fn row(&self, y: i32) -> impl Iterator<Item = Range<i32>> + '_ {
        let y = y as u32;
        let mut x = if y < self.height { 0 } else { self.width };
        core::iter::from_fn(move || {
            let from = self.next_column(x, y, true);
            (from < self.width).then(|| {
                x = self.next_column(from, y, false);
                from as i32..x as i32
            })
        })
    }

    /// The pixel a position belongs to: each coordinate is rounded, halves up. Positions
    /// beyond the range of `i32` stop at its ends; NaN counts as 0.
    pub fn pixel_of(position: Vec2) -> IVec2 {
        let rounded = (position.as_dvec2() + 0.5).floor();
        ivec2(rounded.x as i32, rounded.y as i32)
    }

    /// A mask of the same size with no solid pixel.
    fn emptied(&self) -> Self {
        Self { words: vec![0; self.words.len()], ..*self }
    }

    fn word_of(&self, x: u32, y: u32) -> usize {
        (x / 64) as usize * self.height as usize + y as usize
    }

    /// The first column of a row, from `x` on, that is solid or that is not; the width when there is none.
    pub(crate) fn next_column(&self, x: u32, y: u32, solid: bool) -> u32 {
        // Looking for an empty column is looking for a solid one in the inverse, where the unused bits beyond the width
        // are set: the answer is held to the width for them.
        let flip = if solid { 0 } else { u64::MAX };
        let mut x = x;
        while x < self.width {
            let left = (self.words[self.word_of(x, y)] ^ flip) >> (x % 64);
            if left != 0 {
                return (x + left.trailing_zeros()).min(self.width);
            }
            x = (x / 64 + 1).saturating_mul(64);
        }
        self.width
    }

    /// The words of 64 columns, top to bottom; none beyond the last stripe.
    #[inline]
    fn stripe(&self, index: i64) -> &[u64] {
        let height = self.height as usize;
        let stripes = self.width.div_ceil(64) as i64;
        if (0..stripes).contains(&index) {
            &self.words[index as usize * height..(index as usize + 1) * height]
        } else {
            &[]
        }
    }

    fn visit_all(&self, mut visit: impl FnMut(i64, i64, u64)) {
        for (i, &word) in self.words.iter().enumerate() {
            let (stripe, y) = (i as i64 / self.height as i64, i as i64 % self.height as i64);
            visit(stripe * 64, y, word);
        }
    }
}

impl HashState for Mask {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.width, self.height));
        hash.write(&self.words);
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mask({}×{}, {} solid)", self.width, self.height, self.count())
    }
}
