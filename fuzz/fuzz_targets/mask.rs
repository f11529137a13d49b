//! `cargo +nightly fuzz run mask`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::mask::run(data));
