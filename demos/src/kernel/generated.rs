//! A kernel without a picture makes one: each pixel knows its place and the parameters, and nothing else.

use super::shader;
use crate::Demo;
use motile::kernel::{Kernel, Shader};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/generated",
    title: "Pictures from nothing",
    sees: "Plasma, drops, bars, a checkerboard or the Mandelbrot set: one small program for all pixels.",
    tries: "Choose another kernel, and turn its knob. Bars begin at nothing and end too fine for the pixels, red ones alone at 0.2 are the first of all; a color is unseen until its alpha is raised; red at 100 is red at 1.",
    controls: "",
    spec: &["D9-2", "D9-4", "D9-5", "D9-7", "D9-8", "D9-9"],
    ticks: 90,
    ..Demo::of::<Generated>()
};

const SIZE: (u32, u32) = (320, 240);
const KERNELS: &[&str] =
    &["plasma", "metaballs", "sine-bars", "checkerboard", "fractal", "color-chooser", "red"];

/// Which bars there are: those along y come and go by themselves, are missing, or stay.
const BARS: &[&str] = &["swing", "red", "both"];

/// Channels one by one; more than 1 is written as 1.
const RED: &str = "<languageVersion : 1.0;>
kernel Red < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
{
    parameter float red < minValue : 0.0; maxValue : 100.0; defaultValue : 1.0; >;
    output pixel4 dst;
    void evaluatePixel() { dst.r = red; dst.g = 0.0; dst.b = 0.0; dst.a = 1.0; }
}";

struct Generated {
    shader: Shader,
    picture: NodeId,
}

impl Sketch for Generated {
    const PARAMS: &'static [Param] = &[
        Param::choice("kernel", KERNELS, 0),
        Param::number("knob", 0.0, 1.0, 0.3),
        // Of the bars: without metadata a parameter goes from 0 to 1 and begins at 0.
        Param::number("mult", 0.0, 1.0, 0.0),
        Param::choice("bars", BARS, 0),
        // Of the checkerboard.
        Param::whole("xres", 1, 200, 50),
        Param::whole("yres", 1, 200, 50),
        // Of the color.
        Param::number("color-0", 0.0, 1.0, 0.0),
        Param::number("color-1", 0.0, 1.0, 0.0),
        Param::number("color-2", 0.0, 1.0, 0.0),
        Param::number("color-3", 0.0, 1.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let shader = chosen(stage)?;
        stage.add(Bitmap::new(checks()?).node());
        let picture = stage.add(Node::group().with_scale(2.0));
        Ok(Self { shader, picture })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("kernel") {
            match chosen(stage) {
                Ok(shader) => self.shader = shader,
                Err(error) => stage.fail(error),
            }
        }
    }

    fn frame(&mut self, stage: &mut Stage, frame: Frame) {
        if let Err(error) = self.show(stage, frame.time as f32) {
            stage.fail(error);
        }
    }
}

fn chosen(stage: &Stage) -> motile::Result<Shader> {
    match KERNELS[stage.params().choice("kernel") as usize] {
        "red" => Ok(Shader::new(&Kernel::compile(RED)?)),
        id => shader(id),
    }
}

/// What shows behind a color that lets some light through.
fn checks() -> motile::Result<Surface> {
    let mut checks = shader("checkerboard")?;
    checks.set("xres", 16)?;
    checks.set("yres", 16)?;
    let mut surface = Surface::opaque(640, 480, Color::BLACK)?;
    checks.render(&mut surface)?;
    Ok(surface)
}

impl Generated {
    fn show(&mut self, stage: &mut Stage, time: f32) -> motile::Result {
        let params = stage.params();
        let (choice, knob) = (params.choice("kernel"), params.number("knob"));
        let shader = &mut self.shader;
        match KERNELS[choice as usize] {
            "plasma" => {
                shader.set_clamped("time", time)?;
                shader.set_clamped("scale", 10.0 + 90.0 * knob)?;
            }
            "metaballs" => {
                shader.set_clamped("time", time)?;
                shader.set("size", [SIZE.0 as f32, SIZE.1 as f32])?;
                shader.set_clamped("count", 3 + (9.0 * knob) as i32)?;
            }
            "sine-bars" => {
                shader.set("wave", params.number("mult"))?;
                let across = match params.choice("bars") {
                    0 => 0.5 + 0.5 * ops::sin(time),
                    1 => 0.0,
                    _ => 1.0,
                };
                shader.set("across", across)?;
            }
            "checkerboard" => {
                shader.set("xres", params.whole("xres"))?;
                shader.set("yres", params.whole("yres"))?;
            }
            "fractal" => {
                shader.set("size", [SIZE.0 as f32, SIZE.1 as f32])?;
                shader.set("center", [-0.743, 0.131])?;
                shader.set_clamped("zoom", ops::exp(8.0 * knob))?;
                shader.set_clamped("rounds", 60 + (140.0 * knob) as i32)?;
            }
            "red" => shader.set("red", 100.0 * knob)?,
            _ => {
                let names = ["color-0", "color-1", "color-2", "color-3"];
                shader.set("color", names.map(|name| params.number(name)))?;
            }
        }
        let mut surface = Surface::new(SIZE.0, SIZE.1)?;
        shader.render(&mut surface)?;
        stage[self.picture].content = Bitmap::new(surface).into();
        Ok(())
    }
}
