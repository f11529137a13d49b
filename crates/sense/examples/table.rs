//! Prints how well claps, whistles, breath, onsets, noise and beats are told on sounds whose truth is known:
//! `cargo run -p motile-sense --example table [SEED]`.

use motile_sense::{fixture::SoundFixture, hear::Ear};

#[expect(clippy::print_stdout, reason = "printing the table is what it is for")]
fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    for fixture in SoundFixture::all(seed) {
        let rhythm = fixture.score_rhythm(Ear::new());
        for score in fixture.score(Ear::new()).into_iter().chain(rhythm) {
            if score.wanted > 0 || score.false_alarms > 0 {
                println!("{score}");
            }
        }
    }
}
