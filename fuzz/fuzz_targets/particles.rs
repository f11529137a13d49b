//! `cargo xtask fuzz particles`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::particles::built()),
    |data: &[u8]| motile_fuzz::particles::run(data)
);
