//! `cargo +nightly fuzz run map`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::map::run(data));
