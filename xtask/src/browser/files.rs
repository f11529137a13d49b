//! Files of a game in its page: `sketches/files`, a user's crate with the feature `game` and a folder of assets.

use super::site::Site;
use crate::{
    Result,
    web::{self, copy, empty_folder, single},
};
use serde_json::json;
use std::path::Path;

/// Where what happened is told.
const SAID: &str = "(document.querySelector('.overlay [role=alert]')?.textContent ?? '')";
/// The color of the picture in the upper left corner of the sketch.
const CORNER: &str = "[...motile.player.context.getImageData(2, 2, 1, 1).data].slice(0, 3).join()";
/// That of the file, and that of what stands in for it.
const DOT: &str = "'255,157,60'";
const STAND_IN: &str = "'34,34,34'";
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
    copy(&sketch.join("assets/dot.png"), &folder.join("assets/dot.png"))
}

/// A picture arrives by fetch and its manifest lists it; one that is not there is told by name, and the sketch goes on.
pub(super) fn arrive(site: &Site, address: &str) -> Result {
    open(site, address)?;
    site.wait(&format!("{CORNER} === {DOT}"))?;
    site.wait(&format!("{SAID}.startsWith('lost.png: ') && {SAID}.includes('404')"))?;
    let before = site.script("return motile.wasm.web_tick_index()")?;
    site.wait(&format!("motile.wasm.web_tick_index() > {before}"))?;
    site.save("files")?;
    forget_console(site)
}

/// A file that does not arrive has a stand-in and is told by name; asked for once more, it is there.
pub(super) fn retry(site: &Site, address: &str) -> Result {
    site.browser.block(&["*assets/dot.png*"])?;
    let seen = open(site, address)
        .and_then(|()| site.wait(&format!("{SAID}.startsWith('dot.png: ')")))
        .and_then(|()| site.wait(&format!("{CORNER} === {STAND_IN}")));
    site.browser.block(&[])?;
    seen?;
    press(site, "R")?;
    site.wait(&format!("{CORNER} === {DOT}"))?;
    forget_console(site)
}

fn open(site: &Site, address: &str) -> Result {
    site.browser.open("about:blank")?;
    site.browser.open(address)?;
    site.ready()
}

/// A key for one tick, or for a second where the tick that saw it was the last one.
fn press(site: &Site, key: &str) -> Result {
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
