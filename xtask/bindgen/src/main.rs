//! `xtask-bindgen IN.wasm OUT_FOLDER NAME`: writes `NAME.js` and `NAME_bg.wasm`, prints the size of the latter in
//! bytes and gzipped. A package of its own, so that `cargo xtask` does not wait for its dependencies.

#![expect(clippy::print_stderr, clippy::print_stdout, reason = "a tool talks to the terminal")]

use flate2::{Compression, write::GzEncoder};
use std::{io::Write, path::Path, process::ExitCode};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = arguments.as_slice() else {
        eprintln!("usage: xtask-bindgen IN.wasm OUT_FOLDER NAME");
        return ExitCode::from(2);
    };
    match bind(input, Path::new(folder), name) {
        Ok((bytes, packed)) => {
            println!("{bytes} {packed}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("xtask-bindgen: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Where the script begins to run the program's `main`.
const START: &str = "wasm.__wbindgen_start();";

/// Lets the script call `web_prepare` of the program before `main`: a panic in `main` is heard only by then.
fn prepare(script: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", script.display());
    let text = std::fs::read_to_string(script).map_err(failed)?;
    if text.matches(START).count() != 1 {
        return Err(format!("{}: expected {START:?} once", script.display()));
    }
    let text = text.replace(START, &format!("wasm.web_prepare?.(); {START}"));
    std::fs::write(script, text).map_err(failed)
}

/// Size of the module as it is and gzipped.
fn bind(input: &str, folder: &Path, name: &str) -> Result<(usize, usize), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(false);
    let target = bindgen.web(true).map_err(|error| format!("{error:#}"))?;
    target.remove_producers_section(true).remove_name_section(true).omit_default_module_path(false);
    target.generate(folder).map_err(|error| format!("{input}: {error:#}"))?;
    prepare(&folder.join(format!("{name}.js")))?;
    let module = folder.join(format!("{name}_bg.wasm"));
    let bytes = std::fs::read(&module).map_err(|error| format!("{}: {error}", module.display()))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    Ok((bytes.len(), packed.map_err(|error| error.to_string())?.len()))
}
