//! Demos about networked play.

use crate::Demo;

mod ball_racer;
mod pong;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    ball_racer::DEMO,
    pong::DEMO,
];
