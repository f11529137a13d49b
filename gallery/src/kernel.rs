//! `motile kernel`: pixel kernels on the command line.

mod program;

use crate::{
    cli::KernelCall,
    failure::{self, Failure},
};
use motile::kernel::{
    CompileOptions, GraphShader, ImageInput, Kernel, KernelGraph, MetaValue, Parameter, Profile,
    RustOptions, Severity, Shader, Texture, WgslOptions,
};
use motile::prelude::*;
use program::Program;
use std::{fs, path::Path};

/// The side of a picture that a kernel makes without one to read.
const SIDE: u32 = 512;

pub(crate) fn run(call: &KernelCall) -> Result<(), Failure> {
    match call.action.as_str() {
        "check" => check(call),
        "run" => render(call),
        "play" => play(call),
        _ => convert(call),
    }
}

fn failed(path: &Path, what: impl core::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {what}", path.display()))
}

fn is(path: &Path, end: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end))
}

/// Reads a source or bytecode, and tells what the compiler found odd.
fn load(path: &Path, profile: Profile) -> Result<Kernel, Failure> {
    let bytes = fs::read(path).map_err(|error| failed(path, error))?;
    if is(path, "pbj") {
        return Kernel::from_pbj(&bytes).map_err(|error| failed(path, error));
    }
    if is(path, "glsl") || is(path, "frag") {
        let compiled = Kernel::compile_glsl(&String::from_utf8_lossy(&bytes));
        return compiled.map_err(|error| failed(path, format!("\n{error}")));
    }
    let compiled = Kernel::compile_bytes(&bytes, &CompileOptions { profile });
    let kernel = compiled.map_err(|error| failed(path, format!("\n{error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    for warning in kernel.warnings() {
        failure::complain(&warning.render(&text));
    }
    Ok(kernel)
}

fn load_graph(path: &Path) -> Result<KernelGraph, Failure> {
    let bytes = fs::read(path).map_err(|error| failed(path, error))?;
    KernelGraph::compile_bytes(&bytes).map_err(|error| failed(path, format!("\n{error}")))
}

fn check(call: &KernelCall) -> Result<(), Failure> {
    let profile = if call.flash { Profile::Flash } else { Profile::Full };
    let path = &call.files[0];
    if is(path, "pbg") {
        return check_graph(&load_graph(path)?, call.json);
    }
    let kernel = load(path, profile)?;
    if call.json {
        return failure::print(&as_json(&kernel));
    }
    let odd = kernel.warnings().iter().filter(|d| d.severity == Severity::Warning).count();
    let mut text = format!("{}: {} operations, {odd} warnings", kernel.name(), kernel.operations());
    describe(kernel.inputs(), kernel.parameters(), &mut text);
    failure::print(&text)
}

fn check_graph(graph: &KernelGraph, json: bool) -> Result<(), Failure> {
    let passes: Vec<&str> = graph.passes().map(|(name, _)| name).collect();
    if json {
        let text = crate::list::text;
        let passes: Vec<String> = passes.iter().map(|name| text(name)).collect();
        return failure::print(&format!(
            "{{\"name\":{},\"channels\":{},\"passes\":[{}],{}}}",
            text(graph.name()),
            graph.channels(),
            passes.join(","),
            face_json(graph.inputs(), graph.parameters()),
        ));
    }
    let mut text = format!("{}: passes {}", graph.name(), passes.join(", "));
    describe(graph.inputs(), graph.parameters(), &mut text);
    failure::print(&text)
}

/// A line for each input and parameter.
fn describe(inputs: &[ImageInput], parameters: &[Parameter], text: &mut String) {
    for input in inputs {
        let line = format!("\n  input image{} {}", input.channels, input.name);
        *text += &line;
    }
    for parameter in parameters {
        let (min, max) = (numbers(&parameter.min), numbers(&parameter.max));
        let default = numbers(&parameter.default);
        let about = parameter.description().unwrap_or_default();
        let line =
            format!("{} {} = {default} ({min} to {max})  {about}", parameter.ty, parameter.name);
        text.extend(["\n  parameter ", line.trim_end()]);
    }
}

fn numbers(list: &[f32]) -> String {
    let words: Vec<String> = list.iter().map(f32::to_string).collect();
    words.join(",")
}

fn as_json(kernel: &Kernel) -> String {
    let text = crate::list::text;
    let meta = |value: &MetaValue| match value {
        MetaValue::Text(words) => text(words),
        MetaValue::Numbers(_, list) if list.len() == 1 => list[0].to_string(),
        MetaValue::Numbers(_, list) => format!("[{}]", numbers(list)),
    };
    let metadata: Vec<String> = kernel
        .metadata()
        .iter()
        .map(|entry| format!("{}:{}", text(&entry.key), meta(&entry.value)))
        .collect();
    format!(
        "{{\"name\":{},\"channels\":{},\"operations\":{},\"metadata\":{{{}}},{}}}",
        text(kernel.name()),
        kernel.channels(),
        kernel.operations(),
        metadata.join(","),
        face_json(kernel.inputs(), kernel.parameters()),
    )
}

/// Inputs and parameters as two members of an object.
fn face_json(inputs: &[ImageInput], parameters: &[Parameter]) -> String {
    let text = crate::list::text;
    let inputs: Vec<String> = inputs
        .iter()
        .map(|i| format!("{{\"name\":{},\"channels\":{}}}", text(&i.name), i.channels))
        .collect();
    let parameters: Vec<String> = parameters
        .iter()
        .map(|p| {
            format!(
                "{{\"name\":{},\"type\":{},\"min\":[{}],\"max\":[{}],\"default\":[{}],\"description\":{}}}",
                text(&p.name),
                text(&p.ty.to_string()),
                numbers(&p.min),
                numbers(&p.max),
                numbers(&p.default),
                text(p.description().unwrap_or_default()),
            )
        })
        .collect();
    format!("\"inputs\":[{}],\"parameters\":[{}]", inputs.join(","), parameters.join(","))
}

/// Ends of the names of files that hold something to run.
const KERNELS: [&str; 5] = ["pbk", "pbj", "pbg", "glsl", "frag"];

fn render(call: &KernelCall) -> Result<(), Failure> {
    let usage = |message: String| Failure::Usage { message, command: None };
    let is_kernel = |path: &&std::path::PathBuf| KERNELS.iter().any(|end| is(path, end));
    let path = call.files.iter().find(is_kernel).ok_or_else(|| {
        usage(
            "which kernel? A file that ends in .pbk, .pbj, .pbg, .glsl or .frag is missing".into(),
        )
    })?;
    let mut program = if is(path, "pbg") {
        Program::Graph(GraphShader::new(&load_graph(path)?))
    } else {
        Program::Kernel(Shader::new(&load(path, Profile::Full)?))
    };
    let mut size = call.size;
    let names: Vec<String> = program.inputs().iter().map(|input| input.name.clone()).collect();
    let pictures = call.files.iter().filter(|path| !is_kernel(path));
    for (input, file) in names.iter().zip(pictures) {
        let bytes = fs::read(file).map_err(|error| failed(file, error))?;
        let picture = Surface::from_png(&bytes).map_err(|error| failed(file, error))?;
        size = size.or(Some((picture.width(), picture.height())));
        let bound = program.bind(input, &Texture::from_surface(&picture));
        bound.map_err(|error| failed(path, error))?;
    }
    let (width, height) = size.unwrap_or((SIDE, SIDE));
    program.supply(vec2(width as f32, height as f32));
    for (name, value) in &call.set {
        let set = program.set(name, value);
        set.map_err(|what| usage(format!("--set {name}={value}: {what}")))?;
    }
    let mut target = Surface::new(width, height).map_err(|error| failed(path, error))?;
    if call.gpu {
        target = on_gpu(program, target).map_err(|why| failed(path, why))?;
    } else {
        program.render(&mut target).map_err(|why| failed(path, why))?;
    }
    let out = call.out.as_ref().ok_or_else(|| usage("`kernel run` needs --out FILE.png".into()))?;
    failure::check_folder(out)?;
    fs::write(out, target.to_png()).map_err(|error| failed(out, error))
}

#[cfg(feature = "gpu")]
fn on_gpu(program: Program, mut target: Surface) -> Result<Surface, String> {
    use motile::kernel_gpu::{Gpu, GpuShader};
    let Program::Kernel(shader) = program else {
        return Err("graphs run on the processor only".into());
    };
    let gpu = Gpu::open().map_err(|error| error.to_string())?;
    let mut shader = GpuShader::new(&gpu, shader);
    shader.render(&mut target).map_err(|error| error.to_string())?;
    Ok(target)
}

#[cfg(not(feature = "gpu"))]
fn on_gpu(_: Program, _: Surface) -> Result<Surface, String> {
    Err("built without the feature \"gpu\"".into())
}

/// The playground in a window.
#[cfg(feature = "window")]
fn play(call: &KernelCall) -> Result<(), Failure> {
    let is_picture = |path: &&std::path::PathBuf| is(path, "png");
    let pictures = call.files.iter().filter(is_picture).map(|file| {
        let bytes = fs::read(file).map_err(|error| failed(file, error))?;
        Surface::from_png(&bytes).map_err(|error| failed(file, error))
    });
    let pictures = pictures.collect::<Result<Vec<_>, _>>()?;
    let source = call.files.iter().find(|path| !is_picture(path));
    Ok(crate::window::kernel::play(source.cloned(), &pictures)?)
}

#[cfg(not(feature = "window"))]
fn play(_: &KernelCall) -> Result<(), Failure> {
    Err(Failure::Failed("built without the feature \"window\"".into()))
}

fn convert(call: &KernelCall) -> Result<(), Failure> {
    let usage = |message: &str| Failure::Usage { message: message.into(), command: None };
    let out = call.out.as_ref();
    let out = out.ok_or_else(|| usage("`kernel convert` needs --out FILE.pbj, .wgsl or .rs"))?;
    let path = &call.files[0];
    let bytes = if is(out, "pbj") {
        let file = load(path, Profile::Full)?.to_pbj().map_err(|error| failed(path, error))?;
        file.to_bytes()
    } else if is(out, "wgsl") {
        load(path, Profile::Full)?.to_wgsl(&WgslOptions::default()).into_bytes()
    } else if is(out, "rs") {
        load(path, Profile::Full)?.to_rust(&RustOptions::default()).into_bytes()
    } else {
        return Err(usage("kernels are converted to .pbj, .wgsl and .rs"));
    };
    failure::check_folder(out)?;
    fs::write(out, bytes).map_err(|error| failed(out, error))
}
