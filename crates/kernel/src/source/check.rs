//! Members: what a kernel declares, and whether all of it is there.

use crate::{
    ir::lower,
    kernel::{ImageInput, MetaValue, Metadata, Parameter},
    source::ast::{ArraySize, Declared, Entry, Expr, Function, Member, Name, Passing, Source},
    source::diagnostic::{Diagnostic, MOST_TOLD, SourceSpan, closest},
    source::typed::{Checked, Number, TExpr, TFunction, TKind, TStmt, Var, VarKind},
    source::types::{ScalarType, Type, ValueType},
};
use std::collections::{BTreeMap, HashMap};

/// Which rules a source is held to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// The whole language: loops, functions, arrays, dependents.
    #[default]
    Full,
    /// What the Flash player ran, and all that `.pbj` can hold without unrolling.
    Flash,
}

/// An array holds at most so many numbers: an index that is not known is a choice among all of them.
const MAX_ARRAY: usize = 1024;

const MAX_FUNCTIONS: usize = 256;

/// What the checker learns about the outside of a kernel.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    pub(crate) name: String,
    pub(crate) metadata: Vec<Metadata>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) inputs: Vec<ImageInput>,
    pub(crate) channels: u8,
}

pub(crate) struct Checker<'a> {
    pub(crate) profile: Profile,
    pub(crate) vars: Vec<Var>,
    pub(crate) scopes: Vec<HashMap<String, usize>>,
    pub(crate) functions: Vec<TFunction>,
    /// Functions by name, each with the place of its name, in the order of the source; those of one name take different types.
    pub(crate) function_names: HashMap<String, Vec<(usize, SourceSpan)>>,
    pub(crate) constants: BTreeMap<usize, Vec<Number>>,
    pub(crate) errors: &'a mut Vec<Diagnostic>,
    /// Of the function being checked.
    pub(crate) result: Type,
    pub(crate) loops: u32,
    parameter_numbers: u16,
    pub(crate) interface: Interface,
}

/// Checks a whole kernel.
pub(crate) fn check(
    source: &Source,
    profile: Profile,
    errors: &mut Vec<Diagnostic>,
) -> (Checked, Interface) {
    let mut checker = Checker {
        profile,
        vars: Vec::new(),
        scopes: vec![HashMap::new()],
        functions: Vec::new(),
        function_names: HashMap::new(),
        constants: BTreeMap::new(),
        errors,
        result: Type::Void,
        loops: 0,
        parameter_numbers: 0,
        interface: Interface { name: source.name.text.clone(), ..Interface::default() },
    };
    checker.kernel_metadata(source);
    let output = checker.outputs(source);
    if profile == Profile::Full {
        let pi = core::f32::consts::PI;
        let var = checker.add("PI", ValueType::FLOAT, VarKind::Constant, SourceSpan::default());
        checker.constants.insert(var, vec![Number::Float(pi)]);
    }
    for member in &source.members {
        checker.member(member);
    }
    for member in &source.members {
        if let Member::Function(function) = member
            && is_region_function(&function.name.text)
        {
            checker.flash_forbids("PB013", function.name.span, "functions about regions");
        }
    }
    let functions: Vec<&Function> = source
        .members
        .iter()
        .filter_map(|member| match member {
            Member::Function(function) if !is_region_function(&function.name.text) => {
                Some(function)
            }
            _ => None,
        })
        .collect();
    if let Some(function) = functions.get(MAX_FUNCTIONS) {
        let message = format!("a kernel has at most {MAX_FUNCTIONS} functions");
        checker.errors.push(Diagnostic::error("PB026", function.name.span, message));
    }
    let functions = &functions[..functions.len().min(MAX_FUNCTIONS)];
    for function in functions {
        checker.declare_function(function);
    }
    for (index, function) in functions.iter().enumerate() {
        checker.function(index, function);
    }
    let find = |name: &str| functions.iter().position(|f| f.name.text == name);
    let (pixel, dependents) = (find("evaluatePixel"), find("evaluateDependents"));
    match pixel {
        None => {
            let message = "the kernel has no function `evaluatePixel`";
            let error = Diagnostic::error("PB006", source.name.span, message);
            checker.errors.push(error.note("it begins with `void evaluatePixel()`"));
        }
        Some(index) => {
            let span = functions[index].name.span;
            if checker.functions[index].result != Type::Void
                || !checker.functions[index].arguments.is_empty()
            {
                let message = "`evaluatePixel` takes nothing and returns `void`";
                checker.errors.push(Diagnostic::error("PB006", span, message));
            }
            if let Some(output) = output {
                checker.check_assigned(index, output, span);
            }
        }
    }
    let recursive = find_recursion(&checker.functions);
    if let Some((index, call)) = recursive {
        let message = format!("`{}` calls itself", functions[index].name.text);
        let error = Diagnostic::error("PB025", call, message)
            .label(functions[index].name.span, "written here");
        checker.errors.push(error.note("calls are written out in place, which would never end"));
    }
    let Checker { vars, functions, constants, interface, .. } = checker;
    let constants = constants.into_iter().collect();
    (Checked { vars, functions, constants, pixel, dependents, output }, interface)
}

/// Functions that tell which parts of pictures are needed. They become kernels of their own, in `region.rs`.
pub(crate) fn is_region_function(name: &str) -> bool {
    matches!(name, "needed" | "changed" | "generated")
}

impl Checker<'_> {
    pub(crate) fn error(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    /// The name that was probably meant. What is not told any more has none: looking for it takes the longer the more names there are.
    pub(crate) fn meant<'b>(
        &self,
        name: &str,
        known: impl FnOnce() -> Vec<&'b str>,
    ) -> Option<String> {
        if self.errors.len() >= MOST_TOLD {
            return None;
        }
        let mut known = known();
        known.sort_unstable();
        closest(name, known).map(str::to_owned)
    }

    /// Brings a name into the innermost scope.
    pub(crate) fn declare(&mut self, name: &Name, ty: Type, kind: VarKind) -> usize {
        let index = self.vars.len();
        self.vars.push(Var { name: name.text.clone(), ty, kind, span: name.span });
        let scope = self.scopes.last_mut();
        let before = scope.and_then(|scope| scope.insert(name.text.clone(), index));
        if let Some(before) = before {
            let message = format!("`{}` is declared twice", name.text);
            let first = self.vars[before].span;
            let mut error = Diagnostic::error("PB023", name.span, message);
            if first != SourceSpan::default() {
                error = error.label(first, "first here");
                self.errors.push(error);
            }
        }
        index
    }

    fn add(&mut self, name: &str, ty: ValueType, kind: VarKind, span: SourceSpan) -> usize {
        self.declare(&Name { text: name.to_owned(), span }, Type::Value(ty), kind)
    }

    pub(crate) fn flash_forbids(&mut self, code: &'static str, span: SourceSpan, what: &str) {
        if self.profile == Profile::Flash {
            let error = Diagnostic::error(code, span, format!("the Flash profile has no {what}"));
            self.errors.push(error.note("allowed in the full profile"));
        }
    }

    fn kernel_metadata(&mut self, source: &Source) {
        for entry in &source.metadata {
            let value = self.meta_value(&entry.value);
            let key = entry.key.text.clone();
            self.check_entry(entry, &value);
            self.interface.metadata.push(Metadata { key, value });
        }
        for key in ["namespace", "vendor", "version"] {
            if !source.metadata.iter().any(|entry| entry.key.text == key) {
                let message = format!("the metadata of the kernel lacks `{key}`");
                let example = if key == "version" { "1" } else { "\"…\"" };
                let error = Diagnostic::error("PB003", source.metadata_span, message);
                self.errors.push(error.note(format!("write `{key} : {example};` in it")));
            }
        }
    }

    /// Warns of keys that every kernel has and whose values are of another kind: hosts look for texts, and a whole number.
    fn check_entry(&mut self, entry: &Entry, value: &MetaValue) {
        let is_right = match (entry.key.text.as_str(), value) {
            ("namespace" | "vendor" | "description", MetaValue::Numbers(..))
            | ("version", MetaValue::Text(_)) => false,
            ("version", MetaValue::Numbers(ty, _)) => *ty == ValueType::INT,
            _ => true,
        };
        if !is_right {
            let kind = if entry.key.text == "version" { "a whole number" } else { "a text" };
            let message = format!("`{}` is {kind}", entry.key.text);
            self.error(Diagnostic::warning("PB020", entry.value.span, message));
        }
    }

    fn meta_value(&mut self, value: &Expr) -> MetaValue {
        if let crate::source::ast::ExprKind::Text(text) = &value.kind {
            return MetaValue::Text(text.clone());
        }
        let typed = self.expr(value);
        let numbers = self.constant(&typed);
        match typed.ty.value() {
            Some(ty) => MetaValue::Numbers(ty, numbers.iter().map(|n| n.as_f32()).collect()),
            None => MetaValue::Text(String::new()),
        }
    }

    fn outputs(&mut self, source: &Source) -> Option<usize> {
        let mut first: Option<(usize, SourceSpan)> = None;
        for member in &source.members {
            let Member::Output { ty, name, span } = member else { continue };
            if let Some((_, before)) = first {
                let error = Diagnostic::error("PB005", *span, "a kernel has one output");
                self.error(error.label(before, "the first is here"));
                continue;
            }
            let float = matches!(ty, Type::Value(ValueType::Vector(ScalarType::Float, _)));
            if !float {
                let message = format!("the output is a pixel, not {ty}");
                let error = Diagnostic::error("PB009", *span, message);
                self.error(error.note("pixel types are pixel1, pixel2, pixel3 and pixel4"));
            }
            self.interface.channels = ty.count().min(4) as u8;
            let ty = if float { *ty } else { Type::Unknown };
            first = Some((self.declare(name, ty, VarKind::Output), *span));
        }
        if first.is_none() {
            let message = "the kernel has no output";
            let error = Diagnostic::error("PB004", source.name.span, message);
            self.error(error.note("write `output pixel4 dst;` in it"));
        }
        first.map(|(var, _)| var)
    }

    fn member(&mut self, member: &Member) {
        match member {
            Member::Input { channels, name } => {
                let index = self.interface.inputs.len();
                if index >= 16 {
                    let message = "a kernel has at most 16 inputs";
                    self.error(Diagnostic::error("PB026", name.span, message));
                    return;
                }
                self.interface
                    .inputs
                    .push(ImageInput { name: name.text.clone(), channels: *channels });
                self.declare(name, Type::Image(*channels), VarKind::Input(index as u8));
            }
            Member::Parameter { ty, name, array, metadata } => {
                let ty = self.sized(*ty, array.as_ref(), name);
                self.parameter(ty, name, metadata);
            }
            Member::Dependent { ty, name, array, span } => {
                self.flash_forbids("PB013", *span, "dependents");
                let ty = self.sized(*ty, array.as_ref(), name);
                self.declare(name, ty, VarKind::Dependent);
            }
            Member::Const(list) => {
                for declared in list {
                    // Outside of functions nothing computes it later.
                    if let Some((_, value)) = self.constant_declared(declared) {
                        self.constant(&value);
                    }
                }
            }
            Member::Output { .. } | Member::Function(_) => {}
        }
    }

    /// A type with the size of its array, when it has one.
    pub(crate) fn sized(&mut self, ty: Type, array: Option<&ArraySize>, name: &Name) -> Type {
        if ty == Type::Region && self.profile == Profile::Flash {
            self.flash_forbids("PB013", name.span, "regions");
            return Type::Unknown;
        }
        if matches!(ty, Type::Void | Type::Image(_) | Type::Region) {
            let message = format!("a variable cannot be of type {ty}");
            self.error(Diagnostic::error("PB009", name.span, message));
            return Type::Unknown;
        }
        let (Some(ArraySize { size, end }), Type::Value(value)) = (array, ty) else { return ty };
        self.flash_forbids("PB012", name.span.to(*end), "arrays");
        let typed = self.expr(size);
        let length = match (typed.ty, self.constant(&typed).as_slice()) {
            (Type::Value(ValueType::INT), [Number::Int(length)]) => *length,
            (Type::Unknown, _) | (_, []) => return Type::Unknown,
            _ => 0,
        };
        if length < 1 || length as usize * value.count() > MAX_ARRAY {
            let message = "the size of an array is a constant whole number";
            let error = Diagnostic::error("PB028", size.span, message);
            self.error(error.note(format!("from 1, and with at most {MAX_ARRAY} numbers in all")));
            return Type::Unknown;
        }
        Type::Array(value, length as u16)
    }

    fn parameter(&mut self, ty: Type, name: &Name, metadata: &[Entry]) {
        let Type::Value(value) = ty else {
            if ty != Type::Unknown {
                let message = "a parameter is a number, a vector or a matrix";
                self.error(Diagnostic::error("PB009", name.span, message));
            }
            self.declare(name, Type::Unknown, VarKind::Local);
            return;
        };
        let mut parameter = Parameter::plain(&name.text, value);
        for entry in metadata {
            let meta = self.meta_value(&entry.value);
            let key = entry.key.text.as_str();
            if let ("minValue" | "maxValue" | "defaultValue", MetaValue::Numbers(found, numbers)) =
                (key, &meta)
            {
                if found.count() != value.count() || found.scalar() != value.scalar() {
                    if found.count() > 0 {
                        let message =
                            format!("`{key}` of `{}` has to be {value}, not {found}", name.text);
                        self.error(Diagnostic::error("PB009", entry.value.span, message));
                    }
                    continue;
                }
                match key {
                    "minValue" => parameter.min.clone_from(numbers),
                    "maxValue" => parameter.max.clone_from(numbers),
                    _ => parameter.default.clone_from(numbers),
                }
            }
            if let ("minValue" | "maxValue" | "defaultValue", MetaValue::Text(_)) = (key, &meta) {
                let message = format!("`{key}` of `{}` has to be {value}, not a text", name.text);
                self.error(Diagnostic::error("PB009", entry.value.span, message));
            }
            parameter.metadata.push(Metadata { key: entry.key.text.clone(), value: meta });
        }
        self.check_range(&parameter, metadata);
        let first = self.parameter_numbers;
        self.parameter_numbers += value.count() as u16;
        if self.parameter_numbers > 4096 {
            let message = "the parameters hold more than 4096 numbers";
            self.error(Diagnostic::error("PB026", name.span, message));
            self.parameter_numbers = 0;
        }
        self.interface.parameters.push(parameter);
        self.declare(name, ty, VarKind::Parameter(first));
    }

    fn check_range(&mut self, parameter: &Parameter, metadata: &[Entry]) {
        let find = |key: &str| metadata.iter().find(|entry| entry.key.text == key);
        if (0..parameter.min.len()).any(|i| parameter.min[i] > parameter.max[i])
            && let Some(entry) = find("minValue").or_else(|| find("maxValue"))
        {
            let message = format!("the range of `{}` is empty", parameter.name);
            let mut warning = Diagnostic::warning("PB020", entry.value.span, message);
            if let Some(other) = find("maxValue").filter(|other| other.key.span != entry.key.span) {
                warning = warning.label(other.value.span, "`maxValue` is here");
            }
            self.error(warning.note("without `minValue` and `maxValue` the range is 0 to 1"));
            return;
        }
        let Some(entry) = metadata.iter().find(|e| e.key.text == "defaultValue") else { return };
        let inside = |i: usize| {
            parameter.default[i] >= parameter.min[i] && parameter.default[i] <= parameter.max[i]
        };
        if (0..parameter.default.len()).all(inside) {
            return;
        }
        let message = format!("the default of `{}` lies outside its range", parameter.name);
        let mut warning = Diagnostic::warning("PB020", entry.value.span, message);
        for key in ["minValue", "maxValue"] {
            if let Some(other) = metadata.iter().find(|e| e.key.text == key) {
                warning = warning.label(other.value.span, format!("`{key}` is here"));
            }
        }
        self.error(warning.note("without `minValue` and `maxValue` the range is 0 to 1"));
    }

    pub(crate) fn constant_declared(&mut self, declared: &Declared) -> Option<(usize, TExpr)> {
        let ty = self.sized(declared.ty, declared.array.as_ref(), &declared.name);
        let Some(start) = &declared.start else {
            let message = format!("the constant `{}` has no value", declared.name.text);
            self.error(Diagnostic::error("PB028", declared.name.span, message));
            self.declare(&declared.name, ty, VarKind::Constant);
            return None;
        };
        let value = self.expr(start);
        let value = self.fits(value, ty, Some(declared.name.span));
        let numbers = self.fold(&value);
        let var = self.declare(&declared.name, ty, VarKind::Constant);
        if numbers.len() == ty.count() {
            self.constants.insert(var, numbers);
            return None;
        }
        Some((var, value))
    }

    /// The numbers of an expression that has to be constant; zeros after an error.
    pub(crate) fn constant(&mut self, value: &TExpr) -> Vec<Number> {
        let numbers = self.fold(value);
        if numbers.len() == value.ty.count() {
            return numbers;
        }
        let message = "this has to be known while compiling";
        self.error(Diagnostic::error("PB028", value.span, message));
        Vec::new()
    }

    /// The numbers of an expression, when they are known already.
    fn fold(&self, value: &TExpr) -> Vec<Number> {
        if value.ty == Type::Unknown || matches!(value.kind, TKind::Broken) {
            return Vec::new();
        }
        lower::fold(value, &self.vars, &self.functions, &self.constants).unwrap_or_default()
    }

    fn declare_function(&mut self, function: &Function) {
        let name = &function.name;
        if self.profile == Profile::Flash && name.text != "evaluatePixel" {
            self.flash_forbids("PB011", name.span, "functions besides `evaluatePixel`");
        }
        let index = self.functions.len();
        if crate::source::builtin::names().any(|known| known == name.text) {
            let message = format!("`{}` is a function of the language", name.text);
            self.error(Diagnostic::error("PB023", name.span, message));
        }
        let mut arguments = Vec::new();
        for argument in &function.arguments {
            // Images may be handed on to functions that sample.
            let ty = match argument.ty {
                Type::Image(_) => argument.ty,
                ty => self.sized(ty, argument.array.as_ref(), &argument.name),
            };
            let span = argument.name.span;
            self.vars.push(Var {
                name: argument.name.text.clone(),
                ty,
                kind: VarKind::Local,
                span,
            });
            arguments.push((self.vars.len() - 1, argument.passing));
        }
        let is_entry = matches!(name.text.as_str(), "evaluatePixel" | "evaluateDependents");
        let types = |list: &[(usize, Passing)]| -> Vec<Type> {
            list.iter().map(|(var, _)| self.vars[*var].ty).collect()
        };
        let known = self.function_names.entry(name.text.clone()).or_default();
        let is_like = |&&(other, _): &&(usize, SourceSpan)| {
            is_entry || types(&self.functions[other].arguments) == types(&arguments)
        };
        let first = known.iter().find(is_like).map(|(_, first)| *first);
        known.push((index, name.span));
        self.functions.push(TFunction { result: function.result, arguments, body: Vec::new() });
        if let Some(first) = first {
            let message = format!("the function `{}` is written twice", name.text);
            self.error(Diagnostic::error("PB023", name.span, message).label(first, "first here"));
        }
    }

    fn function(&mut self, index: usize, function: &Function) {
        self.result = function.result;
        self.loops = 0;
        self.scopes.push(HashMap::new());
        for position in 0..self.functions[index].arguments.len() {
            let var = self.functions[index].arguments[position].0;
            let name = self.vars[var].name.clone();
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(name, var);
            }
        }
        let body = self.statements(&function.body);
        self.scopes.pop();
        if self.result != Type::Void && !always_returns(&body) {
            let message = format!("`{}` does not return a value on every path", function.name.text);
            let error = Diagnostic::error("PB029", function.name.span, message);
            self.error(error.label(function.end, "the end can be reached"));
        }
        self.functions[index].body = body;
    }
}

fn always_returns(statements: &[TStmt]) -> bool {
    statements.iter().any(|statement| match statement {
        TStmt::Return(_) => true,
        TStmt::Block(list) => always_returns(list),
        TStmt::If(_, then, other, _) => always_returns(then) && always_returns(other),
        TStmt::Loop { body, test_last, .. } => *test_last && always_returns(body),
        _ => false,
    })
}

/// A function that can come to call itself, and the call that leads back to it.
fn find_recursion(functions: &[TFunction]) -> Option<(usize, SourceSpan)> {
    fn visit(
        index: usize,
        functions: &[TFunction],
        state: &mut [u8],
    ) -> Option<(usize, SourceSpan)> {
        if state[index] == 2 {
            return None;
        }
        state[index] = 1;
        let mut called = Vec::new();
        crate::source::assigned::calls(&functions[index].body, &mut called);
        let found = called.into_iter().find_map(|(next, call)| match state[next] {
            1 => Some((next, call)),
            _ => visit(next, functions, state),
        });
        state[index] = 2;
        found
    }
    let mut state = vec![0; functions.len()];
    (0..functions.len()).find_map(|index| visit(index, functions, &mut state))
}
