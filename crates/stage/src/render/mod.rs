//! From display list to pixels: walk, keep, paint.

mod kept;
mod painter;
mod shapes;

pub use painter::Painter;
