//! `cargo +nightly fuzz run font`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::font::run(data));
