//! A browser driven through WebDriver: JSON over HTTP on the loopback address.

use crate::{Result, install};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Chromium without a window and without a word to anybody but this machine: no other name resolves, so the pages
/// prove by running that they need no network.
const ARGUMENTS: [&str; 10] = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
];

/// What the browser is called here and there.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The key under which WebDriver names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A script of a check that takes longer than this has been waiting in vain.
const SCRIPT_MILLISECONDS: u32 = 20_000;

/// A browser with one page; both end with it.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Where the browser lies; it and its driver are installed where that is possible.
    ///
    /// # Errors
    /// When they are missing, with the command to type.
    pub(crate) fn find() -> Result<PathBuf> {
        install::need("chromedriver", &["chromium-driver"])?;
        install::need_any(&BROWSERS, &["chromium"])
    }

    /// Starts chromedriver and a fresh browser that keeps its files in `profile`.
    ///
    /// # Errors
    /// When they are missing or do not start.
    pub(crate) fn start(profile: &Path) -> Result<Self> {
        Self::start_with(profile, &[])
    }

    /// [`Browser::start`] with further arguments of the browser.
    ///
    /// # Errors
    /// When they are missing or do not start.
    pub(crate) fn start_with(profile: &Path, further: &[&str]) -> Result<Self> {
        let binary = Self::find()?;
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start chromedriver: {error}"))?;
        let port = announced_port(&mut driver)?;
        let mut browser = Self { driver, port, session: String::new() };
        let mut arguments: Vec<String> = ARGUMENTS.map(String::from).to_vec();
        arguments.extend(further.iter().map(|&argument| argument.to_owned()));
        arguments.push(format!("--user-data-dir={}", profile.display()));
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "binary": binary.to_string_lossy(), "args": arguments },
        }}});
        let answer = browser.request("POST", "/session", Some(&capabilities))?;
        let id = answer["sessionId"].as_str().ok_or("chromedriver opened no session")?;
        browser.session = format!("/session/{id}");
        browser.post("/timeouts", &json!({ "script": SCRIPT_MILLISECONDS }))?;
        Ok(browser)
    }

    /// Opens an address and waits until it is loaded.
    pub(crate) fn open(&self, address: &str) -> Result {
        self.post("/url", &json!({ "url": address })).map(|_| ())
    }

    /// Sets the size of the page in pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) -> Result {
        self.resize_fine(width, height, 1.0)
    }

    /// The same on a display with this many pixels for one of the page.
    pub(crate) fn resize_fine(&self, width: u32, height: u32, density: f32) -> Result {
        // The driver sets the outer size of the window; the emulation sets exactly that of the page.
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": density, "mobile": false,
        });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// Light or dark.
    pub(crate) fn color_scheme(&self, scheme: &str) -> Result {
        self.prefer("prefers-color-scheme", scheme)
    }

    /// What the user prefers; everything else as usual.
    pub(crate) fn prefer(&self, name: &str, value: &str) -> Result {
        let features = json!([{ "name": name, "value": value }]);
        let command =
            json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": features } });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// Lets requests for these addresses fail, `*` standing for any letters; none for an empty list.
    pub(crate) fn block(&self, patterns: &[&str]) -> Result {
        let enable = json!({ "cmd": "Network.enable", "params": {} });
        self.post("/goog/cdp/execute", &enable)?;
        let command = json!({ "cmd": "Network.setBlockedURLs", "params": { "urls": patterns } });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// Runs a script in each page before its own, until [`Browser::not_before_page`] ends that.
    pub(crate) fn before_page(&self, script: &str) -> Result<Value> {
        let params = json!({ "source": script });
        let command = json!({ "cmd": "Page.addScriptToEvaluateOnNewDocument", "params": params });
        Ok(self.post("/goog/cdp/execute", &command)?["identifier"].clone())
    }

    /// Ends what [`Browser::before_page`] began.
    pub(crate) fn not_before_page(&self, id: &Value) -> Result {
        let params = json!({ "identifier": id });
        let command =
            json!({ "cmd": "Page.removeScriptToEvaluateOnNewDocument", "params": params });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// Lets the page write to the clipboard and read from it.
    pub(crate) fn allow_clipboard(&self) -> Result {
        let params = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        let command = json!({ "cmd": "Browser.grantPermissions", "params": params });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// Lets the input method of the browser compose a text.
    pub(crate) fn compose(&self, text: &str) -> Result {
        let end = text.chars().count();
        let params = json!({ "text": text, "selectionStart": end, "selectionEnd": end });
        let command = json!({ "cmd": "Input.imeSetComposition", "params": params });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// Lets it put a text in place of what it composed.
    pub(crate) fn commit(&self, text: &str) -> Result {
        let command = json!({ "cmd": "Input.insertText", "params": { "text": text } });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// Lets the page download files into a folder without asking.
    pub(crate) fn download_to(&self, folder: &Path) -> Result {
        let params = json!({ "behavior": "allow", "downloadPath": folder.to_string_lossy() });
        let command = json!({ "cmd": "Browser.setDownloadBehavior", "params": params });
        self.post("/goog/cdp/execute", &command).map(|_| ())
    }

    /// What a screen reader calls an element that a script returned.
    pub(crate) fn accessible_name(&self, element: &Value) -> Result<String> {
        let id = element[ELEMENT].as_str().ok_or("expected an element")?;
        let path = format!("{}/element/{id}/computedlabel", self.session);
        Ok(self.request("GET", &path, None)?.as_str().unwrap_or_default().to_owned())
    }

    /// Runs the body of an asynchronous function in the page; `arguments` are in `args`. What it returns comes
    /// back, what it throws is an error.
    pub(crate) fn script(&self, body: &str, arguments: &[Value]) -> Result<Value> {
        let script = format!(
            "const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1);\
             (async () => {{ {body} }})().then((value) => done({{ value }}), \
             (error) => done({{ error: String(error) }}));"
        );
        let answer =
            self.post("/execute/async", &json!({ "script": script, "args": arguments }))?;
        match answer["error"].as_str() {
            Some(error) => Err(format!("in the page: {error}")),
            None => Ok(answer["value"].clone()),
        }
    }

    /// Input as the WebDriver standard words it: a list of input sources with their actions.
    pub(crate) fn actions(&self, sources: &Value) -> Result {
        self.post("/actions", &json!({ "actions": sources })).map(|_| ())
    }

    /// What the page has written to its console since the last call, errors only.
    pub(crate) fn console_errors(&self) -> Result<Vec<String>> {
        let log = self.post("/se/log", &json!({ "type": "browser" }))?;
        let entries = log.as_array().cloned().unwrap_or_default();
        let errors = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        Ok(errors.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect())
    }

    /// The page as a PNG.
    pub(crate) fn screenshot(&self) -> Result<Vec<u8>> {
        let answer = self.request("GET", &format!("{}/screenshot", self.session), None)?;
        decode_base64(answer.as_str().unwrap_or_default())
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.request("POST", &format!("{}{path}", self.session), Some(body))
    }

    /// One request; the answer's `value`.
    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let failed = |error: std::io::Error| format!("chromedriver {method} {path}: {error}");
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).map_err(failed)?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        );
        stream.write_all(head.as_bytes()).map_err(failed)?;
        let text = read_answer(stream).map_err(failed)?;
        let answer: Value = serde_json::from_str(&text)
            .map_err(|error| format!("chromedriver {method} {path}: {error} in {text:?}"))?;
        let value = answer["value"].clone();
        match value["error"].as_str() {
            Some(error) => Err(format!("{method} {path}: {error}: {}", value["message"])),
            None => Ok(value),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.request("DELETE", &self.session, None);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port that chromedriver tells when it is ready.
fn announced_port(driver: &mut Child) -> Result<u16> {
    let output = driver.stdout.take().ok_or("chromedriver has no output")?;
    let mut reader = BufReader::new(output);
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|n| n > 0) {
        if let Some((_, port)) = line.split_once("successfully on port ") {
            // Keep reading what else it says, or it would stop when the pipe is full.
            std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
            let digits: String = port.chars().take_while(char::is_ascii_digit).collect();
            return digits.parse().map_err(|_| format!("chromedriver said {line:?}"));
        }
        line.clear();
    }
    Err("chromedriver ended without saying its port".into())
}

/// The body of an HTTP answer, by its announced length.
fn read_answer(stream: TcpStream) -> std::io::Result<String> {
    let mut reader = BufReader::new(stream);
    let mut length = None;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
        line.clear();
    }
    let mut body = String::new();
    match length {
        Some(length) => reader.take(length).read_to_string(&mut body)?,
        None => reader.read_to_string(&mut body)?,
    };
    Ok(body)
}

/// Base64 with the usual alphabet; white space is passed over.
pub(crate) fn decode_base64(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for letter in text.bytes().filter(|b| !b.is_ascii_whitespace() && *b != b'=') {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err(format!("{:?} is no base64 letter", letter as char)),
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_standard() {
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(decode_base64(text), Ok(bytes.as_bytes().to_vec()));
        }
        assert!(decode_base64("Zm9*").is_err());
    }
}
