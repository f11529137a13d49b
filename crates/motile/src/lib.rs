//! motile makes things move: 2D games, interactive animation and simulation.
//!
//! ```no_run
//! use motile::prelude::*;
//!
//! struct Bounce { ball: NodeId, velocity: Vec2 }
//!
//! impl Sketch for Bounce {
//!     fn setup(stage: &mut Stage) -> motile::Result<Self> {
//!         let ball = stage.add(Shape::circle(20.0).fill(Color::ORANGE).at(100.0, 100.0));
//!         Ok(Bounce { ball, velocity: vec2(240.0, 180.0) })
//!     }
//!     fn update(&mut self, stage: &mut Stage, tick: Tick) {
//!         let size = stage.size();
//!         let node = &mut stage[self.ball];
//!         node.position += self.velocity * tick.dt;
//!         bounce(&mut node.position, &mut self.velocity, size, 20.0);
//!     }
//! }
//!
//! fn main() -> motile::Result { motile::run::<Bounce>(Window::new("Bounce", 640, 480)) }
//! ```
//!
//! The same sketch without a display, with its input from a script, and with a fingerprint of its
//! state that is the same on every platform:
//!
//! ```
//! # use motile::prelude::*;
//! # struct Bounce { ball: NodeId, velocity: Vec2 }
//! # impl Sketch for Bounce {
//! #     fn setup(stage: &mut Stage) -> motile::Result<Self> {
//! #         let ball = stage.add(Shape::circle(20.0).fill(Color::ORANGE).at(100.0, 100.0));
//! #         Ok(Bounce { ball, velocity: vec2(240.0, 180.0) })
//! #     }
//! #     fn update(&mut self, stage: &mut Stage, tick: Tick) {
//! #         let size = stage.size();
//! #         let node = &mut stage[self.ball];
//! #         node.position += self.velocity * tick.dt;
//! #         bounce(&mut node.position, &mut self.velocity, size, 20.0);
//! #     }
//! # }
//! let mut player = Player::new::<Bounce>(&Settings::new(640, 480))?;
//! player.play(Script::parse("30 key Space\n")?)?;
//! player.run_ticks(60);
//! player.draw();
//! assert_eq!(player.surface().get(340, 280), Some(Color::ORANGE));
//! let png = player.surface().to_png();
//! # assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), motile::Error>(())
//! ```
//!
//! # Guide
//!
//! **A sketch** is a struct with the state of your program. [`Sketch::setup`](stage::Sketch::setup)
//! builds the scene, [`Sketch::update`](stage::Sketch::update) moves it by one tick of fixed length,
//! 60 of them a second unless `RATE` says otherwise.
//!
//! **Nodes** are what you see. [`Stage::add`](stage::Stage::add) takes a shape, a picture, a sprite or a
//! text and gives a [`NodeId`](stage::NodeId); `stage[id]` is the node, with its position, scale,
//! rotation and so on as plain fields. Nodes have children, and children move with their parents.
//!
//! **Input** is a value that comes with the tick: `stage[hero].position += tick.input.arrows() * 100.0 * tick.dt`, or
//! `tick.input.pointer.pressed_at()`. A script or a recording plays as well as a person does.
//!
//! **Drawing by hand**: [`Sketch::draw`](stage::Sketch::draw) gets a [`Canvas`](stage::Canvas) on
//! top of the nodes, `draw_under` one below them.
//!
//! **Parameters**: what `PARAMS` declares can be changed while the sketch runs; read it from `tick.params`, and in
//! `setup` and `draw` from `stage.params()`.
//!
//! **Sounds**, with the feature `sound`: `stage.sound().play(&jump)`, where `jump` is `Patch::jump(1).render()` or
//! `Sound::from_bytes(&file)?`. They are events of the ticks, heard in windows and pages and rendered to WAV headless.
//!
//! **Files**, with the feature `game`: `stage.load::<Image>("hero.png")` asks for one of the folder `assets`, natively and in a
//! page, and `stage.show_image(node, id)` shows it, or its stand-in until it is here. One that cannot be had is told by name.
//!
//! **Random numbers** come from `stage.rng`. Use that one, and the same seed plays the same everywhere. Windows and
//! pages begin with another seed at each launch unless one is set; headless it is always the same.
//!
//! **What goes wrong** in `setup` leaves by `?`; in `update` it goes to [`Stage::fail`](stage::Stage::fail), which shows it while
//! the sketch goes on.
//!
//! **A whole game**, step by step: [`first_game`]. Its other parts (actions of players, sounds, files, scenes, a camera, particles,
//! menus, saves), a short program for each: `game_parts`, with the features `game`, `particles` and `sound`.
//!
//! # Topics
//!
//! Each is a crate of its own that works without the others.
//!
//! | module | what it is |
//! |---|---|
//! | [`geom`] | vectors, shapes, distances, hulls, grids, random numbers, state hashes |
//! | [`time`] | ticks, fixed steps, clocks, long work under a frame budget |
//! | [`pixels`] | surfaces, blits, blend modes, filters, picture files |
//! | [`stage`] | display list, canvas, input, hosts |
//! | `collide` | which things touch, and what happens then |
//! | `steer` | steering behaviors and flocks |
//! | `path` | finding the way on grids, meshes and graphs |
//! | `physics` | integrators, worlds of points and constraints, forces, gravity |
//! | `bodies` | rigid bodies out of pictures |
//! | `fluid` | smoke and liquid around moving bodies |
//! | `tiles` | tile maps, collision without seams, platform characters, autotiling |
//! | `net` | networked play: rollback, client and server, a simulated network |
//! | `anim` | eases, tweens, timelines, springs |
//! | `game` | actions of players, interfaces, files, cameras that follow and shake, scenes with transitions, saves |
//! | `particles` | emitters as plain data, curves over life, trails |
//! | `kernel` | pixel kernels in the language of Pixel Bender |
//! | `sense` | microphone and camera as input: level, pitch, claps, motion, color |
//! | `space` | flat things in perspective, depth order, picking |
//! | `sound` | mixer, music, sounds with places, synthesizer |
//!
//! # Features
//!
//! `web` and `window` are on by default, and they suffice for the programs above. The others are one word each, because
//! what is not used should not take time to build; all of them only add.
//!
//! - `anim`, `bodies`, `collide`, `fluid`, `game`, `kernel`, `net`, `particles`, `path`, `physics`, `sense`, `sound`, `space`, `steer`,
//!   `tiles`: the topic of that name; `topics`: all of them.
//! - `kernel-gpu`: pixel kernels on the GPU, natively; wgpu takes minutes to build.
//! - `udp`: datagrams of the system for `net`.
//! - `websocket`: rooms of a relay (`motile relay`) for `net`, natively and in pages; `tls`: relays behind `wss://` natively.
//! - `encrypted`: packets of `net` that nobody between the peers can read or forge.
//! - `flac`, `mp3`, `ogg`: sound files of these formats besides WAV.
//! - `microphone`: the microphone of the machine or page, for `sense`.
//! - `camera`: cameras for `sense`, on Linux and, with `microphone`, in pages; `mjpeg`: frames of cameras that send motion JPEG.
//! - `ldtk`, `tiled`: maps from the files of these editors, and to those of Tiled.
//! - `bodies-json`: scenes of bodies from JSON; `bodies-ropes`: ropes and cloth tied to bodies; `bodies-history`: many moments
//!   of a world of bodies in little memory.
//! - `aseprite`, `texture-packer`: sprite sheets from the JSON of these programs; with `game`, by `stage.load::<Atlas>` too.
//! - `jpeg`, `webp`: pictures of these formats among the files of a `game`, besides PNG and QOI.
//! - `derive`: `#[derive(StateHash)]` for what is hashed, saved and restored, and in `anim` `#[derive(Animate)]` and
//!   `#[derive(Properties)]`.
//! - `parallel`: pairs, crowds, worlds and drawing over all cores, with the same results; `parallel-drawing` is drawing
//!   alone.
//! - `serde`: vectors, shapes, maps and paths can be read and written by serde.
//! - `window`: a window on the desktop. On Linux it speaks X11, which Wayland desktops offer too.
//! - `gamepad`: gamepads in windows; pages have theirs without it.
//! - `alsa`, `udev`: on Linux sound by ALSA where there is no sound server, gamepads by udev. The only ones that need packages of
//!   the system to build, `libasound2-dev` and `libudev-dev` in Debian.
//! - `clipboard`: text copied to and pasted from the clipboard of the desktop; pages have theirs without it.
//! - `wayland`: windows that speak Wayland themselves: sharp at scales between whole numbers, and on desktops without
//!   X11. Off, because it takes a third of the build of a plain sketch.
//! - `web`: a browser page, when compiled for one.
//! - `variable-fonts`: weights and other axes of variable fonts
//! - `shaping`: ligatures, scripts that join letters or run from right to left, and the fonts of the system
//!   ([`stage`]'s `Fonts`). Off, because it makes programs and pages a few megabytes larger.
//!
//! # Conventions
//!
//! Those of [`geom`]: x right, y down, radians clockwise, seconds, pixels.

// Derived code names the crate; inside of it too.
extern crate self as motile;

#[cfg(feature = "anim")]
pub use motile_anim as anim;
#[cfg(feature = "bodies")]
pub use motile_bodies as bodies;
#[cfg(feature = "collide")]
pub use motile_collide as collide;
#[cfg(feature = "fluid")]
pub use motile_fluid as fluid;
#[cfg(feature = "game")]
pub use motile_game as game;
pub use motile_geom as geom;
pub use motile_geom::glam as math;
#[cfg(feature = "kernel")]
pub use motile_kernel as kernel;
#[cfg(feature = "kernel-gpu")]
pub use motile_kernel_gpu as kernel_gpu;
#[cfg(feature = "net")]
pub use motile_net as net;
#[cfg(feature = "particles")]
pub use motile_particles as particles;
#[cfg(feature = "path")]
pub use motile_path as path;
#[cfg(feature = "physics")]
pub use motile_physics as physics;
pub use motile_pixels as pixels;
#[cfg(feature = "sense")]
pub use motile_sense as sense;
#[cfg(feature = "sound")]
pub use motile_sound as sound;
#[cfg(feature = "space")]
pub use motile_space as space;
pub use motile_stage as stage;
#[cfg(feature = "steer")]
pub use motile_steer as steer;
#[cfg(feature = "tiles")]
pub use motile_tiles as tiles;
pub use motile_time as time;

pub mod first_game;
#[cfg(all(feature = "game", feature = "particles", feature = "sound"))]
pub mod game_parts;

pub use motile_stage::{Error, Result};
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub use motile_stage::{run, run_app};
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
pub use motile_stage::{run, run_app};

/// What nearly every sketch uses: `use motile::prelude::*;`.
pub mod prelude {
    #[cfg(all(feature = "anim", feature = "derive"))]
    pub use motile_anim::{Animate, Properties};
    #[cfg(feature = "game")]
    pub use motile_game::assets::{AssetId, StageAssets};
    #[cfg(feature = "game")]
    pub use motile_game::saves::StageSaves;
    pub use motile_geom::{
        Aabb, Affine2, Affine2Ext, Circle, HashState, IRect, IVec2, MarkRole, MarkSink, Marks, Rng,
        SaveState, StateHash, Vec2, Vec2Ext, angle, bounce, ivec2, ops, vec2, wrap_edges,
    };
    #[cfg(feature = "particles")]
    pub use motile_particles::{Emitter, ParticleSystem, Particles, Trail};
    pub use motile_pixels::{BlendMode, Blit, Color, Filter, Sampling, Surface};
    #[cfg(feature = "sound")]
    pub use motile_sound::{Patch, Sound, SoundGroup, StageSound};
    pub use motile_stage::{
        Atlas, Bitmap, Button, Canvas, Cap, Content, Drawing, FillRule, Frame, Gradient,
        GraphicsData, HitTest, Image, Input, InputEvent, Join, Key, Label, Layer, Node, NodeId,
        Pad, PadAxis, PadButton, Paint, Param, Path, Player, ScaleMode, Script, Settings, Shape,
        Sketch, Sprite, Stage, Stroke, SurfaceExt, Text, TextAlign, Tick, Width, Window,
    };
    pub use motile_time::Rate;
}

/// The programs in the project's README compile; one of them steers.
#[cfg(all(doctest, feature = "steer"))]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
