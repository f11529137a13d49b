//! `motile kernel`: pixel kernels on the command line.

use crate::{
    cli::KernelCall,
    failure::{self, Failure},
};
use motile::kernel::{
    CompileOptions, Kernel, MetaValue, Profile, RustOptions, ScalarType, Severity, Shader, Texture,
    ValueType, WgslOptions,
};
use motile::prelude::*;
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
    let compiled = Kernel::compile_bytes(&bytes, &CompileOptions { profile });
    let kernel = compiled.map_err(|error| failed(path, format!("\n{error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    for warning in kernel.warnings() {
        failure::complain(&warning.render(&text));
    }
    Ok(kernel)
}

fn check(call: &KernelCall) -> Result<(), Failure> {
    let profile = if call.flash { Profile::Flash } else { Profile::Full };
    let kernel = load(&call.files[0], profile)?;
    if call.json {
        return failure::print(&as_json(&kernel));
    }
    let odd = kernel.warnings().iter().filter(|d| d.severity == Severity::Warning).count();
    let mut text = format!("{}: {} operations, {odd} warnings", kernel.name(), kernel.operations());
    for input in kernel.inputs() {
        let line = format!("\n  input image{} {}", input.channels, input.name);
        text += &line;
    }
    for parameter in kernel.parameters() {
        let (min, max) = (numbers(&parameter.min), numbers(&parameter.max));
        let default = numbers(&parameter.default);
        let about = parameter.description().unwrap_or_default();
        let line =
            format!("{} {} = {default} ({min} to {max})  {about}", parameter.ty, parameter.name);
        text.extend(["\n  parameter ", line.trim_end()]);
    }
    failure::print(&text)
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
    let inputs: Vec<String> = kernel
        .inputs()
        .iter()
        .map(|i| format!("{{\"name\":{},\"channels\":{}}}", text(&i.name), i.channels))
        .collect();
    let parameters: Vec<String> = kernel
        .parameters()
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
    format!(
        "{{\"name\":{},\"channels\":{},\"operations\":{},\"metadata\":{{{}}},\"inputs\":[{}],\"parameters\":[{}]}}",
        text(kernel.name()),
        kernel.channels(),
        kernel.operations(),
        metadata.join(","),
        inputs.join(","),
        parameters.join(","),
    )
}

/// Sets a parameter from text such as `-6` or `400,300`.
fn set(shader: &mut Shader, name: &str, value: &str) -> Result<(), Failure> {
    let wrong = |what: String| Failure::Usage {
        message: format!("--set {name}={value}: {what}"),
        command: None,
    };
    let parsed: Result<Vec<f32>, _> = value
        .split(',')
        .map(|word| match word.trim() {
            "true" => Ok(1.0),
            "false" => Ok(0.0),
            word => word.parse::<f32>(),
        })
        .collect();
    let list = parsed.map_err(|_| wrong("expected numbers with commas between them".into()))?;
    let parameter = shader.kernel().parameters().iter().find(|p| p.name == name);
    let ty = parameter.map_or(ValueType::FLOAT, |parameter| parameter.ty);
    let whole = |i: usize| list.get(i).map_or(0, |&x| x as i32);
    let result = match (ty.scalar(), list.len()) {
        (ScalarType::Int, 1) => shader.set(name, whole(0)),
        (ScalarType::Int, 2) => shader.set(name, [whole(0), whole(1)]),
        (ScalarType::Int, _) => shader.set(name, [whole(0), whole(1), whole(2)]),
        (ScalarType::Bool, _) => shader.set(name, whole(0) != 0),
        (ScalarType::Float, _) => shader.set(name, list.as_slice()),
    };
    result.map_err(|error| wrong(error.to_string()))
}

fn render(call: &KernelCall) -> Result<(), Failure> {
    let usage = |message: &str| Failure::Usage { message: message.into(), command: None };
    let is_kernel = |path: &&std::path::PathBuf| is(path, "pbk") || is(path, "pbj");
    let path = call.files.iter().find(is_kernel);
    let path =
        path.ok_or_else(|| usage("which kernel? A file that ends in .pbk or .pbj is missing"))?;
    let kernel = load(path, Profile::Full)?;
    let mut shader = Shader::new(&kernel);
    let mut size = call.size;
    let pictures = call.files.iter().filter(|path| !is_kernel(path));
    for (input, file) in kernel.inputs().iter().zip(pictures) {
        let bytes = fs::read(file).map_err(|error| failed(file, error))?;
        let picture = Surface::from_png(&bytes).map_err(|error| failed(file, error))?;
        size = size.or(Some((picture.width(), picture.height())));
        let bound = shader.bind(&input.name, &Texture::from_surface(&picture));
        bound.map_err(|error| failed(path, error))?;
    }
    for (name, value) in &call.set {
        set(&mut shader, name, value)?;
    }
    let (width, height) = size.unwrap_or((SIDE, SIDE));
    let mut target = Surface::new(width, height).map_err(|error| failed(path, error))?;
    if call.gpu {
        target = on_gpu(shader, target).map_err(|why| failed(path, why))?;
    } else {
        shader.render(&mut target).map_err(|error| failed(path, error))?;
    }
    let out = call.out.as_ref().ok_or_else(|| usage("`kernel run` needs --out FILE.png"))?;
    failure::check_folder(out)?;
    fs::write(out, target.to_png()).map_err(|error| failed(out, error))
}

#[cfg(feature = "gpu")]
fn on_gpu(shader: Shader, mut target: Surface) -> Result<Surface, String> {
    use motile::kernel_gpu::{Gpu, GpuShader};
    let gpu = Gpu::open().map_err(|error| error.to_string())?;
    let mut shader = GpuShader::new(&gpu, shader);
    shader.render(&mut target).map_err(|error| error.to_string())?;
    Ok(target)
}

#[cfg(not(feature = "gpu"))]
fn on_gpu(_: Shader, _: Surface) -> Result<Surface, String> {
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
