//! The pages in a real browser, beside the native program.

mod address;
mod broken;
mod controls;
mod driver;
mod files;
mod frames;
mod hosted;
mod index;
mod input;
mod keyboard;
mod names;
mod outside;
mod page;
mod pictures;
mod play;
mod playground;
mod rooms;
mod senses;
mod site;
mod state;

pub(crate) use broken::said_without_window;
pub(crate) use frames::frame_times;
pub(crate) use outside::smallest_program;

use crate::{
    Result,
    steps::{Context, Outcome},
    web,
};
use serde_json::json;
use site::{Site, same};
use std::path::PathBuf;

/// A check of the site; its name is the line of the report.
type Check = fn(&Site) -> Result;

const CHECKS: [(&str, Check); 61] = [
    ("the index lists every demo", index::lists_every_demo),
    ("search and topics narrow the index", index::search_narrows),
    ("no page scrolls sideways from 400 to 1600 pixels", index::no_sideways_scrolling),
    ("nothing is loaded from another host", index::no_other_host),
    ("keys alone lead to a demo, turn a knob, pause, step and lead back", keyboard::there_and_back),
    ("every control has a name for screen readers", names::controls_have_names),
    // Before many demos are opened: a history of fifty steps is full, and gives up those that nobody clicked for.
    ("topic and search are in the address, and back and forward restore them", address::index),
    ("the page starts demos with their defaults", controls::defaults),
    ("knobs reach the demo", controls::knobs),
    ("a knob is dragged by the mouse", controls::dragged_knob),
    ("a push button is pressed for one tick", controls::push_button),
    ("pause, step and speed reach the demo", controls::pause_step_speed),
    ("restart begins again with the knobs as they are", controls::restart),
    ("the picture is downloaded", controls::download),
    ("a link turns knobs and sets seed and speed, and going back does", address::links),
    ("a part of a link that means nothing is named", address::ignored),
    ("an unknown link says so", address::unknown),
    ("a demo has Space and its drags, the page all others", address::space_and_drags),
    ("the source has colors, key lines and a link", address::source),
    ("the words of the debug view are text over the picture", address::debug_view),
    ("thumbnails are whole, small and come when they are seen", index::thumbnails),
    ("links, commands and sources are copied", address::copies),
    ("the page scrolls over a picture that has no use for the wheel", address::wheel),
    ("reduced motion begins halted", address::reduced_motion),
    ("a display twice as fine gets twice the pixels", address::fine_display),
    ("full screen fills the screen and ends", controls::full_screen),
    ("pointer and keyboard reach the demo", input::pointer_and_keyboard),
    ("several buttons of a mouse reach the demo at once", input::several_buttons),
    ("a demo has the keyboard from the start and knows it", input::has_the_keyboard),
    ("a key comes up as it went down, whatever Shift did in between", input::keys_come_up),
    ("touch reaches the demo", input::touch),
    (
        "on a phone the keys of every demo are buttons that a finger or Enter holds",
        input::keys_as_buttons,
    ),
    ("a broken demo shows its message", broken::shows_its_message),
    ("what a sketch tells of stands over its picture", broken::told),
    ("without WebAssembly the index is there and a demo says why not", broken::without_wasm),
    ("a browser that keeps nothing changes nothing", broken::without_storage),
    ("an app that is no sketch runs in the page", broken::app),
    ("files go to the program that plays", hosted::served),
    ("every way to fit a stage shows what it shows in a window", hosted::scale_modes),
    ("title, pointer, clipboard and dropped files of a sketch are those of its page", hosted::asks),
    ("time stands still without the keyboard, unless the sketch asks for more", hosted::background),
    ("a program is told when nobody sees its page", hosted::hidden),
    ("a sketch fills the screen and is told when somebody leaves it", hosted::full_screen),
    ("a request to close is the sketch's to grant", hosted::closes),
    ("each visit has another seed", hosted::seeds),
    ("a page of one pixel does no harm", hosted::smallest),
    ("an error and a panic of main show on the page", broken::main),
    ("a file that does not arrive is named, and Retry gets it", broken::downloads),
    ("a small picture that does not arrive says so in its place", broken::pictures),
    ("the playground underlines a mistake while it is typed, and mends it", playground::squiggles),
    ("the playground has sliders and a probe", playground::slider_and_probe),
    ("the playground saves and carries its source in a link", playground::exports),
    ("all examples of the playground run", playground::examples),
    ("the playground takes pictures, and splits them", playground::pictures_and_split),
    ("the playground copies its link and marks second places", playground::link_and_labels),
    ("a page, a native window and a program race in one room, with equal states", rooms::race),
    (
        "microphone and camera reach the demos, pause, stop and are unplugged",
        senses::hears_and_sees,
    ),
    ("a refused microphone or camera is said, and the demo goes on", senses::refused),
    ("a missing camera or microphone is said, and the demo goes on", senses::absent),
    ("the picture says what stands in for a device, and why", senses::labeled),
    ("1,000 ticks of steering have the native state", state::long_runs),
];

/// A check of the page of a sketch with files and saves, at its address.
type GameCheck = fn(&Site, &str) -> Result;

const GAME_CHECKS: [(&str, GameCheck); 16] = [
    ("a game: its knobs are on its page, and a mouse turns them", files::knobs),
    ("a game: its picture is fetched, and one that is missing is named", files::arrive),
    ("a game: a picture that did not arrive is there when asked for again", files::retry),
    ("a game: what it saves is there in a page loaded anew", files::kept),
    ("a game: a full storage is told, and the game goes on", files::full),
    ("a game: a refused storage is told, and the game goes on", files::refused),
    ("a game: sound waits for the first click, and tells how late it is", play::unlocks),
    ("a game: halted, lost and refused sound are told, and the game goes on", play::loses_sound),
    ("a game: gamepads come, shake and vanish while held", play::gamepads),
    ("a game: an input method composes, commits and goes away", play::composes),
    ("a game: Control and arrows, and ⌘, edit a text", play::chords),
    ("a game: sticks are there on a touch screen", play::touch_screen),
    ("a game: its address sets the seed, and its page shows it", page::seed),
    ("a game: reduced motion begins halted", page::reduced_motion),
    ("a game: a dropped folder is told", page::drops),
    ("a game: its program that does not arrive is told, and Retry gets it", page::missing),
];

/// A check of the page with one demo, at its address.
const SINGLE_CHECKS: [(&str, GameCheck); 2] = [
    ("a page with one demo has the native state", state::single_demo),
    ("a page with one demo: its address sets the seed", state::single_seed),
];

/// The step `browser`: builds the site, a page with one demo and a sketch's page, and checks them. The site has a
/// broken demo more than the one that `cargo xtask web` makes, and lies beside it.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    // Before minutes of building: a missing browser is said, or installed, at once.
    driver::Browser::find()?;
    let root = context.root;
    let target = web::target(root);
    let folders = ["web-test", "web-demo", "web-sketch", "web-files"].map(|name| target.join(name));
    let [folder, demo, sketch, game] = &folders;
    // A site that is there already: a look at a change of the page takes seconds then.
    let ready = std::env::var_os("MOTILE_SITE").map(PathBuf::from);
    if ready.is_none() {
        let address = Some(address::REPOSITORY);
        let native = web::site::Native::Tested;
        web::site::build(root, folder, &["broken"], native, address)?;
        web::single::demo(root, web::SAMPLE, demo)?;
        outside::build(root, sketch)?;
    }
    let site = Site::start(root, ready.as_ref().unwrap_or(folder), &target.join("browser"))?;

    let mut failures = Vec::new();
    let mut passed = 0;
    let mut report = |name: &str, result: Result| match result {
        Ok(()) => {
            passed += 1;
            println!("browser: {name} … ok");
        }
        Err(error) => {
            println!("browser: {name} … FAILED\n  {error}");
            failures.push(format!("{name}: {error}"));
        }
    };
    // Part of the line of a check, for a look at that one alone.
    let part = std::env::var("MOTILE_CHECKS").unwrap_or_default();
    for (name, check) in CHECKS.into_iter().filter(|(name, _)| name.contains(&part)) {
        report(name, site.home().and_then(|()| check(&site)));
    }
    let named = |(name, _): &(&str, GameCheck)| name.contains(&part);
    if SINGLE_CHECKS.iter().any(named) && (ready.is_none() || !part.is_empty()) {
        if ready.is_some() && !demo.is_dir() {
            web::single::demo(root, web::SAMPLE, demo)?;
        }
        let demo = site::serve(demo)?;
        for (name, check) in SINGLE_CHECKS.into_iter().filter(named) {
            report(name, check(&site, &demo));
        }
    }
    if GAME_CHECKS.iter().any(named) && (ready.is_none() || !part.is_empty()) {
        if ready.is_none() || !game.is_dir() {
            files::build(root, game)?;
        }
        let game = site::serve(game)?;
        for (name, check) in GAME_CHECKS.into_iter().filter(named) {
            report(name, check(&site, &game));
        }
    }
    if !part.is_empty() {
        context.count.passed += passed;
        context.count.failed += failures.len() as u64;
        return if failures.is_empty() { Ok(Outcome::Done) } else { Err(failures.join("\n")) };
    }
    report("what fails in setup is the sentence of the other hosts", broken::setup(&site, root));
    if ready.is_none() {
        let sketch = site::serve(sketch)?;
        report(
            "a user's sketch, from outside of the project, runs in its page",
            sketch_page(&site, &sketch),
        );
    }
    site.home()?;
    // As in the tests of the demos: part of an id, or nothing for all.
    let wanted = std::env::var("MOTILE_DEMOS").unwrap_or_default();
    for id in site.ids().filter(|id| id.contains(&wanted)) {
        let ticks = state::TICKS;
        report(&format!("{id} has the native state after {ticks} ticks"), state::equals(&site, id));
        report(&format!("{id} has its golden picture"), pictures::equals(&site, root, id));
    }
    context.count.passed += passed;
    context.count.failed += failures.len() as u64;
    if failures.is_empty() { Ok(Outcome::Done) } else { Err(failures.join("\n")) }
}

fn sketch_page(site: &Site, address: &str) -> Result {
    site.browser.open(address)?;
    site.ready()?;
    let run = "const before = motile.wasm.web_hash(); motile.wasm.web_tick(30);\
        return [before !== motile.wasm.web_hash(), motile.wasm.web_stage_width()]";
    same("moves, width", &site.script(run)?, &json!([true, 640]))?;
    site.save("sketch")?;
    site.no_console_errors()
}
