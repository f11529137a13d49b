//! The microphone of the machine, with a real sound server that hears a tone of its own. Where `pulseaudio` and `pactl` are not
//! installed the test says so and ends, unless `MOTILE_PULSE` says that they have to be.

use motile_sense::hear::{Ear, Hearing};
use motile_sense::{Microphone, SampleBlock, SampleSource, Source, SourceState};
use motile_sound::Speaker;
use std::{
    env, fs,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
};

/// A server of our own, in a folder of its own. Dropped, it ends.
struct Server {
    process: Child,
    folder: PathBuf,
}

impl Server {
    /// `None` when it is not installed.
    fn start() -> Option<Self> {
        let folder = env::temp_dir().join(format!("motile-pulse-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let native = folder.join("native").display().to_string();
        let script = folder.join("script.pa");
        let text = format!(
            "load-module module-native-protocol-unix socket={native} auth-anonymous=1\n\
             load-module module-null-sink sink_name=quiet\n"
        );
        fs::write(&script, text).unwrap();
        let process = Command::new("pulseaudio")
            .args(["-n", "--exit-idle-time=-1", "--daemonize=no", "--use-pid-file=no", "-v", "-F"])
            .arg(&script)
            .env("XDG_RUNTIME_DIR", &folder)
            .env("HOME", &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut process = process.ok()?;
        let words = BufReader::new(process.stderr.take()?);
        // It goes on talking, and stops when nobody reads.
        let mut lines = words.lines().map_while(Result::ok);
        let ready = lines.any(|line| line.contains("startup complete"));
        std::thread::spawn(move || lines.for_each(drop));
        assert!(ready, "the server did not start");
        Some(Self { process, folder })
    }

    fn address(&self) -> String {
        format!("unix:{}", self.folder.join("native").display())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Tells the server something, and gives what it answers.
fn control(words: &[&str]) -> String {
    let output = Command::new("pactl").args(words).output().expect("pactl");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().into()
}

#[test]
#[expect(clippy::print_stdout, reason = "says why nothing was tested")]
fn input_7_weak_5_14_a_real_server_is_heard_monitored_and_its_microphones_come_and_go() {
    let tools = Command::new("pactl").arg("--version").output().is_ok();
    let Some(server) = tools.then(Server::start).flatten() else {
        assert!(env::var_os("MOTILE_PULSE").is_none(), "pulseaudio and pactl are not installed");
        println!("skipped: pulseaudio and pactl are not installed");
        return;
    };
    // The address of the server is a variable of a process, and this one has threads already.
    let inner = Command::new(env::current_exe().unwrap())
        .args(["--exact", "inside", "--ignored", "--nocapture"])
        .env("PULSE_SERVER", server.address())
        .env("HOME", &server.folder)
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&inner.stderr);
    assert!(inner.status.success(), "{}{words}", String::from_utf8_lossy(&inner.stdout));
}

/// Lets a microphone go on until it is in a state.
fn wait(microphone: &mut Microphone, state: SourceState) {
    while microphone.state() != state {
        microphone.update(0.01);
        std::thread::yield_now();
    }
}

/// Hears some samples.
fn hear(microphone: &mut Microphone, ear: &mut Ear, most: usize) -> Option<Hearing> {
    let (mut block, mut count) = (SampleBlock::default(), 0);
    while count < most {
        microphone.update(0.01);
        while microphone.next_block(&mut block) {
            count += block.samples.len();
            ear.hear(&block);
        }
        std::thread::yield_now();
    }
    ear.now().copied()
}

/// What the microphone hears comes out of the loudspeakers, whose sound the server hands to `parec`.
fn monitor(microphone: &mut Microphone) {
    let mut listener = Command::new("parec")
        .args([
            "--device=quiet.monitor",
            "--format=float32le",
            "--rate=48000",
            "--channels=1",
            "--latency-msec=20",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("parec");
    let mut bytes = listener.stdout.take().unwrap();
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut block = [0; 1_920];
        while bytes.read_exact(&mut block).is_ok() {
            let samples =
                block.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap()));
            if tell.send(samples.collect::<Vec<f32>>()).is_err() {
                return;
            }
        }
    });
    let (mut speaker, mut ear, mut block) = (Speaker::open(), Ear::new(), SampleBlock::default());
    let (mut first, mut tones, mut heard) = (0, 0, Vec::new());
    // A busy machine may chop it.
    while tones < 50 {
        microphone.update(0.01);
        while microphone.next_block(&mut block) {
            heard.extend_from_slice(&block.samples);
        }
        for samples in told.try_iter() {
            // This microphone brings two seconds at once: they go out at the pace of the loudspeakers.
            let piece = samples.len().min(heard.len());
            speaker.stream(microphone.rate(), &heard[..piece], 0.5);
            heard.drain(..piece);
            block.fill(48_000, first, samples);
            first += block.samples.len() as u64;
            ear.hear(&block);
            let pitch = ear.now().and_then(|now| now.pitch);
            let is_tone = pitch.is_some_and(|pitch| (pitch.hz - 440.0).abs() < 2.0);
            tones += u32::from(is_tone);
        }
        std::thread::yield_now();
    }
    listener.kill().ok();
    listener.wait().ok();
}

/// What this process has open: files, sockets, pipes.
fn open_things() -> Vec<PathBuf> {
    let entries = fs::read_dir("/proc/self/fd").unwrap();
    let links = entries.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    // The list itself is open while it is read.
    links.filter(|link| !link.ends_with("fd")).collect()
}

#[test]
#[ignore = "called by the test above, with a server"]
fn inside() {
    assert!(Path::new(&env::var("PULSE_SERVER").unwrap()["unix:".len()..]).exists());
    assert_eq!(Microphone::list().len(), 0, "what listens to a loudspeaker is no microphone");
    let load = ["load-module", "module-sine-source", "source_name=tone", "frequency=440"];
    let module = control(&load);
    let list = Microphone::list();
    let mut microphone = list.into_iter().next().expect("one microphone");
    assert!(microphone.name().contains("440"), "{}", microphone.name());
    assert!(Microphone::get(7).is_err());

    let (mut ear, before) = (Ear::new(), open_things());
    microphone.start();
    wait(&mut microphone, SourceState::Running);
    // While it captures there is the socket of the server, and no file and no other way out.
    let new = open_things().into_iter().filter(|thing| !before.contains(thing));
    let new: Vec<String> = new.map(|thing| thing.display().to_string()).collect();
    assert!(!new.is_empty() && new.iter().all(|thing| thing.starts_with("socket:")), "{new:?}");
    let now = hear(&mut microphone, &mut ear, 24_000).expect("something was heard");
    let pitch = now.pitch.expect("a tone has a pitch");
    assert!((pitch.hz - 440.0).abs() < 1.0, "{} Hz", pitch.hz);

    monitor(&mut microphone);

    // While it is paused the server itself holds the stream still.
    microphone.set_paused(true);
    while !control(&["list", "source-outputs"]).contains("Corked: yes") {}
    microphone.set_paused(false);
    hear(&mut microphone, &mut ear, 4_800);

    // Another program takes the device, and gives it back.
    control(&["suspend-source", "tone", "1"]);
    wait(&mut microphone, SourceState::Busy);
    control(&["suspend-source", "tone", "0"]);
    wait(&mut microphone, SourceState::Running);
    hear(&mut microphone, &mut ear, 4_800);

    // It is unplugged, and plugged in again.
    control(&["unload-module", &module]);
    wait(&mut microphone, SourceState::Lost);
    control(&load);
    wait(&mut microphone, SourceState::NeedsPermission);
    microphone.start();
    wait(&mut microphone, SourceState::Running);
    hear(&mut microphone, &mut ear, 4_800);
    microphone.stop();
    while control(&["list", "short", "source-outputs"]).contains("tone") {}
}
