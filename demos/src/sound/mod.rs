//! Demos about sound.

use crate::Demo;

mod synthesizer;
mod walk;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    synthesizer::DEMO,
    walk::DEMO,
];
