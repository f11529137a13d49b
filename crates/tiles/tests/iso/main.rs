//! Tests of isometric worlds through the public interface.

mod common;
mod order;
