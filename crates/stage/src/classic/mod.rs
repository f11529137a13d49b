//! Drawing as the classic platform had it: a path as command codes and a flat list of numbers, a pen with a current
//! position, gradients in a square of 1638.4 units.
//!
//! These are the drawing commands of Flash (`Graphics`, `GraphicsPath`, `Matrix.createGradientBox`), which a generation of
//! books on animation and games is written in. They are here under their own names and with their own rules, to read along
//! and to port old programs line by line. New programs are shorter with [`Path`](crate::Path),
//! [`Gradient`](crate::Gradient) and [`Canvas`](crate::Canvas).

mod gradient;
mod path;
mod pen;

pub use gradient::{GradientError, gradient, gradient_box};
pub use path::{ClassicPath, ClassicPathError, Command, Tail, path_contains};
pub use pen::{ClassicTrianglesError, Pen};
