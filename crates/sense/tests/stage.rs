//! Sessions with microphone and camera play again without them.

use motile_geom::{Aabb, StateHash, Vec2, vec2};
use motile_sense::sight::{
    AirButton, BackgroundModel, CameraScene, ColorTarget, ColorTracker, EdgeFinder, OpticalFlow,
    SyntheticCamera,
};
use motile_sense::{
    CapturedFrame, FrameSource, HeardSense, SampleBlock, SampleSource, SeenSense, SenseAction,
    SenseAxis, SenseShape, Source, SourceLife, SourceSignal, SourceState, StageSenses,
    SyntheticPart, SyntheticSource, Timbre,
};
use motile_stage::{
    Bitmap, InputEvent, Key, Node, NodeId, Player, Script, Settings, Sketch, Stage, Tick,
};

const WHISTLE: u32 = 0;
const CLAP: u32 = 1;
const BALL: u32 = 2;
const DRUM: u32 = 3;

/// A game of two axes and two actions, by ear and by eye, beside the keyboard.
struct Game {
    place: Vec2,
    claps: u32,
    drums: u32,
    hash: StateHash,
}

impl Sketch for Game {
    fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
        let senses = stage.senses();
        let steer = SenseAxis::new(79.0, 93.0).with_smoothing(0.1);
        senses.hear(WHISTLE, HeardSense::Whistle, steer);
        senses.hear(CLAP, HeardSense::Onset, SenseAction::new(0.5));
        senses.see(BALL, SeenSense::ColorX(0), SenseShape::Plain);
        senses.see(DRUM, SeenSense::Button(0), SenseAction::new(0.5));
        senses.eye.colors = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
        let mut drum = AirButton::new(Aabb::new(vec2(0.0, 0.0), vec2(0.5, 1.0)));
        (drum.press, drum.release) = (0.004, 0.002);
        senses.eye.buttons.push(drum);
        senses.microphone.start();
        senses.camera.start();
        Ok(Self { place: Vec2::ZERO, claps: 0, drums: 0, hash: StateHash::new() })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick<'_>) {
        let sense = |number: u32| tick.input.sense(number);
        self.place.x += sense(WHISTLE).value.unwrap_or(0.0) * tick.dt;
        self.place.y = sense(BALL).value.unwrap_or(self.place.y);
        self.claps += u32::from(sense(CLAP).pressed());
        self.drums += u32::from(sense(DRUM).pressed());
        self.hash.write(&(self.place, self.claps, self.drums, tick.input.is_down(Key::Space)));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write_u64(self.hash.finish());
    }
}

fn start() -> Player {
    Player::new::<Game>(&Settings::new(64, 48)).unwrap()
}

/// Five seconds of a game with devices, whose pictures do not keep step with the ticks.
fn session(seed: u64) -> Player {
    let mut player = start();
    let senses = player.stage_mut().senses();
    let mut sound = SyntheticSource::whistling(seed);
    let clap = |beat: u8| SyntheticPart::new(Timbre::Clap, f32::from(beat) * 0.5 + 0.48, 0.15);
    sound.parts.extend((0..9).map(clap));
    senses.use_microphone(sound);
    senses.use_camera(SyntheticCamera::new(CameraScene::Ball, seed).with_size(160, 120));
    player.set_devices(true);
    player.record();
    for picture in 0..228 {
        if picture == 20 {
            player.event(InputEvent::Key(Key::Space));
        }
        player.update(if picture % 3 == 0 { 0.03 } else { 0.018 });
    }
    player
}

#[test]
fn check_5_41_a_recorded_session_plays_headless_bit_for_bit() {
    let mut live = session(5);
    let game = live.sketch::<Game>().unwrap();
    assert!(game.place.x != 0.0 && game.place.y > 0.0, "{}", game.place);
    assert!(game.claps >= 6 && game.drums > 2, "{} {}", game.claps, game.drums);
    let seconds = live.tick_index() as f32 / 60.0;
    assert!(seconds >= 5.0, "{seconds} s");
    let script = live.stop_recording();
    // As a file, and back.
    let script = Script::parse(&script.to_text()).unwrap();
    let mut replay = start();
    replay.play(script).unwrap();
    replay.run_ticks(live.tick_index());
    assert_eq!(replay.hash(), live.hash());
    assert_ne!(session(6).hash(), live.hash(), "another session");
}

#[test]
fn weak_5_18_a_recording_has_numbers_and_nothing_else_of_the_player() {
    let mut live = session(5);
    let text = live.stop_recording().to_text();
    let lines = text.lines().filter(|line| line.split(' ').nth(1) == Some("sense"));
    assert!(lines.clone().count() > 50);
    assert!(lines.clone().all(|line| line.split(' ').count() == 4), "a tick, a number, a value");
    assert!(text.len() < 100_000, "{} bytes for five seconds: no samples, no pictures", text.len());
}

#[test]
fn input_5_without_a_display_no_device_is_started() {
    let mut player = start();
    let senses = player.stage_mut().senses();
    senses.use_microphone(SyntheticSource::claps(1));
    senses.use_camera(SyntheticCamera::new(CameraScene::Hand, 1));
    player.run_ticks(60);
    player.update(0.5);
    let senses = player.stage_mut().senses();
    assert_eq!((senses.microphone.is_live(), senses.camera.is_live()), (false, false));
    assert_eq!(senses.microphone.state(), SourceState::Prompting);
    assert!(!senses.microphone.next_block(&mut SampleBlock::default()));
    assert_eq!(player.stage().input().sense(WHISTLE).value, None);
}

/// Tells of ten samples a picture, all the same, and loses as many before every third.
struct Leaky {
    life: SourceLife,
    value: f32,
    blocks: u64,
    is_full: bool,
}

impl Leaky {
    fn new(value: f32) -> Self {
        Self { life: SourceLife::default(), value, blocks: 0, is_full: false }
    }
}

impl Source for Leaky {
    fn name(&self) -> &'static str {
        "leaky"
    }

    fn state(&self) -> SourceState {
        self.life.state()
    }

    fn start(&mut self) {
        self.life.apply(SourceSignal::Start);
        self.life.apply(SourceSignal::Granted);
    }

    fn stop(&mut self) {
        self.life.apply(SourceSignal::Stop);
    }

    fn set_paused(&mut self, _: bool) {}

    fn update(&mut self, _: f32) {
        self.blocks += if self.blocks % 4 == 2 { 2 } else { 1 };
        self.is_full = true;
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.life.take_changes()
    }
}

impl SampleSource for Leaky {
    fn rate(&self) -> u32 {
        1000
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        let is_full = core::mem::take(&mut self.is_full);
        if is_full {
            block.fill(1000, self.blocks * 10, [self.value; 10]);
        }
        is_full
    }
}

#[test]
fn input_46_samples_that_a_device_lost_leave_a_gap_between_blocks() {
    let mut player = start();
    player.stage_mut().senses().use_microphone(Leaky::new(0.25));
    player.set_devices(true);
    let mut block = SampleBlock::default();
    // Blocks 1 and 2 follow each other, 4 and 5 too; 3 and 7 are lost, and 6 goes for the gap behind it.
    for (pictures, first, count) in [(2, 10, 20), (2, 40, 20), (2, 80, 10)] {
        for _ in 0..pictures {
            player.update(0.02);
        }
        assert!(player.stage_mut().senses().microphone.next_block(&mut block));
        assert_eq!((block.first, block.samples.len()), (first, count));
    }
}

#[test]
fn input_4_of_a_microphone_that_was_replaced_nothing_is_heard() {
    let mut player = start();
    player.stage_mut().senses().use_microphone(Leaky::new(0.25));
    player.set_devices(true);
    player.update(0.02);
    player.stage_mut().senses().use_microphone(Leaky::new(0.5));
    player.update(0.02);
    let mut block = SampleBlock::default();
    assert!(player.stage_mut().senses().microphone.next_block(&mut block));
    assert_eq!(block.samples, [0.5; 10]);
}

#[test]
fn input_46_sound_and_pictures_are_handed_out_and_a_stop_ends_both() {
    let mut player = session(5);
    let (mut block, mut frame) =
        (SampleBlock::default(), CapturedFrame::new(motile_pixels::Surface::new(1, 1).unwrap()));
    let senses = player.stage_mut().senses();
    assert!(senses.microphone.next_block(&mut block) && block.samples.len() > 10_000);
    assert_eq!((senses.microphone.rate(), block.rate), (48_000, 48_000));
    assert!(senses.camera.next_frame(&mut frame) && frame.picture.width() == 160);
    assert!(!senses.camera.next_frame(&mut frame), "each picture once");
    senses.microphone.stop();
    senses.camera.stop();
    assert_eq!((senses.microphone.is_live(), senses.camera.is_live()), (false, false));
    player.update(0.1);
    assert_eq!(player.stage().input().sense(WHISTLE).value, None, "an axis without a device");
    assert!(!player.stage_mut().senses().microphone.next_block(&mut block));
}

#[test]
fn weak_5_18_nothing_is_captured_while_nobody_sees_the_window() {
    let mut player = session(5);
    let live = |player: &mut Player| {
        let senses = player.stage_mut().senses();
        (senses.microphone.is_live(), senses.camera.is_live())
    };
    assert_eq!(live(&mut player), (true, true));
    assert_eq!(player.stage().shell.notice, Some("microphone and camera on"));
    player.set_hidden(true);
    assert_eq!(live(&mut player), (false, false), "at once, without another picture");
    assert_eq!(player.stage().shell.notice, None);
    let mut block = SampleBlock::default();
    while player.stage_mut().senses().microphone.next_block(&mut block) {}
    player.update(0.2);
    let senses = player.stage_mut().senses();
    assert!(!senses.microphone.next_block(&mut block));
    // What the sketch itself has halted stays so when it is seen again.
    senses.camera.set_paused(true);
    player.set_hidden(false);
    player.update(0.1);
    assert_eq!(live(&mut player), (true, false));
    assert!(player.stage_mut().senses().microphone.next_block(&mut block));
    assert!(block.samples.len() < 10_000, "nothing of the time between");
}

/// The row `sense/allocations` of the issue: everything between a device and the input of a sketch.
#[test]
fn allocations_of_the_whole_pipeline_are_none() {
    let mut player = session(5);
    drop(player.stop_recording());
    let senses = player.stage_mut().senses();
    (senses.eye.flow, senses.eye.edges) =
        (Some(OpticalFlow::default()), Some(EdgeFinder::default()));
    senses.eye.background = Some(BackgroundModel::default());
    senses.microphone.set_stand_in(SyntheticSource::claps(1));
    let picture = motile_pixels::Surface::new(1, 1).unwrap();
    let (mut block, mut frame) = (SampleBlock::default(), CapturedFrame::new(picture));
    let mut pass = |player: &mut Player, pictures: u32| {
        for number in 0..pictures {
            player.update(1.0 / 60.0);
            let senses = player.stage_mut().senses();
            senses.camera.next_frame(&mut frame);
            if number > 60 {
                senses.microphone.next_block(&mut block);
            }
        }
    };
    // Lists grow for a while: samples wait for a second, and runs of pixels differ from picture to picture.
    pass(&mut player, 240);
    motile_proof::assert_no_allocation("two seconds of both senses", || pass(&mut player, 120));
}

#[test]
fn input_4_what_is_not_in_the_list_cannot_be_chosen_and_headless_runs_have_none() {
    let mut player = session(5);
    let mut headless = start();
    headless.run_ticks(3);
    for player in [&mut player, &mut headless] {
        let senses = player.stage_mut().senses();
        assert!(senses.choose_microphone(99).is_err_and(|error| error.index == 99));
        assert!(senses.choose_camera(99).is_err_and(|error| error.index == 99));
    }
    let senses = headless.stage_mut().senses();
    assert_eq!((senses.microphones().len(), senses.cameras().len()), (0, 0));
    assert!(player.stage_mut().senses().microphone.is_live(), "the one before is kept");
}

/// A device that somebody refuses, or that another program has.
struct Refused(SourceLife, SourceSignal, u32);

impl Source for Refused {
    fn name(&self) -> &'static str {
        "the headset of Ada Lovelace"
    }

    fn state(&self) -> SourceState {
        self.0.state()
    }

    fn start(&mut self) {
        self.0.apply(SourceSignal::Start);
        self.2 += 1;
    }

    fn stop(&mut self) {
        self.0.apply(SourceSignal::Stop);
    }

    fn set_paused(&mut self, paused: bool) {
        self.0.paused = paused;
    }

    fn update(&mut self, _: f32) {
        assert!(self.2 < 3, "asked again and again");
        self.0.apply(self.1);
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.0.take_changes()
    }
}

impl SampleSource for Refused {
    fn rate(&self) -> u32 {
        0
    }

    fn next_block(&mut self, _: &mut SampleBlock) -> bool {
        false
    }
}

#[test]
fn weak_5_14_a_refusal_is_asked_about_once_until_somebody_starts_again() {
    for (signal, state) in [
        (SourceSignal::Refused, SourceState::Denied),
        (SourceSignal::Occupied, SourceState::Busy),
        (SourceSignal::Missing, SourceState::Unavailable),
        (SourceSignal::Unplugged, SourceState::Lost),
    ] {
        let mut player = start();
        player.stage_mut().senses().use_microphone(Refused(SourceLife::default(), signal, 0));
        player.set_devices(true);
        for _ in 0..5 {
            player.update(0.02);
        }
        let senses = player.stage_mut().senses();
        assert_eq!(senses.microphone.state(), state);
        assert!(!format!("{senses:?} {:?}", senses.microphone).contains("Ada"));
        assert_eq!(
            senses.microphone.take_changes(),
            [SourceState::Prompting, state],
            "each an event"
        );
        senses.microphone.start();
        player.update(0.02);
        let senses = player.stage_mut().senses();
        assert_eq!(senses.microphone.state(), state);
        // What is not there cannot be asked for.
        let changes = senses.microphone.take_changes();
        let asked = state != SourceState::Unavailable;
        assert_eq!(changes.len(), if asked { 2 } else { 0 }, "{changes:?}");
    }
}

/// Used to stay refused: a stop changes no refusal, and a start after it was taken for the first one.
#[test]
fn input_9_a_refusal_is_asked_about_again_after_a_stop_and_a_start() {
    let mut player = start();
    let refused = Refused(SourceLife::default(), SourceSignal::Refused, 0);
    player.stage_mut().senses().use_microphone(refused);
    player.set_devices(true);
    player.update(0.02);
    let senses = player.stage_mut().senses();
    senses.microphone.stop();
    assert_eq!(
        senses.microphone.take_changes(),
        [SourceState::Prompting, SourceState::Denied, SourceState::NeedsPermission]
    );
    senses.microphone.start();
    player.update(0.02);
    let changes = player.stage_mut().senses().microphone.take_changes();
    assert_eq!(changes, [SourceState::Prompting, SourceState::Denied]);
}

/// Without a device nothing was told: every sketch had to mix in what stands in by itself.
#[test]
fn weak_5_14_what_stands_in_is_told_recorded_and_labeled() {
    let mut live = start();
    let senses = live.stage_mut().senses();
    let refused = Refused(SourceLife::default(), SourceSignal::Refused, 0);
    senses.use_microphone(refused);
    senses.microphone.set_stand_in(SyntheticSource::whistling(3));
    senses.use_camera(SyntheticCamera::new(CameraScene::Ball, 3).with_size(160, 120));
    senses.camera.set_stand_in(SyntheticCamera::new(CameraScene::Hand, 3).with_size(80, 60));
    assert!(!senses.microphone.stands_in() && senses.microphone.label().is_none());
    live.set_devices(true);
    live.record();
    let mut whistles = 0;
    for _ in 0..120 {
        live.update(1.0 / 60.0);
        let told = live.stage().input().sense(WHISTLE).value;
        whistles += u32::from(told.is_some_and(|told| told != 0.0));
    }
    assert!(whistles > 60, "{whistles}");
    let senses = live.stage_mut().senses();
    assert_eq!(senses.microphone.state(), SourceState::Denied, "the state is that of the device");
    assert_eq!(senses.microphone.label(), Some("made-up sound: a whistle"));
    assert!(senses.microphone.stands_in() && !senses.microphone.is_live());
    let mut block = SampleBlock::default();
    assert!(senses.microphone.next_block(&mut block) && block.rate == 48_000);
    // A camera that runs needs none, and its pictures are its own.
    let mut frame = CapturedFrame::new(motile_pixels::Surface::new(1, 1).unwrap());
    assert!(!senses.camera.stands_in() && senses.camera.next_frame(&mut frame));
    assert_eq!(frame.picture.width(), 160);
    assert_eq!(live.stage().shell.notice, Some("camera on"), "nobody is heard");
    // Hidden, also what is made up holds still.
    live.set_hidden(true);
    live.update(0.2);
    assert!(!live.stage_mut().senses().microphone.next_block(&mut block));
    live.set_hidden(false);
    for _ in 0..30 {
        live.update(1.0 / 60.0);
    }
    let hash = live.hash();
    let mut replay = start();
    replay.play(live.stop_recording()).unwrap();
    replay.run_ticks(live.tick_index());
    assert_eq!(replay.hash(), hash);
    let senses = live.stage_mut().senses();
    senses.microphone.stop();
    live.update(0.1);
    assert!(!live.stage_mut().senses().microphone.stands_in());
    assert_eq!(live.stage().input().sense(WHISTLE).value, None, "a stop ends it, too");
}

/// A device that is there for some time, then gone, then back.
struct Loose(SourceLife, f32);

impl Source for Loose {
    fn name(&self) -> &'static str {
        "a loose plug"
    }

    fn state(&self) -> SourceState {
        self.0.state()
    }

    fn start(&mut self) {
        self.0.apply(SourceSignal::Start);
        self.0.apply(SourceSignal::Granted);
    }

    fn stop(&mut self) {
        self.0.apply(SourceSignal::Stop);
    }

    fn set_paused(&mut self, paused: bool) {
        self.0.paused = paused;
    }

    fn update(&mut self, dt: f32) {
        let before = self.1;
        self.1 += dt;
        for (at, signal) in [(0.5, SourceSignal::Unplugged), (1.0, SourceSignal::Found)] {
            if before < at && self.1 >= at {
                self.0.apply(signal);
            }
        }
    }

    fn take_changes(&mut self) -> Vec<SourceState> {
        self.0.take_changes()
    }
}

impl SampleSource for Loose {
    fn rate(&self) -> u32 {
        8_000
    }

    fn next_block(&mut self, _: &mut SampleBlock) -> bool {
        false
    }
}

#[test]
fn weak_5_14_what_stands_in_goes_when_the_device_is_back() {
    let mut player = start();
    let senses = player.stage_mut().senses();
    senses.use_microphone(Loose(SourceLife::default(), 0.0));
    senses.microphone.set_stand_in(SyntheticSource::claps(1));
    player.set_devices(true);
    let mut told = Vec::new();
    for _ in 0..15 {
        player.update(0.1);
        let senses = player.stage().find_senses().unwrap();
        told.push((senses.microphone.stands_in(), senses.microphone.is_live()));
    }
    told.dedup();
    // Between the two somebody may have to be asked.
    assert_eq!(told, [(false, true), (true, false), (false, false), (false, true)]);
}

#[test]
fn input_62_whatever_an_ear_or_eye_knows_can_be_bound_and_replays() {
    const BASS: u32 = 7;
    const PEAK: u32 = 8;
    const FLOW: u32 = 9;
    const PRESENT: u32 = 10;
    let mut live = start();
    let senses = live.stage_mut().senses();
    senses.use_microphone(SyntheticSource::music(2));
    senses.use_camera(SyntheticCamera::new(CameraScene::Hand, 2).with_size(160, 120));
    senses.hear_by(BASS, SenseAxis::new(0.0, 1.0), |ear| ear.bands().first().copied());
    senses.hear_by(PEAK, SenseShape::Plain, |ear| Some(ear.now()?.loudness.peak));
    senses.eye.flow = Some(OpticalFlow::default());
    senses.eye.background = Some(BackgroundModel::default());
    senses.see_by(FLOW, SenseShape::Plain, |eye| {
        let ways = eye.flow.as_ref()?.ways();
        Some(ways.iter().filter(|way| **way != Vec2::ZERO).count() as f32)
    });
    senses.see_by(PRESENT, SenseShape::Plain, |eye| {
        Some(eye.background.as_ref()?.mask().count() as f32)
    });
    live.set_devices(true);
    live.record();
    let told = |player: &Player| {
        [BASS, PEAK, FLOW, PRESENT].map(|number| player.stage().input().sense(number).value)
    };
    let (mut most, mut moments) = ([0.0f32; 4], Vec::new());
    for _ in 0..120 {
        live.update(1.0 / 60.0);
        let now = told(&live);
        most = core::array::from_fn(|at| most[at].max(now[at].unwrap_or(0.0)));
        moments.push((live.tick_index(), now));
    }
    assert!(most[1] > 0.3 && most[2] > 1.0 && most[3] > 50.0, "{most:?}");
    let mut replay = start();
    replay.play(live.stop_recording()).unwrap();
    for (tick, now) in moments {
        replay.run_ticks(tick - replay.tick_index());
        assert_eq!(told(&replay), now, "tick {tick}");
    }
    let senses = live.stage_mut().senses();
    senses.unbind(BASS);
    senses.hear(PEAK, HeardSense::Level, SenseShape::Plain);
    live.update(0.1);
    assert!(told(&live)[1].is_some_and(|level| level > 1.0), "a level goes to 100");
}

/// A camera's picture as an object of the stage.
struct Mirror {
    picture: NodeId,
    frame: CapturedFrame,
}

impl Sketch for Mirror {
    fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
        stage.senses().use_camera(SyntheticCamera::new(CameraScene::Hand, 3).with_size(16, 12));
        stage.senses().camera.start();
        let picture = stage.add(Node::group().with_scale(2.0));
        // Turned over about its right side.
        stage[picture].scale.x = -2.0;
        stage[picture].position.x = 32.0;
        let frame = CapturedFrame::new(motile_pixels::Surface::new(1, 1)?);
        Ok(Self { picture, frame })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick<'_>) {
        if stage.senses().camera.next_frame(&mut self.frame) {
            stage[self.picture].content = Bitmap::new(self.frame.picture.clone()).into();
        }
    }
}

#[test]
fn input_21_a_picture_of_a_camera_is_an_object_of_the_stage() {
    let mut player = Player::new::<Mirror>(&Settings::new(32, 24)).unwrap();
    player.set_devices(true);
    for _ in 0..20 {
        player.update(1.0 / 60.0);
    }
    player.draw();
    let shot = player.sketch::<Mirror>().unwrap().frame.picture.clone();
    let shown = player.surface();
    for (x, y) in [(0, 0), (15, 11), (7, 5)] {
        let (expected, found) = (shot.get(x, y).unwrap(), shown.get(31 - x * 2, y * 2).unwrap());
        let near = [(expected.r, found.r), (expected.g, found.g), (expected.b, found.b)];
        assert!(near.iter().all(|(a, b)| a.abs_diff(*b) <= 40), "{expected:?} {found:?}");
    }
}

#[test]
fn input_7_weak_5_5_nobody_hears_the_microphone_who_did_not_ask() {
    let mut player = session(5);
    assert_eq!(player.stage_mut().senses().monitor, 0.0);
    // It changes nothing of what is told.
    let hash = player.hash();
    let mut other = start();
    other.stage_mut().senses().monitor = f32::NAN;
    other.play(player.stop_recording()).unwrap();
    other.run_ticks(player.tick_index());
    assert_eq!(other.hash(), hash);
}

/// What this process has open: files, sockets, pipes.
#[cfg(target_os = "linux")]
fn open_things() -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir("/proc/self/fd").unwrap();
    let links = entries.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
    // The list itself is open while it is read.
    let mut links: Vec<_> = links.filter(|link| !link.ends_with("fd")).collect();
    links.sort();
    links
}

/// A session in a process of its own, at home in an empty folder: nothing is written there, said or left open.
#[cfg(target_os = "linux")]
#[test]
fn weak_5_18_a_session_leaves_no_file_no_word_and_no_socket() {
    let folder = std::env::temp_dir().join(format!("motile-traces-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut session = std::process::Command::new(std::env::current_exe().unwrap());
    session.args(["--exact", "leaves_nothing", "--ignored", "--nocapture"]).current_dir(&folder);
    for place in ["HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        session.env(place, &folder);
    }
    // Whoever logs is to log all.
    let told = session.env("RUST_LOG", "trace").output().unwrap();
    let words = String::from_utf8(told.stdout).unwrap() + &String::from_utf8(told.stderr).unwrap();
    let of_tests =
        |line: &&str| line.is_empty() || line.starts_with("running 1") || line.starts_with("test ");
    let others: Vec<&str> = words.lines().filter(|line| !of_tests(line)).collect();
    assert!(told.status.success() && words.contains("leaves_nothing ... ok"), "{words}");
    assert_eq!(others, [""; 0], "words of a session");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "files of a session");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "called by the test above, in a folder of its own"]
fn leaves_nothing() {
    let before = open_things();
    let mut player = start();
    let senses = player.stage_mut().senses();
    senses.use_microphone(SyntheticSource::speech(3));
    senses.use_camera(SyntheticCamera::new(CameraScene::Ball, 3));
    player.set_devices(true);
    for _ in 0..120 {
        player.update(1.0 / 60.0);
        assert_eq!(open_things(), before);
    }
    assert!(player.stage_mut().senses().microphone.is_live());
    assert_eq!(player.stop_recording(), Script::default(), "nobody asked for a recording");
}
