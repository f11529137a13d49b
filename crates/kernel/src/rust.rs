//! The middle form to Rust: a struct with typed parameters, and code that the compiler of Rust optimizes.

use crate::{
    generated::LOOP_ROUNDS,
    ir::{Bank, Block, If, Ir, Loop, Node, Op, Value},
    kernel::{Kernel, Parameter},
    source::types::{ScalarType, ValueType},
};
use std::collections::HashMap;

/// How a kernel is written as Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustOptions {
    /// Where the written code finds this crate.
    pub path: String,
}

impl Default for RustOptions {
    /// The crate itself: `::motile_kernel`.
    fn default() -> Self {
        Self { path: "::motile_kernel".to_owned() }
    }
}

impl Kernel {
    /// The kernel as Rust: a struct of its name with a public field for each parameter, the defaults of the
    /// source as `Default`, and methods `render` and `run` that take its pictures by name. Vectors and matrices are
    /// arrays, column by column.
    ///
    /// The code gives the bits that [`Shader`](crate::Shader) gives, needs no compiler at run time, and calls
    /// [`generated`](crate::generated). Ranges are in the docs of the fields and not enforced. Write it to a file from a build
    /// script, or let the macro `kernel_file!` of `motile-kernel-macro` write it while your crate compiles.
    ///
    /// ```
    /// use motile_kernel::{RustOptions, library};
    ///
    /// let twirl = library::find("twirl").ok_or("it is there")?.compile()?;
    /// let text = twirl.to_rust(&RustOptions::default());
    /// assert!(text.contains("pub struct Twirl"));
    /// assert!(text.contains("pub twist: f32,"));
    /// assert!(text.contains("pub fn render(&self, src: &"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "codegen")]
    pub fn to_rust(&self, options: &RustOptions) -> String {
        let ir = &self.inner.ir;
        let mut writer =
            Writer { ir, text: String::new(), indent: 2, fields: fields(self), mask: None };
        writer.head(self, &options.path);
        writer.block(&ir.body);
        let channel = |i: usize| match ir.outputs.get(i) {
            Some(value) => format!("v{value}"),
            None => "k.float(0.0)".to_owned(),
        };
        let list: Vec<String> = (0..4).map(channel).collect();
        writer.line(&format!("[{}]", list.join(", ")));
        writer.text + "    }\n}\n"
    }
}

/// One line of text, safe in a comment of Rust and of WGSL: a comment of WGSL also ends at vertical tabs, form feeds and the line ends
/// of Unicode, its text has no zeros, and Rust refuses signs that turn the direction of writing.
pub(crate) fn plain(text: &str) -> String {
    let turns = |c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let breaks = |c: char| c.is_whitespace() || c.is_control() || turns(c);
    text.split(breaks).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A name of the kernel as one of Rust.
fn ident(name: &str) -> String {
    // Bytecode may hold names of any bytes.
    let known = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut name: String = name.chars().map(known).collect();
    if name.trim_matches('_').is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert_str(0, "kernel_");
    }
    let name = name.as_str();
    if TAKEN.contains(&name) {
        return format!("{name}_");
    }
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

/// Words that have a meaning in Rust even when written raw, types that the written code names, and arguments of the written methods.
const TAKEN: [&str; 16] = [
    "crate", "self", "super", "Self", "Default", "Result", "bool", "f32", "i32", "u32", "usize",
    "edge", "target", "out", "size", "k",
];

/// Names that stand beside each other as names of Rust. Those of bytecode that differ only in letters that Rust does not know are
/// numbered.
fn idents<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut used = HashMap::new();
    let mut list = Vec::new();
    for name in names {
        let first = ident(name);
        let mut now = first.clone();
        while used.contains_key(&now) {
            let number = used.entry(first.clone()).or_insert(1);
            *number += 1;
            now = format!("{first}_{number}");
        }
        used.insert(now.clone(), 1);
        list.push(now);
    }
    list
}

/// Words of Rust that are names in kernels.
const KEYWORDS: [&str; 44] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "unsafe", "use", "where", "while",
];

fn type_of(ty: ValueType) -> String {
    let scalar = match ty.scalar() {
        ScalarType::Float => "f32",
        ScalarType::Int => "i32",
        ScalarType::Bool => "bool",
    };
    match ty.count() {
        1 => scalar.to_owned(),
        count => format!("[{scalar}; {count}]"),
    }
}

/// A value of a parameter as Rust reads it.
fn literal(parameter: &Parameter, numbers: &[f32]) -> String {
    let one = |number: &f32| match parameter.ty.scalar() {
        ScalarType::Float => format!("{number:?}"),
        ScalarType::Int => format!("{}", *number as i32),
        ScalarType::Bool => format!("{}", *number != 0.0),
    };
    match numbers {
        [single] => one(single),
        list => format!("[{}]", list.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

/// What the parameters are called in the struct.
fn field_names(kernel: &Kernel) -> Vec<String> {
    idents(kernel.parameters().iter().map(|parameter| parameter.name.as_str()))
}

/// Where the numbers of all parameters, counted through, stand in the struct.
fn fields(kernel: &Kernel) -> Vec<String> {
    let mut list = Vec::new();
    for (parameter, name) in kernel.parameters().iter().zip(field_names(kernel)) {
        let count = parameter.ty.count();
        for index in 0..count {
            let field =
                if count == 1 { format!("self.{name}") } else { format!("self.{name}[{index}]") };
            list.push(match parameter.ty.scalar() {
                ScalarType::Bool => format!("i32::from({field})"),
                _ => field,
            });
        }
    }
    list
}

/// For a picture, the way to read it and a place: the first value that is read there, and the channels that are wanted.
type Reads = HashMap<(u8, bool, Value, Value), (Value, [bool; 4])>;

struct Writer<'a> {
    ir: &'a Ir,
    text: String,
    indent: usize,
    fields: Vec<String>,
    /// Which lanes take part in the block that is being written; all when there is none.
    mask: Option<String>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.extend([line, "\n"]);
    }

    fn head(&mut self, kernel: &Kernel, path: &str) {
        let name = ident(kernel.name());
        let about = kernel.metadata_text("description").unwrap_or_default();
        let mut text = String::new();
        let mut add = |line: String| text.extend([line.as_str(), "\n"]);
        add(format!("/// The pixel kernel `{name}`. {}", plain(&about)));
        add("#[derive(Clone, Debug, PartialEq)]".to_owned());
        add(format!("pub struct {name} {{"));
        let fields = field_names(kernel);
        for (parameter, field) in kernel.parameters().iter().zip(&fields) {
            let about = parameter.description().map(plain).unwrap_or_default();
            let (low, high) =
                (literal(parameter, &parameter.min), literal(parameter, &parameter.max));
            add(format!("    /// {about} From {low} to {high}."));
            add(format!("    pub {field}: {},", type_of(parameter.ty)));
        }
        add("}\n".to_owned());
        add(format!("impl Default for {name} {{"));
        add("    fn default() -> Self {".to_owned());
        add("        Self {".to_owned());
        for (parameter, field) in kernel.parameters().iter().zip(&fields) {
            let value = literal(parameter, &parameter.default);
            add(format!("            {field}: {value},"));
        }
        add("        }\n    }\n}\n".to_owned());
        self.text = text;
        self.methods(kernel, &name, path);
    }

    /// The calls of users, and the beginning of the code for eight pixels.
    fn methods(&mut self, kernel: &Kernel, name: &str, path: &str) {
        let names = idents(kernel.inputs().iter().map(|input| input.name.as_str()));
        let inputs: Vec<String> =
            names.iter().map(|name| format!("{name}: &{path}::Texture, ")).collect();
        let inputs = inputs.concat();
        let list = names.join(", ");
        let channels = kernel.channels();
        let text = format!(
            "impl {name} {{
    /// Computes every pixel of a surface, and replaces what was there.
    pub fn render(&self, {inputs}edge: {path}::TextureEdge, target: &mut {path}::generated::Surface) {{
        {path}::generated::render_kernel(self, &[{list}], edge, target);
    }}

    /// Computes {channels} numbers for each of width × height pixels, as they are.
    ///
    /// # Errors
    /// `RunError::TargetTooSmall`.
    pub fn run(&self, {inputs}edge: {path}::TextureEdge, size: (u32, u32), out: &mut [f32]) -> Result<(), {path}::RunError> {{
        {path}::generated::run_kernel(self, &[{list}], edge, size, out)
    }}
}}

impl {path}::generated::RustKernel for {name} {{
    const CHANNELS: usize = {channels};

    #[inline(always)]
    #[allow(unused_variables, clippy::all, clippy::pedantic, reason = \"written by a compiler\")]
    fn eight<S: {path}::generated::Simd>(
        &self,
        k: {path}::generated::LaneOps<S>,
        images: &{path}::generated::ImageViews<'_>,
        [x, y]: [{path}::generated::f32x8<S>; 2],
    ) -> [{path}::generated::f32x8<S>; 4] {{
"
        );
        self.text += &text;
    }

    fn block(&mut self, block: &Block) {
        // The channels of one place are read together, with the first of them.
        let mut places = Reads::new();
        for node in block {
            if let Node::Def(value) = node
                && let Op::Sample { image, linear, channel, x, y } =
                    self.ir.defs[*value as usize].op
            {
                let read = places.entry((image, linear, x, y)).or_insert((*value, [false; 4]));
                read.1[usize::from(channel & 3)] = true;
            }
        }
        for node in block {
            match node {
                Node::Def(value) => self.definition(*value, &places),
                Node::If(branch) => self.branch(branch),
                Node::Loop(turn) => self.turn(turn),
            }
        }
    }

    fn definition(&mut self, value: Value, places: &Reads) {
        let op = self.ir.defs[value as usize].op;
        if let Op::Sample { image, linear, channel, x, y } = op
            && let Some(&(first, wanted)) = places.get(&(image, linear, x, y))
        {
            if first == value {
                let kind = if linear { "linear" } else { "nearest" };
                self.line(&format!(
                    "let s{first} = k.{kind}(images, {image}, v{x}, v{y}, {wanted:?});"
                ));
            }
            self.line(&format!("let v{value} = s{first}[{channel}];"));
            return;
        }
        let line = format!("let v{value} = {};", self.operation(op));
        self.line(&line);
    }

    fn operation(&self, op: Op) -> String {
        match op {
            Op::Float(bits) => {
                let value = f32::from_bits(bits);
                // Numbers that are not finite have no literal.
                if value.is_finite() {
                    format!("k.float({value:?})")
                } else {
                    format!("k.bits({bits})")
                }
            }
            Op::Int(value) => format!("k.int({value})"),
            Op::Param(bank, index) => {
                let kind = if bank == Bank::Int { "int" } else { "float" };
                let zero = "0.0".to_owned();
                format!("k.{kind}({})", self.fields.get(usize::from(index)).unwrap_or(&zero))
            }
            Op::X => "x".to_owned(),
            Op::Y => "y".to_owned(),
            Op::Un(un, a) => format!("k.{}(v{a})", method(&format!("{un:?}"))),
            Op::Bin(bin, a, b) => format!("k.{}(v{a}, v{b})", method(&format!("{bin:?}"))),
            Op::Select(test, a, b) => {
                format!("k.{}(v{test}, v{a}, v{b})", self.select(a))
            }
            // Written by the block, the branch or the loop around it.
            Op::Sample { .. } | Op::Join(_) => "k.float(0.0)".to_owned(),
        }
    }

    fn bank(&self, value: Value) -> Bank {
        self.ir.defs[value as usize].bank
    }

    fn select(&self, value: Value) -> &'static str {
        if self.bank(value) == Bank::Int { "select_int" } else { "select" }
    }

    fn zero(&self, value: Value) -> &'static str {
        if self.bank(value) == Bank::Int { "k.int(0)" } else { "k.float(0.0)" }
    }

    /// A side of a branch runs when one lane wants it, and every lane then chooses.
    fn branch(&mut self, branch: &If) {
        let test = branch.test;
        let id = branch.joins.first().map_or(test, |join| join.value);
        let (then, other): (Vec<Value>, Vec<Value>) =
            branch.joins.iter().map(|join| (join.then, join.other)).unzip();
        self.side(&format!("then{id}"), &format!("v{test}"), &branch.then, &then);
        self.side(&format!("else{id}"), &format!("k.not_int(v{test})"), &branch.other, &other);
        for (index, join) in branch.joins.iter().enumerate() {
            let choose = self.select(join.value);
            let line = format!(
                "let v{} = k.{choose}(v{test}, then{id}.{index}, else{id}.{index});",
                join.value
            );
            self.line(&line);
        }
    }

    fn side(&mut self, name: &str, test: &str, block: &Block, results: &[Value]) {
        let list: Vec<String> = results.iter().map(|value| format!("v{value}, ")).collect();
        let list = list.concat();
        if block.is_empty() {
            self.line(&format!("let {name} = ({list});"));
            return;
        }
        let active = match &self.mask {
            Some(mask) => format!("k.and({test}, {mask})"),
            None => test.to_owned(),
        };
        self.line(&format!("let on_{name} = {active};"));
        self.line(&format!("let {name} = if k.any(on_{name}) {{"));
        self.indent += 1;
        let outer = self.mask.replace(format!("on_{name}"));
        self.block(block);
        self.mask = outer;
        self.line(&format!("({list})"));
        self.indent -= 1;
        let zeros: Vec<&str> = results.iter().map(|&value| self.zero(value)).collect();
        self.line(&format!("}} else {{ ({},) }};", zeros.join(", ")));
    }

    /// A loop runs while one lane wants a round; lanes that are done keep their numbers.
    fn turn(&mut self, turn: &Loop) {
        let Some(first) = turn.carried.first() else { return };
        let id = first.value;
        for carried in &turn.carried {
            let line = format!("let mut v{} = v{};", carried.value, carried.start);
            self.line(&line);
        }
        let outer = self.mask.replace(format!("active{id}"));
        let start = outer.as_deref().unwrap_or("k.int(1)");
        self.line(&format!("let mut active{id} = {start};"));
        self.line(&format!("for _ in 0..{LOOP_ROUNDS} {{"));
        self.indent += 1;
        self.block(&turn.test_block);
        self.line(&format!("active{id} = k.and(active{id}, v{});", turn.test));
        self.line(&format!("if !k.any(active{id}) {{"));
        self.line("    break;");
        self.line("}");
        self.block(&turn.body);
        self.mask = outer;
        for carried in &turn.carried {
            // All are read before the first is written.
            let choose = self.select(carried.value);
            let (value, next) = (carried.value, carried.next);
            let line = format!("let next{value} = k.{choose}(active{id}, v{next}, v{value});");
            self.line(&line);
        }
        for carried in &turn.carried {
            self.line(&format!("v{0} = next{0};", carried.value));
        }
        self.indent -= 1;
        self.line("}");
    }
}

/// The method of an operation: its name in small letters, words parted.
fn method(name: &str) -> String {
    if name == "Mod" {
        return "modulo".to_owned();
    }
    let mut out = String::new();
    for (index, c) in name.chars().enumerate() {
        if c.is_ascii_uppercase() && index > 0 {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
