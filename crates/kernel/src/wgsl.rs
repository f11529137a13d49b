//! The middle form to WGSL, the language of WebGPU: textures and one uniform, no other resources, so that WebGL 2 could
//! run it too.

use crate::{
    ir::{Bank, Bin, Block, Ir, Node, Op, Un, Value},
    kernel::Kernel,
    run::image::TextureEdge,
    rust::plain,
};

/// How a kernel is written as WGSL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WgslOptions {
    /// What lies outside of pictures.
    pub edge: TextureEdge,
    /// Rounds of one loop for one pixel; 0 stands for 65 536.
    pub loop_rounds: u32,
    /// Places a side of each pixel whose mean is taken, as [`Shader::supersampling`](crate::Shader::supersampling); 0 and 1 stand for its
    /// middle.
    pub supersampling: u8,
    /// Whether results are numbers, whose mean is taken as they are, instead of colors, which count as much as they are opaque.
    pub numbers: bool,
}

impl Kernel {
    /// The kernel as a WGSL module with a vertex entry point `vs_main`, one triangle that covers everything, and a fragment entry
    /// point `fs_main`, whose color is the result with straight alpha.
    ///
    /// Group 0 holds the uniform `params` at binding 0: all numbers of all parameters in order, four to a
    /// vector, whole numbers as floats too. The pictures follow from binding 1, in the order of the inputs, and are read
    /// texel by texel: no sampler is needed, and results agree with those of the processor up to the rounding of the
    /// GPU's functions.
    pub fn to_wgsl(&self, options: &WgslOptions) -> String {
        let ir = &self.inner.ir;
        let mut writer = Writer { ir, text: String::new(), indent: 1, loops: 0, options: *options };
        writer.head(self);
        writer.block(&ir.body);
        let channel = |i: usize| ir.outputs.get(i).map_or("0.0".to_owned(), |v| format!("v{v}"));
        let (a, b, c, d) = (channel(0), channel(1), channel(2), channel(3));
        let color = match ir.outputs.len() {
            1 => format!("vec4<f32>({a}, {a}, {a}, 1.0)"),
            2 => format!("vec4<f32>({a}, {a}, {a}, {b})"),
            3 => format!("vec4<f32>({a}, {b}, {c}, 1.0)"),
            _ => format!("vec4<f32>({a}, {b}, {c}, {d})"),
        };
        writer.line(&format!("return {color};"));
        writer.text.push_str("}\n");
        if options.supersampling > 1 {
            writer.text.push_str(&mean_entry(*options));
        }
        writer.text
    }
}

struct Writer<'a> {
    ir: &'a Ir,
    text: String,
    indent: usize,
    loops: u32,
    options: WgslOptions,
}

fn type_name(bank: Bank) -> &'static str {
    match bank {
        Bank::Float => "f32",
        Bank::Int => "i32",
    }
}

/// A float that WGSL reads back to the bit; infinities and NaN have no literal.
fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_finite() { format!("{value:?}f") } else { format!("from_bits({bits}u)") }
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.extend([line, "\n"]);
    }

    fn head(&mut self, kernel: &Kernel) {
        let numbers: usize = kernel.parameters().iter().map(|p| p.ty.count()).sum();
        let vectors = numbers.div_ceil(4).max(1);
        let mut text = format!("// {}\n", plain(kernel.name()));
        let mut add = |line: String| text.extend([line.as_str(), "\n"]);
        add(format!("struct Params {{ numbers: array<vec4<f32>, {vectors}> }}"));
        add("@group(0) @binding(0) var<uniform> params: Params;".to_owned());
        for index in 0..kernel.inputs().len() {
            add(format!("@group(0) @binding({}) var image{index}: texture_2d<f32>;", index + 1));
        }
        add(HELPERS.to_owned());
        add(edge_function(self.options.edge).to_owned());
        for (index, input) in kernel.inputs().iter().enumerate() {
            add(format!("// {}", plain(&input.name)));
            add(SAMPLERS.replace('#', &index.to_string()));
        }
        add(VERTICES.to_owned());
        let many = self.options.supersampling > 1;
        add(if many { AT_PLACE } else { ENTRY }.to_owned());
        self.text = text;
    }

    fn block(&mut self, block: &Block) {
        for node in block {
            match node {
                Node::Def(value) => {
                    let line = format!("let v{value} = {};", self.operation(*value));
                    self.line(&line);
                }
                Node::If(branch) => {
                    for join in &branch.joins {
                        self.variable(join.value, None);
                    }
                    self.line(&format!("if (v{} != 0) {{", branch.test));
                    self.indent += 1;
                    self.block(&branch.then);
                    for join in &branch.joins {
                        self.line(&format!("v{} = v{};", join.value, join.then));
                    }
                    self.indent -= 1;
                    self.line("} else {");
                    self.indent += 1;
                    self.block(&branch.other);
                    for join in &branch.joins {
                        self.line(&format!("v{} = v{};", join.value, join.other));
                    }
                    self.indent -= 1;
                    self.line("}");
                }
                Node::Loop(turn) => {
                    for carried in &turn.carried {
                        self.variable(carried.value, Some(carried.start));
                    }
                    let (id, most) = (self.loops, self.options.loop_rounds);
                    self.loops += 1;
                    let most = if most == 0 { 65_536 } else { most };
                    self.line(&format!(
                        "for (var round{id} = 0u; round{id} < {most}u; round{id}++) {{"
                    ));
                    self.indent += 1;
                    self.block(&turn.test_block);
                    self.line(&format!("if (v{} == 0) {{ break; }}", turn.test));
                    self.block(&turn.body);
                    // All are read before the first is written.
                    for carried in &turn.carried {
                        self.line(&format!("let next{} = v{};", carried.value, carried.next));
                    }
                    for carried in &turn.carried {
                        self.line(&format!("v{0} = next{0};", carried.value));
                    }
                    self.indent -= 1;
                    self.line("}");
                }
            }
        }
    }

    fn variable(&mut self, value: Value, start: Option<Value>) {
        let ty = type_name(self.ir.defs[value as usize].bank);
        self.line(&match start {
            Some(start) => format!("var v{value}: {ty} = v{start};"),
            None => format!("var v{value}: {ty};"),
        });
    }

    fn operation(&self, value: Value) -> String {
        match self.ir.defs[value as usize].op {
            Op::Float(bits) => float(bits),
            Op::Int(i32::MIN) => "i32(-2147483647 - 1)".to_owned(),
            Op::Int(value) => format!("i32({value})"),
            Op::Param(bank, index) => {
                let number = format!("params.numbers[{}][{}]", index / 4, index % 4);
                if bank == Bank::Int { format!("i32({number})") } else { number }
            }
            Op::X => "place.x".to_owned(),
            Op::Y => "place.y".to_owned(),
            Op::Un(un, a) => unary(un, a),
            Op::Bin(bin, a, b) => binary(bin, a, b),
            Op::Select(test, a, b) => format!("select(v{b}, v{a}, v{test} != 0)"),
            Op::Sample { image, linear, channel, x, y } => {
                let kind = if linear { "linear" } else { "nearest" };
                format!("{kind}{image}(vec2<f32>(v{x}, v{y}))[{channel}]")
            }
            // Written as a variable by its branch or loop.
            Op::Join(_) => String::new(),
        }
    }
}

fn unary(un: Un, a: Value) -> String {
    let name = match un {
        Un::Neg | Un::NegInt => return format!("-v{a}"),
        Un::Fract => return format!("v{a} - floor(v{a})"),
        Un::Rcp => return format!("1.0 / v{a}"),
        Un::Rsqrt => "inverseSqrt",
        Un::Abs => "abs",
        Un::Sign => "sign",
        Un::Floor => "floor",
        Un::Ceil => "ceil",
        Un::Sqrt => "sqrt",
        Un::Sin => "sin",
        Un::Cos => "cos",
        Un::Tan => "tan",
        Un::Asin => "asin",
        Un::Acos => "acos",
        Un::Atan => "atan",
        Un::Exp => "exp",
        Un::Exp2 => "exp2",
        Un::Log => "log",
        Un::Log2 => "log2",
        Un::Trunc => "i32",
        Un::Round => return format!("i32(round(v{a}))"),
        Un::ToFloat => "f32",
        Un::Truth => return format!("select(0, 1, v{a} != 0.0)"),
        Un::NotInt => return format!("select(0, 1, v{a} == 0)"),
        Un::TruthInt => return format!("select(0, 1, v{a} != 0)"),
        Un::Complement => return format!("~v{a}"),
    };
    format!("{name}(v{a})")
}

fn binary(bin: Bin, a: Value, b: Value) -> String {
    let operator = match bin {
        Bin::Add | Bin::AddInt => "+",
        Bin::Sub | Bin::SubInt => "-",
        Bin::Mul | Bin::MulInt => "*",
        Bin::Div => "/",
        Bin::And => "&",
        Bin::Or => "|",
        Bin::Xor => "^",
        _ => return called(bin, a, b),
    };
    format!("v{a} {operator} v{b}")
}

fn called(bin: Bin, a: Value, b: Value) -> String {
    let truth = |operator: &str| format!("select(0, 1, v{a} {operator} v{b})");
    let name = match bin {
        Bin::Mod => "floored",
        Bin::Min | Bin::MinInt => "min",
        Bin::Max | Bin::MaxInt => "max",
        Bin::Pow => "power",
        Bin::Atan2 => "atan2",
        Bin::Step => return format!("select(1.0, 0.0, v{b} < v{a})"),
        Bin::DivInt => "divided",
        Bin::ModInt => "floored_int",
        Bin::Less | Bin::LessInt => return truth("<"),
        Bin::LessEqual | Bin::LessEqualInt => return truth("<="),
        Bin::Equal | Bin::EqualInt => return truth("=="),
        _ => return truth("!="),
    };
    format!("{name}(v{a}, v{b})")
}

const HELPERS: &str = "
fn from_bits(bits: u32) -> f32 { return bitcast<f32>(bits); }
fn floored(a: f32, b: f32) -> f32 { return a - b * floor(a / b); }
fn divided(a: i32, b: i32) -> i32 { if (b == 0) { return 0; } return a / b; }
fn floored_int(a: i32, b: i32) -> i32 {
    if (b == 0) { return 0; }
    let rest = a % b;
    return select(rest, rest + b, rest != 0 && ((rest < 0) != (b < 0)));
}
fn power(x: f32, y: f32) -> f32 {
    if (y == 0.0) { return 1.0; }
    let value = pow(abs(x), y);
    if (!(x < 0.0)) { return value; }
    if (floor(y) != y) { return from_bits(0x7fc00000u); }
    return select(value, -value, floor(y * 0.5) != y * 0.5);
}";

/// A texel's place by the rule for edges; outside of it the third number is 0.
fn edge_function(edge: TextureEdge) -> &'static str {
    match edge {
        TextureEdge::Clamp => {
            "fn texel(p: vec2<i32>, size: vec2<i32>) -> vec3<i32> { return vec3<i32>(clamp(p, vec2<i32>(0), size - 1), 1); }"
        }
        TextureEdge::Transparent => {
            "fn texel(p: vec2<i32>, size: vec2<i32>) -> vec3<i32> {
    let held = clamp(p, vec2<i32>(0), size - 1);
    return vec3<i32>(held, select(0, 1, all(held == p)));
}"
        }
        TextureEdge::Repeat => {
            "fn texel(p: vec2<i32>, size: vec2<i32>) -> vec3<i32> { return vec3<i32>((p % size + size) % size, 1); }"
        }
        TextureEdge::Mirror => {
            "fn texel(p: vec2<i32>, size: vec2<i32>) -> vec3<i32> {
    let round = size * 2;
    let within = (p % round + round) % round;
    return vec3<i32>(select(within, round - 1 - within, within >= size), 1);
}"
        }
    }
}

/// For each input; `#` is its number.
const SAMPLERS: &str = "fn load#(p: vec2<f32>) -> vec4<f32> {
    let size = vec2<i32>(textureDimensions(image#));
    let at = texel(vec2<i32>(clamp(p, vec2<f32>(-1.0e6), vec2<f32>(1.0e6))), size);
    return textureLoad(image#, at.xy, 0) * f32(at.z);
}
fn nearest#(p: vec2<f32>) -> vec4<f32> { return load#(floor(p)); }
fn linear#(p: vec2<f32>) -> vec4<f32> {
    let corner = floor(p - 0.5);
    let part = p - 0.5 - corner;
    let upper = load#(corner) * (1.0 - part.x) + load#(corner + vec2<f32>(1.0, 0.0)) * part.x;
    let lower = load#(corner + vec2<f32>(0.0, 1.0)) * (1.0 - part.x) + load#(corner + vec2<f32>(1.0, 1.0)) * part.x;
    return upper * (1.0 - part.y) + lower * part.y;
}";

const VERTICES: &str = "
@vertex
fn vs_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}
";

const ENTRY: &str = "@fragment
fn fs_main(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {";

const AT_PLACE: &str = "fn at_place(place: vec4<f32>) -> vec4<f32> {";

/// The entry point that takes the mean over places of a pixel.
fn mean_entry(options: WgslOptions) -> String {
    let side = options.supersampling.min(8);
    let (add, mean) = if options.numbers {
        ("sum += color;", "sum * share")
    } else {
        let add = "let held = clamp(color, vec4<f32>(0.0), vec4<f32>(1.0));
            sum += vec4<f32>(held.rgb * held.a, held.a);";
        (add, "vec4<f32>(sum.rgb / max(sum.a, 1e-9), sum.a * share)")
    };
    format!(
        "
@fragment
fn fs_main(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {{
    var sum = vec4<f32>(0.0);
    let share = {share:?}f;
    for (var y = 0; y < {side}; y++) {{
        for (var x = 0; x < {side}; x++) {{
            let inside = (vec2<f32>(f32(x), f32(y)) + 0.5) / {side}.0 - 0.5;
            let color = at_place(vec4<f32>(place.xy + inside, 0.0, 1.0));
            {add}
        }}
    }}
    return {mean};
}}
",
        share = 1.0 / f32::from(side * side),
    )
}
