//! Kernels ready for use: blurs, distortions, rasters, patterns and rules of automata.
//!
//! Each is a `.pbk` source with a description and ranges for all its parameters. They work as fills when they read no picture, as
//! filters when they read one, and as blends when they read two.
//!
//! ```
//! use motile_kernel::{Shader, library};
//! use motile_pixels::Surface;
//!
//! let plasma = library::find("plasma").ok_or("it is there")?.compile()?;
//! let mut shader = Shader::new(&plasma);
//! shader.set("time", 2.5)?;
//! let mut picture = Surface::new(64, 48)?;
//! shader.render(&mut picture)?;
//! assert!(picture.get(0, 0) != picture.get(63, 47));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{CompileError, Kernel};

/// A kernel that comes with the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryKernel {
    /// Small letters with hyphens, such as `zoom-blur`.
    pub id: &'static str,
    /// In the language of Pixel Bender.
    pub source: &'static str,
}

impl LibraryKernel {
    /// Compiles the source; all sources of the library compile.
    ///
    /// # Errors
    /// None, unless the source was changed.
    pub fn compile(&self) -> Result<Kernel, CompileError> {
        Kernel::compile(self.source)
    }
}

/// The kernel with an id.
pub fn find(id: &str) -> Option<&'static LibraryKernel> {
    KERNELS.iter().find(|kernel| kernel.id == id)
}

/// All kernels, by id.
pub const KERNELS: &[LibraryKernel] = &[
    LibraryKernel { id: "blur", source: include_str!("blur.pbk") },
    LibraryKernel { id: "bulge", source: include_str!("bulge.pbk") },
    LibraryKernel { id: "channel-blend", source: include_str!("channel_blend.pbk") },
    LibraryKernel { id: "checkerboard", source: include_str!("checkerboard.pbk") },
    LibraryKernel { id: "chroma-key", source: include_str!("chroma_key.pbk") },
    LibraryKernel { id: "color-chooser", source: include_str!("color_chooser.pbk") },
    LibraryKernel { id: "color-matrix", source: include_str!("color_matrix.pbk") },
    LibraryKernel { id: "crt", source: include_str!("crt.pbk") },
    LibraryKernel { id: "displacement", source: include_str!("displacement.pbk") },
    LibraryKernel { id: "edge-detect", source: include_str!("edge_detect.pbk") },
    LibraryKernel { id: "emboss", source: include_str!("emboss.pbk") },
    LibraryKernel { id: "fractal", source: include_str!("fractal.pbk") },
    LibraryKernel { id: "glass", source: include_str!("glass.pbk") },
    LibraryKernel { id: "halftone", source: include_str!("halftone.pbk") },
    LibraryKernel { id: "hex-cells", source: include_str!("hex_cells.pbk") },
    LibraryKernel { id: "identity", source: include_str!("identity.pbk") },
    LibraryKernel { id: "kaleidoscope", source: include_str!("kaleidoscope.pbk") },
    LibraryKernel { id: "life", source: include_str!("life.pbk") },
    LibraryKernel { id: "metaballs", source: include_str!("metaballs.pbk") },
    LibraryKernel { id: "oil", source: include_str!("oil.pbk") },
    LibraryKernel { id: "pixelate", source: include_str!("pixelate.pbk") },
    LibraryKernel { id: "plasma", source: include_str!("plasma.pbk") },
    LibraryKernel { id: "posterize", source: include_str!("posterize.pbk") },
    LibraryKernel { id: "reaction-diffusion", source: include_str!("reaction_diffusion.pbk") },
    LibraryKernel { id: "ripple", source: include_str!("ripple.pbk") },
    LibraryKernel { id: "sharpen", source: include_str!("sharpen.pbk") },
    LibraryKernel { id: "sine-bars", source: include_str!("sine_bars.pbk") },
    LibraryKernel { id: "twirl", source: include_str!("twirl.pbk") },
    LibraryKernel { id: "vignette", source: include_str!("vignette.pbk") },
    LibraryKernel { id: "zoom-blur", source: include_str!("zoom_blur.pbk") },
];
