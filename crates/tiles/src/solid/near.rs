//! Whether a box has anything near its way at all: most steps of most bodies end with this question.
//!
//! A side of a cell stops a box only when the box's leading edge passes it, or a skin before it. A few additions tell which
//! cells that are, and one look at a window of bits whether something stands there, without a branch that depends on the body:
//! where bodies are all over a map, branches that nobody can foresee take longer than everything else.

use super::{Beyond, Ground, SKIN, TileBody};
use crate::layer::{Taken, cross};
use motile_geom::{IVec2, Vec2, glam::DVec2, ivec2};

/// The cells near a way along one axis, from the first to the last, both included; a cell more than there are, never less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// What the box comes near to.
    pub(super) covered: (i32, i32),
    /// What its leading edge comes to the near side of; none when the last is before the first.
    pub(super) entered: (i32, i32),
}

impl Span {
    /// Whether the box enters nothing along this axis.
    #[inline(always)]
    const fn stays(self) -> bool {
        self.entered.1 < self.entered.0
    }
}

/// What is taken near the way of a box: bits of 8×8 cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) first: IVec2,
    /// All that the box comes near to.
    pub(super) covered: u64,
    /// What one of its leading edges comes to.
    pub(super) entered: u64,
}

impl Near {
    const NOTHING: Self = Self { first: IVec2::ZERO, covered: 0, entered: 0 };
}

/// What the box is grown by to be sure, pixels: more than twice the skin anywhere near the origin. A cell more than there are
/// costs a question, one less would be wrong.
const MARGIN: f64 = 16.0 * SKIN as f64;

/// Nearer to the origin than this, pixels, twice the skin is less than [`MARGIN`].
const USUAL: f64 = 26_000.0;

/// More than twice the skin: rounding here is far less than the rest.
#[cold]
fn wide_margin(start: DVec2, way: DVec2) -> f64 {
    2.5 * skin(start, way)
}

/// Places farther from the origin than this, in cells, are left to the general rule.
const FAR: f64 = (1 << 30) as f64;

impl Ground<'_> {
    /// What a body may meet on a way: nothing for a free way, as far as that is quickly told, and `None` where it is not.
    #[inline(always)]
    pub(super) fn entered(&self, body: &TileBody, way: Vec2) -> Option<Near> {
        let upright = body.radius == 0.0 && self.kinds.are_blocks();
        if !upright || !self.platforms.is_empty() {
            // Of what is round or slanted, only that nothing is near is known.
            return self.near_body(body, way).filter(|near| near.entered == 0);
        }
        let (start, way) = (body.position.as_dvec2(), way.as_dvec2());
        let (x, y) = self.spans(start, way, body.half.as_dvec2())?;
        // Half of all steps pass no line of the grid: no cell has to be asked. (To look at the cells behind two lines in any
        // case, without this branch, takes longer.)
        if x.stays() & y.stays() { Some(Near::NOTHING) } else { self.near(x, y) }
    }

    /// What is near the way of a body; `None` where it takes another rule to tell: long ways, platforms, layers without
    /// borders. Bad numbers give nothing or anything.
    #[inline(always)]
    pub(super) fn near_body(&self, body: &TileBody, way: Vec2) -> Option<Near> {
        if !self.platforms.is_empty() {
            return None;
        }
        let (start, way) = (body.position.as_dvec2(), way.as_dvec2());
        let half = body.half.as_dvec2() + f64::from(body.radius);
        let (x, y) = self.spans(start, way, half)?;
        let near = self.near(x, y)?;
        // What is round or slanted is met elsewhere than on the lines of the grid.
        let upright = body.radius == 0.0 && self.kinds.are_blocks();
        Some(if upright { near } else { Near { entered: near.covered, ..near } })
    }

    /// The cells near the way of a box; `None` far away, and for numbers that are not finite.
    #[inline(always)]
    pub(super) fn spans(&self, start: DVec2, way: DVec2, half: DVec2) -> Option<(Span, Span)> {
        let size = self.space.size.as_dvec2();
        let reach = start.abs().max_element() + way.abs().max_element();
        // Not worked out from the place where that can be spared: everything below would wait for it.
        let usual = reach < USUAL && size.min_element() >= 0.25;
        let margin = if usual { MARGIN } else { wide_margin(start, way) };
        let scale = DVec2::ONE / size;
        let start = (start - self.space.origin.as_dvec2()) * scale;
        let (way, half, margin) = (way * scale, half * scale, scale * margin);
        let x = span(start.x, way.x, half.x, margin.x);
        let y = span(start.y, way.y, half.y, margin.y);
        let far = start.abs() + way.abs() + half.abs() + margin.abs();
        // As one sum: two comparisons would be two branches. What is not a number is far, too.
        if far.x + far.y < FAR { Some((x, y)) } else { None }
    }

    /// What is taken in spans; `None` when they are too long for a window, or there are no bits to look at.
    #[inline(always)]
    pub(super) fn near(&self, x: Span, y: Span) -> Option<Near> {
        let (first, last) = (ivec2(x.covered.0, y.covered.0), ivec2(x.covered.1, y.covered.1));
        let (width, height) = (last.x - first.x + 1, last.y - first.y + 1);
        let taken = self.taken_in(first, last)?;
        // Below 1 they are by bodies and spaces of sizes below 0, which as unsigned numbers are too long.
        if ((width - 1) as u32).max((height - 1) as u32) > 7 {
            return None;
        }
        let window = taken.window(first.x, first.y);
        // What is entered is covered, but for rounding.
        let inside = |(from, to): (i32, i32), start: i32| {
            let from = (from - start).clamp(0, 7);
            (from, (to - start).clamp(from - 1, 7))
        };
        let (columns, rows) = (inside(x.entered, first.x), inside(y.entered, first.y));
        Some(Near {
            first,
            covered: window & cross((0, width - 1), (1, 0), width, height),
            entered: window & cross(columns, rows, width, height),
        })
    }

    /// Which cells hold something, when that is all there is to know about the cells between two: not where the layer has no
    /// borders, or something may be beyond them.
    #[inline(always)]
    pub(super) fn taken_in(&self, first: IVec2, last: IVec2) -> Option<&Taken> {
        let beyond = if self.beyond == Beyond::Empty { 8 } else { 0 };
        let taken = self.layer.taken()?;
        if taken.has_all(first, last, beyond) { Some(taken) } else { None }
    }
}

/// The skin as a mover has it, or more: far from the origin places are coarser than that.
#[inline(always)]
pub(super) fn skin(start: DVec2, way: DVec2) -> f64 {
    let far = start.abs().max_element() + way.abs().max_element();
    f64::from(SKIN).max(far * f64::from(f32::EPSILON) * 2.0)
}

/// The cells along one axis, in units of cells. What does not depend on the place is added up first: the place comes last from
/// memory, and whether a step is free waits for it.
#[inline(always)]
fn span(start: f64, way: f64, half: f64, margin: f64) -> Span {
    let (low, high) = (way.min(0.0) - 0.5, way.max(0.0) - 0.5);
    let edge = half.copysign(way);
    // Lines of the grid; the cell beyond one is the next or the one before.
    let back = i32::from(way < 0.0);
    let reach = half + margin;
    Span {
        covered: (nearest(start + (low - reach)), nearest(start + (high + reach))),
        entered: (
            nearest(start + (edge + low - margin)).wrapping_add(1 - back),
            nearest(start + (edge + high + margin)).wrapping_sub(back),
        ),
    }
}

/// The nearest whole number; of numbers beyond [`FAR`], anything. Of a number less a half that is the number rounded down, or
/// one less for what is whole. `f64::floor` is a call of a function on processors that have no instruction for it, and casts
/// look for numbers that do not fit: added to this number, the last bits are the nearest whole number.
#[inline(always)]
fn nearest(number: f64) -> i32 {
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    (number + WHOLE).to_bits() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, glam::dvec2};

    #[test]
    fn the_margin_is_more_than_twice_the_skin() {
        for far in [0.0, 1.0, 4096.0, USUAL] {
            let skin = skin(dvec2(far, -far), DVec2::ZERO);
            assert!(2.4 * skin <= MARGIN, "{far}");
        }
    }

    #[test]
    fn rounding_down_is_exact_but_for_whole_numbers() {
        let mut rng = Rng::new(77);
        for _ in 0..20_000 {
            let far = [1.0, 1e3, FAR][rng.below(3) as usize];
            let number = f64::from(rng.range(-1.0..1.0)) * far;
            for number in [number, number.round(), number.round() + 0.5, number.round() - 1e-6] {
                let (ours, exact) = (f64::from(nearest(number - 0.5)), number.floor());
                let whole = number == exact;
                assert!(ours == exact || whole && ours == exact - 1.0, "{number}");
            }
        }
    }
}
