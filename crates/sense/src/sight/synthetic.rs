//! A camera that needs no device: scenes drawn for it, with the noise and the light of a real one.

use super::{raw::fit_picture, scene};
use crate::{CapturedFrame, FrameSource, Source, SourceLife, SourceSignal, SourceState};
use motile_geom::{Rng, Vec2, ops};
use motile_pixels::{Color, Surface};

/// What a made-up camera sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CameraScene {
    /// An orange ball that swings over a room. Its middle is the target.
    #[default]
    Ball,
    /// An orange ball and a blue one. Both middles are targets.
    TwoBalls,
    /// A hand on its arm that waves. The palm is the target.
    Hand,
    /// Somebody from the waist up, who raises the arms and moves from side to side. The head and the two hands are
    /// targets.
    Person,
    /// Two hands that beat down on the lower half in turn. Both are targets.
    Drummer,
    /// A room with nobody in it.
    Empty,
}

/// How the light behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CameraLight {
    /// It stays.
    #[default]
    Steady,
    /// It falls to six tenths and rises again, slowly, as with clouds.
    Clouds,
    /// A lamp goes off for every other second.
    Lamp,
}

/// A camera that draws what it sees: seeded, the same pictures everywhere, with targets whose places are known. Stands in
/// for a real one, and is what detectors are measured with.
///
/// ```
/// use motile_sense::{CapturedFrame, FrameSource, Source, sight::{CameraLight, CameraScene, SyntheticCamera}};
/// let mut camera = SyntheticCamera::new(CameraScene::Ball, 1).with_size(160, 120);
/// camera.light = CameraLight::Lamp;
/// camera.start();
/// let mut frame = CapturedFrame::new(motile_pixels::Surface::new(1, 1)?);
/// assert!(camera.next_frame(&mut frame));
/// let ball = camera.targets()[0] * motile_geom::vec2(160.0, 120.0);
/// assert!(frame.picture.get(ball.x as i32, ball.y as i32).is_some_and(|color| color.r > 150 && color.b < 110));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "fake camera")]
#[doc(alias = "webcam")]
#[derive(Clone, Debug)]
pub struct SyntheticCamera {
    /// What it sees.
    pub scene: CameraScene,
    /// How the light behaves.
    pub light: CameraLight,
    /// Noise of a channel in levels, up to ±31. Default 4.
    pub noise: u8,
    /// Where the first target is held, 0…1 across and down, instead of its own way: a pointer that plays the hand.
    pub held: Option<Vec2>,
    size: (u32, u32),
    rate: f32,
    seed: u64,
    life: SourceLife,
    room: Option<Surface>,
    /// Frames that began since the start, and time since.
    begun: u64,
    taken: u64,
    time: f64,
    targets: Vec<Vec2>,
}

/// Frames a second of the default.
const RATE: f32 = 30.0;

impl SyntheticCamera {
    /// A camera of 320×240 pixels and 30 frames a second.
    pub const fn new(scene: CameraScene, seed: u64) -> Self {
        Self {
            scene,
            light: CameraLight::Steady,
            noise: 4,
            held: None,
            size: (320, 240),
            rate: RATE,
            seed,
            life: SourceLife::new(SourceState::NeedsPermission),
            room: None,
            begun: 0,
            taken: 0,
            time: 0.0,
            targets: Vec::new(),
        }
    }

    /// Other sides in pixels, held to 16…4096.
    pub fn with_size(mut self, width: u32, height: u32) -> Self {
        self.size = (width.clamp(16, 4096), height.clamp(16, 4096));
        self.room = None;
        self
    }

    /// Another number of frames a second, held to 1…240.
    pub fn with_rate(mut self, rate: f32) -> Self {
        self.rate = if rate.is_finite() { rate.clamp(1.0, 240.0) } else { RATE };
        self
    }

    /// Where the targets were in the last frame taken, 0…1 across and down: the truth that detectors are measured by.
    pub fn targets(&self) -> &[Vec2] {
        &self.targets
    }

    /// Seconds at which a frame is captured.
    fn time_of(&self, frame: u64) -> f64 {
        frame as f64 / f64::from(self.rate)
    }

    /// Draws a frame by its number, without starting anything.
    pub fn draw(&mut self, frame: u64, picture: &mut Surface) {
        let (width, height) = self.size;
        // Both sides were held to what a surface can have.
        if fit_picture(picture, width, height).is_err() {
            return;
        }
        let seed = self.seed;
        if let Some(room) = &self.room {
            picture.blit(room, 0, 0);
        } else {
            scene::draw_room(picture, seed);
            self.room = Some(picture.clone());
        }
        let time = self.time_of(frame) as f32;
        scene::draw(self.scene, time, self.held, picture, &mut self.targets);
        let mut rng = Rng::with_stream(seed, frame);
        expose(picture, brightness(self.light, time), self.noise.min(31), &mut rng);
    }
}

/// The light at a time, 256 being all of it.
fn brightness(light: CameraLight, time: f32) -> u32 {
    match light {
        CameraLight::Steady => 256,
        CameraLight::Clouds => (256.0 * (0.8 + 0.2 * ops::cos(time * 1.1))) as u32,
        CameraLight::Lamp => {
            if (time as u32).is_multiple_of(2) {
                256
            } else {
                166
            }
        }
    }
}

/// Light and noise of a sensor, for every channel of every pixel.
fn expose(picture: &mut Surface, light: u32, noise: u8, rng: &mut Rng) {
    let (noise, span) = (i32::from(noise), u32::from(noise) * 2 + 1);
    // A generator of its own for every frame: three times eight bits of one word a pixel.
    let mut state = rng.u32() | 1;
    for word in picture.words_mut() {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let channel = |shift: u32| {
            let level = (((*word >> shift & 255) * light) >> 8) as i32;
            let speck = (((state >> shift & 255) * span) >> 8) as i32 - noise;
            (level + speck).clamp(0, 255) as u8
        };
        *word = u32::from_le_bytes([channel(0), channel(8), channel(16), 255]);
    }
}

impl Source for SyntheticCamera {
    fn name(&self) -> &str {
        match self.scene {
            CameraScene::Ball => "made-up camera: a ball",
            CameraScene::TwoBalls => "made-up camera: two balls",
            CameraScene::Hand => "made-up camera: a hand",
            CameraScene::Person => "made-up camera: a person",
            CameraScene::Drummer => "made-up camera: a drummer",
            CameraScene::Empty => "made-up camera: a room",
        }
    }

    fn state(&self) -> SourceState {
        self.life.state()
    }

    fn start(&mut self) {
        if self.life.apply(SourceSignal::Start) {
            self.life.apply(SourceSignal::Granted);
            (self.begun, self.taken, self.time) = (1, 0, 0.0);
        }
    }

    fn stop(&mut self) {
        self.life.apply(SourceSignal::Stop);
        (self.begun, self.taken) = (0, 0);
    }

    fn set_paused(&mut self, paused: bool) {
        self.life.paused = paused;
    }

    fn update(&mut self, dt: f32) {
        if self.life.is_live() && dt.is_finite() && dt > 0.0 {
            self.time += f64::from(dt);
            // A thousandth of a frame is lent, so that ticks of 1/60 and frames of 1/30 stay in step.
            self.begun = (self.time * f64::from(self.rate) + 0.001) as u64 + 1;
        }
    }

    fn label(&self) -> Option<&str> {
        Some(self.name())
    }

    fn is_live(&self) -> bool {
        self.life.is_live()
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.life.take_changes()
    }
}

impl FrameSource for SyntheticCamera {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        if !self.life.is_live() || self.taken == self.begun {
            return false;
        }
        self.taken = self.begun;
        let number = self.begun - 1;
        self.draw(number, &mut frame.picture);
        (frame.sequence, frame.seconds) = (number, self.time_of(number));
        true
    }
}

/// The color of the ball that scenes have, and of the second one: what a tracker is told to look for.
impl CameraScene {
    /// The orange of the first ball.
    pub const ORANGE: Color = Color::rgb(235, 110, 25);
    /// The blue of the second ball.
    pub const BLUE: Color = Color::rgb(35, 95, 225);
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{StateHash, vec2};

    const SCENES: [CameraScene; 6] = [
        CameraScene::Ball,
        CameraScene::TwoBalls,
        CameraScene::Hand,
        CameraScene::Person,
        CameraScene::Drummer,
        CameraScene::Empty,
    ];

    fn blank() -> CapturedFrame {
        CapturedFrame::new(Surface::new(1, 1).unwrap())
    }

    #[test]
    fn a_seed_is_a_film() {
        let film = |seed| {
            let mut hash = StateHash::new();
            for scene in SCENES {
                let mut camera = SyntheticCamera::new(scene, seed).with_size(64, 48);
                camera.start();
                let mut frame = blank();
                for _ in 0..5 {
                    camera.update(0.1);
                    assert!(camera.next_frame(&mut frame));
                    hash.write(&frame.picture);
                }
            }
            hash.finish()
        };
        assert_eq!(film(1), film(1));
        assert_ne!(film(1), film(2));
    }

    #[test]
    fn frames_come_at_their_rate_and_targets_stay_inside() {
        for scene in SCENES {
            let mut camera = SyntheticCamera::new(scene, 3).with_size(64, 48).with_rate(15.0);
            let mut frame = blank();
            assert!(!camera.next_frame(&mut frame), "not started");
            camera.start();
            let mut count = 0;
            for _ in 0..240 {
                camera.update(1.0 / 60.0);
                if camera.next_frame(&mut frame) {
                    count += 1;
                    let inside =
                        |at: &Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::ONE).all();
                    assert!(
                        camera.targets().iter().all(inside),
                        "{scene:?} {:?}",
                        camera.targets()
                    );
                }
            }
            assert_eq!((count, frame.sequence), (61, 60), "{scene:?}: one at the start");
            camera.stop();
            camera.update(1.0);
            assert!(!camera.next_frame(&mut frame) && !camera.is_live());
        }
    }

    #[test]
    fn a_pointer_holds_the_first_target() {
        let mut camera = SyntheticCamera::new(CameraScene::Hand, 3).with_size(16, 9000);
        camera.held = Some(vec2(0.25, 0.75));
        let mut picture = Surface::new(1, 1).unwrap();
        camera.draw(7, &mut picture);
        assert_eq!(camera.targets(), [vec2(0.25, 0.75)]);
        camera.held = Some(Vec2::NAN);
        camera.draw(8, &mut picture);
        assert!(camera.targets()[0].is_finite());
    }
}
