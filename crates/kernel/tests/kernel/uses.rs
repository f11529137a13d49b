//! Kernels as fills, filters, blends and passes.

use crate::common::{CHECKERBOARD, TWIRL, close, source};
use motile_geom::{Affine2, IRect, Mat2, Rng, vec2};
use motile_kernel::{
    Feedback, Kernel, RunError, Shader, ShaderBlend, ShaderFilter, ShaderPaint, Texture, library,
};
use motile_pixels::{BlendMode, Color, Filter, Margin, PaintArea, PixelPaint, Surface};

#[test]
fn shader_t17_a_turned_fill() {
    let paint = ShaderPaint::new(&Shader::new(&Kernel::compile(CHECKERBOARD).unwrap())).unwrap();
    let (s, c) = (core::f32::consts::FRAC_1_SQRT_2, core::f32::consts::FRAC_1_SQRT_2);
    let turn = Affine2::from_mat2(Mat2::from_cols(vec2(c, s), vec2(-s, c)));
    let mut picture = Surface::new(400, 400).unwrap();
    assert!(picture.paint(picture.bounds(), &paint, &turn, &BlendMode::Normal));
    for (x, y, light) in [
        (30, 10, true),
        (10, 30, false),
        (100, 0, true),
        (0, 100, false),
        (200, 100, false),
        (399, 0, true),
    ] {
        let expected = if light { Color::WHITE } else { Color::BLACK };
        assert_eq!(picture.get(x, y), Some(expected), "{x} {y}");
    }
}

#[test]
fn shader_t43_t45_fills_lie_in_the_space_of_their_shape_and_keep_their_values() {
    let text =
        source("input image4 src; output pixel4 dst;", "dst = sampleNearest(src, outCoord());");
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    assert!(matches!(ShaderPaint::new(&shader), Err(RunError::MissingInput { .. })));
    let bytes: Vec<u8> =
        (0..60 * 50u32).flat_map(|i| [(i % 60) as u8, (i / 60) as u8, 7, 255]).collect();
    shader
        .bind("src", &Texture::from_surface(&Surface::from_rgba(60, 50, &bytes).unwrap()))
        .unwrap();
    let paint = ShaderPaint::new(&shader).unwrap();
    let mut stage = Surface::new(80, 80).unwrap();
    let rect = IRect::new(20, 20, 60, 50);
    assert!(stage.paint(rect, &paint, &Affine2::IDENTITY, &BlendMode::Normal));
    assert_eq!(stage.get(20, 20), Some(Color::rgb(20, 20, 7)));
    let mut shader = Shader::new(&Kernel::compile(CHECKERBOARD).unwrap());
    shader.set("xres", 20).unwrap();
    let a = ShaderPaint::new(&shader).unwrap();
    shader.set("xres", 50).unwrap();
    let b = ShaderPaint::new(&shader).unwrap();
    let area = PaintArea::new(IRect::new(0, 0, 60, 1), &Affine2::IDENTITY).unwrap();
    let (mut left, mut right) = ([0; 60], [0; 60]);
    a.area(&area, &mut left);
    b.clone().area(&area, &mut right);
    assert_eq!((left[25], right[25], right[55]), (u32::MAX, 0xFF00_0000, u32::MAX));
}

#[test]
fn shader_t41_t42_filters() {
    let text = source(
        "input image4 src; output pixel4 dst;",
        "dst = sampleNearest(src, outCoord()); dst.rg = outCoord() / 40.0;",
    );
    let kernel = Kernel::compile(&text).unwrap();
    let filter = ShaderFilter::new(&Shader::new(&kernel)).unwrap();
    let picture = Surface::filled(10, 10, Color::rgba(0, 0, 255, 255)).unwrap();
    let result = Filter::custom(filter.clone()).apply(&picture).unwrap();
    assert_eq!(result.get(0, 0), Some(Color::rgb(3, 3, 255)));
    let grown = filter.with_margin(Margin { left: 3, top: 2, right: 1, bottom: 0 });
    let result = Filter::custom(grown).apply(&picture).unwrap();
    assert_eq!((result.width(), result.height()), (14, 12));
    assert_eq!(result.get(3, 2), Some(Color::rgb(3, 3, 255)));
    assert_eq!(result.get(0, 0), Some(Color::TRANSPARENT));
    let plain = Kernel::compile(CHECKERBOARD).unwrap();
    let error = ShaderFilter::new(&Shader::new(&plain)).unwrap_err();
    assert_eq!(error, RunError::FilterNeedsInput);
}

#[test]
fn shader_t37_t39_blends() {
    let blend = |text: &str, amount: [f32; 3]| {
        let mut shader = Shader::new(&Kernel::compile(text).unwrap());
        shader.set("amt", amount).unwrap();
        let mode = BlendMode::custom(ShaderBlend::new(&shader).unwrap());
        let mut screen = Surface::opaque(300, 3, Color::rgb(204, 128, 26)).unwrap();
        let front = Surface::filled(280, 2, Color::rgb(51, 102, 153)).unwrap();
        screen.blend(&front, 10, 1, mode);
        assert_eq!(screen.get(0, 0), Some(Color::rgb(204, 128, 26)));
        screen.get(200, 1).unwrap()
    };
    let text = library::find("channel-blend").unwrap().source;
    assert_eq!(blend(text, [1.0, 0.9, 0.0]), Color::rgb(51, 105, 26));
    assert_eq!(blend(text, [0.0; 3]), Color::rgb(204, 128, 26));
    let swapped = text
        .replace("image4 back", "image4 x")
        .replace("image4 front", "image4 back")
        .replace("image4 x", "image4 front");
    assert_eq!(blend(&swapped, [0.0; 3]), Color::rgb(51, 102, 153));
    let one = Shader::new(&Kernel::compile(TWIRL).unwrap());
    assert_eq!(ShaderBlend::new(&one).unwrap_err(), RunError::BlendNeedsInputs);
}

/// A node of a display list is no more than its `blend` here: assigned, read, and put back to the default.
#[test]
fn shader_t40_a_kernel_as_blend_mode_reads_as_shader() {
    let source = "input image4 back; input image4 front; output pixel4 dst;";
    let body = "dst = sampleNearest(back, outCoord()) - sampleNearest(front, outCoord());";
    let shader = Shader::new(&Kernel::compile(&crate::common::source(source, body)).unwrap());
    let mut blend = BlendMode::custom(ShaderBlend::new(&shader).unwrap());
    assert_eq!((blend.name(), blend.is_normal()), ("shader", false));
    assert_eq!(blend.clone().name(), "shader", "copies of a node say so, too");
    blend = BlendMode::default();
    assert_eq!((blend.name(), blend.is_normal()), ("normal", true));
}

#[test]
fn a_glider_moves_by_one_every_four_rounds() {
    let kernel = library::find("life").unwrap().compile().unwrap();
    let mut cells = vec![0.0; 16 * 16 * 4];
    for (x, y) in [(4, 3), (5, 4), (3, 5), (4, 5), (5, 5)] {
        cells[(y * 16 + x) * 4] = 1.0;
    }
    let mut life = Feedback::new(Texture::from_floats(16, 16, 4, cells).unwrap());
    let mut shader = Shader::new(&kernel);
    for _ in 0..20 {
        life.pass(&mut shader).unwrap();
    }
    let numbers = life.texture().floats().unwrap();
    let alive: Vec<usize> = (0..256).filter(|i| numbers[i * 4] == 1.0).collect();
    let expected: Vec<usize> =
        [(9, 8), (10, 9), (8, 10), (9, 10), (10, 10)].iter().map(|(x, y)| y * 16 + x).collect();
    assert_eq!(alive, expected);
    let mut picture = Surface::opaque(16, 16, Color::RED).unwrap();
    life.show(&mut picture);
    assert_eq!((picture.get(9, 8), picture.get(0, 0)), (Some(Color::WHITE), Some(Color::BLACK)));
}

/// All kernels of the library compile without a word, give pictures that are not flat, and survive any values in their ranges.
#[test]
fn the_library_is_whole() {
    assert!(library::KERNELS.len() >= 24);
    let mut rng = Rng::new(5);
    let bytes: Vec<u8> = (0..96 * 72u32)
        .flat_map(|i| [(i % 96 * 2) as u8, (i / 96 * 3) as u8, (i * 7 % 251) as u8, 255])
        .collect();
    let picture = Texture::from_surface(&Surface::from_rgba(96, 72, &bytes).unwrap());
    for entry in library::KERNELS {
        let kernel = entry.compile().unwrap_or_else(|error| panic!("{}\n{error}", entry.id));
        assert_eq!(kernel.warnings(), [], "{}", entry.id);
        assert!(kernel.metadata_text("description").is_some(), "{}", entry.id);
        let mut shader = Shader::new(&kernel);
        for input in kernel.inputs() {
            shader.bind(&input.name, &picture).unwrap();
        }
        if shader.find("center").is_some() && entry.id != "fractal" {
            shader.set("center", [40.0, 30.0]).unwrap();
        }
        for round in 0..4 {
            for parameter in kernel.parameters().iter().filter(|_| round > 0) {
                assert!(parameter.description().is_some(), "{} {}", entry.id, parameter.name);
                let numbers: Vec<f32> = (0..parameter.ty.count())
                    .map(|i| rng.range(parameter.min[i]..parameter.max[i]).floor())
                    .collect();
                if parameter.ty == motile_kernel::ValueType::INT {
                    shader.set_clamped(&parameter.name, numbers[0] as i32).unwrap();
                } else {
                    shader.set_clamped(&parameter.name, numbers.as_slice()).unwrap();
                }
            }
            let mut out = Surface::new(96, 72).unwrap();
            shader.render(&mut out).unwrap();
            let flat = out.words().iter().all(|&word| word == out.words()[0]);
            assert!(!flat || round > 0 || entry.id == "color-chooser", "{} is flat", entry.id);
        }
    }
}

#[test]
fn a_spot_of_one_substance_spreads() {
    let kernel = library::find("reaction-diffusion").unwrap().compile().unwrap();
    let mut cells: Vec<f32> = [1.0, 0.0].repeat(32 * 32);
    cells[(16 * 32 + 16) * 2 + 1] = 1.0;
    let mut tank = Feedback::new(Texture::from_floats(32, 32, 2, cells).unwrap());
    let mut shader = Shader::new(&kernel);
    tank.pass(&mut shader).unwrap();
    let numbers = tank.texture().floats().unwrap();
    let at = |x: usize, y: usize| numbers[(y * 32 + x) * 2 + 1];
    close(&[at(17, 16), at(17, 17), at(18, 16)], &[0.1, 0.025, 0.0], 1e-6);
}
