//! A demo that breaks: the browser tests read its message on the page. Not part of the gallery.

use motile::prelude::*;
use motile_demos::Demo;

pub(crate) const DEMO: Demo = Demo { id: "broken/on-purpose", ..Demo::of::<Broken>() };

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
