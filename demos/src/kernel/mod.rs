//! Demos about pixel kernels: small programs that compute one pixel.

use crate::Demo;
use motile::kernel::{CompileOptions, Kernel, Shader, library};
use motile::stage::DroppedFile;

mod blend;
mod chain;
mod distort;
mod fill;
mod generated;
mod gray_scott;
mod letters;
mod metadata;
mod numbers;
mod playground;
mod sampling;
mod sheet;
mod spellings;
mod toy;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    distort::DEMO,
    sheet::DEMO,
    toy::DEMO,
    gray_scott::DEMO,
    chain::DEMO,
    generated::DEMO,
    fill::DEMO,
    blend::DEMO,
    letters::DEMO,
    spellings::DEMO,
    sampling::DEMO,
    metadata::DEMO,
    numbers::DEMO,
    playground::DEMO,
];

/// A kernel of the library, ready to run.
fn shader(id: &str) -> motile::Result<Shader> {
    let found = library::find(id).ok_or_else(|| format!("the library has no kernel `{id}`"))?;
    Ok(Shader::new(&found.compile()?))
}

/// The kernel of a file, as source or as bytecode.
fn load(file: &DroppedFile) -> motile::Result<Kernel> {
    let extension = file.name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension.eq_ignore_ascii_case("pbj") {
        return Ok(Kernel::from_pbj(&file.bytes)?);
    }
    Ok(Kernel::compile_bytes(&file.bytes, &CompileOptions::default())?)
}

#[cfg(test)]
mod tests {
    use super::load;
    use motile::stage::DroppedFile;

    #[test]
    fn shader_d9_14_a_file_is_loaded_as_source_and_as_bytecode() {
        let file = |name: &str, bytes: Vec<u8>| DroppedFile { name: name.into(), bytes };
        let source = file("dots.pbk", super::fill::REPLACEMENT.replace('\n', "\r\n").into_bytes());
        let kernel = load(&source).unwrap();
        let bytes = kernel.to_pbj().unwrap().to_bytes();
        assert_eq!(load(&file("dots.pbj", bytes.clone())).unwrap().name(), "Dots");
        let error = load(&file("dots.pbk", bytes)).unwrap_err().to_string();
        assert!(error.contains("PB001"), "{error}");
    }
}
