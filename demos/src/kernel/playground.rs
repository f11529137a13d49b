//! A look inside: a source with its mistakes underlined, its picture beside the original, and every variable at the pointer.

use crate::{Demo, look, pictures};
use motile::kernel::{
    CompileOptions, Kernel, KernelProbe, ProbedValue, Shader, SourceSpan, Texture,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/playground",
    title: "A look inside a kernel",
    sees: "A kernel with its mistakes underlined, its picture, and the variables at the pointer.",
    tries: "Switch the mistake on: the last version that compiled stays. The whole playground is a page of its own.",
    controls: "Move the pointer over the picture: left of it the kernel, right of it the original.",
    takes_drags: true,
    spec: &["D9-24", "SHADER-38"],
    ticks: 30,
    ..Demo::of::<Inside>()
};

/// Where the picture lies, and how large it is.
const CORNER: Vec2 = vec2(350.0, 20.0);
const SIZE: (u32, u32) = (270, 210);
/// Letters of the source.
const LETTER: f32 = 15.0;
const LINE: f32 = 20.0;

/// The source, but for one line; `twist` is a knob.
const SOURCE: &str = "<languageVersion : 1.0;>
kernel Whirl
< namespace : \"motile\";
  vendor : \"motile\"; version : 1; >
{
  parameter float twist
  < minValue : -8.0; maxValue : 8.0; >;
  input image4 src;
  output pixel4 dst;

  void evaluatePixel()
  {
    float2 way = outCoord()
      - float2(135.0, 105.0);
    float d = length(way);
    LINE
    float2 turned = float2(
      cos(a) * way.x - sin(a) * way.y,
      sin(a) * way.x + cos(a) * way.y);
    dst = sampleLinear(src,
      turned + float2(135.0, 105.0));
  }
}";
const GOOD: &str = "float a = twist / exp(d * 0.02);";
const BAD: &str = "float a = twist / exq(d * 2);";

#[derive(StateHash)]
#[state(hash_only)]
struct Inside {
    /// The pixel that is looked at.
    place: IVec2,
    /// Of the knobs, as all that follows.
    #[state(skip)]
    source: String,
    #[state(skip)]
    mistakes: Vec<(SourceSpan, String)>,
    #[state(skip)]
    shader: Shader,
    #[state(skip)]
    probe: KernelProbe,
    #[state(skip)]
    seen: Vec<ProbedValue>,
    #[state(skip)]
    before: Surface,
    #[state(skip)]
    after: Surface,
}

impl Sketch for Inside {
    const PARAMS: &'static [Param] =
        &[Param::number("twist", -8.0, 8.0, 3.0), Param::toggle("mistake", true)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let good = SOURCE.replace("LINE", GOOD);
        let before = pictures::landscape(SIZE.0, SIZE.1, 0.7)?;
        let mut shader = Shader::new(&Kernel::compile(&good)?);
        shader.bind("src", &Texture::from_surface(&before))?;
        let mut inside = Self {
            place: ivec2(150, 80),
            source: String::new(),
            mistakes: Vec::new(),
            shader,
            probe: KernelProbe::new(&good, CompileOptions::default())?,
            seen: Vec::new(),
            after: before.clone(),
            before,
        };
        inside.compile(stage);
        inside.look(stage)?;
        Ok(inside)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if let Some(pointer) = stage.input().pointer.position {
            let last = vec2(SIZE.0 as f32 - 1.0, SIZE.1 as f32 - 1.0);
            self.place = (pointer - CORNER).clamp(Vec2::ZERO, last).as_ivec2();
        }
        if stage.params().changed("mistake") {
            self.compile(stage);
        }
    }

    fn frame(&mut self, stage: &mut Stage, _: Frame) {
        if let Err(error) = self.look(stage) {
            stage.fail(error);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.draw_source(canvas);
        self.draw_picture(canvas);
        self.draw_values(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Inside {
    /// Compiles the source as it stands: what is wrong with it, or what runs from now on.
    fn compile(&mut self, stage: &Stage) {
        self.source =
            SOURCE.replace("LINE", if stage.params().is_on("mistake") { BAD } else { GOOD });
        self.mistakes = match Kernel::compile(&self.source) {
            Ok(kernel) => {
                self.shader.replace_kernel(&kernel);
                Vec::new()
            }
            Err(error) => {
                let list = error.list.into_iter();
                list.map(|found| (found.span, format!("{}: {}", found.code, found.message)))
                    .collect()
            }
        };
    }

    fn look(&mut self, stage: &Stage) -> motile::Result {
        self.shader.set("twist", stage.params().number("twist"))?;
        self.shader.render(&mut self.after)?;
        self.seen = self.probe.look(&self.shader, self.place.x as u32, self.place.y as u32)?;
        Ok(())
    }

    fn draw_source(&self, canvas: &mut Canvas<'_>) {
        for (index, line) in self.source.lines().enumerate() {
            let place = vec2(16.0, 14.0 + LINE * index as f32);
            canvas.write(line, LETTER, place, Vec2::ZERO, look::MIST);
        }
        for (span, _) in &self.mistakes {
            let (row, column) = span.line_column(&self.source);
            let line = self.source.lines().nth(row as usize - 1).unwrap_or_default();
            let width = |count: usize| {
                // A letter at the end keeps spaces before it from being dropped.
                let text: String = line.chars().take(count).chain(['|']).collect();
                let width = |text: &str| {
                    Text::new(text, LETTER).layout().map_or(0.0, |layout| layout.size().x)
                };
                width(&text) - width("|")
            };
            let from = column as usize - 1;
            let (left, right) =
                (width(from), width(from + span.text(&self.source).chars().count()));
            let y = 14.0 + LINE * row as f32 - 1.0;
            let waves = ((right - left) / 4.0).ceil().max(2.0) as usize;
            let wave = |i: usize| vec2(16.0 + left + 4.0 * i as f32, y + 3.0 * (i % 2) as f32);
            let points: Vec<Vec2> = (0..=waves).map(wave).collect();
            canvas.stroke(&Path::polyline(&points), &Stroke::new(2.0), look::RED);
        }
    }

    /// The kernel's picture up to the pointer, the original after it.
    fn draw_picture(&self, canvas: &mut Canvas<'_>) {
        let split = self.place.x.max(1) as u32;
        canvas.sprite(&self.before, CORNER.as_ivec2(), &Blit::default());
        let part = IRect::new(0, 0, split, SIZE.1);
        canvas.sprite(
            &self.after,
            CORNER.as_ivec2(),
            &Blit { source: Some(part), ..Blit::default() },
        );
        let top = CORNER + vec2(split as f32, 0.0);
        canvas.line(top, top + vec2(0.0, SIZE.1 as f32), &Stroke::new(2.0), look::SNOW);
    }

    fn draw_values(&self, canvas: &mut Canvas<'_>) {
        let mut y = CORNER.y + SIZE.1 as f32 + 14.0;
        let mut write = |words: &str, color: Color| {
            canvas.write(words, LETTER, vec2(CORNER.x, y), Vec2::ZERO, color);
            y += LINE;
        };
        write(&format!("pixel {}, {}", self.place.x, self.place.y), look::SNOW);
        for value in &self.seen {
            let numbers = value.numbers.iter().flatten().map(|x| format!("{x:.2}"));
            let numbers = numbers.collect::<Vec<_>>().join("  ");
            write(&format!("{} {}: {numbers}", value.ty, value.name), look::GOLD);
        }
        for (_, words) in &self.mistakes {
            write(words, look::RED);
        }
    }
}
