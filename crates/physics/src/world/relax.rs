//! Rigid sticks, eight at a time.
//!
//! The [plan](super::plan) has sorted them so that the eight of a group share no point: they are read, corrected and
//! written at once, as if one after the other. Memory is what costs, not arithmetic: rows and columns of a cloth are loaded
//! as they lie, and only sticks of other shapes are gathered lane by lane.

use super::motion::{CHUNK, LANES};
use super::plan::{Group, Kind, Plan};
use super::point::Points;
use super::rule::COINCIDENT;
use fearless_simd::{Level, dispatch, f32x8, prelude::*};

/// Coordinates of a block of points.
type Arrays<'a> = (&'a mut [f32], &'a mut [f32]);

/// One pass over all rigid sticks of the plan: blocks of points each on their own, then what joins them; backwards in the
/// opposite order, so that two passes are symmetric.
pub(crate) fn pass(level: Level, plan: &Plan, points: &mut Points, backwards: bool) {
    let Some((between, blocks)) = plan.blocks.split_last() else { return };
    let run = |(arrays, block): (Arrays, &(u32, u32))| {
        dispatch!(level, simd => relax(simd, plan, *block, arrays.0, arrays.1, backwards));
    };
    if backwards {
        run(((&mut points.x, &mut points.y), between));
    }
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        let chunks = points.x.par_chunks_mut(CHUNK).zip(points.y.par_chunks_mut(CHUNK));
        chunks.zip(blocks.par_iter()).for_each(run);
    }
    #[cfg(not(feature = "parallel"))]
    points.x.chunks_mut(CHUNK).zip(points.y.chunks_mut(CHUNK)).zip(blocks).for_each(run);
    if !backwards {
        run(((&mut points.x, &mut points.y), between));
    }
}

#[inline(always)]
fn relax<S: Simd>(
    simd: S,
    plan: &Plan,
    block: (u32, u32),
    x: &mut [f32],
    y: &mut [f32],
    backwards: bool,
) {
    let groups = &plan.groups[block.0 as usize..block.1 as usize];
    for i in 0..groups.len() {
        let group = &groups[if backwards { groups.len() - 1 - i } else { i }];
        match group.kind {
            Kind::Columns => columns(simd, plan, *group, x, y),
            Kind::Pairs => pairs(simd, plan, *group, x, y),
            Kind::Scattered => scattered(simd, plan, *group, x, y),
        }
    }
}

/// The ends of eight sticks.
struct Ends<S: Simd> {
    ax: f32x8<S>,
    ay: f32x8<S>,
    bx: f32x8<S>,
    by: f32x8<S>,
}

impl<S: Simd> Ends<S> {
    /// `d = b − a`, `a −= d·(length/|d| − 1)·share`, `b += …`: the classic rule with masses.
    #[inline(always)]
    fn relaxed(self, simd: S, length: f32x8<S>, share_a: f32x8<S>, share_b: f32x8<S>) -> Self {
        let (dx, dy) = (self.bx - self.ax, self.by - self.ay);
        let squared = dx * dx + dy * dy;
        // Ends in one place part along +x, as the scalar rule has it; the select keeps the division finite.
        let apart = squared.simd_ge(f32x8::splat(simd, COINCIDENT));
        let one = f32x8::splat(simd, 1.0);
        let dx = apart.select(dx, one);
        let dy = apart.select(dy, f32x8::splat(simd, 0.0));
        let distance = squared.sqrt();
        let part = (length - distance) / apart.select(distance, one);
        let (part_a, part_b) = (part * share_a, part * share_b);
        Self {
            ax: self.ax - dx * part_a,
            ay: self.ay - dy * part_a,
            bx: self.bx + dx * part_b,
            by: self.by + dy * part_b,
        }
    }

    #[inline(always)]
    fn relaxed_by(self, simd: S, plan: &Plan, start: usize) -> Self {
        let load = |array: &[f32]| f32x8::from_slice(simd, &array[start..start + LANES]);
        self.relaxed(simd, load(&plan.length), load(&plan.share_a), load(&plan.share_b))
    }
}

#[inline(always)]
fn columns<S: Simd>(simd: S, plan: &Plan, group: Group, x: &mut [f32], y: &mut [f32]) {
    let start = group.start as usize;
    let (a, b) = (plan.a[start] as usize, plan.b[start] as usize);
    let ends = Ends {
        ax: f32x8::from_slice(simd, &x[a..a + LANES]),
        ay: f32x8::from_slice(simd, &y[a..a + LANES]),
        bx: f32x8::from_slice(simd, &x[b..b + LANES]),
        by: f32x8::from_slice(simd, &y[b..b + LANES]),
    };
    let ends = ends.relaxed_by(simd, plan, start);
    ends.ax.store_slice(&mut x[a..a + LANES]);
    ends.ay.store_slice(&mut y[a..a + LANES]);
    ends.bx.store_slice(&mut x[b..b + LANES]);
    ends.by.store_slice(&mut y[b..b + LANES]);
}

#[inline(always)]
fn pairs<S: Simd>(simd: S, plan: &Plan, group: Group, x: &mut [f32], y: &mut [f32]) {
    let start = group.start as usize;
    let a = plan.a[start] as usize;
    let split = |array: &[f32]| {
        let low = f32x8::from_slice(simd, &array[..LANES]);
        low.deinterleave(f32x8::from_slice(simd, &array[LANES..]))
    };
    let (x, y) = (&mut x[a..a + 2 * LANES], &mut y[a..a + 2 * LANES]);
    let ((ax, bx), (ay, by)) = (split(x), split(y));
    let ends = Ends { ax, ay, bx, by }.relaxed_by(simd, plan, start);
    for (array, (low, high)) in [(x, ends.ax.interleave(ends.bx)), (y, ends.ay.interleave(ends.by))]
    {
        low.store_slice(&mut array[..LANES]);
        high.store_slice(&mut array[LANES..]);
    }
}

#[inline(always)]
fn scattered<S: Simd>(simd: S, plan: &Plan, group: Group, x: &mut [f32], y: &mut [f32]) {
    let (start, len) = (group.start as usize, group.len as usize);
    let (a, b) = (&plan.a[start..start + len], &plan.b[start..start + len]);
    let mut arrays = [[0.0f32; LANES]; 7];
    let [ax, ay, bx, by, length, share_a, share_b] = &mut arrays;
    for (lane, (&a, &b)) in a.iter().zip(b).enumerate() {
        (ax[lane], ay[lane]) = (x[a as usize], y[a as usize]);
        (bx[lane], by[lane]) = (x[b as usize], y[b as usize]);
    }
    length[..len].copy_from_slice(&plan.length[start..start + len]);
    share_a[..len].copy_from_slice(&plan.share_a[start..start + len]);
    share_b[..len].copy_from_slice(&plan.share_b[start..start + len]);
    let load = |array: &[f32; LANES]| f32x8::from_slice(simd, array);
    let ends = Ends { ax: load(ax), ay: load(ay), bx: load(bx), by: load(by) };
    let ends = ends.relaxed(simd, load(length), load(share_a), load(share_b));
    let mut out = [[0.0f32; LANES]; 4];
    for (array, lanes) in out.iter_mut().zip([ends.ax, ends.ay, ends.bx, ends.by]) {
        lanes.store_slice(array);
    }
    for (lane, (&a, &b)) in a.iter().zip(b).enumerate() {
        (x[a as usize], y[a as usize]) = (out[0][lane], out[1][lane]);
        (x[b as usize], y[b as usize]) = (out[2][lane], out[3][lane]);
    }
}
