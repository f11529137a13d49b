//! `cargo xtask fuzz relay`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::relay::built()),
    |data: &[u8]| motile_fuzz::relay::run(data)
);
