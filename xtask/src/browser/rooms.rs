//! A page, a native window and a program at the terminal in one race, in a room of a relay on loopback.

use super::site::{Site, same};
use crate::{Result, process, web, window::Racer};
use serde_json::json;
use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const DEMO: &str = "net/ball-racer";
const ENTER: &str = "\u{E007}";
/// States that the program at the terminal compares before it ends: enough for the others to come.
const STATES: &str = "60";
/// States that page and window have to have in common with the program.
const COMMON: usize = 3;
/// Longest time that they may take.
const PATIENCE: Duration = Duration::from_mins(1);

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

/// The program makes a room, page and window come by its code, and all agree on every state.
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
    let words = format!("{}@{address}", code.to_lowercase());
    // Where no display can be had, page and program race alone.
    let window = match Racer::can_be() {
        Ok(()) => Some(Racer::join(root, &words)?),
        Err(advice) => {
            println!("browser: no native window in the race: {advice}");
            None
        }
    };
    let seen = agreed(site, window.as_ref());
    site.save("room")?;
    let (page, window) =
        seen.map_err(|error| format!("{error}\nthe page says {:?}", debug_words(site)))?;

    let mut rest = String::new();
    program.out.read_to_string(&mut rest).map_err(|error| error.to_string())?;
    let status = program.child.wait().map_err(|error| error.to_string())?;
    if !status.success() || !rest.contains(" 0 desyncs") {
        return Err(format!("the native program: {status}\n{rest}"));
    }
    compare("the page", &page, &states(&rest))?;
    if let Some(window) = window {
        compare("the window", &window, &states(&rest))?;
        compare("the window beside the page", &window, &page)?;
    }
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

/// Hashes of one participant by tick.
type States = BTreeMap<u32, String>;

/// The states that the page has, from its debug view, and those of the window, from its title, until they have enough in common.
fn agreed(site: &Site, window: Option<&Racer>) -> Result<(States, Option<States>)> {
    site.script("motile.wasm.web_key('M', true); motile.wasm.web_key('M', false)")?;
    let (mut page, mut shown, start) = (States::new(), States::new(), Instant::now());
    loop {
        let words = debug_words(site)?;
        page.extend(state_behind(&words, "agreed on "));
        let desyncs = words.contains(" desyncs") && !words.contains(", 0 desyncs");
        same("desyncs in the page", &json!(desyncs), &json!(false))?;
        if let Some(window) = window {
            let title = window.title()?;
            shown.extend(title.split_once(" · ").and_then(|(_, rest)| state_behind(rest, "")));
            if title.contains(" · ") && !title.contains(" · 0 desyncs") {
                return Err(format!("the window says {title:?}"));
            }
        }
        let common = page.keys().filter(|tick| window.is_none() || shown.contains_key(tick));
        if common.count() > COMMON {
            return Ok((page, window.map(|_| shown)));
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("too few states of page and window: {page:?}, {shown:?}"));
        }
        thread::sleep(Duration::from_millis(30));
    }
}

/// `120 0123456789abcdef` behind some words.
fn state_behind(text: &str, words: &str) -> Option<(u32, String)> {
    let mut parts = text.get(text.find(words)? + words.len()..)?.split([' ', '\\', '"', '\n']);
    let (tick, hash) = (parts.next()?.parse().ok()?, parts.next()?);
    let is_hash = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| (tick, hash.to_string()))
}

/// Hashes by the tick before which they were taken.
fn states(text: &str) -> States {
    let state = |line: &str| {
        let (tick, hash) = line.split_once(' ')?;
        Some((tick.parse().ok()?, hash.to_string()))
    };
    text.lines().filter(|line| !line.contains("compared")).filter_map(state).collect()
}

fn compare(who: &str, seen: &States, native: &States) -> Result {
    let both: Vec<_> = seen.iter().filter(|(tick, _)| native.contains_key(tick)).collect();
    if both.len() < COMMON {
        return Err(format!("{who}: too few states to compare: {seen:?}, {native:?}"));
    }
    match both.iter().find(|(tick, hash)| native.get(tick) != Some(hash)) {
        None => Ok(()),
        Some((tick, hash)) => Err(format!("tick {tick}: {who} has {hash}, {:?}", native.get(tick))),
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
        assert!(compare("page", &page, &native).is_ok());
        assert!(compare("page", &states("30 aa\n60 bb\n90 xx"), &native).is_err());
        assert!(compare("page", &states("30 aa"), &native).is_err(), "too few");
        let told = "agreed on 120 0123456789abcdef\\n8 states compared, 0 desyncs";
        let state = Some((120, "0123456789abcdef".to_string()));
        assert_eq!(state_behind(told, "agreed on "), state);
        assert_eq!(state_behind("120 0123456789abcdef · 8 compared", ""), state);
        assert_eq!(state_behind("agreed on nothing", "agreed on "), None);
    }
}
