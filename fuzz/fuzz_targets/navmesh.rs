//! `cargo xtask fuzz navmesh`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::navmesh::built()),
    |data: &[u8]| motile_fuzz::navmesh::run(data)
);
