//! Rigid bodies out of pictures, and worlds for them to move in.
//!
//! ```
//! # #[cfg(feature = "world")] {
//! use motile_bodies::{BodyDef, BodyKind, BodyShape, BodyWorld, PictureTrace};
//! use motile_pixels::{Color, Surface};
//!
//! // A frame around nothing: 48 × 48 pixels with a window of 16 × 16.
//! let mut picture = Surface::filled(48, 48, Color::ORANGE)?;
//! for i in 0..256 {
//!     picture.set(16 + i % 16, 16 + i / 16, Color::TRANSPARENT);
//! }
//! let shape = PictureTrace::default().of_picture(&picture)?;
//! assert_eq!(shape.area(), 48.0 * 48.0 - 256.0);
//!
//! let mut world = BodyWorld::new();
//! let ground = BodyDef::new(BodyShape::rect(400.0, 20.0)).at(0.0, 110.0);
//! world.add(&ground.with_kind(BodyKind::Static));
//! let frame = world.add(&BodyDef::new(BodyShape::picture(&shape, shape.mass().center)));
//! for _ in 0..120 {
//!     world.step(1.0 / 60.0);
//! }
//! assert!((world.get(frame).unwrap_or_default().position.y - 76.0).abs() < 1.0, "it stands");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is here
//!
//! | topic | items |
//! |---|---|
//! | pictures | [`PictureTrace`] makes [`PictureShape`]s, [`ShapeCache`] keeps them |
//! | bodies | [`BodyWorld`], [`BodyDef`], [`BodyShape`], [`BodyState`], [`BodyEvent`] |
//! | questions | [`BodyWorld::at_point`], [`BodyWorld::first_on`], [`BodyWorld::first_swept`], [`BodyWorld::bodies_in`] |
//! | joints | [`JointDef`], and [`BodyWorld::grab`] for the pointer |
//! | destruction | [`PictureBodies`]: pixels erased, cut, exploded; ground to dig in |
//! | ropes and cloth | behind `ropes`, `BodyTies` between bodies and the points of `motile-physics` |
//! | water and wind | behind `fluid`, `FloatingBodies` between a world and a `Liquid` or `Fluid` |
//! | scenes | [`BodyScene`] with an [`OverlapPolicy`]; behind `stage`, a container of nodes by one call |
//! | saving | worlds and [`PictureBodies`] are `SaveState`: bytes that can be loaded whoever wrote them |
//! | going back | [`BodyWorld::snapshot`], [`BodyWorld::restore`] and [`BodyWorld::resume`], bit for bit; behind `history`, `BodyHistory` with many moments in little memory |
//!
//! The solver is rapier2d with its `enhanced-determinism`: the same bits on every platform. Features: `world` (on by default)
//! has the bodies; without it the crate is pictures as shapes alone and builds in seconds. `stage` lets nodes follow bodies,
//! `svg` and `json` read scenes from drawings and from JSON, `ropes` ties ropes and cloth of `motile-physics` to bodies, `fluid` lets bodies float,
//! `history` keeps many moments in little memory, `parallel` steps large worlds over all cores with the same bits.
//!
//! # Conventions
//!
//! Those of `motile-geom`: x right, y down, radians clockwise, seconds, pixels. Density is mass per square pixel.
//!
//! # Limits
//!
//! - Pixels that meet only in a corner do not hang together, and lose a thirty-second of a square pixel there: outlines that
//!   touch nowhere are what exact parts are made of.
//! - Joints are solved one after the other, without memory of the step before: a drive on a body much smaller than its arm,
//!   or a chain that holds a hundred times its weight, gives way.
//! - A body turns by at most an eighth of a turn a step.
//! - A step is taken in four parts ([`BodyWorld::substeps`]): things fall by 0.4 % too deep in a second, where a plain loop of
//!   sixty steps is off by 1.7 %.
//! - A body that hardly moves for half a second, by some pixels a second, falls asleep, in the air too: under a gravity of 10
//!   pixels a second squared things that begin at rest stay there.
//! - A snapshot is a copy of all that the solver carries along: quick to take, and quicker to go back to when it is used up
//!   ([`BodyWorld::resume`]), but not small, about 2 KB a body. `BodyHistory` (feature `history`) is small, and slower.
//! - Parts use the corners of the outline and no others, so thin pictures have thin parts.

#[cfg(feature = "world")]
mod destroy;
mod error;
#[cfg(feature = "fluid")]
mod float;
#[cfg(feature = "history")]
mod history;
#[cfg(feature = "ropes")]
mod ropes;
#[cfg(feature = "world")]
mod scene;
pub mod shapes;
#[cfg(feature = "stage")]
mod view;
#[cfg(feature = "world")]
mod world;

#[cfg(feature = "world")]
pub use destroy::{PictureBodies, PictureDamage, PicturePiece};

pub use error::BodyError;
#[cfg(feature = "fluid")]
pub use float::{BodyFluid, FloatingBodies};
#[cfg(feature = "history")]
pub use history::BodyHistory;
#[cfg(feature = "ropes")]
pub use ropes::BodyTies;
#[cfg(feature = "svg")]
pub use scene::DrawnShape;
#[cfg(feature = "world")]
pub use scene::{
    BodyScene, BuiltScene, OverlapPolicy, SceneBody, SceneJoint, SceneOverlap, SceneReport,
    SceneRule,
};
pub use shapes::{
    PictureCover, PictureIsland, PictureShape, PictureTrace, PictureWeight, ShapeCache,
};
#[cfg(feature = "stage")]
pub use view::{BodyViews, NodeSimulation, SceneOptions, simulate, simulate_with};
#[cfg(feature = "world")]
pub use world::{
    BodyDef, BodyEvent, BodyEventKind, BodyGrabId, BodyHit, BodyId, BodyKind, BodyShape,
    BodySnapshot, BodyState, BodyWorld, JointDef, JointDrive, JointId, JointKind, JointSpring,
};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
