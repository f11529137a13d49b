//! The other direction: samples of a microphone.

use super::{CONTROL, Client, NONE, PATIENCE, Values, command, cookie, send, socket, take_number};
use crate::device::{capture::Captured, lock};
use std::{io, os::unix::net::UnixStream, sync::Mutex};

/// Milliseconds of sound that come at once.
const PIECE: u32 = 10;
const MONO: u8 = 1;
const BYTES: u32 = 4;

/// Captures from a microphone until nobody listens: the one of an id, or the default one.
pub(in crate::device) fn record(
    shared: &Mutex<Captured>,
    rate: u32,
    id: Option<&str>,
) -> io::Result<()> {
    listen(socket()?, &cookie(), shared, rate, id)
}

/// Speaks with a server that has just been reached.
fn listen(
    socket: UnixStream,
    cookie: &[u8],
    shared: &Mutex<Captured>,
    rate: u32,
    id: Option<&str>,
) -> io::Result<()> {
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.set_write_timeout(Some(PATIENCE))?;
    lock(shared).connected(socket.try_clone()?);
    let mut client = Client { socket, question: 0 };
    client.greet(cookie)?;
    // Nobody is recorded who has let go while the server thought about it.
    if lock(shared).is_over() {
        return Ok(());
    }
    let halted = lock(shared).is_paused();
    let channel = client.open_recording(rate, id, halted)?;
    lock(shared).running(channel, halted);
    let ring = lock(shared).ring();
    while !lock(shared).is_over() {
        // Neither a stream that is halted nor one whose device is taken has samples.
        let (from, body) = client.message_unless(|| lock(shared).is_silent())?;
        if from == CONTROL {
            told(&mut body.as_slice(), channel, shared)?;
        } else if from == channel {
            let samples = body.as_chunks::<4>().0.iter();
            ring.push(samples.map(|four| f32::from_le_bytes(*four)));
        }
    }
    Ok(())
}

/// What the server tells about a stream.
fn told(rest: &mut &[u8], channel: u32, shared: &Mutex<Captured>) -> io::Result<()> {
    let (kind, _question) = (take_number(rest)?, take_number(rest)?);
    match kind {
        command::RECORD_STREAM_KILLED => Err(io::Error::other("it closed the stream")),
        command::RECORD_STREAM_SUSPENDED if take_number(rest)? == channel => {
            lock(shared).occupied(rest.first() == Some(&b'1'));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Halts a stream or lets it go on, from outside of the thread that reads it. The answer comes among its messages.
pub(in crate::device) fn cork(socket: &mut UnixStream, stream: u32, halt: bool) -> io::Result<()> {
    let mut values = Values::default();
    values.number(command::CORK_RECORD_STREAM).number(ASIDE).number(stream).flag(halt);
    send(socket, CONTROL, &values.bytes)
}

/// Number of questions whose answer nobody waits for.
const ASIDE: u32 = u32::MAX - 1;

impl Client {
    /// Opens a stream of one channel, and gives its channel.
    fn open_recording(&mut self, rate: u32, id: Option<&str>, halted: bool) -> io::Result<u32> {
        let mut ask = self.question(command::CREATE_RECORD_STREAM);
        ask.mono(rate).number(NONE);
        match id {
            Some(id) => ask.text(id),
            None => ask.nothing(),
        };
        // The most it may keep, whether halted, how much comes at once.
        ask.number(NONE).flag(halted).number(rate * PIECE / 1000 * BYTES);
        // No remapping, no remixing, format, rate and channels as asked for; one that was chosen is not moved to another
        // microphone; rate stays, no peaks only.
        ask.flags(&[false, false, false, false, false, id.is_some(), false, false]);
        // The server makes its own delay fit what comes at once.
        ask.flag(true);
        ask.properties(&[("media.name", "microphone"), ("media.role", "game")]);
        // Not from a stream that is being played.
        ask.number(NONE);
        let reply = self.ask(&ask)?;
        take_number(&mut reply.as_slice())
    }
}

impl Values {
    /// Floats of one channel, and which channel that is.
    fn mono(&mut self, rate: u32) -> &mut Self {
        self.bytes.extend([b'a', super::FLOAT32, MONO]);
        self.bytes.extend(rate.to_be_bytes());
        // A channel map of one: position "mono" is 0.
        self.bytes.extend([b'm', MONO, 0]);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Server;
    use super::*;
    use crate::{CaptureStatus, SoundCapture};
    use std::{sync::Arc, thread};

    fn begin() -> (Arc<Mutex<Captured>>, thread::JoinHandle<io::Result<()>>, Server) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let shared = Arc::new(Mutex::new(Captured::default()));
        let captured = Arc::clone(&shared);
        let client = thread::spawn(move || listen(ours, &[0; 256], &captured, 48_000, None));
        (shared, client, Server::new(theirs))
    }

    /// Lets the client in, and opens stream 5.
    fn open(server: &mut Server) {
        server.greet();
        let question = server.expect(command::CREATE_RECORD_STREAM);
        server.say(&[command::REPLY, question, 5, 0]);
    }

    #[test]
    fn samples_of_the_stream_are_heard_and_a_killed_stream_is_an_error() {
        let (shared, client, mut server) = begin();
        open(&mut server);
        let bytes: Vec<u8> =
            [0.5f32, f32::NAN, -0.25].iter().flat_map(|sample| sample.to_le_bytes()).collect();
        server.send(5, &bytes);
        server.send(6, &bytes);
        server.say(&[command::RECORD_STREAM_KILLED, 0, 5]);
        assert!(client.join().unwrap().is_err());
        let capture = SoundCapture::of(shared);
        let mut samples = Vec::new();
        capture.take(&mut samples);
        assert_eq!(samples, [0.5, 0.0, -0.25]);
        assert_eq!(capture.status(), CaptureStatus::Running);
    }

    #[test]
    fn a_refusal_is_told_apart_from_a_missing_microphone() {
        for (code, kind) in [
            (1, io::ErrorKind::PermissionDenied),
            (5, io::ErrorKind::NotFound),
            (26, io::ErrorKind::ResourceBusy),
        ] {
            let (_shared, client, mut server) = begin();
            server.greet();
            let question = server.expect(command::CREATE_RECORD_STREAM);
            server.say(&[command::ERROR, question, code]);
            assert_eq!(client.join().unwrap().unwrap_err().kind(), kind);
        }
    }

    /// The server tells that a stream was suspended, or goes on.
    fn suspend(server: &mut Server, stream: u32, taken: bool) {
        let mut values = Values::default();
        values.number(command::RECORD_STREAM_SUSPENDED).number(NONE).number(stream).flag(taken);
        server.send(CONTROL, &values.bytes);
    }

    #[test]
    fn weak_5_14_a_device_that_is_taken_is_busy_until_it_is_given_back() {
        for (given_back, status) in [(false, CaptureStatus::Busy), (true, CaptureStatus::Running)] {
            let (shared, client, mut server) = begin();
            open(&mut server);
            suspend(&mut server, 5, true);
            if given_back {
                suspend(&mut server, 5, false);
            }
            // Another stream is none of ours.
            suspend(&mut server, 6, !given_back);
            server.say(&[command::RECORD_STREAM_KILLED, 0, 5]);
            client.join().unwrap().unwrap_err();
            assert_eq!(SoundCapture::of(shared).status(), status);
        }
    }

    #[test]
    fn weak_5_18_a_halted_stream_is_halted_at_the_server_and_hears_nothing() {
        let (shared, client, mut server) = begin();
        open(&mut server);
        let capture = SoundCapture::of(shared);
        capture.set_paused(true);
        capture.set_paused(true);
        assert_eq!(server.expect(command::CORK_RECORD_STREAM), ASIDE);
        server.say(&[command::REPLY, ASIDE]);
        server.send(5, &0.5f32.to_le_bytes());
        // Servers take back what nobody uses; that is no other program.
        suspend(&mut server, 5, true);
        server.say(&[command::RECORD_STREAM_KILLED, 0, 5]);
        client.join().unwrap().unwrap_err();
        let mut samples = Vec::new();
        capture.take(&mut samples);
        assert_eq!((samples.len(), capture.status()), (0, CaptureStatus::Running));
        capture.set_paused(false);
        assert_eq!(server.expect(command::CORK_RECORD_STREAM), ASIDE);
    }

    #[test]
    fn letting_go_closes_the_connection() {
        let (shared, client, mut server) = begin();
        open(&mut server);
        server.send(5, &[0; 4]);
        drop(SoundCapture::of(shared));
        client.join().unwrap().ok();
        assert!(server.is_closed());
    }
}
