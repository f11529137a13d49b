//! A kernel as a blend mode: red from the front, green almost, blue from the back.

use super::shader;
use crate::{Demo, pictures};
use motile::kernel::{Shader, ShaderBlend};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/blend",
    title: "Channel by channel",
    sees: "A disc of all hues over a landscape; each color channel comes from the one or the other.",
    tries: "Drag the disc. With all three at 1 it simply covers, with all at 0 it is not there.",
    controls: "Hold to move the disc.",
    spec: &["D9-22"],
    ticks: 30,
    ..Demo::of::<Blend>()
};

/// What comes from the disc, channel by channel.
const SHARES: [&str; 3] = ["red", "green", "blue"];

struct Blend {
    shader: Shader,
    disc: NodeId,
}

impl Sketch for Blend {
    const PARAMS: &'static [Param] = &[
        Param::number("red", 0.0, 1.0, 1.0),
        Param::number("green", 0.0, 1.0, 0.9),
        Param::number("blue", 0.0, 1.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.add(Bitmap::new(pictures::landscape(640, 480, 0.6)?).node());
        let disc = Bitmap::new(pictures::rainbow_disc(300)?).centered();
        let disc = stage.add(disc.node().at(330.0, 240.0));
        let mut blend = Self { shader: shader("channel-blend")?, disc };
        blend.mix(stage)?;
        Ok(blend)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if let Some(held) = stage.input().pointer.held_at() {
            stage[self.disc].position = held.round();
        }
        let turned = SHARES.into_iter().any(|name| stage.params().changed(name));
        if let Err(error) = if turned { self.mix(stage) } else { Ok(()) } {
            stage.fail(error);
        }
    }
}

impl Blend {
    fn mix(&mut self, stage: &mut Stage) -> motile::Result {
        let shares = SHARES.map(|name| stage.params().number(name));
        self.shader.set("amt", shares)?;
        stage[self.disc].blend = BlendMode::custom(ShaderBlend::new(&self.shader)?);
        Ok(())
    }
}
