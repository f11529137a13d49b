//! Sound files of all formats.

use motile_sound::{Mixer, Patch, Sound, SoundBoard};

/// Any bytes are a sound or an error; a sound can be played and written. OGG files are tried a second time with the
/// checksums put right, or hardly any mutation would get past the first page.
pub fn run(data: &[u8]) {
    read(data);
    if data.starts_with(b"OggS") {
        read(&with_right_checksums(data));
    }
}

/// WAV files with a loop and without.
pub fn built() -> Vec<Vec<u8>> {
    let blip = Patch::blip(1).render();
    let stereo = Sound::stereo(8_000, vec![0.5, -0.5, 0.25], vec![0.0, 1.0, -1.0]);
    let stereo = stereo.expect("three frames").with_loop(1..3);
    vec![blip.to_wav()[..400].to_vec(), stereo.to_wav()]
}

fn read(data: &[u8]) {
    let sound = match Sound::from_bytes(data) {
        Ok(sound) => sound,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let samples = sound.left().iter().chain(sound.right());
    assert!(samples.into_iter().all(|sample| sample.is_finite()));
    let looped = sound.loop_frames();
    assert!(looped.start < looped.end && looped.end <= sound.frame_count());
    let mut board = SoundBoard::new();
    board.play(sound.cue().looped().with_pitch(1.7));
    let mut mixer = Mixer::new(48_000);
    mixer.follow(board.take_events());
    let mut block = [[0.0; 2]; 256];
    mixer.render(&mut block);
    assert!(block.iter().flatten().all(|sample| sample.abs() <= 1.0));
    if sound.frame_count() < 1 << 16 {
        let again = Sound::from_bytes(&sound.to_wav()).expect("own files are readable");
        assert_eq!(again.frame_count(), sound.frame_count());
        assert_eq!(again.loop_frames(), sound.loop_frames());
    }
}

/// Walks the pages (a head of 27 bytes, lengths, segments) and corrects every checksum.
fn with_right_checksums(data: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    let mut at = 0;
    while let Some(&count) = data.get(at + 26) {
        let table = at + 27;
        let Some(lengths) = data.get(table..table + usize::from(count)) else { break };
        let length: usize = lengths.iter().map(|&length| usize::from(length)).sum();
        let end = table + usize::from(count) + length;
        if end > data.len() {
            break;
        }
        data[at + 22..at + 26].fill(0);
        let sum = checksum(&data[at..end]);
        data[at + 22..at + 26].copy_from_slice(&sum.to_le_bytes());
        at = end;
    }
    data
}

/// The checksum of OGG pages, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte) << 24, |crc, _| {
            (crc << 1) ^ (0x04C1_1DB7 & (crc >> 31).wrapping_neg())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        let mut seeds = seeds::stored("sound");
        seeds.extend(built());
        smoke::run(&seeds, 1_500, run);
    }

    #[test]
    fn right_checksums_are_left_as_they_are() {
        let file = seeds::stored("sound").into_iter().find(|file| file.starts_with(b"OggS"));
        let file = file.expect("a seed");
        assert_eq!(with_right_checksums(&file), file);
        assert!(Sound::from_bytes(&file).is_ok());
    }
}
