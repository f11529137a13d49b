//! Runs in slices beside runs in one go.

use crate::common::source;
use motile_kernel::{
    GraphJob, GraphRenderJob, GraphShader, Kernel, KernelGraph, KernelUse, RenderJob, RunError,
    RunLimits, Shader, ShaderJob, Texture, library,
};
use motile_pixels::{Color, Surface};
use motile_time::{Job, JobProgress, Jobs, run_to_end};

fn plasma() -> Shader {
    Shader::new(&library::find("plasma").unwrap().compile().unwrap())
}

#[test]
fn shader_37_slices_give_the_bits_of_one_run() {
    let mut whole = vec![0.0; 150 * 40 * 4];
    plasma().run(150, 40, &mut whole).unwrap();
    let mut jobs = Jobs::new();
    let id = jobs.spawn(ShaderJob::new(plasma(), 150, 40));
    for _ in 0..20 {
        jobs.run_units(3);
    }
    assert_eq!(jobs.take(id).unwrap().unwrap(), whole);

    let mut picture = Surface::opaque(150, 40, Color::BLACK).unwrap();
    let blank = picture.clone();
    plasma().render(&mut picture).unwrap();
    assert_eq!(run_to_end(RenderJob::new(plasma(), blank)).unwrap(), picture);
}

/// Numbers in one row used to be one unit: a job of them could neither be sliced nor told how far it was.
#[test]
fn shader_31_a_million_numbers_in_one_row_are_canceled_halfway() {
    let mut jobs = Jobs::new();
    let id = jobs.spawn(ShaderJob::new(crunch(), 1_000_000, 1));
    jobs.run_units(1);
    assert_eq!(jobs.progress(id), 4096.0 / 1e6);
    let mut before = 0.0;
    while jobs.progress(id) < 0.5 {
        assert!(jobs.progress(id) > before);
        before = jobs.progress(id);
        jobs.run_units(10);
    }
    assert!(jobs.progress(id) < 0.6);
    assert!(jobs.cancel(id));
    assert_eq!((jobs.unfinished(), jobs.take(id)), (0, None));
}

/// Loops that hang on y and on x, and a picture: all that a row shares.
fn crunch() -> Shader {
    let text = source(
        "input image1 src; output pixel1 dst;",
        "float2 p = outCoord(); float s = 0.0;
         for (int i = 0; i < 3 + int(p.y); i++) s += sin(p.y + float(i));
         for (int i = 0; i < int(mod(p.x, 5.0)); i++) s = s * 0.7 + fract(p.x * 0.013);
         dst = s + sqrt(sampleLinear(src, p * 0.001)) + p.x;",
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    let numbers = (0..1200).map(|i| (i % 91) as f32).collect();
    shader.bind("src", &Texture::from_floats(1200, 1, 1, numbers).unwrap()).unwrap();
    shader
}

#[test]
fn shader_37_pieces_of_long_rows_have_the_bits_and_steps_of_one_run() {
    for (width, height, places) in [(1_000_000, 1, 1), (8_500, 2, 1), (4_097, 2, 2)] {
        let mut shader = crunch();
        shader.supersampling = places;
        let mut whole = vec![0.0; (width * height) as usize];
        shader.run(width, height, &mut whole).unwrap();
        let bare = shader.clone();
        let run = |limit| {
            let mut shader = bare.clone();
            shader.limits.run_steps = limit;
            run_to_end(ShaderJob::new(shader, width, height))
        };
        let sliced = run(u64::MAX).unwrap();
        let same = sliced.iter().zip(&whole).all(|(a, b)| a.to_bits() == b.to_bits());
        assert!(same && sliced.len() == whole.len(), "{width} {height} {places}");
        if width > 10_000 {
            continue;
        }
        // The least limit of a whole run, by halves, is that of a job.
        let mut fits = |limit| {
            shader.limits.run_steps = limit;
            shader.run(width, height, &mut whole).is_ok()
        };
        let (mut low, mut high) = (0, 1 << 24);
        while low + 1 < high {
            let middle = u64::midpoint(low, high);
            if fits(middle) { high = middle } else { low = middle }
        }
        assert!(high < 1 << 24 && run(high).is_ok(), "{width} {height} {places}");
        assert_eq!(run(low), Err(RunError::TooLong), "{width} {height} {places}");
    }
    let mut picture = Surface::opaque(9_000, 2, Color::BLACK).unwrap();
    let blank = picture.clone();
    plasma().render(&mut picture).unwrap();
    assert_eq!(run_to_end(RenderJob::new(plasma(), blank)).unwrap(), picture);
}

#[test]
fn shader_t48_a_canceled_job_is_gone() {
    let mut jobs = Jobs::new();
    let id = jobs.spawn(ShaderJob::new(plasma(), 64, 64));
    jobs.run_units(10);
    assert!(jobs.progress(id) > 0.0 && jobs.progress(id) < 1.0);
    assert!(jobs.cancel(id));
    assert_eq!((jobs.unfinished(), jobs.take(id)), (0, None));
}

#[test]
fn shader_37_t46_numbers_are_doubled_and_not_held() {
    let text = source(
        "input image1 src; output pixel1 dst;",
        "dst = 2.0 * sampleNearest(src, outCoord());",
    );
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    let numbers = Texture::from_floats(4, 1, 1, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    shader.bind("src", &numbers).unwrap();
    let mut out = vec![0.0; 4];
    shader.run(4, 1, &mut out).unwrap();
    assert_eq!(out, [2.0, 4.0, 6.0, 8.0]);
    assert_eq!(run_to_end(ShaderJob::new(shader, 4, 1)), Ok(out));
}

#[test]
fn failures_end_a_job() {
    let text =
        source("input image1 src; output pixel1 dst;", "dst = sampleNearest(src, outCoord());");
    let mut shader = Shader::new(&Kernel::compile(&text).unwrap());
    let missing = RunError::MissingInput {
        name: "src".into(),
        channels: 1,
        kernel: "Test".into(),
        used_as: KernelUse::Job,
    };
    assert_eq!(run_to_end(ShaderJob::new(shader.clone(), 4, 4)), Err(missing));
    shader.bind("src", &Texture::from_floats(1, 1, 1, vec![3.0]).unwrap()).unwrap();
    assert_eq!(run_to_end(ShaderJob::new(shader.clone(), 2, 1)), Ok(vec![3.0; 2]));
    // Nothing to do is done at once, and a surface is given away only once.
    assert_eq!(run_to_end(ShaderJob::new(shader.clone(), 0, 9)), Ok(Vec::new()));
    let mut job = RenderJob::new(shader, Surface::new(2, 2).unwrap());
    let mut step = || job.step(&mut motile_time::Budget::unlimited());
    assert!(matches!(step(), JobProgress::Done(Ok(_))));
    assert!(matches!(step(), JobProgress::Done(Err(RunError::TargetTooSmall { .. }))));
}

const GRAPH: &str = "<languageVersion : 1.0;>
graph Three < namespace : \"n\"; vendor : \"v\"; version : 1; >
{
    input image4 src; output image4 dst; parameter float by < defaultValue : 0.5; >;
    kernel Dim < namespace : \"n\"; vendor : \"v\"; version : 1; >
    { input image4 src; output pixel4 dst; parameter float f; void evaluatePixel() {
          float4 c = sampleNearest(src, outCoord()); for (int i = 0; i < 3; i++) c.rgb *= f + 0.25; dst = c; } }
    kernel Both < namespace : \"n\"; vendor : \"v\"; version : 1; >
    { input image4 a; input image4 b; output pixel4 dst;
      void evaluatePixel() { dst = 0.5 * (sampleLinear(a, outCoord() + 0.25) + sampleNearest(b, outCoord())); } }
    node<Dim> one, two; node<Both> both;
    connect src to one.src; connect one.dst to two.src; connect one.dst to both.a; connect two.dst to both.b;
    connect both.dst to dst;
    void evaluateDependents() { one.f = by; two.f = by * 1.5; }
}";

fn graph() -> GraphShader {
    let mut shader = GraphShader::new(&KernelGraph::compile(GRAPH).unwrap());
    let numbers: Vec<f32> = (0..20 * 9 * 4).map(|i| (i % 37) as f32 / 36.0).collect();
    shader.bind("src", &Texture::from_floats(20, 9, 4, numbers).unwrap()).unwrap();
    shader.set("by", 0.75).unwrap();
    shader
}

#[test]
fn shader_37_a_graph_in_slices_gives_the_bits_of_one_run() {
    let mut whole = vec![0.0; 20 * 9 * 4];
    graph().run(20, 9, &mut whole).unwrap();
    for rows in [1, 4, 7, 100] {
        let mut jobs = Jobs::new();
        let id = jobs.spawn(GraphJob::new(graph(), 20, 9));
        let mut last = 0.0;
        while jobs.unfinished() > 0 {
            jobs.run_units(rows);
            assert!(jobs.progress(id) > last || jobs.unfinished() == 0);
            last = jobs.progress(id);
        }
        assert_eq!(jobs.take(id).unwrap().unwrap(), whole, "{rows} rows a frame");
    }
    let mut picture = Surface::opaque(20, 9, Color::BLACK).unwrap();
    let blank = picture.clone();
    graph().render(&mut picture).unwrap();
    assert_eq!(run_to_end(GraphRenderJob::new(graph(), blank)).unwrap(), picture);
    assert_eq!(run_to_end(GraphJob::new(graph(), 0, 9)), Ok(Vec::new()));
}

#[test]
fn shader_31_a_graph_as_a_job_says_what_is_missing_and_keeps_to_its_limits() {
    let bare = GraphShader::new(&KernelGraph::compile(GRAPH).unwrap());
    let error = run_to_end(GraphJob::new(bare.clone(), 2, 2)).unwrap_err();
    assert!(
        matches!(&error, RunError::MissingInput { name, used_as: KernelUse::Graph, .. } if name == "src")
    );
    let picture = Surface::new(2, 2).unwrap();
    assert_eq!(run_to_end(GraphRenderJob::new(bare, picture)).unwrap_err(), error);
    // Passes share the steps of a run, sliced or not.
    let limited = |steps| {
        let mut shader = graph();
        shader.limits = RunLimits { run_steps: steps, ..RunLimits::default() };
        let mut out = vec![0.0; 20 * 9 * 4];
        let whole = shader.clone().run(20, 9, &mut out);
        let sliced = run_to_end(GraphJob::new(shader, 20, 9)).map(|_| ());
        (whole, sliced)
    };
    assert_eq!(limited(10), (Err(RunError::TooLong), Err(RunError::TooLong)));
    assert_eq!(limited(1_000_000), (Ok(()), Ok(())));
}
