//! `cargo xtask fuzz hear`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::hear::built()),
    |data: &[u8]| motile_fuzz::hear::run(data)
);
