//! `cargo +nightly fuzz run sheet`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::sheet::run(data));
