//! Eases: functions that shape progress.

mod bezier;
mod combine;
mod curves;
mod math;
mod names;
mod wave;

pub use bezier::Bezier;
pub use combine::{sampled, stepped};
pub(crate) use curves::Shaped;
pub use wave::{Oscillation, Wave};

use crate::Spring;
use fearless_simd::{Level, dispatch};

/// How progress is shaped: a family and a direction.
///
/// [`Ease::at`] takes progress 0…1 and gives shaped progress, exactly 0 at 0 and exactly 1 at 1 (the exceptions: a
/// [`Family::Oscillate`] without a snap, and [`Family::Steps`] that make the first step at once). Back, Elastic and springs go past the ends in
/// between. All 52 combinations of the plain families have a constant.
///
/// ```
/// use motile_anim::Ease;
/// assert_eq!(Ease::QUAD_OUT.at(0.5), 0.75);
/// assert_eq!("easeInOutCubic".parse(), Ok(Ease::CUBIC_IN_OUT));
/// ```
#[doc(alias = "easing")]
#[doc(alias = "timing function")]
#[doc(alias = "power1")]
#[doc(alias = "power2")]
#[doc(alias = "power3")]
#[doc(alias = "power4")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ease {
    /// The curve.
    pub family: Family,
    /// Where the curve is slow.
    pub direction: Direction,
}

/// Which end of the movement the curve shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Builds up at the start, stops abruptly.
    In,
    /// Full speed at the start, brakes at the end.
    #[default]
    Out,
    /// Builds up, then brakes.
    InOut,
    /// Brakes into the middle, then builds up again.
    OutIn,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::In, Self::Out, Self::InOut, Self::OutIn];
}

/// The curve of an [`Ease`], described by its `In` direction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Family {
    /// Constant speed; the same in every direction.
    Linear,
    /// t²
    Quad,
    /// t³
    Cubic,
    /// t⁴
    Quart,
    /// t⁵
    Quint,
    /// t⁶
    Sextic,
    /// tⁿ for any n above 0; everything else counts as 1.
    Power {
        /// 2 is [`Family::Quad`], 0.5 the square root; need not be whole.
        exponent: f32,
    },
    /// A quarter of a cosine.
    Sine,
    /// 2^(10(t−1)): the classic formula, which leaves 0 with a jump of 1/1024.
    Expo,
    /// (2^(10t) − 1)/1023: the same curve without the jump.
    ExpoExact,
    /// A quarter of a circle.
    Circ,
    /// Swings back before it starts.
    Back {
        /// How far: 1.70158 goes 10 % too far.
        overshoot: f32,
    },
    /// A spring that is plucked.
    Elastic {
        /// Size of the swing; below 1 counts as 1.
        amplitude: f32,
        /// Length of one swing as a part of the movement; 0 (or anything not above 0) means the
        /// classic 0.3, and 0.45 in both halves of `InOut`.
        period: f32,
    },
    /// [`Family::Elastic`] with a decay that is scaled to be exactly 0 at the far end, where the classic one jumps
    /// by a thousandth.
    ElasticExact {
        /// Size of the swing; below 1 counts as 1.
        amplitude: f32,
        /// Length of one swing as a part of the movement, of each half in `InOut`; anything not above 0 means 0.3.
        period: f32,
    },
    /// [`Family::Elastic`] whose `In` is its `Out` played backwards whatever the amplitude; the classic one is so only
    /// at an amplitude of 1.
    ElasticSymmetric {
        /// Size of the swing; below 1 counts as 1.
        amplitude: f32,
        /// Length of one swing as a part of the movement, of each half in `InOut`; anything not above 0 means 0.3.
        period: f32,
    },
    /// A ball on a hard floor.
    Bounce,
    /// Equal steps; the direction is ignored.
    Steps {
        /// How many times as long as one step the movement lasts; 0 counts as 1.
        count: u32,
        /// Where the steps are made.
        jump: StepJump,
    },
    /// The curve of CSS and of design tools; its own ends decide, the direction is ignored.
    Bezier(Bezier),
    /// A spring from rest to rest, stretched over the duration; the direction is ignored.
    Spring(Spring),
    /// Jumps about and lands on 1; the same jump for the same t and seed. The direction is ignored.
    Random {
        /// Lowest value.
        min: f32,
        /// Highest value.
        max: f32,
        /// Chooses the sequence.
        seed: u32,
    },
    /// Swings for the whole duration; the direction is ignored.
    Oscillate(Oscillation),
    /// Values at equal distances from t = 0 to t = 1, joined by straight lines. The direction is
    /// ignored; the ends count as 0 and 1 whatever the table says. Empty means linear.
    Sampled(&'static [f32]),
    /// Any function; its ends count as 0 and 1 whatever it returns there.
    Custom(EaseFn),
}

/// Where the steps of [`Family::Steps`] are made, in the words of CSS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StepJump {
    /// At the end of each interval: it rests at 0 first, and 1 is reached at the very end. `jump-end`, `end`.
    #[default]
    End,
    /// At the beginning of each interval: the first step is made at once, so 0 is never shown. `jump-start`, `start`.
    Start,
    /// Between the intervals: it rests at 0 first and at 1 last. At least two intervals. `jump-none`.
    None,
    /// At the beginning and at the end: it rests at neither. `jump-both`.
    Both,
}

/// A function as an ease. Two are equal when they are the same code address, which is good enough to
/// group them and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct EaseFn(pub fn(f32) -> f32);

impl PartialEq for EaseFn {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Default for Ease {
    /// [`Ease::QUAD_OUT`]
    fn default() -> Self {
        Self::QUAD_OUT
    }
}

macro_rules! constants {
    ($($family:ident = $value:expr, $in:ident $out:ident $in_out:ident $out_in:ident;)+) => {$(
        #[doc = concat!(stringify!($family), ", slow at the start.")]
        pub const $in: Self = Self::new($value, Direction::In);
        #[doc = concat!(stringify!($family), ", slow at the end.")]
        pub const $out: Self = Self::new($value, Direction::Out);
        #[doc = concat!(stringify!($family), ", slow at both ends.")]
        pub const $in_out: Self = Self::new($value, Direction::InOut);
        #[doc = concat!(stringify!($family), ", slow in the middle.")]
        pub const $out_in: Self = Self::new($value, Direction::OutIn);
    )+};
}

impl Ease {
    /// Constant speed.
    pub const LINEAR: Self = Self::new(Family::Linear, Direction::In);

    /// What CSS calls `ease`: quick at the start, slow at the end.
    pub const CSS_EASE: Self = Self::bezier(0.25, 0.1, 0.25, 1.0);
    /// What CSS calls `ease-in`: slow at the start.
    pub const CSS_EASE_IN: Self = Self::bezier(0.42, 0.0, 1.0, 1.0);
    /// What CSS calls `ease-out`: slow at the end.
    pub const CSS_EASE_OUT: Self = Self::bezier(0.0, 0.0, 0.58, 1.0);
    /// What CSS calls `ease-in-out`: slow at both ends.
    pub const CSS_EASE_IN_OUT: Self = Self::bezier(0.42, 0.0, 0.58, 1.0);

    constants! {
        Quad = Family::Quad, QUAD_IN QUAD_OUT QUAD_IN_OUT QUAD_OUT_IN;
        Cubic = Family::Cubic, CUBIC_IN CUBIC_OUT CUBIC_IN_OUT CUBIC_OUT_IN;
        Quart = Family::Quart, QUART_IN QUART_OUT QUART_IN_OUT QUART_OUT_IN;
        Quint = Family::Quint, QUINT_IN QUINT_OUT QUINT_IN_OUT QUINT_OUT_IN;
        Sextic = Family::Sextic, SEXTIC_IN SEXTIC_OUT SEXTIC_IN_OUT SEXTIC_OUT_IN;
        Sine = Family::Sine, SINE_IN SINE_OUT SINE_IN_OUT SINE_OUT_IN;
        Expo = Family::Expo, EXPO_IN EXPO_OUT EXPO_IN_OUT EXPO_OUT_IN;
        ExpoExact = Family::ExpoExact,
            EXPO_EXACT_IN EXPO_EXACT_OUT EXPO_EXACT_IN_OUT EXPO_EXACT_OUT_IN;
        Circ = Family::Circ, CIRC_IN CIRC_OUT CIRC_IN_OUT CIRC_OUT_IN;
        Back = Family::BACK, BACK_IN BACK_OUT BACK_IN_OUT BACK_OUT_IN;
        Elastic = Family::ELASTIC, ELASTIC_IN ELASTIC_OUT ELASTIC_IN_OUT ELASTIC_OUT_IN;
        Bounce = Family::Bounce, BOUNCE_IN BOUNCE_OUT BOUNCE_IN_OUT BOUNCE_OUT_IN;
    }

    /// A family in a direction.
    pub const fn new(family: Family, direction: Direction) -> Self {
        Self { family, direction }
    }

    /// A cubic Bézier curve from (0, 0) to (1, 1), as in CSS. The handles' x are clamped to 0…1.
    pub const fn bezier(x1: f32, y1: f32, x2: f32, y2: f32) -> Self {
        Self::new(Family::Bezier(Bezier::new(x1, y1, x2, y2)), Direction::In)
    }

    /// `n` equal steps, the first at 1/n.
    pub const fn steps(n: u32) -> Self {
        Self::css_steps(n, StepJump::End)
    }

    /// Equal steps in `count` intervals, as `steps(count, jump-…)` of CSS has them.
    ///
    /// ```
    /// use motile_anim::{Ease, ease::StepJump};
    /// let levels = |jump| [0.0, 0.25, 0.75].map(|t| Ease::css_steps(2, jump).at(t));
    /// assert_eq!(levels(StepJump::End), [0.0, 0.0, 0.5]);
    /// assert_eq!(levels(StepJump::Start), [0.5, 0.5, 1.0]);
    /// assert_eq!(levels(StepJump::None), [0.0, 0.0, 1.0]);
    /// ```
    pub const fn css_steps(count: u32, jump: StepJump) -> Self {
        Self::new(Family::Steps { count, jump }, Direction::In)
    }

    /// A power of progress, with any exponent above 0, in a direction.
    pub const fn power(exponent: f32, direction: Direction) -> Self {
        Self::new(Family::Power { exponent }, direction)
    }

    /// Back with another overshoot, in a direction.
    pub const fn back(overshoot: f32, direction: Direction) -> Self {
        Self::new(Family::Back { overshoot }, direction)
    }

    /// Elastic with another amplitude and period, in a direction.
    pub const fn elastic(amplitude: f32, period: f32, direction: Direction) -> Self {
        Self::new(Family::Elastic { amplitude, period }, direction)
    }

    /// A spring, stretched over the duration. [`Spring::settle_time`] is the natural one.
    pub const fn spring(spring: Spring) -> Self {
        Self::new(Family::Spring(spring), Direction::In)
    }

    /// Any function of 0…1.
    pub const fn custom(f: fn(f32) -> f32) -> Self {
        Self::new(Family::Custom(EaseFn(f)), Direction::In)
    }

    /// Shaped progress at `t`, which is clamped to 0…1 first; NaN counts as 0.
    #[inline]
    pub fn at(&self, t: f32) -> f32 {
        let mut shaped = t;
        curves::shape(self, curves::One(&mut shaped));
        shaped
    }

    /// [`Ease::at`] on every element of a slice: bit for bit the same, several times faster for the
    /// families that are formulas.
    pub fn apply(&self, progress: &mut [f32]) {
        dispatch!(Level::new(), _ => curves::shape(self, curves::Each(progress)));
    }

    /// [`Ease::apply`] for a caller that has chosen the SIMD level already.
    #[inline(always)]
    pub(crate) fn apply_inline(&self, progress: &mut [f32]) {
        curves::shape(self, curves::Each(progress));
    }

    /// Does work with the curve; for a caller that has chosen the SIMD level already.
    #[inline(always)]
    pub(crate) fn shape(&self, work: impl Shaped) {
        curves::shape(self, work);
    }

    /// The speed of the curve at `t`, by a central difference: 1 is the speed of [`Ease::LINEAR`].
    pub fn velocity(&self, t: f32) -> f32 {
        let (low, high) = ((t - 1e-3).max(0.0), (t + 1e-3).min(1.0));
        (self.at(high) - self.at(low)) / (high - low)
    }
}

impl Family {
    /// Back that goes 10 % too far.
    pub const BACK: Self = Self::Back { overshoot: 1.70158 };
    /// Elastic with the classic swing.
    pub const ELASTIC: Self = Self::Elastic { amplitude: 1.0, period: 0.0 };

    /// The families that need no parameter, with the default ones of Back and Elastic: what a menu
    /// lists.
    pub const ALL: [Self; 13] = [
        Self::Linear,
        Self::Quad,
        Self::Cubic,
        Self::Quart,
        Self::Quint,
        Self::Sextic,
        Self::Sine,
        Self::Expo,
        Self::ExpoExact,
        Self::Circ,
        Self::BACK,
        Self::ELASTIC,
        Self::Bounce,
    ];
}
