//! `cargo xtask fuzz bitmap`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::bitmap::built()),
    |data: &[u8]| motile_fuzz::bitmap::run(data)
);
