//! Demos that break, and a `main` that does or starts an example of the stage: for the browser tests. Not part of the
//! gallery.

#[path = "../../../crates/stage/examples/scale_modes/framed.rs"]
mod framed;
#[path = "../../../crates/stage/examples/broken_setup/sketches.rs"]
mod sketches;
#[path = "../../../crates/stage/examples/shell/squares.rs"]
mod squares;

use motile::{geom, pixels, prelude::*, stage, time::Duration};
use motile_demos::Demo;
use wasm_bindgen::prelude::*;

pub(crate) const DEMOS: [Demo; 7] = [
    Demo { id: "broken/told", ..Demo::of::<Told>() },
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

/// Tells of something that went wrong, and goes on.
struct Told;

impl Sketch for Told {
    fn setup(_: &mut Stage) -> motile::Result<Self> {
        Ok(Self)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
        if tick.index == 0 {
            stage.fail(motile::Error::new("no level 2"));
        }
    }
}

/// A program that is no sketch: it paints where the pointer has been.
struct Paper(Surface);

impl stage::App for Paper {
    fn event(&mut self, event: InputEvent) {
        if let InputEvent::Move(place) = event {
            self.0.set(place.x as i32, place.y as i32, Color::WHITE);
        }
    }

    fn frame(&mut self, _: Duration) -> bool {
        true
    }

    fn surface(&self) -> &Surface {
        &self.0
    }
}

#[wasm_bindgen]
extern "C" {
    /// What follows the address of the page.
    #[wasm_bindgen(thread_local_v2, js_namespace = location, js_name = search)]
    static ADDRESS_SEARCH: String;
}

/// Fails in the way that the address asks for, or starts what it names.
pub(crate) fn main() -> motile::Result {
    let search = ADDRESS_SEARCH.with(String::clone);
    if let Some(mode) = search.strip_prefix("?scale=").and_then(framed::mode) {
        let window = Window::new("scale modes", 300, 200).with_scale(mode);
        return motile::run::<framed::Framed>(window);
    }
    match search.as_str() {
        "?main=shell" => motile::run::<squares::Squares>(Window::new("shell", 300, 200)),
        "?main=error" => Err(motile::Error::new("no such level").context("main")),
        "?main=app" => {
            let paper = Paper(Surface::opaque(64, 48, Color::BLACK)?);
            motile::run_app(Window::new("Paper", 64, 48), paper)
        }
        "?main=panic" => panic!("main is broken on purpose"),
        _ => Ok(()),
    }
}
