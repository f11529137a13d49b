//! Frames from files: a video, pictures one after another, an animation.

use super::{FrameError, raw::fit_picture};
use crate::{CapturedFrame, FrameSource, Source, SourceLife, SourceSignal, SourceState};
use motile_pixels::{Color, IRect, Surface};

/// A row of frames that can be asked for in any order.
pub trait FrameClip {
    /// How many there are.
    fn frames(&self) -> u64;

    /// How long a frame is shown, in seconds.
    fn seconds_of(&self, index: u64) -> f64;

    /// Makes a picture of a frame, keeping the memory of `picture` where its size fits.
    ///
    /// # Errors
    /// [`FrameError::Empty`] past the end, and those of the bytes.
    fn frame(&mut self, index: u64, picture: &mut Surface) -> Result<(), FrameError>;
}

/// Pictures in memory, each with its time: a folder of PNG files, or a GIF.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_sense::sight::{FrameClip, PictureClip};
/// let files = [Color::RED, Color::BLUE].map(|color| Surface::opaque(8, 8, color).map(|it| it.to_png()));
/// let [first, second] = files;
/// let clip = PictureClip::from_pngs([first?, second?], 0.1)?;
/// assert_eq!(clip.frames(), 2);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[doc(alias = "image sequence")]
#[derive(Clone, Debug, PartialEq)]
pub struct PictureClip {
    pictures: Vec<Surface>,
    seconds: Vec<f64>,
}

/// Most pixels of a frame, and of all frames together: 256 MB.
const MAX_FRAME: u64 = 1 << 22;
const MAX_PIXELS: u64 = 1 << 26;
/// Shortest time of a frame in seconds.
const SHORTEST: f64 = 0.001;
/// Time of a frame of a GIF that says 0, as browsers have it.
const GIF_PAUSE: f64 = 0.1;

impl PictureClip {
    /// Pictures that are shown for the same time each, in seconds; a time that is none counts as a tenth.
    ///
    /// # Errors
    /// [`FrameError::Empty`] without a picture.
    pub fn new(pictures: Vec<Surface>, seconds: f64) -> Result<Self, FrameError> {
        if pictures.is_empty() {
            return Err(FrameError::Empty);
        }
        let seconds = if seconds >= SHORTEST && seconds.is_finite() { seconds } else { GIF_PAUSE };
        let seconds = vec![seconds; pictures.len()];
        Ok(Self { pictures, seconds })
    }

    /// The bytes of PNG files in their order.
    ///
    /// # Errors
    /// [`FrameError::BadPicture`] with the number of a file that cannot be read, [`FrameError::Empty`] without one.
    pub fn from_pngs(
        files: impl IntoIterator<Item = impl AsRef<[u8]>>,
        seconds: f64,
    ) -> Result<Self, FrameError> {
        let read = |(index, file): (usize, _)| {
            let bytes: &[u8] = AsRef::<[u8]>::as_ref(&file);
            Surface::from_png(bytes).map_err(|_| FrameError::BadPicture { index: index as u64 })
        };
        let pictures = files.into_iter().enumerate().map(read);
        Self::new(pictures.collect::<Result<_, _>>()?, seconds)
    }

    /// The frames of an animated GIF, composed as a viewer shows them, on black.
    ///
    /// # Errors
    /// [`FrameError::Corrupt`] for other bytes, [`FrameError::BadSize`] for more than 2²² pixels in a frame or 2²⁶ in all.
    pub fn from_gif(bytes: &[u8]) -> Result<Self, FrameError> {
        let corrupt = FrameError::Corrupt { format: "GIF" };
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        options.check_frame_consistency(true);
        let mut decoder = options.read_info(bytes).map_err(|_| corrupt.clone())?;
        let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
        if u64::from(width) * u64::from(height) > MAX_FRAME {
            return Err(FrameError::BadSize { width, height });
        }
        let mut shown = Surface::opaque(width, height, Color::BLACK)?;
        let (mut pictures, mut seconds) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().map_err(|_| corrupt.clone())? {
            let area = (pictures.len() as u64 + 1) * u64::from(width) * u64::from(height);
            if area > MAX_PIXELS {
                return Err(FrameError::BadSize { width, height });
            }
            let keeps = frame.dispose == gif::DisposalMethod::Previous;
            let before = keeps.then(|| shown.clone());
            draw_gif_frame(&mut shown, frame);
            pictures.push(shown.clone());
            let delay = f64::from(frame.delay) / 100.0;
            seconds.push(if delay > 0.0 { delay } else { GIF_PAUSE });
            if let Some(before) = before {
                shown = before;
            } else if frame.dispose == gif::DisposalMethod::Background {
                let (left, top) = (i32::from(frame.left), i32::from(frame.top));
                let (w, h) = (u32::from(frame.width), u32::from(frame.height));
                shown.fill_rect(IRect::new(left, top, w, h), Color::BLACK);
            }
        }
        if pictures.is_empty() { Err(FrameError::Empty) } else { Ok(Self { pictures, seconds }) }
    }
}

/// Lays a frame over what was shown; transparent pixels leave it.
fn draw_gif_frame(shown: &mut Surface, frame: &gif::Frame<'_>) {
    let (left, top) = (i32::from(frame.left), i32::from(frame.top));
    let width = usize::from(frame.width).max(1);
    for (index, &[r, g, b, a]) in frame.buffer.as_chunks().0.iter().enumerate() {
        if a > 0 {
            let (x, y) = ((index % width) as i32, (index / width) as i32);
            shown.set(left + x, top + y, Color::rgb(r, g, b));
        }
    }
}

impl FrameClip for PictureClip {
    fn frames(&self) -> u64 {
        self.pictures.len() as u64
    }

    fn seconds_of(&self, index: u64) -> f64 {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        self.seconds.get(index).copied().unwrap_or(GIF_PAUSE)
    }

    fn frame(&mut self, index: u64, picture: &mut Surface) -> Result<(), FrameError> {
        let from = usize::try_from(index).ok().and_then(|index| self.pictures.get(index));
        let from = from.ok_or(FrameError::Empty)?;
        fit_picture(picture, from.width(), from.height())?;
        picture.fill(Color::BLACK);
        picture.blit(from, 0, 0);
        Ok(())
    }
}

/// A clip in the place of a camera: its frames come as time passes. At the end it begins again, or stops.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_sense::{CapturedFrame, FrameSource, Source, sight::{ClipSource, PictureClip}};
/// let pictures = vec![Surface::opaque(8, 8, Color::RED)?, Surface::opaque(8, 8, Color::BLUE)?];
/// let mut camera = ClipSource::new("two pictures", PictureClip::new(pictures, 0.5)?);
/// camera.start();
/// let mut frame = CapturedFrame::new(Surface::new(1, 1)?);
/// assert!(camera.next_frame(&mut frame) && !camera.next_frame(&mut frame));
/// camera.update(0.6);
/// assert!(camera.next_frame(&mut frame));
/// assert_eq!((frame.sequence, frame.picture.get(0, 0)), (1, Some(Color::BLUE)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClipSource<C> {
    /// Whether it begins again at the end. Default true.
    pub repeat: bool,
    clip: C,
    name: String,
    life: SourceLife,
    /// Number of the frame that shows since the start, and when it began and ends.
    sequence: u64,
    began: f64,
    time: f64,
    taken: bool,
}

impl<C: FrameClip> ClipSource<C> {
    /// A source of the frames of a clip.
    pub fn new(name: impl Into<String>, clip: C) -> Self {
        Self {
            repeat: true,
            clip,
            name: name.into(),
            life: SourceLife::default(),
            sequence: 0,
            began: 0.0,
            time: 0.0,
            taken: true,
        }
    }

    /// Frames that end during an update are passed over in one go when more than this many do.
    const MOST_STEPS: u32 = 10_000;

    fn index(&self) -> u64 {
        self.sequence % self.clip.frames().max(1)
    }
}

impl<C: FrameClip> Source for ClipSource<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn state(&self) -> SourceState {
        self.life.state()
    }

    fn start(&mut self) {
        if self.clip.frames() == 0 {
            self.life.apply(SourceSignal::Missing);
        }
        if self.life.apply(SourceSignal::Start) {
            self.life.apply(SourceSignal::Granted);
            (self.sequence, self.began, self.time, self.taken) = (0, 0.0, 0.0, false);
        }
    }

    fn stop(&mut self) {
        self.life.apply(SourceSignal::Stop);
        self.taken = true;
    }

    fn set_paused(&mut self, paused: bool) {
        self.life.paused = paused;
    }

    fn update(&mut self, dt: f32) {
        if !self.life.is_live() || !dt.is_finite() || dt <= 0.0 {
            return;
        }
        self.time += f64::from(dt);
        for _ in 0..Self::MOST_STEPS {
            let end = self.began + self.clip.seconds_of(self.index()).max(SHORTEST);
            if end > self.time {
                return;
            }
            if !self.repeat && self.sequence + 1 >= self.clip.frames() {
                self.stop();
                return;
            }
            (self.sequence, self.began, self.taken) = (self.sequence + 1, end, false);
        }
        // A program that slept for hours goes on from here.
        self.began = self.time;
    }

    fn label(&self) -> Option<&str> {
        Some(&self.name)
    }

    fn is_live(&self) -> bool {
        self.life.is_live()
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.life.take_changes()
    }
}

impl<C: FrameClip> FrameSource for ClipSource<C> {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        if !self.life.is_live() || self.taken {
            return false;
        }
        self.taken = true;
        if self.clip.frame(self.index(), &mut frame.picture).is_err() {
            self.life.apply(SourceSignal::Unplugged);
            return false;
        }
        (frame.sequence, frame.seconds) = (self.sequence, self.began);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::GifEncoder;

    fn colors(count: u8) -> Vec<Surface> {
        (0..count).map(|i| Surface::opaque(9, 5, Color::rgb(i * 20, 0, 0)).unwrap()).collect()
    }

    fn blank() -> CapturedFrame {
        CapturedFrame::new(Surface::new(1, 1).unwrap())
    }

    #[test]
    fn input_57_a_gif_comes_back_as_it_was_written() {
        let mut encoder = GifEncoder::new(9, 5).unwrap();
        for picture in colors(4) {
            encoder.add_frame(&picture, 0.05).unwrap();
        }
        let file = encoder.finish();
        let mut clip = PictureClip::from_gif(&file).unwrap();
        assert_eq!((clip.frames(), clip.seconds_of(0)), (4, 0.05));
        let mut picture = Surface::new(1, 1).unwrap();
        for (index, expected) in colors(4).iter().enumerate() {
            clip.frame(index as u64, &mut picture).unwrap();
            assert_eq!(&picture, expected);
        }
        assert_eq!(clip.frame(4, &mut picture), Err(FrameError::Empty));
        for length in 0..file.len() - 1 {
            if let Ok(clip) = PictureClip::from_gif(&file[..length]) {
                assert!(clip.frames() <= 4);
            }
        }
        assert!(PictureClip::from_gif(b"GIF89a").is_err());
    }

    #[test]
    fn a_file_that_is_no_picture_is_named() {
        let good = colors(1)[0].to_png();
        let bad = PictureClip::from_pngs([good.clone(), b"nothing".to_vec()], 0.1);
        assert_eq!(bad, Err(FrameError::BadPicture { index: 1 }));
        assert_eq!(PictureClip::from_pngs(vec![good; 3], f64::NAN).unwrap().seconds_of(2), 0.1);
        assert_eq!(PictureClip::new(Vec::new(), 1.0), Err(FrameError::Empty));
    }

    #[test]
    fn input_61_the_latest_frame_wins_and_the_end_is_a_stop() {
        let mut source = ClipSource::new("clip", PictureClip::new(colors(5), 0.1).unwrap());
        source.repeat = false;
        let mut frame = blank();
        assert!(!source.next_frame(&mut frame), "not started");
        source.start();
        source.update(0.25);
        assert!(source.next_frame(&mut frame) && !source.next_frame(&mut frame));
        assert_eq!((frame.sequence, frame.seconds), (2, 0.2));
        source.set_paused(true);
        source.update(1.0);
        assert!(!source.next_frame(&mut frame) && !source.is_live());
        source.set_paused(false);
        source.update(1.0);
        assert_eq!(source.state(), SourceState::NeedsPermission, "it is over");
        source.repeat = true;
        source.start();
        source.update(0.75);
        assert!(source.next_frame(&mut frame));
        assert_eq!((frame.sequence, frame.picture.get(0, 0)), (7, Some(Color::rgb(40, 0, 0))));
        for dt in [f32::NAN, f32::INFINITY, -1.0] {
            source.update(dt);
        }
        source.update(1e9);
        assert!(source.next_frame(&mut frame));
    }
}
