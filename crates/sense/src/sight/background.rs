//! What a room looks like without anybody, learned while looking.

use super::{BitPlane, LumaPlane, SeenMotion, bits::pack_row, light_gain};
use fearless_simd::{Level, Simd, dispatch};

/// Learns the picture of a still room and tells what is not part of it: a person who stands still stays visible,
/// unlike with [`MotionTracker`](super::MotionTracker).
///
/// Every pixel has a running mean and a running deviation; a pixel counts when it is further from its mean than its own
/// noise explains. What stays becomes part of the room, eight times slower than the room follows the light.
///
/// ```
/// use motile_pixels::{Color, IRect, Surface};
/// use motile_sense::sight::{BackgroundModel, LumaPlane};
///
/// let mut room = BackgroundModel::default();
/// let mut picture = Surface::opaque(64, 48, Color::GRAY)?;
/// for _ in 0..10 {
///     room.see(&LumaPlane::from_surface(&picture));
/// }
/// picture.fill_rect(IRect::new(20, 10, 12, 30), Color::WHITE);
/// for _ in 0..10 {
///     room.see(&LumaPlane::from_surface(&picture));
/// }
/// assert_eq!(room.seen().bounds, IRect::new(20, 10, 12, 30), "it stands still and is seen");
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "background subtraction")]
#[doc(alias = "MOG2")]
#[derive(Clone)]
pub struct BackgroundModel {
    /// How slowly the room is learned: the mean goes 2⁻ᵐ of the way a frame. 1…8, default 5, about a second at 30 frames
    /// a second.
    pub memory: u32,
    /// How many deviations from its mean a pixel may be, 1…16. Default 4.
    pub deviations: u16,
    /// Distance in levels that is always allowed. Default 12.
    pub floor: u8,
    /// Whether a change of light that all pixels share is taken out. Default true.
    pub follow_light: bool,
    /// Whether pixels that are not part of a square of 3×3 are removed. Default true.
    pub remove_specks: bool,
    /// Brightness and its deviation as a fraction of 256 of a level.
    mean: Vec<u16>,
    deviation: Vec<u16>,
    /// The mean as a picture, for the light.
    room: LumaPlane,
    flags: Vec<u8>,
    mask: BitPlane,
    scratch: BitPlane,
    seen: SeenMotion,
}

crate::quiet::debug_by!(BackgroundModel: memory, deviations, floor, follow_light, remove_specks, seen);

impl Default for BackgroundModel {
    fn default() -> Self {
        Self {
            memory: 5,
            deviations: 4,
            floor: 12,
            follow_light: true,
            remove_specks: true,
            mean: Vec::new(),
            deviation: Vec::new(),
            room: LumaPlane::default(),
            flags: Vec::new(),
            mask: BitPlane::default(),
            scratch: BitPlane::default(),
            seen: SeenMotion::default(),
        }
    }
}

/// Deviation that a pixel starts with, as a fraction of 256 of a level.
const FIRST_DEVIATION: u16 = 2 << 8;
/// How much slower what is not the room becomes part of it, as a power of two.
const SLOWER: u32 = 3;

/// Settings of one frame in whole numbers.
#[derive(Clone, Copy)]
struct Pass {
    memory: u32,
    deviations: i32,
    floor: i32,
    gain: u32,
}

impl BackgroundModel {
    /// Looks at a frame. The first one, and the first of another size, is taken for the empty room.
    pub fn see(&mut self, luma: &LumaPlane) {
        self.see_at(Level::new(), luma);
    }

    fn see_at(&mut self, level: Level, luma: &LumaPlane) {
        if self.room.bounds() != luma.bounds() {
            self.learn(luma);
            return;
        }
        let gain = if self.follow_light { light_gain(&self.room, luma) } else { 256 };
        let pass = Pass {
            memory: self.memory.clamp(1, 8),
            deviations: i32::from(self.deviations.clamp(1, 16)),
            floor: i32::from(self.floor) << 8,
            gain: u32::from(gain),
        };
        dispatch!(level, simd => self.compare(simd, luma, pass));
        if self.remove_specks {
            self.mask.open(&mut self.scratch);
        }
        self.seen = SeenMotion { bounds: self.mask.bounds(), moments: self.mask.moments() };
    }

    /// Knows no room from now on; settings stay.
    pub fn forget(&mut self) {
        let Self { memory, deviations, floor, follow_light, remove_specks, .. } = *self;
        *self = Self { memory, deviations, floor, follow_light, remove_specks, ..Self::default() };
    }

    /// Takes a picture for the empty room and forgets what was learned.
    pub fn learn(&mut self, luma: &LumaPlane) {
        self.room.copy_from(luma);
        self.mean.clear();
        self.mean.extend(luma.bytes().iter().map(|&byte| u16::from(byte) << 8));
        self.deviation.clear();
        self.deviation.resize(self.mean.len(), FIRST_DEVIATION);
        self.flags.resize(self.mean.len(), 0);
        self.mask.fit(luma.width(), luma.height());
        self.seen = SeenMotion::default();
    }

    #[inline(always)]
    fn compare<S: Simd>(&mut self, simd: S, luma: &LumaPlane, pass: Pass) {
        let state = self.mean.iter_mut().zip(&mut self.deviation);
        let shown = self.room.bytes_mut().iter_mut().zip(&mut self.flags);
        for (((mean, deviation), (room, flag)), &byte) in state.zip(shown).zip(luma.bytes()) {
            (*mean, *deviation, *flag) = learn_pixel(*mean, *deviation, byte, pass);
            *room = (*mean >> 8) as u8;
        }
        let width = luma.width() as usize;
        for (flags, words) in self.flags.chunks_exact(width).zip(self.mask.rows_mut()) {
            pack_row(simd, flags, 1, words);
        }
    }

    /// What is not part of the room.
    pub const fn seen(&self) -> &SeenMotion {
        &self.seen
    }

    /// Which pixels are not part of the room.
    #[doc(alias = "foreground mask")]
    pub const fn mask(&self) -> &BitPlane {
        &self.mask
    }

    /// The room as it is known now.
    pub const fn room(&self) -> &LumaPlane {
        &self.room
    }
}

/// The next mean and deviation of a pixel, and whether it counts. Without a branch, so that many go at once.
#[inline(always)]
fn learn_pixel(mean: u16, deviation: u16, byte: u8, pass: Pass) -> (u16, u16, u8) {
    // The light comes and goes as a whole: the mean follows it at once.
    let lit = ((u32::from(mean) * pass.gain) >> 8).min(0xFFFF) as i32;
    let deviation = i32::from(deviation);
    let off = (i32::from(byte) << 8) - lit;
    let far = off.abs();
    let moved = far > deviation * pass.deviations + pass.floor;
    let memory = pass.memory + if moved { SLOWER } else { 0 };
    let mean = lit + (off >> memory);
    // What is not the room says nothing about its noise.
    let noise = if moved { deviation } else { deviation + ((far - deviation) >> pass.memory) };
    (mean as u16, noise.clamp(128, 0x3FFF) as u16, u8::from(moved))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;
    use motile_pixels::IRect;

    /// A textured room with noise, light and a box that stands in it.
    fn room(rng: &mut Rng, light: i32, body: Option<IRect>) -> LumaPlane {
        let mut plane = LumaPlane::default();
        plane.fit(96, 72);
        for (i, byte) in plane.bytes_mut().iter_mut().enumerate() {
            let (x, y) = (i as i32 % 96, i as i32 / 96);
            let inside = body.is_some_and(|body| body.contains(x, y));
            let base = if inside { 210 } else { 70 + (x * 13 + y * 7) % 40 };
            *byte = (base + light + rng.int(-4..5)).clamp(0, 255) as u8;
        }
        plane
    }

    #[test]
    fn input_59_somebody_who_stands_still_is_seen_and_the_light_is_not() {
        let (mut rng, mut model) = (Rng::new(1), BackgroundModel::default());
        for frame in 0..60 {
            model.see(&room(&mut rng, frame / 2, None));
            assert_eq!(model.seen().moments.count, 0, "frame {frame}: noise and dawn");
        }
        let body = IRect::new(30, 20, 20, 40);
        for frame in 0..20 {
            model.see(&room(&mut rng, 30, Some(body)));
            let seen = model.seen();
            assert!(seen.moments.count > 760, "frame {frame}: {} of 800", seen.moments.count);
            assert!(seen.bounds.intersect(body) == seen.bounds);
        }
    }

    #[test]
    fn input_59_what_stays_becomes_part_of_the_room() {
        let (mut rng, mut model) =
            (Rng::new(1), BackgroundModel { memory: 2, ..BackgroundModel::default() });
        model.see(&room(&mut rng, 0, None));
        let mut gone = None;
        for frame in 0..200 {
            model.see(&room(&mut rng, 0, Some(IRect::new(30, 20, 20, 40))));
            if gone.is_none() && frame > 0 && model.seen().moments.count == 0 {
                gone = Some(frame);
            }
        }
        assert!(gone.is_some_and(|frame| frame > 20), "{gone:?}");
    }

    /// Pixels do not look at each other here, so that a plane of one pixel at a time is the plain rule.
    #[test]
    fn check_5_42_levels_agree_with_single_pixels() {
        let model = || BackgroundModel {
            follow_light: false,
            remove_specks: false,
            ..BackgroundModel::default()
        };
        for width in [1, 7, 319, 641] {
            let mut rng = Rng::new(u64::from(width));
            let mut plane = LumaPlane::default();
            plane.fit(width, 2);
            let levels = crate::sight::testing::levels();
            let mut models: Vec<_> = levels.iter().map(|_| model()).collect();
            let mut single: Vec<_> = (0..width * 2).map(|_| model()).collect();
            for frame in 0..4 {
                for byte in plane.bytes_mut() {
                    *byte = if frame < 3 { 90 + rng.below(20) as u8 } else { rng.u32() as u8 };
                }
                let mut one = LumaPlane::default();
                one.fit(1, 1);
                for (pixel, &byte) in single.iter_mut().zip(plane.bytes()) {
                    one.bytes_mut()[0] = byte;
                    pixel.see(&one);
                }
                for (model, &level) in models.iter_mut().zip(&levels) {
                    model.see_at(level, &plane);
                    for (at, pixel) in single.iter().enumerate() {
                        let (x, y) = (at as i32 % width as i32, at as i32 / width as i32);
                        assert_eq!(
                            model.mask().get(x, y),
                            pixel.mask().get(0, 0),
                            "{level:?} {x} {y}"
                        );
                        assert_eq!(model.mean[at], pixel.mean[0]);
                        assert_eq!(model.deviation[at], pixel.deviation[0]);
                    }
                }
            }
        }
    }

    #[test]
    fn settings_out_of_range_and_odd_sizes() {
        for (width, height) in [(1, 1), (1, 9), (65, 2)] {
            let mut model = BackgroundModel {
                memory: 0,
                deviations: 0,
                floor: 0,
                ..BackgroundModel::default()
            };
            let mut plane = LumaPlane::default();
            plane.fit(width, height);
            for value in [0, 255, 0, 3, 255] {
                plane.bytes_mut().fill(value);
                model.see(&plane);
            }
            model.see(&LumaPlane::default());
            assert_eq!(model.mask().count(), 0);
        }
    }
}
