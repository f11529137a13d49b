//! A color as a joystick: exact colors flicker, posterized ones hold in good light, chroma holds in any.

use super::eye::{self, Eye};
use crate::look::{BLUE, GREEN, MIST, RED};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::classic::PosterizedTracker;
use motile::sense::sight::{CameraLight, CameraScene, ColorTarget, ColorTracker, SteadyPoint};

pub(super) const DEMO: Demo = Demo {
    id: "sense/color-tracking",
    title: "Follow a color",
    sees: "A frame holds an orange ball wherever it goes, and a blue ball follows it through clouds.",
    tries: "Take the exact color, then the posterized one, and watch them lose the ball. Pick another color. \
            What a real camera sees is in no recording of the demo.",
    controls: "Click to pick a color, hold to lead the ball.",
    takes_drags: true,
    spec: &["DEMO-5-13", "DEMO-5-14", "DEMO-5-15", "DEMO-5-16"],
    ticks: 52,
    ..Demo::of::<ColorTracking>()
};

/// How the color is looked for.
#[derive(Clone, Copy, PartialEq)]
enum Method {
    Chroma,
    Posterized,
    Blurred,
    Exact,
}

impl Method {
    const NAMES: [&str; 4] = ["chroma and blobs", "posterized", "blurred", "exact"];
    const ALL: [Self; 4] = [Self::Chroma, Self::Posterized, Self::Blurred, Self::Exact];
}

/// Values of a channel that leave colors as they are.
const ALL_LEVELS: u32 = 256;
/// Side of the classic blur in pixels.
const BLUR: f32 = 10.0;

#[derive(StateHash)]
#[state(hash_only)]
struct ColorTracking {
    eye: Eye,
    /// Both are made of the picture and of the target.
    #[state(skip)]
    chroma: ColorTracker,
    #[state(skip)]
    bins: PosterizedTracker,
    target: Color,
    found: IRect,
    /// Where the blue ball is, on the stage.
    ball: Vec2,
    #[state(skip)]
    steady: SteadyPoint,
    kept: u32,
    frames: u32,
}

impl Sketch for ColorTracking {
    const PARAMS: &'static [Param] = &[
        Param::choice("method", &Method::NAMES, 0),
        Param::whole("levels", 2, 32, 4),
        Param::choice("light", &["clouds", "steady", "lamp"], 0),
        Param::toggle("joystick", true),
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let eye = Eye::new(stage, CameraScene::Ball)?;
        let chroma = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
        Ok(Self {
            eye,
            chroma,
            bins: PosterizedTracker::default(),
            target: CameraScene::ORANGE,
            found: IRect::EMPTY,
            ball: stage.center(),
            steady: SteadyPoint::default(),
            kept: 0,
            frames: 0,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let method = Method::ALL[tick.params.choice("method") as usize];
        let lights = [CameraLight::Clouds, CameraLight::Steady, CameraLight::Lamp];
        self.eye.camera.light = lights[tick.params.choice("light") as usize];
        let fresh = self.eye.look(stage, &tick);
        let levels = if method == Method::Posterized {
            tick.params.whole("levels") as u32
        } else {
            ALL_LEVELS
        };
        if tick.params.changed("method") || tick.params.changed("levels") {
            (self.kept, self.frames) = (0, 0);
            self.bins.target = posterized(self.target, levels);
        }
        if let Some(at) = tick.input.pointer.pressed_at() {
            self.pick(at / eye::SCALE, levels);
        }
        if fresh {
            if method == Method::Chroma {
                self.chroma.see(&self.eye.frame);
                self.found = self.chroma.largest(0).map_or(IRect::EMPTY, |blob| blob.bounds);
            } else {
                self.bins.levels = levels;
                self.bins.blur = if method == Method::Exact { 0.0 } else { BLUR };
                if self.bins.see(&self.eye.frame.picture).is_ok() {
                    self.found = self.bins.bounds();
                }
                if let Some(view) = self.bins.view() {
                    self.eye.show(stage, view);
                }
            }
            self.frames += 1;
            self.kept += u32::from(!self.found.is_empty());
        }
        let middle = (!self.found.is_empty()).then(|| eye::box_on_stage(self.found).center());
        self.steady.update(middle.filter(|_| fresh), tick.dt);
        if let Some(at) = self.steady.get() {
            self.ball += (at - self.ball) * (tick.dt * 12.0).min(1.0);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        eye::outline(canvas, self.found, RED);
        if stage.params().is_on("joystick") {
            kit::disc(canvas, self.ball, 40.0, BLUE.with_alpha(150));
            kit::ring(canvas, self.ball, 40.0, Color::WHITE);
        }
        self.eye.label(canvas);
        let held = self.kept * 100 / self.frames.max(1);
        let method = Method::NAMES[stage.params().choice("method") as usize];
        kit::foot_caption(canvas, format!("{method}: found in {held} % of the pictures"), MIST);
        let swatch = vec2(canvas.width() as f32 - 24.0, canvas.height() as f32 - 18.0);
        kit::disc(canvas, swatch, 11.0, GREEN);
        kit::disc(canvas, swatch, 9.0, self.target);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        let view = Affine2::from_scale(Vec2::splat(eye::SCALE));
        kit::marks_in(view, marks, |marks| self.chroma.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        self.eye.live.hash(self, hash);
    }
}

impl ColorTracking {
    /// Takes the color under a pixel of the picture for both ways of looking.
    fn pick(&mut self, at: Vec2, levels: u32) {
        let (x, y) = (at.x as i32, at.y as i32);
        if let Some(target) = ColorTarget::picked(&self.eye.frame.picture, x, y, 3) {
            self.chroma.set_target(0, target);
            self.target = target.color;
            self.bins.target = posterized(target.color, levels);
            (self.kept, self.frames) = (0, 0);
        }
    }
}

/// A color as a posterized picture has it.
fn posterized(color: Color, levels: u32) -> Color {
    let map = motile::pixels::PaletteMap::posterize(levels);
    Color::argb(map.map(color.with_alpha(255).to_argb()))
}
