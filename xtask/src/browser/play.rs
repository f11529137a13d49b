//! Sounds, gamepads, input methods and chords in the page of a game: `sketches/files`, whose title tells how it stands.

use super::{
    files::{goes_on, open, press},
    site::{Site, same},
};
use crate::Result;
use serde_json::{Value, json};

const CONTROL: &str = "\u{E009}";
const SHIFT: &str = "\u{E008}";
const META: &str = "\u{E03D}";
const LEFT: &str = "\u{E012}";
const BACKSPACE: &str = "\u{E003}";
const ENTER: &str = "\u{E007}";

/// Keeps all audio contexts of a page. Drivers run their scripts as if somebody had clicked, so that is kept from the page.
const WATCH_SOUND: &str = "globalThis.contexts = [];\
    const Plain = AudioContext;\
    globalThis.AudioContext = class extends Plain { constructor() { super(); contexts.push(this); } };\
    Object.defineProperty(navigator, 'userActivation', { get: () => undefined });";
/// A browser in which no page may sound.
const REFUSE_SOUND: &str = "globalThis.AudioContext = class { constructor() {\
        throw new DOMException('not here', 'NotAllowedError'); } };";
/// Gamepads that a test puts there.
const FAKE_PADS: &str = "globalThis.pads = []; globalThis.rumbles = [];\
    globalThis.fake = (id, mapping = 'standard') => ({\
        id, mapping, connected: true, axes: [0, 0, 0, 0],\
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })),\
        vibrationActuator: { playEffect: async (kind, effect) => { rumbles.push({ kind, ...effect }); } },\
    });\
    navigator.getGamepads = () => pads;";
/// A page that is used by fingers.
const COARSE: &str = "globalThis.matchMedia = (query) => ({ matches: query.includes('coarse'), addEventListener() {} });";

/// Opens the page with a script before it, and checks something.
fn with(site: &Site, address: &str, script: &str, check: impl FnOnce() -> Result) -> Result {
    let id = site.browser.before_page(script)?;
    let seen = open(site, address).and_then(|()| check());
    site.browser.not_before_page(&id)?;
    seen?;
    // The file that is missing is an error on the console.
    site.browser.console_errors().map(|_| ())
}

fn expect_sound(site: &Site, start: &str) -> Result {
    site.wait(&format!("motile.wasm.web_sound().startsWith({start:?})")).map_err(|error| {
        let found = site.script("return motile.wasm.web_sound()").unwrap_or_default();
        format!("expected sound to be {start:?}, found {found}: {error}")
    })
}

/// Plays the sound of the sketch, once its file has arrived.
fn play(site: &Site) -> Result {
    site.wait(
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('tone.wav'))",
    )?;
    goes_on(site)?;
    press(site, "P")
}

/// Nothing sounds before the first click and everything after it; how late is printed.
pub(super) fn unlocks(site: &Site, address: &str) -> Result {
    with(site, address, WATCH_SOUND, || {
        play(site)?;
        expect_sound(site, "no sound: the page waits for a first click")?;
        same("contexts before a click", &site.script("return contexts.length")?, &json!(0))?;
        site.click("#canvas")?;
        expect_sound(site, "Web Audio at")?;
        same("contexts after it", &site.script("return contexts.length")?, &json!(1))?;
        play(site)?;
        site.wait("/latency [1-9]/.test(motile.wasm.web_sound())")
            .map_err(|error| format!("no latency is told: {error}"))?;
        let report = site.script("return motile.wasm.web_sound()")?;
        println!("browser: sound: {}", report.as_str().unwrap_or_default());
        Ok(())
    })
}

/// A browser that halts or loses the sound, and one that refuses it, stop no game.
pub(super) fn loses_sound(site: &Site, address: &str) -> Result {
    with(site, address, WATCH_SOUND, || {
        play(site)?;
        site.click("#canvas")?;
        expect_sound(site, "Web Audio at")?;
        site.script("await contexts.at(-1).suspend()")?;
        expect_sound(site, "no sound: the browser has halted it")?;
        goes_on(site)?;
        site.click("#canvas")?;
        expect_sound(site, "Web Audio at")?;
        site.script("await contexts.at(-1).close()")?;
        site.wait("contexts.length === 2").map_err(|error| format!("a lost context: {error}"))?;
        expect_sound(site, "Web Audio at")?;
        goes_on(site)
    })?;
    with(site, address, REFUSE_SOUND, || {
        play(site)?;
        site.click("#canvas")?;
        expect_sound(site, "no sound: this browser refuses")?;
        play(site)?;
        goes_on(site)
    })
}

/// Waits for the title, which is how the sketch stands.
fn expect(site: &Site, what: &str, title: &str) -> Result {
    site.wait(&format!("document.title === {}", json!(title))).map_err(|error| {
        let found = site.script("return document.title").unwrap_or_default();
        format!("{what}: expected {title:?}, found {found}: {error}")
    })
}

/// Pads come, are played by two, shake, and let go when they vanish while held.
pub(super) fn gamepads(site: &Site, address: &str) -> Result {
    with(site, address, FAKE_PADS, || {
        site.script("pads.push(fake('Xbox 360 Controller'))")?;
        expect(site, "a pad", "|// 0 xbox 0 0 /")?;
        site.script("pads[0].buttons[0] = { pressed: true, value: 1 }; pads[0].axes[0] = 0.5")?;
        expect(site, "south and a stick", "|// 0 xbox 0.5 0 south/")?;
        site.wait("rumbles.length > 0")?;
        let expected = json!([{
            "kind": "dual-rumble", "strongMagnitude": 0.25, "weakMagnitude": 0.5, "duration": 125,
        }]);
        same("rumbles", &site.script("return rumbles")?, &expected)?;
        site.script(
            "pads.push(fake('DualSense 054c'), fake('no mapping', ''));\
            pads[1].buttons[7] = { pressed: false, value: 0.25 }",
        )?;
        let two = "|// 0 xbox 0.5 0 south 1 playstation 0 0.25 /";
        expect(site, "a second player and a trigger", two)?;
        site.script("pads[0] = null")?;
        expect(site, "one that vanishes while held", "|// 1 playstation 0 0.25 /")?;
        site.script("pads.length = 0")?;
        expect(site, "none", "|///")?;
        same("rumbles", &site.script("return rumbles.length")?, &json!(1))?;
        goes_on(site)
    })
}

/// Presses keys one inside the other, for a few ticks: what is let go within one is not held when it is looked at.
fn chord(site: &Site, keys: &[&str]) -> Result {
    let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
    let held = json!({ "type": "pause", "duration": 60 });
    let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
    let actions: Vec<Value> = down.chain([held]).chain(up).collect();
    site.browser.actions(&json!([{ "type": "key", "id": "keys", "actions": actions }]))
}

fn type_text(site: &Site, text: &str) -> Result {
    text.chars().try_for_each(|letter| chord(site, &[&letter.to_string()]))
}

/// Lets the sketch have the keyboard for its text field.
fn begin_to_type(site: &Site) -> Result {
    site.script("document.getElementById('canvas').focus()")?;
    chord(site, &["t"])?;
    site.wait("document.activeElement.className === 'typing'")
        .map_err(|error| format!("the page has no field to type into: {error}"))
}

/// An input method of the browser composes, commits, and goes away without a word.
pub(super) fn composes(site: &Site, address: &str) -> Result {
    with(site, address, "", || {
        begin_to_type(site)?;
        type_text(site, "aB")?;
        expect(site, "letters with their case", "aB|///")?;
        for composed in ["n", "に", "にほ"] {
            site.browser.compose(composed)?;
            expect(site, "a composition", &format!("aB|/{composed}//"))?;
        }
        site.browser.commit("日本")?;
        expect(site, "what was meant", "aB日本|///")?;
        // A dead key: the browser composes the accent by itself.
        site.script(
            "const on = (type, data) => document.activeElement.dispatchEvent(new CompositionEvent(type, { data }));\
             on('compositionstart', ''); on('compositionupdate', '´'); await new Promise(requestAnimationFrame);\
             globalThis.accent = document.title; on('compositionend', 'é')",
        )?;
        expect(site, "a dead key", "aB日本é|///")?;
        site.browser.compose("ほ")?;
        expect(site, "one that never commits", "aB日本é|/ほ//")?;
        site.script("document.activeElement.blur()")?;
        site.wait("document.title.includes('|//')")
            .map_err(|error| format!("what is composed does not end with the focus: {error}"))?;
        goes_on(site)
    })
}

/// Control with arrows and letters, and ⌘ with letters, edit a text; no key stays down.
pub(super) fn chords(site: &Site, address: &str) -> Result {
    site.browser.allow_clipboard()?;
    with(site, address, "", || {
        begin_to_type(site)?;
        type_text(site, "one two")?;
        expect(site, "a text", "one two|///")?;
        chord(site, &[CONTROL, LEFT])?;
        expect(site, "Control and Left", "one |two///")?;
        chord(site, &[CONTROL, SHIFT, LEFT])?;
        expect(site, "with Shift", "[one ]two///")?;
        chord(site, &[CONTROL, "c"])?;
        site.wait("(await navigator.clipboard.readText()) === 'one '")
            .map_err(|error| format!("Control and C: {error}"))?;
        chord(site, &[CONTROL, BACKSPACE])?;
        expect(site, "Control and Backspace", "|two///")?;
        chord(site, &[CONTROL, "v"])?;
        expect(site, "Control and V", "one |two///")?;
        chord(site, &[CONTROL, "z"])?;
        expect(site, "Control and Z", "|two///")?;
        chord(site, &[META, "a"])?;
        expect(site, "⌘ and A", "[two]///")?;
        chord(site, &[META, "x"])?;
        expect(site, "⌘ and X", "|///")?;
        type_text(site, "x")?;
        chord(site, &[ENTER])?;
        type_text(site, "y")?;
        expect(site, "letters after chords, and a line", "x y|///")?;
        let held = site.script("return motile.wasm.web_input()")?;
        let held = held.as_str().unwrap_or_default();
        if ["Control", "Super", "Shift", " A", " X"].iter().any(|key| held.contains(key)) {
            return Err(format!("a key stays down: {held}"));
        }
        Ok(())
    })
}

/// On a touch screen the sticks of a game are there before the first touch.
pub(super) fn touch_screen(site: &Site, address: &str) -> Result {
    with(site, address, COARSE, || expect(site, "a touch screen", "|///touch"))?;
    with(site, address, "", || expect(site, "a desk", "|///"))
}
