//! What a user reads when something handed to a sketch is broken, in a window and without one:
//! `cargo run --example broken_setup font|picture|script|parameter|panic [headless]`.

mod sketches;

use motile_pixels as pixels;
use motile_stage::{self as stage, Player, Settings, Sketch, Window};
use sketches::{Font, Panic, Parameter, Picture, Script};

fn main() -> stage::Result {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let headless = words.get(1).is_some_and(|word| word == "headless");
    match words.first().map(String::as_str) {
        Some("font") => start::<Font>(headless),
        Some("picture") => start::<Picture>(headless),
        Some("script") => start::<Script>(headless),
        Some("parameter") => start::<Parameter>(headless),
        Some("panic") => start::<Panic>(headless),
        _ => Err(stage::Error::new(
            "what is to be broken? font, picture, script, parameter or panic",
        )),
    }
}

fn start<S: Sketch>(headless: bool) -> stage::Result {
    if headless {
        return Player::new::<S>(&Settings::new(320, 200)).map(|_| ());
    }
    stage::run::<S>(Window::new("broken setup", 320, 200))
}
