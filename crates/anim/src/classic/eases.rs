//! Eases as the engines wrote them.

use crate::{Direction, Ease, Family, ease::StepJump};

/// An ease in the form `f(t, b, c, d)` of Robert Penner's equations: time, begin value, change, duration.
///
/// A duration that is not above 0 gives the end value.
///
/// ```
/// use motile_anim::{Ease, classic::penner};
/// assert_eq!(penner(Ease::QUAD_IN, 1.0, 100.0, 400.0, 2.0), 200.0);
/// ```
pub fn penner(ease: Ease, t: f32, b: f32, c: f32, d: f32) -> f32 {
    let progress = if d > 0.0 { t / d } else { 1.0 };
    b + c * ease.at(progress)
}

/// The elastic ease of GSAP: an amplitude above 1 swings wider, alike in every direction, where Penner's `In` is not his
/// `Out` backwards; one below 1 makes the swings slower instead of smaller. A
/// period that is not above 0 means 0.3, and 0.45 for [`Direction::InOut`]. As text `gsap-elastic-out(1.5, 0.3)`.
///
/// ```
/// use motile_anim::{Direction, classic::gsap_elastic};
/// let wide = gsap_elastic(2.0, 0.3, Direction::Out);
/// let plain = gsap_elastic(1.0, 0.3, Direction::Out);
/// let highest = |ease: motile_anim::Ease| (0..100u8).map(|i| ease.at(f32::from(i) / 100.0)).fold(0.0, f32::max);
/// assert!(highest(wide) > 1.7 && highest(plain) < 1.4);
/// ```
pub const fn gsap_elastic(amplitude: f32, period: f32, direction: Direction) -> Ease {
    let usual = if matches!(direction, Direction::InOut) { 0.45 } else { 0.3 };
    let period = if period > 0.0 { period } else { usual };
    // NaN and nothing at all count as 1, as they do there.
    let slower = if amplitude > 0.0 && amplitude < 1.0 { amplitude } else { 1.0 };
    let wider = if amplitude > 1.0 { amplitude } else { 1.0 };
    let family = Family::ElasticSymmetric { amplitude: wider, period: period / slower };
    Ease::new(family, direction)
}

/// The stepped ease of GSAP: `n` steps that rest at both ends too, so that each of the `n` + 1 levels lasts equally long;
/// with `immediate` the first step is made at once. 0 counts as 1. As text `gsap-steps(5)` and `gsap-steps(5, immediate)`.
///
/// ```
/// use motile_anim::classic::gsap_steps;
/// let steps = gsap_steps(2, false);
/// assert_eq!([0.1, 0.5, 0.9].map(|t| steps.at(t)), [0.0, 0.5, 1.0]);
/// ```
pub const fn gsap_steps(n: u32, immediate: bool) -> Ease {
    let n = if n == 0 { 1 } else { n };
    if immediate {
        Ease::css_steps(n, StepJump::Start)
    } else {
        Ease::css_steps(n.saturating_add(1), StepJump::None)
    }
}

/// The elastic ease of d3: its decay is scaled so that it is exactly 0 at the far end, where Penner's jumps by a
/// thousandth. An amplitude below 1 counts as 1, a period that is not above 0 as 0.3. As text
/// `elastic-exact-out(1, 0.3)`.
pub const fn d3_elastic(amplitude: f32, period: f32, direction: Direction) -> Ease {
    Ease::new(Family::ElasticExact { amplitude, period }, direction)
}

/// [`d3_elastic`] with its usual swing, slow at the start.
pub const D3_ELASTIC_IN: Ease = d3_elastic(1.0, 0.3, Direction::In);
/// [`d3_elastic`] with its usual swing, slow at the end.
pub const D3_ELASTIC_OUT: Ease = d3_elastic(1.0, 0.3, Direction::Out);
/// [`d3_elastic`] with its usual swing, slow at both ends.
pub const D3_ELASTIC_IN_OUT: Ease = d3_elastic(1.0, 0.3, Direction::InOut);
