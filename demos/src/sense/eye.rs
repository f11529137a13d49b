//! The camera that the demos of sight share, mirrored: one that is made up and led by the pointer, or a real one.

use super::badge::LiveOnly;
use crate::kit;
use crate::look::{HAZE, NIGHT, RED, SMALL, SNOW};
use motile::prelude::*;
use motile::sense::sight::{CameraScene, SyntheticCamera, mirror};
use motile::sense::{CapturedFrame, FrameSource, Source, SourceState, StageSenses};

/// Width and height of the camera's pictures, in pixels; the mode that cameras had by default in the days of the book.
pub(super) const WIDTH: u32 = 160;
pub(super) const HEIGHT: u32 = 120;
/// Frames a second.
pub(super) const RATE: f32 = 15.0;
/// Pixels of the stage for one of the camera.
pub(super) const SCALE: f32 = 4.0;

/// The knob that lets a demo see the camera of whoever plays it. Off, so that nobody is asked who did not ask.
pub(super) const REAL: Param = Param::toggle("real-camera", false);

/// A camera with its last picture on the stage.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Eye {
    /// What it shows follows from the time and from where it is held.
    #[state(skip)]
    pub(super) camera: SyntheticCamera,
    /// The picture that is seen, mirrored: the last of the real camera while it runs, else the last that was made up.
    #[state(skip)]
    pub(super) frame: CapturedFrame,
    /// The last picture that was made up, mirrored, and whether it is new. Demos that are steered by senses of the real
    /// camera look at nothing else, so that their recordings play without one.
    #[state(skip)]
    pub(super) made_up: CapturedFrame,
    #[state(skip)]
    pub(super) is_fresh: bool,
    sequence: u64,
    pub(super) node: NodeId,
    /// For demos that look at the pictures themselves.
    #[state(skip)]
    pub(super) live: LiveOnly,
    /// Width and height of its pictures, in pixels.
    #[state(skip)]
    pub(super) size: (u32, u32),
    /// Pictures a second that a real camera is asked for.
    #[state(skip)]
    pub(super) wanted_rate: f32,
    /// Pictures a second that are seen; those of a real camera come as it likes.
    #[state(skip)]
    pub(super) rate: f32,
    /// When the last picture of the real camera was taken, in seconds.
    #[state(skip)]
    before: Option<f64>,
    /// How the real camera is doing, while it is wanted.
    #[state(skip)]
    real: Option<SourceState>,
}

impl Eye {
    /// Starts a camera and puts its first picture on the stage.
    pub(super) fn new(stage: &mut Stage, scene: CameraScene) -> motile::Result<Self> {
        let camera = SyntheticCamera::new(scene, 7).with_size(WIDTH, HEIGHT).with_rate(RATE);
        let frame = CapturedFrame::new(Surface::opaque(WIDTH, HEIGHT, Color::BLACK)?);
        let node = stage.add(Node::group().with_scale(SCALE));
        let mut eye = Self {
            camera,
            made_up: frame.clone(),
            frame,
            is_fresh: false,
            sequence: 0,
            node,
            live: LiveOnly::new(),
            size: (WIDTH, HEIGHT),
            wanted_rate: RATE,
            rate: RATE,
            before: None,
            real: None,
        };
        eye.camera.start();
        if eye.fetch() {
            eye.see_made_up();
            eye.put(stage);
        }
        Ok(eye)
    }

    /// Lets a tick pass and tells whether there is a new picture. While the pointer is held, it leads the hand or ball.
    pub(super) fn look(&mut self, stage: &mut Stage, tick: &Tick) -> bool {
        self.look_at(stage, tick, None)
    }

    /// As [`Eye::look`], with somebody who leads the hand while the pointer does not: 0…1 across and down the mirror.
    pub(super) fn look_at(&mut self, stage: &mut Stage, tick: &Tick, player: Option<Vec2>) -> bool {
        let size = stage.size();
        let held = tick.input.pointer.held_at().map(|at| at / size).or(player);
        self.camera.held = held.map(|at| vec2(1.0 - at.x, at.y));
        self.camera.update(tick.dt);
        self.is_fresh = self.fetch();
        let real = self.follow_real(stage, tick);
        let fresh = if real { self.see_real(stage) } else { self.is_fresh };
        if fresh && !real {
            self.see_made_up();
        }
        if fresh {
            self.put(stage);
        }
        fresh
    }

    /// The next picture that is made up.
    fn fetch(&mut self) -> bool {
        if !self.camera.next_frame(&mut self.made_up) {
            return false;
        }
        mirror(&mut self.made_up.picture);
        self.sequence = self.made_up.sequence;
        true
    }

    /// The made-up picture is the one that is seen. While the real camera runs it goes on unseen, and nobody can click on it.
    fn see_made_up(&mut self) {
        self.frame.clone_from(&self.made_up);
        (self.rate, self.before) = (RATE, None);
    }

    /// Starts or stops the real camera as its knob says; whether it runs. Both cameras are stopped together.
    fn follow_real(&mut self, stage: &mut Stage, tick: &Tick) -> bool {
        let real = &mut stage.senses().camera;
        let wanted = tick.params.is_on(REAL.name);
        self.live.follow(wanted);
        match (wanted && self.camera.is_live(), real.state()) {
            (true, SourceState::NeedsPermission) => {
                real.set_size(self.size.0, self.size.1);
                real.set_rate(self.wanted_rate);
                real.start();
            }
            (false, state) if state != SourceState::NeedsPermission => real.stop(),
            _ => {}
        }
        self.real = wanted.then(|| real.state());
        if !real.is_live() {
            self.before = None;
        }
        real.is_live()
    }

    /// A picture of the real camera, as large as was wanted.
    fn see_real(&mut self, stage: &mut Stage) -> bool {
        if !stage.senses().camera.next_frame(&mut self.frame) {
            return false;
        }
        let since = self.frame.seconds - self.before.unwrap_or(f64::NAN);
        self.before = Some(self.frame.seconds);
        // The first one comes as those do that were wanted.
        self.rate =
            if since > 0.0 { (1.0 / since as f32).clamp(1.0, 240.0) } else { self.wanted_rate };
        let picture = &self.frame.picture;
        let (width, height) = (picture.width(), picture.height());
        let (wide, high) = self.size;
        if (width, height) != self.size
            && let Ok(mut fitted) = Surface::opaque(wide, high, Color::BLACK)
        {
            for y in 0..high {
                for x in 0..wide {
                    let from = (x * width / wide, y * height / high);
                    if let Some(color) = picture.get(from.0 as i32, from.1 as i32) {
                        fitted.set(x as i32, y as i32, color);
                    }
                }
            }
            self.frame.picture = fitted;
        }
        mirror(&mut self.frame.picture);
        true
    }

    fn put(&self, stage: &mut Stage) {
        stage[self.node].content = Bitmap::new(self.frame.picture.clone()).into();
    }

    /// Shows another picture of the camera's size instead of its own.
    pub(super) fn show(&self, stage: &mut Stage, picture: &Surface) {
        stage[self.node].content = Bitmap::new(picture.clone()).into();
    }

    /// Makes the picture darker, so that what is drawn over it stands out.
    pub(super) fn dim(&self, stage: &mut Stage, alpha: f32) {
        stage[self.node].alpha = alpha;
    }

    /// The light that says a camera is on, and what stands in for it; below, why.
    pub(super) fn label(&self, canvas: &mut Canvas<'_>) {
        let made_up = self.camera.label().unwrap_or_default();
        let says = match self.real {
            None => made_up.to_owned(),
            Some(SourceState::Running) => "your camera".to_owned(),
            Some(state) => format!("{made_up}\nyour camera: {state}"),
        };
        let Ok(words) = Text::new(says.as_str(), SMALL).layout() else {
            return;
        };
        let panel = Aabb::from_size(vec2(10.0, 10.0), words.size() + vec2(38.0, 8.0));
        canvas.fill(&Path::round_rect(panel, 8.0), NIGHT.with_alpha(210));
        let line = words.size().y / says.lines().count().max(1) as f32;
        // A real camera is on no longer than the one that stands in for it.
        let light = if self.camera.is_live() { RED } else { HAZE };
        kit::disc(canvas, vec2(24.0, 14.0 + line * 0.5), 5.0, light);
        canvas.text(&words, vec2(38.0, 14.0), SNOW);
    }
}

/// A place of the picture, 0…1 across and down, on the stage.
pub(super) fn on_stage(at: Vec2) -> Vec2 {
    at * vec2(WIDTH as f32, HEIGHT as f32) * SCALE
}

/// A rectangle of the picture on the stage.
pub(super) fn box_on_stage(area: IRect) -> Aabb {
    let corner = vec2(area.x as f32, area.y as f32);
    let size = vec2(area.width as f32, area.height as f32);
    Aabb::from_size(corner * SCALE, size * SCALE)
}

/// The thin red outline that the book draws around what was found.
pub(super) fn outline(canvas: &mut Canvas<'_>, area: IRect, color: Color) {
    if !area.is_empty() {
        canvas.stroke(&Path::rect(box_on_stage(area)), &Stroke::new(3.0), color);
    }
}
