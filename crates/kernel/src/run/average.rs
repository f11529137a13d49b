//! Several places of each pixel, and their mean.

use crate::{
    RunError,
    run::band::{Band, Out, Work, work},
    run::machine::{Context, Frame, OutOfSteps},
    shader::run_split,
};
use fearless_simd::Level;

/// The most places a side.
const MOST: u8 = 8;
/// Pixels that are computed at a time: the numbers of all their channels stay in the second cache.
const PIXELS: usize = 16_384;

/// Memory for sums, kept from run to run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    sum: Vec<f32>,
    part: Vec<f32>,
}

/// Runs a band on so many threads, with so many places a side in each pixel.
pub(crate) fn run_averaged(
    context: &Context<'_>,
    frames: &mut Vec<Frame>,
    (threads, places): (usize, u8),
    band: &Band,
    out: Out<'_>,
) -> Result<(), RunError> {
    if places <= 1 {
        return run_split(context, frames, threads, band, out);
    }
    if frames.is_empty() {
        frames.push(Frame::default());
    }
    let mut sums = core::mem::take(&mut frames[0].sums);
    let done = average(context.program.outputs.len(), &mut sums, places, band, out, |band, out| {
        run_split(context, frames, threads, band, out)
    });
    frames[0].sums = sums;
    done
}

/// A band of words on one frame that is set up, with so many places a side in each pixel.
pub(crate) fn average_band(
    context: &Context<'_>,
    frame: &mut Frame,
    places: u8,
    band: &Band,
    out: &mut [u32],
) -> Result<(), OutOfSteps> {
    let out = Out::Words(out);
    if places <= 1 {
        return work(Level::new(), context, frame, Work::Band(band, out));
    }
    let mut sums = core::mem::take(&mut frame.sums);
    let done = average(context.program.outputs.len(), &mut sums, places, band, out, |band, out| {
        work(Level::new(), context, frame, Work::Band(band, out))
    });
    frame.sums = sums;
    done
}

/// Computes some rows at a time, place by place, and stores the means.
fn average<E>(
    channels: usize,
    sums: &mut Sums,
    places: u8,
    band: &Band,
    mut out: Out<'_>,
    mut run: impl FnMut(&Band, Out<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let side = places.min(MOST);
    let rows = (PIXELS / band.width.max(1)).max(1);
    let weighs = matches!(out, Out::Words(_));
    for first in (0..band.height).step_by(rows) {
        let height = rows.min(band.height - first);
        let count = band.width * height;
        sums.sum.clear();
        sums.sum.resize(count * channels, 0.0);
        sums.part.resize(count * channels, 0.0);
        for place in 0..side * side {
            let inside = |i: u8| (f32::from(i) + 0.5) / f32::from(side) - 0.5;
            let (x, y) = (inside(place % side), inside(place / side));
            let start = band.start + band.down * (first as f32 + y) + band.step * x;
            run(&Band { start, height, ..*band }, Out::Floats(&mut sums.part))?;
            add(&mut sums.sum, &sums.part, channels, weighs);
        }
        let share = 1.0 / f32::from(side * side);
        let from = first * band.width;
        match &mut out {
            Out::Words(words) => {
                let pixels = sums.sum.chunks_exact(channels);
                for (word, sum) in words[from..from + count].iter_mut().zip(pixels) {
                    *word = mean_word(sum, share);
                }
            }
            Out::Floats(numbers) => {
                let numbers = &mut numbers[from * channels..(from + count) * channels];
                for (number, sum) in numbers.iter_mut().zip(&sums.sum) {
                    *number = sum * share;
                }
            }
        }
    }
    Ok(())
}

/// Adds numbers as they are, or colors by what is seen of them.
fn add(sum: &mut [f32], part: &[f32], channels: usize, weighs: bool) {
    if !weighs {
        for (sum, part) in sum.iter_mut().zip(part) {
            *sum += part;
        }
        return;
    }
    for (sum, part) in sum.chunks_exact_mut(channels).zip(part.chunks_exact(channels)) {
        let (alpha, colors) = match channels {
            2 | 4 => (held(part[channels - 1]), channels - 1),
            _ => (1.0, channels),
        };
        for (sum, &color) in sum.iter_mut().zip(&part[..colors]) {
            *sum += held(color) * alpha;
        }
        if let Some(sum) = sum.get_mut(colors) {
            *sum += alpha;
        }
    }
}

/// Between 0 and 1; NaN is 0.
fn held(x: f32) -> f32 {
    if x > 0.0 { x.min(1.0) } else { 0.0 }
}

/// The stored word of the mean of colors that were added by what is seen of them.
fn mean_word(sum: &[f32], share: f32) -> u32 {
    let byte = |x: f32| (held(x * share) * 255.0 + 0.5) as u8;
    match *sum {
        [gray] => u32::from_le_bytes([byte(gray), byte(gray), byte(gray), 255]),
        [gray, alpha] => {
            // The alpha is rounded, too: no color may be above it.
            let alpha = byte(alpha);
            let gray = byte(gray).min(alpha);
            u32::from_le_bytes([gray, gray, gray, alpha])
        }
        [r, g, b] => u32::from_le_bytes([byte(r), byte(g), byte(b), 255]),
        [r, g, b, alpha, ..] => {
            let alpha = byte(alpha);
            let [r, g, b] = [r, g, b].map(|color| byte(color).min(alpha));
            u32::from_le_bytes([r, g, b, alpha])
        }
        [] => 0,
    }
}
