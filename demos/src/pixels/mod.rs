//! Demos about pixels, blend modes and filters.

use crate::Demo;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
];
