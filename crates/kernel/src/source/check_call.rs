//! Calls: which function a name means, and whether it takes what it is given.

use crate::{
    source::ast::{Expr, ExprKind, Name, Passing},
    source::builtin::{self, Builtin, Shape},
    source::check::Checker,
    source::check_expr::broken,
    source::diagnostic::{Diagnostic, SourceSpan},
    source::typed::{TExpr, TKind},
    source::types::{ScalarType, Type, ValueType},
};

impl Checker<'_> {
    pub(super) fn call(&mut self, name: &Name, arguments: &[Expr], span: SourceSpan) -> TExpr {
        match self.function_names.get(&name.text).map(Vec::as_slice) {
            Some(&[(index, declared)]) => {
                return self.call_own(index, declared, name, arguments, span);
            }
            Some(several) => {
                let several: Vec<usize> = several.iter().map(|(index, _)| *index).collect();
                return self.call_one_of(&several, name, arguments, span);
            }
            None => {}
        }
        let Some((found, shape)) = builtin::find(&name.text, arguments.len()) else {
            let meant = self.meant(&name.text, || {
                let mut known: Vec<&str> = builtin::names().collect();
                known.extend(self.function_names.keys().map(String::as_str));
                known
            });
            let message = format!("there is no function `{}`", name.text);
            let mut error = Diagnostic::error("PB015", name.span, message);
            if let Some(meant) = meant {
                error = error.fix(name.span, meant);
            }
            self.error(error);
            return broken(span);
        };
        let mut arguments: Vec<TExpr> = arguments.iter().map(|a| self.expr(a)).collect();
        if arguments.iter().any(|a| a.ty == Type::Unknown) {
            return broken(span);
        }
        // Pixels of all pictures are alike: `pixelSize(src)` is `pixelSize()`.
        let of_picture = matches!(found, Builtin::PixelSize | Builtin::PixelAspectRatio);
        if of_picture && matches!(&arguments[..], [of] if matches!(of.ty, Type::Image(_))) {
            arguments.clear();
        }
        match self.builtin_type(shape, &arguments, name) {
            Some(ty) => TExpr { kind: TKind::Builtin(found, arguments), ty: Type::Value(ty), span },
            None => broken(span),
        }
    }

    fn call_own(
        &mut self,
        index: usize,
        declared: SourceSpan,
        name: &Name,
        arguments: &[Expr],
        span: SourceSpan,
    ) -> TExpr {
        let wanted = self.functions[index].arguments.clone();
        let ty = self.functions[index].result;
        if wanted.len() != arguments.len() {
            let message = takes(name, wanted.len(), arguments.len());
            self.error(
                Diagnostic::error("PB022", name.span, message).label(declared, "declared here"),
            );
            return broken(span);
        }
        let mut list = Vec::new();
        for (argument, (var, passing)) in arguments.iter().zip(wanted) {
            let (ty, place) = (self.vars[var].ty, self.vars[var].span);
            let value =
                if passing == Passing::In { self.expr(argument) } else { self.place(argument) };
            list.push(self.fits(value, ty, Some(place)));
        }
        TExpr { kind: TKind::Call(index, list), ty, span }
    }

    /// A call of a name that several functions have: the one whose types are those of the arguments.
    fn call_one_of(
        &mut self,
        functions: &[usize],
        name: &Name,
        arguments: &[Expr],
        span: SourceSpan,
    ) -> TExpr {
        let takes = |checker: &Self, index: usize, at: usize| {
            checker.functions[index].arguments.get(at).map(|(var, _)| checker.vars[*var].ty)
        };
        // Each is looked at once only: calls within calls would double with every level.
        let mut list: Vec<TExpr> = arguments.iter().map(|argument| self.expr(argument)).collect();
        if list.iter().any(|value| value.ty == Type::Unknown) {
            return broken(span);
        }
        let fits = |&&index: &&usize| {
            let count = self.functions[index].arguments.len();
            count == list.len()
                && list
                    .iter()
                    .enumerate()
                    .all(|(at, value)| takes(self, index, at) == Some(value.ty))
        };
        if let Some(&index) = functions.iter().find(fits) {
            for (at, argument) in arguments.iter().enumerate() {
                if self.functions[index].arguments[at].1 != Passing::In {
                    self.check_place(argument, &mut list[at]);
                }
            }
            let ty = self.functions[index].result;
            return TExpr { kind: TKind::Call(index, list), ty, span };
        }
        let given: Vec<String> = list.iter().map(|value| value.ty.to_string()).collect();
        let message = format!("no function `{}` takes ({})", name.text, given.join(", "));
        let mut error = Diagnostic::error("PB022", name.span, message);
        for (_, declared) in self.function_names.get(&name.text).into_iter().flatten() {
            error = error.label(*declared, "this one does not");
        }
        self.error(error);
        broken(span)
    }

    /// Makes a place of an argument that was looked at as a value. Indices are not looked at again.
    fn check_place(&mut self, argument: &Expr, value: &mut TExpr) {
        let (mut root, mut is_indexed) = (argument, false);
        while let ExprKind::Field(inner, _) | ExprKind::Index(inner, _) = &root.kind {
            is_indexed |= matches!(root.kind, ExprKind::Index(..));
            root = inner;
        }
        let place = self.place(if is_indexed { root } else { argument });
        if !is_indexed || place.ty == Type::Unknown {
            *value = place;
        }
    }

    /// The type that a function of the language answers to arguments; tells of those it does not take.
    fn builtin_type(
        &mut self,
        shape: Shape,
        arguments: &[TExpr],
        name: &Name,
    ) -> Option<ValueType> {
        let wanted = match shape {
            Shape::Each(n) | Shape::Number(n) => n,
            Shape::Vector | Shape::Reduce | Shape::Not => 1,
            Shape::Cross | Shape::Matrices | Shape::Compare | Shape::Sample => 2,
            Shape::Nothing(_) => 0,
        };
        if arguments.len() != wanted {
            let message = takes(name, wanted, arguments.len());
            self.error(Diagnostic::error("PB022", name.span, message));
            return None;
        }
        if shape == Shape::Sample {
            return self.sample_type(arguments);
        }
        let float = |ty: ValueType| matches!(ty, ValueType::Vector(ScalarType::Float, _));
        let boolean = |ty: ValueType| matches!(ty, ValueType::Vector(ScalarType::Bool, _));
        let fits = |ty: ValueType| match shape {
            Shape::Each(_) | Shape::Number(_) | Shape::Vector => float(ty),
            Shape::Cross => ty == ValueType::float(3),
            Shape::Matrices => matches!(ty, ValueType::Matrix(_)),
            Shape::Compare => matches!(ty, ValueType::Vector(..)),
            Shape::Reduce | Shape::Not => boolean(ty),
            Shape::Nothing(_) | Shape::Sample => true,
        };
        let mut ty: Option<ValueType> = None;
        for argument in arguments {
            let Some(value) = argument.ty.value().filter(|&value| fits(value)) else {
                self.bad_argument(argument, shape, name);
                return None;
            };
            // In functions on each component a number stands for a vector of it.
            let scalars = matches!(shape, Shape::Each(_))
                && (value.count() == 1 || ty.is_some_and(|t| t.count() == 1));
            match ty {
                Some(first) if first != value && !scalars => {
                    let message = format!("`{}` takes arguments of one type", name.text);
                    let error = Diagnostic::error("PB022", argument.span, message);
                    let first_span = arguments[0].span;
                    self.error(error.label(first_span, format!("this is {first}")));
                    return None;
                }
                Some(first) if first.count() >= value.count() => {}
                _ => ty = Some(value),
            }
        }
        match shape {
            Shape::Number(_) => Some(ValueType::FLOAT),
            Shape::Nothing(size) => Some(ValueType::float(size)),
            Shape::Reduce => Some(ValueType::BOOL),
            Shape::Compare => {
                ty.map(|ty| ValueType::Vector(ScalarType::Bool, ty.count().min(4) as u8))
            }
            _ => ty,
        }
    }

    fn bad_argument(&mut self, argument: &TExpr, shape: Shape, name: &Name) {
        if let (TKind::Const(numbers), Type::Value(ValueType::INT)) = (&argument.kind, argument.ty)
        {
            let fix = format!("{}.0", numbers[0].as_i32());
            let message = format!("`{}` takes floats, this is a whole number", name.text);
            self.error(Diagnostic::error("PB007", argument.span, message).fix(argument.span, fix));
            return;
        }
        let wanted = match shape {
            Shape::Cross => "float3",
            Shape::Matrices => "a matrix",
            Shape::Reduce | Shape::Not => "a vector of truth values",
            _ => "a float or a vector of floats",
        };
        let message = format!("`{}` takes {wanted}, this is {}", name.text, argument.ty);
        let mut error = Diagnostic::error("PB022", argument.span, message);
        if let (Type::Value(ValueType::Vector(ScalarType::Int, size)), Some(text)) =
            (argument.ty, self.text_of(argument))
        {
            error = error.fix(argument.span, format!("{}({text})", ValueType::float(size)));
        }
        self.error(error);
    }

    fn sample_type(&mut self, arguments: &[TExpr]) -> Option<ValueType> {
        let Type::Image(channels) = arguments[0].ty else {
            let message = format!("this is {}, not an image", arguments[0].ty);
            self.error(Diagnostic::error("PB022", arguments[0].span, message));
            return None;
        };
        let place = self.fits(arguments[1].clone(), Type::Value(ValueType::float(2)), None);
        (place.ty != Type::Unknown).then(|| ValueType::float(channels))
    }
}

fn takes(name: &Name, wanted: usize, given: usize) -> String {
    let arguments = if wanted == 1 { "argument" } else { "arguments" };
    format!("`{}` takes {wanted} {arguments}, {}", name.text, are_given(given))
}

pub(super) fn are_given(count: usize) -> String {
    if count == 1 { "1 is given".to_owned() } else { format!("{count} are given") }
}
