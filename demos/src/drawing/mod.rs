//! Demos about paths, fills, strokes and drawings as data.

use crate::Demo;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
];
