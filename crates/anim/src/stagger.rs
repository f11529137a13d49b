//! How much later each of many begins.

use crate::Ease;
use motile_geom::Rng;

/// The rule by which many similar animations begin one after another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stagger {
    /// Seconds, see `amount`.
    pub seconds: f32,
    /// Whether `seconds` is the whole spread, or the distance from one to the next.
    pub amount: bool,
    /// Who goes first.
    pub from: From,
    /// Columns of a grid in row order; 0 for a plain list. Distance is then measured across the grid.
    pub columns: u32,
    /// Which way distance counts in a grid.
    pub axis: Axis,
    /// Distributes the beginnings unevenly.
    pub ease: Ease,
}

/// Where a [`Stagger`] begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum From {
    /// With the first.
    Start,
    /// With the last.
    End,
    /// In the middle, outwards.
    Center,
    /// At both ends (in a grid: at the border), inwards.
    Edges,
    /// With the one of this index, outwards.
    Index(u32),
    /// In random order.
    Random(u64),
}

/// Which direction of a grid counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Straight distance.
    Both,
    /// Columns only.
    X,
    /// Rows only.
    Y,
}

impl Default for Stagger {
    /// All at once.
    fn default() -> Self {
        Self::each(0.0)
    }
}

impl Stagger {
    /// So many seconds from one to the next, the first one first.
    pub const fn each(seconds: f32) -> Self {
        Self {
            seconds,
            amount: false,
            from: From::Start,
            columns: 0,
            axis: Axis::Both,
            ease: Ease::LINEAR,
        }
    }

    /// So many seconds between the first and the last.
    pub const fn total(seconds: f32) -> Self {
        Self { amount: true, ..Self::each(seconds) }
    }

    /// Who goes first.
    pub const fn from(self, from: From) -> Self {
        Self { from, ..self }
    }

    /// Targets in rows of `columns`.
    pub const fn grid(self, columns: u32, axis: Axis) -> Self {
        Self { columns, axis, ..self }
    }

    /// Distributes the beginnings by an ease.
    pub const fn eased(self, ease: Ease) -> Self {
        Self { ease, ..self }
    }

    /// The beginnings of `n` items in seconds, at least 0. Allocates the list.
    pub fn offsets(&self, n: u32) -> Vec<f32> {
        let mut distances: Vec<f32> = (0..n).map(|index| self.distance(index, n)).collect();
        if let From::Random(seed) = self.from {
            Rng::new(seed).shuffle(&mut distances);
        }
        let lowest = distances.iter().copied().fold(f32::INFINITY, f32::min);
        let highest = distances.iter().copied().fold(0.0, f32::max);
        let spread = highest - lowest;
        let whole = if self.amount { self.seconds } else { self.seconds * spread };
        for distance in &mut distances {
            let share = if spread > 0.0 { (*distance - lowest) / spread } else { 0.0 };
            *distance = (self.ease.at(share) * whole).max(0.0);
        }
        distances
    }

    /// How far an item is from where the stagger begins, in items.
    fn distance(&self, index: u32, n: u32) -> f32 {
        let columns = if self.columns == 0 { n.max(1) } else { self.columns };
        let rows = n.div_ceil(columns).max(1);
        let place = |i: u32| ((i % columns) as f32, (i / columns) as f32);
        let (x, y) = place(index);
        let (right, bottom) = ((columns - 1) as f32, (rows - 1) as f32);
        let center = (right * 0.5, bottom * 0.5);
        let origin = match self.from {
            From::Start | From::Random(_) => (0.0, 0.0),
            From::End => (right, bottom),
            From::Center | From::Edges => center,
            From::Index(i) => place(i.min(n.saturating_sub(1))),
        };
        let (dx, dy) = (x - origin.0, y - origin.1);
        if self.from == From::Edges {
            let (from_x, from_y) = (center.0 - dx.abs(), center.1 - dy.abs());
            return match self.axis {
                Axis::X => from_x,
                Axis::Y => from_y,
                Axis::Both if rows == 1 => from_x,
                Axis::Both => from_x.min(from_y),
            };
        }
        match self.axis {
            Axis::Both => (dx * dx + dy * dy).sqrt(),
            Axis::X => dx.abs(),
            Axis::Y => dy.abs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_from_everywhere() {
        let each = Stagger::each(0.1);
        let near = |got: Vec<f32>, want: &[f32]| {
            assert_eq!(got.len(), want.len());
            assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-6), "{got:?}");
        };
        near(each.offsets(4), &[0.0, 0.1, 0.2, 0.3]);
        near(each.from(From::End).offsets(3), &[0.2, 0.1, 0.0]);
        near(each.from(From::Center).offsets(5), &[0.2, 0.1, 0.0, 0.1, 0.2]);
        near(each.from(From::Edges).offsets(5), &[0.0, 0.1, 0.2, 0.1, 0.0]);
        near(each.from(From::Index(1)).offsets(4), &[0.1, 0.0, 0.1, 0.2]);
        near(Stagger::total(1.0).offsets(5), &[0.0, 0.25, 0.5, 0.75, 1.0]);
        near(Stagger::total(1.0).eased(Ease::QUAD_IN).offsets(3), &[0.0, 0.25, 1.0]);
        near(each.offsets(0), &[]);
        near(each.offsets(1), &[0.0]);
    }

    #[test]
    fn grids_and_random_order() {
        let grid = Stagger::each(1.0).grid(3, Axis::Both).from(From::Center);
        assert_eq!(grid.offsets(9)[4], 0.0);
        assert!((grid.offsets(9)[1] - 1.0).abs() < 1e-6);
        assert!((grid.offsets(9)[0] - core::f32::consts::SQRT_2).abs() < 1e-6);
        assert_eq!(Stagger::each(1.0).grid(3, Axis::Y).offsets(6), [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
        let edges = Stagger::each(1.0).grid(3, Axis::Both).from(From::Edges).offsets(9);
        assert_eq!((edges[4], edges[0], edges[1]), (1.0, 0.0, 0.0));
        let mut random = Stagger::each(1.0).from(From::Random(3)).offsets(6);
        assert_eq!(random, Stagger::each(1.0).from(From::Random(3)).offsets(6));
        assert_ne!(random, Stagger::each(1.0).offsets(6));
        random.sort_by(f32::total_cmp);
        assert_eq!(random, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}
