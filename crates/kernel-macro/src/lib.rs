//! Pixel kernels that are compiled with your crate: the macro of `motile-kernel`.
//!
//! A crate of its own because a macro crate can hold nothing else. Whoever uses it needs `motile-kernel` too, which the
//! written code calls.

use motile_kernel::{CompileOptions, Kernel, RustOptions};
use proc_macro::{TokenStream, TokenTree};
use std::{env, fs, path::PathBuf};

/// A kernel of a file as a struct of your crate, with a typed field for each parameter: `kernel_file!("src/twirl.pbk")`, by the
/// path from the manifest of the crate. A mistake in the kernel is an error of the compiler, with its line and column; a
/// parameter that the kernel does not have is a field that is not there.
///
/// The struct has the name of the kernel, starts with the defaults of the source, and gives the bits that
/// `motile_kernel::Shader` gives. Bytecode (`.pbj`) may be named too.
///
/// ```
/// use motile_kernel::{Texture, TextureEdge};
/// use motile_pixels::{Color, Surface};
///
/// motile_kernel_macro::kernel_file!("tests/darken.pbk");
///
/// let photo = Texture::from_surface(&Surface::filled(8, 8, Color::WHITE)?);
/// let mut picture = Surface::new(8, 8)?;
/// Darken { amount: 0.2, ..Darken::default() }.render(&photo, TextureEdge::Clamp, &mut picture);
/// assert_eq!(picture.get(3, 3), Some(Color::rgb(204, 204, 204)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail
/// motile_kernel_macro::kernel_file!("tests/darken.pbk");
/// let _wrong = Darken { amuont: 0.2, ..Darken::default() };
/// ```
///
/// ```compile_fail
/// motile_kernel_macro::kernel_file!("tests/broken.pbk");
/// ```
#[proc_macro]
pub fn kernel_file(input: TokenStream) -> TokenStream {
    match written(input) {
        Ok(code) => code,
        Err(message) => error(&message),
    }
}

/// The code, or what is wrong.
fn written(input: TokenStream) -> Result<TokenStream, String> {
    let name = file_name(input)?;
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = PathBuf::from(folder).join(&name);
    let bytes = fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
    let kernel = if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pbj")) {
        Kernel::from_pbj(&bytes).map_err(|error| format!("{name}: {error}"))?
    } else {
        let compiled = Kernel::compile_bytes(&bytes, &CompileOptions::default());
        compiled.map_err(|error| format!("{name}:\n{error}"))?
    };
    let code = kernel.to_rust(&RustOptions::default());
    // Named in the code, so that a change of the file compiles the crate again.
    let watched = format!("const _: &[u8] = include_bytes!({:?});\n", path.display().to_string());
    (watched + &code).parse().map_err(|error| format!("{name}: {error}"))
}

/// The one string that stands between the parentheses.
fn file_name(input: TokenStream) -> Result<String, String> {
    let wanted = || "expected the path of a kernel: kernel_file!(\"src/twirl.pbk\")".to_owned();
    let mut tokens = input.into_iter();
    let (Some(TokenTree::Literal(literal)), None) = (tokens.next(), tokens.next()) else {
        return Err(wanted());
    };
    let text = literal.to_string();
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|name| !name.contains('\\')).map(str::to_owned).ok_or_else(wanted)
}

fn error(message: &str) -> TokenStream {
    // A string literal by its debug form is one of Rust too.
    format!("compile_error!({message:?});").parse().unwrap_or_default()
}
