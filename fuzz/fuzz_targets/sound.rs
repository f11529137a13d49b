//! `cargo xtask fuzz sound`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::sound::built()),
    |data: &[u8]| motile_fuzz::sound::run(data)
);
