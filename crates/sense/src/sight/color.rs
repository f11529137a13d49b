//! Where a color is: by its chroma, so that light and shade do not matter much.

use super::{BitPlane, BlobFinder, PixelBlob};
use crate::CapturedFrame;
use fearless_simd::{Level, Simd, dispatch, i32x8, mask32x8, prelude::*, u32x8};
use motile_geom::{Marks, Vec2, vec2};
use motile_pixels::{Color, IRect, Surface};

/// A color to look for, with how far pixels may be from it.
///
/// Pixels are compared by chroma relative to their brightness: `(r − g) / s` and `(b − g) / s` with
/// `s = (r + 2·g + b) / 4`. More light multiplies all channels, so both stay.
///
/// ```
/// use motile_pixels::Color;
/// use motile_sense::sight::ColorTarget;
/// let ball = ColorTarget::new(Color::rgb(200, 60, 50));
/// assert!(ball.matches(Color::rgb(120, 36, 30)), "in the shade");
/// assert!(!ball.matches(Color::rgb(60, 200, 50)) && !ball.matches(Color::rgb(120, 120, 120)));
/// ```
#[doc(alias = "chroma key")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorTarget {
    /// The color to look for; its alpha means nothing.
    pub color: Color,
    /// How far each of the two chroma values may be off, relative to the brightness. Default 0.35.
    pub tolerance: f32,
    /// Noise of a channel that is allowed on top of that, in levels. Default 6.
    pub noise: u8,
    /// Least brightness, 0…255: dark pixels have no color. Default 24.
    pub darkest: u8,
    /// Most brightness. Default 255.
    pub brightest: u8,
}

impl Default for ColorTarget {
    fn default() -> Self {
        Self { color: Color::RED, tolerance: 0.35, noise: 6, darkest: 24, brightest: 255 }
    }
}

/// Steps of the whole numbers that chroma is counted in.
const UNIT: i32 = 1 << 12;

impl ColorTarget {
    /// A color with the usual tolerances.
    pub fn new(color: Color) -> Self {
        Self { color, ..Self::default() }
    }

    /// Whatever is dark, of any color: brightness up to `most`, 0…255.
    #[doc(alias = "shadow")]
    pub fn dark(most: u8) -> Self {
        Self { darkest: 0, brightest: most, ..Self::of_any_color() }
    }

    /// Whatever is light, of any color: brightness from `least` on, 0…255. Finds a lamp or a screen.
    #[doc(alias = "bright spot")]
    pub fn light(least: u8) -> Self {
        Self { darkest: least, ..Self::of_any_color() }
    }

    /// So tolerant that the chroma of no pixel is too far from gray.
    fn of_any_color() -> Self {
        Self { tolerance: 8.0, ..Self::new(Color::WHITE) }
    }

    /// The mean color of the square around a point, with the tolerance that its pixels need. `radius` is in pixels, at
    /// most 64. Nothing outside the picture counts; a square outside has no color.
    #[doc(alias = "eyedropper")]
    pub fn picked(picture: &Surface, x: i32, y: i32, radius: u32) -> Option<Self> {
        let radius = radius.min(64);
        let side = radius * 2 + 1;
        let corner = (x.saturating_sub(radius as i32), y.saturating_sub(radius as i32));
        let area = IRect::new(corner.0, corner.1, side, side).intersect(picture.bounds());
        let colors = || {
            let rows = area.y..area.bottom() as i32;
            rows.flat_map(|y| (area.x..area.right() as i32).map(move |x| (x, y)))
                .filter_map(|(x, y)| picture.get(x, y))
        };
        let count = colors().count() as u32;
        if count == 0 {
            return None;
        }
        let mean = |channel: fn(Color) -> u8| {
            let sum: u32 = colors().map(|color| u32::from(channel(color))).sum();
            ((sum + count / 2) / count) as u8
        };
        let color = Color::rgb(mean(|c| c.r), mean(|c| c.g), mean(|c| c.b));
        // Twice the mean distance in the patch, and no less than sensors need.
        let center = chroma(color);
        let spread: f32 = colors().map(|color| (chroma(color) - center).abs().max_element()).sum();
        let tolerance = (spread / count as f32 * 2.0).clamp(0.2, 0.8);
        Some(Self { tolerance, ..Self::new(color) })
    }

    /// Whether a color is within the tolerances.
    pub fn matches(&self, color: Color) -> bool {
        Rule::new(self).one(u32::from_le_bytes([color.r, color.g, color.b, 255]))
    }

    /// Moves a little to what was seen, so that a slow change of light does not lose the target: `share` is how much of
    /// the difference, held to 0…1.
    pub fn adapt(&mut self, seen: Color, share: f32) {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        self.color = self.color.lerp(seen.with_alpha(self.color.a), share);
    }
}

/// The two chroma values of a color.
fn chroma(color: Color) -> Vec2 {
    let [r, g, b] = [color.r, color.g, color.b].map(f32::from);
    vec2(r - g, b - g) / ((r + 2.0 * g + b) / 4.0).max(1.0)
}

/// A target in whole numbers.
#[derive(Clone, Copy)]
struct Rule {
    /// Chroma times [`UNIT`].
    red: i32,
    blue: i32,
    tolerance: i32,
    noise: i32,
    darkest: i32,
    brightest: i32,
}

impl Rule {
    fn new(target: &ColorTarget) -> Self {
        let at = chroma(target.color);
        let unit = |value: f32| (value * UNIT as f32) as i32;
        let tolerance = if target.tolerance.is_finite() { target.tolerance } else { 0.0 };
        Self {
            red: unit(at.x),
            blue: unit(at.y),
            tolerance: unit(tolerance.clamp(0.0, 8.0)),
            noise: i32::from(target.noise) * UNIT,
            darkest: i32::from(target.darkest),
            brightest: i32::from(target.brightest),
        }
    }

    /// The largest product: 255·4 times 8 units, far from the end of 32 bits.
    #[inline(always)]
    fn one(self, word: u32) -> bool {
        let channel = |shift: u32| (word >> shift & 255) as i32;
        let (r, g, b) = (channel(0), channel(8), channel(16));
        let s = (r + 2 * g + b) >> 2;
        let red = ((r - g) * UNIT - self.red * s).abs();
        let blue = ((b - g) * UNIT - self.blue * s).abs();
        let allowed = self.tolerance * s + self.noise;
        red.max(blue) <= allowed && self.darkest <= s && s <= self.brightest
    }

    #[inline(always)]
    fn block<S: Simd>(self, simd: S, words: u32x8<S>) -> mask32x8<S> {
        let low = u32x8::splat(simd, 255);
        let splat = |value: i32| i32x8::splat(simd, value);
        let r: i32x8<S> = (words & low).bitcast();
        let g: i32x8<S> = ((words >> 8) & low).bitcast();
        let b: i32x8<S> = ((words >> 16) & low).bitcast();
        let s = (r + g + g + b) >> 2;
        let red = ((r - g) << 12) - splat(self.red) * s;
        let blue = ((b - g) << 12) - splat(self.blue) * s;
        let far = red.max(-red).max(blue.max(-blue));
        let allowed = splat(self.tolerance) * s + splat(self.noise);
        // Held to its range, a brightness inside of it stays what it is.
        let held = s.max(splat(self.darkest)).min(splat(self.brightest));
        far.simd_le(allowed) & held.simd_eq(s)
    }
}

/// Marks the pixels of a picture that match a target.
#[doc(alias = "inRange")]
pub fn mark_color(picture: &Surface, target: &ColorTarget, mask: &mut BitPlane) {
    mark_color_at(Level::new(), picture, target, mask);
}

fn mark_color_at(level: Level, picture: &Surface, target: &ColorTarget, mask: &mut BitPlane) {
    mask.fit_for_writing(picture.width(), picture.height());
    let rule = Rule::new(target);
    dispatch!(level, simd => mark_rows(simd, picture, rule, mask));
}

#[inline(always)]
fn mark_rows<S: Simd>(simd: S, picture: &Surface, rule: Rule, mask: &mut BitPlane) {
    let rows = picture.words().chunks_exact(picture.width() as usize);
    for (row, bits) in rows.zip(mask.rows_mut()) {
        for (pixels, word) in row.chunks(64).zip(bits) {
            let (blocks, tail) = pixels.as_chunks::<8>();
            let mut found = 0;
            for (at, block) in blocks.iter().enumerate() {
                let match_of = rule.block(simd, u32x8::load_array_ref(simd, block));
                found |= match_of.to_bitmask() << (at * 8);
            }
            for (at, &pixel) in tail.iter().enumerate() {
                found |= u64::from(rule.one(pixel)) << (blocks.len() * 8 + at);
            }
            *word = found;
        }
    }
}

/// Follows one or more colors: each frame once, the blobs of each target by size.
///
/// ```
/// use motile_pixels::{Color, IRect, Surface};
/// use motile_sense::{CapturedFrame, sight::{ColorTarget, ColorTracker}};
///
/// let mut picture = Surface::opaque(320, 240, Color::rgb(60, 70, 80))?;
/// picture.fill_rect(IRect::new(100, 60, 40, 30), Color::rgb(200, 30, 40));
/// let mut tracker = ColorTracker::new([ColorTarget::new(Color::rgb(200, 30, 40))]);
/// tracker.see(&CapturedFrame::new(picture));
/// let ball = tracker.largest(0).map(|blob| (blob.area(), blob.centroid().to_array()));
/// assert_eq!(ball, Some((1200, [119.5, 74.5])));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ColorTracker {
    /// Least number of pixels of a blob; specks are smaller. Default 12 by [`ColorTracker::new`].
    pub least_area: u64,
    targets: Vec<(ColorTarget, BlobFinder)>,
    mask: BitPlane,
    size: Vec2,
    last: Option<u64>,
}

impl ColorTracker {
    /// Looks for these colors.
    pub fn new(targets: impl IntoIterator<Item = ColorTarget>) -> Self {
        let targets = targets.into_iter().map(|target| (target, BlobFinder::default())).collect();
        Self { least_area: 12, targets, ..Self::default() }
    }

    /// The targets in their order.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = &ColorTarget> {
        self.targets.iter().map(|(target, _)| target)
    }

    /// Changes a target; a number that there is not changes nothing.
    pub fn set_target(&mut self, index: usize, target: ColorTarget) {
        if let Some(slot) = self.targets.get_mut(index) {
            slot.0 = target;
            // The frame in hand looks different to another target.
            self.last = None;
        }
    }

    /// Looks at a frame and tells whether it was a new one.
    pub fn see(&mut self, frame: &CapturedFrame) -> bool {
        if self.last == Some(frame.sequence) {
            return false;
        }
        self.last = Some(frame.sequence);
        self.size = vec2(frame.picture.width() as f32, frame.picture.height() as f32);
        for (target, finder) in &mut self.targets {
            mark_color(&frame.picture, target, &mut self.mask);
            finder.find(&self.mask, self.least_area);
        }
        true
    }

    /// Has seen nothing from now on; the targets stay.
    pub fn forget(&mut self) {
        self.last = None;
        self.targets.iter_mut().for_each(|(_, finder)| finder.clear());
    }

    /// The blobs of a target, the largest first.
    pub fn blobs(&self, target: usize) -> &[PixelBlob] {
        self.targets.get(target).map_or(&[], |(_, finder)| finder.blobs())
    }

    /// The largest blob of a target.
    pub fn largest(&self, target: usize) -> Option<&PixelBlob> {
        self.blobs(target).first()
    }

    /// The middle of the largest blob of a target, 0…1 across and down the picture.
    pub fn center(&self, target: usize) -> Option<Vec2> {
        self.largest(target).map(|blob| (blob.centroid() + 0.5) / self.size)
    }

    /// Which pixels matched the last target.
    pub const fn mask(&self) -> &BitPlane {
        &self.mask
    }

    /// Shows the blobs of all targets, in pixels of the picture.
    pub fn mark(&self, marks: &mut Marks) {
        for (_, finder) in &self.targets {
            finder.mark(marks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sight::testing::levels;
    use proptest::prelude::*;

    /// Image B of the specification: a noisy disc of radius 20 around (160, 120).
    fn image_b(disc: [u8; 3]) -> Surface {
        let mut picture = Surface::opaque(320, 240, Color::BLACK).unwrap();
        let mut state = 12_345u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24 & 7) as u8
        };
        for y in 0..240 {
            for x in 0..320 {
                let inside = (x - 160) * (x - 160) + (y - 120) * (y - 120) <= 400;
                let base = if inside { disc } else { [16; 3] };
                let [r, g, b] = base.map(|channel| channel + noise());
                picture.set(x, y, Color::rgb(r, g, b));
            }
        }
        picture
    }

    #[test]
    fn another_camera_may_count_its_frames_from_the_beginning() {
        let mut frame = CapturedFrame::new(image_b([208, 60, 48]));
        let target = ColorTarget::picked(&frame.picture, 160, 120, 4).unwrap();
        let mut tracker = ColorTracker::new([target]);
        assert!(tracker.see(&frame) && tracker.center(0).is_some() && !tracker.see(&frame));
        tracker.forget();
        assert_eq!((tracker.center(0), tracker.targets().len()), (None, 1));
        frame.picture.fill(Color::BLACK);
        assert!(tracker.see(&frame) && tracker.largest(0).is_none());
    }

    #[test]
    fn check_5_26_chroma_finds_what_bins_lose() {
        for disc in [[208, 60, 48], [208, 48, 48]] {
            let picture = image_b(disc);
            let target = ColorTarget::picked(&picture, 160, 120, 4).unwrap();
            let mut tracker = ColorTracker::new([target]);
            tracker.see(&CapturedFrame::new(picture));
            let ball = tracker.largest(0).unwrap();
            assert!(ball.area() >= 1250, "found {} of 1257", ball.area());
            assert_eq!(tracker.blobs(0).len(), 1);
            assert!(ball.centroid().distance(vec2(160.0, 120.0)) < 0.1);
            assert_eq!(ball.bounds, IRect::new(140, 100, 41, 41));
        }
    }

    #[test]
    fn check_5_24_the_mirrored_box() {
        let mut picture = image_b([208, 48, 48]);
        picture.palette_map(&motile_pixels::PaletteMap::posterize(8));
        crate::sight::mirror(&mut picture);
        let found = picture.color_bounds(0xFF_FFFF, Color::rgb(192, 32, 32), true);
        assert_eq!(found, IRect::new(139, 100, 41, 41));
    }

    #[test]
    fn input_58_two_targets_are_told_apart() {
        let mut picture = Surface::opaque(160, 120, Color::rgb(90, 90, 90)).unwrap();
        let (red, blue) = (Color::rgb(200, 60, 50), Color::rgb(40, 80, 210));
        picture.fill_rect(IRect::new(10, 10, 20, 20), red);
        picture.fill_rect(IRect::new(100, 60, 30, 10), blue);
        let mut tracker = ColorTracker::new([ColorTarget::new(red), ColorTarget::new(blue)]);
        let frame = CapturedFrame::new(picture);
        assert!(tracker.see(&frame) && !tracker.see(&frame));
        assert_eq!(tracker.largest(0).unwrap().bounds, IRect::new(10, 10, 20, 20));
        assert_eq!(tracker.largest(1).unwrap().area(), 300);
        assert_eq!(tracker.center(2), None);
        assert_eq!(tracker.largest(1).unwrap().moments.angle(), 0.0);
    }

    #[test]
    fn input_47_dark_and_light_areas_are_found_whatever_their_color() {
        let mut picture = Surface::opaque(160, 120, Color::rgb(120, 110, 100)).unwrap();
        picture.fill_rect(IRect::new(10, 20, 30, 10), Color::rgb(40, 0, 10));
        picture.fill_rect(IRect::new(80, 60, 20, 40), Color::rgb(255, 250, 90));
        let mut tracker = ColorTracker::new([ColorTarget::dark(50), ColorTarget::light(200)]);
        tracker.see(&CapturedFrame::new(picture));
        assert_eq!(tracker.largest(0).unwrap().bounds, IRect::new(10, 20, 30, 10));
        assert_eq!(tracker.largest(1).unwrap().bounds, IRect::new(80, 60, 20, 40));
        for color in [Color::BLACK, Color::RED, Color::WHITE, Color::rgb(0, 0, 255)] {
            assert!(ColorTarget::dark(255).matches(color) && ColorTarget::light(0).matches(color));
        }
        assert!(!ColorTarget::light(1).matches(Color::BLACK));
    }

    #[test]
    fn weak_5_12_a_target_that_adapts_follows_a_lamp_that_grows_warm() {
        let day = Color::rgb(110, 120, 160);
        let lamp = Color::rgb(190, 120, 60);
        let (fixed, mut adapted) = (ColorTarget::new(day), ColorTarget::new(day));
        for step in 0..=200u16 {
            let seen = day.lerp(lamp, f32::from(step) / 200.0);
            assert!(adapted.matches(seen), "lost at step {step}");
            adapted.adapt(seen, 0.1);
        }
        assert!(!fixed.matches(lamp), "another color than by day");
        let before = adapted;
        adapted.adapt(Color::WHITE, f32::NAN);
        assert_eq!(adapted, before);
        adapted.adapt(Color::BLACK, 7.0);
        assert_eq!(adapted.color, Color::BLACK, "all of the way and no further");
    }

    #[test]
    fn weak_5_12_half_the_light_is_still_the_color() {
        let target = ColorTarget::new(Color::rgb(220, 80, 40));
        for light in 30..=100 {
            let channel = |value: u32| (value * light / 100) as u8;
            let shaded = Color::rgb(channel(220), channel(80), channel(40));
            assert!(target.matches(shaded), "at {light} %");
        }
        assert_eq!(ColorTarget::picked(&image_b([0; 3]), 999, 0, 3), None);
    }

    proptest! {
        #[test]
        fn check_5_42_levels_agree(
            width in prop_oneof![1..80u32, Just(319)], seed: u64, color: u32, tolerance in 0.0..9.0f32, noise: u8,
        ) {
            let mut rng = motile_geom::Rng::new(seed);
            let mut picture = Surface::opaque(width, 2, Color::BLACK).unwrap();
            for word in picture.words_mut() {
                *word = rng.u32() | 0xFF00_0000;
            }
            let target = ColorTarget { tolerance, noise, ..ColorTarget::new(Color::hex(color & 0xFF_FFFF)) };
            let mut slow = BitPlane::new(width, 2);
            for (i, &word) in picture.words().iter().enumerate() {
                let (x, y) = (i as u32 % width, i as u32 / width);
                slow.set(x as i32, y as i32, Rule::new(&target).one(word));
            }
            for level in levels() {
                let mut mask = BitPlane::default();
                mark_color_at(level, &picture, &target, &mut mask);
                prop_assert_eq!(&mask, &slow);
            }
        }
    }
}
