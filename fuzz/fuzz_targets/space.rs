//! `cargo xtask fuzz space`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::space::built()),
    |data: &[u8]| motile_fuzz::space::run(data)
);
