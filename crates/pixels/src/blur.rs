//! Box blur with a cost that does not depend on the radius; repeated boxes approach a Gaussian.
//!
//! One pass keeps running sums: of whole rows going down, then along the row of sums. Both are exact,
//! so a pass rounds once, half up. Edges of a fractional radius count a fraction.

use crate::{Color, Margin, Scratch, Surface, SurfaceError, classic};
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::{Vec2, vec2};

/// A box blur, possibly repeated.
///
/// A pass averages over a rectangle of 2·radius + 1 pixels a side. Radii count in steps of ¼ pixel, from
/// 0 to 255; NaN counts as 0. One pass is a box, two a tent, three look like a Gaussian.
///
/// ```
/// use motile_pixels::{Blur, Color, Surface};
/// let mut dot = Surface::new(1, 1)?;
/// dot.set(0, 0, Color::rgba(255, 255, 255, 90));
/// let soft = Blur::new(1.0).apply(&dot)?;
/// assert_eq!((soft.width(), soft.height()), (3, 3));
/// assert!(soft.bytes().chunks(4).all(|pixel| pixel[3] == 10));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "gaussian blur")]
#[doc(alias = "box blur")]
#[doc(alias = "smooth")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blur {
    /// Radius across and down, in pixels.
    pub radius: Vec2,
    /// How often the box is applied, at most 15.
    pub passes: u32,
}

impl Default for Blur {
    /// The classic 4×4 box, once.
    fn default() -> Self {
        classic::blur(4.0, 4.0, 1)
    }
}

/// Largest radius in pixels: sums of two axes still fit 31 bits.
const MAX_RADIUS: f32 = 255.0;
/// More passes than this change nothing to the eye.
const MAX_PASSES: u32 = 15;

impl Blur {
    /// One pass with the same radius on both axes, in pixels.
    pub const fn new(radius: f32) -> Self {
        Self { radius: vec2(radius, radius), passes: 1 }
    }

    /// Three boxes with the spread of a Gaussian of the given standard deviation in pixels.
    pub fn gaussian(sigma: f32) -> Self {
        // A box of width w has the variance (w² − 1) / 12, and variances of passes add up.
        let width = (4.0 * sigma * sigma + 1.0).sqrt();
        Self { passes: 3, ..Self::new((width - 1.0) / 2.0) }
    }

    /// How far the result reaches beyond the picture.
    pub fn margin(&self) -> Margin {
        let reach = |radius: f32| Axis::new(radius).reach() as u32 * self.passes.min(MAX_PASSES);
        let (x, y) = (reach(self.radius.x), reach(self.radius.y));
        Margin { left: x, top: y, right: x, bottom: y }
    }

    /// The blurred picture, larger by [`Blur::margin`] on each side. An opaque picture keeps its size:
    /// beyond its border its edge pixels continue.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when the result would be over 2²⁸ pixels.
    pub fn apply(&self, picture: &Surface) -> Result<Surface, SurfaceError> {
        let mut result = picture.clone();
        self.apply_into(picture, &mut result, &mut Scratch::default())?;
        Ok(result)
    }

    /// As [`Blur::apply`], into a surface that takes the right size and kind, with memory that can be
    /// used again: with the same sizes a second call allocates nothing.
    ///
    /// # Errors
    /// As [`Blur::apply`].
    pub fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        self.run(picture, target, scratch, picture.is_opaque())
    }

    /// Blurs in the size of the picture, as if its edge pixels continued beyond its border: what analysis
    /// of camera frames wants.
    ///
    /// # Errors
    /// None for a surface that exists; the signature is that of [`Blur::apply_into`].
    pub fn apply_clamped_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        self.run(picture, target, scratch, true)
    }

    /// Blurs into the margin whatever the kind of picture: even an opaque one has nothing around it.
    pub(crate) fn spread_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        self.run(picture, target, scratch, false)
    }

    fn run(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
        clamp: bool,
    ) -> Result<(), SurfaceError> {
        let axes = Box2 { x: Axis::new(self.radius.x), y: Axis::new(self.radius.y) };
        let passes = if axes.is_identity() { 0 } else { self.passes.min(MAX_PASSES) };
        let margin = if clamp { Margin::default() } else { self.margin() };
        let (width, height) = margin.grown(picture)?;
        target.reshape(width, height, picture.is_opaque() && clamp)?;
        if passes == 0 {
            target.fill(Color::TRANSPARENT);
            target.copy(picture, picture.bounds(), 0, 0);
            return Ok(());
        }
        let (sums, spare) = scratch.split();
        let mut size = (picture.width() as usize, picture.height() as usize);
        let level = Level::new();
        for pass in 0..passes {
            // The passes alternate between two buffers so that the last one ends in the target.
            let into_target = (passes - pass) % 2 == 1;
            let grown = if clamp {
                size
            } else {
                (size.0 + 2 * axes.x.reach(), size.1 + 2 * axes.y.reach())
            };
            let words = target.words_mut();
            if into_target {
                let from = if pass == 0 { picture.words() } else { &spare[..] };
                box_pass(level, from, size, &mut words[..grown.0 * grown.1], &axes, clamp, sums);
            } else {
                let area = grown.0 * grown.1;
                if spare.len() < area {
                    spare.resize(area, 0);
                }
                let from = if pass == 0 { picture.words() } else { &words[..] };
                box_pass(level, from, size, &mut spare[..area], &axes, clamp, sums);
            }
            size = grown;
        }
        Ok(())
    }
}

/// The box along one axis: `2·whole + 1` full pixels and a share of the next on both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    whole: usize,
    /// Weight of a full pixel: 1, or 4 when the ends count quarters.
    unit: u32,
    /// Weight of the two end pixels, below `unit`.
    end: u32,
}

impl Axis {
    fn new(radius: f32) -> Self {
        let radius = if radius > 0.0 { radius.min(MAX_RADIUS) } else { 0.0 };
        let quarters = (radius * 4.0 + 0.5) as usize;
        let end = (quarters % 4) as u32;
        Self { whole: quarters / 4, unit: if end == 0 { 1 } else { 4 }, end }
    }

    /// Pixels the box reaches to each side.
    fn reach(self) -> usize {
        self.whole + usize::from(self.end > 0)
    }

    fn weight(self) -> u32 {
        self.unit * (2 * self.whole as u32 + 1) + 2 * self.end
    }
}

struct Box2 {
    x: Axis,
    y: Axis,
}

impl Box2 {
    fn is_identity(&self) -> bool {
        self.x.reach() == 0 && self.y.reach() == 0
    }
}

/// Four channel sums of one pixel.
type Sums = [u32; 4];

/// One pass: averages `from` into `to`, which is larger by the reach on each side unless `clamp`.
fn box_pass(
    level: Level,
    from: &[u32],
    size: (usize, usize),
    to: &mut [u32],
    axes: &Box2,
    clamp: bool,
    sums: &mut Vec<Sums>,
) {
    dispatch!(level, simd => box_pass_simd(simd, from, size, to, axes, clamp, sums));
}

#[inline(always)]
fn box_pass_simd<S: Simd>(
    _simd: S,
    from: &[u32],
    (width, height): (usize, usize),
    to: &mut [u32],
    axes: &Box2,
    clamp: bool,
    sums: &mut Vec<Sums>,
) {
    let (grow_x, grow_y) = if clamp { (0, 0) } else { (axes.x.reach(), axes.y.reach()) };
    let out_width = width + 2 * grow_x;
    // Columns of sums beyond the picture, on each side: what the box of the outermost pixel touches.
    let pad = grow_x + axes.x.whole + 1;
    let columns = width + 2 * pad;
    sums.clear();
    sums.resize(width + columns + out_width, [0; 4]);
    let (running, rest) = sums.split_at_mut(width);
    let (line, across) = rest.split_at_mut(columns);
    let running = running.as_flattened_mut();
    let total = axes.x.weight() * axes.y.weight();

    // The bytes of row `y` of the picture, or nothing beyond it; clamped rows repeat.
    let row = |y: isize| -> Option<&[u8]> {
        let y = if clamp { y.clamp(0, height as isize - 1) } else { y };
        let exists = (0..height as isize).contains(&y);
        exists.then(|| bytemuck::cast_slice(&from[y as usize * width..][..width]))
    };
    // The running sums start one row short: the loop lets its row in before it looks.
    let whole = axes.y.whole as isize;
    let first = -(grow_y as isize);
    for y in first - whole..first + whole {
        exchange_rows(running, row(y), None);
    }
    for (y, to) in (first..).zip(to.chunks_exact_mut(out_width)) {
        let (leave, next) = (row(y - whole - 1), row(y + whole + 1));
        exchange_rows(running, row(y + whole), leave.filter(|_| y > first));
        weigh_rows(line[pad..pad + width].as_flattened_mut(), running, [leave, next], axes.y);
        if clamp {
            let (before, after) = (line[pad], line[pad + width - 1]);
            line[..pad].fill(before);
            line[pad + width..].fill(after);
        }
        // The first output pixel stands at column pad − grow_x of the padded line.
        let line = &line[pad - grow_x - axes.x.whole - 1..];
        sum_across(line, across, axes.x);
        average_row(to, across.as_flattened(), line.as_flattened(), axes.x, total);
    }
}

/// Lets one row in and another out, those that there are.
#[inline(always)]
fn exchange_rows(sums: &mut [u32], enter: Option<&[u8]>, leave: Option<&[u8]>) {
    if let (Some(enter), Some(leave)) = (enter, leave) {
        // One pass over the sums for both: they are larger than the picture and come from further away.
        for ((sum, &enter), &leave) in sums.iter_mut().zip(enter).zip(leave) {
            // The sum never ends below 0; between the two steps it may wrap, and overflow checks would cost the vectors.
            *sum = sum.wrapping_add(u32::from(enter)).wrapping_sub(u32::from(leave));
        }
        return;
    }
    for (sum, &byte) in sums.iter_mut().zip(enter.unwrap_or_default()) {
        *sum += u32::from(byte);
    }
    for (sum, &byte) in sums.iter_mut().zip(leave.unwrap_or_default()) {
        *sum -= u32::from(byte);
    }
}

/// The running sums in units of the axis, with the share of the rows at both ends: those are not part of the running sums,
/// which stay whole numbers of rows.
#[inline(always)]
fn weigh_rows(out: &mut [u32], sums: &[u32], ends: [Option<&[u8]>; 2], axis: Axis) {
    if let ([Some(a), Some(b)], true) = (ends, axis.end > 0) {
        for (((out, &sum), &a), &b) in out.iter_mut().zip(sums).zip(a).zip(b) {
            *out = sum * axis.unit + (u32::from(a) + u32::from(b)) * axis.end;
        }
        return;
    }
    for (out, &sum) in out.iter_mut().zip(sums) {
        *out = sum * axis.unit;
    }
    for row in ends.into_iter().flatten().filter(|_| axis.end > 0) {
        for (out, &byte) in out.iter_mut().zip(row) {
            *out += u32::from(byte) * axis.end;
        }
    }
}

/// Window sums of whole pixels along a padded line. `line[0]` is one column before the window of the first pixel.
#[inline(always)]
fn sum_across(line: &[Sums], out: &mut [Sums], axis: Axis) {
    let window = 2 * axis.whole + 1;
    let mut sum: Sums = [0; 4];
    // The column before the window is taken in too: the loop begins by letting it go.
    for column in &line[..window] {
        for i in 0..4 {
            sum[i] += column[i];
        }
    }
    for ((out, enter), leave) in out.iter_mut().zip(&line[window..]).zip(line) {
        for i in 0..4 {
            sum[i] = sum[i].wrapping_add(enter[i]).wrapping_sub(leave[i]);
        }
        *out = sum;
    }
}

/// Weights up to which a quotient is found in single precision; see [`average_row`].
const SINGLE_LIMIT: u32 = 6000;

/// `round(sum / total)`, half up, of every channel, where a sum is that of the whole pixels in units of the axis and of the
/// shares at both ends. All slices are flat, four numbers a pixel, so that they fill vectors of any length.
///
/// A quarter is added to the sum, so that a tie lies a quarter of a unit above the half and the
/// nearest other quotient more than that below; the product with the reciprocal is off by less, at most
/// 256·2⁻²³ for a total up to [`SINGLE_LIMIT`] (beyond it, double precision). Adding 2²³ then rounds in
/// the addition and leaves the byte in the lowest bits.
#[inline(always)]
fn average_row(to: &mut [u32], sums: &[u32], line: &[u32], axis: Axis, total: u32) {
    let single = 1.0 / total as f32;
    let double = 1.0 / f64::from(total);
    let short = |sum: u32| {
        let quotient = (sum as i32 as f32 + 0.25) * single;
        (quotient + 8_388_608.0).to_bits() as u8
    };
    let long = |sum: u32| {
        let quotient = (f64::from(sum) + 0.25) * double;
        (quotient + 4_503_599_627_370_496.0).to_bits() as u8
    };
    let to = bytemuck::cast_slice_mut::<u32, u8>(to);
    if total <= SINGLE_LIMIT {
        with_ends(to, sums, line, axis, short);
    } else {
        with_ends(to, sums, line, axis, long);
    }
}

#[inline(always)]
fn with_ends(to: &mut [u8], sums: &[u32], line: &[u32], axis: Axis, byte: impl Fn(u32) -> u8) {
    let after = &line[4 * (2 * axis.whole + 2)..];
    for (((to, &sum), &a), &b) in to.iter_mut().zip(sums).zip(line).zip(after) {
        *to = byte(sum * axis.unit + (a + b) * axis.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color, IRect,
        over::levels,
        testing::{any_surface, is_well_formed},
    };
    use proptest::prelude::*;

    /// The definition: every pixel of the result from all pixels under its box.
    fn slow_pass(picture: &Surface, radius: (u32, u32), clamp: bool) -> Vec<u32> {
        let reach = |quarters: u32| quarters.div_ceil(4) as i32;
        let (rx, ry) = (reach(radius.0), reach(radius.1));
        let grow = if clamp { (0, 0) } else { (rx, ry) };
        let weight = |offset: i32, quarters: u32| {
            u64::from((quarters + 4).saturating_sub(offset.unsigned_abs() * 4).min(4))
        };
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        let mut result = Vec::new();
        for y in -grow.1..height + grow.1 {
            for x in -grow.0..width + grow.0 {
                let (mut sums, mut total) = ([0u64; 4], 0u64);
                for dy in -ry..=ry {
                    for dx in -rx..=rx {
                        let weight = weight(dx, radius.0) * weight(dy, radius.1);
                        total += weight;
                        let (mut u, mut v) = (x + dx, y + dy);
                        if clamp {
                            (u, v) = (u.clamp(0, width - 1), v.clamp(0, height - 1));
                        }
                        if picture.bounds().contains(u, v) {
                            let word = picture.words()[(v * width + u) as usize];
                            for (sum, byte) in sums.iter_mut().zip(word.to_le_bytes()) {
                                *sum += weight * u64::from(byte);
                            }
                        }
                    }
                }
                result.push(u32::from_le_bytes(
                    sums.map(|sum| ((sum * 2 + total) / (total * 2)) as u8),
                ));
            }
        }
        result
    }

    proptest! {
        #[test]
        fn a_pass_is_the_rounded_average(
            picture in any_surface(14), qx in 0..30u32, qy in 0..30u32, clamp: bool,
        ) {
            let blur = Blur { radius: vec2(qx as f32 / 4.0, qy as f32 / 4.0), passes: 1 };
            let clamp = clamp || picture.is_opaque();
            let mut target = Surface::new(1, 1).unwrap();
            let mut scratch = Scratch::default();
            if clamp {
                blur.apply_clamped_into(&picture, &mut target, &mut scratch).unwrap();
            } else {
                blur.apply_into(&picture, &mut target, &mut scratch).unwrap();
            }
            prop_assert_eq!(target.words(), &slow_pass(&picture, (qx, qy), clamp)[..]);
            prop_assert!(is_well_formed(&target));
        }

        #[test]
        fn passes_repeat_and_levels_agree(
            picture in any_surface(9), qx in 0..9u32, qy in 0..9u32, passes in 1..5u32,
        ) {
            let blur = Blur { radius: vec2(qx as f32 / 4.0, qy as f32 / 4.0), passes };
            let mut expected = picture.clone();
            for _ in 0..passes {
                expected = Blur { passes: 1, ..blur }.apply(&expected).unwrap();
            }
            let result = blur.apply(&picture).unwrap();
            prop_assert_eq!(&result, &expected);
            let axes = Box2 { x: Axis::new(blur.radius.x), y: Axis::new(blur.radius.y) };
            let size = (picture.width() as usize, picture.height() as usize);
            let first = Blur { passes: 1, ..blur }.apply_clamped(&picture);
            for level in levels() {
                let mut words = vec![0; size.0 * size.1];
                box_pass(level, picture.words(), size, &mut words, &axes, true, &mut Vec::new());
                prop_assert_eq!(&words[..], first.words());
            }
        }
    }

    impl Blur {
        fn apply_clamped(&self, picture: &Surface) -> Surface {
            let mut target = picture.clone();
            self.apply_clamped_into(picture, &mut target, &mut Scratch::default()).unwrap();
            target
        }
    }

    #[test]
    fn every_quotient_is_exact() {
        for total in [
            1,
            2,
            3,
            4,
            9,
            100,
            289,
            400,
            4224,
            4225,
            5999,
            6000,
            6001,
            65536,
            511 * 511,
            2044 * 2044,
        ] {
            for byte in 0..=255u64 {
                for near in [0, u64::from(total) / 2, u64::from(total).div_ceil(2)] {
                    for delta in [-1i64, 0, 1] {
                        let sum = (byte * u64::from(total) + near) as i64 + delta;
                        if !(0..=255 * i64::from(total)).contains(&sum) {
                            continue;
                        }
                        let mut out = [0];
                        let whole = Axis { whole: 0, unit: 1, end: 0 };
                        average_row(&mut out, &[sum as u32; 4], &[0; 12], whole, total);
                        let expected = (2 * sum + i64::from(total)) / (2 * i64::from(total));
                        assert_eq!(i64::from(out[0] & 0xFF), expected, "{sum} / {total}");
                    }
                }
            }
        }
    }

    #[test]
    fn check_5_30_blurred_frames_find_the_wider_box() {
        let frame = |x| {
            let mut frame = Surface::opaque(320, 240, Color::rgb(16, 16, 16)).unwrap();
            frame.fill_rect(IRect::new(x, 60, 40, 30), Color::rgb(200, 200, 200));
            classic::blur(10.0, 10.0, 1).apply(&frame).unwrap()
        };
        let (before, after) = (frame(100), frame(110));
        let mut mask = before.clone();
        let motion = mask.mark_motion(&before, &after, 51).unwrap();
        assert_eq!(motion.bounds, IRect::new(98, 58, 54, 34));
        assert_eq!(motion.count, 856);
    }

    #[test]
    fn extreme_radii_and_sizes_do_not_panic() {
        let dot = Surface::filled(1, 1, Color::WHITE).unwrap();
        for radius in [f32::NAN, f32::NEG_INFINITY, -3.0, 0.0] {
            assert_eq!(Blur::new(radius).apply(&dot).unwrap(), dot);
        }
        let wide = Blur { radius: vec2(f32::INFINITY, 0.0), passes: 99 };
        let soft = wide.apply(&dot).unwrap();
        assert_eq!((soft.width(), soft.height()), (1 + 2 * 255 * 15, 1));
        assert_eq!(Blur { radius: Vec2::ONE, passes: 0 }.apply(&dot).unwrap(), dot);
        let long = Surface::new(1 << 20, 1).unwrap();
        assert!(matches!(Blur::new(255.0).apply(&long), Err(SurfaceError::BadSize { .. })));
        let solid = Surface::opaque(3, 2, Color::ORANGE).unwrap();
        assert_eq!(Blur { radius: Vec2::splat(255.0), passes: 3 }.apply(&solid).unwrap(), solid);
    }

    #[test]
    fn gaussian_has_its_variance() {
        let mut dot = Surface::new(1, 1).unwrap();
        dot.set(0, 0, Color::WHITE);
        let line = Blur { radius: vec2(Blur::gaussian(4.0).radius.x, 0.0), passes: 3 };
        let soft = line.apply(&dot).unwrap();
        let center = (soft.width() / 2) as f32;
        let (mut sum, mut square) = (0.0, 0.0);
        for (x, pixel) in soft.bytes().chunks(4).enumerate() {
            sum += f32::from(pixel[3]);
            square += f32::from(pixel[3]) * (x as f32 - center) * (x as f32 - center);
        }
        assert!((square / sum - 16.0).abs() < 1.0, "{}", square / sum);
    }
}
