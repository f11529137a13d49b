//! Tests of tile worlds through the public interface.

mod layer;
