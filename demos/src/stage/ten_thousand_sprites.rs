//! Ten thousand nodes, all of them moving, and how long a frame takes.

use crate::Demo;
use crate::look::{SMALL, WORDS};
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/ten-thousand-sprites",
    title: "Ten thousand sprites",
    sees: "A galaxy of ten thousand stars turns, the inner ones faster; below it the time of the last frames.",
    tries: "Turn every other sprite into a vector shape and compare the frame times.",
    controls: "",
    spec: &[],
    size: (800, 600),
    ticks: 60,
    ..Demo::of::<Galaxy>()
};

const STARS: i32 = 10_000;
/// Frames in the graph.
const FRAMES: usize = 160;

#[derive(StateHash)]
struct Star {
    node: NodeId,
    radius: f32,
    angle: f32,
    height: f32,
    tone: u32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Galaxy {
    stars: Vec<Star>,
    /// The looks of the stars never change.
    #[state(skip)]
    sheet: Atlas,
    #[state(skip)]
    discs: [Shape; 8],
    /// Seconds of the last frames, the newest at `index % FRAMES`.
    #[state(skip)]
    frames: [f32; FRAMES],
    #[state(skip)]
    index: usize,
}

impl Sketch for Galaxy {
    const PARAMS: &'static [Param] = &[
        Param::whole("sprites", 100, STARS, STARS),
        Param::toggle("shapes", false),
        Param::number("speed", -4.0, 4.0, 1.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x0B_0E_1A);
        let stars = (0..STARS).map(|index| {
            // Two arms that trail behind: the farther out, the more they are turned back.
            let radius = 4.0 + 370.0 * stage.rng.f32() * ops::sqrt(stage.rng.f32());
            let arm = if index % 2 == 0 { 0.0 } else { TAU * 0.5 };
            let scatter = stage.rng.normal() * 0.28;
            let angle = arm - radius * 0.011 + scatter;
            let height = stage.rng.normal() * 7.0;
            let tone = ((radius - 4.0) / 370.0 * 7.0 + stage.rng.f32() * 1.5) as u32 & 7;
            Star { node: stage.add(Node::group()), radius, angle, height, tone }
        });
        let stars = stars.collect();
        let discs = core::array::from_fn(|tone| Shape::circle(2.5).fill(color(tone as u32)));
        let mut galaxy = Self { stars, sheet: sheet()?, discs, frames: [0.0; FRAMES], index: 0 };
        galaxy.dress(stage);
        galaxy.update(stage, Tick { dt: 0.0, ..Tick::default() });
        Ok(galaxy)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.params().changed("shapes") {
            self.dress(stage);
        }
        let speed = stage.params().number("speed");
        let count = stage.params().whole("sprites") as usize;
        for (index, star) in self.stars.iter_mut().enumerate() {
            star.angle += speed * tick.dt * 24.0 / (star.radius + 30.0);
            let (sin, cos) = ops::sin_cos(star.angle);
            let node = &mut stage[star.node];
            // Seen from the side: the disc is flattened.
            node.position =
                vec2(400.0 + cos * star.radius, 262.0 + sin * star.radius * 0.62 + star.height);
            node.visible = index < count;
        }
    }

    fn frame(&mut self, _: &mut Stage, frame: Frame) {
        self.index = (self.index + 1) % FRAMES;
        self.frames[self.index] = frame.dt;
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let gray = Color::hex(0x8A_96_B0);
        let floor = 590.0;
        let scale = 60.0 / (1.0 / 30.0); // a thirtieth of a second is 60 pixels high
        for column in 0..FRAMES {
            let seconds = self.frames[(self.index + 1 + column) % FRAMES];
            let bar = vec2(2.0, (seconds * scale).min(80.0));
            let corner = vec2(20.0 + column as f32 * 3.0, floor - bar.y);
            let color = if seconds > 1.1 / 60.0 { Color::ORANGE } else { Color::hex(0x4E_C9_8A) };
            canvas.fill_rect(Aabb::from_size(corner, bar), color);
        }
        let line = floor - scale / 60.0;
        canvas.line(vec2(20.0, line), vec2(500.0, line), &Stroke::HAIRLINE, gray);
        canvas.write("1/60 s", SMALL, vec2(508.0, line), vec2(0.0, 0.5), gray);
        let last = self.frames[self.index] * 1000.0;
        let words = format!("{} nodes, {last:.1} ms a frame", stage.params().whole("sprites"));
        canvas.write(words, WORDS, vec2(780.0, floor + 4.0), vec2(1.0, 1.0), gray);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Galaxy {
    /// Gives every star its picture: sprites, or sprites and vector shapes in turn.
    fn dress(&self, stage: &mut Stage) {
        let shapes = stage.params().is_on("shapes");
        for (index, star) in self.stars.iter().enumerate() {
            stage[star.node].content = if shapes && index % 2 == 1 {
                self.discs[star.tone as usize].clone().into()
            } else {
                Sprite::new(&self.sheet, star.tone).into()
            };
        }
    }
}

/// From warm in the middle to blue at the rim.
fn color(tone: u32) -> Color {
    Color::hex(0xFF_D2_8C).lerp_oklab(Color::hex(0x6F_9C_FF), tone as f32 / 7.0)
}

/// Eight soft stars in a row.
fn sheet() -> motile::Result<Atlas> {
    let picture = Surface::drawn(8 * 12, 12, |canvas| {
        for tone in 0..8 {
            let center = vec2(tone as f32 * 12.0 + 6.0, 6.0);
            let fade = [color(tone), color(tone).with_alpha(90), color(tone).with_alpha(0)];
            canvas.fill(&Path::circle(center, 5.5), Gradient::radial(center, 5.5, &fade));
        }
    })?;
    Ok(Atlas::grid(picture, 12, 12))
}
