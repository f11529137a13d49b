//! Runs a kernel of the library, or a `.pbk` or `.pbj` file, and writes a picture:
//! `cargo run -p motile-kernel --example run_kernel -- plasma time=3 > plasma.png`.

use motile_kernel::{CompileOptions, Kernel, Shader, Texture, ValueType, library};
use motile_pixels::{Color, Surface};
use std::{
    env, fs,
    io::{self, Write},
    path::Path,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "twirl".into());
    let kernel = load(&name)?;
    let mut shader = Shader::new(&kernel);
    let photo = Texture::from_surface(&photo()?);
    for input in kernel.inputs() {
        shader.bind(&input.name, &photo)?;
    }
    for word in words {
        let (name, value) = word.split_once('=').ok_or("parameters are written NAME=VALUE")?;
        let numbers: Vec<f32> = value.split(',').map(str::parse).collect::<Result<_, _>>()?;
        let whole = kernel.parameters().iter().any(|p| p.name == name && p.ty == ValueType::INT);
        if whole {
            shader.set(name, numbers[0] as i32)?;
        } else {
            shader.set(name, numbers.as_slice())?;
        }
    }
    let mut picture = Surface::new(400, 300)?;
    shader.render(&mut picture)?;
    io::stdout().write_all(&picture.to_png())?;
    Ok(())
}

fn load(name: &str) -> Result<Kernel, Box<dyn std::error::Error>> {
    if let Some(entry) = library::find(name) {
        return Ok(entry.compile()?);
    }
    let bytes = fs::read(name)?;
    Ok(if Path::new(name).extension().is_some_and(|end| end == "pbj") {
        Kernel::from_pbj(&bytes)?
    } else {
        Kernel::compile_bytes(&bytes, &CompileOptions::default())?
    })
}

/// Rings of color, so that distortions show.
fn photo() -> Result<Surface, motile_pixels::SurfaceError> {
    let mut photo = Surface::opaque(400, 300, Color::WHITE)?;
    for y in 0..300 {
        for x in 0..400 {
            let ring = (x - 200) * (x - 200) + (y - 150) * (y - 150);
            photo.set(x, y, Color::rgb((ring / 90) as u8, (x / 2) as u8, (y * 4 / 5) as u8));
        }
    }
    Ok(photo)
}
