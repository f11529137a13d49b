//! Renders four seconds of a made-up game to a WAV file: `cargo run -p motile-sound --example render_wav > game.wav`.

use motile_geom::vec2;
use motile_sound::{
    Duck, Patch, SoundBoard, SoundGroup, SoundTrack, Waveform, decibels, note_frequency,
};
use motile_time::Rate;
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let rate = Rate::hz(60);
    let mut board = SoundBoard::new();
    let music = Patch::tone(Waveform::Triangle, note_frequency(45.0), 2.0).render();
    board.music(&music, 0.5);
    board.set_group_volume(SoundGroup::MUSIC, decibels(-6.0), 0.0);
    board.set_duck(SoundGroup::MUSIC, Some(Duck::under(SoundGroup::SPEECH)));
    // A bee flies past from left to right.
    let buzz = Patch { vibrato: 0.05, ..Patch::tone(Waveform::Saw, 180.0, 0.5) }.render();
    let bee = board.play(buzz.cue().looped().with_volume(0.5));
    for tick in 0..240 {
        board.set_position(bee, vec2(tick as f32 * 8.0 - 960.0, 60.0));
        match tick {
            60 | 90 | 120 => {
                board.play(&Patch::pickup(tick).render());
            }
            150 => {
                board.play(&Patch::laser(3).render());
            }
            180 => {
                let words = Patch::explosion(2).render();
                board.play(words.cue().with_group(SoundGroup::SPEECH));
            }
            _ => {}
        }
        board.update(rate.dt());
    }
    let track = SoundTrack::of(board.events(), 240, rate);
    io::stdout().write_all(&track.to_wav())
}
