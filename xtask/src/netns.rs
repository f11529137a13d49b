//! `cargo xtask netns`: races between two hosts of our own, in network namespaces with a cable between them.

use crate::{Result, install, process, say, web};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// The two hosts and their addresses.
const HOSTS: [(&str, &str); 2] = [("motile-a", "10.77.0.1"), ("motile-b", "10.77.0.2")];
const PORT: u16 = 7700;
/// What the cable does to packets, where the kernel knows how.
const WORSE: &[&str] = &["delay", "40ms", "10ms", "loss", "5%"];

/// Namespaces that go away with the value, whatever happened.
struct Hosts;

impl Drop for Hosts {
    fn drop(&mut self) {
        for (host, _) in HOSTS {
            // One that was never made cannot be removed.
            let _ = quiet("ip", &["netns", "del", host]);
        }
    }
}

/// Plays the race, twice where the kernel has `netem`: over a good cable, and over one that delays and loses. Then one in a room
/// that the second host finds by asking its network.
///
/// # Errors
/// Without the right to make namespaces, or when the states of the two hosts differ.
pub(crate) fn run(root: &Path) -> Result {
    install::need("ip", &["iproute2"])?;
    let packages = ["build", "--package", "motile-net", "--package", "motile-relay"];
    let features = ["--features", "motile-net/udp,motile-net/websocket"];
    let programs = ["--bin", "motile-relay", "--example", "udp_peer", "--example", "room_race"];
    process::run(process::cargo(root, packages).args(features).args(programs))?;
    let _hosts = connect()?;
    say("a good cable:");
    race(root)?;
    say("a room that is found by asking the network:");
    race_in_room(root)?;
    if worsen() {
        say(&format!("a cable with {}:", WORSE.join(" ")));
        race(root)
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
    drop(Hosts);
    let hosts = Hosts;
    let [(a, _), (b, _)] = HOSTS;
    let mut lines = vec![
        vec!["netns", "add", a],
        vec!["netns", "add", b],
        vec![
            "link", "add", "motile0", "netns", a, "type", "veth", "peer", "name", "motile0",
            "netns", b,
        ],
    ];
    let places = HOSTS.map(|(_, address)| format!("{address}/24"));
    for ((host, _), place) in HOSTS.iter().zip(&places) {
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

fn worsen() -> bool {
    HOSTS.iter().all(|(host, _)| {
        let line = ["netns", "exec", host, "tc", "qdisc", "add", "dev", "motile0", "root", "netem"];
        quiet("ip", &[&line, WORSE].concat())
    })
}

/// Both players at once; each fails when its states are not those of the other.
fn race(root: &Path) -> Result {
    let program = web::target(root).join("debug/examples/udp_peer");
    let addresses = HOSTS.map(|(_, address)| format!("{address}:{PORT}"));
    let player = |me: usize| {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", HOSTS[me].0]).arg(&program);
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
fn race_in_room(root: &Path) -> Result {
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
    let [(a, _), (b, _)] = HOSTS;
    let mut relay = Relay(start(a, &built.join("motile-relay"), &["--lan", "yes"])?);
    first_line(&mut relay.0)?;
    let program = built.join("examples/room_race");
    let mut host = start(a, &program, &["127.0.0.1:7777"])?;
    first_line(&mut host)?;
    let mut guest = start(b, &program, &["lan"])?;
    first_line(&mut guest)?;
    wait_for([host, guest])
}
