//! Programs that fail: `gallery/web/src/broken.rs`, which only the site of these tests contains, and files that do not
//! arrive.

use super::site::{Site, same};
use crate::{Result, web};
use serde_json::json;
use std::{path::Path, process::Command};

/// Added to the list that the page has in memory; the page's files do not name it.
const LIST: &str = "motile.demos.push({ id: args[0], title: 'Broken on purpose', topic: 'broken',\
    spec: [], params: [], sees: 'A ball, then a message.', try: 'Retry.', controls: '', keys: [], width: 640, height: 480,\
    part: 'stage', source: motile.demos[0].source });";

/// How often to look whether the page has been loaded again.
const LOOKS: u32 = 200;

/// What a panic in a tick says, and that the rest goes on.
pub(super) fn shows_its_message(site: &Site) -> Result {
    open(site, "broken/on-purpose")?;
    site.save("broken")?;
    expect(site, &["broken on purpose in tick 30", "gallery/web/src/broken.rs", "Retry"])?;
    another_demo_runs(site)
}

/// What fails in `setup` is the sentence that the example `broken_setup` prints without a window.
pub(super) fn setup(site: &Site, root: &Path) -> Result {
    for kind in ["font", "picture", "script", "parameter"] {
        let printed = said_without_window(root, kind)?;
        site.home()?;
        open(site, &format!("broken/{kind}"))?;
        expect(site, &[&printed])?;
    }
    site.save("broken-setup")?;
    site.home()?;
    open(site, "broken/panic")?;
    expect(site, &["there is no parameter \"sped\", only: speed", "sketches.rs:"])
}

/// What the example prints, without the word that Rust puts in front.
pub(crate) fn said_without_window(root: &Path, kind: &str) -> Result<String> {
    let program = web::target(root).join("debug/examples/broken_setup");
    let output = Command::new(program).args([kind, "headless"]).output();
    let output = output.map_err(|error| format!("broken_setup: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    match text.strip_prefix("Error: ") {
        Some(text) if !output.status.success() => Ok(text.to_owned()),
        _ => Err(format!("broken_setup {kind}: expected an error, found {text:?}")),
    }
}

/// What a failed `main` leaves on the page.
pub(super) fn main(site: &Site) -> Result {
    let id = site.first()?;
    for (way, parts) in [
        ("error", ["main: no such level", "Retry"]),
        ("panic", ["main is broken on purpose", "gallery/web/src/broken.rs"]),
    ] {
        site.home()?;
        site.visit(&format!("?main={way}#{id}"))?;
        site.ready()?;
        wait(site)?;
        expect(site, &parts)?;
    }
    Ok(())
}

/// Files that do not arrive are named, and Retry gets them.
pub(super) fn downloads(site: &Site) -> Result {
    let id = site.first()?;
    for (file, place, said) in [
        ("*pkg/stage_bg.wasm*", "#failure", "The program could not be loaded"),
        ("*pkg/stage.js*", "#failure", "The program could not be loaded"),
        ("*demos.json*", ".failure", "The list of demos could not be loaded"),
    ] {
        site.browser.block(&[file])?;
        site.home()?;
        site.visit(&format!("?blocked#{id}"))?;
        site.ready()?;
        let text = format!("return document.querySelector('{place}')?.textContent ?? ''");
        let text = site.script(&text)?;
        let text = text.as_str().unwrap_or_default();
        if !(text.contains(said) && text.contains("Retry")) {
            return Err(format!("{file} is missing: expected {said:?}, found {text:?}"));
        }
        site.save("download-failed")?;
        site.browser.block(&[])?;
        site.script("delete document.documentElement.dataset.ready")?;
        site.click(&format!("{place} .retry"))?;
        runs(site, id)?;
    }
    // Requests that were blocked are errors on the console.
    let _ = site.browser.console_errors()?;
    Ok(())
}

/// A small picture that does not arrive says so in its place, and its card opens its demo.
pub(super) fn pictures(site: &Site) -> Result {
    let id = site.first()?;
    site.browser.block(&["*thumbs/*"])?;
    let seen = site.home().and_then(|()| {
        site.wait(
            "document.querySelector('.card img')?.alt === 'The picture could not be loaded'",
        )?;
        site.save("picture-failed")?;
        site.open(id)
    });
    site.browser.block(&[])?;
    // Requests that were blocked are errors on the console.
    let _ = site.browser.console_errors()?;
    seen
}

/// What a sketch tells of, and goes on, stands over its picture and is read out.
pub(super) fn told(site: &Site) -> Result {
    let go = format!("{LIST} location.hash = '#' + args[0]");
    site.browser.script(&go, &[json!("broken/told")])?;
    site.wait("document.querySelector('.overlay [role=alert]')?.textContent === 'no level 2'")?;
    let goes_on = "const before = motile.wasm.web_tick_index(); motile.player.tick(5);\
        return motile.wasm.web_tick_index() - before >= 5 && document.getElementById('failure').hidden";
    same("it goes on", &site.script(goes_on)?, &json!(true))?;
    site.save("told")
}

/// Without WebAssembly the index is there, and a demo says why it is not.
pub(super) fn without_wasm(site: &Site) -> Result {
    let id = site.browser.before_page("delete globalThis.WebAssembly")?;
    let seen = site.home().and_then(|()| {
        super::index::lists_every_demo(site)?;
        let go = "location.hash = '#' + args[0]";
        site.browser.script(go, &[json!(site.first()?)])?;
        wait(site)?;
        expect(site, &["This browser has no WebAssembly"])?;
        site.wait("document.getElementById('source').textContent.includes('impl Sketch for')")
    });
    site.browser.not_before_page(&id)?;
    seen
}

/// A browser that refuses to keep anything changes nothing.
pub(super) fn without_storage(site: &Site) -> Result {
    let deny = "for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])\
        Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } })";
    let id = site.browser.before_page(deny)?;
    let seen = site.home().and_then(|()| {
        site.open(site.first()?)?;
        site.wait("motile.wasm.web_tick_index() > 0")?;
        site.no_console_errors()
    });
    site.browser.not_before_page(&id)?;
    seen
}

/// A program that is no sketch but an app around several, or around none.
pub(super) fn app(site: &Site) -> Result {
    site.visit("?main=app")?;
    site.ready()?;
    let run = "const { load, Player } = await import('./motile.js');\
        const wasm = await load('./pkg/stage.js');\
        const canvas = document.body.appendChild(document.createElement('canvas'));\
        const player = new Player(wasm, canvas, {});\
        wasm.web_pointer_move(3.5, 4.5); wasm.web_frame(16); player.paint();\
        const [r, g, b] = canvas.getContext('2d').getImageData(3, 4, 1, 1).data;\
        player.stop(); canvas.remove();\
        return [wasm.web_is_showing(), wasm.web_stage_width(), wasm.web_tick_index(), r, g, b]";
    same("an app", &site.script(run)?, &json!([true, 64, 0, 255, 255, 255]))
}

fn open(site: &Site, id: &str) -> Result {
    site.browser.script(&format!("{LIST} location.hash = '#' + args[0]"), &[json!(id)])?;
    wait(site)
}

fn wait(site: &Site) -> Result {
    site.wait("!document.getElementById('failure').hidden")
}

/// The message on the page has these parts. What the page does with a broken module may be logged; that is what the
/// console is for.
fn expect(site: &Site, parts: &[&str]) -> Result {
    let text = site.script("return document.getElementById('failure').textContent")?;
    let text = text.as_str().unwrap_or_default();
    let _ = site.browser.console_errors()?;
    match parts.iter().find(|&&part| !text.contains(part)) {
        None => Ok(()),
        Some(part) => Err(format!("expected {part:?} in the message on the page, found {text:?}")),
    }
}

/// Another demo begins with a new module, as the old one has trapped.
fn another_demo_runs(site: &Site) -> Result {
    let id = site.first()?;
    let go = "delete document.documentElement.dataset.ready; location.hash = '#' + args[0]";
    site.browser.script(go, &[json!(id)])?;
    runs(site, id)
}

/// Waits for a demo in a page that is loaded anew.
fn runs(site: &Site, id: &str) -> Result {
    for _ in 0..LOOKS {
        // The page is loaded anew in between, which ends a script that is running.
        let look = "await new Promise(requestAnimationFrame);\
            return document.documentElement.dataset.ready && motile.running";
        if site.script(look).is_ok_and(|running| running == json!(id)) {
            return Ok(());
        }
    }
    Err(format!("{id} does not run after a failure"))
}
