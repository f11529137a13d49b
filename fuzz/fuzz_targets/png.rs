//! `cargo xtask fuzz png`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::png::built()),
    |data: &[u8]| motile_fuzz::png::run(data)
);
