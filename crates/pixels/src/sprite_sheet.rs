//! Sprite sheets: where the frames of a picture are, and which of them belong together.

use crate::Surface;
use motile_geom::{IRect, IVec2, UVec2, Vec2, ivec2};

/// Where the frames of a picture are, and the named runs of them: what sprite editors and packers export.
/// Plain data without the picture itself.
///
/// ```
/// use motile_pixels::{IRect, SpriteSheet, SpriteTag};
/// let mut sheet = SpriteSheet::grid(64, 32, 16, 16);
/// sheet.tags.push(SpriteTag::new("walk", 4..8));
/// assert_eq!(sheet.frames.len(), 8);
/// assert_eq!(sheet.frames[5].rect, IRect::new(16, 16, 16, 16));
/// assert_eq!(sheet.tag("walk").map(|tag| tag.frames.len()), Some(4));
/// ```
#[doc(alias = "atlas")]
#[doc(alias = "texture atlas")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpriteSheet {
    /// The frames in the order of the file; tags count them from 0.
    pub frames: Vec<SpriteFrame>,
    /// Named runs of frames: animations.
    pub tags: Vec<SpriteTag>,
}

/// A frame of a [`SpriteSheet`].
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteFrame {
    /// Its name in the file; may be empty.
    pub name: String,
    /// What it covers in the picture, pixels.
    pub rect: IRect,
    /// Whether it lies in the picture turned a quarter clockwise, as packers do to save space.
    pub rotated: bool,
    /// Where its pixels belong in the untrimmed frame, from the top left corner of that.
    pub offset: IVec2,
    /// Width and height of the untrimmed frame, pixels.
    pub size: UVec2,
    /// The point that is placed and turned about, in parts of the untrimmed size: (0, 0) is the top left
    /// corner, (0.5, 0.5) the center.
    pub pivot: Vec2,
    /// How long it is shown, seconds; 0 when the file does not say.
    pub duration: f32,
}

/// A named run of frames of a [`SpriteSheet`].
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteTag {
    /// Its name.
    pub name: String,
    /// The frames in the order in which they are shown.
    pub frames: Vec<u32>,
    /// What comes after the last one.
    pub repeat: TagRepeat,
}

/// What comes after the last frame of a [`SpriteTag`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TagRepeat {
    /// The first one.
    #[default]
    Loop,
    /// Nothing: the last one is held.
    Once,
    /// The way back, and so on.
    PingPong,
}

impl SpriteSheet {
    /// Frames at the given places, untrimmed, with their pivot in the center.
    pub fn new(places: impl IntoIterator<Item = IRect>) -> Self {
        Self { frames: places.into_iter().map(SpriteFrame::new).collect(), tags: Vec::new() }
    }

    /// Frames of equal size, row by row, in a picture of `width`×`height` pixels. A rest too small for a
    /// frame is left out, and a frame with a side of 0 gives none.
    pub fn grid(width: u32, height: u32, frame_width: u32, frame_height: u32) -> Self {
        let (columns, rows) = match (frame_width, frame_height) {
            (0, _) | (_, 0) => (0, 0),
            _ => (width / frame_width, height / frame_height),
        };
        let place = |index: u32| {
            let (x, y) = (index % columns * frame_width, index / columns * frame_height);
            IRect::new(x as i32, y as i32, frame_width, frame_height)
        };
        Self::new((0..columns * rows).map(place))
    }

    /// The number of the first frame with this name.
    pub fn frame(&self, name: &str) -> Option<u32> {
        self.frames.iter().position(|frame| frame.name == name).map(|index| index as u32)
    }

    /// The first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&SpriteTag> {
        self.tags.iter().find(|tag| tag.name == name)
    }
}

impl SpriteFrame {
    /// An upright, untrimmed frame with its pivot in the center.
    pub const fn new(rect: IRect) -> Self {
        Self {
            name: String::new(),
            rect,
            rotated: false,
            offset: IVec2::ZERO,
            size: UVec2::new(rect.width, rect.height),
            pivot: Vec2::splat(0.5),
            duration: 0.0,
        }
    }

    /// Width and height of its pixels as they are shown, upright and trimmed.
    pub const fn trimmed_size(&self) -> UVec2 {
        let IRect { width, height, .. } = self.rect;
        if self.rotated { UVec2::new(height, width) } else { UVec2::new(width, height) }
    }

    /// Its pixels, upright, cut out of the picture; `None` when the frame lies outside. Where only a part
    /// lies outside, that part is cut off. Allocates.
    pub fn cut(&self, picture: &Surface) -> Option<Surface> {
        let part = picture.region(self.rect.intersect(picture.bounds())).ok()?;
        if !self.rotated {
            return Some(part);
        }
        let (width, height) = (part.height(), part.width());
        let mut upright = part.same_kind(width, height).ok()?;
        let stride = part.width() as usize;
        for (index, word) in upright.words_mut().iter_mut().enumerate() {
            let (x, y) = (index % width as usize, index / width as usize);
            // A quarter turn clockwise took (x, y) to (height − 1 − y, x).
            *word = part.words()[x * stride + (height as usize - 1 - y)];
        }
        Some(upright)
    }

    /// Where the trimmed pixels begin, from the pivot, pixels.
    pub fn corner(&self) -> Vec2 {
        self.offset.as_vec2() - self.pivot * self.size.as_vec2()
    }

    /// Whether the pixels fill the whole untrimmed frame.
    pub fn is_whole(&self) -> bool {
        self.offset == ivec2(0, 0) && self.size == self.trimmed_size()
    }
}

impl SpriteTag {
    /// A run of frames that loops.
    pub fn new(name: impl Into<String>, frames: impl IntoIterator<Item = u32>) -> Self {
        Self { name: name.into(), frames: frames.into_iter().collect(), repeat: TagRepeat::Loop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use motile_geom::uvec2;

    #[test]
    fn a_turned_frame_comes_out_upright() {
        // Upright it is 2 wide and 3 high with a red top left corner; it lies 3 wide and 2 high, and the
        // corner came to the top right.
        let mut picture = Surface::new(8, 8).unwrap();
        picture.set(3 + 2, 4, Color::RED);
        picture.set(3, 5, Color::BLUE);
        let frame = SpriteFrame { rotated: true, ..SpriteFrame::new(IRect::new(3, 4, 3, 2)) };
        assert_eq!(frame.trimmed_size(), uvec2(2, 3));
        let cut = frame.cut(&picture).unwrap();
        assert_eq!((cut.width(), cut.height()), (2, 3));
        assert_eq!(cut.get(0, 0), Some(Color::RED));
        assert_eq!(cut.get(1, 2), Some(Color::BLUE));
    }

    #[test]
    fn grids_leave_out_the_rest() {
        assert_eq!(SpriteSheet::grid(35, 20, 10, 10).frames.len(), 6);
        assert!(SpriteSheet::grid(4, 4, 0, 5).frames.is_empty());
        assert!(
            SpriteFrame::new(IRect::new(90, 0, 5, 5)).cut(&Surface::new(9, 9).unwrap()).is_none()
        );
    }

    #[test]
    fn frames_and_tags_are_found_by_name() {
        let mut sheet = SpriteSheet::grid(20, 10, 10, 10);
        sheet.frames[1].name = "b".into();
        sheet.tags.push(SpriteTag::new("blink", [1, 0, 1]));
        assert_eq!((sheet.frame("b"), sheet.frame("c")), (Some(1), None));
        assert_eq!(sheet.tag("blink").unwrap().frames, [1, 0, 1]);
        assert!(sheet.tag("fly").is_none());
    }
}
