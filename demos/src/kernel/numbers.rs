//! A kernel does not care what its numbers are: here 65,536 of them, a signal before and after.

use crate::{Demo, gauge::Gauge, look};
use motile::kernel::{Kernel, Shader, ShaderJob, Texture};
use motile::prelude::*;
use motile::time::run_to_end;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/numbers",
    title: "Numbers, not pixels",
    sees: "A noisy signal above, and what a kernel made of its 65,536 numbers below.",
    tries: "Choose another kernel; smoothing reads 33 neighbors of each number.",
    controls: "",
    spec: &["D9-23"],
    ticks: 20,
    ..Demo::of::<Numbers>()
};

/// On the chart.
const BARS: usize = 160;
const COUNTS: [u32; 3] = [65_536, 16_384, 4096];
const SIZES: &[&str] = &["65536", "16384", "4096"];
const KERNELS: &[&str] = &["smooth", "scale", "root", "steps", "biquad"];

/// The one line in which the kernels differ.
const BODIES: [&str; 5] = [
    "float sum = 0.0; for (int i = -16; i <= 16; i++) sum += sampleNearest(src, p + float2(float(i), 0.0)); dst = sum / 33.0;",
    "dst = 0.5 * sampleNearest(src, p);",
    "float x = sampleNearest(src, p); dst = sign(x) * sqrt(abs(x));",
    "dst = floor(sampleNearest(src, p) * 4.0 + 0.5) / 4.0;",
    // The half of a second-order filter that looks back at its input: a low pass at a quarter of the rate.
    "dst = 0.25 * sampleNearest(src, p) + 0.5 * sampleNearest(src, p - float2(1.0, 0.0)) + 0.25 * sampleNearest(src, p - float2(2.0, 0.0));",
];

#[derive(StateHash)]
#[state(hash_only)]
struct Numbers {
    /// Of the knobs, as the result is.
    #[state(skip)]
    before: Vec<f32>,
    after: Vec<f32>,
    /// Of the kernel's run.
    #[state(skip)]
    time: Gauge,
}

impl Sketch for Numbers {
    const PARAMS: &'static [Param] = &[
        Param::choice("kernel", KERNELS, 0),
        Param::number("noise", 0.0, 1.0, 0.4),
        Param::choice("count", SIZES, 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let mut numbers = Self { before: Vec::new(), after: Vec::new(), time: Gauge::default() };
        numbers.compute(stage)?;
        Ok(numbers)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let params = stage.params();
        let changed = ["kernel", "noise", "count"].into_iter().any(|name| params.changed(name));
        if let Err(error) = if changed { self.compute(stage) } else { Ok(()) } {
            stage.fail(error);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (list, middle, color) in
            [(&self.before, 130.0, look::MIST), (&self.after, 350.0, look::GOLD)]
        {
            // The first quarter of the numbers, one of a hundred a bar.
            for bar in 0..BARS {
                let top = -90.0 * list[bar * list.len() / BARS / 4];
                let left = bar as f32 * 640.0 / BARS as f32;
                let corners = (vec2(left, middle + top), vec2(left + 3.0, middle));
                canvas.fill_rect(
                    Aabb::new(corners.0.min(corners.1), corners.0.max(corners.1)),
                    color,
                );
            }
        }
        if let Some(time) = self.time.words() {
            let words = format!("{} numbers in {time}", self.after.len());
            canvas.write(words, look::SMALL, vec2(628.0, 464.0), vec2(1.0, 0.5), look::MIST);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Numbers {
    fn compute(&mut self, stage: &mut Stage) -> motile::Result {
        let noise = stage.params().number("noise");
        let choice = stage.params().choice("kernel") as usize;
        let count = COUNTS[stage.params().choice("count") as usize];
        let mut rng = Rng::new(9);
        self.before = (0..count)
            .map(|i| {
                let wave = ops::sin(i as f32 * 0.002) * 0.6 + ops::sin(i as f32 * 0.0071) * 0.3;
                wave + noise * rng.range(-0.5..0.5)
            })
            .collect();
        let source = format!(
            "<languageVersion : 1.0;> kernel Numbers < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
             {{ input image1 src; output pixel1 dst; void evaluatePixel() {{ float2 p = outCoord(); {} }} }}",
            BODIES[choice]
        );
        let mut shader = Shader::new(&Kernel::compile(&source)?);
        shader.bind("src", &Texture::from_floats(count, 1, 1, self.before.clone())?)?;
        // As a job that runs to its end: each 4,096 numbers of the row are one unit of work.
        let job = ShaderJob::new(shader, count, 1);
        let (done, took) = stage.stopwatch().time(|| run_to_end(job));
        self.time = Gauge::default();
        self.time.add(took);
        self.after = done?;
        Ok(())
    }
}
