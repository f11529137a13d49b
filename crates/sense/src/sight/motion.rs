//! What moved from one picture to the next, in one pass.

use super::{BitPlane, LumaPlane, PixelMoments, bits::BitExtent};
use crate::CapturedFrame;
use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x64};
use motile_geom::{Aabb, MarkRole, MarkSink, Marks, Vec2, vec2};
use motile_pixels::IRect;

/// What changed between two pictures: how much, where, and which way it stretches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeenMotion {
    /// The smallest rectangle around all changed pixels, or [`IRect::EMPTY`]. One stray pixel moves it: the middle of
    /// [`moments`](Self::moments) is steadier.
    pub bounds: IRect,
    /// Count, middle and direction of the changed pixels.
    pub moments: PixelMoments,
}

impl SeenMotion {
    /// The share of the picture that changed, 0…1.
    pub fn amount(&self, width: u32, height: u32) -> f32 {
        self.moments.count as f32 / (u64::from(width) * u64::from(height)).max(1) as f32
    }
}

/// Marks the pixels whose brightness changed by at least `threshold` (0 counts as 1): difference, threshold, bounds,
/// count and moments in one pass. `shift` is added to the picture before, held to 0…255: the light that went on
/// or off ([`light_shift`]). Planes of different sizes have nothing in common: the mask is empty then.
///
/// ```
/// use motile_sense::sight::{BitPlane, LumaPlane, mark_changes};
/// use motile_pixels::{Color, IRect, Surface};
///
/// let mut room = Surface::opaque(320, 240, Color::rgb(16, 16, 16))?;
/// let before = LumaPlane::from_surface(&room);
/// room.fill_rect(IRect::new(100, 60, 40, 30), Color::WHITE);
/// let mut mask = BitPlane::default();
/// let seen = mark_changes(&before, &LumaPlane::from_surface(&room), 51, 0, &mut mask);
/// assert_eq!((seen.moments.count, seen.bounds), (1200, IRect::new(100, 60, 40, 30)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "frame difference")]
#[doc(alias = "absdiff")]
pub fn mark_changes(
    before: &LumaPlane,
    after: &LumaPlane,
    threshold: u8,
    shift: i16,
    mask: &mut BitPlane,
) -> SeenMotion {
    mark_changes_at(Level::new(), before, after, threshold, shift, mask)
}

fn mark_changes_at(
    level: Level,
    before: &LumaPlane,
    after: &LumaPlane,
    threshold: u8,
    shift: i16,
    mask: &mut BitPlane,
) -> SeenMotion {
    mask.fit_for_writing(after.width(), after.height());
    if before.bounds() != after.bounds() || after.is_empty() {
        mask.clear();
        return SeenMotion::default();
    }
    let test = Test::new(threshold, shift);
    dispatch!(level, simd => pass(simd, before, after, test, mask))
}

/// |before + shift − after| ≥ threshold.
#[derive(Clone, Copy)]
struct Test {
    threshold: u8,
    up: u8,
    down: u8,
}

impl Test {
    fn new(threshold: u8, shift: i16) -> Self {
        let part = |shift: i16| shift.clamp(0, 255) as u8;
        Self { threshold: threshold.max(1), up: part(shift), down: part(shift.saturating_neg()) }
    }

    #[inline(always)]
    fn one(self, before: u8, after: u8) -> bool {
        let lit = before.saturating_add(self.up).saturating_sub(self.down);
        lit.abs_diff(after) >= self.threshold
    }
}

#[inline(always)]
fn pass<S: Simd>(
    simd: S,
    before: &LumaPlane,
    after: &LumaPlane,
    test: Test,
    mask: &mut BitPlane,
) -> SeenMotion {
    let (up, down) = (u8x64::splat(simd, test.up), u8x64::splat(simd, test.down));
    let (ceiling, least) = (u8x64::splat(simd, 255 - test.up), u8x64::splat(simd, test.threshold));
    let mut extent = BitExtent::default();
    let mut moments = PixelMoments::default();
    let rows = before.rows().zip(after.rows()).zip(mask.rows_mut());
    for (y, ((a, b), words)) in rows.enumerate() {
        let ((a, a_tail), (b, b_tail)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
        let mut any = 0;
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            // Lanes do not saturate: holding them first gives the same.
            let a = u8x64::load_array_ref(simd, a).min(ceiling) + up;
            let a = a.max(down) - down;
            let b = u8x64::load_array_ref(simd, b);
            let bits = (a.max(b) - a.min(b)).simd_ge(least).to_bitmask();
            words[at] = bits;
            any |= bits;
            if bits != 0 {
                moments.add_word(bits, at as u64 * 64, y as u64);
            }
        }
        if !a_tail.is_empty() {
            let pixels = a_tail.iter().zip(b_tail).enumerate();
            let bits = pixels.map(|(i, (&a, &b))| u64::from(test.one(a, b)) << i).sum();
            words[a.len()] = bits;
            any |= bits;
            moments.add_word(bits, a.len() as u64 * 64, y as u64);
        }
        if any != 0 {
            extent.add_row(y as u32, words);
        }
    }
    SeenMotion { bounds: extent.rect(), moments }
}

/// Every how many columns and rows [`light_shift`] looks.
const SAMPLE: usize = 4;

/// How much brighter the whole picture became, −255…255: the median of the change over every fourth pixel of every
/// fourth row. A lamp changes most pixels and a hand few, so a hand does not change it. 0 when the sizes differ.
#[doc(alias = "exposure")]
#[doc(alias = "illumination")]
pub fn light_shift(before: &LumaPlane, after: &LumaPlane) -> i16 {
    if before.bounds() != after.bounds() {
        return 0;
    }
    let mut counts = [0u32; 511];
    let mut all = 0;
    for (a, b) in before.rows().zip(after.rows()).step_by(SAMPLE) {
        for (&a, &b) in a.iter().zip(b).step_by(SAMPLE) {
            counts[(255 + i16::from(b) - i16::from(a)) as usize] += 1;
            all += 1;
        }
    }
    let mut seen = 0;
    for (at, count) in counts.iter().enumerate() {
        seen += count;
        if seen * 2 > all {
            return at as i16 - 255;
        }
    }
    0
}

/// How many times as bright the whole picture became, as a fraction of 256: the median over every fourth pixel of every
/// fourth row, held to a quarter … four times. A lamp multiplies the light of dark and bright things alike, so over
/// longer times this is truer than [`light_shift`]. 256 when the sizes differ or all is black.
#[doc(alias = "exposure")]
pub fn light_gain(before: &LumaPlane, after: &LumaPlane) -> u16 {
    /// Pixels that are darker have more noise than light.
    const DARKEST: u8 = 16;
    if before.bounds() != after.bounds() {
        return 256;
    }
    let mut counts = [0u32; 1025];
    let mut all = 0;
    for (a, b) in before.rows().zip(after.rows()).step_by(SAMPLE) {
        for (&a, &b) in a.iter().zip(b).step_by(SAMPLE).filter(|(a, _)| **a >= DARKEST) {
            let ratio = (u32::from(b) * 256 + u32::from(a) / 2) / u32::from(a);
            counts[ratio.clamp(64, 1024) as usize] += 1;
            all += 1;
        }
    }
    let mut seen = 0;
    for (ratio, count) in counts.iter().enumerate() {
        seen += count;
        if seen * 2 > all {
            return ratio as u16;
        }
    }
    256
}

/// Frames after which motion is believed although the brightness still changes, at most two seconds.
const WARM_UP: u32 = 30;
/// Change of the mean brightness, in levels, below which a camera has found its exposure.
const STEADY: f32 = 4.0;

/// Follows motion from frame to frame: each camera frame once, light that changes for all pixels taken out, specks
/// removed, nothing reported before the camera has found its exposure.
///
/// ```
/// use motile_sense::{CapturedFrame, FrameSource, Source, sight::{CameraScene, MotionTracker, SyntheticCamera}};
///
/// let mut camera = SyntheticCamera::new(CameraScene::Hand, 1);
/// camera.start();
/// let mut frame = CapturedFrame::new(motile_pixels::Surface::new(1, 1)?);
/// let mut motion = MotionTracker::default();
/// for _ in 0..30 {
///     camera.update(1.0 / 30.0);
///     if camera.next_frame(&mut frame) {
///         motion.see(&frame);
///     }
/// }
/// assert!(motion.center().is_some(), "the hand is waving");
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "motion detection")]
#[derive(Clone, Debug)]
pub struct MotionTracker {
    /// Least change of brightness that counts, in levels. Default 14: what noise is above that, the specks are.
    pub threshold: u8,
    /// Whether a change of light that all pixels share is taken out. Default true.
    pub follow_light: bool,
    /// Whether pixels that are not part of a square of 3×3 are removed. Default true.
    pub remove_specks: bool,
    before: LumaPlane,
    after: LumaPlane,
    mask: BitPlane,
    scratch: BitPlane,
    seen: SeenMotion,
    frames: u32,
    steady: bool,
    last: Option<u64>,
}

impl Default for MotionTracker {
    fn default() -> Self {
        Self {
            threshold: 14,
            follow_light: true,
            remove_specks: true,
            before: LumaPlane::default(),
            after: LumaPlane::default(),
            mask: BitPlane::default(),
            scratch: BitPlane::default(),
            seen: SeenMotion::default(),
            frames: 0,
            steady: false,
            last: None,
        }
    }
}

impl MotionTracker {
    /// Looks at a frame and tells whether it was a new one; a frame of the number last seen changes nothing.
    pub fn see(&mut self, frame: &CapturedFrame) -> bool {
        if self.last == Some(frame.sequence) {
            return false;
        }
        self.last = Some(frame.sequence);
        core::mem::swap(&mut self.before, &mut self.after);
        self.after.read(&frame.picture);
        self.compare();
        true
    }

    /// Looks at a picture of brightness, as [`MotionTracker::see`] without its number.
    pub fn see_luma(&mut self, luma: &LumaPlane) {
        core::mem::swap(&mut self.before, &mut self.after);
        self.after.copy_from(luma);
        self.compare();
    }

    fn compare(&mut self) {
        if self.before.bounds() != self.after.bounds() {
            // Another size is another camera: it has to find its exposure again.
            (self.frames, self.steady) = (0, false);
        }
        self.frames = self.frames.saturating_add(1);
        let shift = if self.follow_light { light_shift(&self.before, &self.after) } else { 0 };
        if !self.steady && self.frames > 1 {
            let change = (self.after.mean() - self.before.mean()).abs();
            self.steady = change < STEADY || self.frames > WARM_UP;
        }
        if !self.steady {
            self.mask.fit(self.after.width(), self.after.height());
            self.seen = SeenMotion::default();
            return;
        }
        self.seen = mark_changes(&self.before, &self.after, self.threshold, shift, &mut self.mask);
        if self.remove_specks && self.seen.moments.count > 0 {
            self.mask.open(&mut self.scratch);
            self.seen = SeenMotion { bounds: self.mask.bounds(), moments: self.mask.moments() };
        }
    }

    /// Has seen nothing from now on; settings stay.
    pub fn forget(&mut self) {
        let Self { threshold, follow_light, remove_specks, .. } = *self;
        *self = Self { threshold, follow_light, remove_specks, ..Self::default() };
    }

    /// What moved between the last two frames.
    pub const fn seen(&self) -> &SeenMotion {
        &self.seen
    }

    /// Which pixels moved.
    pub const fn mask(&self) -> &BitPlane {
        &self.mask
    }

    /// The last picture of brightness.
    pub const fn luma(&self) -> &LumaPlane {
        &self.after
    }

    /// The share of the picture that moved, 0…1.
    pub fn amount(&self) -> f32 {
        self.seen.amount(self.after.width(), self.after.height())
    }

    /// The activity level of the classic camera: the amount as 0…100, and 100 when a quarter of the picture moves.
    pub fn level(&self) -> f32 {
        (self.amount() * 400.0).min(100.0)
    }

    /// Where it moved on average, 0…1 across and down the picture; `None` when nothing did.
    pub fn center(&self) -> Option<Vec2> {
        let size = vec2(self.after.width() as f32, self.after.height() as f32);
        self.seen.moments.centroid().map(|at| (at + 0.5) / size)
    }

    /// Which way to steer by motion: −1 left … 1 right of the middle, 0 inside a dead zone of `dead` (0…1) on both
    /// sides, and when nothing moves.
    pub fn side(&self, dead: f32) -> f32 {
        let side = self.center().map_or(0.0, |at| at.x * 2.0 - 1.0);
        if side.abs() <= dead { 0.0 } else { side }
    }

    /// Shows the box and the middle of what moved, in pixels of the picture.
    pub fn mark(&self, marks: &mut Marks) {
        let IRect { x, y, width, height } = self.seen.bounds;
        if width == 0 {
            return;
        }
        let corner = vec2(x as f32, y as f32);
        let area = Aabb::from_size(corner, vec2(width as f32, height as f32));
        marks.aabb(MarkRole::Bounds, area);
        if let Some(at) = self.seen.moments.centroid() {
            marks.point(MarkRole::Target, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sight::testing::levels;
    use motile_geom::Rng;
    use motile_pixels::{Color, Surface};
    use proptest::prelude::*;

    fn plane(width: u32, height: u32, mut value: impl FnMut(u32, u32) -> u8) -> LumaPlane {
        let mut plane = LumaPlane::default();
        plane.fit(width, height);
        for (i, byte) in plane.bytes_mut().iter_mut().enumerate() {
            *byte = value(i as u32 % width, i as u32 / width);
        }
        plane
    }

    fn bar(x: u32) -> LumaPlane {
        plane(
            320,
            240,
            |px, py| {
                if (x..x + 40).contains(&px) && (60..90).contains(&py) { 200 } else { 16 }
            },
        )
    }

    #[test]
    fn check_5_30_a_rectangle_that_moved() {
        let mut mask = BitPlane::default();
        let seen = mark_changes(&bar(100), &bar(110), 51, 0, &mut mask);
        assert_eq!((seen.moments.count, seen.bounds), (600, IRect::new(100, 60, 50, 30)));
        // The middle of pixel indices, half a pixel before the middle of the box.
        assert_eq!(seen.moments.centroid(), Some(vec2(124.5, 74.5)));
        assert_eq!(mark_changes(&bar(100), &bar(100), 51, 0, &mut mask), SeenMotion::default());
    }

    #[test]
    fn check_5_31_noise_below_the_threshold_is_still() {
        let mut rng = Rng::new(5);
        let mut noisy = || plane(320, 240, |_, _| (100 + rng.int(-5..6)) as u8);
        let (a, b) = (noisy(), noisy());
        let mut mask = BitPlane::default();
        assert_eq!(mark_changes(&a, &b, 51, 0, &mut mask).bounds, IRect::EMPTY);
        let all = mark_changes(&a, &b, 0, 0, &mut mask).bounds;
        assert!(all.width > 310 && all.height > 230);
    }

    fn frame(sequence: u64, picture: Surface) -> CapturedFrame {
        CapturedFrame { sequence, seconds: sequence as f64 / 15.0, picture }
    }

    fn room(blue: Option<IRect>) -> Surface {
        let mut room = Surface::opaque(64, 48, Color::BLACK).unwrap();
        if let Some(area) = blue {
            room.fill_rect(area, Color::BLUE);
        }
        room
    }

    #[test]
    fn check_5_32_a_change_in_blue_only_is_seen() {
        let mut motion = MotionTracker::default();
        motion.see(&frame(0, room(None)));
        motion.see(&frame(1, room(Some(IRect::new(20, 20, 9, 9)))));
        assert_eq!(motion.seen().bounds, IRect::new(20, 20, 9, 9));
    }

    #[test]
    fn check_5_33_frames_seen_twice_change_nothing() {
        let frames: Vec<_> =
            (0..10).map(|i| frame(i, room(Some(IRect::new(i as i32 * 5, 10, 12, 12))))).collect();
        let (mut once, mut twice) = (MotionTracker::default(), MotionTracker::default());
        for frame in &frames {
            assert!(once.see(frame) && twice.see(frame));
            assert!(!twice.see(frame));
            assert_eq!(once.seen(), twice.seen());
        }
        assert!(once.seen().moments.count > 0);
    }

    #[test]
    fn check_5_38_weak_5_13_steering_by_motion_has_a_dead_zone() {
        let mut motion = MotionTracker::default();
        let (dark, light) =
            (plane(320, 240, |_, _| 0), plane(320, 240, |_, y| if y < 60 { 200 } else { 0 }));
        motion.follow_light = false;
        motion.threshold = 51;
        motion.see_luma(&dark);
        motion.see_luma(&dark);
        motion.see_luma(&light);
        assert_eq!(motion.seen().bounds, IRect::new(0, 0, 320, 60));
        assert_eq!(motion.side(0.1), 0.0, "as much on the left as on the right");
        motion.see_luma(&bar(100));
        motion.see_luma(&bar(110));
        assert!(motion.side(0.1) < 0.0);
    }

    #[test]
    fn weak_5_10_a_lamp_is_no_motion_and_a_hand_under_it_is() {
        let mut rng = Rng::new(2);
        let texture: Vec<u8> = (0..160 * 120).map(|_| rng.int(60..120) as u8).collect();
        let scene = |light: u8, hand: i32| {
            plane(160, 120, |x, y| {
                let inside = (hand..hand + 30).contains(&(x as i32)) && (40..70).contains(&y);
                if inside { 170 + light } else { texture[(y * 160 + x) as usize] + light }
            })
        };
        let mut motion = MotionTracker::default();
        for _ in 0..3 {
            motion.see_luma(&scene(0, 20));
        }
        motion.see_luma(&scene(40, 20));
        assert_eq!(motion.seen().moments.count, 0, "only the light changed");
        motion.see_luma(&scene(80, 50));
        assert!(motion.seen().bounds.x >= 20 && motion.seen().bounds.right() <= 80);
        assert!(motion.seen().moments.count > 500);
    }

    #[test]
    fn weak_5_9_a_camera_that_finds_its_exposure_is_not_believed() {
        let mut motion = MotionTracker { follow_light: false, ..MotionTracker::default() };
        for step in 0..10u8 {
            motion.see_luma(&plane(64, 48, |_, _| step * 25));
            assert_eq!(motion.seen().moments.count, 0);
        }
        motion.see_luma(&plane(64, 48, |_, _| 225));
        motion.see_luma(&plane(64, 48, |x, _| if x < 10 { 100 } else { 225 }));
        assert!(motion.seen().moments.count > 0);
    }

    proptest! {
        #[test]
        fn check_5_42_levels_agree(
            width in prop_oneof![1..200u32, Just(319), Just(641)], seed: u64, threshold: u8, shift in -300..300i16,
        ) {
            let mut rng = Rng::new(seed);
            let (a, b) = (plane(width, 3, |_, _| rng.u32() as u8), plane(width, 3, |x, y| {
                // Near the picture before, so that thresholds matter.
                (x * 7 + y) as u8
            }));
            let test = Test::new(threshold, shift);
            let mut slow = PixelMoments::default();
            let mut slow_mask = BitPlane::new(width, 3);
            for (i, (&p, &q)) in a.bytes().iter().zip(b.bytes()).enumerate() {
                let (x, y) = (i as u32 % width, i as u32 / width);
                if test.one(p, q) {
                    slow.add_run(x, x + 1, y);
                    slow_mask.set(x as i32, y as i32, true);
                }
            }
            for level in levels() {
                let mut mask = BitPlane::new(7, 7);
                let seen = mark_changes_at(level, &a, &b, threshold, shift, &mut mask);
                prop_assert_eq!(&mask, &slow_mask);
                prop_assert_eq!(seen, SeenMotion { bounds: slow_mask.bounds(), moments: slow });
            }
        }
    }
}
