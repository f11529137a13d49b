//! Y4M: uncompressed video in a file, a line of text and then frames.

use super::{FrameClip, FrameError, RawFormat, raw::yuv_of};
use motile_pixels::Surface;

/// A video in the form of Y4M (`YUV4MPEG2`), read from bytes. Frames are decoded when they are asked for.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_sense::sight::{FrameClip, Y4mVideo, Y4mWriter};
///
/// let mut writer = Y4mWriter::new(32, 16, 30, 1)?;
/// writer.add_frame(&Surface::opaque(32, 16, Color::rgb(200, 30, 40))?)?;
/// let mut video = Y4mVideo::parse(writer.finish())?;
/// let mut picture = Surface::new(1, 1)?;
/// assert_eq!((video.frames(), video.frame(0, &mut picture)), (1, Ok(())));
/// assert!(picture.get(5, 5).is_some_and(|color| color.r.abs_diff(200) < 4));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[doc(alias = "YUV4MPEG2")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Y4mVideo {
    width: u32,
    height: u32,
    format: RawFormat,
    /// Frames a second as a fraction.
    rate: (u32, u32),
    bytes: Vec<u8>,
    /// Where the pixels of each frame begin.
    starts: Vec<usize>,
}

/// Most frames a second that are believed.
const FASTEST: f64 = 1000.0;

impl Y4mVideo {
    /// Reads the header and finds the frames.
    ///
    /// # Errors
    /// [`FrameError::BadHeader`] with the byte that makes no sense, [`FrameError::BadSize`], [`FrameError::Truncated`] when
    /// the last frame is not whole, [`FrameError::Empty`] without one.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, FrameError> {
        let line = line_at(&bytes, 0)?;
        let mut words = Words { line, at: 0 };
        if words.next() != Some((0, b"YUV4MPEG2".as_slice())) {
            return Err(FrameError::BadHeader { at: 0, expected: "YUV4MPEG2" });
        }
        let (mut size, mut rate, mut format) = ((0, 0), (25, 1), RawFormat::I420);
        for (at, word) in words {
            let (tag, value) = word.split_first().unwrap_or((&0, &[]));
            match tag {
                b'W' => size.0 = number(value, at, "a width")?,
                b'H' => size.1 = number(value, at, "a height")?,
                b'F' => rate = fraction(value, at)?,
                b'C' => format = format_of(value, at)?,
                // Interlacing, the shape of pixels, remarks.
                _ => {}
            }
        }
        let (width, height) = size;
        if width == 0 || height == 0 || width.max(height) > 1 << 15 {
            return Err(FrameError::BadSize { width, height });
        }
        let length = format.len(width, height);
        let starts = frame_starts(&bytes, line.len() + 1, length)?;
        Ok(Self { width, height, format, rate, bytes, starts })
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// How its pixels lie.
    pub const fn format(&self) -> RawFormat {
        self.format
    }
}

impl FrameClip for Y4mVideo {
    fn frames(&self) -> u64 {
        self.starts.len() as u64
    }

    fn seconds_of(&self, _: u64) -> f64 {
        f64::from(self.rate.1) / f64::from(self.rate.0)
    }

    fn frame(&mut self, index: u64, picture: &mut Surface) -> Result<(), FrameError> {
        let start = usize::try_from(index).ok().and_then(|index| self.starts.get(index));
        let &start = start.ok_or(FrameError::Empty)?;
        self.format.decode(self.width, self.height, &self.bytes[start..], picture)
    }
}

/// The line that begins at a byte, without its end.
fn line_at(bytes: &[u8], at: usize) -> Result<&[u8], FrameError> {
    let rest = bytes.get(at..).unwrap_or(&[]);
    let end = rest.iter().position(|&byte| byte == b'\n');
    let wrong = FrameError::BadHeader { at: bytes.len() as u64, expected: "the end of a line" };
    end.map(|end| &rest[..end]).ok_or(wrong)
}

/// The words of a line with the byte where each begins.
struct Words<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        while self.line.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        let rest = self.line.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        Some((start, &rest[..length]))
    }
}

fn number(text: &[u8], at: usize, expected: &'static str) -> Result<u32, FrameError> {
    let wrong = FrameError::BadHeader { at: at as u64 + 1, expected };
    let text = core::str::from_utf8(text).ok();
    text.and_then(|text| text.parse().ok()).ok_or(wrong)
}

fn fraction(text: &[u8], at: usize) -> Result<(u32, u32), FrameError> {
    let expected = "frames a second as 30:1";
    let wrong = FrameError::BadHeader { at: at as u64 + 1, expected };
    let colon = text.iter().position(|&byte| byte == b':').ok_or(wrong.clone())?;
    let (over, under) =
        (number(&text[..colon], at, expected)?, number(&text[colon + 1..], at, expected)?);
    let rate = f64::from(over) / f64::from(under);
    // 0:0 stands for a rate that is not known; NaN is in no range.
    if (over, under) == (0, 0) {
        return Ok((25, 1));
    }
    if rate > 0.0 && rate <= FASTEST { Ok((over, under)) } else { Err(wrong) }
}

fn format_of(text: &[u8], at: usize) -> Result<RawFormat, FrameError> {
    match text {
        // Where color values lie between pixels is finer than a camera game can see.
        b"420" | b"420jpeg" | b"420paldv" | b"420mpeg2" => Ok(RawFormat::I420),
        b"422" => Ok(RawFormat::I422),
        b"444" => Ok(RawFormat::I444),
        b"mono" => Ok(RawFormat::Gray),
        _ => Err(FrameError::BadHeader { at: at as u64 + 1, expected: "420, 422, 444 or mono" }),
    }
}

fn frame_starts(bytes: &[u8], mut at: usize, length: u64) -> Result<Vec<usize>, FrameError> {
    let mut starts = Vec::new();
    while at < bytes.len() {
        let line = line_at(bytes, at)?;
        if !line.starts_with(b"FRAME") {
            return Err(FrameError::BadHeader { at: at as u64, expected: "FRAME" });
        }
        let start = at + line.len() + 1;
        let found = (bytes.len() - start) as u64;
        if found < length {
            return Err(FrameError::Truncated { expected: length, found });
        }
        starts.push(start);
        at = start + length as usize;
    }
    if starts.is_empty() { Err(FrameError::Empty) } else { Ok(starts) }
}

/// Writes pictures as Y4M with `C420`, which players, OpenCV and the fake camera of Chromium read.
#[derive(Clone, Debug)]
pub struct Y4mWriter {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Y4mWriter {
    /// A video of this size and `over / under` frames a second.
    ///
    /// # Errors
    /// [`FrameError::BadSize`] for a side of 0 or above 2¹⁵; [`FrameError::BadHeader`] for a rate that is none.
    pub fn new(width: u32, height: u32, over: u32, under: u32) -> Result<Self, FrameError> {
        if width == 0 || height == 0 || width.max(height) > 1 << 15 {
            return Err(FrameError::BadSize { width, height });
        }
        if over == 0 || under == 0 {
            return Err(FrameError::BadHeader { at: 0, expected: "a rate above 0" });
        }
        let header = format!("YUV4MPEG2 W{width} H{height} F{over}:{under} Ip A1:1 C420\n");
        Ok(Self { width, height, bytes: header.into_bytes() })
    }

    /// Appends a picture.
    ///
    /// # Errors
    /// [`FrameError::BadSize`] when it has another size.
    pub fn add_frame(&mut self, picture: &Surface) -> Result<(), FrameError> {
        let (width, height) = (picture.width(), picture.height());
        if (width, height) != (self.width, self.height) {
            return Err(FrameError::BadSize { width, height });
        }
        self.bytes.extend_from_slice(b"FRAME\n");
        self.bytes.extend(picture.words().iter().map(|&word| yuv_of(word)[0]));
        for channel in [1, 2] {
            for y in (0..height as i32).step_by(2) {
                for x in (0..width as i32).step_by(2) {
                    let mean = four_mean(picture, x, y, channel);
                    self.bytes.push(mean);
                }
            }
        }
        Ok(())
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// The mean color value of up to four pixels.
fn four_mean(picture: &Surface, x: i32, y: i32, channel: usize) -> u8 {
    let near = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
    let values = near.iter().filter_map(|&(x, y)| picture.get(x, y));
    let (sum, count) = values.fold((0u32, 0u32), |(sum, count), color| {
        (sum + u32::from(yuv_of(color.to_word())[channel]), count + 1)
    });
    ((sum + count / 2) / count.max(1)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::{Color, IRect};

    fn video(width: u32, height: u32, frames: u32) -> Vec<u8> {
        let mut writer = Y4mWriter::new(width, height, 30, 1).unwrap();
        for index in 0..frames {
            let mut picture = Surface::opaque(width, height, Color::rgb(40, 50, 60)).unwrap();
            picture.fill_rect(IRect::new(index as i32 * 2, 0, 4, 4), Color::rgb(210, 40, 30));
            writer.add_frame(&picture).unwrap();
        }
        writer.finish()
    }

    #[test]
    fn input_57_frames_come_back_as_they_were() {
        for (width, height) in [(1, 1), (5, 3), (64, 48)] {
            let mut video = Y4mVideo::parse(video(width, height, 3)).unwrap();
            assert_eq!((video.frames(), video.size()), (3, (width, height)));
            assert_eq!(video.seconds_of(0), 1.0 / 30.0);
            let mut picture = Surface::new(1, 1).unwrap();
            video.frame(0, &mut picture).unwrap();
            let corner = picture.get(0, 0).unwrap();
            assert!(corner.r > 190 && corner.g < 70, "{corner:?}");
            assert_eq!(video.frame(3, &mut picture), Err(FrameError::Empty));
        }
    }

    #[test]
    fn the_header_says_what_the_fake_camera_of_chromium_needs() {
        assert!(video(64, 48, 1).starts_with(b"YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420\nFRAME\n"));
    }

    #[test]
    fn every_cut_is_an_error() {
        let whole = video(6, 4, 2);
        let one = video(6, 4, 1).len();
        for length in 0..whole.len() {
            let cut = Y4mVideo::parse(whole[..length].to_vec());
            assert_eq!(cut.is_ok(), length == one, "cut at {length}: {cut:?}");
        }
    }

    #[test]
    fn errors_say_where() {
        let parse = |text: &str| Y4mVideo::parse(text.as_bytes().to_vec()).unwrap_err();
        assert_eq!(parse("RIFF\n"), FrameError::BadHeader { at: 0, expected: "YUV4MPEG2" });
        assert_eq!(
            parse("YUV4MPEG2 Wx H4\n"),
            FrameError::BadHeader { at: 11, expected: "a width" }
        );
        assert_eq!(parse("YUV4MPEG2 W4\n"), FrameError::BadSize { width: 4, height: 0 });
        assert_eq!(parse("YUV4MPEG2 W4 H4\n"), FrameError::Empty);
        assert_eq!(
            parse("YUV4MPEG2 W2 H2\nFRAM"),
            FrameError::BadHeader { at: 20, expected: "the end of a line" }
        );
        assert_eq!(
            parse("YUV4MPEG2 W2 H2 C411\n").to_string(),
            "expected 420, 422, 444 or mono at byte 17"
        );
        for rate in ["0:1", "1:0", "9000:1", "30", ":", "-1:1"] {
            assert!(matches!(
                parse(&format!("YUV4MPEG2 W2 H2 F{rate}\nFRAME\n")),
                FrameError::BadHeader { at: 17, .. }
            ));
        }
    }
}
