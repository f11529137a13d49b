//! `cargo xtask fuzz actions`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::actions::built()),
    |data: &[u8]| motile_fuzz::actions::run(data)
);
