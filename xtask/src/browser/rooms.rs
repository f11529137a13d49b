//! A page and a native program in one race, in a room of a relay on loopback.

use super::site::{Site, same};
use crate::{Result, process, web};
use serde_json::json;
use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

const DEMO: &str = "net/ball-racer";
const ENTER: &str = "\u{E007}";
/// States that the native program compares before it ends.
const STATES: &str = "16";
/// States that the page has to have agreed on with others.
const AGREED: u32 = 6;

/// A program that ends with the value.
struct Running {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new(program);
        let child = command.args(arguments).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{}: {error}", program.display()))?;
        let out = child.stdout.take().ok_or("no output")?;
        Ok(Self { child, out: BufReader::new(out) })
    }

    /// The rest of the first line, up to `end`, behind the words it begins with.
    fn told(&mut self, words: &str, end: &str) -> Result<String> {
        let mut line = String::new();
        self.out.read_line(&mut line).map_err(|error| error.to_string())?;
        let rest = line.strip_prefix(words).and_then(|rest| rest.split(end).next());
        rest.map(str::to_string).ok_or_else(|| format!("`{words}` was expected, not `{line}`"))
    }
}

/// The program makes a room, the page comes by its code, and both agree on every state.
pub(super) fn race(site: &Site) -> Result {
    let root = &site.root;
    // Together with all packages, so that they are made of the libraries that the tests have compiled.
    let programs = ["--bin", "motile-relay", "--example", "room_race"];
    process::run(process::cargo(root, ["build", "--workspace"]).args(programs))?;
    let built = web::target(root).join("debug");
    let relay = built.join(format!("motile-relay{EXE_SUFFIX}"));
    let mut relay = Running::start(&relay, &["--listen", "127.0.0.1:0"])?;
    let address = relay.told("listening at ", ": ")?;
    let program = built.join("examples").join(format!("room_race{EXE_SUFFIX}"));
    let mut program = Running::start(&program, &[&address, "-", STATES])?;
    let code = program.told("room ", "\n")?;

    site.open(DEMO)?;
    site.click("#canvas")?;
    // Lower case, as people type.
    type_keys(site, &["j"])?;
    wait(site, "document.activeElement.className === 'typing'")?;
    // The browser of the checks knows no other host.
    let words = format!("{}@{}", code.to_lowercase(), address.replace("127.0.0.1", "localhost"));
    let mut keys: Vec<String> = words.chars().map(String::from).collect();
    keys.push(ENTER.into());
    type_keys(site, &keys)?;
    wait(site, "document.activeElement.id === 'canvas'")?;
    let seen = agreed(site);
    site.save("room")?;
    let seen = seen.map_err(|error| format!("{error}\nthe page says {:?}", debug_words(site)))?;

    let mut rest = String::new();
    program.out.read_to_string(&mut rest).map_err(|error| error.to_string())?;
    let status = program.child.wait().map_err(|error| error.to_string())?;
    if !status.success() || !rest.contains(" 0 desyncs") {
        return Err(format!("the native program: {status}\n{rest}"));
    }
    compare(&seen, &states(&rest))?;
    site.no_console_errors()
}

/// Waits for something that the page does, and says what was waited for in vain.
fn wait(site: &Site, expression: &str) -> Result {
    site.wait(expression).map_err(|error| format!("{expression}: {error}"))
}

/// What stands in the debug view.
fn debug_words(site: &Site) -> Result<String> {
    Ok(site.script("return motile.wasm.web_words()")?.to_string())
}

fn type_keys<S: AsRef<str>>(site: &Site, keys: &[S]) -> Result {
    let both =
        |key: &S| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.as_ref() }));
    let actions: Vec<_> = keys.iter().flat_map(both).collect();
    site.browser.actions(&json!([{ "type": "key", "id": "keys", "actions": actions }]))
}

/// The states that the page agreed on with the other one, from its debug view: a line for each, as the program prints them.
fn agreed(site: &Site) -> Result<BTreeMap<u32, String>> {
    site.script("motile.wasm.web_key('M', true); motile.wasm.web_key('M', false)")?;
    let collect = "globalThis.agreed = new Set(); let compared = 0;\
        while (compared < args[0]) {\
            const words = motile.wasm.web_words();\
            const state = /agreed on (\\d+ [0-9a-f]{16})/.exec(words);\
            if (state) agreed.add(state[1]);\
            compared = Number(/(\\d+) states compared/.exec(words)?.[1] ?? 0);\
            await new Promise(requestAnimationFrame);\
        }\
        return [[...agreed].join('\\n'), /, 0 desyncs/.test(motile.wasm.web_words())]";
    let answer = site.browser.script(collect, &[json!(AGREED)])?;
    same("no desyncs in the page", &answer[1], &json!(true))?;
    Ok(states(answer[0].as_str().unwrap_or_default()))
}

/// Hashes by the tick before which they were taken.
fn states(text: &str) -> BTreeMap<u32, String> {
    let state = |line: &str| {
        let (tick, hash) = line.split_once(' ')?;
        Some((tick.parse().ok()?, hash.to_string()))
    };
    text.lines().filter(|line| !line.contains("compared")).filter_map(state).collect()
}

fn compare(page: &BTreeMap<u32, String>, native: &BTreeMap<u32, String>) -> Result {
    let both: Vec<_> = page.iter().filter(|(tick, _)| native.contains_key(tick)).collect();
    if both.len() < 3 {
        return Err(format!("too few states to compare: {page:?}, {native:?}"));
    }
    match both.iter().find(|(tick, hash)| native.get(tick) != Some(hash)) {
        None => Ok(()),
        Some((tick, hash)) => {
            Err(format!("tick {tick}: {hash} in the page, {:?}", native.get(tick)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_and_differences_found() {
        let page = states("30 aa\n60 bb\n90 cc");
        let native = states("30 aa\n60 bb\n90 cc\n120 dd\n16 states compared, 0 desyncs");
        assert_eq!(native.len(), 4);
        assert!(compare(&page, &native).is_ok());
        assert!(compare(&states("30 aa\n60 bb\n90 xx"), &native).is_err());
        assert!(compare(&states("30 aa"), &native).is_err(), "too few");
    }
}
