//! Tests of the public interface.

mod acceptance;
mod agreement;
mod benchmark_maps;
mod common;
mod fields;
mod hierarchies;
mod jobs;
mod replanning;
