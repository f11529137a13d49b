//! Listens to the microphone for ten seconds and shows the level:
//! `cargo run -p motile-sense --features device --example listen`.

use motile_sense::{Microphone, Source, hear::Ear};
use std::time::{Duration, Instant};

#[expect(clippy::print_stdout, reason = "showing the level is what it is for")]
#[expect(clippy::disallowed_methods, reason = "a program keeps time by the clock of the machine")]
fn main() {
    let (mut microphone, mut ear) = (Microphone::new(), Ear::new());
    microphone.start();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(100));
        ear.listen(&mut microphone, 0.1);
        let bar = "#".repeat(ear.level().unwrap_or(0.0) as usize / 2);
        let pitch = ear.now().and_then(|now| now.pitch).map(|pitch| pitch.hz);
        println!("{:<24} {:>7.1} Hz {bar}", microphone.state().to_string(), pitch.unwrap_or(0.0));
        if microphone.state().is_failed() {
            return;
        }
    }
}
