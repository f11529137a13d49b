//! Turned, scaled and flipped masks: exact through the transform, or cached by angle (COL-W7).

use super::Mask;
use crate::CollideError;
use core::f32::consts::TAU;
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, IVec2, Vec2, vec2};

/// A mask and where its top left corner is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedMask {
    /// The pixels.
    pub mask: Mask,
    /// Top left corner in the shared space.
    pub at: IVec2,
}

impl PlacedMask {
    /// Whether solid pixels meet when the masks are moved by whole pixels.
    pub fn hits(&self, by: IVec2, other: &Self, other_by: IVec2) -> bool {
        let place = |mask: &Self, by: IVec2| {
            IVec2::new(mask.at.x.saturating_add(by.x), mask.at.y.saturating_add(by.y))
        };
        self.mask.hits(place(self, by), &other.mask, place(other, other_by))
    }
}

/// A mask seen through a transform from its own pixels to the shared space.
///
/// A pixel of the shared space is solid when its center, taken back through the transform, falls into
/// a solid pixel of the mask: nearest sampling, with nothing smoothed and no size limit.
#[derive(Clone, Copy, Debug)]
pub struct MaskPose<'a> {
    mask: &'a Mask,
    inverse: Affine2,
    bounds: IRect,
}

impl<'a> MaskPose<'a> {
    /// A mask through a transform, or `None` when the transform is not finite or flattens the plane.
    pub fn new(mask: &'a Mask, transform: &Affine2) -> Option<Self> {
        let inverse = transform.checked_inverse()?;
        let size = vec2(mask.width as f32, mask.height as f32);
        let bounds = transform.transform_aabb(Aabb::from_size(Vec2::ZERO, size));
        let (low, high) = (bounds.min.floor(), bounds.max.ceil());
        let span = |low: f32, high: f32| (high as f64 - low as f64).min(LONGEST_SIDE) as u32;
        let (width, height) = (span(low.x, high.x), span(low.y, high.y));
        let bounds = IRect::new(low.x as i32, low.y as i32, width, height);
        Some(Self { mask, inverse, bounds })
    }

    /// The pixels of the shared space that may be solid.
    pub fn bounds(&self) -> IRect {
        self.bounds
    }

    /// Whether a pixel of the shared space is solid.
    pub fn get(&self, x: i32, y: i32) -> bool {
        let row = Row::new(self, y);
        row.is_solid(self.mask, x)
    }

    /// Whether solid pixels of two masks meet, each through its own transform. Tests pixel by pixel,
    /// in the overlap of the two bounds only; it answers exactly as [`MaskPose::to_mask`] and
    /// [`Mask::hits`] would, without memory.
    pub fn hits(&self, other: &MaskPose<'_>) -> bool {
        let part = self.bounds.intersect(other.bounds);
        (0..part.height as i32).any(|row| {
            let y = part.y + row;
            let (first, second) = (Row::new(self, y), Row::new(other, y));
            (0..part.width as i32).any(|column| {
                let x = part.x + column;
                first.is_solid(self.mask, x) && second.is_solid(other.mask, x)
            })
        })
    }

    /// The same pixels as a mask of their own. Allocates.
    ///
    /// # Errors
    /// [`CollideError::BadMaskSize`] when the transform blows the mask up too far.
    pub fn to_mask(&self) -> Result<PlacedMask, CollideError> {
        let IRect { x: left, y: top, width, height } = self.bounds;
        let mut mask = Mask::new(width, height)?;
        for y in 0..height {
            let row = Row::new(self, top + y as i32);
            for x in 0..width {
                if row.is_solid(self.mask, left + x as i32) {
                    mask.set(x as i32, y as i32, true);
                }
            }
        }
        Ok(PlacedMask { mask, at: IVec2::new(left, top) })
    }
}

/// Sides of poses end here, far beyond what a mask may have.
const LONGEST_SIDE: f64 = (1u32 << 30) as f64;

/// One row of the shared space, taken back into a mask: a line through its pixels.
struct Row {
    start: [f64; 2],
    step: [f64; 2],
}

impl Row {
    fn new(pose: &MaskPose<'_>, y: i32) -> Self {
        let Affine2 { matrix2: m, translation: t } = pose.inverse;
        let (x, y) = (0.5, y as f64 + 0.5);
        let start = |a: f32, b: f32, t: f32| a as f64 * x + b as f64 * y + t as f64;
        Self {
            start: [start(m.x_axis.x, m.y_axis.x, t.x), start(m.x_axis.y, m.y_axis.y, t.y)],
            step: [m.x_axis.x as f64, m.x_axis.y as f64],
        }
    }

    #[inline]
    fn is_solid(&self, mask: &Mask, x: i32) -> bool {
        let [u, v] = [0, 1].map(|axis| self.start[axis] + self.step[axis] * x as f64);
        // Conversion cuts towards 0, so what lies left of column 0 must not pass as column 0.
        u >= 0.0 && v >= 0.0 && mask.get(to_index(u), to_index(v))
    }
}

/// A coordinate as a pixel index; −1, which no mask has, beyond the range.
#[inline]
fn to_index(value: f64) -> i32 {
    if value < i32::MAX as f64 { value as i32 } else { -1 }
}

impl Mask {
    /// Mirrored left to right. Allocates.
    pub fn flipped_x(&self) -> Self {
        self.rebuilt(|x, y| (self.width as i32 - 1 - x, y))
    }

    /// Mirrored top to bottom. Allocates.
    pub fn flipped_y(&self) -> Self {
        self.rebuilt(|x, y| (x, self.height as i32 - 1 - y))
    }

    fn rebuilt(&self, source: impl Fn(i32, i32) -> (i32, i32)) -> Self {
        let words = vec![0; self.words.len()];
        let mut mask = Self { width: self.width, height: self.height, words };
        for y in 0..self.height as i32 {
            for x in 0..self.width as i32 {
                let (from_x, from_y) = source(x, y);
                if self.get(from_x, from_y) {
                    mask.set(x, y, true);
                }
            }
        }
        mask
    }
}

/// A mask turned to evenly spaced angles, each made once when first asked for (COL-13).
///
/// Tests between cached turns run at the speed of upright masks. The angle is rounded to the nearest
/// step; with `steps` steps a point at distance r from the pivot is off by at most π·r / `steps` pixels.
///
/// ```
/// use motile_collide::{Mask, TurnedMasks};
/// use motile_geom::{ivec2, vec2};
///
/// let blade = Mask::solid(40, 4)?;
/// let mut turned = TurnedMasks::new(blade, vec2(20.0, 2.0), 1.0, 64)?;
/// let level = turned.at_angle(0.0).clone();
/// let upright = turned.at_angle(std::f32::consts::FRAC_PI_2);
/// assert!(!level.hits(ivec2(0, 0), &level, ivec2(0, 10)));
/// assert!(level.hits(ivec2(0, 0), upright, ivec2(0, 10)));
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TurnedMasks {
    source: Mask,
    pivot: Vec2,
    scale: f32,
    turns: Vec<Option<PlacedMask>>,
}

impl TurnedMasks {
    /// Turns of a mask about a pivot in its own pixels, scaled by `scale` (negative flips both ways).
    /// The turned masks are placed so that the pivot is at the origin of the shared space.
    ///
    /// # Errors
    /// [`CollideError::BadMaskSize`] when the pivot is not finite, the scale is 0 or not finite, there
    /// are no steps, or the largest turn would be too big for a mask.
    pub fn new(source: Mask, pivot: Vec2, scale: f32, steps: u32) -> Result<Self, CollideError> {
        let bad = CollideError::BadMaskSize { width: source.width, height: source.height };
        let side = (source.width as f32).max(source.height as f32) * scale.abs() * 1.5;
        if !pivot.is_finite() || !scale.is_normal() || steps == 0 || side * side > 2e8 {
            return Err(bad);
        }
        Ok(Self { source, pivot, scale, turns: vec![None; steps as usize] })
    }

    /// The mask turned to the step nearest to an angle in radians. Allocates the first time. An angle
    /// that is not finite counts as 0.
    pub fn at_angle(&mut self, angle: f32) -> &PlacedMask {
        let step = self.step_of(angle);
        if self.turns[step].is_none() {
            let turned = self.pose(step as f32 * TAU / self.turns.len() as f32);
            self.turns[step] = turned.and_then(|pose| pose.to_mask().ok());
        }
        // `new` has refused what could fail; an empty mask would stand in.
        self.turns[step].get_or_insert_default()
    }

    /// The turn nearest to an angle if it was made before: for tests that only have `&self`.
    pub fn cached(&self, angle: f32) -> Option<&PlacedMask> {
        self.turns[self.step_of(angle)].as_ref()
    }

    /// Makes all turns now.
    pub fn fill(&mut self) {
        let steps = self.turns.len();
        for i in 0..steps {
            self.at_angle(i as f32 * TAU / steps as f32);
        }
    }

    fn pose(&self, angle: f32) -> Option<MaskPose<'_>> {
        let turn = Affine2::rotation(angle) * Affine2::from_scale(Vec2::splat(self.scale));
        MaskPose::new(&self.source, &(turn * Affine2::from_translation(-self.pivot)))
    }

    fn step_of(&self, angle: f32) -> usize {
        let steps = self.turns.len() as f64;
        let turns = angle as f64 / core::f64::consts::TAU * steps;
        // An angle that is not finite gives step 0 by the rules of conversion.
        (turns + 0.5).floor().rem_euclid(steps) as usize % self.turns.len()
    }
}
