//! `cargo xtask fuzz font`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::font::built()),
    |data: &[u8]| motile_fuzz::font::run(data)
);
