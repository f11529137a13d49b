//! Fuzz targets: one file for everything that parses or takes any numbers, with a `run` that must not panic on
//! any bytes.
//!
//! `cargo xtask fuzz TARGET` explores with coverage. `cargo test` is the smoke run for every
//! machine: each target over its seeds and thousands of seeded mutations of them.

pub mod actions;
pub mod atlas;
pub mod bitmap;
pub mod bodies;
mod bytes;
pub mod color;
pub mod compact;
pub mod drawing;
pub mod fluid;
pub mod font;
pub mod frames;
pub mod hear;
pub mod iso_map;
pub mod iso_world;
pub mod kernel;
pub mod ldtk;
pub mod map;
pub mod mask;
pub mod model;
pub mod narrow;
pub mod navmesh;
pub mod packet;
pub mod particles;
pub mod picture;
pub mod png;
pub mod prepared;
pub mod qoi;
pub mod relay;
pub mod saves;
pub mod script;
pub mod seeds;
pub mod sheet;
pub mod sight;
pub mod sound;
pub mod space;
pub mod state;
pub mod text_edit;
pub mod tile_world;
pub mod tmj;
pub mod tmx;
pub mod triangles;
pub mod tween_text;
pub mod world;

#[cfg(test)]
mod smoke;
