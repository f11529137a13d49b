//! `cargo xtask fuzz narrow`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::narrow::built()),
    |data: &[u8]| motile_fuzz::narrow::run(data)
);
