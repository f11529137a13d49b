//! Demos about ticks and long work.

use crate::Demo;

mod fixed_step;
mod interpolation;
mod jobs;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    fixed_step::DEMO,
    interpolation::DEMO,
    jobs::DEMO,
];
