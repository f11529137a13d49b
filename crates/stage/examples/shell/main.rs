//! What a sketch asks of its window and what the window tells it, as squares that show or do not. T gives the window a
//! title, H hides the pointer, C copies a text, F fills the screen or stops to, B lets time go on without the keyboard, or
//! stops that, K leaves closing to the sketch: the second request ends it.

mod squares;

use motile_geom as geom;
use motile_pixels as pixels;
use motile_stage::{self as stage, Window};

fn main() -> stage::Result {
    stage::run::<squares::Squares>(Window::new("shell", 300, 200))
}
