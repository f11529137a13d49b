//! `cargo +nightly fuzz run state`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::state::run(data));
