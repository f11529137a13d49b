//! The common ground of glow, drop shadow and bevel: a soft silhouette beside the picture.

use crate::{Blur, Margin, Scratch, Surface, SurfaceError};
use motile_geom::{IVec2, Vec2, Vec2Ext, ivec2};

/// The offset of `distance` pixels at `angle` radians, in whole pixels; NaN counts as no offset.
pub(crate) fn whole_offset(distance: f32, angle: f32) -> IVec2 {
    let offset: Vec2 = Vec2::at_angle(angle) * distance;
    let whole = |x: f32| (x.clamp(-30_000.0, 30_000.0) + 0.5).floor() as i32;
    ivec2(whole(offset.x), whole(offset.y))
}

/// `round(alpha·strength)` held to 255, for every alpha; NaN counts as 0.
pub(crate) fn strength_table(strength: f32) -> [u32; 256] {
    core::array::from_fn(|alpha| u32::from((alpha as f32 * strength + 0.5) as u8))
}

/// A margin moved by an offset, with nothing cut off from the picture itself.
pub(crate) fn moved(margin: Margin, offset: IVec2) -> Margin {
    let side = |size: u32, shift: i32| (i64::from(size) + i64::from(shift)).max(0) as u32;
    Margin {
        left: side(margin.left, offset.x.saturating_neg()),
        top: side(margin.top, offset.y.saturating_neg()),
        right: side(margin.right, offset.x),
        bottom: side(margin.bottom, offset.y),
    }
}

/// The picture and its blurred silhouette, read at the pixels of a result with a margin around it.
pub(crate) struct Pair<'a> {
    picture: &'a Surface,
    soft: &'a Surface,
    /// Where the picture lies in the soft one.
    inset: IVec2,
}

impl Pair<'_> {
    /// The stored word of the picture at a place of the picture, 0 outside.
    #[inline(always)]
    fn word(&self, x: i32, y: i32) -> u32 {
        word_at(self.picture, x, y)
    }

    /// Alpha of the silhouette at a place of the picture, 0 outside.
    #[inline(always)]
    pub(crate) fn soft_alpha(&self, x: i32, y: i32) -> usize {
        let (x, y) = (x.saturating_add(self.inset.x), y.saturating_add(self.inset.y));
        (word_at(self.soft, x, y) >> 24) as usize
    }
}

#[inline(always)]
fn word_at(surface: &Surface, x: i32, y: i32) -> u32 {
    let inside = (x as u32) < surface.width() && (y as u32) < surface.height();
    if inside { surface.words()[y as usize * surface.width() as usize + x as usize] } else { 0 }
}

/// Runs `pixel` for every pixel of the result: it gets the pair, the place relative to the picture and the
/// picture's word there. On an opaque picture the result has its size and lies over black.
pub(crate) fn compose(
    picture: &Surface,
    target: &mut Surface,
    scratch: &mut Scratch,
    blur: &Blur,
    margin: Margin,
    pixel: impl Fn(&Pair<'_>, i32, i32, u32) -> u32,
) -> Result<(), SurfaceError> {
    let margin = if picture.is_opaque() { Margin::default() } else { margin };
    let (width, height) = margin.grown(picture)?;
    target.reshape(width, height, picture.is_opaque())?;
    let mut soft = scratch.take_soft();
    blur.spread_into(picture, &mut soft, scratch)?;
    let grown = blur.margin();
    let pair = Pair { picture, soft: &soft, inset: ivec2(grown.left as i32, grown.top as i32) };
    let forced = if picture.is_opaque() { 0xFF00_0000 } else { 0 };
    for (y, row) in
        (-(margin.top as i32)..).zip(target.words_mut().chunks_exact_mut(width as usize))
    {
        for (x, to) in (-(margin.left as i32)..).zip(row) {
            *to = pixel(&pair, x, y, pair.word(x, y)) | forced;
        }
    }
    scratch.give_soft(soft);
    Ok(())
}
