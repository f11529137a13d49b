//! A mask is a node: where it is, another node shows.

use crate::look::NIGHT;
use crate::{Demo, pictures};
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/masks",
    title: "Masks",
    sees: "Through a turning star, large letters and a soft torch one sees the same landscape.",
    tries: "Show the masks themselves; the soft one lets half of the light through at its rim.",
    controls: "The pointer moves the torch.",
    takes_drags: true,
    spec: &[],
    ticks: 100,
    ..Demo::of::<Masks>()
};

struct Masks {
    star: NodeId,
    torch: NodeId,
    all: [NodeId; 3],
}

impl Sketch for Masks {
    const PARAMS: &'static [Param] = &[Param::toggle("show-masks", false)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let picture = Image::new(pictures::landscape(640, 480, 0.75)?);
        // Dim everywhere, bright through the masks.
        stage.add(Bitmap::new(picture.clone()).node().with_alpha(0.12));

        let star = Shape::star(7, 100.0, 52.0).fill(Color::WHITE).at(118.0, 118.0);
        let star = stage.add(star.hidden());

        let words = Label::new("MASK", 150.0).centered().with_paint(Color::WHITE);
        let words = stage.add(words.at(320.0, 285.0).hidden());

        let fade = [Color::WHITE, Color::WHITE, Color::WHITE.with_alpha(0)];
        let light = Gradient::radial(Vec2::ZERO, 100.0, &fade);
        let torch = stage.add(Shape::circle(100.0).fill(light).at(480.0, 140.0).hidden());

        for mask in [star, words, torch] {
            stage.add(Bitmap::new(picture.clone()).node().with_mask(mask));
        }
        Ok(Self { star, torch, all: [star, words, torch] })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let time = tick.time as f32;
        stage[self.star].rotation = time * 0.5;
        stage[self.star].scale = Vec2::splat(1.0 + 0.12 * ops::sin(time * 2.0));
        // Until somebody moves the pointer the torch goes round by itself.
        let idle = vec2(450.0, 140.0) + Vec2::at_angle(time * TAU / 6.0) * vec2(90.0, 40.0);
        stage[self.torch].position = stage.input().pointer.position.unwrap_or(idle);
        let shown = stage.params().is_on("show-masks");
        for mask in self.all {
            stage[mask].visible = shown;
        }
    }
}
