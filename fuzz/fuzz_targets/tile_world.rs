//! `cargo xtask fuzz tile_world`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::tile_world::built()),
    |data: &[u8]| motile_fuzz::tile_world::run(data)
);
