//! Discs that fade towards their rims, as users add dye, heat and pushes.

use motile_geom::{Vec2, vec2};

pub(super) fn is_disc(center: Vec2, radius: f32) -> bool {
    center.is_finite() && radius.is_finite() && radius > 0.0
}

/// A disc in cells that is full in its middle and fades towards its rim.
pub(super) struct Spot {
    pub(super) center: Vec2,
    pub(super) radius: f32,
}

impl Spot {
    /// Calls `work` with the number and the share of each sample in the disc.
    pub(super) fn for_each(
        &self,
        columns: usize,
        rows: usize,
        first: Vec2,
        mut work: impl FnMut(usize, f32),
    ) {
        // A disc smaller than a cell still meets the nearest sample.
        let radius = self.radius.max(0.75);
        let (low, high) = (self.center - first - radius, self.center - first + radius);
        let from = |low: f32| low.ceil().max(0.0) as usize;
        let to = |high: f32, count: usize| (high.floor() + 1.0).clamp(0.0, count as f32) as usize;
        for y in from(low.y)..to(high.y, rows) {
            for x in from(low.x)..to(high.x, columns) {
                let away = (vec2(x as f32, y as f32) + first - self.center).length_squared()
                    / (radius * radius);
                if away < 1.0 {
                    work(y * columns + x, (1.0 - away * away).min(1.0));
                }
            }
        }
    }
}
