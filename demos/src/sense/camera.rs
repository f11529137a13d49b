//! A camera is a picture like any other: its size, its light, its noise and its state are plain data.

use super::chooser::Chooser;
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
    tries: "Stop the camera and start it. Let a lamp flicker, turn up the noise, look without the mirror. Take a larger picture, \
            or compare with 640×480 pixels. Turn the picture, blend it. Turn the real camera on and choose one of the list. \
            What a real camera sees is in no recording of the demo.",
    controls: "Hold to lead the left hand. Press a line of the list to choose that camera.",
    keys: &[
        (Key::Space, "stop or start"),
        (Key::Left, "the camera before"),
        (Key::Right, "the next camera"),
    ],
    takes_drags: true,
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
    /// The cameras of the machine.
    chooser: Chooser,
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
/// Widths and heights to take pictures in.
const SIZES: [(&str, (u32, u32)); 3] =
    [("160×120", (160, 120)), ("320×240", (320, 240)), ("640×480", (640, 480))];

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
        Param::choice("size", &[SIZES[0].0, SIZES[1].0, SIZES[2].0], 0),
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
        Ok(Self { eye, frames: 1, chooser: Chooser::new(), fine, fine_frame, beside })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let rate = tick.params.whole("rate") as f32;
        if tick.params.changed("rate") {
            for camera in [&mut self.eye.camera, &mut self.fine] {
                *camera = camera.clone().with_rate(rate);
            }
        }
        let size = SIZES[tick.params.choice("size") as usize].1;
        if size != self.eye.size {
            self.eye.camera = self.eye.camera.clone().with_size(size.0, size.1);
        }
        (self.eye.size, self.eye.wanted_rate) = (size, rate);
        self.chooser.follow(stage, &tick, &self.eye);
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
            let taken = self.size();
            for (words, middle) in [(taken.as_str(), LEFT), ("640×480", RIGHT)] {
                canvas.write(words, WORDS, middle + vec2(0.0, 150.0), vec2(0.5, 0.5), SNOW);
            }
        }
        let state = self.eye.camera.state();
        let rate = stage.params().whole("rate");
        let real = stage.find_senses().filter(|_| stage.params().is_on(eye::REAL.name));
        let is_live = real.map_or(self.eye.camera.is_live(), |senses| senses.camera.is_live());
        let light = if is_live { GREEN } else { RED };
        let size = self.size();
        let words = match real {
            Some(senses) => format!("{}: {}, {size}", senses.camera.name(), senses.camera.state()),
            None => format!("{state}, {size} at {rate} frames a second, picture {}", self.frames),
        };
        if real.is_some() {
            self.chooser.draw(canvas, is_live);
        }
        kit::foot_caption(canvas, words, MIST);
        kit::disc(canvas, vec2(22.0, canvas.height() as f32 - 18.0), 6.0, light);
    }

    fn hash(&self, hash: &mut StateHash) {
        self.eye.live.hash(self, hash);
    }
}

impl CameraView {
    /// Width and height of what is seen, for people.
    fn size(&self) -> String {
        let picture = &self.eye.frame.picture;
        format!("{}×{}", picture.width(), picture.height())
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
        // Small pictures are shown as large as large ones.
        let pixel = eye::on_stage(Vec2::ONE).x / self.eye.frame.picture.width() as f32;
        for (node, middle, pixel) in [(self.eye.node, middle, pixel), (self.beside, RIGHT, 1.0)] {
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
