//! `cargo xtask fuzz world`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::world::built()),
    |data: &[u8]| motile_fuzz::world::run(data)
);
