//! A kernel says what it is and what can be turned: programs can list kernels that they have never seen.

use super::shader;
use crate::{Demo, look, pictures};
use motile::kernel::{HostValues, Kernel, Shader, Texture};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/metadata",
    title: "What a kernel says of itself",
    sees: "A kernel's picture beside its name, its words and its parameters with their ranges.",
    tries: "Choose other kernels. All that stands here is read from them; the demo knows none.",
    controls: "",
    spec: &["D9-16"],
    ticks: 2,
    ..Demo::of::<Panel>()
};

const SIDE: u32 = 260;
const KERNELS: &[&str] = &[
    "checkerboard",
    "twirl",
    "halftone",
    "kaleidoscope",
    "metaballs",
    "chroma-key",
    "edge-detect",
    "vignette",
];

struct Panel {
    parts: Vec<NodeId>,
}

impl Sketch for Panel {
    const PARAMS: &'static [Param] = &[Param::choice("kernel", KERNELS, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::PAPER;
        let mut panel = Self { parts: Vec::new() };
        panel.show(stage)?;
        Ok(panel)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let turned = stage.params().changed("kernel");
        if let Err(error) = if turned { self.show(stage) } else { Ok(()) } {
            stage.fail(error);
        }
    }
}

impl Panel {
    fn show(&mut self, stage: &mut Stage) -> motile::Result {
        for part in self.parts.drain(..) {
            stage.remove(part);
        }
        let shader = shader(KERNELS[stage.params().choice("kernel") as usize])?;
        let kernel = shader.kernel().clone();
        let picture = Bitmap::new(picture(shader)?).node().at(30.0, 44.0);
        self.parts.push(stage.add(picture));
        let mut y = 36.0;
        y = self.line(stage, kernel.name(), look::TITLE, look::INK, y) + 4.0;
        for (words, color) in lines(&kernel) {
            y = self.line(stage, &words, look::WORDS, color, y) + 2.0;
        }
        Ok(())
    }

    /// Writes a line, or as many as it takes; where the next one goes.
    fn line(&mut self, stage: &mut Stage, words: &str, size: f32, color: Color, y: f32) -> f32 {
        let text = Text::new(words, size).with_width(310.0);
        let height = text.layout().map_or(size, |layout| layout.size().y);
        self.parts.push(stage.add(Label::from(text).with_paint(color).node().at(315.0, y)));
        y + height + 4.0
    }
}

/// All that a kernel says, line by line.
fn lines(kernel: &Kernel) -> Vec<(String, Color)> {
    let mut lines = Vec::new();
    for key in ["description", "namespace", "vendor", "version"] {
        if let Some(words) = kernel.metadata_text(key) {
            let color = if key == "description" { look::INK } else { look::MUTED };
            lines.push((format!("{key}: {words}"), color));
        }
    }
    for input in kernel.inputs() {
        lines.push((format!("reads image{} {}", input.channels, input.name), look::BLUE));
    }
    for parameter in kernel.parameters() {
        let (min, max) = (numbers(&parameter.min), numbers(&parameter.max));
        let default = numbers(&parameter.default);
        let words = format!("{} {} = {default}", parameter.ty, parameter.name);
        lines.push((format!("{words}, from {min} to {max}"), look::VIOLET));
    }
    lines
}

fn numbers(list: &[f32]) -> String {
    let same = list.iter().all(|number| Some(number) == list.first());
    let shown = if same { &list[..1] } else { list };
    shown.iter().map(f32::to_string).collect::<Vec<_>>().join(", ")
}

/// The kernel at work, with its defaults.
fn picture(mut shader: Shader) -> motile::Result<Surface> {
    let photo = Texture::from_surface(&pictures::landscape(SIDE, SIDE, 0.7)?);
    for input in shader.kernel().clone().inputs() {
        shader.bind(&input.name, &photo)?;
    }
    let size = Vec2::splat(SIDE as f32);
    shader.supply(&HostValues { time: 2.0, size, pointer: size / 2.0, ..HostValues::default() });
    // Where a kernel has a middle, that of the picture shows most.
    if let Some(handle) = shader.find("center") {
        shader.put(handle, size / 2.0);
    }
    if let Some(handle) = shader.find("twist") {
        shader.put(handle, 3.0);
    }
    let mut surface = Surface::opaque(SIDE, SIDE, Color::BLACK)?;
    shader.render(&mut surface)?;
    Ok(surface)
}
