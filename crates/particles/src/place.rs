//! Where particles are drawn, eight at a time.

use crate::lanes::{Block, LANES};
use fearless_simd::{Simd, f32x8, prelude::*};
use motile_geom::{Affine2, Vec2};

/// Steps of color and alpha over a life.
pub(crate) const STAGES: usize = 32;
/// Particles narrower than this many pixels are not drawn.
const LEAST: f32 = 0.25;
/// The largest width of a particle, pixels.
pub(crate) const LARGEST: u32 = 256;

/// From particles to pixels, the same for all of a picture.
pub(crate) struct View {
    pub(crate) transform: Affine2,
    pub(crate) scale: f32,
    /// Seconds that the picture lies after the last tick; negative.
    pub(crate) back: f32,
    /// Corners of the pixels that can be seen.
    pub(crate) low: Vec2,
    pub(crate) high: Vec2,
    /// Whether they are turned as they fly.
    pub(crate) along: bool,
    pub(crate) turns: u32,
}

/// Eight particles on a picture.
pub(crate) struct Placed {
    pub(crate) x: [f32; LANES],
    pub(crate) y: [f32; LANES],
    /// Width in pixels.
    pub(crate) size: [f32; LANES],
    /// The step of its life, or less than 0 for one of which nothing can be seen.
    pub(crate) stage: [f32; LANES],
}

impl Placed {
    /// Where eight particles are drawn.
    #[inline(always)]
    pub(crate) fn new<S: Simd>(simd: S, view: &View, block: &Block) -> Self {
        let splat = |value: f32| f32x8::splat(simd, value);
        let load = |values: &[f32; LANES]| f32x8::load_array_ref(simd, values);
        let (back, scale) = (splat(view.back), splat(view.scale));
        let x = load(&block.x) + load(&block.velocity_x) * back;
        let y = load(&block.y) + load(&block.velocity_y) * back;
        let (right, down) = (view.transform.matrix2.x_axis, view.transform.matrix2.y_axis);
        let corner = view.transform.translation;
        let place_x = splat(right.x) * x + splat(down.x) * y + splat(corner.x);
        let place_y = splat(right.y) * x + splat(down.y) * y + splat(corner.y);
        let size = load(&block.size) * scale;
        // A picture that turns reaches farther than half of its size.
        let reach = size.min(splat(LARGEST as f32));
        let age = load(&block.age);
        // All false for what is not a number.
        let near = place_x.simd_ge(splat(view.low.x) - reach)
            & place_x.simd_le(splat(view.high.x) + reach)
            & place_y.simd_ge(splat(view.low.y) - reach)
            & place_y.simd_le(splat(view.high.y) + reach);
        let seen = near & size.simd_gt(splat(LEAST)) & age.simd_lt(splat(1.0));
        let stage = (age * splat(STAGES as f32)).min(splat(STAGES as f32 - 1.0));
        let stage = seen.select(stage, splat(-1.0));
        let store = |values: f32x8<S>| {
            let mut stored = [0.0; LANES];
            values.store_array(&mut stored);
            stored
        };
        Self { x: store(place_x), y: store(place_y), size: store(size), stage: store(stage) }
    }
}
