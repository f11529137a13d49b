//! A shader in the style of Shadertoy: one function of time and place, here a tunnel of rings.

use crate::Demo;
use motile::kernel::{Kernel, Shader};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/toy",
    title: "A tunnel in GLSL",
    sees: "A flight through a tunnel of colored plates, written in GLSL and run by the lanes of the processor.",
    tries: "Hold the pointer to steer. The source is that of a fragment shader: `mainImage`, `iTime`, `iMouse`.",
    controls: "Hold to steer.",
    takes_drags: true,
    spec: &["SHADER-41"],
    ticks: 100,
    ..Demo::of::<Toy>()
};

const SIZE: (u32, u32) = (320, 240);

/// The shader, which the playground has among its examples too.
const SOURCE: &str = include_str!("tunnel.glsl");

#[derive(StateHash)]
#[state(hash_only)]
struct Toy {
    aim: Vec2,
    /// Of the time and the pointer.
    #[state(skip)]
    shader: Shader,
    #[state(skip)]
    picture: NodeId,
}

impl Sketch for Toy {
    const PARAMS: &'static [Param] = &[Param::number("pace", 0.0, 3.0, 1.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let mut shader = Shader::new(&Kernel::compile_glsl(SOURCE)?);
        shader.set("iResolution", [SIZE.0 as f32, SIZE.1 as f32, 1.0])?;
        let picture = stage.add(Node::group().with_scale(2.0));
        Ok(Self { aim: vec2(190.0, 130.0), shader, picture })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if let Some(held) = stage.input().pointer.held_at() {
            // GLSL counts rows from below.
            self.aim = vec2(held.x / 2.0, SIZE.1 as f32 - held.y / 2.0);
        }
    }

    fn frame(&mut self, stage: &mut Stage, frame: Frame) {
        let time = frame.time as f32 * stage.params().number("pace");
        match self.picture(time) {
            Ok(picture) => stage[self.picture].content = Bitmap::new(picture).into(),
            Err(error) => stage.fail(error),
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Toy {
    fn picture(&mut self, time: f32) -> motile::Result<Surface> {
        self.shader.set_clamped("iTime", time)?;
        self.shader.set_clamped("iMouse", [self.aim.x, self.aim.y, 0.0, 0.0])?;
        let mut surface = Surface::opaque(SIZE.0, SIZE.1, Color::BLACK)?;
        self.shader.render(&mut surface)?;
        Ok(surface)
    }
}
