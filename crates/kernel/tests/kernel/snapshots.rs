//! Every diagnostic as it is printed, letter by letter: `snapshots.txt`. With `MOTILE_BLESS=all` the file is written anew, to be read
//! before it is committed.

use crate::common::source;
use motile_kernel::{CompileOptions, Kernel, KernelGraph, Profile};
use std::fmt::Write;

/// A source with one kind of mistake in each of its forms that differ in what is said.
const BODIES: &[(&str, &str)] = &[
    ("output pixel1 dst;", "float n = 3;\ndst = n;"),
    ("output pixel1 dst;\nparameter int cols;", "float n = outCoord().x / cols;\ndst = n;"),
    ("output pixel2 dst;", "dst = float3(1.0);"),
    ("output pixel1 dst;", "int i = 2;\ndst = i;"),
    ("output pixel4 dst;", "dst = !dst;"),
    ("output pixel1 dst;", "if (1.0) dst = 1.0;\nelse dst = 0.0;"),
    ("output pixel4 dst;", "dst = float4(1.0).rx;"),
    ("output pixel1 dst;", "dst = float2(1.0).z;"),
    ("output pixel2 dst;", "dst.rr = float2(1.0);\ndst = dst;"),
    ("output pixel1 dst;", "dst = smothStep(0.0, 1.0, 2.0);"),
    ("output pixel1 dst;\ninput image4 photo;", "dst = sampleLinear(photos, outCoord()).r;"),
    ("output pixel1 dst; parameter float k;\n< minValue : 0.0; >", "dst = k;"),
    ("output pixel1 dst;", "if (outCoord().x > 3.0) dst = 1.0;"),
    ("output pixel1 dst;", "dst = 1.0;\noutCoord().x + 1.0;"),
    ("output pixel1 dst;\nparameter float k < maxValue : 2.0; defaultValue : 3.0; >;", "dst = k;"),
    ("output pixel2 dst;", "dst = float2(1.0, 2.0, 3.0);"),
    ("output pixel1 dst;\nfloat f(float a, float b) { return a + b; }", "dst = f(1.0);"),
    ("output pixel1 dst;", "dst = max(outCoord(), 1).x;"),
    ("output pixel1 dst;", "float a = 1.0;\nfloat a = 2.0;\ndst = a;"),
    ("output pixel1 dst;\nfloat f() { return 1.0; }\nfloat f() { return 2.0; }", "dst = f();"),
    ("output pixel1 dst;\nparameter float k;", "k = 1.0;\ndst = k;"),
    ("output pixel1 dst;\nconst float half = 0.5;", "half += 1.0;\ndst = half;"),
    ("output pixel1 dst;\nfloat f(float x) { return f(x); }", "dst = f(1.0);"),
    ("output pixel1 dst;\n#if 1", "dst = 1.0;"),
    ("output pixel1 dst;\n#define F(x) x", "dst = F(1.0, 2.0);"),
    ("output pixel1 dst;", "int n = 3;\nfloat a[n];\ndst = 1.0;"),
    ("output pixel1 dst;\nconst float half;", "dst = half;"),
    ("output pixel1 dst;\nparameter float k;\nconst float twice = k * 2.0;", "dst = twice;"),
    (
        "output pixel1 dst;\nregion needed(region r, imageRef i) { return outset(r, wobble); }",
        "dst = 1.0;",
    ),
    ("output pixel1 dst;\nfloat f(float x)\n{\n    if (x > 0.0) return 1.0;\n}", "dst = f(1.0);"),
    ("output pixel1 dst;", "dst = 1.0\nfloat b = 2.0;"),
    ("output pixel1 dst;", "dst = (1.0;"),
    ("output pixel1 dst;", "dst = max((1.0 + 2.0) * 3.0,\n    2.0;"),
    ("output pixel1 dst;", "if (outCoord().x > 1.0) {\n    dst = 1.0;"),
    (
        "output pixel1 dst;\nfloat g(float x) { return f(x); }\nfloat f(float x) { return g(x + 1.0); }",
        "dst = f(1.0);",
    ),
    ("output pixel1 dst;", "/* dst = 1.0;"),
    ("output pixel1 dst;", "dst = 1.0f;"),
    ("output pixel1 dst;", "dst = 5 % 3;"),
    ("output pixel1 dst;", "break;\ndst = 1.0;"),
    ("input float4 src;\noutput pixel1 dst;", "dst = 1.0;"),
    ("output bool dst;", "dst = true;"),
    ("output pixel1 dst;\noutput pixel1 two;", "dst = 1.0;"),
    ("output pixel1 dst;\nparameter float k < minValue : 3.0; maxValue : 2.0; >;", "dst = k;"),
    ("output pixel1 dst;\nparameter float k < minValue : \"low\"; >;", "dst = k;"),
    ("output pixel1 dst;", "int i = 0x;\ndst = float(i);"),
    ("", ""),
];

/// Graphs with one mistake each.
const GRAPHS: &[(&str, &str)] = &[
    ("node<Half> a, a;", "connect src to a.src; connect a.dst to dst;"),
    ("node<Halve> a;", "connect src to a.src; connect a.dst to dst;"),
    ("node<Half> a, b;", "connect a.dst to b.src; connect b.dst to dst;"),
    ("node<Half> a, b;", "connect a.dst to b.src; connect b.dst to a.src; connect b.dst to dst;"),
    ("node<Half> a;", "connect src to a.src;"),
];

const FLASH: &[(&str, &str)] = &[
    ("output pixel1 dst;", "for (int i = 0; i < 3; i++) { dst = 1.0; }"),
    ("output pixel1 dst;\nfloat f() { return 1.0; }", "dst = f();"),
    ("output pixel1 dst;", "float a[3];\ndst = 1.0;"),
    ("output pixel1 dst;\ndependent float d;", "dst = 1.0;"),
    ("output pixel1 dst;\nregion generated() { return everywhere(); }", "dst = 1.0;"),
    ("output pixel1 dst;", "float2 v = outCoord();\nint i = int(v.x);\ndst = v[i];"),
    ("output pixel1 dst;", "bool b = true;\nfloat x = 0.0;\ndst = b ? x + 1.0 : x;"),
];

fn printed() -> String {
    let mut all = String::new();
    let mut add = |text: &str, profile: Profile| {
        let said = match Kernel::compile_with(text, &CompileOptions { profile }) {
            Ok(kernel) => kernel.warnings().iter().map(|d| d.render(text)).collect(),
            Err(error) => error.to_string(),
        };
        assert!(!said.is_empty(), "nothing is said about\n{text}");
        writeln!(all, "{said}").unwrap();
    };
    for (members, body) in BODIES {
        add(&source(members, body), Profile::Full);
    }
    for (members, body) in FLASH {
        add(&source(members, body), Profile::Flash);
    }
    let good = source("output pixel1 dst;", "dst = 1.0;");
    for (from, to) in [
        ("<languageVersion : 1.0;>\n", ""),
        ("1.0;>", "9.0;>"),
        ("vendor : \"v\"; ", ""),
        ("evaluatePixel", "evaluatePixels"),
        ("void evaluatePixel", "float evaluatePixel"),
        ("kernel", "kernel2"),
        ("\"n\"", "\"n"),
    ] {
        add(&good.replacen(from, to, 1), Profile::Full);
    }
    for (nodes, ties) in GRAPHS {
        let graph = format!(
            "<languageVersion : 1.0;>\ngraph Test < namespace : \"n\"; vendor : \"v\"; version : 1; >\n{{
kernel Half < namespace : \"n\"; vendor : \"v\"; version : 1; >
{{ input image1 src; output pixel1 dst; void evaluatePixel() {{ dst = 0.5 * sample(src, outCoord()); }} }}
input image1 src;\noutput image1 dst;\n{nodes}\n{ties}\n}}\n"
        );
        writeln!(all, "{}", KernelGraph::compile(&graph).unwrap_err()).unwrap();
    }
    let deep = format!("dst = {}1.0{};", "(".repeat(150), ")".repeat(150));
    let said = Kernel::compile(&source("output pixel1 dst;", &deep)).unwrap_err().list;
    // The line is too long to be read.
    writeln!(all, "{} {}", said[0].code, said[0].message).unwrap();
    let error = Kernel::compile_glsl("void main() {}").unwrap_err();
    writeln!(all, "{error}").unwrap();
    all
}

#[test]
fn shader_39_every_diagnostic_is_printed_as_before() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernel/snapshots.txt");
    let printed = printed();
    if std::env::var("MOTILE_BLESS").is_ok_and(|filter| filter == "all") {
        std::fs::write(&path, &printed).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    for (line, (now, then)) in (1..).zip(printed.lines().zip(expected.lines())) {
        assert_eq!(now, then, "line {line} of snapshots.txt");
    }
    assert_eq!(printed.lines().count(), expected.lines().count());
}
