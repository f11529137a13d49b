//! Links, and what a reader of the page expects of any page.

use super::site::{Site, same};
use crate::Result;
use serde_json::json;

/// Where the site of the tests says that its sources are shown.
pub(super) const REPOSITORY: &str = "https://example.org/motile/blob/main";

const FLOCK: &str = "steer/flock";

/// The knob, the seed and the speed of the demo that is open.
const STATE: &str = "return [motile.wasm.web_param('count'), motile.wasm.web_seed(),\
    Number(document.getElementById('speed').value), document.getElementById('pause').getAttribute('aria-pressed')]";

/// A link says everything; the next demo begins as if there had been none; going back brings it again.
pub(super) fn links(site: &Site) -> Result {
    site.open_with(FLOCK, "count=77&Speed=0.5&Seed=5")?;
    let linked = json!([77, "5", 0.5, "false"]);
    same("knob, seed, speed, pause", &site.script(STATE)?, &linked)?;
    site.click("#pause")?;
    site.open_with("stage/bouncing-ball", "Seed=1")?;
    let other = "return [Number(document.getElementById('speed').value),\
        document.getElementById('pause').getAttribute('aria-pressed')]";
    same("speed and pause of the next demo", &site.script(other)?, &json!([1, "false"]))?;
    site.script("history.back()")?;
    site.wait(&format!("motile.running === '{FLOCK}'"))?;
    same("after going back", &site.script(STATE)?, &linked)?;
    let turn = "const input = document.getElementById('param-count'); input.value = 50;\
        input.dispatchEvent(new Event('input', { bubbles: true })); return location.hash";
    let address = site.script(turn)?;
    if address.as_str().is_some_and(|address| address.contains("count=50")) {
        return Ok(());
    }
    Err(format!("the address does not follow the knob: {address}"))
}

/// A part of a link that means nothing is named, and the rest of it counts.
pub(super) fn ignored(site: &Site) -> Result {
    site.open_with(FLOCK, "count=77&sped=1&Seed=5")?;
    let shown = "const notice = document.getElementById('ignored');\
        return [notice.checkVisibility(), notice.textContent.includes('sped=1'), motile.wasm.web_param('count')]";
    same("notice and knob", &site.script(shown)?, &json!([true, true, 77]))?;
    site.open_with(FLOCK, "count=78&Seed=5")?;
    site.wait("motile.wasm.web_param('count') === 78 && document.getElementById('ignored').hidden")
}

/// The source has colors, its key lines are marked, and it is linked to the repository.
pub(super) fn source(site: &Site) -> Result {
    site.open(FLOCK)?;
    site.wait("document.querySelectorAll('#source mark').length > 5")?;
    let shown = "const text = document.getElementById('source').textContent;\
        const file = await (await fetch('demos/src/steer/flock.rs')).text();\
        return [text === file, [...document.querySelectorAll('#source mark')].every((line) => /\\w/.test(line.textContent)),\
            document.querySelectorAll('#source .k').length > 20, document.getElementById('repository').href]";
    let link = format!("{REPOSITORY}/demos/src/steer/flock.rs");
    same("source", &site.script(shown)?, &json!([true, true, true, link]))
}

/// The words of the debug view stand over the picture as text.
pub(super) fn debug_view(site: &Site) -> Result {
    site.open(FLOCK)?;
    site.script("motile.wasm.web_key('M', true); motile.wasm.web_key('M', false)")?;
    site.wait("document.querySelector('.overlay span')?.textContent.startsWith('seed 1')")?;
    site.save("debug-view")?;
    let inside = "const frame = document.getElementById('frame').getBoundingClientRect();\
        const label = document.querySelector('.overlay span').getBoundingClientRect();\
        return label.left >= frame.left && label.bottom <= frame.bottom && label.height > 8";
    same("inside of the frame", &site.script(inside)?, &json!(true))?;
    site.script("motile.wasm.web_key('M', true)")?;
    site.wait("!document.querySelector('.overlay span')")
}

pub(super) fn unknown(site: &Site) -> Result {
    site.script("location.hash = '#no/such-demo'")?;
    site.wait("!document.getElementById('unknown').hidden")?;
    let shown = "return [document.getElementById('unknown').textContent.includes('no/such-demo'),\
        document.querySelectorAll('.card').length === motile.demos.length]";
    same("message and all cards", &site.script(shown)?, &json!([true, true]))
}

/// Cards, topic and search of the index.
const INDEX: &str = "const cards = [...document.querySelectorAll('.card')].map((card) => card.hash.slice(1));\
    const pressed = document.querySelector('#topics [aria-pressed=true]').textContent;\
    return [document.getElementById('search').value, pressed, cards.length, cards.includes('steer/flock')]";

/// Topic and search are in the address; demos in between change nothing of that.
pub(super) fn index(site: &Site) -> Result {
    // A step of its own, which is gone back to.
    site.script("location.hash = '#?search='")?;
    site.wait("location.hash === '#?search=' && !document.getElementById('index').hidden")?;
    let all = site.script(INDEX)?;
    site.script("location.hash = '#?topic=steer&search=boids'")?;
    site.wait("document.getElementById('search').value === 'boids'")?;
    let narrowed = site.script(INDEX)?;
    same("topic", &json!([narrowed[1], narrowed[3]]), &json!(["Steering", true]))?;
    site.open(FLOCK)?;
    site.script("history.back()")?;
    site.wait("!document.getElementById('index').hidden")?;
    same("back from a demo", &site.script(INDEX)?, &narrowed)?;
    site.script("history.back()")?;
    site.wait("document.getElementById('search').value === ''")?;
    same("back to the whole index", &site.script(INDEX)?, &all)?;
    site.script("history.forward()")?;
    site.wait("document.getElementById('search').value === 'boids'")?;
    same("and forward", &site.script(INDEX)?, &narrowed)?;
    // What is typed goes into the address as it is, signs of addresses too.
    let search = "const input = document.getElementById('search'); input.value = args[0];\
        input.dispatchEvent(new Event('input'));";
    let odd = "a & b + 50%";
    site.browser.script(search, &[json!(odd)])?;
    site.script("location.hash = '#steer/flock?Seed=1'")?;
    site.wait(&format!("motile.running === '{FLOCK}'"))?;
    site.script("history.back()")?;
    site.wait("!document.getElementById('index').hidden")?;
    let value = "return document.getElementById('search').value";
    same("what was typed", &site.script(value)?, &json!(odd))?;
    // Who types while a demo shows looks for another one.
    site.open(FLOCK)?;
    site.browser.script(search, &[json!("fountain")])?;
    site.wait(
        "!document.getElementById('index').hidden && location.hash.includes('search=fountain')",
    )?;
    site.script("location.hash = '#?topic=nope'")?;
    let told = "document.getElementById('unknown').textContent.includes('no topic “nope”')";
    site.wait(&format!("{told} && !document.getElementById('unknown').hidden"))?;
    same("all demos", &site.script(INDEX)?, &all)
}

/// Space is the key of a demo that has the keyboard, and only those that listen to drags keep fingers from scrolling.
pub(super) fn space_and_drags(site: &Site) -> Result {
    for (id, drags) in [("stage/bouncing-ball", true), ("stage/sprite-sheet", false)] {
        site.open(id)?;
        let style =
            "return getComputedStyle(document.getElementById('canvas')).touchAction === 'none'";
        same(&format!("{id} keeps fingers"), &site.script(style)?, &json!(drags))?;
        let watch = "document.getElementById('canvas').focus(); scrollTo(0, 0); globalThis.keys = [];\
            globalThis.handOn = motile.wasm.web_key;\
            motile.wasm.web_key = (name, down) => { handOn(name, down); keys.push(`${name} ${down}`); }";
        site.script(watch)?;
        site.browser.actions(&json!([
            { "type": "key", "id": "keys", "actions": [
                { "type": "keyDown", "value": " " },
                { "type": "keyUp", "value": " " },
            ]},
        ]))?;
        site.wait("keys.length >= 2")?;
        // Scrolling would take a few frames.
        let seen = "for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);\
            motile.wasm.web_key = handOn; return [keys, scrollY]";
        same(
            "keys and scrolling",
            &site.script(seen)?,
            &json!([["Space true", "Space false"], 0]),
        )?;
    }
    Ok(())
}

pub(super) fn copies(site: &Site) -> Result {
    site.browser.allow_clipboard()?;
    site.open_with(FLOCK, "count=77&Seed=5")?;
    for (button, part) in [
        ("copy-link", "#steer/flock?count=77&Seed=5"),
        ("copy-command", "play steer/flock --seed 5 --set count=77"),
        ("copy-source", "impl Sketch for"),
    ] {
        site.click(&format!("#{button}"))?;
        site.wait(&format!("document.getElementById('{button}').textContent === 'Copied'"))?;
        let text = site.script("return navigator.clipboard.readText()")?;
        if !text.as_str().unwrap_or_default().contains(part) {
            return Err(format!("{button}: expected {part:?} on the clipboard, found {text}"));
        }
    }
    Ok(())
}

pub(super) fn wheel(site: &Site) -> Result {
    for (id, scrolls) in [(FLOCK, true), ("stage/input", false)] {
        site.open(id)?;
        let [x, y] = site.middle("#canvas")?;
        let before = site.script("return scrollY")?.as_f64().unwrap_or_default();
        site.browser.actions(&json!([
            { "type": "wheel", "id": "wheel", "actions": [
                { "type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": 120 },
            ]},
        ]))?;
        // Scrolling may take a few frames.
        let after = site.script(
            "for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame); return scrollY",
        )?;
        let moved = after.as_f64().unwrap_or_default() > before;
        same(&format!("{id} lets the page scroll"), &json!(moved), &json!(scrolls))?;
    }
    Ok(())
}

pub(super) fn reduced_motion(site: &Site) -> Result {
    site.browser.prefer("prefers-reduced-motion", "reduce")?;
    let halted = site.open(FLOCK).and_then(|()| {
        let run = "for (let i = 0; i < 20; i++) motile.wasm.web_frame(50);\
            return [motile.wasm.web_tick_index(), document.getElementById('play').checkVisibility()]";
        same("tick and button", &site.script(run)?, &json!([0, true]))?;
        site.click("#play")?;
        site.wait("motile.wasm.web_tick_index() > 0 && !document.getElementById('play').checkVisibility()")
    });
    site.browser.color_scheme("light")?;
    halted
}

/// The picture has the pixels of the display, and a click in its middle is one in the middle of the stage.
pub(super) fn fine_display(site: &Site) -> Result {
    for density in [1.0, 2.0, 1.5, 1.25, 3.0] {
        site.browser.resize_fine(1000, 800, density)?;
        site.open(site.first()?)?;
        let pixels = format!(
            "const canvas = document.getElementById('canvas');\
            const expected = canvas.getBoundingClientRect().width * {density};\
            for (let i = 0; i < 60 && Math.abs(canvas.width - expected) > 1; i++) await new Promise(requestAnimationFrame);\
            return [Math.abs(canvas.width - expected) <= 1, Math.abs(motile.wasm.web_width() - canvas.width) <= 1]"
        );
        same(&format!("pixels at {density}"), &site.script(&pixels)?, &json!([true, true]))?;
        site.save(&format!("density-{density}"))?;
        super::input::pointer_and_keyboard(site)?;
        site.script("location.hash = ''")?;
    }
    Ok(())
}
