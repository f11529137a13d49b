//! Rows of pixels: where they lie, and where their results go.

use crate::{
    run::machine::{BATCH, Batch, Context, Frame, OutOfSteps, execute},
    run::program::Program,
};
use fearless_simd::{Level, dispatch, f32x8, i32x8, prelude::*, u32x8};
use motile_geom::Vec2;

/// Some rows of a picture to be computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Band {
    /// Center of the first pixel, in the coordinates of the kernel.
    pub(crate) start: Vec2,
    /// To the next pixel of a row.
    pub(crate) step: Vec2,
    /// To the next row.
    pub(crate) down: Vec2,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// Where results go.
pub(crate) enum Out<'a> {
    /// Premultiplied words.
    Words(&'a mut [u32]),
    /// As many numbers a pixel as the kernel has channels, as they are.
    Floats(&'a mut [f32]),
}

/// Which of the two things a call does.
pub(crate) enum Work<'a> {
    /// Runs the part of the code that hangs on parameters only.
    SetUp,
    /// Computes a band, on a frame that was set up.
    Band(&'a Band, Out<'a>),
}

/// A stretch of code to be run on a batch, and where its results go, if they do.
struct Piece {
    part: core::ops::Range<usize>,
    batch: Batch,
    store: Option<usize>,
}

/// Where in a band the work stands.
struct Cursor<'a> {
    band: &'a Band,
    program: &'a Program,
    row: usize,
    done: usize,
    row_ready: bool,
}

impl Cursor<'_> {
    /// The next piece of work: what a row shares, then its batches.
    #[inline]
    fn next(&mut self) -> Option<Piece> {
        if self.row >= self.band.height {
            return None;
        }
        let (band, program) = (self.band, self.program);
        let start = band.start + band.down * self.row as f32;
        // Where y changes along the row, what hangs on y is computed with every batch.
        let slanted = band.step.y != 0.0;
        if !self.row_ready && !slanted {
            self.row_ready = true;
            let batch = Batch { start, step: band.step, count: BATCH };
            return Some(Piece { part: program.row..program.pixel, batch, store: None });
        }
        let count = BATCH.min(band.width - self.done);
        let batch = Batch { start: start + band.step * self.done as f32, step: band.step, count };
        let from = if slanted { program.row } else { program.pixel };
        let store = Some(self.row * band.width + self.done);
        self.done += count;
        if self.done >= band.width {
            (self.row, self.done, self.row_ready) = (self.row + 1, 0, false);
        }
        Some(Piece { part: from..program.code.len(), batch, store })
    }
}

/// Does a piece of work at a level of SIMD.
pub(crate) fn work(
    level: Level,
    context: &Context<'_>,
    frame: &mut Frame,
    work: Work<'_>,
) -> Result<(), OutOfSteps> {
    let program = context.program;
    let nothing =
        Band { start: Vec2::ZERO, step: Vec2::ZERO, down: Vec2::ZERO, width: 0, height: 0 };
    let (band, out, first) = match work {
        Work::SetUp => {
            frame.fit(program);
            let batch = Batch { start: Vec2::ZERO, step: Vec2::ZERO, count: BATCH };
            (&nothing, None, Some(Piece { part: 0..program.row, batch, store: None }))
        }
        Work::Band(band, _) if band.width == 0 => return Ok(()),
        Work::Band(band, out) => (band, Some(out), None),
    };
    let cursor = Cursor { band, program, row: 0, done: 0, row_ready: false };
    dispatch!(level, simd => work_simd(simd, context, frame, cursor, first, out))
}

/// The machine stands here once for each level: it is large.
#[inline(always)]
fn work_simd<S: Simd>(
    simd: S,
    context: &Context<'_>,
    frame: &mut Frame,
    mut cursor: Cursor<'_>,
    mut first: Option<Piece>,
    mut out: Option<Out<'_>>,
) -> Result<(), OutOfSteps> {
    while let Some(piece) = first.take().or_else(|| cursor.next()) {
        execute(simd, context, frame, piece.part, &piece.batch)?;
        let Some(at) = piece.store else { continue };
        let count = piece.batch.count;
        match &mut out {
            Some(Out::Words(words)) => {
                store_words(simd, context, frame, &mut words[at..at + count]);
            }
            Some(Out::Floats(numbers)) => {
                let channels = context.program.outputs.len();
                let to = &mut numbers[at * channels..(at + count) * channels];
                store_floats(context, frame, to);
            }
            None => {}
        }
    }
    Ok(())
}

/// Straight channels as bytes, then premultiplied. One channel is gray, two are gray and alpha, three opaque.
#[inline(always)]
fn store_words<S: Simd>(simd: S, context: &Context<'_>, frame: &Frame, to: &mut [u32]) {
    let outputs = &context.program.outputs;
    let color = |channel: usize| match outputs.len() {
        1 | 2 => outputs.first(),
        _ => outputs.get(channel),
    };
    let alpha = match outputs.len() {
        2 => outputs.get(1),
        4 => outputs.get(3),
        _ => None,
    };
    let mut words = [0; 8];
    for (index, to) in to.chunks_mut(8).enumerate() {
        let i = index * 8;
        let a = channel(simd, frame, alpha, i);
        // Written out: `map` over an array would be a call, and leave the level.
        let r = share(simd, channel(simd, frame, color(0), i), a);
        let g = share(simd, channel(simd, frame, color(1), i), a);
        let b = share(simd, channel(simd, frame, color(2), i), a);
        let word = r | (g << 8u32) | (b << 16u32) | (a << 24u32);
        word.store_slice(&mut words);
        to.copy_from_slice(&words[..to.len()]);
    }
}

/// Eight bytes of a channel; full where the kernel has none.
#[inline(always)]
fn channel<S: Simd>(simd: S, frame: &Frame, reg: Option<&u16>, i: usize) -> u32x8<S> {
    match reg {
        None => u32x8::splat(simd, 255),
        Some(&reg) => {
            byte(simd, f32x8::from_slice(simd, &frame.floats[usize::from(reg)][i..i + 8]))
        }
    }
}

/// 0 to 1 as a byte, rounded half up; NaN is 0.
#[inline(always)]
fn byte<S: Simd>(simd: S, x: f32x8<S>) -> u32x8<S> {
    let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let held = x.simd_gt(zero).select(x, zero);
    let held = held.simd_lt(one).select(held, one);
    let number: i32x8<S> = (held * 255.0 + 0.5).to_int();
    number.bitcast()
}

/// `round(c·a / 255)`.
#[inline(always)]
fn share<S: Simd>(simd: S, c: u32x8<S>, a: u32x8<S>) -> u32x8<S> {
    let product = c * a + u32x8::splat(simd, 128);
    (product + (product >> 8u32)) >> 8u32
}

#[inline(always)]
fn store_floats(context: &Context<'_>, frame: &Frame, to: &mut [f32]) {
    let outputs = &context.program.outputs;
    // One NaN for all: its bits differ between platforms.
    let plain = |x: f32| if x.is_nan() { f32::NAN } else { x };
    if let [single] = outputs.as_slice() {
        let from = &frame.floats[usize::from(*single)];
        for (to, &from) in to.iter_mut().zip(from) {
            *to = plain(from);
        }
        return;
    }
    for (channel, &reg) in outputs.iter().enumerate() {
        let from = &frame.floats[usize::from(reg)];
        for (to, &from) in to.iter_mut().skip(channel).step_by(outputs.len()).zip(from) {
            *to = plain(from);
        }
    }
}
