//! `cargo xtask fuzz prepared`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::prepared::built()),
    |data: &[u8]| motile_fuzz::prepared::run(data)
);
