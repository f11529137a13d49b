//! `cargo +nightly fuzz run drawing`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::drawing::run(data));
