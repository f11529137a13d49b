//! Expressions: which types meet where.

use crate::{
    source::ast::{Expr, ExprKind, Name},
    source::builtin::Builtin,
    source::check::{Checker, Profile},
    source::check_call::are_given,
    source::diagnostic::{Diagnostic, SourceSpan},
    source::typed::{BinOp, Number, TExpr, TKind, VarKind},
    source::types::{ScalarType, Type, ValueType},
};

pub(super) fn broken(span: SourceSpan) -> TExpr {
    TExpr { kind: TKind::Broken, ty: Type::Unknown, span }
}

impl Checker<'_> {
    pub(crate) fn expr(&mut self, expr: &Expr) -> TExpr {
        let span = expr.span;
        let known = |kind, ty| TExpr { kind, ty: Type::Value(ty), span };
        match &expr.kind {
            ExprKind::Int(value) => known(TKind::Const(vec![Number::Int(*value)]), ValueType::INT),
            ExprKind::Float(value) => {
                known(TKind::Const(vec![Number::Float(*value)]), ValueType::FLOAT)
            }
            ExprKind::Bool(value) => {
                known(TKind::Const(vec![Number::Int(i32::from(*value))]), ValueType::BOOL)
            }
            ExprKind::Text(_) => {
                let message = "texts stand in metadata only";
                self.error(Diagnostic::error("PB009", span, message));
                broken(span)
            }
            ExprKind::Name(name) => self.variable(name, span),
            ExprKind::Unary(op, operand) => self.unary(op, operand, span),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                self.binary(operator(op), left, right, span)
            }
            ExprKind::Choose(test, then, other) => self.choose(test, then, other, span),
            ExprKind::Assign(op, place, value) => self.assign(op, place, value, span),
            ExprKind::Count { by, after, place } => {
                let place = self.place(place);
                let number = matches!(place.ty, Type::Value(ValueType::Vector(s, _)) if s != ScalarType::Bool);
                if !number && place.ty != Type::Unknown {
                    let message = format!("{} cannot be counted up or down", place.ty);
                    self.error(Diagnostic::error("PB009", span, message));
                    return broken(span);
                }
                let ty = place.ty;
                let kind = TKind::Count { by: *by, after: *after, place: Box::new(place) };
                TExpr { kind, ty, span }
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, span),
            ExprKind::Construct(ty, arguments) => self.construct(*ty, arguments, span),
            ExprKind::Field(value, name) => {
                let value = self.expr(value);
                self.swizzle(value, name, span, false)
            }
            ExprKind::Index(value, index) => {
                let value = self.expr(value);
                self.index(value, index, span)
            }
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    fn variable(&mut self, name: &str, span: SourceSpan) -> TExpr {
        if let Some(var) = self.find(name) {
            return TExpr { kind: TKind::Var(var), ty: self.vars[var].ty, span };
        }
        let names = || self.scopes.iter().flat_map(|scope| scope.keys().map(String::as_str));
        let meant = self.meant(name, || names().collect());
        let mut error = Diagnostic::error("PB015", span, format!("nothing is named `{name}`"));
        if let Some(meant) = meant {
            error = error.fix(span, meant);
        }
        self.error(error);
        broken(span)
    }

    fn unary(&mut self, op: &str, operand: &Expr, span: SourceSpan) -> TExpr {
        let operand = self.expr(operand);
        let ty = operand.ty;
        let Some(value) = ty.value() else {
            if ty != Type::Unknown {
                let message = format!("`{op}` has no meaning for {ty}");
                self.error(Diagnostic::error("PB009", span, message));
            }
            return broken(span);
        };
        let boolean = value.scalar() == ScalarType::Bool;
        if (op == "!") != boolean || (op == "!" && value != ValueType::BOOL) {
            let message = format!("`{op}` has no meaning for {ty}");
            let mut error = Diagnostic::error("PB009", span, message);
            if op == "!" && boolean {
                error = error.note("`not` works on vectors of truth values");
            }
            self.error(error);
            return broken(span);
        }
        let kind = match op {
            "-" => TKind::Negate(Box::new(operand)),
            "!" => TKind::Not(Box::new(operand)),
            _ => return TExpr { span, ..operand },
        };
        TExpr { kind, ty, span }
    }

    pub(crate) fn binary(
        &mut self,
        op: BinOp,
        left: TExpr,
        right: TExpr,
        span: SourceSpan,
    ) -> TExpr {
        if left.ty == Type::Unknown || right.ty == Type::Unknown {
            return broken(span);
        }
        let (Some(a), Some(b)) = (left.ty.value(), right.ty.value()) else {
            return self.misfit(&left, &right, span);
        };
        let Some(ty) = result_type(op, a, b) else { return self.misfit(&left, &right, span) };
        let kind = TKind::Binary(op, Box::new(left), Box::new(right));
        TExpr { kind, ty: Type::Value(ty), span }
    }

    /// Tells of two operands that do not fit, with the conversion that was probably meant.
    fn misfit(&mut self, left: &TExpr, right: &TExpr, span: SourceSpan) -> TExpr {
        let message = format!("the operands are {} and {}", left.ty, right.ty);
        let mut error = Diagnostic::error("PB008", span, message);
        if let (Some(a), Some(b)) = (left.ty.value(), right.ty.value()) {
            let convert = match (a.scalar(), b.scalar()) {
                (ScalarType::Float, ScalarType::Int) => Some(right),
                (ScalarType::Int, ScalarType::Float) => Some(left),
                _ => None,
            };
            if let Some(side) = convert {
                error = error.label(side.span, format!("this is {}", side.ty));
                let name = side.ty.value().map(|ty| ValueType::float(ty.count().min(4) as u8));
                let name = name.map_or_else(String::new, |ty| ty.to_string());
                error = match (&side.kind, self.text_of(side)) {
                    (TKind::Const(numbers), _) if numbers.len() == 1 => {
                        error.fix(side.span, format!("{}.0", numbers[0].as_i32()))
                    }
                    (_, Some(text)) => error.fix(side.span, format!("{name}({text})")),
                    _ => error.note(format!("convert it with `{name}(…)`")),
                };
            }
        }
        self.error(error);
        broken(span)
    }

    pub(super) fn text_of(&self, value: &TExpr) -> Option<String> {
        match value.kind {
            TKind::Var(var) => Some(self.vars[var].name.clone()),
            _ => None,
        }
    }

    fn choose(&mut self, test: &Expr, then: &Expr, other: &Expr, span: SourceSpan) -> TExpr {
        if self.profile == Profile::Flash {
            for part in [then, other] {
                let simple = matches!(
                    part.kind,
                    ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Bool(_) | ExprKind::Name(_)
                );
                let plain = |arg: &Expr| {
                    matches!(arg.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Name(_))
                };
                let constant =
                    matches!(&part.kind, ExprKind::Construct(_, list) if list.iter().all(plain));
                if !simple && !constant {
                    let message = "the Flash profile chooses between constants and variables only";
                    let error = Diagnostic::error("PB021", part.span, message);
                    self.error(error.note("allowed in the full profile"));
                }
            }
        }
        let test = self.expr(test);
        let test = self.fits(test, Type::Value(ValueType::BOOL), None);
        let (then, other) = (self.expr(then), self.expr(other));
        let ty = then.ty;
        let other = self.fits(other, ty, Some(then.span));
        let kind = TKind::Choose(Box::new(test), Box::new(then), Box::new(other));
        TExpr { kind, ty, span }
    }

    /// An expression of a wanted type, or an error that says how to get there.
    pub(crate) fn fits(
        &mut self,
        value: TExpr,
        wanted: Type,
        because: Option<SourceSpan>,
    ) -> TExpr {
        if value.ty == wanted || value.ty == Type::Unknown || wanted == Type::Unknown {
            return value;
        }
        let span = value.span;
        let mut error = match (&value.kind, value.ty, wanted) {
            (
                TKind::Const(numbers),
                Type::Value(ValueType::INT),
                Type::Value(ValueType::Vector(ScalarType::Float, size)),
            ) => {
                let literal = format!("{}.0", numbers[0].as_i32());
                let fix = if size == 1 { literal } else { format!("{wanted}({literal})") };
                let message = format!("expected {wanted}, found a whole number");
                Diagnostic::error("PB007", span, message).fix(span, fix)
            }
            (_, Type::Value(from), Type::Value(to)) => {
                let error =
                    Diagnostic::error("PB009", span, format!("expected {wanted}, found {from}"));
                let convert = from.count() == to.count() || from.count() == 1;
                match (convert, self.text_of(&value)) {
                    (true, Some(text)) => error.fix(span, format!("{wanted}({text})")),
                    (true, None) => error.note(format!("convert it with `{wanted}(…)`")),
                    _ => error,
                }
            }
            _ => Diagnostic::error("PB009", span, format!("expected {wanted}, found {}", value.ty)),
        };
        if let Some(because) = because {
            error = error.label(because, format!("because this is {wanted}"));
        }
        self.error(error);
        broken(span)
    }

    fn assign(&mut self, op: &str, place: &Expr, value: &Expr, span: SourceSpan) -> TExpr {
        let place = self.place(place);
        let value = self.expr(value);
        let ty = place.ty;
        let op = (!op.is_empty()).then(|| operator(op));
        let value = match op {
            None => self.fits(value, ty, Some(place.span)),
            Some(op) => {
                let whole = self.binary(op, place.clone(), value.clone(), span);
                if whole.ty != Type::Unknown && whole.ty != ty {
                    let message = format!("the result is {}, which does not fit {ty}", whole.ty);
                    self.error(Diagnostic::error("PB008", span, message));
                    return broken(span);
                }
                if whole.ty == Type::Unknown { broken(span) } else { value }
            }
        };
        TExpr { kind: TKind::Assign(op, Box::new(place), Box::new(value)), ty, span }
    }

    /// An expression that can be written to.
    pub(super) fn place(&mut self, expr: &Expr) -> TExpr {
        let place = match &expr.kind {
            ExprKind::Field(value, name) => {
                let value = self.place(value);
                self.swizzle(value, name, expr.span, true)
            }
            ExprKind::Index(value, index) => {
                let value = self.place(value);
                self.index(value, index, expr.span)
            }
            ExprKind::Name(name) => self.variable(name, expr.span),
            _ => {
                let message = "this is no variable and cannot be written to";
                self.error(Diagnostic::error("PB024", expr.span, message));
                return broken(expr.span);
            }
        };
        let TKind::Var(var) = place.kind else { return place };
        let (kind, declared) = (self.vars[var].kind, self.vars[var].span);
        let what = match kind {
            VarKind::Local | VarKind::Output | VarKind::Dependent => return place,
            VarKind::Constant => "a constant",
            VarKind::Parameter(_) => "a parameter",
            VarKind::Input(_) => "an input",
        };
        let message = format!("`{}` is {what} and cannot be changed", self.vars[var].name);
        let mut error = Diagnostic::error("PB024", expr.span, message);
        if declared != SourceSpan::default() {
            error = error.label(declared, "declared here");
        }
        self.error(error.note("copy it to a variable first"));
        broken(expr.span)
    }

    fn swizzle(&mut self, value: TExpr, name: &Name, span: SourceSpan, write: bool) -> TExpr {
        let size = match value.ty {
            Type::Value(ValueType::Vector(_, size)) => size,
            Type::Unknown => return broken(span),
            ty => {
                let message = format!("{ty} has no components");
                self.error(Diagnostic::error("PB016", name.span, message));
                return broken(span);
            }
        };
        let ty = value.ty;
        let fail = |checker: &mut Self, message: String, note: &str| {
            checker.error(Diagnostic::error("PB016", name.span, message).note(note));
            broken(span)
        };
        let sets = ["rgba", "xyzw", "stpq"];
        let set = sets.iter().find(|set| name.text.chars().next().is_some_and(|c| set.contains(c)));
        let Some(set) = set.filter(|_| name.text.len() <= 4) else {
            let message = format!("`{}` does not name components", name.text);
            return fail(self, message, "names are one to four of rgba, of xyzw or of stpq");
        };
        let mut components = Vec::new();
        for c in name.text.chars() {
            let Some(index) = set.find(c) else {
                let message = format!("`{}` mixes two sets of names", name.text);
                return fail(self, message, "take all from rgba, all from xyzw or all from stpq");
            };
            if index >= usize::from(size) {
                let message = format!("{ty} has no component `{c}`");
                let last = &set[..usize::from(size)];
                return fail(self, message, &format!("it has {last}"));
            }
            if write && components.contains(&(index as u8)) {
                let message = format!("`{c}` is written twice");
                return fail(self, message, "each component may be named once on the left side");
            }
            components.push(index as u8);
        }
        let scalar = ty.value().map_or(ScalarType::Float, ValueType::scalar);
        let ty = Type::Value(ValueType::Vector(scalar, components.len() as u8));
        TExpr { kind: TKind::Swizzle(Box::new(value), components), ty, span }
    }

    fn index(&mut self, value: TExpr, index: &Expr, span: SourceSpan) -> TExpr {
        let index = self.expr(index);
        let index = self.fits(index, Type::Value(ValueType::INT), None);
        let (ty, length) = match value.ty {
            Type::Value(ValueType::Vector(scalar, size)) if size > 1 => {
                (ValueType::Vector(scalar, 1), u16::from(size))
            }
            Type::Value(ValueType::Matrix(size)) => (ValueType::float(size), u16::from(size)),
            Type::Array(element, length) => (element, length),
            Type::Unknown => return broken(span),
            ty => {
                let message = format!("{ty} has no elements");
                self.error(Diagnostic::error("PB009", span, message));
                return broken(span);
            }
        };
        if let TKind::Const(numbers) = &index.kind {
            let at = numbers[0].as_i32();
            if at < 0 || at >= i32::from(length) {
                let message = format!("there is no element {at}");
                let error = Diagnostic::error("PB016", index.span, message);
                self.error(error.note(format!("elements are 0 to {}", length - 1)));
                return broken(span);
            }
        } else if self.profile == Profile::Flash {
            self.flash_forbids("PB013", index.span, "index that is not a number");
        }
        let kind = TKind::Index(Box::new(value), Box::new(index));
        TExpr { kind, ty: Type::Value(ty), span }
    }

    fn construct(&mut self, ty: Type, arguments: &[Expr], span: SourceSpan) -> TExpr {
        let arguments: Vec<TExpr> = arguments.iter().map(|a| self.expr(a)).collect();
        if arguments.iter().any(|a| a.ty == Type::Unknown) {
            return broken(span);
        }
        let Some(value) = ty.value() else {
            let message = format!("{ty} cannot be made");
            self.error(Diagnostic::error("PB009", span, message));
            return broken(span);
        };
        if let Some(bad) = arguments.iter().find(|a| a.ty.value().is_none()) {
            let message = format!("a {ty} cannot be made of {}", bad.ty);
            self.error(Diagnostic::error("PB009", bad.span, message));
            return broken(span);
        }
        let given: usize = arguments.iter().map(|a| a.ty.count()).sum();
        let splat = arguments.len() == 1 && given == 1;
        // One larger vector may be cut: float2(v4).
        let cut = arguments.len() == 1 && given >= value.count();
        if given != value.count() && !splat && !cut {
            let numbers = if value.count() == 1 { "number" } else { "numbers" };
            let message = format!("{ty} holds {} {numbers}, {}", value.count(), are_given(given));
            self.error(Diagnostic::error("PB022", span, message));
            return broken(span);
        }
        TExpr { kind: TKind::Construct(value, arguments), ty, span }
    }
}

fn operator(text: &str) -> BinOp {
    match text {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "<" => BinOp::Less,
        "<=" => BinOp::LessEqual,
        ">" => BinOp::Greater,
        ">=" => BinOp::GreaterEqual,
        "==" => BinOp::Equal,
        "!=" => BinOp::NotEqual,
        "&&" => BinOp::And,
        "||" => BinOp::Or,
        _ => BinOp::Xor,
    }
}

fn result_type(op: BinOp, a: ValueType, b: ValueType) -> Option<ValueType> {
    match op {
        BinOp::And | BinOp::Or | BinOp::Xor => {
            (a == ValueType::BOOL && b == ValueType::BOOL).then_some(ValueType::BOOL)
        }
        BinOp::Equal | BinOp::NotEqual => (a == b).then_some(ValueType::BOOL),
        BinOp::Less | BinOp::LessEqual | BinOp::Greater | BinOp::GreaterEqual => {
            (a == b && (a == ValueType::FLOAT || a == ValueType::INT)).then_some(ValueType::BOOL)
        }
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => arithmetic(op, a, b),
    }
}

fn arithmetic(op: BinOp, a: ValueType, b: ValueType) -> Option<ValueType> {
    if a.scalar() != b.scalar() || a.scalar() == ScalarType::Bool {
        return None;
    }
    match (a, b) {
        _ if a == b || b.count() == 1 => Some(a),
        _ if a.count() == 1 => Some(b),
        (ValueType::Matrix(n), ValueType::Vector(_, m)) if n == m && op == BinOp::Mul => Some(b),
        (ValueType::Vector(_, m), ValueType::Matrix(n)) if n == m && op == BinOp::Mul => Some(a),
        _ => None,
    }
}

/// Functions that answer about places and pictures, which no constant can hold.
pub(crate) fn is_impure(builtin: Builtin) -> bool {
    matches!(builtin, Builtin::OutCoord | Builtin::SampleLinear | Builtin::SampleNearest)
}
