//! Demos about pixel kernels: small programs that compute one pixel.

use crate::Demo;
use motile::kernel::{CompileOptions, Kernel, Shader, library};
use motile::stage::DroppedFile;

mod blend;
mod chain;
mod distort;
mod fill;
mod generated;
mod gray_scott;
mod letters;
mod metadata;
mod numbers;
#[cfg(test)]
mod on_stage;
mod playground;
mod sampling;
mod sheet;
mod spellings;
mod toy;

#[rustfmt::skip]
pub(crate) const DEMOS: &[Demo] = &[
    distort::DEMO,
    sheet::DEMO,
    toy::DEMO,
    gray_scott::DEMO,
    chain::DEMO,
    generated::DEMO,
    fill::DEMO,
    blend::DEMO,
    letters::DEMO,
    spellings::DEMO,
    sampling::DEMO,
    metadata::DEMO,
    numbers::DEMO,
    playground::DEMO,
];

/// A kernel of the library, ready to run.
fn shader(id: &str) -> motile::Result<Shader> {
    let found = library::find(id).ok_or_else(|| format!("the library has no kernel `{id}`"))?;
    Ok(Shader::new(&found.compile()?))
}

/// The kernel of a file, as source or as bytecode.
fn load(file: &DroppedFile) -> motile::Result<Kernel> {
    let extension = file.name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension.eq_ignore_ascii_case("pbj") {
        return Ok(Kernel::from_pbj(&file.bytes)?);
    }
    Ok(Kernel::compile_bytes(&file.bytes, &CompileOptions::default())?)
}

#[cfg(test)]
mod tests {
    use super::{
        fill::{LOADED_STEPS, REPLACEMENT, field, limits},
        load,
    };
    use motile::kernel::{Kernel, RunError, Shader, ShaderPaint};
    use motile::prelude::*;
    use motile::stage::DroppedFile;

    #[test]
    fn shader_d9_14_a_file_is_loaded_as_source_and_as_bytecode() {
        let file = |name: &str, bytes: Vec<u8>| DroppedFile { name: name.into(), bytes };
        let source = file("dots.pbk", REPLACEMENT.replace('\n', "\r\n").into_bytes());
        let kernel = load(&source).unwrap();
        let bytes = kernel.to_pbj().unwrap().to_bytes();
        assert_eq!(load(&file("dots.pbj", bytes.clone())).unwrap().name(), "Dots");
        let error = load(&file("dots.pbk", bytes)).unwrap_err().to_string();
        assert!(error.contains("PB001"), "{error}");
    }

    /// A file with a long loop made a frame of some seconds.
    #[test]
    fn shader_d9_14_a_loaded_kernel_that_does_not_end_is_stopped_row_by_row() {
        let paint = |source: &str| {
            let mut shader = Shader::new(&Kernel::compile(source).unwrap());
            shader.limits = limits(true);
            assert!(shader.limits.steps == LOADED_STEPS && LOADED_STEPS <= 5_000);
            ShaderPaint::new(&shader).unwrap()
        };
        let failure = |paint: &ShaderPaint| {
            let mut picture = Surface::new(300, 3).unwrap();
            let area = picture.bounds();
            picture.paint(area, paint, &Affine2::IDENTITY, &BlendMode::Normal);
            paint.failure()
        };
        assert_eq!(failure(&paint(REPLACEMENT)), None);
        let endless =
            "float s = 0.0; for (int i = 0; i < 65536; i++) s += sin(outCoord().x * s); float2 p =";
        let endless =
            REPLACEMENT.replace("float2 p =", endless).replace("length(p)", "length(p) + s");
        assert_eq!(failure(&paint(&endless)), Some(RunError::TooLong));
    }

    #[test]
    fn shader_t18_fields_breathe_between_5_and_105_pixels() {
        for (ticks, width, height) in [
            (1.0, 59.493_9, 58.497_1),
            (10.0, 94.166_3, 87.210_8),
            (17.0, 104.958_3, 101.418_4),
            (52.0, 5.026_2, 31.098_6),
            (70.0, 55.840_6, 5.877_3),
            (100.0, 75.605_9, 87.849_3),
        ] {
            let [x, y] = field(ticks);
            assert!((x - width).abs() < 1e-3 && (y - height).abs() < 1e-3, "{ticks}: {x} {y}");
        }
        let all = (0..2000).flat_map(|ticks| field(ticks as f32));
        assert!(all.into_iter().all(|size| (5.0..=105.0).contains(&size)));
    }
}
