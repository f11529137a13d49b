//! `cargo xtask fuzz iso_world`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::iso_world::built()),
    |data: &[u8]| motile_fuzz::iso_world::run(data)
);
