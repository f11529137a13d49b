//! The middle form: numbers, each computed once, in structured control flow.
//!
//! Vectors and matrices are taken apart into single numbers (floats, and whole numbers that also stand for truth values).
//! Every operation is pure, so one may be computed although nobody needs it: branches can be taken on both sides
//! and chosen from afterwards, and what does not change in a loop moves out of it. Only [`Join`] and [`Carried`] carry numbers out of
//! branches and around loops.

pub(crate) mod builder;
pub(crate) mod lower;
mod lower_expr;

/// The index of a number in [`Ir::defs`].
pub(crate) type Value = u32;

/// Which kind of register a number lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bank {
    Float,
    Int,
}

/// Operations on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Un {
    Neg,
    Abs,
    Sign,
    Floor,
    Ceil,
    Fract,
    Sqrt,
    Rsqrt,
    Rcp,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Exp,
    Exp2,
    Log,
    Log2,
    /// To a whole number, toward zero; beyond the range the nearest, NaN 0.
    Trunc,
    /// To a whole number, ties to even.
    Round,
    ToFloat,
    /// 1 for floats other than 0.
    Truth,
    NegInt,
    /// 1 for 0, else 0.
    NotInt,
    /// 1 for whole numbers other than 0.
    TruthInt,
    /// All bits turned: what the Flash player did for `not`.
    Complement,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bin {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Min,
    Max,
    Pow,
    Atan2,
    /// 0 where the second is below the first, else 1.
    Step,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    AddInt,
    SubInt,
    MulInt,
    /// Toward zero; by 0 it is 0.
    DivInt,
    ModInt,
    MinInt,
    MaxInt,
    LessInt,
    LessEqualInt,
    EqualInt,
    NotEqualInt,
    And,
    Or,
    Xor,
}

/// How a number comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// By its bits, so that equal constants are equal.
    Float(u32),
    Int(i32),
    /// A number of a parameter, counted over all parameters.
    Param(Bank, u16),
    X,
    Y,
    Un(Un, Value),
    Bin(Bin, Value, Value),
    /// Second where the first is not 0, else third.
    Select(Value, Value, Value),
    Sample {
        image: u8,
        linear: bool,
        channel: u8,
        x: Value,
        y: Value,
    },
    /// Made by a branch or a loop.
    Join(Bank),
}

impl Op {
    pub(crate) fn float(value: f32) -> Self {
        // One NaN for all, whatever the platform makes.
        Self::Float(if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() })
    }

    /// Calls `visit` with every number it is computed from.
    pub(crate) fn operands(&self, mut visit: impl FnMut(Value)) {
        match *self {
            Self::Float(_) | Self::Int(_) | Self::Param(..) | Self::X | Self::Y | Self::Join(_) => {
            }
            Self::Un(_, a) => visit(a),
            Self::Bin(_, a, b) | Self::Sample { x: a, y: b, .. } => {
                visit(a);
                visit(b);
            }
            Self::Select(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
        }
    }
}

/// How often a number changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rate {
    /// Known while compiling, or fixed by the parameters.
    Run,
    /// With y only.
    Row,
    Pixel,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Def {
    pub(crate) op: Op,
    pub(crate) bank: Bank,
    pub(crate) rate: Rate,
    /// How many blocks are around the one that computes it.
    pub(crate) depth: u16,
}

pub(crate) type Block = Vec<Node>;

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Def(Value),
    If(Box<If>),
    Loop(Box<Loop>),
}

/// A number that is one or the other, by the way a branch was taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Join {
    pub(crate) value: Value,
    pub(crate) then: Value,
    pub(crate) other: Value,
}

#[derive(Clone, Debug)]
pub(crate) struct If {
    pub(crate) test: Value,
    pub(crate) then: Block,
    pub(crate) other: Block,
    pub(crate) joins: Vec<Join>,
}

/// A number that a loop takes from round to round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    pub(crate) value: Value,
    pub(crate) start: Value,
    pub(crate) next: Value,
}

/// `test_block`; leave unless `test`; `body`; carry; again.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) carried: Vec<Carried>,
    pub(crate) test_block: Block,
    pub(crate) test: Value,
    pub(crate) body: Block,
}

/// A whole kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ir {
    pub(crate) defs: Vec<Def>,
    pub(crate) body: Block,
    /// The channels of the result.
    pub(crate) outputs: Vec<Value>,
}

impl Ir {
    /// Takes out all that nothing needs.
    pub(crate) fn remove_dead(&mut self) {
        let mut live = vec![false; self.defs.len()];
        let mut open: Vec<Value> = self.outputs.clone();
        // Which numbers a join or a carried number hangs on, the test of its branch or loop among them.
        let mut feeds: Vec<Vec<Value>> = vec![Vec::new(); self.defs.len()];
        collect_feeds(&self.body, &mut feeds);
        while let Some(value) = open.pop() {
            if core::mem::replace(&mut live[value as usize], true) {
                continue;
            }
            self.defs[value as usize].op.operands(|operand| open.push(operand));
            open.extend(&feeds[value as usize]);
        }
        self.body = sweep(core::mem::take(&mut self.body), &live);
    }

    /// How many operations there are.
    pub(crate) fn count(&self) -> usize {
        fn count(block: &Block) -> usize {
            block
                .iter()
                .map(|node| match node {
                    Node::Def(_) => 1,
                    Node::If(branch) => count(&branch.then) + count(&branch.other) + 1,
                    Node::Loop(turn) => count(&turn.test_block) + count(&turn.body) + 1,
                })
                .sum()
        }
        count(&self.body)
    }
}

fn collect_feeds(block: &Block, feeds: &mut [Vec<Value>]) {
    for node in block {
        match node {
            Node::Def(_) => {}
            Node::If(branch) => {
                for join in &branch.joins {
                    let list = &mut feeds[join.value as usize];
                    list.extend([branch.test, join.then, join.other]);
                }
                collect_feeds(&branch.then, feeds);
                collect_feeds(&branch.other, feeds);
            }
            Node::Loop(turn) => {
                for carried in &turn.carried {
                    let list = &mut feeds[carried.value as usize];
                    list.extend([turn.test, carried.start, carried.next]);
                }
                collect_feeds(&turn.test_block, feeds);
                collect_feeds(&turn.body, feeds);
            }
        }
    }
}

fn sweep(block: Block, live: &[bool]) -> Block {
    let mut kept = Vec::with_capacity(block.len());
    for node in block {
        match node {
            Node::Def(value) => {
                if live[value as usize] {
                    kept.push(Node::Def(value));
                }
            }
            Node::If(mut branch) => {
                branch.joins.retain(|join| live[join.value as usize]);
                if !branch.joins.is_empty() {
                    branch.then = sweep(branch.then, live);
                    branch.other = sweep(branch.other, live);
                    kept.push(Node::If(branch));
                }
            }
            Node::Loop(mut turn) => {
                turn.carried.retain(|carried| live[carried.value as usize]);
                // A loop that hands nothing on has no effect.
                if !turn.carried.is_empty() {
                    turn.test_block = sweep(turn.test_block, live);
                    turn.body = sweep(turn.body, live);
                    kept.push(Node::Loop(turn));
                }
            }
        }
    }
    kept
}
