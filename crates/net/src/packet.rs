//! What peers of a rollback session say to each other, as bytes.

use crate::bits::{BitReader, BitWriter};
use crate::frame::{self, PacketError};
use crate::{MAX_PEERS, MAX_PLAYERS};

/// Inputs in one run at the most.
pub const MAX_RUN: usize = 128;
/// Bytes of a larger thing that one packet carries.
pub const CHUNK_BYTES: usize = 1000;
/// The number that a run of presence masks has in the place of a player.
pub const PRESENCE: u8 = 8;
/// Runs in one packet: one a player, and one of presence.
const MOST_RUNS: usize = MAX_PLAYERS + 1;
/// Bits of a presence mask.
const PRESENCE_BITS: u32 = 8;

/// What kind of word a packet is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PacketKind {
    /// From a player: inputs, and what he has of the others'.
    #[default]
    Play,
    /// From somebody who wants to look on, or to play from some tick on.
    Ask,
    /// To a player who was given up: who is there on this side.
    Probe,
    /// A player leaves.
    Bye,
}

const KINDS: [PacketKind; 4] =
    [PacketKind::Play, PacketKind::Ask, PacketKind::Probe, PacketKind::Bye];

/// What a peer thinks of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// How often he came back, counted from 0, modulo 16.
    pub epoch: u8,
    /// Whether he was given up.
    pub gone: bool,
}

/// That a player is there again from a tick on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    /// Who.
    pub player: u8,
    /// His epoch from then on.
    pub epoch: u8,
    /// The first tick with him.
    pub tick: u32,
}

/// The fingerprint of a confirmed state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TickHash {
    /// The state before this tick.
    pub tick: u32,
    /// Its hash, folded to 32 bits.
    pub hash: u32,
}

/// Inputs of one player in consecutive ticks; the values are in [`Packet::values`], run after run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputRun {
    /// Whose, or [`PRESENCE`] for masks of who is there.
    pub player: u8,
    /// The tick of the first.
    pub first: u32,
    /// How many, at most [`MAX_RUN`].
    pub count: u16,
}

/// A piece of something larger than a packet: a state. Its bytes are in [`Packet::chunk_bytes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// Which thing: one that is sent later has another number.
    pub blob: u8,
    /// Whether it is for a report of a desync, and not to go on from.
    pub is_report: bool,
    /// The state before this tick.
    pub tick: u32,
    /// Bytes of the whole.
    pub size: u32,
    /// Which piece of [`CHUNK_BYTES`].
    pub index: u16,
}

/// Which pieces of a thing came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkAck {
    /// Which thing.
    pub blob: u8,
    /// The first piece that is missing.
    pub missing: u16,
    /// Which of the 32 pieces after it are there, one bit each.
    pub after: u32,
}

/// A packet of a rollback session, as plain data. Sessions read and write them; this is for tools that look at traffic.
///
/// One format serves all words: most parts are one bit when they are absent. A value is reused from packet to packet, so
/// that reading and writing take no memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    /// What kind of word it is.
    pub kind: PacketKind,
    /// Who sends it.
    pub from: u8,
    /// The epoch of the sender, 0…15.
    pub epoch: u8,
    /// Counts the packets from a sender to a receiver, around and around: older ones are dropped.
    pub number: u16,
    /// The tick that the sender plays next.
    pub tick: u32,
    /// How far the sender sees itself ahead of the receiver, in half ticks.
    pub ahead: i8,
    /// For some players the first tick whose input the sender lacks.
    pub known: [Option<u32>; MAX_PLAYERS],
    /// What the sender thinks of the players; absent while all are there for the first time.
    pub members: Option<[Member; MAX_PLAYERS]>,
    /// Who comes back when; at most one a player.
    pub admissions: Vec<Admission>,
    /// The newest fingerprint of the sender.
    pub hash: Option<TickHash>,
    /// The player that the sender of an [`PacketKind::Ask`] wants to be.
    pub wants: Option<u8>,
    /// Inputs, in the order of their values.
    pub runs: Vec<InputRun>,
    /// The inputs of all runs.
    pub values: Vec<u64>,
    /// A piece of a state.
    pub chunk: Option<Chunk>,
    /// Its bytes.
    pub chunk_bytes: Vec<u8>,
    /// Which pieces of another's state came.
    pub chunk_ack: Option<ChunkAck>,
}

impl Packet {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        let Self { admissions, runs, values, chunk_bytes, .. } = core::mem::take(self);
        *self = Self { admissions, runs, values, chunk_bytes, ..Self::default() };
        self.admissions.clear();
        self.runs.clear();
        self.values.clear();
        self.chunk_bytes.clear();
    }

    /// Writes it over what is in `bytes`. `width` is how many bits an input has, `key` the key of the session.
    pub fn encode(&self, width: u32, key: u64, bytes: &mut Vec<u8>) {
        frame::begin(bytes);
        let mut out = BitWriter::new(bytes);
        self.encode_head(&mut out);
        self.encode_members(&mut out);
        self.encode_runs(width, &mut out);
        self.encode_chunks(&mut out);
        out.finish();
        frame::seal(bytes, key);
    }

    fn encode_head(&self, out: &mut BitWriter<'_>) {
        out.write(self.kind as u64, 2);
        out.write(self.from.into(), 4);
        out.write(self.epoch.into(), 4);
        out.write(self.number.into(), 16);
        out.write(self.tick.into(), 32);
        out.write(self.ahead as u8 as u64, 8);
        for known in &self.known {
            if let (true, Some(known)) = (out.flag(known.is_some()), known) {
                out.signed(i64::from(self.tick) - i64::from(*known));
            }
        }
        if let (true, Some(hash)) = (out.flag(self.hash.is_some()), self.hash) {
            out.signed(i64::from(self.tick) - i64::from(hash.tick));
            out.write(hash.hash.into(), 32);
        }
        if let (true, Some(player)) = (out.flag(self.wants.is_some()), self.wants) {
            out.write(player.into(), 3);
        }
    }

    fn encode_members(&self, out: &mut BitWriter<'_>) {
        if let (true, Some(members)) = (out.flag(self.members.is_some()), &self.members) {
            for member in members {
                out.write(member.epoch.into(), 4);
                out.flag(member.gone);
            }
        }
        for admission in self.admissions.iter().take(MAX_PLAYERS) {
            out.flag(true);
            out.write(admission.player.into(), 3);
            out.write(admission.epoch.into(), 4);
            out.write(admission.tick.into(), 32);
        }
        out.flag(false);
    }

    fn encode_runs(&self, width: u32, out: &mut BitWriter<'_>) {
        let mut values = self.values.iter();
        for run in self.runs.iter().take(MOST_RUNS) {
            out.flag(true);
            out.write(run.player.into(), 4);
            out.signed(i64::from(self.tick) - i64::from(run.first));
            out.small(run.count.into());
            let width = if run.player == PRESENCE { PRESENCE_BITS } else { width };
            // Most players do in most ticks what they did before: one bit says so.
            let mut last = None;
            for &value in values.by_ref().take(run.count.into()) {
                if last.is_none() || out.flag(last != Some(value)) {
                    out.write(value, width);
                }
                last = Some(value);
            }
        }
        out.flag(false);
    }

    fn encode_chunks(&self, out: &mut BitWriter<'_>) {
        if let (true, Some(ack)) = (out.flag(self.chunk_ack.is_some()), self.chunk_ack) {
            out.write(ack.blob.into(), 8);
            out.write(ack.missing.into(), 16);
            out.write(ack.after.into(), 32);
        }
        if let (true, Some(chunk)) = (out.flag(self.chunk.is_some()), self.chunk) {
            out.write(chunk.blob.into(), 8);
            out.flag(chunk.is_report);
            out.write(chunk.tick.into(), 32);
            out.write(chunk.size.into(), 32);
            out.write(chunk.index.into(), 16);
            out.write(self.chunk_bytes.len() as u64, 10);
            out.bytes(&self.chunk_bytes);
        }
    }

    /// Reads a packet over this value; any bytes will do. After an error the value is of no use.
    ///
    /// # Errors
    /// [`PacketError`] says why the bytes are no packet of this session.
    pub fn decode(&mut self, bytes: &[u8], width: u32, key: u64) -> Result<(), PacketError> {
        self.clear();
        let body = frame::open(bytes, key)?;
        self.decode_body(&mut BitReader::new(body), width).ok_or(PacketError::Content)
    }

    fn decode_body(&mut self, input: &mut BitReader<'_>, width: u32) -> Option<()> {
        self.decode_head(input)?;
        self.decode_members(input)?;
        self.decode_runs(input, width)?;
        self.decode_chunks(input)?;
        input.finish()
    }

    fn decode_head(&mut self, input: &mut BitReader<'_>) -> Option<()> {
        self.kind = KINDS[input.read(2)? as usize];
        self.from = input.read(4)? as u8;
        self.epoch = input.read(4)? as u8;
        self.number = input.read(16)? as u16;
        self.tick = input.read(32)? as u32;
        self.ahead = input.read(8)? as u8 as i8;
        for index in 0..MAX_PLAYERS {
            self.known[index] = if input.flag()? { Some(self.near(input)?) } else { None };
        }
        if input.flag()? {
            self.hash = Some(TickHash { tick: self.near(input)?, hash: input.read(32)? as u32 });
        }
        if input.flag()? {
            self.wants = Some(input.read(3)? as u8);
        }
        Some(())
    }

    /// A tick, told by its distance from that of the packet.
    fn near(&self, input: &mut BitReader<'_>) -> Option<u32> {
        i64::from(self.tick).checked_sub(input.signed()?)?.try_into().ok()
    }

    fn decode_members(&mut self, input: &mut BitReader<'_>) -> Option<()> {
        if input.flag()? {
            let mut members = [Member::default(); MAX_PLAYERS];
            for member in &mut members {
                *member = Member { epoch: input.read(4)? as u8, gone: input.flag()? };
            }
            self.members = Some(members);
        }
        while input.flag()? {
            if self.admissions.len() == MAX_PLAYERS {
                return None;
            }
            let (player, epoch) = (input.read(3)? as u8, input.read(4)? as u8);
            self.admissions.push(Admission { player, epoch, tick: input.read(32)? as u32 });
        }
        Some(())
    }

    fn decode_runs(&mut self, input: &mut BitReader<'_>, width: u32) -> Option<()> {
        while input.flag()? {
            let player = input.read(4)? as u8;
            let first = self.near(input)?;
            let count = input.small()?;
            let is_sound = player <= PRESENCE
                && count <= MAX_RUN as u64
                && self.runs.len() < MOST_RUNS
                && first.checked_add(count as u32).is_some();
            if !is_sound {
                return None;
            }
            let width = if player == PRESENCE { PRESENCE_BITS } else { width };
            let mut last = None;
            for _ in 0..count {
                let value = match last {
                    Some(last) if !input.flag()? => last,
                    _ => input.read(width)?,
                };
                self.values.push(value);
                last = Some(value);
            }
            self.runs.push(InputRun { player, first, count: count as u16 });
        }
        Some(())
    }

    fn decode_chunks(&mut self, input: &mut BitReader<'_>) -> Option<()> {
        if input.flag()? {
            let (blob, missing) = (input.read(8)? as u8, input.read(16)? as u16);
            self.chunk_ack = Some(ChunkAck { blob, missing, after: input.read(32)? as u32 });
        }
        if input.flag()? {
            self.chunk = Some(Chunk {
                blob: input.read(8)? as u8,
                is_report: input.flag()?,
                tick: input.read(32)? as u32,
                size: input.read(32)? as u32,
                index: input.read(16)? as u16,
            });
            let count = input.read(10)? as usize;
            if count > CHUNK_BYTES {
                return None;
            }
            input.bytes(count, &mut self.chunk_bytes)?;
        }
        Some(())
    }

    /// Adds a run of inputs; without values none.
    pub(crate) fn add_run(&mut self, player: u8, first: u32, values: impl Iterator<Item = u64>) {
        let before = self.values.len();
        self.values.extend(values.take(MAX_RUN));
        let count = (self.values.len() - before) as u16;
        if count > 0 {
            self.runs.push(InputRun { player, first, count });
        }
    }

    /// All inputs: whose, of which tick, and what.
    pub fn inputs(&self) -> impl Iterator<Item = (u8, u32, u64)> + '_ {
        let ticks = self.runs.iter().flat_map(|run| {
            (0..u32::from(run.count)).map(|offset| (run.player, run.first + offset))
        });
        ticks.zip(&self.values).map(|((player, tick), &value)| (player, tick, value))
    }

    /// Whether the sender can be a peer of a session.
    pub(crate) fn is_from(&self, peer: u8) -> bool {
        self.from == peer && usize::from(peer) < MAX_PEERS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn member() -> impl Strategy<Value = Member> {
        (0u8..16, any::<bool>()).prop_map(|(epoch, gone)| Member { epoch, gone })
    }

    fn any_packet() -> impl Strategy<Value = Packet> {
        let head = (0usize..4, 0u8..16, 0u8..16, any::<u16>(), any::<u32>(), any::<i8>());
        let players = (
            any::<[Option<u32>; 8]>(),
            prop::option::of(prop::array::uniform8(member())),
            prop::collection::vec((0u8..8, 0u8..16, any::<u32>()), 0..8),
            prop::option::of((any::<u32>(), any::<u32>())),
            prop::option::of(0u8..8),
        );
        let runs = prop::collection::vec(
            (0u8..8, 0..u32::MAX - 200, prop::collection::vec(0u64..1 << 20, 1..MAX_RUN)),
            0..4,
        );
        let chunks = (
            prop::option::of((
                any::<(u8, bool, u32, u32, u16)>(),
                prop::collection::vec(any::<u8>(), 0..200),
            )),
            prop::option::of(any::<(u8, u16, u32)>()),
        );
        (head, players, runs, chunks).prop_map(|(head, players, runs, (chunk, ack))| {
            let (known, members, admissions, hash, wants) = players;
            let mut packet = Packet {
                kind: KINDS[head.0],
                from: head.1,
                epoch: head.2,
                number: head.3,
                tick: head.4,
                ahead: head.5,
                known,
                members,
                hash: hash.map(|(tick, hash)| TickHash { tick, hash }),
                wants,
                ..Packet::default()
            };
            packet.admissions.extend(
                admissions.into_iter().map(|(player, epoch, tick)| Admission {
                    player,
                    epoch,
                    tick,
                }),
            );
            for (player, first, values) in runs {
                packet.add_run(player, first, values.into_iter());
            }
            if let Some(((blob, is_report, tick, size, index), bytes)) = chunk {
                packet.chunk = Some(Chunk { blob, is_report, tick, size, index });
                packet.chunk_bytes = bytes;
            }
            packet.chunk_ack = ack.map(|(blob, missing, after)| ChunkAck { blob, missing, after });
            packet
        })
    }

    proptest! {
        #[test]
        fn packets_come_back(packet in any_packet()) {
            let (mut bytes, mut back) = (Vec::new(), Packet::default());
            packet.encode(20, 7, &mut bytes);
            if bytes.len() <= crate::MAX_PACKET {
                prop_assert_eq!(back.decode(&bytes, 20, 7), Ok(()));
                prop_assert_eq!(back, packet);
            }
        }

        #[test]
        fn any_bytes_are_a_packet_or_an_error(mut bytes in prop::collection::vec(any::<u8>(), 0..300), width in 1u32..65) {
            let mut packet = Packet::default();
            prop_assert!(packet.decode(&bytes, width, 7).is_err());
            // The checksum keeps nearly everything out: what is behind it is tried with a right one.
            if bytes.len() > 5 {
                bytes[0] = crate::PROTOCOL_VERSION;
                frame::seal(&mut bytes, 7);
                if packet.decode(&bytes, width, 7).is_ok() {
                    prop_assert!(packet.values.len() <= MOST_RUNS * MAX_RUN);
                }
            }
        }

        #[test]
        fn cut_packets_are_refused(packet in any_packet(), cut in 1usize..40) {
            let mut bytes = Vec::new();
            packet.encode(20, 7, &mut bytes);
            bytes.truncate(bytes.len().saturating_sub(cut));
            prop_assert!(Packet::default().decode(&bytes, 20, 7).is_err());
        }
    }

    #[test]
    fn a_usual_packet_is_short() {
        let mut packet = Packet { tick: 4000, ..Packet::default() };
        packet.known[1] = Some(3994);
        packet.add_run(0, 3990, [3, 3, 3, 3, 3, 1, 1, 1, 1, 1].into_iter());
        let mut bytes = Vec::new();
        packet.encode(8, 7, &mut bytes);
        assert_eq!(bytes.len(), 22);
    }
}
