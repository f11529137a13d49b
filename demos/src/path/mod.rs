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
    any_angle::DEMO,
    budget::DEMO,
    comparison::DEMO,
    crowd::DEMO,
    estimates::DEMO,
    grid_search::DEMO,
    navmesh::DEMO,
    prepared::DEMO,
    replanning::DEMO,
    step_by_step::DEMO,
    terrain::DEMO,
    walker::DEMO,
];
