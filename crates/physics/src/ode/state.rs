//! What an integrator can carry through time.

use super::Tolerance;
use motile_geom::{
    HashState, SaveState, StateError, StateHash, StateReader, StateWriter, Vec2, glam::DVec2,
};

/// Anything that can be added up: numbers, vectors, arrays and `Vec`s of them, [`Motion`].
///
/// Operations are on whole values, never by component outside of this trait: the printed classics mixed
/// up an x and a y in the middle of their formulas.
///
/// `Clone` must give a state of the same shape; `clone_from` should reuse memory, as `Vec`'s does.
pub trait State: Clone + PartialEq {
    /// Adds `other · factor`.
    fn add_scaled(&mut self, factor: f64, other: &Self);

    /// Whether all numbers are finite.
    fn is_finite(&self) -> bool;

    /// Treats `self` as an error and adds up the squares of its numbers, each divided by what the
    /// tolerance allows for a number of the size it has in `from` and `to`.
    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum;
}

/// Sum of squared, scaled errors and how many went into it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorSum {
    /// Sum of squares.
    pub squares: f64,
    /// How many numbers were looked at.
    pub count: u32,
}

impl ErrorSum {
    /// Both sums together.
    pub fn with(self, other: Self) -> Self {
        Self { squares: self.squares + other.squares, count: self.count + other.count }
    }

    /// Root of the mean square: at most 1 when the tolerance is kept. 0 for an empty state.
    pub fn root_mean_square(self) -> f64 {
        (self.squares / f64::from(self.count.max(1))).sqrt()
    }
}

impl State for f64 {
    #[inline]
    fn add_scaled(&mut self, factor: f64, other: &Self) {
        *self += factor * other;
    }

    #[inline]
    fn is_finite(&self) -> bool {
        f64::is_finite(*self)
    }

    #[inline]
    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum {
        let size = from.abs().max(to.abs());
        let scaled = self / (tolerance.absolute + tolerance.relative * size);
        ErrorSum { squares: scaled * scaled, count: 1 }
    }
}

impl State for f32 {
    #[inline]
    fn add_scaled(&mut self, factor: f64, other: &Self) {
        *self = (f64::from(*self) + factor * f64::from(*other)) as f32;
    }

    #[inline]
    fn is_finite(&self) -> bool {
        f32::is_finite(*self)
    }

    #[inline]
    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum {
        f64::from(*self).scaled_error(&f64::from(*from), &f64::from(*to), tolerance)
    }
}

impl State for DVec2 {
    #[inline]
    fn add_scaled(&mut self, factor: f64, other: &Self) {
        *self += *other * factor;
    }

    #[inline]
    fn is_finite(&self) -> bool {
        DVec2::is_finite(*self)
    }

    #[inline]
    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum {
        let x = self.x.scaled_error(&from.x, &to.x, tolerance);
        x.with(self.y.scaled_error(&from.y, &to.y, tolerance))
    }
}

impl State for Vec2 {
    #[inline]
    fn add_scaled(&mut self, factor: f64, other: &Self) {
        *self = (self.as_dvec2() + other.as_dvec2() * factor).as_vec2();
    }

    #[inline]
    fn is_finite(&self) -> bool {
        Vec2::is_finite(*self)
    }

    #[inline]
    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum {
        self.as_dvec2().scaled_error(&from.as_dvec2(), &to.as_dvec2(), tolerance)
    }
}

/// [`State::add_scaled`] for the items of slices.
#[inline]
fn add_all_scaled<S: State>(items: &mut [S], factor: f64, others: &[S]) {
    for (item, other) in items.iter_mut().zip(others) {
        item.add_scaled(factor, other);
    }
}

/// [`State::scaled_error`] over the items of slices; lengths are those of one shape.
fn sum_errors<S: State>(error: &[S], from: &[S], to: &[S], tolerance: Tolerance) -> ErrorSum {
    let items = error.iter().zip(from.iter().zip(to));
    items.fold(ErrorSum::default(), |sum, (error, (from, to))| {
        sum.with(error.scaled_error(from, to, tolerance))
    })
}

impl<S: State, const N: usize> State for [S; N] {
    #[inline]
    fn add_scaled(&mut self, factor: f64, other: &Self) {
        add_all_scaled(self, factor, other);
    }

    fn is_finite(&self) -> bool {
        self.iter().all(State::is_finite)
    }

    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum {
        sum_errors(self, from, to, tolerance)
    }
}

impl<S: State> State for Vec<S> {
    #[inline]
    fn add_scaled(&mut self, factor: f64, other: &Self) {
        add_all_scaled(self, factor, other);
    }

    fn is_finite(&self) -> bool {
        self.iter().all(State::is_finite)
    }

    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum {
        sum_errors(self, from, to, tolerance)
    }
}

/// A position and its velocity: the state of everything that obeys forces.
#[derive(Debug, Default, PartialEq)]
pub struct Motion<S> {
    /// Where it is.
    pub position: S,
    /// How fast it moves, in units of the position per second.
    pub velocity: S,
}

impl<S> Motion<S> {
    /// Both parts.
    pub const fn new(position: S, velocity: S) -> Self {
        Self { position, velocity }
    }
}

impl<S: Clone> Clone for Motion<S> {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), velocity: self.velocity.clone() }
    }

    // By hand, because the derived one does not reuse the memory of the parts.
    fn clone_from(&mut self, source: &Self) {
        self.position.clone_from(&source.position);
        self.velocity.clone_from(&source.velocity);
    }
}

impl<S: HashState> HashState for Motion<S> {
    fn hash_state(&self, hash: &mut StateHash) {
        self.position.hash_state(hash);
        self.velocity.hash_state(hash);
    }
}

impl<S: SaveState> SaveState for Motion<S> {
    fn save(&self, out: &mut StateWriter) {
        self.position.save(out);
        self.velocity.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(Self { position: S::restore(input)?, velocity: S::restore(input)? })
    }
}

impl<S: State> State for Motion<S> {
    #[inline]
    fn add_scaled(&mut self, factor: f64, other: &Self) {
        self.position.add_scaled(factor, &other.position);
        self.velocity.add_scaled(factor, &other.velocity);
    }

    fn is_finite(&self) -> bool {
        self.position.is_finite() && self.velocity.is_finite()
    }

    fn scaled_error(&self, from: &Self, to: &Self, tolerance: Tolerance) -> ErrorSum {
        let position = self.position.scaled_error(&from.position, &to.position, tolerance);
        position.with(self.velocity.scaled_error(&from.velocity, &to.velocity, tolerance))
    }
}
