//! Sight: what the pictures of a camera tell. Pictures go in; places, boxes, ways and buttons come out.
//!
//! ```
//! use motile_sense::{CapturedFrame, FrameSource, Source, sight::{CameraScene, ColorTarget, ColorTracker, SyntheticCamera}};
//!
//! let mut camera = SyntheticCamera::new(CameraScene::Ball, 1); // or a device, or a file
//! camera.start();
//! let mut frame = CapturedFrame::new(motile_pixels::Surface::new(1, 1)?);
//! let mut ball = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
//! for _tick in 0..30 {
//!     camera.update(1.0 / 60.0);
//!     if camera.next_frame(&mut frame) {
//!         ball.see(&frame);
//!     }
//! }
//! let seen = ball.center(0).unwrap_or_default();
//! assert!(seen.distance(camera.targets()[0]) < 0.02, "found where it is");
//! # Ok::<(), motile_pixels::SurfaceError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | find what moves | [`MotionTracker`], [`mark_changes`] |
//! | find who stands still | [`BackgroundModel`] |
//! | find a color | [`ColorTracker`], [`ColorTarget`] |
//! | take a mask apart | [`BitPlane`], [`BlobFinder`], [`PixelBlob`], [`PixelMoments`] |
//! | know which way things move | [`OpticalFlow`], [`MotionHistory`] |
//! | find outlines to stand on | [`EdgeFinder`] |
//! | press buttons in the air | [`AirButton`] |
//! | steady what was found | [`OneEuro`], [`SteadyPoint`] |
//! | have pictures without a camera | [`SyntheticCamera`], [`ClipSource`], [`PictureClip`], [`Y4mVideo`] |
//! | read what cameras send | [`RawFormat`], `decode_mjpeg` (feature `mjpeg`), [`LumaPlane`], [`mirror`] |
//! | have a camera, or hear of new ones | `CameraDevice`, `CameraWatch` (feature `camera`: Linux, pages), [`CameraFavor`] |
//! | steer a game by all of it | [`Watcher`], [`SeenSense`] |
//! | do it as the books did | [`crate::classic`] |
//!
//! All of it is in whole numbers where it can be, the same bits at every SIMD level, and allocates nothing once it has
//! seen a frame of the size.

mod background;
mod bits;
mod blobs;
mod buttons;
#[cfg(feature = "camera")]
mod camera_watch;
pub(crate) mod classic;
mod clip;
mod color;
#[cfg(feature = "camera")]
#[cfg_attr(all(target_arch = "wasm32", feature = "device"), path = "page_camera.rs")]
#[cfg_attr(
    not(any(target_os = "linux", all(target_arch = "wasm32", feature = "device"))),
    path = "no_camera.rs"
)]
mod device;
mod edges;
mod favor;
mod flow;
mod flow_match;
mod history;
#[cfg(feature = "mjpeg")]
mod jpeg;
mod moments;
mod motion;
#[cfg(all(feature = "camera", target_os = "linux"))]
mod node;
mod plane;
mod raw;
#[cfg(all(feature = "camera", target_os = "linux"))]
mod reader;
mod scene;
mod smooth;
#[cfg(feature = "mjpeg")]
mod stream;
mod synthetic;
#[cfg(test)]
mod testing;
mod watcher;
#[cfg(all(
    feature = "camera",
    any(target_os = "linux", all(target_arch = "wasm32", feature = "device"))
))]
mod wish;
mod y4m;

pub use background::BackgroundModel;
pub use bits::BitPlane;
pub use blobs::{BlobFinder, PixelBlob};
pub use buttons::AirButton;
#[cfg(feature = "camera")]
pub use camera_watch::CameraWatch;
pub use clip::{ClipSource, FrameClip, PictureClip};
pub use color::{ColorTarget, ColorTracker, mark_color};
#[cfg(feature = "camera")]
pub use device::CameraDevice;
pub use edges::{EdgeFacing, EdgeFinder, EdgeOperator};
pub use favor::CameraFavor;
pub use flow::OpticalFlow;
pub use history::MotionHistory;
#[cfg(feature = "mjpeg")]
pub use jpeg::decode_mjpeg;
pub use moments::PixelMoments;
pub use motion::{MotionTracker, SeenMotion, light_gain, light_shift, mark_changes};
pub use plane::{LumaPlane, mirror};
pub use raw::{FrameError, RawFormat};
pub use smooth::{OneEuro, SteadyPoint};
#[cfg(feature = "mjpeg")]
pub use stream::{CameraFormat, FramePacking};
pub use synthetic::{CameraLight, CameraScene, SyntheticCamera};
pub use watcher::{SeenSense, Watcher};
pub use y4m::{Y4mVideo, Y4mWriter};
