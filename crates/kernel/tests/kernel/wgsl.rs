//! Every kernel as WGSL, held to the rules of the language by a parser and validator of others.

use crate::common::source;
use motile_kernel::{Kernel, TextureEdge, WgslOptions, library};
use naga::{
    ShaderStage,
    valid::{Capabilities, ValidationFlags, Validator},
};

#[track_caller]
fn valid(kernel: &Kernel, options: WgslOptions) {
    let text = kernel.to_wgsl(&options);
    let name = kernel.name();
    let module = naga::front::wgsl::parse_str(&text)
        .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
    let stages: Vec<_> = module.entry_points.iter().map(|entry| entry.stage).collect();
    assert_eq!(stages, [ShaderStage::Vertex, ShaderStage::Fragment], "{name}");
    // Nothing that WebGL 2 does not have.
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{name}: {}\n{text}", error.emit_to_string(&text)));
}

#[test]
fn shader_t86_the_library_is_valid_at_every_edge() {
    for entry in library::KERNELS {
        let kernel = entry.compile().unwrap();
        for edge in
            [TextureEdge::Clamp, TextureEdge::Transparent, TextureEdge::Repeat, TextureEdge::Mirror]
        {
            valid(&kernel, WgslOptions { edge, loop_rounds: 100, ..WgslOptions::default() });
        }
    }
}

#[test]
fn shader_w10_means_over_places_of_a_pixel_are_valid() {
    for entry in library::KERNELS {
        let kernel = entry.compile().unwrap();
        for (supersampling, numbers) in [(2, false), (4, true), (255, false)] {
            valid(&kernel, WgslOptions { supersampling, numbers, ..WgslOptions::default() });
        }
    }
}

#[test]
fn shader_t86_every_operation_and_number_of_channels_is_valid() {
    let floats =
        "sin cos tan asin acos atan exp exp2 log log2 sqrt inverseSqrt abs sign floor ceil fract";
    for function in floats.split(' ') {
        let body = format!("dst = {function}(outCoord().x);");
        valid(
            &Kernel::compile(&source("output pixel1 dst;", &body)).unwrap(),
            WgslOptions::default(),
        );
    }
    for (output, body) in [
        ("pixel1", "int i = int(outCoord().x); dst = float(i / 3 - i * 2);"),
        (
            "pixel2",
            "float2 p = outCoord(); dst = mod(p, 3.0) + pow(p, p) + atan(p, p.yx) + step(p, p.yx) + min(p, 2.0) + max(p, 1.0);",
        ),
        (
            "pixel3",
            "bool b = outCoord().x > 2.0; if (!b ^^ outCoord().y <= 3.0) dst = float3(1.0); else dst = float3(outCoord(), 0.0);",
        ),
        (
            "pixel4",
            "float s = 0.0; for (int i = 0; i < int(outCoord().x); i++) { if (i == 7) s += 2.0; s += float(i); } dst = float4(s, 1.0 / 0.0, 0.0 / 0.0, 1.0e-40);",
        ),
    ] {
        let text = source(&format!("output {output} dst;"), body);
        let kernel = Kernel::compile(&text).unwrap_or_else(|error| panic!("{error}"));
        valid(&kernel, WgslOptions::default());
    }
}

/// Shaders in GLSL, and kernels that were loaded from bytecode.
#[test]
fn shader_t86_shaders_and_loaded_bytecode_are_valid() {
    let glsl = "float f(vec2 p) { return tanh(p.x) + round(p.y); }
        void mainImage(out vec4 c, in vec2 p) { vec3 r = refract(vec3(p, 1.0), vec3(0.0, 0.0, 1.0), 0.7);
        for (int i = 0; i < int(iTime) + 3; i++) r += texture(iChannel0, p / iResolution.xy).rgb;
        c = vec4(r, f(p)) + texelFetch(iChannel1, ivec2(p), 0); }";
    valid(&Kernel::compile_glsl(glsl).unwrap(), WgslOptions::default());
    // Those of the gallery, where the crate stands beside it.
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for toy in [
        "demos/src/kernel/tunnel.glsl",
        "gallery/playground/examples/hills.glsl",
        "gallery/playground/examples/beads.glsl",
    ] {
        let Ok(text) = std::fs::read_to_string(root.join(toy)) else { continue };
        valid(&Kernel::compile_glsl(&text).unwrap(), WgslOptions::default());
    }
    let mut loaded = 0;
    for entry in library::KERNELS {
        let Ok(file) = entry.compile().unwrap().to_pbj() else { continue };
        let kernel = Kernel::from_pbj(&file.to_bytes()).unwrap();
        valid(&kernel, WgslOptions::default());
        loaded += 1;
    }
    assert!(loaded > 15, "{loaded}");
}

#[test]
fn shader_19_parameters_of_every_type_are_valid() {
    let members = "parameter float2 a; parameter int3 b; parameter bool c; parameter float3x3 d; output pixel4 dst;";
    let body = "float3 v = d * float3(a, float(b.x + b.z)); dst = float4(v, c ? 1.0 : 0.5);";
    valid(&Kernel::compile(&source(members, body)).unwrap(), WgslOptions::default());
}
