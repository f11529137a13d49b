//! `motile new`: a crate with a sketch of one's own. What it writes is `examples/sketch`, with another name.

use crate::failure::{self, Failure};
use std::{
    fs,
    path::{Component, Path, PathBuf},
};

/// The files of the crate.
const FILES: &[(&str, &str)] = &[
    (".cargo/config.toml", include_str!("../../examples/sketch/.cargo/config.toml")),
    (".gitignore", include_str!("../../examples/sketch/.gitignore")),
    // The versions that were tested together.
    ("Cargo.lock", include_str!("../../examples/sketch/Cargo.lock")),
    ("Cargo.toml", include_str!("../../examples/sketch/Cargo.toml")),
    ("assets/.gitkeep", include_str!("../../examples/sketch/assets/.gitkeep")),
    ("README.md", include_str!("../../examples/sketch/README.md")),
    ("src/main.rs", include_str!("../../examples/sketch/src/main.rs")),
];

/// Where the facade lies, seen from `examples/sketch`.
const FACADE: &str = "../../crates/motile";

pub(crate) fn run(folder: &Path) -> Result<(), Failure> {
    let name = name_of(folder)?;
    let failed = |path: &Path, error: &std::io::Error| {
        Failure::Failed(format!("{}: {error}", path.display()))
    };
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) || folder.is_file() {
        let folder = folder.display();
        return Err(Failure::Failed(format!("{folder} exists already; choose another name")));
    }
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let home = folder.canonicalize().map_err(|error| failed(folder, &error))?;
    let facade = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/motile");
    let facade = relative(&home, &facade.canonicalize().unwrap_or(facade));
    for (file, text) in files(name, &facade) {
        let path = folder.join(file);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| failed(parent, &error))?;
        fs::write(&path, text).map_err(|error| failed(&path, &error))?;
    }
    let folder = folder.display();
    failure::print(&format!(
        "{folder} is a crate with a sketch. In it:\n  cargo run --release\n  cargo test"
    ))
}

/// The files with the name of the crate and the path to motile in them.
fn files(name: &str, facade: &str) -> impl Iterator<Item = (&'static str, String)> {
    FILES.iter().map(move |&(file, text)| {
        let text = match file {
            "Cargo.toml" | "Cargo.lock" => text
                .replace("name = \"sketch\"", &format!("name = \"{name}\""))
                .replace(FACADE, facade),
            "README.md" => text.replacen("# sketch", &format!("# {name}"), 1),
            _ => text.into(),
        };
        (file, text)
    })
}

/// The last part of the path, when a crate may be called so.
fn name_of(folder: &Path) -> Result<&str, Failure> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let fits = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c));
    let taken = name == "motile" || name.starts_with("motile-") || KEYWORDS.contains(&name);
    if fits && !taken {
        return Ok(name);
    }
    let expected = "a name for a crate: lower-case letters, digits, - and _, such as my-sketch";
    let message = format!("{}: expected {expected}", folder.display());
    Err(Failure::Usage { message, command: Some("new") })
}

/// Names that Cargo refuses or that a program cannot have.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "abstract", "alloc", "as", "async", "await", "become", "box", "break", "build", "const", "continue", "core", "crate",
    "deps", "do", "dyn", "else", "enum", "examples", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in",
    "incremental", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "proc-macro", "proc_macro",
    "pub", "ref", "return", "self", "static", "std", "struct", "super", "test", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The way from one folder to another, with slashes; the whole path when they share nothing.
fn relative(from: &Path, to: &Path) -> String {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let nothing = to.components().take(shared).all(|part| !matches!(part, Component::Normal(_)));
    let path: PathBuf = if nothing {
        to.into()
    } else {
        let up = from.components().skip(shared).map(|_| Component::ParentDir);
        up.chain(to.components().skip(shared)).collect()
    };
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_what_is_written() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/sketch");
        for (file, text) in files("sketch", FACADE) {
            assert_eq!(fs::read_to_string(example.join(file)).unwrap(), text, "{file}");
        }
        let written: Vec<&str> = FILES.iter().map(|file| file.0).collect();
        let mut open = vec![example.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
                let path = entry.path();
                let name = path.strip_prefix(&example).unwrap().to_str().unwrap();
                match path.is_dir() {
                    true if name != "target" => open.push(path),
                    true => {}
                    false => assert!(written.contains(&name), "{name} is not written"),
                }
            }
        }
    }

    #[test]
    fn names_and_paths_are_put_in() {
        let all: Vec<_> = files("pong", "/opt/motile/crates/motile").collect();
        let text = |name: &str| &all.iter().find(|file| file.0 == name).unwrap().1;
        assert!(text("Cargo.toml").contains("name = \"pong\""));
        assert!(text("Cargo.toml").contains("path = \"/opt/motile/crates/motile\""));
        assert!(text("Cargo.lock").contains("name = \"pong\""));
        assert!(text("README.md").starts_with("# pong\n"));
        assert!(all.iter().all(|file| !file.1.contains("\"sketch\"")));
    }

    #[test]
    fn the_way_to_motile_is_short_where_it_can_be() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(way("/home/a/pong", "/home/a/motile/crates/motile"), "../motile/crates/motile");
        assert_eq!(way("/m/examples/s", "/m/crates/motile"), FACADE);
        assert_eq!(way("/tmp/pong", "/home/a/motile"), "/home/a/motile");
    }

    #[test]
    fn only_names_of_crates_are_names() {
        for name in ["pong", "games/my-sketch_2", "./a"] {
            assert!(name_of(Path::new(name)).is_ok(), "{name}");
        }
        for name in ["", "..", "Pong", "2d", "a b", "motile", "fn", "test", "motile-geom"] {
            assert!(name_of(Path::new(name)).is_err(), "{name}");
        }
    }
}
