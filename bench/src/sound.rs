//! The mixer beside kira's.

use crate::runner::Bench;
use kira::{
    AudioManager, AudioManagerSettings, Frame, Panning, PlaybackRate, Value,
    backend::mock::{MockBackend, MockBackendSettings},
    sound::static_sound::{StaticSoundData, StaticSoundHandle, StaticSoundSettings},
};
use motile_geom::Rng;
use motile_sound::{Mixer, Preset, Sound, SoundBoard, Speaker};
use std::time::Duration;

const VOICES: usize = 64;
const RATE: u32 = 48_000;
/// Frames of one call: a hundredth of a second.
const FRAMES: usize = 480;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    mix(bench);
    latency(bench);
}

/// How each voice is played: which sound, how high and where.
fn voices() -> Vec<(usize, f32, f32)> {
    let mut rng = Rng::new(1);
    let voice = |index: usize| (index, rng.range(0.5..2.0), rng.range(-1.0..1.0));
    (0..VOICES).map(voice).collect()
}

/// Loops of one channel, as sound effects are.
fn sounds() -> Vec<Sound> {
    let patch = |index: usize| Preset::ALL[index % Preset::ALL.len()].patch(index as u64);
    (0..VOICES).map(|index| patch(index).render()).collect()
}

fn ours(sounds: &[Sound]) -> Mixer {
    let mut board = SoundBoard::new();
    for (index, pitch, pan) in voices() {
        let cue = sounds[index].cue().looped().with_pitch(pitch).with_pan(pan);
        board.play(cue.with_volume(0.05));
    }
    let mut mixer = Mixer::new(RATE);
    mixer.follow(board.take_events());
    mixer
}

type Manager = AudioManager<MockBackend>;

fn peers(sounds: &[Sound]) -> (Manager, Vec<StaticSoundHandle>) {
    let mut manager = Manager::new(AudioManagerSettings {
        internal_buffer_size: FRAMES,
        backend_settings: MockBackendSettings { sample_rate: RATE },
        ..AudioManagerSettings::default()
    })
    .expect("a mock never fails");
    let handles = voices().into_iter().map(|(index, pitch, pan)| {
        let frames = sounds[index].left().iter().map(|&sample| Frame::from_mono(sample));
        let data = StaticSoundData {
            sample_rate: RATE,
            frames: frames.collect(),
            settings: StaticSoundSettings::new()
                .loop_region(..)
                .volume(-26.0)
                .playback_rate(Value::Fixed(PlaybackRate(f64::from(pitch))))
                .panning(Value::Fixed(Panning(pan))),
            slice: None,
        };
        manager.play(data).expect("room for 64 sounds")
    });
    let handles = handles.collect();
    manager.backend_mut().on_start_processing();
    (manager, handles)
}

fn mix(bench: &mut Bench) {
    let name = "sound/mix";
    if !bench.wants(name) {
        return;
    }
    let sounds = sounds();
    let (mut mixer, mut block) = (ours(&sounds), vec![[0.0; 2]; FRAMES]);
    let (mut manager, _handles) = peers(&sounds);
    let part = |ns: f64| ns / (FRAMES as f64 / f64::from(RATE) * 1e9) * 100.0;
    let ours = || mixer.render(&mut block);
    let peers = || manager.backend_mut().process();
    let (ours_ns, peer_ns) = Bench::both(ours, peers);
    eprintln!(
        "motile-bench: 64 voices take {:.2} % of a core here (2 % at the most), {:.2} % in kira",
        part(ours_ns),
        part(peer_ns)
    );
    bench.record(name, "kira", VOICES, ours_ns, peer_ns);
}

/// No row, since nobody else tells theirs: how long after its tick a sound leaves a device that keeps 30 ms, without one.
fn latency(bench: &mut Bench) {
    if !bench.wants("sound/latency") {
        return;
    }
    let mut speaker = Speaker::with_sink("a sink without a device", |_| ());
    let (mut board, sound) = (SoundBoard::new(), Preset::ALL[0].patch(1).render());
    for tick in 0..120 {
        if tick % 6 == 0 {
            board.play(&sound);
        }
        board.update(1.0 / 60.0);
        speaker.play(board.take_events());
        std::thread::sleep(Duration::from_micros(16_667));
    }
    eprintln!("motile-bench: sound/latency: {}", speaker.report());
}
