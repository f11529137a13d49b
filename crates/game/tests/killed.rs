//! A program that is killed while it saves leaves the save before or the one after, whole.

use motile_game::Saves;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Tells the child which folder to write to; without it this is the parent.
const FOLDER: &str = "MOTILE_SAVES_FOLDER";
/// Long enough that a write takes many calls of the system.
const NUMBERS: usize = 50_000;

/// All numbers are alike, so that halves of two saves are told apart from one.
fn value(round: u32) -> Vec<u32> {
    vec![round; NUMBERS]
}

#[test]
fn a_killed_program_leaves_a_whole_save() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        write_forever(Path::new(&folder));
    }
    let folder: PathBuf =
        std::env::temp_dir().join(format!("motile-killed-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let mut kept = 0;
    for writes in 1..8 {
        kill_after(&folder, writes);
        let saved: Option<Vec<u32>> =
            Saves::in_folder(&folder).read("slot", 1).expect("a whole save");
        let saved = saved.expect("a save that was told of is there");
        assert_eq!(saved.len(), NUMBERS);
        assert!(saved.iter().all(|number| *number == saved[0]), "parts of two saves");
        assert!(
            saved[0] as usize >= writes,
            "{} writes were told of, number {} is there",
            writes,
            saved[0]
        );
        assert_eq!(
            Saves::in_folder(&folder).slots(),
            Ok(vec!["slot".into()]),
            "parts are no slots"
        );
        kept = kept.max(saved[0]);
    }
    assert!(kept >= 7);
    std::fs::remove_dir_all(folder).expect("an own folder");
}

/// Starts this test again as a child that saves without end, and kills it in the middle of a write: right after it told of
/// the one before, when the next has begun.
fn kill_after(folder: &Path, writes: usize) {
    let mut child = Command::new(std::env::current_exe().expect("a test has a file"))
        .args(["--exact", "a_killed_program_leaves_a_whole_save", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child");
    let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let told = lines.map_while(Result::ok).filter(|line| line == "saved").take(writes).count();
    // On Unix this is SIGKILL: the child has no chance to tidy up.
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(told, writes);
}

fn write_forever(folder: &Path) -> ! {
    let mut saves = Saves::in_folder(folder);
    for round in 1.. {
        saves.write("slot", 1, &value(round)).expect("room");
        std::io::Write::write_all(&mut std::io::stderr(), b"saved\n")
            .expect("a parent that listens");
    }
    unreachable!("the parent ends it")
}
