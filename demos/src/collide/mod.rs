//! Demos about which things touch.

use crate::Demo;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
];
