//! The tests of the crate, in one program.

mod bytecode;
mod common;
mod diagnostics;
mod found;
mod glsl;
mod graph;
mod graph_xml;
mod host;
mod hostile;
mod jobs;
mod language;
mod math;
mod pictures;
mod probe;
mod regions;
mod snapshots;
mod uses;
mod wgsl;
