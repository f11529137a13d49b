//! Pictures and animations of what a demo shows, as files beside where the program runs.

use motile::{
    pixels::{GifEncoder, Surface},
    stage::{write_file, write_png},
};

/// Pictures of an animation, and how many seconds each stays.
const FRAMES: u32 = 90;
const SECONDS: f32 = 0.04;

/// An animation in the making.
pub(super) struct Capture {
    gif: GifEncoder,
    left: u32,
    path: String,
    /// Seconds until the next picture is due.
    wait: f32,
}

impl Capture {
    /// Begins an animation of pictures of this size.
    pub(super) fn begin(name: &str, picture: &Surface) -> motile::Result<Self> {
        let gif = GifEncoder::new(picture.width(), picture.height())?;
        Ok(Self { gif, left: FRAMES, path: format!("{name}.gif"), wait: 0.0 })
    }

    /// Takes in the picture after some seconds; what to tell when it is done or goes wrong.
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
        (self.left == 0).then(|| self.write())
    }

    fn write(&mut self) -> String {
        let Ok(empty) = GifEncoder::new(1, 1) else { return String::new() };
        let gif = core::mem::replace(&mut self.gif, empty);
        told(&self.path, write_file(&self.path, &gif.finish()))
    }
}

/// Saves a picture; what to tell about it.
pub(super) fn save(name: &str, picture: &Surface) -> String {
    let path = format!("{name}.png");
    told(&path, write_png(&path, picture))
}

fn told(path: &str, written: motile::Result) -> String {
    match written {
        Ok(()) => {
            let folder = std::env::current_dir().unwrap_or_default();
            format!("saved {}", folder.join(path).display())
        }
        Err(error) => error.to_string(),
    }
}
