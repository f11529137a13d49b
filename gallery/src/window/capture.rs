//! Pictures and animations of what a demo shows, as files beside where the program runs.

use motile::{
    pixels::{GifEncoder, Surface},
    stage::{write_file, write_png},
};
use std::path::{Path, PathBuf};

/// Pictures of an animation, and how many seconds each stays.
const FRAMES: u32 = 90;
const SECONDS: f32 = 0.04;

/// An animation in the making.
pub(super) struct Capture {
    gif: GifEncoder,
    left: u32,
    path: PathBuf,
    /// Seconds until the next picture is due.
    wait: f32,
}

impl Capture {
    /// Begins an animation of pictures of this size, to be saved in a folder.
    pub(super) fn begin(folder: &Path, name: &str, picture: &Surface) -> motile::Result<Self> {
        let gif = GifEncoder::new(picture.width(), picture.height())?;
        Ok(Self { gif, left: FRAMES, path: unused(folder, name, "gif"), wait: 0.0 })
    }

    /// Takes in the picture after some seconds; what to tell when it goes wrong.
    pub(super) fn frame(&mut self, picture: &Surface, dt: f32) -> Option<String> {
        self.wait -= dt;
        if self.wait > 0.0 {
            return None;
        }
        self.wait += SECONDS;
        if let Err(error) = self.gif.add_frame(picture, SECONDS) {
            return Some(error.to_string());
        }
        self.left -= 1;
        None
    }

    /// Whether it has all its pictures.
    pub(super) const fn is_whole(&self) -> bool {
        self.left == 0
    }

    /// Writes what there is; what to tell about it.
    pub(super) fn finish(self) -> String {
        if self.left == FRAMES {
            return "the animation ended before its first picture".into();
        }
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
