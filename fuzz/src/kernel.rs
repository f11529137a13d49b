//! Sources and bytecode of pixel kernels.

use motile_kernel::{
    CompileError, CompileOptions, GraphJob, GraphShader, Kernel, KernelGraph, KernelProbe, PbjFile,
    PbjOptions, Profile, RunError, RunLimits, RustOptions, Shader, Texture, WgslOptions,
    decode_source, library,
};
use motile_time::run_to_end;

/// Any bytes are a kernel or an error with a place, as source, graph, shader and bytecode; a kernel runs within its limits, can be written as
/// bytecode, and reads back.
pub fn run(data: &[u8]) {
    for profile in [Profile::Full, Profile::Flash] {
        match Kernel::compile_bytes(data, &CompileOptions { profile }) {
            Ok(kernel) => {
                check(&kernel);
                let source = decode_source(data);
                look(&kernel, || KernelProbe::new(&source, CompileOptions { profile }));
            }
            Err(error) => placed(&error),
        }
    }
    match KernelGraph::compile_bytes(data) {
        Ok(graph) => check_graph(&graph),
        Err(error) => placed(&error),
    }
    let text = String::from_utf8_lossy(data);
    match Kernel::compile_glsl(&text) {
        Ok(kernel) => {
            check(&kernel);
            look(&kernel, || KernelProbe::new_glsl(&text));
        }
        Err(error) => placed(&error),
    }
    match PbjFile::read(data) {
        Ok(file) => {
            for quirks in [false, true] {
                if let Ok(kernel) = Kernel::from_pbj_with(&file, &PbjOptions { quirks }) {
                    check(&kernel);
                }
            }
        }
        Err(error) => assert!(error.offset <= data.len()),
    }
}

/// Larger kernels are not looked into: that compiles them once for every variable, and one input would take as long as a hundred.
const MAX_LOOKED_INTO: usize = 300;

/// A kernel that compiles can be looked into, within its limits.
fn look(kernel: &Kernel, probe: impl FnOnce() -> Result<KernelProbe, CompileError>) {
    if kernel.operations() > MAX_LOOKED_INTO {
        return;
    }
    let mut probe = probe().expect("the source compiled before");
    let seen = probe.look(&bound(kernel), 1, 1);
    assert!(matches!(seen, Ok(_) | Err(RunError::TooLong)), "{seen:?}");
}

/// What is wrong has words, and places in the source.
fn placed(error: &CompileError) {
    assert!(!error.list.is_empty() && !error.to_string().is_empty());
    let end = error.source.len() as u32;
    assert!(error.list.iter().all(|d| d.span.start <= end && d.span.end <= end));
}

fn check_graph(graph: &KernelGraph) {
    let mut shader = GraphShader::new(graph);
    let texture = Texture::from_floats(2, 1, 1, vec![0.5, f32::NAN]).expect("a picture");
    for input in graph.inputs() {
        shader.bind(&input.name, &texture).expect("an input of the graph");
    }
    shader.limits = LIMITS;
    let mut out = vec![0.0; 3 * usize::from(graph.channels())];
    let first = shader.run(3, 1, &mut out);
    assert_eq!(shader.run(3, 1, &mut out), first);
    let sliced = run_to_end(GraphJob::new(shader, 3, 1));
    assert_eq!(sliced.as_ref().err(), first.as_ref().err());
    let bits = |list: &[f32]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert!(sliced.is_ok_and(|numbers| bits(&numbers) == bits(&out)) || first.is_err());
}

/// What one run may cost: an input that takes longer finds nothing more.
const LIMITS: RunLimits =
    RunLimits { loop_rounds: 50, steps: 5_000, run_steps: 100_000, memory: 64 << 20 };

/// A kernel within limits, with pictures.
fn bound(kernel: &Kernel) -> Shader {
    let mut shader = Shader::new(kernel);
    shader.limits = LIMITS;
    let numbers = vec![0.25, f32::NAN, f32::INFINITY, -1.0];
    let texture = Texture::from_floats(2, 2, 1, numbers).expect("a picture");
    for input in kernel.inputs() {
        shader.bind(&input.name, &texture).expect("an input of the kernel");
    }
    shader
}

fn check(kernel: &Kernel) {
    let mut shader = bound(kernel);
    let mut out = vec![0.0; 9 * 2 * usize::from(kernel.channels())];
    let first = shader.run(9, 2, &mut out);
    let before: Vec<u32> = out.iter().map(|x| x.to_bits()).collect();
    assert_eq!(shader.run(9, 2, &mut out), first);
    assert!(first.is_err() || out.iter().map(|x| x.to_bits()).eq(before));
    assert!(kernel.to_wgsl(&WgslOptions::default()).contains("fs_main"));
    assert!(!kernel.to_rust(&RustOptions::default()).is_empty());
    if let Ok(file) = kernel.to_pbj() {
        let again = Kernel::from_pbj(&file.to_bytes()).expect("what is written can be read");
        assert_eq!(again.channels(), kernel.channels());
    }
}

const GRAPH: &str = "<languageVersion : 1.0;>
graph Two < namespace : \"n\"; vendor : \"v\"; version : 1; >
{
    kernel Scale < namespace : \"n\"; vendor : \"v\"; version : 1; >
    { input image1 src; output pixel1 dst; parameter float by; parameter float2x2 m;
      void evaluatePixel() { dst = by * sampleNearest(src, outCoord()) + m[0][1]; } }
    input image1 src; output image1 dst; parameter int n < defaultValue : 2; >;
    node<Scale> a, b;
    connect src to a.src; connect a.dst to b.src; connect b.dst to dst;
    void evaluateDependents() { for (int i = 0; i < n; i++) a.by += 0.5; b.m[0] = float2(a.by, 1.0); }
}";

/// A whole fragment shader, with all that stands outside of its functions.
const WHOLE: &str = "#version 300 es
precision highp float;
uniform float u_time; uniform mat2 turn; uniform sampler2D photo; uniform ivec3 list;
in vec2 uv; layout(location = 0) out vec4 color;
float count = 1.0, more[2];
void main() { count += u_time; more[1] = count; color = texture(photo, turn * uv) * gl_FragCoord.x + more[list.x]; }";

const GLSL: &str = "#define T(a) mat2(cos(a), -sin(a), sin(a), cos(a))
const int N = 3;
float f(in vec2 p, inout float q) { q += texture(iChannel0, p).r; return length(p); }
void mainImage(out vec4 color, in vec2 p) {
    vec2 uv = T(iTime) * (p / iResolution.xy);
    float q = 0.0;
    for (int i = 0; i < N; i++) { uv *= 1.1; if (q > 2.0) break; q += f(uv, q); }
    color = vec4(uv, q, 1.0) + texelFetch(iChannel1, ivec2(p), 0);
}";

/// Sources and bytecode of the library, a graph and a shader.
pub fn built() -> Vec<Vec<u8>> {
    let sources = library::KERNELS.iter().map(|entry| entry.source.as_bytes().to_vec());
    let kernels = library::KERNELS.iter().filter_map(|entry| entry.compile().ok());
    let bytecode = kernels.filter_map(|kernel| Some(kernel.to_pbj().ok()?.to_bytes()));
    let others = [GRAPH, GLSL, WHOLE].map(|text| text.as_bytes().to_vec());
    sources.chain(bytecode).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    /// Inputs that once took a second under a fuzzer: tried as they are, since thousands of their changes would take long.
    #[test]
    fn slow_units() {
        let stored = seeds::stored("kernel");
        assert!(!stored.is_empty());
        stored.iter().for_each(|seed| run(seed));
    }

    #[test]
    fn smoke() {
        smoke::run(&built(), 1_000, run);
    }
}
