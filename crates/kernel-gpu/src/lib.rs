//! Pixel kernels on the GPU: the WGSL of `motile-kernel`, run by wgpu, and a measure of how far its pictures are from those of the
//! processor.
//!
//! ```
//! # #[cfg(all(feature = "device", not(target_arch = "wasm32")))]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use motile_kernel::{Shader, library};
//! use motile_kernel_gpu::{Gpu, GpuError, GpuShader, PictureAgreement};
//! use motile_pixels::Surface;
//!
//! let gpu = match Gpu::open() {
//!     Ok(gpu) => gpu,
//!     Err(GpuError::NoDevice { .. }) => return Ok(()),
//!     Err(error) => return Err(error.into()),
//! };
//! let kernel = library::find("plasma").ok_or("it is there")?.compile()?;
//! let mut on_gpu = GpuShader::new(&gpu, Shader::new(&kernel));
//! on_gpu.shader.set("time", 2.5)?;
//! let mut picture = Surface::new(64, 48)?;
//! on_gpu.render(&mut picture)?;
//!
//! let mut exact = picture.clone();
//! on_gpu.shader.render(&mut exact)?;
//! assert!(PictureAgreement::of(&exact, &picture).is_some_and(|agreement| agreement.holds()));
//! # Ok(())
//! # }
//! # #[cfg(not(all(feature = "device", not(target_arch = "wasm32"))))]
//! # fn main() {}
//! ```
//!
//! # When to use it
//!
//! The lanes of `motile-kernel` give the same bits on every machine, start at once and need nothing; they are what tests, games that
//! play together and small pictures want. A GPU is quicker for large pictures and kernels with many steps, and its
//! functions differ from machine to machine in their last bits: a pixel may be one of 255 off, and where a kernel decides by
//! a threshold, an edge may lie on the other side of a pixel. [`PictureAgreement`] counts both.
//!
//! # Features
//!
//! - `device` (off): `Gpu` and `GpuShader`, by Vulkan, Metal or Direct3D 12, natively. wgpu is some eighty libraries, so nobody
//!   builds it unasked.
//!
//! # Limits
//!
//! A result is read back from the GPU, and the call waits for it. Loops end as on the processor, after
//! `RunLimits::loop_rounds`; `RunLimits::steps` are not counted. Numbers of a list that is longer than the
//! widest picture of the GPU (8192 to 32768 pixels) have to be given as several rows.

mod agreement;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
mod device;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
mod error;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
mod program;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
mod shader;

pub use agreement::PictureAgreement;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
pub use device::Gpu;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
pub use error::GpuError;
#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
pub use shader::GpuShader;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
