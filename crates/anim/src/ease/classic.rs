//! The four-argument form, and eases made from eases.

use super::Ease;
use crate::AnimError;

/// The classic form `f(t, b, c, d)`: time, begin value, change, duration.
///
/// A duration that is not above 0 gives the end value.
///
/// ```
/// use motile_anim::{Ease, ease::classic};
/// assert_eq!(classic(Ease::QUAD_IN, 1.0, 100.0, 400.0, 2.0), 200.0);
/// ```
pub fn classic(ease: Ease, t: f32, b: f32, c: f32, d: f32) -> f32 {
    let progress = if d > 0.0 { t / d } else { 1.0 };
    b + c * ease.at(progress)
}

/// An ease in `n` steps: `round(E(t)·n)/n`, halves up, for [`Tween::ease_with`](crate::Tween::ease_with).
///
/// # Errors
///
/// [`AnimError::NoSteps`] when `n` is 0.
pub fn stepped(ease: Ease, n: u32) -> Result<impl Fn(f32) -> f32 + Clone + Send + Sync, AnimError> {
    if n == 0 {
        return Err(AnimError::NoSteps);
    }
    let n = n as f32;
    Ok(move |t| (ease.at(t) * n + 0.5).floor() / n)
}
