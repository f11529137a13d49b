//! `.pbj`: records, meaning, and agreement with the source.

use crate::common::{CHECKERBOARD, TWIRL, public_files, source};
use motile_kernel::{
    CompileOptions, Kernel, ParameterValue, PbjErrorKind, PbjFile, PbjOptions, PbjRecord, PbjValue,
    Profile, RustOptions, Shader, Texture,
};
use motile_pixels::Surface;

/// Declares an output of four floats in register 1 and a place in register 0.
fn head() -> Vec<u8> {
    let mut bytes = vec![0xA5, 1, 0, 0, 0, 0xA4, 1, 0, b'k'];
    bytes.extend(hex("A1 01 02 00 00 0C 5F 4F 75 74 43 6F 6F 72 64 00"));
    bytes.extend(hex("A1 02 04 01 00 0F 64 00"));
    bytes
}

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[track_caller]
fn run(code: &str, options: PbjOptions) -> Vec<f32> {
    let mut bytes = head();
    bytes.extend(hex("A3 00 04 73 00"));
    bytes.extend(hex(code));
    let file = PbjFile::read(&bytes).unwrap();
    assert_eq!(file.to_bytes(), bytes);
    let kernel = Kernel::from_pbj_with(&file, &options).unwrap();
    let mut shader = Shader::new(&kernel);
    let texture = Texture::from_floats(2, 1, 4, vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
    shader.bind("s", &texture.unwrap()).unwrap();
    let mut out = vec![0.0; 8];
    shader.run(2, 1, &mut out).unwrap();
    out
}

#[test]
fn shader_t76_t80_known_instructions() {
    let plain = PbjOptions::default();
    assert_eq!(run("32 01 00 80 3F 80 00 00", plain)[..4], [1.0, 0.0, 0.0, 0.0]);
    let out = run("32 01 00 F0 40 00 00 00 32 01 00 60 00 00 00 00", plain);
    assert_eq!(out[..4], [2.0, 0.0, 0.0, 2.0]);
    let out = run("30 01 00 F1 00 00 10 00", plain);
    assert_eq!(out, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
    let out = run("30 04 00 F1 00 00 10 00 1D 01 00 72 04 00 18 00", plain);
    assert_eq!(out[..4], [0.0, 0.1, 0.2, 0.3]);
}

/// SHADER-25: each opcode that computes, on numbers with a known answer. Register f1 holds `a`, f2 holds `b`; the answer is read in f1.
#[test]
fn shader_25_every_opcode_computes_what_the_table_says() {
    let word = |x: f32| {
        let bytes = x.to_bits().to_be_bytes();
        bytes.map(|byte| format!("{byte:02X}")).join(" ")
    };
    let (e, pi) = (core::f32::consts::E, core::f32::consts::PI);
    for (op, a, b, expected) in [
        ("00", 7.0, 1.0, 7.0),
        ("01", 2.0, 3.0, 5.0),
        ("02", 2.0, 3.0, -1.0),
        ("03", 2.0, 3.0, 6.0),
        ("04", 9.0, 4.0, 0.25),
        ("05", 6.0, 4.0, 1.5),
        ("06", 1.0, -1.0, 0.75 * pi),
        ("07", 2.0, 3.0, 8.0),
        ("08", -1.0, 3.0, 2.0),
        ("09", 2.0, 3.0, 2.0),
        ("0A", 2.0, 3.0, 3.0),
        ("0B", 2.0, 3.0, 1.0),
        ("0B", 3.0, 2.0, 0.0),
        ("0C", 9.0, pi / 6.0, 0.5),
        ("0D", 9.0, pi / 3.0, 0.5),
        ("0E", 9.0, pi / 4.0, 1.0),
        ("0F", 9.0, 0.5, pi / 6.0),
        ("10", 9.0, 0.5, pi / 3.0),
        ("11", 9.0, 1.0, pi / 4.0),
        ("12", 9.0, 1.0, e),
        ("13", 9.0, 3.0, 8.0),
        ("14", 9.0, e, 1.0),
        ("15", 9.0, 8.0, 3.0),
        ("16", 9.0, 9.0, 3.0),
        ("17", 9.0, 4.0, 0.5),
        ("18", 9.0, -2.0, 2.0),
        ("19", 9.0, -2.0, -1.0),
        ("1A", 9.0, -1.5, -2.0),
        ("1B", 9.0, -1.5, -1.0),
        ("1C", 9.0, -0.25, 0.75),
        ("1D", 9.0, -0.25, -0.25),
    ] {
        let code =
            format!("32 01 00 80 {} 32 02 00 80 {} {op} 01 00 80 02 00 00 00", word(a), word(b));
        let found = run(&code, PbjOptions::default())[0];
        assert!((found - expected).abs() < 1e-5, "{op} of {a} and {b}: {found}");
    }
    // Vectors: f1 = (3, 4), f2 = (1, 2); the answer stands in the first channel.
    let vectors = "32 01 00 80 40 40 00 00 32 01 00 40 40 80 00 00 32 02 00 80 3F 80 00 00 32 02 00 40 40 00 00 00";
    for (code, expected) in [
        ("23 01 00 C1 01 00 10 00", 0.6),
        ("24 01 00 81 01 00 10 00", 5.0),
        ("25 01 00 C1 02 00 10 00", 8.0f32.sqrt()),
        ("26 01 00 C1 02 00 10 00", 11.0),
    ] {
        let found = run(&format!("{vectors} {code}"), PbjOptions::default())[0];
        assert!((found - expected).abs() < 1e-5, "{code}: {found}");
    }
    // Linear sampling, halfway between the two texels of the picture.
    let between = run(
        "32 02 00 80 3F 80 00 00 32 02 00 40 3F 00 00 00 31 01 00 F1 02 00 10 00",
        PbjOptions::default(),
    );
    assert!((between[0] - 0.3).abs() < 1e-6 && (between[3] - 0.6).abs() < 1e-6, "{between:?}");
    // Matrices: f1 holds the columns (3, 4) and (5, 6), f2 the columns (1, 2) and (7, 8); vectors are the first columns.
    let numbers = |register: &str, list: [f32; 4]| {
        let masks = ["80", "40", "20", "10"].into_iter().zip(list);
        let words = masks.map(|(mask, x)| format!("32 {register} 00 {mask} {} ", word(x)));
        words.collect::<Vec<_>>().concat()
    };
    let matrices = numbers("01", [3.0, 4.0, 5.0, 6.0]) + &numbers("02", [1.0, 2.0, 7.0, 8.0]);
    for (code, expected) in [
        // f1·f2: columns f1·(1, 2) and f1·(7, 8).
        ("20 01 00 04 02 00 1B 00", [13.0, 16.0, 61.0, 76.0]),
        // (3, 4)·f2: a row times the columns of f2.
        ("21 01 00 C4 02 00 1B 00", [11.0, 53.0, 5.0, 6.0]),
        // f2·(3, 4).
        ("22 01 00 C4 02 00 1B 00", [31.0, 38.0, 5.0, 6.0]),
    ] {
        let found = run(&format!("{matrices} {code}"), PbjOptions::default());
        assert_eq!(found[..4], expected, "{code}");
    }
    // (1, 0, 0) × (0, 1, 0) is (0, 0, 1).
    let cross = "32 01 00 80 3F 80 00 00 32 02 00 40 3F 80 00 00 27 01 00 E2 02 00 18 00";
    assert_eq!(run(cross, PbjOptions::default())[..3], [0.0, 0.0, 1.0]);
    // Comparisons of 2 with 3 go to int register 0, and from there as a float to f1.
    for (op, expected) in
        [("28", 0.0), ("29", 1.0), ("2A", 1.0), ("2B", 1.0), ("3B", 0.0), ("3C", 1.0)]
    {
        let code = format!(
            "32 03 00 80 {} 32 02 00 80 {} {op} 03 00 80 02 00 00 00 1F 01 00 80 00 80 00 00",
            word(2.0),
            word(3.0)
        );
        assert_eq!(run(&code, PbjOptions::default())[0], expected, "{op}");
    }
    // Truth values: i1 = 1, i2 = 0.
    let truth = "32 01 80 80 01 00 00 00 32 02 80 80 00 00 00 00";
    for (op, expected) in [("2D", 0.0), ("2E", 1.0), ("2F", 1.0)] {
        let code = format!("{truth} {op} 01 80 80 02 80 00 00 1F 01 00 80 01 80 00 00");
        assert_eq!(run(&code, PbjOptions::default())[0], expected, "{op}");
    }
    // 37 to 3A: float to bool, bool to float, int to bool, bool to int; 3D and 3E: any and all of (1, 0).
    for (code, expected) in [
        ("32 02 00 80 40 20 00 00 37 03 80 80 02 00 00 00 1F 01 00 80 03 80 00 00", 1.0),
        ("32 03 80 80 01 00 00 00 38 01 00 80 03 80 00 00", 1.0),
        ("32 03 80 80 05 00 00 00 39 03 80 80 03 80 00 00 1F 01 00 80 03 80 00 00", 1.0),
        ("32 03 80 80 01 00 00 00 3A 04 80 80 03 80 00 00 1F 01 00 80 04 80 00 00", 1.0),
        ("32 03 80 80 01 00 00 00 3D 04 80 81 03 80 10 00 1F 01 00 80 04 80 00 00", 1.0),
        ("32 03 80 80 01 00 00 00 3E 04 80 81 03 80 10 00 1F 01 00 80 04 80 00 00", 0.0),
    ] {
        assert_eq!(run(code, PbjOptions::default())[0], expected, "{code}");
    }
}

/// SHADER-19: every type that a parameter can have, out and in again.
#[test]
fn shader_19_parameters_of_every_type_survive_bytecode() {
    let types = "float float2 float3 float4 float2x2 float3x3 float4x4 int int2 int3 int4 bool bool2 bool3 bool4 pixel1 pixel2 pixel3 pixel4";
    for (index, ty) in types.split(' ').enumerate() {
        let sum = match ty {
            "bool" => "k ? 1.0 : 0.0".to_owned(),
            _ if ty.starts_with("bool") => "any(k) ? 1.0 : 0.0".to_owned(),
            "int" => "float(k)".to_owned(),
            _ if ty.starts_with("int") => "float(k[0] + k[1])".to_owned(),
            "float" | "pixel1" => "k".to_owned(),
            "float2x2" | "float3x3" | "float4x4" => "k[1][0] + k[0][1]".to_owned(),
            _ => "k[0] + k[1] * 3.0".to_owned(),
        };
        let default =
            if ty.starts_with("bool") { format!("{ty}(true)") } else { format!("{ty}(1)") };
        let default = if ty == "bool" { "true".to_owned() } else { default };
        let members = format!("parameter {ty} k < defaultValue : {default}; >; output pixel1 dst;");
        let kernel = Kernel::compile(&source(&members, &format!("dst = {sum};")))
            .unwrap_or_else(|error| panic!("{ty}\n{error}"));
        let loaded = Kernel::from_pbj(&kernel.to_pbj().unwrap().to_bytes()).unwrap();
        assert_eq!(loaded.parameters(), kernel.parameters(), "{index} {ty}");
        assert_eq!(picture(&loaded, &|_| {}), picture(&kernel, &|_| {}), "{ty}");
    }
}

#[test]
fn shader_25_quirks_of_the_player_are_a_choice() {
    let round = "32 02 00 80 40 20 00 00 1E 00 80 80 02 00 00 00 1F 01 00 80 00 80 00 00";
    assert_eq!(run(round, PbjOptions { quirks: false })[0], 2.0);
    assert_eq!(run(round, PbjOptions { quirks: true })[0], 2.0);
    let half = round.replace("40 20", "3F 80");
    assert_eq!(run(&half, PbjOptions { quirks: true })[0], 1.0);
    let up = round.replace("40 20 00 00", "3F E6 66 66");
    assert_eq!(run(&up, PbjOptions { quirks: false })[0], 1.0);
    assert_eq!(run(&up, PbjOptions { quirks: true })[0], 2.0);
    let not = "32 01 80 80 01 00 00 00 2C 02 80 80 01 80 00 00 1F 01 00 80 02 80 00 00";
    assert_eq!(run(not, PbjOptions { quirks: false })[0], 0.0);
    assert_eq!(run(not, PbjOptions { quirks: true })[0], -2.0);
    // A truth value as a float is 0, a whole number as a truth value stays 5, and so does one that is taken for a truth value.
    for (code, right, player) in [
        ("32 03 80 80 01 00 00 00 38 01 00 80 03 80 00 00", 1.0, 0.0),
        ("32 03 80 80 05 00 00 00 39 03 80 80 03 80 00 00 1F 01 00 80 03 80 00 00", 1.0, 5.0),
        ("32 03 80 80 05 00 00 00 3A 04 80 80 03 80 00 00 1F 01 00 80 04 80 00 00", 1.0, 5.0),
        // `select` on 5: true, and in the player 1 alone is.
        (
            "32 03 80 80 05 00 00 00 32 02 00 80 40 40 00 00 32 02 00 40 40 80 00 00 \
             33 01 00 80 03 80 00 00 02 00 00 00 02 00 40 00",
            3.0,
            4.0,
        ),
    ] {
        assert_eq!(run(code, PbjOptions { quirks: false })[0], right, "{code}");
        assert_eq!(run(code, PbjOptions { quirks: true })[0], player, "{code}");
    }
}

#[test]
fn shader_25_comparisons_branches_and_selects() {
    // Is x below 1? Red is 5 then, else 7; green the same by `select`.
    let code = "32 02 00 80 3F 80 00 00 2A 00 00 80 02 00 00 00 \
        34 00 00 00 00 80 00 00 32 01 00 80 40 A0 00 00 35 00 00 00 00 00 00 00 \
        32 01 00 80 40 E0 00 00 36 00 00 00 00 00 00 00 \
        32 03 00 80 40 A0 00 00 32 03 00 40 40 E0 00 00 \
        33 01 00 40 00 80 00 00 03 00 00 00 03 00 40 00";
    let out = run(code, PbjOptions::default());
    assert_eq!((out[0], out[1], out[4], out[5]), (5.0, 5.0, 7.0, 7.0));
}

#[test]
fn shader_t82_bad_files_name_the_byte() {
    let error = |code: &str| {
        let mut bytes = head();
        bytes.extend(hex(code));
        let error = Kernel::from_pbj(&bytes).unwrap_err();
        (error.offset - head().len(), error.kind)
    };
    assert_eq!(error("32 01 00"), (0, PbjErrorKind::Truncated));
    assert_eq!(error("00 00 00 00 00 00 00 00 77"), (8, PbjErrorKind::UnknownTag(0x77)));
    assert_eq!(error("35 00 00 00 00 00 00 00"), (0, PbjErrorKind::Unbalanced));
    assert_eq!(error("36 00 00 00 00 00 00 00"), (0, PbjErrorKind::Unbalanced));
    assert_eq!(error("34 00 00 00 00 80 00 00"), (0, PbjErrorKind::Unbalanced));
    assert_eq!(error("30 01 00 F1 00 00 10 03"), (0, PbjErrorKind::UnknownImage(3)));
    let no_output = Kernel::from_pbj(&hex("A5 01 00 00 00")).unwrap_err();
    assert_eq!(no_output.kind, PbjErrorKind::NoOutput);
}

/// Files that say so used to end in a panic: only numbers were expected.
#[test]
fn a_select_between_matrices_takes_all_of_their_numbers() {
    // Registers f2 and f4 hold a matrix of 2×2 each; int register 0 is 1 or 0, and the choice goes to f1.
    for (test, chosen) in [("01", 1.0), ("00", 2.0)] {
        let code = format!(
            "32 00 80 80 {test} 00 00 00 32 02 00 F0 3F 80 00 00 32 04 00 F0 40 00 00 00 \
             33 01 00 04 00 80 00 00 02 00 1B 00 04 00 1B 00"
        );
        assert_eq!(run(&code, PbjOptions::default())[..4], [chosen; 4]);
    }
}

fn noise(width: u32, height: u32, seed: u32) -> Texture {
    let mut state = seed;
    let bytes: Vec<u8> = (0..width * height * 4)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    Texture::from_surface(&Surface::from_rgba(width, height, &bytes).unwrap())
}

/// A picture of a kernel with all its inputs bound by name.
fn picture(kernel: &Kernel, change: &dyn Fn(&mut Shader)) -> Vec<f32> {
    let mut shader = Shader::new(kernel);
    for input in kernel.inputs() {
        let seed = input.name.bytes().map(u32::from).sum();
        shader.bind(&input.name, &noise(61, 47, seed)).unwrap();
    }
    change(&mut shader);
    let mut out = vec![0.0; 60 * 40 * usize::from(kernel.channels())];
    shader.run(60, 40, &mut out).unwrap();
    out
}

fn set(shader: &mut Shader, name: &str, value: impl ParameterValue) {
    if shader.find(name).is_some() {
        shader.set_unchecked(name, value).unwrap();
    }
}

#[test]
fn shader_26_27_t81_written_bytecode_gives_the_same_bits() {
    let many = source(
        "input image4 src; parameter int n < maxValue : 9; defaultValue : 4; >; parameter bool b < defaultValue : true; >; parameter float3x3 m < defaultValue : float3x3(0.5); >; parameter float2x2 k < defaultValue : float2x2(1.0, 2.0, 3.0, 4.0); >; output pixel4 dst;",
        "float2 p = outCoord(); float4 c = sampleLinear(src, p * 0.7); float s = 0.0;
         for (int i = 0; i < 5; i++) s += sin(p.x * float(i)) * cos(p.y);
         if (p.x > 10.0 && !b || int(p.y) == n) { c.rgb = m * c.rgb; s = exp(-s) + log2(abs(s)) - pow(c.r, 0.4) + atan(s, c.g); }
         else if (c.a < 0.5) { c = sampleNearest(src, p.yx).bgra; }
         c.rg = k * c.rg; int q = int(s * 3.0) / 2 - n;
         dst = pixel4(c.r, fract(s), -c.b + float(q), b ? mod(c.a, 0.3) : step(0.5, s));",
    );
    for text in [TWIRL, CHECKERBOARD, &many] {
        let kernel = Kernel::compile(text).unwrap_or_else(|error| panic!("{error}"));
        let bytes = kernel.to_pbj().unwrap().to_bytes();
        let loaded = Kernel::from_pbj(&bytes).unwrap();
        assert_eq!(loaded.parameters(), kernel.parameters());
        assert_eq!(loaded.inputs(), kernel.inputs());
        assert_eq!(loaded.metadata(), kernel.metadata());
        let change = |shader: &mut Shader| {
            set(shader, "twist", 3.0);
            set(shader, "center", [30.0, 20.0]);
        };
        let (a, b) = (picture(&kernel, &change), picture(&loaded, &change));
        let bits = |list: &[f32]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&a), bits(&b));
    }
    let endless =
        source("output pixel1 dst;", "float x = outCoord().x; while (x < 99.0) x *= 2.0; dst = x;");
    let error = Kernel::compile(&endless).unwrap().to_pbj().unwrap_err();
    assert_eq!(error.kind, PbjErrorKind::Inexpressible);
    // A range may be narrowed; a value to begin with may not be another.
    for (key, fits) in [("maxValue", true), ("minValue", true), ("defaultValue", false)] {
        let members = format!("parameter int n < {key} : 40000; >; output pixel1 dst;");
        let kernel = Kernel::compile(&source(&members, "dst = float(n);")).unwrap();
        assert_eq!(kernel.to_pbj().is_ok(), fits, "{key}");
    }
}

/// The kernels of the demos D9-1 to D9-22 in the Flash profile, and all of the library that bytecode can say.
#[test]
fn shader_t81_kernels_of_the_demos_survive_bytecode_to_the_bit() {
    let bars = "dst = pixel4(sin(0.2 * outCoord().x) * 0.5 + 0.5, 0.0, 0.0, 1.0);";
    let read = "input image4 src; output pixel4 dst;";
    let glass = "float2 p = outCoord(); dst = sampleNearest(src, p + mult * float2(sin(wave * p.x), sin(wave * p.y)));";
    let glass_members = "input image4 src; output pixel4 dst; parameter float mult < maxValue : 10.0; defaultValue : 1.0; >; parameter float wave < defaultValue : 0.1; >;";
    let smooth = glass.replace("sampleNearest", "sampleLinear");
    let mut sources: Vec<String> = [
        (read, "dst = sampleNearest(src, outCoord());"),
        ("output pixel4 dst;", "dst = pixel4(1, 0, 0, 1);"),
        ("output pixel4 dst;", "dst.r = 100.0; dst.g = 0.0; dst.b = 0.0; dst.a = 1.0;"),
        ("output pixel4 dst;", "float3 v = float3(1, 0, 1); dst.rbg = v; dst.a = 1.0;"),
        ("output pixel4 dst;", "float3 v = float3(1, 0, 1); dst.rgb = v.grb; dst.a = 1.0;"),
        ("output pixel4 dst;", bars),
        (
            "output pixel4 dst;",
            "float2 p = outCoord(); dst.rb = sin(0.2 * p) * 0.5 + 0.5; dst.g = 0.0; dst.a = 1.0;",
        ),
        (
            "output pixel4 dst;",
            "dst.rgb = pixel3(sin(0.2 * outCoord().x) * 0.5 + 0.5); dst.a = 1.0;",
        ),
        (
            "parameter float mult; output pixel4 dst;",
            "dst = pixel4(sin(mult * outCoord().x) * 0.5 + 0.5, 0.0, 0.0, 1.0);",
        ),
        ("parameter pixel4 color; output pixel4 dst;", "dst = color;"),
        (glass_members, glass),
        (glass_members, &smooth),
    ]
    .map(|(members, body)| source(members, body))
    .into();
    sources.extend([TWIRL, CHECKERBOARD].map(str::to_owned));
    let channels = motile_kernel::library::find("channel-blend").unwrap().source;
    sources.push(channels.to_owned());
    let flash = CompileOptions { profile: Profile::Flash };
    let bits = |kernel: &Kernel| {
        let change = |shader: &mut Shader| {
            set(shader, "twist", 3.0);
            set(shader, "center", [30.0, 20.0]);
            set(shader, "amt", [1.0, 0.9, 0.0]);
            set(shader, "mult", 0.7);
            set(shader, "color", [0.1, 0.5, 0.9, 0.3]);
        };
        picture(kernel, &change).iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    for text in &sources {
        let kernel = Kernel::compile_with(text, &flash).unwrap_or_else(|e| panic!("{text}\n{e}"));
        let again = Kernel::from_pbj(&kernel.to_pbj().unwrap().to_bytes()).unwrap();
        assert!(bits(&kernel) == bits(&again), "{text}");
    }
    let mut written = 0;
    for entry in motile_kernel::library::KERNELS {
        let kernel = entry.compile().unwrap();
        let Ok(file) = kernel.to_pbj() else { continue };
        let again = Kernel::from_pbj(&file.to_bytes()).unwrap();
        assert!(bits(&kernel) == bits(&again), "{}", entry.id);
        written += 1;
    }
    assert!(written >= 20, "{written} of the library have no loops that hang on parameters");
}

#[test]
fn public_files_are_written_back_byte_for_byte() {
    for path in public_files()
        .into_iter()
        .flatten()
        .filter(|path| path.extension().is_some_and(|e| e == "pbj"))
    {
        let bytes = std::fs::read(&path).unwrap();
        let file = PbjFile::read(&bytes).unwrap();
        assert_eq!(file.to_bytes(), bytes, "{path:?}");
        let kernel = Kernel::from_pbj(&bytes).unwrap();
        picture(&kernel, &|_| {});
        let again = Kernel::from_pbj(&kernel.to_pbj().unwrap().to_bytes()).unwrap();
        let bits =
            |kernel| picture(kernel, &|_| {}).iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&kernel), bits(&again), "{path:?}");
        for cut in 0..bytes.len() {
            if let Ok(short) = Kernel::from_pbj(&bytes[..cut]) {
                assert!(short.channels() > 0);
            }
        }
    }
}

#[test]
fn source_and_bytecode_of_public_kernels_agree() {
    for path in public_files()
        .into_iter()
        .flatten()
        .filter(|path| path.extension().is_some_and(|e| e == "pbk"))
    {
        let text = std::fs::read(&path).unwrap();
        let source = Kernel::compile_bytes(&text, &CompileOptions::default())
            .unwrap_or_else(|error| panic!("{path:?}\n{error}"));
        let file = std::fs::read(path.with_extension("pbj")).unwrap();
        let bytecode = Kernel::from_pbj(&file).unwrap();
        let change = |shader: &mut Shader| {
            let names: Vec<_> = shader.kernel().parameters().to_vec();
            for parameter in &names {
                let numbers: Vec<f32> = (0..parameter.ty.count())
                    .map(|i| 0.3 + 0.17 * ((i * 7 + parameter.name.len() * 3) % 11) as f32)
                    .collect();
                set(shader, &parameter.name, numbers.as_slice());
            }
            set(shader, "envMapDim", 20.0);
            set(shader, "cubeDim", 20.0);
        };
        let (a, b) = (picture(&source, &change), picture(&bytecode, &change));
        let byte = |x: &f32| (x.clamp(0.0, 1.0) * 255.0 + 0.5) as i32;
        let far = a.iter().zip(&b).filter(|(a, b)| (byte(a) - byte(b)).abs() > 1).count();
        assert_eq!(far, 0, "{path:?}: {far} of {}", a.len());
        assert!(a.iter().any(|x| *x > 0.05 && *x < 0.95), "{path:?} shows nothing");
    }
}

#[test]
fn records_know_what_they_are() {
    let file = PbjFile::read(&head()).unwrap();
    assert_eq!(file.records[0], (0, PbjRecord::Version(1)));
    assert!(matches!(&file.records[3].1, PbjRecord::Parameter { direction: 2, register: 1, .. }));
}

/// Files of one assembler, whose instruction that does nothing is a byte too short, made no sense.
#[test]
fn shader_25_an_instruction_that_does_nothing_may_be_too_short() {
    let one = hex("32 01 00 80 3F 80 00 00");
    for nothing in [7, 8] {
        let mut bytes = head();
        bytes.resize(bytes.len() + nothing, 0);
        bytes.extend(&one);
        bytes.resize(bytes.len() + nothing, 0);
        let file = PbjFile::read(&bytes).unwrap();
        assert_eq!(file.to_bytes(), bytes);
        let kernel = Kernel::from_pbj(&bytes).unwrap();
        let mut out = [9.0; 4];
        Shader::new(&kernel).run(1, 1, &mut out).unwrap();
        assert_eq!(out, [1.0, 0.0, 0.0, 0.0]);
        let cut = PbjFile::read(&bytes[..bytes.len() - nothing - 1]).unwrap_err();
        assert_eq!(cut.kind, PbjErrorKind::Truncated);
    }
}

/// 14-pbj: where there are several outputs, the last declared one counts.
#[test]
fn shader_25_the_last_declared_output_is_used() {
    let output = |register: &str, name: &str| hex(&format!("A1 02 04 {register} 00 0F {name} 00"));
    // Register 1 is (1, 2, 1, 2), register 2 is all 5.
    let code = "32 01 00 A0 3F 80 00 00 32 01 00 50 40 00 00 00 32 02 00 F0 40 A0 00 00";
    for (first, last, expected) in [("01", "02", [5.0; 4]), ("02", "01", [1.0, 2.0, 1.0, 2.0])] {
        let mut bytes = hex("A5 01 00 00 00 A4 01 00 6B");
        bytes.extend([output(first, "64"), output(last, "65"), hex(code)].concat());
        let mut out = [0.0; 4];
        Shader::new(&Kernel::from_pbj(&bytes).unwrap()).run(1, 1, &mut out).unwrap();
        assert_eq!(out, expected, "{first} {last}");
    }
}

/// The written code names `Result` and `Default` itself, and fields of one name are none.
#[test]
fn names_of_bytecode_in_rust_are_neither_taken_nor_twice() {
    let texts = "parameter float a; parameter float b; parameter float2 c; input image4 one; input image4 two; output pixel4 dst;";
    let body = "dst = sample(one, c + a) + sample(two, c * b);";
    let mut file = Kernel::compile(&source(texts, body)).unwrap().to_pbj().unwrap();
    let mut inputs = ["p\u{e9}".as_bytes(), b"p_"].into_iter();
    for (_, record) in &mut file.records {
        match record {
            PbjRecord::Name(name) => *name = b"Result".to_vec(),
            PbjRecord::Image { name, .. } => *name = inputs.next().unwrap().to_vec(),
            PbjRecord::Parameter { name, .. } => match name.as_slice() {
                b"a" => *name = b"x y".to_vec(),
                b"b" => *name = b"x-y".to_vec(),
                b"c" => *name = b"x_y_2".to_vec(),
                _ => {}
            },
            _ => {}
        }
    }
    let kernel = Kernel::from_pbj(&file.to_bytes()).unwrap();
    let text = kernel.to_rust(&RustOptions::default());
    for line in [
        "pub struct Result_ {",
        "impl Default for Result_ {",
        "    pub x_y: f32,",
        "    pub x_y_2: f32,",
        "    pub x_y_2_2: [f32; 2],",
        "k.float(self.x_y_2)",
        "k.float(self.x_y_2_2[1])",
        "p_: &::motile_kernel::Texture, p__2: &::motile_kernel::Texture",
        "&[p_, p__2]",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// SHADER-26: numbers of metadata that are 0 are numbers like any other, of either sign.
#[test]
fn shader_26_ranges_and_defaults_of_zero_survive_bytecode() {
    let members = "parameter float a < minValue : -1.0; maxValue : 0.0; defaultValue : 0.0; >;
        parameter float b < minValue : 0.0; maxValue : 0.0; defaultValue : 0.0; >;
        parameter float3 c < minValue : float3(0.0); maxValue : float3(0.0, 2.0, 0.0);
            defaultValue : float3(0.0, 1.0, 0.0); >;
        parameter float2x2 d < minValue : float2x2(0.0); maxValue : float2x2(0.0, 1.0, 0.0, 1.0);
            defaultValue : float2x2(0.0); >;
        parameter int e < minValue : -5; maxValue : 0; defaultValue : 0; >;
        parameter int4 f < minValue : int4(0); maxValue : int4(9, 0, 9, 0); defaultValue : int4(0, 0, 3, 0); >;
        parameter bool g < defaultValue : false; >;
        parameter bool2 h < defaultValue : bool2(false, true); >;
        parameter float i < minValue : -0.0; maxValue : 1.0; defaultValue : 0.0; description : \"\"; step : 0.0; >;
        parameter float j;
        output pixel1 dst;";
    let body = "dst = a + b + c.x + d[0][1] + float(e + f.z) + i + j + (g || h.y ? 1.0 : 0.0);";
    let kernel = Kernel::compile(&source(members, body)).unwrap_or_else(|error| panic!("{error}"));
    let again = Kernel::from_pbj(&kernel.to_pbj().unwrap().to_bytes()).unwrap();
    assert_eq!(again.parameters(), kernel.parameters());
    let bits = |kernel: &Kernel| {
        let numbers = kernel.parameters().iter().flat_map(|p| [&p.min, &p.max, &p.default]);
        numbers.flatten().map(|number| number.to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(bits(&again), bits(&kernel), "to the sign of zeros");
    assert_eq!(picture(&again, &|_| {}), picture(&kernel, &|_| {}));
    let twice = Kernel::from_pbj(&again.to_pbj().unwrap().to_bytes()).unwrap();
    assert_eq!(twice.parameters(), kernel.parameters());
}

/// What was too long was cut off without a word, and another kernel read again.
#[test]
fn shader_26_a_name_that_is_too_long_is_an_error() {
    for (length, fits) in [(1, true), (255, true), (256, true), (65_535, true), (65_536, false)] {
        let name = "k".repeat(length);
        let text = source("output pixel1 dst;", "dst = 1.0;").replace("Test", &name);
        let written = Kernel::compile(&text).unwrap().to_pbj();
        if fits {
            let again = Kernel::from_pbj(&written.unwrap().to_bytes()).unwrap();
            assert_eq!(again.name(), name);
            continue;
        }
        let error = written.unwrap_err();
        assert_eq!(error.kind, PbjErrorKind::NameTooLong { bytes: 65_536 });
        let words = "the name of the kernel has 65536 bytes, and the format holds at most 65535";
        assert!(error.to_string().ends_with(words), "{error}");
    }
    // Other names end with a zero and have no limit.
    let name = "p".repeat(70_000);
    let members = format!("parameter float {name}; input image4 s{name}; output pixel1 dst;");
    let body = format!("dst = {name} + sample(s{name}, outCoord()).r;");
    let kernel = Kernel::compile(&source(&members, &body)).unwrap();
    let again = Kernel::from_pbj(&kernel.to_pbj().unwrap().to_bytes()).unwrap();
    assert_eq!(again.parameters(), kernel.parameters());
    assert_eq!(again.inputs(), kernel.inputs());
}

/// Zero bytes in texts were dropped without a word, and a parameter of the name of the place became the place.
#[test]
fn shader_26_what_the_format_cannot_say_is_an_error() {
    let text = source("output pixel1 dst;", "dst = 1.0;");
    let zero = Kernel::compile(&text.replace("\"n\"", "\"a\0b\"")).unwrap();
    let error = zero.to_pbj().unwrap_err();
    assert_eq!(error.kind, PbjErrorKind::ZeroInText);
    assert!(error.to_string().contains("zero byte"), "{error}");
    let members = "parameter float _OutCoord; output pixel1 dst;";
    let place = Kernel::compile(&source(members, "dst = _OutCoord;")).unwrap();
    assert_eq!(place.to_pbj().unwrap_err().kind, PbjErrorKind::Inexpressible);
}

/// Records that somebody made are written as far as they can be, and `check` says what is lost.
#[test]
fn shader_26_records_are_checked_before_they_are_written() {
    let value = |ty: u8, value: PbjValue| PbjRecord::Metadata {
        of_parameter: false,
        ty,
        key: b"key".to_vec(),
        value,
    };
    let image = |name: &[u8]| PbjRecord::Image { index: 0, channels: 4, name: name.to_vec() };
    let parameter = |name: &[u8]| PbjRecord::Parameter {
        direction: 1,
        ty: 1,
        register: 1,
        mask: 8,
        name: name.to_vec(),
    };
    let file =
        |record: PbjRecord| PbjFile { records: vec![(0, PbjRecord::Version(1)), (5, record)] };
    for record in [
        PbjRecord::Name(vec![0; 65_535]),
        value(1, PbjValue::Floats(vec![0.0])),
        value(7, PbjValue::Floats(vec![0.0; 16])),
        value(9, PbjValue::Ints(vec![0, 0])),
        value(13, PbjValue::Ints(vec![0])),
        value(12, PbjValue::Text(Vec::new())),
        image(b""),
        parameter(b"p"),
    ] {
        let file = file(record);
        assert_eq!(file.check(), Ok(()));
        assert_eq!(PbjFile::read(&file.to_bytes()).unwrap(), file);
    }
    for (record, kind) in [
        (PbjRecord::Name(vec![b'k'; 65_536]), PbjErrorKind::NameTooLong { bytes: 65_536 }),
        (value(12, PbjValue::Text(b"a\0".to_vec())), PbjErrorKind::ZeroInText),
        (image(b"\0"), PbjErrorKind::ZeroInText),
        (parameter(b"p\0q"), PbjErrorKind::ZeroInText),
        (value(2, PbjValue::Floats(vec![0.0])), PbjErrorKind::Inexpressible),
        (value(8, PbjValue::Floats(vec![0.0])), PbjErrorKind::Inexpressible),
        (value(1, PbjValue::Ints(vec![0])), PbjErrorKind::Inexpressible),
        (value(12, PbjValue::Ints(Vec::new())), PbjErrorKind::Inexpressible),
        (value(1, PbjValue::Text(Vec::new())), PbjErrorKind::Inexpressible),
        (value(99, PbjValue::Floats(Vec::new())), PbjErrorKind::Inexpressible),
    ] {
        let file = file(record);
        let error = file.check().unwrap_err();
        assert_eq!((error.offset, error.kind), (5, kind));
        assert_ne!(PbjFile::read(&file.to_bytes()).ok(), Some(file));
    }
}
