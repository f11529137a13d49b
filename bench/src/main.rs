//! Runs every topic: `motile-bench [FILTER] [--json]`, usually through `cargo xtask bench`.
//!
//! A topic is one file with `pub fn run(bench: &mut Bench)` and a feature of the same name. Rows whose
//! name contains FILTER are measured, the others skipped.

#![expect(
    clippy::disallowed_methods,
    reason = "a bench reads the clock, and peers use what they use"
)]

mod runner;

#[cfg(feature = "anim")]
mod anim;
#[cfg(feature = "bodies")]
mod bodies;
#[cfg(feature = "canvas")]
mod canvas;
#[cfg(feature = "collide")]
mod collide;
#[cfg(feature = "collide")]
mod collide_claims;
#[cfg(feature = "fluid")]
mod fluid;
#[cfg(feature = "geom")]
mod geom;
#[cfg(feature = "sense")]
mod hear;
#[cfg(feature = "tiles")]
mod iso;
#[cfg(feature = "tiles")]
mod iso_claims;
#[cfg(feature = "kernel")]
mod kernel;
#[cfg(feature = "net")]
mod net;
#[cfg(any(feature = "pixels", feature = "sense"))]
mod opencv;
#[cfg(feature = "particles")]
mod particles;
#[cfg(feature = "path")]
mod path;
#[cfg(feature = "path")]
mod path_auto;
#[cfg(feature = "path")]
mod path_kinds;
#[cfg(feature = "path")]
mod path_prepared;
#[cfg(feature = "physics")]
mod physics;
#[cfg(feature = "pixels")]
mod pixels;
#[cfg(feature = "sense")]
mod sense_claims;
#[cfg(feature = "sense")]
mod sense_numbers;
#[cfg(feature = "sense")]
mod sight;
#[cfg(feature = "sound")]
mod sound;
#[cfg(feature = "space")]
mod space;
#[cfg(feature = "stage")]
mod stage;
#[cfg(feature = "stage")]
mod stage_kinds;
#[cfg(feature = "steer")]
mod steer;
#[cfg(feature = "tiles")]
mod tiles;
#[cfg(feature = "tiles")]
mod tiles_claims;
#[cfg(feature = "tiles")]
mod tiles_read;
#[cfg(feature = "triangles")]
mod triangles;
#[cfg(feature = "triangles")]
mod triangles_llvmpipe;
#[cfg(feature = "triangles")]
mod triangles_peers;
#[cfg(feature = "ui")]
mod ui;

use runner::Bench;
use std::process::ExitCode;

/// A topic's name and its entry.
type Topic = (&'static str, fn(&mut Bench));

const TOPICS: &[Topic] = &[
    #[cfg(feature = "anim")]
    ("anim", anim::run),
    #[cfg(feature = "bodies")]
    ("bodies", bodies::run),
    #[cfg(feature = "canvas")]
    ("canvas", canvas::run),
    #[cfg(feature = "collide")]
    ("collide", collide::run),
    #[cfg(feature = "geom")]
    ("geom", geom::run),
    #[cfg(feature = "kernel")]
    ("kernel", kernel::run),
    #[cfg(feature = "net")]
    ("net", net::run),
    #[cfg(feature = "particles")]
    ("particles", particles::run),
    #[cfg(feature = "path")]
    ("path", path::run),
    #[cfg(feature = "fluid")]
    ("fluid", fluid::run),
    #[cfg(feature = "physics")]
    ("physics", physics::run),
    #[cfg(feature = "pixels")]
    ("pixels", pixels::run),
    #[cfg(feature = "sense")]
    ("sense", hear::run),
    #[cfg(feature = "sense")]
    ("sense", sense_claims::run),
    #[cfg(feature = "sense")]
    ("sense", sense_numbers::run),
    #[cfg(feature = "sense")]
    ("sense", sight::run),
    #[cfg(feature = "sound")]
    ("sound", sound::run),
    #[cfg(feature = "space")]
    ("space", space::run),
    #[cfg(feature = "stage")]
    ("stage", stage::run),
    #[cfg(feature = "steer")]
    ("steer", steer::run),
    #[cfg(feature = "tiles")]
    ("iso", iso::run),
    #[cfg(feature = "tiles")]
    ("iso", iso_claims::run),
    #[cfg(feature = "tiles")]
    ("tiles", tiles::run),
    #[cfg(feature = "triangles")]
    ("triangles", triangles::run),
    #[cfg(feature = "ui")]
    ("ui", ui::run),
    #[cfg(feature = "tiles")]
    ("tiles", tiles_read::run),
    #[cfg(feature = "tiles")]
    ("tiles", tiles_claims::run),
];

fn main() -> ExitCode {
    let mut filter = String::new();
    let mut json = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--json" => json = true,
            #[cfg(feature = "triangles")]
            triangles_llvmpipe::OPTION => return triangles::serve_llvmpipe(),
            flag if flag.starts_with('-') => {
                eprintln!("motile-bench: unknown option {flag}; usage: [FILTER] [--json]");
                return ExitCode::from(2);
            }
            text => text.clone_into(&mut filter),
        }
    }
    let mut bench = Bench::new(filter, json);
    for (topic, run) in TOPICS {
        bench.begin_topic(topic);
        run(&mut bench);
    }
    if bench.rows() == 0 {
        eprintln!("motile-bench: no row matches the filter");
        return ExitCode::from(1);
    }
    ExitCode::SUCCESS
}
