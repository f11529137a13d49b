//! A pixel kernel that was compiled with this program, drawn with letters on the terminal.
//!
//! `cargo run -p motile-kernel-macro --example rings`
//!
//! `rings.pbk` beside this file is its source; its parameters are fields of the struct `Rings`.

#![expect(clippy::print_stdout, reason = "the picture goes to the terminal")]

use motile_kernel::{Texture, TextureEdge};
use motile_pixels::{Color, Surface, SurfaceError};

motile_kernel_macro::kernel_file!("examples/rings.pbk");

const SIZE: (u32, u32) = (64, 24);
/// From dark to light.
const LETTERS: &[u8] = b" .:-=+*#%@";

fn main() -> Result<(), SurfaceError> {
    let white = Texture::from_surface(&Surface::filled(SIZE.0, SIZE.1, Color::WHITE)?);
    let mut picture = Surface::new(SIZE.0, SIZE.1)?;
    for width in [8.0, 14.0] {
        let rings = Rings { width, ..Rings::default() };
        rings.render(&white, TextureEdge::Clamp, &mut picture);
        println!("{rings:?}");
        for y in 0..SIZE.1 as i32 {
            let letters = (0..SIZE.0 as i32).map(|x| {
                let light = picture.get(x, y).map_or(0, |color| color.r);
                char::from(LETTERS[usize::from(light) * (LETTERS.len() - 1) / 255])
            });
            println!("{}", letters.collect::<String>());
        }
    }
    Ok(())
}
