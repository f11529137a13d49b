//! Types, operators, control flow and functions of the language.

use crate::common::{close, pixel, source};
use motile_kernel::{CompileOptions, Kernel, Shader};
use motile_pixels::{Color, Surface};

fn rgba(body: &str) -> [u8; 4] {
    let kernel = Kernel::compile(&source("output pixel4 dst;", body)).unwrap();
    let mut surface = Surface::new(1, 1).unwrap();
    Shader::new(&kernel).render(&mut surface).unwrap();
    let Color { r, g, b, a } = surface.get(0, 0).unwrap();
    [r, g, b, a]
}

#[test]
fn shader_10_11_22_t1_t2_constructors_take_ints_and_bytes_are_clamped() {
    assert_eq!(rgba("dst = pixel4(1, 0, 0, 1);"), [255, 0, 0, 255]);
    assert_eq!(rgba("dst = pixel4(100, 0, 0, 1);"), [255, 0, 0, 255]);
    assert_eq!(rgba("dst = pixel4(-3, 0, 0, 1);"), [0, 0, 0, 255]);
    assert_eq!(rgba("dst = pixel4(0.0 / 0.0, 1.0, 0.0, 1.0);"), [0, 255, 0, 255]);
}

#[test]
fn shader_12_t3_t4_swizzles() {
    for (line, expected) in [
        ("dst.rgb = v;", [1.0, 0.0, 1.0]),
        ("dst.rbg = v;", [1.0, 1.0, 0.0]),
        ("dst.rgb = v.grb;", [0.0, 1.0, 1.0]),
    ] {
        assert_eq!(pixel("pixel3", &format!("float3 v = float3(1, 0, 1); {line}")), expected);
    }
    let v = "float4 v = float4(1.0, 2.0, 3.0, 4.0);";
    assert_eq!(pixel("pixel4", &format!("{v} dst = v.wzyx;")), [4.0, 3.0, 2.0, 1.0]);
    assert_eq!(pixel("pixel2", &format!("{v} dst = v.xx;")), [1.0, 1.0]);
    assert_eq!(pixel("pixel3", &format!("{v} dst = v.stp;")), [1.0, 2.0, 3.0]);
    assert_eq!(pixel("pixel1", &format!("{v} dst = v.a;")), [4.0]);
}

#[test]
fn shader_11_t5_t6_splats() {
    assert_eq!(pixel("pixel3", "dst = pixel3(0.25);"), [0.25; 3]);
    let text = source(
        "parameter float2 p < maxValue : float2(500.0); defaultValue : float2(200.0); >; output pixel2 dst;",
        "dst = p;",
    );
    let kernel = Kernel::compile(&text).unwrap();
    assert_eq!(kernel.parameters()[0].default, [200.0, 200.0]);
}

#[test]
fn shader_13_t7_t8_exclusive_or() {
    for (test, expected) in [
        ("true ^^ true", 0.0),
        ("true ^^ false", 1.0),
        ("false ^^ false", 0.0),
        ("1.0 < 2.0 ^^ 3.0 < 2.0", 1.0),
        ("true || false && false", 1.0),
        ("!(1 == 1) || 2 != 2", 0.0),
    ] {
        assert_eq!(pixel("pixel1", &format!("dst = ({test}) ? 1.0 : 0.0;")), [expected], "{test}");
    }
}

#[test]
fn shader_18_t9_t12_functions_known_answers() {
    let one = |e: &str| pixel("pixel1", &format!("dst = {e};"))[0];
    for (e, expected) in [
        ("mod(5.0, 3.0)", 2.0),
        ("mod(-1.0, 2.0)", 1.0),
        ("mod(-14.0, 50.0)", 36.0),
        ("smoothStep(0.4, 1.6, 1.5)", 0.980_324),
        ("mix(0.0, 0.5, 0.25)", 0.125),
        ("step(1.0, 1.0)", 1.0),
        ("step(1.0, 0.9)", 0.0),
        ("fract(-0.25)", 0.75),
        ("atan(1.0, -1.0)", 2.356_194),
        ("atan(-1.0, -1.0)", -2.356_194),
        ("atan(0.0, 1.0)", 0.0),
        ("distance(float2(1.0, 2.0), float2(4.0, 5.0))", 4.242_641),
        ("sign(0.0)", 0.0),
        ("sign(-3.0)", -1.0),
        ("clamp(5.0, 0.0, 2.0)", 2.0),
        ("pow(2.0, 10.0)", 1024.0),
        ("pow(-2.0, 3.0)", -8.0),
        ("inverseSqrt(4.0)", 0.5),
        ("exp(1.0)", core::f32::consts::E),
        ("log2(8.0)", 3.0),
        ("radians(180.0)", core::f32::consts::PI),
        ("degrees(PI)", 180.0),
        ("length(float3(2.0, 3.0, 6.0))", 7.0),
        ("float(int(-1.9))", -1.0),
        ("float(7 / 2)", 3.0),
        ("float(bool(3))", 1.0),
        ("float(all(lessThan(float2(1.0, 2.0), float2(2.0, 3.0))))", 1.0),
        ("float(any(not(bool2(true, true))))", 0.0),
        ("dot(float3(1.0, 2.0, 3.0), float3(4.0, 5.0, 6.0))", 32.0),
        ("pixelAspectRatio() + pixelSize().y", 2.0),
    ] {
        close(&[one(e)], &[expected], expected.abs().max(1.0) * 1e-6);
    }
    close(
        &pixel("pixel3", "dst = cross(float3(1.0, 2.0, 3.0), float3(4.0, 5.0, 6.0));"),
        &[-3.0, 6.0, -3.0],
        0.0,
    );
    close(&pixel("pixel2", "dst = normalize(float2(1.0, 2.0));"), &[0.447_214, 0.894_427], 1e-6);
}

#[test]
fn shader_9_matrices_are_columns() {
    let m = "float2x2 m = float2x2(1.0, 2.0, 3.0, 4.0); float2 v = float2(10.0, 100.0);";
    assert_eq!(pixel("pixel2", &format!("{m} dst = m * v;")), [310.0, 420.0]);
    assert_eq!(pixel("pixel2", &format!("{m} dst = v * m;")), [210.0, 430.0]);
    assert_eq!(pixel("pixel2", &format!("{m} dst = (m * m)[1];")), [15.0, 22.0]);
    assert_eq!(pixel("pixel1", &format!("{m} m[1][0] = 9.0; dst = m[1].x + m[0][1];")), [11.0]);
    assert_eq!(pixel("pixel2", &format!("{m} dst = matrixCompMult(m, m)[1] / 2.0;")), [4.5, 8.0]);
}

#[test]
fn shader_24_loops_functions_arrays_and_dependents() {
    let members = "
        parameter float size < maxValue : 100.0; defaultValue : 3.0; >;
        dependent float weights[4];
        output pixel4 dst;
        void evaluateDependents() { for (int i = 0; i < 4; i++) weights[i] = size * float(i); }
        float square(float x) { return x * x; }
        void swap(inout float a, inout float b) { float c = a; a = b; b = c; }
        int sign_of(float x) { if (x < 0.0) return -1; else if (x > 0.0) return 1; return 0; }";
    let body = "
        float sum = 0.0;
        for (int i = 0; i < 4; ++i) { if (i == 2) continue; sum += weights[i]; }
        float n = 0.0;
        int k = int(outCoord().x);
        while (true) { n += 1.0; k = k + 1; if (n > 9.5) break; }
        float a = 1.0; float b = 2.0;
        swap(a, b);
        do { b += square(a); } while (b < 6.0);
        dst = pixel4(sum, n, a * 10.0 + b, float(sign_of(-size)));";
    let kernel = Kernel::compile(&source(members, body)).unwrap_or_else(|e| panic!("{e}"));
    let mut out = [0.0; 8];
    Shader::new(&kernel).run(2, 1, &mut out).unwrap();
    assert_eq!(out, [12.0, 10.0, 29.0, -1.0, 12.0, 10.0, 29.0, -1.0]);
}

#[test]
fn shader_40_loops_whose_length_differs_from_pixel_to_pixel() {
    let body = "
        float x = outCoord().x - 0.5;
        float sum = 0.0; float other = 1.0;
        for (float i = 0.0; i < x; i += 1.0) {
            if (mod(i, 2.0) < 0.5) { sum += i; } else { float t = sum; sum = other; other = t; }
            if (sum > 1000.0) return;
        }
        dst = pixel2(sum, other);";
    let kernel = Kernel::compile(&source("output pixel2 dst;", body)).unwrap();
    let mut out = vec![-1.0; 400];
    Shader::new(&kernel).run(200, 1, &mut out).unwrap();
    for x in 0..200 {
        let (mut sum, mut other, mut left) = (0.0f32, 1.0f32, false);
        for i in 0..x {
            if i % 2 == 0 {
                sum += i as f32;
            } else {
                core::mem::swap(&mut sum, &mut other);
            }
            if sum > 1000.0 {
                left = true;
                break;
            }
        }
        let expected = if left { [0.0, 0.0] } else { [sum, other] };
        assert_eq!(out[2 * x..2 * x + 2], expected, "{x}");
    }
}

#[test]
fn indices_known_only_later() {
    let body = "
        float table[5];
        int x = int(outCoord().x);
        for (int i = 0; i < 5; i++) table[i] = float(i * i);
        table[x] += 100.0;
        float4 v = float4(1.0, 2.0, 3.0, 4.0);
        float2x2 m = float2x2(1.0, 2.0, 3.0, 4.0);
        int bit = x - x / 2 * 2;
        m[bit][1] = 50.0;
        dst = pixel4(table[x], table[0], v[bit], m[1][bit]);";
    let kernel =
        Kernel::compile(&source("output pixel4 dst;", body)).unwrap_or_else(|e| panic!("{e}"));
    let mut out = vec![0.0; 12];
    Shader::new(&kernel).run(3, 1, &mut out).unwrap();
    assert_eq!(out[0..4], [100.0, 100.0, 1.0, 3.0]);
    assert_eq!(out[4..8], [101.0, 0.0, 2.0, 50.0]);
    assert_eq!(out[8..12], [104.0, 0.0, 1.0, 3.0]);
}

#[test]
fn shader_14_assignments_are_expressions_and_branches_keep_their_effects() {
    let body = "
        float a; float b = 3.0;
        if ((a = abs(-2.0)) > 1.0) b = a * 2.0;
        bool t = b > 100.0 && (b = 0.0) > 0.0;
        float c = t ? 1.0 : (a += 1.0);
        dst = pixel4(a, b, c, a++ + --b);";
    assert_eq!(pixel("pixel4", body), [3.0, 4.0, 3.0, 6.0]);
}

#[test]
fn shader_21_macros() {
    let text = source(
        "output pixel4 dst;\n#define TWO 2.0\n#define SQUARE(x) ((x) * (x))\n#if AIF_FLASH_TARGET\nbroken\n#elif defined(TWO) && !defined(THREE)\n#define PICK SQUARE(TWO + 1.0)\n#else\nbroken\n#endif\n",
        "dst = pixel4(PICK);",
    );
    let kernel = Kernel::compile(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut out = [0.0; 4];
    Shader::new(&kernel).run(1, 1, &mut out).unwrap();
    assert_eq!(out, [9.0; 4]);
}

#[test]
fn shader_2_latin_1_and_line_ends_of_any_kind_are_read() {
    let text =
        source("// sm\u{e5}\noutput pixel1 dst;", "dst = 0.5; // 90\u{b0}").replace('\n', "\r\n");
    let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
    assert!(core::str::from_utf8(&bytes).is_err());
    assert!(Kernel::compile_bytes(&bytes, &CompileOptions::default()).is_ok());
    let mac = source("output pixel1 dst;", "dst = 0.5;").replace('\n', "\r");
    assert!(Kernel::compile(&mac).is_ok());
}

#[test]
fn shader_b9_4_three_spellings_cost_the_same() {
    let count =
        |body: &str| Kernel::compile(&source("output pixel4 dst;", body)).unwrap().operations();
    let three = count(
        "float2 p = outCoord(); dst = pixel4(sin(p.x * 0.2) * 0.5 + 0.5, sin(p.x * 0.2) * 0.5 + 0.5, sin(p.x * 0.2) * 0.5 + 0.5, 1.0);",
    );
    let local = count("float s = sin(outCoord().x * 0.2) * 0.5 + 0.5; dst = pixel4(s, s, s, 1.0);");
    let splat = count("dst.rgb = pixel3(sin(outCoord().x * 0.2) * 0.5 + 0.5); dst.a = 1.0;");
    assert_eq!((three, local), (splat, splat));
}
