//! Tweens and timelines on plain structs, eases, springs and motion along curves.
//!
//! ```
//! use motile_anim::{Animator, Ease, Timeline, Tween};
//!
//! #[derive(Default)]
//! struct Sprite { x: f32, y: f32, rotation: f32 }
//! let mut sprite = Sprite::default();
//!
//! let mut animator = Animator::new();
//! animator.play(
//!     Timeline::new()
//!         .then(Tween::new(3.0).to(|s: &mut Sprite| &mut s.x, 800.0))
//!         .then(Tween::new(3.0).to(|s: &mut Sprite| &mut s.y, 400.0))
//!         .with(Tween::new(1.0).by(|s: &mut Sprite| &mut s.rotation, 360.0).ease(Ease::BACK_OUT)),
//! );
//! animator.update(4.5, &mut sprite); // each frame, with the seconds that passed
//! assert_eq!((sprite.x, sprite.y, sprite.rotation), (800.0, 300.0, 360.0));
//! ```
//!
//! # Parts
//!
//! - [`Ease`]: how progress is shaped; usable alone.
//! - [`Tween`] and [`Timeline`]: descriptions of what changes, built by chained calls, cloned freely.
//! - [`AnimPlayer`]: one of them with a playhead: play, pause, seek, scrub, reverse, any speed.
//! - [`Animator`]: many of them on many targets, with [`Overwrite`] rules and handles; a few nanoseconds
//!   for a simple tween.
//! - [`Swarm`]: a million single numbers.
//! - [`FramePlayer`], [`Clip`], [`Machine`]: frame animation at any speed, with events and states that may
//!   fade into each other ([`Blend`]).
//! - [`tween_from_text`]: tweens from data files, every name checked.
//! - [`Spring`], [`Follow`], [`approach`]: movement towards goals that move themselves.
//!
//! Those who know one of the classic engines find its words and its ways in [`classic`].
//!
//! # Features
//!
//! - `color` (on): tweens of `motile_pixels::Color`, also in linear light and in `OKLab`, and clips from sprite
//!   sheets.
//! - `derive`: `#[derive(Animate)]` for structs as values, `#[derive(Properties)]` for names in data.
//! - `stage`: nodes of `motile_stage` as targets of tweens; the stage is what is lent to the update.
//! - `aseprite`: `sprite_sheet_from_aseprite`, sprite sheets from the JSON that Aseprite exports.
//! - `texture-packer`: `sprite_sheet_from_texture_packer`, those that `TexturePacker` and its relatives write.
//!
//! # Conventions
//!
//! Times are in seconds wherever a number is given ([`Span`] has the other units) and whole nanoseconds
//! inside. Time that passes, speeds and frame rates are `f32`; places on a clock (`seek`, `time`, `duration`,
//! events) are `f64`, because an `f32` of a day knows no milliseconds, and seeking to the duration has to
//! arrive at the very end. Positions are computed from the clock, never summed up: any sequence of updates and seeks that
//! ends at a time shows the same values, bit for bit, on every platform. What happened is read from
//! `events()` after the update; there are no callbacks, so nothing is called while it is borrowed. Start
//! values that are not given are read when the tween's own time begins, and kept for playing backwards.
//! A number that is not finite, or a negative time, is never played: `play` gives an id that names nothing and
//! counts it, an [`AnimPlayer`] stands still and says why; `try_play` and `try_new` return the error.
//!
//! # Limits
//!
//! - Where a timeline repeats beside other tweens, each of its seams, and each tween left on the way back,
//!   writes all that the whole animation has written so far once more, since any of it may share a
//!   property. Without such a timeline a move costs what changes.
//! - Going back before its beginning, a tween puts back the value it found; a driver
//!   ([`Tween::drive`]) cannot know it and is called with 0.
//! - One move reports at most 10,000 passes of a loop one by one; the others are counted in one
//!   [`AnimEventKind::Skipped`].
//! - Building a timeline allocates, and so does a tween with more than two properties or with one that is
//!   not a plain number, `Vec2` or color; playing does not.

// Derived code names the crate; inside of it too.
extern crate self as motile_anim;

pub mod classic;
pub mod ease;

mod animator;
mod clip;
#[cfg(feature = "color")]
mod color;
mod data;
mod defaults;
mod error;
mod event;
mod goal;
mod overwrite;
mod path;
mod player;
mod position;
mod prop;
mod run;
mod span;
mod spring;
#[cfg(feature = "stage")]
mod stage;
mod stagger;
mod swarm;
mod targets;
mod timeline;
mod timing;
mod track;
mod tween;
mod value;

pub use animator::{AnimId, AnimProgress, Animator};
#[cfg(feature = "aseprite")]
pub use clip::sprite_sheet_from_aseprite;
#[cfg(feature = "texture-packer")]
pub use clip::sprite_sheet_from_texture_packer;
pub use clip::{
    Blend, Clip, ClipEvent, ClipPlayer, Condition, FramePlayer, Machine, Playable, Transition, Wrap,
};
pub use data::{Properties, Property, tween_from_text};
pub use defaults::Defaults;
pub use ease::{Direction, Ease, Family};
pub use error::AnimError;
pub use event::{AnimEvent, AnimEventKind, Interrupt};
pub use goal::{Goal, IntoGoal, goal};
#[cfg(feature = "derive")]
pub use motile_derive::{Animate, Properties};
pub use overwrite::{Overwrite, OverwriteMode};
pub use path::MotionPath;
pub use player::AnimPlayer;
pub use position::Position;
pub use span::Span;
pub use spring::{Follow, Spring, approach};
pub use stagger::{Axis, From as StaggerFrom, Stagger};
pub use swarm::{Swarm, SwarmId};
pub use targets::Targets;
pub use timeline::{Anim, Timeline, TimelineAlign};
pub use timing::Repeat;
pub use track::Track;
pub use tween::Tween;
pub use value::{Animate, Snap};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
