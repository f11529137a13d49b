//! A frame around the stage, in a window that may have any size: `cargo run --example scale_modes fit|fill|none|pixels`.

mod framed;

use framed::Framed;
use motile_geom as geom;
use motile_pixels as pixels;
use motile_stage::{self as stage, Window};

fn main() -> stage::Result {
    let name = std::env::args().nth(1).unwrap_or_else(|| "fit".into());
    let Some(scale) = framed::mode(&name) else {
        return Err(stage::Error::new("which mode? none, fit, fill or pixels"));
    };
    stage::run::<Framed>(Window::new("scale modes", 300, 200).with_scale(scale))
}
