//! A program that is killed while it saves leaves the save before or the one after, whole.

use motile_game::Saves;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

/// Tells the child which folder to write to; without it this is the parent.
const FOLDER: &str = "MOTILE_SAVES_FOLDER";
/// Long enough that a write takes many calls of the system.
const NUMBERS: usize = 50_000;

/// All numbers are alike, so that halves of two saves are told apart from one.
fn value(round: u32) -> Vec<u32> {
    vec![round; NUMBERS]
}

/// The round of a save that is whole, or what is wrong with it.
fn whole(folder: &Path) -> Result<u32, String> {
    let saves = Saves::in_folder(folder);
    let saved: Option<Vec<u32>> = saves.read("slot", 1).map_err(|error| error.to_string())?;
    let saved = saved.ok_or("a save that was told of is not there")?;
    if saved.len() != NUMBERS || saved.iter().any(|number| *number != saved[0]) {
        return Err("parts of two saves".into());
    }
    match saves.slots() {
        Ok(slots) if slots == ["slot"] => Ok(saved[0]),
        other => Err(format!("parts are no slots: {other:?}")),
    }
}

#[test]
fn a_killed_program_leaves_a_whole_save() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        write_forever(Path::new(&folder));
    }
    let folder = own_folder("killed");
    for writes in 1..8 {
        kill_after("a_killed_program_leaves_a_whole_save", &folder, writes);
        let round = whole(&folder).expect("a whole save");
        assert!(round as usize >= writes, "{writes} writes were told of, number {round} is there");
    }
    std::fs::remove_dir_all(folder).expect("an own folder");
}

/// A kill between two writes proves nothing: here each comes while the new save is being written beside the old one.
#[test]
fn a_program_that_is_killed_in_the_middle_of_a_write_leaves_the_save_before() {
    const NAME: &str = "a_program_that_is_killed_in_the_middle_of_a_write_leaves_the_save_before";
    if let Some(folder) = std::env::var_os(FOLDER) {
        write_forever(Path::new(&folder));
    }
    let folder = own_folder("middle");
    let part = folder.join("slot.json-part");
    let mut in_the_middle = 0;
    for writes in (1..4).cycle().take(60) {
        std::fs::remove_file(&part).ok();
        let (mut child, mut lines) = start(NAME, &folder);
        assert_eq!(saved(&mut lines).take(writes).count(), writes);
        // Until the next write has begun. One that is not written aside never shows.
        let begun = (0..50_000_000u64).any(|_| part.exists());
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        assert!(begun, "no write has begun");
        let round = whole(&folder).expect("a whole save") as usize;
        // A part that is left was not renamed.
        let is_left = part.exists();
        assert!(round >= writes, "{writes} writes were told of, number {round} is there");
        in_the_middle += u32::from(is_left);
        if in_the_middle == 5 {
            break;
        }
    }
    assert!(in_the_middle > 0, "no kill fell into a write");
    std::fs::remove_dir_all(folder).expect("an own folder");
}

/// The control: what is killed in the middle of a write in place is found out by the same look.
#[test]
fn a_program_that_writes_in_place_is_caught() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        write_in_place(Path::new(&folder));
    }
    let folder = own_folder("in-place");
    Saves::in_folder(&folder).write("slot", 1, &value(1)).expect("room");
    assert_eq!(whole(&folder), Ok(1));
    kill_after("a_program_that_writes_in_place_is_caught", &folder, 1);
    let found = whole(&folder);
    assert!(found.as_ref().is_err_and(|why| why.contains("damaged")), "{found:?}");
    std::fs::remove_dir_all(folder).expect("an own folder");
}

fn own_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("motile-{name}-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    folder
}

/// Starts a test again as a child that saves without end; with it, what it tells.
fn start(test: &str, folder: &Path) -> (Child, Lines<BufReader<ChildStderr>>) {
    let mut child = Command::new(std::env::current_exe().expect("a test has a file"))
        .args(["--exact", test, "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child");
    let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    (child, lines)
}

/// The writes that a child tells of.
fn saved(lines: &mut Lines<BufReader<ChildStderr>>) -> impl Iterator<Item = String> {
    lines.map_while(Result::ok).filter(|line| line == "saved")
}

/// Kills a child right after it told of some writes.
fn kill_after(test: &str, folder: &Path, writes: usize) {
    let (mut child, mut lines) = start(test, folder);
    let told = saved(&mut lines).take(writes).count();
    // On Unix this is SIGKILL: the child has no chance to tidy up.
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(told, writes);
}

fn tell() {
    std::io::stderr().write_all(b"saved\n").expect("a parent that listens");
}

fn write_forever(folder: &Path) -> ! {
    let mut saves = Saves::in_folder(folder);
    for round in 1.. {
        saves.write("slot", 1, &value(round)).expect("room");
        tell();
    }
    unreachable!("the parent ends it")
}

/// What a program does that does not write aside: the second half never comes.
fn write_in_place(folder: &Path) -> ! {
    let path = folder.join("slot.json");
    let text = std::fs::read_to_string(&path).expect("a save of the parent");
    let mut file = std::fs::File::create(path).expect("room");
    file.write_all(&text.as_bytes()[..text.len() / 2]).expect("room");
    tell();
    loop {
        std::thread::park();
    }
}
