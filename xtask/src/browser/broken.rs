//! Programs that fail: `gallery/web/src/broken.rs`, which only the site of these tests contains, and files that do not
//! arrive.

use super::site::Site;
use crate::{Result, web};
use serde_json::json;
use std::{path::Path, process::Command};

/// Added to the list that the page has in memory; the page's files do not name it.
const LIST: &str = "motile.demos.push({ id: args[0], title: 'Broken on purpose', topic: 'broken',\
    spec: [], params: [], sees: 'A ball, then a message.', try: 'Retry.', controls: '', keys: [], width: 640, height: 480,\
    source: motile.demos[0].source });";

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
        ("*gallery_bg.wasm*", "#failure", "The program could not be loaded"),
        ("*pkg/gallery.js*", "#failure", "The program could not be loaded"),
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
