//! `cargo xtask serve [FOLDER]`: a static site on localhost.

use crate::{Result, web};
use std::{
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
};

/// Where the site is shown when the port is free.
const PORT: u16 = 8000;

/// Shows a folder until interrupted; without one, the gallery in `target/web`.
///
/// # Errors
/// When the folder has no page, or no port can be had.
pub(crate) fn run(root: &Path, folder: Option<&str>) -> Result {
    let folder = folder.map_or_else(|| web::folder(root), PathBuf::from);
    if !folder.join("index.html").is_file() {
        let how = "`cargo xtask web` builds one";
        return Err(format!("{}: there is no index.html; {how}", folder.display()));
    }
    let server = Server::start(&folder, PORT).or_else(|_| Server::start(&folder, 0))?;
    println!("{} shows {}; end with Ctrl-C", server.address(), folder.display());
    server.serve();
    Ok(())
}

/// A server of static files for this machine only.
pub(crate) struct Server {
    listener: TcpListener,
    folder: PathBuf,
}

impl Server {
    /// Listens on a port of the loopback address; 0 takes any free one.
    ///
    /// # Errors
    /// When the port is taken.
    pub(crate) fn start(folder: &Path, port: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| format!("port {port}: {error}"))?;
        Ok(Self { listener, folder: folder.to_path_buf() })
    }

    /// The address to type into a browser.
    pub(crate) fn address(&self) -> String {
        let port = self.listener.local_addr().map_or(0, |address| address.port());
        format!("http://localhost:{port}/")
    }

    /// Answers requests, each on a thread of its own, as long as the program runs.
    pub(crate) fn serve(&self) {
        for stream in self.listener.incoming().flatten() {
            let folder = self.folder.clone();
            std::thread::spawn(move || answer(stream, &folder));
        }
    }
}

/// A page that shares its process with no other may read a finer clock: 5 instead of 100 microseconds.
const ISOLATED: &str =
    "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n";

/// Answers one request. A browser that hangs up in between has no claim to an answer.
fn answer(mut stream: TcpStream, folder: &Path) {
    let mut reader = BufReader::new(&stream);
    let mut request = String::new();
    let mut line = String::new();
    let _ = reader.read_line(&mut request);
    while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
        line.clear();
    }
    let (status, kind, body) =
        match file_of(&request, folder).map(|path| (std::fs::read(&path), path)) {
            Some((Ok(bytes), path)) => ("200 OK", kind_of(&path), bytes),
            _ => ("404 Not Found", "text/plain", b"not found".to_vec()),
        };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{ISOLATED}Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    );
    let body = if request.starts_with("HEAD ") { Vec::new() } else { body };
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}

/// The file a request line asks for; none outside the folder.
fn file_of(request: &str, folder: &Path) -> Option<PathBuf> {
    let mut words = request.split_whitespace();
    words.next().filter(|method| ["GET", "HEAD"].contains(method))?;
    let path = words.next()?.split(['?', '#']).next()?.strip_prefix('/')?;
    // Decoded first: what is not allowed may be written in two ways.
    let path = decoded(path)?;
    let safe = path.split('/').all(|part| part != ".." && !part.contains(['\\', ':', '\0']))
        && !path.starts_with('/');
    let file = if path.is_empty() { "index.html" } else { &path };
    safe.then(|| folder.join(file))
}

/// A path as it was before a browser wrote spaces, umlauts and their like as `%` and two digits; none when that is no
/// text.
fn decoded(path: &str) -> Option<String> {
    let mut parts = path.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        // A sign is none of the digits.
        let digits = Some(digits).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

fn kind_of(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("svg") => "image/svg+xml",
        Some("wav") => "audio/wav",
        Some("ogg") => "audio/ogg",
        Some("mp3") => "audio/mpeg",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_served() {
        let file = |request: &str| file_of(request, Path::new("site"));
        assert_eq!(file("GET / HTTP/1.1"), Some("site/index.html".into()));
        assert_eq!(file("GET /pkg/a.js?x=1 HTTP/1.1"), Some("site/pkg/a.js".into()));
        assert_eq!(file("GET /../secret HTTP/1.1"), None);
        assert_eq!(file("GET /a/..\\..\\b HTTP/1.1"), None);
        assert_eq!(file("GET /%2e%2e/secret HTTP/1.1"), None);
        assert_eq!(file("GET /level%231.png HTTP/1.1"), Some("site/level#1.png".into()));
        assert_eq!(file("GET /gr%C3%B6%C3%9Fe%2525 HTTP/1.1"), Some("site/größe%25".into()));
        for broken in ["%", "%2", "%zz", "%FF", "a%"] {
            assert_eq!(file(&format!("GET /{broken} HTTP/1.1")), None, "{broken}");
        }
        assert_eq!(file("POST / HTTP/1.1"), None);
        assert_eq!(file(""), None);
        assert_eq!(file("GET //etc/passwd HTTP/1.1"), None);
        assert_eq!(file("GET /%2e%2E/secret HTTP/1.1"), None);
        assert_eq!(file("GET /a%5C..%5Cb HTTP/1.1"), None);
    }

    /// A file with a space or an umlaut in its name was not found, and neither was any when only asked about.
    #[test]
    fn files_of_any_name_are_found_and_asked_about() {
        let file = |request: &str| file_of(request, Path::new("site"));
        let hero = Some("site/my hero ü.png".into());
        assert_eq!(file("GET /my%20hero%20%C3%BC.png HTTP/1.1"), hero);
        assert_eq!(file("HEAD /a.js HTTP/1.1"), Some("site/a.js".into()));
        assert_eq!(file("GET /100%25.txt?%zz HTTP/1.1"), Some("site/100%.txt".into()));
        for broken in ["/%", "/%2", "/%zz", "/%+1", "/%ff", "/%é"] {
            assert_eq!(file(&format!("GET {broken} HTTP/1.1")), None, "{broken}");
        }
    }

    #[test]
    fn an_answer_about_a_file_has_its_length_and_no_body() {
        use std::io::Read;

        let name = format!("motile-served-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("my hero.gif"), "GIF89a").unwrap();
        let server = Server::start(&folder, 0).unwrap();
        let ask = |method: &str| {
            let mut stream = TcpStream::connect(server.listener.local_addr().unwrap()).unwrap();
            write!(stream, "{method} /my%20hero.gif HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            answer(server.listener.accept().unwrap().0, &folder);
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        };
        let (got, asked) = (ask("GET"), ask("HEAD"));
        assert!(got.starts_with("HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\nContent-Length: 6"));
        assert_eq!(got, format!("{asked}GIF89a"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
