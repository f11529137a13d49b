//! What a tween has when it does not say (TWEEN-44).

use crate::{Ease, Overwrite, Span};

/// Ease, duration and overwrite mode of tweens that name none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defaults {
    /// [`Ease::QUAD_OUT`] unless changed.
    pub ease: Ease,
    /// Half a second unless changed.
    pub duration: Span,
    /// [`Overwrite::Auto`] unless changed.
    pub overwrite: Overwrite,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { ease: Ease::QUAD_OUT, duration: Span::secs(0.5), overwrite: Overwrite::Auto }
    }
}
