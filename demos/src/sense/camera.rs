//! A camera is a picture like any other: its size, its light, its noise and its state are plain data.

use super::eye::{self, Eye};
use crate::look::{GREEN, HAZE, MIST, RED, SNOW, WORDS};
use crate::{Demo, kit};
use motile::pixels::{Blur, ColorTransform, PaletteMap};
use motile::prelude::*;
use motile::sense::sight::{CameraLight, CameraScene, SyntheticCamera, mirror};
use motile::sense::{CapturedFrame, FrameSource, Source, StageSenses};

pub(super) const DEMO: Demo = Demo {
    id: "sense/camera",
    title: "A camera",
    sees: "Somebody in a room raises the arms, as a camera of 160×120 pixels sees it.",
    tries: "Stop the camera and start it. Let a lamp flicker, turn up the noise, look without the mirror. Compare with 640×480 \
            pixels. Turn the picture, blend it, and choose another camera, if there are some. \
            What a real camera sees is in no recording of the demo.",
    controls: "Hold to lead the left hand.",
    keys: &[
        (Key::Space, "stop or start"),
        (Key::Left, "the camera before"),
        (Key::Right, "the next camera"),
    ],
    spec: &["DEMO-5-8", "DEMO-5-9", "DEMO-5-10", "DEMO-5-11", "DEMO-5-12"],
    ticks: 170,
    ..Demo::of::<CameraView>()
};

const SCENES: [(&str, CameraScene); 6] = [
    ("person", CameraScene::Person),
    ("hand", CameraScene::Hand),
    ("ball", CameraScene::Ball),
    ("two balls", CameraScene::TwoBalls),
    ("drummer", CameraScene::Drummer),
    ("empty room", CameraScene::Empty),
];
const LIGHTS: [(&str, CameraLight); 3] =
    [("steady", CameraLight::Steady), ("clouds", CameraLight::Clouds), ("lamp", CameraLight::Lamp)];

/// What is done to the picture before it is shown.
#[derive(Clone, Copy)]
enum Look {
    Plain,
    Blurred,
    Posterized,
    Negative,
}

impl Look {
    const NAMES: [&str; 4] = ["plain", "blurred", "posterized", "negative"];
    const ALL: [Self; 4] = [Self::Plain, Self::Blurred, Self::Posterized, Self::Negative];

    fn apply(self, picture: &Surface) -> Surface {
        let mut shown = picture.clone();
        match self {
            Self::Plain => {}
            Self::Blurred => {
                if let Ok(soft) = Blur::new(3.0).apply(picture) {
                    shown = soft;
                }
            }
            Self::Posterized => shown.palette_map(&PaletteMap::posterize(4)),
            Self::Negative => shown.color_transform(&ColorTransform {
                factor: [-1.0, -1.0, -1.0, 1.0],
                offset: [255.0, 255.0, 255.0, 0.0],
            }),
        }
        shown
    }
}

#[derive(StateHash)]
#[state(hash_only)]
struct CameraView {
    eye: Eye,
    frames: u64,
    /// Place of the real camera in the list of the machine.
    chosen: usize,
    /// Why that is none; which ones there are is not the same on every machine.
    #[state(skip)]
    trouble: Option<String>,
    /// The same room at 640×480, beside it.
    #[state(skip)]
    fine: SyntheticCamera,
    #[state(skip)]
    fine_frame: CapturedFrame,
    beside: NodeId,
}

/// Blends of the picture with what is behind it.
const BLENDS: [(&str, BlendMode); 4] = [
    ("normal", BlendMode::Normal),
    ("screen", BlendMode::Screen),
    ("multiply", BlendMode::Multiply),
    ("difference", BlendMode::Difference),
];
/// Middles of the two pictures that are compared.
const LEFT: Vec2 = vec2(160.0, 240.0);
const RIGHT: Vec2 = vec2(480.0, 240.0);
/// Places of a list of cameras that can be chosen.
const MOST_CAMERAS: i32 = 8;

impl Sketch for CameraView {
    const PARAMS: &'static [Param] = &[
        Param::choice(
            "scene",
            &[SCENES[0].0, SCENES[1].0, SCENES[2].0, SCENES[3].0, SCENES[4].0, SCENES[5].0],
            0,
        ),
        Param::choice("light", &[LIGHTS[0].0, LIGHTS[1].0, LIGHTS[2].0], 0),
        Param::whole("noise", 0, 31, 4),
        Param::toggle("mirror", true),
        Param::choice("look", &Look::NAMES, 0),
        Param::toggle("compare", false),
        Param::whole("rate", 1, 30, 15),
        Param::choice("blend", &[BLENDS[0].0, BLENDS[1].0, BLENDS[2].0, BLENDS[3].0], 0),
        Param::number("rotation", -180.0, 180.0, 0.0),
        Param::number("scale", 0.25, 1.5, 1.0),
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = HAZE;
        let eye = Eye::new(stage, CameraScene::Person)?;
        let mut fine =
            SyntheticCamera::new(CameraScene::Person, 7).with_size(640, 480).with_rate(eye::RATE);
        fine.start();
        let fine_frame = CapturedFrame::new(Surface::opaque(1, 1, Color::BLACK)?);
        let beside = stage.add(Node::group());
        Ok(Self { eye, frames: 1, chosen: 0, trouble: None, fine, fine_frame, beside })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let rate = tick.params.whole("rate") as f32;
        if tick.params.changed("rate") {
            for camera in [&mut self.eye.camera, &mut self.fine] {
                *camera = camera.clone().with_rate(rate);
            }
            stage.senses().camera.set_rate(rate);
        }
        self.choose(stage, &tick);
        let camera = &mut self.eye.camera;
        camera.scene = SCENES[tick.params.choice("scene") as usize].1;
        camera.light = LIGHTS[tick.params.choice("light") as usize].1;
        camera.noise = tick.params.whole("noise") as u8;
        if tick.input.pressed(Key::Space) {
            if camera.is_live() {
                camera.stop();
            } else {
                camera.start();
            }
        }
        if self.eye.look(stage, &tick) {
            self.frames += 1;
            let look = Look::ALL[tick.params.choice("look") as usize];
            let mut shown = look.apply(&self.eye.frame.picture);
            if !tick.params.is_on("mirror") {
                mirror(&mut shown);
            }
            self.eye.show(stage, &shown);
        }
        self.place(stage, &tick);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.eye.label(canvas);
        if stage.params().is_on("compare") {
            let small = format!("{}×{}", eye::WIDTH, eye::HEIGHT);
            for (words, middle) in [(small.as_str(), LEFT), ("640×480", RIGHT)] {
                canvas.write(words, WORDS, middle + vec2(0.0, 150.0), vec2(0.5, 0.5), SNOW);
            }
        }
        let state = self.eye.camera.state();
        let light = if self.eye.camera.is_live() { GREEN } else { RED };
        let rate = stage.params().whole("rate");
        let real = stage.find_senses().filter(|_| stage.params().is_on(eye::REAL.name));
        let words = match (real, &self.trouble) {
            (Some(_), Some(trouble)) => trouble.clone(),
            (Some(senses), None) => format!("{}: {}", senses.camera.name(), senses.camera.state()),
            (None, _) => {
                let size = format!("{}×{}", eye::WIDTH, eye::HEIGHT);
                format!("{state}, {size} at {rate} frames a second, picture {}", self.frames)
            }
        };
        kit::foot_caption(canvas, words, MIST);
        kit::disc(canvas, vec2(22.0, canvas.height() as f32 - 18.0), 6.0, light);
    }

    fn hash(&self, hash: &mut StateHash) {
        self.eye.live.hash(self, hash);
    }
}

impl CameraView {
    /// The chooser: one camera of the machine after another.
    fn choose(&mut self, stage: &mut Stage, tick: &Tick<'_>) {
        let step =
            i32::from(tick.input.pressed(Key::Right)) - i32::from(tick.input.pressed(Key::Left));
        let senses = stage.senses();
        let _names = senses.cameras();
        if step != 0 {
            self.chosen = (self.chosen as i32 + step).clamp(0, MOST_CAMERAS - 1) as usize;
            let chosen = senses.choose_camera(self.chosen);
            self.trouble = chosen.err().map(|error| error.to_string());
        }
    }

    /// Turns and scales the picture about its middle, or puts it beside one of 640×480 pixels, which turns with it.
    fn place(&mut self, stage: &mut Stage, tick: &Tick<'_>) {
        let (compare, angle) =
            (tick.params.is_on("compare"), tick.params.number("rotation").to_radians());
        let mut scale = tick.params.number("scale");
        if compare {
            // Each has half of the width, also when it lies askew.
            let width = ops::cos(angle).abs() + ops::sin(angle).abs() * 0.75;
            scale = scale.min(1.0 / width) * 0.5;
        }
        let half = Affine2::rotation(angle).transform_vector2(eye::on_stage(Vec2::ONE) * 0.5);
        let middle = if compare { LEFT } else { vec2(320.0, 240.0) };
        for (node, middle, pixel) in
            [(self.eye.node, middle, eye::SCALE), (self.beside, RIGHT, 1.0)]
        {
            let node = &mut stage[node];
            (node.rotation, node.scale) = (angle, Vec2::splat(scale * pixel));
            node.position = middle - half * scale;
        }
        stage[self.eye.node].blend = BLENDS[tick.params.choice("blend") as usize].1.clone();
        stage[self.beside].visible = compare;
        (self.fine.scene, self.fine.light) = (self.eye.camera.scene, self.eye.camera.light);
        (self.fine.noise, self.fine.held) = (self.eye.camera.noise, self.eye.camera.held);
        self.fine.update(tick.dt);
        if compare && self.fine.next_frame(&mut self.fine_frame) {
            mirror(&mut self.fine_frame.picture);
            stage[self.beside].content = Bitmap::new(self.fine_frame.picture.clone()).into();
        }
    }
}
