//! What a board knows and says.

use super::*;
use motile_geom::vec2;

const DT: f32 = 1.0 / 60.0;

fn second() -> Sound {
    Sound::mono(8_000, vec![0.5; 8_000]).unwrap()
}

#[test]
fn voices_end_by_ticks() {
    let mut board = SoundBoard::new();
    let slow = board.play(second().cue().with_pitch(0.5));
    let quick = board.play(second().cue().with_pitch(2.0));
    let mut ends = Vec::new();
    for tick in 0..200 {
        board.update(DT);
        ends.extend(board.ended().iter().map(|voice| (*voice, tick)));
    }
    assert_eq!(ends, [(quick, 29), (slow, 119)]);
}

#[test]
fn loops_go_on_until_stopped() {
    let mut board = SoundBoard::new();
    let voice = board.play(second().with_loop(4_000..8_000).cue().looped());
    for _ in 0..600 {
        board.update(DT);
    }
    let seconds = board.seconds(voice).unwrap();
    assert!((0.5..1.0).contains(&seconds), "{seconds}");
    board.stop(voice, 0.1);
    for _ in 0..7 {
        board.update(DT);
    }
    assert!(!board.is_playing(voice));
}

#[test]
fn numbers_that_are_none_are_counted_and_change_nothing() {
    let mut board = SoundBoard::new();
    let voice = board.play(&second());
    board.set_volume(voice, f32::NAN, 0.0);
    board.set_volume(voice, 1.0, f32::INFINITY);
    board.set_pan(voice, f32::NAN);
    board.set_pitch(voice, f32::NEG_INFINITY);
    board.set_position(voice, vec2(0.0, f32::NAN));
    board.set_group_volume(SoundGroup::MUSIC, f32::NAN, 0.0);
    board.stop(voice, f32::NAN);
    board.update(f32::NAN);
    board.set_duck(
        SoundGroup::MUSIC,
        Some(Duck { volume: f32::NAN, ..Duck::under(SoundGroup::SPEECH) }),
    );
    let nothing = board.play(second().cue().with_pitch(f32::NAN));
    assert_eq!((board.rejected(), board.events().len()), (10, 1));
    assert!(board.is_playing(voice) && !board.is_playing(nothing));
}

#[test]
fn music_that_cannot_fade_leaves_the_old_one() {
    let mut board = SoundBoard::new();
    let music = board.music(&second(), 0.5);
    for bad in [f32::NAN, f32::INFINITY] {
        let nothing = board.music(&second(), bad);
        assert!(!board.is_playing(nothing));
        board.stop_music(bad);
    }
    assert_eq!((board.current_music(), board.rejected()), (Some(music), 4));
    assert!(board.is_playing(music));
    assert_eq!(board.events().len(), 1, "nothing was said");
}

#[test]
fn what_will_be_heard_differently_hashes_differently() {
    let base = || {
        let mut board = SoundBoard::new();
        board.music(&second(), 0.0);
        board.update(DT);
        board
    };
    let hash = |change: fn(&mut SoundBoard)| {
        let mut board = base();
        change(&mut board);
        let mut hash = StateHash::new();
        board.hash_state(&mut hash);
        hash.finish()
    };
    let changes: [fn(&mut SoundBoard); 6] = [
        |_| {},
        |board| board.listener.position.x += 1.0,
        |board| board.listener.far *= 2.0,
        |board| board.stop_music(2.0),
        |board| board.set_duck(SoundGroup::MUSIC, Some(Duck::under(SoundGroup::SPEECH))),
        |board| board.max_voices = 3,
    ];
    let mut hashes = changes.map(hash).to_vec();
    assert_eq!(hash(|_| {}), hashes[0]);
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), changes.len());
}

#[test]
fn the_oldest_makes_room_and_loops_stay() {
    let mut board = SoundBoard::new();
    board.max_voices = 3;
    let music = board.music(&second(), 0.0);
    let first = board.play(&second());
    let second_voice = board.play(&second());
    board.play(&second());
    assert!(board.is_playing(music) && !board.is_playing(first));
    assert!(board.is_playing(second_voice));
    assert_eq!(board.voices().count(), 3);
    board.update(DT);
    assert_eq!(board.ended(), [first], "it is told as one that ended");
    board.update(DT);
    assert_eq!(board.ended(), []);
}

/// A game that began its music when there was none was silent for ever after it had ended in another way.
#[test]
fn music_that_ended_in_any_way_is_none() {
    let ends: [fn(&mut SoundBoard, VoiceId); 4] = [
        |board, music| board.stop(music, 0.5),
        |board, _| board.stop_group(SoundGroup::MUSIC, 0.0),
        |board, _| board.stop_music(0.5),
        |board, _| {
            board.max_voices = 1;
            board.play(&second());
        },
    ];
    for (which, end) in ends.into_iter().enumerate() {
        let mut board = SoundBoard::new();
        let music = board.music(&second(), 0.0);
        board.update(DT);
        assert_eq!(board.current_music(), Some(music));
        end(&mut board, music);
        assert_eq!(board.current_music(), None, "{which}");
        board.update(1.0);
        let next = board.music(&second(), 0.0);
        assert_eq!(board.current_music(), Some(next), "{which}");
    }
}

/// One more sound stopped one voice only, and the music before younger loops.
#[test]
fn fewer_voices_are_soon_fewer_and_the_music_goes_last() {
    let mut board = SoundBoard::new();
    let music = board.music(&second(), 0.0);
    for _ in 0..3 {
        board.play(second().cue().looped());
    }
    let quick = [board.play(&second()), board.play(&second())];
    board.max_voices = 3;
    let newest = board.play(&second());
    assert!(quick.iter().all(|&voice| !board.is_playing(voice)));
    assert_eq!(board.voices().count(), 3);
    board.max_voices = 2;
    let last = board.play(second().cue().looped());
    assert!(!board.is_playing(newest) && board.is_playing(last));
    assert_eq!((board.voices().count(), board.current_music()), (2, Some(music)));
}

#[test]
fn places_are_heard_anew_only_when_something_moved() {
    let mut board = SoundBoard::new();
    let voice = board.play(second().cue().looped().with_position(vec2(300.0, 0.0)));
    let begun = board.take_events().count();
    board.update(DT);
    assert_eq!((begun, board.events().len()), (1, 0));
    board.listener.position = vec2(600.0, 0.0);
    board.update(DT);
    assert_eq!(board.events().len(), 1);
    assert!(board.heard(voice).unwrap().pan < 0.0);
}

#[test]
fn events_that_nobody_takes_are_bounded() {
    let mut board = SoundBoard::new();
    let sound = second();
    for _ in 0..40_000 {
        board.play(&sound);
    }
    assert_eq!(board.events().len(), MOST_EVENTS);
    assert!(board.dropped() > 0);
}
