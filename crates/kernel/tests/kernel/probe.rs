//! Looks into single pixels.

use crate::common::source;
use motile_kernel::{
    CompileOptions, Kernel, KernelProbe, ProbedValue, Profile, RunError, Shader, Texture,
    ValueType, library,
};

fn test_source(members: &str, body: &str) -> String {
    source(&format!("output pixel4 dst; {members}"), body)
}

/// The values of a body at pixel (x, y).
fn look(members: &str, body: &str, x: u32, y: u32) -> Vec<ProbedValue> {
    let source = test_source(members, body);
    let shader = Shader::new(&Kernel::compile(&source).unwrap());
    KernelProbe::new(&source, CompileOptions::default()).unwrap().look(&shader, x, y).unwrap()
}

fn numbers(seen: &[ProbedValue], name: &str) -> Vec<Option<Vec<f32>>> {
    seen.iter().filter(|value| value.name == name).map(|value| value.numbers.clone()).collect()
}

#[test]
fn variables_come_in_order_with_types_and_places() {
    let body = "float2 p = outCoord(); int n = int(p.x); bool b = n > 2; dst = pixel4(p.x);";
    let seen = look("", body, 3, 5);
    let names: Vec<(&str, String)> =
        seen.iter().map(|v| (v.name.as_str(), v.ty.to_string())).collect();
    let expected = [("p", "float2"), ("n", "int"), ("b", "bool"), ("dst", "float4")];
    assert_eq!(names, expected.map(|(name, ty)| (name, ty.to_owned())));
    assert_eq!(numbers(&seen, "p"), [Some(vec![3.5, 5.5])]);
    assert_eq!(numbers(&seen, "n"), [Some(vec![3.0])]);
    assert_eq!(numbers(&seen, "b"), [Some(vec![1.0])]);
    assert_eq!(numbers(&seen, "dst"), [Some(vec![3.5; 4])]);
    let source = test_source("", body);
    assert_eq!(seen[1].span.text(&source), "n");
}

#[test]
fn a_variable_is_as_its_scope_left_it() {
    let body = "float a = 1.0; a += 1.0; { float a = 7.0; a = 8.0; } \
        for (int i = 0; i < 3; i++) { float s = float(i) * 2.0; a += s; } dst = pixel4(a);";
    let seen = look("", body, 0, 0);
    assert_eq!(numbers(&seen, "a"), [Some(vec![8.0]), Some(vec![8.0])], "the outer, the inner");
    assert_eq!(numbers(&seen, "i"), [Some(vec![2.0])], "of the last round");
    assert_eq!(numbers(&seen, "s"), [Some(vec![4.0])]);
    // The outer one is not mixed up with the inner while that hides it.
    let seen = look("", "float a = 1.0; { float a = 7.0; a += 1.0; } dst = pixel4(a);", 0, 0);
    assert_eq!(numbers(&seen, "a"), [Some(vec![1.0]), Some(vec![8.0])]);
}

#[test]
fn branches_not_taken_and_code_after_a_return_have_no_value() {
    let body = "float x = outCoord().x; if (x > 2.0) float t = x; else { float e = -x; dst = pixel4(e); } \
        if (x > 4.0) return; float late = 1.0; dst = pixel4(late);";
    let seen = look("", body, 1, 0);
    assert_eq!((numbers(&seen, "t"), numbers(&seen, "e")), (vec![None], vec![Some(vec![-1.5])]));
    assert_eq!(numbers(&seen, "late"), [Some(vec![1.0])]);
    let seen = look("", body, 6, 0);
    assert_eq!((numbers(&seen, "t"), numbers(&seen, "e")), (vec![Some(vec![6.5])], vec![None]));
    assert_eq!(numbers(&seen, "late"), [None]);
}

#[test]
fn matrices_come_column_by_column_and_arrays_not_at_all() {
    let body = "float2x2 m = float2x2(1.0, 2.0, 3.0, 4.0); float list[3]; list[0] = 1.0; \
        int3 v = int3(4, 5, 6); dst = pixel4(m[0][0] + list[0]);";
    let seen = look("", body, 0, 0);
    assert_eq!(numbers(&seen, "m"), [Some(vec![1.0, 2.0, 3.0, 4.0])]);
    assert_eq!(numbers(&seen, "v"), [Some(vec![4.0, 5.0, 6.0])]);
    assert_eq!(numbers(&seen, "list"), [] as [Option<Vec<f32>>; 0]);
    assert_eq!(seen[0].ty, ValueType::Matrix(2));
}

#[test]
fn values_and_pictures_are_those_of_the_shader() {
    let source = test_source(
        "input image1 src; parameter float gain;",
        "float v = gain * sampleNearest(src, outCoord() + float2(1.0, 0.0)); dst = pixel4(v);",
    );
    let mut shader = Shader::new(&Kernel::compile(&source).unwrap());
    let mut probe = KernelProbe::new(&source, CompileOptions::default()).unwrap();
    let missing = probe.look(&shader, 0, 0).unwrap_err();
    assert!(matches!(missing, RunError::MissingInput { name, .. } if name == "src"));
    let row = Texture::from_floats(3, 1, 1, vec![0.25, 0.5, 1.0]).unwrap();
    shader.bind("src", &row).unwrap();
    shader.set("gain", 0.5).unwrap();
    let seen = probe.look(&shader, 1, 0).unwrap();
    assert_eq!(numbers(&seen, "src"), [Some(vec![0.5])], "the picture at the pixel itself");
    assert_eq!(numbers(&seen, "v"), [Some(vec![0.5])]);
}

#[test]
fn shaders_in_glsl_show_the_variables_of_their_main_image() {
    let source = "float half_of(float x) { float inner = x / 2.0; return inner; }
        void mainImage(out vec4 fragColor, in vec2 fragCoord) {
            vec2 uv = fragCoord / iResolution.xy; float h = half_of(uv.x); fragColor = vec4(h);
        }";
    let shader = Shader::new(&Kernel::compile_glsl(source).unwrap());
    let seen = KernelProbe::new_glsl(source).unwrap().look(&shader, 319, 479).unwrap();
    let names: Vec<&str> = seen.iter().map(|value| value.name.as_str()).collect();
    assert_eq!(names, ["uv", "h", "dst"]);
    assert_eq!(numbers(&seen, "uv"), [Some(vec![319.5 / 640.0, 0.5 / 480.0])]);
    assert_eq!(seen[0].span.text(source), "uv");
}

#[test]
fn every_kernel_of_the_library_can_be_looked_into() {
    let picture = Texture::from_floats(4, 4, 4, vec![0.5; 64]).unwrap();
    for entry in library::KERNELS {
        let kernel = entry.compile().unwrap();
        let mut shader = Shader::new(&kernel);
        for input in kernel.inputs() {
            shader.bind(&input.name, &picture).unwrap();
        }
        let mut probe = KernelProbe::new(entry.source, CompileOptions::default()).unwrap();
        let seen = probe.look(&shader, 2, 1).unwrap();
        let channels = usize::from(kernel.channels());
        let mut out = vec![0.0; 4 * 4 * channels];
        shader.run(4, 4, &mut out).unwrap();
        let last = seen.last().unwrap().numbers.clone().unwrap();
        assert_eq!(last, out[6 * channels..7 * channels], "{}", entry.id);
    }
}

#[test]
fn a_source_with_mistakes_is_refused_and_the_flash_profile_is_kept() {
    let flash = CompileOptions { profile: Profile::Flash };
    let source = test_source("", "for (int i = 0; i < 2; i++) {} dst = pixel4(1.0);");
    assert!(KernelProbe::new(&source, flash).is_err());
    let source = test_source("", "float a = 2.0; dst = pixel4(a);");
    let shader = Shader::new(&Kernel::compile(&source).unwrap());
    let seen = KernelProbe::new(&source, flash).unwrap().look(&shader, 0, 0).unwrap();
    assert_eq!(numbers(&seen, "a"), [Some(vec![2.0])]);
}

/// One look into such a kernel took seconds.
#[test]
fn a_large_kernel_is_looked_into_as_far_as_it_is_quick() {
    let line = |i: u32| {
        format!("float v{i} = x; for (int i = 0; i < 30; i++) x = sin(x) + tan(x * {i}.5);")
    };
    let lines = (0..60).map(line).collect::<Vec<_>>().join("\n");
    let text = source("output pixel1 dst;", &format!("float x = outCoord().x;\n{lines} dst = x;"));
    let kernel = Kernel::compile(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut probe = KernelProbe::new(&text, CompileOptions::default()).unwrap();
    let seen = probe.look(&Shader::new(&kernel), 0, 0).unwrap();
    let (first, last) = (&seen[0], seen.last().unwrap());
    assert_eq!((first.name.as_str(), last.name.as_str()), ("x", "dst"));
    assert!(kernel.operations() > 1000 && seen.len() > 5 && seen.len() <= 66, "{}", seen.len());
}

#[test]
fn a_whole_shader_is_looked_into_by_its_main_function() {
    let text =
        "out vec4 c; void main() { float half_of = gl_FragCoord.x * 0.5; c = vec4(half_of); }";
    let kernel = Kernel::compile_glsl(text).unwrap();
    let seen = KernelProbe::new_glsl(text).unwrap().look(&Shader::new(&kernel), 3, 0).unwrap();
    assert_eq!((seen[0].name.as_str(), seen[0].numbers.as_deref()), ("half_of", Some(&[1.75][..])));
}
