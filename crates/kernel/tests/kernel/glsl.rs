//! Shaders in the style of Shadertoy.

use motile_kernel::{Kernel, Shader, Texture};

fn numbers(source: &str, set: impl FnOnce(&mut Shader)) -> Vec<f32> {
    let kernel = Kernel::compile_glsl(source).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(kernel.warnings(), [], "what is written around a shader is not odd");
    let mut shader = Shader::new(&kernel);
    shader.set("iResolution", [4.0, 2.0, 1.0]).unwrap();
    set(&mut shader);
    let mut out = vec![0.0; 4 * 2 * 4];
    shader.run(4, 2, &mut out).unwrap();
    out
}

/// One channel of a result of 4 × 2 pixels.
fn channel(list: &[f32], channel: usize) -> Vec<f32> {
    list.iter().skip(channel).step_by(4).copied().collect()
}

#[test]
fn shader_38_coordinates_begin_at_the_lower_left_and_the_result_is_opaque() {
    let out = numbers(
        "void mainImage(out vec4 fragColor, in vec2 fragCoord) { fragColor = vec4(fragCoord, iTime, 0.25); }",
        |shader| shader.set("iTime", 7.5).unwrap(),
    );
    assert_eq!(channel(&out, 0), [0.5, 1.5, 2.5, 3.5, 0.5, 1.5, 2.5, 3.5]);
    assert_eq!(channel(&out, 1), [1.5, 1.5, 1.5, 1.5, 0.5, 0.5, 0.5, 0.5]);
    assert_eq!((out[2], out[3]), (7.5, 1.0));
}

#[test]
fn shader_38_functions_constants_macros_matrices_and_loops() {
    let source = "
        precision highp float;
        #define PI 3.0
        #define TURN(a) mat2(cos(a), -sin(a), sin(a), cos(a))
        const int N = 4;
        const vec3 TINT = vec3(1.0, 0.5, 0.25), MORE = vec3(0.);
        float sum(in float start, inout float count) {
            for (int i = 0; i < N; ++i) { start += float(i); count++; if (i == 2) continue; }
            return start;
        }
        void mainImage(out vec4 color, vec2 p) {
            float count = 0.;
            float kernel = sum(1.0, count);
            vec2 uv = (2.0 * p - iResolution.xy) / iResolution.y;
            uv *= TURN(0.0);
            vec3 c = TINT * kernel + MORE + PI;
            color = vec4(c.r, count, uv);
            if (uv.x > 100.0) discard_never(color);
        }"
    .replace("if (uv.x > 100.0) discard_never(color);", "");
    let out = numbers(&source, |_| {});
    assert_eq!((out[0], out[1]), (10.0, 4.0));
    assert_eq!(channel(&out, 2)[..4], [-1.5, -0.5, 0.5, 1.5]);
}

#[test]
fn shader_38_pictures_are_read_by_share_and_by_texel() {
    let picture = Texture::from_floats(2, 2, 1, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let source = "void mainImage(out vec4 color, in vec2 p) {
        vec2 uv = p / iResolution.xy;
        color = vec4(texture(iChannel2, vec2(0.25, 0.25)).r, texture(iChannel2, vec2(0.75, 0.75)).r,
                     texelFetch(iChannel2, ivec2(1, 0), 0).r, uv.x);
    }";
    let kernel = Kernel::compile_glsl(source).unwrap();
    assert_eq!(kernel.inputs().len(), 1);
    let out = numbers(source, |shader| {
        shader.bind("iChannel2", &picture).unwrap();
        shader.set("iChannelSize2", [2.0, 2.0]).unwrap();
    });
    // The lower row of the picture comes first here.
    assert_eq!((out[0], out[1], out[2]), (3.0, 2.0, 4.0));
}

/// SHADER-25: the range of `iFrame`, which bytecode has no word for, used to make every shader inexpressible.
#[test]
fn shader_25_a_shader_survives_bytecode_to_the_bit() {
    let source = "void mainImage(out vec4 c, in vec2 p) {
        vec3 tint = texture(iChannel0, p / iResolution.xy).rgb;
        c = vec4(tint * sin(iTime + p.x), float(iFrame)); if (iFrame > 3) c.r += p.y; }";
    let kernel = Kernel::compile_glsl(source).unwrap();
    let loaded = Kernel::from_pbj(&kernel.to_pbj().unwrap().to_bytes()).unwrap();
    let picture = Texture::from_floats(2, 2, 1, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let bits = |kernel: &Kernel| {
        let mut shader = Shader::new(kernel);
        shader.bind("iChannel0", &picture).unwrap();
        shader.set("iFrame", 9).unwrap();
        shader.set("iTime", 1.5).unwrap();
        let mut out = [0.0; 32];
        shader.run(4, 2, &mut out).unwrap();
        out.map(f32::to_bits)
    };
    assert_eq!(bits(&loaded), bits(&kernel));
    let frame = loaded.parameters().iter().find(|p| p.name == "iFrame").unwrap();
    assert_eq!((frame.max[0], frame.default[0]), (32767.0, 0.0), "as far as the format goes");
}

#[test]
fn shader_39_mistakes_point_into_the_shader() {
    let source = "void mainImage(out vec4 c, in vec2 p) {\n    float n = p.x +;\n}";
    let error = Kernel::compile_glsl(source).expect_err("it is wrong");
    assert_eq!(error.list[0].span.line_column(source), (2, 20), "{error}");
    let source = "void mainImage(out vec4 c, in vec2 p) {\n    c = vec4(missing(p), 0.0, 1.0);\n}";
    let error = Kernel::compile_glsl(source).expect_err("it is wrong");
    assert_eq!(error.list[0].span.line_column(source).0, 2, "{error}");
    let error = Kernel::compile_glsl("float f() { return 1.0; }").expect_err("it is wrong");
    assert!(error.list.iter().any(|d| d.code == "PB033"), "{error}");
    for broken in ["", "void", "}", "void mainImage(", "const", "#if", "texture(iChannel0)"] {
        assert!(Kernel::compile_glsl(broken).is_err());
    }
}

#[test]
fn shader_38_smoothstep_and_inversesqrt_are_spelled_as_glsl_spells_them() {
    let source = "void mainImage(out vec4 c, in vec2 p) {
        c = vec4(smoothstep(0.0, 1.0, 0.25), smoothstep(1.0, 0.0, 0.25), inversesqrt(4.0), 1.0); }";
    let mut out = [0.0; 4];
    Shader::new(&Kernel::compile_glsl(source).unwrap()).run(1, 1, &mut out).unwrap();
    assert_eq!(out, [0.15625, 0.84375, 0.5, 1.0]);
}

#[test]
fn shader_38_functions_of_glsl_that_kernels_have_not() {
    let source = "void mainImage(out vec4 c, in vec2 p) {
        vec3 r = reflect(vec3(1.0f, -1.0, 0.0), vec3(0.0, 1.0, 0.0));
        vec2 t = trunc(vec2(-1.75, 1.75)) + round(vec2(0.4, 2.6));
        c = vec4(r.x + 10.0 * r.y, t.x + 10.0 * t.y, tanh(0.5), tanh(-100.0)); c.rgb += c.a * 0.0; }";
    let mut out = [0.0; 4];
    Shader::new(&Kernel::compile_glsl(source).unwrap()).run(1, 1, &mut out).unwrap();
    crate::common::close(&out, &[11.0, 39.0, 0.462_117, 1.0], 1e-5);
    // Into glass, and out of it where nothing gets through.
    let source = "void mainImage(out vec4 c, in vec2 p) { vec2 i = normalize(vec2(1.0, -1.0)); vec2 n = vec2(0.0, 1.0);
        vec2 a = refract(i, n, 1.0 / 1.5); vec2 b = refract(i, n, 1.5); c = vec4(a, b.x + b.y, 1.0); }";
    Shader::new(&Kernel::compile_glsl(source).unwrap()).run(1, 1, &mut out).unwrap();
    // sin 45° / 1.5, and the cosine of that angle downward.
    crate::common::close(&out, &[0.471_405, -0.881_917, 0.0, 1.0], 1e-5);
    let own = "float round(float x) { return x * 3.0; } void mainImage(out vec4 c, in vec2 p) { c = vec4(round(2.0)); }";
    Shader::new(&Kernel::compile_glsl(own).unwrap()).run(1, 1, &mut out).unwrap();
    assert_eq!(out[0], 6.0, "a function of the shader goes first");
    assert!(
        Kernel::compile_glsl("void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0u); }").is_err()
    );
}

#[test]
fn shader_38_sizes_levels_and_the_date() {
    let picture = Texture::from_floats(2, 2, 1, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let source = "void mainImage(out vec4 c, in vec2 p) {
        c = vec4(iChannelResolution[1].x + 10.0 * iChannelResolution[1].z, iDate.x,
                 textureLod(iChannel1, vec2(0.25), 2.0).r + texture(iChannel1, vec2(0.75), -1.0).r, 1.0); }";
    let kernel = Kernel::compile_glsl(source).unwrap();
    assert_eq!(kernel.inputs().len(), 1);
    let mut shader = Shader::new(&kernel);
    shader.bind("iChannel1", &picture).unwrap();
    shader.supply(&motile_kernel::HostValues::default());
    shader.set("iDate", [1999.0, 11.0, 31.0, 0.0]).unwrap();
    let mut out = [0.0; 4];
    shader.run(1, 1, &mut out).unwrap();
    assert_eq!(out, [12.0, 1999.0, 5.0, 1.0]);
    let plain = "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }";
    let names = Kernel::compile_glsl(plain).unwrap();
    assert!(names.parameters().iter().all(|p| p.name != "iDate"), "only where it is used");
}

/// The first pixel of a shader whose main function is this.
fn first(outside: &str, body: &str) -> Vec<f32> {
    let source = format!("{outside}\nvoid mainImage(out vec4 c, in vec2 p) {{ {body} }}");
    numbers(&source, |_| {})[..3].to_vec()
}

#[test]
fn shader_38_functions_of_one_name_take_different_types_and_may_be_announced() {
    let outside = "float f(float x); vec2 f(vec2 x); float later(in vec2 p, float by);
        float f(float x) { return x * 2.0; } vec2 f(vec2 x) { return x * 3.0; } float f(float a, float b) { return a - b; }
        void f(inout int n) { n += 7; }";
    let body = "int n = 1; f(n); c = vec4(f(f(1.0)), f(vec2(1.0, float(n))).y, later(vec2(2.0, 3.0), f(9.0, 4.0)), 1.0);";
    let after = format!(
        "void mainImage(out vec4 c, in vec2 p) {{ {body} }} float later(vec2 p, float by) {{ return p.y * by; }}"
    );
    assert_eq!(numbers(&format!("{outside}\n{after}"), |_| {})[..3], [4.0, 24.0, 15.0]);
    let wrong =
        Kernel::compile_glsl(&format!("{outside}\n{}", after.replace("f(9.0, 4.0)", "f(true)")));
    assert!(wrong.unwrap_err().to_string().contains("no function `f` takes (bool)"));
    let twice = outside.replace(
        "float f(float a, float b) { return a - b; }",
        "vec2 f(float y) { return vec2(y); }",
    );
    let twice = Kernel::compile_glsl(&format!("{twice}\n{after}")).unwrap_err().to_string();
    assert!(twice.contains("`f` is written twice"), "{twice}");
}

/// Calls within calls of such functions are looked at once each, not once for every way through them.
#[test]
fn shader_38_towers_of_calls_of_one_name_are_compiled_soon() {
    let call = format!("{}p.x{}", "f(".repeat(80), ")".repeat(80));
    let outside = "float f(float x) { return x + 1.0; } vec2 f(vec2 x) { return x; }";
    assert_eq!(first(outside, &format!("c = vec4({call});"))[0], 80.5);
}

#[test]
fn shader_38_arrays_are_written_out_with_their_type() {
    let outside = "const vec3 COLORS[2] = vec3[2](vec3(1.0, 2.0, 3.0), vec3(4.0));
        float shares[] = float[](0.25, 0.5, 1.0); const int[3] STEPS = int[](1, 10, 100);";
    let body = "float kept[3] = float[3](2.0, shares[2], 4.0); const float[] fixed_ = float[](8.0, 9.0);
        int sum = 0; for (int i = 0; i < 3; i++) { float twice[1] = float[1](2.0); sum += STEPS[i] * int(twice[0]); }
        c = vec4(COLORS[int(p.x)].z * shares[1], kept[0] + kept[1] + kept[2] + fixed_[1], sum, 1.0);";
    assert_eq!(first(outside, body), [1.5, 16.0, 222.0]);
    let wrong = "void mainImage(out vec4 c, vec2 p) { float a[2] = float[2](1.0, 2.0, 3.0); c = vec4(a[0]); }";
    assert!(Kernel::compile_glsl(wrong).is_err());
}

#[test]
fn shader_38_switches_fall_through_and_are_left() {
    let outside = "float of(int i) {
        float x = 0.0;
        switch (i) { case 0: x += 1.0; break; case 1: case 2: x += 10.0; case 3: { x += 100.0; if (i == 2) break; x += 0.5; } break; default: x = 7.0; }
        return x; }";
    assert_eq!(first(outside, "c = vec4(of(0), of(1), of(2), 1.0);"), [1.0, 110.5, 110.0]);
    assert_eq!(first(outside, "c = vec4(of(3), of(4), of(-1), 1.0);"), [100.5, 7.0, 7.0]);
    let body = "float s = 0.0; for (int i = 0; i < 4; i++) switch (int(p.x) + i) { case 2: s += 1.0; break; default: s += 10.0; } c = vec4(s);";
    assert_eq!(first("", body)[0], 31.0);
    assert!(
        Kernel::compile_glsl(
            "void mainImage(out vec4 c, vec2 p) { switch (1) { c = vec4(1.0); } }"
        )
        .is_err()
    );
}

#[test]
fn shader_38_remainders_and_functions_that_kernels_have_not() {
    let body = "int n = 17; n %= 10; c = vec4(n, -7 % 3, (ivec2(9, 8) % 5).y + (ivec2(9) % ivec2(4)).x, 1.0);";
    assert_eq!(first("", body), [7.0, -1.0, 4.0]);
    let close = |body: &str, wanted: [f32; 3]| {
        crate::common::close(&first("", body), &wanted, 1e-5);
    };
    close(
        "c = vec4(sinh(1.0), cosh(vec2(1.0)).y, asinh(sinh(0.7)), 1.0);",
        [1.175_201_2, 1.543_080_6, 0.7],
    );
    close(
        "c = vec4(acosh(cosh(0.7)), atanh(0.5), fma(2.0, 3.0, 4.0), 1.0);",
        [0.7, 0.549_306_15, 10.0],
    );
    close(
        "float w; float f = modf(-2.75, w); c = vec4(f, w, faceforward(vec2(1.0), vec2(2.0), vec2(3.0)).x, 1.0);",
        [-0.75, -2.0, -1.0],
    );
    let odd =
        "float z = p.x - p.x; c = vec4(isnan(z / z), isinf(1.0 / z), any(isnan(vec3(z))), 1.0);";
    assert_eq!(first("", odd), [1.0, 1.0, 0.0]);
    close(
        "mat3 m = outerProduct(vec3(1, 2, 3), vec3(4, 5, 6)); c = vec4(m[1], 1.0);",
        [5.0, 10.0, 15.0],
    );
    close(
        "mat3 m = transpose(mat3(1, 2, 3, 4, 5, 6, 7, 8, 9)); c = vec4(m[1], 1.0);",
        [2.0, 5.0, 8.0],
    );
    for (size, m) in [
        (2, "1, 2, 4, 9"),
        (3, "2, 1, 0, 1, 3, 1, 0, 1, 4"),
        (4, "2, 1, 0, 3, 1, 3, 1, 0, 0, 1, 4, 1, 5, 0, 1, 7"),
    ] {
        let row = ["vec2(0)", "vec3(0)", "vec4(0)"][size - 2];
        let body = format!(
            "mat{size} m = mat{size}({m}); mat{size} n = inverse(m) * transpose(transpose(m)) ; n[0].x -= 1.0; n[1].y -= 1.0;
            float off = length(n[0]) + length(n[1]) + length({row}); c = vec4(off, determinant(m) * determinant(inverse(m)), determinant(m), 1.0);"
        );
        let determinant = [1.0, 18.0, -52.0][size - 2];
        close(&body, [0.0, 1.0, determinant]);
    }
    let own = "float sinh(float x) { return 5.0; } vec3 inverse(vec3 v) { return -v; }";
    assert_eq!(
        first(own, "c = vec4(inverse(vec3(sinh(1.0))), 1.0);"),
        [-5.0; 3],
        "one's own counts"
    );
    assert_eq!(first("", "c = vec4(iSampleRate, iChannelTime[1], 0.0, 1.0);")[0], 44100.0);
}
