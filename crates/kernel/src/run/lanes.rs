//! What each operation means, on eight numbers at once. Constant folding, the setup of a run and its pixels all
//! come here, so that they agree to the bit.

use crate::{
    ir::{Bank, Bin, Un},
    run::math,
};
use fearless_simd::{Level, dispatch, f32x8, i32x8, prelude::*};

/// The kind of register that the result goes to.
pub(crate) fn un_bank(op: Un) -> Bank {
    match op {
        Un::Trunc
        | Un::Round
        | Un::Truth
        | Un::NegInt
        | Un::NotInt
        | Un::TruthInt
        | Un::Complement => Bank::Int,
        _ => Bank::Float,
    }
}

/// The kind of register that the operand comes from.
pub(crate) fn un_operand(op: Un) -> Bank {
    match op {
        Un::ToFloat | Un::NegInt | Un::NotInt | Un::TruthInt | Un::Complement => Bank::Int,
        _ => Bank::Float,
    }
}

/// The kind of register that the result goes to.
pub(crate) fn bin_bank(op: Bin) -> Bank {
    if matches!(bin_operand(op), Bank::Int) || is_comparison(op) { Bank::Int } else { Bank::Float }
}

fn is_comparison(op: Bin) -> bool {
    matches!(op, Bin::Less | Bin::LessEqual | Bin::Equal | Bin::NotEqual)
}

/// The kind of register that both operands come from.
pub(crate) fn bin_operand(op: Bin) -> Bank {
    match op {
        Bin::Add
        | Bin::Sub
        | Bin::Mul
        | Bin::Div
        | Bin::Mod
        | Bin::Min
        | Bin::Max
        | Bin::Pow
        | Bin::Atan2
        | Bin::Step
        | Bin::Less
        | Bin::LessEqual
        | Bin::Equal
        | Bin::NotEqual => Bank::Float,
        _ => Bank::Int,
    }
}

/// In additions, roughly.
pub(crate) fn un_cost(op: Un) -> u32 {
    match op {
        Un::Sqrt | Un::Rsqrt | Un::Rcp | Un::Trunc | Un::Round => 3,
        Un::Sin | Un::Cos | Un::Exp | Un::Exp2 | Un::Log | Un::Log2 | Un::Atan => 12,
        Un::Tan | Un::Asin | Un::Acos => 20,
        _ => 1,
    }
}

/// In additions, roughly.
pub(crate) fn bin_cost(op: Bin) -> u32 {
    match op {
        Bin::Div => 3,
        Bin::Mod => 5,
        Bin::Atan2 => 18,
        Bin::Pow => 30,
        Bin::DivInt | Bin::ModInt => 10,
        _ => 1,
    }
}

/// Floats to floats.
#[inline(always)]
pub(crate) fn un_float<S: Simd>(simd: S, op: Un, x: f32x8<S>) -> f32x8<S> {
    match op {
        Un::Neg => -x,
        Un::Abs => x.abs(),
        Un::Sign => math::sign(simd, x),
        Un::Floor => x.floor(),
        Un::Ceil => x.ceil(),
        Un::Fract => x - x.floor(),
        Un::Sqrt => x.sqrt(),
        Un::Rsqrt => f32x8::splat(simd, 1.0) / x.sqrt(),
        Un::Rcp => f32x8::splat(simd, 1.0) / x,
        Un::Sin => math::sin(simd, x),
        Un::Cos => math::cos(simd, x),
        Un::Tan => math::tan(simd, x),
        Un::Asin => math::asin(simd, x),
        Un::Acos => math::acos(simd, x),
        Un::Atan => math::atan2(simd, x, f32x8::splat(simd, 1.0)),
        Un::Exp => math::exp(simd, x),
        Un::Exp2 => math::exp2(simd, x),
        Un::Log => math::log(simd, x),
        Un::Log2 => math::log2(simd, x),
        _ => x,
    }
}

/// Floats to whole numbers.
#[inline(always)]
pub(crate) fn un_to_int<S: Simd>(simd: S, op: Un, x: f32x8<S>) -> i32x8<S> {
    match op {
        Un::Trunc => math::truncate(simd, x),
        Un::Round => math::truncate(simd, x.round_ties_even()),
        // NaN is not equal to 0, and counts as true.
        _ => truth(simd, x.simd_eq(0.0)) ^ i32x8::splat(simd, 1),
    }
}

/// Whole numbers to whole numbers.
#[inline(always)]
pub(crate) fn un_int<S: Simd>(simd: S, op: Un, x: i32x8<S>) -> i32x8<S> {
    let one = i32x8::splat(simd, 1);
    match op {
        Un::NegInt => i32x8::splat(simd, 0) - x,
        Un::NotInt => x.simd_eq(0).select(one, i32x8::splat(simd, 0)),
        Un::TruthInt => x.simd_eq(0).select(i32x8::splat(simd, 0), one),
        Un::Complement => x ^ i32x8::splat(simd, -1),
        _ => x,
    }
}

#[inline(always)]
fn truth<S: Simd>(simd: S, mask: fearless_simd::mask32x8<S>) -> i32x8<S> {
    mask.select(i32x8::splat(simd, 1), i32x8::splat(simd, 0))
}

/// Floats to floats.
#[inline(always)]
pub(crate) fn bin_float<S: Simd>(simd: S, op: Bin, a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
    match op {
        Bin::Add => a + b,
        Bin::Sub => a - b,
        Bin::Mul => a * b,
        Bin::Div => a / b,
        Bin::Mod => a - b * (a / b).floor(),
        // Chosen by comparing: the minimum of the processor differs between platforms for NaN and zeros.
        Bin::Min => b.simd_lt(a).select(b, a),
        Bin::Max => a.simd_lt(b).select(b, a),
        Bin::Pow => math::pow(simd, a, b),
        Bin::Atan2 => math::atan2(simd, a, b),
        _ => b.simd_lt(a).select(f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0)),
    }
}

/// Floats to truth values.
#[inline(always)]
pub(crate) fn bin_compare<S: Simd>(simd: S, op: Bin, a: f32x8<S>, b: f32x8<S>) -> i32x8<S> {
    match op {
        Bin::Less => truth(simd, a.simd_lt(b)),
        Bin::LessEqual => truth(simd, a.simd_le(b)),
        Bin::Equal => truth(simd, a.simd_eq(b)),
        _ => truth(simd, a.simd_eq(b)) ^ i32x8::splat(simd, 1),
    }
}

/// Whole numbers to whole numbers.
#[inline(always)]
pub(crate) fn bin_int<S: Simd>(simd: S, op: Bin, a: i32x8<S>, b: i32x8<S>) -> i32x8<S> {
    match op {
        Bin::AddInt => a + b,
        Bin::SubInt => a - b,
        Bin::MulInt => a * b,
        Bin::DivInt => each(simd, a, b, |a, b| a.checked_div(b).unwrap_or(0)),
        Bin::ModInt => each(simd, a, b, |a, b| {
            let rest = a.checked_rem(b).unwrap_or(0);
            if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
        }),
        Bin::MinInt => a.min(b),
        Bin::MaxInt => a.max(b),
        Bin::LessInt => truth(simd, a.simd_lt(b)),
        Bin::LessEqualInt => truth(simd, a.simd_le(b)),
        Bin::EqualInt => truth(simd, a.simd_eq(b)),
        Bin::NotEqualInt => truth(simd, a.simd_eq(b)) ^ i32x8::splat(simd, 1),
        Bin::And => a & b,
        Bin::Or => a | b,
        _ => a ^ b,
    }
}

/// There is no division of whole numbers in SIMD.
#[inline(always)]
fn each<S: Simd>(simd: S, a: i32x8<S>, b: i32x8<S>, f: impl Fn(i32, i32) -> i32) -> i32x8<S> {
    let (a, b) = (a.as_array(), b.as_array());
    let mut out = [0; 8];
    for i in 0..8 {
        out[i] = f(a[i], b[i]);
    }
    i32x8::from_slice(simd, &out)
}

/// An operation on one known number, by bits.
pub(crate) fn evaluate_un(op: Un, bits: u32) -> u32 {
    dispatch!(Level::baseline(), simd => {
        let float = f32x8::splat(simd, f32::from_bits(bits));
        let int = i32x8::splat(simd, bits as i32);
        match (un_operand(op), un_bank(op)) {
            (Bank::Float, Bank::Float) => un_float(simd, op, float).as_array()[0].to_bits(),
            (Bank::Float, Bank::Int) => un_to_int(simd, op, float).as_array()[0] as u32,
            (Bank::Int, Bank::Int) => un_int(simd, op, int).as_array()[0] as u32,
            (Bank::Int, Bank::Float) => (bits as i32 as f32).to_bits(),
        }
    })
}

/// An operation on two known numbers, by bits.
pub(crate) fn evaluate_bin(op: Bin, a: u32, b: u32) -> u32 {
    dispatch!(Level::baseline(), simd => {
        if bin_operand(op) == Bank::Int {
            let (a, b) = (i32x8::splat(simd, a as i32), i32x8::splat(simd, b as i32));
            return bin_int(simd, op, a, b).as_array()[0] as u32;
        }
        let a = f32x8::splat(simd, f32::from_bits(a));
        let b = f32x8::splat(simd, f32::from_bits(b));
        if is_comparison(op) {
            bin_compare(simd, op, a, b).as_array()[0] as u32
        } else {
            bin_float(simd, op, a, b).as_array()[0].to_bits()
        }
    })
}
