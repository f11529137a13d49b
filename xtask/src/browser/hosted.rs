//! What a sketch asks of its page and is told by it: the examples `shell` and `scale_modes` of the stage, which the step
//! `window` shows in windows.

use super::site::{Site, same};
use crate::{
    Result,
    scale_modes::{EDGE, MODES, PAGE},
};
use serde_json::json;

/// Starts the program of the address on a canvas of its own, as large as asked for.
const STAND: &str = "const { load, Player } = await import('./motile.js');\
    const wasm = await load('./pkg/stage.js');\
    const box = document.createElement('div'), canvas = document.createElement('canvas');\
    box.style = `position: fixed; left: 0; top: 0; z-index: 99; width: ${args[0]}px; height: ${args[1]}px`;\
    canvas.style = 'display: block; width: 100%; height: 100%';\
    canvas.tabIndex = 0;\
    box.append(canvas);\
    document.body.append(box);\
    const player = new Player(wasm, canvas, { ownsPage: true });\
    const at = (x, y) => [...player.context.getImageData(x, y, 1, 1).data].slice(0, 3).join();\
    globalThis.sketch = { wasm, player, canvas, at };\
    player.start()";
/// Color of what the picture leaves free.
const BARS: [u8; 3] = [0, 0, 0];

/// The squares of the example `shell`, by the middle of each.
const FOCUS: (u32, u32) = (100, 40);
const CLOSE: (u32, u32) = (140, 40);
const FILE: (u32, u32) = (180, 40);
const TEXT: (u32, u32) = (220, 40);
const KEEPS_OPEN: (u32, u32) = (260, 40);

const CONTROL: &str = "\u{E009}";

/// Opens the page with the program of `search` on a canvas of this size.
fn stand(site: &Site, search: &str, (width, height): (u32, u32)) -> Result {
    site.home()?;
    site.visit(search)?;
    site.ready()?;
    site.browser.resize(1000, 900)?;
    site.browser.script(STAND, &[json!(width), json!(height)])?;
    site.wait(&format!("sketch.canvas.width === {width} && sketch.canvas.height === {height}"))
}

/// Opens the page with the example `shell`.
fn shell(site: &Site) -> Result {
    stand(site, "?main=shell", (300, 200))
}

/// Whether a square shows, for [`Site::wait`].
fn shows((x, y): (u32, u32), shown: bool) -> String {
    let [red, green, blue] = if shown { EDGE } else { PAGE };
    format!("sketch.at({x}, {y}) === '{red},{green},{blue}'")
}

/// Waits, and says what never came.
fn wait(site: &Site, what: &str, expression: &str) -> Result {
    site.wait(expression).map_err(|error| format!("never saw {what}: {error}"))
}

/// Presses keys one inside the other.
fn press(site: &Site, keys: &[&str]) -> Result {
    let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
    let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
    let actions: Vec<_> = down.chain(up).collect();
    site.browser.actions(&json!([{ "type": "key", "id": "keys", "actions": actions }]))
}

/// Every mode shows what it shows in a window.
pub(super) fn scale_modes(site: &Site) -> Result {
    for mode in MODES {
        stand(site, &format!("?scale={}", mode.name), (mode.side, mode.side))?;
        for ((x, y), [red, green, blue]) in mode.seen(BARS) {
            let expected = format!("{red},{green},{blue}");
            // The picture of the new size may come a frame later.
            let right = format!("sketch.at({x}, {y}) === '{expected}'");
            wait(site, &format!("{expected} at {x}, {y} ({})", mode.says), &right)?;
        }
    }
    Ok(())
}

/// Title, pointer and clipboard follow the sketch, and what is pasted and dropped reaches it.
pub(super) fn asks(site: &Site) -> Result {
    site.browser.allow_clipboard()?;
    shell(site)?;
    wait(site, "the title of the window", "document.title === 'shell'")?;
    press(site, &["t"])?;
    wait(site, "the title that the sketch asks for", "document.title === 'another title'")?;
    site.script("sketch.wasm.web_restart()")?;
    wait(site, "the title of the window again", "document.title === 'shell'")?;
    press(site, &["h"])?;
    wait(site, "no pointer", "sketch.canvas.style.cursor === 'none'")?;
    press(site, &["c"])?;
    wait(site, "the copied text", "(await navigator.clipboard.readText()) === 'motile'")?;
    press(site, &[CONTROL, "v"])?;
    wait(site, "the square of the pasted text", &shows(TEXT, true))?;
    let drop = "const data = new DataTransfer();\
        data.items.add(new File(['motile'], 'dropped.txt'));\
        const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });\
        sketch.canvas.dispatchEvent(event);\
        return event.defaultPrevented";
    same("the browser opens no file", &site.script(drop)?, &json!(true))?;
    wait(site, "the square of the file", &shows(FILE, true))?;
    site.no_console_errors()
}

/// Files that a demo asks for arrived in the program that was loaded last, whichever one played.
pub(super) fn served(site: &Site) -> Result {
    let first = site.first()?;
    let part = |id: &str| site.demos.iter().find(|demo| demo["id"] == id).map(|demo| &demo["part"]);
    let other =
        site.ids().find(|id| part(id) != part(first)).ok_or("all demos are in one program")?;
    let mut served = Vec::new();
    for id in [first, other, first] {
        site.open(id)?;
        let note = "globalThis.known ??= [];\
            if (!known.includes(motile_fetch)) known.push(motile_fetch);\
            return known.indexOf(motile_fetch)";
        served.push(site.script(note)?);
    }
    same("who is served", &json!(served), &json!([0, 1, 0]))
}

/// How many ticks run in a third of a second of frames.
const TICKS: &str = "const before = sketch.wasm.web_tick_index();\
    for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);\
    return sketch.wasm.web_tick_index() - before";

/// Time stands still while another window has the keyboard, unless the sketch asks for more.
pub(super) fn background(site: &Site) -> Result {
    shell(site)?;
    wait(site, "the square of the focus", &shows(FOCUS, true))?;
    site.script("sketch.canvas.blur()")?;
    wait(site, "no square of the focus", &shows(FOCUS, false))?;
    site.script("sketch.canvas.focus()")?;
    // No desktop gives another window the keyboard here, so the page is told that one has it.
    let leave = format!("dispatchEvent(new Event('blur')); {TICKS}");
    same("ticks without the keyboard", &site.script(&leave)?, &json!(0))?;
    let come = "dispatchEvent(new Event('focus'))";
    let goes_on = "sketch.wasm.web_tick_index() > globalThis.seen";
    let note = "globalThis.seen = sketch.wasm.web_tick_index()";
    site.script(&format!("{come}; {note}"))?;
    wait(site, "ticks again", goes_on)?;
    press(site, &["b"])?;
    wait(site, "a page that goes on", "sketch.player.goesOn")?;
    site.script(&format!("dispatchEvent(new Event('blur')); {note}"))?;
    wait(site, "ticks of a sketch that goes on without the keyboard", goes_on)
}

/// In windows alone a program was told that nobody sees it: in a page it listened and sounded on.
pub(super) fn hidden(site: &Site) -> Result {
    shell(site)?;
    // No driver brings another tab to the front of one that it looks at.
    let told = "const told = [], hand_on = sketch.wasm.web_set_hidden;\
        sketch.wasm.web_set_hidden = (hidden) => { hand_on(hidden); told.push(hidden); };\
        const see = (hidden) => {\
            Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });\
            document.dispatchEvent(new Event('visibilitychange'));\
        };\
        see(true); see(true); see(false);\
        dispatchEvent(new Event('blur')); see(true); see(false); dispatchEvent(new Event('focus'));\
        delete document.hidden;\
        return told";
    same("hidden", &site.script(told)?, &json!([true, false, true, false]))?;
    site.no_console_errors()
}

/// A sketch fills the screen, and is told when somebody leaves it.
pub(super) fn full_screen(site: &Site) -> Result {
    shell(site)?;
    for way in ["first", "again"] {
        press(site, &["f"])?;
        let begun = "document.fullscreenElement === sketch.canvas.parentElement";
        wait(site, &format!("full screen, {way}"), begun)?;
        site.script("await document.exitFullscreen()")?;
        wait(site, "the end of full screen", "!document.fullscreenElement")?;
        // Its key would end full screen once more if it had not been told.
        wait(
            site,
            "what the sketch is told",
            "sketch.wasm.web_shell().split('\\n')[1] === 'false'",
        )?;
    }
    Ok(())
}

/// Whoever leaves is asked where the sketch wants that, and a sketch that ends is gone.
pub(super) fn closes(site: &Site) -> Result {
    shell(site)?;
    press(site, &["k"])?;
    wait(site, "the square of leaving it to the sketch", &shows(KEEPS_OPEN, true))?;
    let ask = "const event = new Event('beforeunload', { cancelable: true });\
        dispatchEvent(event); return event.defaultPrevented";
    same("the browser asks", &site.script(ask)?, &json!(true))?;
    wait(site, "the square of the request", &shows(CLOSE, true))?;
    site.script(ask)?;
    wait(site, "the end of the sketch", "!sketch.wasm.web_is_showing()")?;
    let after = "sketch.player.abort.signal.aborted";
    wait(site, "a player that has stopped", after)?;
    same("the browser asks no more", &site.script(ask)?, &json!(false))
}

/// Each visit has another seed, which the page tells.
pub(super) fn seeds(site: &Site) -> Result {
    let mut seeds = Vec::new();
    for _ in 0..3 {
        shell(site)?;
        seeds.push(site.script("return sketch.wasm.web_seed()")?);
    }
    // Of a million each.
    if seeds.iter().any(|seed| *seed != seeds[0]) {
        return Ok(());
    }
    Err(format!("three visits have the seed {}", seeds[0]))
}

/// A page of a single pixel does no harm, and what comes after it is whole.
pub(super) fn smallest(site: &Site) -> Result {
    shell(site)?;
    for (width, height) in [(1, 1), (0, 0), (1, 200), (300, 200)] {
        let size = "const { style } = sketch.canvas.parentElement;\
            style.width = `${args[0]}px`; style.height = `${args[1]}px`;\
            for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);\
            return sketch.player.failed";
        let failed = site.browser.script(size, &[json!(width), json!(height)])?;
        same(&format!("{width}×{height} fails"), &failed, &json!(false))?;
    }
    wait(site, "the picture at its size", "sketch.canvas.width === 300")?;
    wait(site, "the square of the focus", &shows(FOCUS, true))?;
    site.no_console_errors()
}
