//! States that are larger than a packet, in pieces that may get lost.

use crate::{CHUNK_BYTES, Chunk, ChunkAck};

/// Pieces that may be on their way at once.
const WINDOW: u32 = 32;
/// Pieces in a round at the most and at the least.
const PACE: (f32, f32) = (4.0, 0.25);
/// How much faster it gets with every piece that arrives, and what is left of its pace when one has to be sent again: a line
/// that loses a fifth by chance keeps half of it, one that is full does not.
const FASTER: f32 = 0.05;
const SLOWER: f32 = 0.9;

/// A state on its way to another peer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outgoing {
    pub(crate) blob: u8,
    pub(crate) is_report: bool,
    pub(crate) tick: u32,
    bytes: Vec<u8>,
    /// The first piece that was not acknowledged, and which ones after it were.
    missing: u32,
    after: u32,
    /// Which piece is next, and the first one that was never sent.
    cursor: u32,
    unsent: u32,
    /// Pieces in a round, and parts of one that are due.
    pace: f32,
    due: f32,
}

impl Outgoing {
    pub(crate) fn begin(&mut self, tick: u32, is_report: bool, bytes: &[u8]) {
        self.blob = self.blob.wrapping_add(1);
        (self.tick, self.is_report) = (tick, is_report);
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        (self.missing, self.after, self.cursor, self.unsent) = (0, 0, 0, 0);
        (self.pace, self.due) = (PACE.0, 0.0);
    }

    /// How many pieces may be sent in this round.
    #[doc(alias = "congestion control")]
    pub(crate) fn round(&mut self) -> usize {
        self.due = (self.due + self.pace).min(PACE.0);
        let pieces = self.due as usize;
        self.due -= pieces as f32;
        pieces
    }

    pub(crate) fn end(&mut self) {
        self.bytes.clear();
    }

    const fn pieces(&self) -> u32 {
        (self.bytes.len() as u32).div_ceil(CHUNK_BYTES as u32)
    }

    pub(crate) const fn is_active(&self) -> bool {
        self.missing < self.pieces()
    }

    pub(crate) fn acknowledge(&mut self, ack: ChunkAck) {
        let missing = u32::from(ack.missing);
        if ack.blob == self.blob && missing >= self.missing && missing <= self.pieces() {
            let arrived = |missing: u32, after: u32| missing + after.count_ones();
            let more =
                arrived(missing, ack.after).saturating_sub(arrived(self.missing, self.after));
            self.pace = (self.pace + FASTER * more as f32).min(PACE.0);
            (self.missing, self.after) = (missing, ack.after);
        }
    }

    /// The next piece to send, around and around over those that are not acknowledged.
    pub(crate) fn next(&mut self, bytes: &mut Vec<u8>) -> Option<Chunk> {
        if !self.is_active() {
            return None;
        }
        let end = self.pieces().min(self.missing + WINDOW);
        let arrived =
            |index: u32| index > self.missing && self.after >> (index - self.missing - 1) & 1 == 1;
        let index = (self.cursor.max(self.missing)..end)
            .chain(self.missing..end)
            .find(|&index| !arrived(index))?;
        self.cursor = if index + 1 < end { index + 1 } else { 0 };
        if index < self.unsent {
            self.pace = (self.pace * SLOWER).max(PACE.1);
        }
        self.unsent = self.unsent.max(index + 1);
        let start = index as usize * CHUNK_BYTES;
        let piece = &self.bytes[start..self.bytes.len().min(start + CHUNK_BYTES)];
        bytes.clear();
        bytes.extend_from_slice(piece);
        Some(Chunk {
            blob: self.blob,
            is_report: self.is_report,
            tick: self.tick,
            size: self.bytes.len() as u32,
            index: index as u16,
        })
    }
}

/// A state that comes from another peer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Incoming {
    head: Option<Chunk>,
    /// As long as what came of the longest state so far, for its size is only a claim: what is left of an earlier one
    /// is written over before anybody reads it.
    bytes: Vec<u8>,
    arrived: Vec<bool>,
    missing: u32,
}

impl Incoming {
    /// Takes in a piece; the head when it was the last one. Pieces that do not fit are dropped.
    pub(crate) fn take(&mut self, chunk: Chunk, bytes: &[u8], max_state: u32) -> Option<Chunk> {
        let head = Chunk { index: 0, ..chunk };
        if chunk.size == 0 || chunk.size > max_state {
            return None;
        }
        if self.head != Some(head) {
            self.head = Some(head);
            self.arrived.clear();
            self.arrived.resize((chunk.size as usize).div_ceil(CHUNK_BYTES), false);
            self.missing = 0;
        }
        let is_done = self.is_complete();
        let start = usize::from(chunk.index) * CHUNK_BYTES;
        let end = (chunk.size as usize).min(start + CHUNK_BYTES);
        // Nobody sends what is further ahead than a window.
        let is_near = u32::from(chunk.index) < self.missing + WINDOW;
        let arrived = self.arrived.get_mut(usize::from(chunk.index))?;
        if is_done || !is_near || start.checked_add(bytes.len()) != Some(end) {
            return None;
        }
        *arrived = true;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start..end].copy_from_slice(bytes);
        while self.arrived.get(self.missing as usize) == Some(&true) {
            self.missing += 1;
        }
        self.is_complete().then_some(head)
    }

    fn is_complete(&self) -> bool {
        self.missing as usize == self.arrived.len()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        let size = self.head.map_or(0, |head| head.size as usize);
        self.bytes.get(..size).unwrap_or_default()
    }

    /// What to tell the sender; `None` when nothing comes.
    pub(crate) fn acknowledgment(&self) -> Option<ChunkAck> {
        let head = self.head?;
        let after = (0..WINDOW).filter(|bit| {
            self.arrived.get((self.missing + 1 + bit) as usize).copied().unwrap_or_default()
        });
        let after = after.fold(0, |mask, bit| mask | 1 << bit);
        Some(ChunkAck { blob: head.blob, missing: self.missing as u16, after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn states_arrive_whole_over_a_network_that_loses_half() {
        let mut rng = Rng::new(5);
        for size in [1, 999, 1000, 1001, 50_000] {
            let state: Vec<u8> = (0..size).map(|i| (i % 251) as u8).collect();
            let (mut out, mut incoming) = (Outgoing::default(), Incoming::default());
            out.begin(90, false, &state);
            let (mut bytes, mut done) = (Vec::new(), None);
            for _ in 0..1000 {
                if let Some(chunk) = out.next(&mut bytes).filter(|_| rng.chance(0.5)) {
                    done = incoming.take(chunk, &bytes, 1 << 20).or(done);
                }
                if let Some(ack) = incoming.acknowledgment().filter(|_| rng.chance(0.5)) {
                    out.acknowledge(ack);
                }
            }
            assert_eq!(done.map(|head| (head.tick, head.size)), Some((90, size)));
            assert_eq!(incoming.bytes(), state);
            assert!(!out.is_active());
        }
    }

    /// Pieces that are sent for a state of 100, over a line that takes `rate` pieces a round and drops what is more; and the
    /// rounds that it took. Acknowledgments take three rounds.
    fn over_a_narrow_line(rate: f32) -> (u32, usize) {
        let state = vec![7; 100 * CHUNK_BYTES];
        let (mut out, mut incoming) = (Outgoing::default(), Incoming::default());
        out.begin(90, false, &state);
        let (mut bytes, mut sent, mut room) = (Vec::new(), 0, 0.0f32);
        let mut acks = std::collections::VecDeque::from([None; 3]);
        for round in 0..10_000 {
            room = (room + rate).min(8.0);
            for _ in 0..out.round() {
                let Some(chunk) = out.next(&mut bytes) else { break };
                sent += 1;
                if room >= 1.0 {
                    room -= 1.0;
                    incoming.take(chunk, &bytes, 1 << 20);
                }
            }
            acks.push_back(incoming.acknowledgment());
            if let Some(ack) = acks.pop_front().flatten() {
                out.acknowledge(ack);
            }
            if !out.is_active() {
                return (sent, round);
            }
        }
        (sent, usize::MAX)
    }

    #[test]
    fn sim_64_a_state_takes_what_a_line_has_and_little_more() {
        let (sent, rounds) = over_a_narrow_line(8.0);
        assert!(sent < 115 && rounds < 32, "{sent} pieces, {rounds} rounds");
        for rate in [2.0, 1.0, 0.5] {
            let (sent, rounds) = over_a_narrow_line(rate);
            // A sender that takes no notice sends four a round for 100 / rate rounds: 200 to 800.
            assert!(sent < 200, "{sent} pieces over {rate}");
            assert!((rounds as f32) < 140.0 / rate, "{rounds} rounds over {rate}");
        }
    }

    /// Each way between two peers of a recording took as much memory as its first piece said that the state had.
    #[test]
    fn a_state_takes_memory_as_it_comes_and_not_as_it_says() {
        let mut incoming = Incoming::default();
        let chunk = Chunk { size: 1 << 22, ..Chunk::default() };
        for index in [0, 1, 33, 34, 4000] {
            incoming.take(Chunk { index, ..chunk }, &[5; CHUNK_BYTES], 1 << 22);
        }
        // Piece 34 is one further ahead than a window from the first one that is missing, which is 2.
        assert_eq!(incoming.bytes.len(), 34 * CHUNK_BYTES);
        assert_eq!(
            incoming.acknowledgment().map(|ack| (ack.missing, ack.after)),
            Some((2, 1 << 30))
        );
    }

    /// It was looked up behind the end of the list of pieces, which ended the program of whoever waited for a state.
    #[test]
    fn an_empty_piece_behind_the_end_is_refused() {
        for size in [1000, 2000] {
            let mut incoming = Incoming::default();
            let chunk = Chunk { size, index: (size / 1000) as u16, ..Chunk::default() };
            assert_eq!(incoming.take(chunk, &[], 1 << 20), None, "{size}");
        }
    }

    #[test]
    fn lies_about_sizes_are_refused() {
        let mut incoming = Incoming::default();
        let chunk = Chunk { size: 5000, ..Chunk::default() };
        assert_eq!(incoming.take(Chunk { size: u32::MAX, ..chunk }, &[0; 1000], 1 << 20), None);
        assert_eq!(incoming.take(Chunk { size: 0, ..chunk }, &[], 1 << 20), None);
        assert_eq!(incoming.take(Chunk { index: 900, ..chunk }, &[0; 1000], 1 << 20), None);
        assert_eq!(incoming.take(chunk, &[0; 999], 1 << 20), None, "a piece that is too short");
        let tiny = Chunk { size: 3, ..chunk };
        assert_eq!(incoming.take(tiny, &[1, 2, 3], 1 << 20), Some(tiny));
        assert_eq!(incoming.take(tiny, &[1, 2, 3], 1 << 20), None, "told once");
    }
}
