//! What was heard or seen stays in memory.

use motile_sense::hear::{Ear, SoundRecorder};
use motile_sense::{
    CapturedFrame, FrameSource, MicrophoneList, NoSuchDevice, SampleBlock, SampleSource, Source,
    SyntheticSource,
};
use std::{fs, path::Path};

/// Ways out of the program, as names: files, sockets, processes, print, logs. However they are imported, they are named.
const WAYS_OUT: [&str; 22] = [
    "fs",
    "net",
    "process",
    "env",
    "File",
    "OpenOptions",
    "write_all",
    "TcpStream",
    "TcpListener",
    "UdpSocket",
    "UnixStream",
    "UnixDatagram",
    "println",
    "eprintln",
    "print",
    "eprint",
    "dbg",
    "log",
    "tracing",
    "stdout",
    "stderr",
    "syslog",
];

/// What of these the cameras of Linux need, by file: the system keeps their names in files, which are read.
const OF_CAMERAS: [(&str, &[&str]); 1] = [("sight/node.rs", &["fs"])];

/// What of these the devices of sound need, by file: the socket of the server, where it is, and the cookie that it asks for.
const OF_DEVICES: [(&str, &[&str]); 6] = [
    // Why there is no loudspeaker.
    ("device/mod.rs", &["eprintln"]),
    ("capture.rs", &["net", "UnixStream"]),
    ("list.rs", &["net", "UnixStream"]),
    ("pulse.rs", &["net", "UnixStream", "env", "fs", "write_all"]),
    ("record.rs", &["net", "UnixStream"]),
    ("sources.rs", &["net", "UnixStream"]),
];

/// Ways out of a page: the network, its storage, the console, other windows, files.
const WAYS_OUT_OF_A_PAGE: [&str; 22] = [
    "console",
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "sendBeacon",
    "RTCPeer",
    "EventSource",
    "WebTransport",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "caches",
    "cookie",
    "BroadcastChannel",
    "SharedWorker",
    "MediaRecorder",
    "toDataURL",
    "toBlob",
    "convertToBlob",
    "createObjectURL",
    "showSaveFilePicker",
    "download",
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

/// The first line with a name of a way out that is not allowed.
fn way_out<'a>(text: &'a str, ways: &[&str], allowed: &[&str]) -> Option<&'a str> {
    let is_way = |name: &str| ways.contains(&name) && !allowed.contains(&name);
    let names = |line: &'a str| line.split(|c: char| !c.is_alphanumeric() && c != '_');
    code(text).find(|line| names(line).any(is_way))
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
        let named = |(name, _): &&(&str, &[&str])| path.ends_with(name);
        let allowed = OF_CAMERAS.iter().find(named).map_or(&[][..], |(_, ways)| ways);
        assert_eq!(way_out(text, &WAYS_OUT, allowed), None, "{path}");
        let writes = code(text).any(|line| {
            ["fs::read(", "fs::read_dir("]
                .into_iter()
                .fold(line.to_owned(), |line, reads| line.replace(reads, ""))
                .contains("fs::")
        });
        assert!(!writes, "{path}");
    }
}

#[test]
fn weak_5_18_the_devices_of_sound_have_their_socket_and_no_other_way_out() {
    let mut found = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sound/src/device");
    sources(&folder, &mut found);
    assert!(found.len() > 8, "the sources are there");
    for (path, text) in &found {
        if path.contains("_tests.rs") {
            continue;
        }
        let named = |(name, _): &&(&str, &[&str])| path.ends_with(name);
        let allowed = OF_DEVICES.iter().find(named).map_or(&[][..], |(_, ways)| ways);
        assert_eq!(way_out(text, &WAYS_OUT, allowed), None, "{path}");
    }
}

#[test]
fn weak_5_18_the_page_hands_what_it_captures_to_the_program_alone() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/senses.js");
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(way_out(&text, &WAYS_OUT_OF_A_PAGE, &[]), None);
    // What is caught, so that the words above are those that matter.
    for line in
        ["console.log(data)", "await fetch ('x', { body: data })", "local.x; localStorage.a = data"]
    {
        assert!(way_out(line, &WAYS_OUT_OF_A_PAGE, &[]).is_some(), "{line}");
    }
    for line in ["use std::{fs, io};", "OpenOptions::new()", "use std::os::unix::net::UnixStream;"]
    {
        assert!(way_out(line, &WAYS_OUT, &[]).is_some(), "{line}");
    }
}

/// Debug output ends in logs: it has settings and sizes, and neither samples nor pixels.
#[test]
fn weak_5_18_debug_output_has_neither_samples_nor_pixels() {
    use motile_sense::sight::{
        BackgroundModel, CameraScene, EdgeFacing, EdgeFinder, OpticalFlow, SyntheticCamera, Watcher,
    };
    let (mut source, mut ear) = (SyntheticSource::speech(1), Ear::new());
    let mut recorder = SoundRecorder::new(1.0);
    source.start();
    source.update(0.5);
    let mut block = SampleBlock::default();
    while source.next_block(&mut block) {
        ear.hear(&block);
        recorder.record(&block);
    }
    let mut camera = SyntheticCamera::new(CameraScene::Hand, 1);
    let (mut eye, mut room) = (Watcher::default(), BackgroundModel::default());
    let (mut edges, mut flow) = (EdgeFinder::new(EdgeFacing::Any), OpticalFlow::default());
    let mut frame = CapturedFrame::new(motile_pixels::Surface::new(1, 1).unwrap());
    camera.start();
    for _ in 0..20 {
        camera.update(1.0 / 30.0);
        if camera.next_frame(&mut frame) {
            eye.see(&frame);
            room.see(eye.motion.luma());
            edges.see(eye.motion.luma());
            flow.see(&frame);
        }
    }
    for (name, words) in [
        ("a block", format!("{block:?}")),
        ("an ear", format!("{ear:?}")),
        ("a recorder", format!("{recorder:?}")),
        ("a frame", format!("{frame:?}")),
        ("an eye", format!("{eye:?}")),
        ("a background", format!("{room:?}")),
        ("edges", format!("{edges:?}")),
        ("flow", format!("{flow:?}")),
    ] {
        assert!(words.len() < 2_500, "{name}: {} characters: {words:.300}", words.len());
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
