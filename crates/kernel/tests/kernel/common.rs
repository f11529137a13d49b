//! What the tests share.

use motile_kernel::{Kernel, Shader};

/// A whole source around members and the statements of `evaluatePixel`.
pub(crate) fn source(members: &str, body: &str) -> String {
    format!(
        "<languageVersion : 1.0;>\nkernel Test < namespace : \"n\"; vendor : \"v\"; version : 1; >\n{{\n{members}\nvoid evaluatePixel()\n{{\n{body}\n}}\n}}\n"
    )
}

/// The first pixel of a kernel whose output is `dst`, with all its channels.
#[track_caller]
pub(crate) fn pixel(output: &str, body: &str) -> Vec<f32> {
    let text = source(&format!("output {output} dst;"), body);
    let kernel = Kernel::compile(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut out = vec![0.0; usize::from(kernel.channels())];
    Shader::new(&kernel).run(1, 1, &mut out).unwrap();
    out
}

/// Numbers close to each other, number by number.
#[track_caller]
pub(crate) fn close(actual: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(actual.len(), expected.len());
    for (a, e) in actual.iter().zip(expected) {
        assert!((a - e).abs() <= tolerance, "{actual:?} is not {expected:?}");
    }
}

pub(crate) const TWIRL: &str = "<languageVersion : 1.0;>
kernel Twirl < namespace : \"n\"; vendor : \"v\"; version : 1; >
{
    parameter float2 center < minValue : float2(0.0); maxValue : float2(1000.0); defaultValue : float2(200.0); >;
    parameter float twist < minValue : -10.0; maxValue : 10.0; defaultValue : 0.0; >;
    parameter float radius < minValue : 0.0; maxValue : 500.0; defaultValue : 100.0; >;
    input image4 src;
    output pixel4 dst;
    const float PI2 = 3.14159;
    void evaluatePixel()
    {
        float2 p = outCoord();
        float d = distance(center, p);
        if (d < radius) {
            float angle = atan(p.y - center.y, p.x - center.x) + twist * sin(PI2 * d / radius);
            dst = sampleNearest(src, center + d * float2(cos(angle), sin(angle)));
        } else {
            dst = sampleNearest(src, p);
        }
    }
}";

pub(crate) const CHECKERBOARD: &str = "<languageVersion : 1.0;>
kernel Checkerboard < namespace : \"com.example\"; vendor : \"tests\"; version : 1; description : \"creates a checkerboard pattern\"; >
{
    parameter int xres < minValue : 1; maxValue : 200; defaultValue : 50; >;
    parameter int yres < minValue : 1; maxValue : 200; defaultValue : 50; >;
    output pixel4 dst;
    void evaluatePixel()
    {
        float2 p = outCoord();
        bool x = mod(floor(p.x / float(xres)), 2.0) > 0.5;
        bool y = mod(floor(p.y / float(yres)), 2.0) > 0.5;
        dst = pixel4(0, 0, 0, 1);
        if (x ^^ y) dst.rgb = pixel3(1.0);
    }
}";

/// The public kernels that came as source and bytecode, when they are there.
pub(crate) fn public_files() -> Option<Vec<std::path::PathBuf>> {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder =
        here.ancestors().map(|up| up.join("shared/data/pixel-bender")).find(|f| f.is_dir())?;
    let list = std::fs::read_dir(folder).ok()?;
    let mut files: Vec<_> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    Some(files)
}
