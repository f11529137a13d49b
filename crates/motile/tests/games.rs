//! The games of `examples/` with their own tests, compiled with this workspace's libraries: alone they would compile a
//! second set of them.

#[expect(dead_code, reason = "its window is opened by hand")]
#[path = "../../../examples/breakout/src/main.rs"]
mod breakout;

#[expect(dead_code, reason = "its window is opened by hand")]
#[path = "../../../examples/survivors/src/main.rs"]
mod survivors;
