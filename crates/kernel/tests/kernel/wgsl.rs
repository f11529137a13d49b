//! Every kernel as WGSL, held to the rules of the language by a parser and validator of others.

use crate::common::{public_files, source};
use motile_kernel::{
    CompileOptions, Kernel, PbjFile, PbjRecord, RustOptions, TextureEdge, WgslOptions, library,
};
use naga::{
    ShaderStage,
    back::glsl,
    proc::BoundsCheckPolicies,
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
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{name}: {}\n{text}", error.emit_to_string(&text)));
    let version = glsl::Version::Embedded { version: 300, is_webgl: true };
    let options = glsl::Options { version, ..glsl::Options::default() };
    for entry in &module.entry_points {
        let (shader_stage, entry_point) = (entry.stage, entry.name.clone());
        let pipeline = glsl::PipelineOptions { shader_stage, entry_point, multiview: None };
        let mut written = String::new();
        let (to, bounds) = (&mut written, BoundsCheckPolicies::default());
        glsl::Writer::new(to, &module, &info, &options, &pipeline, bounds)
            .and_then(|mut writer| writer.write())
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert!(written.starts_with("#version 300 es"), "{name}: {written}");
    }
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

/// Each number of each parameter is read, so that none is left out of the text.
#[test]
fn shader_19_parameters_of_every_type_are_valid() {
    let types = [
        ("float", 1),
        ("float2", 2),
        ("float3", 3),
        ("float4", 4),
        ("float2x2", 4),
        ("float3x3", 9),
        ("float4x4", 16),
        ("int", 1),
        ("int2", 2),
        ("int3", 3),
        ("int4", 4),
        ("bool", 1),
        ("bool2", 2),
        ("bool3", 3),
        ("bool4", 4),
    ];
    let (mut members, mut body) = (String::new(), "float s = outCoord().x;\n".to_owned());
    let mut numbers = 0;
    for (ty, count) in types {
        let side = if ty.contains('x') { (count as f64).sqrt() as usize } else { 0 };
        let mut alone = "float s = outCoord().x;\n".to_owned();
        for index in 0..count {
            let number = match (count, side) {
                (1, _) => format!("k_{ty}"),
                (_, 0) => format!("k_{ty}[{index}]"),
                _ => format!("k_{ty}[{}][{}]", index / side, index % side),
            };
            let line = if ty.starts_with("bool") {
                format!("if ({number}) s = s * 1.5 + 2.0;\n")
            } else {
                format!("s = s * 1.5 + float({number});\n")
            };
            alone += &line;
        }
        let member = format!("parameter {ty} k_{ty};\n");
        let text = source(&format!("{member}output pixel1 dst;"), &format!("{alone}dst = s;"));
        let kernel = Kernel::compile(&text).unwrap_or_else(|error| panic!("{error}"));
        valid(&kernel, WgslOptions::default());
        let text = kernel.to_wgsl(&WgslOptions::default());
        for index in 0..count {
            let place = format!("params.numbers[{}][{}]", index / 4, index % 4);
            assert!(text.contains(&place), "{ty} {index}");
        }
        members += &member;
        body += alone.split_once('\n').unwrap().1;
        numbers += count;
    }
    let text = source(&format!("{members}output pixel1 dst;"), &format!("{body}dst = s;"));
    let kernel = Kernel::compile(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((kernel.parameters().len(), numbers), (15, 59));
    valid(&kernel, WgslOptions::default());
}

/// A comment ends at every line end of Unicode: what follows one in a name of bytecode used to be read as code.
#[test]
fn shader_t86_names_of_bytecode_stay_in_their_comment() {
    let text = source("input image4 src; output pixel4 dst;", "dst = sample(src, outCoord());");
    let file = Kernel::compile(&text).unwrap().to_pbj().unwrap();
    let ends = "\n \r \u{B} \u{C} \u{85} \u{2028} \u{2029} \u{1} \u{202E} */";
    let plain = Kernel::from_pbj(&file.to_bytes()).unwrap().to_wgsl(&WgslOptions::default());
    let lines = |text: &str| {
        text.split(['\n', '\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}']).count()
    };
    for end in ends.split(' ') {
        let hostile = format!("a{end}fn main() {{ }} \u{0}{end}@ ]");
        let mut changed = file.clone();
        for (_, record) in &mut changed.records {
            match record {
                // A name of the file has a length, one of a picture ends at a zero.
                PbjRecord::Name(name) => *name = hostile.clone().into_bytes(),
                PbjRecord::Image { name, .. } => *name = hostile.replace('\0', "").into_bytes(),
                _ => {}
            }
        }
        let bytes = changed.to_bytes();
        assert_eq!(PbjFile::read(&bytes).unwrap().to_bytes(), bytes);
        let kernel = Kernel::from_pbj(&bytes).unwrap();
        assert!(kernel.name().contains("fn main") && kernel.inputs()[0].name.contains("fn main"));
        valid(&kernel, WgslOptions::default());
        let written = kernel.to_wgsl(&WgslOptions::default());
        assert_eq!(lines(&written), lines(&plain), "{end:?}");
        assert!(!written.contains('\0'));
        let rust = kernel.to_rust(&RustOptions::default());
        assert!(!rust.contains(['\0', '\u{2028}', '\u{202E}']), "{end:?}");
    }
}

/// The public kernels as source and as bytecode, when they are there.
#[test]
fn shader_t86_public_files_are_valid() {
    for path in public_files().into_iter().flatten() {
        let bytes = std::fs::read(&path).unwrap();
        let kernel = match path.extension().and_then(|end| end.to_str()) {
            Some("pbj") => Kernel::from_pbj(&bytes).unwrap(),
            Some("pbk") => Kernel::compile_bytes(&bytes, &CompileOptions::default()).unwrap(),
            _ => continue,
        };
        valid(&kernel, WgslOptions::default());
    }
}
