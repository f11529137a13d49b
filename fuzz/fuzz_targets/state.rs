//! `cargo xtask fuzz state`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::state::built()),
    |data: &[u8]| motile_fuzz::state::run(data)
);
