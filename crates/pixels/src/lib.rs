//! Pixels on the CPU: surfaces, blits, blend modes, filters, analysis and picture files, exact to the bit at
//! every SIMD level and on the web.
//!
//! ```
//! use motile_pixels::{Blur, Color, DropShadow, Surface};
//!
//! let mut ball = Surface::new(16, 16)?;
//! ball.fill_rect(ball.bounds(), Color::ORANGE);
//! let ball = DropShadow { blur: Blur::gaussian(2.0), ..DropShadow::default() }.apply(&ball)?;
//!
//! let mut screen = Surface::opaque(320, 200, Color::WHITE)?;
//! screen.blit(&ball, 100, 50);
//! assert_eq!(Surface::from_png(&screen.to_png()), Ok(screen));
//! # Ok::<(), motile_pixels::SurfaceError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | draw pictures upright | [`Surface::blit`], [`Surface::blit_with`], [`Blit`], [`BlendMode`], many: [`Surface::blit_all`], [`SpriteBatch`] |
//! | draw them turned and scaled | [`Surface::draw`], [`Surface::draw_with`], [`Sampling`] |
//! | draw triangles with colors and pictures, in perspective | [`Rasterizer`], [`Surface::draw_triangles`], [`Triangles`], [`MipMap`], [`DepthBuffer`] |
//! | build bodies of triangles and see them in perspective | [`Mesh`], [`MeshView`], [`Light`], [`ImageQuad`], [`PageCurl`] |
//! | read models from OBJ and glTF files (feature `models`) | `Model3d` |
//! | fill, copy, scroll | [`Surface::fill_rect`], [`Surface::copy`], [`Surface::scroll`], [`Surface::flood_fill`] |
//! | go from one picture to another | [`Surface::merge`], [`Surface::copy_channel`], [`Surface::copy_masked`], [`Surface::pixel_dissolve`] |
//! | read and write many pixels | [`Surface::words`], [`Surface::write_rect`], [`Surface::read_rect`] |
//! | change pictures | [`Filter`] and what it lists, [`Surface::color_transform`], [`Surface::palette_map`], [`Surface::filter_from`] |
//! | fill, filter and blend by rules of your own | [`PixelPaint`], [`PixelFilter`], [`PixelBlend`] |
//! | find things in them | [`Surface::color_bounds`], [`Surface::threshold`], [`Surface::mark_motion`], [`Surface::compare`], [`Surface::histogram`] |
//! | make them up | [`Surface::fill_noise`], [`Noise`], [`classic::PerlinNoise`] |
//! | read and write files | [`Surface::from_png`], [`Surface::to_png`], [`PngEncoder`], [`GifEncoder`], [`ApngEncoder`] |
//! | find frames in them | [`SpriteSheet`], [`SpriteFrame`] |
//! | follow the classic platform to the letter | [`classic`] |
//! | mix colors | [`Color::lerp`], [`Color::lerp_oklab`], and [`Color`] from text |
//!
//! # Conventions
//!
//! - [`Color`] is straight alpha, [`Surface`] stores premultiplied alpha, 8 bits a channel. Products are
//!   `round(x·y / 255)` everywhere; what a function rounds else, it says.
//! - Positions and rectangles may lie anywhere in `i32`; what is outside is clipped without a word. NaN and
//!   infinite transforms, kernels and scales are errors; other numbers that are NaN count as said there.
//! - A surface made by [`Surface::opaque`] keeps alpha 255 under every operation but [`classic::threshold`].
//! - `_into` variants of filters reuse the memory of their target and of [`Scratch`].
//!
//! # Limits
//!
//! At most 2²⁸ pixels a surface; little-endian targets only; no color management: numbers are
//! taken as sRGB and blended as stored, as the classic platform did. One thread; with the feature `parallel` triangles are
//! drawn on all cores, to the same pixels.

#[cfg(not(target_endian = "little"))]
compile_error!("motile-pixels works on words whose lowest byte is red: little-endian targets only");

mod apng;
mod bevel;
mod blend;
mod blit;
mod blur;
mod channels;
pub mod classic;
mod clip;
mod color;
mod color_bounds;
mod color_matrix;
mod color_space;
mod color_text;
mod color_transform;
mod compare;
mod convolve;
mod convolve_rows;
mod copy;
mod custom;
mod difference;
mod displace;
mod dissolve;
mod fill;
mod filter;
mod flood;
mod frames;
mod gif;
mod gif_palette;
mod glow;
mod gradient_rim;
mod halo;
mod histogram;
mod lanes;
mod many;
mod masked;
mod mesh;
#[cfg(feature = "models")]
mod model;
mod noise;
mod over;
mod palette;
mod pixel_blend;
mod pixel_filter;
mod pixel_paint;
mod png;
mod rows;
mod scan;
mod scroll;
mod sprite_batch;
mod sprite_sheet;
mod surface;
#[cfg(test)]
mod testing;
mod threshold;
mod thumbnail;
mod transform;
mod triangles;
mod whole;

pub use apng::ApngEncoder;
pub use bevel::Bevel;
pub use blend::BlendMode;
pub use blit::Blit;
pub use blur::Blur;
pub use channels::Channel;
pub use color::Color;
pub use color_matrix::ColorMatrix;
pub use color_space::{LinearColor, Oklab};
pub use color_text::{ColorParseError, ColorParseErrorKind};
pub use color_transform::ColorTransform;
pub use convolve::{Convolution, EdgePixels};
pub use custom::{Custom, CustomKind, Stamp};
pub use difference::FrameDifference;
pub use displace::{Displacement, Outside};
pub use dissolve::Dissolve;
pub use filter::{Filter, Margin, Scratch, apply_all};
pub use gif::GifEncoder;
pub use glow::{DropShadow, Glow};
pub use gradient_rim::{GradientBevel, GradientGlow};
pub use halo::RimSide;
pub use histogram::Histogram;
pub use masked::AlphaMask;
pub use mesh::{
    ImageQuad, Light, Mesh, MeshView, PageCurl, ProjectedMesh, Shading, turn_x, turn_y, turn_z,
};
#[cfg(feature = "models")]
pub use model::{Model3d, ModelError, ModelPart};
pub use motile_geom::{self as math, IRect};
pub use noise::{Noise, NoiseKind};
pub use palette::PaletteMap;
pub use pixel_blend::PixelBlend;
pub use pixel_filter::PixelFilter;
pub use pixel_paint::{PaintArea, PaintRow, PixelPaint};
pub use png::{PictureError, PngEncoder};
pub use sprite_batch::SpriteBatch;
pub use sprite_sheet::{SpriteFrame, SpriteSheet, SpriteTag, TagRepeat};
pub use surface::{Surface, SurfaceError};
pub use threshold::{Compare, Threshold, UnknownCompare};
pub use transform::{DrawSettings, Sampling};
pub use triangles::{
    Cull, DepthBuffer, MipMap, Rasterizer, TriangleError, TriangleReport, TriangleSettings,
    Triangles, UvWrap,
};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
