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
//! | go from title to level to pause | [`SceneStack`], [`SceneTransition`]; of nodes, with the feature `stage`, `SceneNodes` |
//! | know what a player wants, by keys, gamepad or touch | with the feature `stage`, `Actions`, `TouchPad` |
//! | show menus and ask for names | with the feature `stage`, `Ui`, `TextField` |
//! | load pictures and other files | with the feature `assets`, `assets::StageAssets`, `assets::Assets` |
//! | keep what was reached | with the feature `saves`, `saves::StageSaves`, `Saves` |
//!
//! # Features
//!
//! - `stage`: cameras draw (`CameraRig::draw_view`) and move nodes (`CameraRig::apply_to`), scenes draw with their transitions
//!   (`SceneStack::draw`) or show nodes (`SceneNodes`), actions of players out of keys, gamepads, mice and touches
//!   (`Actions`), interfaces (`Ui`).
//! - `assets`: files by name from a folder, the server of a page or memory, with progress, retries and placeholders
//!   (`stage.load::<Image>("hero.png")`, `stage.show_image(node, id)`); atlases.
//! - `sound`: sounds among them (`stage.load::<Sound>("jump.wav")`).
//! - `jpeg`, `webp`: pictures of these formats among them, besides PNG and QOI.
//! - `aseprite`, `texture-packer`: sprite sheets of these programs among them, with the pictures they name.
//! - `saves`: saved games by serde, in files that survive a crash, in the storage of a page or in memory.
//!
//! Cameras and scenes are pure: time is an argument, and equal values go on equally on every machine.

#[cfg(feature = "stage")]
pub mod actions;
#[cfg(feature = "assets")]
pub mod assets;
mod camera;
#[cfg(feature = "saves")]
pub mod saves;
#[cfg(feature = "stage")]
mod scene_nodes;
mod scenes;
mod split;
#[cfg(feature = "stage")]
mod stage;
pub mod text;
#[cfg(feature = "stage")]
mod touch_pad;
#[cfg(feature = "stage")]
pub mod ui;

#[cfg(feature = "stage")]
pub use actions::{Action, Actions, ActionsError, Binding};
pub use camera::{CameraRig, CameraShake};
#[cfg(feature = "saves")]
pub use saves::{SaveError, Saves};
#[cfg(feature = "stage")]
pub use scene_nodes::SceneNodes;
pub use scenes::{SceneEvent, SceneStack, SceneTransition, TransitionKind, TransitionState};
pub use split::split_screen;
pub use text::{CaretMove, TextEdit};
#[cfg(feature = "stage")]
pub use text::{FieldEvents, TextField};
#[cfg(feature = "stage")]
pub use touch_pad::{TouchControl, TouchPad, TouchRole};
#[cfg(feature = "stage")]
pub use ui::{
    Flow, KnobUi, NineSlice, Theme, Ui, UiChange, UiEvent, UiFace, Widget, WidgetId, WidgetKind,
};

/// The program in the README compiles.
#[cfg(all(doctest, feature = "saves"))]
#[doc = include_str!("../README.md")]
struct Readme;
