//! Tests of isometric worlds through the public interface.

mod beyond;
mod common;
#[cfg(feature = "pixels")]
mod map_scene;
mod map_text;
mod order;
mod pick;
#[cfg(feature = "pixels")]
mod scene;
#[cfg(feature = "stage")]
mod staged;
mod tile_map;
mod walk;
mod world;
