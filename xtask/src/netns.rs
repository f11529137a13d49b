//! `cargo xtask netns`: races between two hosts of our own, in network namespaces with a cable between them.

use crate::{
    Result, install, process, say,
    steps::{Context, Outcome},
    web,
};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// The addresses of the two hosts.
const ADDRESSES: [&str; 2] = ["10.77.0.1", "10.77.0.2"];
const PORT: u16 = 7700;
/// What the cable does to packets, where the kernel knows how.
const WORSE: &[&str] = &["delay", "40ms", "10ms", "loss", "5%"];

/// The names of two namespaces, which go away with the value, whatever happened. Two runs at once do not meet: they have the
/// number of the process in them.
struct Hosts([String; 2]);

impl Drop for Hosts {
    fn drop(&mut self) {
        for host in &self.0 {
            // One that was never made cannot be removed.
            let _ = quiet("ip", &["netns", "del", host]);
        }
    }
}

/// The step `netns`: where namespaces cannot be made it says so; asked for by name it fails.
///
/// # Errors
/// When the states of the two hosts differ.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("network namespaces are a matter of Linux".into()));
    }
    let ready = install::need("ip", &["iproute2"]).and_then(|()| connect());
    match ready {
        Ok(hosts) => race_all(context.root, &hosts)?,
        Err(advice) if context.named => return Err(advice),
        Err(advice) => return Ok(Outcome::Skipped(advice)),
    }
    context.count.passed += 1;
    Ok(Outcome::Done)
}

/// The command `netns`.
///
/// # Errors
/// Without the right to make namespaces, or when the states of the two hosts differ.
pub(crate) fn run(root: &Path) -> Result {
    install::need("ip", &["iproute2"])?;
    race_all(root, &connect()?)
}

/// Plays the race, twice where the kernel has `netem`: over a good cable, and over one that delays and loses. Between them one in
/// a room that the second host finds by asking its network.
fn race_all(root: &Path, hosts: &Hosts) -> Result {
    let packages = ["build", "--package", "motile-net", "--package", "motile-relay"];
    let features = ["--features", "motile-net/udp,motile-net/websocket"];
    let programs = ["--bin", "motile-relay", "--example", "udp_peer", "--example", "room_race"];
    process::run(process::cargo(root, packages).args(features).args(programs))?;
    say("a good cable:");
    race(root, hosts)?;
    say("a room that is found by asking the network:");
    race_in_room(root, hosts)?;
    if worsen(hosts) {
        say(&format!("a cable with {}:", WORSE.join(" ")));
        race(root, hosts)
    } else {
        say("this kernel has no netem: no delay and no loss were tried");
        Ok(())
    }
}

fn quiet(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Two namespaces, a pair of interfaces, and an address for each.
fn connect() -> Result<Hosts> {
    let hosts = Hosts(["a", "b"].map(|name| format!("motile-{}-{name}", std::process::id())));
    let [a, b] = hosts.0.each_ref().map(String::as_str);
    let mut lines = vec![
        vec!["netns", "add", a],
        vec!["netns", "add", b],
        vec![
            "link", "add", "motile0", "netns", a, "type", "veth", "peer", "name", "motile0",
            "netns", b,
        ],
    ];
    let places = ADDRESSES.map(|address| format!("{address}/24"));
    for (host, place) in [a, b].into_iter().zip(&places) {
        lines.push(vec!["-n", host, "addr", "add", place, "dev", "motile0"]);
        lines.push(vec!["-n", host, "link", "set", "lo", "up"]);
        lines.push(vec!["-n", host, "link", "set", "motile0", "up"]);
        // Questions to everybody take this way.
        lines.push(vec!["-n", host, "route", "add", "default", "dev", "motile0"]);
    }
    for line in lines {
        if !quiet("ip", &line) {
            return Err(format!(
                "`ip {}` failed: namespaces take root and a kernel with them",
                line.join(" ")
            ));
        }
    }
    Ok(hosts)
}

fn worsen(hosts: &Hosts) -> bool {
    hosts.0.iter().all(|host| {
        let line = ["netns", "exec", host, "tc", "qdisc", "add", "dev", "motile0", "root", "netem"];
        quiet("ip", &[&line, WORSE].concat())
    })
}

/// Both players at once; each fails when its states are not those of the other.
fn race(root: &Path, hosts: &Hosts) -> Result {
    let program = web::target(root).join("debug/examples/udp_peer");
    let addresses = ADDRESSES.map(|address| format!("{address}:{PORT}"));
    let player = |me: usize| {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &hosts.0[me]]).arg(&program);
        command.args([&me.to_string(), &addresses[me], &addresses[1 - me]]);
        command.spawn().map_err(|error| error.to_string())
    };
    wait_for([player(0)?, player(1)?])
}

fn wait_for(mut players: [Child; 2]) -> Result {
    let mut is_good = true;
    for player in &mut players {
        is_good &= player.wait().is_ok_and(|status| status.success());
    }
    if is_good { Ok(()) } else { Err("the race between two hosts failed".into()) }
}

/// A relay that ends with the value.
struct Relay(Child);

impl Drop for Relay {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The first host has a relay and a room there; the second knows no address and no code.
fn race_in_room(root: &Path, hosts: &Hosts) -> Result {
    let built = web::target(root).join("debug");
    let start = |host: &str, program: &Path, words: &[&str]| {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", host]).arg(program).args(words).stdout(Stdio::piped());
        command.spawn().map_err(|error| error.to_string())
    };
    let first_line = |child: &mut Child| {
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        let mut out = BufReader::new(out);
        out.read_line(&mut line).map_err(|error| error.to_string())?;
        say(line.trim());
        // The rest is read too, so that nobody waits for it.
        std::thread::spawn(move || out.lines().count());
        Result::Ok(())
    };
    let [a, b] = hosts.0.each_ref().map(String::as_str);
    let mut relay = Relay(start(a, &built.join("motile-relay"), &["--lan", "yes"])?);
    first_line(&mut relay.0)?;
    let program = built.join("examples/room_race");
    let mut host = start(a, &program, &["127.0.0.1:7777"])?;
    first_line(&mut host)?;
    let mut guest = start(b, &program, &["lan"])?;
    first_line(&mut guest)?;
    wait_for([host, guest])
}
