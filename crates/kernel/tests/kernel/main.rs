//! The tests of the crate, in one program.

mod bytecode;
mod common;
mod diagnostics;
mod host;
mod language;
mod pictures;
mod uses;
