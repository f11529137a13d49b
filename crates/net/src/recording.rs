//! What was said in a room, as a relay wrote it down, and the game that was played there.

mod told;

use crate::{
    Game, MAX_PACKET, MAX_PEERS, MAX_PLAYERS, Packet, PlayerInput, Replay, RollbackSettings,
};
use motile_geom::{StateError, StateReader};
use told::Told;

/// The first bytes of a recording, with the version of the format.
const MAGIC: [u8; 4] = *b"mrr1";

/// A packet that went through a relay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPacket {
    /// When, milliseconds since the recording began.
    pub millis: u32,
    /// Who sent it.
    pub from: u8,
    /// To whom.
    pub to: u8,
    /// The packet.
    pub bytes: Vec<u8>,
}

/// The packets of a room in their order. A relay writes it as they come; [`RoomRecording::replay`] makes the game of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomRecording {
    /// The key of the session.
    pub key: u64,
    /// How many players the room has.
    pub players: u8,
    /// What was sent.
    pub packets: Vec<RecordedPacket>,
}

impl RoomRecording {
    /// The beginning of a file; [`RoomRecording::write_packet`] goes on.
    pub fn write_start(key: u64, players: u8, out: &mut Vec<u8>) {
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&key.to_le_bytes());
        out.push(players);
    }

    /// Adds a packet to the bytes of a file. Those longer than a packet can be are left out.
    pub fn write_packet(millis: u32, from: u8, to: u8, packet: &[u8], out: &mut Vec<u8>) {
        if packet.len() <= MAX_PACKET {
            out.extend_from_slice(&millis.to_le_bytes());
            out.extend_from_slice(&[from, to]);
            out.extend_from_slice(&(packet.len() as u16).to_le_bytes());
            out.extend_from_slice(packet);
        }
    }

    /// Reads a file. What a relay that was killed left half written at its end is left out.
    ///
    /// # Errors
    /// When the bytes are no recording, the room has not 1 to 8 players, or a packet in it is longer than one can be
    /// or of peers that no room has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        Self::read(bytes).map(|(recording, _)| recording)
    }

    /// As [`RoomRecording::from_bytes`], with how many bytes that takes: whoever goes on writing the file begins there.
    ///
    /// # Errors
    /// As [`RoomRecording::from_bytes`].
    pub fn read(bytes: &[u8]) -> Result<(Self, usize), StateError> {
        let (key, players) = read_start(bytes)?;
        let (mut packets, mut place) = (Vec::new(), START);
        while let Some((head, packet)) = packet_at(bytes, place)? {
            place += PACKET_HEAD + packet.len();
            packets.push(RecordedPacket { bytes: packet.to_vec(), ..head });
        }
        Ok((Self { key, players, packets }, place))
    }

    /// The game that was played in a room, from its recordings: one, or one of each relay that had players of it. `game` and
    /// `settings` are those that the sessions began with; the key is that of the recordings.
    ///
    /// It begins with the game, or with a state that somebody who came later was given: what one player did while he was alone
    /// went to nobody. It goes as far as the inputs of all who were there are there. Of several such stretches it is the longest;
    /// a replay without ticks says that there is none. Packets that a session would refuse tell nothing: of one peer
    /// in the name of another, of those who are no players, from the end of time.
    pub fn replay<G: Game>(recordings: &[Self], game: &G, settings: &RollbackSettings) -> Replay {
        let mut told = Told::new(settings.clamped());
        let mut packet = Packet::default();
        for recording in recordings {
            for &RecordedPacket { from, to, ref bytes, .. } in &recording.packets {
                if packet.decode(bytes, G::Input::BITS, recording.key).is_ok() {
                    told.take(&packet, (from, to));
                }
            }
        }
        told.longest(game)
    }
}

/// Bytes in front of the first packet, and in front of each.
const START: usize = MAGIC.len() + 9;
const PACKET_HEAD: usize = 8;

/// The key of the session, and how many players the room has.
fn read_start(bytes: &[u8]) -> Result<(u64, u8), StateError> {
    let start = bytes.strip_prefix(&MAGIC).and_then(<[u8]>::first_chunk::<9>);
    let [key @ .., players] = *start.ok_or(StateReader::error_at(0, "a recording: mrr1"))?;
    if !(1..=MAX_PLAYERS as u8).contains(&players) {
        return Err(StateReader::error_at(START as u64 - 1, "a room of 1 to 8 players"));
    }
    Ok((u64::from_le_bytes(key), players))
}

/// The packet at a place, and what is said about it; `None` at the end, and where only a part of one is left.
fn packet_at(bytes: &[u8], place: usize) -> Result<Option<(RecordedPacket, &[u8])>, StateError> {
    let rest = bytes.get(place..).unwrap_or_default();
    let Some((head, rest)) = rest.split_first_chunk::<PACKET_HEAD>() else { return Ok(None) };
    let [a, b, c, d, from, to, low, high] = *head;
    let length = usize::from(u16::from_le_bytes([low, high]));
    if length > MAX_PACKET {
        return Err(StateReader::error_at(place as u64, "a packet of at most 1200 bytes"));
    }
    if usize::from(from.max(to)) >= MAX_PEERS {
        let peers = place as u64 + PACKET_HEAD as u64 - 4;
        return Err(StateReader::error_at(peers, "a packet between peers 0 to 15"));
    }
    let millis = u32::from_le_bytes([a, b, c, d]);
    let head = RecordedPacket { millis, from, to, bytes: Vec::new() };
    Ok(rest.get(..length).map(|packet| (head, packet)))
}

/// A recording that is made a replay of piece by piece: all at once a long one stops the game that goes on meanwhile.
#[cfg(any(test, feature = "websocket"))]
#[derive(Debug)]
pub(crate) struct GradualReplay {
    told: Told,
    packet: Packet,
    key: u64,
    place: usize,
}

#[cfg(any(test, feature = "websocket"))]
impl GradualReplay {
    /// Begins with the bytes of a recording; `None` when they are none.
    pub(crate) fn new(bytes: &[u8], settings: &RollbackSettings) -> Option<Self> {
        let (key, _) = read_start(bytes).ok()?;
        let (told, packet) = (Told::new(settings.clamped()), Packet::default());
        Some(Self { told, packet, key, place: START })
    }

    /// Goes on for so many bytes, a packet at the least. How much of it is done, 0…1; `None` when there is no more, or none
    /// that can be read.
    pub(crate) fn go_on<G: Game>(&mut self, bytes: &[u8], most: usize) -> Option<f32> {
        let end = self.place + most;
        while self.place < end {
            let (head, packet) = packet_at(bytes, self.place).ok().flatten()?;
            self.place += PACKET_HEAD + packet.len();
            if self.packet.decode(packet, G::Input::BITS, self.key).is_ok() {
                self.told.take(&self.packet, (head.from, head.to));
            }
        }
        Some(self.place as f32 / bytes.len().max(1) as f32)
    }

    /// The game of what was read.
    pub(crate) fn finish<G: Game>(self, game: &G) -> Replay {
        self.told.longest(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;
    use crate::{LinkConditions, PRESENCE, RollbackSession, SimulatedNetwork, Transport};
    use motile_geom::StateHash;
    use proptest::prelude::*;

    /// Sends on, and writes down.
    struct Recorded<'a, T> {
        inner: T,
        me: u8,
        bytes: &'a mut Vec<u8>,
    }

    impl<T: Transport> Transport for Recorded<'_, T> {
        fn send(&mut self, to: u8, packet: &[u8]) {
            RoomRecording::write_packet(5, self.me, to, packet, self.bytes);
            self.inner.send(to, packet);
        }

        fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
            self.inner.receive(packet)
        }
    }

    /// A session of three over a bad network, recorded as by two relays; and a state of it with its tick.
    fn played() -> (Vec<Vec<u8>>, RollbackSettings, u32, u64) {
        let settings = RollbackSettings::new(3).with_key(9).with_prediction_window(30);
        let mut peers = [0, 1, 2].map(|me| RollbackSession::new(Toy::default(), me, settings));
        let conditions = LinkConditions::new(0.05, 0.03, 0.1);
        let mut network = SimulatedNetwork::new(4).with_conditions(conditions);
        let mut files = vec![Vec::new(); 2];
        for file in &mut files {
            RoomRecording::write_start(9, 3, file);
        }
        for tick in 0..300u32 {
            network.step(1.0 / 60.0);
            for peer in &mut peers {
                let me = peer.me();
                peer.set_input((tick / 7 * (u32::from(me) + 3)) as u8);
                let inner = network.port(me);
                let bytes = &mut files[usize::from(me / 2)];
                peer.update(1.0 / 60.0, &mut Recorded { inner, me, bytes });
            }
        }
        let hash = StateHash::of(peers[0].confirmed_game());
        (files, settings, peers[0].confirmed(), hash)
    }

    #[test]
    fn recordings_of_all_relays_give_the_game_that_was_played() {
        let (files, settings, confirmed, hash) = played();
        let recordings: Vec<_> =
            files.iter().map(|file| RoomRecording::from_bytes(file).unwrap()).collect();
        let replay = RoomRecording::replay(&recordings, &Toy::default(), &settings);
        assert!(replay.ticks() >= confirmed && confirmed > 200, "{} {confirmed}", replay.ticks());
        let mut game = Toy::default();
        (0..confirmed).for_each(|tick| replay.step(&mut game, tick));
        assert_eq!(StateHash::of(&game), hash);
        // Piece by piece it is the same, and a file that is broken ends where it is.
        let pieces = |file: &[u8], most| {
            let mut gradual = GradualReplay::new(file, &settings).unwrap();
            while gradual.go_on::<Toy>(file, most).is_some() {}
            gradual.finish(&Toy::default())
        };
        let (mut whole, mut rest) = (files[0].clone(), &files[1][START..]);
        whole.extend_from_slice(rest);
        for most in [1, 5000, usize::MAX / 2] {
            assert_eq!(pieces(&whole, most), replay, "{most}");
        }
        rest = &whole[..whole.len() - 3];
        assert!(pieces(rest, 700).ticks() + 60 > replay.ticks());
        whole[START + 7] = 0xFF;
        assert_eq!(pieces(&whole, 700).ticks(), 0);
        assert!(GradualReplay::new(b"what?", &settings).is_none());
        let alone = RoomRecording::replay(&recordings[1..], &Toy::default(), &settings);
        assert_eq!(alone.ticks(), 0, "one relay of two has not all inputs");
    }

    /// A room as players have it: the first one begins alone, others come and go while a relay writes down what is said.
    #[test]
    fn sim_62_a_room_that_fills_and_empties_while_it_plays_is_replayed_from_the_first_state_handed_over()
     {
        let settings = RollbackSettings::new(3).with_key(9).with_prediction_window(30);
        let alone = RollbackSettings { present: 0b001, ..settings };
        let mut peers = vec![RollbackSession::new(Toy::default(), 0, alone)];
        let conditions = LinkConditions::new(0.03, 0.02, 0.05);
        let mut network = SimulatedNetwork::new(4).with_conditions(conditions);
        let (mut file, mut known) = (Vec::new(), Vec::new());
        RoomRecording::write_start(9, 3, &mut file);
        for tick in 0..2100u32 {
            if let Some(me) = [(700, 1), (900, 2), (1500, 1)].iter().find(|(at, _)| *at == tick) {
                let there = RollbackSettings { present: 0b001, ..settings };
                peers.push(RollbackSession::join(Toy::default(), me.1, there));
            }
            network.step(1.0 / 60.0);
            for peer in &mut peers {
                let me = peer.me();
                peer.set_input((tick / 7 * (u32::from(me) + 3)) as u8);
                let mut port = Recorded { inner: network.port(me), me, bytes: &mut file };
                peer.update(1.0 / 60.0, &mut port);
                // The second one leaves, and comes back later.
                if (tick, me) == (1200, 1) {
                    peer.leave(&mut port);
                }
            }
            peers.retain(|peer| (tick, peer.me()) != (1200, 1));
            known.push((peers[0].confirmed(), StateHash::of(peers[0].confirmed_game())));
        }
        assert_eq!(peers[0].present(), 0b111, "everybody is there");
        let recording = RoomRecording::from_bytes(&file).unwrap();
        let replay = RoomRecording::replay(&[recording], &Toy::default(), &alone);
        let end = peers[0].confirmed();
        assert!((600..700).contains(&replay.first), "from {}", replay.first);
        assert!(replay.first + replay.ticks() >= end, "{} ticks of {end}", replay.ticks());
        let masks: Vec<u8> = (0..8).filter(|mask| replay.present.contains(mask)).collect();
        assert_eq!(masks, [0b001, 0b011, 0b101, 0b111]);
        let mut game = Toy::default();
        replay.load(&mut game).unwrap();
        for tick in 0..replay.ticks() {
            replay.step(&mut game, tick);
            let after = replay.first + tick + 1;
            for (_, hash) in known.iter().filter(|(at, _)| *at == after) {
                assert_eq!(StateHash::of(&game), *hash, "before tick {after}");
            }
        }
    }

    #[test]
    fn a_file_that_breaks_off_ends_with_its_last_whole_packet() {
        let (files, ..) = played();
        let whole = RoomRecording::from_bytes(&files[1]).unwrap();
        let cut = RoomRecording::from_bytes(&files[1][..files[1].len() - 1]).unwrap();
        assert_eq!(cut.packets, whole.packets[..whole.packets.len() - 1]);
        let (again, length) = RoomRecording::read(&files[1][..files[1].len() - 1]).unwrap();
        assert_eq!(RoomRecording::read(&files[1][..length]), Ok((again, length)));
        assert!(RoomRecording::from_bytes(b"mrr2 and the rest").is_err());
    }

    /// A recording of three with these packets, each written down as from its sender to player 0.
    fn recorded(packets: &[Packet]) -> Vec<u8> {
        let (mut file, mut bytes) = (Vec::new(), Vec::new());
        RoomRecording::write_start(9, 3, &mut file);
        for packet in packets {
            packet.encode(8, 9, &mut bytes);
            RoomRecording::write_packet(5, packet.from, 0, &bytes, &mut file);
        }
        file
    }

    /// The replay of a file, which is the same at once and piece by piece.
    fn replayed(file: &[u8], settings: &RollbackSettings) -> Replay {
        let recording = RoomRecording::from_bytes(file).unwrap();
        let replay = RoomRecording::replay(&[recording], &Toy::default(), settings);
        let mut gradual = GradualReplay::new(file, settings).unwrap();
        while gradual.go_on::<Toy>(file, 100).is_some() {}
        assert_eq!(gradual.finish(&Toy::default()), replay);
        replay
    }

    /// Inputs of a player for ticks from a first one on.
    fn telling(from: u8, player: u8, first: u32, inputs: &[u64]) -> Packet {
        let mut packet = Packet { from, tick: first, ..Packet::default() };
        packet.add_run(player, first, inputs.iter().copied());
        packet
    }

    /// A mask with a bit of somebody who is no player of the room: of him no input was ever lacking, and the replay
    /// grew until memory was full.
    #[test]
    fn sim_62_a_recording_that_counts_players_whom_no_room_has_ends() {
        let settings = RollbackSettings { present: 0b001, ..RollbackSettings::new(3) };
        let state = motile_geom::state::save(&Toy::default());
        let mut handed = telling(0, PRESENCE, 40, &[0xF8, 0xF9]);
        let size = state.len() as u32;
        handed.chunk = Some(crate::Chunk { tick: 40, size, ..crate::Chunk::default() });
        handed.chunk_bytes = state;
        let admission = crate::Admission { player: 7, epoch: 1, tick: 2 };
        let admitted = Packet { admissions: vec![admission], ..telling(0, 0, 0, &[1, 2, 3]) };
        for packets in
            [&[telling(1, PRESENCE, 3, &[0xF8]), admitted.clone()][..], &[admitted, handed]]
        {
            assert_eq!(replayed(&recorded(packets), &settings).present, [1, 1, 1]);
        }
    }

    /// Ticks are counted up to the last one that a session can have: what lies beyond made them overflow.
    #[test]
    fn sim_62_a_recording_from_the_end_of_time_is_none() {
        let settings = RollbackSettings { present: 0b001, ..RollbackSettings::new(3) };
        let state = motile_geom::state::save(&Toy::default());
        for end in [u32::MAX, crate::rollback::LAST_TICK + 3] {
            let mut packet = telling(0, 0, end - 3, &[1, 2, 3]);
            packet.add_run(PRESENCE, end - 3, [1, 1, 1].into_iter());
            let size = state.len() as u32;
            packet.chunk = Some(crate::Chunk { tick: end - 3, size, ..crate::Chunk::default() });
            packet.chunk_bytes.clone_from(&state);
            let ticks = replayed(&recorded(&[packet]), &settings).ticks();
            assert_eq!(ticks, 0, "before tick {end}");
        }
    }

    /// A relay writes down from whom a packet was; whoever it said to be of was believed, and so was whoever first
    /// told what another one did.
    #[test]
    fn sim_62_nobody_plays_for_another_one_in_a_recording() {
        let settings = RollbackSettings { present: 0b011, ..RollbackSettings::new(3) };
        let (own, mut bytes) = (telling(1, 1, 0, &[5, 6]), Vec::new());
        let mut file = Vec::new();
        RoomRecording::write_start(9, 3, &mut file);
        let lies = [
            (2, telling(1, 1, 0, &[90, 90])),
            (2, telling(2, 1, 0, &[91, 91])),
            (9, telling(9, 1, 0, &[92, 92])),
            (9, telling(9, PRESENCE, 0, &[0b100, 0b100])),
        ];
        for (from, packet) in lies.iter().map(|(from, lie)| (*from, lie)).chain([(1, &own)]) {
            packet.encode(8, 9, &mut bytes);
            RoomRecording::write_packet(5, from, 0, &bytes, &mut file);
        }
        telling(0, 0, 0, &[1, 2]).encode(8, 9, &mut bytes);
        RoomRecording::write_packet(5, 0, 1, &bytes, &mut file);
        let replay = replayed(&file, &settings);
        assert_eq!((replay.present, replay.inputs), (vec![3, 3], vec![1, 5, 0, 2, 6, 0]));
    }

    /// Whoever gives in when a room that fell apart comes together plays the ticks of his last life again, otherwise.
    #[test]
    fn sim_62_of_two_lives_in_the_same_ticks_the_later_one_was_played() {
        let settings = RollbackSettings { present: 0b011, ..RollbackSettings::new(3) };
        let admission = crate::Admission { player: 1, epoch: 1, tick: 2 };
        let admitted = Packet { admissions: vec![admission], ..telling(0, 0, 0, &[1, 2, 3, 4]) };
        let later = Packet { epoch: 1, ..telling(1, 1, 2, &[70, 80]) };
        let file = recorded(&[telling(1, 1, 0, &[5, 6, 7, 8]), admitted, later]);
        let replay = replayed(&file, &settings);
        assert_eq!(replay.inputs, [1, 5, 0, 2, 6, 0, 3, 70, 0, 4, 80, 0]);
    }

    #[test]
    fn sim_62_rooms_and_peers_that_no_relay_has_are_errors_with_their_place() {
        let file = recorded(&[telling(1, 1, 0, &[5])]);
        let error = |at: usize, value: u8| {
            let mut file = file.clone();
            file[at] = value;
            RoomRecording::from_bytes(&file).map(|_| ()).map_err(|error| error.to_string())
        };
        for players in [0, 9, 255] {
            let words = "saved state, byte 12: expected a room of 1 to 8 players";
            assert_eq!(error(START - 1, players), Err(words.into()));
        }
        for at in [START + 4, START + 5] {
            let words = "saved state, byte 17: expected a packet between peers 0 to 15";
            assert_eq!(error(at, 16), Err(words.into()));
            assert_eq!(error(at, 15), Ok(()));
        }
        let words = "saved state, byte 13: expected a packet of at most 1200 bytes";
        assert_eq!(error(START + 7, 0xFF), Err(words.into()));
        assert_eq!(error(0, b'x'), Err("saved state, byte 0: expected a recording: mrr1".into()));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_recording_or_an_error(bytes: Vec<u8>) {
            let mut file = MAGIC.to_vec();
            file.extend_from_slice(&bytes);
            if let Ok(recording) = RoomRecording::from_bytes(&file) {
                let settings = RollbackSettings::new(2);
                RoomRecording::replay(&[recording], &Toy::default(), &settings);
            }
        }
    }
}
