//! One kernel after the other on a scene that moves: the filters see pixels, whatever made them.

use super::shader;
use crate::{Demo, look, pictures};
use motile::kernel::{Shader, ShaderFilter};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/chain",
    title: "A chain of kernels",
    sees: "Balls bounce on an old screen: ripples, then dots of a raster, then glass with lines.",
    tries: "Take kernels out of the chain one by one; what is left works on what the one before made.",
    controls: "",
    spec: &["SHADER-35"],
    ticks: 90,
    ..Demo::of::<Chain>()
};

/// The stage is shown twice as large as it is drawn, which an old screen may.
const SIZE: Vec2 = vec2(320.0, 240.0);
/// In the order of the chain.
const KERNELS: [&str; 3] = ["ripple", "halftone", "crt"];
const COLORS: [Color; 5] = [look::ORANGE, look::BLUE, look::GREEN, look::RED, look::GOLD];
const RADIUS: f32 = 30.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Chain {
    velocities: Vec<Vec2>,
    /// Their places are in the nodes.
    #[state(skip)]
    balls: Vec<NodeId>,
    #[state(skip)]
    scene: NodeId,
    /// Of the time and the knobs.
    #[state(skip)]
    shaders: Vec<Shader>,
}

impl Sketch for Chain {
    const PARAMS: &'static [Param] = &[
        Param::toggle("ripple", true),
        Param::toggle("halftone", false),
        Param::toggle("crt", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let scene = stage.add(Node::group().with_scale(2.0));
        stage.add_to(scene, Bitmap::new(pictures::landscape(320, 240, 0.5)?).node())?;
        let (mut balls, mut velocities) = (Vec::new(), Vec::new());
        for color in COLORS {
            let place = stage.rng.in_rect(Vec2::splat(RADIUS), SIZE - 2.0 * RADIUS);
            let ball = Shape::circle(RADIUS).fill(color).node().with_position(place);
            balls.push(stage.add_to(scene, ball)?);
            let (sin, cos) = ops::sin_cos(stage.rng.range(0.3..1.2));
            velocities.push(vec2(cos, sin) * 110.0);
        }
        let shaders = KERNELS.into_iter().map(shader).collect::<motile::Result<_>>()?;
        Ok(Self { velocities, balls, scene, shaders })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        for (ball, velocity) in self.balls.iter().zip(&mut self.velocities) {
            let place = &mut stage[*ball].position;
            *place += *velocity * tick.dt;
            bounce(place, velocity, SIZE, RADIUS);
        }
    }

    fn frame(&mut self, stage: &mut Stage, frame: Frame) {
        if let Err(error) = self.link(stage, frame.time as f32) {
            stage.fail(error);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Chain {
    fn link(&mut self, stage: &mut Stage, time: f32) -> motile::Result {
        let mut filters = Vec::new();
        for (name, shader) in KERNELS.iter().zip(&mut self.shaders) {
            if !stage.params().is_on(name) {
                continue;
            }
            for (name, value) in [("phase", time * 4.0), ("height", 3.0), ("bend", 0.25)] {
                if let Some(handle) = shader.find(name) {
                    shader.put(handle, value);
                }
            }
            for (name, value) in [("center", SIZE), ("size", SIZE * 2.0)] {
                if let Some(handle) = shader.find(name) {
                    shader.put(handle, value);
                }
            }
            filters.push(Filter::custom(ShaderFilter::new(shader)?));
        }
        stage[self.scene].filters = filters;
        Ok(())
    }
}
