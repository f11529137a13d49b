//! Pictures whose pixels are known.

use crate::common::{CHECKERBOARD, TWIRL, close, source};
use motile_geom::{Affine2, Rng, Vec2, ops, vec2};
use motile_kernel::{
    Feedback, Kernel, Shader, ShaderBlend, ShaderFilter, ShaderJob, ShaderPaint, Texture,
    TextureEdge,
};
use motile_pixels::{BlendMode, Color, Filter, Scratch, Surface};
use motile_time::run_to_end;

fn render(shader: &mut Shader, width: u32, height: u32) -> Surface {
    let mut surface = Surface::new(width, height).unwrap();
    shader.render(&mut surface).unwrap();
    surface
}

#[test]
fn shader_t13_t14_sine_bars() {
    let body = "dst = pixel4(sin(0.2 * outCoord().x) * 0.5 + 0.5, 0.0, 0.0, 1.0);";
    let kernel = Kernel::compile(&source("output pixel4 dst;", body)).unwrap();
    let picture = render(&mut Shader::new(&kernel), 40, 3);
    for (x, red) in
        [(0, 140), (7, 255), (8, 254), (15, 133), (16, 107), (23, 0), (24, 2), (31, 130)]
    {
        for y in 0..3 {
            assert_eq!(picture.get(x, y), Some(Color::rgb(red, 0, 0)), "{x}");
        }
    }
    let body = "dst = pixel4(sin(mult * outCoord().x) * 0.5 + 0.5, 0.0, 0.0, 1.0);";
    let kernel =
        Kernel::compile(&source("parameter float mult; output pixel4 dst;", body)).unwrap();
    let picture = render(&mut Shader::new(&kernel), 20, 2);
    assert!(picture.words().iter().all(|&word| word == Color::rgb(128, 0, 0).to_word()));
}

#[test]
fn shader_t15_t16_checkerboard() {
    let kernel = Kernel::compile(CHECKERBOARD).unwrap();
    let mut shader = Shader::new(&kernel);
    let white =
        |picture: &Surface| picture.words().iter().filter(|&&word| word == u32::MAX).count();
    let picture = render(&mut shader, 400, 400);
    for (x, y, light) in [
        (0, 0, false),
        (49, 0, false),
        (50, 0, true),
        (99, 49, true),
        (100, 0, false),
        (50, 50, false),
        (49, 50, true),
    ] {
        assert_eq!(
            picture.get(x, y),
            Some(if light { Color::WHITE } else { Color::BLACK }),
            "{x} {y}"
        );
    }
    assert_eq!(white(&picture), 80_000);
    shader.set("xres", 20).unwrap();
    let picture = render(&mut shader, 400, 400);
    let corners = [(19, 0), (20, 0), (20, 50), (0, 50)].map(|(x, y)| picture.get(x, y).unwrap());
    assert_eq!(corners, [Color::BLACK, Color::WHITE, Color::BLACK, Color::WHITE]);
    assert_eq!(white(&picture), 80_000);
    shader.set("xres", 7).unwrap();
    shader.set("yres", 11).unwrap();
    assert_eq!(white(&render(&mut shader, 400, 400)), 79_988);
}

#[test]
fn shader_16_17_t19_t28_sampling() {
    let texture = Texture::from_floats(2, 2, 1, vec![0.0, 1.0, 0.5, 0.25]).unwrap();
    let sampled = |function: &str, x: f32, y: f32, edge: TextureEdge| {
        let text = source(
            "input image1 src; output pixel1 dst; parameter float2 p < minValue : float2(-9.0); maxValue : float2(9.0); >;",
            &format!("dst = {function}(src, p);"),
        );
        let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
        shader.bind("src", &texture).unwrap();
        shader.set("p", [x, y]).unwrap();
        shader.edge = Some(edge);
        let mut out = [0.0];
        shader.run(1, 1, &mut out).unwrap();
        out[0]
    };
    for (name, x, y, clamped, cut) in [
        ("sampleNearest", 0.999, 0.999, 0.0, 0.0),
        ("sampleNearest", 1.0, 0.5, 1.0, 1.0),
        ("sampleNearest", -0.1, 1.5, 0.5, 0.0),
        ("sampleNearest", 2.0, 1.5, 0.25, 0.0),
        ("sampleLinear", 1.0, 1.0, 0.4375, 0.4375),
        ("sampleLinear", 0.75, 0.5, 0.25, 0.25),
        ("sampleLinear", 1.25, 0.75, 0.640_625, 0.640_625),
        ("sampleLinear", 1.75, 0.5, 1.0, 0.75),
    ] {
        assert_eq!(sampled(name, x, y, TextureEdge::Clamp), clamped, "{name} {x} {y}");
        assert_eq!(sampled(name, x, y, TextureEdge::Transparent), cut, "{name} {x} {y}");
        assert_eq!(
            sampled("sample", x, y, TextureEdge::Clamp),
            sampled("sampleLinear", x, y, TextureEdge::Clamp)
        );
    }
    for (x, y) in [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)] {
        for edge in [TextureEdge::Transparent, TextureEdge::Clamp] {
            let linear = sampled("sampleLinear", x, y, edge);
            assert_eq!(linear, sampled("sampleNearest", x, y, edge));
        }
    }
    assert_eq!(sampled("sampleNearest", 3.5, -1.5, TextureEdge::Repeat), 1.0);
    assert_eq!(sampled("sampleNearest", 2.5, 0.5, TextureEdge::Mirror), 1.0);
}

#[test]
fn shader_t29_the_identity_keeps_every_byte() {
    let text =
        source("input image4 src; output pixel4 dst;", "dst = sampleNearest(src, outCoord());");
    let kernel = Kernel::compile(&text).unwrap();
    let bytes: Vec<u8> = (0..=255u8).flat_map(|v| [v, 255 - v, v / 2, 255]).collect();
    let picture = Surface::from_rgba(256, 1, &bytes).unwrap();
    let mut shader = Shader::new(&kernel);
    shader.bind("src", &Texture::from_surface(&picture)).unwrap();
    assert_eq!(render(&mut shader, 256, 1), picture);
    let text = source(
        "input image4 src; output pixel4 dst;",
        "dst = sampleNearest(src, outCoord() + float2(0.25, 0.0));",
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    shader.bind("src", &Texture::from_surface(&picture)).unwrap();
    assert_eq!(render(&mut shader, 256, 1), picture);
}

/// SHADER-22: every stored color with every alpha, through bytes and back.
#[test]
fn shader_22_the_identity_keeps_every_color_and_alpha_at_both_edges() {
    let text =
        source("input image4 src; output pixel4 dst;", "dst = sampleNearest(src, outCoord());");
    let kernel = Kernel::compile(&text).unwrap();
    let bytes = (0..256 * 256u32).flat_map(|i| {
        let (value, alpha) = ((i % 256) as u8, (i / 256) as u8);
        [value, 255 - value, value.wrapping_mul(7), alpha]
    });
    let picture = Surface::from_rgba(256, 256, &bytes.collect::<Vec<_>>()).unwrap();
    for edge in [TextureEdge::Clamp, TextureEdge::Transparent] {
        let mut shader = Shader::new(&kernel);
        shader.edge = Some(edge);
        shader.bind("src", &Texture::from_surface(&picture)).unwrap();
        assert!(render(&mut shader, 256, 256) == picture, "{edge:?}");
    }
}

#[test]
fn shader_22_fewer_channels_are_gray_and_opaque() {
    for (output, body, expected) in [
        ("pixel1", "0.5", Color::rgb(128, 128, 128)),
        ("pixel2", "float2(1.0, 0.5)", Color::rgba(255, 255, 255, 128)),
        ("pixel3", "float3(1.0, 0.5, -1.0)", Color::rgb(255, 128, 0)),
        ("float4", "float4(0.0, 1.0, 0.0, 2.0)", Color::rgb(0, 255, 0)),
    ] {
        let text = source(&format!("output {output} dst;"), &format!("dst = {body};"));
        let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
        assert_eq!(render(&mut shader, 3, 2).get(2, 1), Some(expected), "{output}");
    }
}

/// A picture whose texels hold their own place: sampling it tells where.
fn places(width: u32, height: u32) -> Texture {
    let numbers =
        (0..height).flat_map(|y| (0..width).flat_map(move |x| [x as f32 + 0.5, y as f32 + 0.5]));
    Texture::from_floats(width, height, 2, numbers.collect()).unwrap()
}

#[test]
fn shader_t30_t32_glass() {
    let text = source(
        "input image2 src; output pixel2 dst; parameter float mult < maxValue : 10.0; defaultValue : 1.0; >; parameter float wave < defaultValue : 0.1; >;",
        "float2 p = outCoord(); dst = sampleLinear(src, p + mult * float2(sin(wave * p.x), sin(wave * p.y)));",
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    shader.bind("src", &places(120, 120)).unwrap();
    let mut out = vec![0.0; 120 * 120 * 2];
    let mut at = |shader: &mut Shader, x: usize, y: usize| {
        shader.run(120, 120, &mut out).unwrap();
        [out[(y * 120 + x) * 2], out[(y * 120 + x) * 2 + 1]]
    };
    close(&at(&mut shader, 0, 0), &[0.55, 0.55], 0.01);
    close(&at(&mut shader, 15, 15), &[16.4998, 16.4998], 0.01);
    close(&at(&mut shader, 100, 50), &[99.9147, 49.5565], 0.01);
    shader.set("mult", 10.0).unwrap();
    close(&at(&mut shader, 100, 50), &[94.6472, 41.0645], 0.01);
    close(&at(&mut shader, 15, 47), &[25.4978, 37.5071], 0.01);
    shader.set("mult", 0.0).unwrap();
    close(&at(&mut shader, 33, 44), &[33.5, 44.5], 0.0);
}

#[test]
fn shader_t33_t35_twirl() {
    let text = TWIRL
        .replace("image4", "image2")
        .replace("pixel4", "pixel2")
        .replace("sampleNearest", "sampleLinear");
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    shader.bind("src", &places(720, 460)).unwrap();
    let mut out = vec![0.0; 720 * 460 * 2];
    for (center, twist, radius, expected) in [
        (
            [200.0, 200.0],
            -1.0,
            200.0,
            vec![
                (200, 200, 200.5055, 200.4944),
                (250, 200, 238.5363, 167.3587),
                (300, 200, 254.7237, 115.704),
                (200, 300, 284.8363, 253.8823),
                (350, 200, 315.2836, 103.2519),
                (100, 100, 59.3060, 202.3884),
                (60, 60, 54.6761, 66.5778),
                (0, 0, 0.5, 0.5),
            ],
        ),
        (
            [400.0, 300.0],
            -6.0,
            300.0,
            vec![
                (550, 300, 544.3624, 342.544),
                (400, 450, 358.4161, 444.6419),
                (475, 300, 366.8779, 367.8486),
                (250, 150, 535.6923, 137.8639),
                (699, 300, 699.368, 291.0954),
                (700, 300, 700.5, 300.5),
            ],
        ),
        (
            [200.0, 200.0],
            2.0,
            100.0,
            vec![
                (250, 200, 178.5413, 245.7168),
                (225, 225, 169.1597, 218.6915),
                (299, 200, 299.4355, 203.6177),
                (300, 200, 300.5, 200.5),
            ],
        ),
    ] {
        shader.set("center", center).unwrap();
        shader.set("twist", twist).unwrap();
        shader.set("radius", radius).unwrap();
        shader.run(720, 460, &mut out).unwrap();
        for (x, y, ex, ey) in expected {
            let at: usize = (y * 720 + x) * 2;
            close(&out[at..at + 2], &[ex, ey], 0.01);
        }
    }
}

#[test]
fn shader_t36_a_twirl_turns_and_does_not_stretch() {
    let text = TWIRL
        .replace("image4", "image2")
        .replace("pixel4", "pixel2")
        .replace("sampleNearest(src, center", "(center")
        .replace("sampleNearest(src, p)", "p")
        .replace("input image2 src;", "");
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap_or_else(|e| panic!("{e}")));
    let mut rng = Rng::new(36);
    let mut out = vec![0.0; 120 * 90 * 2];
    for round in 0..40 {
        let center = vec2(rng.range(0.0..120.0), rng.range(0.0..90.0));
        let radius = rng.range(5.0..150.0);
        // Less than half a turn, so that angles are told apart; at first none at all.
        let twist = if round == 0 { 0.0 } else { rng.range(-3.1..3.1) };
        shader.set("center", center).unwrap();
        shader.set("radius", radius).unwrap();
        shader.set("twist", twist).unwrap();
        shader.run(120, 90, &mut out).unwrap();
        for (index, found) in out.as_chunks::<2>().0.iter().enumerate() {
            let place = vec2((index % 120) as f32 + 0.5, (index / 120) as f32 + 0.5);
            let (way, turned) = (place - center, Vec2::from_array(*found) - center);
            let d = way.length();
            assert!((turned.length() - d).abs() < 1e-3, "{place} {found:?}");
            if twist == 0.0 || d >= radius {
                close(found, &place.to_array(), 1e-3);
            } else if d > 1.0 {
                let angle = ops::atan2(way.perp_dot(turned), way.dot(turned));
                let expected = twist * ops::sin(core::f32::consts::PI * d / radius);
                assert!((angle - expected).abs() < 2e-3, "{angle} is not {expected}");
                assert!(angle.abs() <= twist.abs() + 2e-3);
            }
        }
    }
}

#[test]
fn shader_t36_the_angle_is_largest_halfway_and_is_the_twist() {
    let text = TWIRL
        .replace("image4", "image2")
        .replace("pixel4", "pixel2")
        .replace("sampleNearest(src, center", "(center")
        .replace("sampleNearest(src, p)", "p")
        .replace("input image2 src;", "");
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    shader.set("center", [0.5, 0.5]).unwrap();
    shader.set("radius", 200.0).unwrap();
    let mut out = [0.0; 2 * 200];
    for twist in [-3.0f32, -1.0, -0.4, 0.25, 1.5, 2.9] {
        shader.set("twist", twist).unwrap();
        shader.run(200, 1, &mut out).unwrap();
        // Pixel x of the first row lies x pixels to the right of the center.
        let angle = |x: usize| ops::atan2(out[2 * x + 1] - 0.5, out[2 * x] - 0.5);
        assert!((angle(100) - twist).abs() <= 1e-5 * twist.abs(), "{} {twist}", angle(100));
        assert!((1..200).all(|x| angle(x).abs() <= twist.abs() * (1.0 + 1e-5)), "{twist}");
    }
}

#[test]
fn shader_t28_both_names_of_linear_sampling_give_the_same_bits() {
    let mut rng = Rng::new(28);
    let numbers: Vec<f32> = (0..13 * 9 * 4).map(|_| rng.range(-2.0..2.0)).collect();
    let picture = Texture::from_floats(13, 9, 4, numbers).unwrap();
    let places: Vec<f32> = (0..100 * 100 * 2).map(|_| rng.range(-5.0..20.0)).collect();
    let places = Texture::from_floats(100, 100, 2, places).unwrap();
    for edge in [TextureEdge::Clamp, TextureEdge::Transparent] {
        let run = |function: &str| {
            let text = source(
                "input image4 src; input image2 places; output pixel4 dst;",
                &format!("dst = {function}(src, sampleNearest(places, outCoord()));"),
            );
            let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
            shader.bind("src", &picture).unwrap();
            shader.bind("places", &places).unwrap();
            shader.edge = Some(edge);
            let mut out = vec![0.0; 100 * 100 * 4];
            shader.run(100, 100, &mut out).unwrap();
            out.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        };
        assert_eq!(run("sample"), run("sampleLinear"));
    }
}

#[test]
fn numbers_are_read_alike_in_rows_of_every_length_and_at_every_edge() {
    // Long lists are copied, what reaches beyond the picture is looked up number by number.
    let numbers: Vec<f32> = (0..2000).map(|i| i as f32 * 0.75 - 300.0).collect();
    let text = source(
        "input image1 src; output pixel1 dst;",
        "dst = sampleNearest(src, outCoord()) * 2.0;",
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    for width in [1, 7, 255, 256, 257, 1000] {
        let height = 2000 / width;
        let list = numbers[..(width * height) as usize].to_vec();
        shader.bind("src", &Texture::from_floats(width, height, 1, list).unwrap()).unwrap();
        let (wide, high) = (width + 3, height + 2);
        let mut out = vec![0.0; (wide * high) as usize];
        shader.run(wide, high, &mut out).unwrap();
        for (index, found) in out.into_iter().enumerate() {
            let (x, y) = (index as u32 % wide, index as u32 / wide);
            let place = y.min(height - 1) * width + x.min(width - 1);
            assert_eq!(found, numbers[place as usize] * 2.0, "{width} {x} {y}");
        }
    }
}

#[test]
fn shader_t84_t85_no_allocation_after_the_first_run() {
    let mut shader = Shader::new(&Kernel::compile(TWIRL).unwrap());
    let picture = Surface::filled(300, 40, Color::rgba(10, 20, 200, 90)).unwrap();
    shader.bind("src", &Texture::from_surface(&picture)).unwrap();
    let mut target = Surface::new(300, 40).unwrap();
    shader.render(&mut target).unwrap();
    let mut numbers = vec![0.0; 300 * 40 * 4];
    for places in [1, 3] {
        shader.supersampling = places;
        let paint = ShaderPaint::new(&shader).unwrap();
        let filter = Filter::custom(ShaderFilter::new(&shader).unwrap());
        let twice = TWIRL.replace("output", "input image4 front; output");
        let mut blend = Shader::new(&Kernel::compile(&twice).unwrap());
        blend.supersampling = places;
        let blend = BlendMode::custom(ShaderBlend::new(&blend).unwrap());
        let (mut scratch, mut filtered) = (Scratch::default(), picture.clone());
        let mut work = || {
            shader.render(&mut target).unwrap();
            shader.run(300, 40, &mut numbers).unwrap();
            target.paint(target.bounds(), &paint, &Affine2::IDENTITY, &BlendMode::Normal);
            filter.apply_into(&picture, &mut filtered, &mut scratch).unwrap();
            target.blend(&picture, 20, -3, blend.clone());
        };
        work();
        let counts = allocation_counter::measure(work);
        assert_eq!(counts.count_total, 0, "{places} places");
    }
}

/// A pass used to allocate the head that clones of a picture share.
#[test]
fn shader_t84_t85_passes_allocate_nothing_after_the_second() {
    let text = source(
        "input image4 src; output pixel4 dst;",
        "dst = 0.5 * sampleLinear(src, outCoord() + 0.25);",
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    let picture = Surface::filled(300, 40, Color::rgba(10, 20, 200, 90)).unwrap();
    let mut feedback = Feedback::new(Texture::from_surface(&picture));
    for _ in 0..2 {
        feedback.pass(&mut shader).unwrap();
    }
    let counts = allocation_counter::measure(|| {
        for _ in 0..5 {
            feedback.pass(&mut shader).unwrap();
        }
    });
    assert_eq!(counts.count_total, 0);
    // Clones keep what they were, and cost a picture.
    let kept = feedback.texture().clone();
    let before = kept.floats().unwrap().to_vec();
    for _ in 0..3 {
        feedback.pass(&mut shader).unwrap();
    }
    assert_eq!(kept.floats(), Some(&before[..]));
    assert!(feedback.texture() != &kept);
}

#[cfg(feature = "parallel")]
#[test]
fn shader_1_40_t84_threads_change_nothing() {
    let mut shader = Shader::new(&Kernel::compile(TWIRL).unwrap());
    let bytes: Vec<u8> =
        (0..300 * 250 * 4).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    shader
        .bind("src", &Texture::from_surface(&Surface::from_rgba(300, 250, &bytes).unwrap()))
        .unwrap();
    shader.set("twist", -3.0).unwrap();
    let one = render(&mut shader, 300, 250);
    for threads in [2, 3, 16, 1000] {
        shader.threads = threads;
        assert_eq!(render(&mut shader, 300, 250), one, "{threads}");
    }
}

/// Every kernel of the library, with what it reads, loops and keeps from row to row.
#[cfg(feature = "parallel")]
#[test]
fn shader_1_40_t84_threads_change_nothing_in_the_whole_library() {
    let bytes: Vec<u8> =
        (0..70 * 50 * 4).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let photo = Texture::from_surface(&Surface::from_rgba(70, 50, &bytes).unwrap());
    for entry in motile_kernel::library::KERNELS {
        let mut shader = Shader::new(&entry.compile().unwrap());
        for input in shader.kernel().clone().inputs() {
            shader.bind(&input.name, &photo).unwrap();
        }
        // The values that start nothing are changed: each parameter lies two thirds up its range.
        for parameter in shader.kernel().clone().parameters() {
            let both = parameter.min.iter().zip(&parameter.max);
            let numbers: Vec<f32> = both.map(|(low, high)| low + (high - low) * 0.66).collect();
            shader.set_numbers(&parameter.name, &numbers).unwrap();
        }
        let channels = usize::from(shader.kernel().channels());
        let mut bits = |threads| {
            shader.threads = threads;
            let mut out = vec![0.0; 70 * 50 * channels];
            shader.run(70, 50, &mut out).unwrap();
            out.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        };
        let one = bits(1);
        for threads in [2, 3, 7] {
            assert_eq!(bits(threads), one, "{} on {threads}", entry.id);
        }
    }
}

/// W18: each batch is within its own limit, and all of them together are not.
#[test]
fn shader_w18_a_run_has_a_limit_of_its_own_whatever_the_threads() {
    // A loop over x that rows share, and one of each pixel.
    let body = "float s = 0.0; for (int i = 0; i < int(outCoord().x); i++) s += sin(s + 1.0);
        for (int i = 0; i < int(outCoord().y) + 70; i++) s += cos(s); dst = s;";
    let mut shader = Shader::new(&Kernel::compile(&source("output pixel1 dst;", body)).unwrap());
    let runs = |shader: &mut Shader, limit: u64| {
        shader.limits.run_steps = limit;
        shader.run(300, 64, &mut vec![0.0; 300 * 64]) == Ok(())
    };
    assert!(runs(&mut shader, u64::MAX), "no batch is too long");
    // The exact limit, by halves.
    let (mut low, mut high) = (0, 1 << 32);
    while low + 1 < high {
        let middle = u64::midpoint(low, high);
        if runs(&mut shader, middle) { high = middle } else { low = middle }
    }
    // 128 batches, each with 70 rounds at least.
    assert!(high > 128 * 70, "{high}");
    for threads in [1, 2, 5] {
        shader.threads = threads;
        assert!(runs(&mut shader, high) && !runs(&mut shader, high - 1), "{threads}");
    }
    // A job counts over all its rows.
    shader.limits.run_steps = high;
    let job = |shader: &Shader| run_to_end(ShaderJob::new(shader.clone(), 300, 64)).is_ok();
    assert!(job(&shader));
    shader.limits.run_steps = high - 1;
    assert!(!job(&shader));
    // Code without a loop counts, too.
    let mut plain = Shader::new(&Kernel::compile(CHECKERBOARD).unwrap());
    plain.limits.run_steps = 40;
    let error = plain.render(&mut Surface::new(300, 300).unwrap()).unwrap_err();
    assert_eq!(error, motile_kernel::RunError::TooLong);
}

#[test]
fn a_run_that_needs_more_memory_than_allowed_does_not_begin() {
    let mut shader = Shader::new(&Kernel::compile(CHECKERBOARD).unwrap());
    shader.limits.memory = 1000;
    let error = shader.render(&mut Surface::new(8, 8).unwrap()).unwrap_err();
    let motile_kernel::RunError::TooMuchMemory { needed, allowed: 1000 } = error else {
        panic!("{error}")
    };
    assert!(ShaderPaint::new(&shader).is_err());
    shader.limits.memory = needed;
    assert_eq!(shader.render(&mut Surface::new(8, 8).unwrap()), Ok(()));
}

#[test]
fn kernels_that_never_end_are_stopped() {
    let body = "float x = outCoord().x; while (x > -1.0) { x += 1.0; } dst = x;";
    let kernel = Kernel::compile(&source("output pixel1 dst;", body)).unwrap();
    let mut shader = Shader::new(&kernel);
    shader.limits.loop_rounds = 100;
    let mut out = [0.0; 3];
    shader.run(3, 1, &mut out).unwrap();
    assert_eq!(out, [100.5, 101.5, 102.5]);
    shader.limits.loop_rounds = u32::MAX;
    shader.limits.steps = 1000;
    assert_eq!(shader.run(3, 1, &mut out), Err(motile_kernel::RunError::TooLong));
}
