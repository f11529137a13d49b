//! Eases made from eases and from tables.

use super::{Ease, curves};
use crate::AnimError;
use std::sync::Arc;

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

/// An ease from values at equal distances, joined by straight lines: [`Family::Sampled`](super::Family) for
/// tables that are made at run time, for [`Tween::ease_with`](crate::Tween::ease_with). The ends count as
/// 0 and 1 whatever the table says; empty means linear.
///
/// ```
/// use motile_anim::ease::sampled;
/// let drawn = sampled([0.0, 0.8, 1.2, 1.0]);
/// assert_eq!((drawn(0.0), drawn(0.5), drawn(1.0)), (0.0, 1.0, 1.0));
/// ```
pub fn sampled(table: impl Into<Arc<[f32]>>) -> impl Fn(f32) -> f32 + Clone + Send + Sync {
    let table = table.into();
    move |t| match t {
        t if t >= 1.0 => 1.0,
        t if t > 0.0 => curves::sampled(&table, t),
        _ => 0.0,
    }
}
