//! The checked tree to the middle form: statements. Calls are written out in place, loops of known length
//! unrolled, and leaving early (`return`, `break`, `continue`) becomes a truth value that guards what follows.

use crate::{
    ir::builder::{BlockKind, Builder},
    ir::{Bin, Carried, Ir, Rate, Value},
    source::typed::{Changes, Checked, Number, TExpr, TFunction, TKind, TStmt, Var, VarKind},
    source::types::{ScalarType, Type, ValueType},
};
use std::collections::{BTreeMap, BTreeSet};

/// Loops are unrolled up to so many rounds and so many operations.
const MAX_ROUNDS: usize = 64;
const MAX_UNROLLED: usize = 1500;

/// Expressions looked at: unrolling and calls could multiply them without adding an operation.
const MAX_STEPS: u32 = 400_000;

/// Numbers that are copied in the time of about one step.
const COPIED: usize = 16;

/// The variables that say whether a function or a loop still runs here.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    running: usize,
    /// Of the loops around, innermost last: still looping, and still in this round.
    loops: Vec<(usize, usize)>,
    result: usize,
}

#[derive(Clone)]
pub(crate) struct Lowering<'a> {
    pub(crate) vars: &'a [Var],
    pub(crate) functions: &'a [TFunction],
    pub(crate) builder: Builder,
    /// The numbers of each variable; empty before it comes into being.
    pub(crate) env: Vec<Vec<Value>>,
    frames: Vec<Frame>,
    steps: u32,
    /// Something that has no constant value was met while folding.
    pub(crate) impure: bool,
    pub(crate) folding: bool,
}

/// A whole kernel, or `None` when it grows too large.
pub(crate) fn lower(checked: &Checked) -> Option<Ir> {
    let mut state = Lowering::new(&checked.vars, &checked.functions);
    for (var, numbers) in &checked.constants {
        state.set_numbers(*var, numbers);
    }
    for (index, var) in checked.vars.iter().enumerate() {
        match (var.kind, var.ty) {
            (VarKind::Parameter(first), Type::Value(ty)) => {
                let bank = bank_of(ty);
                let numbers = (0..ty.count() as u16)
                    .map(|i| state.builder.emit(crate::ir::Op::Param(bank, first + i)));
                state.env[index] = numbers.collect();
            }
            (VarKind::Input(image), _) => {
                state.env[index] = vec![state.builder.int(i32::from(image))];
            }
            (VarKind::Output | VarKind::Dependent, ty) => state.env[index] = state.zeros(ty),
            _ => {}
        }
    }
    for function in [checked.dependents, checked.pixel].into_iter().flatten() {
        state.call_body(function);
    }
    let output = checked.output?;
    let outputs = state.env[output].clone();
    let full = state.is_full();
    let ir = state.builder.finish(outputs);
    (!full).then_some(ir)
}

/// The numbers of a constant expression, or `None` when it is not constant.
pub(crate) fn fold(
    value: &TExpr,
    vars: &[Var],
    functions: &[TFunction],
    constants: &BTreeMap<usize, Vec<Number>>,
) -> Option<Vec<Number>> {
    let mut state = Lowering::new(vars, functions);
    state.folding = true;
    for (&var, numbers) in constants {
        if var < state.env.len() {
            state.set_numbers(var, numbers);
        }
    }
    let values = state.expr(value);
    if state.impure {
        return None;
    }
    values
        .into_iter()
        .map(|value| {
            let float = state.builder.as_float(value).map(Number::Float);
            float.or_else(|| state.builder.as_int(value).map(Number::Int))
        })
        .collect()
}

pub(crate) fn bank_of(ty: ValueType) -> crate::ir::Bank {
    if ty.scalar() == ScalarType::Float { crate::ir::Bank::Float } else { crate::ir::Bank::Int }
}

impl<'a> Lowering<'a> {
    fn new(vars: &'a [Var], functions: &'a [TFunction]) -> Self {
        Self {
            vars,
            functions,
            builder: Builder::new(),
            env: vec![Vec::new(); vars.len()],
            frames: Vec::new(),
            steps: 0,
            impure: false,
            folding: false,
        }
    }

    fn set_numbers(&mut self, var: usize, numbers: &[Number]) {
        let values = numbers.iter().map(|&number| self.number(number)).collect();
        self.env[var] = values;
    }

    pub(crate) fn number(&mut self, number: Number) -> Value {
        match number {
            Number::Float(value) => self.builder.float(value),
            Number::Int(value) => self.builder.int(value),
        }
    }

    pub(crate) fn zeros(&mut self, ty: Type) -> Vec<Value> {
        let float = match ty {
            Type::Value(value) | Type::Array(value, _) => value.is_float(),
            _ => true,
        };
        let zero = if float { self.builder.float(0.0) } else { self.builder.int(0) };
        vec![zero; ty.count()]
    }

    /// A variable that the source does not have.
    fn hidden(&mut self, start: Vec<Value>) -> usize {
        self.env.push(start);
        self.env.len() - 1
    }

    pub(crate) fn is_full(&self) -> bool {
        self.builder.is_full() || self.steps > MAX_STEPS
    }

    /// Counts a step of lowering; true when there were too many.
    pub(crate) fn step(&mut self) -> bool {
        self.steps += 1;
        self.is_full() || self.frames.len() > 64
    }

    /// Counts a copy of so many things as steps. Branches and loops copy the state, and a short source can have many of them
    /// around a large one.
    fn count_copy(&mut self, things: usize) {
        self.steps += (things / COPIED) as u32;
    }

    /// Lowers the body of a function whose arguments are set, and answers its result.
    pub(crate) fn call_body(&mut self, function: usize) -> Vec<Value> {
        if self.step() {
            return self.zeros(self.functions[function].result);
        }
        let one = self.builder.int(1);
        let running = self.hidden(vec![one]);
        let start = self.zeros(self.functions[function].result);
        let result = self.hidden(start);
        self.frames.push(Frame { running, loops: Vec::new(), result });
        self.statements(&self.functions[function].body);
        self.frames.pop();
        core::mem::take(&mut self.env[result])
    }

    fn statements(&mut self, list: &[TStmt]) {
        for (index, statement) in list.iter().enumerate() {
            if self.step() {
                return;
            }
            self.statement(statement);
            if !may_leave(statement) {
                continue;
            }
            let alive = self.alive();
            match self.builder.as_int(alive) {
                Some(0) => return,
                Some(_) => {}
                None => {
                    let rest = &list[index + 1..];
                    if !rest.is_empty() {
                        self.branch(alive, |state| state.statements(rest), |_| {});
                    }
                    return;
                }
            }
        }
    }

    /// Whether the function and the round of the innermost loop still run.
    fn alive(&mut self) -> Value {
        let Some(frame) = self.frames.last() else { return self.builder.int(1) };
        let mut flags = vec![frame.running];
        if let Some(&(looping, round)) = frame.loops.last() {
            flags.extend([looping, round]);
        }
        self.all(&flags)
    }

    fn all(&mut self, flags: &[usize]) -> Value {
        let mut alive = self.builder.int(1);
        for &flag in flags {
            let value = self.env[flag][0];
            alive = self.builder.bin(Bin::And, alive, value);
        }
        alive
    }

    fn statement(&mut self, statement: &TStmt) {
        match statement {
            TStmt::Block(list) => self.statements(list),
            TStmt::Declare(var, value) => {
                self.env[*var] = match value {
                    Some(value) => self.expr(value),
                    None => self.zeros(self.vars[*var].ty),
                };
            }
            TStmt::Expr(value) => {
                self.expr(value);
            }
            TStmt::If(test, then, other, _) => {
                let test = self.scalar(test);
                self.branch(test, |state| state.statements(then), |state| state.statements(other));
            }
            TStmt::Loop { .. } => self.turn(statement),
            TStmt::Break | TStmt::Continue => {
                let zero = self.builder.int(0);
                let flags = self.frames.last().and_then(|frame| frame.loops.last()).copied();
                if let Some((looping, round)) = flags {
                    let flag = if matches!(statement, TStmt::Break) { looping } else { round };
                    self.env[flag] = vec![zero];
                }
            }
            TStmt::Return(value) => {
                let value = value.as_ref().map(|value| self.expr(value));
                let zero = self.builder.int(0);
                if let Some(frame) = self.frames.last().cloned() {
                    self.env[frame.running] = vec![zero];
                    if let Some(value) = value {
                        self.env[frame.result] = value;
                    }
                }
            }
        }
    }

    /// Lowers two ways, and joins the variables that they leave different.
    pub(crate) fn branch(
        &mut self,
        test: Value,
        then: impl FnOnce(&mut Self),
        other: impl FnOnce(&mut Self),
    ) {
        match self.builder.as_int(test) {
            Some(0) => return other(self),
            Some(_) => return then(self),
            None => {}
        }
        self.count_copy(self.env.len());
        let before = self.env.clone();
        self.builder.open(BlockKind::Branch);
        then(self);
        let then_block = self.builder.close();
        let then_env = core::mem::replace(&mut self.env, before);
        let before = self.env.clone();
        self.builder.open(BlockKind::Branch);
        other(self);
        let other_block = self.builder.close();
        let other_env = core::mem::replace(&mut self.env, before);
        let mut places = Vec::new();
        let mut pairs = Vec::new();
        for var in 0..self.env.len() {
            for i in 0..self.env[var].len() {
                let (a, b) = (then_env[var][i], other_env[var][i]);
                if a != self.env[var][i] || b != self.env[var][i] {
                    places.push((var, i));
                    pairs.push((a, b));
                }
            }
        }
        let joined = self.builder.branch(test, then_block, other_block, &pairs);
        for ((var, i), value) in places.into_iter().zip(joined) {
            self.env[var][i] = value;
        }
    }

    fn turn(&mut self, statement: &TStmt) {
        let TStmt::Loop { first, test, after, body, test_last } = statement else { return };
        self.statements(first);
        let one = self.builder.int(1);
        let looping = self.hidden(vec![one]);
        let round = self.hidden(vec![one]);
        // A test at the end is a test at the start that holds the first time.
        let go = self.hidden(vec![one]);
        let turn =
            Turn { test: test.as_ref(), after, body, test_last: *test_last, looping, round, go };
        if let Some(frame) = self.frames.last_mut() {
            frame.loops.push((looping, round));
        }
        if !self.unroll(&turn) {
            let starts = self.carried_starts(&turn);
            let optimistic = self.builder.rate(&starts.iter().map(|s| s.2).collect::<Vec<_>>());
            self.count_copy(self.env.len() + self.builder.defs.len());
            let saved = (optimistic != Rate::Pixel).then(|| self.clone());
            // First in the hope that the loop hangs on parameters only; when it does not, once more.
            if !self.rolled(&turn, &starts, optimistic)
                && let Some(saved) = saved
            {
                let steps = self.steps;
                *self = Self { steps, ..saved };
                self.rolled(&turn, &starts, Rate::Pixel);
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.loops.pop();
        }
    }

    /// Whether the loop goes on, asked before a round.
    fn turn_test(&mut self, turn: &Turn<'_>) -> Value {
        let test = match turn.test {
            Some(test) if !turn.test_last && !test.has_effect() => self.scalar(test),
            _ => self.builder.int(1),
        };
        let running = self.frames.last().map(|frame| frame.running);
        let mut flags = vec![turn.looping, turn.go];
        flags.extend(running);
        let alive = self.all(&flags);
        self.builder.bin(Bin::And, alive, test)
    }

    fn turn_body(&mut self, turn: &Turn<'_>) {
        let one = self.builder.int(1);
        self.env[turn.round] = vec![one];
        match turn.test {
            // A test that changes variables belongs to the round, since only what a round changes is carried on.
            Some(test) if !turn.test_last && test.has_effect() => {
                let test = self.scalar(test);
                self.env[turn.looping] = vec![test];
                self.branch(test, |state| state.statements(turn.body), |_| {});
            }
            _ => self.statements(turn.body),
        }
        let running = self.frames.last().map(|frame| frame.running);
        let mut flags = vec![turn.looping];
        flags.extend(running);
        let alive = self.all(&flags);
        self.branch(
            alive,
            |state| {
                for value in turn.after {
                    state.expr(value);
                }
                if let (true, Some(test)) = (turn.test_last, turn.test) {
                    let test = state.scalar(test);
                    state.env[turn.go] = vec![test];
                }
            },
            |_| {},
        );
    }

    /// Writes out the rounds of a loop whose test is known each time; false, with nothing changed, when it is not.
    fn unroll(&mut self, turn: &Turn<'_>) -> bool {
        self.count_copy(self.env.len() + self.builder.defs.len());
        let mut trial = self.clone();
        let limit = trial.builder.defs.len() + MAX_UNROLLED;
        for _ in 0..=MAX_ROUNDS {
            let test = trial.turn_test(turn);
            match trial.builder.as_int(test) {
                Some(0) => {
                    *self = trial;
                    return true;
                }
                Some(_) => trial.turn_body(turn),
                None => break,
            }
            if trial.builder.defs.len() > limit || trial.is_full() {
                break;
            }
        }
        self.steps = trial.steps;
        false
    }

    /// The numbers that the loop changes: variable, index, value before.
    fn carried_starts(&self, turn: &Turn<'_>) -> Vec<(usize, usize, Value)> {
        let mut vars = BTreeSet::from([turn.looping, turn.round, turn.go]);
        let mut changes = Changes::new(self.functions, |var| {
            vars.insert(var);
        });
        changes.statements(turn.body);
        for value in turn.test.into_iter().chain(turn.after) {
            changes.expr(value);
        }
        vars.extend(self.frames.iter().flat_map(|frame| [frame.running, frame.result]));
        for frame in &self.frames {
            vars.extend(frame.loops.iter().flat_map(|&(looping, round)| [looping, round]));
        }
        let env = &self.env;
        let numbers = |&var: &usize| {
            let values = env.get(var).into_iter().flatten();
            values.enumerate().map(move |(i, &value)| (var, i, value)).collect::<Vec<_>>()
        };
        vars.iter().flat_map(numbers).collect()
    }

    /// A loop that stays one. False when a number turned out to change more often than `rate`.
    fn rolled(&mut self, turn: &Turn<'_>, starts: &[(usize, usize, Value)], rate: Rate) -> bool {
        let before: Vec<Value> = starts.iter().map(|start| start.2).collect();
        let env = self.env.clone();
        self.builder.open(BlockKind::Turn);
        let values = self.builder.carried(&before, rate);
        for (&(var, i, _), &value) in starts.iter().zip(&values) {
            self.env[var][i] = value;
        }
        let test = self.turn_test(turn);
        self.builder.open(BlockKind::Turn);
        self.turn_body(turn);
        let next: Vec<Value> = starts.iter().map(|&(var, i, _)| self.env[var][i]).collect();
        let fits = self.builder.rate(&next).max(self.builder.rate(&[test])) <= rate;
        let body = self.builder.close();
        let test_block = self.builder.close();
        let carried = values
            .iter()
            .zip(&before)
            .zip(&next)
            .map(|((&value, &start), &next)| Carried { value, start, next })
            .collect();
        self.builder.turn(carried, test_block, test, body);
        // What came into being inside is gone; only carried numbers come out.
        self.env = env;
        for (&(var, i, _), &value) in starts.iter().zip(&values) {
            self.env[var][i] = value;
        }
        fits || rate == Rate::Pixel
    }
}

struct Turn<'a> {
    test: Option<&'a TExpr>,
    after: &'a [TExpr],
    body: &'a [TStmt],
    test_last: bool,
    looping: usize,
    round: usize,
    go: usize,
}

fn may_leave(statement: &TStmt) -> bool {
    match statement {
        TStmt::Break | TStmt::Continue | TStmt::Return(_) => true,
        TStmt::Block(list) => list.iter().any(may_leave),
        TStmt::If(_, then, other, _) => then.iter().chain(other).any(may_leave),
        // A `break` inside ends that loop; a `return` ends the function.
        TStmt::Loop { body, .. } => body.iter().any(may_return),
        TStmt::Declare(..) | TStmt::Expr(_) => false,
    }
}

fn may_return(statement: &TStmt) -> bool {
    match statement {
        TStmt::Return(_) => true,
        TStmt::Block(list) => list.iter().any(may_return),
        TStmt::If(_, then, other, _) => then.iter().chain(other).any(may_return),
        TStmt::Loop { body, .. } => body.iter().any(may_return),
        _ => false,
    }
}

/// Whether an expression is a plain variable.
pub(crate) fn as_var(value: &TExpr) -> Option<usize> {
    match value.kind {
        TKind::Var(var) => Some(var),
        _ => None,
    }
}
