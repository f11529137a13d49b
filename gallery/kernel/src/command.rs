//! Kernels are checked, run and converted.

use crate::{json, program::Program};
use core::fmt;
use motile_geom::vec2;
use motile_kernel::{
    CompileError, CompileOptions, Diagnostic, GraphShader, ImageInput, Kernel, KernelGraph,
    Parameter, PbjFile, PbjOptions, Profile, RustOptions, Severity, Shader, Texture, WgslOptions,
    decode_source,
};
use motile_pixels::Surface;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The side of a picture that a kernel makes without one to read, in pixels.
const SIDE: u32 = 512;

/// Ends of the names of files that hold something to run.
const KERNELS: [&str; 5] = ["pbk", "pbj", "pbg", "glsl", "frag"];

/// What to do with a pixel kernel.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct KernelCall {
    /// `check`, `run`, `convert` or `play`.
    pub action: String,
    /// Kernels and pictures, at least one unless somebody plays.
    pub files: Vec<PathBuf>,
    /// Parameters and their values, as they were written.
    pub set: Vec<(String, String)>,
    /// Where the result goes.
    pub out: Option<PathBuf>,
    /// Width and height of the picture in pixels; those of the first input when `None`.
    pub size: Option<(u32, u32)>,
    /// Places a side of each pixel whose mean is taken; 1 when `None`.
    pub supersampling: Option<u8>,
    /// Whether programs read what is printed.
    pub json: bool,
    /// Whether the source has to keep to what the Flash player ran.
    pub flash: bool,
    /// Whether it runs on the GPU.
    pub gpu: bool,
    /// Whether bytecode is run as the Flash player ran it, its mistakes included.
    pub quirks: bool,
}

/// Why a command did not do what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// It was called in a way that cannot work.
    Usage(String),
    /// Something went wrong on the way.
    Failed(String),
    /// What was asked for is the text, which programs read, and files have mistakes.
    Mistakes(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Usage(message) | Self::Failed(message) | Self::Mistakes(message)) = self;
        f.write_str(message)
    }
}

impl core::error::Error for CommandError {}

fn usage(message: impl Into<String>) -> CommandError {
    CommandError::Usage(message.into())
}

fn failed(path: &Path, what: impl fmt::Display) -> CommandError {
    CommandError::Failed(format!("{}: {what}", path.display()))
}

fn is(path: &Path, end: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end))
}

impl KernelCall {
    /// Does it, and gives what is to be printed, if anything is. Warnings of the compiler go to `warn` as they are found.
    ///
    /// # Errors
    /// Wrong calls, files that cannot be read or written, and all that is wrong with a kernel.
    pub fn run(&self, warn: &mut dyn FnMut(&str)) -> Result<Option<String>, CommandError> {
        self.refuse_idle()?;
        match self.action.as_str() {
            "check" => self.check(warn).map(Some),
            "run" => self.render(warn).map(|()| None),
            "convert" => self.convert(warn).map(|()| None),
            other => Err(usage(format!(
                "there is no `kernel {other}`; there are check, run, convert and play"
            ))),
        }
    }

    /// Refuses options that would change nothing.
    ///
    /// # Errors
    /// [`CommandError::Usage`] with the first of them.
    pub fn refuse_idle(&self) -> Result<(), CommandError> {
        let given = [
            ("--json", self.json, &["check"][..]),
            ("--flash", self.flash, &["check", "run", "convert"]),
            ("--out", self.out.is_some(), &["run", "convert"]),
            ("--set", !self.set.is_empty(), &["run"]),
            ("--size", self.size.is_some(), &["run"]),
            ("--supersampling", self.supersampling.is_some(), &["run"]),
            ("--gpu", self.gpu, &["run"]),
            ("--quirks", self.quirks, &["check", "run", "convert"]),
        ];
        let action = self.action.as_str();
        match given.iter().find(|(_, given, takes)| *given && !takes.contains(&action)) {
            Some((option, _, takes)) => {
                let takers = takes.iter().map(|it| format!("`kernel {it}`")).collect::<Vec<_>>();
                let takers = match takers.as_slice() {
                    [one] => format!("{one} does"),
                    [first @ .., last] => format!("{} and {last} do", first.join(", ")),
                    [] => String::new(),
                };
                Err(usage(format!("`kernel {action}` does not take {option}; {takers}")))
            }
            None => Ok(()),
        }
    }

    /// Reads a source or bytecode, and tells what the compiler found odd.
    fn load(&self, path: &Path, warn: &mut dyn FnMut(&str)) -> Result<Kernel, LoadError> {
        let (kernel, text) = self.read(path)?;
        tell(path, kernel.warnings(), &text, warn);
        Ok(kernel)
    }

    /// A kernel with its source, which bytecode does not have.
    fn read(&self, path: &Path) -> Result<(Kernel, String), LoadError> {
        let bytes = fs::read(path).map_err(|error| failed(path, error))?;
        if is(path, "pbj") {
            let options = PbjOptions { quirks: self.quirks };
            let file = PbjFile::read(&bytes).map_err(|error| failed(path, error))?;
            let kernel = Kernel::from_pbj_with(&file, &options);
            return Ok((kernel.map_err(|error| failed(path, error))?, String::new()));
        }
        let text = decode_source(&bytes);
        let profile = if self.flash { Profile::Flash } else { Profile::Full };
        let compiled = if is(path, "glsl") || is(path, "frag") {
            Kernel::compile_glsl(&text)
        } else {
            Kernel::compile_with(&text, &CompileOptions { profile })
        };
        let kernel = compiled.map_err(|error| LoadError::mistakes(path, error))?;
        Ok((kernel, text))
    }

    /// All files; what is wrong with some of them does not hide the others.
    fn check(&self, warn: &mut dyn FnMut(&str)) -> Result<String, CommandError> {
        if self.json {
            return self.check_json();
        }
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for path in &self.files {
            let described = if is(path, "pbg") {
                load_graph(path, warn).map(|graph| describe_graph(&graph))
            } else {
                self.load(path, warn).map(|kernel| describe_kernel(&kernel))
            };
            match described {
                Ok(text) => good.push(text),
                Err(error) => bad.push(error.error.to_string()),
            }
        }
        match (good.is_empty(), bad.is_empty()) {
            (_, true) => Ok(good.join("\n")),
            (true, _) => Err(CommandError::Failed(bad.join("\n"))),
            _ => {
                for error in &bad {
                    warn(error);
                }
                let (bad, all) = (bad.len(), self.files.len());
                Err(CommandError::Failed(format!(
                    "{}\n{bad} of {all} files have mistakes",
                    good.join("\n")
                )))
            }
        }
    }

    /// A line for each file, whatever is in it.
    fn check_json(&self) -> Result<String, CommandError> {
        let mut is_good = true;
        let lines: Vec<String> = self
            .files
            .iter()
            .map(|path| {
                let file = path.display().to_string();
                let described = if is(path, "pbg") {
                    read_graph(path).map(|(graph, text)| json::graph(&file, &graph, &text))
                } else {
                    self.read(path).map(|(kernel, text)| json::kernel(&file, &kernel, &text))
                };
                described.unwrap_or_else(|error| {
                    is_good = false;
                    match error.mistakes {
                        Some(of) => json::mistakes(&file, &of.source, &of.list),
                        None => json::error(&file, &error.error.to_string()),
                    }
                })
            })
            .collect();
        let text = lines.join("\n");
        if is_good { Ok(text) } else { Err(CommandError::Mistakes(text)) }
    }

    fn render(&self, warn: &mut dyn FnMut(&str)) -> Result<(), CommandError> {
        let out = self.out.as_ref().ok_or_else(|| usage("`kernel run` needs --out FILE.png"))?;
        if !is(out, "png") {
            return Err(usage(format!("{}: pictures are written as .png", out.display())));
        }
        check_folder(out)?;
        let is_kernel = |path: &&PathBuf| KERNELS.iter().any(|end| is(path, end));
        let mut kernels = self.files.iter().filter(is_kernel);
        let (path, second) = (kernels.next(), kernels.next());
        let path = path.ok_or_else(|| {
            usage("which kernel? A file that ends in .pbk, .pbj, .pbg, .glsl or .frag is missing")
        })?;
        if let Some(second) = second {
            let (first, second) = (path.display(), second.display());
            return Err(usage(format!("one kernel is run at a time: {first} or {second}?")));
        }
        let mut program = if is(path, "pbg") {
            Program::Graph(GraphShader::new(&load_graph(path, warn)?))
        } else {
            Program::Kernel(Shader::new(&self.load(path, warn)?))
        };
        let mut size = self.size;
        let names: Vec<String> = program.inputs().iter().map(|input| input.name.clone()).collect();
        let pictures: Vec<&PathBuf> = self.files.iter().filter(|path| !is_kernel(path)).collect();
        if pictures.len() > names.len() {
            return Err(usage(format!(
                "{} reads {} pictures, and {} were given",
                path.display(),
                names.len(),
                pictures.len()
            )));
        }
        for (input, file) in names.iter().zip(pictures) {
            let bytes = fs::read(file).map_err(|error| failed(file, error))?;
            let picture = Surface::from_png(&bytes).map_err(|error| failed(file, error))?;
            size = size.or(Some((picture.width(), picture.height())));
            let bound = program.bind(input, &Texture::from_surface(&picture));
            bound.map_err(|error| failed(path, error))?;
        }
        let (width, height) = size.unwrap_or((SIDE, SIDE));
        program.supply(vec2(width as f32, height as f32));
        for (name, value) in &self.set {
            let set = program.set(name, value);
            set.map_err(|what| usage(format!("--set {name}={value}: {what}")))?;
        }
        if let Some(places) = self.supersampling {
            program.set_supersampling(places).map_err(|why| failed(path, why))?;
        }
        let mut target = Surface::new(width, height).map_err(|error| failed(path, error))?;
        let done =
            if self.gpu { on_gpu(program, &mut target) } else { program.render(&mut target) };
        done.map_err(|why| failed(path, why))?;
        fs::write(out, target.to_png()).map_err(|error| failed(out, error))
    }

    fn convert(&self, warn: &mut dyn FnMut(&str)) -> Result<(), CommandError> {
        let out = self.out.as_ref();
        let out =
            out.ok_or_else(|| usage("`kernel convert` needs --out FILE.pbj, .wgsl or .rs"))?;
        let [path] = self.files.as_slice() else {
            return Err(usage("one kernel is converted at a time"));
        };
        if !["pbj", "wgsl", "rs"].iter().any(|end| is(out, end)) {
            return Err(usage("kernels are converted to .pbj, .wgsl and .rs"));
        }
        if is(path, "pbg") {
            return Err(failed(path, "a graph is several kernels, and cannot be converted to one"));
        }
        check_folder(out)?;
        refuse_same(path, out)?;
        let kernel = self.load(path, warn)?;
        let bytes = if is(out, "pbj") {
            kernel.to_pbj().map_err(|error| failed(path, error))?.to_bytes()
        } else if is(out, "wgsl") {
            kernel.to_wgsl(&WgslOptions::default()).into_bytes()
        } else {
            kernel.to_rust(&RustOptions::default()).into_bytes()
        };
        fs::write(out, bytes).map_err(|error| failed(out, error))
    }
}

/// The text of a source that somebody is about to edit and to save again under its name.
///
/// # Errors
/// [`CommandError::Failed`] for what would be lost by that: bytecode, graphs, and whatever else is no text.
pub fn editable_source(path: &Path, bytes: &[u8]) -> Result<String, CommandError> {
    if is(path, "pbj") || is(path, "pbg") || is_bytecode(bytes) {
        return Err(failed(path, "only sources are edited here; see `motile kernel run`"));
    }
    let text = decode_source(bytes);
    if text.contains('\0') {
        return Err(failed(path, "a source is expected, and this file is no text"));
    }
    Ok(text)
}

/// Whether bytes are a `.pbj` file, whatever its name: those that begin with their version. Without, texts of the
/// right length are instructions as well.
fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.first() == Some(&0xA5) && PbjFile::read(bytes).is_ok()
}

/// Refuses to write the result over the file that it is made of.
fn refuse_same(from: &Path, to: &Path) -> Result<(), CommandError> {
    match (fs::canonicalize(from), fs::canonicalize(to)) {
        (Ok(real), Ok(other)) if real == other => {
            Err(failed(to, "this is the kernel itself; give the result another name"))
        }
        _ => Ok(()),
    }
}

/// Why a file could not be loaded, with what the compiler says where it is that.
struct LoadError {
    error: CommandError,
    mistakes: Option<CompileError>,
}

impl LoadError {
    fn mistakes(path: &Path, of: CompileError) -> Self {
        Self { error: failed(path, format!("\n{of}")), mistakes: Some(of) }
    }
}

impl From<CommandError> for LoadError {
    fn from(error: CommandError) -> Self {
        Self { error, mistakes: None }
    }
}

impl From<LoadError> for CommandError {
    fn from(error: LoadError) -> Self {
        error.error
    }
}

/// Reads a graph, and tells what the compiler found odd.
fn load_graph(path: &Path, warn: &mut dyn FnMut(&str)) -> Result<KernelGraph, LoadError> {
    let (graph, text) = read_graph(path)?;
    tell(path, graph.warnings(), &text, warn);
    Ok(graph)
}

/// A graph with its source.
fn read_graph(path: &Path) -> Result<(KernelGraph, String), LoadError> {
    let text = decode_source(&fs::read(path).map_err(|error| failed(path, error))?);
    let graph = KernelGraph::compile(&text).map_err(|error| LoadError::mistakes(path, error))?;
    Ok((graph, text))
}

fn tell(path: &Path, odd: &[Diagnostic], text: &str, warn: &mut dyn FnMut(&str)) {
    for warning in odd {
        warn(&format!("{}:\n{}", path.display(), warning.render(text)));
    }
}

/// Finds out before a long run that its file cannot be written for lack of a folder.
fn check_folder(file: &Path) -> Result<(), CommandError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(failed(folder, "there is no such folder")),
        None => Ok(()),
    }
}

fn describe_kernel(kernel: &Kernel) -> String {
    let odd = kernel.warnings().iter().filter(|d| d.severity == Severity::Warning).count();
    let head = format!("{}: {} operations, {odd} warnings", kernel.name(), kernel.operations());
    described(head, kernel.inputs(), kernel.parameters())
}

fn describe_graph(graph: &KernelGraph) -> String {
    let passes: Vec<&str> = graph.passes().map(|(name, _)| name).collect();
    let odd = graph.warnings().len();
    let head = format!("{}: passes {}, {odd} warnings", graph.name(), passes.join(", "));
    described(head, graph.inputs(), graph.parameters())
}

/// A line for each input and parameter.
fn described(mut text: String, inputs: &[ImageInput], parameters: &[Parameter]) -> String {
    let numbers = |list: &[f32]| {
        let words: Vec<String> = list.iter().map(f32::to_string).collect();
        words.join(",")
    };
    for input in inputs {
        let line = format!("\n  input image{} {}", input.channels, input.name);
        text += &line;
    }
    for parameter in parameters {
        let (min, max) = (numbers(&parameter.min), numbers(&parameter.max));
        let default = numbers(&parameter.default);
        let about = parameter.description().unwrap_or_default();
        let line =
            format!("{} {} = {default} ({min} to {max})  {about}", parameter.ty, parameter.name);
        text.extend(["\n  parameter ", line.trim_end()]);
    }
    text
}

#[cfg(feature = "gpu")]
fn on_gpu(program: Program, target: &mut Surface) -> Result<(), String> {
    use motile_kernel_gpu::{Gpu, GpuShader};
    let Program::Kernel(shader) = program else {
        return Err("graphs run on the processor only".into());
    };
    let gpu = Gpu::open().map_err(|error| error.to_string())?;
    let done = GpuShader::new(&gpu, shader).render(target);
    done.map_err(|error| error.to_string())
}

#[cfg(not(feature = "gpu"))]
fn on_gpu(_: Program, _: &mut Surface) -> Result<(), String> {
    Err("this program was built without the feature \"gpu\"; run it without --gpu, or build it with --features gpu".into())
}
