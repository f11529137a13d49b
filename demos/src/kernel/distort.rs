//! Kernels that read a picture at another place than their own: the pointer is the middle of the distortion.

use crate::{Demo, look, pictures};
use motile::kernel::{Kernel, Shader, Texture, TextureEdge, library};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "kernel/distort",
    title: "Twirl, glass and lenses",
    sees: "A landscape twisted inside a circle, behind glass, in rings or in mirrors.",
    tries: "Point somewhere, drag sideways, and turn the strength; still, the twist is that of its knob. Glass, nearest, and Z show why pictures are read between pixels.",
    controls: "The pointer is the middle. Drag sideways to twist; the wheel changes the radius.",
    keys: &[
        (Key::Char('z'), "look eight times as close"),
        (Key::Char('e'), "take the picture away"),
    ],
    takes_wheel: true,
    takes_drags: true,
    spec: &["D9-1", "D9-10", "D9-11", "D9-13", "D9-20"],
    ticks: 75,
    ..Demo::of::<Distort>()
};

const SIZE: (u32, u32) = (320, 240);
/// Radians for a pixel of a drag, and pixels for a line of the wheel.
const TWIST: f32 = 0.02;
const REACH: f32 = 10.0;
const KERNELS: &[&str] = &[
    "twirl",
    "glass",
    "ripple",
    "bulge",
    "kaleidoscope",
    "hex-cells",
    "halftone",
    "oil",
    "crt",
    "identity",
];
/// Whether the twist goes back and forth by itself, or is that of the knob.
const TURNS: &[&str] = &["swings", "still"];
/// How a picture is read between its pixels; the last two are one function with two names.
const READS: &[&str] = &["nearest", "linear", "sample"];
/// The same as words of the language.
const CALLS: [&str; 3] = ["sampleNearest(", "sampleLinear(", "sample("];

#[derive(StateHash)]
#[state(hash_only)]
struct Distort {
    center: Vec2,
    /// What dragging has added to the twist, in radians.
    twist: f32,
    /// What the wheel has added to the radius, in pixels.
    reach: f32,
    /// Where the drag was a tick ago, in pixels of the stage.
    dragged: Option<f32>,
    is_close: bool,
    /// Without a picture the kernel does not run, and says so.
    is_bound: bool,
    /// Of the knobs.
    #[state(skip)]
    shader: Shader,
    #[state(skip)]
    photo: Texture,
    #[state(skip)]
    picture: NodeId,
    #[state(skip)]
    words: NodeId,
}

impl Sketch for Distort {
    const PARAMS: &'static [Param] = &[
        Param::choice("kernel", KERNELS, 0),
        Param::choice("reads", READS, 1),
        Param::choice("turns", TURNS, 0),
        // What the twirl takes, and what the glass takes.
        Param::number("twist", -10.0, 10.0, 0.0),
        Param::number("radius", 0.0, 500.0, 100.0),
        Param::number("mult", 0.0, 10.0, 1.0),
        Param::number("wave", 0.0, 1.0, 0.1),
        // What all others take.
        Param::number("strength", 0.0, 1.0, 0.6),
        // Places a side of each pixel whose mean is taken.
        Param::whole("supersampling", 1, 4, 1),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let photo = Texture::from_surface(&pictures::landscape(SIZE.0, SIZE.1, 0.7)?);
        stage.background = look::NIGHT;
        let shader = chosen(stage)?;
        let picture = stage.add(Node::group().with_scale(2.0));
        let words =
            stage.add(Label::new("", look::WORDS).with_paint(look::MIST).node().at(40.0, 220.0));
        let center = vec2(160.0, 120.0);
        let (twist, reach, dragged) = (0.0, 0.0, None);
        let (is_close, is_bound) = (false, true);
        Ok(Self {
            center,
            twist,
            reach,
            dragged,
            is_close,
            is_bound,
            shader,
            photo,
            picture,
            words,
        })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let pointer = &stage.input().pointer;
        // While it drags, the middle stays where the drag began.
        if let Some(place) = pointer.position
            && (pointer.pressed() || !pointer.is_down())
        {
            self.center = place / 2.0;
        }
        let held = pointer.held_at().map(|held| held.x);
        if let (Some(before), Some(now)) = (self.dragged, held) {
            self.twist = (self.twist + (now - before) * TWIST).clamp(-10.0, 10.0);
        }
        self.dragged = held;
        self.reach = (self.reach - pointer.wheel * REACH).clamp(-500.0, 500.0);
        self.is_close = stage.input().is_down(Key::Char('z'));
        if stage.input().pressed(Key::Char('e')) {
            self.is_bound = !self.is_bound;
        }
        if stage.params().changed("kernel") || stage.params().changed("reads") {
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

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The kernel that the knobs choose, in the spelling that they choose.
fn chosen(stage: &Stage) -> motile::Result<Shader> {
    let (kernel, reads) = (stage.params().choice("kernel"), stage.params().choice("reads"));
    let id = KERNELS[kernel as usize];
    let entry = library::find(id).ok_or_else(|| format!("the library has no kernel `{id}`"))?;
    let source = entry.source.replace("sampleLinear(", CALLS[reads as usize]);
    Ok(Shader::new(&Kernel::compile(&source)?))
}

impl Distort {
    fn show(&mut self, stage: &mut Stage, time: f32) -> motile::Result {
        let params = stage.params();
        let (radius, strength) = (params.number("radius"), params.number("strength"));
        let shader = &mut self.shader;
        if self.is_bound {
            shader.bind("src", &self.photo)?;
        } else {
            shader.unbind("src")?;
        }
        shader.edge = Some(TextureEdge::Mirror);
        shader.supersampling = params.whole("supersampling") as u8;
        // Each kernel takes what it knows.
        let swing = if params.choice("turns") == 0 { ops::sin(time * 1.3) } else { 0.0 };
        for (name, value) in [
            ("twist", 6.0 * strength * swing + params.number("twist") + self.twist),
            ("radius", radius + self.reach),
            ("mult", params.number("mult")),
            ("wave", params.number("wave")),
            ("height", 12.0 * strength),
            ("phase", time * 5.0),
            ("strength", strength),
            ("turn", time * 0.3),
            ("size", 4.0 + 24.0 * strength),
            ("bend", 0.4 * strength),
        ] {
            if let Some(handle) = shader.find(name) {
                shader.put(handle, value);
            }
        }
        if let Some(handle) = shader.find("center") {
            shader.put(handle, self.center);
        }
        if let Some(handle) = shader.find("size") {
            shader.put(handle, vec2(SIZE.0 as f32, SIZE.1 as f32));
        }
        let mut surface = Surface::opaque(SIZE.0, SIZE.1, Color::BLACK)?;
        let said = match shader.render(&mut surface) {
            Ok(()) => String::new(),
            Err(error) => error.to_string(),
        };
        stage[self.words].content = Label::new(said, look::WORDS).with_paint(look::MIST).into();
        let node = &mut stage[self.picture];
        let zoom = if self.is_close { 8.0 } else { 1.0 };
        // What lies at the middle stays there.
        (node.scale, node.position) = (Vec2::splat(2.0 * zoom), self.center * 2.0 * (1.0 - zoom));
        node.content = Bitmap::new(surface).with_sampling(Sampling::Nearest).into();
        Ok(())
    }
}
