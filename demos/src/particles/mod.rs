//! Demos about particles and trails.

use crate::Demo;

mod comets;
mod editor;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    editor::DEMO,
    comets::DEMO,
];
