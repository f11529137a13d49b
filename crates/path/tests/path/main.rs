//! Tests of the public interface.

mod acceptance;
mod agreement;
mod any_angle;
mod auto;
mod benchmark_maps;
mod chapter;
mod common;
mod contract;
mod fields;
mod hierarchies;
mod jobs;
mod navmesh;
mod prepared;
mod replanning;
mod traces;
