//! What differs between two moments, in few bytes.
//!
//! A word is told by its difference (exclusive or) from the word in the same place of the other moment: for most of them that
//! is nothing, and runs of those are counted. Of the others many are copies, such as the place of a body, that of its collider
//! and the one it was moved to. Two words that were equal and change to the same are told once: a table remembers what became
//! of a word.

use super::words::Words;

/// Words that changed, by what they were. Small enough to stay in the nearest cache.
const SEEN: usize = 2048;

/// How a changed word is told: as one before it, or by the lower bytes of its difference.
const AGAIN: u8 = 0;
const BYTES: [usize; 4] = [0, 2, 3, 4];

fn place(word: u32) -> usize {
    (word.wrapping_mul(0x9e37_79b9) >> 21) as usize % SEEN
}

#[derive(Clone, Debug)]
struct Seen(Vec<(u32, u32)>);

impl Seen {
    fn new() -> Self {
        Self(vec![(0, 0); SEEN])
    }

    fn get(&self, from: u32) -> u32 {
        let (known, to) = self.0[place(from)];
        if known == from { to } else { from }
    }

    fn set(&mut self, from: u32, to: u32) {
        self.0[place(from)] = (from, to);
    }
}

/// The bytes that make `older` of `newer`.
pub(super) fn encode(older: &Words, newer: &Words) -> Vec<u8> {
    let mut coder = Coder::new();
    coder.all(&older.groups, &newer.groups);
    let (mut to, mut from) = (older.lengths.as_slice(), newer.lengths.as_slice());
    for (group, &count) in older.groups.iter().enumerate() {
        let known = newer.groups.get(group).copied().unwrap_or_default();
        coder.all(take(&mut to, count), take(&mut from, known));
    }
    let (mut to, mut from) = (older.all.as_slice(), newer.all.as_slice());
    for (wanted, known) in pairs(older, newer) {
        let source = take(&mut from, known.unwrap_or_default());
        if let Some(wanted) = wanted {
            let is_like = known == Some(wanted);
            coder.all(take(&mut to, wanted), if is_like { source } else { &[] });
        }
    }
    coder.end()
}

/// Makes `older` of `newer` and the bytes that [`encode`] gave for them.
pub(super) fn decode(bytes: &[u8], newer: &Words, older: &mut Words) {
    let mut decoder = Decoder::new(bytes);
    let (groups, lengths, all) = (&mut older.groups, &mut older.lengths, &mut older.all);
    groups.clear();
    lengths.clear();
    all.clear();
    // How many groups there are follows from the types of the engine.
    decoder.all(newer.groups.len(), &newer.groups, groups);
    let mut from = newer.lengths.as_slice();
    for (&count, &known) in groups.iter().zip(&newer.groups) {
        decoder.all(count as usize, take(&mut from, known), lengths);
    }
    let mut from = newer.all.as_slice();
    for (wanted, known) in pairs(older, newer) {
        let source = take(&mut from, known.unwrap_or_default());
        if let Some(wanted) = wanted {
            let is_like = known == Some(wanted);
            decoder.all(wanted as usize, if is_like { source } else { &[] }, &mut older.all);
        }
    }
}

/// Lengths of the elements of two moments, side by side by group and number; `None` where one has fewer.
fn pairs(older: &Words, newer: &Words) -> Vec<(Option<u32>, Option<u32>)> {
    let (mut to, mut from) = (older.lengths.as_slice(), newer.lengths.as_slice());
    let mut pairs = Vec::with_capacity(to.len().max(from.len()));
    for (&wanted, &known) in older.groups.iter().zip(&newer.groups) {
        let (to, from) = (take(&mut to, wanted), take(&mut from, known));
        let longer = to.len().max(from.len());
        pairs.extend((0..longer).map(|i| (to.get(i).copied(), from.get(i).copied())));
    }
    pairs
}

fn take<'w>(words: &mut &'w [u32], count: u32) -> &'w [u32] {
    let (own, rest) = words.split_at((count as usize).min(words.len()));
    *words = rest;
    own
}

struct Coder {
    bytes: Vec<u8>,
    same: u32,
    /// Kinds and lower bytes of the changed words that follow each other.
    kinds: Vec<u8>,
    payload: Vec<u8>,
    seen: Seen,
}

impl Coder {
    fn new() -> Self {
        let (bytes, kinds, payload) = (Vec::new(), Vec::new(), Vec::new());
        Self { bytes, same: 0, kinds, payload, seen: Seen::new() }
    }

    /// Words and what they are guessed to be; where there is no guess, 0.
    fn all(&mut self, words: &[u32], guesses: &[u32]) {
        if words == guesses {
            return self.skip(words.len() as u32);
        }
        for (i, &word) in words.iter().enumerate() {
            self.one(word, guesses.get(i).copied().unwrap_or_default());
        }
    }

    fn skip(&mut self, count: u32) {
        if count > 0 && !self.kinds.is_empty() {
            self.flush();
        }
        self.same += count;
    }

    fn one(&mut self, word: u32, guess: u32) {
        if word == guess {
            return self.skip(1);
        }
        let difference = word ^ guess;
        let kind = if self.seen.get(guess) == word {
            AGAIN
        } else {
            self.seen.set(guess, word);
            1 + u8::from(difference > 0xFFFF) + u8::from(difference > 0xFF_FFFF)
        };
        self.kinds.push(kind);
        let count = BYTES[usize::from(kind)];
        self.payload.extend_from_slice(&difference.to_le_bytes()[..count]);
    }

    fn flush(&mut self) {
        varint(self.same, &mut self.bytes);
        varint(self.kinds.len() as u32, &mut self.bytes);
        let four = |kinds: &[u8]| kinds.iter().rev().fold(0, |byte, kind| byte << 2 | kind);
        self.bytes.extend(self.kinds.chunks(4).map(four));
        self.bytes.append(&mut self.payload);
        self.kinds.clear();
        self.same = 0;
    }

    fn end(mut self) -> Vec<u8> {
        self.flush();
        self.bytes.shrink_to_fit();
        self.bytes
    }
}

/// Seven bits a byte, the highest bit says that more follow.
fn varint(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Decoder<'b> {
    bytes: &'b [u8],
    same: usize,
    kinds: &'b [u8],
    kind: usize,
    changed: usize,
    seen: Seen,
}

impl<'b> Decoder<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, same: 0, kinds: &[], kind: 0, changed: 0, seen: Seen::new() }
    }

    /// So many words, by what they are guessed to be.
    fn all(&mut self, count: usize, guesses: &[u32], into: &mut Vec<u32>) {
        let mut done = 0;
        while done < count {
            if self.kind == self.changed && self.same == 0 {
                self.begin();
            }
            let same = self.same.min(count - done);
            let known = guesses.len().saturating_sub(done).min(same);
            into.extend_from_slice(&guesses[guesses.len().min(done)..][..known]);
            into.resize(into.len() + same - known, 0);
            self.same -= same;
            done += same;
            while done < count && self.same == 0 && self.kind < self.changed {
                into.push(self.one(guesses.get(done).copied().unwrap_or_default()));
                done += 1;
            }
        }
    }

    fn begin(&mut self) {
        self.same = self.varint();
        self.changed = self.varint();
        self.kind = 0;
        self.kinds = self.slice(self.changed.div_ceil(4));
        if self.same == 0 && self.changed == 0 {
            // Beyond the end: nothing more differs.
            self.same = usize::MAX;
        }
    }

    fn one(&mut self, guess: u32) -> u32 {
        let four = self.kinds.get(self.kind / 4).copied().unwrap_or_default();
        let kind = four >> (self.kind % 4 * 2) & 3;
        self.kind += 1;
        if kind == AGAIN {
            return self.seen.get(guess);
        }
        let mut difference = [0; 4];
        let lower = self.slice(BYTES[usize::from(kind)]);
        difference[..lower.len()].copy_from_slice(lower);
        let word = guess ^ u32::from_le_bytes(difference);
        self.seen.set(guess, word);
        word
    }

    fn varint(&mut self) -> usize {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.slice(1).first().copied().unwrap_or_default();
            number |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn slice(&mut self, count: usize) -> &'b [u8] {
        let (own, rest) = self.bytes.split_at(count.min(self.bytes.len()));
        self.bytes = rest;
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Groups of elements of few, often equal, words.
    fn words() -> impl Strategy<Value = Words> {
        let word = prop_oneof![Just(0u32), Just(7), Just(0x4000_0000), any::<u32>()];
        let element = proptest::collection::vec(word, 0..6);
        let group = proptest::collection::vec(element, 0..8);
        proptest::collection::vec(group, 5).prop_map(|groups| Words {
            all: groups.iter().flatten().flatten().copied().collect(),
            lengths: groups.iter().flatten().map(|element| element.len() as u32).collect(),
            groups: groups.iter().map(|group| group.len() as u32).collect(),
        })
    }

    proptest! {
        #[test]
        fn what_was_taken_apart_comes_together_again(older in words(), newer in words()) {
            let bytes = encode(&older, &newer);
            let mut again = Words::default();
            decode(&bytes, &newer, &mut again);
            prop_assert_eq!(&again, &older);
            prop_assert!(encode(&newer, &newer).len() <= 4);
        }
    }

    #[test]
    fn copies_of_a_change_are_told_once() {
        let moment =
            |word: u32| Words { all: vec![word; 400], lengths: vec![400], groups: vec![1] };
        let bytes = encode(&moment(0x4048_F5C3), &moment(0x4049_0FDB));
        assert!(bytes.len() < 400 / 4 + 12, "{}", bytes.len());
    }
}
