//! Files and saves of a game in its page: `sketches/files`, a user's crate with the features `game` and `sound` and a folder of
//! assets.

use super::site::Site;
use crate::{
    Result,
    web::{self, copy, empty_folder, single},
};
use serde_json::json;
use std::path::Path;

/// Where what happened is told.
const SAID: &str = "(document.querySelector('.overlay [role=alert]')?.textContent ?? '')";
/// Keeps all that is told: another file is missing besides, and only the last failure shows.
const WATCH_SAID: &str = "globalThis.told = '';\
    new MutationObserver(() => {\
        told += document.querySelector('.overlay [role=alert]')?.textContent ?? '';\
    }).observe(document, { subtree: true, childList: true, characterData: true });";
/// The color of the picture in the upper left corner of the sketch.
const CORNER: &str = "[...motile.player.context.getImageData(2, 2, 1, 1).data].slice(0, 3).join()";
/// That of the file, and that of what stands in for it.
const DOT: &str = "'255,157,60'";
const STAND_IN: &str = "'34,34,34'";
/// How long the bar of the sketch is, in pixels of its stage.
const BAR: &str = "(() => { const { width, height } = motile.player.canvas;\
    const row = motile.player.context.getImageData(0, Math.floor(height * 46 / 48), width, 1).data;\
    let black = 0;\
    for (let x = 0; x < width; x++) black += row[4 * x] + row[4 * x + 1] + row[4 * x + 2] === 0;\
    return Math.round(64 * black / width); })()";
/// Refuses the page its storage, as browsers do where a user wants nothing kept.
const REFUSED: &str = "Object.defineProperty(globalThis, 'localStorage',\
    { get() { throw new DOMException('The document is sandboxed', 'SecurityError'); } })";
/// Leaves no room in the storage, not even for a letter.
const FILL: &str = "let length = 1 << 22, text = 'x';\
    while (length > 0) {\
        try { localStorage.setItem('filling' + length, text.repeat(length)); if (length < 8) break; }\
        catch { length >>= 1; continue; }\
        length >>= 1;\
    }\
    for (let i = 0; i < 64; i++) try { localStorage.setItem('f' + i, ''); } catch { break; }";

/// Makes the crate outside of the project and a page of it, as `cargo xtask web --sketch` does.
///
/// # Errors
/// When it does not compile.
pub(super) fn build(root: &Path, out: &Path) -> Result {
    let folder = std::env::temp_dir().join("motile-files");
    empty_folder(&folder)?;
    let built = write(root, &folder).and_then(|()| single::sketch(root, &folder, None, out));
    let removed = std::fs::remove_dir_all(&folder).map_err(|error| web::at(&folder, &error));
    built?;
    removed
}

/// The crate has the manifest of `examples/breakout`, which has the feature `game`, and its versions.
fn write(root: &Path, folder: &Path) -> Result {
    let facade = root.join("crates/motile").to_string_lossy().replace('\\', "/");
    for name in ["Cargo.toml", "Cargo.lock"] {
        let path = root.join("examples/breakout").join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| web::at(&path, &error))?;
        let text = text
            .replace("../../crates/motile", &facade)
            .replace("name = \"breakout\"", "name = \"files\"");
        std::fs::write(folder.join(name), text).map_err(|error| web::at(folder, &error))?;
    }
    let sketch = root.join("xtask/sketches/files");
    copy(&sketch.join("main.rs"), &folder.join("src/main.rs"))?;
    copy(&sketch.join("assets/dot.png"), &folder.join("assets/dot.png"))?;
    super::senses::write_wav(&folder.join("assets/tone.wav"))
}

/// The knobs of a sketch are controls on its page.
pub(super) fn knobs(site: &Site, address: &str) -> Result {
    open(site, address)?;
    site.browser.resize(1000, 800)?;
    site.click("#knobs summary")?;
    site.wait("document.getElementById('param-volume').checkVisibility()")?;
    let value = "return motile.wasm.web_param('volume')";
    super::site::same("where it begins", &site.script(value)?, &json!(0.5))?;
    let [x, y] = site.middle("#param-volume")?;
    let end = "return Math.floor(document.getElementById('param-volume').getBoundingClientRect().right) - 2";
    let end = site.script(end)?;
    site.browser.actions(&json!([
        { "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
            { "type": "pointerMove", "x": x, "y": y },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerMove", "x": end, "y": y, "duration": 50 },
            { "type": "pointerUp", "button": 0 },
        ]},
    ]))?;
    site.wait("motile.wasm.web_param('volume') === 1")?;
    site.save("sketch-knobs")?;
    forget_console(site)
}

/// A picture arrives by fetch and its manifest lists it; one that is not there is told by name, and the sketch goes on.
pub(super) fn arrive(site: &Site, address: &str) -> Result {
    open(site, address)?;
    site.wait(&format!("{CORNER} === {DOT}"))?;
    site.wait(&format!("{SAID}.startsWith('lost.png: ') && {SAID}.includes('404')"))?;
    goes_on(site)?;
    site.save("files")?;
    forget_console(site)
}

/// A file that does not arrive has a stand-in and is told by name; asked for once more, it is there.
pub(super) fn retry(site: &Site, address: &str) -> Result {
    let id = site.browser.before_page(WATCH_SAID)?;
    site.browser.block(&["*assets/dot.png*"])?;
    let seen = open(site, address)
        .and_then(|()| site.wait("told.includes('dot.png')"))
        .and_then(|()| site.wait(&format!("{CORNER} === {STAND_IN}")));
    site.browser.block(&[])?;
    site.browser.not_before_page(&id)?;
    seen?;
    press(site, "R")?;
    site.wait(&format!("{CORNER} === {DOT}"))?;
    forget_console(site)
}

/// What is saved is there in a page that is loaded anew.
pub(super) fn kept(site: &Site, address: &str) -> Result {
    open_whole(site, address)?;
    site.script("localStorage.clear()")?;
    for count in 1..=3 {
        press(site, "W")?;
        site.wait(&format!("{BAR} === {}", 4 * count))?;
        open_whole(site, address)?;
    }
    site.script("localStorage.clear()")?;
    forget_console(site)
}

/// A full storage is told, what was saved before is still there, and the game goes on and saves when there is room.
pub(super) fn full(site: &Site, address: &str) -> Result {
    open_whole(site, address)?;
    site.script("localStorage.clear()")?;
    site.script(FILL)?;
    press(site, "W")?;
    site.wait(&format!("{SAID}.startsWith('there is no room left for saves')"))?;
    site.save("storage-full")?;
    goes_on(site)?;
    site.script("localStorage.clear()")?;
    press(site, "W")?;
    site.wait(&format!("{BAR} === 4"))?;
    site.script("localStorage.clear()")?;
    forget_console(site)
}

/// A storage that the browser refuses is told, and the game goes on.
pub(super) fn refused(site: &Site, address: &str) -> Result {
    let id = site.browser.before_page(REFUSED)?;
    let seen = open_whole(site, address)
        .and_then(|()| press(site, "W"))
        .and_then(|()| site.wait(&format!("{SAID}.startsWith('nothing can be saved here')")))
        .and_then(|()| site.save("storage-refused"))
        .and_then(|()| goes_on(site));
    site.browser.not_before_page(&id)?;
    seen?;
    forget_console(site)
}

/// Ticks go on.
pub(super) fn goes_on(site: &Site) -> Result {
    let before = site.script("return motile.wasm.web_tick_index()")?;
    site.wait(&format!("motile.wasm.web_tick_index() > {before}"))
}

pub(super) fn open(site: &Site, address: &str) -> Result {
    site.browser.open("about:blank")?;
    site.browser.open(address)?;
    site.ready()
}

/// Opens the page and waits until it has told of the file that is missing: the last failure is what shows, so one that was
/// told before that answer came would be waited for in vain.
pub(super) fn open_whole(site: &Site, address: &str) -> Result {
    open(site, address)?;
    site.wait(&format!("{SAID}.startsWith('lost.png: ')"))
}

/// A key for one tick, or for a second where the tick that saw it was the last one.
pub(super) fn press(site: &Site, key: &str) -> Result {
    let press = "motile.wasm.web_key(args[0], true);\
        const before = motile.wasm.web_tick_index();\
        for (let wait = 0; wait < 50 && motile.wasm.web_tick_index() === before; wait++)\
            await new Promise((go) => setTimeout(go, 20));\
        motile.wasm.web_key(args[0], false);";
    site.browser.script(press, &[json!(key)]).map(|_| ())
}

/// Requests that fail are errors on the console, and here they are meant to.
fn forget_console(site: &Site) -> Result {
    site.browser.console_errors().map(|_| ())
}
