//! Demos about networked play.

use crate::Demo;

mod pong;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    pong::DEMO,
];
