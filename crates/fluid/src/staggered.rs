//! Velocities on the faces of cells, and how things are carried by them.
//!
//! A staggered (MAC) grid: the x part of the velocity stands on the left and right faces of cells, the y part on the top and
//! bottom ones. What flows out of a cell is then a plain difference, and no pattern of velocities can hide from the
//! pressure, as it can where both parts stand in the middle of cells. Positions here are in cells.

use crate::rows::for_rows;
use motile_geom::{Vec2, vec2};

/// The two parts of a velocity field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Staggered {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// `(width + 1) · height`, at `(x, y + ½)`.
    pub(crate) u: Vec<f32>,
    /// `width · (height + 1)`, at `(x + ½, y)`.
    pub(crate) v: Vec<f32>,
}

impl Staggered {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            u: vec![0.0; (width + 1) * height],
            v: vec![0.0; width * (height + 1)],
        }
    }

    pub(crate) fn grid_u(&self) -> Samples<'_, f32> {
        Samples {
            values: &self.u,
            columns: self.width + 1,
            rows: self.height,
            first: vec2(0.0, 0.5),
        }
    }

    pub(crate) fn grid_v(&self) -> Samples<'_, f32> {
        Samples {
            values: &self.v,
            columns: self.width,
            rows: self.height + 1,
            first: vec2(0.5, 0.0),
        }
    }

    /// The velocity at a place, between faces by straight lines.
    #[inline]
    pub(crate) fn velocity_at(&self, at: Vec2) -> Vec2 {
        vec2(self.grid_u().at(at), self.grid_v().at(at))
    }

    /// The velocity in the middle of a cell.
    #[inline]
    pub(crate) fn in_cell(&self, x: usize, y: usize) -> Vec2 {
        let (u, v) = (y * (self.width + 1) + x, y * self.width + x);
        vec2(self.u[u] + self.u[u + 1], self.v[v] + self.v[v + self.width]) * 0.5
    }

    /// The velocity on a face across x, the y part from the four faces around it.
    #[inline]
    fn on_u(&self, x: usize, y: usize) -> Vec2 {
        let (left, right) = (x.saturating_sub(1), x.min(self.width - 1));
        let row = y * self.width;
        let v = self.v[row + left]
            + self.v[row + right]
            + self.v[row + self.width + left]
            + self.v[row + self.width + right];
        vec2(self.u[y * (self.width + 1) + x], v * 0.25)
    }

    #[inline]
    fn on_v(&self, x: usize, y: usize) -> Vec2 {
        let (above, below) = (y.saturating_sub(1), y.min(self.height - 1));
        let (above, below) = (above * (self.width + 1) + x, below * (self.width + 1) + x);
        let u = self.u[above] + self.u[above + 1] + self.u[below] + self.u[below + 1];
        vec2(u * 0.25, self.v[y * self.width + x])
    }

    /// The velocity at sample `(x, y)` of a grid.
    #[inline]
    fn on(&self, place: Place, x: usize, y: usize) -> Vec2 {
        match place {
            Place::FacesAcrossX => self.on_u(x, y),
            Place::FacesAcrossY => self.on_v(x, y),
            Place::Cells => self.in_cell(x, y),
        }
    }
}

/// Where the samples of a grid stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    FacesAcrossX,
    FacesAcrossY,
    Cells,
}

/// Values that can be mixed: a number, or colors and heat together.
pub(crate) trait Quantity: Copy + Default + Send + Sync {
    fn mix(self, other: Self, part: f32) -> Self;
    /// `self + (a − b) / 2`, not beyond the four values around.
    fn corrected(self, a: Self, b: Self, around: [Self; 4]) -> Self;
}

impl Quantity for f32 {
    #[inline(always)]
    fn mix(self, other: Self, part: f32) -> Self {
        self + (other - self) * part
    }

    #[inline(always)]
    fn corrected(self, a: Self, b: Self, [p, q, r, s]: [Self; 4]) -> Self {
        let (low, high) = (p.min(q).min(r.min(s)), p.max(q).max(r.max(s)));
        (self + (a - b) * 0.5).max(low).min(high)
    }
}

impl Quantity for [f32; 4] {
    #[inline(always)]
    fn mix(self, other: Self, part: f32) -> Self {
        std::array::from_fn(|i| self[i] + (other[i] - self[i]) * part)
    }

    #[inline(always)]
    fn corrected(self, a: Self, b: Self, [p, q, r, s]: [Self; 4]) -> Self {
        std::array::from_fn(|i| self[i].corrected(a[i], b[i], [p[i], q[i], r[i], s[i]]))
    }
}

/// A grid of samples at places of their own.
#[derive(Clone, Copy)]
pub(crate) struct Samples<'a, Q> {
    pub(crate) values: &'a [Q],
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Where the first one stands.
    pub(crate) first: Vec2,
}

impl<Q: Quantity> Samples<'_, Q> {
    /// Number of the upper left sample around a place, and how far it is from there.
    #[inline(always)]
    fn locate(&self, at: Vec2) -> (usize, f32, f32) {
        let x = (at.x - self.first.x).max(0.0).min((self.columns - 1) as f32);
        let y = (at.y - self.first.y).max(0.0).min((self.rows - 1) as f32);
        let column = (x as usize).min(self.columns - 2);
        let row = (y as usize).min(self.rows - 2);
        (row * self.columns + column, x - column as f32, y - row as f32)
    }

    #[inline(always)]
    fn around(&self, corner: usize) -> [Q; 4] {
        let upper = &self.values[corner..corner + 2];
        let lower = &self.values[corner + self.columns..corner + self.columns + 2];
        [upper[0], upper[1], lower[0], lower[1]]
    }

    /// The value at a place out of those samples around it that count, by their shares; `None` when none of them does.
    pub(crate) fn at_where(&self, at: Vec2, counts: impl Fn(usize) -> bool) -> Option<Q> {
        let (corner, x, y) = self.locate(at);
        let below = corner + self.columns;
        let shares = [
            (corner, (1.0 - x) * (1.0 - y)),
            (corner + 1, x * (1.0 - y)),
            (below, (1.0 - x) * y),
            (below + 1, x * y),
        ];
        let mut sum: Option<(Q, f32)> = None;
        for (sample, share) in shares.into_iter().filter(|&(sample, _)| counts(sample)) {
            let value = self.values[sample];
            sum = Some(match sum {
                Some((mixed, weight)) if weight + share > 0.0 => {
                    (mixed.mix(value, share / (weight + share)), weight + share)
                }
                Some(mixed) => mixed,
                None => (value, share),
            });
        }
        sum.map(|(value, _)| value)
    }

    /// The value at a place; beyond the outermost samples it is theirs.
    #[inline(always)]
    pub(crate) fn at(&self, at: Vec2) -> Q {
        let (corner, x, y) = self.locate(at);
        let [a, b, c, d] = self.around(corner);
        a.mix(b, x).mix(c.mix(d, x), y)
    }
}

/// How quantities are carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[doc(alias = "semi-Lagrangian")]
#[doc(alias = "MacCormack")]
pub enum Advection {
    /// Look where it came from, take what was there (semi-Lagrangian): quick, never unstable, blurs swirls away.
    Plain,
    /// There and back again (MacCormack): the error of the way there is measured by going back, and taken off. Keeps
    /// swirls; about twice the work.
    #[default]
    Sharp,
}

/// Carries a quantity along a velocity field for a time, in cells per unit of velocity.
pub(crate) struct Carry<'a> {
    pub(crate) flow: &'a Staggered,
    /// Seconds by the size of a cell.
    pub(crate) time: f32,
    pub(crate) advection: Advection,
}

impl Carry<'_> {
    /// Where what is at sample `(x, y)` now was before: a step with the velocity halfway (midpoint rule).
    #[inline(always)]
    pub(crate) fn foot(&self, place: Place, first: Vec2, x: usize, y: usize) -> Vec2 {
        let here = first + vec2(x as f32, y as f32);
        let velocity = self.flow.on(place, x, y);
        match self.advection {
            Advection::Plain => here - velocity * self.time,
            Advection::Sharp => {
                here - self.flow.velocity_at(here - velocity * (self.time * 0.5)) * self.time
            }
        }
    }

    /// Writes the carried quantity into `into`; `feet` and `there` are room of the same size.
    pub(crate) fn run<Q: Quantity>(
        &self,
        place: Place,
        from: Samples<'_, Q>,
        feet: &mut [Vec2],
        there: &mut [Q],
        into: &mut [Q],
    ) {
        let columns = from.columns;
        if self.advection == Advection::Plain {
            for_rows(into, columns, |y, row| {
                for (x, value) in row.iter_mut().enumerate() {
                    *value = from.at(self.foot(place, from.first, x, y));
                }
            });
            return;
        }
        for_rows(feet, columns, |y, row| {
            for (x, foot) in row.iter_mut().enumerate() {
                *foot = self.foot(place, from.first, x, y);
            }
        });
        let feet = &*feet;
        for_rows(there, columns, |y, row| {
            for (value, &foot) in row.iter_mut().zip(&feet[y * columns..]) {
                *value = from.at(foot);
            }
        });
        let carried = Samples { values: &*there, ..from };
        for_rows(into, columns, |y, row| {
            let at = y * columns;
            for (x, value) in row.iter_mut().enumerate() {
                let here = from.first + vec2(x as f32, y as f32);
                let foot = feet[at + x];
                let back = carried.at(here * 2.0 - foot);
                let (corner, ..) = from.locate(foot);
                *value = carried.values[at + x].corrected(
                    from.values[at + x],
                    back,
                    from.around(corner),
                );
            }
        });
    }
}
