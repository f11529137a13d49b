//! What clients and server say to each other.

use crate::bits::{BitReader, BitWriter};
use crate::frame::{self, PacketError};
use crate::{MAX_PLAYERS, MAX_RUN};

/// From a client: its latest inputs, and the newest snapshot it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClientPacket {
    pub(crate) player: u8,
    /// The newest snapshot that came.
    pub(crate) ack: Option<u32>,
    /// The tick of the first input.
    pub(crate) first: u32,
    pub(crate) inputs: Vec<u64>,
}

impl ClientPacket {
    pub(crate) fn encode(&self, width: u32, key: u64, bytes: &mut Vec<u8>) {
        frame::begin(bytes);
        let mut out = BitWriter::new(bytes);
        out.flag(false);
        out.write(self.player.into(), 3);
        if let (true, Some(ack)) = (out.flag(self.ack.is_some()), self.ack) {
            out.write(ack.into(), 32);
        }
        out.write(self.first.into(), 32);
        out.small(self.inputs.len() as u64);
        let mut last = None;
        for &input in &self.inputs {
            if last.is_none() || out.flag(last != Some(input)) {
                out.write(input, width);
            }
            last = Some(input);
        }
        out.finish();
        frame::seal(bytes, key);
    }

    pub(crate) fn decode(&mut self, bytes: &[u8], width: u32, key: u64) -> Result<(), PacketError> {
        let body = frame::open(bytes, key)?;
        self.inputs.clear();
        self.read(&mut BitReader::new(body), width).ok_or(PacketError::Content)
    }

    fn read(&mut self, input: &mut BitReader<'_>, width: u32) -> Option<()> {
        if input.flag()? {
            return None;
        }
        self.player = input.read(3)? as u8;
        self.ack = if input.flag()? { Some(input.read(32)? as u32) } else { None };
        self.first = input.read(32)? as u32;
        let count = input.small()?;
        if count > MAX_RUN as u64 || self.first.checked_add(count as u32).is_none() {
            return None;
        }
        let mut last = None;
        for _ in 0..count {
            let value = match last {
                Some(last) if !input.flag()? => last,
                _ => input.read(width)?,
            };
            self.inputs.push(value);
            last = Some(value);
        }
        input.finish()
    }
}

/// The last tick that a snapshot may be of, a year at 60 a second: clients run ahead of it, and count on.
const LAST_TICK: u32 = u32::MAX / 2;

/// From the server: the head of a snapshot; the objects follow it as bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SnapshotHead {
    /// The state before this tick.
    pub(crate) tick: u32,
    /// The tick of the snapshot it tells the difference to.
    pub(crate) base: Option<u32>,
    /// How many ticks before it was needed the newest input of the client came; negative when it came late.
    pub(crate) lead: i16,
    /// Who is there.
    pub(crate) present: u8,
    /// What every player did in the last tick.
    pub(crate) inputs: [u64; MAX_PLAYERS],
}

impl SnapshotHead {
    /// Writes the head; the objects are to be appended, and then the packet sealed.
    pub(crate) fn encode(&self, width: u32, bytes: &mut Vec<u8>) {
        frame::begin(bytes);
        let mut out = BitWriter::new(bytes);
        out.flag(true);
        out.write(self.tick.into(), 32);
        if let (true, Some(base)) = (out.flag(self.base.is_some()), self.base) {
            out.small(u64::from(self.tick.wrapping_sub(base)));
        }
        out.signed(self.lead.into());
        out.write(self.present.into(), 8);
        for (player, &input) in self.inputs.iter().enumerate() {
            if self.present >> player & 1 == 1 {
                out.write(input, width);
            }
        }
        out.finish();
    }

    /// Reads the head, and gives the bytes of the objects.
    pub(crate) fn decode(bytes: &[u8], width: u32, key: u64) -> Result<(Self, &[u8]), PacketError> {
        let body = frame::open(bytes, key)?;
        let mut input = BitReader::new(body);
        let head = Self::read(&mut input, width).ok_or(PacketError::Content)?;
        Ok((head, input.rest()))
    }

    fn read(input: &mut BitReader<'_>, width: u32) -> Option<Self> {
        if !input.flag()? {
            return None;
        }
        let tick = u32::try_from(input.read(32)?).ok().filter(|&tick| tick <= LAST_TICK)?;
        let base = if input.flag()? {
            Some(tick.checked_sub(input.small()?.try_into().ok()?)?)
        } else {
            None
        };
        let lead = input.signed()?.clamp(-1000, 1000) as i16;
        let present = input.read(8)? as u8;
        let mut inputs = [0; MAX_PLAYERS];
        for (player, value) in inputs.iter_mut().enumerate() {
            if present >> player & 1 == 1 {
                *value = input.read(width)?;
            }
        }
        Some(Self { tick, base, lead, present, inputs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_snapshot_of_the_last_ticks_that_can_be_counted_is_refused() {
        // A client added its lead to the tick: one near the end of the numbers made it panic.
        for (tick, good) in [(LAST_TICK, true), (LAST_TICK + 1, false), (u32::MAX, false)] {
            let mut bytes = Vec::new();
            SnapshotHead { tick, ..SnapshotHead::default() }.encode(9, &mut bytes);
            frame::seal(&mut bytes, 5);
            assert_eq!(SnapshotHead::decode(&bytes, 9, 5).is_ok(), good, "{tick}");
        }
    }

    proptest! {
        #[test]
        fn words_come_back(
            player in 0u8..8, ack: Option<u32>, first in 0..u32::MAX - 200,
            inputs in prop::collection::vec(0u64..1 << 9, 0..MAX_RUN),
            tick in 100..=LAST_TICK, back in prop::option::of(0u32..100), lead in -1000i16..1000, present: u8,
        ) {
            let (mut bytes, mut got) = (Vec::new(), ClientPacket::default());
            let packet = ClientPacket { player, ack, first, inputs };
            packet.encode(9, 5, &mut bytes);
            prop_assert_eq!(got.decode(&bytes, 9, 5), Ok(()));
            prop_assert_eq!(&got, &packet);
            let inputs = core::array::from_fn(|player| u64::from(present >> player & 1) * 77);
            let head = SnapshotHead { tick, base: back.map(|back| tick - back), lead, present, inputs };
            head.encode(9, &mut bytes);
            bytes.extend_from_slice(b"objects");
            frame::seal(&mut bytes, 5);
            prop_assert_eq!(SnapshotHead::decode(&bytes, 9, 5), Ok((head, &b"objects"[..])));
            prop_assert_eq!(got.decode(&bytes, 9, 5), Err(PacketError::Content), "not for a server");
        }

        #[test]
        fn any_bytes_are_a_word_or_an_error(mut bytes: Vec<u8>) {
            if bytes.len() > 5 {
                bytes[0] = crate::PROTOCOL_VERSION;
                frame::seal(&mut bytes, 5);
            }
            let mut packet = ClientPacket::default();
            let decoded = packet.decode(&bytes, 9, 5).is_ok();
            prop_assert!(!(decoded && SnapshotHead::decode(&bytes, 9, 5).is_ok()));
        }
    }
}
