//! `cargo xtask fuzz fluid`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::fluid::built()),
    |data: &[u8]| motile_fuzz::fluid::run(data)
);
