//! Streams written by hand, whole and hostile.

use super::{pages, read};
use crate::{Sound, SoundError};
use std::ops::Range;

const BEEP: &[u8] = include_bytes!("../../../tests/files/beep.ogg");

/// Bits of Vorbis, lowest first.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// In bits.
    at: usize,
}

impl Writer {
    fn put(&mut self, number: u32, width: u32) -> &mut Self {
        for bit in 0..width {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let set = (number >> bit & 1) as u8;
            self.bytes[self.at / 8] |= set << (self.at % 8);
            self.at += 1;
        }
        self
    }

    /// Several numbers of one width.
    fn put_all(&mut self, numbers: impl IntoIterator<Item = u32>, width: u32) -> &mut Self {
        for number in numbers {
            self.put(number, width);
        }
        self
    }

    fn header(kind: u8) -> Self {
        let bytes = [&[kind][..], b"vorbis"].concat();
        Self { at: bytes.len() * 8, bytes }
    }
}

/// What a code book says.
#[derive(Clone)]
struct BookRecipe {
    dimensions: u32,
    entries: u32,
    /// Lengths of words one by one, or the first of ordered lengths and how many words have it and those after it.
    words: Result<Vec<u32>, (u32, Vec<u32>)>,
    vectors: bool,
}

impl BookRecipe {
    /// Two words of one bit.
    fn plain(vectors: bool) -> Self {
        Self { dimensions: 1, entries: 2, words: Ok(vec![1, 1]), vectors }
    }

    fn write(&self, to: &mut Writer) {
        to.put(0x0056_4342, 24).put(self.dimensions, 16).put(self.entries, 24);
        match &self.words {
            Ok(lengths) => {
                to.put(0, 2).put_all(lengths.iter().map(|length| length - 1), 5);
            }
            Err((first, counts)) => {
                to.put(1, 1).put(first - 1, 5);
                let mut left = self.entries;
                for count in counts {
                    to.put(*count, u32::BITS - left.leading_zeros());
                    left -= count;
                }
            }
        }
        if self.vectors {
            // Two values of one bit: -1 and 1, as 21 bits of a number times a power of two.
            to.put(1, 4).put(0x8000_0000 | 788 << 21 | 1, 32).put(788 << 21 | 2, 32);
            to.put(0, 4).put(0, 1).put(0b10, 2);
        } else {
            to.put(0, 4);
        }
    }
}

/// A stream of blocks of 64 samples; the fields are what the tests turn.
#[derive(Clone)]
struct Recipe {
    channels: u32,
    books: Vec<BookRecipe>,
    floor_kind: u32,
    /// Places of the only class of the floor.
    places: Vec<u32>,
    residue_kind: u32,
    class_book: u32,
    vector_book: u32,
    /// For every channel the part of the mapping that it belongs to.
    users: Vec<u32>,
    packets: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            channels: 1,
            books: vec![BookRecipe::plain(false), BookRecipe::plain(true)],
            floor_kind: 1,
            places: vec![7],
            residue_kind: 1,
            class_book: 0,
            vector_book: 1,
            users: vec![0],
            packets: 5,
        }
    }
}

impl Recipe {
    fn identity(&self) -> Vec<u8> {
        let mut to = Writer::header(1);
        to.put(0, 32).put(self.channels, 8).put(8_000, 32);
        to.put(0, 32).put(0, 32).put(0, 32).put(6, 4).put(6, 4).put(1, 8);
        to.bytes
    }

    fn setup(&self) -> Vec<u8> {
        let mut to = Writer::header(5);
        to.put(self.books.len() as u32 - 1, 8);
        self.books.iter().for_each(|book| book.write(&mut to));
        // No transform of time; one floor of one class without a book.
        to.put(0, 6).put(0, 16).put(0, 6).put(self.floor_kind, 16);
        to.put(1, 5).put(0, 4).put(self.places.len() as u32 - 1, 3).put(0, 2).put(0, 8);
        to.put(0, 2).put(5, 4).put_all(self.places.iter().copied(), 5);
        // One residue of one class with one pass over all 32 numbers.
        to.put(0, 6).put(self.residue_kind, 16).put(0, 24).put(32, 24).put(31, 24);
        to.put(0, 6).put(self.class_book, 8).put(1, 3).put(0, 1).put(self.vector_book, 8);
        // One mapping, its parts all with that floor and residue; one mode.
        let parts = self.users.iter().max().map_or(1, |last| last + 1);
        to.put(0, 6).put(0, 16).put(u32::from(parts > 1), 1);
        if parts > 1 {
            to.put(parts - 1, 4);
        }
        to.put(0, 1).put(0, 2);
        if parts > 1 {
            to.put_all(self.users.iter().copied(), 4);
        }
        to.put_all((0..parts).map(|_| 0), 24);
        to.put(0, 6).put(0, 1).put(0, 32).put(0, 8).put(1, 1);
        to.bytes
    }

    /// A block in which every channel has a floor and numbers.
    fn sound(&self) -> Vec<u8> {
        let mut to = Writer::default();
        to.put(0, 1);
        for _ in 0..self.channels {
            to.put(1, 1).put(120, 8).put(90, 8);
        }
        to.put_all((0..self.channels * 2).map(|i| 0x5A3C_0F69 + i), 32);
        to.bytes
    }

    fn packets(&self) -> Vec<Vec<u8>> {
        let comments = [Writer::header(3).bytes, vec![0; 9]].concat();
        let mut packets = vec![self.identity(), comments, self.setup()];
        packets.extend((0..self.packets).map(|_| self.sound()));
        packets
    }

    fn file(&self) -> Vec<u8> {
        let packets = self.packets();
        let last = packets.len();
        [
            page(0, 2, 0, &packets[..1]),
            page(1, 0, 0, &packets[1..3]),
            page(2, 4, 32 * (self.packets as u64 - 1), &packets[3..last]),
        ]
        .concat()
    }
}

/// A page of whole packets.
fn page(number: u32, flags: u8, position: u64, packets: &[Vec<u8>]) -> Vec<u8> {
    let mut lengths = Vec::new();
    for packet in packets {
        lengths.extend(std::iter::repeat_n(255, packet.len() / 255));
        lengths.push((packet.len() % 255) as u8);
    }
    raw_page(number, flags, position, &lengths, &packets.concat())
}

fn raw_page(number: u32, flags: u8, position: u64, lengths: &[u8], data: &[u8]) -> Vec<u8> {
    let mut page = b"OggS\0".to_vec();
    page.push(flags);
    page.extend(position.to_le_bytes());
    page.extend(7u32.to_le_bytes());
    page.extend(number.to_le_bytes());
    page.extend([0; 4]);
    page.push(lengths.len() as u8);
    page.extend(lengths);
    page.extend(data);
    let sum = pages::checksum(0, &page);
    page[22..26].copy_from_slice(&sum.to_le_bytes());
    page
}

fn is_refused(recipe: &Recipe) -> bool {
    match read(&recipe.file()) {
        Err(SoundError::Damaged { .. } | SoundError::Unsupported { .. }) => true,
        Err(error) => panic!("{error}"),
        Ok(_) => false,
    }
}

#[test]
fn a_stream_by_hand_is_a_sound() {
    for channels in [1, 2, 3] {
        let recipe = Recipe { channels, users: vec![0; channels as usize], ..Recipe::default() };
        let sound = read(&recipe.file()).unwrap();
        // Every packet but the first gives half a block.
        assert_eq!((sound.rate(), sound.frame_count()), (8_000, 4 * 32));
        assert_eq!(sound.is_stereo(), channels > 1);
        assert!(sound.peak() > 1e-4, "{}", sound.peak());
    }
}

#[test]
fn issue_19_hostile_code_books_are_errors() {
    // Each of these made a reader of another library panic: the power that gives the number of values of a book
    // overflowed at 32 dimensions and more, words of 33 bits and words too many were given out from beyond a table,
    // and a book without words was looked up.
    let with = |book: BookRecipe| {
        let recipe = Recipe { books: vec![BookRecipe::plain(false), book], ..Recipe::default() };
        is_refused(&recipe)
    };
    let plain = BookRecipe::plain(true);
    assert!(!with(plain.clone()));
    for dimensions in [0, 33, 40, 64, 255, 65_535] {
        assert!(with(BookRecipe { dimensions, ..plain.clone() }), "{dimensions}");
    }
    let ordered = |first, counts: &[u32]| BookRecipe {
        entries: counts.iter().sum(),
        words: Err((first, counts.to_vec())),
        ..plain.clone()
    };
    assert!(!with(ordered(1, &[2])));
    assert!(with(ordered(32, &[1, 1])));
    assert!(with(ordered(31, &[1, 0, 0, 0, 2])));
    let words = |lengths: &[u32]| BookRecipe {
        entries: lengths.len() as u32,
        words: Ok(lengths.to_vec()),
        ..plain.clone()
    };
    for lengths in [&[1, 1, 32][..], &[1, 2], &[1, 1, 1], &[2], &[32; 5], &[1, 2, 3, 4, 32]] {
        assert!(with(words(lengths)), "{lengths:?}");
    }
    assert!(with(BookRecipe { entries: 0, words: Ok(Vec::new()), ..plain.clone() }));
}

#[test]
fn issue_19_a_few_bytes_do_not_ask_for_gigabytes() {
    // 131,072 words of 17 bits in 32 dimensions take 20 bytes of a file and 16 MB of memory, and there may be 256 such
    // books.
    let huge = BookRecipe {
        dimensions: 32,
        entries: 1 << 17,
        words: Err((17, vec![1 << 17])),
        vectors: true,
    };
    let recipe = Recipe { books: vec![huge; 200], ..Recipe::default() };
    assert!(recipe.file().len() < 8_000);
    assert!(is_refused(&recipe));
}

#[test]
fn issue_19_hostile_floors_and_residues_are_errors() {
    let plain = Recipe::default();
    assert!(!is_refused(&plain));
    // A place twice divided by the distance of the two.
    for places in [vec![0], vec![5, 5], vec![1, 2, 3, 0]] {
        assert!(is_refused(&Recipe { places, ..plain.clone() }));
    }
    assert!(is_refused(&Recipe { floor_kind: 0, ..plain.clone() }));
    // Books that are not there, and one without vectors.
    assert!(is_refused(&Recipe { class_book: 2, ..plain.clone() }));
    assert!(is_refused(&Recipe { vector_book: 2, ..plain.clone() }));
    let swapped = vec![BookRecipe::plain(true), BookRecipe::plain(false)];
    assert!(is_refused(&Recipe { books: swapped, ..plain.clone() }));
    // Channels 1 and 2 alone in a residue of type 2 were split at the place of channel 3.
    let pair = Recipe { channels: 3, residue_kind: 2, users: vec![0, 1, 1], ..plain.clone() };
    assert!(is_refused(&pair));
    assert!(!is_refused(&Recipe { users: vec![0, 0, 1], ..pair }));
    // A word for two parts where there is one: the second class went to the next channel, and the sound was noise.
    let wide = BookRecipe { dimensions: 2, ..BookRecipe::plain(false) };
    let books = vec![wide, BookRecipe::plain(true)];
    let one = Recipe { books, ..plain };
    assert!(!is_refused(&one));
    assert!(is_refused(&Recipe { channels: 3, users: vec![0; 3], ..one }));
}

#[test]
fn spoiled_headers_with_right_checksums_are_sounds_or_errors() {
    // A page with a wrong checksum never gets to the decoder, so mutations have to put it right.
    let mut rng = motile_geom::Rng::new(19);
    let packets = Recipe::default().packets();
    let mut sounds = 0;
    for _ in 0..3_000 {
        let mut packets = packets.clone();
        for _ in 0..=rng.below(2) {
            let packet = &mut packets[[0, 2, 2, 2, 4][rng.below(5) as usize]];
            let at = rng.below(packet.len() as u32 * 8) as usize;
            packet[at / 8] ^= 1 << (at % 8);
        }
        let file = [page(0, 2, 0, &packets[..1]), page(1, 4, 128, &packets[1..])].concat();
        sounds += usize::from(read(&file).is_ok());
    }
    assert!((100..2_900).contains(&sounds), "{sounds}");
}

/// Ends of the pages of a file.
fn page_ranges(bytes: &[u8]) -> Vec<Range<usize>> {
    let (mut ranges, mut from) = (Vec::new(), 0);
    while from < bytes.len() {
        let count = usize::from(bytes[from + 26]);
        let lengths = &bytes[from + 27..from + 27 + count];
        let size: usize = lengths.iter().map(|&length| usize::from(length)).sum();
        ranges.push(from..from + 27 + count + size);
        from += 27 + count + size;
    }
    ranges
}

#[test]
fn pages_that_are_damaged_missing_or_exchanged_are_errors() {
    let ranges = page_ranges(BEEP);
    assert!(ranges.len() >= 3 && read(BEEP).is_ok());
    let joined = |order: &[usize]| -> Vec<u8> {
        order.iter().flat_map(|&page| BEEP[ranges[page].clone()].to_vec()).collect()
    };
    let damaged = |bytes: &[u8]| matches!(read(bytes), Err(SoundError::Damaged { .. }));
    assert!(damaged(&joined(&[0, 2])) && damaged(&joined(&[0, 2, 1])));
    assert!(damaged(&joined(&[0, 1, 1, 2])) && damaged(&joined(&[0, 1, 2, 2])));
    for page in &ranges {
        let mut bytes = BEEP.to_vec();
        bytes[page.end - 1] ^= 1;
        assert!(damaged(&bytes));
    }
    assert!(damaged(&BEEP[..BEEP.len() - 1]));
    let twice = [BEEP, BEEP].concat();
    assert!(read(&twice).is_err());
}

#[test]
fn packets_go_on_across_pages() {
    let recipe = Recipe { packets: 9, ..Recipe::default() };
    let whole = read(&recipe.file()).unwrap();
    // The set-up made longer than a page: 300 bytes of comments, of which the first page holds 255.
    let mut packets = recipe.packets();
    packets[1].resize(300, 0);
    let (start, rest) = packets[1].split_at(255);
    let setup = &packets[2];
    let lengths = [45, setup.len() as u8];
    let second = raw_page(2, 1, 0, &lengths, &[rest, setup].concat());
    let file = |middle: Vec<u8>| {
        let last = page(3, 4, 32 * 8, &packets[3..]);
        [page(0, 2, 0, &packets[..1]), raw_page(1, 0, u64::MAX, &[255], start), middle, last]
            .concat()
    };
    assert_eq!(read(&file(second.clone())).unwrap().left(), whole.left());
    // A page that does not say that it goes on, and one that goes on with nothing.
    let silent = raw_page(2, 0, 0, &lengths, &[rest, setup].concat());
    assert!(read(&file(silent)).is_err());
    let [first, middle, last] = [
        page(0, 2, 0, &packets[..1]),
        page(1, 1, 0, &packets[1..3]),
        page(2, 4, 32, &packets[3..]),
    ];
    assert!(read(&[first, middle, last].concat()).is_err());
}

#[test]
fn positions_cut_off_the_ends() {
    let recipe = Recipe { packets: 9, ..Recipe::default() };
    let packets = recipe.packets();
    let heads = [page(0, 2, 0, &packets[..1]), page(1, 0, 0, &packets[1..3])].concat();
    let whole = read(&recipe.file()).unwrap();
    assert_eq!(whole.frame_count(), 256);
    let cut = |first: u64, last: u64| -> Result<Sound, SoundError> {
        let pages = [page(2, 0, first, &packets[3..8]), page(3, 4, last, &packets[8..])];
        read(&[heads.clone(), pages.concat()].concat())
    };
    // Four halves of a block lie on the first page. One that ends earlier lacks frames at its start.
    assert_eq!(cut(128, 256).unwrap().left(), whole.left());
    assert_eq!(cut(100, 228).unwrap().left(), &whole.left()[28..]);
    assert_eq!(cut(128, 200).unwrap().left(), &whole.left()[..200]);
    // A stream cut out of a longer one.
    assert_eq!(cut(10_128, 10_250).unwrap().left(), &whole.left()[..250]);
    assert_eq!(cut(10_128, 3).unwrap_err(), SoundError::Empty);
}
