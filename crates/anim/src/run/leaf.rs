//! A tween being played.

use super::{Preview, Tracks};
use crate::{Ease, Overwrite};
use std::sync::Arc;

/// How a tween shapes progress.
#[derive(Clone)]
pub(crate) enum Shaper {
    Ease(Ease),
    Custom(Arc<dyn Fn(f32) -> f32 + Send + Sync>),
}

impl Shaper {
    fn at(&self, t: f32) -> f32 {
        match self {
            Self::Ease(ease) => ease.at(t),
            Self::Custom(f) => f(t),
        }
    }
}

pub(crate) struct Leaf<T, K> {
    pub(crate) key: K,
    pub(crate) tag: u32,
    pub(crate) tracks: Tracks<T>,
    pub(crate) shaper: Shaper,
    pub(crate) overwrite: Overwrite,
    pub(crate) captured: bool,
    pub(crate) preview: Preview,
    /// The target is gone, or all properties were taken over: time goes on, nothing is written.
    pub(crate) gone: bool,
    /// Between its beginning and its end, at the last move.
    pub(crate) running: bool,
}

impl<T: 'static, K> Leaf<T, K> {
    /// Reads the start values.
    pub(crate) fn capture(&mut self, target: &mut T) {
        self.captured = true;
        self.tracks.capture(target, self.preview == Preview::Shown);
    }

    /// Shows the starts that are given, and reads the ends that go with them.
    pub(crate) fn show_start(&mut self, target: &mut T) {
        let progress = self.shaper.at(0.0);
        self.tracks.preview(target, progress);
    }

    /// Writes the values of a progress.
    pub(crate) fn show(&self, progress: f32, target: &mut T) {
        self.tracks.apply(target, self.shaper.at(progress));
    }

    /// Puts back what was there before it began.
    pub(crate) fn release(&self, target: &mut T) {
        let early = self.preview == Preview::Shown;
        self.tracks.release(target, early.then(|| self.shaper.at(0.0)));
    }
}
