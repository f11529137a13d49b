//! Where motion was a moment ago, and which way it went.

use super::BitPlane;
use motile_geom::Vec2;
use motile_pixels::IRect;

/// A picture of the recent motion: 255 where something moves now, fading to 0. Its slopes point the way things go.
///
/// ```
/// use motile_sense::sight::{BitPlane, MotionHistory};
/// let mut history = MotionHistory::default();
/// for x in 0..20 {
///     let mut moved = BitPlane::new(64, 48);
///     for y in 10..30 {
///         moved.set(x * 2, y, true);
///         moved.set(x * 2 + 1, y, true);
///     }
///     history.see(&moved, 1.0 / 30.0);
/// }
/// let way = history.direction(motile_pixels::IRect::of_size(64, 48));
/// assert!(way.x > 0.9, "it went to the right");
/// ```
#[doc(alias = "motion history image")]
#[doc(alias = "MHI")]
#[derive(Clone, PartialEq)]
pub struct MotionHistory {
    /// How long motion stays visible, in seconds. Default 1.
    pub seconds: f32,
    width: u32,
    height: u32,
    bytes: Vec<u8>,
    /// What fading owes: steps are whole, and short times add up.
    owed: f32,
}

crate::quiet::debug_by!(MotionHistory: seconds, width, height);

impl Default for MotionHistory {
    fn default() -> Self {
        Self { seconds: 1.0, width: 0, height: 0, bytes: Vec::new(), owed: 0.0 }
    }
}

impl MotionHistory {
    /// Adds what moved in a frame that came `dt` seconds after the last. Time that is negative or not finite does
    /// not pass.
    pub fn see(&mut self, moved: &BitPlane, dt: f32) {
        if (self.width, self.height) != (moved.width(), moved.height()) {
            (self.width, self.height) = (moved.width(), moved.height());
            self.bytes.clear();
            self.bytes.resize(self.width as usize * self.height as usize, 0);
        }
        let fade = self.fade(dt);
        let width = self.width.max(1) as usize;
        for (bytes, words) in self.bytes.chunks_exact_mut(width).zip(moved.rows()) {
            for (bytes, &word) in bytes.chunks_mut(64).zip(words) {
                for (i, byte) in bytes.iter_mut().enumerate() {
                    let now = if word >> i & 1 == 1 { 255 } else { 0 };
                    *byte = byte.saturating_sub(fade).max(now);
                }
            }
        }
    }

    /// Has seen nothing from now on.
    pub fn forget(&mut self) {
        *self = Self { seconds: self.seconds, ..Self::default() };
    }

    /// Whole levels that go with this time.
    fn fade(&mut self, dt: f32) -> u8 {
        let rate = 255.0 / if self.seconds > 0.0 { self.seconds } else { f32::MIN_POSITIVE };
        let step = dt * rate;
        if step > 0.0 {
            self.owed = (self.owed + step).min(255.0);
        }
        let whole = self.owed as u8;
        self.owed -= f32::from(whole);
        whole
    }

    /// How fresh motion is at every pixel, 255 now, 0 long ago or never; row by row.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Which way things went inside a rectangle: from older motion to newer. As long as it is sure, 0…1.
    pub fn direction(&self, area: IRect) -> Vec2 {
        let inside = IRect::of_size(self.width, self.height).inflate(-1, -1);
        let area = area.intersect(inside);
        let width = self.width as usize;
        let (mut sum, mut size) = (Vec2::ZERO, 0.0);
        for y in area.y..area.bottom() as i32 {
            for x in area.x..area.right() as i32 {
                let at = y as usize * width + x as usize;
                let near = [at - 1, at + 1, at - width, at + width].map(|at| self.bytes[at]);
                // Edges to where nothing moved are shapes, not ways.
                if near.contains(&0) || self.bytes[at] == 0 {
                    continue;
                }
                let [left, right, above, below] = near.map(f32::from);
                let slope = Vec2::new(right - left, below - above);
                sum += slope;
                size += slope.length();
            }
        }
        if size > 0.0 { sum / size } else { Vec2::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_59_it_fades_in_its_time_however_time_is_cut() {
        for steps in [10, 60, 600] {
            let mut history = MotionHistory { seconds: 0.5, ..MotionHistory::default() };
            let mut moved = BitPlane::new(70, 2);
            moved.set(69, 1, true);
            history.see(&moved, 0.0);
            moved.clear();
            for _ in 0..steps {
                history.see(&moved, 0.25 / steps as f32);
            }
            assert!(history.bytes()[139].abs_diff(128) <= 2, "{steps}: {}", history.bytes()[139]);
            history.see(&moved, f32::NAN);
            history.see(&moved, -1.0);
            assert!(history.bytes()[139].abs_diff(128) <= 2);
            history.see(&moved, 1.0);
            assert!(history.bytes().iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn small_and_empty_planes_have_no_direction() {
        let mut history = MotionHistory { seconds: 0.0, ..MotionHistory::default() };
        for (width, height) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
            history.see(&BitPlane::new(width, height), 0.1);
            assert_eq!(history.direction(IRect::new(-5, -5, 100, 100)), Vec2::ZERO);
        }
    }
}
