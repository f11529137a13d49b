//! Kernels beside plain loops, written as a good programmer would write them without a kernel: one pixel after the other, with the functions
//! of the standard library.

use crate::runner::Bench;
use fearless_simd::{Level, dispatch, f32x8, i32x8, prelude::*, u32x8};
use motile_kernel::{
    Kernel, RenderJob, Shader, ShaderFilter, ShaderPaint, Texture, TextureEdge, library,
};
use motile_pixels::{
    Color, Filter, PaintRow, PixelPaint, Surface,
    math::{Vec2, vec2},
};
use motile_time::Jobs;
use std::hint::black_box;

const SIDE: u32 = 1024;

/// One read, one product, one quotient, one root.
const CLASSIC: &str = "pixel4 c = sampleNearest(src, outCoord()); dst = sqrt(c * 0.7 / (c + 1.0));";

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    pictures(bench);
    generated(bench);
    sine(bench);
    numbers(bench);
    costs(bench);
    threads(bench, "kernel/threads", 1920, 1080);
    threads(bench, "kernel/threads-4k", 3840, 2160);
    classic_job(bench);
    classic_filter(bench);
    sampling(bench);
    spellings(bench);
    scalar(bench);
    blocked(bench);
}

fn shader(id: &str) -> Shader {
    let kernel =
        library::find(id).expect("a kernel of the library").compile().expect("it compiles");
    Shader::new(&kernel)
}

/// A picture without flat parts.
fn photo() -> Surface {
    let bytes: Vec<u8> = (0..SIDE * SIDE)
        .flat_map(|i| {
            let (x, y) = (i % SIDE, i / SIDE);
            [(x / 4) as u8, (y / 4) as u8, (x ^ y) as u8, 255]
        })
        .collect();
    Surface::from_rgba(SIDE, SIDE, &bytes).expect("a picture")
}

/// Every pixel by a function of its center.
fn each(target: &mut Surface, pixel: impl Fn(f32, f32) -> u32) {
    let width = target.width() as usize;
    for (y, row) in target.words_mut().chunks_exact_mut(width).enumerate() {
        for (x, word) in row.iter_mut().enumerate() {
            *word = pixel(x as f32 + 0.5, y as f32 + 0.5);
        }
    }
}

fn nearest(picture: &Surface, x: f32, y: f32) -> u32 {
    let last = (SIDE - 1) as f32;
    let (x, y) = (x.floor().clamp(0.0, last) as usize, y.floor().clamp(0.0, last) as usize);
    picture.words()[y * SIDE as usize + x]
}

fn linear(picture: &Surface, x: f32, y: f32) -> u32 {
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (u, v) = (x - left, y - top);
    let at = |dx: f32, dy: f32| nearest(picture, left + dx, top + dy).to_le_bytes();
    let (a, b, c, d) = (at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0));
    let mut out = [0; 4];
    for i in 0..4 {
        let upper = f32::from(a[i]) * (1.0 - u) + f32::from(b[i]) * u;
        let lower = f32::from(c[i]) * (1.0 - u) + f32::from(d[i]) * u;
        out[i] = (upper * (1.0 - v) + lower * v + 0.5) as u8;
    }
    u32::from_le_bytes(out)
}

fn pictures(bench: &mut Bench) {
    let picture = photo();
    let texture = Texture::from_surface(&picture);
    let n = (SIDE * SIDE) as usize;
    let mut ours = Surface::new(SIDE, SIDE).expect("a surface");
    let mut theirs = ours.clone();

    let mut twirl = shader("twirl");
    twirl.bind("src", &texture).expect("an input");
    twirl.set("center", [512.0, 512.0]).expect("a parameter");
    twirl.set("twist", -6.0).expect("a parameter");
    twirl.set("radius", 500.0).expect("a parameter");
    bench.compare(
        "kernel/pictures-twirl",
        "plain loop",
        n,
        || twirl.render(&mut ours),
        || {
            each(&mut theirs, |x, y| {
                let (dx, dy) = (x - 512.0, y - 512.0);
                let d = (dx * dx + dy * dy).sqrt();
                if d < 500.0 {
                    let angle = dy.atan2(dx) - 6.0 * (std::f32::consts::PI * d / 500.0).sin();
                    linear(&picture, 512.0 + d * angle.cos(), 512.0 + d * angle.sin())
                } else {
                    linear(&picture, x, y)
                }
            });
        },
    );

    let mut glass = shader("glass");
    glass.bind("src", &texture).expect("an input");
    glass.set("mult", 5.0).expect("a parameter");
    bench.compare(
        "kernel/pictures-glass",
        "plain loop",
        n,
        || glass.render(&mut ours),
        || {
            each(&mut theirs, |x, y| {
                linear(&picture, x + 5.0 * (0.1 * x).sin(), y + 5.0 * (0.1 * y).sin())
            });
        },
    );

    let mut checkerboard = shader("checkerboard");
    bench.compare(
        "kernel/pictures-checkerboard",
        "plain loop",
        n,
        || checkerboard.render(&mut ours),
        || {
            let (xres, yres) = (black_box(50.0f32), black_box(50.0f32));
            each(&mut theirs, |x, y| {
                let odd = |v: f32| (v - 2.0 * (v / 2.0).floor()) > 0.5;
                let light = odd((x / xres).floor()) != odd((y / yres).floor());
                if light { u32::MAX } else { 0xFF00_0000 }
            });
        },
    );

    let mut blend = shader("channel-blend");
    blend.bind("back", &texture).expect("an input");
    blend.bind("front", &texture).expect("an input");
    blend.set("amt", [1.0, 0.9, 0.0]).expect("a parameter");
    bench.compare(
        "kernel/pictures-channel-blend",
        "plain loop",
        n,
        || blend.render(&mut ours),
        || {
            let amount = black_box([1.0f32, 0.9, 0.0]);
            each(&mut theirs, |x, y| {
                let (f, b) = (nearest(&picture, x, y), nearest(&picture, x, y));
                let (f, b) = (f.to_le_bytes(), b.to_le_bytes());
                let mut out = [255; 4];
                for i in 0..3 {
                    let mixed = f32::from(f[i]) * amount[i] + f32::from(b[i]) * (1.0 - amount[i]);
                    out[i] = (mixed + 0.5) as u8;
                }
                u32::from_le_bytes(out)
            });
        },
    );
}

/// Kernels of the library, written as Rust while this program compiles.
mod written {
    motile_kernel_macro::kernel_file!("../crates/kernel/src/library/twirl.pbk");
    motile_kernel_macro::kernel_file!("../crates/kernel/src/library/glass.pbk");
    motile_kernel_macro::kernel_file!("../crates/kernel/src/library/checkerboard.pbk");
    motile_kernel_macro::kernel_file!("../crates/kernel/src/library/channel_blend.pbk");
}

/// The lanes beside the code that the compiler of Rust makes of the kernels: above 0.5 they take less than twice as long.
fn generated(bench: &mut Bench) {
    let texture = Texture::from_surface(&photo());
    let n = (SIDE * SIDE) as usize;
    let edge = TextureEdge::Clamp;
    let mut ours = Surface::new(SIDE, SIDE).expect("a surface");
    let mut theirs = ours.clone();

    let mut lanes = shader("twirl");
    lanes.bind("src", &texture).expect("an input");
    lanes.set("center", [512.0, 512.0]).expect("a parameter");
    lanes.set("twist", -6.0).expect("a parameter");
    lanes.set("radius", 500.0).expect("a parameter");
    let code = written::Twirl { center: [512.0, 512.0], twist: -6.0, radius: 500.0 };
    bench.compare(
        "kernel/generated-twirl",
        "our Rust of it",
        n,
        || lanes.render(&mut ours),
        || code.render(&texture, edge, &mut theirs),
    );

    let mut lanes = shader("glass");
    lanes.bind("src", &texture).expect("an input");
    lanes.set("mult", 5.0).expect("a parameter");
    let code = written::Glass { mult: 5.0, ..Default::default() };
    bench.compare(
        "kernel/generated-glass",
        "our Rust of it",
        n,
        || lanes.render(&mut ours),
        || code.render(&texture, edge, &mut theirs),
    );

    let mut lanes = shader("checkerboard");
    let code = written::Checkerboard::default();
    bench.compare(
        "kernel/generated-checkerboard",
        "our Rust of it",
        n,
        || lanes.render(&mut ours),
        || code.render(edge, &mut theirs),
    );

    let mut lanes = shader("channel-blend");
    lanes.bind("back", &texture).expect("an input");
    lanes.bind("front", &texture).expect("an input");
    lanes.set("amt", [1.0, 0.9, 0.0]).expect("a parameter");
    let code = written::ChannelBlend { amt: [1.0, 0.9, 0.0] };
    bench.compare(
        "kernel/generated-channel-blend",
        "our Rust of it",
        n,
        || lanes.render(&mut ours),
        || code.render(&texture, &texture, edge, &mut theirs),
    );
}

/// Red bars as one would write them by hand for eight lanes, with the polynomials of the kernels.
#[inline(always)]
fn bars_by_hand<S: Simd>(simd: S, wave: f32, words: &mut [u32]) {
    let ramp = f32x8::from_slice(simd, &[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]);
    for row in words.chunks_exact_mut(SIDE as usize) {
        for (index, to) in row.chunks_exact_mut(8).enumerate() {
            let x = (ramp + (index * 8) as f32) * wave;
            let rounded = x * core::f32::consts::FRAC_2_PI + 12_582_912.0;
            let turns = rounded - 12_582_912.0;
            let angle = x - turns * 1.570_312_5 - turns * 4.837_513e-4 - turns * 7.549_79e-8;
            let square = angle * angle;
            let sine = (square * -1.958_775_7e-4 + 8.332_748e-3) * square - 1.666_666_5e-1;
            let sine = angle + angle * square * sine;
            let cosine = (square * 2.454_779e-5 - 1.388_830_2e-3) * square + 4.166_666_5e-2;
            let cosine = square * square * cosine - square * 0.5 + 1.0;
            let quarter: i32x8<S> = rounded.bitcast();
            let odd = (quarter & i32x8::splat(simd, 1)).simd_eq(1);
            let value = odd.select(cosine, sine);
            let back = (quarter & i32x8::splat(simd, 2)).simd_eq(2);
            let value = back.select(-value, value) * 0.5 + 0.5;
            let red: i32x8<S> = (value * 255.0 + 0.5).to_int();
            (red | i32x8::splat(simd, 0xFF00_0000_u32 as i32))
                .bitcast::<u32x8<S>>()
                .store_slice(to);
        }
    }
}

fn sine(bench: &mut Bench) {
    let mut bars = shader("sine-bars");
    let wave = bars.value("wave").and_then(|list| list.first().copied()).unwrap_or(0.2);
    let mut ours = Surface::new(SIDE, SIDE).expect("a surface");
    let mut theirs = ours.clone();
    bench.compare(
        "kernel/sine",
        "SIMD by hand",
        (SIDE * SIDE) as usize,
        || bars.render(&mut ours),
        || {
            let wave = black_box(wave);
            let words = theirs.words_mut();
            dispatch!(Level::new(), simd => bars_by_hand(simd, wave, words));
        },
    );
}

fn compiled(inputs: &str, body: &str) -> Kernel {
    let source = format!(
        "<languageVersion : 1.0;> kernel B < namespace : \"n\"; vendor : \"v\"; version : 1; >
         {{ {inputs} void evaluatePixel() {{ {body} }} }}"
    );
    Kernel::compile(&source).expect("it compiles")
}

fn numbers(bench: &mut Bench) {
    let count = 1 << 20;
    let before: Vec<f32> = (0..count).map(|i| i as f32 * 0.25).collect();
    let kernel = compiled(
        "input image1 src; output pixel1 dst; parameter float scale < defaultValue : 0.5; >;",
        "dst = sqrt(scale * sampleNearest(src, outCoord()));",
    );
    let mut shader = Shader::new(&kernel);
    let texture = Texture::from_floats(count, 1, 1, before.clone()).expect("numbers");
    shader.bind("src", &texture).expect("an input");
    let mut ours = vec![0.0; count as usize];
    let mut theirs = ours.clone();
    // B9-5: 1 M numbers within 1.5 times the plain loop, on one thread.
    bench.compare(
        "kernel/numbers",
        "plain loop",
        count as usize,
        || shader.run(count, 1, &mut ours),
        || {
            let scale = black_box(0.5f32);
            for (to, from) in theirs.iter_mut().zip(&before) {
                *to = (scale * from).sqrt();
            }
        },
    );
}

/// What compiling and changing a parameter cost, beside what they may cost.
fn costs(bench: &mut Bench) {
    if bench.wants("kernel/compile") {
        let mut slowest = 0.0f64;
        for entry in library::KERNELS {
            let (ours, _) = Bench::both(|| entry.compile().is_ok(), || ());
            slowest = slowest.max(ours);
        }
        bench.record("kernel/compile", "5 ms allowed", library::KERNELS.len(), slowest, 5e6);
    }
    // B9-6: a changed parameter and a run of one pixel, without compiling anew, within 2 µs.
    if bench.wants("kernel/parameter") {
        let mut twirl = shader("twirl");
        let texture = Texture::from_surface(&Surface::filled(8, 8, Color::RED).expect("a surface"));
        twirl.bind("src", &texture).expect("an input");
        let mut out = [0.0; 4];
        let mut twist = 0.0;
        let (ours, _) = Bench::both(
            || {
                twist = if twist > 5.0 { 0.0 } else { twist + 0.01 };
                twirl.set("twist", twist).and_then(|()| Ok(twirl.run(1, 1, &mut out).is_ok()))
            },
            || (),
        );
        bench.record("kernel/parameter", "2 µs allowed", 1, ours, 2e3);
    }
}

fn threads(bench: &mut Bench, name: &str, width: u32, height: u32) {
    if !bench.wants(name) {
        return;
    }
    let texture = Texture::from_surface(&photo());
    let mut one = shader("twirl");
    one.bind("src", &texture).expect("an input");
    one.set("center", [960.0, 540.0]).expect("a parameter");
    one.set("twist", -6.0).expect("a parameter");
    one.set("radius", 500.0).expect("a parameter");
    let mut two = one.clone();
    two.threads = 2;
    let mut ours = Surface::new(width, height).expect("a surface");
    let mut theirs = ours.clone();
    bench.compare(
        name,
        "one thread",
        (width * height) as usize,
        || two.render(&mut ours),
        || one.render(&mut theirs),
    );
}

/// One read, one product, one quotient, one root on four channels of 500 × 500 pixels, ten times: published in 2009 with 92 to
/// 99 ms on two cores of 2.2 GHz.
fn classic_job(bench: &mut Bench) {
    if !bench.wants("kernel/classic-job") {
        return;
    }
    let kernel = compiled("input image4 src; output pixel4 dst;", CLASSIC);
    let mut shader = Shader::new(&kernel);
    shader.bind("src", &Texture::from_surface(&photo())).expect("an input");
    let mut out = vec![0.0; 500 * 500 * 4];
    let (ours, _) = Bench::both(|| (0..10).all(|_| shader.run(500, 500, &mut out).is_ok()), || ());
    bench.record("kernel/classic-job", "printed in 2009", 2_500_000, ours, 95e6);
}

/// B9-7, the other half: the same work as a filter, published with 104 to 109 ms.
fn classic_filter(bench: &mut Bench) {
    if !bench.wants("kernel/classic-filter") {
        return;
    }
    let kernel = compiled("input image4 src; output pixel4 dst;", CLASSIC);
    let filter = ShaderFilter::new(&Shader::new(&kernel)).expect("a filter");
    let filter = Filter::custom(filter);
    let picture = Surface::opaque(500, 500, Color::rgb(200, 120, 40)).expect("a surface");
    let (ours, _) = Bench::both(|| (0..10).all(|_| filter.apply(&picture).is_ok()), || ());
    bench.record("kernel/classic-filter", "printed in 2009", 2_500_000, ours, 106.5e6);
}

/// B9-4: gray bars by one sine and by three, which after optimization is the same work.
fn spellings(bench: &mut Bench) {
    let sine = "sin(0.2 * outCoord().x) * 0.5 + 0.5";
    let picture = |body: &str| Shader::new(&compiled("output pixel4 dst;", body));
    let mut three = picture(&format!("dst = pixel4({sine}, {sine}, {sine}, 1.0);"));
    let one = format!("float gray = {sine}; dst = pixel4(gray, gray, gray, 1.0);");
    let splat = format!("dst.rgb = pixel3({sine}); dst.a = 1.0;");
    let mut ours = Surface::new(SIDE, SIDE).expect("a surface");
    let mut theirs = ours.clone();
    for (name, body) in [("kernel/spellings-one", one), ("kernel/spellings-splat", splat)] {
        let mut other = picture(&body);
        bench.compare(
            name,
            "three sines",
            (SIDE * SIDE) as usize,
            || other.render(&mut ours),
            || three.render(&mut theirs),
        );
    }
}

/// B9-1: lanes beside the same machine that is given one pixel at a time.
fn scalar(bench: &mut Bench) {
    let mut twirl = shader("twirl");
    twirl.bind("src", &Texture::from_surface(&photo())).expect("an input");
    twirl.set("center", [400.0, 300.0]).expect("a parameter");
    twirl.set("twist", -6.0).expect("a parameter");
    twirl.set("radius", 300.0).expect("a parameter");
    let board = shader("checkerboard");
    for (name, mut lanes, width, height) in
        [("kernel/scalar-checkerboard", board, 400, 400), ("kernel/scalar-twirl", twirl, 800, 600)]
    {
        let paint = ShaderPaint::new(&lanes).expect("a fill");
        let mut ours = Surface::new(width, height).expect("a surface");
        let mut theirs = ours.clone();
        bench.compare(
            name,
            "one pixel at a time",
            (width * height) as usize,
            || lanes.render(&mut ours),
            || {
                for (i, word) in theirs.words_mut().iter_mut().enumerate() {
                    let (x, y) = (i as u32 % width, i as u32 / width);
                    let start = vec2(x as f32 + 0.5, y as f32 + 0.5);
                    let row = PaintRow { start, step: Vec2::X, down: Vec2::Y };
                    paint.row(row, std::slice::from_mut(word));
                }
            },
        );
    }
}

/// B9-3: the picture behind glass, read between its pixels and at the nearest one.
fn sampling(bench: &mut Bench) {
    let texture = Texture::from_surface(&photo());
    let source = library::find("glass").expect("a kernel of the library").source;
    let read = |source: &str| {
        let mut shader = Shader::new(&Kernel::compile(source).expect("it compiles"));
        shader.bind("src", &texture).expect("an input");
        shader.set("mult", 5.0).expect("a parameter");
        shader
    };
    let mut nearest = read(&source.replace("sampleLinear(", "sampleNearest("));
    let mut linear = read(source);
    let mut ours = Surface::new(SIDE, SIDE).expect("a surface");
    let mut theirs = ours.clone();
    bench.compare(
        "kernel/nearest",
        "linear",
        (SIDE * SIDE) as usize,
        || nearest.render(&mut ours),
        || linear.render(&mut theirs),
    );
}

/// B9-2: how long one slice of a job holds up the program, at 1080p, beside what it may.
fn blocked(bench: &mut Bench) {
    if !bench.wants("kernel/blocked") {
        return;
    }
    let mut twirl = shader("twirl");
    twirl.bind("src", &Texture::from_surface(&photo())).expect("an input");
    twirl.set("center", [960.0, 540.0]).expect("a parameter");
    twirl.set("twist", -6.0).expect("a parameter");
    let mut jobs = Jobs::new();
    let mut id = None;
    let (ours, _) = Bench::both(
        || {
            if jobs.unfinished() == 0 {
                let picture = Surface::new(1920, 1080).expect("a surface");
                id.take().and_then(|id| jobs.take(id));
                id = Some(jobs.spawn(RenderJob::new(twirl.clone(), picture)));
            }
            jobs.run_units(1);
        },
        || (),
    );
    bench.record("kernel/blocked", "0.2 ms allowed", 1920, ours, 2e5);
}
