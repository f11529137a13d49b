//! Running: code for the lanes, the machine that carries it out, the pictures it reads and the rows it fills.

pub(crate) mod average;
pub(crate) mod band;
pub(crate) mod columns;
pub(crate) mod image;
pub(crate) mod lanes;
pub(crate) mod machine;
mod math;
pub(crate) mod program;
pub(crate) mod sample;
#[cfg(feature = "parallel")]
pub(crate) mod threads;
