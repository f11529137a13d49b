//! `cargo xtask fuzz mask`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::mask::built()),
    |data: &[u8]| motile_fuzz::mask::run(data)
);
