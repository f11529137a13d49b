//! `cargo xtask fuzz saves`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::saves::built()),
    |data: &[u8]| motile_fuzz::saves::run(data)
);
