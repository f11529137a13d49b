//! One run over several threads: rows are shared out, and no pixel knows of another, so the bits are the same.

use crate::{
    parameter::RunError,
    run::band::{Band, Out},
    run::machine::{Context, Frame, OutOfSteps},
};
use rayon::prelude::*;

/// Runs pieces of a band at once, one for each frame.
pub(crate) fn run_pieces(
    one: &(impl Fn(&mut Frame, &Band, Out<'_>) -> Result<(), OutOfSteps> + Sync),
    context: &Context<'_>,
    frames: &mut [Frame],
    band: &Band,
    out: Out<'_>,
) -> Result<(), RunError> {
    let rows = band.height.div_ceil(frames.len()).max(1);
    let piece = |index: usize| Band {
        start: band.start + band.down * (index * rows) as f32,
        height: rows.min(band.height - index * rows),
        ..*band
    };
    let result = match out {
        Out::Words(words) => words
            .par_chunks_mut(rows * band.width)
            .zip(frames)
            .enumerate()
            .try_for_each(|(i, (words, frame))| one(frame, &piece(i), Out::Words(words))),
        Out::Floats(numbers) => numbers
            .par_chunks_mut(rows * band.width * context.program.outputs.len())
            .zip(frames)
            .enumerate()
            .try_for_each(|(i, (numbers, frame))| one(frame, &piece(i), Out::Floats(numbers))),
    };
    result.map_err(|OutOfSteps| RunError::TooLong)
}
