//! Demos about ticks and long work.

use crate::Demo;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
];
