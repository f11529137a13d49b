//! Demos about tile worlds.

use crate::Demo;

mod art;
mod controls;
mod editing;
mod iso_art;
mod iso_town_art;

mod autotile;
mod camera_kit;
mod chapter;
mod collision_map;
mod driving;
mod endless_flight;
mod fog_of_war;
mod iso_boxes;
mod iso_editors;
mod iso_map;
mod iso_motion;
mod iso_projection;
mod iso_ring;
mod iso_roofs;
mod iso_town;
mod iso_walk;
mod map_viewer;
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
    iso_town::DEMO,
    iso_ring::DEMO,
    iso_roofs::DEMO,
    iso_editors::DEMO,
    iso_walk::DEMO,
    iso_motion::DEMO,
    iso_boxes::DEMO,
    iso_projection::DEMO,
    iso_map::DEMO,
    platformer::DEMO,
    torture_course::DEMO,
    map_viewer::DEMO,
    autotile::DEMO,
    fog_of_war::DEMO,
    endless_flight::DEMO,
    camera_kit::DEMO,
    race::DEMO,
    driving::DEMO,
    spell_map::DEMO,
    peg_board::DEMO,
    collision_map::DEMO,
    chapter::DEMO,
];
