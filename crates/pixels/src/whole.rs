//! Blend modes that look at whole pictures: what is drawn becomes a picture first, unless it is one.

use crate::{BlendMode, PixelBlend, Surface, lanes};
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, IVec2, vec2};

/// Pixels of the largest picture that is made only to be blended. What is larger is cut to what shows.
const MOST: u64 = 1 << 24;

impl BlendMode {
    /// The rule of one's own that wants whole pictures, if it is one.
    #[inline]
    pub(crate) fn of_wholes(&self) -> Option<&dyn PixelBlend> {
        match self {
            Self::Custom(custom) if custom.needs_area() => Some(&**custom),
            _ => None,
        }
    }
}

impl Surface {
    /// Blends a picture with its corner at `at`, inside of `clip` only.
    pub(crate) fn blend_whole(
        &mut self,
        blend: &dyn PixelBlend,
        picture: &Self,
        at: IVec2,
        clip: IRect,
    ) {
        let clip = clip.intersect(self.bounds());
        let reached = IRect::new(at.x, at.y, picture.width(), picture.height()).intersect(clip);
        if reached.is_empty() {
            return;
        }
        blend.area(self, picture, at, clip);
        if self.is_opaque() {
            self.rows_in(reached).for_each(lanes::make_opaque);
        }
    }

    /// Blends what `draw` draws on a transparent picture of these bounds, whose corner it is told.
    pub(crate) fn blend_drawn(
        &mut self,
        blend: &dyn PixelBlend,
        bounds: IRect,
        clip: IRect,
        draw: impl FnOnce(&mut Self, IVec2),
    ) {
        let shown = bounds.intersect(clip).intersect(self.bounds());
        let bounds = if bounds.area() > MOST { shown } else { bounds };
        if shown.is_empty() {
            return;
        }
        let Ok(mut picture) = Self::new(bounds.width, bounds.height) else { return };
        draw(&mut picture, bounds.origin());
        self.blend_whole(blend, &picture, bounds.origin(), clip);
    }
}

/// The pixels that a part of a picture reaches under a transform, at most those within ±2³⁰.
pub(crate) fn reach(part: IRect, transform: &Affine2) -> IRect {
    const END: f32 = 1_073_741_824.0;
    let size = vec2(part.width as f32, part.height as f32);
    let device = transform.transform_aabb(Aabb::from_size(vec2(0.0, 0.0), size));
    let end = vec2(END, END);
    let min = device.min.floor().clamp(-end, end).as_ivec2();
    let max = device.max.ceil().clamp(-end, end).as_ivec2();
    IRect::new(min.x, min.y, max.x.abs_diff(min.x), max.y.abs_diff(min.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaMask, Blit, Color, DrawSettings, PaintRow, PixelPaint, Sampling};
    use motile_geom::ivec2;

    /// What lies one pixel to the right of each, of the drawing in red and of the backdrop in green; blue says where in the
    /// drawing it is.
    #[derive(Clone, Debug)]
    struct Shifted;

    impl PixelBlend for Shifted {
        fn row(&self, _: &mut [u32], _: &[u32], _: IVec2) {
            unreachable!("it wants whole pictures");
        }

        fn needs_area(&self) -> bool {
            true
        }

        fn area(&self, backdrop: &mut Surface, source: &Surface, at: IVec2, clip: IRect) {
            let before = backdrop.clone();
            let red = |s: &Surface, x, y| s.get(x, y).map_or(0, |c: Color| c.r);
            for y in 0..source.height() as i32 {
                for x in 0..source.width() as i32 {
                    let (to_x, to_y) = (at.x + x, at.y + y);
                    if clip.contains(to_x, to_y) {
                        let color = Color::rgba(
                            red(source, x + 1, y),
                            red(&before, to_x + 1, to_y),
                            (10 * x + y) as u8,
                            255,
                        );
                        backdrop.set(to_x, to_y, color);
                    }
                }
            }
        }
    }

    /// The column as red.
    #[derive(Clone, Debug)]
    struct Columns;

    impl PixelPaint for Columns {
        fn row(&self, row: PaintRow, out: &mut [u32]) {
            for (i, word) in out.iter_mut().enumerate() {
                *word = Color::rgb(row.position(i).x as u8, 0, 0).to_word();
            }
        }
    }

    fn ramp(width: u32, height: u32) -> Surface {
        let bytes = (0..width * height).flat_map(|i| [(i % width) as u8 + 100, 0, 0, 255]);
        Surface::from_rgba(width, height, &bytes.collect::<Vec<_>>()).unwrap()
    }

    fn stage() -> Surface {
        let mut stage = Surface::opaque(20, 6, Color::BLACK).unwrap();
        stage.blit(&ramp(20, 6), 0, 0);
        stage
    }

    fn expected(x: i32, y: i32, at: IVec2, width: i32) -> Color {
        let (u, v) = (x - at.x, y - at.y);
        let front = if u + 1 < width { u as u8 + 101 } else { 0 };
        let back = if x + 1 < 20 { x as u8 + 101 } else { 0 };
        Color::rgb(front, back, (10 * u + v) as u8)
    }

    #[test]
    fn shader_36_blits_are_blended_as_whole_pictures_wherever_they_are() {
        let mode = BlendMode::custom(Shifted);
        assert!(mode.needs_area() && !BlendMode::Multiply.needs_area());
        for at in [ivec2(3, 1), ivec2(-2, -1), ivec2(17, 4), ivec2(40, 0)] {
            let mut target = stage();
            target.blend(&ramp(5, 3), at.x, at.y, mode.clone());
            for (x, y) in (0..20).flat_map(|x| (0..6).map(move |y| (x, y))) {
                let inside = IRect::new(at.x, at.y, 5, 3).contains(x, y);
                let plain = Color::rgb(x as u8 + 100, 0, 0);
                let expected = if inside { expected(x, y, at, 5) } else { plain };
                assert_eq!(target.get(x, y), Some(expected), "{x} {y} at {at}");
            }
        }
    }

    #[test]
    fn shader_36_parts_flips_tints_masks_clips_and_paints_are_pictures_too() {
        let mode = BlendMode::custom(Shifted);
        let red = |target: &Surface, x, y| target.get(x, y).map(|c| c.r);
        let blit = Blit { source: Some(IRect::new(2, 0, 3, 2)), flip_x: true, ..Blit::default() };
        let mut target = stage();
        target.blit_with(&ramp(9, 2), 4, 1, &blit.clone().with_blend(mode.clone()));
        assert_eq!([4, 5, 6].map(|x| red(&target, x, 1)), [Some(103), Some(102), Some(0)]);
        let dark = Blit { tint: Color::rgb(0, 255, 255), ..Blit::default() };
        target.blit_with(&ramp(9, 2), 4, 1, &dark.with_blend(mode.clone()));
        assert_eq!(red(&target, 5, 1), Some(0));

        let mut target = stage();
        let half = Surface::filled(2, 2, Color::WHITE).unwrap();
        let plain = Blit::default().with_blend(mode.clone());
        target.blit_masked(&ramp(9, 2), 4, 1, &AlphaMask::new(&half), &plain);
        assert_eq!([4, 5].map(|x| red(&target, x, 1)), [Some(101), Some(0)]);

        let mut target = stage();
        let settings = DrawSettings {
            blit: plain.clone(),
            sampling: Sampling::Nearest,
            clip: Some(IRect::new(5, 0, 2, 6)),
            ..DrawSettings::default()
        };
        let twice = Affine2::from_translation(vec2(4.0, 1.0)) * Affine2::from_scale(vec2(2.0, 2.0));
        target.draw_with(&ramp(3, 2), &twice, &settings);
        assert_eq!([4, 5, 6, 7].map(|x| red(&target, x, 1)), [104, 101, 101, 107].map(Some));
        assert_eq!(
            target.get(5, 2).map(|c| c.b),
            Some(11),
            "counted from the corner of the drawing"
        );

        let mut target = stage();
        target.paint(IRect::new(-2, 1, 6, 2), &Columns, &Affine2::IDENTITY, &mode);
        assert_eq!([0, 3, 4].map(|x| red(&target, x, 1)), [Some(1), Some(0), Some(104)]);
        assert_eq!(target.get(0, 1).map(|c| c.b), Some(20), "the drawing begins outside");
    }

    #[test]
    fn huge_drawings_are_cut_to_what_shows() {
        let mut target = stage();
        let huge = Affine2::from_scale(vec2(1e8, 1e8));
        let blit = Blit::default().with_blend(BlendMode::custom(Shifted));
        assert!(target.draw(&ramp(3, 3), &huge, Sampling::Nearest, &blit));
        assert_eq!(target.get(3, 0).map(|c| c.r), Some(100));
    }
}
