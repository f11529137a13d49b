//! The playground without a face: a source that is being written, the last of its versions that compiled, its pictures, and looks
//! into its pixels. A window and a page are two views of it.
//!
//! ```
//! use motile_geom::Vec2;
//! use motile_playground::{Playground, SAMPLES};
//!
//! let mut playground = Playground::default();
//! playground.set_picture(0, &SAMPLES[0].paint(64, 48)?);
//! assert!(playground.edit(motile_playground::TEMPLATE));
//! assert!(!playground.edit("kernel"), "no kernel yet");
//! assert_eq!(playground.diagnostics()[0].code, "PB001");
//! let picture = playground.render(64, 48, 0.0, Vec2::ZERO)?;
//! assert_eq!(picture.width(), 64, "the version before still runs");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod example;
mod json;
mod picture;

pub use example::{EXAMPLES, Example, TEMPLATE};
pub use json::examples;
pub use picture::{SAMPLES, SamplePicture};

use motile_geom::{Vec2, vec2};
use motile_kernel::{
    CompileOptions, Diagnostic, HostValues, Kernel, KernelProbe, PointerPress, ProbedValue,
    Profile, RunError, RunLimits, Severity, Shader, Texture, WgslOptions,
};
use motile_pixels::{Surface, SurfaceError};

/// A source that is being written, and what it makes.
#[derive(Debug, Default)]
pub struct Playground {
    source: String,
    /// The last version that compiled: its source, and how it runs.
    good: Option<Good>,
    diagnostics: Vec<Diagnostic>,
    /// Whether sources are held to what the Flash player ran.
    flash: bool,
    /// For the inputs in their order; the last one stands in for those that have none.
    pictures: Vec<Texture>,
    /// Where the pointer was pressed last.
    press: Option<PointerPress>,
    /// Time and count of the picture before.
    before: Option<(f32, u32)>,
}

#[derive(Debug)]
struct Good {
    source: String,
    shader: Shader,
    /// Made for the first look into a pixel: it compiles the source many times.
    probe: Option<KernelProbe>,
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlayError {
    /// Nothing has compiled so far.
    NoKernel,
    /// The kernel did not run to its end.
    Run(RunError),
    /// The size is none that pictures have.
    Size(SurfaceError),
}

impl core::fmt::Display for PlayError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NoKernel => f.write_str("nothing has compiled so far"),
            Self::Run(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PlayError {}

/// Steps that a picture may take besides those for its size: about a second.
const STEPS: u64 = 20_000_000;
/// Steps for each 256 pixels of a picture, so that a large one may take longer.
const STEPS_A_BATCH: u64 = 4_000;

/// How much work a picture of a size may be. Somebody is typing: a kernel that takes longer is told to, and never freezes what shows it.
pub fn limits(width: u32, height: u32) -> RunLimits {
    let batches = u64::from(width.div_ceil(256)) * u64::from(height);
    RunLimits {
        run_steps: STEPS + batches * STEPS_A_BATCH,
        memory: 256 << 20,
        ..RunLimits::default()
    }
}

/// Whether a source is in GLSL, as Shadertoy has it or as a whole fragment shader, and not a kernel.
pub fn is_glsl(source: &str) -> bool {
    let words = ["mainImage", "gl_FragCo", "#version", "void main("];
    words.iter().any(|word| source.contains(word)) && !source.contains("evaluatePixel")
}

impl Playground {
    /// Holds sources to what the Flash player ran, or not; the one that is there is compiled again.
    pub fn set_flash(&mut self, flash: bool) -> bool {
        self.flash = flash;
        let source = self.source.clone();
        self.edit(&source)
    }

    fn options(&self) -> CompileOptions {
        CompileOptions { profile: if self.flash { Profile::Flash } else { Profile::Full } }
    }

    /// Takes a new version of the source; whether it compiles. Values keep whose name and type are still there, and
    /// a version that does not compile leaves the one before running.
    pub fn edit(&mut self, source: &str) -> bool {
        source.clone_into(&mut self.source);
        let compiled = if is_glsl(source) {
            Kernel::compile_glsl(source)
        } else {
            Kernel::compile_with(source, &self.options())
        };
        match compiled {
            Ok(kernel) => {
                self.diagnostics = kernel.warnings().to_vec();
                let mut shader = match self.good.take() {
                    Some(good) => {
                        let mut shader = good.shader;
                        shader.replace_kernel(&kernel);
                        shader
                    }
                    None => Shader::new(&kernel),
                };
                bind(&mut shader, &self.pictures);
                let (width, height) = self.size();
                shader.limits = limits(width, height);
                self.good = Some(Good { source: source.to_owned(), shader, probe: None });
                true
            }
            Err(error) => {
                self.diagnostics = error.list;
                false
            }
        }
    }

    /// The source as it is being written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What the compiler has to say about the source.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether the source as it is has an error.
    pub fn is_broken(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The source with the first change that the compiler suggests, if it suggests one.
    pub fn mended(&self) -> Option<String> {
        let fix = self.diagnostics.iter().find_map(|found| found.suggestion.as_ref())?;
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        let (before, after) = (self.source.get(..start)?, self.source.get(end..)?);
        Some([before, &fix.replacement, after].concat())
    }

    /// The kernel that runs: the last one that compiled.
    pub fn kernel(&self) -> Option<&Kernel> {
        self.good.as_ref().map(|good| good.shader.kernel())
    }

    /// The kernel with its values.
    pub fn shader(&self) -> Option<&Shader> {
        self.good.as_ref().map(|good| &good.shader)
    }

    /// Sets one number of a parameter, held inside its range. Unknown names and numbers that are not finite change nothing.
    pub fn set(&mut self, name: &str, component: usize, number: f32) {
        let Some(good) = &mut self.good else { return };
        let Some(mut numbers) = good.shader.value(name).map(<[f32]>::to_vec) else { return };
        let Some(place) = numbers.get_mut(component) else { return };
        *place = number;
        // What is left are numbers that are not finite.
        good.shader.set_numbers(name, &numbers).ok();
    }

    /// Sets all parameters to the values they start with.
    pub fn set_defaults(&mut self) {
        let Some(good) = &mut self.good else { return };
        for parameter in good.shader.kernel().clone().parameters() {
            // Both come from the kernel itself.
            good.shader.set_numbers(&parameter.name, &parameter.default).ok();
        }
    }

    /// Gives an input, counted from 0, another picture.
    pub fn set_picture(&mut self, index: usize, picture: &Surface) {
        let texture = Texture::from_surface(picture);
        if index < self.pictures.len() {
            self.pictures[index] = texture;
        } else {
            self.pictures.push(texture);
        }
        if let Some(good) = &mut self.good {
            bind(&mut good.shader, &self.pictures);
        }
    }

    /// The button of the pointer goes down at a place of the picture, in pixels.
    pub fn press(&mut self, at: Vec2) {
        self.press = Some(PointerPress { at, is_held: true, is_new: true });
    }

    /// The button of the pointer is let go.
    pub fn release(&mut self) {
        if let Some(press) = &mut self.press {
            press.is_held = false;
        }
    }

    /// The size of the first picture, or of a page without one.
    pub fn size(&self) -> (u32, u32) {
        self.pictures.first().map_or((480, 360), |first| (first.width(), first.height()))
    }

    /// The picture, with what the host knows for parameters that ask for it.
    ///
    /// # Errors
    /// When nothing has compiled so far, the kernel takes too long, or the size is none that pictures have.
    pub fn render(
        &mut self,
        width: u32,
        height: u32,
        time: f32,
        pointer: Vec2,
    ) -> Result<Surface, PlayError> {
        let mut surface = Surface::new(width, height).map_err(PlayError::Size)?;
        let good = self.good.as_mut().ok_or(PlayError::NoKernel)?;
        let size = vec2(width as f32, height as f32);
        // A clock that was set back counts anew.
        let before = self.before.filter(|before| before.0 <= time);
        let (time_step, frame) =
            before.map_or((0.0, 0), |before| (time - before.0, before.1.saturating_add(1)));
        self.before = Some((time, frame));
        let press = self.press;
        good.shader.supply(&HostValues { time, time_step, frame, size, pointer, press });
        if let Some(press) = &mut self.press {
            press.is_new = false;
        }
        good.shader.limits = limits(width, height);
        good.shader.render(&mut surface).map_err(PlayError::Run)?;
        Ok(surface)
    }

    /// What every name of the kernel that runs stands for at a pixel.
    ///
    /// # Errors
    /// When nothing has compiled so far, or the kernel takes too long.
    pub fn look(&mut self, x: u32, y: u32) -> Result<Vec<ProbedValue>, PlayError> {
        let options = self.options();
        let good = self.good.as_mut().ok_or(PlayError::NoKernel)?;
        let probe = match good.probe.take() {
            Some(probe) => probe,
            None if is_glsl(&good.source) => {
                KernelProbe::new_glsl(&good.source).map_err(|_| PlayError::NoKernel)?
            }
            None => KernelProbe::new(&good.source, options).map_err(|_| PlayError::NoKernel)?,
        };
        good.probe.insert(probe).look(&good.shader, x, y).map_err(PlayError::Run)
    }

    /// The kernel that runs as bytecode of the Flash player.
    ///
    /// # Errors
    /// What the bytecode cannot express, in words.
    pub fn to_pbj(&self) -> Result<Vec<u8>, String> {
        let kernel = self.kernel().ok_or_else(|| PlayError::NoKernel.to_string())?;
        kernel.to_pbj().map(|file| file.to_bytes()).map_err(|error| error.to_string())
    }

    /// The kernel that runs as a shader for GPUs; empty when nothing has compiled so far.
    pub fn to_wgsl(&self) -> String {
        self.kernel().map(|kernel| kernel.to_wgsl(&WgslOptions::default())).unwrap_or_default()
    }
}

fn bind(shader: &mut Shader, pictures: &[Texture]) {
    for (index, input) in shader.kernel().clone().inputs().iter().enumerate() {
        if let Some(picture) = pictures.get(index).or(pictures.last()) {
            // The name is that of an input.
            shader.bind(&input.name, picture).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shader_38_pictures_are_counted_and_told_how_long_they_take() {
        let mut playground = Playground::default();
        assert!(playground.edit(
            "void mainImage(out vec4 c, in vec2 p) { c = vec4(float(iFrame) / 255.0, iTimeDelta, 0.0, 1.0); }"
        ));
        let look = |time| {
            let color = playground.render(2, 2, time, Vec2::ZERO).unwrap().get(0, 0).unwrap();
            (color.r, color.g)
        };
        let seen = [1.0, 1.2, 1.2, 2.2, 0.0, 0.4].map(look);
        assert_eq!(seen, [(0, 0), (1, 51), (2, 0), (3, 255), (0, 0), (1, 102)]);
    }

    fn with_picture() -> Playground {
        let mut playground = Playground::default();
        playground.set_picture(0, &SAMPLES[0].paint(32, 24).unwrap());
        playground
    }

    #[test]
    fn every_example_compiles_and_makes_a_picture_but_the_one_with_mistakes() {
        let mut playground = with_picture();
        for example in Example::all() {
            let compiles = playground.edit(example.source);
            assert_eq!(compiles, example.id != "mistakes", "{}", example.id);
            assert_eq!(playground.is_broken(), !compiles);
            let picture = playground.render(32, 24, 1.0, vec2(16.0, 12.0));
            assert!(picture.is_ok(), "{}: {picture:?}", example.id);
            assert!(!playground.look(3, 4).unwrap().is_empty(), "{}", example.id);
            assert!(playground.to_wgsl().contains("fs_main"));
        }
    }

    #[test]
    fn three_mistakes_are_told_at_once_with_what_would_mend_them() {
        let mut playground = with_picture();
        let mistakes = Example::all().find(|example| example.id == "mistakes").unwrap();
        assert!(!playground.edit(mistakes.source));
        let codes: Vec<&str> = playground.diagnostics().iter().map(|d| d.code).collect();
        assert_eq!(codes, ["PB007", "PB008", "PB015"]);
        assert!(playground.diagnostics().iter().all(|d| d.suggestion.is_some()));
        assert_eq!(playground.render(4, 4, 0.0, Vec2::ZERO), Err(PlayError::NoKernel));
    }

    #[test]
    fn shader_39_suggestions_mend_a_source_one_by_one() {
        let mut playground = with_picture();
        let mistakes = Example::all().find(|example| example.id == "mistakes").unwrap();
        playground.edit(mistakes.source);
        let mut left = Vec::new();
        while let Some(source) = playground.mended() {
            left.push(playground.diagnostics().len());
            playground.edit(&source);
        }
        assert_eq!(left, [3, 2, 1]);
        assert!(!playground.is_broken(), "{:?}", playground.diagnostics());
    }

    /// W18: each batch stays just within its limit, and all of them together would take minutes.
    #[test]
    fn shader_w18_a_slow_kernel_does_not_freeze_the_playground() {
        let mut playground = with_picture();
        let source = "<languageVersion : 1.0;> kernel Slow < namespace : \"n\"; vendor : \"v\"; version : 1; >
            { output pixel4 dst; void evaluatePixel() { float x = outCoord().x * outCoord().y;
              for (int i = 0; i < 15000; i++) x = sin(x) + x; dst = pixel4(x, 0.0, 0.0, 1.0); } }";
        assert!(playground.edit(source));
        assert!(playground.render(8, 1, 0.0, Vec2::ZERO).is_ok(), "a batch is short enough");
        let picture = playground.render(640, 480, 0.0, Vec2::ZERO);
        assert_eq!(picture, Err(PlayError::Run(RunError::TooLong)));
    }

    #[test]
    fn shader_t87_a_new_version_keeps_the_values_and_a_broken_one_the_picture() {
        let mut playground = with_picture();
        let source = "<languageVersion : 1.0;> kernel Bars < namespace : \"n\"; vendor : \"v\"; version : 1; >
            { parameter float level; output pixel4 dst;
              void evaluatePixel() { dst = pixel4(level, 0.2, 0.0, 1.0); } }";
        assert!(playground.edit(source));
        playground.set("level", 0, 0.6);
        playground.set("level", 0, f32::NAN);
        playground.set("nope", 0, 1.0);
        playground.set("level", 7, 1.0);
        let first = playground.render(1, 1, 0.0, Vec2::ZERO).unwrap().to_rgba();
        assert_eq!(first, [153, 51, 0, 255]);
        assert!(playground.edit(&source.replace("0.2", "0.4")));
        let second = playground.render(1, 1, 0.0, Vec2::ZERO).unwrap().to_rgba();
        assert_eq!(second, [153, 102, 0, 255], "the slider stays");
        assert!(!playground.edit(&source.replace("0.2", "0.2.")));
        let third = playground.render(1, 1, 0.0, Vec2::ZERO).unwrap().to_rgba();
        assert_eq!(third, second, "the last version that compiled");
        playground.edit(source);
        playground.set_defaults();
        let fourth = playground.render(1, 1, 0.0, Vec2::ZERO).unwrap().to_rgba();
        assert_eq!(fourth, [0, 51, 0, 255]);
    }

    /// `iMouse.z` is above 0 as long as the button is held, `iMouse.w` in the first picture only.
    #[test]
    fn shader_38_a_press_is_told_to_shaders() {
        let mut playground = with_picture();
        let source = "void mainImage(out vec4 c, in vec2 p) {
            c = vec4(step(0.5, iMouse.z), step(0.5, iMouse.w), abs(iMouse.z) / 255.0, 1.0); }";
        assert!(playground.edit(source));
        let color = |playground: &mut Playground| {
            playground.render(10, 10, 0.0, Vec2::ZERO).unwrap().to_rgba()[..3].to_vec()
        };
        assert_eq!(color(&mut playground), [0, 0, 0], "nobody pressed");
        playground.press(vec2(4.0, 3.0));
        assert_eq!(color(&mut playground), [255, 255, 4]);
        assert_eq!(color(&mut playground), [255, 0, 4], "held");
        playground.release();
        assert_eq!(color(&mut playground), [0, 0, 4], "where it was");
        assert!(is_glsl("#version 300 es\nout vec4 c; void main() { c = vec4(1.0); }"));
    }

    #[test]
    fn bytecode_says_what_it_cannot_express() {
        let mut playground = with_picture();
        assert!(playground.to_pbj().is_err(), "nothing compiled");
        playground.edit(TEMPLATE);
        assert_eq!(playground.to_pbj().unwrap()[0], 0xA5);
        playground.set_flash(true);
        let looping = TEMPLATE.replace("dst =", "for (int i = 0; i < 2; i++) {} dst =");
        assert!(!playground.edit(&looping), "the Flash player had no loops");
        assert!(playground.set_flash(false), "the whole language has them");
    }

    #[test]
    fn samples_are_pictures_of_many_colors() {
        for sample in SAMPLES {
            let picture = sample.paint(40, 30).unwrap();
            let mut colors: Vec<u32> = picture.words().to_vec();
            colors.sort_unstable();
            colors.dedup();
            assert!(
                colors.len() > 20 && picture.get(0, 0).is_some_and(|c| c.a == 255),
                "{}",
                sample.name
            );
        }
        assert!(SAMPLES[0].paint(0, 4).is_err());
    }
}
