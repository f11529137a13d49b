//! What comes out of the mixer.

use motile_geom::{Rng, StateHash, ops, vec2};
use motile_proof::assert_no_allocation;
use motile_sound::{
    Duck, Mixer, Patch, Preset, Sound, SoundBoard, SoundGroup, SoundTrack, Waveform,
};
use motile_time::Rate;

const RATE: u32 = 48_000;
const DT: f32 = 1.0 / 60.0;
/// Frames by which the limiter delays everything.
const DELAY: usize = 64;

fn sine(rate: u32, hz: f64, seconds: f64) -> Sound {
    let count = (f64::from(rate) * seconds) as usize;
    let turn = core::f64::consts::TAU * hz / f64::from(rate);
    let samples = (0..count).map(|i| (ops::sin64(turn * i as f64) * 0.5) as f32);
    Sound::mono(rate, samples.collect()).unwrap()
}

fn steady(seconds: f32) -> Sound {
    Sound::mono(RATE, vec![0.5; (seconds * RATE as f32) as usize]).unwrap()
}

fn rendered(board: &mut SoundBoard, frames: usize) -> Vec<[f32; 2]> {
    let mut mixer = Mixer::new(RATE);
    mixer.follow(board.take_events());
    let mut out = vec![[0.0; 2]; frames + DELAY];
    mixer.render(&mut out);
    out.split_off(DELAY)
}

/// How far a mixed sine is from the exact one, in decibels below it.
fn error_of(rate: u32, hz: f64, pitch: f32) -> f64 {
    let mut board = SoundBoard::new();
    board.play(sine(rate, hz, 1.0).cue().with_pan(-1.0).with_pitch(pitch));
    let out = rendered(&mut board, 12_000);
    let turn = core::f64::consts::TAU * hz * f64::from(pitch) / f64::from(RATE);
    let (mut noise, mut power) = (0.0, 0.0);
    // The edges are where the sine begins out of nothing.
    for (i, frame) in out.iter().enumerate().take(11_000).skip(1_000) {
        let wanted = ops::sin64(turn * i as f64) * 0.5;
        let off = f64::from(frame[0]) - wanted;
        noise += off * off;
        power += wanted * wanted;
    }
    10.0 * ops::log10_64(noise / power)
}

#[test]
fn resampling_is_as_good_as_the_docs_say() {
    for hz in [100.0, 1_000.0, 5_000.0, 10_000.0] {
        let error = error_of(44_100, hz, 1.0);
        assert!(error < -74.0, "{hz} Hz: {error} dB");
    }
    for pitch in [0.5, 0.9, 1.3, 2.0] {
        let error = error_of(RATE, 1_000.0, pitch);
        assert!(error < -65.0, "{pitch}: {error} dB");
    }
}

#[test]
fn what_would_alias_is_taken_away() {
    // Played twice as fast these lie above half the rate, and would come back as other tones.
    for hz in [16_000.0, 18_000.0, 20_000.0] {
        let mut board = SoundBoard::new();
        board.play(sine(RATE, hz, 0.5).cue().with_pan(-1.0).with_pitch(2.0));
        let out = rendered(&mut board, 8_000);
        let middle = &out[1_000..7_000];
        let power: f32 = middle.iter().map(|frame| frame[0] * frame[0]).sum::<f32>() / 6_000.0;
        let level = 10.0 * ops::log10(power / 0.125);
        assert!(level < -30.0, "{hz} Hz: {level} dB");
    }
}

#[test]
fn at_its_own_rate_a_sound_keeps_its_bits() {
    let sound = Patch::pickup(3).render();
    let mut board = SoundBoard::new();
    board.play(sound.cue().with_pan(-1.0));
    let out = rendered(&mut board, sound.frame_count() as usize);
    for (frame, sample) in out.iter().zip(sound.left()) {
        assert_eq!(frame[0], *sample);
    }
}

#[test]
fn blocks_of_any_size_give_the_same_bits() {
    let busy = || {
        let mut board = SoundBoard::new();
        for (index, preset) in Preset::ALL.into_iter().enumerate() {
            let pitch = 0.6 + index as f32 * 0.3;
            board.play(preset.patch(5).render().cue().with_pitch(pitch).with_volume(2.0));
        }
        let mut mixer = Mixer::new(44_100);
        mixer.follow(board.take_events());
        mixer
    };
    let mut whole = vec![[0.0; 2]; 20_000];
    busy().render(&mut whole);
    let (mut mixer, mut rng) = (busy(), Rng::new(3));
    let mut pieces = vec![[0.0; 2]; 20_000];
    let mut rest = pieces.as_mut_slice();
    while !rest.is_empty() {
        let count = (rng.below(700) as usize).min(rest.len());
        let (now, later) = rest.split_at_mut(count);
        mixer.render(now);
        rest = later;
    }
    assert_eq!(whole, pieces);
}

#[test]
fn the_mix_allocates_nothing() {
    let sounds: Vec<Sound> = Preset::ALL.iter().map(|preset| preset.patch(1).render()).collect();
    let mut board = SoundBoard::new();
    let mut mixer = Mixer::new(RATE);
    let mut block = [[0.0; 2]; 800];
    for index in 0..64 {
        let sound = &sounds[index % sounds.len()];
        board.play(sound.cue().looped().with_pitch(0.5 + index as f32 * 0.02));
    }
    mixer.follow(board.take_events());
    mixer.render(&mut block);
    assert_no_allocation("a second of 64 voices", || {
        for _ in 0..60 {
            mixer.render(&mut block);
        }
    });
    assert_eq!(mixer.voice_count(), 64);
}

#[test]
fn fades_crossfades_and_groups_reach_their_volumes() {
    let mut board = SoundBoard::new();
    let first = board.music(&steady(0.5), 0.0);
    let mut mixer = Mixer::new(RATE);
    mixer.follow(board.take_events());
    let mut block = vec![[0.0; 2]; RATE as usize];
    mixer.render(&mut block);
    let full = 0.5 * core::f32::consts::FRAC_1_SQRT_2;
    assert_eq!(block[40_000], [full; 2]);

    // Two steady sounds that are crossfaded add up to one all the way.
    let second = board.music(&steady(0.5), 0.8);
    assert_ne!(first, second);
    mixer.follow(board.take_events());
    mixer.render(&mut block);
    assert!(block.iter().all(|frame| (frame[0] - full).abs() < 1e-4));
    assert_eq!(mixer.voice_count(), 1);

    board.set_group_volume(SoundGroup::MUSIC, 0.25, 0.5);
    mixer.follow(board.take_events());
    mixer.render(&mut block);
    assert_eq!(block[47_999], [full * 0.25; 2]);

    board.stop_music(0.2);
    mixer.follow(board.take_events());
    mixer.render(&mut block);
    assert_eq!((block[47_999], mixer.voice_count()), ([0.0; 2], 0));
}

#[test]
fn music_makes_room_for_words_and_comes_back() {
    let mut board = SoundBoard::new();
    board.music(&steady(1.0), 0.0);
    let duck = Duck { volume: 0.5, attack: 0.1, release: 0.1, ..Duck::under(SoundGroup::SPEECH) };
    board.set_duck(SoundGroup::MUSIC, Some(duck));
    let silence = Sound::mono(RATE, vec![0.0; RATE as usize]).unwrap();
    board.play(silence.cue().with_group(SoundGroup::SPEECH));
    let out = rendered(&mut board, RATE as usize * 2);
    let full = 0.5 * core::f32::consts::FRAC_1_SQRT_2;
    assert!((out[24_000][0] - full * 0.5).abs() < 1e-5);
    assert!((out[80_000][0] - full).abs() < 1e-5);
}

#[test]
fn loops_join_without_a_seam() {
    // Forty periods fit into the loop: played through the resampler it is one endless sine.
    let sound = sine(40_000, 1_000.0, 0.08).with_loop(1_600..3_200);
    let mut board = SoundBoard::new();
    board.play(sound.cue().looped().with_pan(-1.0));
    let out = rendered(&mut board, 24_000);
    let turn = core::f64::consts::TAU * 1_000.0 / f64::from(RATE);
    for (i, frame) in out.iter().enumerate().skip(100) {
        let wanted = (ops::sin64(turn * i as f64) * 0.5) as f32;
        assert!((frame[0] - wanted).abs() < 2e-4, "frame {i}: {} and {wanted}", frame[0]);
    }
}

#[test]
fn too_loud_a_mix_is_limited() {
    let mut board = SoundBoard::new();
    for index in 0..40 {
        let hz = 100.0 + 37.0 * index as f32;
        let tone = Patch { volume: 1.0, ..Patch::tone(Waveform::Saw, hz, 1.0) };
        board.play(tone.render().cue().with_volume(4.0));
    }
    let out = rendered(&mut board, RATE as usize);
    let peak = out.iter().flatten().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
    assert!((0.9..=1.0).contains(&peak), "{peak}");
}

#[test]
fn too_many_voices_are_dropped_and_counted() {
    let mut mixer = Mixer::new(0);
    assert_eq!(mixer.rate(), 8_000);
    let sound = steady(1.0);
    let mut board = SoundBoard::new();
    for _ in 0..300 {
        board.play(&sound);
        mixer.follow(board.take_events());
    }
    assert_eq!(mixer.voice_count(), Mixer::MOST_VOICES);
    assert!(mixer.dropped() > 0);
    assert_eq!(Mixer::new(1_000_000_000).rate(), 192_000);
}

/// A run of a game in which everything happens that the board can say.
fn game(seed: u64) -> SoundBoard {
    let mut board = SoundBoard::new();
    let mut rng = Rng::new(seed);
    let sounds: Vec<Sound> = Preset::ALL.iter().map(|preset| preset.patch(seed).render()).collect();
    let hum = Patch::tone(Waveform::Triangle, 110.0, 0.5).render().with_loop(2_000..20_000);
    board.music(&hum, 0.3);
    board.set_duck(SoundGroup::MUSIC, Some(Duck::under(SoundGroup::SPEECH)));
    let mut flying = board.play(sounds[1].cue().looped().with_position(vec2(-500.0, 40.0)));
    for tick in 0..180 {
        board.listener.position.x = tick as f32;
        board.set_position(flying, vec2(tick as f32 * 6.0 - 500.0, 40.0));
        if rng.chance(0.2) {
            let pick = rng.below(7) as usize;
            let pitch = rng.range(0.5..2.0);
            let pan = rng.range(-1.0..1.0);
            let group = SoundGroup::numbered(rng.below(4) as u8);
            let cue = sounds[pick].cue().with_pitch(pitch).with_pan(pan).with_group(group);
            let voice = board.play(cue);
            board.set_volume(voice, rng.f32(), rng.f32());
        }
        match tick {
            60 => board.set_group_volume(SoundGroup::EFFECTS, 0.5, 0.2),
            90 => board.set_pitch(flying, 1.5),
            100 => {
                board.stop(flying, 0.1);
                flying = board.music(&sounds[3], 0.4);
            }
            150 => board.stop_group(SoundGroup::SPEECH, 0.05),
            _ => {}
        }
        board.update(DT);
    }
    board
}

#[test]
fn a_track_has_the_same_bits_on_every_machine() {
    let track = SoundTrack::of(game(1).events(), 180, Rate::hz(60));
    let again = SoundTrack::of(game(1).events(), 180, Rate::hz(60));
    assert_eq!(track.to_wav(), again.to_wav());
    let mut hash = StateHash::new();
    for (left, right) in track.left().iter().zip(track.right()) {
        hash.write_u32(left.to_bits());
        hash.write_u32(right.to_bits());
    }
    // Samples to the last bit. A change here changes what every replay sounds like: have a reason.
    assert_eq!(format!("{:016x}", hash.finish()), "2bc3ea045a4057c9");
    assert_eq!(StateHash::of(&game(1)), StateHash::of(&game(1)));
    assert_ne!(StateHash::of(&game(1)), StateHash::of(&game(2)));
}
