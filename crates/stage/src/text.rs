//! Text as outlines: one font, kerned, wrapped and aligned.

mod family;
mod font;
#[cfg(feature = "shaping")]
mod fonts;
mod kerning;
mod label;
mod layout;
#[cfg(feature = "shaping")]
mod shaping;
mod subset;
mod tables;
#[cfg(feature = "variable-fonts")]
mod variable;

pub use family::FontFamily;
pub use font::{Font, FontError};
#[cfg(feature = "shaping")]
pub use fonts::Fonts;
pub use layout::{Glyph, TextLayout, TextLine};
#[cfg(feature = "variable-fonts")]
pub use variable::FontAxis;

use crate::canvas::Canvas;
use crate::paint::Paint;
use crate::path::FillRule;
use core::fmt;
use motile_geom::{Affine2, Vec2};

/// Where lines stand within the width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextAlign {
    /// Flush with the left side.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// Flush with the right side.
    Right,
    /// Flush with both sides: spaces grow, except in the last line of a paragraph.
    Justify,
}

/// Text and how it is set.
///
/// ```
/// use motile_stage::{TextAlign, Text};
/// let text = Text::new("one two three", 20.0).with_width(80.0).with_align(TextAlign::Center);
/// let layout = text.layout()?;
/// assert_eq!(layout.lines().len(), 2);
/// assert!(layout.size().x <= 80.0);
/// # Ok::<(), motile_stage::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The characters; a line feed ends a line.
    pub content: String,
    /// The font.
    pub font: Font,
    /// Height of the em square, pixels.
    pub size: f32,
    /// Width at which lines are broken, pixels; `None` breaks at line feeds only.
    pub width: Option<f32>,
    /// Where lines stand within the width, or within the longest line.
    pub align: TextAlign,
    /// Distance of baselines as a factor of the font's own.
    pub line_height: f32,
    /// Extra space after every character, pixels.
    pub letter_spacing: f32,
    /// Whether pairs like "AV" move together as the font says.
    pub kerning: bool,
}

/// Why text could not be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextError {
    /// The size is not finite, not positive, or over 10,000 pixels.
    BadSize,
    /// The width is not finite or negative.
    BadWidth,
    /// Line height or letter spacing is not finite, or the line height is negative.
    BadSpacing,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BadSize => "a text size is a number of pixels above 0, at most 10000",
            Self::BadWidth => "a text width is a finite number of pixels, 0 or more",
            Self::BadSpacing => "line height (0 or more) and letter spacing must be finite",
        })
    }
}

impl core::error::Error for TextError {}

/// Largest size of text, pixels.
const MAX_SIZE: f32 = 10_000.0;

impl Text {
    /// Text of a size in pixels, in the built-in font, unwrapped.
    pub fn new(content: impl Into<String>, size: f32) -> Self {
        Self {
            content: content.into(),
            font: Font::default(),
            size,
            width: None,
            align: TextAlign::Left,
            line_height: 1.0,
            letter_spacing: 0.0,
            kerning: true,
        }
    }

    /// Sets it in another font.
    pub fn with_font(self, font: &Font) -> Self {
        Self { font: font.clone(), ..self }
    }

    /// Breaks its lines at a width in pixels.
    pub fn with_width(self, width: f32) -> Self {
        Self { width: Some(width), ..self }
    }

    /// Aligns its lines; to the left at first.
    pub fn with_align(self, align: TextAlign) -> Self {
        Self { align, ..self }
    }

    /// Sets the distance of its lines, as a factor of the font's own.
    pub fn with_line_height(self, line_height: f32) -> Self {
        Self { line_height, ..self }
    }

    /// Adds space between characters, in pixels.
    pub fn with_letter_spacing(self, letter_spacing: f32) -> Self {
        Self { letter_spacing, ..self }
    }

    /// Places every character. Allocates; keep the result while the text stays the same.
    ///
    /// # Errors
    /// Sizes that are not finite or out of range.
    pub fn layout(&self) -> Result<TextLayout, TextError> {
        if !(self.size > 0.0 && self.size <= MAX_SIZE) {
            return Err(TextError::BadSize);
        }
        if self.width.is_some_and(|width| !(0.0..=f32::MAX).contains(&width)) {
            return Err(TextError::BadWidth);
        }
        let spacing = self.letter_spacing.is_finite() && self.line_height.is_finite();
        if !spacing || self.line_height < 0.0 {
            return Err(TextError::BadSpacing);
        }
        #[cfg(feature = "shaping")]
        if let Some(fonts) = self.font.shaping() {
            return Ok(shaping::set(self, fonts));
        }
        Ok(layout::set(self))
    }
}

impl Canvas<'_> {
    /// Draws text with the top left corner of its box at a point of the drawing.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_pixels::{Color, Surface};
    /// use motile_stage::{Renderer, Text};
    /// let mut surface = Surface::opaque(40, 40, Color::WHITE)?;
    /// let mut renderer = Renderer::new();
    /// let mut canvas = renderer.begin(&mut surface)?;
    /// canvas.text(&Text::new("I", 30.0).layout()?, vec2(10.0, 0.0), Color::RED);
    /// canvas.finish();
    /// assert!((0..40).any(|x| surface.get(x, 20) == Some(Color::RED)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn text(&mut self, layout: &TextLayout, at: Vec2, paint: impl Into<Paint>) {
        self.transformed(Affine2::from_translation(at), |canvas| {
            canvas.fill_by(layout.outline(), FillRule::NonZero, paint);
        });
    }
}
