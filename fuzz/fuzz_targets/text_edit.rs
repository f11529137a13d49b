//! `cargo xtask fuzz text_edit`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::text_edit::built()),
    |data: &[u8]| motile_fuzz::text_edit::run(data)
);
