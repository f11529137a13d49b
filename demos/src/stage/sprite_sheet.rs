//! A sprite sheet holds the frames of an animation in one picture; a sprite shows one of them at a time.

use crate::{Demo, pictures};
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/sprite-sheet",
    title: "Sprite sheet",
    sees: "Birds cross the evening sky, each a little out of step; below lies the sheet with their eight frames.",
    tries: "Slow the frames down, and make the birds larger: their pixels stay crisp.",
    controls: "",
    spec: &["SIM-D1"],
    ticks: 90,
    ..Demo::of::<SpriteSheet>()
};

const FRAMES: u32 = 8;
const SIDE: u32 = 32;

struct Bird {
    node: NodeId,
    speed: f32,
    /// Frames it is ahead.
    phase: f32,
}

struct SpriteSheet {
    birds: Vec<Bird>,
    marker: NodeId,
}

impl Sketch for SpriteSheet {
    const PARAMS: &'static [Param] =
        &[Param::number("frames-a-second", 0.0, 30.0, 12.0), Param::number("scale", 1.0, 5.0, 2.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.add(Bitmap::new(pictures::landscape(640, 480, 0.3)?).node());
        let sheet = sheet()?;
        let birds = (0..14).map(|_| {
            let place = stage.rng.in_rect(vec2(0.0, 30.0), vec2(640.0, 250.0)).round();
            let speed = stage.rng.range(50.0..110.0);
            let phase = stage.rng.f32() * FRAMES as f32;
            let bird = Sprite::new(&sheet, 0).node().with_position(place);
            Bird { node: stage.add(bird), speed, phase }
        });
        let birds = birds.collect();

        stage.add(
            Shape::round_rect(536.0, 84.0, 10.0).fill(Color::hex(0xF4_EC_DC)).at(320.0, 424.0),
        );
        stage.add(
            Bitmap::new(sheet.image().clone())
                .with_sampling(Sampling::Nearest)
                .at(64.0, 392.0)
                .with_scale(2.0),
        );
        let frame = Shape::rect(64.0, 64.0).stroke(Stroke::new(3.0), Color::hex(0xD0_4A_3C));
        Ok(Self { birds, marker: stage.add(frame.node()) })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (rate, scale) =
            (stage.params().number("frames-a-second"), stage.params().number("scale"));
        let width = stage.size().x;
        let played = tick.time as f32 * rate;
        for bird in &self.birds {
            let node = &mut stage[bird.node];
            node.scale = Vec2::splat(scale);
            node.position.x += bird.speed * tick.dt;
            if node.position.x > width + 80.0 {
                node.position.x = -80.0;
            }
            if let Content::Sprite(sprite) = &mut node.content {
                // Frame numbers go round by themselves.
                sprite.frame = (played + bird.phase) as u32;
            }
        }
        let frame = (played + self.birds[0].phase) as u32 % FRAMES;
        stage[self.marker].position = vec2(96.0 + 64.0 * frame as f32, 424.0);
    }
}

/// A bird in eight positions of its wings, drawn without smooth edges.
fn sheet() -> motile::Result<Atlas> {
    let picture = Surface::drawn(FRAMES * SIDE, SIDE, |canvas| {
        canvas.set_antialias(false);
        let (dark, light) = (Color::hex(0x1E_1B_33), Color::hex(0x4A_44_6B));
        for frame in 0..FRAMES {
            let center = vec2((frame * SIDE) as f32 + 15.0, 16.0);
            let lift = ops::sin(TAU * frame as f32 / FRAMES as f32);
            let wing = |side: f32, color| {
                let tip = center + vec2(-3.0, -13.0 * lift * side);
                let root = [center + vec2(6.0, 0.0), tip, center + vec2(-6.0, 1.0)];
                (Path::polygon(&root), color)
            };
            let (far, color) = wing(0.9, light);
            canvas.fill(&far.transformed(Affine2::from_translation(vec2(2.0, -1.0))), color);
            canvas.fill(&Path::ellipse(center + vec2(1.0, 1.0), vec2(9.0, 3.0)), dark);
            canvas.fill(&Path::circle(center + vec2(9.0, -1.0), 3.0), dark);
            canvas.fill(
                &Path::polygon(
                    &[vec2(12.0, -2.0), vec2(15.0, 0.0), vec2(12.0, 1.0)].map(|p| center + p),
                ),
                Color::ORANGE,
            );
            canvas.fill(
                &Path::polygon(
                    &[vec2(-7.0, 1.0), vec2(-14.0, -1.0), vec2(-14.0, 3.0)].map(|p| center + p),
                ),
                dark,
            );
            let (near, color) = wing(1.0, dark);
            canvas.fill(&near, color);
        }
    })?;
    Ok(Atlas::grid(picture, SIDE, SIDE))
}
