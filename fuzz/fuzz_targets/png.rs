//! `cargo +nightly fuzz run png`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::png::run(data));
