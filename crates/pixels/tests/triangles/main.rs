//! Triangles: against the plain rasterizer, against numbers known beforehand, and at every number of threads.

mod crowds;
mod known;
mod properties;
mod small;
mod twin;
