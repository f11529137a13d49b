//! `cargo xtask fuzz atlas`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::atlas::built()),
    |data: &[u8]| motile_fuzz::atlas::run(data)
);
