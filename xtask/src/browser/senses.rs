//! Microphone and camera of pages: a browser whose devices are files of ours, one that is refused, one that has none.

use super::{
    driver::Browser,
    pictures::encode_base64,
    site::{Site, same},
};
use crate::{Result, web};
use serde_json::json;
use std::{io::Write, path::Path};

/// The devices are made up, and nobody has to click that they are allowed.
const FAKE: [&str; 2] = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
/// They are made up, and whoever is asked says no.
const REFUSED: [&str; 2] = ["--use-fake-device-for-media-stream", "--deny-permission-prompts"];
/// No camera at all.
const NO_CAMERA: [&str; 2] =
    ["--use-fake-device-for-media-stream=device-count=0", "--use-fake-ui-for-media-stream"];

/// The devices of the machine. No argument takes away microphones that are made up.
const OF_THE_MACHINE: [&str; 1] = ["--use-fake-ui-for-media-stream"];

/// Demos that are steered by what is bound to their first sense.
const BY_EAR: &str = "sense/sound-flier";
const BY_EYE: &str = "sense/hand-breakout";

/// Remembers what the page asks for and gets, what it sends and says, and what it is told of permissions.
const WATCH: &str = "globalThis.streams = []; globalThis.failures = []; globalThis.asked = 0;\
    globalThis.sent = 0; globalThis.statuses = {};\
    const count = (holder, name) => {\
        const before = holder?.[name];\
        if (before) holder[name] = function (...words) { sent += 1; return before.apply(this, words); };\
    };\
    count(globalThis, 'fetch');\
    count(XMLHttpRequest.prototype, 'send');\
    count(WebSocket.prototype, 'send');\
    count(navigator, 'sendBeacon');\
    for (const name of ['log', 'info', 'debug', 'warn', 'error']) count(console, name);\
    const query = navigator.permissions?.query.bind(navigator.permissions);\
    if (query) navigator.permissions.query = async (wanted) => statuses[wanted.name] = await query(wanted);\
    const devices = navigator.mediaDevices, ask = devices?.getUserMedia.bind(devices);\
    if (devices) devices.getUserMedia = async (wanted) => {\
        asked += 1;\
        try { streams.push(await ask(wanted)); }\
        catch (error) { failures.push(error.name); throw error; }\
        return streams.at(-1);\
    };";

/// What the first sense of the demo tells; null while it tells nothing.
const SENSE: &str = "(() => {\
        const found = / sense 0 (\\S+)/.exec(motile.wasm.web_input());\
        return found && Number(found[1]);\
    })()";

/// A second of a tone, half as loud as can be; the browser plays it in a circle.
pub(super) fn write_wav(path: &Path) -> Result {
    const RATE: u32 = 48_000;
    let mut bytes = Vec::new();
    let length = RATE * 2;
    bytes.extend(b"RIFF");
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16u32.to_le_bytes());
    // Whole numbers, one channel.
    bytes.extend(1u16.to_le_bytes());
    bytes.extend(1u16.to_le_bytes());
    bytes.extend(RATE.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(2u16.to_le_bytes());
    bytes.extend(16u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(length.to_le_bytes());
    for index in 0..RATE {
        // A triangle of 400 Hz: 120 samples up and down.
        let phase = i32::try_from(index % 120).unwrap_or_default();
        let height = (60 - (phase - 60).abs() * 2) * 16_000 / 60;
        bytes.extend(i16::try_from(height).unwrap_or_default().to_le_bytes());
    }
    std::fs::write(path, bytes).map_err(|error| web::at(path, &error))
}

/// Two seconds of a bright square that goes from the left of a dark room to the right.
fn write_y4m(path: &Path) -> Result {
    const WIDTH: usize = 160;
    const HEIGHT: usize = 120;
    const FRAMES: usize = 30;
    const SIDE: usize = 24;
    // Browsers know the name C420 and no other.
    let mut bytes = b"YUV4MPEG2 W160 H120 F15:1 Ip A1:1 C420\n".to_vec();
    for frame in 0..FRAMES {
        bytes.extend(b"FRAME\n");
        let left = frame * (WIDTH - SIDE) / (FRAMES - 1);
        for y in 0..HEIGHT {
            let inside =
                |x: usize| (left..left + SIDE).contains(&x) && (48..48 + SIDE).contains(&y);
            bytes.extend((0..WIDTH).map(|x| if inside(x) { 220 } else { 40 }));
        }
        bytes.extend([128; WIDTH * HEIGHT / 2]);
    }
    let mut file = std::fs::File::create(path).map_err(|error| web::at(path, &error))?;
    file.write_all(&bytes).map_err(|error| web::at(path, &error))
}

/// A browser of its own with other devices, on the same site.
fn with_devices(site: &Site, arguments: &[&str], check: impl FnOnce(&Site) -> Result) -> Result {
    let profile = site.pictures.join("senses-profile");
    web::empty_folder(&profile)?;
    let browser = Browser::start_with(&profile, arguments)?;
    let other = site.seen_by(browser);
    other.browser.before_page(WATCH)?;
    other.home()?;
    check(&other)
}

/// Waits until the page tells that a device is in a state.
fn expect_state(site: &Site, line: &str) -> Result {
    let wait = format!("motile.wasm.web_senses().includes({line:?})");
    site.wait(&wait).map_err(|error| {
        let found = site.script("return motile.wasm.web_senses()").unwrap_or_default();
        format!("expected {line:?}, found {found}: {error}")
    })
}

fn expect_sign(site: &Site, words: &str) -> Result {
    let shown = "(document.querySelector('#sensing:not([hidden])')?.textContent ?? '')";
    site.wait(&format!("{shown} === {words:?}"))
        .map_err(|error| format!("the page does not say {words:?}: {error}"))
}

/// The tone of a file reaches a demo, and a stop, a hidden page and an unplugged device end it.
pub(super) fn hears_and_sees(site: &Site) -> Result {
    let (sound, video) = (site.pictures.join("tone.wav"), site.pictures.join("square.y4m"));
    write_wav(&sound)?;
    write_y4m(&video)?;
    let sound = format!("--use-file-for-fake-audio-capture={}", sound.display());
    let video = format!("--use-file-for-fake-video-capture={}", video.display());
    with_devices(site, &[FAKE[0], FAKE[1], &sound, &video], |site| {
        asks_nobody(site)?;
        hears(site)?;
        sees(site)?;
        site.no_console_errors()
    })
}

/// No demo asks for a device before somebody has turned it on.
fn asks_nobody(site: &Site) -> Result {
    let demos: Vec<&str> = site.ids().filter(|id| id.starts_with("sense/")).collect();
    if demos.is_empty() {
        return Err("the site has no demos of senses".into());
    }
    for id in demos {
        site.open(id)?;
        site.wait("motile.wasm.web_tick_index() > 40")?;
        same(&format!("{id} asks unasked"), &site.script("return asked")?, &json!(0))?;
        expect_sign(site, "")?;
    }
    Ok(())
}

/// While a device captures, the page fetches, sends, says and stores nothing.
fn leaves_no_trace(site: &Site) -> Result {
    let traces = "return [performance.getEntriesByType('resource').length, sent, localStorage.length,\
        sessionStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length, document.cookie]";
    let before = site.script(traces)?;
    site.wait("(globalThis.since ??= motile.wasm.web_tick_index(), motile.wasm.web_tick_index() > since + 60)")?;
    site.script("delete globalThis.since")?;
    same("traces of what was captured", &site.script(traces)?, &before)
}

/// The system takes the device away and gives it back; then the visitor takes the permission back.
fn is_taken_and_refused(site: &Site, device: &str) -> Result {
    let happen = |what: &str| {
        let event = format!("streams.at(-1).getTracks()[0].dispatchEvent(new Event({what:?}))");
        site.script(&event)
    };
    happen("mute")?;
    expect_state(site, &format!("{device} Busy"))?;
    expect_sign(site, "")?;
    happen("unmute")?;
    expect_state(site, &format!("{device} Running"))?;
    site.script(&format!(
        "Object.defineProperty(statuses[{device:?}], 'state', {{ value: 'denied', configurable: true }});\
         statuses[{device:?}].dispatchEvent(new Event('change'))"
    ))?;
    site.wait("streams.at(-1).getTracks().every(({ readyState }) => readyState === 'ended')")
        .map_err(|error| format!("a refusal does not release the {device}: {error}"))?;
    site.wait(&format!("{SENSE} === null"))
        .map_err(|error| format!("a {device} without permission goes on: {error}"))?;
    expect_sign(site, "")
}

fn hears(site: &Site) -> Result {
    site.open(BY_EAR)?;
    site.wait("motile.wasm.web_tick_index() > 10")?;
    turn(site, "microphone", true)?;
    // The root of the mean square of a triangle is its height by the root of 3: a level of about 40.
    site.wait(&format!("{SENSE} > 25 && {SENSE} < 60")).map_err(|error| {
        let found = site.script("return [motile.wasm.web_input(), motile.wasm.web_senses()]");
        format!("a tone is not heard: {found:?}: {error}")
    })?;
    expect_state(site, "microphone Running")?;
    expect_sign(site, "Microphone on")?;
    leaves_no_trace(site)?;
    site.save("senses-microphone")?;
    hide(site, true)?;
    expect_sign(site, "")?;
    let enabled = "return streams.at(-1).getTracks().map(({ enabled }) => enabled)";
    same("captures while hidden", &site.script(enabled)?, &json!([false]))?;
    hide(site, false)?;
    expect_sign(site, "Microphone on")?;
    turn(site, "microphone", false)?;
    site.wait("streams.at(-1).getTracks().every(({ readyState }) => readyState === 'ended')")
        .map_err(|error| format!("a stop does not release the device: {error}"))?;
    expect_sign(site, "")?;
    turn(site, "microphone", true)?;
    expect_state(site, "microphone Running")?;
    site.wait(&format!("{SENSE} > 25"))?;
    is_taken_and_refused(site, "microphone")?;
    turn_again(site, "microphone")?;
    expect_state(site, "microphone Running")?;
    unplug(site, "microphone")?;
    goes_on(site)
}

/// The cable is pulled.
fn unplug(site: &Site, device: &str) -> Result {
    site.script("streams.at(-1).getTracks()[0].dispatchEvent(new Event('ended'))")?;
    site.wait(&format!("{SENSE} === null"))
        .map_err(|error| format!("an unplugged {device} goes on: {error}"))?;
    expect_sign(site, "")
}

/// Turns a knob off and, some ticks later, on.
fn turn_again(site: &Site, knob: &str) -> Result {
    turn(site, knob, false)?;
    goes_on(site)?;
    turn(site, knob, true)
}

fn sees(site: &Site) -> Result {
    site.open(BY_EYE)?;
    turn(site, "real-camera", true)?;
    expect_state(site, "camera Running")?;
    expect_sign(site, "Camera on")?;
    // Mirrored: a square on the left of the picture is on the right of whoever stands before it.
    for side in ["> 0.3", "< -0.3"] {
        site.wait(&format!("{SENSE} {side}"))
            .map_err(|error| format!("a square is not seen at {side}: {error}"))?;
    }
    leaves_no_trace(site)?;
    site.save("senses-camera")?;
    is_taken_and_refused(site, "camera")?;
    turn_again(site, "real-camera")?;
    expect_state(site, "camera Running")?;
    site.wait(&format!("{SENSE} !== null"))?;
    unplug(site, "camera")?;
    turn_again(site, "real-camera")?;
    expect_state(site, "camera Running")?;
    turn(site, "real-camera", false)?;
    site.wait("streams.at(-1).getTracks().every(({ readyState }) => readyState === 'ended')")?;
    expect_sign(site, "")
}

/// Somebody says no: the demo goes on with what is made up, and asks no second time.
pub(super) fn refused(site: &Site) -> Result {
    for (id, knob) in [(BY_EAR, "microphone"), (BY_EYE, "real-camera")] {
        with_devices(site, &REFUSED, |site| goes_without(site, id, knob, "NotAllowedError"))?;
    }
    Ok(())
}

/// There is no camera, or no microphone: the demo goes on with what is made up, and asks no second time. A machine that has a
/// microphone says so and tests the camera alone.
pub(super) fn absent(site: &Site) -> Result {
    with_devices(site, &NO_CAMERA, |site| {
        goes_without(site, BY_EYE, "real-camera", "NotFoundError")
    })?;
    with_devices(site, &OF_THE_MACHINE, |site| {
        let has = "return (await navigator.mediaDevices.enumerateDevices())\
            .some(({ kind }) => kind === 'audioinput')";
        if site.script(has)? == json!(true) {
            println!("browser: this machine has a microphone: its absence is not tested");
            return Ok(());
        }
        goes_without(site, BY_EAR, "microphone", "NotFoundError")
    })
}

/// Where a demo says what stands in for a device: left, top, width and height in pixels of its stage; beside it, why; and the
/// color of the words.
struct Label {
    words: [u32; 4],
    why: [u32; 4],
    color: [u8; 3],
}

const SPOKEN: Label =
    Label { words: [36, 452, 190, 20], why: [36, 434, 190, 18], color: [0xB6, 0xC2, 0xDB] };
const SHOWN: Label =
    Label { words: [36, 12, 180, 22], why: [36, 36, 260, 18], color: [0xEE, 0xF2, 0xFA] };

/// Pixels of the first picture in a part that have the color of the words, how many of them have it in the second, and how many
/// pixels of another part have it there.
const INK: &str = "\
    const blob = await (await fetch(args[0])).blob();\
    const image = await createImageBitmap(blob, { colorSpaceConversion: 'none' });\
    motile.player.stop(); motile.player.box = { width: image.width, height: image.height };\
    motile.wasm.web_view(image.width, image.height, 1); motile.wasm.web_tick(0); motile.player.paint();\
    const native = new OffscreenCanvas(image.width, image.height).getContext('2d');\
    native.drawImage(image, 0, 0);\
    const page = document.getElementById('canvas').getContext('2d');\
    const [words, why, color] = [args[1], args[2], args[3]];\
    const inked = (pixels) => Array.from({ length: pixels.length / 4 }, (_, at) =>\
        color.every((level, channel) => Math.abs(pixels[at * 4 + channel] - level) < 40));\
    const wanted = inked(native.getImageData(...words).data), found = inked(page.getImageData(...words).data);\
    const reason = inked(page.getImageData(...why).data);\
    const count = (list) => list.filter(Boolean).length;\
    return [count(wanted), count(wanted.map((ink, at) => ink && found[at])), count(reason)]";

/// The picture says in words that something made up stands in, as the native program writes them, and beside it why.
fn says_what_stands_in(site: &Site, id: &str, label: &Label) -> Result {
    let path = site.pictures.join("senses-label.png");
    let name = path.to_str().unwrap_or_default();
    site.native(&["render", id, "--ticks", "30", "--out", name])?;
    let bytes = std::fs::read(&path).map_err(|error| web::at(&path, &error))?;
    let address = format!("data:image/png;base64,{}", encode_base64(&bytes));
    let arguments = [json!(address), json!(label.words), json!(label.why), json!(label.color)];
    let counts = site.browser.script(INK, &arguments)?;
    let count = |at: usize| counts[at].as_u64().unwrap_or_default();
    let (wanted, found, why) = (count(0), count(1), count(2));
    // What moves behind the words shows through the edges of letters.
    if wanted < 100 || found * 100 < wanted * 85 || why < 60 {
        return Err(format!("{id}: {found} of {wanted} pixels of the label, {why} of the reason"));
    }
    Ok(())
}

/// Without any device, every demo that has one says that it is made up.
pub(super) fn labeled(site: &Site) -> Result {
    for (id, knob, label, arguments) in
        [(BY_EAR, "microphone", &SPOKEN, REFUSED), (BY_EYE, "real-camera", &SHOWN, NO_CAMERA)]
    {
        with_devices(site, &arguments, |site| {
            site.open(id)?;
            turn(site, knob, true)?;
            site.wait("failures.length > 0")?;
            goes_on(site)?;
            says_what_stands_in(site, id, label)
        })?;
    }
    Ok(())
}

fn goes_without(site: &Site, id: &str, knob: &str, failure: &str) -> Result {
    site.open(id)?;
    turn(site, knob, true)?;
    site.wait("failures.length > 0")?;
    goes_on(site)?;
    // As when a sound server starts meanwhile: where that brings no device, nobody is asked again.
    site.script("navigator.mediaDevices.dispatchEvent(new Event('devicechange'))")?;
    goes_on(site)?;
    let found = site.script("return [failures, asked, streams.length]")?;
    same("failures, questions, devices", &found, &json!([[failure], 1, 0]))?;
    same("a sense", &site.script(&format!("return {SENSE}"))?, &json!(null))?;
    expect_sign(site, "")?;
    site.save(&format!("senses-{knob}-{failure}"))?;
    site.no_console_errors()
}

fn turn(site: &Site, knob: &str, on: bool) -> Result {
    let value = u8::from(on);
    site.script(&format!("motile.wasm.web_set_param({knob:?}, {value})")).map(|_| ())
}

/// As when another tab comes to the front, which a driver cannot do with a page that it looks at.
fn hide(site: &Site, hidden: bool) -> Result {
    let script = format!(
        "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }});\
         document.dispatchEvent(new Event('visibilitychange'))"
    );
    site.script(&script).map(|_| ())
}

fn goes_on(site: &Site) -> Result {
    site.script("delete globalThis.from")?;
    site.wait("(globalThis.from ??= motile.wasm.web_tick_index(), motile.wasm.web_tick_index() > from + 10)")
        .map_err(|error| format!("the demo stands still: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_as_long_as_they_say() {
        let folder = std::env::temp_dir().join(format!("motile-senses-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (wav, y4m) = (folder.join("a.wav"), folder.join("a.y4m"));
        write_wav(&wav).unwrap();
        write_y4m(&y4m).unwrap();
        let wav = std::fs::read(&wav).unwrap();
        assert_eq!(wav.len(), 44 + 96_000);
        assert_eq!(u32::from_le_bytes(wav[4..8].try_into().unwrap()) as usize, wav.len() - 8);
        let samples = wav[44..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        assert_eq!((samples.clone().min(), samples.max()), (Some(-16_000), Some(16_000)));
        let y4m = std::fs::read(&y4m).unwrap();
        let head = y4m.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        assert!(y4m[..head].ends_with(b" C420\n"));
        assert_eq!(y4m.len(), head + 30 * (6 + 160 * 120 * 3 / 2));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
