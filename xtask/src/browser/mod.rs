//! The pages in a real browser, beside the native program.

mod driver;

use crate::{
    Result, process,
    serve::Server,
    steps::{Context, Outcome},
    web,
};
use driver::Browser;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Ticks every demo runs before its state is compared.
const TICKS: u32 = 120;
/// The seed of that run.
const SEED: u32 = 1;

/// A check of the site; its name is the line of the report.
type Check = fn(&Site) -> Result;

const CHECKS: [(&str, Check); 8] = [
    ("the index lists every demo", index_lists_every_demo),
    ("search and topics narrow the index", search_narrows),
    ("no page scrolls sideways from 400 to 1600 pixels", no_sideways_scrolling),
    ("one picture of every topic equals the native one", pictures_equal),
    ("pointer and keyboard reach the demo", pointer_and_keyboard),
    ("touch reaches the demo", touch),
    ("parameters, pause and step reach the demo", controls),
    ("a broken demo shows its message", broken_demo),
];

/// The step `browser`: builds the site and a sketch's page and checks both.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let root = context.root;
    let folder = web::site::build(root)?;
    let sketch = web::target(root).join("web-sketch");
    web::sketch::build(root, &root.join("examples/sketch"), &sketch)?;
    let list = std::fs::read_to_string(folder.join("demos.json")).map_err(|e| e.to_string())?;
    let site = Site {
        browser: Browser::start(&web::target(root).join("browser-profile"))?,
        address: serve(&folder)?,
        sketch: serve(&sketch)?,
        demos: web::site::demos(&list)?,
        native: web::site::gallery(root),
        pictures: web::target(root).join("browser"),
        folder,
    };
    web::empty_folder(&site.pictures)?;
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
    for (name, check) in CHECKS {
        report(name, site.home().and_then(|()| check(&site)));
    }
    report("a sketch of one's own runs in its page", sketch_page(&site));
    site.home()?;
    for demo in &site.demos {
        let id = demo["id"].as_str().unwrap_or_default();
        report(&format!("{id} has the native state after {TICKS} ticks"), state_equals(&site, id));
    }
    context.count.passed += passed;
    context.count.failed += failures.len() as u64;
    if failures.is_empty() { Ok(Outcome::Done) } else { Err(failures.join("\n")) }
}

/// Serves a folder as long as the program runs.
fn serve(folder: &Path) -> Result<String> {
    let server = Server::start(folder, 0)?;
    let address = server.address();
    std::thread::spawn(move || server.serve());
    Ok(address)
}

struct Site {
    browser: Browser,
    address: String,
    sketch: String,
    demos: Vec<Value>,
    /// The native gallery program.
    native: PathBuf,
    /// Where screenshots go.
    pictures: PathBuf,
    folder: PathBuf,
}

impl Site {
    /// Loads the index anew.
    fn home(&self) -> Result {
        self.browser.open("about:blank")?;
        self.browser.resize(1000, 800)?;
        self.browser.open(&self.address)?;
        self.ready()
    }

    /// Waits until the script of the page has run.
    fn ready(&self) -> Result {
        let wait = "while (!document.documentElement.dataset.ready) await new Promise(requestAnimationFrame);";
        self.browser.script(wait, &[]).map(|_| ())
    }

    /// Opens a demo by its address and waits until it runs.
    fn open(&self, id: &str) -> Result {
        let open = "location.hash = '#' + args[0];\
            while (motile.running !== args[0]) await new Promise(requestAnimationFrame);";
        self.browser.script(open, &[json!(id)]).map(|_| ())
    }

    fn script(&self, body: &str) -> Result<Value> {
        self.browser.script(body, &[])
    }

    fn first_of_each_topic(&self) -> Vec<&str> {
        let mut seen = Vec::new();
        let mut ids = Vec::new();
        for demo in &self.demos {
            let (id, topic) = (demo["id"].as_str(), demo["topic"].as_str());
            if let (Some(id), Some(topic)) = (id, topic)
                && !seen.contains(&topic)
            {
                seen.push(topic);
                ids.push(id);
            }
        }
        ids
    }

    fn save(&self, name: &str) -> Result {
        let path = self.pictures.join(format!("{name}.png"));
        std::fs::write(&path, self.browser.screenshot()?).map_err(|error| web::at(&path, &error))
    }

    fn first(&self) -> Result<&str> {
        self.demos.first().and_then(|demo| demo["id"].as_str()).ok_or_else(|| "no demo".into())
    }
}

/// An error unless the two are the same.
fn same(what: &str, found: &Value, expected: &Value) -> Result {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected}, found {found}"))
    }
}

fn index_lists_every_demo(site: &Site) -> Result {
    let shown =
        site.script("return [...document.querySelectorAll('.card')].map((c) => c.hash.slice(1))")?;
    let expected: Vec<&Value> = site.demos.iter().map(|demo| &demo["id"]).collect();
    same("cards", &shown, &json!(expected))?;
    let broken = "const images = [...document.querySelectorAll('.card img')];\
        for (const image of images) image.loading = 'eager';\
        await Promise.all(images.map((image) => image.decode().catch(() => {})));\
        return images.filter((image) => image.naturalWidth === 0).length";
    same("thumbnails that do not load", &site.script(broken)?, &json!(0))
}

fn search_narrows(site: &Site) -> Result {
    let id = site.first()?;
    let search = "const input = document.getElementById('search');\
        input.value = args[0]; input.dispatchEvent(new Event('input'));\
        return [...document.querySelectorAll('.card')].map((c) => c.hash.slice(1))";
    same("found", &site.browser.script(search, &[json!(id)])?, &json!([id]))?;
    let none = site.browser.script(search, &[json!("no demo is called like this")])?;
    same("found", &none, &json!([]))
}

fn no_sideways_scrolling(site: &Site) -> Result {
    let id = site.first()?;
    for width in [400, 900, 1600] {
        for scheme in ["light", "dark"] {
            site.home()?;
            site.browser.resize(width, 1000)?;
            site.browser.color_scheme(scheme)?;
            site.save(&format!("index-{width}-{scheme}"))?;
            site.open(id)?;
            site.save(&format!("demo-{width}-{scheme}"))?;
            let overflow = "return document.documentElement.scrollWidth - innerWidth";
            let overflow = site.script(overflow)?.as_f64().unwrap_or(f64::INFINITY);
            if overflow > 0.0 {
                return Err(format!("at {width} pixels the page is {overflow} pixels too wide"));
            }
        }
    }
    Ok(())
}

/// The same ticks in the page and native.
fn state_equals(site: &Site, id: &str) -> Result {
    site.open(id)?;
    let run = format!(
        "motile.wasm.open_demo(args[0], {SEED}); motile.wasm.web_tick({TICKS}); return motile.wasm.web_hash()"
    );
    let found = site.browser.script(&run, &[json!(id)])?;
    let (ticks, seed) = (TICKS.to_string(), SEED.to_string());
    let mut native = std::process::Command::new(&site.native);
    let expected = process::output(native.args(["hash", id, "--ticks", &ticks, "--seed", &seed]))?;
    same("state", &found, &json!(expected.trim()))?;
    let errors = site.browser.console_errors()?;
    if errors.is_empty() { Ok(()) } else { Err(format!("console: {}", errors.join("; "))) }
}

/// Compares pictures channel by channel. The rasterizer is the same code; its SIMD levels may round a channel
/// differently by one, so that much is allowed.
fn pictures_equal(site: &Site) -> Result {
    let (ticks, seed) = (TICKS.to_string(), SEED.to_string());
    for id in site.first_of_each_topic() {
        let name = format!("native-{}.png", id.replace('/', "-"));
        let mut native = std::process::Command::new(&site.native);
        native.args(["render", id, "--ticks", &ticks, "--seed", &seed, "--out"]);
        process::run(native.arg(site.folder.join(&name)))?;
        site.open(id)?;
        let compare = format!(
            "motile.wasm.open_demo(args[0], {SEED}); motile.player.tick({TICKS});\
            const page = document.getElementById('canvas'), width = page.width, height = page.height;\
            const found = page.getContext('2d').getImageData(0, 0, width, height).data;\
            const blob = await (await fetch(args[1])).blob();\
            const image = await createImageBitmap(blob, {{ colorSpaceConversion: 'none' }});\
            if (image.width !== width || image.height !== height) \
                throw `native is ${{image.width}}×${{image.height}}, the page ${{width}}×${{height}}`;\
            const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');\
            context.drawImage(image, 0, 0);\
            const expected = context.getImageData(0, 0, width, height).data;\
            let worst = 0;\
            for (let i = 0; i < found.length; i++) worst = Math.max(worst, Math.abs(found[i] - expected[i]));\
            return worst"
        );
        let worst = site.browser.script(&compare, &[json!(id), json!(name)])?;
        if worst.as_u64().is_none_or(|worst| worst > 1) {
            return Err(format!("{id}: a channel differs by {worst} from the native picture"));
        }
    }
    Ok(())
}

/// The canvas as WebDriver names elements, and its middle.
const CANVAS: &str = "document.getElementById('canvas').scrollIntoView();\
    const box = document.getElementById('canvas').getBoundingClientRect();\
    return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]";

fn pointer_and_keyboard(site: &Site) -> Result {
    site.open(site.first()?)?;
    let middle = site.script(CANVAS)?;
    site.browser.actions(&json!([
        { "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
            { "type": "pointerMove", "x": middle[0], "y": middle[1] },
            { "type": "pointerDown", "button": 0 },
            { "type": "pause", "duration": 0 },
            { "type": "pause", "duration": 0 },
        ]},
        { "type": "key", "id": "keys", "actions": [
            { "type": "pause", "duration": 0 },
            { "type": "pause", "duration": 0 },
            { "type": "keyDown", "value": "\u{E014}" },
        ]},
    ]))?;
    let input = site.script("return motile.wasm.web_input()")?;
    let text = input.as_str().unwrap_or_default();
    for part in ["left", "Right"] {
        if !text.contains(part) {
            return Err(format!(
                "expected the left button and the key Right to be down, found {text:?}"
            ));
        }
    }
    let centered = "const [x, y] = motile.wasm.web_input().split(' ').map(Number);\
        const canvas = document.getElementById('canvas');\
        return Math.hypot(x - canvas.width / 2, y - canvas.height / 2)";
    let off = site.script(centered)?.as_f64().unwrap_or(f64::INFINITY);
    if off > 3.0 {
        return Err(format!("the pointer is {off} pixels off the middle of the stage: {text}"));
    }
    Ok(())
}

fn touch(site: &Site) -> Result {
    site.open(site.first()?)?;
    let middle = site.script(CANVAS)?;
    site.browser.actions(&json!([
        { "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": [
            { "type": "pointerMove", "x": middle[0], "y": middle[1] },
            { "type": "pointerDown", "button": 0 },
        ]},
    ]))?;
    let input = site.script("return motile.wasm.web_input()")?;
    let text = input.as_str().unwrap_or_default();
    if text.contains("touches 1") {
        Ok(())
    } else {
        Err(format!("expected one finger, found {text:?}"))
    }
}

fn controls(site: &Site) -> Result {
    site.open(site.first()?)?;
    let step = "document.getElementById('step').click();\
        const before = motile.wasm.web_tick_index();\
        document.getElementById('step').click();\
        return motile.wasm.web_tick_index() - before";
    same("ticks of one step", &site.script(step)?, &json!(1))?;
    let slider = site.demos.iter().find_map(|demo| {
        let params = demo["params"].as_array()?;
        let slider = params.iter().find(|param| param["kind"] == "number")?;
        Some((demo["id"].as_str()?, slider["name"].as_str()?))
    });
    let Some((id, name)) = slider else { return Err("no demo has a slider".into()) };
    site.open(id)?;
    let turn = "const input = document.getElementById('param-' + args[0]);\
        input.value = input.max; input.dispatchEvent(new Event('input', { bubbles: true }));\
        return [motile.wasm.web_param(args[0]), Number(input.value)]";
    let answer = site.browser.script(turn, &[json!(name)])?;
    let [found, expected] = [0, 1].map(|i| answer[i].as_f64().unwrap_or(f64::NAN));
    if (found - expected).abs() <= expected.abs() * 1e-5 {
        Ok(())
    } else {
        Err(format!("{id}: {name} is {found} after the slider was set to {expected}"))
    }
}

fn broken_demo(site: &Site) -> Result {
    site.open(site.first()?)?;
    let fail = "motile.player.guard(() => motile.wasm.web_fail('broken on purpose'));\
        const failure = document.getElementById('failure');\
        return failure.hidden ? 'hidden' : failure.textContent";
    let text = site.script(fail)?;
    let text = text.as_str().unwrap_or_default();
    let _ = site.browser.console_errors()?;
    if !text.contains("broken on purpose") {
        return Err(format!("expected the message of the panic on the page, found {text:?}"));
    }
    site.save("broken")
}

fn sketch_page(site: &Site) -> Result {
    site.browser.open(&site.sketch)?;
    site.ready()?;
    let run = "const before = motile.wasm.web_hash(); motile.wasm.web_tick(30);\
        return [before !== motile.wasm.web_hash(), document.getElementById('canvas').width]";
    same("moves, width", &site.script(run)?, &json!([true, 640]))?;
    let errors = site.browser.console_errors()?;
    if errors.is_empty() { Ok(()) } else { Err(format!("console: {}", errors.join("; "))) }
}
