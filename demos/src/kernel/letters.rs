//! A kernel as a filter on text: the letters are drawn as always, then twisted as a picture.

use super::shader;
use crate::{Demo, look};
use motile::kernel::{Shader, ShaderFilter};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/letters",
    title: "Twisted letters",
    sees: "A page of capitals, twisted in a circle.",
    tries: "Press for other letters. The filter sees pixels only: anything that is drawn can go under it.",
    controls: "Press for another page.",
    spec: &["D9-21"],
    ticks: 40,
    ..Demo::of::<Letters>()
};

const LETTERS: usize = 340;
/// Of the field with the letters, in pixels.
const SIDE: f32 = 400.0;
/// Between its border and the letters.
const MARGIN: f32 = 8.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Letters {
    text: String,
    /// The field, with its border; the filter is on it.
    #[state(skip)]
    page: NodeId,
    #[state(skip)]
    words: NodeId,
    /// Of the knobs.
    #[state(skip)]
    shader: Shader,
}

impl Sketch for Letters {
    const PARAMS: &'static [Param] =
        &[Param::number("twist", -6.0, 6.0, -1.0), Param::number("radius", 50.0, 260.0, 200.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::WHITE;
        let page = stage.add(Node::group().at(120.0, 40.0));
        let field = Path::rect(Aabb::from_size(Vec2::ZERO, Vec2::splat(SIDE)));
        stage.add_to(page, Shape::new(field).stroke(Stroke::new(1.0), look::INK))?;
        let words = stage.add_to(page, Node::group().at(MARGIN, 4.0))?;
        let mut letters = Self { text: String::new(), page, words, shader: shader("twirl")? };
        letters.write(stage);
        letters.twist(stage)?;
        Ok(letters)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.input().pointer.pressed() {
            self.write(stage);
        }
        let turned = ["twist", "radius"].into_iter().any(|name| stage.params().changed(name));
        if let Err(error) = if turned { self.twist(stage) } else { Ok(()) } {
            stage.fail(error);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Letters {
    /// A page of random capitals, all twenty-six of them.
    fn write(&mut self, stage: &mut Stage) {
        self.text.clear();
        for _ in 0..LETTERS {
            self.text.push((b'A' + stage.rng.below(26) as u8) as char);
        }
        let mut label = Label::new(self.text.as_str(), 24.0).with_paint(look::INK);
        let text = &mut label.edit().text;
        // Wide letters and narrow ones: a row has as many as fit.
        text.width = Some(SIDE - 2.0 * MARGIN);
        // Fifteen rows fit the field a little closer than letters of 24 pixels usually stand.
        text.line_height = 0.81;
        stage[self.words].content = label.into();
    }

    fn twist(&mut self, stage: &mut Stage) -> motile::Result {
        let shader = &mut self.shader;
        shader.set("center", [SIDE / 2.0, SIDE / 2.0])?;
        shader.set("twist", stage.params().number("twist"))?;
        shader.set("radius", stage.params().number("radius"))?;
        stage[self.page].filters = vec![Filter::custom(ShaderFilter::new(shader)?)];
        Ok(())
    }
}
