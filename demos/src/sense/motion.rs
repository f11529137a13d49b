//! What moves, seen in six ways: from the plain difference of two pictures to who stands still in a room.

use super::eye::{self, Eye};
use crate::look::{BLUE, MIST, RED};
use crate::{Demo, kit};
use motile::prelude::*;
use motile::sense::classic::DifferenceTracker;
use motile::sense::sight::{BackgroundModel, BitPlane, CameraScene, MotionHistory, MotionTracker};

pub(super) const DEMO: Demo = Demo {
    id: "sense/motion",
    title: "What moves",
    sees: "A waving hand leaves a trail of light that fades; an arrow says which way it goes.",
    tries: "Compare the views: a difference without a threshold finds the noise, a background finds who stands still. \
            What a real camera sees is in no recording of the demo.",
    controls: "Hold to lead the hand.",
    takes_drags: true,
    spec: &["DEMO-5-17", "DEMO-5-18", "DEMO-5-19"],
    ticks: 162,
    ..Demo::of::<MotionViews>()
};

#[derive(Clone, Copy)]
enum View {
    History,
    Motion,
    Background,
    Difference,
    NaiveBox,
    Threshold,
}

impl View {
    const NAMES: [&str; 6] = [
        "history",
        "motion",
        "background",
        "difference",
        "box without threshold",
        "box with threshold",
    ];
    const ALL: [Self; 6] = [
        Self::History,
        Self::Motion,
        Self::Background,
        Self::Difference,
        Self::NaiveBox,
        Self::Threshold,
    ];
    const SAYS: [&str; 6] = [
        "older motion fades: its slope is the way",
        "changed pixels in specks of nine, light taken out",
        "what is not part of the room, also when it stands still",
        "the classic difference of two pictures",
        "noise is everywhere, so the box is the picture",
        "red below 51 is black: the box holds what moves",
    ];
}

#[derive(StateHash)]
#[state(hash_only)]
struct MotionViews {
    eye: Eye,
    /// All are made of the pictures.
    #[state(skip)]
    motion: MotionTracker,
    #[state(skip)]
    history: MotionHistory,
    #[state(skip)]
    room: BackgroundModel,
    #[state(skip)]
    classic: DifferenceTracker,
    found: IRect,
    way: Vec2,
}

impl Sketch for MotionViews {
    const PARAMS: &'static [Param] = &[
        Param::choice("view", &View::NAMES, 0),
        Param::whole("threshold", 1, 80, 14),
        Param::whole("noise", 0, 31, 6),
        eye::REAL,
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let mut room = BackgroundModel::default();
        // What the room looks like before the hand comes.
        let mut eye = Eye::new(stage, CameraScene::Empty)?;
        room.see(&motile::sense::sight::LumaPlane::from_surface(&eye.frame.picture));
        eye.camera.scene = CameraScene::Hand;
        Ok(Self {
            eye,
            motion: MotionTracker::default(),
            history: MotionHistory::default(),
            room,
            classic: DifferenceTracker::default(),
            found: IRect::EMPTY,
            way: Vec2::ZERO,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.eye.camera.noise = tick.params.whole("noise") as u8;
        self.motion.threshold = tick.params.whole("threshold") as u8;
        if !self.eye.look(stage, &tick) {
            return;
        }
        self.motion.see(&self.eye.frame);
        self.history.see(self.motion.mask(), 1.0 / self.eye.rate);
        self.room.see(self.motion.luma());
        let whole = IRect::of_size(eye::WIDTH, eye::HEIGHT);
        let way = self.history.direction(whole) * self.motion.level().min(20.0) / 20.0;
        self.way += (way - self.way) * 0.4;
        let view = View::ALL[tick.params.choice("view") as usize];
        self.classic.threshold = if matches!(view, View::Threshold) { 51 } else { 0 };
        if let Err(error) = self.classic.see(&self.eye.frame.picture) {
            stage.fail(error);
        }
        self.show(stage, view);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        eye::outline(canvas, self.found, RED);
        let view = stage.params().choice("view") as usize;
        if matches!(View::ALL[view], View::History) && self.way.length() > 0.1 {
            let middle = vec2(320.0, 400.0);
            kit::arrow(canvas, middle, middle + self.way * 160.0, 14.0, BLUE);
        }
        self.eye.label(canvas);
        kit::foot_caption(canvas, format!("{}: {}", View::NAMES[view], View::SAYS[view]), MIST);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        let view = Affine2::from_scale(Vec2::splat(eye::SCALE));
        kit::marks_in(view, marks, |marks| self.motion.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        self.eye.live.hash(self, hash);
    }
}

impl MotionViews {
    fn show(&mut self, stage: &mut Stage, view: View) {
        let mut picture = self.eye.frame.picture.clone();
        self.found = IRect::EMPTY;
        match view {
            View::History => glow(&mut picture, self.history.bytes()),
            View::Motion => {
                self.found = self.motion.seen().bounds;
                darken(&mut picture, self.motion.mask());
            }
            View::Background => {
                self.found = self.room.seen().bounds;
                darken(&mut picture, self.room.mask());
            }
            View::Difference | View::NaiveBox | View::Threshold => {
                if !matches!(view, View::Difference) {
                    self.found = self.classic.bounds();
                }
                if let Some(view) = self.classic.view() {
                    picture.clone_from(view);
                }
            }
        }
        self.eye.show(stage, &picture);
    }
}

/// Lets only the pixels of a mask keep their light.
fn darken(picture: &mut Surface, mask: &BitPlane) {
    let width = picture.width() as usize;
    for (index, word) in picture.words_mut().iter_mut().enumerate() {
        if !mask.get((index % width) as i32, (index / width) as i32) {
            *word = (*word >> 2 & 0x003F_3F3F) | 0xFF00_0000;
        }
    }
}

/// Adds gold where something moved, as fresh as it is.
fn glow(picture: &mut Surface, fresh: &[u8]) {
    for (word, &fresh) in picture.words_mut().iter_mut().zip(fresh) {
        let [r, g, b, _] = word.to_le_bytes();
        let add = |channel: u8, most: u32| {
            let dark = u32::from(channel) / 2;
            (dark + most * u32::from(fresh) / 255).min(255) as u8
        };
        *word = u32::from_le_bytes([add(r, 240), add(g, 170), add(b, 40), 255]);
    }
}
