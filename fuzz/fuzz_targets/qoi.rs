//! `cargo xtask fuzz qoi`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::qoi::built()),
    |data: &[u8]| motile_fuzz::qoi::run(data)
);
