//! The middle form to code for the lanes: a list of instructions on registers, in four parts that run once a run, once a row, once
//! for all rows and once a batch of pixels.

use crate::ir::{Bank, Bin, Block, If, Ir, Loop, Node, Op, Rate, Un, Value};
use crate::run::columns::{Columns, near};
use crate::run::lanes::{bin_bank, bin_operand, un_bank, un_operand};
use std::collections::{BTreeSet, HashMap};

/// A register of one of the two banks.
pub(crate) type Reg = u16;

/// What a lane machine does in one step, for all pixels of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Inst<R = Reg> {
    Float(R, f32),
    Int(R, i32),
    FloatParam(R, u16),
    IntParam(R, u16),
    X(R),
    Y(R),
    Un(Un, R, R),
    Bin(Bin, R, R, R),
    /// Target, test, value if true, value if false.
    SelectFloat(R, R, R, R),
    SelectInt(R, R, R, R),
    MoveFloat(R, R),
    MoveInt(R, R),
    /// Takes the value where the test holds: target, test, value.
    BlendFloat(R, R, R),
    BlendInt(R, R, R),
    /// Both have to be 1: target and first operand, second operand.
    Mask(R, R),
    /// By index into [`Program::samples`].
    Sample(u16),
    /// Goes on elsewhere when the register is 0 in all lanes.
    JumpNone(R, u32),
    /// A loop starts: its count goes to 0.
    Enter(u16),
    /// Goes back, unless the loop has had its rounds.
    Back(u16, u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SampleInst<R = Reg> {
    pub(crate) image: u8,
    pub(crate) linear: bool,
    pub(crate) place: SamplePlace<R>,
    pub(crate) to: [Option<R>; 4],
    /// Whether only the next instruction reads it, an operation from floats to floats: that may read the picture itself.
    pub(crate) lent: bool,
}

/// Where a picture is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SamplePlace<R = Reg> {
    /// So many pixels right of and below the one that is computed: nothing has to be computed to know it.
    Near(i16, i16),
    /// At a place that two registers say.
    Free(R, R),
}

/// Code for the lanes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) code: Vec<Inst>,
    pub(crate) samples: Vec<SampleInst>,
    /// Where the part for each row begins.
    pub(crate) row: usize,
    /// Where the part begins that hangs on x only.
    pub(crate) column: usize,
    /// Where the part for each batch begins.
    pub(crate) pixel: usize,
    /// What of the part for x the one for batches reads: kept from row to row.
    pub(crate) kept_floats: Vec<Reg>,
    pub(crate) kept_ints: Vec<Reg>,
    pub(crate) floats: usize,
    pub(crate) ints: usize,
    pub(crate) loops: usize,
    pub(crate) outputs: Vec<Reg>,
    /// What of the outputs makes words: one for gray, two for gray and alpha, three for opaque colors, or all.
    pub(crate) words: Vec<Reg>,
}

/// The kinds of registers that an operation reads and writes.
const FLOATS: (Bank, Bank) = (Bank::Float, Bank::Float);

/// Registers are no more than this: with 256 lanes they fill eight megabytes.
const MAX_REGISTERS: usize = 8192;

/// A register before it has its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Virtual(u32);

struct Generator<'a> {
    ir: &'a Ir,
    code: Vec<Inst<Virtual>>,
    samples: Vec<SampleInst<Virtual>>,
    banks: Vec<Bank>,
    of_value: Vec<Option<Virtual>>,
    /// Pieces of the code that run again, from their first instruction to their last.
    again: Vec<(usize, usize)>,
    loops: usize,
    columns: Columns,
}

/// Code for a kernel, or `None` when it needs too many registers.
pub(crate) fn generate(ir: &Ir) -> Option<Program> {
    let mut generator = Generator {
        ir,
        code: Vec::new(),
        samples: Vec::new(),
        banks: Vec::new(),
        of_value: vec![None; ir.defs.len()],
        again: Vec::new(),
        loops: 0,
        columns: Columns::find(ir),
    };
    let mut parts: [Vec<&Node>; 3] = Default::default();
    for node in &ir.body {
        if !matches!(node, Node::Def(value) if !generator.columns.is_needed(*value)) {
            parts[generator.rate(node) as usize].push(node);
        }
    }
    generator.block(&parts[Rate::Run as usize], None);
    let row = generator.code.len();
    generator.block(&parts[Rate::Row as usize], None);
    let column = generator.code.len();
    let pixels = &parts[Rate::Pixel as usize];
    let of = |here: &dyn Fn(Value) -> bool| -> Vec<&Node> {
        pixels.iter().copied().filter(|node| matches!(node, Node::Def(v) if here(*v))).collect()
    };
    let once = of(&|value| generator.columns.is_once(value));
    generator.block(&once, None);
    let pixel = generator.code.len();
    let columns = generator.columns.clone();
    let rest = pixels.iter().copied();
    let rest = rest.filter(|node| !matches!(node, Node::Def(v) if !columns.is_each(*v)));
    generator.block(&rest.collect::<Vec<_>>(), None);
    let end = generator.code.len();
    generator.again.extend([(pixel, end), (column, end), (row, end)]);
    generator.place([row, column, pixel])
}

impl Generator<'_> {
    fn rate(&self, node: &Node) -> Rate {
        let of = |value: Value| self.ir.defs[value as usize].rate;
        match node {
            Node::Def(value) => of(*value),
            Node::If(branch) => branch.joins.iter().map(|j| of(j.value)).max().unwrap_or(Rate::Run),
            Node::Loop(turn) => turn.carried.iter().map(|c| of(c.value)).max().unwrap_or(Rate::Run),
        }
    }

    fn fresh(&mut self, bank: Bank) -> Virtual {
        self.banks.push(bank);
        Virtual(self.banks.len() as u32 - 1)
    }

    fn reg(&mut self, value: Value) -> Virtual {
        if let Some(reg) = self.of_value[value as usize] {
            return reg;
        }
        let reg = self.fresh(self.ir.defs[value as usize].bank);
        self.of_value[value as usize] = Some(reg);
        reg
    }

    fn list(&mut self, block: &Block, mask: Option<Virtual>) {
        let nodes: Vec<&Node> = block.iter().collect();
        self.block(&nodes, mask);
    }

    fn block(&mut self, nodes: &[&Node], mask: Option<Virtual>) {
        // The channels of one place are read together, with the first of them.
        let mut places: HashMap<(u8, bool, Value, Value), usize> = HashMap::new();
        for node in nodes {
            match node {
                Node::Def(value) => match self.ir.defs[*value as usize].op {
                    Op::Sample { image, linear, channel, x, y } => {
                        let index = *places.entry((image, linear, x, y)).or_insert_with(|| {
                            self.sample(image, linear, x, y);
                            self.samples.len() - 1
                        });
                        let reg = self.reg(*value);
                        self.samples[index].to[usize::from(channel & 3)] = Some(reg);
                    }
                    op => self.operation(*value, op),
                },
                Node::If(branch) => self.branch(branch, mask),
                Node::Loop(turn) => self.turn(turn, mask),
            }
        }
    }

    fn sample(&mut self, image: u8, linear: bool, x: Value, y: Value) {
        let place = match near(self.ir, x, y) {
            Some((dx, dy)) => SamplePlace::Near(dx, dy),
            None => SamplePlace::Free(self.reg(x), self.reg(y)),
        };
        self.code.push(Inst::Sample(self.samples.len() as u16));
        self.samples.push(SampleInst { image, linear, place, to: [None; 4], lent: false });
    }

    fn operation(&mut self, value: Value, op: Op) {
        let to = self.reg(value);
        let inst = match op {
            Op::Float(bits) => Inst::Float(to, f32::from_bits(bits)),
            Op::Int(value) => Inst::Int(to, value),
            Op::Param(Bank::Float, index) => Inst::FloatParam(to, index),
            Op::Param(Bank::Int, index) => Inst::IntParam(to, index),
            Op::X => Inst::X(to),
            Op::Y => Inst::Y(to),
            Op::Un(un, a) => Inst::Un(un, to, self.reg(a)),
            Op::Bin(bin, a, b) => Inst::Bin(bin, to, self.reg(a), self.reg(b)),
            Op::Select(test, a, b) => {
                let (test, a, b) = (self.reg(test), self.reg(a), self.reg(b));
                self.select(to, test, a, b)
            }
            Op::Sample { .. } | Op::Join(_) => return,
        };
        self.code.push(inst);
    }

    fn select(&self, to: Virtual, test: Virtual, a: Virtual, b: Virtual) -> Inst<Virtual> {
        match self.banks[to.0 as usize] {
            Bank::Float => Inst::SelectFloat(to, test, a, b),
            Bank::Int => Inst::SelectInt(to, test, a, b),
        }
    }

    fn copy(&mut self, to: Virtual, from: Virtual) {
        self.code.push(match self.banks[to.0 as usize] {
            Bank::Float => Inst::MoveFloat(to, from),
            Bank::Int => Inst::MoveInt(to, from),
        });
    }

    /// Both sides run, each unless no lane wants it, and every lane then chooses.
    fn branch(&mut self, branch: &If, mask: Option<Virtual>) {
        let test = self.reg(branch.test);
        if !branch.then.is_empty() {
            self.guarded(&branch.then, test, mask);
        }
        if !branch.other.is_empty() {
            let not = self.fresh(Bank::Int);
            self.code.push(Inst::Un(Un::NotInt, not, test));
            self.guarded(&branch.other, not, mask);
        }
        for join in &branch.joins {
            let (to, a, b) = (self.reg(join.value), self.reg(join.then), self.reg(join.other));
            let inst = self.select(to, test, a, b);
            self.code.push(inst);
        }
    }

    fn guarded(&mut self, block: &Block, test: Virtual, mask: Option<Virtual>) {
        let mut active = test;
        if let Some(mask) = mask {
            active = self.fresh(Bank::Int);
            self.code.push(Inst::Bin(Bin::And, active, test, mask));
        }
        let jump = self.code.len();
        self.code.push(Inst::JumpNone(active, 0));
        self.list(block, Some(active));
        self.code[jump] = Inst::JumpNone(active, self.code.len() as u32);
    }

    fn turn(&mut self, turn: &Loop, mask: Option<Virtual>) {
        let active = self.fresh(Bank::Int);
        match mask {
            Some(mask) => self.copy(active, mask),
            None => self.code.push(Inst::Int(active, 1)),
        }
        for carried in &turn.carried {
            let (to, start) = (self.reg(carried.value), self.reg(carried.start));
            self.copy(to, start);
        }
        let id = self.loops as u16;
        self.loops += 1;
        self.code.push(Inst::Enter(id));
        let start = self.code.len();
        self.list(&turn.test_block, Some(active));
        let test = self.reg(turn.test);
        self.code.push(Inst::Mask(active, test));
        let jump = self.code.len();
        self.code.push(Inst::JumpNone(active, 0));
        self.list(&turn.body, Some(active));
        self.carry(turn, active);
        self.code.push(Inst::Back(id, start as u32));
        let end = self.code.len();
        self.code[jump] = Inst::JumpNone(active, end as u32);
        self.again.push((start, end));
    }

    /// Hands numbers on to the next round, in the lanes that take part in it.
    fn carry(&mut self, turn: &Loop, active: Virtual) {
        let own: Vec<Value> = turn.carried.iter().map(|carried| carried.value).collect();
        // A number that becomes another carried one is copied before that changes.
        let mut next = Vec::with_capacity(own.len());
        for carried in &turn.carried {
            let from = self.reg(carried.next);
            next.push(if carried.next != carried.value && own.contains(&carried.next) {
                let copy = self.fresh(self.banks[from.0 as usize]);
                self.copy(copy, from);
                copy
            } else {
                from
            });
        }
        for (carried, from) in turn.carried.iter().zip(next) {
            let to = self.reg(carried.value);
            if to == from {
                continue;
            }
            self.code.push(match self.banks[to.0 as usize] {
                Bank::Float => Inst::BlendFloat(to, active, from),
                Bank::Int => Inst::BlendInt(to, active, from),
            });
        }
    }

    /// Alpha that is always 1 and channels that are always equal need not be computed for every pixel.
    fn words(&self, outputs: &[Reg]) -> Vec<Reg> {
        let op = |at: usize| self.ir.defs[self.ir.outputs[at] as usize].op;
        let mut words = outputs.to_vec();
        if words.len() == 4 && op(3) == Op::float(1.0) {
            words.pop();
        }
        if words.len() > 2 && words[0] == words[1] && words[1] == words[2] {
            words.drain(1..3);
        }
        words
    }

    /// Finds what is read from a picture for the next instruction alone.
    fn lend(&mut self, lives: &[Option<(usize, usize)>]) {
        for (at, pair) in self.code.windows(2).enumerate() {
            let Inst::Sample(index) = pair[0] else { continue };
            let sample = &mut self.samples[usize::from(index)];
            let [Some(to), None, None, None] = sample.to else { continue };
            let reads = match pair[1] {
                Inst::Un(op, _, a) => a == to && (un_operand(op), un_bank(op)) == FLOATS,
                Inst::Bin(op, _, a, b) => {
                    (a == to || b == to) && (bin_operand(op), bin_bank(op)) == FLOATS
                }
                _ => false,
            };
            // Whoever jumps there has not read the picture.
            let is_jump = |inst: &Inst<Virtual>| match *inst {
                Inst::JumpNone(_, there) | Inst::Back(_, there) => there as usize == at + 1,
                _ => false,
            };
            sample.lent = reads
                && lives[to.0 as usize] == Some((at, at + 1))
                && !self.code.iter().any(is_jump);
        }
    }

    /// Gives every register its place: one whose number is no longer needed is taken again.
    fn place(mut self, [row, column, pixel]: [usize; 3]) -> Option<Program> {
        let outputs: Vec<Virtual> =
            self.ir.outputs.clone().into_iter().map(|value| self.reg(value)).collect();
        let kept: Vec<Virtual> =
            self.columns.kept.clone().into_iter().map(|value| self.reg(value)).collect();
        let end = self.code.len();
        let mut lives: Vec<Option<(usize, usize)>> = vec![None; self.banks.len()];
        let mut touch = |reg: Virtual, at: usize| {
            let life = lives[reg.0 as usize].get_or_insert((at, at));
            *life = (life.0.min(at), life.1.max(at));
        };
        for (at, inst) in self.code.iter().enumerate() {
            registers(inst, &self.samples, |reg| touch(reg, at));
        }
        for &reg in outputs.iter().chain(&kept) {
            touch(reg, end);
        }
        // What comes from before a piece that runs again has to last to its end. Inner pieces come first in the list.
        for &(start, end) in &self.again {
            for life in lives.iter_mut().flatten() {
                if life.0 < start && life.1 >= start {
                    life.1 = life.1.max(end);
                }
            }
        }
        self.lend(&lives);
        let places = Places::new(&lives, &self.banks);
        if places.counts.iter().any(|&count| count > MAX_REGISTERS) {
            return None;
        }
        let at = |reg: Virtual| places.of[reg.0 as usize];
        let code = self.code.iter().map(|inst| relabel(inst, at)).collect();
        let samples = self
            .samples
            .iter()
            .map(|s| SampleInst {
                image: s.image,
                linear: s.linear,
                place: match s.place {
                    SamplePlace::Near(dx, dy) => SamplePlace::Near(dx, dy),
                    SamplePlace::Free(x, y) => SamplePlace::Free(at(x), at(y)),
                },
                to: s.to.map(|to| to.map(at)),
                lent: s.lent,
            })
            .collect();
        let outputs: Vec<Reg> = outputs.into_iter().map(at).collect();
        let words = self.words(&outputs);
        let [floats, ints] = places.counts;
        let kept_in = |bank: Bank| -> Vec<Reg> {
            let of = kept.iter().filter(|reg| self.banks[reg.0 as usize] == bank);
            of.map(|&reg| at(reg)).collect()
        };
        let (kept_floats, kept_ints) = (kept_in(Bank::Float), kept_in(Bank::Int));
        let loops = self.loops;
        Some(Program {
            code,
            samples,
            row,
            column,
            pixel,
            kept_floats,
            kept_ints,
            floats,
            ints,
            loops,
            outputs,
            words,
        })
    }
}

struct Places {
    of: Vec<Reg>,
    counts: [usize; 2],
}

impl Places {
    fn new(lives: &[Option<(usize, usize)>], banks: &[Bank]) -> Self {
        let mut order: Vec<usize> = (0..lives.len()).filter(|&i| lives[i].is_some()).collect();
        order.sort_by_key(|&i| lives[i]);
        let mut of = vec![0; lives.len()];
        let mut counts = [0; 2];
        let mut free: [Vec<Reg>; 2] = Default::default();
        let mut busy: [BTreeSet<(usize, Reg)>; 2] = Default::default();
        for index in order {
            let Some((start, end)) = lives[index] else { continue };
            let bank = banks[index] as usize;
            while let Some(&(until, reg)) = busy[bank].first() {
                // A register read by an instruction is not the one it writes.
                if until >= start {
                    break;
                }
                busy[bank].remove(&(until, reg));
                free[bank].push(reg);
            }
            let reg = free[bank].pop().unwrap_or_else(|| {
                counts[bank] += 1;
                (counts[bank] - 1).min(usize::from(Reg::MAX)) as Reg
            });
            of[index] = reg;
            busy[bank].insert((end, reg));
        }
        Self { of, counts }
    }
}

fn registers<R: Copy>(inst: &Inst<R>, samples: &[SampleInst<R>], mut visit: impl FnMut(R)) {
    match *inst {
        Inst::Float(a, _)
        | Inst::Int(a, _)
        | Inst::FloatParam(a, _)
        | Inst::IntParam(a, _)
        | Inst::X(a)
        | Inst::Y(a)
        | Inst::JumpNone(a, _) => visit(a),
        Inst::Un(_, a, b) | Inst::MoveFloat(a, b) | Inst::MoveInt(a, b) | Inst::Mask(a, b) => {
            [a, b].into_iter().for_each(visit);
        }
        Inst::Bin(_, a, b, c) | Inst::BlendFloat(a, b, c) | Inst::BlendInt(a, b, c) => {
            [a, b, c].into_iter().for_each(visit);
        }
        Inst::SelectFloat(a, b, c, d) | Inst::SelectInt(a, b, c, d) => {
            [a, b, c, d].into_iter().for_each(visit);
        }
        Inst::Sample(index) => {
            let sample = &samples[usize::from(index)];
            if let SamplePlace::Free(x, y) = sample.place {
                [x, y].into_iter().for_each(&mut visit);
            }
            sample.to.into_iter().flatten().for_each(visit);
        }
        Inst::Enter(_) | Inst::Back(..) => {}
    }
}

fn relabel(inst: &Inst<Virtual>, at: impl Fn(Virtual) -> Reg) -> Inst {
    match *inst {
        Inst::Float(a, value) => Inst::Float(at(a), value),
        Inst::Int(a, value) => Inst::Int(at(a), value),
        Inst::FloatParam(a, index) => Inst::FloatParam(at(a), index),
        Inst::IntParam(a, index) => Inst::IntParam(at(a), index),
        Inst::X(a) => Inst::X(at(a)),
        Inst::Y(a) => Inst::Y(at(a)),
        Inst::Un(op, a, b) => Inst::Un(op, at(a), at(b)),
        Inst::Bin(op, a, b, c) => Inst::Bin(op, at(a), at(b), at(c)),
        Inst::SelectFloat(a, b, c, d) => Inst::SelectFloat(at(a), at(b), at(c), at(d)),
        Inst::SelectInt(a, b, c, d) => Inst::SelectInt(at(a), at(b), at(c), at(d)),
        Inst::MoveFloat(a, b) => Inst::MoveFloat(at(a), at(b)),
        Inst::MoveInt(a, b) => Inst::MoveInt(at(a), at(b)),
        Inst::BlendFloat(a, b, c) => Inst::BlendFloat(at(a), at(b), at(c)),
        Inst::BlendInt(a, b, c) => Inst::BlendInt(at(a), at(b), at(c)),
        Inst::Mask(a, b) => Inst::Mask(at(a), at(b)),
        Inst::Sample(index) => Inst::Sample(index),
        Inst::JumpNone(a, to) => Inst::JumpNone(at(a), to),
        Inst::Enter(id) => Inst::Enter(id),
        Inst::Back(id, to) => Inst::Back(id, to),
    }
}
