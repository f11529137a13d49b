//! `cargo +nightly fuzz run bitmap`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::bitmap::run(data));
