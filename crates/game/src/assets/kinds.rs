//! What files become: pictures, sprite sheets, fonts, texts, bytes.

use super::{pictures, sheet};
use core::any::Any;
use motile_pixels::Surface;
use motile_stage::{Atlas, Font, Image};

/// What can be made of the bytes of a file.
///
/// ```
/// use motile_game::assets::{Asset, Assets, MemorySource};
///
/// /// A level, one row a line.
/// struct Level(Vec<String>);
///
/// impl Asset for Level {
///     fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
///         let text = core::str::from_utf8(bytes).map_err(|error| error.to_string())?;
///         Ok(Level(text.lines().map(String::from).collect()))
///     }
/// }
///
/// let mut assets = Assets::new(MemorySource::new().with("one.txt", b"##.\n#..".to_vec()));
/// let level = assets.load::<Level>("one.txt");
/// assets.update(0.0);
/// assert_eq!(assets.get(level).map(|level| level.0.len()), Some(2));
/// ```
pub trait Asset: Any + Send + Sync + Sized {
    /// Makes it of the bytes of a file.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    fn from_bytes(bytes: &[u8]) -> Result<Self, String>;

    /// The names of other files that it is made of too, seen from its own folder: a sprite sheet names its picture.
    /// They are loaded before [`Asset::from_parts`] is asked. Most have none.
    fn parts(bytes: &[u8]) -> Vec<String> {
        let _ = bytes;
        Vec::new()
    }

    /// Makes it of the bytes of its file and of those of its parts, in their order.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    fn from_parts(bytes: &[u8], parts: &[AssetPart<'_>]) -> Result<Self, String> {
        let _ = parts;
        Self::from_bytes(bytes)
    }
}

/// One of the files that an [`Asset`] is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssetPart<'a> {
    /// Its name, from the folder of the game on.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
}

/// A picture: PNG or QOI, and with features of their names JPEG and WebP. What it is is read from its first bytes.
impl Asset for Surface {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        pictures::decode(bytes)
    }
}

/// A picture: PNG or QOI, and with features of their names JPEG and WebP. What it is is read from its first bytes.
impl Asset for Image {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        Surface::from_bytes(bytes).map(Self::new)
    }
}

/// A sprite sheet with its picture: the JSON of Aseprite or of `TexturePacker` and its relatives, with features of their
/// names. A picture alone is a sheet of one frame.
impl Asset for Atlas {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        Self::from_parts(bytes, &[])
    }

    fn parts(bytes: &[u8]) -> Vec<String> {
        sheet::picture_of(bytes).into_iter().collect()
    }

    fn from_parts(bytes: &[u8], parts: &[AssetPart<'_>]) -> Result<Self, String> {
        sheet::read(bytes, parts)
    }
}

/// A font in TrueType or OpenType.
impl Asset for Font {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        Self::new(bytes.to_vec()).map_err(|error| error.to_string())
    }
}

/// A sound: WAV, and with features of `motile-sound` OGG Vorbis, MP3 and FLAC. What it is is read from its first bytes.
#[cfg(feature = "sound")]
impl Asset for motile_sound::Sound {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        Self::from_bytes(bytes).map_err(|error| error.to_string())
    }
}

/// A text in UTF-8.
impl Asset for String {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        core::str::from_utf8(bytes).map(Self::from).map_err(|error| error.to_string())
    }
}

/// The bytes as they are, for what other libraries read.
impl Asset for Vec<u8> {
    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        Ok(bytes.to_vec())
    }
}
