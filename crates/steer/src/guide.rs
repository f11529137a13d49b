#![doc = include_str!("../docs/guide.md")]
#![doc = include_str!("../docs/pictures.md")]
// The pictures are made by the test `steer_guide` of the demos, which also checks that they are up to date.
