//! Tests of tile worlds through the public interface.

mod allocation;
mod auto;
mod beyond;
mod character;
mod character_numbers;
mod classic;
mod classic_rides;
mod jobs;
mod laws;
mod laws_shapes;
mod layer;
mod one_way_lifts;
mod outline;
mod paths;
mod platforms;
mod rollback;
mod slide;
mod worlds;
