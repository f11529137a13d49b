//! `cargo xtask fuzz bodies`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::bodies::built()),
    |data: &[u8]| motile_fuzz::bodies::run(data)
);
