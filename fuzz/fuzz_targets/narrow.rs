//! `cargo +nightly fuzz run narrow`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::narrow::run(data));
