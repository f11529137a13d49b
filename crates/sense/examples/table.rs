//! Prints how well claps, whistles, breath, onsets, noise and beats are told on sounds whose truth is known, over some seeds:
//! `cargo run -p motile-sense --example table [SEEDS]`.

use motile_sense::fixture::DetectorSpread;

#[expect(clippy::print_stdout, reason = "printing the table is what it is for")]
fn main() {
    let seeds = std::env::args().nth(1).and_then(|seeds| seeds.parse().ok()).unwrap_or(1);
    for spread in DetectorSpread::of(1..=seeds) {
        if spread.sum.wanted > 0 || spread.sum.false_alarms > 0 {
            println!("{spread}");
        }
    }
}
