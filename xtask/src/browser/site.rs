//! The site under test: an open browser, a server, and the native program to compare with.

use super::driver::Browser;
use crate::{Result, process, serve::Server, web};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The seed of all runs.
pub(super) const SEED: u32 = 1;

pub(super) struct Site {
    pub(super) browser: Browser,
    address: String,
    /// The list of demos as the site has it.
    pub(super) demos: Vec<Value>,
    /// The folder of the workspace.
    pub(super) root: PathBuf,
    /// The native gallery program.
    native: PathBuf,
    /// Where screenshots and downloads go.
    pub(super) pictures: PathBuf,
}

/// Serves a folder as long as the program runs.
pub(super) fn serve(folder: &Path) -> Result<String> {
    let server = Server::start(folder, 0)?;
    let address = server.address();
    std::thread::spawn(move || server.serve());
    Ok(address)
}

/// An error unless the two are the same; whole numbers are, however they are written.
pub(super) fn same(what: &str, found: &Value, expected: &Value) -> Result {
    let numbers = found.as_f64().zip(expected.as_f64());
    if found == expected || numbers.is_some_and(|(found, expected)| found == expected) {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected}, found {found}"))
    }
}

impl Site {
    /// Serves the site in `folder` and opens a browser; screenshots go to `pictures`.
    pub(super) fn start(root: &Path, folder: &Path, pictures: &Path) -> Result<Self> {
        web::empty_folder(pictures)?;
        let profile = web::target(root).join("browser-profile");
        web::empty_folder(&profile)?;
        Ok(Self {
            browser: Browser::start(&profile)?,
            address: serve(folder)?,
            demos: web::site::demos(folder)?,
            root: root.to_path_buf(),
            native: web::site::Native::Tested.program(root),
            pictures: pictures.to_path_buf(),
        })
    }

    /// The same site in another browser.
    pub(super) fn seen_by(&self, browser: Browser) -> Self {
        Self {
            browser,
            address: self.address.clone(),
            demos: self.demos.clone(),
            native: self.native.clone(),
            root: self.root.clone(),
            pictures: self.pictures.clone(),
        }
    }

    /// Loads the index anew.
    pub(super) fn home(&self) -> Result {
        self.browser.open("about:blank")?;
        self.browser.resize(1000, 800)?;
        self.browser.color_scheme("light")?;
        self.browser.open(&self.address)?;
        self.ready()
    }

    /// Opens an address of the site, from behind its last slash on.
    pub(super) fn visit(&self, place: &str) -> Result {
        self.browser.open(&format!("{}/{place}", self.address.trim_end_matches('/')))
    }

    /// Waits until the script of the page has run.
    pub(super) fn ready(&self) -> Result {
        self.wait("document.documentElement.dataset.ready")
    }

    /// Waits for an expression to become true, a frame at a time.
    pub(super) fn wait(&self, expression: &str) -> Result {
        let wait = format!("while (!({expression})) await new Promise(requestAnimationFrame);");
        self.script(&wait).map(|_| ())
    }

    /// Opens a demo by its address, with the seed of all runs, and waits until it runs.
    pub(super) fn open(&self, id: &str) -> Result {
        self.open_with(id, &format!("Seed={SEED}"))
    }

    /// Opens a demo with what stands behind it in the address.
    pub(super) fn open_with(&self, id: &str, query: &str) -> Result {
        let open = "location.hash = `#${args[0]}?${args[1]}`;\
            while (motile.running !== args[0]) await new Promise(requestAnimationFrame);";
        self.browser.script(open, &[json!(id), json!(query)]).map(|_| ())
    }

    /// What a script of the page returns. One that fails is told with the words it begins with.
    pub(super) fn script(&self, body: &str) -> Result<Value> {
        let begin = || body.chars().take(80).collect::<String>();
        self.browser.script(body, &[]).map_err(|error| format!("`{}…`: {error}", begin()))
    }

    /// Clicks into the middle of an element as a mouse does.
    pub(super) fn click(&self, selector: &str) -> Result {
        let [x, y] = self.middle(selector)?;
        self.browser.actions(&json!([
            { "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
                { "type": "pointerMove", "x": x, "y": y },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ]},
        ]))
    }

    /// Where an element is once it has been scrolled into view.
    pub(super) fn middle(&self, selector: &str) -> Result<[Value; 2]> {
        let middle = "const element = document.querySelector(args[0]);\
            element.scrollIntoView({ block: 'center' });\
            const box = element.getBoundingClientRect();\
            return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]";
        let answer = self.browser.script(middle, &[json!(selector)])?;
        Ok([answer[0].clone(), answer[1].clone()])
    }

    /// What the native program answers.
    pub(super) fn native(&self, arguments: &[&str]) -> Result<String> {
        let mut native = std::process::Command::new(&self.native);
        Ok(process::output(native.args(arguments))?.trim().to_owned())
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.demos.iter().filter_map(|demo| demo["id"].as_str())
    }

    pub(super) fn first(&self) -> Result<&str> {
        self.ids().next().ok_or_else(|| "no demo".into())
    }

    /// A screenshot of the page.
    pub(super) fn save(&self, name: &str) -> Result {
        let path = self.pictures.join(format!("{name}.png"));
        std::fs::write(&path, self.browser.screenshot()?).map_err(|error| web::at(&path, &error))
    }

    pub(super) fn no_console_errors(&self) -> Result {
        let errors = self.browser.console_errors()?;
        if errors.is_empty() { Ok(()) } else { Err(format!("console: {}", errors.join("; "))) }
    }
}
