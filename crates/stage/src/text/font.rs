//! Fonts.

use super::tables;
#[cfg(feature = "variable-fonts")]
use super::variable::Setting;
use core::fmt;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use ttf_parser::Face;

/// A font, read from TrueType or OpenType bytes. Clones share them.
///
/// The default is Noto Sans Regular (SIL Open Font License): Latin, Greek and Cyrillic. A variable font shows its default
/// instance; with the feature `variable-fonts` it is given other weights and axes by `with_weight` and `with_axis`. One with
/// outlines of the kind CFF2 is refused.
#[derive(Clone)]
pub struct Font {
    pub(super) shared: Arc<Shared>,
    /// The axes of a variable font that are not as its file has them.
    #[cfg(feature = "variable-fonts")]
    pub(super) settings: Vec<Setting>,
    /// The fonts that full shaping takes what this one lacks from.
    #[cfg(feature = "shaping")]
    pub(super) shaping: Option<super::Fonts>,
}

pub(super) struct Shared {
    pub(super) data: Cow<'static, [u8]>,
    pub(super) index: u32,
    /// Height above and depth below the baseline and extra distance of lines, in ems.
    ascent: f32,
    descent: f32,
    leading: f32,
}

/// Why bytes are no usable font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FontError {
    /// Not TrueType or OpenType, or damaged.
    Unreadable,
    /// The collection has no font of this index.
    NoSuchIndex(u32),
    /// There are no outlines or no characters in it.
    NoOutlines,
    /// The font does not vary along this axis, such as `wght`.
    NoAxis([u8; 4]),
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => write!(f, "expected a TrueType or OpenType font"),
            Self::NoSuchIndex(index) => write!(f, "the font collection has no font {index}"),
            Self::NoOutlines => write!(f, "the font has no outlines or no character map"),
            Self::NoAxis(tag) => write!(f, "the font has no axis \"{}\"", tag.escape_ascii()),
        }
    }
}

impl core::error::Error for FontError {}

static BUILT_IN_BOLD: LazyLock<Option<Font>> =
    LazyLock::new(|| Font::read(Cow::Borrowed(notosans::BOLD_TTF), 0).ok());

static BUILT_IN: LazyLock<Option<Font>> =
    LazyLock::new(|| Font::read(Cow::Borrowed(notosans::REGULAR_TTF), 0).ok());

impl Font {
    /// Reads a font file's bytes; the first font of a collection.
    ///
    /// # Errors
    /// [`FontError`] when they are no font with outlines.
    pub fn new(bytes: Vec<u8>) -> Result<Self, FontError> {
        Self::read(Cow::Owned(bytes), 0)
    }

    /// Reads a font built into the program.
    ///
    /// # Errors
    /// As [`Font::new`].
    pub fn from_static(bytes: &'static [u8]) -> Result<Self, FontError> {
        Self::read(Cow::Borrowed(bytes), 0)
    }

    /// Reads one font of a collection.
    ///
    /// # Errors
    /// As [`Font::new`], and [`FontError::NoSuchIndex`].
    pub fn from_collection(bytes: Vec<u8>, index: u32) -> Result<Self, FontError> {
        Self::read(Cow::Owned(bytes), index)
    }

    /// Noto Sans Bold, which is built in besides the regular one. A program that does not ask for it does not carry it.
    pub fn bold() -> Self {
        BUILT_IN_BOLD.clone().unwrap_or_default()
    }

    fn read(data: Cow<'static, [u8]>, index: u32) -> Result<Self, FontError> {
        let font = match tables::read(&data, index) {
            Some(font) => font,
            None if index > 0 && tables::read(&data, 0).is_some() => {
                return Err(FontError::NoSuchIndex(index));
            }
            None => return Err(FontError::Unreadable),
        };
        let found = font.tables();
        if found.cmap.is_none() || (found.glyf.is_none() && found.cff.is_none()) {
            return Err(FontError::NoOutlines);
        }
        let ems = |units: i16| f32::from(units) / f32::from(font.units_per_em().max(1));
        let (ascent, descent) = (ems(font.ascender()), -ems(font.descender()));
        let leading = ems(font.line_gap());
        Ok(Self::plain(Shared { data, index, ascent, descent, leading }))
    }

    fn plain(shared: Shared) -> Self {
        Self {
            shared: Arc::new(shared),
            #[cfg(feature = "variable-fonts")]
            settings: Vec::new(),
            #[cfg(feature = "shaping")]
            shaping: None,
        }
    }

    /// Whether it has a picture for a character.
    pub fn has(&self, character: char) -> bool {
        self.reader().is_some_and(|font| font.glyph_index(character).is_some())
    }

    /// How heavy its letters are, as its file says, or the axis of a variable font: 400 is regular, 700 bold.
    pub fn weight(&self) -> u16 {
        #[cfg(feature = "variable-fonts")]
        if let Some(weight) = self.set_weight() {
            return weight;
        }
        self.reader().map_or(400, |font| font.weight().to_number())
    }

    /// Whether its letters are slanted, as its file says, or the axes of a variable font.
    pub fn is_italic(&self) -> bool {
        #[cfg(feature = "variable-fonts")]
        if let Some(italic) = self.set_italic() {
            return italic;
        }
        self.reader().is_some_and(|font| font.is_italic() || font.is_oblique())
    }

    /// Height of its letters above the baseline at a size, pixels.
    pub fn ascent(&self, size: f32) -> f32 {
        self.shared.ascent * size
    }

    /// Depth of its letters below the baseline at a size, pixels.
    pub fn descent(&self, size: f32) -> f32 {
        self.shared.descent * size
    }

    /// Distance of two baselines at a size, pixels.
    pub fn line_height(&self, size: f32) -> f32 {
        (self.shared.ascent + self.shared.descent + self.shared.leading) * size
    }

    /// Whether both are read from the same bytes.
    pub(super) fn is_same_data(&self, other: &Self) -> bool {
        let (a, b) = (&self.shared, &other.shared);
        a.index == b.index && (a.data.as_ptr() == b.data.as_ptr() || a.data == b.data)
    }

    /// The tables; they were readable when the font was made.
    pub(super) fn reader(&self) -> Option<Face<'_>> {
        let face = tables::read(&self.shared.data, self.shared.index);
        #[cfg(feature = "variable-fonts")]
        let face = face.map(|face| self.at_settings(face));
        face
    }
}

/// Noto Sans Regular.
impl Default for Font {
    fn default() -> Self {
        let empty = || {
            let shared = Shared {
                data: Cow::Borrowed(&[]),
                index: 0,
                ascent: 1.0,
                descent: 0.0,
                leading: 0.0,
            };
            Self::plain(shared)
        };
        BUILT_IN.clone().unwrap_or_else(empty)
    }
}

/// Equal when the bytes and the axes are, and the fonts it is shaped with.
impl PartialEq for Font {
    fn eq(&self, other: &Self) -> bool {
        #[cfg(feature = "shaping")]
        let shaped_alike = match (&self.shaping, &other.shaping) {
            (Some(a), Some(b)) => a.is_same(b),
            (a, b) => a.is_none() == b.is_none(),
        };
        #[cfg(not(feature = "shaping"))]
        let shaped_alike = true;
        #[cfg(feature = "variable-fonts")]
        let shaped_alike = shaped_alike && self.settings == other.settings;
        shaped_alike && self.is_same_data(other)
    }
}

impl fmt::Debug for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Font({} bytes)", self.shared.data.len())
    }
}
