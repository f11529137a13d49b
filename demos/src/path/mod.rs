//! Demos about finding the way.

use crate::Demo;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
];
