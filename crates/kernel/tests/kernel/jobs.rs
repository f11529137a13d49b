//! Runs in slices beside runs in one go.

use crate::common::source;
use motile_kernel::{Kernel, KernelUse, RenderJob, RunError, Shader, ShaderJob, Texture, library};
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
