//! Display list and canvas: vector drawing, sprites and text into pixel surfaces.
//!
//! ```
//! use motile_geom::vec2;
//! use motile_pixels::{Color, Surface};
//! use motile_stage::{Path, Renderer};
//!
//! let mut surface = Surface::opaque(64, 64, Color::WHITE)?;
//! let mut renderer = Renderer::new();
//! let mut canvas = renderer.begin(&mut surface)?;
//! canvas.fill(&Path::star(vec2(32.0, 32.0), 5, 30.0, 15.0, 0.0), Color::ORANGE);
//! canvas.finish();
//! assert_eq!(surface.get(32, 32), Some(Color::ORANGE));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Above the canvas stands the display list: a [`Stage`] holds nodes, a [`Painter`] draws them, a
//! [`Sketch`] moves them, a [`Player`] runs the sketch for any host.
//!
//! ```
//! use motile_pixels::Color;
//! use motile_stage::{Shape, Stage};
//! let mut stage = Stage::new(320, 200)?;
//! let disc = stage.add(Shape::circle(20.0).fill(Color::ORANGE).at(100.0, 100.0));
//! stage[disc].position.x += 50.0;
//! assert_eq!(stage.hit(motile_geom::vec2(160.0, 100.0)), Some(disc));
//! # Ok::<(), motile_stage::StageError>(())
//! ```
//!
//! # Features
//!
//! - `window` (default): windows on the desktop, by winit and softbuffer; on Linux through X11.
//! - `gamepad`: gamepads in windows; on Linux by the event files of the kernel, or with `udev` as that library tells of them, which takes
//!   its headers (`libudev-dev` in Debian).
//! - `clipboard`: text copied to and pasted from the clipboard of the desktop; pages have theirs without it.
//! - `parallel`: what takes long to draw is shared by several threads, with the same bits; windows take all cores. See
//!   [`Renderer::set_threads`].
//! - `wayland`: windows that speak Wayland themselves.
//! - `web` (default): what a browser page calls, when compiled for one.
//! - `variable-fonts`: weights and other axes of variable fonts; without it their default instance shows.
//! - `shaping`: `Fonts`, by parley: ligatures, scripts that join letters or run from right to left, fonts that
//!   stand in for each other, and those of the system. Without it text is one font, left to right, kerned.
//!
//! # Conventions
//!
//! Those of [`motile_geom`]: pixels, y down, radians clockwise, seconds. Pixel (x, y) covers the square
//! from (x, y) to (x + 1, y + 1), so a line one pixel wide is sharp when it runs through half numbers.
//!
//! # Limits
//!
//! - Everything is drawn by the CPU: vectors on one core or, with `parallel`, on all of them; pictures, layers and
//!   filters on one.
//! - Upright pictures at scale 1, kept shapes, cached groups and filtered ones stand on whole pixels, or on
//!   quarters of one for small shapes and, on a finer display, small pictures.
//! - Groups nested more than 32 deep in filters or caches are drawn without them, and masks within masks
//!   are not followed.
//! - Filters work in pixels of the stage: on a finer display their result is enlarged, not drawn anew.

mod canvas;
pub mod classic;
mod display;
mod graphics_data;
mod host;
mod input;
mod paint;
mod path;
mod render;
mod run;
mod text;
mod words;

pub use canvas::{Canvas, CanvasError, DrawReport, Layer, Renderer, SurfaceExt};
pub use display::{
    Atlas, Bitmap, Companion, Content, Descendants, Drawable, Drawing, HitTest, Label, LabelParts,
    Node, NodeId, Shape, ShapeParts, Shared, Sprite, Stage, StageError,
};
pub use graphics_data::{
    DrawingError, GraphicsData, History, Item, Line, Step, TrianglePath, handle_at,
};
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub use host::web::{self, run, run_app, stopwatch};
pub use host::{App, PageScroll, ScaleMode, View, Window, frames, write_file, write_png};
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
pub use host::{run, run_app, stopwatch};
pub use input::{
    Button, DroppedFile, Input, InputEvent, Key, MAX_PADS, MAX_SENSES, Pad, PadAxis, PadButton,
    PadEvent, PadFamily, Pointer, Recording, Rumble, Script, ScriptError, ScriptEvent, ScriptParam,
    ScriptWarning, Sense, StickShape, Touch, TouchPhase, WheelSteps,
};
pub use paint::{
    BitmapPaint, Cap, CustomPaint, Gradient, GradientShape, Image, Interpolation, Join, Paint,
    Spread, Stop, Stroke, Width,
};
pub use path::{FillRule, Path, PathSegment};
pub use render::Painter;
pub use run::{
    Cursor, Error, FileError, Frame, Param, ParamError, ParamKind, Params, Player, Result,
    Settings, Shell, Sketch, Surroundings, Tick, Unseen, UnseenReason, WindowError,
};
#[cfg(feature = "variable-fonts")]
pub use text::FontAxis;
#[cfg(feature = "shaping")]
pub use text::Fonts;
pub use text::{
    Font, FontError, FontFamily, Glyph, Text, TextAlign, TextError, TextLayout, TextLine,
};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
