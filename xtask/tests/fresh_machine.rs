//! `cargo xtask` on a machine that has neither the web target nor a browser: it installs them or says how.
//!
//! The machine is a folder with programs that write down how they were called, and nothing else on the search path.

#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Command,
};

/// Installs by making a file of the name that is looked for.
const APT: &str = r#"
case "$*" in
  *" chromium-driver") : > "$FOLDER/chromedriver" ;;
  *" chromium") : > "$FOLDER/chromium" ;;
esac"#;

/// The compiler's library folder for the web target, empty until rustup fills it.
const RUSTC: &str = r#"echo "$FOLDER/lib""#;

struct Machine {
    folder: PathBuf,
}

impl Machine {
    fn new(name: &str, rustup: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("lib")).unwrap();
        let machine = Self { folder };
        // Cargo ends the run: what it would compile is not what is tested here.
        for (program, script) in
            [("apt-get", APT), ("rustc", RUSTC), ("rustup", rustup), ("cargo", "exit 1")]
        {
            machine.add(program, script);
        }
        machine
    }

    fn add(&self, program: &str, script: &str) {
        let path = self.folder.join(program);
        let text = format!("#!/bin/sh\necho \"{program} $*\" >> \"$FOLDER/log\"\n{script}\n");
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs a command to its end, which is a failure; the calls of programs, and what was said.
    fn run(&self, arguments: &[&str]) -> (Vec<String>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(arguments)
            .env("PATH", &self.folder)
            .env("FOLDER", &self.folder)
            .env("CARGO", self.folder.join("cargo"))
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .output()
            .unwrap();
        assert!(!output.status.success());
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let calls = log.lines().filter(|call| !call.starts_with("rustc")).map(String::from);
        (calls.collect(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Packages are installed by root only; others are told what to type.
fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}

#[test]
fn the_browser_tests_install_a_browser_and_the_web_target() {
    let machine = Machine::new("nothing", r#": > "$FOLDER/lib/libstd.rlib""#);
    let (calls, said) = machine.run(&["test", "browser"]);
    if is_root() {
        let install = "apt-get install -y -q --no-install-recommends";
        assert_eq!(calls[0], "apt-get update -q");
        assert_eq!(calls[1], format!("{install} chromium-driver"));
        assert_eq!(calls[2], format!("{install} chromium"));
        assert_eq!(calls[3], "rustup target add wasm32-unknown-unknown");
        assert!(calls[4].starts_with("cargo build --workspace --bin motile"), "{}", calls[4]);
        assert_eq!(calls.len(), 5, "{said}");
    } else {
        assert_eq!(calls, [""; 0]);
        assert!(said.contains("sudo apt-get install chromium-driver"), "{said}");
    }
}

#[test]
fn without_rustups_target_debians_compiler_is_tried_and_both_ways_are_told() {
    let machine = Machine::new("offline", "exit 1");
    let (calls, said) = machine.run(&["web"]);
    assert_eq!(calls[0], "rustup target add wasm32-unknown-unknown");
    let packages = "rustc-web cargo-web rust-web-src lld-19";
    if is_root() {
        let last = calls.last().unwrap();
        assert!(last.starts_with("apt-get install") && last.ends_with(packages), "{last}");
    }
    assert!(said.contains(packages), "{said}");
    assert!(said.contains("rustup target add wasm32-unknown-unknown"), "{said}");
}
