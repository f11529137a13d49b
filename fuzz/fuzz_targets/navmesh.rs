//! `cargo +nightly fuzz run navmesh`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| motile_fuzz::navmesh::run(data));
