//! All of sight that a game is steered by, at once.

use super::{
    AirButton, BackgroundModel, ColorTracker, EdgeFinder, MotionHistory, MotionTracker,
    OpticalFlow, PixelBlob,
};
use crate::hear::{ActivityGate, GateEvent};
use crate::{CapturedFrame, FrameSource};
use motile_geom::{Marks, Vec2, vec2};
use motile_pixels::{IRect, Surface};

/// Watches: frames go in, and each gives numbers that a game can be bound to ([`SeenSense`]). Settings are plain fields
/// and may change at any time. What [`hear::Ear`](crate::hear::Ear) is for sound.
///
/// Places are those of the camera's picture: whoever stands before it and moves to the left moves to the right in it.
/// `SenseAxis::new(1.0, 0.0)` turns that around.
///
/// ```
/// use motile_sense::{SeenSense, Source, sight::{CameraScene, Watcher, SyntheticCamera}};
///
/// let (mut camera, mut eye) = (SyntheticCamera::new(CameraScene::Hand, 1), Watcher::default());
/// camera.start();
/// for _tick in 0..60 {
///     eye.look(&mut camera, 1.0 / 60.0);
/// }
/// assert!(SeenSense::Motion.value(&eye).is_some_and(|level| level > 0.5), "the hand is waving");
/// camera.stop();
/// eye.look(&mut camera, 1.0 / 60.0);
/// assert_eq!(SeenSense::Motion.value(&eye), None, "nothing is captured");
/// ```
#[derive(Clone, Debug)]
pub struct Watcher {
    /// What moves.
    pub motion: MotionTracker,
    /// Where what moves was before, which tells its way.
    pub history: MotionHistory,
    /// Colors that are looked for; none at the beginning.
    pub colors: ColorTracker,
    /// Buttons in the air; none at the beginning.
    pub buttons: Vec<AirButton>,
    /// Who is in the room, also when they stand still; `None` at the beginning, for it takes its time. The first picture after
    /// [`Watcher::forget`] is taken for the empty room.
    pub background: Option<BackgroundModel>,
    /// Which way each part of the picture moves; `None` at the beginning.
    pub flow: Option<OpticalFlow>,
    /// Where light and dark meet; `None` at the beginning.
    pub edges: Option<EdgeFinder>,
    /// When there is something to be seen: opens above a level of motion, 50 at the beginning, and closes after two seconds of
    /// stillness.
    #[doc(alias = "motion level")]
    pub gate: ActivityGate,
    told: Option<GateEvent>,
    frame: Option<CapturedFrame>,
    /// When the last frame came, while there is one.
    seconds: Option<f64>,
    /// Seconds since then.
    age: f32,
}

impl Default for Watcher {
    fn default() -> Self {
        Self {
            motion: MotionTracker::default(),
            history: MotionHistory::default(),
            colors: ColorTracker::new([]),
            buttons: Vec::new(),
            background: None,
            flow: None,
            edges: None,
            gate: ActivityGate::new(50.0, 2.0),
            told: None,
            frame: Surface::new(1, 1).ok().map(CapturedFrame::new),
            seconds: None,
            age: 0.0,
        }
    }
}

/// Longest time between two frames that counts, in seconds: what was before a longer one is forgotten anyway.
const LONGEST: f64 = 1.0;

impl Watcher {
    /// Lets `dt` seconds pass for a source and looks at the picture that it has, if it is new. While the source does not
    /// capture, there is nothing to tell.
    pub fn look(&mut self, source: &mut (impl FrameSource + ?Sized), dt: f32) {
        source.update(dt);
        self.wait(dt);
        if let Some(mut frame) = self.frame.take() {
            if source.next_frame(&mut frame) {
                self.see(&frame);
            }
            self.frame = Some(frame);
        }
        if !source.is_live() {
            self.forget();
        }
    }

    /// Looks at a frame and tells whether it was a new one; a frame of the number last seen changes nothing.
    pub fn see(&mut self, frame: &CapturedFrame) -> bool {
        if !self.motion.see(frame) {
            return false;
        }
        let before = self.seconds.unwrap_or(frame.seconds);
        let dt = (frame.seconds - before).clamp(0.0, LONGEST) as f32;
        (self.seconds, self.age) = (Some(frame.seconds), 0.0);
        self.history.see(self.motion.mask(), dt);
        self.told = self.gate.update(self.motion.level(), dt);
        self.colors.see(frame);
        for button in &mut self.buttons {
            button.update(self.motion.mask(), dt);
        }
        let luma = self.motion.luma();
        if let Some(background) = &mut self.background {
            background.see(luma);
        }
        if let Some(flow) = &mut self.flow {
            flow.see_luma(luma);
        }
        if let Some(edges) = &mut self.edges {
            edges.see(luma);
        }
        true
    }

    /// Has seen nothing from now on; settings, colors and buttons stay.
    pub fn forget(&mut self) {
        if self.seconds.take().is_some() {
            self.motion.forget();
            self.history.forget();
            self.colors.forget();
            self.background.iter_mut().for_each(BackgroundModel::forget);
            self.flow.iter_mut().for_each(OpticalFlow::forget);
            self.gate.reset();
            self.told = None;
        }
    }

    /// Lets `dt` seconds pass in which no frame came. Time that is negative or not finite does not pass.
    pub fn wait(&mut self, dt: f32) {
        if dt.is_finite() {
            self.age += dt.max(0.0);
        }
    }

    /// How old what it tells is: seconds since the last frame that it saw; `None` before there was one. Cameras are slower
    /// than games, and one that hangs tells the same for long.
    #[doc(alias = "latency")]
    pub fn age(&self) -> Option<f32> {
        self.seconds.map(|_| self.age)
    }

    /// Whether it has seen a frame of what captures now.
    pub const fn is_seeing(&self) -> bool {
        self.seconds.is_some()
    }

    /// What the last frame made of [`Watcher::gate`]: somebody came, or all has been still for its hold time. `None` for all other
    /// frames.
    #[doc(alias = "activity event")]
    pub const fn activity(&self) -> Option<GateEvent> {
        self.told
    }

    /// Which way things move in the whole picture, at most 1 long; zero when nothing does.
    pub fn way(&self) -> Vec2 {
        let luma = self.motion.luma();
        self.history.direction(IRect::of_size(luma.width(), luma.height()))
    }

    /// Shows what moves, the colors found and the buttons, in pixels of the picture.
    pub fn mark(&self, marks: &mut Marks) {
        self.motion.mark(marks);
        self.colors.mark(marks);
        let luma = self.motion.luma();
        let size = vec2(luma.width() as f32, luma.height() as f32);
        self.buttons.iter().for_each(|button| button.mark(size, marks));
    }
}

/// A number that sight gives, to be bound to an axis or an action, as [`HeardSense`](crate::HeardSense) is one of hearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SeenSense {
    /// How much moves, 0…100.
    Motion,
    /// 1 while there is something to be seen, else 0: [`Watcher::gate`].
    Activity,
    /// Where the middle of what moves is, 0…1 across the picture; none while nothing moves.
    MotionX,
    /// Where the middle of what moves is, 0…1 down the picture; none while nothing moves.
    MotionY,
    /// Where the box around what moves begins, 0…1 across the picture; none while nothing moves.
    MotionLeft,
    /// Where the box around what moves ends, 0…1 across the picture; none while nothing moves.
    MotionRight,
    /// How far to the right things move, −1…1.
    WayX,
    /// How far down things move, −1…1.
    WayY,
    /// Where the color of this number is, 0…1 across the picture; none while it is not seen.
    ColorX(u8),
    /// Where the color of this number is, 0…1 down the picture; none while it is not seen.
    ColorY(u8),
    /// The share of the picture that has the color of this number, 0…1.
    ColorShare(u8),
    /// 1 while the button of this number is pressed, else 0; none where there is no such button.
    Button(u8),
    /// The mean brightness of the picture, 0…255.
    Brightness,
}

impl SeenSense {
    /// The number in what was seen; none while nothing is captured.
    pub fn value(self, eye: &Watcher) -> Option<f32> {
        if !eye.is_seeing() {
            return None;
        }
        let luma = eye.motion.luma();
        match self {
            Self::Motion => Some(eye.motion.level()),
            Self::Activity => Some(f32::from(u8::from(eye.gate.is_open()))),
            Self::MotionX => eye.motion.center().map(|at| at.x),
            Self::MotionY => eye.motion.center().map(|at| at.y),
            Self::MotionLeft | Self::MotionRight => {
                let area = Some(eye.motion.seen().bounds).filter(|area| !area.is_empty())?;
                let x = if self == Self::MotionLeft { i64::from(area.x) } else { area.right() };
                Some(x as f32 / luma.width().max(1) as f32)
            }
            Self::WayX => Some(eye.way().x),
            Self::WayY => Some(eye.way().y),
            Self::ColorX(number) => eye.colors.center(number.into()).map(|at| at.x),
            Self::ColorY(number) => eye.colors.center(number.into()).map(|at| at.y),
            Self::ColorShare(number) => {
                let area: u64 = eye.colors.blobs(number.into()).iter().map(PixelBlob::area).sum();
                let whole = u64::from(luma.width()) * u64::from(luma.height());
                Some(area as f32 / whole.max(1) as f32)
            }
            Self::Button(number) => {
                let button = eye.buttons.get(usize::from(number))?;
                Some(f32::from(u8::from(button.is_down())))
            }
            Self::Brightness => Some(luma.mean()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use crate::sight::{CameraScene, ColorTarget, SyntheticCamera};
    use motile_geom::Aabb;

    #[test]
    fn every_sense_of_sight_tells_of_its_scene() {
        let mut camera = SyntheticCamera::new(CameraScene::Ball, 4).with_size(160, 120);
        let mut eye = Watcher {
            colors: ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]),
            buttons: vec![AirButton::new(Aabb::new(Vec2::ZERO, Vec2::ONE))],
            ..Watcher::default()
        };
        eye.buttons[0].press = 0.001;
        eye.buttons[0].release = 0.0;
        camera.start();
        let (mut ways, mut down) = ([false; 2], false);
        for _ in 0..240 {
            eye.look(&mut camera, 1.0 / 60.0);
            let told = |sense: SeenSense| sense.value(&eye);
            if let (Some(x), Some(y)) = (told(SeenSense::ColorX(0)), told(SeenSense::ColorY(0))) {
                assert!(vec2(x, y).distance(camera.targets()[0]) < 0.03);
            }
            let sides =
                [SeenSense::MotionLeft, SeenSense::MotionX, SeenSense::MotionRight].map(told);
            if let [Some(left), Some(middle), Some(right)] = sides {
                assert!(0.0 <= left && left <= middle && middle <= right && right <= 1.0);
            }
            let way = told(SeenSense::WayX).unwrap_or(0.0);
            ways = [ways[0] || way < -0.3, ways[1] || way > 0.3];
            down |= told(SeenSense::Button(0)) == Some(1.0);
        }
        assert_eq!(
            (ways, down),
            ([true; 2], true),
            "the ball swings, and the whole air is a button"
        );
        let told = |sense: SeenSense| sense.value(&eye);
        assert!(told(SeenSense::ColorShare(0)).is_some_and(|share| (0.001..0.2).contains(&share)));
        assert!(told(SeenSense::Brightness).is_some_and(|mean| (10.0..245.0).contains(&mean)));
        assert_eq!((told(SeenSense::ColorX(7)), told(SeenSense::Button(7))), (None, None));
    }

    #[test]
    fn input_59_background_flow_and_edges_are_seen_where_they_are_wanted() {
        let mut camera = SyntheticCamera::new(CameraScene::Hand, 2).with_size(160, 120);
        let mut eye = Watcher {
            background: Some(BackgroundModel::default()),
            flow: Some(OpticalFlow::default()),
            edges: Some(EdgeFinder::default()),
            ..Watcher::default()
        };
        camera.start();
        let mut most = [0; 3];
        for _ in 0..90 {
            eye.look(&mut camera, 1.0 / 60.0);
            let ways = eye.flow.as_ref().unwrap().ways();
            let now = [
                eye.background.as_ref().unwrap().mask().count() as usize,
                ways.iter().filter(|way| **way != Vec2::ZERO).count(),
                eye.edges.as_ref().unwrap().mask().count() as usize,
            ];
            most = core::array::from_fn(|at| most[at].max(now[at]));
        }
        assert!(most[0] > 100 && most[1] > 2 && most[2] > 100, "{most:?}");
        eye.background.as_mut().unwrap().floor = 30;
        eye.forget();
        let background = eye.background.as_ref().unwrap();
        assert_eq!((background.mask().count(), background.floor), (0, 30));
        assert!(eye.flow.as_ref().unwrap().ways().is_empty());
    }

    #[test]
    fn input_20_a_camera_has_an_activity_gate_of_its_own() {
        // Half of the picture changes in the third of ten frames a second, and nothing after it.
        let mut eye = Watcher::default();
        assert_eq!((eye.gate.threshold, eye.gate.hold), (50.0, 2.0));
        let mut told = Vec::new();
        for number in 0..30u32 {
            let mut picture = Surface::opaque(64, 48, motile_pixels::Color::BLACK).unwrap();
            let bright = if number < 3 { 0 } else { 40 };
            picture.fill_rect(IRect::new(0, 0, bright, 48), motile_pixels::Color::WHITE);
            let mut frame = CapturedFrame::new(picture);
            (frame.sequence, frame.seconds) = (number.into(), f64::from(number) / 10.0);
            eye.motion.follow_light = false;
            assert!(eye.see(&frame));
            assert_eq!(
                SeenSense::Activity.value(&eye),
                Some(f32::from(u8::from(eye.gate.is_open())))
            );
            told.extend(eye.activity().map(|event| (number, event.activating)));
        }
        assert_eq!(told, [(3, true), (23, false)]);
        // 100 is never exceeded: no events.
        eye.gate = ActivityGate::new(100.0, 2.0);
        let mut frame =
            CapturedFrame::new(Surface::opaque(64, 48, motile_pixels::Color::BLACK).unwrap());
        (frame.sequence, frame.seconds) = (30, 3.0);
        assert!(eye.see(&frame) && eye.motion.level() > 50.0 && eye.activity().is_none());
    }

    #[test]
    fn weak_5_8_what_is_told_has_an_age() {
        let mut camera =
            SyntheticCamera::new(CameraScene::Hand, 1).with_size(32, 24).with_rate(15.0);
        let mut eye = Watcher::default();
        assert_eq!(eye.age(), None);
        camera.start();
        let mut oldest = 0.0f32;
        for _ in 0..60 {
            eye.look(&mut camera, 1.0 / 60.0);
            oldest = oldest.max(eye.age().unwrap());
        }
        assert!((oldest - 0.05).abs() < 0.01, "three of four ticks bring no frame: {oldest}");
        eye.wait(f32::NAN);
        eye.wait(2.0);
        assert!(eye.age().is_some_and(|age| (2.0..2.1).contains(&age)));
        eye.forget();
        assert_eq!(eye.age(), None);
    }

    #[test]
    fn a_frame_counts_once_and_a_stop_forgets() {
        let mut frame = CapturedFrame::new(Surface::new(1, 1).unwrap());
        let mut eye = Watcher::default();
        assert!(eye.see(&frame) && !eye.see(&frame));
        frame.sequence = 1;
        frame.seconds = f64::NAN;
        assert!(eye.see(&frame), "a time that is none does not pass");
        eye.motion.threshold = 40;
        eye.forget();
        assert_eq!((eye.is_seeing(), eye.motion.threshold), (false, 40));
        assert!(eye.see(&frame), "another session may count from the beginning");
    }
}
