//! Sounds of a sketch: values of its ticks.

#![cfg(feature = "stage")]

use motile_geom::{StateHash, vec2};
use motile_sound::{Patch, Sound, StageSound, VoiceId, Waveform, sound_track};
use motile_stage::{Key, Player, Result, Script, Settings, Sketch, Stage, Tick};

/// A game of keys: Space jumps, and a bee circles around.
struct Keys {
    jump: Sound,
    bee: VoiceId,
}

impl Sketch for Keys {
    fn setup(stage: &mut Stage) -> Result<Self> {
        let jump = Patch::jump(stage.rng.u64()).render();
        let buzz = Patch::tone(Waveform::Saw, 110.0, 0.2).render();
        stage.sound().listener.position = stage.center();
        let bee = buzz.cue().looped().with_volume(0.3).with_position(vec2(0.0, 50.0));
        Ok(Self { jump, bee: stage.sound().play(bee) })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
        if tick.input.pressed(Key::Space) {
            let pitch = stage.rng.range(0.8..1.2);
            stage.sound().play(self.jump.cue().with_pitch(pitch));
        }
        let place = vec2(tick.index as f32 * 3.0, 50.0);
        stage.sound().set_position(self.bee, place);
    }
}

fn player() -> Player {
    let mut player = Player::new::<Keys>(&Settings::new(300, 100).with_seed(3)).unwrap();
    player.play(Script::parse("10 tap Space\n45 tap Space\n47 tap Space\n").unwrap()).unwrap();
    player
}

fn hash_of(sound: &Sound) -> u64 {
    let mut hash = StateHash::new();
    for sample in sound.left().iter().chain(sound.right()) {
        hash.write_u32(sample.to_bits());
    }
    hash.finish()
}

#[test]
fn a_replay_gives_the_same_track_to_the_bit() {
    let track = sound_track(&mut player(), 90);
    assert_eq!((track.frame_count(), track.rate()), (72_000, 48_000));
    assert_eq!(format!("{:016x}", hash_of(&track)), "1357a8085c37bf23");
    // A restart begins anew, also in what is heard.
    let mut again = player();
    again.run_ticks(17);
    again.restart().unwrap();
    assert_eq!(sound_track(&mut again, 90).to_wav(), track.to_wav());
}

/// What was played in earlier ticks began all at once with the first tick of the track.
#[test]
fn a_track_of_a_player_that_has_run_begins_in_the_middle() {
    let whole = sound_track(&mut player(), 90);
    for ran in [1, 16, 46, 47, 89] {
        let mut later = player();
        later.run_ticks(ran);
        let rest = sound_track(&mut later, 90 - ran);
        let from = ran as usize * 800;
        assert!(rest.left() == &whole.left()[from..], "after {ran} ticks");
        assert!(rest.right() == &whole.right()[from..], "after {ran} ticks");
    }
    // In two parts as well.
    let mut parts = player();
    parts.run_ticks(20);
    let (first, second) = (sound_track(&mut parts, 30), sound_track(&mut parts, 40));
    assert!(first.left() == &whole.left()[16_000..40_000]);
    assert_eq!(second.frame_count(), 32_000);
}

#[test]
fn sounds_are_part_of_the_state_and_of_the_debug_view() {
    let (mut one, mut other) = (player(), player());
    one.run_ticks(50);
    other.run_ticks(50);
    assert_eq!(one.hash(), other.hash());
    one.stage_mut().sound().play(&Patch::blip(1).render());
    assert_ne!(one.hash(), other.hash());
    one.set_debug(true);
    assert!(one.draw());
}
