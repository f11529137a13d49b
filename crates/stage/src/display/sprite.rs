//! Frames of a sprite sheet as content.

use crate::Image;
use motile_geom::{Aabb, IRect, Vec2};
use motile_pixels::{Sampling, SpriteFrame, SpriteSheet};
use std::sync::{Arc, OnceLock};

/// A picture with the [`SpriteSheet`] that says where its frames are, shared by any number of sprites.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Atlas, Sprite};
/// let atlas = Atlas::grid(Surface::filled(64, 32, Color::RED)?, 16, 16);
/// assert_eq!(atlas.len(), 8);
/// let hero = Sprite::new(&atlas, 5).at(100.0, 50.0);
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "sprite sheet")]
#[doc(alias = "texture atlas")]
#[derive(Clone, Debug)]
pub struct Atlas(Arc<AtlasParts>);

#[derive(Debug)]
struct AtlasParts {
    image: Image,
    sheet: SpriteSheet,
    /// Every frame as a picture of its own, made when first needed.
    cuts: Vec<OnceLock<Option<Image>>>,
}

impl Atlas {
    /// A picture and where its frames are. What lies outside the picture shows nothing.
    pub fn new(image: impl Into<Image>, sheet: SpriteSheet) -> Self {
        let cuts = sheet.frames.iter().map(|_| OnceLock::new()).collect();
        Self(Arc::new(AtlasParts { image: image.into(), sheet, cuts }))
    }

    /// Frames of equal size, row by row. A rest too small for a frame is left out, and a size of 0
    /// gives no frames.
    pub fn grid(image: impl Into<Image>, width: u32, height: u32) -> Self {
        let image = image.into();
        let sheet = SpriteSheet::grid(image.width(), image.height(), width, height);
        Self::new(image, sheet)
    }

    /// The whole picture.
    pub fn image(&self) -> &Image {
        &self.0.image
    }

    /// Where the frames are, and their tags.
    pub fn sheet(&self) -> &SpriteSheet {
        &self.0.sheet
    }

    /// Number of frames.
    pub fn len(&self) -> u32 {
        self.0.sheet.frames.len() as u32
    }

    /// Whether there are no frames.
    pub fn is_empty(&self) -> bool {
        self.0.sheet.frames.is_empty()
    }

    /// A frame; the number goes round. `None` only when there are no frames at all.
    pub fn frame(&self, frame: u32) -> Option<&SpriteFrame> {
        self.0.sheet.frames.get(frame.checked_rem(self.len())? as usize)
    }

    /// What a frame covers in the picture; the number goes round, and without frames it is empty.
    pub fn rect(&self, frame: u32) -> IRect {
        self.frame(frame).map_or(IRect::EMPTY, |frame| frame.rect)
    }

    /// A frame as a picture of its own, upright, cut out when first asked for; none when it is empty.
    pub(crate) fn cut(&self, frame: u32) -> Option<&Image> {
        let index = frame.checked_rem(self.len())? as usize;
        let frame = &self.0.sheet.frames[index];
        self.0.cuts[index].get_or_init(|| frame.cut(&self.0.image).map(Image::new)).as_ref()
    }
}

impl PartialEq for Atlas {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.image == other.0.image && self.0.sheet == other.0.sheet
    }
}

/// A frame of an [`Atlas`] as content.
#[doc(alias = "movie clip")]
#[doc(alias = "texture region")]
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// The frames.
    pub atlas: Atlas,
    /// Which frame shows; numbers beyond the last start again at the first.
    pub frame: u32,
    /// Which point of the untrimmed frame lies at the node's position, in parts of its size; the frame's
    /// own pivot when `None`.
    pub anchor: Option<Vec2>,
    /// How it is read when turned or scaled.
    pub sampling: Sampling,
}

impl Sprite {
    /// A frame with its pivot at the node's position, not smoothed: pixel art stays crisp.
    pub fn new(atlas: &Atlas, frame: u32) -> Self {
        Self { atlas: atlas.clone(), frame, anchor: None, sampling: Sampling::Nearest }
    }

    /// Puts another point of the untrimmed frame, in parts of its size, at the node's position.
    #[doc(alias = "pivot")]
    pub fn with_anchor(self, x: f32, y: f32) -> Self {
        Self { anchor: Some(Vec2::new(x, y)), ..self }
    }

    /// Chooses how it is read when turned or scaled: [`Sampling::Bilinear`] smooths, [`Sampling::Nearest`] keeps
    /// pixels crisp.
    pub fn with_sampling(self, sampling: Sampling) -> Self {
        Self { sampling, ..self }
    }

    /// The box of the untrimmed frame in the node's coordinates.
    pub fn bounds(&self) -> Aabb {
        let Some(frame) = self.atlas.frame(self.frame) else { return Aabb::EMPTY };
        let size = frame.size.as_vec2();
        Aabb::from_size(-self.anchor.unwrap_or(frame.pivot) * size, size)
    }

    /// The frame that shows and the box that its trimmed pixels cover in the node's coordinates.
    pub(crate) fn shown(&self) -> Option<(&SpriteFrame, Aabb)> {
        let frame = self.atlas.frame(self.frame)?;
        let corner = self.bounds().min + frame.offset.as_vec2();
        Some((frame, Aabb::from_size(corner, frame.trimmed_size().as_vec2())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{ivec2, uvec2, vec2};
    use motile_pixels::{Color, Surface};

    #[test]
    fn frames_are_cut_and_go_round() {
        let mut picture = Surface::new(40, 20).unwrap();
        picture.set(31, 11, Color::RED);
        let atlas = Atlas::grid(picture, 10, 10);
        assert_eq!(atlas.len(), 8);
        assert_eq!(atlas.frame(7).unwrap().rect, IRect::new(30, 10, 10, 10));
        assert_eq!(atlas.frame(15), atlas.frame(7));
        assert_eq!(atlas.cut(7).unwrap().get(1, 1), Some(Color::RED));
        let empty = Atlas::grid(Surface::new(4, 4).unwrap(), 0, 5);
        assert!(empty.is_empty() && empty.cut(3).is_none() && empty.frame(3).is_none());
        assert!(Sprite::new(&empty, 0).bounds().is_empty());
    }

    #[test]
    fn trimmed_frames_keep_their_place_in_the_whole() {
        let frame = SpriteFrame {
            offset: ivec2(5, 6),
            size: uvec2(20, 10),
            pivot: vec2(0.5, 1.0),
            ..SpriteFrame::new(IRect::new(0, 0, 4, 3))
        };
        let sheet = SpriteSheet { frames: vec![frame], tags: Vec::new() };
        let atlas = Atlas::new(Surface::new(8, 8).unwrap(), sheet);
        let sprite = Sprite::new(&atlas, 0);
        assert_eq!(sprite.bounds(), Aabb::new(vec2(-10.0, -10.0), vec2(10.0, 0.0)));
        let pixels = sprite.shown().unwrap().1;
        assert_eq!(pixels, Aabb::new(vec2(-5.0, -4.0), vec2(-1.0, -1.0)));
        assert_eq!(sprite.with_anchor(0.0, 0.0).shown().unwrap().1.min, vec2(5.0, 6.0));
    }
}
