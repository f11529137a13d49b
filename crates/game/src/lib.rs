//! What every game needs, as plain values: a camera that follows, scenes with transitions, saves.
//!
//! ```
//! use motile_game::{CameraRig, SceneStack, SceneTransition};
//! use motile_geom::{Aabb, Vec2, vec2};
//!
//! #[derive(Debug, PartialEq)]
//! enum Scene { Title, Level(u32), Pause }
//!
//! let mut scenes = SceneStack::new(Scene::Title);
//! scenes.replace(Scene::Level(1), SceneTransition::FADE);
//! while scenes.transition().is_some() { scenes.update(1.0 / 60.0); }
//! scenes.push_overlay(Scene::Pause, SceneTransition::CUT);
//! scenes.update(1.0 / 60.0);
//! assert_eq!(scenes.top(), &Scene::Pause);
//! assert!(scenes.visible().eq([&Scene::Level(1), &Scene::Pause]));
//!
//! let mut camera = CameraRig::new(vec2(320.0, 200.0));
//! camera.update(Aabb::from_center(vec2(900.0, 400.0), Vec2::splat(16.0)), Vec2::ZERO, 1.0 / 60.0);
//! assert_eq!(camera.to_screen(vec2(900.0, 400.0)), vec2(160.0, 100.0));
//! ```
//!
//! | to | see |
//! |---|---|
//! | follow a hero | [`CameraRig`]: dead zone, look-ahead, zoom, rotation, bounds, several targets |
//! | shake | [`CameraShake`], the same for the same seed |
//! | split the screen | [`split_screen`] |
//! | go from title to level to pause | [`SceneStack`], [`SceneTransition`] |
//! | keep what was reached | with the feature `saves`, `Saves` |
//!
//! # Features
//!
//! - `stage`: cameras draw (`CameraRig::draw_view`) and move nodes (`CameraRig::apply_to`), scenes draw with their transitions
//!   (`SceneStack::draw`).
//! - `saves`: saved games by serde, in files that survive a crash, in the storage of a page or in memory.
//!
//! Cameras and scenes are pure: time is an argument, and equal values go on equally on every machine.

mod camera;
#[cfg(feature = "saves")]
pub mod saves;
mod scenes;
mod split;
#[cfg(feature = "stage")]
mod stage;

pub use camera::{CameraRig, CameraShake};
#[cfg(feature = "saves")]
pub use saves::{SaveError, Saves};
pub use scenes::{SceneEvent, SceneStack, SceneTransition, TransitionKind, TransitionState};
pub use split::split_screen;

/// The program in the README compiles.
#[cfg(all(doctest, feature = "saves"))]
#[doc = include_str!("../README.md")]
struct Readme;
