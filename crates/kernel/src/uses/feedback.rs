//! Pass after pass in floats: chains of kernels, and kernels that feed on their own results.

use crate::{RunError, Shader, Texture};
use motile_pixels::{Color, Surface};

/// A picture in floats that kernels change one after the other. Between passes nothing is rounded to bytes, and the memory of
/// two pictures serves for all of them.
///
/// ```
/// use motile_kernel::{Feedback, Kernel, Shader, Texture};
///
/// let kernel = Kernel::compile("<languageVersion : 1.0;>
/// kernel Cool < namespace : \"n\"; vendor : \"v\"; version : 1; >
/// { input image1 src; output pixel1 dst; void evaluatePixel() { dst = 0.5 * sampleNearest(src, outCoord()); } }")?;
/// let mut heat = Feedback::new(Texture::from_floats(2, 1, 1, vec![8.0, 4.0])?);
/// let mut shader = Shader::new(&kernel);
/// for _ in 0..3 { heat.pass(&mut shader)?; }
/// assert_eq!(heat.texture().floats(), Some(&[1.0, 0.5][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ping-pong")]
#[doc(alias = "multi-pass")]
#[derive(Clone, Debug)]
pub struct Feedback {
    state: Texture,
    /// The picture before, for its memory.
    spare: Option<Texture>,
}

impl Feedback {
    /// Begins with a picture.
    pub fn new(start: Texture) -> Self {
        Self { state: start, spare: None }
    }

    /// The picture as it is now.
    pub fn texture(&self) -> &Texture {
        &self.state
    }

    /// Runs a kernel whose first input is the present picture; its result, of the same size, is the next one. The memory
    /// of the pictures is used again, as long as nobody keeps a clone of one: then passes after the second allocate nothing.
    ///
    /// # Errors
    /// [`RunError::FilterNeedsInput`] when the kernel reads no picture, and those of [`Shader::run`]; the picture then stays.
    pub fn pass(&mut self, shader: &mut Shader) -> Result<(), RunError> {
        if shader.textures.is_empty() {
            return Err(RunError::FilterNeedsInput);
        }
        let (width, height) = (self.state.width(), self.state.height());
        let channels = shader.kernel().channels();
        let mut next = match self.spare.take() {
            Some(spare) => spare,
            None => Texture::zeros(width, height, channels)?,
        };
        let bound = shader.textures[0].replace(self.state.clone());
        let done = next
            .floats_mut(width, height, channels)
            .and_then(|numbers| shader.run(width, height, numbers));
        shader.textures[0] = bound;
        let before = match done {
            Ok(()) => core::mem::replace(&mut self.state, next),
            Err(_) => next,
        };
        self.spare = Some(before);
        done
    }

    /// Writes the picture onto a surface, corner on corner: 0 to 1 become bytes, one channel is gray, two are gray and alpha, three
    /// opaque. A picture that was made of a surface is written as it was.
    pub fn show(&self, target: &mut Surface) {
        let Some(numbers) = self.state.floats() else {
            self.show_words(target);
            return;
        };
        let channels = usize::from(self.state.channels());
        let byte = |x: f32| (x.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        let width = self.state.width() as usize;
        let columns = target.width() as usize;
        let opaque = target.is_opaque();
        let rows = numbers.chunks_exact(width * channels);
        for (to, from) in target.words_mut().chunks_exact_mut(columns).zip(rows) {
            for (to, pixel) in to.iter_mut().zip(from.chunks_exact(channels)) {
                let color = match *pixel {
                    [gray] => Color::rgb(byte(gray), byte(gray), byte(gray)),
                    [gray, a] => Color::rgba(byte(gray), byte(gray), byte(gray), byte(a)),
                    [r, g, b] => Color::rgb(byte(r), byte(g), byte(b)),
                    [r, g, b, a, ..] => Color::rgba(byte(r), byte(g), byte(b), byte(a)),
                    [] => Color::TRANSPARENT,
                };
                let solid = if opaque { 0xFF00_0000 } else { 0 };
                *to = color.to_word() | solid;
            }
        }
    }

    /// Writes a picture of bytes, whose alpha is straight.
    fn show_words(&self, target: &mut Surface) {
        let columns = target.width() as usize;
        let solid = if target.is_opaque() { 0xFF00_0000 } else { 0 };
        let rows = self.state.words().unwrap_or_default().chunks_exact(self.state.width() as usize);
        for (to, from) in target.words_mut().chunks_exact_mut(columns).zip(rows) {
            for (to, word) in to.iter_mut().zip(from) {
                let [r, g, b, a] = word.to_le_bytes();
                *to = Color::rgba(r, g, b, a).to_word() | solid;
            }
        }
    }
}
