//! Demos about finding the way.

use crate::Demo;

mod any_angle;
mod board;
mod budget;
mod comparison;
mod crowd;
mod estimates;
mod grid_search;
mod navmesh;
mod prepared;
mod replanning;
mod step_by_step;
mod terrain;
mod walker;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    crowd::DEMO,
    navmesh::DEMO,
    terrain::DEMO,
    grid_search::DEMO,
    any_angle::DEMO,
    prepared::DEMO,
    budget::DEMO,
    comparison::DEMO,
    estimates::DEMO,
    replanning::DEMO,
    step_by_step::DEMO,
    walker::DEMO,
];
