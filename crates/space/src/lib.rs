//! Flat things in space: poses, lenses, cameras, exact depth order, and the way from the picture back to the things.
//!
//! Postcards in space: any flat thing (a card, a photograph, a word) gets a depth and turns about three axes, and is seen in
//! perspective. Alone the crate is plain mathematics and draws nothing; with its feature `stage`, `Space3d` draws shapes, pictures and texts.
//!
//! ```
//! use motile_space::{Perspective, Pose, math::vec2};
//! let eye = Perspective::default().eye(vec2(800.0, 800.0));
//! let card = Pose::new(400.0, 400.0, 200.0).with_angles(0.0, 0.6, 0.0);
//! let seen = eye.plane(&card.transform());
//! let corner = seen.project(vec2(-50.0, -70.0)).unwrap();
//! let back = seen.unproject(corner).unwrap();
//! assert!((back - vec2(-50.0, -70.0)).length() < 1e-3, "which spot of the card is under the pointer");
//! ```
//!
//! | to | see |
//! |---|---|
//! | place and turn | [`Pose`], [`QuatExt`], [`Transform3`] |
//! | aim at something, or keep facing the viewer | [`Pose::look_at`], [`Aim`] |
//! | look at it | [`Perspective`], [`Lens`], [`Center`], [`OrbitCamera`] |
//! | go from space to the picture and back | [`Eye`], [`PlaneView`] |
//! | paint far things first | [`DepthSort`]; [`PlaneSplit`] for those that cross |
//! | draw panels and find what is under the pointer | `Space3d`, `Panel` (feature `stage`) |
//! | lay out many | [`ring_poses`], [`cube_poses`], [`wall_poses`] |
//!
//! # Conventions
//!
//! Those of [`motile_geom`]: pixels, x right, y down, radians; z goes away from the viewer. Angles turn clockwise seen from the viewer (about
//! z), from above (about y) and from the left (about x), which is the right-hand rule. z = 0 is the picture itself: there a pixel is
//! a pixel.
//!
//! # Features
//!
//! - `anim`: a [`Pose`] is a value of tweens: places straight, turns evenly.
//! - `stage`: `Space3d`, a display list in space, as content of a stage.
//!
//! # Limits
//!
//! - Flat things only: bodies of triangles are meshes, in `motile-pixels`.
//! - Places are `f32`: a thing a million pixels away jumps by a sixteenth of a pixel. Lenses and the way from the picture to a panel and back are
//!   computed in double precision and end as `f32`: the last digit of an angle of view near half a turn is a forty-thousandth of a pixel
//!   of focal length, and of a point far out on a panel seen nearly from its edge up to a hundredth of a pixel.
//! - [`PlaneSplit`] takes two sheets for crossing when they reach through each other by more than two millionths of the scene, and
//!   stops cutting at 64 times as many pieces as there are sheets.
//! - A panel of `Space3d` may have a lens of its own; through a space that is parallel itself it does nothing. What a space shows is not
//!   interpolated between ticks. Filters, gradients, pictures in fog, content of one's own and what is out of focus are painted flat before they are
//!   projected: at the size they are seen, in steps of half an octave, 2,048 pixels at most. The alpha of a holder fades
//!   each of its panels, not all as one picture. A holder with a depth mode of its own counts as one thing that faces the viewer.
//!   Fog and depth of field are those of the middle of a panel: a long floor has one color of fog, and looks right when it is made of several.

#![cfg_attr(
    test,
    expect(
        clippy::excessive_precision,
        clippy::approx_constant,
        reason = "tests give numbers as they were computed, in double precision"
    )
)]

pub mod classic;

mod camera;
mod eye;
mod layout;
mod lens;
mod order;
mod plane;
mod pose;
mod rotation;
mod split;
#[cfg(feature = "stage")]
mod stage;
mod transform;

pub use camera::OrbitCamera;
pub use eye::{Center, Eye, OwnLens, Perspective};
pub use layout::{cube_poses, ring_poses, wall_poses};
pub use lens::{Lens, LensError};
pub use motile_geom::glam as math;
pub use order::DepthSort;
pub use plane::PlaneView;
pub use pose::{Aim, Pose};
pub use rotation::QuatExt;
pub use split::{Piece, PlaneSplit, Sheet};
#[cfg(feature = "stage")]
pub use stage::{
    Backface, Billboard, DepthMode, Focus, Fog, Panel, PanelId, Space3d, SpaceChanges, SpaceError,
    SpaceHit,
};
pub use transform::Transform3;

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
