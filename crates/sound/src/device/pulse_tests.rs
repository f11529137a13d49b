//! A server in the test speaks with the client over a pair of sockets.

use super::*;
use crate::{Patch, SoundBoard, SpeakerReport, device::feed::Sent};
use std::{
    sync::{Arc, Mutex, mpsc},
    thread,
};

/// The other side of the conversation, as little of it as the client needs.
pub(super) struct Server {
    socket: UnixStream,
}

impl Server {
    pub(super) const fn new(socket: UnixStream) -> Self {
        Self { socket }
    }

    /// Sends samples on a channel.
    pub(super) fn send(&mut self, channel: u32, body: &[u8]) {
        let head = [body.len() as u32, channel, 0, 0, 0];
        let mut message: Vec<u8> = head.iter().flat_map(|number| number.to_be_bytes()).collect();
        message.extend(body);
        self.socket.write_all(&message).unwrap();
    }

    /// Whether the client has gone; waits for it.
    pub(super) fn is_closed(&mut self) -> bool {
        matches!(self.socket.read(&mut [0]), Ok(0) | Err(_))
    }

    fn read(&mut self) -> (u32, Vec<u8>) {
        let mut head = [0; 20];
        self.socket.read_exact(&mut head).unwrap();
        let number = |at: usize| u32::from_be_bytes(head[at..at + 4].try_into().unwrap());
        let mut body = vec![0; number(0) as usize];
        self.socket.read_exact(&mut body).unwrap();
        (number(4), body)
    }

    /// Reads a question, checks its command and gives its number.
    pub(super) fn expect(&mut self, command: u32) -> u32 {
        let (channel, body) = self.read();
        let mut rest = body.as_slice();
        assert_eq!((channel, take_number(&mut rest).unwrap()), (CONTROL, command));
        take_number(&mut rest).unwrap()
    }

    pub(super) fn say(&mut self, numbers: &[u32]) {
        let mut values = Values::default();
        for &number in numbers {
            values.number(number);
        }
        let head = [values.bytes.len() as u32, CONTROL, 0, 0, 0];
        let mut message: Vec<u8> = head.iter().flat_map(|number| number.to_be_bytes()).collect();
        message.extend(&values.bytes);
        self.socket.write_all(&message).unwrap();
    }

    /// Lets the client in.
    pub(super) fn greet(&mut self) {
        let question = self.expect(command::AUTH);
        self.say(&[command::REPLY, question, VERSION]);
        let question = self.expect(command::SET_CLIENT_NAME);
        self.say(&[command::REPLY, question, 1]);
    }

    fn welcome(&mut self, channel: u32, bytes: u32) {
        self.greet();
        let question = self.expect(command::CREATE_PLAYBACK_STREAM);
        self.say(&[command::REPLY, question, channel, 0, bytes]);
    }
}

fn feed_and_report() -> (mpsc::Sender<Sent>, Feed, Arc<Mutex<SpeakerReport>>) {
    let (sender, receiver) = mpsc::channel();
    let report = Arc::new(Mutex::new(SpeakerReport::default()));
    (sender, Feed::new(receiver, Arc::clone(&report)), report)
}

#[test]
fn a_server_gets_the_frames_it_asks_for() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (sender, mut feed, report) = feed_and_report();
    let mut board = SoundBoard::new();
    board.play(Patch::power_up(1).render().cue().looped());
    let send = |board: &mut SoundBoard| {
        board.take_events().for_each(|event| sender.send(Sent::now(event)).unwrap());
    };
    send(&mut board);
    let client = thread::spawn(move || run(ours, &[0; 256], &mut feed));
    let mut server = Server { socket: theirs };
    server.welcome(7, 4096 * 8);
    let (channel, body) = server.read();
    assert_eq!((channel, body.len()), (7, 4096 * 8));
    let samples = body.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap()));
    assert!(samples.fold(0.0f32, |peak, sample| peak.max(sample.abs())) > 0.1);
    board.play(&Patch::blip(1).render());
    send(&mut board);
    server.say(&[command::UNDERFLOW, 0, 7]);
    server.say(&[command::REQUEST, 0, 7, 800 * 8]);
    assert_eq!(server.read().1.len(), 800 * 8);
    server.expect(command::GET_PLAYBACK_LATENCY);
    // When the game ends, the sound fades out and the client leaves.
    drop(sender);
    server.say(&[command::REQUEST, 0, 7, 4800 * 8]);
    server.read();
    client.join().unwrap().unwrap();
    let report = report.lock().unwrap();
    assert_eq!((report.device.as_deref(), report.underruns), (Some("PulseAudio"), 1));
    assert!(report.latency > 0.0);
}

#[test]
fn a_server_that_refuses_or_leaves_is_an_error() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (_sender, mut feed, _) = feed_and_report();
    let client = thread::spawn(move || run(ours, &[0; 256], &mut feed));
    let mut server = Server { socket: theirs };
    let question = server.expect(command::AUTH);
    server.say(&[command::ERROR, question, 1]);
    assert!(client.join().unwrap().unwrap_err().to_string().contains("number 1"));

    let (ours, theirs) = UnixStream::pair().unwrap();
    let (_sender, mut feed, _) = feed_and_report();
    let client = thread::spawn(move || run(ours, &[0; 256], &mut feed));
    let mut server = Server { socket: theirs };
    server.welcome(7, 800);
    server.read();
    drop(server);
    assert!(client.join().unwrap().is_err());
}

#[test]
fn any_answer_is_understood_or_an_error() {
    let mut rng = motile_geom::Rng::new(2);
    for _ in 0..2000 {
        let bytes: Vec<u8> =
            (0..rng.below(60)).map(|_| *rng.pick(b"LUTr01\x00\x07").unwrap()).collect();
        let mut rest = bytes.as_slice();
        if let Ok(seconds) = latency(&mut rest, 384_000.0) {
            assert!(seconds >= 0.0);
        }
    }
}

#[test]
fn sockets_of_this_machine_are_found_in_a_list_of_servers() {
    let path = Some(PathBuf::from("/run/pulse/native"));
    for place in ["unix:/run/pulse/native", "/run/pulse/native", "{3f}unix:/run/pulse/native"] {
        assert_eq!(local(place), path, "{place}");
    }
    for other in ["tcp:host:4713", "host", "{3f", "{3f}tcp6:[::1]", "unix:relative", ""] {
        assert_eq!(local(other), None, "{other}");
    }
}
