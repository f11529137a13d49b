//! `cargo xtask fuzz triangles`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::triangles::built()),
    |data: &[u8]| motile_fuzz::triangles::run(data)
);
