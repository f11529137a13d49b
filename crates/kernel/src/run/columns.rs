//! What of a kernel hangs on x only, and is worth keeping from row to row; and what nobody asks for.

use crate::{
    ir::{Bin, Block, Ir, Node, Op, Rate, Value},
    run::lanes::{bin_cost, un_cost},
};

/// A number that takes less than this, in additions, is computed for each row: reading it back is no quicker.
const WORTH_KEEPING: u32 = 5;

/// For each value of a kernel, whether and where it is computed.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// Something reads it.
    needed: Vec<bool>,
    /// It is computed once for all rows.
    once: Vec<bool>,
    /// It is computed for each row, or would be if it were not of a slower rate.
    each: Vec<bool>,
    /// What is computed once and read for each row.
    pub(crate) kept: Vec<Value>,
}

impl Columns {
    pub(crate) fn find(ir: &Ir) -> Self {
        let count = ir.defs.len();
        let mut needed = vec![false; count];
        let mut roots = ir.outputs.clone();
        nested(&ir.body, 0, &mut roots);
        mark(ir, roots, &mut needed, |_| false);

        // Of x only, with what it takes to compute it from there.
        let mut costs: Vec<Option<u32>> = vec![None; count];
        for node in &ir.body {
            let Node::Def(value) = node else { continue };
            costs[*value as usize] = cost(ir, *value, &costs);
        }
        let worth = |value: Value| {
            needed[value as usize] && costs[value as usize].is_some_and(|c| c >= WORTH_KEEPING)
        };
        // For each row is computed what leads to the outputs, up to what is kept.
        let mut each = vec![false; count];
        let mut roots = ir.outputs.clone();
        nested(&ir.body, 0, &mut roots);
        mark(ir, roots, &mut each, worth);
        let is_kept = |&value: &Value| each[value as usize] && worth(value);
        let kept: Vec<Value> = (0..count as Value).filter(is_kept).collect();
        let mut once = vec![false; count];
        mark(ir, kept.clone(), &mut once, |_| false);
        for &value in &kept {
            each[value as usize] = false;
        }
        Self { needed, once, each, kept }
    }

    pub(crate) fn is_needed(&self, value: Value) -> bool {
        self.needed[value as usize]
    }

    pub(crate) fn is_once(&self, value: Value) -> bool {
        self.once[value as usize]
    }

    pub(crate) fn is_each(&self, value: Value) -> bool {
        self.each[value as usize]
    }
}

/// What it takes to compute a value that hangs on x and on parameters only; `None` for others.
fn cost(ir: &Ir, value: Value, costs: &[Option<u32>]) -> Option<u32> {
    let def = &ir.defs[value as usize];
    // What it is made of costs nothing when it is computed once a run.
    let of = |value: Value| match ir.defs[value as usize].rate {
        Rate::Run => Some(0),
        Rate::Row => None,
        Rate::Pixel => costs[value as usize],
    };
    // A value that is read twice counts twice: the sum of a long chain has no end.
    let sum = |of: [Option<u32>; 3], own: u32| {
        of.into_iter().try_fold(own, |sum, cost| Some(sum.saturating_add(cost?)))
    };
    match def.op {
        _ if def.rate != Rate::Pixel => None,
        Op::X => Some(1),
        Op::Un(op, a) => sum([of(a), Some(0), Some(0)], un_cost(op)),
        Op::Bin(op, a, b) => sum([of(a), of(b), Some(0)], bin_cost(op)),
        Op::Select(test, a, b) => sum([of(test), of(a), of(b)], 1),
        _ => None,
    }
}

/// Everything that branches and loops read, and what is computed inside of them.
fn nested(block: &Block, depth: u32, roots: &mut Vec<Value>) {
    for node in block {
        match node {
            Node::Def(value) if depth > 0 => roots.push(*value),
            Node::Def(_) => {}
            Node::If(branch) => {
                roots.push(branch.test);
                roots.extend(branch.joins.iter().flat_map(|join| [join.then, join.other]));
                nested(&branch.then, depth + 1, roots);
                nested(&branch.other, depth + 1, roots);
            }
            Node::Loop(turn) => {
                roots.push(turn.test);
                let carried = turn.carried.iter();
                roots.extend(carried.flat_map(|carried| [carried.start, carried.next]));
                nested(&turn.test_block, depth + 1, roots);
                nested(&turn.body, depth + 1, roots);
            }
        }
    }
}

/// Marks values and what they are made of; what `ends` is marked, and what it is made of is not.
fn mark(ir: &Ir, mut open: Vec<Value>, marked: &mut [bool], ends: impl Fn(Value) -> bool) {
    while let Some(value) = open.pop() {
        if core::mem::replace(&mut marked[value as usize], true) || ends(value) {
            continue;
        }
        match ir.defs[value as usize].op {
            Op::Un(_, a) => open.push(a),
            Op::Bin(_, a, b) => open.extend([a, b]),
            Op::Select(test, a, b) => open.extend([test, a, b]),
            Op::Sample { x, y, .. } if near(ir, x, y).is_none() => open.extend([x, y]),
            _ => {}
        }
    }
}

/// How many pixels right of and below the one that is computed a place lies; `None` when it is something else.
pub(crate) fn near(ir: &Ir, x: Value, y: Value) -> Option<(i16, i16)> {
    offset(ir, x, Op::X).zip(offset(ir, y, Op::Y))
}

/// The whole number that a coordinate is away from that of the pixel; `None` when it is something else.
fn offset(ir: &Ir, value: Value, of: Op) -> Option<i16> {
    let op = |value: Value| ir.defs[value as usize].op;
    let (a, b, sign) = match op(value) {
        plain if plain == of => return Some(0),
        Op::Bin(Bin::Add, a, b) if op(b) == of => (b, a, 1.0),
        Op::Bin(Bin::Add, a, b) => (a, b, 1.0),
        Op::Bin(Bin::Sub, a, b) => (a, b, -1.0),
        _ => return None,
    };
    let Op::Float(bits) = op(b) else { return None };
    let distance = sign * f32::from_bits(bits);
    let whole = distance as i16;
    (op(a) == of && f32::from(whole) == distance).then_some(whole)
}
