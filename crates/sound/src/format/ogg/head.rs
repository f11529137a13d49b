//! The two headers of Vorbis that matter: what a stream is, and how its packets are to be read.
//!
//! The decoder trusts the set-up: a code book that is no tree, a floor with a place twice or a residue without its book
//! make it panic while it reads sound, and a few bytes can ask it for gigabytes. So the whole set-up is read here
//! first, by the rules of the Vorbis I specification, sections 3 to 8, and what breaks one is refused.

use super::bits::{Bits, bits_of, swap};
use crate::SoundError;

/// Most entries of all code books together. Encoders use some ten thousand; an entry can cost a kilobyte.
const MOST_ENTRIES: u32 = 1 << 17;
/// Most numbers in the vectors of all code books together.
const MOST_VALUES: u32 = 1 << 21;
/// Most dimensions of a code book that the decoder takes.
const MOST_DIMENSIONS: u32 = 32;
/// Most entries of a code book for the heights of a floor, which are below 256: more, and sums of them overflow.
const MOST_HEIGHTS: u32 = 1 << 12;
/// Most places of a floor, its two ends among them.
const MOST_PLACES: usize = 65;

/// Bytes of the kind of a header and of the name of the codec.
const HEAD: usize = 7;

/// What the first header tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) channels: u32,
    pub(super) rate: u32,
    /// Samples of a short and of a long block.
    blocks: [u32; 2],
}

fn damaged<T>(expected: &'static str) -> Result<T, SoundError> {
    Err(SoundError::Damaged { expected })
}

const fn unsupported<T>(what: &'static str) -> Result<T, SoundError> {
    Err(SoundError::Unsupported { what })
}

/// Passes over the kind of a header and the name of the codec.
fn begin<'a>(packet: &'a [u8], kind: u8, expected: &'static str) -> Result<Bits<'a>, SoundError> {
    match packet.split_first() {
        Some((&found, rest)) if found == kind && rest.starts_with(b"vorbis") => {
            Ok(Bits::new(&packet[HEAD..]))
        }
        _ => damaged(expected),
    }
}

/// Checks the header that tells what the stream is.
pub(super) fn identity(packet: &[u8]) -> Result<Identity, SoundError> {
    let mut bits = begin(packet, 1, "the first header of Vorbis")?;
    if packet.len() != 30 {
        return damaged("30 bytes in the first header of Vorbis");
    }
    if bits.take(32)? != 0 {
        return unsupported("another version of Vorbis than I");
    }
    let (channels, rate) = (bits.take(8)?, bits.take(32)?);
    bits.skip(96)?;
    let (short, long) = (bits.take(4)?, bits.take(4)?);
    match channels {
        0 => return damaged("at least one channel"),
        1..=8 => {}
        _ => return unsupported("more than eight channels"),
    }
    if !(6..=13).contains(&short) || !(6..=13).contains(&long) || short > long {
        return damaged("two sizes of blocks");
    }
    if !bits.flag()? {
        return damaged("the end of the first header of Vorbis");
    }
    Ok(Identity { channels, rate, blocks: [1 << short, 1 << long] })
}

/// Checks the header of comments, of which nothing is kept.
pub(super) fn comments(packet: &[u8]) -> Result<(), SoundError> {
    begin(packet, 3, "the comments of Vorbis").map(drop)
}

/// Checks the header that tells how packets are read, and gives it as the decoder is to have it.
///
/// Channels that belong together are to be taken apart in the reverse order, and the decoder goes forward: so the order
/// is turned around for it. That only matters where a channel is in several couples, so never in mono and stereo.
pub(super) fn setup(packet: &[u8], identity: Identity) -> Result<Vec<u8>, SoundError> {
    let mut bits = begin(packet, 5, "the set-up of Vorbis")?;
    let mut room = Room { entries: MOST_ENTRIES, values: MOST_VALUES };
    let books = list(&mut bits, 8, |bits| book(bits, &mut room))?;
    list(&mut bits, 6, |bits| match bits.take(16)? {
        0 => Ok(()),
        _ => damaged("no transform of time"),
    })?;
    let floors = list(&mut bits, 6, |bits| floor(bits, &books))?.len();
    let residues = list(&mut bits, 6, |bits| residue(bits, &books))?;
    let mappings = list(&mut bits, 6, |bits| mapping(bits, identity, floors, &residues))?;
    list(&mut bits, 6, |bits| mode(bits, mappings.len()))?;
    if !bits.flag()? {
        return damaged("the end of the set-up");
    }
    let mut setup = packet.to_vec();
    for couples in mappings {
        couples.turn(&mut setup[HEAD..]);
    }
    Ok(setup)
}

/// The couples of channels of a mapping: where their numbers are, in bits.
#[derive(Default)]
struct Couples {
    first: usize,
    count: usize,
    /// Of both numbers of a couple.
    width: usize,
    /// One bit for every channel that is in a couple.
    channels: u32,
}

impl Couples {
    /// Turns their order around.
    fn turn(&self, bits: &mut [u8]) {
        for i in 0..self.count / 2 {
            let [a, b] = [i, self.count - 1 - i].map(|place| self.first + place * self.width);
            swap(bits, a, b, self.width);
        }
    }
}

/// Reads as many things as a number of so many bits says, and one more.
fn list<T>(
    bits: &mut Bits<'_>,
    width: u32,
    mut one: impl FnMut(&mut Bits<'_>) -> Result<T, SoundError>,
) -> Result<Vec<T>, SoundError> {
    let count = bits.take(width)? + 1;
    (0..count).map(|_| one(bits)).collect()
}

/// What is left for the code books to come.
struct Room {
    entries: u32,
    values: u32,
}

/// What floors and residues ask of a code book.
struct Book {
    dimensions: u32,
    entries: u32,
    has_vectors: bool,
}

fn book(bits: &mut Bits<'_>, room: &mut Room) -> Result<Book, SoundError> {
    if bits.take(24)? != 0x0056_4342 {
        return damaged("a code book");
    }
    let (dimensions, entries) = (bits.take(16)?, bits.take(24)?);
    if dimensions == 0 || entries == 0 {
        return damaged("a code book with entries");
    }
    if dimensions > MOST_DIMENSIONS {
        return unsupported("code books of more than 32 dimensions");
    }
    let left = room.entries.checked_sub(entries);
    room.entries = left.ok_or(SoundError::Unsupported { what: "code books so large" })?;
    if bits.flag()? { ordered_lengths(bits, entries)? } else { lengths(bits, entries)? }.check()?;
    let kind = bits.take(4)?;
    let values = match kind {
        0 => return Ok(Book { dimensions, entries, has_vectors: false }),
        1 => root(entries, dimensions),
        2 => entries * dimensions,
        _ => return damaged("a known kind of vectors"),
    };
    // Both kinds are unfolded to a vector for every entry.
    let left = room.values.checked_sub(entries * dimensions);
    room.values = left.ok_or(SoundError::Unsupported { what: "code books so large" })?;
    bits.skip(64)?;
    let width = bits.take(4)? + 1;
    bits.skip(1 + values as usize * width as usize)?;
    Ok(Book { dimensions, entries, has_vectors: true })
}

/// The words of a code book, by how much of all words they take.
#[derive(Default)]
struct Words {
    count: u32,
    /// A word of `n` bits takes 2³²⁻ⁿ.
    share: u64,
}

impl Words {
    fn add(&mut self, length: u32, count: u32) {
        self.count += count;
        self.share += u64::from(count) << (32 - length);
    }

    /// Words given out from the left always fit when their shares do, and leave no gap when those make a whole. The
    /// one book that need not be whole has a single word of one bit.
    fn check(&self) -> Result<(), SoundError> {
        let is_whole = self.share == 1 << 32;
        let is_single = self.count == 1 && self.share == 1 << 31;
        if is_whole || is_single { Ok(()) } else { damaged("a code book that is a whole tree") }
    }
}

/// The lengths of words, entry by entry; entries of a sparse book may have none.
fn lengths(bits: &mut Bits<'_>, entries: u32) -> Result<Words, SoundError> {
    let is_sparse = bits.flag()?;
    let mut words = Words::default();
    for _ in 0..entries {
        if !is_sparse || bits.flag()? {
            words.add(bits.take(5)? + 1, 1);
        }
    }
    Ok(words)
}

/// The numbers of words of every length, beginning with a shortest.
fn ordered_lengths(bits: &mut Bits<'_>, entries: u32) -> Result<Words, SoundError> {
    let mut words = Words::default();
    let mut length = bits.take(5)? + 1;
    while words.count < entries {
        let left = entries - words.count;
        let count = bits.take(bits_of(left))?;
        if length > 32 || count > left {
            return damaged("words of at most 32 bits");
        }
        words.add(length, count);
        length += 1;
    }
    Ok(words)
}

/// The largest number whose power is not above `entries`.
fn root(entries: u32, dimensions: u32) -> u32 {
    let fits = |number: u32| number.checked_pow(dimensions).is_some_and(|power| power <= entries);
    // Found bit by bit, from the highest.
    (0..u32::BITS).rev().fold(0, |found, bit| {
        let more = found | 1 << bit;
        if fits(more) { more } else { found }
    })
}

/// A book that has to be there.
fn book_of(books: &[Book], number: u32) -> Result<&Book, SoundError> {
    let book = books.get(number as usize);
    book.ok_or(SoundError::Damaged { expected: "the number of a code book" })
}

/// A class of the places of a floor.
struct Class {
    places: u32,
}

fn floor(bits: &mut Bits<'_>, books: &[Book]) -> Result<(), SoundError> {
    match bits.take(16)? {
        0 => return unsupported("floors of type 0, which encoders gave up in 2001,"),
        1 => {}
        _ => return damaged("a known type of floor"),
    }
    let count = bits.take(5)?;
    let partitions = (0..count).map(|_| bits.take(4)).collect::<Result<Vec<u32>, _>>()?;
    let last = partitions.iter().max();
    let class_count = last.map_or(0, |last| last + 1);
    let classes = (0..class_count).map(|_| class(bits, books)).collect::<Result<Vec<_>, _>>()?;
    bits.skip(2)?;
    let width = bits.take(4)?;
    let mut places = vec![0, 1 << width];
    for partition in partitions {
        for _ in 0..classes[partition as usize].places {
            let place = bits.take(width)?;
            if places.len() == MOST_PLACES || places.contains(&place) {
                return damaged("up to 65 different places of a floor");
            }
            places.push(place);
        }
    }
    Ok(())
}

fn class(bits: &mut Bits<'_>, books: &[Book]) -> Result<Class, SoundError> {
    let (places, width) = (bits.take(3)? + 1, bits.take(2)?);
    if width > 0 {
        book_of(books, bits.take(8)?)?;
    }
    for _ in 0..1 << width {
        // One more than the number of the book; 0 is none.
        if let Some(number) = bits.take(8)?.checked_sub(1)
            && book_of(books, number)?.entries > MOST_HEIGHTS
        {
            return damaged("heights of a floor below 256");
        }
    }
    Ok(Class { places })
}

/// What a mapping asks of a residue.
struct Residue {
    kind: u32,
    begin: u32,
    end: u32,
    /// Numbers of a part, and parts whose classes share a word.
    part: u32,
    parts_per_word: u32,
}

impl Residue {
    /// Whether the last word of a channel says more classes than the channel has parts. The decoder writes those over
    /// the classes of the next channel, where residues are not interleaved.
    fn spills(&self, block: u32) -> bool {
        let [begin, end] = [self.begin, self.end].map(|place| place.min(block / 2));
        self.kind < 2 && !((end - begin) / self.part).is_multiple_of(self.parts_per_word)
    }
}

fn residue(bits: &mut Bits<'_>, books: &[Book]) -> Result<Residue, SoundError> {
    let kind = bits.take(16)?;
    if kind > 2 {
        return damaged("a known type of residue");
    }
    let (begin, end) = (bits.take(24)?, bits.take(24)?);
    if begin > end {
        return damaged("a residue that begins before its end");
    }
    let (part, classes) = (bits.take(24)? + 1, bits.take(6)? + 1);
    let class_book = book_of(books, bits.take(8)?)?;
    let words = classes.checked_pow(class_book.dimensions);
    if words.is_none_or(|words| words > class_book.entries) {
        return damaged("a word for all classes of a residue");
    }
    let mut passes = 0;
    for _ in 0..classes {
        let low = bits.take(3)?;
        let high = if bits.flag()? { bits.take(5)? } else { 0 };
        passes += low.count_ones() + high.count_ones();
    }
    for _ in 0..passes {
        if !book_of(books, bits.take(8)?)?.has_vectors {
            return damaged("a code book with vectors");
        }
    }
    Ok(Residue { kind, begin, end, part, parts_per_word: class_book.dimensions })
}

fn mapping(
    bits: &mut Bits<'_>,
    identity: Identity,
    floors: usize,
    residues: &[Residue],
) -> Result<Couples, SoundError> {
    if bits.take(16)? != 0 {
        return damaged("a known type of mapping");
    }
    let channels = identity.channels;
    let submaps = if bits.flag()? { bits.take(4)? + 1 } else { 1 };
    let mut couples = if bits.flag()? { couples(bits, channels)? } else { Couples::default() };
    if bits.take(2)? != 0 {
        return damaged("no reserved bits in a mapping");
    }
    let width = if submaps > 1 { 4 } else { 0 };
    let users = (0..channels).map(|_| bits.take(width)).collect::<Result<Vec<u32>, _>>()?;
    if users.iter().any(|&submap| submap >= submaps) {
        return damaged("the number of a part of a mapping");
    }
    for submap in 0..submaps {
        bits.skip(8)?;
        let (floor, residue) = (bits.take(8)? as usize, bits.take(8)? as usize);
        let Some(residue) = residues.get(residue).filter(|_| floor < floors) else {
            return damaged("the numbers of a floor and a residue");
        };
        let own: Vec<usize> = (0..users.len()).filter(|&user| users[user] == submap).collect();
        // The decoder splits its channels at the wrong place there, and may find none.
        if residue.kind == 2 && own.len() == 2 && own[0] > 0 {
            return unsupported("two channels of a residue of type 2 that follow others");
        }
        if own.len() > 1 && identity.blocks.iter().any(|&block| residue.spills(block)) {
            return unsupported("several channels whose residues end within a word");
        }
        // In other types the order also says which channels have numbers in a packet.
        if residue.kind != 2 && own.iter().any(|&channel| couples.channels >> channel & 1 == 1) {
            couples.count = 0;
        }
    }
    Ok(couples)
}

fn couples(bits: &mut Bits<'_>, channels: u32) -> Result<Couples, SoundError> {
    let (count, width) = (bits.take(8)? + 1, bits_of(channels - 1));
    let (first, mut members) = (bits.at(), 0);
    for _ in 0..count {
        let (magnitude, angle) = (bits.take(width)?, bits.take(width)?);
        if magnitude == angle || magnitude.max(angle) >= channels {
            return damaged("two channels that belong together");
        }
        members |= 1 << magnitude | 1 << angle;
    }
    Ok(Couples { first, count: count as usize, width: 2 * width as usize, channels: members })
}

fn mode(bits: &mut Bits<'_>, mappings: usize) -> Result<(), SoundError> {
    bits.skip(1)?;
    let (window, transform, mapping) = (bits.take(16)?, bits.take(16)?, bits.take(8)? as usize);
    if window != 0 || transform != 0 || mapping >= mappings {
        return damaged("a mode with its mapping");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::root;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the decoder takes the function of the platform")]
    fn roots_are_exact() {
        let entries = (1..4_000).chain([6_560, 6_561, 15_625, 65_535, 65_536, 131_071, 131_072]);
        for entries in entries {
            for dimensions in 1..=32 {
                let found = u64::from(root(entries, dimensions));
                assert!(found.pow(dimensions) <= u64::from(entries), "{entries} {dimensions}");
                let above = (found + 1).checked_pow(dimensions);
                assert!(above.is_none_or(|above| above > u64::from(entries)));
                // The decoder takes the root in `f32` and would read another number of values.
                let rounded = (entries as f32).powf(1.0 / dimensions as f32).floor();
                assert_eq!(rounded as u64, found, "{entries} {dimensions}");
            }
        }
    }
}
