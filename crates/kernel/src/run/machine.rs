//! The lane machine: runs the code of a program on batches of pixels of a row.

use crate::{
    ir::{Bank, Bin, Un},
    run::image::View,
    run::lanes,
    run::program::{Inst, Program, Reg},
    run::sample::{numbers_under, sample},
};
use core::sync::atomic::{AtomicU64, Ordering};
use fearless_simd::{f32x8, i32x8, mask32x8, prelude::*};
use motile_geom::Vec2;

/// Pixels that one instruction works on. Large enough that reading an instruction costs little beside carrying it
/// out, small enough that the registers stay in the nearest cache.
pub(crate) const BATCH: usize = 256;

/// How much work a run may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Rounds of one loop for one pixel; a loop that wants more ends there.
    pub loop_rounds: u32,
    /// Instructions for one batch of 256 pixels; more of them end the run with [`RunError::TooLong`](crate::RunError::TooLong). What is
    /// computed once a run, from parameters alone, may take 16 times as many.
    pub steps: u64,
    /// Instructions for all batches of a run together, whatever the number of threads; more of them end the run in the same way. What
    /// is computed once, from parameters alone, does not count. For a fill every row is a run, for a graph all passes are one.
    pub run_steps: u64,
    /// Bytes that registers, the pictures between the passes of a graph, and the numbers that a job makes may take each; a run that needs
    /// more does not begin, but for [`RunError::TooMuchMemory`](crate::RunError::TooMuchMemory). Other results and the pictures of inputs
    /// are the caller's, and do not count.
    pub memory: u64,
}

impl Default for RunLimits {
    /// 65 536 rounds of a loop, half a million steps a batch, any number of batches, and 4 GiB. Whoever runs kernels of strangers sets
    /// the steps of a run, too.
    fn default() -> Self {
        Self {
            loop_rounds: crate::generated::LOOP_ROUNDS,
            steps: 500_000,
            run_steps: u64::MAX,
            memory: 4 << 30,
        }
    }
}

/// How many batches what is computed once a run may cost: kernels fill tables there, ray by ray.
const ONCE: u64 = 16;

/// The numbers of one register, on a border of the cache's lines: a load across two of them takes twice as long.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Register<T>(pub(crate) [T; BATCH]);

impl<T: Lane> Register<T> {
    /// The first `n` numbers, eight at a time.
    #[inline(always)]
    pub(crate) fn eights(&self, n: usize) -> &[[T; 8]] {
        self.0[..n].as_chunks().0
    }

    /// The first `n` numbers to be written, eight at a time.
    #[inline(always)]
    pub(crate) fn eights_mut(&mut self, n: usize) -> &mut [[T; 8]] {
        self.0[..n].as_chunks_mut().0
    }
}

/// Numbers that live in registers: floats and whole numbers.
pub(crate) trait Lane: Copy {
    /// Eight of them.
    type Eight<S: Simd>;

    fn load<S: Simd>(simd: S, from: &[Self; 8]) -> Self::Eight<S>;
    fn store<S: Simd>(value: Self::Eight<S>, to: &mut [Self; 8]);
}

impl Lane for f32 {
    type Eight<S: Simd> = f32x8<S>;

    #[inline(always)]
    fn load<S: Simd>(simd: S, from: &[Self; 8]) -> f32x8<S> {
        f32x8::from_slice(simd, from)
    }

    #[inline(always)]
    fn store<S: Simd>(value: f32x8<S>, to: &mut [Self; 8]) {
        value.store_slice(to);
    }
}

impl Lane for i32 {
    type Eight<S: Simd> = i32x8<S>;

    #[inline(always)]
    fn load<S: Simd>(simd: S, from: &[Self; 8]) -> i32x8<S> {
        i32x8::from_slice(simd, from)
    }

    #[inline(always)]
    fn store<S: Simd>(value: i32x8<S>, to: &mut [Self; 8]) {
        value.store_slice(to);
    }
}

/// Registers kept for a row are no more than this: two megabytes.
const MAX_KEPT: usize = 2048;

/// The registers of a lane machine, and the counts of its loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub(crate) floats: Vec<Register<f32>>,
    pub(crate) ints: Vec<Register<i32>>,
    rounds: Vec<u32>,
    /// What hangs on x only, batch by batch of a row.
    kept_floats: Vec<Register<f32>>,
    kept_ints: Vec<Register<i32>>,
    /// Steps in loops that what is kept has cost, batch by batch of a row.
    pub(crate) kept_steps: Vec<u64>,
    /// Of several places of each pixel.
    pub(crate) sums: crate::run::average::Sums,
}

impl Frame {
    /// Takes the size that a program needs.
    pub(crate) fn fit(&mut self, program: &Program) {
        self.floats.resize(program.floats, Register([0.0; BATCH]));
        self.ints.resize(program.ints, Register([0; BATCH]));
        self.rounds.resize(program.loops, 0);
    }

    /// Makes room for what a row of so many batches keeps; false when there is nothing to keep, or too much.
    pub(crate) fn keep_room(&mut self, program: &Program, batches: usize) -> bool {
        let counts = [program.kept_floats.len(), program.kept_ints.len()];
        let [floats, ints] = counts.map(|count| count * batches);
        if floats + ints == 0 || floats + ints > MAX_KEPT {
            return false;
        }
        self.kept_floats.resize(floats, Register([0.0; BATCH]));
        self.kept_ints.resize(ints, Register([0; BATCH]));
        self.kept_steps.resize(batches, 0);
        true
    }

    /// Bytes that a program takes on one thread, for rows of so many pixels.
    pub(crate) fn bytes(program: &Program, width: usize) -> u64 {
        let kept = (program.kept_floats.len() + program.kept_ints.len()) * width.div_ceil(BATCH);
        let kept = if kept > MAX_KEPT { 0 } else { kept };
        ((program.floats + program.ints + kept) * size_of::<Register<f32>>()) as u64
    }

    /// Keeps what the part for x has computed for a batch.
    pub(crate) fn keep(&mut self, program: &Program, batch: usize) {
        let floats = program
            .kept_floats
            .iter()
            .zip(&mut self.kept_floats[batch * program.kept_floats.len()..]);
        for (&from, to) in floats {
            *to = self.floats[usize::from(from)];
        }
        let ints =
            program.kept_ints.iter().zip(&mut self.kept_ints[batch * program.kept_ints.len()..]);
        for (&from, to) in ints {
            *to = self.ints[usize::from(from)];
        }
    }

    /// Takes back what was kept for a batch.
    pub(crate) fn take_back(&mut self, program: &Program, batch: usize) {
        let floats =
            program.kept_floats.iter().zip(&self.kept_floats[batch * program.kept_floats.len()..]);
        for (&to, from) in floats {
            self.floats[usize::from(to)] = *from;
        }
        let ints = program.kept_ints.iter().zip(&self.kept_ints[batch * program.kept_ints.len()..]);
        for (&to, from) in ints {
            self.ints[usize::from(to)] = *from;
        }
    }
}

/// What stays the same for the whole of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    /// The numbers of all parameters, whole ones as floats too.
    pub(crate) parameters: &'a [f32],
    pub(crate) images: &'a [View<'a>],
    pub(crate) limits: RunLimits,
    /// Steps that the run has taken so far, on all its threads.
    pub(crate) spent: &'a AtomicU64,
}

impl Context<'_> {
    /// Counts steps of the run. Their sum does not hang on threads, and so neither does whether a run fails.
    pub(crate) fn spend(&self, steps: u64) -> Result<(), OutOfSteps> {
        if self.limits.run_steps == u64::MAX {
            return Ok(());
        }
        let before = self.spent.fetch_add(steps, Ordering::Relaxed);
        if before + steps > self.limits.run_steps { Err(OutOfSteps) } else { Ok(()) }
    }
}

/// Steps that loops of a batch took, beyond each instruction once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rounds {
    /// In code that hangs on y or x only, of which rows can share the results.
    pub(crate) shared: u64,
    /// In the code for each pixel.
    pub(crate) own: u64,
}

/// The steps of a batch ran out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutOfSteps;

/// Lanes that are counted from one place. Their coordinates are rounded from there, so that this is part of the bits of pictures whose
/// rows are slanted, and does not follow [`BATCH`].
const SPAN: usize = 128;

/// Where a batch lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    /// Center of its first pixel.
    pub(crate) start: Vec2,
    /// Center of the pixel in its middle.
    middle: Vec2,
    /// To the next pixel.
    pub(crate) step: Vec2,
    /// Pixels, at most [`BATCH`].
    pub(crate) count: usize,
}

impl Batch {
    /// Some pixels of a row, after those that are done.
    #[inline(always)]
    pub(crate) fn new(row: Vec2, step: Vec2, done: usize, count: usize) -> Self {
        let (start, middle) = (row + step * done as f32, row + step * (done + SPAN) as f32);
        Self { start, middle, step, count }
    }
}

const COUNTING: [f32; SPAN] = {
    let mut list = [0.0; SPAN];
    let mut i = 0;
    while i < SPAN {
        list[i] = i as f32;
        i += 1;
    }
    list
};

/// Runs a part of the code, from one instruction up to another.
#[inline(always)]
pub(crate) fn execute<S: Simd>(
    simd: S,
    context: &Context<'_>,
    frame: &mut Frame,
    part: core::ops::Range<usize>,
    batch: &Batch,
) -> Result<Rounds, OutOfSteps> {
    let code = &context.program.code[..part.end];
    let mut at = part.start;
    let once = part.end <= context.program.row;
    let mut steps = context.limits.steps.saturating_mul(if once { ONCE } else { 1 });
    let mut taken = Rounds::default();
    let mut lent = Lent::default();
    let n = batch.count.next_multiple_of(8).min(BATCH);
    while let Some(&inst) = code.get(at) {
        at += 1;
        match inst {
            Inst::Float(to, value) => frame.floats[usize::from(to)].0 = [value; BATCH],
            Inst::Int(to, value) => frame.ints[usize::from(to)].0 = [value; BATCH],
            Inst::FloatParam(to, index) => {
                let value = context.parameters.get(usize::from(index)).copied().unwrap_or(0.0);
                frame.floats[usize::from(to)].0 = [value; BATCH];
            }
            Inst::IntParam(to, index) => {
                let value = context.parameters.get(usize::from(index)).copied().unwrap_or(0.0);
                frame.ints[usize::from(to)].0 = [value as i32; BATCH];
            }
            Inst::X(to) => {
                let to = &mut frame.floats[usize::from(to)];
                ramp(simd, to, batch.start.x, batch.middle.x, batch.step.x);
            }
            Inst::Y(to) => {
                let to = &mut frame.floats[usize::from(to)];
                ramp(simd, to, batch.start.y, batch.middle.y, batch.step.y);
            }
            Inst::Un(op, to, a) => unary(simd, frame, op, to, a, core::mem::take(&mut lent), n),
            Inst::Bin(op, to, a, b) => {
                binary(simd, frame, op, to, (a, b), core::mem::take(&mut lent), n);
            }
            Inst::SelectFloat(to, test, a, b) => {
                let test = &frame.ints[usize::from(test)];
                let (to, of) = split(&mut frame.floats, to);
                select(simd, to, test, of.get(a), of.get(b), n, choose_float);
            }
            Inst::SelectInt(to, test, a, b) => {
                let (to, of) = split(&mut frame.ints, to);
                select(simd, to, of.get(test), of.get(a), of.get(b), n, choose_int);
            }
            Inst::MoveFloat(to, from) => {
                frame.floats[usize::from(to)] = frame.floats[usize::from(from)];
            }
            Inst::MoveInt(to, from) => frame.ints[usize::from(to)] = frame.ints[usize::from(from)],
            Inst::BlendFloat(to, test, from) => {
                let test = &frame.ints[usize::from(test)];
                let (to, of) = split(&mut frame.floats, to);
                let old = *to;
                select(simd, to, test, of.get(from), &old, n, choose_float);
            }
            Inst::BlendInt(to, test, from) => {
                let (to, of) = split(&mut frame.ints, to);
                let old = *to;
                select(simd, to, of.get(test), of.get(from), &old, n, choose_int);
            }
            Inst::Mask(to, a) => {
                let (to, of) = split(&mut frame.ints, to);
                for (to, a) in to.0.iter_mut().zip(&of.get(a).0) {
                    *to &= a;
                }
            }
            Inst::Sample(index) => {
                let inst = &context.program.samples[usize::from(index)];
                match numbers_under(inst, context.images, batch) {
                    Some((to, numbers)) if inst.lent && batch.count == n => {
                        lent = Lent { reg: to, numbers: numbers.as_chunks().0 };
                    }
                    Some((to, numbers)) => {
                        frame.floats[usize::from(to)].0[..batch.count].copy_from_slice(numbers);
                    }
                    None => sample(simd, inst, context.images, &mut frame.floats, batch, n),
                }
            }
            Inst::JumpNone(test, to) => {
                let test = &frame.ints[usize::from(test)].0[..batch.count];
                if test.iter().fold(0, |all, lane| all | lane) == 0 {
                    at = to as usize;
                }
            }
            Inst::Enter(id) => frame.rounds[usize::from(id)] = 0,
            Inst::Back(id, to) => {
                let rounds = &mut frame.rounds[usize::from(id)];
                *rounds += 1;
                let work = (at - to as usize) as u64;
                if steps < work {
                    return Err(OutOfSteps);
                }
                steps -= work;
                if (to as usize) < context.program.pixel {
                    taken.shared += work;
                } else {
                    taken.own += work;
                }
                if *rounds < context.limits.loop_rounds {
                    at = to as usize;
                }
            }
        }
    }
    Ok(taken)
}

/// Numbers of a picture that the next operation reads where they are, instead of from a register.
#[derive(Clone, Copy)]
struct Lent<'a> {
    /// The register that they stand for.
    reg: Reg,
    numbers: &'a [[f32; 8]],
}

impl Default for Lent<'_> {
    fn default() -> Self {
        // There are not that many registers.
        Self { reg: Reg::MAX, numbers: &[] }
    }
}

impl<'a> Lent<'a> {
    /// The first `n` numbers of a register, or what stands for them.
    #[inline(always)]
    fn or<'b>(self, of: &'b Others<'_, Register<f32>>, reg: Reg, n: usize) -> &'b [[f32; 8]]
    where
        'a: 'b,
    {
        if reg == self.reg { self.numbers } else { of.get(reg).eights(n) }
    }
}

/// Coordinates of eight pixels of a batch, from one on.
#[inline(always)]
pub(crate) fn places<S: Simd>(simd: S, first: usize, batch: &Batch) -> (f32x8<S>, f32x8<S>) {
    let start = if first < SPAN { batch.start } else { batch.middle };
    let counting = f32x8::from_slice(simd, &COUNTING[first % SPAN..][..8]);
    (counting * batch.step.x + start.x, counting * batch.step.y + start.y)
}

#[inline(always)]
fn ramp<S: Simd>(simd: S, to: &mut Register<f32>, start: f32, middle: f32, step: f32) {
    let (first, second) = to.eights_mut(BATCH).split_at_mut(SPAN / 8);
    for (to, count) in first.iter_mut().zip(COUNTING.as_chunks().0) {
        f32::store(f32::load(simd, count) * step + start, to);
    }
    for (to, count) in second.iter_mut().zip(COUNTING.as_chunks().0) {
        f32::store(f32::load(simd, count) * step + middle, to);
    }
}

/// All registers but one.
struct Others<'a, T> {
    before: &'a [T],
    after: &'a [T],
}

impl<T> Others<'_, T> {
    #[inline(always)]
    fn get(&self, reg: Reg) -> &T {
        let reg = usize::from(reg);
        if reg < self.before.len() {
            &self.before[reg]
        } else {
            &self.after[reg - self.before.len() - 1]
        }
    }
}

/// A register to be written and the others to be read. Code never reads the register that it writes.
#[inline(always)]
fn split<T>(registers: &mut [T], at: Reg) -> (&mut T, Others<'_, T>) {
    let (before, rest) = registers.split_at_mut(usize::from(at));
    let (to, after) = rest.split_at_mut(1);
    (&mut to[0], Others { before, after })
}

/// The one loop of operations on one register.
#[inline(always)]
fn map<S: Simd, A: Lane, T: Lane>(
    simd: S,
    to: &mut [[T; 8]],
    a: &[[A; 8]],
    f: impl Fn(A::Eight<S>) -> T::Eight<S>,
) {
    for (to, a) in to.iter_mut().zip(a) {
        T::store(f(A::load(simd, a)), to);
    }
}

/// The one loop of operations on two registers.
#[inline(always)]
fn zip<S: Simd, A: Lane, T: Lane>(
    simd: S,
    to: &mut [[T; 8]],
    (a, b): (&[[A; 8]], &[[A; 8]]),
    f: impl Fn(A::Eight<S>, A::Eight<S>) -> T::Eight<S>,
) {
    for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
        T::store(f(A::load(simd, a), A::load(simd, b)), to);
    }
}

/// Takes the one where the test is not 0, else the other.
#[inline(always)]
fn select<S: Simd, T: Lane>(
    simd: S,
    to: &mut Register<T>,
    test: &Register<i32>,
    a: &Register<T>,
    b: &Register<T>,
    n: usize,
    choose: impl Fn(mask32x8<S>, T::Eight<S>, T::Eight<S>) -> T::Eight<S>,
) {
    let both = a.eights(n).iter().zip(b.eights(n));
    for ((to, test), (a, b)) in to.eights_mut(n).iter_mut().zip(test.eights(n)).zip(both) {
        let zero = i32::load(simd, test).simd_eq(0);
        T::store(choose(zero, T::load(simd, b), T::load(simd, a)), to);
    }
}

#[inline(always)]
fn choose_float<S: Simd>(mask: mask32x8<S>, a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
    mask.select(a, b)
}

#[inline(always)]
fn choose_int<S: Simd>(mask: mask32x8<S>, a: i32x8<S>, b: i32x8<S>) -> i32x8<S> {
    mask.select(a, b)
}

#[inline(always)]
fn unary<S: Simd>(simd: S, frame: &mut Frame, op: Un, to: Reg, a: Reg, lent: Lent<'_>, n: usize) {
    /// Chooses the operation outside the loop over lanes.
    macro_rules! arms {
        ($to:expr, $a:expr; $($op:ident)*) => {
            match op {
                $(Un::$op => map(simd, $to, $a, #[inline(always)] |x| lanes::un_float(simd, Un::$op, x)),)*
                _ => {}
            }
        };
    }
    match (lanes::un_operand(op), lanes::un_bank(op)) {
        (Bank::Float, Bank::Float) => {
            let (to, of) = split(&mut frame.floats, to);
            let (to, a) = (to.eights_mut(n), lent.or(&of, a, n));
            arms!(to, a; Neg Abs Sign Floor Ceil Fract Sqrt Rsqrt Rcp Sin Cos Tan Asin Acos Atan Exp Exp2 Log Log2);
        }
        (Bank::Float, Bank::Int) => {
            let from = frame.floats[usize::from(a)].eights(n);
            map(
                simd,
                frame.ints[usize::from(to)].eights_mut(n),
                from,
                #[inline(always)]
                |x| lanes::un_to_int(simd, op, x),
            );
        }
        (Bank::Int, Bank::Float) => {
            let from = frame.ints[usize::from(a)].eights(n);
            map(
                simd,
                frame.floats[usize::from(to)].eights_mut(n),
                from,
                #[inline(always)]
                |x: i32x8<S>| x.to_float(),
            );
        }
        (Bank::Int, Bank::Int) => {
            let (to, of) = split(&mut frame.ints, to);
            map(
                simd,
                to.eights_mut(n),
                of.get(a).eights(n),
                #[inline(always)]
                |x| lanes::un_int(simd, op, x),
            );
        }
    }
}

#[inline(always)]
fn binary<S: Simd>(
    simd: S,
    frame: &mut Frame,
    op: Bin,
    to: Reg,
    (a, b): (Reg, Reg),
    lent: Lent<'_>,
    n: usize,
) {
    /// Chooses the operation outside the loop over lanes; `$f` says what it means.
    macro_rules! arms {
        ($f:path, $to:expr, $from:expr; $($op:ident)*) => {
            match op {
                $(Bin::$op => zip(simd, $to, $from, #[inline(always)] |x, y| $f(simd, Bin::$op, x, y)),)*
                _ => {}
            }
        };
    }
    match (lanes::bin_operand(op), lanes::bin_bank(op)) {
        (Bank::Float, Bank::Float) => {
            let (to, of) = split(&mut frame.floats, to);
            let from = (lent.or(&of, a, n), lent.or(&of, b, n));
            arms!(lanes::bin_float, to.eights_mut(n), from; Add Sub Mul Div Mod Min Max Pow Atan2 Step);
        }
        (Bank::Float, Bank::Int) => {
            let (a, b) = (&frame.floats[usize::from(a)], &frame.floats[usize::from(b)]);
            let (a, b) = (a.eights(n), b.eights(n));
            let to = frame.ints[usize::from(to)].eights_mut(n);
            arms!(lanes::bin_compare, to, (a, b); Less LessEqual Equal NotEqual);
        }
        (Bank::Int, _) => {
            let (to, of) = split(&mut frame.ints, to);
            let from = (of.get(a).eights(n), of.get(b).eights(n));
            arms!(lanes::bin_int, to.eights_mut(n), from; AddInt SubInt MulInt DivInt ModInt MinInt MaxInt LessInt LessEqualInt EqualInt NotEqualInt And Or Xor);
        }
    }
}
