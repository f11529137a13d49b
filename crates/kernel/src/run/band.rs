//! Rows of pixels: where they lie, and where their results go.

use crate::{
    RunError,
    run::machine::{BATCH, Batch, Context, Frame, OutOfSteps, execute},
    run::program::Program,
};
use fearless_simd::{Level, dispatch, f32x8, i32x8, prelude::*, u32x8};
use motile_geom::Vec2;

/// The longest side of a result, in pixels: up to there the centers of pixels are exact.
pub(crate) const WIDEST: u32 = 1 << 23;

/// Whether the centers of all pixels of a result are exact.
pub(crate) fn check_sides(width: u32, height: u32) -> Result<(), RunError> {
    if width.max(height) > WIDEST { Err(RunError::TooWide { width, height }) } else { Ok(()) }
}

/// Some rows of a picture to be computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Band {
    /// Center of the first pixel, in the coordinates of the kernel.
    pub(crate) start: Vec2,
    /// To the next pixel of a row.
    pub(crate) step: Vec2,
    /// To the next row.
    pub(crate) down: Vec2,
    /// Pixels of each row before the first that is computed: places are counted from `start`, so that a part of a row has the bits it has
    /// in the whole. A multiple of [`BATCH`], and 0 where there is more than one row.
    pub(crate) first: usize,
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
    kept: Kept,
}

/// What happens to numbers that hang on x only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// They are computed, and forgotten.
    No,
    /// They are computed and kept, for the batch of this number in a row.
    Keep(usize),
    /// They are there from a row before.
    TakeBack(usize),
}

/// Where in a band the work stands.
struct Cursor<'a> {
    band: &'a Band,
    program: &'a Program,
    row: usize,
    done: usize,
    row_ready: bool,
    /// Whether rows share what hangs on x only.
    keeps: bool,
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
            let batch = Batch::new(start, band.step, 0, BATCH);
            let part = program.row..program.column;
            return Some(Piece { part, batch, store: None, kept: Kept::No });
        }
        let count = BATCH.min(band.width - self.done);
        let batch = Batch::new(start, band.step, band.first + self.done, count);
        let kept = match (self.keeps, self.row) {
            (false, _) => Kept::No,
            (true, 0) => Kept::Keep(self.done / BATCH),
            (true, _) => Kept::TakeBack(self.done / BATCH),
        };
        let from = match kept {
            _ if slanted => program.row,
            Kept::TakeBack(_) => program.pixel,
            _ => program.column,
        };
        let store = Some(self.row * band.width + self.done);
        self.done += count;
        if self.done >= band.width {
            (self.row, self.done, self.row_ready) = (self.row + 1, 0, false);
        }
        Some(Piece { part: from..program.code.len(), batch, store, kept })
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
    let nothing = Band {
        start: Vec2::ZERO,
        step: Vec2::ZERO,
        down: Vec2::ZERO,
        first: 0,
        width: 0,
        height: 0,
    };
    let (band, out, first) = match work {
        Work::SetUp => {
            frame.fit(program);
            let batch = Batch::new(Vec2::ZERO, Vec2::ZERO, 0, BATCH);
            let part = 0..program.row;
            (&nothing, None, Some(Piece { part, batch, store: None, kept: Kept::No }))
        }
        Work::Band(band, _) if band.width == 0 => return Ok(()),
        Work::Band(band, out) => (band, Some(out), None),
    };
    // Where rows stand one below the other, x is that of the row before.
    let upright = band.step.y == 0.0 && band.down.x == 0.0 && band.height > 1;
    let keeps = upright && frame.keep_room(program, band.width.div_ceil(BATCH));
    let cursor = Cursor { band, program, row: 0, done: 0, row_ready: false, keeps };
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
        if let Kept::TakeBack(batch) = piece.kept {
            frame.take_back(context.program, batch);
        }
        let length = cost(context.program, &piece, cursor.band.first);
        let taken = execute(simd, context, frame, piece.part, &piece.batch)?;
        let shared = match piece.kept {
            Kept::TakeBack(batch) => frame.kept_steps[batch],
            Kept::Keep(_) | Kept::No => taken.shared,
        };
        if let Kept::Keep(batch) = piece.kept {
            frame.keep(context.program, batch);
            frame.kept_steps[batch] = shared;
        }
        if let Some(length) = length {
            context.spend(length + shared + taken.own)?;
        }
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

/// Instructions of a piece, each once. A batch costs the same whether a row before has kept some of it or not, and what each thread
/// does for itself is no part of the run: so the sum is the same for any number of threads. What a row shares is part of its beginning,
/// and costs a later part of it nothing.
fn cost(program: &Program, piece: &Piece, before: usize) -> Option<u64> {
    if before > 0 && piece.store.is_none() {
        return None;
    }
    let first = match piece.kept {
        Kept::TakeBack(_) => program.column,
        Kept::Keep(_) | Kept::No => piece.part.start,
    };
    (first >= program.row).then_some(piece.part.end.saturating_sub(first) as u64)
}

#[inline(always)]
fn store_words<S: Simd>(simd: S, context: &Context<'_>, frame: &Frame, to: &mut [u32]) {
    let outputs = &context.program.words;
    let mut words = [0; 8];
    for (index, to) in to.chunks_mut(8).enumerate() {
        let i = index * 8;
        let lanes = word(
            simd,
            outputs.len(),
            #[inline(always)]
            |channel| {
                let from = &frame.floats[usize::from(outputs[channel])];
                f32x8::from_slice(simd, &from.0[i..i + 8])
            },
        );
        lanes.store_slice(&mut words);
        to.copy_from_slice(&words[..to.len()]);
    }
}

/// Straight channels as bytes, then premultiplied. One channel is gray, two are gray and alpha, three opaque.
#[inline(always)]
pub(crate) fn word<S: Simd>(
    simd: S,
    channels: usize,
    load: impl Fn(usize) -> f32x8<S>,
) -> u32x8<S> {
    let alpha = match channels {
        2 => byte(simd, load(1)),
        4 => byte(simd, load(3)),
        _ => u32x8::splat(simd, 255),
    };
    let red = byte(simd, load(0));
    // Written out: `map` over an array would be a call, and leave the level.
    let (green, blue) =
        if channels > 2 { (byte(simd, load(1)), byte(simd, load(2))) } else { (red, red) };
    let (r, g, b) = if matches!(channels, 2 | 4) {
        (share(simd, red, alpha), share(simd, green, alpha), share(simd, blue, alpha))
    } else {
        (red, green, blue)
    };
    r | (g << 8u32) | (b << 16u32) | (alpha << 24u32)
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
        let from = &frame.floats[usize::from(*single)].0;
        for (to, &from) in to.iter_mut().zip(from) {
            *to = plain(from);
        }
        return;
    }
    for (channel, &reg) in outputs.iter().enumerate() {
        let from = &frame.floats[usize::from(reg)].0;
        for (to, &from) in to.iter_mut().skip(channel).step_by(outputs.len()).zip(from) {
            *to = plain(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kernel, RunLimits, Texture, TextureEdge, library, shader::ImageList};
    use core::sync::atomic::AtomicU64;

    /// Every SIMD level that this machine has.
    fn levels() -> Vec<Level> {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let lower = [
            best.as_sse2().map(Level::Sse2),
            best.as_sse4_2().map(Level::Sse4_2),
            best.as_avx2().map(Level::Avx2),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let lower = [Some(Level::baseline())];
        lower.into_iter().flatten().chain([best]).collect()
    }

    /// A picture for every input, of words and of floats in turn.
    fn pictures(kernel: &Kernel) -> Vec<Option<Texture>> {
        let inputs = kernel.inputs().iter().enumerate();
        let picture = |(index, input): (usize, &crate::ImageInput)| {
            let count = 90 * 70 * usize::from(input.channels);
            let noise = |i: usize| (i as u32 + 7).wrapping_mul(2_654_435_761);
            if index % 2 == 0 && input.channels == 4 {
                let bytes: Vec<u8> = (0..count).map(|i| (noise(i) >> 24) as u8).collect();
                let surface = motile_pixels::Surface::from_rgba(90, 70, &bytes).unwrap();
                return Some(Texture::from_surface(&surface));
            }
            let numbers = (0..count).map(|i| noise(i) as f32 / u32::MAX as f32).collect();
            Some(Texture::from_floats(90, 70, input.channels, numbers).unwrap())
        };
        inputs.map(picture).collect()
    }

    fn bits(kernel: &Kernel, level: Level) -> Vec<u32> {
        let textures = pictures(kernel);
        let mut images = ImageList::default();
        images.fill(&textures, TextureEdge::Mirror);
        let parameters: Vec<f32> =
            kernel.parameters().iter().flat_map(|p| p.default.clone()).collect();
        let program = &kernel.inner.program;
        let limits = RunLimits::default();
        let spent = &AtomicU64::new(0);
        let context =
            Context { program, parameters: &parameters, images: images.list(), limits, spent };
        let mut frame = Frame::default();
        let band = Band {
            start: Vec2::new(-40.25, -3.5),
            step: Vec2::new(0.75, 0.25),
            down: Vec2::Y,
            first: 0,
            width: 140,
            height: 5,
        };
        let mut out = vec![0.0; 700 * program.outputs.len()];
        work(level, &context, &mut frame, Work::SetUp).unwrap();
        work(level, &context, &mut frame, Work::Band(&band, Out::Floats(&mut out))).unwrap();
        out.iter().map(|x| x.to_bits()).collect()
    }

    /// Runs a band of a kernel without pictures.
    fn run_band(kernel: &Kernel, band: &Band, frame: &mut Frame) -> Vec<u32> {
        let parameters: Vec<f32> =
            kernel.parameters().iter().flat_map(|p| p.default.clone()).collect();
        let program = &kernel.inner.program;
        let limits = RunLimits::default();
        let spent = &AtomicU64::new(0);
        let context = Context { program, parameters: &parameters, images: &[], limits, spent };
        let mut out = vec![0.0; band.width * band.height * program.outputs.len()];
        work(Level::new(), &context, frame, Work::SetUp).unwrap();
        work(Level::new(), &context, frame, Work::Band(band, Out::Floats(&mut out))).unwrap();
        out.iter().map(|x| x.to_bits()).collect()
    }

    #[test]
    fn rows_share_what_hangs_on_x_only() {
        let mixed = "<languageVersion : 1.0;> kernel Mixed < namespace : \"n\"; vendor : \"v\"; version : 1; >
            { parameter float k < defaultValue : 0.3; >; output pixel4 dst; void evaluatePixel() {
              float2 p = outCoord(); float s = sin(k * p.x); bool odd = mod(floor(p.x / 7.0), 2.0) > 0.5;
              float t = s * s + exp(k * p.y); if (odd) t = t * s; for (int i = 0; i < 3; i++) t += s * p.x;
              dst = pixel4(s, t, odd ? cos(p.y) : p.x, s + p.y); } }";
        let mut kernels = vec![Kernel::compile(mixed).unwrap()];
        for id in ["sine-bars", "checkerboard", "plasma", "metaballs"] {
            kernels.extend(library::find(id).map(|entry| entry.compile().unwrap()));
        }
        let kept = |kernel: &Kernel| {
            let program = &kernel.inner.program;
            [program.kept_floats.len(), program.kept_ints.len()]
        };
        assert_eq!(kept(&kernels[0]), [3, 1], "the sine and two products; whether a stripe is odd");
        let mut frame = Frame::default();
        for kernel in &kernels {
            for (width, height) in [(300, 4), (8, 3), (1, 2)] {
                let start = Vec2::new(3.5, 0.5);
                let (step, down) = (Vec2::X, Vec2::Y);
                let whole = Band { start, step, down, first: 0, width, height };
                let together = run_band(kernel, &whole, &mut frame);
                let alone: Vec<u32> = (0..height)
                    .flat_map(|row| {
                        let start = start + down * row as f32;
                        run_band(kernel, &Band { start, height: 1, ..whole }, &mut frame)
                    })
                    .collect();
                assert_eq!(together, alone, "{} {width}×{height}", kernel.name());
                // Rows that lean have no x in common.
                let leaning = Band { down: Vec2::new(0.5, 1.0), ..whole };
                let together = run_band(kernel, &leaning, &mut frame);
                let last = start + leaning.down * (height - 1) as f32;
                let alone = Band { start: last, height: 1, ..leaning };
                let row = run_band(kernel, &alone, &mut frame);
                assert_eq!(together[together.len() - row.len()..], row, "{}", kernel.name());
            }
        }
    }

    #[test]
    fn shader_40_every_level_gives_the_same_bits() {
        let all = "<languageVersion : 1.0;> kernel All < namespace : \"n\"; vendor : \"v\"; version : 1; >
            { output pixel4 dst; void evaluatePixel() { float2 p = outCoord(); float x = p.x * 0.37; float y = p.y;
              float4 a = float4(sin(x), cos(x * 90.0), tan(x), asin(x * 0.1));
              float4 b = float4(acos(y * 0.1), atan(x, y), exp(x), exp2(-x));
              float4 c = float4(log(x), log2(abs(x)), pow(abs(x), y), inverseSqrt(x));
              float4 d = float4(mod(x, y), sign(x), fract(x), ceil(y) + floor(x));
              int i = int(x * 3.0) / 2 - int(y);
              dst = a + (x > y ? b : c / d) + float4(float(i), min(x, y), max(x, y), step(x, y)); } }";
        let mut kernels = vec![Kernel::compile(all).unwrap()];
        // With pictures, too: they are read by gathering, and in rows.
        kernels.extend(library::KERNELS.iter().map(|entry| entry.compile().unwrap()));
        for kernel in &kernels {
            let expected = bits(kernel, Level::baseline());
            for level in levels() {
                assert_eq!(bits(kernel, level), expected, "{} {level:?}", kernel.name());
            }
        }
    }
}
