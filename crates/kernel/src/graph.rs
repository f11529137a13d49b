//! Graphs of kernels: compiled once, run pass after pass.

use crate::{
    kernel::{self, CompileOptions, ImageInput, Kernel, Parameter},
    parameter::{KernelUse, ParameterValue, RunError, SetError},
    run::image::{Texture, TextureEdge},
    run::machine::RunLimits,
    shader::Shader,
    source::ast::{Member, Name},
    source::diagnostic::{CompileError, Diagnostic, Severity, told},
    source::graph::{self, GraphSource, NodeParameter, Port, unknown},
    source::types::{Type, ValueType},
    source::{graph_xml, preprocess, token},
};
use motile_pixels::Surface;
use std::sync::Arc;

/// Several kernels in one file (`.pbg`), tied together: a picture that one makes is read by the next. Clones share it; a
/// [`GraphShader`] gives it values and runs it.
///
/// A graph is written as below, or in the XML of the tools of Pixel Bender, with `<inputImage>`, `<outputImage>`, `<parameter>`, `<kernel>`,
/// `<node>`, `<connect>` and, for the values of parameters of nodes, `<evaluateParameters>`.
///
/// ```
/// use motile_kernel::{GraphShader, KernelGraph, Texture};
///
/// let graph = KernelGraph::compile("<languageVersion : 1.0;>
/// graph TwiceTwice < namespace : \"n\"; vendor : \"v\"; version : 1; >
/// {
///     input image1 src;
///     output image1 dst;
///     parameter float by < defaultValue : 2.0; maxValue : 9.0; >;
///     kernel Scale < namespace : \"n\"; vendor : \"v\"; version : 1; >
///     {
///         input image1 src; output pixel1 dst; parameter float factor;
///         void evaluatePixel() { dst = factor * sampleNearest(src, outCoord()); }
///     }
///     node<Scale> first, second;
///     connect src to first.src;
///     connect first.dst to second.src;
///     connect second.dst to dst;
///     void evaluateDependents() { first.factor = by; second.factor = by + 1.0; }
/// }")?;
/// let mut shader = GraphShader::new(&graph);
/// shader.bind("src", &Texture::from_floats(2, 1, 1, vec![1.0, 5.0])?)?;
/// let mut out = [0.0; 2];
/// shader.run(2, 1, &mut out)?;
/// assert_eq!(out, [6.0, 30.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "pbg")]
#[doc(alias = "multi-pass")]
#[derive(Clone, Debug)]
pub struct KernelGraph {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    inputs: Vec<ImageInput>,
    /// The parameters of the graph as those of a kernel that computes nothing.
    face: Kernel,
    /// In an order in which each reads only what is there.
    passes: Vec<Pass>,
    /// Which parameters of passes are computed from those of the graph.
    feeds: Vec<Feed>,
    warnings: Vec<Diagnostic>,
}

#[derive(Debug)]
struct Pass {
    node: String,
    kernel: Kernel,
    reads: Vec<From>,
}

/// Where a pass takes a picture from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Input(usize),
    Pass(usize),
}

/// Some numbers of a pass, computed by a kernel from the parameters of the graph.
#[derive(Debug)]
struct Feed {
    kernel: Kernel,
    pass: usize,
    /// Among the numbers of all its parameters.
    first: usize,
}

impl KernelGraph {
    /// Compiles a graph with all kernels in it.
    ///
    /// # Errors
    /// All that is wrong with the source, at once.
    pub fn compile(source: &str) -> Result<Self, CompileError> {
        let mut list = Vec::new();
        let result = compile(source, &mut list);
        let list = told(list);
        let failed = list.iter().any(|d| d.severity == Severity::Error);
        match result.filter(|_| !failed) {
            Some(inner) => Ok(Self { inner: Arc::new(Inner { warnings: list, ..inner }) }),
            None => Err(CompileError { list, source: source.to_owned() }),
        }
    }

    /// Compiles a file: UTF-8, or Latin-1 where that fails.
    ///
    /// # Errors
    /// As [`KernelGraph::compile`].
    pub fn compile_bytes(bytes: &[u8]) -> Result<Self, CompileError> {
        Self::compile(&kernel::decode_source(bytes))
    }

    /// As the source calls it.
    pub fn name(&self) -> &str {
        self.inner.face.name()
    }

    /// What the host may set, in the order of the source.
    pub fn parameters(&self) -> &[Parameter] {
        self.inner.face.parameters()
    }

    /// The pictures it reads, in the order of the source.
    pub fn inputs(&self) -> &[ImageInput] {
        &self.inner.inputs
    }

    /// Numbers a pixel of the result, 1 to 4.
    pub fn channels(&self) -> u8 {
        self.inner.passes.last().map_or(4, |pass| pass.kernel.channels())
    }

    /// What the compiler found odd in the graph and its kernels, in the order of the source.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.inner.warnings
    }

    /// The names of its nodes with their kernels, in the order in which they run.
    pub fn passes(&self) -> impl Iterator<Item = (&str, &Kernel)> {
        self.inner.passes.iter().map(|pass| (pass.node.as_str(), &pass.kernel))
    }
}

/// A graph has at most so many nodes, and so many parameters of them that hang on its own: each of these is a kernel.
const MAX_PARTS: usize = 64;

fn too_large(name: &Name, list: &mut Vec<Diagnostic>) {
    list.push(Diagnostic::error("PB026", name.span, "the graph grows too large"));
}

fn compile(source: &str, list: &mut Vec<Diagnostic>) -> Option<Inner> {
    if kernel::is_too_large(source, list) {
        return None;
    }
    let tokens = if graph_xml::is_xml(source) {
        graph_xml::tokens(source, list)?
    } else {
        preprocess::preprocess(&token::tokens(source, list), false, list)
    };
    let graph = graph::parse(&tokens, list)?;
    if graph.nodes.len() > MAX_PARTS || graph.kernels.len() > MAX_PARTS {
        too_large(&graph.name, list);
        return None;
    }
    let nodes = nodes(&graph, list)?;
    let parameters: Vec<NodeParameter> = nodes
        .iter()
        .flat_map(|(name, kernel)| {
            kernel.parameters().iter().map(|parameter| NodeParameter {
                node: name.text.clone(),
                name: parameter.name.clone(),
                ty: parameter.ty,
                default: parameter.default.clone(),
            })
        })
        // Those that the graph says nothing about keep the values of their kernels.
        .filter(|parameter: &NodeParameter| {
            tokens.windows(3).any(|three| {
                let named = three[0].is_name(&parameter.node) && three[2].is_name(&parameter.name);
                named && three[1].is(".")
            })
        })
        .collect();
    let part = |of, list: &mut Vec<Diagnostic>| {
        kernel::from_tree(
            &graph::as_kernel(&graph, &parameters, of),
            CompileOptions::default(),
            list,
        )
    };
    let face = part(None, list)?;
    let (inputs, passes, order) = passes(&graph, &nodes, list)?;
    let mut feeds = Vec::new();
    if graph::dependents(&graph).is_some() {
        for (pass, &node) in order.iter().enumerate() {
            let (name, kernel) = &nodes[node];
            let mut first = 0;
            for parameter in kernel.parameters() {
                let place = first;
                first += parameter.ty.count();
                let is_it = |p: &&NodeParameter| p.node == name.text && p.name == parameter.name;
                let Some(of) = parameters.iter().find(is_it) else { continue };
                let columns = if let ValueType::Matrix(size) = of.ty { size } else { 1 };
                for column in 0..columns {
                    let kernel = part(Some((of, column)), list)?;
                    let skip = of.ty.count() / usize::from(columns) * usize::from(column);
                    feeds.push(Feed { kernel, pass, first: place + skip });
                }
                if feeds.len() > MAX_PARTS {
                    too_large(&graph.name, list);
                    return None;
                }
            }
        }
    }
    Some(Inner { inputs, face, passes, feeds, warnings: Vec::new() })
}

/// The nodes with their kernels, each kernel compiled once.
fn nodes(graph: &GraphSource, list: &mut Vec<Diagnostic>) -> Option<Vec<(Name, Kernel)>> {
    let mut kernels = Vec::new();
    for tree in &graph.kernels {
        kernels.push(kernel::from_tree(tree, CompileOptions::default(), list));
    }
    let mut nodes: Vec<(Name, Kernel)> = Vec::new();
    for node in &graph.nodes {
        if let Some((first, _)) = nodes.iter().find(|(name, _)| name.text == node.name.text) {
            let message = format!("there are two nodes `{}`", node.name.text);
            let error = Diagnostic::error("PB030", node.name.span, message);
            list.push(error.label(first.span, "the first is here"));
        }
        let found = graph.kernels.iter().position(|tree| tree.name.text == node.kernel.text);
        match found.map(|at| kernels[at].clone()) {
            Some(Some(kernel)) => nodes.push((node.name.clone(), kernel)),
            // What is wrong with the kernel is told already.
            Some(None) => {}
            None => {
                let known = graph.kernels.iter().map(|tree| tree.name.text.as_str());
                unknown(list, "kernel", &node.kernel, known);
            }
        }
    }
    (nodes.len() == graph.nodes.len()).then_some(nodes)
}

/// Inputs of the graph, passes in order, and which node each of them is.
type Plan = (Vec<ImageInput>, Vec<Pass>, Vec<usize>);

fn passes(
    graph: &GraphSource,
    nodes: &[(Name, Kernel)],
    list: &mut Vec<Diagnostic>,
) -> Option<Plan> {
    let inputs = graph.members.iter().filter_map(|member| match member {
        Member::Input { channels, name } => {
            Some(ImageInput { name: name.text.clone(), channels: *channels })
        }
        _ => None,
    });
    let inputs: Vec<ImageInput> = inputs.collect();
    let output = output(graph, list)?;
    // What each input of each node reads; a node counts by its place in the source here.
    let mut reads: Vec<Vec<Option<From>>> =
        nodes.iter().map(|(_, kernel)| vec![None; kernel.inputs().len()]).collect();
    let mut last = None;
    for tie in &graph.ties {
        let from = source_of(&tie.from, &inputs, nodes, list);
        if tie.to.node.is_none() && tie.to.name.text == output.text {
            last = from;
        } else if let Some((node, input)) = target_of(&tie.to, nodes, list) {
            reads[node][input] = from;
        }
    }
    for ((name, kernel), reads) in nodes.iter().zip(&reads) {
        for (input, read) in kernel.inputs().iter().zip(reads) {
            if read.is_none() {
                let message = format!("nothing is connected to `{}.{}`", name.text, input.name);
                let error = Diagnostic::error("PB031", name.span, message);
                let help = format!("connect … to {}.{};", name.text, input.name);
                list.push(error.note(format!("write `{help}`")));
            }
        }
    }
    let Some(From::Pass(last)) = last else {
        let message = format!("no node is connected to the output `{}`", output.text);
        list.push(Diagnostic::error("PB031", output.span, message));
        return None;
    };
    let order = order(&reads, last).or_else(|| {
        let message = "the nodes are connected in a circle";
        list.push(Diagnostic::error("PB032", nodes[last].0.span, message));
        None
    })?;
    let place = |from: From| match from {
        From::Pass(node) => From::Pass(order.iter().position(|&n| n == node).unwrap_or(0)),
        From::Input(input) => From::Input(input),
    };
    let passes = order
        .iter()
        .map(|&node| Pass {
            node: nodes[node].0.text.clone(),
            kernel: nodes[node].1.clone(),
            reads: reads[node].iter().flatten().map(|&from| place(from)).collect(),
        })
        .collect();
    Some((inputs, passes, order))
}

fn output(graph: &GraphSource, list: &mut Vec<Diagnostic>) -> Option<Name> {
    let mut outputs = graph.members.iter().filter_map(|member| match member {
        Member::Output { ty, name, span } => Some((*ty, name, *span)),
        _ => None,
    });
    let Some((ty, name, span)) = outputs.next() else {
        list.push(Diagnostic::error("PB004", graph.name.span, "the graph has no output"));
        return None;
    };
    if !matches!(ty, Type::Image(_)) {
        let message = format!("the output of a graph is an image, not {ty}");
        list.push(Diagnostic::error("PB009", span, message));
    }
    if let Some((_, _, span)) = outputs.next() {
        list.push(Diagnostic::error("PB005", span, "a graph has one output"));
    }
    Some(name.clone())
}

fn source_of(
    port: &Port,
    inputs: &[ImageInput],
    nodes: &[(Name, Kernel)],
    list: &mut Vec<Diagnostic>,
) -> Option<From> {
    let Some(node) = &port.node else {
        let found = inputs.iter().position(|input| input.name == port.name.text);
        if found.is_none() {
            let known = inputs.iter().map(|input| input.name.as_str());
            unknown(list, "input", &port.name, known);
        }
        return found.map(From::Input);
    };
    let found = find_node(node, nodes, list)?;
    // A kernel has one output, whose name its interface does not keep: any name but that of an input will do.
    if nodes[found].1.inputs().iter().any(|input| input.name == port.name.text) {
        let message = format!("`{}` is an input of the node", port.name.text);
        list.push(Diagnostic::error("PB030", port.span(), message));
        return None;
    }
    Some(From::Pass(found))
}

fn target_of(
    port: &Port,
    nodes: &[(Name, Kernel)],
    list: &mut Vec<Diagnostic>,
) -> Option<(usize, usize)> {
    let Some(node) = &port.node else {
        unknown(list, "output", &port.name, []);
        return None;
    };
    let found = find_node(node, nodes, list)?;
    let inputs = nodes[found].1.inputs();
    let input = inputs.iter().position(|input| input.name == port.name.text);
    if input.is_none() {
        let known = inputs.iter().map(|input| input.name.as_str());
        unknown(list, "input of the node", &port.name, known);
    }
    input.map(|input| (found, input))
}

fn find_node(name: &Name, nodes: &[(Name, Kernel)], list: &mut Vec<Diagnostic>) -> Option<usize> {
    let found = nodes.iter().position(|(node, _)| node.text == name.text);
    if found.is_none() {
        unknown(list, "node", name, nodes.iter().map(|(node, _)| node.text.as_str()));
    }
    found
}

/// The nodes that the last one needs, each after those that it reads; `None` for a circle.
fn order(reads: &[Vec<Option<From>>], last: usize) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    // Being visited, and finished. The stack is a list: a graph may be long.
    let mut state = vec![0u8; reads.len()];
    let mut open = vec![(last, 0)];
    state[last] = 1;
    while let Some((node, at)) = open.pop() {
        let Some(read) = reads[node].get(at) else {
            state[node] = 2;
            order.push(node);
            continue;
        };
        open.push((node, at + 1));
        if let Some(From::Pass(next)) = *read {
            match state[next] {
                0 => {
                    state[next] = 1;
                    open.push((next, 0));
                }
                1 => return None,
                _ => {}
            }
        }
    }
    Some(order)
}

/// A graph with the values of its parameters and the pictures of its inputs. Pictures between passes are floats of the size of the
/// result, and their memory is used again: after the first run of a size nothing is allocated.
#[derive(Clone, Debug)]
pub struct GraphShader {
    graph: KernelGraph,
    /// Holds the values of the parameters.
    face: Shader,
    passes: Vec<Shader>,
    feeds: Vec<Shader>,
    textures: Vec<Option<Texture>>,
    /// The pictures between passes, as the last run left them; each is written anew before it is read.
    made: Vec<Texture>,
    /// What lies outside of pictures, those between passes included.
    pub edge: TextureEdge,
    /// How much work a run may be, and how much memory its pictures between passes may take.
    pub limits: RunLimits,
}

impl GraphShader {
    /// A graph with the defaults of its parameters and no pictures.
    pub fn new(graph: &KernelGraph) -> Self {
        let inner = &graph.inner;
        Self {
            face: Shader::new(&inner.face),
            passes: inner.passes.iter().map(|pass| Shader::new(&pass.kernel)).collect(),
            feeds: inner.feeds.iter().map(|feed| Shader::new(&feed.kernel)).collect(),
            textures: vec![None; inner.inputs.len()],
            made: Vec::new(),
            graph: graph.clone(),
            edge: TextureEdge::Clamp,
            limits: RunLimits::default(),
        }
    }

    /// What it runs.
    pub fn graph(&self) -> &KernelGraph {
        &self.graph
    }

    /// Sets a parameter of the graph by name.
    ///
    /// # Errors
    /// As [`Shader::set`].
    pub fn set(&mut self, name: &str, value: impl ParameterValue) -> Result<(), SetError> {
        self.face.set(name, value)
    }

    /// Gives an input of the graph its picture.
    ///
    /// # Errors
    /// [`RunError::UnknownInput`].
    pub fn bind(&mut self, name: &str, texture: &Texture) -> Result<(), RunError> {
        let inputs = self.graph.inputs();
        let index = inputs.iter().position(|input| input.name == name);
        let index =
            index.ok_or_else(|| RunError::unknown_input(name, self.graph.name(), inputs))?;
        self.textures[index] = Some(texture.clone());
        Ok(())
    }

    /// Runs all passes and writes the result onto a surface, as [`Shader::render`] does.
    ///
    /// # Errors
    /// [`RunError::MissingInput`] and [`RunError::TooLong`].
    pub fn render(&mut self, target: &mut Surface) -> Result<(), RunError> {
        let (width, height) = (target.width(), target.height());
        self.with_last(width, height, |last| last.render(target))
    }

    /// Runs all passes and gives numbers, as [`Shader::run`] does.
    ///
    /// # Errors
    /// [`RunError::TargetTooSmall`], [`RunError::MissingInput`] and [`RunError::TooLong`].
    pub fn run(&mut self, width: u32, height: u32, out: &mut [f32]) -> Result<(), RunError> {
        self.with_last(width, height, |last| last.run(width, height, out))
    }

    /// Runs all passes but the last, and does something with that one.
    fn with_last(
        &mut self,
        width: u32,
        height: u32,
        last: impl FnOnce(&mut Shader) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        self.begin(width, height)?;
        if width == 0 || height == 0 {
            return Ok(());
        }
        let mut made = core::mem::take(&mut self.made);
        let result = self.all_passes(width, height, &mut made, last);
        // The memory of pictures between passes is kept; nobody else may have it any more then.
        for pass in &mut self.passes {
            pass.textures.fill(None);
        }
        self.made = made;
        result
    }

    /// Looks for what is missing and for memory, and computes the parameters of the passes.
    pub(crate) fn begin(&mut self, width: u32, height: u32) -> Result<(), RunError> {
        if let Some(missing) = self.missing(0, KernelUse::Graph) {
            return Err(missing);
        }
        self.check_memory(width, height)?;
        self.feed()
    }

    /// The first input from `from` on that has no picture.
    pub(crate) fn missing(&self, from: usize, used_as: KernelUse) -> Option<RunError> {
        let inputs = self.graph.inputs().iter().zip(&self.textures).skip(from);
        inputs.into_iter().find(|(_, texture)| texture.is_none()).map(|(input, _)| {
            let (name, channels) = (input.name.clone(), input.channels);
            let kernel = self.graph.name().to_owned();
            RunError::MissingInput { name, channels, kernel, used_as }
        })
    }

    /// Gives the first input its picture, or takes it away.
    pub(crate) fn set_first(&mut self, texture: Option<Texture>) {
        if let Some(first) = self.textures.first_mut() {
            *first = texture;
        }
    }

    /// How many passes there are; at least one.
    pub(crate) fn pass_count(&self) -> usize {
        self.passes.len()
    }

    /// A pass with its limits, and with its pictures: those of the graph, and those that earlier passes made.
    pub(crate) fn prepare(
        &mut self,
        index: usize,
        limits: RunLimits,
        made: &[Texture],
    ) -> &mut Shader {
        let shader = &mut self.passes[index];
        shader.edge = Some(self.edge);
        shader.limits = limits;
        let reads = &self.graph.inner.passes[index].reads;
        for (to, from) in shader.textures.iter_mut().zip(reads) {
            *to = match *from {
                From::Input(input) => self.textures[input].clone(),
                From::Pass(before) => made.get(before).cloned(),
            };
        }
        shader
    }

    /// Whether the pictures between passes fit into the limits.
    fn check_memory(&self, width: u32, height: u32) -> Result<(), RunError> {
        let pixels = u64::from(width) * u64::from(height);
        let between = self.passes.split_last().map_or(&[][..], |(_, between)| between);
        let channels = between.iter().map(|pass| u64::from(pass.kernel().channels()));
        let numbers = pixels.saturating_mul(channels.sum());
        let (needed, allowed) = (numbers.saturating_mul(4), self.limits.memory);
        if needed > allowed { Err(RunError::TooMuchMemory { needed, allowed }) } else { Ok(()) }
    }

    /// Computes the parameters of the passes from those of the graph.
    fn feed(&mut self) -> Result<(), RunError> {
        let graph = self.graph.clone();
        for (shader, feed) in self.feeds.iter_mut().zip(&graph.inner.feeds) {
            shader.values.clone_from(&self.face.values);
            shader.limits = self.limits;
            let mut numbers = [0.0; 4];
            shader.run(1, 1, &mut numbers)?;
            let values = self.passes[feed.pass].values.iter_mut().skip(feed.first);
            let count = usize::from(feed.kernel.channels());
            values.zip(numbers).take(count).for_each(|(value, number)| *value = number);
        }
        Ok(())
    }

    fn all_passes(
        &mut self,
        width: u32,
        height: u32,
        made: &mut Vec<Texture>,
        last: impl FnOnce(&mut Shader) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let mut limits = self.limits;
        for index in 0..self.passes.len() {
            let is_last = index + 1 == self.passes.len();
            let shader = self.prepare(index, limits, &made[..index]);
            if is_last {
                return last(shader);
            }
            let channels = shader.kernel.channels();
            if index == made.len() {
                made.push(Texture::zeros(width, height, channels)?);
            }
            let numbers = made[index].floats_mut(width, height, channels)?;
            let done = shader.run(width, height, numbers);
            limits = left(limits, shader.spent);
            done?;
        }
        Ok(())
    }
}

/// The limits of a run after a pass has taken so many steps.
pub(crate) fn left(limits: RunLimits, spent: u64) -> RunLimits {
    match limits.run_steps {
        u64::MAX => limits,
        steps => RunLimits { run_steps: steps.saturating_sub(spent), ..limits },
    }
}
