//! The checked tree to the middle form: expressions.

use crate::{
    ir::lower::{Lowering, as_var, bank_of},
    ir::{Bank, Bin, Op, Un, Value},
    source::ast::Passing,
    source::builtin::Builtin,
    source::check_expr::is_impure,
    source::typed::{BinOp, TExpr, TKind},
    source::types::{ScalarType, Type, ValueType},
};

/// Numbers of a variable that are read or written: offsets, and indices known only later.
struct Place {
    var: usize,
    offsets: Vec<usize>,
    /// Index, how many numbers it steps over, how many elements there are.
    dynamic: Vec<(Value, usize, usize)>,
}

impl Lowering<'_> {
    pub(crate) fn scalar(&mut self, value: &TExpr) -> Value {
        let values = self.expr(value);
        values.first().copied().unwrap_or_else(|| self.builder.int(0))
    }

    pub(crate) fn expr(&mut self, value: &TExpr) -> Vec<Value> {
        if self.step() {
            return self.zeros(value.ty);
        }
        match &value.kind {
            TKind::Const(numbers) => numbers.iter().map(|&number| self.number(number)).collect(),
            TKind::Var(var) => {
                if self.env[*var].is_empty() {
                    self.impure = true;
                    self.env[*var] = self.zeros(self.vars[*var].ty);
                }
                self.env[*var].clone()
            }
            TKind::Negate(a) => {
                let op = if is_float(a) { Un::Neg } else { Un::NegInt };
                let a = self.expr(a);
                a.into_iter().map(|a| self.builder.un(op, a)).collect()
            }
            TKind::Not(a) => {
                let a = self.scalar(a);
                vec![self.builder.un(Un::NotInt, a)]
            }
            TKind::Binary(op, a, b) => self.binary_expr(*op, a, b),
            TKind::Choose(test, then, other) => self.choose(test, then, other),
            TKind::Assign(op, place, value) => self.assign(*op, place, value),
            TKind::Count { by, after, place } => {
                let target = self.place(place);
                let old = self.read(&target);
                let float = is_float(place);
                let step =
                    if float { self.builder.float(*by as f32) } else { self.builder.int(*by) };
                let op = if float { Bin::Add } else { Bin::AddInt };
                let new: Vec<Value> = old.iter().map(|&v| self.builder.bin(op, v, step)).collect();
                self.write(&target, &new);
                if *after { old } else { new }
            }
            TKind::Call(function, arguments) => self.call(*function, arguments),
            TKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, value.ty),
            TKind::Construct(ty, arguments) => self.construct(*ty, arguments),
            TKind::Swizzle(inner, components) => {
                let inner = self.expr(inner);
                components.iter().map(|&c| inner[usize::from(c)]).collect()
            }
            TKind::Index(..) if has_root(value) => {
                let place = self.place(value);
                self.read(&place)
            }
            TKind::Index(inner, index) => {
                let values = self.expr(inner);
                let index = self.scalar(index);
                let size = value.ty.count().max(1);
                let count = values.len() / size;
                self.pick(&values, &(0..size).collect::<Vec<_>>(), &[(index, size, count)])
            }
            TKind::Broken => {
                self.impure = true;
                self.zeros(value.ty)
            }
        }
    }

    fn binary_expr(&mut self, op: BinOp, a: &TExpr, b: &TExpr) -> Vec<Value> {
        if matches!(op, BinOp::And | BinOp::Or) && b.has_effect() {
            // The right side happens only when the left leaves the answer open.
            let left = self.scalar(a);
            let result = self.env.len();
            self.env.push(vec![left]);
            let test = if op == BinOp::And { left } else { self.builder.un(Un::NotInt, left) };
            self.branch(
                test,
                |state| {
                    let right = state.scalar(b);
                    state.env[result] = vec![right];
                },
                |_| {},
            );
            return core::mem::take(&mut self.env[result]);
        }
        let (Type::Value(left), Type::Value(right)) = (a.ty, b.ty) else { return Vec::new() };
        let (a, b) = (self.expr(a), self.expr(b));
        self.operate(op, (left, &a), (right, &b))
    }

    fn operate(
        &mut self,
        op: BinOp,
        (left, a): (ValueType, &[Value]),
        (right, b): (ValueType, &[Value]),
    ) -> Vec<Value> {
        let float = left.is_float();
        if op == BinOp::Mul {
            match (left, right) {
                (ValueType::Matrix(n), ValueType::Matrix(_)) => {
                    return self.builder.matrix_matrix(a, b, usize::from(n));
                }
                (ValueType::Matrix(_), ValueType::Vector(_, 2..)) => {
                    return self.builder.matrix_vector(a, b);
                }
                (ValueType::Vector(_, 2..), ValueType::Matrix(_)) => {
                    return self.builder.vector_matrix(a, b);
                }
                _ => {}
            }
        }
        let (bin, swap) = match op {
            BinOp::Add => (if float { Bin::Add } else { Bin::AddInt }, false),
            BinOp::Sub => (if float { Bin::Sub } else { Bin::SubInt }, false),
            BinOp::Mul => (if float { Bin::Mul } else { Bin::MulInt }, false),
            BinOp::Div => (if float { Bin::Div } else { Bin::DivInt }, false),
            BinOp::Less | BinOp::Greater => {
                (if float { Bin::Less } else { Bin::LessInt }, op == BinOp::Greater)
            }
            BinOp::LessEqual | BinOp::GreaterEqual => {
                (if float { Bin::LessEqual } else { Bin::LessEqualInt }, op == BinOp::GreaterEqual)
            }
            BinOp::Equal | BinOp::NotEqual => {
                let equal = self.equal(a, b, float);
                let negate = op == BinOp::NotEqual;
                return vec![if negate { self.builder.un(Un::NotInt, equal) } else { equal }];
            }
            BinOp::And => (Bin::And, false),
            BinOp::Or => (Bin::Or, false),
            BinOp::Xor => (Bin::Xor, false),
        };
        let count = a.len().max(b.len());
        (0..count)
            .map(|i| {
                let (x, y) = (pick_or_splat(a, i), pick_or_splat(b, i));
                let (x, y) = if swap { (y, x) } else { (x, y) };
                self.builder.bin(bin, x, y)
            })
            .collect()
    }

    /// Whether all numbers are equal.
    fn equal(&mut self, a: &[Value], b: &[Value], float: bool) -> Value {
        let op = if float { Bin::Equal } else { Bin::EqualInt };
        let mut all = self.builder.int(1);
        for (&a, &b) in a.iter().zip(b) {
            let equal = self.builder.bin(op, a, b);
            all = self.builder.bin(Bin::And, all, equal);
        }
        all
    }

    fn choose(&mut self, test: &TExpr, then: &TExpr, other: &TExpr) -> Vec<Value> {
        let test = self.scalar(test);
        let start = self.zeros(then.ty);
        let result = self.env.len();
        self.env.push(start);
        self.branch(
            test,
            |state| state.env[result] = state.expr(then),
            |state| state.env[result] = state.expr(other),
        );
        core::mem::take(&mut self.env[result])
    }

    fn assign(&mut self, op: Option<BinOp>, place: &TExpr, value: &TExpr) -> Vec<Value> {
        let new = self.expr(value);
        let target = self.place(place);
        let new = match (op, place.ty, value.ty) {
            (Some(op), Type::Value(left), Type::Value(right)) => {
                let old = self.read(&target);
                self.operate(op, (left, &old), (right, &new))
            }
            _ => new,
        };
        self.write(&target, &new);
        new
    }

    fn place(&mut self, value: &TExpr) -> Place {
        match &value.kind {
            TKind::Var(var) => {
                if self.env[*var].is_empty() {
                    self.impure = true;
                    self.env[*var] = self.zeros(self.vars[*var].ty);
                }
                let offsets = (0..self.env[*var].len()).collect();
                Place { var: *var, offsets, dynamic: Vec::new() }
            }
            TKind::Swizzle(inner, components) => {
                let mut place = self.place(inner);
                place.offsets = components.iter().map(|&c| place.offsets[usize::from(c)]).collect();
                place
            }
            TKind::Index(inner, index) => {
                let index = self.scalar(index);
                let mut place = self.place(inner);
                let size = value.ty.count().max(1);
                let count = place.offsets.len() / size;
                if let Some(at) = self.builder.as_int(index) {
                    let at = at.clamp(0, count as i32 - 1) as usize;
                    place.offsets = place.offsets[at * size..at * size + size].to_vec();
                } else {
                    // Elements lie side by side, so the first tells where all are.
                    let step = if count > 1 { place.offsets[size] - place.offsets[0] } else { 0 };
                    place.offsets.truncate(size);
                    place.dynamic.push((index, step, count));
                }
                place
            }
            // The checker lets nothing else through.
            _ => {
                let values = self.expr(value);
                self.env.push(values);
                let var = self.env.len() - 1;
                Place { var, offsets: (0..self.env[var].len()).collect(), dynamic: Vec::new() }
            }
        }
    }

    fn read(&mut self, place: &Place) -> Vec<Value> {
        let values = self.env[place.var].clone();
        self.pick(&values, &place.offsets, &place.dynamic)
    }

    /// Numbers at offsets moved by indices that are known only later. Beyond the end it is the last element, before
    /// the start the first.
    fn pick(
        &mut self,
        values: &[Value],
        offsets: &[usize],
        dynamic: &[(Value, usize, usize)],
    ) -> Vec<Value> {
        let Some((&(index, step, count), rest)) = dynamic.split_last() else {
            return offsets.iter().map(|&o| values[o.min(values.len() - 1)]).collect();
        };
        let moved = |by: usize| offsets.iter().map(|o| o + by * step).collect::<Vec<_>>();
        let mut result = self.pick(values, &moved(count - 1), rest);
        for element in (0..count - 1).rev() {
            let candidate = self.pick(values, &moved(element), rest);
            let at = self.builder.int(element as i32);
            let here = self.builder.bin(Bin::LessEqualInt, index, at);
            for (to, from) in result.iter_mut().zip(candidate) {
                *to = self.builder.select(here, from, *to);
            }
            if self.is_full() {
                break;
            }
        }
        result
    }

    fn write(&mut self, place: &Place, values: &[Value]) {
        let one = self.builder.int(1);
        self.write_at(place.var, &place.offsets, &place.dynamic, one, values);
    }

    fn write_at(
        &mut self,
        var: usize,
        offsets: &[usize],
        dynamic: &[(Value, usize, usize)],
        test: Value,
        values: &[Value],
    ) {
        let Some((&(index, step, count), rest)) = dynamic.split_last() else {
            for (&offset, &value) in offsets.iter().zip(values) {
                let old = self.env[var][offset];
                self.env[var][offset] = self.builder.select(test, value, old);
            }
            return;
        };
        for element in 0..count {
            let moved: Vec<usize> = offsets.iter().map(|o| o + element * step).collect();
            let at = self.builder.int(element as i32);
            let here = self.builder.bin(Bin::EqualInt, index, at);
            let test = self.builder.bin(Bin::And, test, here);
            self.write_at(var, &moved, rest, test, values);
            if self.is_full() {
                return;
            }
        }
    }

    fn call(&mut self, function: usize, arguments: &[TExpr]) -> Vec<Value> {
        if self.folding {
            self.impure = true;
            return self.zeros(self.functions[function].result);
        }
        let wanted = &self.functions[function].arguments;
        let mut places = Vec::new();
        let mut values = Vec::new();
        for (argument, &(var, passing)) in arguments.iter().zip(wanted) {
            if matches!(argument.ty, Type::Image(_)) {
                let image = as_var(argument).map(|from| self.env[from].clone());
                values.push(image.unwrap_or_default());
                continue;
            }
            if passing == Passing::In {
                values.push(self.expr(argument));
                continue;
            }
            let place = self.place(argument);
            values.push(match passing {
                Passing::InOut => self.read(&place),
                _ => self.zeros(self.vars[var].ty),
            });
            places.push((place, var));
        }
        for (value, &(var, _)) in values.into_iter().zip(wanted) {
            self.env[var] = value;
        }
        let result = self.call_body(function);
        for (place, var) in places {
            let value = self.env[var].clone();
            self.write(&place, &value);
        }
        result
    }

    fn construct(&mut self, ty: ValueType, arguments: &[TExpr]) -> Vec<Value> {
        let mut values = Vec::new();
        for argument in arguments {
            let Type::Value(from) = argument.ty else { continue };
            let numbers = self.expr(argument);
            for number in numbers {
                values.push(self.convert(number, from.scalar(), ty.scalar()));
            }
        }
        if values.len() == 1 {
            return vec![values[0]; ty.count()];
        }
        // A smaller matrix out of a larger one is its upper left corner; a vector keeps its first components.
        if let (ValueType::Matrix(n), [single]) = (ty, arguments)
            && let Type::Value(ValueType::Matrix(m)) = single.ty
        {
            let (n, m) = (usize::from(n), usize::from(m));
            return (0..n * n).map(|i| values[i / n * m + i % n]).collect();
        }
        values.truncate(ty.count());
        values
    }

    fn convert(&mut self, value: Value, from: ScalarType, to: ScalarType) -> Value {
        let builder = &mut self.builder;
        match (from, to) {
            (ScalarType::Float, ScalarType::Int) => builder.un(Un::Trunc, value),
            (ScalarType::Float, ScalarType::Bool) => builder.un(Un::Truth, value),
            (ScalarType::Int, ScalarType::Bool) => builder.un(Un::TruthInt, value),
            (ScalarType::Int | ScalarType::Bool, ScalarType::Float) => {
                builder.un(Un::ToFloat, value)
            }
            _ => value,
        }
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[TExpr], ty: Type) -> Vec<Value> {
        if self.folding && is_impure(builtin) {
            self.impure = true;
            return self.zeros(ty);
        }
        let count = ty.count();
        if matches!(builtin, Builtin::SampleLinear | Builtin::SampleNearest) {
            return self.sample(builtin == Builtin::SampleLinear, arguments, count);
        }
        let float = arguments.first().is_none_or(is_float);
        let lists: Vec<Vec<Value>> = arguments.iter().map(|a| self.expr(a)).collect();
        let list = |i: usize| lists[i].as_slice();
        let b = &mut self.builder;
        match builtin {
            Builtin::OutCoord => vec![b.emit(Op::X), b.emit(Op::Y)],
            Builtin::PixelSize | Builtin::PixelAspectRatio => vec![b.float(1.0); count],
            Builtin::Length => vec![b.length(list(0))],
            Builtin::Distance => vec![b.distance(list(0), list(1))],
            Builtin::Dot => vec![b.dot(list(0), list(1))],
            Builtin::Cross => b.cross(list(0), list(1)),
            Builtin::Normalize => b.normalize(list(0)),
            Builtin::Any | Builtin::All => {
                let any = builtin == Builtin::Any;
                let start = b.int(i32::from(!any));
                let op = if any { Bin::Or } else { Bin::And };
                vec![list(0).iter().fold(start, |sum, &v| b.bin(op, sum, v))]
            }
            _ => (0..count)
                .map(|i| {
                    let argument = |k: usize| pick_or_splat(&lists[k], i);
                    self.each(builtin, &argument, float)
                })
                .collect(),
        }
    }

    /// A function that works on each component alone.
    fn each(&mut self, builtin: Builtin, a: &dyn Fn(usize) -> Value, float: bool) -> Value {
        let b = &mut self.builder;
        let un = match builtin {
            Builtin::Sin => Un::Sin,
            Builtin::Cos => Un::Cos,
            Builtin::Tan => Un::Tan,
            Builtin::Asin => Un::Asin,
            Builtin::Acos => Un::Acos,
            Builtin::Atan => Un::Atan,
            Builtin::Exp => Un::Exp,
            Builtin::Exp2 => Un::Exp2,
            Builtin::Log => Un::Log,
            Builtin::Log2 => Un::Log2,
            Builtin::Sqrt => Un::Sqrt,
            Builtin::InverseSqrt => Un::Rsqrt,
            Builtin::Abs => Un::Abs,
            Builtin::Sign => Un::Sign,
            Builtin::Floor => Un::Floor,
            Builtin::Ceil => Un::Ceil,
            Builtin::Fract => Un::Fract,
            Builtin::Not => Un::NotInt,
            _ => return self.each_of_several(builtin, a, float),
        };
        b.un(un, a(0))
    }

    fn each_of_several(
        &mut self,
        builtin: Builtin,
        a: &dyn Fn(usize) -> Value,
        float: bool,
    ) -> Value {
        let b = &mut self.builder;
        let pick = |of_floats: Bin, of_ints: Bin| if float { of_floats } else { of_ints };
        match builtin {
            Builtin::Radians => {
                let factor = b.float(core::f32::consts::PI / 180.0);
                b.bin(Bin::Mul, a(0), factor)
            }
            Builtin::Degrees => {
                let factor = b.float(180.0 / core::f32::consts::PI);
                b.bin(Bin::Mul, a(0), factor)
            }
            Builtin::Clamp => {
                let low = b.bin(Bin::Max, a(0), a(1));
                b.bin(Bin::Min, low, a(2))
            }
            Builtin::Mix => {
                let one = b.float(1.0);
                let rest = b.bin(Bin::Sub, one, a(2));
                let (x, y) = (b.bin(Bin::Mul, a(0), rest), b.bin(Bin::Mul, a(1), a(2)));
                b.bin(Bin::Add, x, y)
            }
            Builtin::SmoothStep => {
                let (over, width) = (b.bin(Bin::Sub, a(2), a(0)), b.bin(Bin::Sub, a(1), a(0)));
                let (zero, one) = (b.float(0.0), b.float(1.0));
                let (two, three) = (b.float(2.0), b.float(3.0));
                let t = b.bin(Bin::Div, over, width);
                let t = b.bin(Bin::Max, t, zero);
                let t = b.bin(Bin::Min, t, one);
                let square = b.bin(Bin::Mul, t, t);
                let twice = b.bin(Bin::Mul, two, t);
                let rest = b.bin(Bin::Sub, three, twice);
                b.bin(Bin::Mul, square, rest)
            }
            Builtin::Atan2 => b.bin(Bin::Atan2, a(0), a(1)),
            Builtin::Pow => b.bin(Bin::Pow, a(0), a(1)),
            Builtin::Mod => b.bin(Bin::Mod, a(0), a(1)),
            Builtin::Min => b.bin(Bin::Min, a(0), a(1)),
            Builtin::Max => b.bin(Bin::Max, a(0), a(1)),
            Builtin::Step => b.bin(Bin::Step, a(0), a(1)),
            Builtin::LessThan => b.bin(pick(Bin::Less, Bin::LessInt), a(0), a(1)),
            Builtin::GreaterThan => b.bin(pick(Bin::Less, Bin::LessInt), a(1), a(0)),
            Builtin::LessThanEqual => b.bin(pick(Bin::LessEqual, Bin::LessEqualInt), a(0), a(1)),
            Builtin::GreaterThanEqual => b.bin(pick(Bin::LessEqual, Bin::LessEqualInt), a(1), a(0)),
            Builtin::Equal => b.bin(pick(Bin::Equal, Bin::EqualInt), a(0), a(1)),
            Builtin::NotEqual => b.bin(pick(Bin::NotEqual, Bin::NotEqualInt), a(0), a(1)),
            // Of matrices, number by number.
            _ => b.bin(Bin::Mul, a(0), a(1)),
        }
    }

    fn sample(&mut self, linear: bool, arguments: &[TExpr], channels: usize) -> Vec<Value> {
        let image = as_var(&arguments[0]).and_then(|var| self.env[var].first().copied());
        let image = image.and_then(|value| self.builder.as_int(value)).unwrap_or(0) as u8;
        let place = self.expr(&arguments[1]);
        (0..channels as u8)
            .map(|channel| {
                self.builder.emit(Op::Sample { image, linear, channel, x: place[0], y: place[1] })
            })
            .collect()
    }
}

fn pick_or_splat(values: &[Value], index: usize) -> Value {
    if values.len() == 1 { values[0] } else { values[index] }
}

fn is_float(value: &TExpr) -> bool {
    match value.ty {
        Type::Value(ty) => bank_of(ty) == Bank::Float,
        _ => true,
    }
}

/// Whether an expression is a part of a variable, which can be read without copying the whole.
fn has_root(value: &TExpr) -> bool {
    match &value.kind {
        TKind::Var(_) => true,
        TKind::Swizzle(inner, _) | TKind::Index(inner, _) => has_root(inner),
        _ => false,
    }
}
