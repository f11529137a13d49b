//! `cargo +nightly fuzz run color`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::color::run(data));
