//! Kernels as fills, filters, blends and passes.

use crate::common::{CHECKERBOARD, TWIRL, close, source};
use motile_geom::{Affine2, IRect, Mat2, Rng, vec2};
use motile_kernel::{
    Feedback, Kernel, KernelUse, RunError, Shader, ShaderBlend, ShaderFilter, ShaderPaint, Texture,
    library,
};
use motile_pixels::{BlendMode, Color, Filter, Margin, PaintArea, PixelPaint, Surface};

#[test]
fn shader_33_t17_a_turned_fill() {
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
fn shader_32_t43_t45_fills_lie_in_the_space_of_their_shape_and_keep_their_values() {
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

/// W5: a missing picture is told with the input, the kernel and what it was to be.
#[test]
fn shader_w5_a_missing_input_names_the_kernel_and_the_use() {
    let members = "input image4 a; input image4 b; input image1 mask; output pixel4 dst;";
    let kernel = Kernel::compile(&source(members, "dst = sampleNearest(a, outCoord());")).unwrap();
    let shader = Shader::new(&kernel);
    let said = |error: RunError| match error {
        RunError::MissingInput { name, kernel, used_as, .. } => (name, kernel, used_as),
        other => panic!("{other}"),
    };
    let expected = |name: &str, used_as| (name.to_owned(), "Test".to_owned(), used_as);
    let error = ShaderPaint::new(&shader).unwrap_err();
    let words = "no picture is bound to the input `a` of type image4: the fill `Test` needs one";
    assert_eq!(error.to_string(), words);
    assert_eq!(said(error), expected("a", KernelUse::Fill));
    let error = ShaderFilter::new(&shader).unwrap_err();
    assert_eq!(said(error), expected("b", KernelUse::Filter));
    let error = ShaderBlend::new(&shader).unwrap_err();
    assert_eq!(said(error), expected("mask", KernelUse::Blend));
    let error = shader.clone().render(&mut Surface::new(2, 2).unwrap()).unwrap_err();
    assert_eq!(said(error), expected("a", KernelUse::Run));
}

/// W5: binding names the kernel and what was probably meant; what loses a picture later is drawn in pink, and says why.
#[test]
fn shader_w5_binding_and_drawing_are_checked_too() {
    let members = "input image4 back; input image4 front; input image1 mask; output pixel4 dst;";
    let body = "dst = sampleNearest(back, outCoord()) * sampleNearest(mask, outCoord());";
    let kernel = Kernel::compile(&source(members, body)).unwrap();
    let mut shader = Shader::new(&kernel);
    let one = Texture::from_floats(1, 1, 1, vec![1.0]).unwrap();
    let error = shader.bind("frnot", &one).unwrap_err();
    assert_eq!(error.to_string(), "`Test` has no input `frnot`; is `front` meant?");
    for name in ["back", "front", "mask"] {
        shader.bind(name, &one).unwrap();
    }
    let mut filter = ShaderFilter::new(&shader).unwrap();
    let mut blend = ShaderBlend::new(&shader).unwrap();
    assert_eq!((filter.check(), blend.check()), (Ok(()), Ok(())));
    filter.shader_mut().unbind("mask").unwrap();
    blend.shader_mut().unbind("mask").unwrap();
    let missing = |used_as| {
        let (name, kernel) = ("mask".to_owned(), "Test".to_owned());
        Err(RunError::MissingInput { name, channels: 1, kernel, used_as })
    };
    assert_eq!(filter.check(), missing(KernelUse::Filter));
    assert_eq!(blend.check(), missing(KernelUse::Blend));
    let white = Surface::filled(16, 4, Color::WHITE).unwrap();
    let made = Filter::custom(filter).apply(&white).unwrap();
    let pink = Color::rgb(255, 0, 255);
    assert_eq!((made.get(0, 0), made.get(8, 0)), (Some(Color::BLACK), Some(pink)));
    let mut screen = Surface::opaque(16, 4, Color::BLUE).unwrap();
    screen.blend(&white, 0, 0, BlendMode::custom(blend));
    assert_eq!((screen.get(0, 0), screen.get(8, 0)), (Some(Color::BLACK), Some(pink)));
}

/// T-41 as it stands: a filter on an object at (100, 100), read as floats through 8 bits would be 0; so the answer is enlarged in the kernel.
#[test]
fn shader_35_t41_a_filter_counts_from_the_corner_of_its_object() {
    let text = source(
        "input image4 src; output pixel4 dst;",
        "float2 r = outCoord() / 400.0; dst = sampleNearest(src, outCoord()); dst.rg = r; dst.b = r.x == 0.00125 && r.y == 0.00125 ? 1.0 : 0.0;",
    );
    let shader = Shader::new(&Kernel::compile(&text).unwrap());
    let mut floats = shader.clone();
    let white = Surface::filled(12, 9, Color::WHITE).unwrap();
    floats.bind("src", &Texture::from_surface(&white)).unwrap();
    let mut out = vec![0.0; 12 * 9 * 4];
    floats.run(12, 9, &mut out).unwrap();
    assert_eq!(out[..2], [0.00125, 0.00125]);
    let filter = Filter::custom(ShaderFilter::new(&shader).unwrap());
    let made = filter.apply(&white).unwrap();
    let mut stages = [(100, 100), (37, 3)].map(|(x, y)| {
        let mut stage = Surface::opaque(160, 160, Color::BLACK).unwrap();
        stage.blit(&made, x, y);
        (0..9)
            .flat_map(|v| (0..12).map(move |u| (u, v)))
            .map(|(u, v)| stage.get(x + u, y + v))
            .collect::<Vec<_>>()
    });
    assert_eq!(stages[0][0].map(|color| color.b), Some(255), "exactly 0.00125 there");
    assert_eq!(stages[0].iter().filter(|color| color.is_some_and(|c| c.b == 255)).count(), 1);
    let [first, second] = &mut stages;
    assert_eq!(first, second, "wherever the object is");
}

#[test]
fn shader_35_t42_filters() {
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
    let untouched = Shader::new(&Kernel::compile(text).unwrap());
    assert_eq!(untouched.value("amt"), Some(&[0.0; 3][..]));
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

/// A landscape of many colors: red is the column, green the row.
fn map(width: u32, height: u32) -> Surface {
    let bytes = (0..width * height).flat_map(|i| [(i % width) as u8, (i / width) as u8, 0, 255]);
    let mut surface = Surface::opaque(width, height, Color::BLACK).unwrap();
    surface.blit(&Surface::from_rgba(width, height, &bytes.collect::<Vec<_>>()).unwrap(), 0, 0);
    surface
}

fn blend_of(body: &str) -> ShaderBlend {
    let members = "input image4 back; input image4 front; output pixel4 dst;";
    let kernel = Kernel::compile(&source(members, body)).unwrap();
    ShaderBlend::new(&Shader::new(&kernel)).unwrap()
}

#[test]
fn shader_36_a_blend_reads_its_pictures_anywhere() {
    // The backdrop from two pixels to the right and one below, the front from one to the left, in blue.
    let body = "dst = sampleNearest(back, outCoord() + float2(2.0, 1.0));
        dst.b = sampleNearest(front, outCoord() - float2(1.0, 0.0)).r; dst.a = 1.0;";
    let front = map(200, 40);
    for (x, y) in [(300, 20), (-30, -5), (560, 70)] {
        for (reach, seen) in [(0, false), (3, true)] {
            let margin = Margin { left: reach, top: reach, right: reach, bottom: reach };
            let blend = blend_of(body).with_reach(margin);
            let mut screen = map(600, 90);
            screen.blend(&front, x, y, BlendMode::custom(blend));
            for (u, v) in
                [(0, 0), (40, 6), (1, 5), (150, 30), (197, 38), (198, 7), (9, 39), (199, 39)]
            {
                let (px, py) = (x + u, y + v);
                let Some(color) = screen.get(px, py) else { continue };
                // Beside the box the backdrop is read only as far as was said, and beside the screen there is none.
                let inside = seen || (u + 2 < 200 && v + 1 < 40);
                let exists = inside && px + 2 < 600 && py + 1 < 90;
                let (r, g) = if exists { ((px + 2) as u8, (py + 1) as u8) } else { (0, 0) };
                let b = if u == 0 { 0 } else { (u - 1) as u8 };
                assert_eq!(color, Color::rgb(r, g, b), "{u} {v} at {x} {y}, reach {reach}");
            }
            let outside = screen.get(299, 19).unwrap();
            assert!(x != 300 || outside == Color::rgb(43, 19, 0), "{outside:?}");
        }
    }
}

#[test]
fn shader_15_a_blend_counts_from_the_corner_of_the_foreground() {
    let body = "dst = pixel4(outCoord() / 100.0, sampleNearest(back, outCoord()).r, 1.0);";
    let mut first = None;
    for (x, y) in [(10, 20), (31, 7)] {
        let mut screen = Surface::opaque(80, 60, Color::BLACK).unwrap();
        let front = Surface::filled(5, 5, Color::WHITE).unwrap();
        screen.blend(&front, x, y, BlendMode::custom(blend_of(body)));
        let color = screen.get(x + 2, y + 1).unwrap();
        assert_eq!(color, Color::rgb(6, 4, 0), "2.5 and 1.5 hundredths");
        assert_eq!(*first.get_or_insert(color), color);
    }
}

#[test]
fn shader_36_where_the_drawing_is_transparent_the_kernel_decides_only_if_asked() {
    // A shadow: black where the front is opaque two pixels to the left.
    let body = "dst = sampleNearest(back, outCoord()); float4 f = sampleNearest(front, outCoord());
        float shade = sampleNearest(front, outCoord() - float2(2.0, 0.0)).a;
        dst.rgb = mix(dst.rgb * (1.0 - shade), f.rgb, f.a); dst.a = 1.0;";
    let mut front = Surface::new(8, 1).unwrap();
    front.set(3, 0, Color::RED);
    for (everywhere, shadow) in [(false, Color::WHITE), (true, Color::BLACK)] {
        let blend = blend_of(body);
        let blend = if everywhere { blend.everywhere() } else { blend };
        let mut screen = Surface::opaque(10, 1, Color::WHITE).unwrap();
        screen.blend(&front, 1, 0, BlendMode::custom(blend));
        let colors = [3, 4, 5, 6].map(|x| screen.get(x, 0).unwrap());
        assert_eq!(colors, [Color::WHITE, Color::RED, Color::WHITE, shadow]);
    }
}

#[test]
fn shader_36_a_blend_reaches_as_far_as_its_kernel_needs() {
    let text =
        "<languageVersion : 1.0;> kernel K < namespace : \"n\"; vendor : \"v\"; version : 1; >
        { input image4 back; input image4 front; output pixel4 dst;
          region needed(region r, imageRef i) { return outset(r, float2(4.0)); }
          void evaluatePixel() { dst = sampleNearest(back, outCoord() - float2(4.0, 0.0)); } }";
    let blend = ShaderBlend::new(&Shader::new(&Kernel::compile(text).unwrap())).unwrap();
    let mut screen = map(40, 4);
    screen.blend(&Surface::filled(6, 4, Color::WHITE).unwrap(), 20, 0, BlendMode::custom(blend));
    assert_eq!(screen.get(20, 2), Some(Color::rgb(16, 2, 0)));
}

/// W10: the mean over places of a pixel, weighted by alpha; the same with every use.
#[test]
fn shader_w10_supersampling_is_the_mean_over_places_of_a_pixel() {
    // Red to the left of 2.25, transparent green to its right: a quarter of pixel 2 is red.
    let text = source(
        "output pixel4 dst;",
        "dst = outCoord().x < 2.25 ? pixel4(1.0, 0.0, 0.0, 1.0) : pixel4(0.0, 1.0, 0.0, 0.0);",
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    let colors = |shader: &mut Shader| {
        let mut picture = Surface::new(5, 2).unwrap();
        shader.render(&mut picture).unwrap();
        [1, 2, 3].map(|x| picture.get(x, 1).unwrap())
    };
    assert_eq!(colors(&mut shader), [Color::RED, Color::TRANSPARENT, Color::TRANSPARENT]);
    shader.supersampling = 4;
    let smooth = [Color::RED, Color::RED.with_alpha(64), Color::TRANSPARENT];
    assert_eq!(colors(&mut shader), smooth);
    // As numbers, everything counts.
    let mut numbers = [0.0; 20];
    shader.run(5, 1, &mut numbers).unwrap();
    assert_eq!(numbers[8..12], [0.25, 0.75, 0.0, 0.25]);
    // As a fill that is turned, along y.
    let paint = ShaderPaint::new(&shader).unwrap();
    let mut picture = Surface::new(2, 5).unwrap();
    let turned = Affine2::from_cols(vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, 0.0));
    picture.paint(picture.bounds(), &paint, &turned, &BlendMode::Normal);
    assert_eq!([1, 2, 3].map(|y| picture.get(0, y).unwrap()), smooth);
    // As a filter and as a job.
    let text = text.replace("output", "input image4 src; output");
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    shader.supersampling = 4;
    let empty = Surface::new(5, 2).unwrap();
    let filtered = Filter::custom(ShaderFilter::new(&shader).unwrap()).apply(&empty).unwrap();
    assert_eq!([1, 2, 3].map(|x| filtered.get(x, 1).unwrap()), smooth);
    shader.bind("src", &Texture::from_surface(&empty)).unwrap();
    let job = motile_kernel::RenderJob::new(shader.clone(), empty.clone());
    assert_eq!(motile_time::run_to_end(job).unwrap(), filtered);
    // Many pixels, in pieces and on threads, are as few.
    let plasma = library::find("plasma").unwrap().compile().unwrap();
    let picture = |threads: usize, places: u8| {
        let mut shader = Shader::new(&plasma);
        (shader.threads, shader.supersampling) = (threads, places);
        let mut picture = Surface::new(301, 211).unwrap();
        shader.render(&mut picture).unwrap();
        picture
    };
    let many = picture(1, 3);
    assert_eq!(picture(5, 3), many);
    assert_ne!(picture(1, 1), many);
    assert_eq!(picture(1, 200), picture(1, 8), "more than 8 places a side are 8");
}

#[test]
fn shader_w10_mip_levels_are_means_by_what_is_seen() {
    let bytes = [
        255, 0, 0, 255, 0, 255, 0, 0, 255, 0, 0, 255, 9, 9, 9, 0, 10, 20, 30, 255, 10, 20, 30, 255,
    ];
    let picture = Texture::from_surface(&Surface::from_rgba(2, 3, &bytes).unwrap());
    let half = picture.mip_level(1);
    assert_eq!((half.width(), half.height(), half.channels()), (1, 2, 4));
    assert_eq!(half.words(), Some(&[0x8000_00FF, 0xFF1E_140A][..]));
    assert_eq!(picture.mip_level(0), picture);
    assert_eq!((picture.mip_level(40).width(), picture.mip_level(40).height()), (1, 1));
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
fn shader_20_the_library_is_whole() {
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
                let says = |key: &str| parameter.metadata.iter().any(|entry| entry.key == key);
                let ranged = says("maxValue") && says("defaultValue");
                let is_truth = parameter.ty.scalar() == motile_kernel::ScalarType::Bool;
                assert!(ranged || is_truth, "{} {} has no range", entry.id, parameter.name);
                for i in 0..parameter.ty.count() {
                    let (min, max) = (parameter.min[i], parameter.max[i]);
                    assert!(
                        min < max && (min..=max).contains(&parameter.default[i]),
                        "{}",
                        entry.id
                    );
                }
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
