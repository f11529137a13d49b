//! `cargo +nightly fuzz run script`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::script::run(data));
