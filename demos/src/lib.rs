//! The demos of motile: one file each, written as a user would write it.
//!
//! ```
//! use motile::prelude::*;
//! let demo = motile_demos::find("stage/bouncing-ball")?;
//! let mut player = (demo.start)(&Settings::new(demo.size.0, demo.size.1))?;
//! player.run_ticks(demo.ticks);
//! assert!(player.draw());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # How to write a demo
//!
//! 1. Copy `demos/src/stage/bouncing_ball.rs` to `demos/src/TOPIC/my_idea.rs`. Its first `//!` line says the
//!    one idea. About 50–150 lines, `use motile::prelude::*;`, public interface only.
//! 2. Write a [`Sketch`](motile::stage::Sketch) and a `pub(super) const DEMO: Demo` with the id `"TOPIC/my-idea"`
//!    (the file name with `-` for `_`), a title, what one sees, what to try, what the pointer does and every key
//!    that it listens to: the page has a button for each, so that a phone will do. One that is dragged on, or turned
//!    by the wheel, says so in [`Demo::takes_drags`] and [`Demo::takes_wheel`]: over all others the page scrolls.
//! 3. Add `mod my_idea;` and `my_idea::DEMO,` to `demos/src/TOPIC/mod.rs`; those that catch the eye come first.
//!    A new topic has a feature of its name in `demos/Cargo.toml`, lines for it below, and an entry in
//!    `gallery/model/src/catalog.rs`.
//! 4. `cargo run --release -- render TOPIC/my-idea --out /tmp/my-idea.png`, look at it, then
//!    `cargo xtask bless my-idea` and look at the picture in `demos/tests/golden`.
//!
//! `cargo test --package motile-demos --no-default-features --features TOPIC` compiles and tests one topic.
//!
//! Colors and sizes of type are those of `demos/src/look.rs`; what has to be seen has to be seen at the size of a
//! thumbnail.
//!
//! What decides the future belongs into `update`, random numbers come from `stage.rng`, knobs are
//! `PARAMS` read from `stage.params()`; then the demo gives the same state in every host, which one test
//! checks for all of them. Variants of a specification are a [`Param::choice`](motile::stage::Param::choice)
//! of one demo, not more files; what happens once when a visitor asks for it is a
//! [`Param::button`](motile::stage::Param::button).

#![cfg_attr(
    not(feature = "all"),
    allow(dead_code, reason = "what topics share is not used by each of them")
)]

mod demo;
mod gauge;
mod kit;
mod look;
mod pictures;

#[cfg(feature = "anim")]
mod anim;
#[cfg(feature = "bodies")]
mod bodies;
#[cfg(feature = "collide")]
mod collide;
#[cfg(feature = "drawing")]
mod drawing;
#[cfg(feature = "fluid")]
mod fluid;
#[cfg(feature = "game")]
mod game;
#[cfg(feature = "kernel")]
mod kernel;
#[cfg(feature = "net")]
mod net;
#[cfg(feature = "particles")]
mod particles;
#[cfg(feature = "path")]
mod path;
#[cfg(feature = "physics")]
mod physics;
#[cfg(feature = "pixels")]
mod pixels;
#[cfg(feature = "sense")]
mod sense;
#[cfg(feature = "sound")]
mod sound;
#[cfg(feature = "space")]
mod space;
#[cfg(feature = "stage")]
mod stage;
#[cfg(feature = "steer")]
mod steer;
#[cfg(feature = "tiles")]
mod tiles;
#[cfg(feature = "time")]
mod time;

pub use demo::{Demo, UnknownDemo};
#[cfg(feature = "steer")]
pub use steer::steer_scenes;

/// Topics in the order of the gallery.
const TOPICS: &[&[Demo]] = &[
    #[cfg(feature = "stage")]
    stage::DEMOS,
    #[cfg(feature = "drawing")]
    drawing::DEMOS,
    #[cfg(feature = "space")]
    space::DEMOS,
    #[cfg(feature = "pixels")]
    pixels::DEMOS,
    #[cfg(feature = "fluid")]
    fluid::DEMOS,
    #[cfg(feature = "bodies")]
    bodies::DEMOS,
    #[cfg(feature = "kernel")]
    kernel::DEMOS,
    #[cfg(feature = "collide")]
    collide::DEMOS,
    #[cfg(feature = "steer")]
    steer::DEMOS,
    #[cfg(feature = "path")]
    path::DEMOS,
    #[cfg(feature = "tiles")]
    tiles::DEMOS,
    #[cfg(feature = "physics")]
    physics::DEMOS,
    #[cfg(feature = "anim")]
    anim::DEMOS,
    #[cfg(feature = "particles")]
    particles::DEMOS,
    #[cfg(feature = "game")]
    game::DEMOS,
    #[cfg(feature = "net")]
    net::DEMOS,
    #[cfg(feature = "sense")]
    sense::DEMOS,
    #[cfg(feature = "sound")]
    sound::DEMOS,
    #[cfg(feature = "time")]
    time::DEMOS,
];

/// All demos, topic by topic.
pub fn all() -> impl Iterator<Item = &'static Demo> {
    TOPICS.iter().flat_map(|topic| topic.iter())
}

/// A demo by its id, found while a program compiles: then that program contains this demo and no other.
///
/// ```
/// const DEMO: motile_demos::Demo = motile_demos::one("stage/fountain");
/// assert_eq!(DEMO.title, "Fountain");
/// ```
///
/// # Panics
/// When there is no such demo; in a constant that is an error of the compiler.
pub const fn one(id: &str) -> Demo {
    let mut topic = 0;
    while topic < TOPICS.len() {
        let mut demo = 0;
        while demo < TOPICS[topic].len() {
            if is_same(TOPICS[topic][demo].id, id) {
                return TOPICS[topic][demo];
            }
            demo += 1;
        }
        topic += 1;
    }
    panic!("there is no demo of this id")
}

/// `==` in constants.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// A demo by its id.
///
/// # Errors
/// [`UnknownDemo`] with the ids that come nearest.
pub fn find(id: &str) -> Result<&'static Demo, UnknownDemo> {
    all().find(|demo| demo.id == id).ok_or_else(|| UnknownDemo::new(id))
}
