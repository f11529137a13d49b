//! The GPU beside the lanes of the processor, as a table. Where there is no GPU the tests say so and end, unless `MOTILE_GPU`
//! says that there has to be one.

use motile_geom::{Rng, vec2};
use motile_kernel::{HostValues, Kernel, ScalarType, Shader, Texture, TextureEdge, library};
use motile_kernel_gpu::{Gpu, GpuError, GpuShader, PictureAgreement};
use motile_pixels::{Color, Surface};

const WIDTH: u32 = 200;
const HEIGHT: u32 = 150;

#[expect(clippy::print_stdout, reason = "says why nothing was tested")]
fn gpu() -> Option<Gpu> {
    match Gpu::open() {
        Ok(gpu) => Some(gpu),
        Err(error) if std::env::var_os("MOTILE_GPU").is_some() => panic!("{error}"),
        Err(error) => {
            println!("skipped: {error}");
            None
        }
    }
}

/// A picture with soft and hard parts, grain and many alphas.
fn photo(turn: u32) -> Texture {
    let mut rng = Rng::new(u64::from(turn) + 1);
    let pixels = (0..WIDTH * HEIGHT).flat_map(|i| {
        let (x, y) = (i % WIDTH + turn, i / WIDTH);
        let disc = (x as i32 - 90).pow(2) + (y as i32 - 70).pow(2) < 1600;
        let red = if disc { 225 } else { x * 220 / (WIDTH + turn) };
        let color = [red, y * 220 / HEIGHT, (x / 16 + y / 16) % 2 * 120];
        let [r, g, b] = color.map(|channel| (channel + rng.below(30)) as u8);
        [r, g, b, 255 - (y / 4) as u8]
    });
    let surface = Surface::from_rgba(WIDTH, HEIGHT, &pixels.collect::<Vec<_>>()).unwrap();
    Texture::from_surface(&surface)
}

fn shader(kernel: &Kernel) -> Shader {
    let mut shader = Shader::new(kernel);
    for (index, input) in kernel.inputs().iter().enumerate() {
        shader.bind(&input.name, &photo(index as u32 * 40)).unwrap();
    }
    let size = vec2(WIDTH as f32, HEIGHT as f32);
    shader.supply(&HostValues { time: 1.25, size, pointer: size * 0.4, ..HostValues::default() });
    shader
}

/// The shader with all its floats a rounding away.
fn nudged(shader: &Shader, by: f32) -> Shader {
    let mut nudged = shader.clone();
    for parameter in shader.kernel().parameters() {
        if parameter.ty.scalar() == ScalarType::Float {
            let numbers = shader.value(&parameter.name).unwrap();
            let numbers: Vec<f32> = numbers.iter().map(|x| x * (1.0 + by)).collect();
            nudged.set_numbers(&parameter.name, &numbers).unwrap();
        }
    }
    nudged
}

fn both(gpu: &Gpu, shader: Shader) -> PictureAgreement {
    let picture = |shader: &mut Shader| {
        let mut picture = Surface::new(WIDTH, HEIGHT).unwrap();
        shader.render(&mut picture).unwrap();
        picture
    };
    let exact: Vec<Surface> = [0.0, 1e-6, -1e-6].map(|by| picture(&mut nudged(&shader, by))).into();
    let mut other = Surface::new(WIDTH, HEIGHT).unwrap();
    GpuShader::new(gpu, shader).render(&mut other).unwrap();
    PictureAgreement::among(&exact, &other).unwrap()
}

/// Values away from the defaults, at which many kernels leave their picture as it is.
fn turned(shader: &mut Shader) {
    for parameter in shader.kernel().clone().parameters() {
        let numbers: Vec<f32> = (0..parameter.ty.count())
            .map(|i| parameter.min[i] + (parameter.max[i] - parameter.min[i]) * 0.3)
            .collect();
        shader.set_numbers(&parameter.name, &numbers).unwrap();
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is the answer of this test")]
fn shader_t83_the_library_agrees_at_defaults_and_elsewhere() {
    let Some(gpu) = gpu() else { return };
    println!("processor and {}, {WIDTH}×{HEIGHT} pixels", gpu.name());
    let mut failed = Vec::new();
    for entry in library::KERNELS {
        let kernel = entry.compile().unwrap();
        for (kind, edge) in [("defaults", TextureEdge::Clamp), ("turned", TextureEdge::Mirror)] {
            let mut shader = shader(&kernel);
            shader.edge = Some(edge);
            if kind == "turned" {
                turned(&mut shader);
            }
            let agreement = both(&gpu, shader);
            println!("{:<20} {kind:<9} {agreement}", entry.id);
            if !agreement.holds() {
                failed.push((entry.id, kind, agreement));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// D9-5 and D9-6, which the library does not have.
#[test]
fn shader_t83_double_and_gray_bars_agree() {
    let Some(gpu) = gpu() else { return };
    for body in [
        "float2 p = outCoord(); dst = pixel4(sin(0.2 * p.x) * 0.5 + 0.5, 0.0, sin(0.2 * p.y) * 0.5 + 0.5, 1.0);",
        "dst = pixel4(pixel3(sin(0.2 * outCoord().x) * 0.5 + 0.5), 1.0);",
    ] {
        let agreement = both(&gpu, shader(&compiled("output pixel4 dst;", body)));
        assert!(agreement.holds(), "{body} {agreement}");
    }
}

/// What a power of a number below 0 is, hangs on whether the exponent is whole, and then on whether it is odd.
#[test]
fn shader_18_powers_are_those_of_the_lanes() {
    let Some(gpu) = gpu() else { return };
    let kernel = compiled(
        "input image2 src; output pixel1 dst;",
        "float2 v = sampleNearest(src, outCoord()); dst = pow(v.x, v.y);",
    );
    let pairs = [[-2.0, 3.0], [-2.0, 2.0], [-2.0, -1.0], [-3.0, 0.0], [0.0, 0.0], [9.0, 0.5]];
    let odd = [[-2.0, 2.5], [-2.0, 0.5], [-2.0, -1.5]];
    let numbers: Vec<f32> = pairs.iter().chain(&odd).flatten().copied().collect();
    let mut shader = Shader::new(&kernel);
    shader.bind("src", &Texture::from_floats(9, 1, 2, numbers).unwrap()).unwrap();
    let (mut exact, mut other) = ([0.0; 9], [0.0; 9]);
    shader.run(9, 1, &mut exact).unwrap();
    GpuShader::new(&gpu, shader).run(9, 1, &mut other).unwrap();
    for (at, (exact, other)) in exact.iter().zip(other).enumerate() {
        let is_close = (exact - other).abs() <= 1e-4 * exact.abs();
        assert!(is_close || (exact.is_nan() && other.is_nan()), "{at}: {exact} {other}");
        assert_eq!(exact.is_nan(), at >= pairs.len());
    }
}

fn compiled(members: &str, body: &str) -> Kernel {
    let source = format!(
        "<languageVersion : 1.0;> kernel K < namespace : \"n\"; vendor : \"v\"; version : 1; >
         {{ {members} void evaluatePixel() {{ {body} }} }}"
    );
    Kernel::compile(&source).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn shader_41_numbers_are_not_held_and_every_count_of_channels_comes_back() {
    let Some(gpu) = gpu() else { return };
    for channels in 1..=4u8 {
        let kernel = compiled(
            &format!("input image{channels} src; output pixel{channels} dst;"),
            "dst = 2.0 * sampleNearest(src, outCoord()) - 3.0;",
        );
        let numbers: Vec<f32> = (0..7 * 3 * u32::from(channels)).map(|i| i as f32 * 0.5).collect();
        let expected: Vec<f32> = numbers.iter().map(|x| 2.0 * x - 3.0).collect();
        let mut shader = GpuShader::new(&gpu, Shader::new(&kernel));
        let texture = Texture::from_floats(7, 3, channels, numbers).unwrap();
        shader.shader.bind("src", &texture).unwrap();
        let mut out = vec![0.0; expected.len() + 1];
        shader.run(7, 3, &mut out).unwrap();
        assert_eq!(out[..expected.len()], expected, "{channels}");
        assert_eq!(out[expected.len()], 0.0);
    }
}

#[test]
fn shader_w10_supersampling_agrees() {
    let Some(gpu) = gpu() else { return };
    for id in ["checkerboard", "twirl", "hex-cells", "vignette"] {
        let mut shader = shader(&library::find(id).unwrap().compile().unwrap());
        turned(&mut shader);
        shader.supersampling = 3;
        let agreement = both(&gpu, shader);
        assert!(agreement.holds(), "{id} {agreement}");
    }
    let kernel = compiled("output pixel2 dst;", "dst = float2(step(2.25, outCoord().x), -3.0);");
    let mut shader = GpuShader::new(&gpu, Shader::new(&kernel));
    let mut out = [0.0; 8];
    for (places, edge) in [(1, 1.0), (4, 0.75)] {
        shader.shader.supersampling = places;
        shader.run(4, 1, &mut out).unwrap();
        assert_eq!(out, [0.0, -3.0, 0.0, -3.0, edge, -3.0, 1.0, -3.0], "{places}");
    }
}

#[test]
fn changes_between_runs_are_seen() {
    let Some(gpu) = gpu() else { return };
    let kernel = compiled(
        "input image4 src; output pixel4 dst; parameter float level;",
        "dst = sampleNearest(src, outCoord() + float2(1.0, 0.0)) * level; dst.a = 1.0;",
    );
    let mut shader = GpuShader::new(&gpu, Shader::new(&kernel));
    let flat = |color| Texture::from_surface(&Surface::filled(4, 4, color).unwrap());
    let mut picture = Surface::new(4, 4).unwrap();
    let mut color = |shader: &mut GpuShader, x| {
        shader.render(&mut picture).unwrap();
        picture.get(x, 0).unwrap()
    };
    shader.shader.bind("src", &flat(Color::WHITE)).unwrap();
    assert_eq!(color(&mut shader, 0), Color::BLACK, "the level is 0 at first");
    shader.shader.set("level", 1.0).unwrap();
    assert_eq!(color(&mut shader, 0), Color::WHITE);
    shader.shader.bind("src", &flat(Color::RED)).unwrap();
    assert_eq!(color(&mut shader, 3), Color::RED);
    shader.shader.edge = Some(TextureEdge::Transparent);
    assert_eq!(color(&mut shader, 3), Color::BLACK, "beyond the edge is nothing");
    let green = compiled("output pixel4 dst;", "dst = pixel4(0.0, 1.0, 0.0, 0.5);");
    shader.shader.replace_kernel(&green);
    assert_eq!(color(&mut shader, 2), Color::rgba(0, 255, 0, 128));
}

#[test]
fn what_is_missing_too_small_or_too_large_is_told() {
    let Some(gpu) = gpu() else { return };
    let kernel = compiled(
        "input image4 photo; output pixel4 dst;",
        "dst = sampleNearest(photo, outCoord());",
    );
    let mut shader = GpuShader::new(&gpu, Shader::new(&kernel));
    let error = shader.run(2, 2, &mut [0.0; 16]).unwrap_err();
    assert!(error.to_string().contains("`photo`"), "{error}");
    let error = shader.run(2, 2, &mut [0.0; 15]).unwrap_err();
    assert_eq!(error.to_string(), "the result holds 16 numbers, there is room for 15");
    let line = Texture::from_floats(100_000, 1, 1, vec![1.0; 100_000]).unwrap();
    shader.shader.bind("photo", &line).unwrap();
    let error = shader.run(1, 1, &mut [0.0; 4]).unwrap_err();
    assert!(matches!(error, GpuError::TooLarge { width: 100_000, height: 1, .. }), "{error:?}");
    shader.shader.bind("photo", &photo(0)).unwrap();
    assert_eq!(shader.run(0, 5, &mut []), Ok(()));
}
