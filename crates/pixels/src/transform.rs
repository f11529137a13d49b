//! Pictures drawn through an affine transform, by nearest or bilinear samples.

use crate::{
    BlendMode, Blit, Color, ColorTransform, Surface, blend::blend_row, blit::CHUNK,
    color_transform::transform_row, over, surface::word, whole,
};
use core::ops::Range;
use motile_geom::{Affine2, Affine2Ext, IRect, ivec2};

/// How a transformed picture is read between its pixels.
#[doc(alias = "smoothing")]
#[doc(alias = "interpolation")]
#[doc(alias = "texture filter")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// The pixel whose area the sample falls into: hard edges, exact for pixel art.
    Nearest,
    /// The four pixels around the sample, weighted in steps of 1/256 on premultiplied values; the
    /// picture's rim fades over one pixel.
    #[default]
    Bilinear,
}

/// All that [`Surface::draw_with`] can change on the way of a picture to a surface. The default draws it smoothly as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawSettings {
    /// Part, tint, flips and blend mode.
    pub blit: Blit,
    /// How the picture is read between its pixels.
    pub sampling: Sampling,
    /// The only pixels of the surface that may change; all when `None`.
    pub clip: Option<IRect>,
    /// Factors and offsets of the colors, applied to every sample after the tint: with an offset of alpha also to
    /// transparent pixels of the picture.
    pub color: Option<ColorTransform>,
}

impl Surface {
    /// Draws a picture whose top left corner is the origin of `transform`, with everything [`Blit`]
    /// offers. A transform that only moves by whole pixels is an ordinary blit, byte for byte; one that
    /// flattens the picture draws nothing.
    ///
    /// Pixels whose center maps into the picture are drawn. There is no averaging: below half size
    /// some pixels of the picture are passed over. Allocates nothing.
    ///
    /// ```
    /// use motile_pixels::{Blit, Color, Sampling, Surface, math::{Affine2, vec2}};
    /// let dot = Surface::filled(1, 1, Color::RED)?;
    /// let mut picture = Surface::new(8, 8)?;
    /// let enlarge = Affine2::from_scale_angle_translation(vec2(4.0, 4.0), 0.0, vec2(2.0, 2.0));
    /// picture.draw(&dot, &enlarge, Sampling::Nearest, &Blit::default());
    /// assert_eq!(picture.get(5, 5), Some(Color::RED));
    /// assert_eq!(picture.get(6, 5), Some(Color::TRANSPARENT));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    ///
    /// Under a transform that holds a NaN or an infinity nothing is drawn, and the answer is false.
    pub fn draw(
        &mut self,
        picture: &Self,
        transform: &Affine2,
        sampling: Sampling,
        blit: &Blit,
    ) -> bool {
        if !transform.is_finite() {
            return false;
        }
        if let Some(offset) = transform.as_whole_translation() {
            self.blit_with(picture, offset.x, offset.y, blit);
        } else {
            self.draw_sampled(picture, transform, (sampling, blit), self.bounds(), None);
        }
        true
    }

    /// Draws a picture through a transform, within a rectangle of this surface and with its colors changed on the way:
    /// [`Surface::draw`] with everything that can be set. Allocates nothing.
    ///
    /// ```
    /// use motile_pixels::{Color, ColorTransform, DrawSettings, IRect, Surface, math::Affine2};
    /// let gray = Surface::filled(8, 8, Color::rgb(100, 100, 100))?;
    /// let mut picture = Surface::new(8, 8)?;
    /// let warm = ColorTransform { offset: [50.0, 0.0, -50.0, 0.0], ..ColorTransform::default() };
    /// let settings = DrawSettings { clip: Some(IRect::new(0, 0, 4, 8)), color: Some(warm), ..DrawSettings::default() };
    /// picture.draw_with(&gray, &Affine2::IDENTITY, &settings);
    /// assert_eq!(picture.get(3, 0), Some(Color::rgb(150, 100, 50)));
    /// assert_eq!(picture.get(4, 0), Some(Color::TRANSPARENT));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    ///
    /// Under a transform that holds a NaN or an infinity nothing is drawn, and the answer is false.
    pub fn draw_with(
        &mut self,
        picture: &Self,
        transform: &Affine2,
        settings: &DrawSettings,
    ) -> bool {
        let DrawSettings { ref blit, sampling, clip, color } = *settings;
        if clip.is_none() && color.is_none() {
            return self.draw(picture, transform, sampling, blit);
        }
        if !transform.is_finite() {
            return false;
        }
        let clip = clip.unwrap_or(self.bounds()).intersect(self.bounds());
        // Smooth samples at whole pixels are the pixels, and a rim that the colors could make visible.
        let whole = transform.as_whole_translation().is_some();
        let sampling = if whole { Sampling::Nearest } else { sampling };
        self.draw_sampled(picture, transform, (sampling, blit), clip, color.as_ref());
        true
    }

    /// Draws sample by sample within `clip`, which lies inside this surface.
    fn draw_sampled(
        &mut self,
        picture: &Self,
        transform: &Affine2,
        (sampling, blit): (Sampling, &Blit),
        clip: IRect,
        color: Option<&ColorTransform>,
    ) {
        let part = blit.source.unwrap_or(picture.bounds());
        if let Some(blend) = blit.blend.of_wholes() {
            let bounds = whole::reach(part, transform);
            return self.blend_drawn(blend, bounds, clip, |target, corner| {
                let normal = blit.clone().with_blend(BlendMode::Normal);
                let moved = Affine2::from_translation(-corner.as_vec2()) * *transform;
                let area = target.bounds();
                target.draw_sampled(picture, &moved, (sampling, &normal), area, color);
            });
        }
        let inside = part.intersect(picture.bounds());
        let Some(map) = Map::new(transform, part, inside, blit, sampling) else { return };
        if inside.is_empty() {
            return;
        }
        let tables = color.map(ColorTransform::tables);
        let opaque = self.is_opaque();
        let (left, top) = (clip.x as usize, clip.y as usize);
        let right = left + clip.width as usize;
        for (y, row) in (top..).zip(self.rows_in(IRect::new(0, clip.y, u32::MAX, clip.height))) {
            let (start, step) = map.row(y);
            let reach = covered(start.0, step.0, map.limit.0, right).intersection(&covered(
                start.1,
                step.1,
                map.limit.1,
                right,
            ));
            let reach = reach.start.max(left)..reach.end.max(left);
            let reach = reach.start.min(reach.end)..reach.end;
            let mut at = (
                start.0.wrapping_add(step.0.wrapping_mul(reach.start as i64)),
                start.1.wrapping_add(step.1.wrapping_mul(reach.start as i64)),
            );
            let mut place = ivec2(reach.start as i32, y as i32);
            for target in row[reach].chunks_mut(CHUNK) {
                let mut buffer = [0; CHUNK];
                let samples = &mut buffer[..target.len()];
                match sampling {
                    Sampling::Nearest => nearest(samples, picture, inside, &mut at, step),
                    Sampling::Bilinear if UPRIGHT && step.1 == 0 && fits_columns(step.0) => {
                        bilinear_upright(samples, picture, inside, &mut at, step.0);
                    }
                    Sampling::Bilinear => bilinear(samples, picture, inside, &mut at, step),
                }
                if blit.tint != Color::WHITE {
                    over::modulate_row(samples, word(blit.tint));
                }
                if let Some(tables) = &tables {
                    transform_row(samples, tables, false);
                }
                blend_row(&blit.blend, target, samples, opaque, place);
                place.x += target.len() as i32;
            }
        }
    }
}

/// Fraction bits of a source coordinate.
const FRACTION: u32 = 32;
const ONE: i64 = 1 << FRACTION;

/// From target pixels back to source coordinates.
struct Map {
    /// u = a·x + b·y + c and v likewise, at pixel centers, in source pixels.
    u: [f64; 3],
    v: [f64; 3],
    /// Source coordinates run from 0 (inclusive) to these (exclusive), in fixed point.
    limit: (i64, i64),
}

impl Map {
    /// `None` when the transform flattens the plane.
    fn new(
        transform: &Affine2,
        part: IRect,
        inside: IRect,
        blit: &Blit,
        sampling: Sampling,
    ) -> Option<Self> {
        let [a, b, c, d, tx, ty] = transform.to_cols_array().map(f64::from);
        let determinant = a * d - b * c;
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let (ux, uy) = (d / determinant, -c / determinant);
        let (vx, vy) = (-b / determinant, a / determinant);
        // Centers of target pixels lie at + 0.5; the samples of the bilinear rule at − 0.5 of the
        // source, and its rim reaches half a pixel further: both are one shift of the range.
        let rim = if sampling == Sampling::Bilinear { 0.5 } else { 0.0 };
        let (x, y) = (0.5 - tx, 0.5 - ty);
        let mut u = [ux, uy, ux * x + uy * y];
        let mut v = [vx, vy, vx * x + vy * y];
        for (axis, flip, length) in
            [(&mut u, blit.flip_x, part.width), (&mut v, blit.flip_y, part.height)]
        {
            if flip {
                *axis = [-axis[0], -axis[1], f64::from(length) - axis[2]];
            }
        }
        // The part may begin outside the picture; samples count from where it exists.
        u[2] += rim - (f64::from(inside.x) - f64::from(part.x));
        v[2] += rim - (f64::from(inside.y) - f64::from(part.y));
        let extent = |length: u32| (i64::from(length) << FRACTION) + (2.0 * rim) as i64 * ONE;
        (u.iter().chain(&v).all(|x| x.is_finite())).then(|| Self {
            u,
            v,
            limit: (extent(inside.width), extent(inside.height)),
        })
    }

    /// Source coordinates of the first pixel of a row and the step to the next, in fixed point.
    fn row(&self, y: usize) -> ((i64, i64), (i64, i64)) {
        let y = y as f64;
        let start = |axis: &[f64; 3]| fixed(axis[1] * y + axis[2]);
        ((start(&self.u), start(&self.v)), (fixed(self.u[0]), fixed(self.v[0])))
    }
}

/// Fixed point, held far inside `i64`.
fn fixed(x: f64) -> i64 {
    let far = (1u64 << 61) as f64;
    (x * ONE as f64).clamp(-far, far).floor() as i64
}

/// The indices i in 0…count − 1 with 0 ≤ start + i·step < limit. Found once a row, so that no sample has to be asked
/// whether it is inside; in 128 bits, where no product of the fixed-point numbers overflows.
fn covered(start: i64, step: i64, limit: i64, count: usize) -> Span {
    let (start, step, limit) = (i128::from(start), i128::from(step), i128::from(limit));
    let (first, end) = match step {
        0 if (0..limit).contains(&start) => (0, count as i128),
        0 => (0, 0),
        1.. => (div_ceil(-start, step), div_ceil(limit - start, step)),
        _ => ((start - limit).div_euclid(-step) + 1, start.div_euclid(-step) + 1),
    };
    let count = count as i128;
    Span(first.clamp(0, count) as usize..end.clamp(0, count) as usize)
}

fn div_ceil(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}

/// A range of indices, possibly backwards when empty.
struct Span(Range<usize>);

impl Span {
    fn intersection(&self, other: &Self) -> Range<usize> {
        let start = self.0.start.max(other.0.start);
        start..self.0.end.min(other.0.end).max(start)
    }
}

fn nearest(
    samples: &mut [u32],
    picture: &Surface,
    inside: IRect,
    at: &mut (i64, i64),
    step: (i64, i64),
) {
    let stride = picture.width() as usize;
    let words = &picture.words()[inside.y as usize * stride + inside.x as usize..];
    for sample in samples {
        *sample = words[(at.1 >> FRACTION) as usize * stride + (at.0 >> FRACTION) as usize];
        *at = (at.0.wrapping_add(step.0), at.1.wrapping_add(step.1));
    }
}

fn bilinear(
    samples: &mut [u32],
    picture: &Surface,
    inside: IRect,
    at: &mut (i64, i64),
    step: (i64, i64),
) {
    let stride = picture.width() as usize;
    let words = &picture.words()[inside.y as usize * stride + inside.x as usize..];
    let (width, height) = (i64::from(inside.width), i64::from(inside.height));
    for sample in samples {
        // The range is shifted by one pixel: index 0 is the invisible pixel before the first.
        let (x, y) = ((at.0 >> FRACTION) - 1, (at.1 >> FRACTION) - 1);
        let corners = if x >= 0 && y >= 0 && x + 1 < width && y + 1 < height {
            let index = y as usize * stride + x as usize;
            let (top, bottom) =
                (&words[index..index + 2], &words[index + stride..index + stride + 2]);
            [top[0], top[1], bottom[0], bottom[1]]
        } else {
            let pixel = |x: i64, y: i64| {
                let exists = (0..width).contains(&x) && (0..height).contains(&y);
                if exists { words[y as usize * stride + x as usize] } else { 0 }
            };
            [pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1)]
        };
        *sample = mix_corners(corners, share(at.0), share(at.1));
        *at = (at.0.wrapping_add(step.0), at.1.wrapping_add(step.1));
    }
}

/// Whether pictures that are not turned have a loop of their own; the same pixels come out of either. Pages go without: it takes a
/// five-hundredth of a small one.
const UPRIGHT: bool = !cfg!(target_arch = "wasm32");

/// Whether samples are at most a column of the picture apart.
fn fits_columns(step: i64) -> bool {
    step.unsigned_abs() <= ONE as u64
}

/// [`bilinear`] for a picture that is not turned and at least as large as it is: all samples of a row lie between the same two lines, which
/// are mixed once for each column and not for each sample.
fn bilinear_upright(
    samples: &mut [u32],
    picture: &Surface,
    inside: IRect,
    at: &mut (i64, i64),
    step: i64,
) {
    let stride = picture.width() as usize;
    let words = &picture.words()[inside.y as usize * stride + inside.x as usize..];
    let (width, height) = (i64::from(inside.width), i64::from(inside.height));
    let (y, down) = ((at.1 >> FRACTION) - 1, share(at.1));
    let line = |y: i64| (0..height).contains(&y).then(|| &words[y as usize * stride..]);
    let (above, below) = (line(y), line(y + 1));
    let last = at.0.wrapping_add(step.wrapping_mul(samples.len() as i64 - 1));
    let first = (at.0.min(last) >> FRACTION) - 1;
    // A sample lies between two columns, and the next one at most a column further.
    let mut columns = [[0; 2]; CHUNK + 2];
    for (column, x) in columns.iter_mut().zip(first..).take(samples.len() + 1) {
        if (0..width).contains(&x) {
            let pixel = |line: Option<&[u32]>| sums(line.map_or(0, |line| line[x as usize]));
            *column = between(pixel(above), pixel(below), down);
        }
    }
    for sample in samples {
        let x = ((at.0 >> FRACTION) - 1 - first) as usize;
        *sample = rounded(between(columns[x], columns[x + 1], share(at.0)));
        at.0 = at.0.wrapping_add(step);
    }
}

/// The part of a coordinate after the point, in 1/256.
#[inline(always)]
fn share(at: i64) -> u64 {
    (at >> (FRACTION - 8)) as u64 & 255
}

/// Top left, top right, bottom left, bottom right, weighted by 1/256 steps, rounded to nearest.
#[inline(always)]
fn mix_corners(corners: [u32; 4], across: u64, down: u64) -> u32 {
    let [a, b, c, d] = corners.map(sums);
    rounded(between(between(a, b, across), between(c, d, across), down))
}

/// The channels of a pixel, two in each number with 32 bits for each: no sum of weighted ones reaches the next.
type Sums = [u64; 2];

/// Where two channels are in a number.
const CHANNELS: u64 = 0x0000_00FF_0000_00FF;

#[inline(always)]
fn sums(word: u32) -> Sums {
    let (even, odd) = (u64::from(word), u64::from(word >> 8));
    [(even | (even << 16)) & CHANNELS, (odd | (odd << 16)) & CHANNELS]
}

/// From one to the other by a share of 1/256, without rounding: sums grow by eight bits.
#[inline(always)]
fn between(a: Sums, b: Sums, share: u64) -> Sums {
    let rest = 256 - share;
    [a[0] * rest + b[0] * share, a[1] * rest + b[1] * share]
}

/// The pixel of sums that are 65,536 times its channels, rounded to nearest.
#[inline(always)]
fn rounded([even, odd]: Sums) -> u32 {
    const HALF: u64 = CHANNELS / 255 * 0x8000;
    let [even, odd] = [even, odd].map(|sums| {
        let bytes = ((sums + HALF) >> 16) & CHANNELS;
        (bytes | (bytes >> 16)) as u32
    });
    even | (odd << 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, is_well_formed};
    use motile_geom::{Vec2, vec2};
    use proptest::prelude::*;

    fn gradient(width: u32, height: u32) -> Surface {
        let mut surface = Surface::new(width, height).unwrap();
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                surface.set(x, y, Color::rgb(x as u8 * 10, y as u8 * 10, 77));
            }
        }
        surface
    }

    #[test]
    fn input_27_the_mirror_matrix_flips_columns() {
        let picture = gradient(7, 3);
        let mut mirrored = Surface::new(7, 3).unwrap();
        let matrix = Affine2::from_classic(-1.0, 0.0, 0.0, 1.0, 7.0, 0.0);
        mirrored.draw(&picture, &matrix, Sampling::Nearest, &Blit::default());
        for x in 0..7 {
            assert_eq!(mirrored.get(6 - x, 1), picture.get(x, 1));
        }
    }

    #[test]
    fn quarter_turns_and_whole_scales_are_exact() {
        let picture = gradient(4, 3);
        let mut turned = Surface::new(3, 4).unwrap();
        let turn = Affine2::from_classic(0.0, 1.0, -1.0, 0.0, 3.0, 0.0);
        turned.draw(&picture, &turn, Sampling::Nearest, &Blit::default());
        for y in 0..3 {
            for x in 0..4 {
                assert_eq!(turned.get(2 - y, x), picture.get(x, y));
            }
        }
        let mut large = Surface::new(12, 9).unwrap();
        let scale = Affine2::from_scale(Vec2::splat(3.0));
        large.draw(&picture, &scale, Sampling::Nearest, &Blit::default());
        for y in 0..9 {
            for x in 0..12 {
                assert_eq!(large.get(x, y), picture.get(x / 3, y / 3));
            }
        }
    }

    #[test]
    fn samples_of_an_upright_row_are_those_of_any_other() {
        let mut picture = Surface::new(23, 9).unwrap();
        crate::classic::fill_noise(&mut picture, 5, 0, 255, [true; 4], false);
        for (inside, start, step) in [
            (picture.bounds(), (5, 3 * ONE + ONE / 3), ONE / 3),
            (picture.bounds(), (ONE / 7, ONE / 9), ONE),
            (picture.bounds(), (20 * ONE, 9 * ONE + 77), -ONE / 5),
            (IRect::new(3, 2, 11, 5), (ONE / 2, 5 * ONE), ONE / 13),
            (IRect::new(3, 2, 1, 1), (ONE / 2, ONE / 3), ONE / 60),
        ] {
            let (mut quick, mut plain) = ([0; 61], [0; 61]);
            let most = i64::from(inside.width + 1) * ONE;
            let count =
                if step > 0 { (most - start.0 - 1) / step + 1 } else { start.0 / -step + 1 };
            let count = count.min(61) as usize;
            let (mut at, mut same) = (start, start);
            bilinear_upright(&mut quick[..count], &picture, inside, &mut at, step);
            bilinear(&mut plain[..count], &picture, inside, &mut same, (step, 0));
            assert_eq!((quick, at), (plain, same), "{inside:?} {step}");
        }
    }

    #[test]
    fn corners_are_mixed_as_their_weights_say() {
        let corners: [u32; 4] = [0xFF_FF_FF_FF, 0x80_01_40_7F, 0, 0xC0_C0_00_01];
        for (across, down) in [(0u64, 0u64), (255, 255), (128, 3), (77, 200)] {
            let weights = [(256 - across) * (256 - down), across * (256 - down)];
            let weights = [weights[0], weights[1], (256 - across) * down, across * down];
            let bytes = [0, 1, 2, 3].map(|i| {
                let terms = corners.iter().zip(weights);
                let sum: u64 = terms.map(|(c, w)| u64::from(c.to_le_bytes()[i]) * w).sum();
                ((sum + 32_768) >> 16) as u8
            });
            assert_eq!(mix_corners(corners, across, down), u32::from_le_bytes(bytes));
        }
    }

    #[test]
    fn half_a_pixel_to_the_right_mixes_neighbors() {
        let mut picture = Surface::new(2, 1).unwrap();
        picture.set(0, 0, Color::rgb(100, 0, 0));
        picture.set(1, 0, Color::rgb(200, 0, 0));
        let mut target = Surface::new(4, 1).unwrap();
        let shift = Affine2::from_translation(vec2(0.5, 0.0));
        target.draw(&picture, &shift, Sampling::Bilinear, &Blit::default());
        let bytes: Vec<_> = target.bytes().chunks(4).map(|p| (p[0], p[3])).collect();
        assert_eq!(bytes, [(50, 128), (150, 255), (100, 128), (0, 0)]);
    }

    #[test]
    fn bad_transforms_are_refused_and_flat_ones_draw_nothing() {
        let picture = gradient(4, 4);
        let mut target = Surface::new(4, 4).unwrap();
        for bad in [f32::NAN, f32::INFINITY] {
            let transform = Affine2::from_scale(vec2(bad, 1.0));
            for sampling in [Sampling::Nearest, Sampling::Bilinear] {
                assert!(!target.draw(&picture, &transform, sampling, &Blit::default()));
            }
        }
        for scale in [vec2(0.0, 1.0), vec2(1e-30, 1e-30), vec2(1e38, 1e38), vec2(-1e38, 1e-38)] {
            let transform = Affine2::from_scale(scale);
            assert!(target.draw(&picture, &transform, Sampling::Bilinear, &Blit::default()));
        }
        assert!(target.words().iter().all(|w| lanes_ok(*w)));
    }

    fn lanes_ok(word: u32) -> bool {
        let [r, g, b, a] = word.to_le_bytes();
        r <= a && g <= a && b <= a
    }

    /// Sample by sample in floating point. Pixels whose sample lies on a border between two pixels of the
    /// picture are taken from `drawn`: either neighbor is right there.
    fn slow_nearest(target: &mut Surface, picture: &Surface, transform: &Affine2, drawn: &Surface) {
        let Some(inverse) = transform.as_daffine2().checked() else { return };
        for y in 0..target.height() as i32 {
            for x in 0..target.width() as i32 {
                let center = motile_geom::glam::dvec2(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let at = inverse.transform_point2(center);
                if (at - at.round()).abs().min_element() < 1e-6 {
                    target.copy(drawn, IRect::new(x, y, 1, 1), x, y);
                } else if let Some(color) = picture.get(at.x.floor() as i32, at.y.floor() as i32) {
                    target.blit(&Surface::filled(1, 1, color).unwrap(), x, y);
                }
            }
        }
    }

    trait Checked: Sized {
        fn checked(self) -> Option<Self>;
    }

    impl Checked for motile_geom::glam::DAffine2 {
        fn checked(self) -> Option<Self> {
            (self.matrix2.determinant() != 0.0).then(|| self.inverse())
        }
    }

    proptest! {
        #[test]
        fn nearest_agrees_with_single_samples(
            mut target in any_surface(12), picture in any_surface(12),
            numbers in prop::array::uniform6(-8..8i32),
        ) {
            let [a, b, c, d, tx, ty] = numbers.map(|n| n as f32 * 0.37 + 0.0131);
            let transform = Affine2::from_classic(a, b, c, d, tx, ty);
            prop_assume!(transform.matrix2.determinant().abs() > 1e-3);
            let mut expected = target.clone();
            target.draw(&picture, &transform, Sampling::Nearest, &Blit::default());
            slow_nearest(&mut expected, &picture, &transform, &target);
            prop_assert_eq!(target.words(), expected.words());
        }

        #[test]
        fn any_finite_transform_draws_or_not_without_panic(
            mut target in any_surface(9), picture in any_surface(9),
            numbers in prop::array::uniform6(prop_oneof![-4f32..4.0, any::<f32>()]),
            source in prop::option::of(crate::testing::rects()), flip_x: bool, flip_y: bool, smooth: bool,
        ) {
            let [a, b, c, d, tx, ty] = numbers;
            let transform = Affine2::from_classic(a, b, c, d, tx, ty);
            let sampling = if smooth { Sampling::Bilinear } else { Sampling::Nearest };
            let blit = Blit { source, flip_x, flip_y, ..Blit::default() };
            let drawn = target.draw(&picture, &transform, sampling, &blit);
            prop_assert_eq!(drawn, transform.is_finite());
            prop_assert!(is_well_formed(&target));
        }

        #[test]
        fn clips_and_colors_agree_with_a_drawing_of_the_changed_picture(
            target in any_surface(12), picture in any_surface(12), clip in prop::option::of(crate::testing::rects()),
            numbers in prop::array::uniform6(-8..8i32), whole: bool, flip_x: bool, flip_y: bool,
            factor in prop::array::uniform4(-2.0..3.0f32), offset in prop::array::uniform4(-255.0..255.0f32),
        ) {
            let [a, b, c, d, tx, ty] = numbers.map(|n| n as f32 * 0.37 + 0.0131);
            let transform = if whole {
                Affine2::from_translation(vec2(numbers[0] as f32, numbers[1] as f32))
            } else {
                Affine2::from_classic(a, b, c, d, tx, ty)
            };
            let color = ColorTransform { factor, offset };
            let blit = Blit { flip_x, flip_y, ..Blit::default() };
            // Nearest samples are pixels of the picture: it may as well be changed before.
            let mut changed = Surface::new(picture.width(), picture.height()).unwrap();
            changed.copy(&picture, picture.bounds(), 0, 0);
            changed.color_transform(&color);
            let mut drawn = target.clone();
            drawn.draw(&changed, &transform, Sampling::Nearest, &blit);
            let mut actual = target.clone();
            let settings = DrawSettings { blit, sampling: Sampling::Nearest, clip, color: Some(color) };
            actual.draw_with(&picture, &transform, &settings);
            for y in 0..target.height() as i32 {
                for x in 0..target.width() as i32 {
                    let shown = clip.is_none_or(|clip| clip.contains(x, y));
                    let expected = if shown { &drawn } else { &target };
                    prop_assert_eq!(actual.word(x, y), expected.word(x, y), "{} {}", x, y);
                }
            }
        }

        #[test]
        fn bilinear_is_within_one_of_real_arithmetic(
            picture in any_surface(6), tx in -2.0..2.0f32, ty in -2.0..2.0f32,
        ) {
            let mut target = Surface::new(8, 8).unwrap();
            let transform = Affine2::from_translation(vec2(tx, ty));
            target.draw(&picture, &transform, Sampling::Bilinear, &Blit::default());
            let pixel = |x: i32, y: i32| {
                picture.get(x, y).map_or([0.0; 4], |c| c.premultiplied().map(f64::from))
            };
            for y in 0..8 {
                for x in 0..8 {
                    let (u, v) = (f64::from(x) - f64::from(tx), f64::from(y) - f64::from(ty));
                    let (i, j) = (u.floor(), v.floor());
                    let (fx, fy) = (u - i, v - j);
                    let (i, j) = (i as i32, j as i32);
                    let corners = [pixel(i, j), pixel(i + 1, j), pixel(i, j + 1), pixel(i + 1, j + 1)];
                    let weights = [(1.0 - fx) * (1.0 - fy), fx * (1.0 - fy), (1.0 - fx) * fy, fx * fy];
                    let actual = target.words()[(y * 8 + x) as usize].to_le_bytes();
                    for channel in 0..4 {
                        let sum: f64 = corners.iter().zip(weights).map(|(c, w)| c[channel] * w).sum();
                        prop_assert!((sum - f64::from(actual[channel])).abs() < 2.6, "{} {:?}", sum, actual);
                    }
                }
            }
        }
    }
}
