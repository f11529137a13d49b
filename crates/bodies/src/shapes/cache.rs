//! Shapes that are kept for pictures seen before.

use super::{PictureCover, PictureShape, PictureTrace, PictureWeight};
use crate::BodyError;
use motile_geom::{HashState, IRect, SaveState, StateError, StateHash, StateReader, StateWriter};
use motile_pixels::Surface;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Shapes by the content of their pictures: the second time a picture costs the hash of its bytes alone. It can be
/// saved and restored ([`SaveState`]), so a game can keep it in a file beside its pictures.
///
/// ```
/// use motile_bodies::{PictureTrace, ShapeCache};
/// use motile_pixels::{Color, Surface};
/// let crate_picture = Surface::filled(32, 32, Color::ORANGE)?;
/// let mut cache = ShapeCache::new();
/// let shape = cache.of_picture(&PictureTrace::default(), &crate_picture)?;
/// assert_eq!(shape.area(), 1024.0);
/// let saved = motile_geom::state::save(&cache);
/// let mut next_launch: ShapeCache = motile_geom::state::restore(&saved)?;
/// next_launch.of_picture(&PictureTrace::default(), &crate_picture)?;
/// assert_eq!((next_launch.len(), next_launch.traced()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShapeCache {
    shapes: BTreeMap<u64, Arc<PictureShape>>,
    traced: u32,
}

impl ShapeCache {
    /// An empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many shapes it holds.
    pub fn len(&self) -> u32 {
        self.shapes.len() as u32
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// How many pictures had to be traced since it was made or restored.
    pub fn traced(&self) -> u32 {
        self.traced
    }

    /// The shape of a picture, traced when the picture or the settings are new.
    ///
    /// # Errors
    /// As [`PictureTrace::of_picture`].
    pub fn of_picture(
        &mut self,
        trace: &PictureTrace,
        picture: &Surface,
    ) -> Result<Arc<PictureShape>, BodyError> {
        let key = key(trace, (picture.width(), picture.height()), [picture.bytes()].into_iter());
        self.kept(key, || trace.of_picture(picture))
    }

    /// The shape of one frame of a sprite sheet, from the top left corner of the frame. What counts is the content of
    /// the frame: frames that look alike share one shape wherever they lie, and a sheet that grows costs its new
    /// frames.
    ///
    /// ```
    /// # use motile_bodies::{PictureTrace, ShapeCache};
    /// # use motile_geom::IRect;
    /// # use motile_pixels::{Color, Surface};
    /// let sheet = Surface::filled(64, 32, Color::ORANGE)?;
    /// let mut cache = ShapeCache::new();
    /// for x in [0, 32] {
    ///     cache.of_frame(&PictureTrace::default(), &sheet, IRect::new(x, 0, 32, 32))?;
    /// }
    /// assert_eq!((cache.len(), cache.traced()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`PictureTrace::of_frame`].
    #[doc(alias = "atlas")]
    pub fn of_frame(
        &mut self,
        trace: &PictureTrace,
        sheet: &Surface,
        frame: IRect,
    ) -> Result<Arc<PictureShape>, BodyError> {
        let whole = IRect::new(0, 0, sheet.width(), sheet.height());
        if whole.intersect(frame) != frame {
            return Err(BodyError::FrameOutside);
        }
        let (left, wide) = (frame.x as usize * 4, frame.width as usize * 4);
        let rows = sheet.bytes().chunks_exact(sheet.width() as usize * 4);
        let rows = rows.skip(frame.y as usize).take(frame.height as usize);
        let rows = rows.map(|row| &row[left..left + wide]);
        let key = key(trace, (frame.width, frame.height), rows);
        self.kept(key, || trace.of_frame(sheet, frame))
    }

    fn kept(
        &mut self,
        key: u64,
        trace: impl FnOnce() -> Result<PictureShape, BodyError>,
    ) -> Result<Arc<PictureShape>, BodyError> {
        if let Some(shape) = self.shapes.get(&key) {
            return Ok(Arc::clone(shape));
        }
        let shape = Arc::new(trace()?);
        self.traced += 1;
        self.shapes.insert(key, Arc::clone(&shape));
        Ok(shape)
    }
}

fn key<'a>(trace: &PictureTrace, size: (u32, u32), bytes: impl Iterator<Item = &'a [u8]>) -> u64 {
    let PictureTrace { threshold, tolerance, max_corners, smallest, cover, weight } = *trace;
    let mut hash = StateHash::new();
    hash.write(&(threshold, tolerance, max_corners, smallest));
    hash.write(&(cover == PictureCover::Hull));
    hash.write(&match weight {
        PictureWeight::Cover => 0u8,
        PictureWeight::Pixels => 1,
        PictureWeight::Alpha => 2,
    });
    hash.write(&size);
    bytes.for_each(|bytes| hash.write_bytes(bytes));
    hash.finish()
}

impl HashState for ShapeCache {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.len());
        for (key, shape) in &self.shapes {
            hash.write(key);
            hash.write(&**shape);
        }
    }
}

impl SaveState for ShapeCache {
    fn save(&self, out: &mut StateWriter) {
        self.len().save(out);
        for (key, shape) in &self.shapes {
            key.save(out);
            shape.save(out);
        }
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let mut shapes = BTreeMap::new();
        for _ in 0..u32::restore(input)? {
            let key = u64::restore(input)?;
            shapes.insert(key, Arc::new(PictureShape::restore(input)?));
        }
        Ok(Self { shapes, traced: 0 })
    }
}
