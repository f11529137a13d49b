//! One run over several threads: rows are shared out, and no pixel knows of another, so the bits are the same.

use crate::{
    parameter::RunError,
    run::band::{Band, Out, Work, work},
    run::machine::{Context, Frame, OutOfSteps},
};
use fearless_simd::Level;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Each thread takes about so many pieces of a band, one after the other: one that is held up by other programs leaves the rest to the
/// others, instead of letting them wait.
const PIECES: usize = 24;
/// A piece has at least so many rows, because what its rows share is computed for each piece.
const ROWS: usize = 16;

/// Runs a band on as many threads as there are frames.
pub(crate) fn run_pieces(
    level: Level,
    context: &Context<'_>,
    frames: &mut [Frame],
    band: &Band,
    out: Out<'_>,
) -> Result<(), RunError> {
    let threads = frames.len().max(1);
    let most = band.height.div_ceil(threads);
    let rows = band.height.div_ceil(threads * PIECES).max(ROWS).min(most).max(1);
    let channels = context.program.outputs.len();
    let result = match out {
        Out::Words(words) => {
            let pieces = words.chunks_mut(rows * band.width).map(Out::Words);
            share(level, context, frames, band, rows, pieces)
        }
        Out::Floats(numbers) => {
            let pieces = numbers.chunks_mut(rows * band.width * channels).map(Out::Floats);
            share(level, context, frames, band, rows, pieces)
        }
    };
    result.map_err(|OutOfSteps| RunError::TooLong)
}

/// Lets every frame take pieces until none is left.
fn share<'a>(
    level: Level,
    context: &Context<'_>,
    frames: &mut [Frame],
    band: &Band,
    rows: usize,
    pieces: impl Iterator<Item = Out<'a>> + Send,
) -> Result<(), OutOfSteps> {
    let pieces = Mutex::new(pieces.enumerate());
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    frames.par_iter_mut().try_for_each(|frame| {
        work(level, context, frame, Work::SetUp)?;
        while let Some((index, out)) = next() {
            let first = index * rows;
            let piece = Band {
                start: band.start + band.down * first as f32,
                height: rows.min(band.height - first),
                ..*band
            };
            work(level, context, frame, Work::Band(&piece, out))?;
        }
        Ok(())
    })
}
