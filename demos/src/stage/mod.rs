//! Demos about the stage: nodes, groups, input.

use crate::Demo;

mod bouncing_ball;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    bouncing_ball::DEMO,
];
