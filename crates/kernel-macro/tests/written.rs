//! Written kernels beside the lanes: the same bits.

use motile_kernel::{CompileOptions, Kernel, Shader, Texture, TextureEdge};
use motile_pixels::{Color, Surface};

mod written {
    motile_kernel_macro::kernel_file!("tests/everything.pbk");
    motile_kernel_macro::kernel_file!("tests/darken.pbk");
}

use written::{Darken, Everything};

const EDGES: [TextureEdge; 4] =
    [TextureEdge::Clamp, TextureEdge::Transparent, TextureEdge::Repeat, TextureEdge::Mirror];

fn kernel(source: &[u8]) -> Kernel {
    Kernel::compile_bytes(source, &CompileOptions::default()).unwrap()
}

fn photo() -> Surface {
    let mut photo = Surface::new(13, 9).unwrap();
    for y in 0..9 {
        for x in 0..13 {
            let alpha = if (x + y) % 3 == 0 { 100 } else { 255 };
            photo.set(x, y, Color::rgba(x as u8 * 19, y as u8 * 28, (x * y) as u8 * 2, alpha));
        }
    }
    photo
}

#[test]
fn shader_28_every_operation_gives_the_bits_of_the_lanes() {
    let kernel = kernel(include_bytes!("everything.pbk"));
    let (picture, numbers) = (Texture::from_surface(&photo()), (0..40).map(|i| i as f32 - 7.5));
    let numbers = Texture::from_floats(8, 5, 1, numbers.collect()).unwrap();
    let mut shader = Shader::new(&kernel);
    shader.bind("type", &picture).unwrap();
    shader.bind("out_", &numbers).unwrap();
    let code = Everything { center: [10.0, 6.0], rounds: 12, ..Everything::default() };
    shader.set("center", [10.0, 6.0]).unwrap();
    shader.set("rounds", 12).unwrap();
    for edge in EDGES {
        shader.edge = Some(edge);
        let (mut lanes, mut rust) = (vec![0.0; 37 * 11 * 4], vec![0.0; 37 * 11 * 4]);
        shader.run(37, 11, &mut lanes).unwrap();
        code.run(&picture, &numbers, edge, (37, 11), &mut rust).unwrap();
        for (index, (a, b)) in lanes.iter().zip(&rust).enumerate() {
            assert_eq!(a.to_bits(), b.to_bits(), "{edge:?} at {index}: {a} and {b}");
        }
    }
}

#[test]
fn shader_28_defaults_and_pictures_are_those_of_the_source() {
    let kernel = kernel(include_bytes!("darken.pbk"));
    let picture = Texture::from_surface(&photo());
    let mut shader = Shader::new(&kernel);
    shader.bind("src", &picture).unwrap();
    assert_eq!(Darken::default(), Darken { amount: 0.5 });
    for opaque in [false, true] {
        let mut lanes = Surface::new(13, 9).unwrap();
        if opaque {
            lanes = Surface::opaque(13, 9, Color::BLACK).unwrap();
        }
        let mut rust = lanes.clone();
        shader.render(&mut lanes).unwrap();
        Darken::default().render(&picture, TextureEdge::Clamp, &mut rust);
        assert_eq!(lanes.words(), rust.words());
    }
    let mut short = [0.0; 7];
    assert!(Darken::default().run(&picture, TextureEdge::Clamp, (2, 1), &mut short).is_err());
    assert_eq!(Darken::default().run(&picture, TextureEdge::Clamp, (0, 5), &mut []), Ok(()));
}
