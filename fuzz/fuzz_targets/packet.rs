//! `cargo xtask fuzz packet`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::packet::built()),
    |data: &[u8]| motile_fuzz::packet::run(data)
);
