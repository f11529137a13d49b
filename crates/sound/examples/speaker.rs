//! Plays every preset on the loudspeakers and tells the latency: `cargo run -p motile-sound --features device --example
//! speaker`. Without a sound server it says so and is silent. `-- null` plays into nothing at the pace of a device, and `-- F.wav`
//! into a file, so that the latency is measured on a machine without one.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program that plays in real time"
)]

use motile_sound::{Preset, Sound, SoundBoard, Speaker};
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

/// Ticks between two sounds, and of the whole.
const EACH: usize = 30;
const TICKS: usize = EACH * (Preset::ALL.len() + 2);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = std::env::args().nth(1);
    let recorded: Arc<Mutex<[Vec<f32>; 2]>> = Arc::default();
    let mut speaker = match wanted.as_deref() {
        None => Speaker::open(),
        Some("null") => Speaker::with_sink("nothing", |_| ()),
        Some(path) => {
            let kept = Arc::clone(&recorded);
            Speaker::with_sink(path, move |frames| {
                let mut sides = kept.lock().unwrap_or_else(PoisonError::into_inner);
                for &[left, right] in frames {
                    sides[0].push(left);
                    sides[1].push(right);
                }
            })
        }
    };
    play_presets(&mut speaker);
    if let Some(path) = wanted.filter(|path| path != "null") {
        let [left, right] = recorded.lock().unwrap_or_else(PoisonError::into_inner).clone();
        std::fs::write(path, Sound::stereo(48_000, left, right)?.to_wav())?;
    }
    Ok(())
}

fn play_presets(speaker: &mut Speaker) {
    let mut board = SoundBoard::new();
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
