//! `cargo xtask fuzz kernel`
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: motile_fuzz::seeds::hand_out(&motile_fuzz::kernel::built()),
    |data: &[u8]| motile_fuzz::kernel::run(data)
);
