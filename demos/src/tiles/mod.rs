//! Demos about tile worlds.

use crate::Demo;

mod art;
mod controls;
mod editing;

mod autotile;
mod camera_kit;
mod chapter;
mod collision_map;
mod endless_flight;
mod fog_of_war;
mod peg_board;
mod platform_game;
mod platformer;
mod race;
mod racing_game;
mod spell_map;
mod torture_course;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    platform_game::DEMO,
    racing_game::DEMO,
    platformer::DEMO,
    torture_course::DEMO,
    autotile::DEMO,
    fog_of_war::DEMO,
    endless_flight::DEMO,
    camera_kit::DEMO,
    race::DEMO,
    spell_map::DEMO,
    peg_board::DEMO,
    collision_map::DEMO,
    chapter::DEMO,
];
