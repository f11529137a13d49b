//! A kernel of the library by the lanes of the processor, by the GPU, and how far both are apart, in one picture:
//! `cargo run -p motile-kernel-gpu --features device --example beside -- sharpen > beside.png`.

use motile_kernel::{HostValues, Shader, Texture, library};
use motile_kernel_gpu::{Gpu, GpuShader, PictureAgreement};
use motile_pixels::{Color, Surface};
use std::{
    env,
    io::{self, Write},
};

const SIZE: (u32, u32) = (240, 180);
/// A difference of one of 255 is drawn as bright as this.
const BRIGHT: u8 = 120;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = env::args().nth(1).unwrap_or_else(|| "sharpen".into());
    let kernel = library::find(&name).ok_or("the library has no such kernel")?.compile()?;
    let mut shader = Shader::new(&kernel);
    let photo = Texture::from_surface(&photo()?);
    for input in kernel.inputs() {
        shader.bind(&input.name, &photo)?;
    }
    let size = motile_geom::vec2(SIZE.0 as f32, SIZE.1 as f32);
    shader.supply(&HostValues { time: 2.0, size, pointer: size * 0.5, ..HostValues::default() });

    let mut exact = Surface::new(SIZE.0, SIZE.1)?;
    shader.render(&mut exact)?;
    let gpu = Gpu::open()?;
    let mut fast = Surface::new(SIZE.0, SIZE.1)?;
    GpuShader::new(&gpu, shader).render(&mut fast)?;

    let mut sheet = Surface::opaque(SIZE.0 * 3 + 16, SIZE.1, Color::WHITE)?;
    for (index, picture) in [&exact, &fast, &apart(&exact, &fast)?].into_iter().enumerate() {
        sheet.blit(picture, index as i32 * (SIZE.0 as i32 + 8), 0);
    }
    if let Some(agreement) = PictureAgreement::of(&exact, &fast) {
        writeln!(io::stderr(), "{name} on {}: {agreement}", gpu.name())?;
    }
    io::stdout().write_all(&sheet.to_png())?;
    Ok(())
}

/// Differences, made bright enough to be seen.
fn apart(a: &Surface, b: &Surface) -> Result<Surface, motile_pixels::SurfaceError> {
    let mut picture = Surface::opaque(SIZE.0, SIZE.1, Color::BLACK)?;
    let words = a.words().iter().zip(b.words());
    for (to, (a, b)) in picture.words_mut().iter_mut().zip(words) {
        let both = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
        let largest = both.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
        let light = largest.saturating_mul(BRIGHT);
        *to = u32::from_le_bytes([light, light, light, 255]);
    }
    Ok(picture)
}

/// Rings of color, so that distortions show.
fn photo() -> Result<Surface, motile_pixels::SurfaceError> {
    let mut photo = Surface::opaque(SIZE.0, SIZE.1, Color::WHITE)?;
    for y in 0..SIZE.1 as i32 {
        for x in 0..SIZE.0 as i32 {
            let ring = (x - 120) * (x - 120) + (y - 90) * (y - 90);
            photo.set(x, y, Color::rgb((ring / 40) as u8, x as u8, (y * 5 / 4) as u8));
        }
    }
    Ok(photo)
}
