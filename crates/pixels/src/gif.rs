//! GIF animations, to bytes.

use crate::{
    Color, Surface, SurfaceError,
    frames::{changed_rect, keep, words_in},
    gif_palette::GifPalette,
};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use motile_geom::IRect;

/// Collects frames into an animated GIF that repeats for ever.
///
/// Frames hold only what changed since the one before, and share a palette as long as it fits: up to 255 colors are
/// exact, more are reduced. Pixels with alpha 0 are transparent, all others opaque.
///
/// Times add up: GIF counts hundredths of a second, and what rounding takes from one frame the next one gets. Viewers
/// take less than two hundredths for a mistake and slow down, so a frame that would be shorter is left out.
///
/// ```
/// use motile_pixels::{Color, GifEncoder, Surface};
/// let mut gif = GifEncoder::new(16, 16)?;
/// for step in 0..4 {
///     let mut frame = Surface::opaque(16, 16, Color::BLACK)?;
///     frame.set(step, 8, Color::WHITE);
///     gif.add_frame(&frame, 0.05)?;
/// }
/// assert!(gif.finish().starts_with(b"GIF89a"));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
pub struct GifEncoder {
    size: (u16, u16),
    /// The file so far and the palette of its first run, which later frames share when it fits.
    begun: Option<(Encoder<Vec<u8>>, GifPalette)>,
    /// Frames that wait for the palette of their run.
    run: Vec<Waiting>,
    /// Pixels of those.
    pixels: usize,
    last: Option<Surface>,
    /// What a viewer sees after the frames written so far, as colors; [`NOTHING`] where nothing is.
    shown: Vec<u32>,
    /// Seconds of all frames, and hundredths of those that are in the file or wait.
    end: f64,
    given: u64,
}

/// A frame that waits for its palette.
struct Waiting {
    /// Where it changes the picture.
    rect: IRect,
    /// Colors without alpha; [`NOTHING`] where it is transparent.
    colors: Vec<u32>,
    opaque: bool,
    /// Hundredths of a second.
    delay: u64,
}

/// Shortest time of a frame, hundredths of a second.
const SHORTEST: u64 = 2;
/// Most pixels that wait: 64 MB.
const RUN: usize = 1 << 24;
/// No color at all.
const NOTHING: u32 = u32::MAX;

impl GifEncoder {
    /// An animation of a fixed size in pixels.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when a side is 0 or over 65535.
    pub fn new(width: u32, height: u32) -> Result<Self, SurfaceError> {
        let side = |side: u32| u16::try_from(side).ok().filter(|&side| side > 0);
        let size = side(width).zip(side(height));
        Ok(Self {
            size: size.ok_or(SurfaceError::BadSize { width, height })?,
            begun: None,
            run: Vec::new(),
            pixels: 0,
            last: None,
            shown: vec![NOTHING; width as usize * height as usize],
            end: 0.0,
            given: 0,
        })
    }

    /// Adds a frame that stays for `seconds`; NaN and less than 0 count as 0.
    ///
    /// # Errors
    /// [`SurfaceError::SizesDiffer`] when the frame has another size.
    pub fn add_frame(&mut self, picture: &Surface, seconds: f32) -> Result<(), SurfaceError> {
        let expected = (u32::from(self.size.0), u32::from(self.size.1));
        let found = (picture.width(), picture.height());
        if expected != found {
            return Err(SurfaceError::SizesDiffer { expected, found });
        }
        self.end += f64::from(if seconds > 0.0 { seconds.min(600.0) } else { 0.0 });
        let due = self.end * 100.0 - self.given as f64;
        if due < 1.0 && self.last.is_some() {
            return Ok(());
        }
        let delay = ((due + 0.5) as u64).max(SHORTEST);
        self.given += delay;
        let rect = self.changed(picture);
        match self.run.last_mut() {
            Some(last) if rect.is_empty() => last.delay += delay,
            _ => self.wait(picture, rect, delay),
        }
        Ok(())
    }

    /// The part of a picture that the last one does not show.
    fn changed(&self, picture: &Surface) -> IRect {
        match &self.last {
            // Painting over the last picture cannot make a pixel transparent again.
            Some(last) if last.is_opaque() && picture.is_opaque() => changed_rect(last, picture),
            _ => picture.bounds(),
        }
    }

    fn wait(&mut self, picture: &Surface, rect: IRect, delay: u64) {
        let colors = words_in(picture, rect).map(shown_color).collect::<Vec<u32>>();
        self.pixels += colors.len();
        self.run.push(Waiting { rect, colors, opaque: picture.is_opaque(), delay });
        keep(&mut self.last, picture);
        if self.pixels > RUN {
            // The last frame waits on: the next one may only make it longer.
            let last = self.run.pop();
            self.write_run();
            self.pixels = last.as_ref().map_or(0, |frame| frame.colors.len());
            self.run.extend(last);
        }
    }

    /// Writes the frames that wait.
    fn write_run(&mut self) {
        let run = core::mem::take(&mut self.run);
        let pixels = run.iter().flat_map(|frame| &frame.colors).filter(|&&color| color != NOTHING);
        let mut own = GifPalette::new(pixels.clone());
        let (encoder, first) = match &mut self.begun {
            Some((encoder, first)) => {
                // A palette of its own costs every frame 768 bytes.
                let fits = first.error(pixels.clone()) <= 2.0 * own.error(pixels) + 2.0;
                (encoder, fits.then_some(first))
            }
            begun => {
                let Ok(encoder) = begin(self.size, &own) else { return };
                let (encoder, first) = begun.insert((encoder, own));
                own = GifPalette::new([].iter());
                (encoder, Some(first))
            }
        };
        let local = first.is_none().then(|| own.bytes());
        let palette = first.unwrap_or(&mut own);
        for frame in &run {
            let indices = indices(frame, palette, &mut self.shown, self.size.0);
            // Writing to memory does not fail.
            let _ = encoder.write_frame(&Frame {
                delay: u16::try_from(frame.delay).unwrap_or(u16::MAX),
                dispose: if frame.opaque {
                    DisposalMethod::Keep
                } else {
                    DisposalMethod::Background
                },
                transparent: Some(palette.keep()),
                left: frame.rect.x as u16,
                top: frame.rect.y as u16,
                width: frame.rect.width as u16,
                height: frame.rect.height as u16,
                palette: local.clone(),
                buffer: indices.into(),
                ..Frame::default()
            });
        }
    }

    /// The file.
    pub fn finish(mut self) -> Vec<u8> {
        if let Some(last) = self.run.last_mut() {
            let whole = (self.end * 100.0 + 0.5) as u64;
            last.delay = (last.delay + whole).saturating_sub(self.given).max(SHORTEST);
        }
        self.write_run();
        let file = self.begun.and_then(|(encoder, _)| encoder.into_inner().ok());
        file.unwrap_or_default()
    }
}

fn begin(size: (u16, u16), palette: &GifPalette) -> Result<Encoder<Vec<u8>>, gif::EncodingError> {
    let mut encoder = Encoder::new(Vec::new(), size.0, size.1, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    Ok(encoder)
}

/// The color of a pixel without its alpha, or [`NOTHING`].
fn shown_color(word: u32) -> u32 {
    let Color { r, g, b, a } = Color::from_word(word);
    if a == 0 { NOTHING } else { u32::from_le_bytes([r, g, b, 0]) }
}

/// The pixels of a frame by the palette; those that look as before keep what is there.
fn indices(frame: &Waiting, palette: &mut GifPalette, shown: &mut [u32], width: u16) -> Vec<u8> {
    let mut indices = Vec::with_capacity(frame.colors.len());
    let mut last = (NOTHING, palette.keep());
    let rows = frame.colors.chunks_exact(frame.rect.width.max(1) as usize);
    for (row, y) in rows.zip(frame.rect.y as usize..) {
        let shown = &mut shown[y * usize::from(width) + frame.rect.x as usize..];
        for (&color, shown) in row.iter().zip(shown) {
            if color == NOTHING {
                indices.push(palette.keep());
                *shown = NOTHING;
                continue;
            }
            // Pictures are runs of one color.
            if color != last.0 {
                last = (color, palette.index(color));
            }
            let seen = palette.color(last.1);
            indices.push(if seen == *shown { palette.keep() } else { last.1 });
            *shown = if frame.opaque { seen } else { NOTHING };
        }
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::*;
    use gif::{ColorOutput, DecodeOptions};

    /// The pictures that a viewer shows, as RGBA bytes, with their hundredths of a second.
    fn seen(file: &[u8]) -> Vec<(Vec<u8>, u16)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 4];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let side = usize::from(frame.width);
            for (i, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, p)| p[3] > 0) {
                let (x, y) =
                    (usize::from(frame.left) + i % side, usize::from(frame.top) + i / side);
                screen[(y * width + x) * 4..][..4].copy_from_slice(pixel);
            }
            pictures.push((screen.clone(), frame.delay));
            if frame.dispose == DisposalMethod::Background {
                screen.fill(0);
            }
        }
        pictures
    }

    fn dot(x: i32, background: Color) -> Surface {
        let mut picture = Surface::opaque(40, 30, background).unwrap();
        picture.set(x, 7, Color::WHITE);
        picture
    }

    #[test]
    fn transparent_frames_read_back() {
        let mut encoder = GifEncoder::new(9, 5).unwrap();
        let mut frames = Vec::new();
        for i in 0..3u8 {
            let mut frame = Surface::new(9, 5).unwrap();
            for x in 0..9 {
                frame.set(x, i32::from(i), Color::rgb(x as u8 * 20, i * 80, 33));
            }
            encoder.add_frame(&frame, 0.1).unwrap();
            frames.push((frame.to_rgba(), 10));
        }
        assert_eq!(seen(&encoder.finish()), frames);
    }

    #[test]
    fn opaque_frames_hold_what_changed_and_read_back() {
        let frames = [
            dot(3, Color::BLACK),
            dot(30, Color::BLACK),
            dot(30, Color::BLACK),
            dot(4, Color::RED),
        ];
        let mut encoder = GifEncoder::new(40, 30).unwrap();
        for frame in &frames {
            encoder.add_frame(frame, 0.05).unwrap();
        }
        let file = encoder.finish();
        let expected = [(0, 5), (1, 10), (3, 5)].map(|(i, delay)| (frames[i].to_rgba(), delay));
        assert_eq!(seen(&file), expected, "what does not change is no frame of its own");
        // The second frame is one row of 28 pixels, the file hardly larger than its palette and two pictures.
        assert!(file.len() < 250, "{}", file.len());
    }

    /// 60 frames of a sixtieth of a second used to last 1.2 seconds.
    #[test]
    fn times_add_up() {
        for (count, seconds, longest) in [(60, 1.0 / 60.0, 3), (30, 1.0 / 30.0, 4), (7, 0.1, 10)] {
            let mut encoder = GifEncoder::new(40, 30).unwrap();
            for i in 0..count {
                encoder.add_frame(&dot(i % 40, Color::BLACK), seconds).unwrap();
            }
            let delays: Vec<u16> =
                seen(&encoder.finish()).into_iter().map(|(_, delay)| delay).collect();
            let whole = (count as f32 * seconds * 100.0).round() as u16;
            assert_eq!(delays.iter().sum::<u16>(), whole, "{count} of {seconds}");
            assert!(delays.iter().all(|&delay| (2..=longest).contains(&delay)), "{delays:?}");
        }
    }

    #[test]
    fn many_colors_share_one_palette() {
        let mut encoder = GifEncoder::new(64, 64).unwrap();
        let frame = |shift: i32| {
            let mut picture = Surface::opaque(64, 64, Color::BLACK).unwrap();
            for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
                picture.set(x, y, Color::rgb((x * 4) as u8, (y * 4) as u8, (x + y + shift) as u8));
            }
            picture
        };
        for shift in 0..10 {
            encoder.add_frame(&frame(shift * 10), 0.1).unwrap();
        }
        let file = encoder.finish();
        let mut decoder = DecodeOptions::new().read_info(&file[..]).unwrap();
        while let Some(read) = decoder.read_next_frame().unwrap() {
            assert!(read.palette.is_none());
        }
        for ((picture, _), shift) in seen(&file).into_iter().zip(0..) {
            let expected = frame(shift * 10).to_rgba();
            let off = picture.iter().zip(&expected).map(|(a, b)| u32::from(a.abs_diff(*b)));
            assert!(off.sum::<u32>() < 10 * 64 * 64 * 3, "frame {shift}");
        }
    }

    #[test]
    fn impossible_sizes_and_wrong_frames_are_errors() {
        for (width, height) in [(0, 5), (5, 0), (65536, 1), (u32::MAX, u32::MAX)] {
            assert!(matches!(GifEncoder::new(width, height), Err(SurfaceError::BadSize { .. })));
        }
        let mut encoder = GifEncoder::new(4, 4).unwrap();
        let frame = Surface::new(4, 5).unwrap();
        let error = encoder.add_frame(&frame, f32::NAN);
        assert_eq!(error, Err(SurfaceError::SizesDiffer { expected: (4, 4), found: (4, 5) }));
        encoder.add_frame(&Surface::new(4, 4).unwrap(), f32::NAN).unwrap();
        assert_eq!(seen(&encoder.finish()), [(vec![0; 64], 2)]);
        assert!(GifEncoder::new(4, 4).unwrap().finish().starts_with(b"GIF89a"), "without frames");
    }
}
