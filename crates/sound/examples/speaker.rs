//! Plays every preset on the loudspeakers and tells the latency: `cargo run -p motile-sound --features device --example
//! speaker`. Without a sound server it says so and is silent.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program that plays in real time"
)]

use motile_sound::{Preset, SoundBoard, Speaker};
use std::{thread, time::Duration};

/// Ticks between two sounds, and of the whole.
const EACH: usize = 30;
const TICKS: usize = EACH * (Preset::ALL.len() + 2);

fn main() {
    let mut board = SoundBoard::new();
    let mut speaker = Speaker::open();
    for tick in 0..TICKS {
        if tick % EACH == 0
            && let Some(preset) = Preset::ALL.get(tick / EACH)
        {
            println!("{:9} {}", preset.name(), speaker.report());
            board.play(&preset.patch(1).render());
        }
        board.update(1.0 / 60.0);
        speaker.play(board.take_events());
        thread::sleep(Duration::from_micros(16_667));
    }
    println!("{:9} {}", "end", speaker.report());
}
