//! Clips from the named runs of a sprite sheet.

use super::{Clip, Wrap};
use crate::{AnimError, Span, span::as_written};
use motile_pixels::{SpriteSheet, SpriteTag, TagRepeat};

impl From<TagRepeat> for Wrap {
    fn from(repeat: TagRepeat) -> Self {
        match repeat {
            TagRepeat::Loop => Self::Loop,
            TagRepeat::Once => Self::Once,
            TagRepeat::PingPong => Self::PingPong,
        }
    }
}

impl Clip {
    /// The clip that a tag of a sprite sheet describes: its frames in their order, each as long as the sheet says.
    ///
    /// ```
    /// use motile_anim::Clip;
    /// use motile_pixels::{SpriteSheet, SpriteTag};
    ///
    /// let mut sheet = SpriteSheet::grid(64, 32, 16, 16);
    /// sheet.frames.iter_mut().for_each(|frame| frame.duration = 0.1);
    /// sheet.tags.push(SpriteTag::new("walk", 4..8));
    /// let walk = Clip::from_sheet(&sheet, "walk")?;
    /// assert_eq!((walk.cells(), walk.duration()), (&[4, 5, 6, 7][..], 0.4));
    /// # Ok::<(), motile_anim::AnimError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`AnimError::UnknownClip`] when there is no such tag, [`AnimError::EmptyClip`] when it has no frames or the
    /// sheet does not say how long they are shown, [`AnimError::BadSheet`] when it names a frame that is not there.
    #[doc(alias = "sprite sheet animation")]
    pub fn from_sheet(sheet: &SpriteSheet, tag: &str) -> Result<Self, AnimError> {
        let found = sheet.tag(tag).ok_or_else(|| AnimError::UnknownClip(tag.to_owned()))?;
        Self::from_tag(sheet, found)
    }

    /// All clips of a sprite sheet, one for each of its tags, as a [`Machine`](crate::Machine) takes them.
    ///
    /// # Errors
    ///
    /// As [`Clip::from_sheet`].
    pub fn all_from_sheet(sheet: &SpriteSheet) -> Result<Vec<Self>, AnimError> {
        sheet.tags.iter().map(|tag| Self::from_tag(sheet, tag)).collect()
    }

    fn from_tag(sheet: &SpriteSheet, tag: &SpriteTag) -> Result<Self, AnimError> {
        let frame = |&cell: &u32| {
            let frame = sheet.frames.get(cell as usize).ok_or_else(|| AnimError::BadSheet {
                line: 0,
                column: 0,
                expected: format!("a frame {cell} for tag {:?}", tag.name),
            })?;
            Ok((cell, Span::secs(as_written(frame.duration))))
        };
        let frames: Vec<(u32, Span)> = tag.frames.iter().map(frame).collect::<Result<_, _>>()?;
        Self::new(&tag.name, tag.repeat.into(), frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_cannot_be_played_say_why() {
        let mut sheet = SpriteSheet::grid(20, 10, 10, 10);
        sheet.tags.extend([SpriteTag::new("still", 0..2), SpriteTag::new("far", [5])]);
        assert_eq!(Clip::from_sheet(&sheet, "still").err(), Some(AnimError::EmptyClip));
        sheet.frames.iter_mut().for_each(|frame| frame.duration = 0.25);
        assert_eq!(Clip::from_sheet(&sheet, "still").map(|clip| clip.duration()), Ok(0.5));
        assert!(matches!(Clip::from_sheet(&sheet, "far"), Err(AnimError::BadSheet { .. })));
        assert_eq!(Clip::from_sheet(&sheet, "no").err(), Some(AnimError::UnknownClip("no".into())));
        assert!(Clip::all_from_sheet(&sheet).is_err());
        sheet.tags.pop();
        sheet.tags[0].repeat = TagRepeat::PingPong;
        assert_eq!(Clip::all_from_sheet(&sheet).map(|clips| clips[0].wrap), Ok(Wrap::PingPong));
    }
}
