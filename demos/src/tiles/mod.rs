//! Demos about tile worlds.

use crate::Demo;

mod art;

mod autotile;
mod endless_flight;
mod platformer;
mod race;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    autotile::DEMO,
    endless_flight::DEMO,
    platformer::DEMO,
    race::DEMO,
];
