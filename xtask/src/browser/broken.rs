//! A demo that fails: `gallery/web/src/broken.rs`, which only the site of these tests contains.

use super::site::Site;
use crate::Result;
use serde_json::json;

/// Added to the list that the page has in memory; the page's files do not name it.
const LIST: &str = "motile.demos.push({ id: 'broken/on-purpose', title: 'Broken on purpose', topic: 'broken',\
    spec: [], params: [], sees: 'A ball, then a message.', try: 'Restart.', controls: '', keys: [], width: 640, height: 480,\
    source: motile.demos[0].source });";

/// How often to look whether the page has been loaded again.
const LOOKS: u32 = 200;

pub(super) fn shows_its_message(site: &Site) -> Result {
    site.script(&format!("{LIST} location.hash = '#broken/on-purpose'"))?;
    site.wait("!document.getElementById('failure').hidden")?;
    site.save("broken")?;
    let text = site.script("return document.getElementById('failure').textContent")?;
    let text = text.as_str().unwrap_or_default();
    for part in ["broken on purpose in tick 30", "gallery/web/src/broken.rs", "Restart"] {
        if !text.contains(part) {
            return Err(format!("expected {part:?} in the message on the page, found {text:?}"));
        }
    }
    // What the page does with a broken module may be logged; that is what the console is for.
    let _ = site.browser.console_errors()?;
    another_demo_runs(site)
}

/// Another demo begins with a new module, as the old one has trapped.
fn another_demo_runs(site: &Site) -> Result {
    let id = site.first()?;
    let go = "delete document.documentElement.dataset.ready; location.hash = '#' + args[0]";
    site.browser.script(go, &[json!(id)])?;
    for _ in 0..LOOKS {
        // The page is loaded anew in between, which ends a script that is running.
        let look = "await new Promise(requestAnimationFrame);\
            return document.documentElement.dataset.ready && motile.running";
        if site.script(look).is_ok_and(|running| running == json!(id)) {
            return Ok(());
        }
    }
    Err(format!("{id} does not run after the broken demo"))
}
