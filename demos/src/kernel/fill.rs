//! A kernel fills any shape, next to colors and gradients: the shape stays, the pattern inside turns and breathes.

use super::{load, shader};
use crate::{Demo, look, pictures};
use core::f32::consts::{FRAC_PI_4, PI};
use motile::kernel::{Kernel, RunLimits, Shader, ShaderPaint, Texture};
use motile::prelude::*;
use motile::stage::CustomPaint;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/fill",
    title: "Fills that compute",
    sees: "A square, a disc and a star, filled by a checkerboard whose fields breathe and whose pattern is turned.",
    tries: "Turn the pattern: the edges of the shapes stay smooth and where they are. Drop a file with a kernel, and again after changing it.",
    controls: "Drop a .pbk or .pbj file to fill the shapes with it.",
    keys: &[
        (Key::Char('r'), "replace the kernel by the one of the file, and back"),
        (Key::Char('e'), "take the picture of the fill away, and bring it back"),
    ],
    spec: &["D9-14", "D9-15", "D9-17", "D9-18", "D9-19", "D9-20"],
    ticks: 60,
    ..Demo::of::<Fill>()
};

/// Whether the fields change by themselves or are as wide and high as the knobs say.
const FIELDS: &[&str] = &["breathe", "xres by yres"];
/// What the shapes are filled with: the board, or a picture that a kernel twists.
const FILLS: &[&str] = &["board", "picture"];
/// Corner and size of the rectangle with the picture, in pixels. The picture begins at the corner of the stage, not at this one.
const FRAME: (Vec2, Vec2) = (vec2(20.0, 20.0), vec2(600.0, 440.0));

/// Instructions for a row of a kernel of a file: one that never ends is to leave the window alive.
pub(super) const LOADED_STEPS: u64 = 5_000;

/// What a file on disk might hold, as long as nobody has dropped one: compiled while the program runs.
pub(super) const REPLACEMENT: &str = "<languageVersion : 1.0;>
kernel Dots < namespace : \"motile\"; vendor : \"motile\"; version : 1; >
{
    parameter int xres < minValue : 1; maxValue : 200; defaultValue : 50; >;
    parameter int yres < minValue : 1; maxValue : 200; defaultValue : 50; >;
    output pixel4 dst;
    void evaluatePixel() {
        float2 p = fract(outCoord() / float2(float(xres), float(yres))) - 0.5;
        dst = mix(pixel4(0.97, 0.58, 0.21, 1.0), pixel4(0.08, 0.1, 0.17, 1.0), step(0.4, length(p)));
    }
}";

#[derive(StateHash)]
#[state(hash_only)]
struct Fill {
    phase: f32,
    is_replaced: bool,
    /// Without its picture the fill does not run, and says so.
    is_bound: bool,
    /// Twists a picture.
    #[state(skip)]
    twirl: Shader,
    #[state(skip)]
    photo: Texture,
    #[state(skip)]
    frame: NodeId,
    #[state(skip)]
    words: NodeId,
    /// Of the phase.
    #[state(skip)]
    shader: Shader,
    /// What fills the shapes now: it knows whether the kernel took too long.
    #[state(skip)]
    paint: Option<ShaderPaint>,
    /// The kernel that is part of the program.
    #[state(skip)]
    embedded: Kernel,
    /// The kernel of the file that was dropped last, and what is wrong with one that is none. No recording has files.
    #[state(skip)]
    loaded: Kernel,
    #[state(skip)]
    mistake: String,
    #[state(skip)]
    shapes: [NodeId; 3],
}

impl Sketch for Fill {
    const PARAMS: &'static [Param] = &[
        Param::number("turn", 0.0, PI, FRAC_PI_4),
        Param::number("pace", 0.0, 2.0, 1.0),
        Param::number("scale", 0.25, 4.0, 1.0),
        Param::number("skew", -1.0, 1.0, 0.0),
        Param::choice("fill", FILLS, 0),
        Param::choice("fields", FIELDS, 0),
        Param::whole("xres", 1, 200, 20),
        Param::whole("yres", 1, 200, 50),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::DUSK;
        let shader = shader("checkerboard")?;
        let embedded = shader.kernel().clone();
        let square = stage.add(Node::group().at(160.0, 150.0));
        let disc = stage.add(Node::group().at(480.0, 140.0));
        let star = stage.add(Node::group().at(320.0, 340.0));
        let frame = stage.add(Node::group());
        let words = stage.add(Node::group().at(40.0, 220.0));
        let mut twirl = super::shader("twirl")?;
        twirl.set("center", [320.0, 240.0])?;
        twirl.set("twist", -6.0)?;
        twirl.set("radius", 225.0)?;
        let photo = Texture::from_surface(&pictures::landscape(640, 480, 0.7)?);
        let fill = Self {
            phase: 0.0,
            is_replaced: false,
            is_bound: true,
            twirl,
            photo,
            frame,
            words,
            shader,
            paint: None,
            embedded,
            loaded: Kernel::compile(REPLACEMENT)?,
            mistake: String::new(),
            shapes: [square, disc, star],
        };
        fill.choose(stage);
        Ok(fill)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        self.phase += stage.params().number("pace");
        if stage.input().pressed(Key::Char('r')) {
            self.is_replaced = !self.is_replaced;
            (self.paint, self.mistake) = (None, String::new());
        }
        for file in &stage.input().files {
            match load(file) {
                Ok(kernel) => {
                    (self.loaded, self.is_replaced, self.mistake) = (kernel, true, String::new());
                    self.paint = None;
                }
                Err(error) => self.mistake = format!("{}: {error}", file.name),
            }
        }
        if let Some(error) = self.paint.as_ref().and_then(ShaderPaint::failure) {
            self.mistake = error.to_string();
        }
        if stage.input().pressed(Key::Char('e')) {
            self.is_bound = !self.is_bound;
        }
        self.choose(stage);
    }

    fn frame(&mut self, stage: &mut Stage, _: Frame) {
        let is_picture = stage.params().choice("fill") == 1;
        if let Err(error) = if is_picture { self.show_picture(stage) } else { self.show(stage) } {
            stage.fail(error);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Width and height of a field of the board after some ticks, in pixels.
pub(super) fn field(phase: f32) -> [f32; 2] {
    [0.09, 0.07].map(|rate| 50.0 * ops::sin(rate * phase) + 55.0)
}

/// How much work a kernel may be: one of the program, or one of a file.
pub(super) fn limits(is_loaded: bool) -> RunLimits {
    let own = RunLimits::default();
    if is_loaded { RunLimits { steps: LOADED_STEPS, ..own } } else { own }
}

impl Fill {
    /// Shows the shapes, or the rectangle with the picture.
    fn choose(&self, stage: &mut Stage) {
        let is_picture = stage.params().choice("fill") == 1;
        for node in self.shapes {
            stage[node].visible = !is_picture;
        }
        stage[self.frame].visible = is_picture;
        stage[self.words].visible = is_picture || !self.mistake.is_empty();
    }

    /// A picture, twisted, as the fill of a rectangle; or why there is none.
    fn show_picture(&mut self, stage: &mut Stage) -> motile::Result {
        if self.is_bound {
            self.twirl.bind("src", &self.photo)?;
        } else {
            self.twirl.unbind("src")?;
        }
        let mut words = String::new();
        let (corner, size) = FRAME;
        let frame = Shape::new(Path::rect(Aabb::from_size(corner, size)));
        stage[self.frame].content = match ShaderPaint::new(&self.twirl) {
            Ok(paint) => frame.fill(CustomPaint::new(paint)).into(),
            Err(error) => {
                words = error.to_string();
                frame.stroke(Stroke::new(1.0), look::MIST).into()
            }
        };
        self.say(stage, words);
        Ok(())
    }

    fn say(&self, stage: &mut Stage, words: String) {
        let mut label = Label::new(words, look::WORDS).with_paint(look::MIST);
        label.edit().text.width = Some(560.0);
        stage[self.words].content = label.into();
    }

    fn show(&mut self, stage: &mut Stage) -> motile::Result {
        // The values stay whose parameters have the same names and types. A file that is no kernel leaves the one before.
        let kernel = if self.is_replaced { &self.loaded } else { &self.embedded };
        if !self.shader.kernel().is_clone_of(kernel) {
            self.shader.replace_kernel(kernel);
            self.shader.limits = limits(self.is_replaced);
            for input in kernel.inputs() {
                self.shader.bind(&input.name, &self.photo)?;
            }
        }
        if !self.mistake.is_empty() {
            self.say(stage, self.mistake.clone());
        }
        let params = stage.params();
        let fields = match params.choice("fields") {
            0 => field(self.phase).map(|side| side as i32),
            _ => ["xres", "yres"].map(|name| params.whole(name)),
        };
        // Another kernel need not have fields.
        for (name, side) in [("xres", fields[0]), ("yres", fields[1])] {
            if let Some(field) = self.shader.find(name) {
                self.shader.put(field, side);
            }
        }
        let (scale, skew) = (params.number("scale"), params.number("skew"));
        let (sin, cos) = ops::sin_cos(params.number("turn"));
        let turned = Affine2::from_cols(vec2(cos, sin), vec2(-sin, cos), Vec2::ZERO)
            * Affine2::from_cols(vec2(scale, 0.0), vec2(skew * scale, scale), Vec2::ZERO);
        let paint = ShaderPaint::new(&self.shader)?;
        self.paint = Some(paint.clone());
        let paint = CustomPaint::new(paint).with_transform(turned);
        let [square, disc, star] = self.shapes;
        stage[square].content = Shape::rect(240.0, 240.0).fill(paint.clone()).into();
        stage[disc].content = Shape::circle(110.0).fill(paint.clone()).into();
        stage[star].content = Shape::star(7, 130.0, 70.0).fill(paint).into();
        Ok(())
    }
}
