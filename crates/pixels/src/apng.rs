//! Animated PNG, to bytes.

use crate::{
    Color, Surface, SurfaceError,
    frames::{changed_rect, keep, words_in},
    png::Sink,
};
use motile_geom::IRect;
use png::{BitDepth, BlendOp, ColorType, Compression, EncodingError, Filter, Writer};

/// Writes frames into an animated PNG that repeats for ever: every color, soft edges and times to the thousandth of a
/// second, for a file that is larger than a GIF. Every browser shows it; programs that do not know animations show
/// the first frame.
///
/// ```
/// use motile_pixels::{ApngEncoder, Color, Surface};
/// let mut apng = ApngEncoder::new(16, 16, 4)?;
/// for step in 0..4 {
///     let mut frame = Surface::opaque(16, 16, Color::BLACK)?;
///     frame.set(step, 8, Color::WHITE);
///     apng.add_frame(&frame, 1.0 / 60.0)?;
/// }
/// let file = apng.finish();
/// assert!(Surface::from_png(&file).is_ok_and(|first| first.get(0, 8) == Some(Color::WHITE)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
pub struct ApngEncoder {
    size: (u32, u32),
    writer: Writer<Sink>,
    sink: Sink,
    /// Frames that are still to come.
    missing: u32,
    last: Option<Surface>,
    /// Seconds of all frames, and thousandths of those in the file.
    end: f64,
    given: u64,
}

impl ApngEncoder {
    /// An animation of a fixed size in pixels and a number of frames, which stands at the start of the file.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when a side is 0, there are more than 2²⁸ pixels, or no frames.
    pub fn new(width: u32, height: u32, frames: u32) -> Result<Self, SurfaceError> {
        Surface::check_size(width, height)?;
        let sink = Sink::default();
        let writer = begin(sink.clone(), (width, height), frames);
        let writer = writer.map_err(|_| SurfaceError::BadSize { width, height })?;
        let size = (width, height);
        Ok(Self { size, writer, sink, missing: frames, last: None, end: 0.0, given: 0 })
    }

    /// Adds a frame that stays for `seconds`; NaN and less than 0 count as 0. Times add up: what rounding takes from
    /// one frame the next one gets. Frames beyond the promised number are left out.
    ///
    /// # Errors
    /// [`SurfaceError::SizesDiffer`] when the frame has another size.
    pub fn add_frame(&mut self, picture: &Surface, seconds: f32) -> Result<(), SurfaceError> {
        let found = (picture.width(), picture.height());
        if self.size != found {
            return Err(SurfaceError::SizesDiffer { expected: self.size, found });
        }
        if self.missing == 0 {
            return Ok(());
        }
        self.missing -= 1;
        self.end += f64::from(if seconds > 0.0 { seconds.min(60.0) } else { 0.0 });
        let delay = ((self.end * 1000.0 + 0.5) as u64).saturating_sub(self.given);
        self.given += delay;
        // Writing to memory does not fail.
        let _ = self.write(picture, u16::try_from(delay).unwrap_or(u16::MAX));
        keep(&mut self.last, picture);
        Ok(())
    }

    fn write(&mut self, picture: &Surface, delay: u16) -> Result<(), EncodingError> {
        let base = self.last.as_ref().filter(|last| last.is_opaque() && picture.is_opaque());
        let mut rect = base.map_or(picture.bounds(), |base| changed_rect(base, picture));
        if rect.is_empty() {
            // A frame has a pixel at least; this one shows what is there.
            rect = IRect::of_size(1, 1);
        }
        let before = base.into_iter().flat_map(|base| words_in(base, rect).map(Some));
        let before = before.chain(core::iter::repeat(None));
        let mut bytes = Vec::with_capacity(rect.width as usize * rect.height as usize * 4);
        for (word, before) in words_in(picture, rect).zip(before) {
            // What did not change is transparent: equal bytes pack best.
            let word = if before == Some(word) { 0 } else { word };
            let Color { r, g, b, a } = Color::from_word(word);
            bytes.extend_from_slice(&[r, g, b, a]);
        }
        self.writer.set_frame_delay(delay, 1000)?;
        self.writer.reset_frame_position()?;
        self.writer.set_frame_dimension(rect.width, rect.height)?;
        self.writer.set_frame_position(rect.x as u32, rect.y as u32)?;
        self.writer.set_blend_op(if base.is_some() { BlendOp::Over } else { BlendOp::Source })?;
        self.writer.write_image_data(&bytes)
    }

    /// The file. When fewer frames came than were promised, the last one is repeated without time.
    pub fn finish(mut self) -> Vec<u8> {
        while self.missing > 0 {
            let blank = || Surface::new(self.size.0, self.size.1);
            let Ok(last) = self.last.clone().map_or_else(blank, Ok) else { break };
            let _ = self.add_frame(&last, 0.0);
        }
        let _ = self.writer.finish();
        self.sink.take()
    }
}

fn begin(sink: Sink, size: (u32, u32), frames: u32) -> Result<Writer<Sink>, EncodingError> {
    let mut encoder = png::Encoder::new(sink, size.0, size.1);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::Adaptive);
    encoder.set_animated(frames, 0)?;
    encoder.write_header()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// The pictures that a viewer shows, as RGBA bytes, with their thousandths of a second.
    fn seen(file: &[u8]) -> Vec<(Vec<u8>, u16)> {
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let mut screen = vec![0; width * height * 4];
        let mut pictures = Vec::new();
        for _ in 0..reader.info().animation_control.unwrap().num_frames {
            let mut buffer = vec![0; width * height * 4];
            reader.next_frame(&mut buffer).unwrap();
            let frame = *reader.info().frame_control.as_ref().unwrap();
            let side = frame.width as usize;
            let pixels = buffer.chunks(4).take(side * frame.height as usize).enumerate();
            for (i, pixel) in pixels.filter(|(_, p)| frame.blend_op == BlendOp::Source || p[3] > 0)
            {
                let (x, y) =
                    (frame.x_offset as usize + i % side, frame.y_offset as usize + i / side);
                screen[(y * width + x) * 4..][..4].copy_from_slice(pixel);
            }
            assert_eq!(frame.delay_den, 1000);
            pictures.push((screen.clone(), frame.delay_num));
        }
        pictures
    }

    #[test]
    fn frames_read_back_and_times_add_up() {
        let mut frames = Vec::new();
        for i in 0..6u8 {
            let mut frame = Surface::opaque(30, 20, Color::rgb(10, 20, 30)).unwrap();
            frame.set(i32::from(i / 2), 5, Color::rgb(200, i / 2, 0));
            frames.push(frame);
        }
        let mut glass = Surface::new(30, 20).unwrap();
        glass.set(3, 3, Color::rgba(255, 0, 0, 128));
        frames.extend([glass, frames[0].clone()]);
        let mut encoder = ApngEncoder::new(30, 20, 8).unwrap();
        for frame in &frames {
            encoder.add_frame(frame, 1.0 / 60.0).unwrap();
        }
        let file = encoder.finish();
        let seen = seen(&file);
        for ((picture, _), frame) in seen.iter().zip(&frames) {
            assert_eq!(picture, &frame.to_rgba());
        }
        let delays: Vec<u16> = seen.iter().map(|frame| frame.1).collect();
        assert_eq!(delays, [17, 16, 17, 17, 16, 17, 17, 16]);
        assert_eq!(Surface::from_png(&file).unwrap().get(0, 5), Some(Color::rgb(200, 0, 0)));
    }

    #[test]
    fn fewer_and_more_frames_than_promised_make_a_whole_file() {
        let red = Surface::filled(3, 2, Color::RED).unwrap();
        for added in 0..4 {
            let mut encoder = ApngEncoder::new(3, 2, 2).unwrap();
            for _ in 0..added {
                encoder.add_frame(&red, 0.5).unwrap();
            }
            let seen = seen(&encoder.finish());
            assert_eq!(seen.len(), 2);
            let time: u16 = seen.iter().map(|frame| frame.1).sum();
            assert_eq!(time, [0, 500, 1000, 1000][added]);
        }
    }

    #[test]
    fn impossible_sizes_and_wrong_frames_are_errors() {
        for (width, height, frames) in [(0, 5, 1), (5, 0, 1), (5, 5, 0), (u32::MAX, u32::MAX, 1)] {
            let made = ApngEncoder::new(width, height, frames);
            assert!(matches!(made, Err(SurfaceError::BadSize { .. })), "{width} {height} {frames}");
        }
        let mut encoder = ApngEncoder::new(4, 4, 1).unwrap();
        let error = encoder.add_frame(&Surface::new(4, 5).unwrap(), f32::NAN);
        assert_eq!(error, Err(SurfaceError::SizesDiffer { expected: (4, 4), found: (4, 5) }));
    }
}
