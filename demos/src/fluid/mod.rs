//! Demos about smoke and liquid.

use crate::Demo;

mod harbor;
mod smoke;
mod tank;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    smoke::DEMO,
    tank::DEMO,
    harbor::DEMO,
];
