//! What a sketch asks of its window and what it is told: the example `shell`, whose squares show it.

use super::{EDGE, PAGE, Program, display::Picture};
use crate::{Result, process, steps::Context, web};
use std::{
    cell::Cell,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// The squares of the example, by the middle of each.
const TICK: (u32, u32) = (20, 40);
const PICTURE: (u32, u32) = (60, 40);
const FOCUS: (u32, u32) = (100, 40);
const CLOSE: (u32, u32) = (140, 40);
const FILE: (u32, u32) = (180, 40);
const TEXT: (u32, u32) = (220, 40);
const KEEPS_OPEN: (u32, u32) = (260, 40);
/// A place with nothing around it.
const EMPTY: (u32, u32) = (150, 160);
/// Where another window stands, so that it covers none.
const BESIDE: u32 = 700;
/// Pictures without a tick that show that time stands still.
const PICTURES: u32 = 10;

/// All checks of the example.
pub(super) fn check(context: &mut Context<'_>, folder: &Path) -> Result {
    let root = context.root.to_path_buf();
    let mut shell = Program::start(example(&root, "shell"), "shell", folder)?;
    shell.run("a window tells its smallest size", smallest, context)?;
    shell.run("a sketch gives its window a title", title, context)?;
    shell.run("a sketch hides the pointer", pointer, context)?;
    shell.run("time stands still while another window has the keyboard", focus, context)?;
    shell.run("a sketch that asks for it goes on without the keyboard", background, context)?;
    shell.run("a text is copied by one program and pasted into another", clipboard, context)?;
    shell.run("a dropped file reaches the sketch", dropped, context)?;
    shell.run("a request to close is the sketch's to grant", close_request, context)?;
    has_ended(&mut shell)?;
    drop(shell);
    for scale in ["1.25", "1.5", "2", "3"] {
        let mut program = example(&root, "shell");
        program.env("WINIT_X11_SCALE_FACTOR", scale);
        let fine = Program::start(program, "shell", folder)?;
        let name = format!("a display {scale} times as fine gets its own pixels");
        let scale = scale.parse().map_err(|_| format!("no scale: {scale}"))?;
        fine.run(&name, |fine| fine_display(fine, scale), context)?;
    }
    Ok(())
}

fn example(root: &Path, name: &str) -> Command {
    Command::new(path(root, name))
}

fn path(root: &Path, name: &str) -> PathBuf {
    web::target(root).join("debug/examples").join(name)
}

/// Whether a square shows; the window stands in the upper left corner.
fn shows(screen: &Picture, square: (u32, u32)) -> bool {
    screen.at(square) == Some(EDGE)
}

/// What the window tells the desktop, which keeps people from making it smaller.
fn smallest(shell: &Program) -> Result {
    let mut desktop = example(&crate::root(), "desktop");
    desktop.arg("smallest").arg(&shell.window).env("DISPLAY", &shell.display.name);
    match process::output(&mut desktop)?.trim() {
        "64 48" => Ok(()),
        other => Err(format!("expected 64 48, found {other:?}")),
    }
}

fn title(shell: &Program) -> Result {
    shell.keys(&["t"])?;
    let search = ["search", "--sync", "--onlyvisible", "--name", "^another title$"];
    shell.x(&search)
}

fn pointer(shell: &Program) -> Result {
    let (x, y) = EMPTY;
    shell.x(&["mousemove", &x.to_string(), &y.to_string()])?;
    // What a display shows of the pointer is no part of its picture.
    let is_hidden = || {
        let mut desktop = example(&crate::root(), "desktop");
        desktop.arg("pointer").env("DISPLAY", &shell.display.name);
        process::output(&mut desktop).is_ok_and(|pixels| pixels.trim() == "0")
    };
    shell.until("the pointer", |_| !is_hidden())?;
    shell.keys(&["h"])?;
    shell.until("no pointer", |_| is_hidden())
}

fn focus(shell: &Program) -> Result {
    shell.until("the square of the focus", |screen| shows(screen, FOCUS))?;
    let mut program = example(&crate::root(), "scale_modes");
    program.arg("fit");
    let other = shell.beside(program, "scale modes")?;
    other.move_to(BESIDE)?;
    let (last, seen) = (Cell::new((false, false)), Cell::new(0));
    shell.until("pictures without ticks", |screen| {
        let now = (shows(screen, TICK), shows(screen, PICTURE));
        let before = last.replace(now);
        let count = seen.get() + u32::from(now.1 != before.1);
        seen.set(if now.0 == before.0 { count } else { 0 });
        seen.get() >= PICTURES
    })?;
    drop(other);
    shell.x(&["windowfocus", "--sync", &shell.window])?;
    let halted = shows(&shell.display.picture()?, TICK);
    shell.until("ticks again", |screen| shows(screen, TICK) != halted)
}

/// Ticks go on in the background while the sketch asks for it.
fn background(shell: &Program) -> Result {
    shell.keys(&["b"])?;
    let mut program = example(&crate::root(), "scale_modes");
    program.arg("fit");
    let other = shell.beside(program, "scale modes")?;
    other.move_to(BESIDE)?;
    shell.until("no square of the focus", |screen| !shows(screen, FOCUS))?;
    let (last, seen) = (Cell::new(false), Cell::new(0));
    shell.until("ticks without the keyboard", |screen| {
        let now = shows(screen, TICK);
        seen.set(seen.get() + u32::from(last.replace(now) != now));
        seen.get() >= PICTURES
    })?;
    drop(other);
    shell.x(&["windowfocus", "--sync", &shell.window])?;
    shell.keys(&["b"])
}

fn clipboard(shell: &Program) -> Result {
    shell.keys(&["c"])?;
    let other = shell.beside(example(&crate::root(), "shell"), "shell")?;
    other.move_to(BESIDE)?;
    let start = Instant::now();
    let pasted = (BESIDE + TEXT.0, TEXT.1);
    // The first program hands its text over when it gets to it.
    while !shows(&shell.display.picture()?, pasted) {
        if start.elapsed() > super::PATIENCE {
            return Err("never saw the square of the pasted text".into());
        }
        other.keys(&["ctrl+v"])?;
        thread::sleep(Duration::from_millis(100));
    }
    drop(other);
    shell.x(&["windowfocus", "--sync", &shell.window])
}

fn dropped(shell: &Program) -> Result {
    let file = shell.folder.join("dropped.txt");
    fs::write(&file, "motile").map_err(|error| web::at(&file, &error))?;
    let mut source = example(&crate::root(), "desktop");
    source.arg("drop").arg(&shell.window).arg(&file).env("DISPLAY", &shell.display.name);
    process::output(&mut source)?;
    shell.until("the square of the file", |screen| shows(screen, FILE))
}

fn close_request(shell: &Program) -> Result {
    let ask = || {
        let mut desktop = example(&crate::root(), "desktop");
        desktop.arg("close").arg(&shell.window).env("DISPLAY", &shell.display.name);
        process::output(&mut desktop).map(|_| ())
    };
    // A request that overtakes the key would end the sketch.
    shell.x(&["windowfocus", "--sync", &shell.window])?;
    shell.keys(&["k"])?;
    shell.until("the square of leaving it to the sketch", |screen| shows(screen, KEEPS_OPEN))?;
    ask()?;
    shell.until("the square of the request", |screen| shows(screen, CLOSE))?;
    ask()
}

/// Waits for the end of a program that was asked twice.
fn has_ended(shell: &mut Program) -> Result {
    let start = Instant::now();
    while start.elapsed() < super::PATIENCE {
        match shell.child.try_wait() {
            Ok(None) => thread::sleep(Duration::from_millis(30)),
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("the sketch ended with {status}")),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err("the sketch did not end at the second request".into())
}

/// A line half a pixel thick has the pixels of the display, with nothing blurred into its neighbors but what rounding of its
/// place leaves there. Drawn at the size of the stage and enlarged, it would be half as bright and twice as thick.
fn fine_display(shell: &Program, scale: f32) -> Result {
    /// A tenth of a pixel.
    const ROUNDED: u8 = 24;
    let [width, height, middle, line] = [300.0, 200.0, 150.0, 120.0].map(|at| (at * scale) as u32);
    let thick = (scale * 0.5).ceil() as u32;
    // What there is of red and green on blue: all where the line covers a whole pixel.
    let expected = ((scale * 0.5).min(1.0) * 255.0) as u8;
    shell.until("a sharp line in a window of the size of the display", |screen| {
        let ink = |y: u32| match screen.at((middle, y)) {
            Some([red, green, 255]) if red == green => red,
            _ => u8::MAX,
        };
        ink(line).abs_diff(expected) <= ROUNDED
            && [line - 1, line + thick].iter().all(|&beside| ink(beside) <= ROUNDED)
            && [line - 2, line + thick + 1].iter().all(|&beyond| ink(beyond) == 0)
            && screen.at((width - 5, height - 5)) == Some(PAGE)
            && screen.at((width + 5, height + 5)) != Some(PAGE)
    })
}
