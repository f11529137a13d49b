//! Turned, scaled and flipped masks: exact through the transform, or cached by angle.

use super::{MAX_PIXELS, Mask, MaskContact};
use crate::CollideError;
use core::f32::consts::TAU;
use core::ops::Range;
use motile_geom::glam::{DVec2, dvec2};
use motile_geom::{Affine2, Affine2Ext, IRect, IVec2, Vec2};

/// A mask and where its top left corner is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacedMask {
    /// The pixels.
    pub mask: Mask,
    /// Top left corner in the shared space.
    pub at: IVec2,
}

impl PlacedMask {
    /// Whether solid pixels meet when the masks are moved by whole pixels.
    pub fn hits(&self, by: IVec2, other: &Self, other_by: IVec2) -> bool {
        self.mask.hits(self.moved(by), &other.mask, other.moved(other_by))
    }

    /// The contact of the two when they are moved by whole pixels; see [`Mask::contact`].
    pub fn contact(&self, by: IVec2, other: &Self, other_by: IVec2) -> Option<MaskContact> {
        self.mask.contact(self.moved(by), &other.mask, other.moved(other_by))
    }

    fn moved(&self, by: IVec2) -> IVec2 {
        self.at.saturating_add(by)
    }
}

/// A mask seen through a transform from its own pixels to the shared space.
///
/// A pixel of the shared space is solid when its center, taken back through the transform, falls into
/// a solid pixel of the mask: nearest sampling, with nothing smoothed. The way back is computed in `f64`
/// and divides last, so that centers on the border of two pixels fall where exact numbers would. The
/// shared space ends at the ends of `i32`; what lies beyond is cut off.
///
/// ```
/// use motile_collide::{Mask, MaskPose};
/// use motile_geom::{Affine2, Affine2Ext, vec2};
/// use std::f32::consts::FRAC_PI_2;
///
/// let blade = Mask::solid(40, 4)?;
/// let upright = Affine2::from_translation(vec2(20.0, 0.0)) * Affine2::rotation(FRAC_PI_2);
/// let upright = MaskPose::new(&blade, &upright).unwrap();
/// assert!(upright.get(18, 39) && !upright.get(39, 2));
/// let mirrored = Affine2::from_scale(vec2(-1.0, 1.0));
/// assert!(!upright.hits(&MaskPose::new(&blade, &mirrored).unwrap()));
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MaskPose<'a> {
    pub(crate) mask: &'a Mask,
    pub(crate) transform: Affine2,
    determinant: f64,
    bounds: IRect,
}

impl<'a> MaskPose<'a> {
    /// A mask through a transform, or `None` when the transform is not finite or flattens the plane.
    pub fn new(mask: &'a Mask, transform: &Affine2) -> Option<Self> {
        let (x, y) = (transform.matrix2.x_axis.as_dvec2(), transform.matrix2.y_axis.as_dvec2());
        // Products of two f32 are exact here, so nothing underflows and only a flat plane gives 0.
        let determinant = x.perp_dot(y);
        if !transform.is_finite() || determinant == 0.0 {
            return None;
        }
        let (right, down) = (x * mask.width as f64, y * mask.height as f64);
        let origin = transform.translation.as_dvec2();
        let low = origin + right.min(DVec2::ZERO) + down.min(DVec2::ZERO);
        let high = origin + right.max(DVec2::ZERO) + down.max(DVec2::ZERO);
        let size = origin.abs() + right.abs() + down.abs();
        Some(Self {
            mask,
            transform: *transform,
            determinant,
            bounds: centers_between(low, high, size),
        })
    }

    /// The pixels of the shared space that may be solid.
    pub fn bounds(&self) -> IRect {
        self.bounds
    }

    /// Whether a pixel of the shared space is solid.
    pub fn get(&self, x: i32, y: i32) -> bool {
        Row::new(self, y as i64).is_solid(x as i64)
    }

    /// Whether solid pixels of two masks meet, each through its own transform. Looks at single pixels in
    /// the overlap of the two bounds, row by row, where both masks are; it answers exactly as
    /// [`MaskPose::to_mask`] and [`Mask::hits`] would, without memory.
    pub fn hits(&self, other: &MaskPose<'_>) -> bool {
        let part = self.bounds.intersect(other.bounds);
        (part.y as i64..part.bottom()).any(|y| {
            let (first, second) = (Row::new(self, y), Row::new(other, y));
            let columns = second.clip(first.clip(part.x as i64..part.right()));
            columns.into_iter().any(|x| first.is_solid(x) && second.is_solid(x))
        })
    }

    /// The turned pixels as a mask of their own. Allocates.
    ///
    /// # Errors
    /// [`CollideError::BadMaskSize`] when the transform blows the mask up to more pixels than
    /// [`Mask::new`] allows.
    pub fn to_mask(&self) -> Result<PlacedMask, CollideError> {
        let IRect { width, height, .. } = self.bounds;
        let at = self.bounds.origin();
        let mut mask = Mask::new(width, height)?;
        for y in 0..height {
            let row = Row::new(self, at.y as i64 + y as i64);
            for x in row.clip(at.x as i64..self.bounds.right()) {
                if row.is_solid(x) {
                    mask.set((x - at.x as i64) as i32, y as i32, true);
                }
            }
        }
        Ok(PlacedMask { mask, at })
    }
}

/// The pixels whose centers lie between two corners, cut off at the ends of `i32`. Borders count, and the
/// rounding of numbers of a size is added, so none that is inside is left out.
fn centers_between(low: DVec2, high: DVec2, size: DVec2) -> IRect {
    let span = |axis: usize| {
        let slack = 1e-12 * (1.0 + size[axis]);
        let ends = [low[axis] - 0.5 - slack, high[axis] - 0.5 + slack];
        let [from, to] = [ends[0].ceil(), ends[1].floor() + 1.0]
            .map(|end| (end as i64).clamp(i32::MIN as i64, i32::MAX as i64 + 1));
        // One column less than there are: a width of 2³² does not fit.
        (from, (to - from).clamp(0, u32::MAX as i64) as u32)
    };
    let ((x, width), (y, height)) = (span(0), span(1));
    if width == 0 || height == 0 {
        return IRect::EMPTY;
    }
    IRect::new(x as i32, y as i32, width, height)
}

/// One row of the shared space, taken back into a mask: a line through its pixels, in units of a pixel
/// times the determinant.
struct Row<'a> {
    mask: &'a Mask,
    /// Where pixel 0 of the row comes from, and how far the next is from it.
    start: DVec2,
    step: DVec2,
    determinant: f64,
}

impl<'a> Row<'a> {
    fn new(pose: &MaskPose<'a>, y: i64) -> Self {
        let Affine2 { matrix2: m, translation } = pose.transform;
        let (x_axis, y_axis) = (m.x_axis.as_dvec2(), m.y_axis.as_dvec2());
        let offset = dvec2(0.5, y as f64 + 0.5) - translation.as_dvec2();
        Self {
            mask: pose.mask,
            start: dvec2(offset.perp_dot(y_axis), x_axis.perp_dot(offset)),
            step: dvec2(y_axis.y, -x_axis.y),
            determinant: pose.determinant,
        }
    }

    /// Whether the pixel in a column of the row comes from a solid one.
    #[inline]
    fn is_solid(&self, x: i64) -> bool {
        let from = (self.start + self.step * x as f64) / self.determinant;
        // Conversion cuts towards 0, so what lies left of column 0 must not pass as column 0.
        from.x >= 0.0 && from.y >= 0.0 && self.mask.get(to_index(from.x), to_index(from.y))
    }

    /// The columns of a range that can come from inside the mask, and a few more.
    fn clip(&self, columns: Range<i64>) -> Range<i64> {
        let size = dvec2(self.mask.width as f64, self.mask.height as f64);
        let (mut from, mut to) = (columns.start as f64, columns.end as f64);
        for axis in 0..2 {
            let (start, step) = (self.start[axis], self.step[axis]);
            let ends = [0.0, size[axis]].map(|edge| (edge * self.determinant - start) / step);
            if step != 0.0 {
                from = from.max(ends[0].min(ends[1]).floor() - 1.0);
                to = to.min(ends[0].max(ends[1]).ceil() + 2.0);
            }
        }
        from as i64..(to as i64).min(columns.end)
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
        let mut mask = self.emptied();
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

/// A mask turned to evenly spaced angles, each made once when first asked for.
///
/// Tests between cached turns run at the speed of upright masks. The angle is rounded to the nearest
/// step; with `steps` steps a point at distance r from the pivot is off by at most π·r / `steps` pixels.
/// Nothing is ever thrown away: full, it holds `steps` masks of one bit for each pixel of their bounds.
///
/// ```
/// use motile_collide::{Mask, TurnedMasks};
/// use motile_geom::{Vec2, ivec2, vec2};
///
/// let blade = Mask::solid(40, 4)?;
/// let mut turned = TurnedMasks::new(blade, vec2(20.0, 2.0), Vec2::ONE, 64)?;
/// let level = turned.at_angle(0.0).clone();
/// let upright = turned.at_angle(std::f32::consts::FRAC_PI_2);
/// assert!(!level.hits(ivec2(0, 0), &level, ivec2(0, 10)));
/// assert!(level.hits(ivec2(0, 0), upright, ivec2(0, 10)));
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
#[doc(alias = "rotated masks")]
#[derive(Clone, Debug)]
pub struct TurnedMasks {
    source: Mask,
    pivot: Vec2,
    scale: Vec2,
    turns: Vec<Option<PlacedMask>>,
}

impl TurnedMasks {
    /// Most steps: finer than a pixel at a distance of 20,000 pixels.
    pub const MAX_STEPS: u32 = 1 << 16;

    /// Turns of a mask about a pivot in its own pixels, first scaled by `scale` (a negative number flips).
    /// The turned masks are placed so that the pivot is at the origin of the shared space.
    ///
    /// # Errors
    /// [`CollideError::BadMaskSize`] when the pivot is not finite, a scale is 0 or not finite, `steps` is
    /// 0 or above [`TurnedMasks::MAX_STEPS`], or the largest turn would be too big for a mask.
    pub fn new(source: Mask, pivot: Vec2, scale: Vec2, steps: u32) -> Result<Self, CollideError> {
        let bad = CollideError::BadMaskSize { width: source.width, height: source.height };
        let size = dvec2(source.width as f64, source.height as f64) * scale.as_dvec2();
        // A turn is at most as wide as the diagonal, and a mask rounds its width up to 64.
        let side = size.length() + 66.0;
        let good = pivot.is_finite() && scale.is_finite() && scale.x * scale.y != 0.0;
        if !good || !(1..=Self::MAX_STEPS).contains(&steps) || side * side > MAX_PIXELS as f64 {
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
        let turn = Affine2::rotation(angle) * Affine2::from_scale(self.scale);
        MaskPose::new(&self.source, &(turn * Affine2::from_translation(-self.pivot)))
    }

    fn step_of(&self, angle: f32) -> usize {
        let steps = self.turns.len() as f64;
        let turns = angle as f64 / core::f64::consts::TAU * steps;
        // An angle that is not finite gives step 0 by the rules of conversion.
        (turns + 0.5).floor().rem_euclid(steps) as usize % self.turns.len()
    }
}
