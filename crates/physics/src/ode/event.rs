//! Where inside a step something happens.

/// Which way an event function must cross zero to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crossing {
    /// From above zero to zero or below: a height that reaches the ground.
    #[default]
    Falling,
    /// From below zero to zero or above.
    Rising,
    /// Either way.
    Any,
}

impl Crossing {
    /// Whether going from one value to the next is a crossing. A value of exactly zero at the start is none,
    /// so that motion can go on from where the last event was found.
    pub(super) fn is_between(self, from: f64, to: f64) -> bool {
        let falling = from > 0.0 && to <= 0.0;
        let rising = from < 0.0 && to >= 0.0;
        match self {
            Self::Falling => falling,
            Self::Rising => rising,
            Self::Any => falling || rising,
        }
    }
}

/// Looks at an event function inside a step this often, so that a crossing and its way back within one
/// step are not missed.
const SAMPLES: u32 = 8;

/// The part of a step, above 0 up to 1, where `value` first crosses zero.
pub(super) fn first_crossing(
    start: f64,
    crossing: Crossing,
    mut value: impl FnMut(f64) -> f64,
) -> Option<f64> {
    let mut from = (0.0, start);
    for sample in 1..=SAMPLES {
        let at = f64::from(sample) / f64::from(SAMPLES);
        let to = (at, value(at));
        if crossing.is_between(from.1, to.1) {
            return Some(root(from, to, value));
        }
        from = to;
    }
    None
}

/// Enough halvings for the last bit of a double.
const HALVINGS: u32 = 64;

/// The root between two points of opposite sign: the secant where it helps, halving where it does not (the
/// Illinois rule). The answer lies on the far side of the crossing or on it.
fn root(mut a: (f64, f64), mut b: (f64, f64), mut value: impl FnMut(f64) -> f64) -> f64 {
    let mut kept = 0i32;
    let negative = b.1 < 0.0 || a.1 > 0.0;
    for _ in 0..HALVINGS {
        if b.1 == 0.0 || b.0 - a.0 <= f64::EPSILON * b.0 {
            break;
        }
        let secant = b.0 - b.1 * (b.0 - a.0) / (b.1 - a.1);
        let middle = 0.5 * (a.0 + b.0);
        let at = if secant > a.0 && secant < b.0 && kept.abs() < 4 { secant } else { middle };
        let new = value(at);
        let beyond = if negative { new <= 0.0 } else { new >= 0.0 };
        if beyond {
            b = (at, new);
            if kept > 0 {
                a.1 *= 0.5;
            }
            kept = kept.max(0) + 1;
        } else {
            a = (at, new);
            if kept < 0 {
                b.1 *= 0.5;
            }
            kept = kept.min(0) - 1;
        }
    }
    b.0
}
