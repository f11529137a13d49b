//! What was heard or seen stays in memory.

use motile_sense::hear::{Ear, SoundRecorder};
use motile_sense::{
    MicrophoneList, NoSuchDevice, SampleBlock, SampleSource, Source, SyntheticSource,
};
use std::{fs, path::Path};

/// Ways out of the program: files, sockets, processes, print, logs.
const WAYS_OUT: [&str; 17] = [
    "std::fs",
    "std::net",
    "std::process",
    "std::env",
    "File::",
    "TcpStream",
    "UdpSocket",
    "UnixStream",
    "fs::write",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "dbg!",
    "log::",
    "tracing::",
    "stdout",
];

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path.display().to_string(), text));
        }
    }
}

/// Lines of code: comments and what only tests see are left out.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"))
}

#[test]
fn weak_5_18_no_file_log_or_socket_sees_what_was_captured() {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 30, "the sources are there");
    for (path, text) in &found {
        if path.contains("testing.rs") {
            continue;
        }
        for line in code(text) {
            let way = WAYS_OUT.iter().find(|way| line.contains(**way));
            assert_eq!(way, None, "{path}: {line}");
        }
    }
}

#[test]
fn weak_5_18_names_of_devices_are_in_no_error_and_no_debug_output() {
    let mut list = MicrophoneList::new();
    list.push(SyntheticSource::new("the headset of Ada Lovelace", 1));
    assert_eq!(format!("{list:?}"), "MicrophoneList { len: 1 }");
    assert_eq!(list.get(3).err().unwrap().to_string(), NoSuchDevice { index: 3 }.to_string());
    assert!(!NoSuchDevice { index: 3 }.to_string().contains("Ada"));
}

#[test]
fn weak_5_18_nothing_is_kept_unless_a_recorder_is_asked() {
    let (mut source, mut ear) = (SyntheticSource::speech(1), Ear::new());
    let mut recorder = SoundRecorder::new(1.0);
    source.start();
    ear.listen(&mut source, 0.5);
    assert!(ear.waveform().len() < 4_800, "an ear remembers less than a tenth of a second");
    assert_eq!(recorder.length(), 0.0);
    source.update(0.1);
    let mut block = SampleBlock::default();
    assert!(source.next_block(&mut block) && recorder.record(&block));
    ear.reset();
    assert!(ear.waveform().is_empty());
    source.stop();
    assert!(!source.next_block(&mut block), "what was not taken is gone");
}
