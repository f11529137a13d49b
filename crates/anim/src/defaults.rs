//! What a tween has when it does not say.

use crate::{Ease, Overwrite, Span};

/// Ease, duration, overwrite mode and snapping of tweens that name none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defaults {
    /// [`Ease::QUAD_OUT`] unless changed.
    pub ease: Ease,
    /// Half a second unless changed.
    pub duration: Span,
    /// [`Overwrite::Auto`] unless changed.
    pub overwrite: Overwrite,
    /// Whether numbers and [`Vec2`](motile_geom::Vec2)s whose goal has no modifiers are rounded to whole
    /// ones, start and end included. Off unless changed; such tweens are not simple ones for an
    /// [`Animator`](crate::Animator).
    pub snapping: bool,
}

impl Default for Defaults {
    fn default() -> Self {
        let (duration, overwrite) = (Span::secs(0.5), Overwrite::Auto);
        Self { ease: Ease::QUAD_OUT, duration, overwrite, snapping: false }
    }
}
