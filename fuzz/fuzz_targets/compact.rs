//! `cargo xtask fuzz compact`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::compact::built()),
    |data: &[u8]| motile_fuzz::compact::run(data)
);
