//! A small client of the protocol that `PulseAudio` and `PipeWire` speak on a socket.
//!
//! Messages are a head of five numbers, all big-endian (length, channel, offset in two halves, flags), and a body. On the
//! channel of control the body is a list of tagged values that begins with the number of a command and the number of the
//! question; on the others it is samples. The server asks for samples when it wants some, which paces everything.

mod record;
mod sources;

pub(super) use record::{cork, record};
pub(super) use sources::{sources, watch};

use super::feed::Feed;
use std::{
    env, fs,
    io::{self, Read, Write},
    os::unix::{fs::MetadataExt, net::UnixStream},
    path::PathBuf,
    time::Duration,
};

/// The version that is spoken: the oldest one in which streams have properties, which every server understands.
const VERSION: u32 = 13;
/// The channel of commands, and the number that stands for "none".
const CONTROL: u32 = u32::MAX;
const NONE: u32 = u32::MAX;
/// Little-endian floats.
const FLOAT32: u8 = 5;
/// Left and right.
const STEREO: [u8; 2] = [1, 2];
/// The volume at which samples are as they are.
const FULL: u32 = 0x1_0000;
const FRAME_BYTES: u32 = 8;
/// Bodies above this are not meant for us.
const MOST_BYTES: u32 = 1 << 20;

/// Numbers of errors: nobody allowed it, there is no such thing, somebody else has it.
const REFUSED: u32 = 1;
const NO_ENTITY: u32 = 5;
const BUSY: u32 = 26;

/// Milliseconds of sound that the server keeps, and the smallest part it asks for.
const KEPT: u32 = 30;
const ASKED: u32 = 5;
/// Longest time without a word of the server; it asks for samples many times a second.
const PATIENCE: Duration = Duration::from_secs(2);

/// Numbers of commands.
mod command {
    pub(super) const ERROR: u32 = 0;
    pub(super) const REPLY: u32 = 2;
    pub(super) const CREATE_PLAYBACK_STREAM: u32 = 3;
    pub(super) const CREATE_RECORD_STREAM: u32 = 5;
    pub(super) const AUTH: u32 = 8;
    pub(super) const SET_CLIENT_NAME: u32 = 9;
    pub(super) const GET_PLAYBACK_LATENCY: u32 = 14;
    pub(super) const GET_SERVER_INFO: u32 = 20;
    pub(super) const GET_SOURCE_INFO_LIST: u32 = 24;
    pub(super) const SUBSCRIBE: u32 = 35;
    pub(super) const CORK_RECORD_STREAM: u32 = 58;
    pub(super) const REQUEST: u32 = 61;
    pub(super) const UNDERFLOW: u32 = 63;
    pub(super) const STREAM_KILLED: u32 = 64;
    pub(super) const RECORD_STREAM_KILLED: u32 = 65;
    pub(super) const SUBSCRIBE_EVENT: u32 = 66;
    pub(super) const RECORD_STREAM_SUSPENDED: u32 = 77;
}

/// Plays until the feed is over.
pub(super) fn play(feed: &mut Feed) -> Result<(), String> {
    let socket = socket().map_err(|error| format!("no PulseAudio or PipeWire server ({error})"))?;
    run(socket, &cookie(), feed).map_err(|error| format!("the sound server is gone ({error})"))
}

/// Speaks with a server that has just been reached.
fn run(socket: UnixStream, cookie: &[u8], feed: &mut Feed) -> io::Result<()> {
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    let mut client = Client { socket, question: 0 };
    client.greet(cookie)?;
    let stream = client.open_stream(feed.rate())?;
    feed.found("PulseAudio");
    client.serve(&stream, feed)
}

/// Where the server listens.
fn socket() -> io::Result<UnixStream> {
    let mut paths: Vec<PathBuf> = Vec::new();
    if let Ok(server) = env::var("PULSE_SERVER") {
        // Several may be listed; those over a network are left to others.
        paths.extend(server.split_whitespace().filter_map(local));
    }
    if let Some(folder) = env::var_os("PULSE_RUNTIME_PATH") {
        paths.push(PathBuf::from(folder).join("native"));
    }
    // A program that was not started from a session has no variable, but its user has the folder all the same.
    let user = || fs::metadata("/proc/self").ok().map(|own| format!("/run/user/{}", own.uid()));
    let folder = env::var_os("XDG_RUNTIME_DIR").or_else(|| user().map(Into::into));
    if let Some(folder) = folder {
        paths.push(PathBuf::from(folder).join("pulse/native"));
    }
    paths.push(PathBuf::from("/var/run/pulse/native"));
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for path in paths {
        match UnixStream::connect(path) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The socket that a server string of `PulseAudio` names, if it is one of this machine: `unix:/path` or the path alone, either
/// with the name of a machine in braces in front.
fn local(place: &str) -> Option<PathBuf> {
    let place = match place.strip_prefix('{') {
        Some(named) => named.split_once('}')?.1,
        None => place,
    };
    let path = place.strip_prefix("unix:").unwrap_or(place);
    path.starts_with('/').then(|| path.into())
}

/// What proves that we may speak to the server: 256 bytes that it has written into a file of the user.
fn cookie() -> Vec<u8> {
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let config = env::var_os("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from);
    let named = env::var_os("PULSE_COOKIE").map(PathBuf::from);
    let places = [named, Some(config.join("pulse/cookie")), Some(home.join(".pulse-cookie"))];
    let found = places.into_iter().flatten().find_map(|path| fs::read(path).ok());
    let mut cookie = found.unwrap_or_default();
    cookie.resize(256, 0);
    cookie
}

/// A stream that the server has opened.
struct Stream {
    channel: u32,
    /// Bytes it asks for at once.
    asked: u32,
}

struct Client {
    socket: UnixStream,
    /// Number of the last question.
    question: u32,
}

impl Client {
    fn question(&mut self, command: u32) -> Values {
        self.question += 1;
        let mut values = Values::default();
        values.number(command).number(self.question);
        values
    }

    /// Says who we are.
    fn greet(&mut self, cookie: &[u8]) -> io::Result<()> {
        let mut auth = self.question(command::AUTH);
        auth.number(VERSION).bytes(cookie);
        self.ask(&auth)?;
        let mut name = self.question(command::SET_CLIENT_NAME);
        name.properties(&[("application.name", "motile")]);
        self.ask(&name)?;
        Ok(())
    }

    fn open_stream(&mut self, rate: u32) -> io::Result<Stream> {
        let bytes = |milliseconds: u32| rate * milliseconds / 1000 * FRAME_BYTES;
        let mut ask = self.question(command::CREATE_PLAYBACK_STREAM);
        ask.sample_kind(rate).channels().number(NONE).nothing();
        // The most it may keep, not halted, what it should keep, when to begin, the least it asks for.
        ask.number(NONE).flag(false).number(bytes(KEPT)).number(0).number(bytes(ASKED));
        ask.number(0).volume();
        // No remapping, no remixing, formats as they are, may be moved, rate stays, not muted.
        ask.flags(&[false; 8]);
        // The server makes its own delay fit what it should keep.
        ask.flag(true);
        ask.properties(&[("media.name", "game"), ("media.role", "game")]);
        let reply = self.ask(&ask)?;
        let mut reply = reply.as_slice();
        let channel = take_number(&mut reply)?;
        take_number(&mut reply)?;
        Ok(Stream { channel, asked: take_number(&mut reply)? })
    }

    /// Sends a question and waits for its answer.
    fn ask(&mut self, values: &Values) -> io::Result<Vec<u8>> {
        self.send(CONTROL, &values.bytes)?;
        loop {
            let body = self.receive()?;
            let mut rest = body.as_slice();
            let (kind, to) = (take_number(&mut rest)?, take_number(&mut rest)?);
            match kind {
                command::REPLY if to == self.question => return Ok(rest.to_vec()),
                command::ERROR if to == self.question => {
                    let code = take_number(&mut rest).unwrap_or_default();
                    let kind = match code {
                        REFUSED => io::ErrorKind::PermissionDenied,
                        NO_ENTITY => io::ErrorKind::NotFound,
                        BUSY => io::ErrorKind::ResourceBusy,
                        _ => io::ErrorKind::Other,
                    };
                    return Err(io::Error::new(kind, format!("refused with number {code}")));
                }
                _ => {}
            }
        }
    }

    /// Gives the server what it asks for until all is over.
    fn serve(&mut self, stream: &Stream, feed: &mut Feed) -> io::Result<()> {
        let bytes_per_second = (feed.rate() * FRAME_BYTES) as f32;
        let mut seconds_ahead = stream.asked as f32 / bytes_per_second;
        self.feed(stream.channel, stream.asked, feed)?;
        while !feed.is_over() {
            let body = self.receive()?;
            let mut rest = body.as_slice();
            let (kind, to) = (take_number(&mut rest)?, take_number(&mut rest)?);
            match kind {
                command::REQUEST => {
                    let (channel, bytes) = (take_number(&mut rest)?, take_number(&mut rest)?);
                    if channel == stream.channel {
                        self.feed(channel, bytes, feed)?;
                        feed.will_be_heard_in(seconds_ahead);
                        self.ask_latency(channel)?;
                    }
                }
                command::REPLY if to == self.question => {
                    seconds_ahead = latency(&mut rest, bytes_per_second).unwrap_or(seconds_ahead);
                }
                command::UNDERFLOW => feed.underrun(),
                command::STREAM_KILLED => return Err(io::Error::other("it closed the stream")),
                _ => {}
            }
        }
        Ok(())
    }

    fn feed(&mut self, channel: u32, bytes: u32, feed: &mut Feed) -> io::Result<()> {
        let frames = (bytes / FRAME_BYTES).min(feed.rate());
        let mut block = vec![[0.0f32; 2]; frames as usize];
        feed.fill(&mut block);
        let bytes: Vec<u8> =
            block.iter().flatten().flat_map(|sample| sample.to_le_bytes()).collect();
        self.send(channel, &bytes)
    }

    /// Asks how far behind the loudspeaker is; the answer comes among the other messages.
    fn ask_latency(&mut self, channel: u32) -> io::Result<()> {
        let mut ask = self.question(command::GET_PLAYBACK_LATENCY);
        ask.number(channel).moment();
        self.send(CONTROL, &ask.bytes)
    }

    fn send(&mut self, channel: u32, body: &[u8]) -> io::Result<()> {
        send(&mut self.socket, channel, body)
    }

    /// The body of the next command; anything else is read and passed over.
    fn receive(&mut self) -> io::Result<Vec<u8>> {
        loop {
            if let (CONTROL, body) = self.message()? {
                return Ok(body);
            }
        }
    }

    /// The next message: its channel and its body. A server that says nothing for long is an error.
    fn message(&mut self) -> io::Result<(u32, Vec<u8>)> {
        self.message_unless(|| false)
    }

    /// The next message, for which it waits as long as the server has a reason to be silent.
    fn message_unless(&mut self, silence: impl Fn() -> bool) -> io::Result<(u32, Vec<u8>)> {
        let mut head = [0; 20];
        // The first byte alone: nothing of a message is lost when the wait for it ends.
        loop {
            match self.socket.read(&mut head[..1]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => break,
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut if silence() => {}
                    _ => return Err(error),
                },
            }
        }
        self.socket.read_exact(&mut head[1..])?;
        let number =
            |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if number(0) > MOST_BYTES {
            return Err(io::Error::other("a message that is too long"));
        }
        let mut body = vec![0; number(0) as usize];
        self.socket.read_exact(&mut body)?;
        Ok((number(4), body))
    }
}

fn send(socket: &mut UnixStream, channel: u32, body: &[u8]) -> io::Result<()> {
    let head = [body.len() as u32, channel, 0, 0, 0];
    let mut message: Vec<u8> = head.iter().flat_map(|number| number.to_be_bytes()).collect();
    message.extend(body);
    socket.write_all(&message)
}

/// Tagged values on their way to the server.
#[derive(Default)]
struct Values {
    bytes: Vec<u8>,
}

impl Values {
    fn number(&mut self, number: u32) -> &mut Self {
        self.bytes.push(b'L');
        self.bytes.extend(number.to_be_bytes());
        self
    }

    fn flag(&mut self, is_set: bool) -> &mut Self {
        self.bytes.push(if is_set { b'1' } else { b'0' });
        self
    }

    fn flags(&mut self, are_set: &[bool]) -> &mut Self {
        for &is_set in are_set {
            self.flag(is_set);
        }
        self
    }

    fn nothing(&mut self) -> &mut Self {
        self.bytes.push(b'N');
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.bytes.push(b't');
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.push(b'x');
        self.bytes.extend((bytes.len() as u32).to_be_bytes());
        self.bytes.extend(bytes);
        self
    }

    fn sample_kind(&mut self, rate: u32) -> &mut Self {
        self.bytes.extend([b'a', FLOAT32, STEREO.len() as u8]);
        self.bytes.extend(rate.to_be_bytes());
        self
    }

    fn channels(&mut self) -> &mut Self {
        self.bytes.extend([b'm', STEREO.len() as u8]);
        self.bytes.extend(STEREO);
        self
    }

    fn volume(&mut self) -> &mut Self {
        self.bytes.extend([b'v', STEREO.len() as u8]);
        for _ in STEREO {
            self.bytes.extend(FULL.to_be_bytes());
        }
        self
    }

    /// A moment; what is measured here needs none.
    fn moment(&mut self) -> &mut Self {
        self.bytes.push(b'T');
        self.bytes.extend([0; 8]);
        self
    }

    fn properties(&mut self, list: &[(&str, &str)]) -> &mut Self {
        self.bytes.push(b'P');
        for (key, value) in list {
            // Values are bytes that end with a zero, with their length in front twice.
            let value = [value.as_bytes(), &[0]].concat();
            self.text(key).number(value.len() as u32).bytes(&value);
        }
        self.nothing()
    }
}

fn damaged() -> io::Error {
    io::Error::other("an answer that makes no sense")
}

fn take<const N: usize>(rest: &mut &[u8], tag: u8) -> io::Result<[u8; N]> {
    let (found, after) = rest.split_first().ok_or_else(damaged)?;
    let (value, after) = after.split_first_chunk().ok_or_else(damaged)?;
    if *found != tag {
        return Err(damaged());
    }
    *rest = after;
    Ok(*value)
}

fn take_number(rest: &mut &[u8]) -> io::Result<u32> {
    take(rest, b'L').map(u32::from_be_bytes)
}

/// Seconds until a frame is heard that is sent now: what the server keeps, and what the device behind it takes.
fn latency(rest: &mut &[u8], bytes_per_second: f32) -> io::Result<f32> {
    let sink = u64::from_be_bytes(take(rest, b'U')?);
    take::<8>(rest, b'U')?;
    // Whether it is playing is a tag without a value.
    let (_, after) = rest.split_first().ok_or_else(damaged)?;
    *rest = after;
    take::<8>(rest, b'T')?;
    take::<8>(rest, b'T')?;
    let written = i64::from_be_bytes(take(rest, b'r')?);
    let read = i64::from_be_bytes(take(rest, b'r')?);
    Ok(sink as f32 * 1e-6 + (written - read).max(0) as f32 / bytes_per_second)
}

#[cfg(test)]
#[path = "pulse_tests.rs"]
mod tests;
