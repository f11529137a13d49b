//! Kernels and sizes of strangers: what once ended in a panic, took minutes, or was wrong without a word.

use crate::common::source;
use motile_kernel::{
    CompileError, Feedback, GraphJob, GraphShader, Kernel, KernelGraph, PbjErrorKind, RenderJob,
    RunError, RunLimits, Shader, ShaderJob, ShaderPaint, Texture, TextureEdge, WgslOptions,
    generated::{ImageViews, LaneOps, RustKernel, Simd, f32x8, run_kernel},
};
use motile_pixels::{BlendMode, Color, Surface, math::Affine2};
use motile_time::run_to_end;

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// The version, and an output of one float in register 1.
const HEAD: &str = "A5 01 00 00 00 A1 02 01 01 00 08 64 00";

/// The columns of a matrix went on into the registers of the other bank: floats were taken for whole numbers, and the run panicked.
#[test]
fn shader_t82_matrices_stay_in_the_registers_of_their_bank() {
    // A matrix of 4 columns at a register, and an `if` on the first whole number, with a float written in it.
    let parameter = |register: &str, ty: &str| {
        hex(&format!(
            "{HEAD} A1 01 {ty} {register} 0F 6D 00 34 00 00 00 00 80 00 00 32 01 00 80 3F 80 00 00 36 00 00 00 00 00 00 00"
        ))
    };
    let bad = |bytes: &[u8]| Kernel::from_pbj(bytes).unwrap_err().kind == PbjErrorKind::BadOperands;
    for register in ["FD 7F", "FE 7F", "FF 7F", "FD FF", "FF FF"] {
        assert!(bad(&parameter(register, "07")), "{register}");
    }
    assert!(bad(&parameter("FE 7F", "06")) && bad(&parameter("FE FF", "06")));
    for (register, ty) in [("FC 7F", "07"), ("FD 7F", "06"), ("FF 7F", "05"), ("FC FF", "07")] {
        let kernel = Kernel::from_pbj(&parameter(register, ty)).unwrap();
        Shader::new(&kernel).run(1, 1, &mut [0.0]).unwrap();
        let module = naga::front::wgsl::parse_str(&kernel.to_wgsl(&WgslOptions::default()));
        assert!(module.is_ok(), "{register} {ty}");
    }
    // The other operands that are matrices: target, source, and the sides of `select`.
    for code in [
        "1D FE 7F 0C 02 00 1B 00",
        "1D 02 00 0C FE 7F 1B 00",
        "20 FD FF 0C 02 00 1B 00",
        "33 FE 7F 0C 00 80 00 00 02 00 1B 00 04 00 1B 00",
        "33 02 00 0C 00 80 00 00 FE 7F 1B 00 08 00 1B 00",
        "33 02 00 0C 00 80 00 00 08 00 1B 00 FE FF 1B 00",
    ] {
        assert!(bad(&hex(&format!("{HEAD} {code}"))), "{code}");
    }
}

/// Each `if` copied all registers and looked at all of them in the end: a file of 170 KB took ten seconds, and one of a megabyte many minutes.
#[test]
fn shader_t75_an_if_costs_what_it_writes_and_not_all_registers() {
    let mut bytes = hex(HEAD);
    for register in 0..8_000u16 {
        let [low, high] = (register + 2).to_le_bytes();
        bytes.extend([0x32, low, high, 0xF0, 0x3F, 0x80, 0, 0]);
    }
    // The place is not known while loading, so that the branches stay.
    bytes.extend(hex("A1 01 02 00 00 0C 5F 4F 75 74 43 6F 6F 72 64 00"));
    bytes.extend(hex("2A 00 00 80 01 00 00 00"));
    for _ in 0..4_000 {
        bytes
            .extend(hex("34 00 00 00 00 80 00 00 35 00 00 00 00 00 00 00 36 00 00 00 00 00 00 00"));
    }
    let mut kernel = None;
    let counts = allocation_counter::measure(|| kernel = Some(Kernel::from_pbj(&bytes)));
    assert!(matches!(kernel, Some(Ok(_))));
    // 28,000 records of about 100 bytes, in a list that doubles.
    assert!(counts.bytes_total < 40 << 20, "{} bytes", counts.bytes_total);
}

/// Registers written on one side, on both and on none, within one another.
#[test]
fn shader_25_branches_in_branches_join_what_their_sides_wrote() {
    let load = |register: u8, value: f32| {
        let [a, b, c, d] = value.to_be_bytes();
        vec![0x32, register, 0, 0x80, a, b, c, d]
    };
    let test =
        |x: f32| [load(9, x), hex("2A 00 00 80 09 00 00 00 34 00 00 00 00 80 00 00")].concat();
    let (other, end) = (hex("35 00 00 00 00 00 00 00"), hex("36 00 00 00 00 00 00 00"));
    let add = hex("01 01 00 80 03 00 00 00");
    let mut bytes = hex(
        "A5 01 00 00 00 A1 01 02 00 00 0C 5F 4F 75 74 43 6F 6F 72 64 00 A1 02 01 01 00 08 64 00",
    );
    // f1 = 100, f3 = 1; x < 2: f3 = 2, and x < 1: f3 = 3, f4 = 7, else f1 = 200; else: f4 = 5. f1 += f3 + f4.
    for part in [
        load(1, 100.0),
        load(3, 1.0),
        test(2.0),
        load(3, 2.0),
        test(1.0),
        load(3, 3.0),
        load(4, 7.0),
        other.clone(),
        load(1, 200.0),
        end.clone(),
        other,
        load(4, 5.0),
        end,
        add,
        hex("01 01 00 80 04 00 00 00"),
    ] {
        bytes.extend(part);
    }
    let mut out = [0.0; 3];
    Shader::new(&Kernel::from_pbj(&bytes).unwrap()).run(3, 1, &mut out).unwrap();
    assert_eq!(out, [110.0, 202.0, 106.0]);
}

fn plain(body: &str) -> Shader {
    Shader::new(&Kernel::compile(&source("output pixel1 dst;", body)).unwrap())
}

/// The result was allocated before anybody looked at the limits: the size alone ended the program.
#[test]
fn shader_31_jobs_of_any_size_are_refused_and_not_allocated() {
    let most = u32::MAX;
    let shader = plain("dst = outCoord().x;");
    for (width, height) in [(most, most), (most, 1), (1 << 16, 1 << 16), (1 << 23, 1 << 8)] {
        let refused = run_to_end(ShaderJob::new(shader.clone(), width, height));
        let needed = (u64::from(width) * u64::from(height)).saturating_mul(4);
        let allowed = RunLimits::default().memory;
        assert_eq!(refused, Err(RunError::TooMuchMemory { needed, allowed }), "{width} {height}");
    }
    let mut small = shader.clone();
    small.limits.memory = 2 << 20;
    assert!(run_to_end(ShaderJob::new(small.clone(), 1 << 10, 1 << 9)).is_ok());
    assert!(matches!(
        run_to_end(ShaderJob::new(small, 1 << 10, 1 << 10)),
        Err(RunError::TooMuchMemory { .. })
    ));
    let graph = KernelGraph::compile(
        "<languageVersion : 1.0;>
        graph One < namespace : \"n\"; vendor : \"v\"; version : 1; > { output image1 dst;
          kernel Ramp < namespace : \"n\"; vendor : \"v\"; version : 1; >
          { output pixel1 dst; void evaluatePixel() { dst = outCoord().x; } }
          node<Ramp> ramp; connect ramp.dst to dst; }",
    );
    let graph = GraphShader::new(&graph.unwrap());
    assert!(matches!(
        run_to_end(GraphJob::new(graph, most, most)),
        Err(RunError::TooMuchMemory { .. })
    ));
}

struct Place;

impl RustKernel for Place {
    const CHANNELS: usize = 1;

    fn eight<S: Simd>(
        &self,
        lanes: LaneOps<S>,
        _: &ImageViews<'_>,
        place: [f32x8<S>; 2],
    ) -> [f32x8<S>; 4] {
        [place[0], lanes.float(0.0), lanes.float(0.0), lanes.float(0.0)]
    }
}

/// From there on `outCoord()` has no halves, and `sampleNearest(src, outCoord())` reads the number beside: results were wrong without a word.
#[test]
fn shader_37_rows_whose_places_are_not_exact_are_refused() {
    let (widest, wider) = (1 << 23, (1 << 23) + 2);
    let mut shader = plain("dst = fract(outCoord().x) + fract(outCoord().y);");
    let mut out = vec![0.0; wider as usize];
    shader.run(widest, 1, &mut out).unwrap();
    assert_eq!(out[widest as usize - 1], 1.0, "both have their halves");
    for (width, height) in [(wider, 1), (1, wider)] {
        let refused = Err(RunError::TooWide { width, height });
        assert_eq!(shader.run(width, height, &mut out), refused);
        let job = run_to_end(ShaderJob::new(shader.clone(), width, height));
        assert_eq!(job.map(|_| ()), refused);
        assert_eq!(run_kernel(&Place, &[], TextureEdge::Clamp, (width, height), &mut out), refused);
    }
    let mut row = Surface::new(wider, 1).unwrap();
    assert_eq!(shader.render(&mut row), Err(RunError::TooWide { width: wider, height: 1 }));
    assert!(matches!(run_to_end(RenderJob::new(shader, row)), Err(RunError::TooWide { .. })));
}

/// A fill was pink, and nobody could ask why.
#[test]
fn shader_31_a_fill_that_takes_too_long_says_so() {
    let mut shader = plain(
        "float s = 0.0; for (int i = 0; i < int(outCoord().y) * 1000; i++) s += sin(s); dst = s;",
    );
    shader.limits.steps = 1000;
    let paint = ShaderPaint::new(&shader).unwrap();
    let asked = paint.clone();
    let mut picture = Surface::new(8, 1).unwrap();
    picture.paint(picture.bounds(), &paint, &Affine2::IDENTITY, &BlendMode::Normal);
    assert_eq!((paint.failure(), picture.get(0, 0)), (None, Some(Color::BLACK)));
    let mut picture = Surface::new(8, 4).unwrap();
    picture.paint(picture.bounds(), &paint, &Affine2::IDENTITY, &BlendMode::Normal);
    assert_eq!(
        (paint.failure(), asked.failure()),
        (Some(RunError::TooLong), Some(RunError::TooLong))
    );
    assert_eq!(ShaderPaint::new(&shader).unwrap().failure(), None);
}

/// Before the first pass of a picture that was made of a surface nothing was drawn.
#[test]
fn shader_36_what_begins_as_a_surface_is_shown_before_the_first_pass() {
    let mut start = Surface::new(3, 2).unwrap();
    start.set(0, 0, Color::RED);
    start.set(2, 1, Color::rgba(0, 0, 255, 128));
    let feedback = Feedback::new(Texture::from_surface(&start));
    let mut shown = Surface::filled(3, 2, Color::GREEN).unwrap();
    feedback.show(&mut shown);
    assert_eq!(shown.words(), start.words());
    let mut wider = Surface::opaque(4, 3, Color::GREEN).unwrap();
    feedback.show(&mut wider);
    assert_eq!((wider.get(0, 0), wider.get(3, 0)), (Some(Color::RED), Some(Color::GREEN)));
    assert_eq!((wider.get(0, 2), wider.get(1, 1)), (Some(Color::GREEN), Some(Color::BLACK)));
}

/// Warnings of shaders in GLSL and of graphs were thrown away.
#[test]
fn shader_5_warnings_of_shaders_and_graphs_are_kept() {
    let toy = "void mainImage(out vec4 c, in vec2 p) { float a = p.x; a == 1.0; c = vec4(a); }";
    let kernel = Kernel::compile_glsl(toy).unwrap();
    let found: Vec<(&str, &str)> =
        kernel.warnings().iter().map(|found| (found.code, found.span.text(toy))).collect();
    assert_eq!(found, [("PB019", "a == 1.0")]);
    assert_eq!(Kernel::compile_glsl(&toy.replace("==", "=")).unwrap().warnings(), []);
    let text = "<languageVersion : 1.0;>
graph Two < namespace : \"n\"; vendor : \"v\"; version : 1; >
{
    output image1 dst; parameter float by;
    kernel Ramp < namespace : \"n\"; vendor : \"v\"; version : 1; >
    { output pixel1 dst; parameter float by; void evaluatePixel() { dst = by; dst == 1.0; } }
    node<Ramp> ramp; connect ramp.dst to dst;
    void evaluateDependents() { ramp.by = by; }
}";
    let graph = KernelGraph::compile(text).unwrap();
    let codes: Vec<&str> = graph.warnings().iter().map(|found| found.code).collect();
    assert_eq!(codes, ["PB019"]);
    assert_eq!(KernelGraph::compile(&text.replace("==", "=")).unwrap().warnings(), []);
}

/// What a source takes of memory while it is compiled, and what is said about it.
fn refused(text: &str) -> (u64, CompileError) {
    let mut result = None;
    let counts = allocation_counter::measure(|| result = Some(Kernel::compile(text)));
    let error = result.and_then(Result::err).expect("the source is wrong");
    (counts.bytes_total, error)
}

/// A macro of 400 KB that repeats its argument made ten thousand million tokens before they were counted, and the program ended for want of
/// memory. One that stands without its parenthesis copied its body each time, and so did names of a hundred thousand letters.
#[test]
fn shader_t75_macros_cannot_grow_without_end() {
    let (many, name) = ("x ".repeat(90_000), "n".repeat(100_000));
    let idle = "M ".repeat(90_000);
    for (what, members, body) in [
        ("repeats", format!("#define M(x) {many}\n"), format!("M({});", "1 ".repeat(90_000))),
        ("idle", format!("#define M(x) {many}\n"), format!("dst = {idle};")),
        ("long", format!("#define M(x) {}\n", "x ".repeat(9_000)), format!("M({name});")),
    ] {
        let members = format!("{members}output pixel1 dst;");
        let (bytes, error) = refused(&source(&members, &body));
        assert!(bytes < 256 << 20, "{what}: {bytes} bytes");
        assert!(what == "idle" || error.list.iter().any(|d| d.code == "PB026"), "{what}");
    }
    let parameters: Vec<String> = (0..300).map(|i| format!("a{i}")).collect();
    let wide = format!("#define M({}) 1.0\noutput pixel1 dst;", parameters.join(", "));
    let (_, error) = refused(&source(&wide, "dst = 1.0;"));
    assert!(error.to_string().contains("at most 256 arguments"), "{error}");
    let deep = format!("{}{}output pixel1 dst;", "#if 1\n".repeat(300), "#endif\n".repeat(300));
    assert!(refused(&source(&deep, "dst = 1.0;")).1.list.iter().any(|d| d.code == "PB026"));
    let deep = format!("{}{}output pixel1 dst;", "#if 1\n".repeat(200), "#endif\n".repeat(200));
    assert!(Kernel::compile(&source(&deep, "dst = 1.0;")).is_ok());
}

/// Each mistake showed its whole line, so that a line of 360 KB with forty thousand of them became fourteen thousand million letters; and
/// for each, all names were looked through for one that was meant.
#[test]
fn shader_t75_a_source_full_of_mistakes_is_told_in_a_page_or_two() {
    let body = "dst = q; ".repeat(40_000);
    let (_, error) = refused(&source("output pixel1 dst;", &body));
    assert_eq!(error.list.len(), 100);
    assert_eq!(error.list[99].note.as_deref(), Some("39900 more are not shown"));
    let words = error.to_string();
    assert!(words.len() < 100_000, "{} bytes", words.len());
    assert!(words.contains("dst = q;") && words.contains(" ^\n"), "{}", &words[..2000]);
    let names = (0..8_000).map(|i| format!("float foo{i} = 1.0; "));
    let misspelled = (0..8_000).map(|i| format!("dst = fob{i}; "));
    let body: Vec<String> = names.chain(misspelled).collect();
    let (bytes, error) = refused(&source("output pixel1 dst;", &body.concat()));
    // A hundred looks at eight thousand names, and not eight thousand.
    assert!(bytes < 1 << 30, "{bytes} bytes");
    assert_eq!(error.list[0].suggestion.as_ref().map(|fix| fix.replacement.as_str()), Some("foo0"));
    // An error behind more warnings than are told is told, too.
    let odd = source(
        "output pixel1 dst;",
        &format!("dst = 1.0; {} dst = q;", "dst == 1.0; ".repeat(200)),
    );
    let (_, error) = refused(&odd);
    assert_eq!(
        (error.list.len(), error.list[98].code, error.list[99].code),
        (100, "PB019", "PB015")
    );
}

/// Of a long line those letters are shown that lie around the place.
#[test]
fn shader_5_the_place_in_a_long_line_is_shown() {
    let body = format!("{}dst = q;{}", "dst = 1.0; ".repeat(50), " dst = 2.0;".repeat(50));
    let text = source("output pixel1 dst;", &body);
    let words = Kernel::compile(&text).unwrap_err().to_string();
    let lines: Vec<&str> = words.lines().collect();
    let at = lines[3].find('^').unwrap();
    assert_eq!(&lines[2][at - 6..=at + 1], "dst = q;");
    assert!(lines[2].len() < 220 && words.contains(":557"), "{words}");
}
