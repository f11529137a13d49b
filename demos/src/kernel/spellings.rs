//! Three spellings side by side: what letters after a point choose, and that the optimizer sees through wordy sources.

use crate::{Demo, look};
use motile::kernel::{Kernel, Shader};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/spellings",
    title: "Three spellings",
    sees: "Three lines of source with the picture of each, and how many operations are left of it.",
    tries: "Choose the bars: three sines, one sine and a vector of one sine cost nearly the same.",
    controls: "",
    spec: &["D9-3", "D9-6"],
    ticks: 2,
    ..Demo::of::<Spellings>()
};

const LESSONS: &[&str] = &["letters", "bars"];
const PANEL: (u32, u32) = (200, 300);

/// For each lesson a caption, and the statements that it stands for.
const LINES: [[(&str, &str); 3]; 2] = [
    [
        ("dst.rgb = v", "dst.rgb = v;"),
        ("dst.rbg = v", "dst.rbg = v;"),
        ("dst.rgb = v.grb", "dst.rgb = v.grb;"),
    ],
    [
        (
            "three sines",
            "dst.r = sin(0.2 * p.x) * 0.5 + 0.5; dst.g = sin(0.2 * p.x) * 0.5 + 0.5; dst.b = sin(0.2 * p.x) * 0.5 + 0.5;",
        ),
        (
            "one sine, three times",
            "float s = sin(0.2 * p.x) * 0.5 + 0.5; dst.r = s; dst.g = s; dst.b = s;",
        ),
        ("a vector of one sine", "dst.rgb = float3(sin(0.2 * p.x) * 0.5 + 0.5);"),
    ],
];

struct Spellings {
    parts: Vec<NodeId>,
}

impl Sketch for Spellings {
    const PARAMS: &'static [Param] = &[Param::choice("lesson", LESSONS, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::PAPER;
        let mut spellings = Self { parts: Vec::new() };
        spellings.show(stage)?;
        Ok(spellings)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let turned = stage.params().changed("lesson");
        if let Err(error) = if turned { self.show(stage) } else { Ok(()) } {
            stage.fail(error);
        }
    }
}

impl Spellings {
    fn show(&mut self, stage: &mut Stage) -> motile::Result {
        for part in self.parts.drain(..) {
            stage.remove(part);
        }
        let lesson = stage.params().choice("lesson") as usize;
        for (index, (caption, body)) in LINES[lesson].into_iter().enumerate() {
            let kernel = Kernel::compile(&format!(
                "<languageVersion : 1.0;> kernel Line < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
                 {{ output pixel4 dst; void evaluatePixel() {{
                    float2 p = outCoord(); float3 v = float3(1.0, 0.0, 1.0); dst.a = 1.0; {body} }} }}"
            ))?;
            let mut picture = Surface::opaque(PANEL.0, PANEL.1, Color::BLACK)?;
            Shader::new(&kernel).render(&mut picture)?;
            let x = 10.0 + 210.0 * index as f32;
            let cost = format!("{} operations", kernel.operations());
            self.parts.push(stage.add(Bitmap::new(picture).node().at(x, 30.0)));
            for (text, size, color, y) in [
                (caption, look::WORDS, look::INK, 350.0),
                (cost.as_str(), look::SMALL, look::MUTED, 384.0),
            ] {
                let label = Label::new(text, size).with_paint(color);
                self.parts.push(stage.add(label.node().at(x, y)));
            }
        }
        Ok(())
    }
}
