//! A kernel that feeds on its own result: two substances spread, and one eats the other.

use super::shader;
use crate::{Demo, look};
use motile::kernel::{Feedback, Shader, Texture, TextureEdge};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/gray-scott",
    title: "Reaction and diffusion",
    sees: "Spots divide and grow into corals, all by one rule for each pixel.",
    tries: "Draw with the pointer. Mazes want more feed, dividing spots a little more kill. The largest tank has 512 × 512 pixels.",
    controls: "Hold to pour some in.",
    takes_drags: true,
    spec: &["SHADER-37"],
    ticks: 250,
    ..Demo::of::<GrayScott>()
};

/// Sides of the tank in pixels, as words for the knob.
const WORDS: &[&str] = &["120", "192", "384", "512"];
const SIDES: [u32; 4] = [120, 192, 384, 512];
/// Pixels that a tick may compute, in as many rounds as that is, and at least in one.
const WORK: u32 = 45_000;
/// What the whole tank is shown as, in pixels of the stage.
const SHOWN: f32 = 480.0;

#[derive(StateHash)]
#[state(hash_only)]
struct GrayScott {
    side: u32,
    /// Hashed by its numbers.
    #[state(skip)]
    tank: Feedback,
    /// Of the knobs.
    #[state(skip)]
    rule: Shader,
    #[state(skip)]
    picture: NodeId,
}

impl Sketch for GrayScott {
    const PARAMS: &'static [Param] = &[
        Param::number("feed", 0.01, 0.08, 0.037),
        Param::number("kill", 0.04, 0.07, 0.06),
        Param::number("spread", 0.2, 1.0, 0.4),
        Param::choice("side", WORDS, 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let mut rule = shader("reaction-diffusion")?;
        rule.edge = Some(TextureEdge::Repeat);
        let picture = stage.add(Node::group().at(80.0, 0.0));
        let mut sketch = Self { side: 0, tank: empty(1)?, rule, picture };
        sketch.fill(stage)?;
        Ok(sketch)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if let Err(error) = self.react(stage) {
            stage.fail(error);
        }
    }

    fn frame(&mut self, stage: &mut Stage, _: Frame) {
        match self.colored() {
            Ok(surface) => stage[self.picture].content = Bitmap::new(surface).into(),
            Err(error) => stage.fail(error),
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
        hash.write(&self.tank.texture().floats().unwrap_or_default().to_vec());
    }
}

impl GrayScott {
    /// A tank of the side that the knob says, with a few drops in it.
    fn fill(&mut self, stage: &mut Stage) -> motile::Result {
        self.side = SIDES[stage.params().choice("side") as usize];
        self.tank = empty(self.side)?;
        stage[self.picture].scale = Vec2::splat(SHOWN / self.side as f32);
        for _ in 0..self.side / 4 {
            let place = stage.rng.in_rect(Vec2::ZERO, Vec2::splat(self.side as f32));
            self.pour(place)?;
        }
        Ok(())
    }

    fn react(&mut self, stage: &mut Stage) -> motile::Result {
        if stage.params().changed("side") {
            self.fill(stage)?;
        }
        if let Some(held) = stage.input().pointer.held_at() {
            self.pour((held - vec2(80.0, 0.0)) * (self.side as f32 / SHOWN))?;
        }
        let params = stage.params();
        self.rule.set("feed", params.number("feed"))?;
        self.rule.set("kill", params.number("kill"))?;
        self.rule.set("spread", params.number("spread"))?;
        for _ in 0..(WORK / (self.side * self.side)).max(1) {
            self.tank.pass(&mut self.rule)?;
        }
        Ok(())
    }

    /// Some of the second substance around a place.
    fn pour(&mut self, place: Vec2) -> motile::Result {
        let side = self.side as i32;
        let mut cells = self.tank.texture().floats().unwrap_or_default().to_vec();
        for y in -3..=3 {
            for x in -3..=3 {
                let at = place.as_ivec2() + ivec2(x, y);
                let inside = at.x >= 0 && at.y >= 0 && at.x < side && at.y < side;
                if inside && x * x + y * y <= 9 {
                    cells[(at.y * side + at.x) as usize * 2 + 1] = 0.9;
                }
            }
        }
        self.tank = Feedback::new(Texture::from_floats(self.side, self.side, 2, cells)?);
        Ok(())
    }

    /// The second substance from dark to light.
    fn colored(&self) -> motile::Result<Surface> {
        let mut surface = Surface::opaque(self.side, self.side, Color::BLACK)?;
        let cells = self.tank.texture().floats().unwrap_or_default();
        for (word, cell) in surface.words_mut().iter_mut().zip(cells.chunks_exact(2)) {
            let much = (cell[1] * 3.0).clamp(0.0, 1.0);
            *word = look::NIGHT.lerp(look::GOLD, much).to_word();
        }
        Ok(surface)
    }
}

/// A tank full of the first substance.
fn empty(side: u32) -> motile::Result<Feedback> {
    let cells = [1.0, 0.0].repeat((side * side) as usize);
    Ok(Feedback::new(Texture::from_floats(side, side, 2, cells)?))
}
