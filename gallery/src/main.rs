//! The gallery of motile: demos in a window, as pictures and as hashes.

mod cli;
mod failure;
mod film;
mod guard;
mod hash;
mod help;
mod kernel;
mod list;
mod new;
mod progress;
mod relay;
mod render;
mod script;
mod sheet;
mod shrink;
mod thumbs;
mod time;
#[cfg(feature = "window")]
mod window;

use cli::Command;
use failure::Failure;
#[cfg(feature = "window")]
use motile::stage::WindowError;
use motile_gallery_model::Run;
use std::{env, ffi::OsString, process::ExitCode};

fn main() -> ExitCode {
    match words().and_then(|words| cli::parse(words.into_iter())).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure::complain(&failure.to_string());
            failure.exit_code()
        }
    }
}

/// What was typed after the program's name.
fn words() -> Result<Vec<String>, Failure> {
    let word = |word: OsString| {
        word.into_string().map_err(|word| Failure::Usage {
            message: format!("{}: only names in Unicode are understood", word.display()),
            command: None,
        })
    };
    env::args_os().skip(1).map(word).collect()
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Gallery => gallery(),
        Command::List { json } => list::run(json),
        Command::Render(render) => render::run(&render),
        Command::Hash(run) => hash::run(&run),
        Command::Play(link, run) => play(&link, run),
        Command::Sheet(sheet) => sheet::run(&sheet),
        Command::Thumbs { out } => thumbs::run(&out),
        Command::Time(run) => time::run(&run),
        Command::Kernel(call) => kernel::run(&call),
        Command::New { folder } => new::run(&folder),
        Command::Relay(words) => relay::run(&words),
        Command::Help(text) => failure::print(&text),
        Command::Version => failure::print(concat!("motile ", env!("CARGO_PKG_VERSION"))),
    }
}

#[cfg(feature = "window")]
fn gallery() -> Result<(), Failure> {
    let Err(error) = window::gallery() else { return Ok(()) };
    match error.downcast_ref::<WindowError>() {
        Some(error) => without_display(&error.message),
        None => Err(error.into()),
    }
}

#[cfg(not(feature = "window"))]
fn gallery() -> Result<(), Failure> {
    without_display("built without the feature \"window\"")
}

#[cfg(feature = "window")]
fn play(link: &Run, mut run: cli::Run) -> Result<(), Failure> {
    run.settings = run.settings.seeded();
    let mut player = run.player(run.ticks)?;
    player.set_speed(link.speed);
    Ok(window::play(player, run.demo)?)
}

#[cfg(not(feature = "window"))]
fn play(_: &Run, _: cli::Run) -> Result<(), Failure> {
    Err(Failure::Failed("built without the feature \"window\"".into()))
}

/// Shows what can be shown in a file.
fn without_display(why: &str) -> Result<(), Failure> {
    const OUT: &str = "gallery.png";
    failure::complain(&format!(
        "No window could be opened ({why}), so the demos are drawn into {OUT}."
    ));
    sheet::run(&cli::Sheet::of_all(OUT.into()))?;
    failure::print(&help::overview())
}
