//! The other direction: samples of a microphone.

use super::{CONTROL, Client, NONE, PATIENCE, Values, command, cookie, socket, take_number};
use crate::device::{capture::Captured, lock};
use std::{io, os::unix::net::UnixStream, sync::Mutex};

/// Milliseconds of sound that come at once.
const PIECE: u32 = 10;
const MONO: u8 = 1;
const BYTES: u32 = 4;

/// Captures from the default microphone until nobody listens.
pub(in crate::device) fn record(shared: &Mutex<Captured>, rate: u32) -> io::Result<()> {
    listen(socket()?, &cookie(), shared, rate)
}

/// Speaks with a server that has just been reached.
fn listen(
    socket: UnixStream,
    cookie: &[u8],
    shared: &Mutex<Captured>,
    rate: u32,
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
    let channel = client.open_recording(rate)?;
    lock(shared).running();
    while !lock(shared).is_over() {
        let (from, body) = client.message()?;
        if from == CONTROL && take_number(&mut body.as_slice())? == command::RECORD_STREAM_KILLED {
            return Err(io::Error::other("it closed the stream"));
        }
        if from == channel {
            let samples = body.as_chunks::<4>().0.iter();
            lock(shared).heard(samples.map(|four| f32::from_le_bytes(*four)));
        }
    }
    Ok(())
}

impl Client {
    /// Opens a stream of one channel from the default source, and gives its channel.
    fn open_recording(&mut self, rate: u32) -> io::Result<u32> {
        let mut ask = self.question(command::CREATE_RECORD_STREAM);
        ask.mono(rate).number(NONE).nothing();
        // The most it may keep, not halted, how much comes at once.
        ask.number(NONE).flag(false).number(rate * PIECE / 1000 * BYTES);
        // No remapping, no remixing, format, rate and channels as asked for, may be moved, rate stays, no peaks only.
        ask.flags(&[false; 8]);
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
    use crate::SoundCapture;
    use std::{sync::Arc, thread};

    fn welcome(server: &mut Server) {
        let question = server.expect(command::AUTH);
        server.say(&[command::REPLY, question, super::super::VERSION]);
        let question = server.expect(command::SET_CLIENT_NAME);
        server.say(&[command::REPLY, question, 1]);
    }

    fn begin() -> (Arc<Mutex<Captured>>, thread::JoinHandle<io::Result<()>>, Server) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let shared = Arc::new(Mutex::new(Captured::default()));
        let captured = Arc::clone(&shared);
        let client = thread::spawn(move || listen(ours, &[0; 256], &captured, 48_000));
        (shared, client, Server::new(theirs))
    }

    #[test]
    fn samples_of_the_stream_are_heard_and_a_killed_stream_is_an_error() {
        let (shared, client, mut server) = begin();
        welcome(&mut server);
        let question = server.expect(command::CREATE_RECORD_STREAM);
        server.say(&[command::REPLY, question, 5, 0]);
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
        assert_eq!(capture.status(), crate::CaptureStatus::Running);
    }

    #[test]
    fn a_refusal_is_told_apart_from_a_missing_microphone() {
        for (code, kind) in [(1, io::ErrorKind::PermissionDenied), (5, io::ErrorKind::NotFound)] {
            let (_shared, client, mut server) = begin();
            welcome(&mut server);
            let question = server.expect(command::CREATE_RECORD_STREAM);
            server.say(&[command::ERROR, question, code]);
            assert_eq!(client.join().unwrap().unwrap_err().kind(), kind);
        }
    }

    #[test]
    fn letting_go_closes_the_connection() {
        let (shared, client, mut server) = begin();
        welcome(&mut server);
        let question = server.expect(command::CREATE_RECORD_STREAM);
        server.say(&[command::REPLY, question, 5, 0]);
        server.send(5, &[0; 4]);
        drop(SoundCapture::of(shared));
        client.join().unwrap().ok();
        assert!(server.is_closed());
    }
}
