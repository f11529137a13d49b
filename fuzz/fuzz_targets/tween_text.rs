//! `cargo +nightly fuzz run tween_text`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::tween_text::run(data));
