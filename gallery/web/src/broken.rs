//! Demos that break, and a `main` that does: the browser tests read their messages on the page. Not part of the gallery.

#[path = "../../../crates/stage/examples/broken_setup/sketches.rs"]
mod sketches;

use motile::{pixels, prelude::*, stage};
use motile_demos::Demo;
use wasm_bindgen::prelude::*;

pub(crate) const DEMOS: [Demo; 6] = [
    Demo { id: "broken/on-purpose", ..Demo::of::<Broken>() },
    Demo { id: "broken/font", ..Demo::of::<sketches::Font>() },
    Demo { id: "broken/picture", ..Demo::of::<sketches::Picture>() },
    Demo { id: "broken/script", ..Demo::of::<sketches::Script>() },
    Demo { id: "broken/parameter", ..Demo::of::<sketches::Parameter>() },
    Demo { id: "broken/panic", ..Demo::of::<sketches::Panic>() },
];

/// The tick that fails.
const LAST: u64 = 30;

struct Broken {
    ball: NodeId,
}

impl Sketch for Broken {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        Ok(Self { ball: stage.add(Shape::circle(20.0).fill(Color::ORANGE).at(100.0, 100.0)) })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        stage[self.ball].position.x += 60.0 * tick.dt;
        assert!(tick.index < LAST, "broken on purpose in tick {}", tick.index);
    }
}

#[wasm_bindgen]
extern "C" {
    /// What follows the address of the page.
    #[wasm_bindgen(thread_local_v2, js_namespace = location, js_name = search)]
    static ADDRESS_SEARCH: String;
}

/// Fails in the way that the address asks for.
pub(crate) fn main() -> motile::Result {
    match ADDRESS_SEARCH.with(String::clone).as_str() {
        "?main=error" => Err(motile::Error::new("no such level").context("main")),
        "?main=panic" => panic!("main is broken on purpose"),
        _ => Ok(()),
    }
}
