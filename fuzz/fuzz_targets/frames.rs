//! `cargo xtask fuzz frames`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::frames::built()),
    |data: &[u8]| motile_fuzz::frames::run(data)
);
