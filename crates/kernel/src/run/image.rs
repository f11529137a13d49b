//! Pictures that kernels read.

use crate::RunError;
use motile_geom::Vec2;
use motile_pixels::{Color, Surface};
use std::sync::Arc;

/// What a kernel reads outside of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(alias = "wrap mode")]
#[doc(alias = "address mode")]
pub enum TextureEdge {
    /// The nearest pixel of the border.
    #[default]
    Clamp,
    /// Transparent black, pixel by pixel: between the last pixel and the outside it fades.
    Transparent,
    /// The opposite side, as on a torus.
    Repeat,
    /// The picture turned over, again and again.
    Mirror,
}

/// A picture that a kernel reads: eight bits a channel with straight alpha, or floats. Clones share the pixels.
///
/// ```
/// use motile_kernel::Texture;
/// let ramp = Texture::from_floats(4, 1, 1, vec![1.0, 2.0, 3.0, 4.0])?;
/// assert_eq!((ramp.width(), ramp.channels()), (4, 1));
/// # Ok::<(), motile_kernel::RunError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    width: u32,
    height: u32,
    texels: Texels,
}

#[derive(Clone, Debug, PartialEq)]
enum Texels {
    /// Straight channels, red lowest.
    Words(Arc<Vec<u32>>),
    Floats(Arc<Vec<f32>>, u8),
}

impl Texture {
    /// The pixels of a surface, with straight alpha. Copies them.
    pub fn from_surface(surface: &Surface) -> Self {
        let mut words = Vec::new();
        straighten(surface, &mut words);
        let texels = Texels::Words(Arc::new(words));
        Self { width: surface.width(), height: surface.height(), texels }
    }

    /// Floats with 1 to 4 channels, pixel after pixel and row after row: pictures of any range, or plain numbers with height 1.
    ///
    /// # Errors
    /// [`RunError::BadImage`] when a side is 0, there are no or more than 4 channels, more than 2²⁸ pixels, or fewer numbers than
    /// pixels need. More numbers are cut off.
    pub fn from_floats(
        width: u32,
        height: u32,
        channels: u8,
        mut numbers: Vec<f32>,
    ) -> Result<Self, RunError> {
        let pixels = u64::from(width) * u64::from(height);
        let needed = pixels * u64::from(channels);
        let found = numbers.len() as u64;
        if !has_size(width, height) || !(1..=4).contains(&channels) || found < needed {
            return Err(RunError::BadImage { width, height, channels, numbers: found });
        }
        numbers.truncate(needed as usize);
        Ok(Self { width, height, texels: Texels::Floats(Arc::new(numbers), channels) })
    }

    /// The picture made smaller, by half for each level: one pixel is the mean of 2 × 2, and of 4 × 4 on level 2; colors count as much
    /// as they are opaque. Bound instead of the picture, or beside it, for a kernel that makes it small or reads it far apart: place p
    /// of the picture is p / 2ˡᵉᵛᵉˡ. Sides are rounded up, and no smaller than a pixel. Copies the pixels.
    ///
    /// ```
    /// use motile_kernel::Texture;
    /// let numbers = Texture::from_floats(4, 1, 1, vec![1.0, 2.0, 3.0, 5.0])?;
    /// assert_eq!(numbers.mip_level(1).floats(), Some(&[1.5, 4.0][..]));
    /// assert_eq!(numbers.mip_level(9).floats(), Some(&[2.75][..]));
    /// # Ok::<(), motile_kernel::RunError>(())
    /// ```
    #[doc(alias = "mipmap")]
    #[must_use]
    pub fn mip_level(&self, level: u32) -> Self {
        let mut smaller = self.clone();
        for _ in 0..level.min(32) {
            if smaller.width.max(smaller.height) == 1 {
                break;
            }
            smaller = smaller.halved();
        }
        smaller
    }

    fn halved(&self) -> Self {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        // The last column and row of an odd side count twice.
        let four = |(x, y): (u32, u32)| {
            let (right, below) =
                ((2 * x + 1).min(self.width - 1), (2 * y + 1).min(self.height - 1));
            let wide = self.width as usize;
            let at = |x: u32, y: u32| y as usize * wide + x as usize;
            [at(2 * x, 2 * y), at(right, 2 * y), at(2 * x, below), at(right, below)]
        };
        let texels = match &self.texels {
            Texels::Words(words) => {
                let mean = |place| mean_of_words(four(place).map(|at| words[at]));
                Texels::Words(Arc::new(places.map(mean).collect()))
            }
            Texels::Floats(numbers, channels) => {
                let count = usize::from(*channels);
                let mean = |place| {
                    let four = four(place);
                    (0..count).map(move |channel| {
                        let number = |at: usize| numbers[at * count + channel];
                        0.25 * (number(four[0]) + number(four[1]))
                            + 0.25 * (number(four[2]) + number(four[3]))
                    })
                };
                Texels::Floats(Arc::new(places.flat_map(mean).collect()), *channels)
            }
        };
        Self { width, height, texels }
    }

    /// In pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// In pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Numbers a pixel: 4 for one made of a surface.
    pub fn channels(&self) -> u8 {
        match &self.texels {
            Texels::Words(_) => 4,
            Texels::Floats(_, channels) => *channels,
        }
    }

    /// The numbers, when it holds floats.
    pub fn floats(&self) -> Option<&[f32]> {
        match &self.texels {
            Texels::Words(_) => None,
            Texels::Floats(numbers, _) => Some(numbers),
        }
    }

    /// The pixels with straight alpha, red in the lowest byte, when it was made of a surface.
    pub fn words(&self) -> Option<&[u32]> {
        match &self.texels {
            Texels::Words(words) => Some(words),
            Texels::Floats(..) => None,
        }
    }

    /// Whether both are clones of one picture. Costs nothing: pixels are not compared.
    pub fn is_clone_of(&self, other: &Self) -> bool {
        match (&self.texels, &other.texels) {
            (Texels::Words(a), Texels::Words(b)) => Arc::ptr_eq(a, b),
            (Texels::Floats(a, _), Texels::Floats(b, _)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// A picture of floats that are all 0.
    pub(crate) fn zeros(width: u32, height: u32, channels: u8) -> Result<Self, RunError> {
        if !has_size(width, height) {
            return Err(RunError::BadImage { width, height, channels, numbers: 0 });
        }
        let count = width as usize * height as usize * usize::from(channels);
        Self::from_floats(width, height, channels, vec![0.0; count])
    }

    /// Makes it a picture of floats of this size, to be written: in its own memory when nobody else has it, and it is large enough.
    pub(crate) fn floats_mut(
        &mut self,
        width: u32,
        height: u32,
        channels: u8,
    ) -> Result<&mut [f32], RunError> {
        let is_shared = match &mut self.texels {
            Texels::Words(_) => true,
            Texels::Floats(numbers, _) => Arc::get_mut(numbers).is_none(),
        };
        if is_shared || !has_size(width, height) {
            *self = Self::zeros(width, height, channels)?;
        }
        (self.width, self.height) = (width, height);
        let Texels::Floats(numbers, count) = &mut self.texels else { return Ok(&mut []) };
        *count = channels;
        let needed = width as usize * height as usize * usize::from(channels);
        let Some(numbers) = Arc::get_mut(numbers) else { return Ok(&mut []) };
        numbers.resize(needed, 0.0);
        Ok(numbers)
    }

    pub(crate) fn view(&self, edge: TextureEdge) -> View<'_> {
        let texels = match &self.texels {
            Texels::Words(words) => TexelView::Words(words),
            Texels::Floats(numbers, channels) => TexelView::Floats(numbers, *channels),
        };
        View { width: self.width, height: self.height, origin: Vec2::ZERO, texels, edge }
    }
}

/// Whether a picture may have these sides, in pixels.
fn has_size(width: u32, height: u32) -> bool {
    (1..=1 << 28).contains(&(u64::from(width) * u64::from(height)))
}

/// A picture lent for a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Where its corner lies in the coordinates of the kernel.
    pub(crate) origin: Vec2,
    pub(crate) texels: TexelView<'a>,
    pub(crate) edge: TextureEdge,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum TexelView<'a> {
    Words(&'a [u32]),
    Floats(&'a [f32], u8),
}

/// The mean of four straight words, each color by how opaque it is.
fn mean_of_words(words: [u32; 4]) -> u32 {
    let bytes = words.map(|word| word.to_le_bytes().map(u32::from));
    let alpha: u32 = bytes.iter().map(|pixel| pixel[3]).sum();
    let color = |i: usize| {
        let sum: u32 = bytes.iter().map(|pixel| pixel[i] * pixel[3]).sum();
        (sum + alpha / 2).checked_div(alpha).unwrap_or(0) as u8
    };
    u32::from_le_bytes([color(0), color(1), color(2), ((alpha + 2) / 4) as u8])
}

/// The straight words of a surface.
pub(crate) fn straighten(surface: &Surface, words: &mut Vec<u32>) {
    words.clear();
    words.extend(surface.words().iter().map(|&word| straight_word(word)));
}

/// A stored word with its alpha divided out.
#[inline]
pub(crate) fn straight_word(word: u32) -> u32 {
    if word >= 0xFF00_0000 {
        return word;
    }
    let color = Color::from_word(word);
    u32::from_le_bytes([color.r, color.g, color.b, color.a])
}
