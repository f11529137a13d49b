//! How a relay is started, and what it allows.

use crate::secret::RelaySecret;
use motile_net::LAN_PORT;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a relay is started.
#[derive(Clone, Debug)]
pub struct RelayOptions {
    /// Where it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// The NATS server through which relays share rooms.
    pub nats: Option<String>,
    /// The folder that recordings of rooms are written to.
    pub record: Option<PathBuf>,
    /// The UDP port at which machines of the own network are told of rooms; port 0 is any free one, `None` tells nobody.
    pub lan: Option<u16>,
    /// Signs tickets and passes.
    pub secret: Option<RelaySecret>,
    /// Whether those who come for the first time need a pass that the secret signed.
    pub passes: bool,
    /// What connections are encrypted with.
    pub tls: Option<TlsFiles>,
    /// What clients may do.
    pub limits: RelayLimits,
}

/// A certificate and its private key, as files in the PEM form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, and after it those that vouch for it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

impl Default for RelayOptions {
    /// Alone, at port 7777 of this machine.
    fn default() -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], 7777));
        let limits = RelayLimits::default();
        Self {
            listen,
            nats: None,
            record: None,
            lan: None,
            secret: None,
            passes: false,
            tls: None,
            limits,
        }
    }
}

/// What the clients of a relay may do.
#[derive(Clone, Debug, PartialEq)]
pub struct RelayLimits {
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address.
    pub per_address: usize,
    /// Rooms at once.
    pub rooms: usize,
    /// Messages a second of one client; twice as many at once.
    pub message_rate: f32,
    /// Bytes a second of one client; twice as many at once.
    pub byte_rate: f32,
    /// Messages that wait for a client; older ones give way to newer ones.
    pub queue: usize,
    /// How long a seat is kept for somebody who is gone.
    pub keep: Duration,
    /// How long a step of a handshake may take, and how long a client may leave its messages unread.
    pub patience: Duration,
    /// Silence after which a client is taken for gone; it is asked for a sign three times in that time.
    pub silence: Duration,
    /// Bytes of a recording at the most.
    pub recording: u64,
    /// Bytes of all recordings at the most; the oldest ones of rooms that are over give way.
    pub recordings: u64,
    /// How long the recording of a room that is over stays.
    pub keep_recordings: Duration,
}

impl Default for RelayLimits {
    /// For games of eight players with 60 ticks a second, with room to spare.
    fn default() -> Self {
        Self {
            connections: 4096,
            per_address: 256,
            rooms: 2048,
            message_rate: 1500.0,
            byte_rate: 400_000.0,
            queue: 256,
            keep: Duration::from_secs(30),
            patience: Duration::from_secs(5),
            silence: Duration::from_secs(30),
            recording: 64 << 20,
            recordings: 4096 << 20,
            keep_recordings: Duration::from_hours(7 * 24),
        }
    }
}

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Rooms for networked sketches.

Usage: motile relay [OPTIONS]

  --listen ADDRESS   where to listen (127.0.0.1:7777); 0.0.0.0:7777 for everybody in the network
  --lan yes          listen at 0.0.0.0:7777, and tell machines of the network that ask (UDP port 7778) of rooms
                     with seats left, so that players find them without an address or a code
  --nats HOST        share rooms with other relays through a NATS server with JetStream
  --secret FILE      sign tickets with the bytes of FILE (16 or more, equal for all relays)
  --passes yes       let nobody in without a pass that was signed with the secret
  --pass GAME        print such a pass to GAME, good for 24 hours, and end; after --secret
  --certificate FILE encrypt connections (wss://, https://); takes --key
  --key FILE         the private key of the certificate
  --record FOLDER    write the packets of every room to a file in FOLDER
  --record-hours N   how long they stay when the room is over (168)
  --record-megabytes N  what all of them may take (4096); the oldest ones give way
  --connections N    connections at once (4096)
  --per-address N    connections at once from one address (256)
  --rooms N          rooms at once (2048)
  --messages N       messages a second of one client (1500)
  --keep SECONDS     how long a seat is kept for somebody who is gone (30)

GET /health answers \"ok\", GET /metrics counts in the text format of Prometheus, and GET /recording/GAME.CODE
gives what --record wrote of a room to those who have or had a seat there. Ctrl-C ends it: it tells its clients,
who go on at the next relay of their list, and waits up to three seconds for them.";

/// How long a pass from the command line is good for.
const PASS_SECONDS: u64 = 24 * 60 * 60;

/// What a command line asks for.
#[derive(Debug)]
pub enum RelayCall {
    /// To run.
    Run(Box<RelayOptions>),
    /// To explain itself.
    Help(&'static str),
    /// To print a pass.
    Pass(motile_net::RoomPass),
}

impl RelayOptions {
    /// Reads a command line, without the name of the program.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(words: impl IntoIterator<Item = String>) -> Result<RelayCall, String> {
        let (mut options, mut words) = (Self::default(), words.into_iter());
        while let Some(word) = words.next() {
            if word == "--help" || word == "-h" {
                return Ok(RelayCall::Help(HELP));
            }
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name.to_string(), Some(value.to_string())),
                None => (word, words.next()),
            };
            let value = value.ok_or_else(|| format!("{name} needs a value"))?;
            if name == "--pass" {
                return options.pass(&value).map(RelayCall::Pass);
            }
            options.set(&name, &value)?;
        }
        let half = |files: &TlsFiles| {
            files.certificate.as_os_str().is_empty() || files.key.as_os_str().is_empty()
        };
        if options.tls.as_ref().is_some_and(half) {
            return Err("--certificate and --key come together".into());
        }
        if options.passes && options.secret.is_none() {
            return Err("--passes takes --secret".into());
        }
        Ok(RelayCall::Run(Box::new(options)))
    }

    /// A pass for whoever asks for it at a terminal.
    fn pass(&self, game: &str) -> Result<motile_net::RoomPass, String> {
        let secret = self.secret.as_ref().ok_or("--pass comes after --secret")?;
        let id = crate::entry::random_key().map_err(|error| error.to_string())?;
        Ok(secret.pass(game, id, crate::guard::seconds_now() + PASS_SECONDS))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = |wanted: &str| format!("{name} {value}: {wanted} is expected");
        let whole = || {
            let number = value.parse::<u32>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| wrong("a whole number above 0"))
        };
        let yes_or_no = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(wrong("yes or no")),
        };
        match name {
            "--listen" => {
                self.listen =
                    value.parse().map_err(|_| wrong("an address such as 127.0.0.1:7777"))?;
            }
            "--lan" => {
                self.lan = yes_or_no()?.then_some(LAN_PORT);
                if self.lan.is_some() && self.listen == Self::default().listen {
                    self.listen.set_ip(Ipv4Addr::UNSPECIFIED.into());
                }
            }
            "--nats" => self.nats = Some(value.to_string()),
            "--record" => self.record = Some(value.into()),
            "--secret" => self.secret = Some(RelaySecret::read(Path::new(value))?),
            "--passes" => self.passes = yes_or_no()?,
            "--certificate" => self.tls.get_or_insert_default().certificate = value.into(),
            "--key" => self.tls.get_or_insert_default().key = value.into(),
            "--record-hours" => {
                self.limits.keep_recordings = Duration::from_hours(whole()?.into());
            }
            "--record-megabytes" => self.limits.recordings = u64::from(whole()?) << 20,
            "--connections" => self.limits.connections = whole()? as usize,
            "--per-address" => self.limits.per_address = whole()? as usize,
            "--rooms" => self.limits.rooms = whole()? as usize,
            "--messages" => {
                self.limits.message_rate = whole()? as f32;
                self.limits.byte_rate = self.limits.message_rate * 270.0;
            }
            "--keep" => self.limits.keep = Duration::from_secs(whole()?.into()),
            _ => return Err(format!("there is no option {name}")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<RelayCall, String> {
        RelayOptions::parse(line.split_whitespace().map(str::to_string))
    }

    #[test]
    fn sim_64_every_option_of_the_help_is_taken() {
        let secret = std::env::temp_dir().join(format!("motile-secret-{}", std::process::id()));
        std::fs::write(&secret, "sixteen bytes or more\n").unwrap();
        let line = format!(
            "--listen 127.0.0.1:0 --lan yes --nats=localhost --record out --record-hours 10 --record-megabytes 11 --connections 5 --per-address 6 \
             --rooms 7 --messages 8 --keep 9 --certificate c.pem --key k.pem --secret {} --passes yes",
            secret.display()
        );
        let line = line.as_str();
        let Ok(RelayCall::Run(options)) = parse(line) else { panic!("{:?}", parse(line)) };
        let RelayLimits { connections, per_address, rooms, message_rate, keep, .. } =
            options.limits;
        assert_eq!((connections, per_address, rooms, message_rate), (5, 6, 7, 8.0));
        assert_eq!((keep.as_secs(), options.nats.as_deref()), (9, Some("localhost")));
        let kept = (options.limits.keep_recordings.as_secs(), options.limits.recordings);
        assert_eq!(kept, (36_000, 11 << 20));
        assert!(options.passes && options.secret.is_some());
        assert_eq!(options.tls.map(|files| files.key), Some("k.pem".into()));
        let pass = parse(&format!("{line} --pass pong"));
        assert!(matches!(pass, Ok(RelayCall::Pass(pass)) if pass.expires > PASS_SECONDS));
        std::fs::remove_file(secret).unwrap();
        for option in HELP.lines().filter_map(|line| line.strip_prefix("  --")) {
            let name = option.split(' ').next().unwrap_or_default();
            assert!(format!("{line} --pass pong").contains(&format!("--{name}")), "{name}");
        }
        let Ok(RelayCall::Run(lan)) = parse("--lan yes") else { panic!("taken") };
        assert_eq!((lan.listen.to_string().as_str(), lan.lan), ("0.0.0.0:7777", Some(7778)));
        assert!(matches!(parse("--help"), Ok(RelayCall::Help(_))));
    }

    #[test]
    fn sim_64_wrong_lines_are_told() {
        for (line, word) in [
            ("--listen here", "an address"),
            ("--rooms 0", "above 0"),
            ("--nats", "needs a value"),
            ("--gnats x", "no option"),
            ("--passes maybe", "yes or no"),
            ("--lan maybe", "yes or no"),
            ("--passes yes", "takes --secret"),
            ("--pass pong", "after --secret"),
            ("--certificate c.pem", "come together"),
            ("--secret no/such/file", "no/such/file"),
        ] {
            assert!(parse(line).is_err_and(|error| error.contains(word)), "{line}");
        }
    }
}
