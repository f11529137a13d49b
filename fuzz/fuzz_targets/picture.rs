//! `cargo xtask fuzz picture`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::picture::built()),
    |data: &[u8]| motile_fuzz::picture::run(data)
);
