//! Sessions of the demos of microphone and camera play again without either.

use motile::prelude::*;
use motile::sense::sight::{CameraScene, SyntheticCamera};
use motile::sense::{
    CapturedFrame, FrameSource, SampleBlock, SampleSource, Source, SourceState, StageSenses,
    SyntheticPart, SyntheticSource, Timbre,
};
use motile_demos::Demo;

/// Demos that are steered by what their devices tell; all others only show it.
const STEERED: [&str; 8] = [
    "sense/air-drums",
    "sense/candles",
    "sense/clapper",
    "sense/color-invaders",
    "sense/hand-breakout",
    "sense/level-graph",
    "sense/sound-flier",
    "sense/whistle-steer",
];

fn start(demo: &Demo) -> Player {
    (demo.start)(&demo.settings(1)).unwrap_or_else(|error| panic!("{}: {error}", demo.id))
}

/// Claps, breath, a whistle and quiet.
fn room() -> SyntheticSource {
    let part = |timbre: Timbre, start: f32, length: f32| SyntheticPart::new(timbre, start, length);
    SyntheticSource::new("the headset of Ada Lovelace", 3)
        .with_period(3.0)
        .with_part(part(Timbre::Clap, 0.2, 0.15))
        .with_part(part(Timbre::Whistle { hz: 1_300.0 }, 0.5, 0.4))
        .with_part(part(Timbre::Blow, 1.0, 0.9).with_amplitude(0.8))
        .with_part(part(Timbre::Clap, 2.2, 0.15))
}

/// Somebody who turns the device on, and off again, in pictures that do not keep step with the ticks.
///
/// With the ticks and states while the device was on and at the end.
fn session(demo: &Demo, has_devices: bool) -> (Player, [(u64, u64); 2]) {
    let mut player = start(demo);
    let senses = player.stage_mut().senses();
    senses.use_microphone(room());
    senses.use_camera(SyntheticCamera::new(CameraScene::Ball, 9).with_size(80, 60));
    player.set_devices(has_devices);
    player.record();
    let knob = ["microphone", "real-camera"]
        .into_iter()
        .find(|knob| demo.params.iter().any(|param| param.name == *knob));
    let mut states = [(0, 0); 2];
    for picture in 0..150 {
        if let (Some(knob), 4 | 120) = (knob, picture) {
            let on = f32::from(u8::from(picture == 4));
            player.set_param(knob, on).unwrap_or_else(|error| panic!("{}: {error}", demo.id));
        }
        player.update(if picture % 3 == 0 { 0.031 } else { 0.017 });
        let state = (player.tick_index(), player.hash());
        match picture {
            100 => states[0] = state,
            _ => states[1] = state,
        }
    }
    (player, states)
}

#[test]
fn input_62_every_demo_of_a_sense_replays_bit_for_bit_without_the_device() {
    let mut count = 0;
    for demo in motile_demos::all().filter(|demo| demo.id.starts_with("sense/")) {
        let (mut live, states) = session(demo, true);
        let script = live.stop_recording();
        assert!(!script.to_text().contains("Ada"), "{}", demo.id);
        let mut replay = start(demo);
        replay.play(script).unwrap_or_else(|error| panic!("{}: {error}", demo.id));
        for (tick, hash) in states {
            replay.run_ticks(tick - replay.tick_index());
            assert_eq!(replay.hash(), hash, "{}: another way at tick {tick}", demo.id);
        }
        let (_, without) = session(demo, false);
        let steered = without != states;
        assert_eq!(steered, STEERED.contains(&demo.id), "{}: steered by its device", demo.id);
        count += 1;
    }
    assert_eq!(count, 15, "all of them");
}

#[test]
fn input_5_no_demo_starts_a_device_that_nobody_turned_on() {
    for demo in motile_demos::all().filter(|demo| demo.id.starts_with("sense/")) {
        let mut player = start(demo);
        let senses = player.stage_mut().senses();
        senses.use_microphone(room());
        senses.use_camera(SyntheticCamera::new(CameraScene::Ball, 9).with_size(80, 60));
        player.set_devices(true);
        for picture in 0..60 {
            player.update(0.02);
            let notice = player.stage().shell.notice;
            assert_eq!(notice, None, "{}: captures after {picture} pictures", demo.id);
        }
    }
}

/// A device that somebody refuses.
struct Refused(SourceState);

impl Source for Refused {
    fn name(&self) -> &'static str {
        "the headset of Ada Lovelace"
    }

    fn state(&self) -> SourceState {
        self.0
    }

    fn start(&mut self) {
        self.0 = SourceState::Denied;
    }

    fn stop(&mut self) {}

    fn set_paused(&mut self, _: bool) {}

    fn update(&mut self, _: f32) {}
}

impl SampleSource for Refused {
    fn rate(&self) -> u32 {
        0
    }

    fn next_block(&mut self, _: &mut SampleBlock) -> bool {
        false
    }
}

impl FrameSource for Refused {
    fn next_frame(&mut self, _: &mut CapturedFrame) -> bool {
        false
    }
}

/// A camera that sees one color alone, eight times a second.
struct OneColor {
    state: SourceState,
    time: f32,
    sequence: u64,
}

impl OneColor {
    const COLOR: Color = Color::rgb(200, 30, 180);
    const PERIOD: f32 = 0.12;
}

impl Source for OneColor {
    fn name(&self) -> &'static str {
        "a sheet of paper"
    }

    fn state(&self) -> SourceState {
        self.state
    }

    fn start(&mut self) {
        self.state = SourceState::Running;
    }

    fn stop(&mut self) {
        self.state = SourceState::NeedsPermission;
    }

    fn set_paused(&mut self, _: bool) {}

    fn update(&mut self, dt: f32) {
        self.time += dt;
    }
}

impl FrameSource for OneColor {
    fn next_frame(&mut self, frame: &mut CapturedFrame) -> bool {
        let due = (self.time / Self::PERIOD) as u64;
        if due <= self.sequence {
            return false;
        }
        (self.sequence, frame.sequence) = (due, due);
        frame.picture = Surface::opaque(160, 120, Self::COLOR).unwrap();
        true
    }
}

/// While the real camera ran, clicks between two of its pictures took their color from the made-up picture, which nobody saw.
#[test]
fn demo_5_13_a_click_takes_the_color_that_is_seen() {
    let demo = motile_demos::all().find(|demo| demo.id == "sense/color-tracking").unwrap();
    let at = vec2(200.0, 120.0);
    for phase in 0..16 {
        let mut player = start(demo);
        let camera = OneColor { state: SourceState::NeedsPermission, time: 0.0, sequence: 0 };
        player.stage_mut().senses().use_camera(camera);
        player.set_devices(true);
        player.set_param("real-camera", 1.0).unwrap();
        player.event(InputEvent::Move(at));
        for _ in 0..30 + phase {
            player.update(1.0 / 60.0);
        }
        player.draw();
        assert_eq!(player.surface().get(8, 300), Some(OneColor::COLOR), "tick {phase}: is seen");
        player.event(InputEvent::Down(Button::Left));
        // Rounding may leave the first of them without a tick.
        for _ in 0..2 {
            player.update(1.0 / 60.0);
        }
        player.draw();
        let (width, height) = (player.surface().width() as i32, player.surface().height() as i32);
        let swatch = player.surface().get(width - 24, height - 18);
        assert_eq!(swatch, Some(OneColor::COLOR), "tick {phase}: another color than the one seen");
    }
}

/// While somebody was silent before a running microphone, the whistler that stands in for one went on steering the bird.
#[test]
fn weak_5_14_nobody_else_whistles_while_the_microphone_is_on() {
    let demo = motile_demos::all().find(|demo| demo.id == "sense/whistle-steer").unwrap();
    let flight = |whistler: f32, microphone: bool| {
        let mut player = start(demo);
        player.stage_mut().senses().use_microphone(SyntheticSource::new("silence", 1));
        player.set_devices(true);
        player.set_param("whistler", whistler).unwrap();
        player.set_param("microphone", f32::from(u8::from(microphone))).unwrap();
        for _ in 0..180 {
            player.update(1.0 / 60.0);
        }
        player.hash()
    };
    assert_eq!(flight(1.0, true), flight(0.0, true), "the bird rests");
    assert_ne!(flight(1.0, false), flight(0.0, false), "without a microphone the whistler steers");
}

#[test]
fn input_56_what_a_microphone_heard_is_recorded_and_played() {
    let demo = motile_demos::all().find(|demo| demo.id == "sense/microphones").unwrap();
    let heard = |script: &str| {
        let mut player = start(demo);
        player.play(Script::parse(script).unwrap()).unwrap();
        let sound = motile::sound::sound_track(&mut player, 90);
        sound.left().iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()))
    };
    assert_eq!(heard("60 tap p\n"), 0.0, "nothing was recorded");
    assert_eq!(heard("10 tap r\n"), 0.0, "nobody hears what is only recorded");
    assert!(heard("10 tap r\n60 tap p\n") > 0.05);
}

/// The camera of the demo was stopped by Space, but not a real one.
#[test]
fn demo_5_9_space_stops_the_real_camera_too_and_a_size_is_taken() {
    let demo = motile_demos::all().find(|demo| demo.id == "sense/camera").unwrap();
    let mut player = start(demo);
    let camera = SyntheticCamera::new(CameraScene::Ball, 9).with_size(80, 60);
    player.stage_mut().senses().use_camera(camera);
    player.set_devices(true);
    player.set_param("real-camera", 1.0).unwrap();
    let is_live = |player: &mut Player, ticks: u32| {
        for _ in 0..ticks {
            player.update(1.0 / 60.0);
        }
        (player.stage_mut().senses().camera.is_live(), player.stage().shell.notice)
    };
    assert_eq!(is_live(&mut player, 10), (true, Some("camera on")));
    player.event(InputEvent::Key(Key::Space));
    player.event(InputEvent::KeyUp(Key::Space));
    assert_eq!(is_live(&mut player, 3), (false, None));
    player.event(InputEvent::Key(Key::Space));
    assert_eq!(is_live(&mut player, 3), (true, Some("camera on")));
    // A made-up picture of another size covers the stage as the small one did.
    let shown = |size: f32| {
        let mut player = start(demo);
        player.set_param("size", size).unwrap();
        player.run_ticks(20);
        player.draw();
        player.surface().clone()
    };
    let [small, large] = [0.0, 2.0].map(shown);
    let far = |(a, b): (&u32, &u32)| {
        let [a, b] = [a.to_le_bytes(), b.to_le_bytes()];
        a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 60)
    };
    let differ = small.words().iter().zip(large.words()).filter(|pair| far(*pair)).count();
    assert!(differ > 100 && differ * 10 < small.words().len(), "{differ} pixels differ by much");
}

/// A camera is chosen by a press on its line, too, and a place where nothing is plugged in says so.
#[test]
fn demo_5_8_a_press_chooses_a_line_of_the_list() {
    let demo = motile_demos::all().find(|demo| demo.id == "sense/camera").unwrap();
    // Two lines of the list, at their right ends.
    let lines = |script: &str| {
        let mut player = start(demo);
        player.set_param("real-camera", 1.0).unwrap();
        player.play(Script::parse(script).unwrap()).unwrap();
        player.run_ticks(30);
        player.draw();
        [23, 83].map(|y| player.surface().get(615, y).unwrap())
    };
    // The press leads the hand of who is seen, too.
    let press = |y: u32| lines(&format!("8 move 500 {y}\n12 down\n14 up\n15 move 500 400\n"));
    let [chosen, other] = press(300);
    assert_ne!(chosen, other);
    let moved = press(83);
    assert!(moved[1] == chosen && moved[0] != chosen, "{moved:?}");
    assert_eq!(lines("2 tap Right\n4 tap Right\n")[1], chosen);
}

/// The same demo with and without a device that is refused: what is made up goes on the same way, and the picture says so.
#[test]
fn weak_5_14_every_demo_says_that_something_stands_in() {
    let mut count = 0;
    for demo in motile_demos::all().filter(|demo| demo.id.starts_with("sense/")) {
        let knobs = ["microphone", "real-camera"];
        let knob =
            knobs.into_iter().find(|knob| demo.params.iter().any(|param| param.name == *knob));
        let Some(knob) = knob else { continue };
        let [plain, refused] = [false, true].map(|wanted| {
            let mut player = start(demo);
            let senses = player.stage_mut().senses();
            senses.use_microphone(Refused(SourceState::NeedsPermission));
            senses.use_camera(Refused(SourceState::NeedsPermission));
            player.set_devices(true);
            if wanted {
                player.set_param(knob, 1.0).unwrap_or_else(|error| panic!("{}: {error}", demo.id));
            }
            for _ in 0..20 {
                player.update(1.0 / 60.0);
            }
            assert_eq!(player.stage().shell.notice, None, "{}: captures", demo.id);
            player.draw();
            player.surface().clone()
        });
        let pairs = plain.words().iter().zip(refused.words());
        let changed = pairs.filter(|(plain, refused)| plain != refused).count();
        let whole = plain.words().len();
        assert!(changed > 100, "{}: no label says that the device was refused", demo.id);
        assert!(changed * 20 < whole, "{}: {changed} of {whole} pixels differ", demo.id);
        count += 1;
    }
    assert_eq!(count, 14, "all but the list of microphones");
}
