//! `cargo xtask fuzz sight`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::sight::built()),
    |data: &[u8]| motile_fuzz::sight::run(data)
);
