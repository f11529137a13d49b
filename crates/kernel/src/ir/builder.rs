//! Builds the middle form, and optimizes while it does.
//!
//! Each operation is folded when its operands are known, looked up among those computed already, and put into the outermost block
//! where that pays: work on parameters only goes to the very front, work that a loop does not change in front of
//! the loop.

use crate::{
    ir::{Bank, Bin, Block, Carried, Def, If, Ir, Join, Loop, Node, Op, Rate, Un, Value},
    run::lanes,
};
use std::collections::HashMap;

/// A kernel holds at most so many operations, unrolled loops and written-out calls included.
pub(crate) const MAX_OPERATIONS: usize = 50_000;

/// Branches up to this cost become choices between both results.
const CHEAP: u32 = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockKind {
    Root,
    Branch,
    Turn,
}

#[derive(Clone, Debug)]
struct Open {
    nodes: Block,
    known: HashMap<Op, Value>,
    kind: BlockKind,
}

#[derive(Clone, Debug)]
pub(crate) struct Builder {
    pub(crate) defs: Vec<Def>,
    /// Whether each number can only be 0 or 1.
    truths: Vec<bool>,
    blocks: Vec<Open>,
}

/// A block that is finished, with what it knows.
pub(crate) struct Closed {
    nodes: Block,
    known: HashMap<Op, Value>,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let root = Open { nodes: Vec::new(), known: HashMap::new(), kind: BlockKind::Root };
        Self { defs: Vec::new(), truths: Vec::new(), blocks: vec![root] }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.defs.len() > MAX_OPERATIONS
    }

    pub(crate) fn finish(mut self, outputs: Vec<Value>) -> Ir {
        let body = self.blocks.pop().map(|root| root.nodes).unwrap_or_default();
        let mut ir = Ir { defs: self.defs, body, outputs };
        ir.remove_dead();
        ir
    }

    fn depth(&self) -> u16 {
        self.blocks.len() as u16 - 1
    }

    pub(crate) fn open(&mut self, kind: BlockKind) {
        self.blocks.push(Open { nodes: Vec::new(), known: HashMap::new(), kind });
    }

    pub(crate) fn close(&mut self) -> Closed {
        let open = if self.blocks.len() > 1 { self.blocks.pop() } else { None };
        let (nodes, known) = open.map(|open| (open.nodes, open.known)).unwrap_or_default();
        Closed { nodes, known }
    }

    pub(crate) fn float(&mut self, value: f32) -> Value {
        self.emit(Op::float(value))
    }

    pub(crate) fn int(&mut self, value: i32) -> Value {
        self.emit(Op::Int(value))
    }

    pub(crate) fn un(&mut self, op: Un, a: Value) -> Value {
        self.emit(Op::Un(op, a))
    }

    pub(crate) fn bin(&mut self, op: Bin, a: Value, b: Value) -> Value {
        self.emit(Op::Bin(op, a, b))
    }

    pub(crate) fn select(&mut self, test: Value, then: Value, other: Value) -> Value {
        self.emit(Op::Select(test, then, other))
    }

    pub(crate) fn bank(&self, value: Value) -> Bank {
        self.defs[value as usize].bank
    }

    pub(crate) fn as_float(&self, value: Value) -> Option<f32> {
        match self.defs[value as usize].op {
            Op::Float(bits) => Some(f32::from_bits(bits)),
            _ => None,
        }
    }

    pub(crate) fn as_int(&self, value: Value) -> Option<i32> {
        match self.defs[value as usize].op {
            Op::Int(value) => Some(value),
            _ => None,
        }
    }

    fn op(&self, value: Value) -> Op {
        self.defs[value as usize].op
    }

    /// The number that an operation computes.
    pub(crate) fn emit(&mut self, op: Op) -> Value {
        let op = match self.simplify(op) {
            Ok(value) => return value,
            Err(op) => op,
        };
        if let Some(&known) = self.blocks.iter().rev().find_map(|block| block.known.get(&op)) {
            return known;
        }
        let (mut rate, mut needed) = match op {
            Op::X => (Rate::Pixel, 0),
            Op::Y => (Rate::Row, 0),
            _ => (Rate::Run, 0),
        };
        op.operands(|operand| {
            let def = &self.defs[operand as usize];
            rate = rate.max(def.rate);
            needed = needed.max(def.depth);
        });
        // A picture is read pixel by pixel, wherever the place comes from.
        if matches!(op, Op::Sample { .. }) {
            rate = Rate::Pixel;
        }
        let mut depth = self.depth();
        while depth > needed {
            let kind = self.blocks[usize::from(depth)].kind;
            if rate == Rate::Pixel && kind == BlockKind::Branch {
                break;
            }
            depth -= 1;
        }
        let value = self.define(op, rate, depth);
        let block = &mut self.blocks[usize::from(depth)];
        block.nodes.push(Node::Def(value));
        block.known.insert(op, value);
        value
    }

    fn define(&mut self, op: Op, rate: Rate, depth: u16) -> Value {
        let bank = self.bank_of(op);
        self.truths.push(self.makes_truth(op));
        self.defs.push(Def { op, bank, rate, depth });
        self.defs.len() as Value - 1
    }

    fn bank_of(&self, op: Op) -> Bank {
        match op {
            Op::Float(_) | Op::X | Op::Y | Op::Sample { .. } => Bank::Float,
            Op::Int(_) => Bank::Int,
            Op::Param(bank, _) | Op::Join(bank) => bank,
            Op::Select(_, a, _) => self.bank(a),
            Op::Un(op, _) => lanes::un_bank(op),
            Op::Bin(op, ..) => lanes::bin_bank(op),
        }
    }

    /// Something simpler that is equal to the bit, or the operation in its one spelling.
    fn simplify(&mut self, op: Op) -> Result<Value, Op> {
        match op {
            Op::Un(un, a) => self.simplify_un(un, a),
            Op::Bin(bin, a, b) => self.simplify_bin(bin, a, b),
            Op::Select(test, then, other) => {
                if then == other {
                    return Ok(then);
                }
                match (self.as_int(test), self.op(test)) {
                    (Some(test), _) => Ok(if test != 0 { then } else { other }),
                    (None, Op::Un(Un::NotInt, inner)) => Ok(self.select(inner, other, then)),
                    (None, Op::Un(Un::TruthInt, inner)) => Ok(self.select(inner, then, other)),
                    _ => Err(op),
                }
            }
            _ => Err(op),
        }
    }

    fn simplify_un(&mut self, un: Un, a: Value) -> Result<Value, Op> {
        let known = match self.op(a) {
            Op::Float(bits) => Some(bits),
            Op::Int(value) => Some(value as u32),
            _ => None,
        };
        if let Some(bits) = known {
            let result = lanes::evaluate_un(un, bits);
            return Ok(self.known(lanes::un_bank(un), result));
        }
        match (un, self.op(a)) {
            (Un::Neg, Op::Un(Un::Neg, inner)) | (Un::NegInt, Op::Un(Un::NegInt, inner)) => {
                Ok(inner)
            }
            (Un::TruthInt, _) if self.is_truth(a) => Ok(a),
            (Un::NotInt, Op::Un(Un::NotInt, inner)) if self.is_truth(inner) => Ok(inner),
            (Un::NotInt, Op::Bin(Bin::Equal, x, y)) => Ok(self.bin(Bin::NotEqual, x, y)),
            (Un::NotInt, Op::Bin(Bin::NotEqual, x, y)) => Ok(self.bin(Bin::Equal, x, y)),
            (Un::NotInt, Op::Bin(Bin::EqualInt, x, y)) => Ok(self.bin(Bin::NotEqualInt, x, y)),
            (Un::NotInt, Op::Bin(Bin::NotEqualInt, x, y)) => Ok(self.bin(Bin::EqualInt, x, y)),
            (Un::NotInt, Op::Bin(Bin::LessInt, x, y)) => Ok(self.bin(Bin::LessEqualInt, y, x)),
            (Un::NotInt, Op::Bin(Bin::LessEqualInt, x, y)) => Ok(self.bin(Bin::LessInt, y, x)),
            _ => Err(Op::Un(un, a)),
        }
    }

    fn known(&mut self, bank: Bank, bits: u32) -> Value {
        match bank {
            Bank::Float => self.float(f32::from_bits(bits)),
            Bank::Int => self.int(bits as i32),
        }
    }

    /// Whether a whole number can only be 0 or 1.
    fn is_truth(&self, value: Value) -> bool {
        self.truths[value as usize]
    }

    /// Whether an operation can only give 0 or 1. Its operands are known already, so that nobody walks down to them again.
    fn makes_truth(&self, op: Op) -> bool {
        match op {
            Op::Int(value) => value == 0 || value == 1,
            Op::Un(Un::Truth | Un::TruthInt | Un::NotInt, _) => true,
            Op::Bin(Bin::And | Bin::Or | Bin::Xor, a, b) | Op::Select(_, a, b) => {
                self.is_truth(a) && self.is_truth(b)
            }
            Op::Bin(bin, ..) => matches!(
                bin,
                Bin::Less
                    | Bin::LessEqual
                    | Bin::Equal
                    | Bin::NotEqual
                    | Bin::LessInt
                    | Bin::LessEqualInt
                    | Bin::EqualInt
                    | Bin::NotEqualInt
            ),
            _ => false,
        }
    }

    fn simplify_bin(&mut self, bin: Bin, a: Value, b: Value) -> Result<Value, Op> {
        let bits = |op: Op| match op {
            Op::Float(bits) => Some(bits),
            Op::Int(value) => Some(value as u32),
            _ => None,
        };
        let (left, right) = (bits(self.op(a)), bits(self.op(b)));
        if let (Some(left), Some(right)) = (left, right) {
            let result = lanes::evaluate_bin(bin, left, right);
            return Ok(self.known(lanes::bin_bank(bin), result));
        }
        let (fa, fb) = (self.as_float(a), self.as_float(b));
        let (ia, ib) = (self.as_int(a), self.as_int(b));
        match bin {
            Bin::Mul | Bin::Div if fb == Some(1.0) => return Ok(a),
            Bin::Mul if fa == Some(1.0) => return Ok(b),
            // -0 is not told from 0 by comparing, and x - 0 keeps a negative zero, while x + 0 does not.
            Bin::Sub if right == Some(0) => return Ok(a),
            Bin::AddInt | Bin::Or | Bin::Xor if ia == Some(0) => return Ok(b),
            Bin::AddInt | Bin::SubInt | Bin::Or | Bin::Xor if ib == Some(0) => return Ok(a),
            Bin::MulInt | Bin::DivInt if ib == Some(1) => return Ok(a),
            Bin::MulInt if ia == Some(1) => return Ok(b),
            Bin::And if ia == Some(0) => return Ok(a),
            Bin::And if ib == Some(0) => return Ok(b),
            Bin::And if ia == Some(1) && self.is_truth(b) => return Ok(b),
            Bin::And if ib == Some(1) && self.is_truth(a) => return Ok(a),
            Bin::And | Bin::Or if a == b => return Ok(a),
            Bin::Xor if ib == Some(1) && self.is_truth(a) => return Ok(self.un(Un::NotInt, a)),
            Bin::EqualInt if a == b => return Ok(self.int(1)),
            _ => {}
        }
        // Compilers write a division as a product with 1/x; both spellings give the picture of the division.
        if bin == Bin::Mul {
            if let Op::Un(Un::Rcp, divisor) = self.op(b) {
                return Ok(self.bin(Bin::Div, a, divisor));
            }
            if let Op::Un(Un::Rcp, divisor) = self.op(a) {
                return Ok(self.bin(Bin::Div, b, divisor));
            }
        }
        // Dividing by a power of two is exact as a product.
        if let (Bin::Div, Some(divisor)) = (bin, fb) {
            let factor = 1.0 / divisor;
            if divisor.to_bits().trailing_zeros() >= 23 && factor.is_normal() && divisor.is_normal()
            {
                let factor = self.float(factor);
                return Ok(self.bin(Bin::Mul, a, factor));
            }
        }
        let symmetric = matches!(
            bin,
            Bin::Add
                | Bin::Mul
                | Bin::Equal
                | Bin::NotEqual
                | Bin::AddInt
                | Bin::MulInt
                | Bin::EqualInt
                | Bin::NotEqualInt
                | Bin::And
                | Bin::Or
                | Bin::Xor
        );
        let (a, b) = if symmetric && b < a { (b, a) } else { (a, b) };
        Err(Op::Bin(bin, a, b))
    }

    /// What a branch costs when it is always computed; `None` when it holds another branch or a loop.
    fn cost(&self, block: &Block) -> Option<u32> {
        let mut sum = 0;
        for node in block {
            let Node::Def(value) = node else { return None };
            sum += match self.op(*value) {
                Op::Un(un, _) => lanes::un_cost(un),
                Op::Bin(bin, ..) => lanes::bin_cost(bin),
                Op::Sample { .. } => 8,
                _ => 1,
            };
        }
        Some(sum)
    }

    /// Ends a branch: for every pair of numbers, the one that is right afterwards.
    pub(crate) fn branch(
        &mut self,
        test: Value,
        then: Closed,
        other: Closed,
        pairs: &[(Value, Value)],
    ) -> Vec<Value> {
        let cost = self.cost(&then.nodes).zip(self.cost(&other.nodes));
        if cost.is_some_and(|(a, b)| a + b <= CHEAP) {
            self.absorb(then);
            self.absorb(other);
            return pairs.iter().map(|&(a, b)| self.select(test, a, b)).collect();
        }
        let depth = self.depth();
        let mut joins = Vec::new();
        // The branch as a whole changes as often as the liveliest of its results.
        let outside = |value: Value| self.defs[value as usize].depth <= depth;
        let inner = pairs.iter().filter(|&&(a, b)| a != b && !(outside(a) && outside(b)));
        let inner: Vec<Value> = inner.flat_map(|&(a, b)| [a, b, test]).collect();
        let rate = self.rate(&inner);
        let results = pairs
            .iter()
            .map(|&(then, other)| {
                let (a, b) = (self.defs[then as usize], self.defs[other as usize]);
                if then == other {
                    return then;
                }
                if a.depth <= depth && b.depth <= depth {
                    return self.select(test, then, other);
                }
                let value = self.define(Op::Join(a.bank), rate, depth);
                joins.push(Join { value, then, other });
                value
            })
            .collect();
        if let Some(block) = self.blocks.last_mut() {
            let node = If { test, then: then.nodes, other: other.nodes, joins };
            block.nodes.push(Node::If(Box::new(node)));
        }
        results
    }

    /// Makes the contents of a closed block those of the block around it.
    fn absorb(&mut self, closed: Closed) {
        let depth = self.depth();
        for node in &closed.nodes {
            if let Node::Def(value) = node {
                self.defs[*value as usize].depth = depth;
            }
        }
        if let Some(block) = self.blocks.last_mut() {
            block.nodes.extend(closed.nodes);
            block.known.extend(closed.known);
        }
    }

    /// Numbers that a loop will carry, one for each start. To be made after [`open`](Self::open) of its test.
    pub(crate) fn carried(&mut self, starts: &[Value], rate: Rate) -> Vec<Value> {
        let depth = self.depth();
        starts.iter().map(|&start| self.define(Op::Join(self.bank(start)), rate, depth)).collect()
    }

    /// The highest rate among numbers.
    pub(crate) fn rate(&self, values: &[Value]) -> Rate {
        values.iter().map(|&v| self.defs[v as usize].rate).max().unwrap_or(Rate::Run)
    }

    /// Ends a loop whose test and body are closed.
    pub(crate) fn turn(
        &mut self,
        carried: Vec<Carried>,
        test_block: Closed,
        test: Value,
        body: Closed,
    ) {
        let depth = self.depth();
        for carried in &carried {
            self.defs[carried.value as usize].depth = depth;
        }
        if let Some(block) = self.blocks.last_mut() {
            let node = Loop { carried, test_block: test_block.nodes, test, body: body.nodes };
            block.nodes.push(Node::Loop(Box::new(node)));
        }
    }

    pub(crate) fn dot(&mut self, a: &[Value], b: &[Value]) -> Value {
        let mut sum = None;
        for (&a, &b) in a.iter().zip(b) {
            let product = self.bin(Bin::Mul, a, b);
            sum = Some(match sum {
                Some(sum) => self.bin(Bin::Add, sum, product),
                None => product,
            });
        }
        sum.unwrap_or_else(|| self.float(0.0))
    }

    pub(crate) fn length(&mut self, a: &[Value]) -> Value {
        if let [single] = a {
            return self.un(Un::Abs, *single);
        }
        let square = self.dot(a, a);
        self.un(Un::Sqrt, square)
    }

    pub(crate) fn normalize(&mut self, a: &[Value]) -> Vec<Value> {
        let length = self.length(a);
        a.iter().map(|&a| self.bin(Bin::Div, a, length)).collect()
    }

    pub(crate) fn distance(&mut self, a: &[Value], b: &[Value]) -> Value {
        let difference: Vec<Value> =
            a.iter().zip(b).map(|(&a, &b)| self.bin(Bin::Sub, a, b)).collect();
        self.length(&difference)
    }

    pub(crate) fn cross(&mut self, a: &[Value], b: &[Value]) -> Vec<Value> {
        [(1, 2), (2, 0), (0, 1)]
            .into_iter()
            .map(|(i, j)| {
                let (left, right) =
                    (self.bin(Bin::Mul, a[i], b[j]), self.bin(Bin::Mul, a[j], b[i]));
                self.bin(Bin::Sub, left, right)
            })
            .collect()
    }

    /// A matrix, column by column, times a column.
    pub(crate) fn matrix_vector(&mut self, m: &[Value], v: &[Value]) -> Vec<Value> {
        let n = v.len();
        (0..n)
            .map(|row| {
                let line: Vec<Value> = (0..n).map(|column| m[column * n + row]).collect();
                self.dot(&line, v)
            })
            .collect()
    }

    /// A row times a matrix.
    pub(crate) fn vector_matrix(&mut self, v: &[Value], m: &[Value]) -> Vec<Value> {
        let n = v.len();
        (0..n).map(|column| self.dot(v, &m[column * n..column * n + n])).collect()
    }

    pub(crate) fn matrix_matrix(&mut self, a: &[Value], b: &[Value], n: usize) -> Vec<Value> {
        (0..n).flat_map(|column| self.matrix_vector(a, &b[column * n..column * n + n])).collect()
    }
}
