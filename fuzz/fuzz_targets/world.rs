//! `cargo +nightly fuzz run world`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::world::run(data));
