//! The example `examples/open-stage` with its own tests, compiled with this workspace's libraries: alone it would compile a
//! second set of them.

#[expect(dead_code, reason = "its window is opened by hand")]
#[path = "../../../examples/open-stage/src/main.rs"]
mod open_stage;
