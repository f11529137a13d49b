//! Pictures one after the other, as a file.

use crate::failure::Failure;
use motile::pixels::{ApngEncoder, GifEncoder, Surface, SurfaceError};

/// The kinds of files that move.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Gif,
    Apng,
}

/// Shortest time of a picture in a GIF, seconds: viewers take less for a mistake and slow down.
const SHORTEST: f32 = 0.02;

impl Kind {
    /// How many ticks of `dt` seconds a picture stands for when nobody says.
    pub(crate) fn every(self, dt: f32) -> u64 {
        match self {
            Self::Gif => ((SHORTEST / dt).ceil() as u64).max(1),
            Self::Apng => 1,
        }
    }
}

/// A film in the making.
pub(crate) enum Film {
    Gif(GifEncoder),
    Apng(ApngEncoder),
}

impl Film {
    /// A film of pictures like this one.
    pub(crate) fn new(kind: Kind, like: &Surface, pictures: u64) -> Result<Self, Failure> {
        let (width, height) = (like.width(), like.height());
        let many = || Failure::Failed(format!("{pictures} pictures are more than a file can hold"));
        Ok(match kind {
            Kind::Gif => Self::Gif(GifEncoder::new(width, height).map_err(failed)?),
            Kind::Apng => {
                let pictures = u32::try_from(pictures).map_err(|_| many())?;
                Self::Apng(ApngEncoder::new(width, height, pictures).map_err(failed)?)
            }
        })
    }

    pub(crate) fn add(&mut self, picture: &Surface, seconds: f32) -> Result<(), Failure> {
        match self {
            Self::Gif(gif) => gif.add_frame(picture, seconds),
            Self::Apng(apng) => apng.add_frame(picture, seconds),
        }
        .map_err(failed)
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        match self {
            Self::Gif(gif) => gif.finish(),
            Self::Apng(apng) => apng.finish(),
        }
    }
}

fn failed(error: SurfaceError) -> Failure {
    Failure::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gif_shows_as_many_ticks_as_viewers_can() {
        let every = |rate: f32| Kind::Gif.every(1.0 / rate);
        assert_eq!([10.0, 30.0, 50.0, 60.0, 120.0, 250.0].map(every), [1, 1, 1, 2, 3, 5]);
        assert_eq!(Kind::Apng.every(1.0 / 250.0), 1);
    }
}
