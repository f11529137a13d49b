//! `cargo xtask fuzz model`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::model::built()),
    |data: &[u8]| motile_fuzz::model::run(data)
);
