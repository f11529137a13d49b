//! Prints how well claps, whistles, breath, onsets, noise and beats are told on sounds whose truth is known, over the seeds by which
//! the detectors were tuned and over those that were held out: `cargo run -p motile-sense --example table`.

use motile_sense::fixture::{DetectorSpread, HELD_OUT_SEEDS, TUNING_SEEDS};

#[expect(clippy::print_stdout, reason = "printing the table is what it is for")]
fn main() {
    let (tuned, held_out) = (DetectorSpread::of(TUNING_SEEDS), DetectorSpread::of(HELD_OUT_SEEDS));
    for (tuned, held_out) in tuned.iter().zip(&held_out) {
        let tells = |spread: &DetectorSpread| spread.sum.wanted > 0 || spread.sum.false_alarms > 0;
        if tells(tuned) || tells(held_out) {
            println!("tuning   {tuned}\nheld out {held_out}");
        }
    }
}
