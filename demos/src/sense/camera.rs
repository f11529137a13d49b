//! A camera is a picture like any other: its size, its light, its noise and its state are plain data.

use super::eye::{self, Eye};
use crate::look::{GREEN, MIST, RED};
use crate::{Demo, kit};
use motile::pixels::{Blur, ColorTransform, PaletteMap};
use motile::prelude::*;
use motile::sense::Source;
use motile::sense::sight::{CameraLight, CameraScene, mirror};

pub(super) const DEMO: Demo = Demo {
    id: "sense/camera",
    title: "A camera",
    sees: "Somebody in a room raises the arms, as a camera of 160×120 pixels sees it.",
    tries: "Stop the camera and start it. Let a lamp flicker, turn up the noise, look without the mirror. \
            What a real camera sees is in no recording of the demo.",
    controls: "Hold to lead the left hand.",
    keys: &[(Key::Space, "stop or start")],
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
}

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
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        Ok(Self { eye: Eye::new(stage, CameraScene::Person)?, frames: 1 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
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
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.eye.label(canvas);
        let state = self.eye.camera.state();
        let light = if self.eye.camera.is_live() { GREEN } else { RED };
        let words = format!(
            "{state}, {}×{} at {} frames a second, picture {}",
            eye::WIDTH,
            eye::HEIGHT,
            eye::RATE,
            self.frames
        );
        kit::foot_caption(canvas, words, MIST);
        kit::disc(canvas, vec2(22.0, canvas.height() as f32 - 18.0), 6.0, light);
    }

    fn hash(&self, hash: &mut StateHash) {
        self.eye.live.hash(self, hash);
    }
}
