//! Demos about tile worlds.

use crate::Demo;

mod art;
mod controls;
mod editing;

mod autotile;
mod endless_flight;
mod platform_game;
mod platformer;
mod race;
mod racing_game;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    autotile::DEMO,
    endless_flight::DEMO,
    platformer::DEMO,
    platform_game::DEMO,
    race::DEMO,
    racing_game::DEMO,
];
