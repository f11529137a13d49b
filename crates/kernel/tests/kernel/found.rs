//! Sources and shaders as they are found: what kernels of other authors do, and what once failed with one of them.

use crate::common::{pixel, source};
use motile_geom::{Aabb, vec2};
use motile_kernel::{
    CompileOptions, HostValues, Kernel, PointerPress, Shader, Texture, decode_source,
};

fn compiled(members: &str, body: &str) -> Kernel {
    Kernel::compile(&source(members, body)).unwrap_or_else(|error| panic!("{error}"))
}

fn first(kernel: &Kernel) -> Vec<f32> {
    let mut out = vec![0.0; usize::from(kernel.channels())];
    Shader::new(kernel).run(1, 1, &mut out).unwrap();
    out
}

/// What a value costs that hangs on x only was counted beyond what a number holds: each line reads the one before twice.
#[test]
fn chains_that_read_each_value_twice_are_compiled() {
    let chain = "x = sin(x) + x * 0.5;".repeat(80);
    let body = format!("float x = outCoord().x; {chain} dst = x * 0.0 + 1.0;");
    assert_eq!(pixel("pixel1", &body), [1.0]);
}

/// Only one name was read.
#[test]
fn dependents_are_declared_several_at_once() {
    let kernel = compiled(
        "output pixel4 dst; parameter float k < defaultValue : 0.5; >;
         dependent float a, b[3], c; dependent float2x2 turn, back;
         void evaluateDependents() { a = c = k; b[0] = b[1] = b[2] = a + 1.0; turn = back = float2x2(2.0); }",
        "float2 p = float2(1.0, 1.0); p *= turn; dst = pixel4(a, b[2], c, (p * back).x);",
    );
    assert_eq!(first(&kernel), [0.5, 1.5, 0.5, 16.0]);
}

/// A macro that stood in an argument of a macro that calls it was no macro any more.
#[test]
fn arguments_of_macros_are_expanded_before_they_go_in() {
    let members = "#define mul(a, b) float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
        #define inverse(z) float2(z.x / dot(z, z), -z.y / dot(z, z))
        #define quotient(a, b) mul(a, inverse(b))
        #define I float2(0.0, 1.0)
        # define high(p) (0.5 * (kept = p).x + kept.y)
        output pixel4 dst;";
    let body =
        "float2 kept; float2 z = float2(3.0, 4.0); float2 q = quotient(mul(-I, z), mul(z, I));
        dst = pixel4(q, high(float2(2.0, 5.0)), 1.0);";
    crate::common::close(&first(&compiled(members, body)), &[-1.0, 0.0, 6.0, 1.0], 1e-6);
    let twice = "#define twice(x) ((x) + (x))\noutput pixel1 dst;";
    assert_eq!(first(&compiled(twice, "dst = twice(twice(twice(1.0)));")), [8.0]);
    let round =
        "#define a b\n#define b a\noutput pixel1 dst; parameter float a < defaultValue : 0.25; >;";
    assert_eq!(first(&compiled(round, "dst = a;")), [0.25], "they end");
}

/// Quotes and signs between `#if 0` and `#endif` were mistakes.
#[test]
fn what_is_left_out_may_be_prose() {
    let members =
        "#if 0\nit's \"left out, $ and \u{b0} too\n#elif 1\noutput pixel1 dst;\n#else\n'''\n#endif";
    assert_eq!(first(&compiled(members, "dst = 1.0;")), [1.0]);
    let open = source("#if 0\nit's /* out\n#endif\noutput pixel1 dst;", "dst = 1.0;");
    assert!(Kernel::compile(&open).is_err(), "a comment goes on to its end");
}

#[test]
fn sources_in_utf_16_are_read_by_their_mark() {
    let text = source("output pixel1 dst;", "dst = 0.5; // 90\u{b0}");
    for (mark, unit) in [
        ([0xFF, 0xFE], u16::to_le_bytes as fn(u16) -> [u8; 2]),
        ([0xFE, 0xFF], u16::to_be_bytes as fn(u16) -> [u8; 2]),
    ] {
        let wide = text.encode_utf16().flat_map(unit);
        let bytes: Vec<u8> = mark.into_iter().chain(wide).collect();
        assert_eq!(decode_source(&bytes), text);
        let kernel = Kernel::compile_bytes(&bytes, &CompileOptions::default()).unwrap();
        assert_eq!(first(&kernel), [0.5]);
    }
    let broken = decode_source(&[0xFF, 0xFE, 0, 0xD8, b'a', 0, 1]);
    assert_eq!(broken, "\u{fffd}a", "half a pair, and a byte too many");
}

/// A file of noise had a diagnostic for each of its bytes.
#[test]
fn signs_in_a_row_are_one_mistake() {
    let error = Kernel::compile(&"\u{1}\u{2}\u{fffd}".repeat(1000)).expect_err("no source");
    assert!(error.list.len() < 4, "{}", error.list.len());
}

#[test]
fn shader_18_pictures_by_name_in_functions_about_pixels_and_regions() {
    let body =
        "dst = sampleNearest(src, outCoord()); dst.rg *= pixelSize(src) * pixelAspectRatio(src);";
    let blur = |regions: &str| {
        let members = format!(
            "input image4 src; input image4 more; output pixel4 dst; parameter float r < maxValue : 9.0; defaultValue : 2.5; >;
             float4 look(float2 p) {{ return sampleLinear(src, p); }} {regions}"
        );
        let kernel = compiled(&members, body);
        assert!(kernel.warnings().is_empty(), "{:?}", kernel.warnings());
        Shader::new(&kernel)
    };
    let shader = blur(
        "region needed(region output_region, imageRef i) {
             float2 one = pixelSize(src); region wide = output_region; if (i == more) return wide;
             return outset(wide, float2(one.x * ceil(r), one.y)); }
         region changed(region r0, imageRef src) { return transform(float2x2(0.0, 1.0, -1.0, 0.0), r0); }
         region generated() { return transform(float3x3(2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 5.0, 0.0, 1.0),
             intersect(dod(src), region(float4(0, 0, 4, 8)))); }",
    );
    let part = |left, top, right, bottom| Aabb::new(vec2(left, top), vec2(right, bottom));
    // Only one question is asked for all pictures: they count as the same.
    assert_eq!(shader.needed_part(part(0.0, 0.0, 8.0, 6.0)), Some(part(0.0, 0.0, 8.0, 6.0)));
    assert_eq!(shader.changed_part(part(1.0, 2.0, 8.0, 6.0)), Some(part(-6.0, 1.0, -2.0, 8.0)));
    let twice = blur(
        "region generated() { return transform(float3x3(2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 5.0, 0.0, 1.0), region(float4(0, 0, 4, 8))); }",
    );
    assert_eq!(twice.generated_part(), Some(part(5.0, 0.0, 13.0, 16.0)));
}

/// A table that is filled ray by ray took too many steps for a batch, though it is filled once.
#[test]
fn tables_may_take_longer_than_pixels() {
    let kernel = compiled(
        "output pixel1 dst; parameter float k < defaultValue : 0.5; >; dependent float table[100];
         void evaluateDependents() { for (int i = 0; i < 100; i++) {
             float x = k; for (int j = 0; j < 900; j++) x = fract(x * 1.5 + 0.1); table[i] = x * 0.0 + float(i); } }",
        "dst = table[int(outCoord().x + 40.0)];",
    );
    assert_eq!(first(&kernel), [40.0]);
}

#[test]
fn names_of_functions_and_macros_name_variables_too() {
    let body = "float sign = -1.0; float2 sample = float2(2.0); float length = sample.x; float mix = length * sign; dst = mix;";
    assert_eq!(pixel("pixel1", body), [-2.0]);
    let macros = "#define polar(r, a) float2(cos(a) * r, sin(a) * r)\noutput pixel1 dst;";
    assert_eq!(
        first(&compiled(macros, "float2 z, polar; polar = polar(2.0, 0.0); dst = polar.x;")),
        [2.0]
    );
}

fn shaded(text: &str, set: impl FnOnce(&mut Shader)) -> Vec<f32> {
    let kernel = Kernel::compile_glsl(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(kernel.warnings(), []);
    let mut shader = Shader::new(&kernel);
    set(&mut shader);
    let mut out = vec![0.0; 4 * 2 * 4];
    shader.run(4, 2, &mut out).unwrap();
    out
}

const SIZE: HostValues = HostValues {
    time: 1.5,
    time_step: 0.25,
    frame: 6,
    size: vec2(4.0, 2.0),
    pointer: vec2(1.0, 0.5),
    press: None,
};

/// Both were sliders that no host moved.
#[test]
fn shader_38_shaders_are_told_how_long_pictures_take_and_count_them() {
    let toy = "void mainImage(out vec4 c, in vec2 p) { c = vec4(iTimeDelta, float(iFrame), iTime, 1.0); }";
    assert_eq!(shaded(toy, |shader| shader.supply(&SIZE))[..4], [0.25, 6.0, 1.5, 1.0]);
    let late = HostValues { frame: u32::MAX, ..SIZE };
    assert_eq!(
        shaded(toy, |shader| shader.supply(&late))[1],
        16_777_216.0,
        "the last that is exact"
    );
    let bound = compiled(
        "output pixel2 dst; parameter float dt < bind : \"time_step\"; >; parameter int n < bind : \"frame\"; maxValue : 100; >;
         parameter float n2 < bind : \"frame\"; >;",
        "dst = pixel2(dt, float(n) + n2);",
    );
    let mut shader = Shader::new(&bound);
    shader.supply(&SIZE);
    let mut out = [0.0; 2];
    shader.run(1, 1, &mut out).unwrap();
    assert_eq!(out, [0.25, 6.0], "a float is no count");
}

#[test]
fn shader_38_a_whole_fragment_shader_of_es_3() {
    let text = "#version 300 es
        #ifdef GL_ES
        precision mediump float;
        #endif
        #extension GL_OES_standard_derivatives : enable
        uniform highp float u_time, gain;
        uniform vec2 u_resolution, u_mouse;
        uniform sampler2D photo;
        in vec2 vUv;
        layout(location = 0) out vec4 fragColor;
        float count = 1.0, more;
        void bump(float by) { count += by; }
        void main() {
            bump(2.0);
            vec2 uv = gl_FragCoord.xy / u_resolution;
            fragColor = vec4(distance(uv, vUv), count + more, u_mouse.y + gain, u_time);
            fragColor.x += texture(photo, vec2(0.25, 0.25)).r + float(textureSize(photo, 0).x);
        }";
    let photo = Texture::from_floats(2, 2, 1, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let out = shaded(text, |shader| {
        shader.bind("photo", &photo).unwrap();
        shader.set("gain", 10.0).unwrap();
        shader.supply(&SIZE);
    });
    // The lower left texel and the width; the variable begins anew for every pixel; the pointer counts from below.
    for color in out.as_chunks::<4>().0 {
        assert_eq!(*color, [3.0 + 2.0, 3.0, 1.5 + 10.0, 1.5]);
    }
}

#[test]
fn shader_38_a_whole_fragment_shader_of_es_1_and_a_toy_with_its_frame() {
    let old = "varying vec2 uv; uniform sampler2D tex;
        void main() { gl_FragColor = vec4(uv, texture2D(tex, uv).r * 0.0, 0.5); }";
    let photo = Texture::from_floats(1, 1, 1, vec![7.0]).unwrap();
    let out = shaded(old, |shader| {
        shader.bind("tex", &photo).unwrap();
        shader.supply(&SIZE);
    });
    assert_eq!(out[..4], [0.125, 0.75, 0.0, 0.5], "alpha is kept");
    let toy = "#version 300 es\nuniform vec3 iResolution; uniform float iTime; uniform sampler2D iChannel0; out vec4 c;
        void mainImage(out vec4 color, in vec2 p) { color = vec4(p, iTime, 1.0); }
        void main() { mainImage(c, gl_FragCoord.xy); c.a = 0.25; }";
    let out = shaded(toy, |shader| shader.supply(&SIZE));
    assert_eq!(out[..4], [0.5, 1.5, 1.5, 0.25]);
    for (broken, code) in [
        ("void main() { }", "PB033"),
        ("out vec3 c; void main() { c = vec3(1.0); }", "PB009"),
        ("in vec4 v; out vec4 c; void main() { c = v; }", "PB009"),
        ("out vec4 c; out vec4 d; void main() { c = d; }", "PB005"),
        ("uniform", "PB014"),
        ("uniform samplerCube sky; out vec4 c; void main() { c = vec4(1.0); }", "PB009"),
        ("layout(", "PB014"),
        ("#version 300 es", "PB033"),
    ] {
        let error = Kernel::compile_glsl(broken).expect_err(broken);
        assert!(error.list.iter().any(|found| found.code == code), "{broken}: {error}");
    }
}

#[test]
fn shader_38_the_mouse_tells_of_its_press() {
    let toy = "void mainImage(out vec4 c, in vec2 p) { c = iMouse; }";
    let mouse = |press| {
        let text = toy.replace("c = iMouse;", "c = iMouse; c.x = c.w;");
        shaded(&text, |shader| shader.supply(&HostValues { press, ..SIZE }))[..3].to_vec()
    };
    assert_eq!(mouse(None), [0.0, 1.5, 0.0]);
    let mut press = PointerPress { at: vec2(3.0, 0.5), is_held: true, is_new: true };
    assert_eq!(mouse(Some(press)), [1.5, 1.5, 3.0]);
    press.is_new = false;
    assert_eq!(mouse(Some(press)), [-1.5, 1.5, 3.0]);
    press.is_held = false;
    assert_eq!(mouse(Some(press)), [-1.5, 1.5, -3.0]);
}

/// A matrix of one number had it everywhere, as a kernel's has.
#[test]
fn shader_38_matrices_of_one_number_are_diagonal_in_shaders() {
    let toy = "void mainImage(out vec4 c, in vec2 p) { mat3 m = mat3(-2); mat2 turn = mat2(vec4(0.0, 1.0, -1.0, 0.0));
        c = vec4(mat2(2.0) * vec2(1.0, 3.0) + turn * vec2(0.5, 0.25), (m * vec3(1.0, 1.0, 5.0)).z, 1.0); }";
    assert_eq!(shaded(toy, |_| {})[..3], [1.75, 6.5, -10.0]);
}

/// With lines that end in CR alone, or with blanks behind the `\`, the macro ended at its first line.
#[test]
fn macros_go_on_behind_any_end_of_line() {
    for end in ["\n", "\r\n", "\r", " \n", "\t \r\n"] {
        let members = format!(
            "#define sum(a, b) \\{end}  ((a) + \\{end}  (b))\n#define half /* of\n one */ 0.5\noutput pixel1 dst;"
        );
        assert_eq!(first(&compiled(&members, "dst = sum(half, 2.0);")), [2.5], "{end:?}");
    }
    let behind = "float kept; /* one\rtwo */ #define it 1.0\r";
    assert_eq!(first(&compiled("output pixel1 dst;", &format!("{behind} dst = it;"))), [1.0]);
}

/// A Control-Z, by which DOS ended texts, and zeros were tokens without a meaning.
#[test]
fn what_old_editors_leave_at_the_end_is_no_mistake() {
    for end in ["\u{1a}", "\r\n\u{1a}\u{1a}", "\0\0\0"] {
        let text = source("output pixel1 dst;", "dst = 0.5;") + end;
        assert_eq!(first(&Kernel::compile(&text).unwrap()), [0.5], "{end:?}");
    }
}

/// A kernel that is published with its bytecode does without the last semicolon of its metadata.
#[test]
fn the_last_semicolon_of_metadata_may_be_missing() {
    let text = "<languageVersion : 1.0;> kernel K < namespace : \"n\"; vendor : \"v\"; version : 4 >
        { output pixel1 dst; parameter float by < defaultValue : 0.25; maxValue : 2.0 >; void evaluatePixel() { dst = by; } }";
    assert_eq!(first(&Kernel::compile(text).unwrap()), [0.25]);
    assert!(Kernel::compile(&text.replace("0.25; max", "0.25 max")).is_err());
}
