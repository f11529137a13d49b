//! The lane machine: runs the code of a program on batches of pixels of a row.

use crate::{
    ir::{Bank, Bin, Un},
    run::image::View,
    run::lanes,
    run::program::{Inst, Program, Reg},
    run::sample::sample,
};
use fearless_simd::{f32x8, i32x8, prelude::*};
use motile_geom::Vec2;

/// Pixels that one instruction works on. Large enough that reading an instruction costs little beside carrying it
/// out, small enough that the registers stay in the nearest cache.
pub(crate) const BATCH: usize = 128;

/// How much work a run may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Rounds of one loop for one pixel; a loop that wants more ends there.
    pub loop_rounds: u32,
    /// Instructions for one batch of pixels; more of them end the run with [`RunError::TooLong`](crate::RunError::TooLong).
    pub steps: u64,
}

impl Default for RunLimits {
    /// 65 536 rounds of a loop, and half a million steps a batch.
    fn default() -> Self {
        Self { loop_rounds: 65_536, steps: 500_000 }
    }
}

/// The registers of a lane machine, and the counts of its loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub(crate) floats: Vec<[f32; BATCH]>,
    pub(crate) ints: Vec<[i32; BATCH]>,
    rounds: Vec<u32>,
}

impl Frame {
    /// Takes the size that a program needs.
    pub(crate) fn fit(&mut self, program: &Program) {
        self.floats.resize(program.floats, [0.0; BATCH]);
        self.ints.resize(program.ints, [0; BATCH]);
        self.rounds.resize(program.loops, 0);
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
}

/// The steps of a batch ran out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutOfSteps;

/// Where a batch lies: center of its first pixel, way to the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) start: Vec2,
    pub(crate) step: Vec2,
    /// Pixels, at most [`BATCH`].
    pub(crate) count: usize,
}

const COUNTING: [f32; BATCH] = {
    let mut list = [0.0; BATCH];
    let mut i = 0;
    while i < BATCH {
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
) -> Result<(), OutOfSteps> {
    let code = &context.program.code[..part.end];
    let mut at = part.start;
    let mut steps = context.limits.steps;
    let n = batch.count.next_multiple_of(8).min(BATCH);
    while let Some(&inst) = code.get(at) {
        at += 1;
        match inst {
            Inst::Float(to, value) => frame.floats[usize::from(to)] = [value; BATCH],
            Inst::Int(to, value) => frame.ints[usize::from(to)] = [value; BATCH],
            Inst::FloatParam(to, index) => {
                let value = context.parameters.get(usize::from(index)).copied().unwrap_or(0.0);
                frame.floats[usize::from(to)] = [value; BATCH];
            }
            Inst::IntParam(to, index) => {
                let value = context.parameters.get(usize::from(index)).copied().unwrap_or(0.0);
                frame.ints[usize::from(to)] = [value as i32; BATCH];
            }
            Inst::X(to) => {
                ramp(simd, &mut frame.floats[usize::from(to)], batch.start.x, batch.step.x);
            }
            Inst::Y(to) => {
                ramp(simd, &mut frame.floats[usize::from(to)], batch.start.y, batch.step.y);
            }
            Inst::Un(op, to, a) => unary(simd, frame, op, to, a, n),
            Inst::Bin(op, to, a, b) => binary(simd, frame, op, to, a, b, n),
            Inst::SelectFloat(to, test, a, b) => {
                let test = &frame.ints[usize::from(test)];
                let (to, of) = split(&mut frame.floats, to);
                let (a, b) = (of.get(a), of.get(b));
                for i in (0..n).step_by(8) {
                    let mask = i32x8::from_slice(simd, &test[i..i + 8]).simd_eq(0);
                    let a = f32x8::from_slice(simd, &a[i..i + 8]);
                    let b = f32x8::from_slice(simd, &b[i..i + 8]);
                    mask.select(b, a).store_slice(&mut to[i..i + 8]);
                }
            }
            Inst::SelectInt(to, test, a, b) => {
                let (to, of) = split(&mut frame.ints, to);
                let (test, a, b) = (of.get(test), of.get(a), of.get(b));
                for i in (0..n).step_by(8) {
                    let mask = i32x8::from_slice(simd, &test[i..i + 8]).simd_eq(0);
                    let a = i32x8::from_slice(simd, &a[i..i + 8]);
                    let b = i32x8::from_slice(simd, &b[i..i + 8]);
                    mask.select(b, a).store_slice(&mut to[i..i + 8]);
                }
            }
            Inst::MoveFloat(to, from) => {
                frame.floats[usize::from(to)] = frame.floats[usize::from(from)];
            }
            Inst::MoveInt(to, from) => frame.ints[usize::from(to)] = frame.ints[usize::from(from)],
            Inst::BlendFloat(to, test, from) => {
                let test = &frame.ints[usize::from(test)];
                let (to, of) = split(&mut frame.floats, to);
                let from = of.get(from);
                for i in 0..n {
                    to[i] = if test[i] == 0 { to[i] } else { from[i] };
                }
            }
            Inst::BlendInt(to, test, from) => {
                let (to, of) = split(&mut frame.ints, to);
                let (test, from) = (of.get(test), of.get(from));
                for i in 0..n {
                    to[i] = if test[i] == 0 { to[i] } else { from[i] };
                }
            }
            Inst::Mask(to, a) => {
                let (to, of) = split(&mut frame.ints, to);
                for (to, a) in to.iter_mut().zip(of.get(a)) {
                    *to &= a;
                }
            }
            Inst::Sample(index) => {
                let inst = &context.program.samples[usize::from(index)];
                sample(simd, inst, context.images, &mut frame.floats, batch, n);
            }
            Inst::JumpNone(test, to) => {
                let test = &frame.ints[usize::from(test)][..batch.count];
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
                if *rounds < context.limits.loop_rounds {
                    at = to as usize;
                }
            }
        }
    }
    Ok(())
}

#[inline(always)]
fn ramp<S: Simd>(simd: S, to: &mut [f32; BATCH], start: f32, step: f32) {
    for i in (0..BATCH).step_by(8) {
        let lanes = f32x8::from_slice(simd, &COUNTING[i..i + 8]) * step + start;
        lanes.store_slice(&mut to[i..i + 8]);
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

#[inline(always)]
fn unary<S: Simd>(simd: S, frame: &mut Frame, op: Un, to: Reg, a: Reg, n: usize) {
    /// Chooses the operation outside the loop over lanes.
    macro_rules! arms {
        ($($op:ident)*) => {
            match op {
                $(Un::$op => map_float(simd, frame, to, a, n, #[inline(always)] |x| lanes::un_float(simd, Un::$op, x)),)*
                _ => {}
            }
        };
    }
    match (lanes::un_operand(op), lanes::un_bank(op)) {
        (Bank::Float, Bank::Float) => {
            arms!(Neg Abs Sign Floor Ceil Fract Sqrt Rsqrt Rcp Sin Cos Tan Asin Acos Atan Exp Exp2 Log Log2);
        }
        (Bank::Float, Bank::Int) => {
            let (from, to) = (&frame.floats[usize::from(a)], &mut frame.ints[usize::from(to)]);
            for i in (0..n).step_by(8) {
                let x = f32x8::from_slice(simd, &from[i..i + 8]);
                lanes::un_to_int(simd, op, x).store_slice(&mut to[i..i + 8]);
            }
        }
        (Bank::Int, Bank::Float) => {
            let (from, to) = (&frame.ints[usize::from(a)], &mut frame.floats[usize::from(to)]);
            for i in (0..n).step_by(8) {
                let x: f32x8<S> = i32x8::from_slice(simd, &from[i..i + 8]).to_float();
                x.store_slice(&mut to[i..i + 8]);
            }
        }
        (Bank::Int, Bank::Int) => {
            let (to, of) = split(&mut frame.ints, to);
            let from = of.get(a);
            for i in (0..n).step_by(8) {
                let x = i32x8::from_slice(simd, &from[i..i + 8]);
                lanes::un_int(simd, op, x).store_slice(&mut to[i..i + 8]);
            }
        }
    }
}

#[inline(always)]
fn map_float<S: Simd>(
    simd: S,
    frame: &mut Frame,
    to: Reg,
    a: Reg,
    n: usize,
    f: impl Fn(f32x8<S>) -> f32x8<S>,
) {
    let (to, of) = split(&mut frame.floats, to);
    let from = of.get(a);
    for i in (0..n).step_by(8) {
        f(f32x8::from_slice(simd, &from[i..i + 8])).store_slice(&mut to[i..i + 8]);
    }
}

#[inline(always)]
fn binary<S: Simd>(simd: S, frame: &mut Frame, op: Bin, to: Reg, a: Reg, b: Reg, n: usize) {
    macro_rules! arms {
        ($($op:ident)*; $($compare:ident)*; $($int:ident)*) => {
            match op {
                $(Bin::$op => zip_float(simd, frame, to, a, b, n, #[inline(always)] |x, y| lanes::bin_float(simd, Bin::$op, x, y)),)*
                $(Bin::$compare => compare(simd, frame, to, a, b, n, #[inline(always)] |x, y| lanes::bin_compare(simd, Bin::$compare, x, y)),)*
                $(Bin::$int => zip_int(simd, frame, to, a, b, n, #[inline(always)] |x, y| lanes::bin_int(simd, Bin::$int, x, y)),)*
            }
        };
    }
    arms!(
        Add Sub Mul Div Mod Min Max Pow Atan2 Step;
        Less LessEqual Equal NotEqual;
        AddInt SubInt MulInt DivInt ModInt MinInt MaxInt LessInt LessEqualInt EqualInt NotEqualInt And Or Xor
    );
}

#[inline(always)]
fn zip_float<S: Simd>(
    simd: S,
    frame: &mut Frame,
    to: Reg,
    a: Reg,
    b: Reg,
    n: usize,
    f: impl Fn(f32x8<S>, f32x8<S>) -> f32x8<S>,
) {
    let (to, of) = split(&mut frame.floats, to);
    let (a, b) = (of.get(a), of.get(b));
    for i in (0..n).step_by(8) {
        let (x, y) = (f32x8::from_slice(simd, &a[i..i + 8]), f32x8::from_slice(simd, &b[i..i + 8]));
        f(x, y).store_slice(&mut to[i..i + 8]);
    }
}

#[inline(always)]
fn compare<S: Simd>(
    simd: S,
    frame: &mut Frame,
    to: Reg,
    a: Reg,
    b: Reg,
    n: usize,
    f: impl Fn(f32x8<S>, f32x8<S>) -> i32x8<S>,
) {
    let (a, b) = (&frame.floats[usize::from(a)], &frame.floats[usize::from(b)]);
    let to = &mut frame.ints[usize::from(to)];
    for i in (0..n).step_by(8) {
        let (x, y) = (f32x8::from_slice(simd, &a[i..i + 8]), f32x8::from_slice(simd, &b[i..i + 8]));
        f(x, y).store_slice(&mut to[i..i + 8]);
    }
}

#[inline(always)]
fn zip_int<S: Simd>(
    simd: S,
    frame: &mut Frame,
    to: Reg,
    a: Reg,
    b: Reg,
    n: usize,
    f: impl Fn(i32x8<S>, i32x8<S>) -> i32x8<S>,
) {
    let (to, of) = split(&mut frame.ints, to);
    let (a, b) = (of.get(a), of.get(b));
    for i in (0..n).step_by(8) {
        let (x, y) = (i32x8::from_slice(simd, &a[i..i + 8]), i32x8::from_slice(simd, &b[i..i + 8]));
        f(x, y).store_slice(&mut to[i..i + 8]);
    }
}
