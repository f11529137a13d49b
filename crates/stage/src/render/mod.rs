//! From display list to pixels: walk, keep, paint.

mod contents;
mod kept;
mod painter;
mod shapes;

pub use painter::Painter;
