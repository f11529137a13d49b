//! Sound files of all formats, whole, cut off and spoiled. They hold 3,000 frames of two sines, 440 Hz on the left and
//! 660 Hz on the right, at 22,050 Hz.

#![cfg(all(feature = "flac", feature = "mp3", feature = "ogg"))]

use motile_geom::{Rng, StateHash, ops};
use motile_sound::{Sound, SoundError};

const FLAC: &[u8] = include_bytes!("files/beep.flac");
const MP3: &[u8] = include_bytes!("files/beep.mp3");
const OGG: &[u8] = include_bytes!("files/beep.ogg");
/// At 44,100 Hz, with four other sines in the middle, below and behind.
const SURROUND: &[u8] = include_bytes!("files/surround.ogg");
const FILES: [(&str, &[u8]); 3] = [("flac", FLAC), ("mp3", MP3), ("ogg", OGG)];

/// The largest difference to the sines, away from the edges where codecs ring.
fn error_of(sound: &Sound) -> f32 {
    let wave = |hz: f64, loud: f64, i: usize| {
        let turn = core::f64::consts::TAU * hz / f64::from(sound.rate());
        (ops::sin64(turn * i as f64) * loud / 32_768.0) as f32
    };
    let off = |i: usize| {
        let left = (sound.left()[i] - wave(440.0, 12_000.0, i)).abs();
        left.max((sound.right()[i] - wave(660.0, 8_000.0, i)).abs())
    };
    (600..2_400).map(off).fold(0.0, f32::max)
}

#[test]
fn every_format_gives_the_sines() {
    for (name, bytes) in FILES {
        let sound = Sound::from_bytes(bytes).unwrap();
        assert_eq!((sound.rate(), sound.is_stereo()), (22_050, true), "{name}");
        assert_eq!(sound.frame_count(), 3_000, "{name}");
        let error = error_of(&sound);
        let allowed = if name == "flac" { 1.0 / 32_768.0 } else { 0.03 };
        assert!(error <= allowed, "{name}: off by {error}");
    }
}

#[test]
fn channels_that_belong_to_several_others_are_taken_apart() {
    // Five channels are coupled in four steps, which the decoder undid in the wrong order: off by 0.45.
    let sound = Sound::from_bytes(SURROUND).unwrap();
    assert_eq!((sound.rate(), sound.frame_count(), sound.is_stereo()), (44_100, 3_000, true));
    let error = error_of(&sound);
    assert!(error < 0.05, "off by {error}");
}

#[test]
fn mp3_has_the_same_bits_on_every_machine() {
    let sound = Sound::from_bytes(MP3).unwrap();
    let mut hash = StateHash::new();
    sound.left().iter().for_each(|sample| hash.write_u32(sample.to_bits()));
    assert_eq!(format!("{:016x}", hash.finish()), "1f76dc769e2cbda3");
}

#[test]
fn cut_off_files_are_errors_or_shorter() {
    for (name, bytes) in FILES {
        for length in (0..bytes.len()).step_by(11) {
            match Sound::from_bytes(&bytes[..length]) {
                Ok(sound) => assert!(sound.frame_count() <= 3_000, "{name} {length}"),
                Err(error) => assert!(!error.to_string().is_empty(), "{name} {length}"),
            }
        }
    }
}

#[test]
fn spoiled_files_are_sounds_or_errors() {
    let mut rng = Rng::new(1);
    for (_, bytes) in FILES {
        for _ in 0..60 {
            let mut bytes = bytes.to_vec();
            for _ in 0..=rng.below(6) {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = rng.u32() as u8;
            }
            if let Ok(sound) = Sound::from_bytes(&bytes) {
                let samples = sound.left().iter().chain(sound.right());
                assert!(samples.into_iter().all(|sample| sample.is_finite()));
            }
        }
    }
}

#[test]
fn rates_that_nothing_plays_are_errors() {
    // Twenty bits behind the lengths of blocks and frames; in OGG four bytes behind the number of channels.
    let flac = |rate: u32| {
        let mut bytes = FLAC.to_vec();
        let low = bytes[20] & 15;
        bytes[18..21].copy_from_slice(&[
            (rate >> 12) as u8,
            (rate >> 4) as u8,
            (rate << 4) as u8 | low,
        ]);
        bytes
    };
    assert_eq!(flac(22_050), FLAC, "that is where it is");
    for rate in [0, 1, 999, 1_000_000] {
        assert!(Sound::from_bytes(&flac(rate)).is_err(), "{rate}");
    }
}

#[test]
fn other_bytes_are_no_sound() {
    for bytes in [&b""[..], b"hello", b"RIFF....AVI ", &[0xFF, 0x00, 1, 2]] {
        assert_eq!(Sound::from_bytes(bytes).unwrap_err(), SoundError::UnknownFormat);
    }
}

#[test]
fn a_small_mp3_that_would_fill_the_memory_is_too_long() {
    // The file again and again, until there are more frames than a sound can have.
    let bytes = MP3.repeat(motile_sound::MOST_FRAMES / 2_500);
    assert_eq!(Sound::from_bytes(&bytes).unwrap_err(), SoundError::TooLong);
}
