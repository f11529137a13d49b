//! What the compiler says about mistakes, and where it points.

use crate::common::source;
use motile_kernel::{CompileOptions, Kernel, Profile, Severity};

const FLASH: CompileOptions = CompileOptions { profile: Profile::Flash };

/// Code and underlined text of all that is said about a source.
fn said(text: &str, options: CompileOptions) -> Vec<(&'static str, String)> {
    let list = match Kernel::compile_with(text, &options) {
        Ok(kernel) => kernel.warnings().to_vec(),
        Err(error) => error.list,
    };
    list.iter().map(|d| (d.code, d.span.text(text).to_owned())).collect()
}

#[track_caller]
fn expect(members: &str, body: &str, options: CompileOptions, code: &'static str, span: &str) {
    let text = source(members, body);
    assert_eq!(said(&text, options), [(code, span.to_owned())], "{text}");
}

#[test]
fn shader_8_t58_t59_t73_types_and_names() {
    let full = CompileOptions::default();
    expect("output pixel1 dst;", "float n = 3; dst = n;", full, "PB007", "3");
    let members = "output pixel1 dst; parameter int cols;";
    expect(
        members,
        "float2 p = outCoord(); float n = p.x / cols; dst = n;",
        full,
        "PB008",
        "p.x / cols",
    );
    let members = "input image1 src; output pixel1 dst;";
    expect(members, "dst = sampleLinea(src, outCoord());", full, "PB015", "sampleLinea");
    expect("output pixel1 dst;", "float value = 1.0; dst = valves;", full, "PB015", "valves");
    expect("output pixel1 dst;", "dst = max(1, 2.0);", full, "PB007", "1");
    expect("output pixel2 dst;", "dst = float3(1.0);", full, "PB009", "float3(1.0)");
    expect(
        "output pixel2 dst;",
        "dst = float2(1.0, 2.0, 3.0);",
        full,
        "PB022",
        "float2(1.0, 2.0, 3.0)",
    );
    expect("parameter float k; output pixel1 dst;", "k = 1.0; dst = k;", full, "PB024", "k");
    expect("output pixel1 dst;", "float a = 1.0; float a = 2.0; dst = a;", full, "PB023", "a");
}

/// SHADER-21: the value used to be thrown away, and the constant was 0.
#[test]
fn shader_21_a_constant_of_a_kernel_is_known_while_compiling() {
    let full = CompileOptions::default();
    let members = "output pixel1 dst; parameter float k; const float twice = k * 2.0;";
    expect(members, "dst = twice;", full, "PB028", "k * 2.0");
    let members = "output pixel1 dst; const float2 where = outCoord(), half = float2(0.5);";
    expect(members, "dst = where.x + half.y;", full, "PB028", "outCoord()");
    let good = source("output pixel1 dst; const float a = sin(0.0) + 2.0, b = a * PI;", "dst = b;");
    assert_eq!(said(&good, full), []);
    let local = source("output pixel1 dst;", "const float x = outCoord().x; dst = x;");
    assert_eq!(said(&local, full), [], "in a function it is computed when it is reached");
}

#[test]
fn shader_8_numbers_in_sixteens_have_digits_and_an_end() {
    let full = CompileOptions::default();
    let one = "output pixel1 dst;";
    expect(one, "int i = 0x; dst = float(i);", full, "PB014", "0x");
    expect(one, "int i = 0x1FFFFFFFF; dst = float(i);", full, "PB014", "0x1FFFFFFFF");
    assert_eq!(said(&source(one, "int i = 0xFF; dst = float(i);"), full), []);
}

#[test]
fn shader_4_shader_20_metadata_of_the_wrong_kind_is_told() {
    let full = CompileOptions::default();
    let with = |metadata: &str| format!("output pixel1 dst; parameter float k < {metadata} >;");
    expect(&with("minValue : \"low\";"), "dst = k;", full, "PB009", "\"low\"");
    expect(&with("minValue : 3.0; maxValue : 2.0;"), "dst = k;", full, "PB020", "3.0");
    expect(&with("maxValue : -1.0;"), "dst = k;", full, "PB020", "-1.0");
    let text = source("output pixel1 dst;", "dst = 1.0;");
    for (from, to, span) in [
        ("version : 1;", "version : \"one\";", "\"one\""),
        ("version : 1;", "version : 1.5;", "1.5"),
        ("vendor : \"v\";", "vendor : 7;", "7"),
    ] {
        assert_eq!(said(&text.replace(from, to), full), [("PB020", span.to_owned())], "{to}");
    }
}

#[test]
fn shader_39_one_is_given_and_two_are() {
    let message = |body: &str| {
        let error = Kernel::compile(&source("output pixel1 dst;", body)).unwrap_err();
        error.list[0].message.clone()
    };
    assert_eq!(message("dst = pow(1.0);"), "`pow` takes 2 arguments, 1 is given");
    assert_eq!(message("dst = sin(1.0, 2.0);"), "`sin` takes 1 argument, 2 are given");
    assert_eq!(
        message("dst = float2(float2x2(1.0)).x + float3(outCoord()).x;"),
        "float3 holds 3 numbers, 2 are given"
    );
}

/// A tower of functions, each of which calls the one below twice, inside of a loop: it used to be walked on all its ways.
#[test]
fn shader_t75_towers_in_loops_and_chains_of_truth_values_end_soon() {
    let mut members =
        "output pixel1 dst; float f0(float x) { return x + outCoord().x; }".to_owned();
    for i in 1..60 {
        let line = format!("float f{i}(float x) {{ return f{0}(x) + f{0}(x * 1.5); }}", i - 1);
        members += &line;
    }
    let body = "float s = 0.0; while (s < outCoord().y) s += f59(s); dst = s;";
    assert!(Kernel::compile(&source(&members, body)).is_err());
    // Each of two truth values is made of both, again and again.
    let turns = "a = a ^^ b; b = b ^^ a; ".repeat(40);
    let body = format!(
        "bool a = outCoord().x > 3.0; bool b = outCoord().y > 2.0; {turns} dst = a && true && b ? 1.0 : 0.0;"
    );
    assert!(Kernel::compile(&source("output pixel1 dst;", &body)).is_ok());
    // Loops in loops around many branches copy what they try.
    let branch = "if (p.x > s) s += 1.0; else t += p.y; ".repeat(30);
    let body = format!(
        "float2 p = outCoord(); float s = 0.0; float t = 0.0;
         for (int i = 0; i < 60; i++) for (int j = 0; j < 60; j++) {{ {branch} }} dst = s + t;"
    );
    // Either way is right; what counts is that it ends.
    drop(Kernel::compile(&source("output pixel1 dst;", &body)));
}

#[test]
fn shader_39_a_source_of_more_than_a_megabyte_is_told_so() {
    let large = " ".repeat((1 << 20) + 1);
    for failed in [Kernel::compile(&large), Kernel::compile_glsl(&large)] {
        let list = failed.unwrap_err().list;
        assert_eq!(list.iter().map(|d| d.code).collect::<Vec<_>>(), ["PB026"]);
    }
    assert_eq!(motile_kernel::KernelGraph::compile(&large).unwrap_err().list[0].code, "PB026");
    assert!(motile_kernel::KernelProbe::new_glsl(&large).is_err());
}

#[test]
fn places_count_lines_however_they_end() {
    for ends in ["\n", "\r\n", "\r"] {
        let text = source("output pixel1 dst;", "float n = 3;\ndst = n;").replace('\n', ends);
        let error = Kernel::compile(&text).unwrap_err();
        assert_eq!(error.list[0].span.line_column(&text), (7, 11), "{ends:?}");
        let shown = error.to_string();
        assert!(shown.contains("   7 | float n = 3;\n     |           ^\n"), "{ends:?} {shown}");
    }
}

#[test]
fn shader_2_to_7_t60_t65_members() {
    let full = CompileOptions::default();
    expect(
        "output pixel1 dst; parameter float k; < minValue: 0.0; >",
        "dst = k;",
        full,
        "PB017",
        ";",
    );
    expect("", "", full, "PB004", "Test");
    expect(
        "output pixel1 dst; output pixel1 two;",
        "dst = 1.0;",
        full,
        "PB005",
        "output pixel1 two;",
    );
    let text = source("output pixel1 dst;", "dst = 1.0;");
    let expect_text = |text: &str, code, span: &str| {
        assert_eq!(said(text, full), [(code, span.to_owned())]);
    };
    expect_text(&text.replace("evaluatePixel", "evaluatePixels"), "PB006", "Test");
    expect_text(
        &text.replace("vendor : \"v\"; ", ""),
        "PB003",
        "< namespace : \"n\"; version : 1; >",
    );
    expect_text(&text.replace("<languageVersion : 1.0;>\n", ""), "PB001", "kernel");
    expect_text(&text.replace("1.0;>", "9.0;>"), "PB002", "9.0");
}

#[test]
fn shader_23_t66_t70_the_flash_profile() {
    let one = "output pixel1 dst;";
    expect(one, "for (int i = 0; i < 3; i++) { dst = 1.0; }", FLASH, "PB010", "for");
    expect("output pixel1 dst; float f() { return 1.0; }", "dst = f();", FLASH, "PB011", "f");
    expect(one, "float a[3]; dst = 1.0;", FLASH, "PB012", "a[3]");
    expect(
        one,
        "bool b = true; float x = 0.0; float y = 1.0; dst = b ? x + 1.0 : y;",
        FLASH,
        "PB021",
        "x + 1.0",
    );
    expect("dependent float d; output pixel1 dst;", "dst = 1.0;", FLASH, "PB013", "dependent");
    expect(
        "output pixel1 dst;",
        "float2 v = outCoord(); int i = int(v.x); dst = v[i];",
        FLASH,
        "PB013",
        "i",
    );
}

#[test]
fn shader_23_the_flash_profile_has_no_regions() {
    for name in ["needed", "changed", "generated"] {
        let arguments = if name == "generated" { "" } else { "region r, imageRef i" };
        let members =
            format!("output pixel1 dst; region {name}({arguments}) {{ return everywhere(); }}");
        expect(&members, "dst = 1.0;", FLASH, "PB013", name);
        assert_eq!(said(&source(&members, "dst = 1.0;"), CompileOptions::default()), []);
    }
    for ty in ["region", "imageRef"] {
        let body = format!("{ty} part; dst = 1.0;");
        expect("output pixel1 dst;", &body, FLASH, "PB013", "part");
    }
}

#[test]
fn shader_12_t69_swizzles() {
    let full = CompileOptions::default();
    expect("output pixel2 dst;", "float4 v = float4(1.0); dst = v.rx;", full, "PB016", "rx");
    expect("output pixel1 dst;", "float2 v = float2(1.0); dst = v.z;", full, "PB016", "z");
    expect("output pixel2 dst;", "dst.rr = float2(1.0); dst = dst;", full, "PB016", "rr");
}

#[test]
fn shader_t71_t72_warnings() {
    let full = CompileOptions::default();
    expect(
        "output pixel1 dst; parameter float k < maxValue : 2.0; defaultValue : 3.0; >;",
        "dst = k;",
        full,
        "PB020",
        "3.0",
    );
    expect("output pixel1 dst;", "if (outCoord().x > 3.0) dst = 1.0;", full, "PB018", "if");
    expect("output pixel2 dst;", "dst.x = 1.0;", full, "PB018", "evaluatePixel");
    expect(
        "output pixel1 dst;",
        "dst = 1.0; outCoord().x + 1.0;",
        full,
        "PB019",
        "outCoord().x + 1.0",
    );
}

/// Messages name what is missing or accepted, and say what would mend it.
#[test]
fn shader_39_words_of_t58_to_t73() {
    let full = CompileOptions::default();
    let text = source("output pixel4 dst;", "float4 v = float4(1.0); dst = v;");
    let first = |text: &str, options: CompileOptions| {
        let error = Kernel::compile_with(text, &options).unwrap_err();
        error.list[0].clone()
    };
    let missing = first(&text.replace("vendor : \"v\"; ", ""), full);
    assert!(missing.message.contains("`vendor`"), "{missing:?}");
    let version = first(&text.replace("1.0;>", "9.0;>"), full);
    assert!(version.render(&text).contains("1.0"), "{version:?}");
    let fixes = [
        ("float n = 3;", "3.0"),
        ("float n = outCoord().x / 2;", "2.0"),
        ("int i = 2; float n = outCoord().x / i;", "float(i)"),
        ("float n = sampleLinea(v, outCoord());", "sampleLinear"),
    ];
    for (body, fix) in fixes {
        let text = source("output pixel4 dst;", &format!("float4 v; {body} dst = v;"));
        let found = first(&text, full).suggestion.map(|fix| fix.replacement);
        assert_eq!(found.as_deref(), Some(fix), "{body}");
    }
    let swizzles = ["dst = v.rxrx;", "float2 w = float2(1.0); dst.r = w.z;", "dst.rr = v.rg;"];
    let said = swizzles.map(|body| first(&text.replace("dst = v;", body), full).message);
    assert!(said[0] != said[1] && said[1] != said[2] && said[0] != said[2], "{said:?}");
    for (member, body, code) in [
        ("", "for (int i = 0; i < 2; i++) dst = v;", "PB010"),
        ("", "while (v.x > 2.0) v.x -= 1.0; dst = v;", "PB010"),
        ("", "do v.x -= 1.0; while (v.x > 2.0); dst = v;", "PB010"),
        ("float one() { return 1.0; }", "dst = v;", "PB011"),
        ("", "float a[2]; dst = v;", "PB012"),
        ("dependent float d;", "dst = v;", "PB013"),
        ("", "int i = int(v.x); dst = float4(v[i]);", "PB013"),
        ("", "bool b = v.x > 1.0; dst = b ? v : v * 2.0;", "PB021"),
    ] {
        let text = text.replace("dst = v;", body).replace("output", &format!("{member} output"));
        let said = first(&text, FLASH);
        assert_eq!(said.code, code, "{body}");
        assert!(said.note.as_deref().is_some_and(|n| n.contains("full profile")), "{said:?}");
        assert!(Kernel::compile(&text).is_ok(), "{text}");
    }
}

#[test]
fn shader_t74_three_errors_in_one_run() {
    let text = source(
        "output pixel1 dst;",
        "float a = 1; float b = nope; float c = float2(1.0).z; dst = a;",
    );
    let codes: Vec<_> = said(&text, CompileOptions::default()).iter().map(|s| s.0).collect();
    assert_eq!(codes, ["PB007", "PB015", "PB016"]);
    let text = source("output pixel1 dst;", "float a = ; float b = 1 +; dst = (1.0;");
    assert_eq!(said(&text, CompileOptions::default()).len(), 3);
}

/// How diagnostics look, letter by letter.
#[test]
fn shader_39_snapshots() {
    let text = source(
        "parameter int cols;\noutput pixel1 dst;",
        "float n = outCoord().x / cols;\ndst = n;",
    );
    let error = Kernel::compile(&text).unwrap_err();
    let expected = "\
error[PB008]: the operands are float and int
  --> 8:11
   8 | float n = outCoord().x / cols;
     |           ^^^^^^^^^^^^^^^^^^^
   8 | float n = outCoord().x / cols;
     |                          ---- this is int
   = help: write `float(cols)`
";
    assert_eq!(error.to_string(), expected);
    let text = source("output pixel1 dst;\noutput pixel1 two;", "dst = 1.0;");
    let expected = "\
error[PB005]: a kernel has one output
  --> 5:1
   5 | output pixel1 two;
     | ^^^^^^^^^^^^^^^^^^
   4 | output pixel1 dst;
     | ------------------ the first is here
";
    assert_eq!(Kernel::compile(&text).unwrap_err().to_string(), expected);
    let text =
        source("output pixel1 dst;", "dst = 1.0\n;float a = smothStep(0.0, 1.0, 2.0);dst = a");
    let expected = "\
error[PB014]: expected `;` before this
  --> 9:1
   9 | }
     | ^
   = help: add `;`
";
    assert_eq!(Kernel::compile(&text).unwrap_err().list.last().unwrap().render(&text), expected);
    let text = source("output pixel1 dst;", "\tdst = smothStep(0.0, 1.0, 2.0);");
    let expected = "\
error[PB015]: there is no function `smothStep`
  --> 7:8
   7 |  dst = smothStep(0.0, 1.0, 2.0);
     |        ^^^^^^^^^
   = help: write `smoothStep`
";
    assert_eq!(Kernel::compile(&text).unwrap_err().to_string(), expected);
}

#[test]
fn recursion_and_growth_are_refused() {
    let full = CompileOptions::default();
    expect(
        "output pixel1 dst; float f(float x) { return f(x); }",
        "dst = f(1.0);",
        full,
        "PB025",
        "f(x)",
    );
    let mut members =
        "output pixel1 dst; float f0(float x) { return sin(x) + outCoord().x; }".to_owned();
    for i in 1..40 {
        let line = format!("float f{i}(float x) {{ return f{0}(x) + f{0}(x * 1.5); }}", i - 1);
        members += &line;
    }
    expect(&members, "dst = f39(1.0);", full, "PB026", "Test");
    let mut tower = "#define A0 \n".to_owned();
    for i in 1..60 {
        let line = format!("#define A{i} A{0} A{0}\n", i - 1);
        tower += &line;
    }
    let text = source(&format!("output pixel1 dst;\n{tower}"), "A59 dst = 1.0;");
    assert!(Kernel::compile(&text).unwrap_err().list.iter().any(|d| d.code == "PB026"));
    for (open, close) in [("(", ")"), ("{", "}"), ("-", ""), ("!", "")] {
        let deep = format!("{}1.0{}", open.repeat(5000), close.repeat(5000));
        assert!(Kernel::compile(&source("output pixel1 dst;", &format!("dst = {deep};"))).is_err());
    }
    let long = format!("dst = 1.0{};", " + 1.0".repeat(5000));
    assert!(Kernel::compile(&source("output pixel1 dst;", &long)).is_err());
}

/// A million strings of any bytes and of bytes that parsers know; most are refused at once.
#[test]
fn shader_t75_a_million_random_strings_are_refused_or_read() {
    const KNOWN: &[u8] =
        b"<>{}();:,.=+-*/kernelinputoutputimage4pixel0x19 \n\xA0\xA1\xA4\xA5\x00\x32";
    let mut state = 3;
    let mut bytes = Vec::new();
    for round in 0..1_000_000 {
        bytes.clear();
        // Most are short; one in a hundred is longer than any head.
        let length = if round % 100 == 0 { 400 } else { 24 };
        bytes.extend((0..random(&mut state) % length).map(|_| {
            let byte = random(&mut state);
            if round % 2 == 0 { byte as u8 } else { KNOWN[byte as usize % KNOWN.len()] }
        }));
        assert!(Kernel::compile_bytes(&bytes, &CompileOptions::default()).is_err());
        if let Err(error) = Kernel::from_pbj(&bytes) {
            assert!(error.offset <= bytes.len());
        }
    }
}

/// A small generator, so that the same strings are tried everywhere.
fn random(state: &mut u32) -> u32 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *state >> 8
}

#[test]
fn shader_t75_broken_sources_and_files_never_panic() {
    let good = source(
        "input image4 src; output pixel4 dst; parameter float k < defaultValue : 1.0; >;",
        "float2 p = outCoord(); for (int i = 0; i < 3; i++) { if (p.x > k) dst += sampleLinear(src, p); else dst.rgb = pixel3(sin(p.x)); }",
    );
    let bytecode = Kernel::compile(&good).unwrap().to_pbj().unwrap().to_bytes();
    let mut state = 7;
    for _ in 0..1500 {
        let mut text = good.clone().into_bytes();
        let mut bytes = bytecode.clone();
        for _ in 0..=random(&mut state) % 4 {
            let at = random(&mut state) as usize % text.len();
            match random(&mut state) % 3 {
                0 => text[at] = (random(&mut state) % 96 + 32) as u8,
                1 => drop(text.remove(at)),
                _ => text.truncate(at.max(40)),
            }
            let at = random(&mut state) as usize % bytes.len();
            bytes[at] = random(&mut state) as u8;
        }
        if let Err(error) = Kernel::compile_bytes(&text, &CompileOptions::default()) {
            assert!(error.list.iter().any(|d| d.severity == Severity::Error));
            assert!(!error.to_string().is_empty());
        }
        if let Err(error) = Kernel::from_pbj(&bytes) {
            assert!(error.offset <= bytes.len());
        }
    }
}
