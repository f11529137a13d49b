//! PNG, from bytes and to bytes.

use crate::{Color, Surface, SurfaceError, surface::word};
use core::fmt;
use motile_time::{Budget, Job, JobProgress};
use png::{BitDepth, ColorType, Compression, DecodingError, Filter, Limits, Transformations};
use std::{
    io::{Cursor, Write},
    sync::{Arc, Mutex, PoisonError},
};

/// Why a picture file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureError {
    /// The bytes end before the picture does.
    Truncated,
    /// The bytes break the rules of the format; the text says which.
    Malformed(String),
    /// The picture has a size no surface can have.
    Size(SurfaceError),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => f.write_str("the picture file ends too early"),
            Self::Malformed(what) => write!(f, "not a valid picture file: {what}"),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PictureError {}

impl From<SurfaceError> for PictureError {
    fn from(error: SurfaceError) -> Self {
        Self::Size(error)
    }
}

impl From<DecodingError> for PictureError {
    fn from(error: DecodingError) -> Self {
        match error {
            DecodingError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                Self::Truncated
            }
            other => Self::Malformed(other.to_string()),
        }
    }
}

/// Bytes the decoder may use beside the picture itself.
const DECODER_BYTES: usize = 64 << 20;
/// A byte of deflated data stands for at most this many.
const MAX_EXPANSION: usize = 1032;

impl Surface {
    /// Reads a PNG of any kind: palettes, gray, 1 to 16 bits, interlaced. 16-bit channels lose their
    /// lower half, gamma and color profiles are ignored, and of an animation the first frame is read.
    /// The surface is opaque when the file has no alpha.
    ///
    /// # Errors
    /// [`PictureError`] when the bytes are no PNG, end early, or hold more than 2²⁸ pixels.
    pub fn from_png(bytes: &[u8]) -> Result<Self, PictureError> {
        Self::read_png(bytes, true)
    }

    /// Reads a PNG with its alpha or as if it had none: colors of clear pixels then show, too.
    pub(crate) fn read_png(bytes: &[u8], has_alpha: bool) -> Result<Self, PictureError> {
        let mut decoder =
            png::Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: DECODER_BYTES });
        decoder.set_transformations(Transformations::normalize_to_color8());
        decoder.set_ignore_text_chunk(true);
        let mut reader = decoder.read_info()?;
        check_palette(reader.info().palette.as_deref())?;
        let (width, height) = (reader.info().width, reader.info().height);
        // A few bytes cannot hold a huge picture: refuse before there is memory for it.
        let rows = u64::from(height) * reader.info().raw_row_length() as u64;
        if rows > (bytes.len() * MAX_EXPANSION) as u64 && Self::check_size(width, height).is_ok() {
            return Err(PictureError::Truncated);
        }
        let (kind, _) = reader.output_color_type();
        let opaque = !has_alpha || matches!(kind, ColorType::Rgb | ColorType::Grayscale);
        let alpha = |alpha: u8| if has_alpha { alpha } else { 255 };
        let mut surface = if opaque {
            Self::opaque(width, height, Color::BLACK)?
        } else {
            Self::new(width, height)?
        };
        let too_large = || SurfaceError::BadSize { width, height };
        let mut buffer = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
        let frame = reader.next_frame(&mut buffer)?;
        let pixels = buffer[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
        for (to, pixel) in surface.words_mut().iter_mut().zip(pixels) {
            *to = word(match *pixel {
                [gray] => Color::rgb(gray, gray, gray),
                [gray, a] => Color::rgba(gray, gray, gray, alpha(a)),
                [r, g, b] => Color::rgb(r, g, b),
                [r, g, b, a] => Color::rgba(r, g, b, alpha(a)),
                _ => Color::TRANSPARENT,
            });
        }
        Ok(surface)
    }

    /// Writes a PNG: RGB for an opaque surface, RGBA with straight alpha otherwise. The same picture
    /// always gives the same bytes, and reading them gives the same surface.
    pub fn to_png(&self) -> Vec<u8> {
        let mut encoder = PngEncoder::new(self);
        while !encoder.encode_rows(u32::MAX) {}
        encoder.finish()
    }
}

/// Refuses palettes that are no list of up to 256 colors: the decoder (png 0.18) panics on them.
fn check_palette(palette: Option<&[u8]>) -> Result<(), PictureError> {
    let bytes = palette.map_or(0, <[u8]>::len);
    if bytes.is_multiple_of(3) && bytes <= 3 * 256 {
        Ok(())
    } else {
        Err(PictureError::Malformed(format!("a palette of {bytes} bytes")))
    }
}

/// Writes a PNG a few rows at a time, for programs that must not stop for a whole picture.
///
/// ```
/// use motile_pixels::{Color, PngEncoder, Surface};
/// let picture = Surface::filled(64, 64, Color::ORANGE)?;
/// let mut encoder = PngEncoder::new(&picture);
/// while !encoder.encode_rows(8) {
///     assert!(encoder.progress() < 1.0);
/// }
/// assert_eq!(encoder.finish(), picture.to_png());
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
pub struct PngEncoder {
    picture: Surface,
    next_row: u32,
    writer: Option<png::StreamWriter<'static, Sink>>,
    sink: Sink,
    row: Vec<u8>,
}

/// The growing file; the writer keeps one handle, the encoder the other.
#[derive(Clone, Default)]
pub(crate) struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    /// The file; a second time there is none.
    pub(crate) fn take(&self) -> Vec<u8> {
        core::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl PngEncoder {
    /// Starts with a copy of the picture, so that the original may change meanwhile.
    pub fn new(picture: &Surface) -> Self {
        let sink = Sink::default();
        let mut encoder = png::Encoder::new(sink.clone(), picture.width(), picture.height());
        encoder.set_color(if picture.is_opaque() { ColorType::Rgb } else { ColorType::Rgba });
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_filter(Filter::Adaptive);
        let writer = encoder.write_header().and_then(png::Writer::into_stream_writer).ok();
        Self { picture: picture.clone(), next_row: 0, writer, sink, row: Vec::new() }
    }

    /// Encodes up to `count` more rows and says whether all are done.
    pub fn encode_rows(&mut self, count: u32) -> bool {
        let end = self.next_row.saturating_add(count).min(self.picture.height());
        let (width, opaque) = (self.picture.width() as usize, self.picture.is_opaque());
        for y in self.next_row..end {
            self.row.clear();
            for &word in &self.picture.words()[y as usize * width..][..width] {
                let Color { r, g, b, a } = crate::surface::color(word);
                self.row.extend_from_slice(&[r, g, b, a][..if opaque { 3 } else { 4 }]);
            }
            if let Some(writer) = &mut self.writer {
                // A memory sink never refuses.
                let _ = writer.write_all(&self.row);
            }
        }
        self.next_row = end;
        end == self.picture.height()
    }

    /// Share of the rows done, 0…1.
    pub fn progress(&self) -> f32 {
        self.next_row as f32 / self.picture.height() as f32
    }

    /// Encodes what is left and gives the file.
    pub fn finish(mut self) -> Vec<u8> {
        self.encode_rows(u32::MAX);
        self.take_file()
    }

    /// Ends the file and takes it; a second time there is none.
    fn take_file(&mut self) -> Vec<u8> {
        if let Some(writer) = self.writer.take() {
            let _ = writer.finish();
        }
        self.sink.take()
    }
}

/// A unit of the budget is one row. A finished job that is stepped again gives no bytes.
impl Job for PngEncoder {
    type Output = Vec<u8>;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Vec<u8>> {
        while budget.more() {
            if self.encode_rows(1) {
                return JobProgress::Done(self.take_file());
            }
        }
        JobProgress::Pending(self.progress())
    }
}
