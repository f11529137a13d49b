//! A kernel as a blend mode: red from the front, green almost, blue from the back; or a lens that bends what is behind it.

use super::shader;
use crate::{Demo, pictures};
use motile::kernel::{Kernel, Shader, ShaderBlend};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/blend",
    title: "Channel by channel",
    sees: "A disc of all hues over a landscape; each color channel comes from the one or the other.",
    tries: "Drag the disc. With all three at 1 it simply covers, with all at 0 it is not there. As a lens it reads the landscape elsewhere.",
    controls: "Hold to move the disc.",
    takes_drags: true,
    spec: &["D9-22"],
    ticks: 30,
    ..Demo::of::<Blend>()
};

/// What the disc is, by the knob `as`: the second heeds how transparent it is.
const KINDS: &[&str] = &["channels", "channels by alpha", "lens"];
/// What comes from the disc, channel by channel.
const SHARES: [&str; 3] = ["red", "green", "blue"];
/// Of the disc, in pixels.
const SIDE: u32 = 300;

/// What comes from the front is as much as it is opaque.
const BY_ALPHA: &str = "<languageVersion : 1.0;>
kernel ByAlpha < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
{
    input image4 back;
    input image4 front;
    output pixel4 dst;
    parameter float3 amt;

    void evaluatePixel()
    {
        float4 f = sampleNearest(front, outCoord());
        dst = sampleNearest(back, outCoord());
        dst.rgb = mix(dst.rgb, f.rgb, amt * f.a);
    }
}";

/// What is behind, enlarged, with a tint of the front.
const LENS: &str = "<languageVersion : 1.0;>
kernel Lens < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
{
    input image4 back;
    input image4 front;
    output pixel4 dst;
    parameter float3 amt;
    const float2 middle = float2(150.0);

    void evaluatePixel()
    {
        float2 away = outCoord() - middle;
        float near = 1.0 - dot(away, away) / (150.0 * 150.0);
        float4 glass = sampleNearest(front, outCoord());
        dst = sampleLinear(back, middle + away * (1.0 - 0.7 * near));
        dst.rgb = mix(dst.rgb, glass.rgb, amt * (0.3 * glass.a));
    }
}";

struct Blend {
    shaders: [Shader; 3],
    disc: NodeId,
}

impl Sketch for Blend {
    const PARAMS: &'static [Param] = &[
        Param::number("red", 0.0, 1.0, 1.0),
        Param::number("green", 0.0, 1.0, 0.9),
        Param::number("blue", 0.0, 1.0, 0.0),
        Param::choice("as", KINDS, 0),
        // As the Flash player did: also where the disc is transparent.
        Param::toggle("whole-box", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.add(Bitmap::new(pictures::landscape(640, 480, 0.6)?).node());
        let disc = Bitmap::new(pictures::rainbow_disc(SIDE)?).centered();
        let disc = stage.add(disc.node().at(330.0, 240.0));
        let plain = shader("channel-blend")?;
        let others = [BY_ALPHA, LENS].map(Kernel::compile);
        let [by_alpha, lens] = others.map(|kernel| kernel.map(|kernel| Shader::new(&kernel)));
        let mut blend = Self { shaders: [plain, by_alpha?, lens?], disc };
        blend.mix(stage)?;
        Ok(blend)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if let Some(held) = stage.input().pointer.held_at() {
            stage[self.disc].position = held.round();
        }
        let knobs = SHARES.into_iter().chain(["as", "whole-box"]);
        let turned = knobs.into_iter().any(|name| stage.params().changed(name));
        if let Err(error) = if turned { self.mix(stage) } else { Ok(()) } {
            stage.fail(error);
        }
    }
}

impl Blend {
    fn mix(&mut self, stage: &mut Stage) -> motile::Result {
        let params = stage.params();
        let (kind, everywhere) = (params.choice("as"), params.is_on("whole-box"));
        let shares = SHARES.map(|name| params.number(name));
        let shader = &mut self.shaders[kind as usize];
        shader.set("amt", shares)?;
        let blend = ShaderBlend::new(shader)?;
        let blend = if everywhere { blend.everywhere() } else { blend };
        stage[self.disc].blend = BlendMode::custom(blend);
        Ok(())
    }
}
