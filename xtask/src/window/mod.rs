//! The gallery in a real window under a virtual display.

mod display;
mod shell;

use crate::{
    Result, browser, install, process,
    scale_modes::{self, EDGE, PAGE},
    steps::{Context, Outcome},
    web,
};
use display::{Display, Picture};
use std::{
    cell::Cell,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

/// The folder beside that of the programs for pictures of the screen.
const PICTURES: &str = "window-pictures";

/// Longest time to wait for something to show.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the window has the top left pixel of a demo of 640×480, and how it marks held buttons.
const STAGE: (u32, u32) = (50, 88);
const LEFT_BUTTON: (u32, u32) = (45, 70);
const LEFT_COLOR: [u8; 3] = [0x3F, 0x92, 0xF0];
const FIRST_KEY: (u32, u32) = (170, 56);
const KEY_COLOR: [u8; 3] = [0x2B, 0x30, 0x3B];
/// Colors of the gallery: the background, a button, and what is chosen or on.
const PAPER: [u8; 3] = [0x17, 0x1B, 0x20];
const BUTTON: [u8; 3] = [0x33, 0x3B, 0x45];
const CHOSEN: [u8; 3] = [0xFF, 0x9D, 0x3C];
/// Those of a panel over the picture and of a key line in a source.
const PANEL: [u8; 3] = [0x22, 0x28, 0x2F];
const MARKED: [u8; 3] = [0x33, 0x2C, 0x22];
/// Color of a screen without windows.
const BEHIND: [u8; 3] = [0, 0, 0];
/// Color of the bars beside a fitted picture.
const BARS: [u8; 3] = [0x15, 0x15, 0x15];

/// A check of the window; its name is the line of the report.
type Check = fn(&Program) -> Result;

/// The step `window`: opens the gallery under a virtual display, plays it with keys and mouse, and looks at
/// the screen.
///
/// # Errors
/// What did not show.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("needs Xvfb, so Linux".into()));
    }
    install::need("Xvfb", &["xvfb"])?;
    install::need("xdotool", &["xdotool"])?;
    web::site::Native::Tested.build(context.root)?;
    let folder = web::target(context.root).join("window");
    web::empty_folder(&folder.with_file_name(PICTURES))?;
    let program = Command::new(web::site::Native::Tested.program(context.root));
    let gallery = Program::start(program, "motile", &folder)?;
    let checks: [(&str, Check); 10] = [
        ("the index shows", index_shows),
        ("a click opens a demo", click_opens),
        ("what shows is what is saved", screen_is_picture),
        ("typing and Enter open a demo, Escape leaves it", typing_opens),
        ("keys and buttons reach the demo", keys_and_buttons),
        ("a knob is dragged by the mouse", knob),
        ("the toolbar is clicked", toolbar),
        ("keys open help and source, copy the command and record", window_keys),
        ("in a window of 480×320 the knobs open over the picture", small_window),
        ("the window lays itself out for another size, after a size of one pixel too", resizing),
    ];
    for (name, check) in checks {
        gallery.run(name, check, context)?;
    }
    drop(gallery);
    for mode in scale_modes::MODES {
        let mut program =
            Command::new(web::target(context.root).join("debug/examples/scale_modes"));
        program.arg(mode.name);
        let program = Program::start(program, "scale modes", &folder)?;
        program.run(mode.says, |program| see(program, &mode), context)?;
        if mode.name == "fit" {
            program.run("the knobs of a sketch are a panel on its window", panel, context)?;
        }
    }
    shell::check(context, &folder)?;
    let display = Display::start(&folder)?;
    for kind in ["font", "picture", "script", "parameter"] {
        broken_setup(context.root, &display, kind)?;
        println!("window: a broken {kind} in setup is the sentence of the other hosts … ok");
        context.count.passed += 1;
    }
    Ok(Outcome::Done)
}

/// What a program prints whose sketch cannot be set up: what it prints without a window, too.
fn broken_setup(root: &Path, display: &Display, kind: &str) -> Result {
    let expected = browser::said_without_window(root, kind)?;
    let program = web::target(root).join("debug/examples/broken_setup");
    let output = Command::new(program).arg(kind).env("DISPLAY", &display.name).output();
    let output = output.map_err(|error| format!("broken_setup: {error}"))?;
    let found = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if found == format!("Error: {expected}") && !output.status.success() {
        return Ok(());
    }
    Err(format!("a broken {kind}: expected {expected:?}, found {found:?}"))
}

/// The ball racer in a window under a virtual display, in a room: one more participant for the race of the browser step.
pub(crate) struct Racer(Program);

impl Racer {
    /// Whether there can be one.
    ///
    /// # Errors
    /// When there is no display to be had, with what is missing.
    pub(crate) fn can_be() -> Result {
        if !cfg!(target_os = "linux") {
            return Err("a window without a desktop needs Xvfb, so Linux".into());
        }
        install::need("Xvfb", &["xvfb"])?;
        install::need("xdotool", &["xdotool"])
    }

    /// Opens the window and types where the room is.
    ///
    /// # Errors
    /// When the window does not show, or does not get into the room.
    pub(crate) fn join(root: &Path, words: &str) -> Result<Self> {
        let tested = web::site::Native::Tested;
        tested.build(root)?;
        let mut command = Command::new(tested.program(root));
        command.args(["play", "net/ball-racer"]);
        let folder = web::target(root).join("window-race");
        let racer = Self(Program::start(command, "Ball racer", &folder)?);
        // A slow window would take all keys in one frame, and words before it asks for them are lost.
        racer.0.keys(&["j"])?;
        racer.wait_for("code: ")?;
        racer.0.x(&["type", "--delay", "40", words])?;
        racer.wait_for(&format!("code: {words}"))?;
        racer.0.keys(&["Return"])?;
        racer.wait_for("room ")?;
        Ok(racer)
    }

    /// Waits until the title begins with some words.
    fn wait_for(&self, words: &str) -> Result {
        let start = Instant::now();
        loop {
            let title = self.title()?;
            if title.starts_with(words) {
                return Ok(());
            }
            if start.elapsed() > Duration::from_secs(30) {
                return Err(format!("the title of the window is {title:?}, not {words:?}"));
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// What stands in the title bar.
    ///
    /// # Errors
    /// When the window is gone.
    pub(crate) fn title(&self) -> Result<String> {
        process::output(&mut self.0.display.xdotool(&["getwindowname", &self.0.window]))
    }
}

/// The program in its window.
struct Program {
    display: Rc<Display>,
    /// Where it runs and saves pictures.
    folder: PathBuf,
    child: Child,
    window: String,
}

impl Program {
    /// Starts a program on a display of its own and waits for the window of this title.
    fn start(program: Command, title: &str, folder: &Path) -> Result<Self> {
        web::empty_folder(folder)?;
        Self::start_on(Rc::new(Display::start(folder)?), program, title, folder)
    }

    /// Starts another program on the same display.
    fn beside(&self, program: Command, title: &str) -> Result<Self> {
        Self::start_on(self.display.clone(), program, title, &self.folder)
    }

    fn start_on(
        display: Rc<Display>,
        mut program: Command,
        title: &str,
        folder: &Path,
    ) -> Result<Self> {
        let child = program
            .current_dir(folder)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start the program of {title}: {error}"))?;
        let mut shown = Self { display, folder: folder.into(), child, window: String::new() };
        let search = ["search", "--sync", "--onlyvisible", "--name", &format!("^{title}$")];
        let found = process::output(&mut shown.display.xdotool(&search))?;
        shown.window = found.lines().next().unwrap_or_default().into();
        // No window manager runs that would give it the keyboard.
        shown.x(&["windowfocus", "--sync", &shown.window])?;
        Ok(shown)
    }

    /// Makes one check and counts it; the screen of a failure is kept.
    fn run(
        &self,
        name: &str,
        check: impl Fn(&Self) -> Result,
        context: &mut Context<'_>,
    ) -> Result {
        let Err(error) = check(self) else {
            println!("window: {name} … ok");
            context.count.passed += 1;
            return Ok(());
        };
        context.count.failed += 1;
        let seen = self.pictures().join("failed.png");
        let kept = self.display.picture().and_then(|picture| picture.save(&seen));
        let kept = kept.map_or(String::new(), |()| format!("; screen: {}", seen.display()));
        Err(format!("{name}: {error}{kept}"))
    }

    /// Where pictures for people are kept: the folder of the programs is emptied for each of them.
    fn pictures(&self) -> PathBuf {
        self.folder.with_file_name(PICTURES)
    }

    fn x(&self, arguments: &[&str]) -> Result {
        process::output(&mut self.display.xdotool(arguments)).map(|_| ())
    }

    /// Moves the window to the right.
    fn move_to(&self, x: u32) -> Result {
        self.x(&["windowmove", "--sync", &self.window, &x.to_string(), "0"])
    }

    fn keys(&self, names: &[&str]) -> Result {
        names.iter().try_for_each(|name| self.x(&["key", name]))
    }

    /// Waits until the screen is as it should be.
    fn until(&self, what: &str, right: impl Fn(&Picture) -> bool) -> Result {
        let start = Instant::now();
        loop {
            if self.display.picture().is_ok_and(|picture| right(&picture)) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("never saw {what}"));
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Halts the demo, lets it save its picture and reads that.
    fn saved(&self, demo: &str) -> Result<Picture> {
        let pictures = || -> Result<Vec<PathBuf>> {
            let entries =
                fs::read_dir(&self.folder).map_err(|error| web::at(&self.folder, &error))?;
            let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
            let names = names.filter(|name| name.starts_with(demo));
            Ok(names.map(|name| self.folder.join(name)).collect())
        };
        for old in pictures()? {
            fs::remove_file(&old).map_err(|error| web::at(&old, &error))?;
        }
        // F4 halts and steps, F5 saves.
        self.keys(&["F4", "F5"])?;
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            // Files appear whole: they are written beside and renamed.
            if let Some(file) = pictures()?.pop() {
                return Picture::from_png(&file);
            }
            thread::sleep(Duration::from_millis(30));
        }
        Err(format!("F5 saved no picture of {demo}"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself, which a check has noticed then.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn index_shows(gallery: &Program) -> Result {
    // Cards in a dark window, the one that is found first; its picture is a ball.
    gallery.until("a dark window", |screen| screen.at((10, 400)) == Some(PAPER))?;
    gallery.x(&["type", "bouncing"])?;
    gallery.until("an orange ball on the first card", |screen| {
        let card = (38..252).flat_map(|x| (118..278).map(move |y| (x, y)));
        card.filter(|&at| screen.at(at).is_some_and(|[r, g, b]| r > 200 && g > 80 && b < 60))
            .count()
            > 20
    })
}

fn click_opens(gallery: &Program) -> Result {
    gallery.x(&["mousemove", "140", "200", "click", "1"])?;
    gallery.until("the panel of the demo", |screen| {
        // White letters of the title, where the index has none.
        let title = (740..1000).flat_map(|x| (16..44).map(move |y| (x, y)));
        title.filter(|&at| screen.at(at).is_some_and(|[r, g, b]| r.min(g).min(b) > 200)).count()
            > 50
    })?;
    gallery.saved("stage-bouncing-ball").map(|_| ())
}

fn screen_is_picture(gallery: &Program) -> Result {
    let saved = gallery.saved("stage-bouncing-ball")?;
    gallery.until("the same pixels as in the picture that F5 saved", |screen| {
        saved.places().all(|(x, y)| saved.at((x, y)) == screen.at((x + STAGE.0, y + STAGE.1)))
    })
}

fn typing_opens(gallery: &Program) -> Result {
    // Back to the index, and its search away.
    gallery.keys(&["Escape", "Escape"])?;
    gallery.x(&["type", "stage/input"])?;
    gallery.keys(&["Return"])?;
    gallery.saved("stage-input").map(|_| ())
}

fn keys_and_buttons(gallery: &Program) -> Result {
    let shows = |held: bool| {
        move |screen: &Picture| {
            let at = |(x, y): (u32, u32)| screen.at((x + STAGE.0, y + STAGE.1));
            let found = [at(LEFT_BUTTON) == Some(LEFT_COLOR), at(FIRST_KEY) == Some(KEY_COLOR)];
            found == [held; 2]
        }
    };
    // The demo is halted, so that F4 is what lets it see the input. It is the window's own key: the demo
    // sees only the letter.
    gallery.keys(&["F4"])?;
    gallery.until("nothing held", shows(false))?;
    gallery.x(&["mousemove", "300", "400", "mousedown", "1", "keydown", "q", "key", "F4"])?;
    gallery.until("the held key and button", shows(true))?;
    gallery.x(&["mouseup", "1", "keyup", "q", "key", "F4"])?;
    gallery.until("key and button released", shows(false))
}

/// Drags the first knob of the demo from one end to the other: its bar fills with the color of a chosen knob.
fn knob(gallery: &Program) -> Result {
    // Back to the index, and its search away.
    gallery.keys(&["Escape", "Escape"])?;
    gallery.x(&["type", "bouncing"])?;
    gallery.keys(&["Return"])?;
    gallery.saved("stage-bouncing-ball")?;
    let filled = |screen: &Picture| {
        let panel = (740..1044).flat_map(|x| (100..500).map(move |y| (x, y)));
        panel.filter(|&at| screen.at(at) == Some(CHOSEN)).count()
    };
    let seen = Cell::new((0, 0));
    gallery.until("the bar of a chosen knob on the panel", |screen| {
        let is_bar = |&y: &u32| (0..30).all(|x| screen.at((760 + x, y)) == Some(CHOSEN));
        let bar = (100..500).find(is_bar);
        seen.set((bar.unwrap_or_default(), filled(screen)));
        bar.is_some()
    })?;
    let (bar, before) = seen.get();
    let bar = bar.to_string();
    gallery.x(&[
        "mousemove",
        "760",
        &bar,
        "mousedown",
        "1",
        "mousemove",
        "1030",
        &bar,
        "mouseup",
        "1",
    ])?;
    gallery.until("the bar filled", |screen| filled(screen) > before + 200)
}

/// The second button restarts, the third halts and is marked while it does.
fn toolbar(gallery: &Program) -> Result {
    let marked = |screen: &Picture| {
        let row = (16..700).map(|x| (x, 660));
        row.filter(|&at| screen.at(at) == Some(CHOSEN)).count() > 20
    };
    // The demo is halted since its picture was saved.
    gallery.until("the button of a halted demo", marked)?;
    let screen = gallery.display.picture()?;
    let place = (16..700).find(|&x| screen.at((x, 660)) == Some(CHOSEN)).ok_or("no button")?;
    gallery.x(&["mousemove", &(place + 3).to_string(), "662", "click", "1"])?;
    gallery.until("the demo go on", |screen| !marked(screen))
}

/// Keys of the window, whose panels Escape puts away; an animation is a file, and a word says where.
fn window_keys(gallery: &Program) -> Result {
    let count = |screen: &Picture, color: [u8; 3], (top, end): (u32, u32)| {
        let places = (16..720).flat_map(move |x| (top..end).map(move |y| (x, y)));
        places.filter(|&at| screen.at(at) == Some(color)).count()
    };
    // Help lies over the upper left corner, a source over the whole picture.
    for (key, what, color, least) in
        [("F1", "the help", PANEL, 20_000), ("F6", "a key line of the source", MARKED, 5_000)]
    {
        let shown = |screen: &Picture| count(screen, color, (16, 600)) > least;
        gallery.until("the picture alone", |screen| !shown(screen))?;
        gallery.keys(&[key])?;
        gallery.until(what, shown)?;
        let file = gallery.pictures().join(format!("{key}.png"));
        gallery.display.picture()?.save(&file)?;
        gallery.keys(&["Escape"])?;
        gallery.until("the picture alone again", |screen| !shown(screen))?;
    }
    // Words stand above the toolbar in the color of what is chosen.
    let told = |screen: &Picture| count(screen, CHOSEN, (612, 650)) > 20;
    gallery.keys(&["F7"])?;
    gallery.until("the command that was copied", told)?;
    gallery.keys(&["F3"])?;
    gallery.until("no words any more", |screen| !told(screen))?;
    gallery.keys(&["F3", "F8"])?;
    // The frame that marks the button of what is recorded has taken its first picture.
    gallery.until("the button of a recording", |screen| count(screen, CHOSEN, (650, 684)) > 20)?;
    gallery.keys(&["F8"])?;
    gallery.until("where the animation is", told)?;
    gallery.keys(&["F3", "F3"])?;
    gallery.until("no words any more", |screen| !told(screen))?;
    let entries =
        fs::read_dir(&gallery.folder).map_err(|error| web::at(&gallery.folder, &error))?;
    let is_film = |path: &PathBuf| path.extension().is_some_and(|end| end == "gif");
    let films: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_film).collect();
    if films.is_empty() {
        return Err("there is no file of the animation".into());
    }
    // On a slow machine it may have been whole before the second press, which began another one then.
    for film in films {
        let bytes = fs::read(&film).map_err(|error| web::at(&film, &error))?;
        if !bytes.starts_with(b"GIF89a") {
            return Err(format!("{} is no GIF", film.display()));
        }
    }
    Ok(())
}

/// Knobs of a small window: by key, by button, turned by mouse and by keys.
fn small_window(gallery: &Program) -> Result {
    gallery.x(&["windowsize", &gallery.window, "480", "320"])?;
    let lit = |screen: &Picture, (left, right): (u32, u32), (top, end): (u32, u32)| {
        let places = (left..right).flat_map(move |x| (top..end).map(move |y| (x, y)));
        places.filter(|&at| screen.at(at) == Some(CHOSEN)).count()
    };
    // The demo goes on since the toolbar was clicked, so only the panel has that color in rows.
    let (sides, heights) = ((210, 464), (20, 230));
    let bar = |screen: &Picture| {
        let is_bar = |&y: &u32| (0..24).all(|x| screen.at((214 + x, y)) == Some(CHOSEN));
        (heights.0..heights.1).find(is_bar)
    };
    let button = |screen: &Picture| {
        let row = (16..464).flat_map(|x| (240..304).map(move |y| (x, y)));
        row.into_iter().find(|&at| screen.at(at) == Some(CHOSEN))
    };
    gallery.until("a window without knobs", |screen| {
        screen.at((18, 302)) == Some(BUTTON) && button(screen).is_none()
    })?;
    gallery.keys(&["F9"])?;
    gallery.until("a knob and the button that is on", |screen| {
        bar(screen).is_some() && button(screen).is_some()
    })?;
    let screen = gallery.display.picture()?;
    screen.save(&gallery.pictures().join("480x320-knobs.png"))?;
    let (y, before) = (bar(&screen).unwrap_or_default(), lit(&screen, sides, heights));
    let (x, below) = button(&screen).unwrap_or_default();
    let at = y.to_string();
    // It stands at its end since the panel of the large window was used.
    gallery.x(&["mousemove", "440", &at, "mousedown", "1"])?;
    gallery.x(&["mousemove", "300", &at, "mouseup", "1"])?;
    gallery.until("the knob drawn back", |screen| lit(screen, sides, heights) + 200 < before)?;
    let back = lit(&gallery.display.picture()?, sides, heights);
    gallery.keys(&["End"; 10])?;
    gallery.until("the knob turned on", |screen| lit(screen, sides, heights) > back + 30)?;
    let place = [(x + 8).to_string(), (below + 12).to_string()];
    gallery.x(&["mousemove", &place[0], &place[1], "click", "1"])?;
    gallery.until("the panel gone", |screen| bar(screen).is_none())?;
    gallery.x(&["mousemove", "240", "100"])?;
    gallery.until("its button off", |screen| button(screen).is_none())
}

fn resizing(gallery: &Program) -> Result {
    let resize = |width: u32, height: u32| {
        gallery.x(&["windowsize", &gallery.window, &width.to_string(), &height.to_string()])
    };
    for (width, height) in [(700, 700), (480, 320), (1280, 800), (1920, 1080)] {
        // A window of a pixel shows nothing, and what comes after it is whole.
        resize(1, 1)?;
        gallery.until("the screen behind a window of a pixel", |screen| {
            screen.at((18, 18)) == Some(BEHIND)
        })?;
        resize(width, height)?;
        // The toolbar's first button stands in the lower left corner, and nothing is stretched or barred.
        gallery.until("the toolbar at the lower edge", |screen| {
            screen.at((18, height - 18)) == Some(BUTTON) && screen.at((4, 4)) == Some(PAPER)
        })?;
        let name = format!("{width}x{height}.png");
        gallery.display.picture()?.save(&gallery.pictures().join(name))?;
    }
    resize(1060, 700)
}

/// What the example `scale_modes` shows in a window of the size of the check.
fn see(program: &Program, mode: &scale_modes::Mode) -> Result {
    let side = mode.side.to_string();
    program.x(&["windowmove", "--sync", &program.window, "0", "0"])?;
    program.x(&["windowsize", &program.window, &side, &side])?;
    let places = mode.seen(BARS);
    program.until("the frame of the example where it belongs", |screen| {
        places.iter().all(|&(at, color)| screen.at(at) == Some(color))
    })
}

/// In the window of [`see`], where the stage is twice as large and 100 pixels down: a click on the tab in its upper right
/// corner opens the panel, one at the right end of the bar makes the frame as thick as it can be, 60 pixels of the window.
fn panel(program: &Program) -> Result {
    let thick = |screen: &Picture| {
        let places = [(300, 445), (300, 495), (55, 300), (545, 300)];
        places.iter().all(|&at| screen.at(at) == Some(EDGE)) && screen.at((300, 300)) == Some(PAGE)
    };
    program.until("a thin frame", |screen| !thick(screen))?;
    program.x(&["mousemove", "492", "142", "click", "1"])?;
    program.until("the panel", |screen| screen.at((330, 124)) == Some(PANEL))?;
    program.x(&["mousemove", "558", "182", "click", "1"])?;
    program.until("a frame that is as thick as it can be", thick)
}
