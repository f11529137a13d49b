//! Pictures and animations of what a demo shows, as files beside where the program runs.

use motile::{
    pixels::{GifEncoder, Surface},
    stage::{write_file, write_png},
};
use std::path::{Path, PathBuf};

/// Pictures of an animation, and the least number of seconds that each stays.
const FRAMES: u32 = 90;
const SECONDS: f32 = 0.04;
/// How long a picture may stay: a program that was halted goes on where it was.
const LONGEST: f32 = 1.0;

/// An animation in the making.
pub(super) struct Capture {
    gif: GifEncoder,
    left: u32,
    path: PathBuf,
    /// Seconds until the next picture is due.
    wait: f32,
    /// The picture that shows, until it is known how long it stays, and the seconds it has been there.
    last: Option<Surface>,
    shown: f32,
}

impl Capture {
    /// Begins an animation of pictures of this size, to be saved in a folder.
    pub(super) fn begin(folder: &Path, name: &str, picture: &Surface) -> motile::Result<Self> {
        let gif = GifEncoder::new(picture.width(), picture.height())?;
        let path = unused(folder, name, "gif");
        Ok(Self { gif, left: FRAMES, path, wait: 0.0, last: None, shown: 0.0 })
    }

    /// Takes in the picture after some seconds; what to tell when it goes wrong.
    pub(super) fn frame(&mut self, picture: &Surface, dt: f32) -> Option<String> {
        self.wait -= dt;
        self.shown += dt;
        if self.wait > 0.0 {
            return None;
        }
        // A picture that came late makes the next one due no earlier than it can come.
        self.wait = (self.wait + SECONDS).max(0.0);
        if let Err(error) = self.add_last() {
            return Some(error.to_string());
        }
        self.last = Some(picture.clone());
        self.left -= 1;
        None
    }

    /// Writes the picture that has shown until now.
    fn add_last(&mut self) -> motile::Result {
        let shown = core::mem::take(&mut self.shown).clamp(0.0, LONGEST);
        if let Some(last) = self.last.take() {
            self.gif.add_frame(&last, if shown > 0.0 { shown } else { SECONDS })?;
        }
        Ok(())
    }

    /// Whether it has all its pictures.
    pub(super) const fn is_whole(&self) -> bool {
        self.left == 0
    }

    /// Writes what there is; what to tell about it.
    pub(super) fn finish(mut self) -> String {
        if self.left == FRAMES {
            return "the animation ended before its first picture".into();
        }
        self.shown = SECONDS;
        // One that is refused was told of before, and what there is without it is whole.
        drop(self.add_last());
        told(&self.path, write_file(&self.path, &self.gif.finish()))
    }
}

/// Saves a picture in a folder; what to tell about it.
pub(super) fn save(folder: &Path, name: &str, picture: &Surface) -> String {
    let path = unused(folder, name, "png");
    told(&path, write_png(&path, picture))
}

/// A file of this name that is not there yet, with a number after the name where need be: nothing is written over.
pub(super) fn unused(folder: &Path, name: &str, end: &str) -> PathBuf {
    let plain = folder.join(format!("{name}.{end}"));
    let mut numbered = (2u32..).map(|number| folder.join(format!("{name}-{number}.{end}")));
    if plain.exists() { numbered.find(|path| !path.exists()).unwrap_or(plain) } else { plain }
}

/// What became of a file.
pub(super) fn told(path: &Path, written: motile::Result) -> String {
    match written {
        Ok(()) => {
            let folder = std::env::current_dir().unwrap_or_default();
            format!("saved {}", folder.join(path).display())
        }
        Err(error) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::pixels::Color;

    /// Hundredths of a second that the pictures of a GIF stay, by their control blocks.
    fn delays(gif: &[u8]) -> Vec<u16> {
        let blocks = gif.windows(6).filter(|block| block[..3] == [0x21, 0xF9, 0x04]);
        blocks.map(|block| u16::from_le_bytes([block[4], block[5]])).collect()
    }

    /// A demo at 15 frames a second played 1.7 times too fast: each picture stayed for 0.04 s, however long it had shown.
    #[test]
    fn a_film_lasts_as_long_as_what_it_shows() {
        for (frames_a_second, frames) in [(60.0, 120), (25.0, 50), (15.0, 30), (4.0, 8)] {
            let mut picture = Surface::opaque(8, 8, Color::BLACK).unwrap();
            let mut capture = Capture::begin(Path::new(""), "film", &picture).unwrap();
            for frame in 0..frames {
                // One that is like the one before may be joined with it.
                picture.set(frame % 8, frame / 8 % 8, Color::rgb(frame as u8, 200, 9));
                assert_eq!(capture.frame(&picture, 1.0 / frames_a_second), None);
            }
            capture.shown += 1.0 / frames_a_second;
            capture.add_last().unwrap();
            let total: u16 = delays(&capture.gif.finish()).iter().sum();
            assert!((196..=204).contains(&total), "{frames_a_second}: {total}");
        }
    }

    #[test]
    fn a_picture_is_never_saved_over_another() {
        let name = format!("motile-unused-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        for expected in ["ball.png", "ball-2.png", "ball-3.png"] {
            let path = unused(&folder, "ball", "png");
            assert_eq!(path, folder.join(expected));
            std::fs::write(path, "mine").unwrap();
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
