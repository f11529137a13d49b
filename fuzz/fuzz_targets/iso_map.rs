//! `cargo xtask fuzz iso_map`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&[]),
    |data: &[u8]| motile_fuzz::iso_map::run(data)
);
