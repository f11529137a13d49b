//! Feedback: the last picture, a little softer and darker, is the paper for the next one.

use crate::Demo;
use core::f32::consts::TAU;
use motile::pixels::{Blur, ColorTransform, Scratch};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "pixels/trails",
    title: "Light trails",
    sees: "Colored lights swing on crossing ways and leave trails that glow, blur and fade.",
    tries: "Let nothing fade, or shift the old picture to make smoke.",
    controls: "Drag to add a light of your own.",
    takes_drags: true,
    spec: &["PIX-5"],
    ticks: 200,
    ..Demo::of::<Trails>()
};

const LIGHTS: usize = 6;
/// Side of a light in pixels.
const SIDE: u32 = 18;

#[derive(StateHash)]
#[state(hash_only)]
struct Trails {
    picture: Surface,
    /// Room to work in.
    #[state(skip)]
    softened: Surface,
    #[state(skip)]
    scratch: Scratch,
    /// Made once and never changed.
    #[state(skip)]
    lights: Vec<Surface>,
    node: NodeId,
}

impl Sketch for Trails {
    const PARAMS: &'static [Param] = &[
        Param::number("fade", 0.8, 1.0, 0.965),
        Param::number("blur", 0.0, 3.0, 0.35),
        Param::whole("rise", -2, 4, 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let picture = Surface::opaque(320, 240, Color::hex(0x06_07_10))?;
        let light = |index: usize| {
            let color = Color::oklch(0.68, 0.22, TAU * index as f32 / LIGHTS as f32);
            Surface::drawn(SIDE, SIDE, |canvas| {
                let center = Vec2::splat(SIDE as f32 * 0.5);
                let fade = [color, color.with_alpha(90), color.with_alpha(0)];
                let paint = Gradient::radial(center, center.x, &fade);
                canvas.fill(&Path::circle(center, center.x), paint);
            })
        };
        let node = stage.add(Node::group().with_scale(2.0));
        let lights = (0..LIGHTS).map(light).collect::<motile::Result<_>>()?;
        Ok(Self { softened: picture.clone(), picture, scratch: Scratch::default(), lights, node })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let (fade, rise) = (params.number("fade"), params.whole("rise"));
        let blur = Blur::new(params.number("blur"));
        if blur.apply_clamped_into(&self.picture, &mut self.softened, &mut self.scratch).is_ok() {
            core::mem::swap(&mut self.picture, &mut self.softened);
        }
        self.picture.scroll(0, -rise);
        // Rounding alone would keep the last bit of light forever, so a little is taken away too.
        let factor = [fade, fade, fade, 1.0];
        let offset = if fade < 1.0 { [-0.6, -0.6, -0.6, 0.0] } else { [0.0; 4] };
        self.picture.color_transform(&ColorTransform { factor, offset });

        let time = tick.time as f32;
        for index in 0..LIGHTS {
            let phase = TAU * index as f32 / LIGHTS as f32;
            let swing = vec2(ops::sin(time * 1.3 + phase), ops::sin(time * 1.7 + phase * 2.0));
            self.shine(index, vec2(160.0, 120.0) + swing * vec2(130.0, 90.0));
        }
        if let Some(place) = stage.input().pointer.held_at() {
            self.shine(tick.index as usize / 8 % LIGHTS, place * 0.5);
        }
        stage[self.node].content = Bitmap::new(self.picture.clone()).into();
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Trails {
    /// Light adds up: where two meet it is brighter.
    fn shine(&mut self, light: usize, at: Vec2) {
        let corner = (at - SIDE as f32 * 0.5).round().as_ivec2();
        let add = Blit::default().with_blend(BlendMode::Add);
        self.picture.blit_with(&self.lights[light], corner.x, corner.y, &add);
    }
}
