//! Packets of strangers: those of rollback sessions, of clients and servers, and replays.

use motile_net::race::{BallRace, RaceInput};
use motile_net::{
    GameClient, GameServer, InputRun, LanAnswer, LanQuestion, PRESENCE, Packet, PacketCipher,
    PlayerInput, RecordedPacket, Replay, RollbackSession, RollbackSettings, RoomHello, RoomMessage,
    RoomRecording, RoomTicket, RoomWelcome, SERVER, ServerSettings, SimulatedNetwork, Transport,
    WholeGame,
};
use std::sync::OnceLock;

const KEY: u64 = 7;
const DT: f32 = 1.0 / 60.0;

/// Hands out one packet, and keeps what is sent.
struct Mailbox<'a> {
    from: u8,
    packet: Option<&'a [u8]>,
    sent: Vec<Vec<u8>>,
}

impl<'a> Mailbox<'a> {
    fn new(from: u8, packet: Option<&'a [u8]>) -> Self {
        Self { from, packet, sent: Vec::new() }
    }
}

impl Transport for Mailbox<'_> {
    fn send(&mut self, _: u8, packet: &[u8]) {
        self.sent.push(packet.to_vec());
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        packet.clear();
        packet.extend_from_slice(self.packet.take()?);
        Some(self.from)
    }
}

/// Any bytes are a packet or an error; a packet is written as it was read, and no session is disturbed by it.
pub fn run(data: &[u8]) {
    let mut packet = Packet::default();
    // The first byte says who sends; the rest is tried as it is, and with the checksum put right.
    let Some((&from, data)) = data.split_first() else { return };
    let _question = LanQuestion::decode(data);
    if let Some(answer) = LanAnswer::decode(data) {
        assert_eq!(LanAnswer::decode(&answer.encode()), Some(answer));
    }
    for data in [data.to_vec(), sealed(data)] {
        if packet.decode(&data, RaceInput::BITS, KEY).is_ok() {
            let mut bytes = Vec::new();
            packet.encode(RaceInput::BITS, KEY, &mut bytes);
            let mut again = Packet::default();
            assert_eq!(again.decode(&bytes, RaceInput::BITS, KEY), Ok(()));
            assert_eq!(again, packet);
        }
        for join in [false, true] {
            let settings = RollbackSettings::new(3).with_key(KEY);
            let race = BallRace::new(3, 1);
            let mut session = if join {
                RollbackSession::join(race, 0, settings)
            } else {
                RollbackSession::new(race, 0, settings)
            };
            session.update(DT, &mut Mailbox::new(from, Some(&data)));
            session.update(DT, &mut Mailbox::new(from, Some(&data)));
            (0..20).for_each(|_| session.update(DT, &mut Mailbox::new(from, None)));
            assert!(session.confirmed() <= session.tick());
        }
        let settings = ServerSettings::new(3).with_key(KEY);
        let mut server = GameServer::new(BallRace::new(3, 1), settings);
        let mut client = GameClient::new(BallRace::new(3, 1), 1, settings);
        for _ in 0..3 {
            server.update(DT, &mut Mailbox::new(from % 4, Some(&data)));
            client.update(DT, &mut Mailbox::new(SERVER, Some(&data)));
            assert!(client.predicted_place(1).is_finite());
        }
    }
    live(from, &sealed(data));
    rooms(data);
    recorded(from, data);
    recorded(from, data.get(5..).unwrap_or_default());
    encrypted(from, data);
    if let Ok(replay) = Replay::from_bytes(data)
        && replay.ticks() < 1000
    {
        let mut race = BallRace::new(3, 1);
        assert!(
            replay.run(&mut race).is_err() || Replay::from_bytes(&replay.to_bytes()) == Ok(replay)
        );
    }
}

/// A party of three in the middle of a game, of whom the third left; a fourth one joins, and a fifth one looks on.
#[derive(Clone)]
struct Party {
    sessions: Vec<RollbackSession<BallRace>>,
    network: SimulatedNetwork,
    server: GameServer<WholeGame<BallRace>>,
    client: GameClient<WholeGame<BallRace>>,
}

impl Party {
    fn new() -> Self {
        let settings = RollbackSettings { present: 0b0111, ..RollbackSettings::new(4) };
        let settings = settings.with_key(KEY).with_prediction_window(20);
        let race = BallRace::new(4, 1);
        let mut sessions: Vec<_> =
            (0..3).map(|me| RollbackSession::new(race.clone(), me, settings)).collect();
        let (server, whole) = (ServerSettings::new(2).with_key(KEY), WholeGame::new(race.clone()));
        sessions.extend([3, 4].map(|me| RollbackSession::join(race.clone(), me, settings)));
        let mut party = Self {
            sessions,
            network: SimulatedNetwork::new(1),
            server: GameServer::new(whole.clone(), server),
            client: GameClient::new(whole, 1, server),
        };
        party.play(40, 0b11_0111);
        party.sessions[2].leave(&mut party.network.port(2));
        party.play(10, 0b1_0011);
        party
    }

    /// Some ticks of those whose bits are set.
    fn play(&mut self, ticks: u32, who: u8) {
        for tick in 0..ticks {
            self.network.step(DT);
            for session in self.sessions.iter_mut().filter(|peer| who >> peer.me() & 1 == 1) {
                let right = tick % 9 < 4 + u32::from(session.me());
                session.set_input(RaceInput { right, ..RaceInput::default() });
                session.update(DT, &mut self.network.port(session.me()));
            }
            self.server.update(DT, &mut self.network.port(SERVER));
            self.client.update(DT, &mut self.network.port(1));
        }
    }
}

/// One packet into a game that goes on: those who did not get it go on, and one who is no player parts nobody.
fn live(from: u8, packet: &[u8]) {
    static PARTY: OnceLock<Party> = OnceLock::new();
    let mut party = PARTY.get_or_init(Party::new).clone();
    let (from, to) = (from % 15, from / 15 % 5);
    party.network.port(from).send(to, packet);
    party.network.port(from).send(SERVER, packet);
    party.play(12, 0b1_1011);
    for session in &party.sessions {
        assert!(session.confirmed() <= session.tick());
        assert!(from < 5 || session.report().desyncs == 0, "by one who is no player");
    }
    assert!(party.client.game().game().balls[0].is_finite());
}

/// What is said to and by a relay, and what it writes down.
fn rooms(data: &[u8]) {
    if let Ok(message) = RoomMessage::decode(data) {
        let mut bytes = Vec::new();
        message.encode(&mut bytes);
        assert_eq!(RoomMessage::decode(&bytes), Ok(message));
    }
    if let Ok(recording) = RoomRecording::from_bytes(data) {
        let settings = RollbackSettings::new(3);
        let replay = RoomRecording::replay(&[recording], &BallRace::new(3, 1), &settings);
        assert_eq!(replay.inputs.len(), replay.present.len() * 3);
    }
}

/// A packet and its two halves as a relay wrote them down, with checksums put right: they are a game that ends, or
/// none.
fn recorded(at: u8, data: &[u8]) {
    let halves = data.split_at(usize::from(at).min(data.len()));
    let packets = [data, halves.0, halves.1].map(|content| {
        let bytes = motile_net::sealed(content.get(..1000).unwrap_or(content), KEY);
        // Whom it says to be of stands behind the two bits of its kind.
        let from = content.first().map_or(0, |first| first >> 2 & 15);
        RecordedPacket { millis: 0, from, to: 0, bytes }
    });
    let recording = RoomRecording { key: KEY, players: 3, packets: packets.into() };
    let settings = RollbackSettings { present: 1, ..RollbackSettings::new(3) };
    let replay = RoomRecording::replay(&[recording], &BallRace::new(3, 1), &settings);
    assert!(replay.present.iter().all(|&present| present < 8));
    assert_eq!(Replay::from_bytes(&replay.to_bytes()), Ok(replay));
}

/// What a stranger sends to peers who encrypt: it is refused, and so is what was changed or comes twice.
fn encrypted(from: u8, data: &[u8]) {
    let mut packet = Vec::new();
    let mut cipher = PacketCipher::new([3; 32], 0, 5);
    assert_eq!(cipher.over(&mut Mailbox::new(from, Some(data))).receive(&mut packet), None);
    let mut sender = PacketCipher::new([3; 32], 1, 5);
    let mut mailbox = Mailbox::new(1, None);
    let data = &data[..data.len().min(600)];
    sender.over(&mut mailbox).send(0, data);
    let sent = mailbox.sent.remove(0);
    let mut changed = sent.clone();
    let place = usize::from(from) % changed.len();
    changed[place] ^= 1 + from % 255;
    assert_eq!(cipher.over(&mut Mailbox::new(1, Some(&changed))).receive(&mut packet), None);
    assert_eq!(cipher.over(&mut Mailbox::new(1, Some(&sent))).receive(&mut packet), Some(1));
    assert_eq!(packet, data);
    assert_eq!(cipher.over(&mut Mailbox::new(1, Some(&sent))).receive(&mut packet), None);
}

/// With version and checksum put right, or hardly any mutation would get past them.
fn sealed(data: &[u8]) -> Vec<u8> {
    motile_net::sealed(data.get(5..).unwrap_or_default(), KEY)
}

/// What sessions, clients, servers and replays write by themselves.
pub fn built() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let mut mailbox = Mailbox::new(1, None);
    let settings = RollbackSettings::new(3).with_key(KEY);
    let mut sessions = [1, 2].map(|me| RollbackSession::new(BallRace::new(3, 1), me, settings));
    sessions.iter_mut().for_each(|session| session.update(DT, &mut mailbox));
    RollbackSession::join(BallRace::new(3, 1), 2, settings).update(DT, &mut mailbox);
    let settings = ServerSettings::new(3).with_key(KEY);
    let mut client = GameClient::new(BallRace::new(3, 1), 1, settings);
    client.update(DT, &mut mailbox);
    let asked = mailbox.sent.last().cloned().unwrap_or_default();
    let mut server = GameServer::new(BallRace::new(3, 1), settings);
    let mut answers = Mailbox::new(1, Some(&asked));
    (0..6).for_each(|_| server.update(DT, &mut answers));
    mailbox.sent.extend(answers.sent);
    let mut replay = Replay::new(&BallRace::new(3, 1), 3, Default::default());
    (0..20).for_each(|tick| replay.push(7, &[2, tick % 8, 3]));
    mailbox.sent.push(replay.to_bytes());
    let mut recording = Vec::new();
    RoomRecording::write_start(KEY, 3, &mut recording);
    for packet in &mailbox.sent {
        // Behind version and checksum, and the two bits of the kind of packet.
        let from = packet.get(5).map_or(0, |first| first >> 2 & 15);
        RoomRecording::write_packet(9, from, 0, packet, &mut recording);
    }
    mailbox.sent.push(recording);
    mailbox.sent.push(nobodies());
    let ticket = RoomTicket { seat: 1, token: 77, key: KEY };
    let (room, hello) = ("KXQBDF".to_string(), RoomHello::new("pong", 2));
    for message in [
        RoomMessage::Hello(RoomHello { ticket: Some(ticket), ..hello.with_room("ABC") }),
        RoomMessage::Welcome(RoomWelcome { room, players: 2, ticket, present: 3 }),
    ] {
        let mut bytes = Vec::new();
        message.encode(&mut bytes);
        mailbox.sent.push(bytes);
    }
    for sent in mailbox.sent {
        seeds.push([&[1], sent.as_slice()].concat());
    }
    seeds
}

/// What a packet says that counts as there whom no room of three has, without version and checksum.
fn nobodies() -> Vec<u8> {
    let run = InputRun { player: PRESENCE, first: 0, count: 1 };
    let packet = Packet { from: 1, runs: vec![run], values: vec![0xF8], ..Packet::default() };
    let mut bytes = Vec::new();
    packet.encode(RaceInput::BITS, KEY, &mut bytes);
    bytes.split_off(5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        let seeds = built();
        assert!(seeds.len() >= 8);
        smoke::run(&seeds, 1_500, run);
    }
}
