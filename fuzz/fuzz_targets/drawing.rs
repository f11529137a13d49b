//! `cargo xtask fuzz drawing`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::drawing::built()),
    |data: &[u8]| motile_fuzz::drawing::run(data)
);
