//! Demos about ticks and long work.

use crate::Demo;

mod fixed_step;
mod jobs;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    fixed_step::DEMO,
    jobs::DEMO,
];
