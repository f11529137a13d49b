//! Pages of OGG and the packets that lie on them.
//!
//! A page is a head of 27 bytes, up to 255 lengths, and as many segments. Segments of 255 bytes go on in the next one,
//! even across pages, so a packet ends with the first shorter one. Everything is checked: a reader that guesses turns
//! damage into noise.

use crate::SoundError;
use std::borrow::Cow;

const HEAD: usize = 27;
const CONTINUED: u8 = 1;
const FIRST: u8 = 2;
const LAST: u8 = 4;

/// What a stream of Vorbis begins with.
const VORBIS: &[u8] = b"\x01vorbis";

/// A packet of the stream.
pub(super) struct Packet<'a> {
    pub(super) data: Cow<'a, [u8]>,
    /// Frames up to the end of this packet, counted from the beginning of the stream; only known of the last one that
    /// ends on a page.
    pub(super) position: Option<u64>,
    /// Whether it ends on the last page.
    pub(super) is_on_last_page: bool,
}

/// One page, its checksum checked.
struct Page<'a> {
    flags: u8,
    position: u64,
    serial: u32,
    number: u32,
    lengths: &'a [u8],
    segments: &'a [u8],
}

fn damaged<T>(expected: &'static str) -> Result<T, SoundError> {
    Err(SoundError::Damaged { expected })
}

/// The packets of the first stream of Vorbis. Streams beside it are passed over.
///
/// # Errors
/// When a page is damaged, missing or out of order, and when another stream follows.
pub(super) fn packets(mut bytes: &[u8]) -> Result<Vec<Packet<'_>>, SoundError> {
    let mut stream: Option<Stream<'_>> = None;
    while !bytes.is_empty() {
        let (page, rest) = Page::read(bytes)?;
        bytes = rest;
        let is_first = page.flags & FIRST != 0;
        match &mut stream {
            Some(stream) if stream.serial == page.serial => stream.take(&page)?,
            // Streams side by side all begin before the second page of any.
            Some(stream) if is_first && stream.next_number > 1 => {
                return Err(SoundError::Unsupported { what: "several streams one after another" });
            }
            None if is_first && page.segments.starts_with(VORBIS) => {
                let mut new = Stream::new(page.serial);
                new.take(&page)?;
                stream = Some(new);
            }
            Some(_) | None => {}
        }
    }
    match stream {
        Some(stream) if !stream.pending.is_empty() => damaged("the rest of a packet"),
        Some(stream) => Ok(stream.packets),
        None => Err(SoundError::Unsupported { what: "another codec than Vorbis" }),
    }
}

impl<'a> Page<'a> {
    /// The first page of some bytes, and the bytes after it.
    fn read(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), SoundError> {
        let Some((head, rest)) = bytes.split_at_checked(HEAD) else {
            return damaged("the head of a page");
        };
        if !head.starts_with(b"OggS\0") {
            return damaged("a page");
        }
        let Some((lengths, rest)) = rest.split_at_checked(usize::from(head[26])) else {
            return damaged("the lengths of a page");
        };
        let size = lengths.iter().map(|&length| usize::from(length)).sum();
        let Some((segments, rest)) = rest.split_at_checked(size) else {
            return damaged("the rest of a page");
        };
        let number = |from: usize| {
            u32::from_le_bytes([head[from], head[from + 1], head[from + 2], head[from + 3]])
        };
        // The checksum is taken over the page with zeros in place of the checksum.
        let sum = checksum(checksum(checksum(0, &head[..22]), &[0; 4]), &head[26..]);
        if checksum(checksum(sum, lengths), segments) != number(22) {
            return damaged("a page with the right checksum");
        }
        let page = Self {
            flags: head[5],
            position: u64::from(number(6)) | u64::from(number(10)) << 32,
            serial: number(14),
            number: number(18),
            lengths,
            segments,
        };
        Ok((page, rest))
    }
}

/// One stream while its pages are read.
struct Stream<'a> {
    serial: u32,
    next_number: u32,
    is_over: bool,
    packets: Vec<Packet<'a>>,
    /// The beginning of a packet that goes on on the next page.
    pending: Vec<u8>,
}

impl<'a> Stream<'a> {
    const fn new(serial: u32) -> Self {
        Self { serial, next_number: 0, is_over: false, packets: Vec::new(), pending: Vec::new() }
    }

    fn take(&mut self, page: &Page<'a>) -> Result<(), SoundError> {
        if self.is_over || page.number != self.next_number {
            return damaged("the next page of the stream");
        }
        if (page.flags & FIRST != 0) != (page.number == 0) {
            return damaged("one first page");
        }
        if (page.flags & CONTINUED != 0) == self.pending.is_empty() {
            return damaged("a page that goes on where the last one ended");
        }
        self.next_number = self.next_number.wrapping_add(1);
        self.is_over = page.flags & LAST != 0;
        let before = self.packets.len();
        self.split(page);
        if let Some(last) = self.packets.get_mut(before..).and_then(<[_]>::last_mut) {
            last.position = Some(page.position);
        }
        Ok(())
    }

    /// Cuts the segments of a page into packets.
    fn split(&mut self, page: &Page<'a>) {
        let (mut rest, mut size) = (page.segments, 0);
        for &length in page.lengths {
            size += usize::from(length);
            if length == u8::MAX {
                continue;
            }
            let (data, after) = rest.split_at(size);
            (rest, size) = (after, 0);
            let data = if self.pending.is_empty() {
                Cow::Borrowed(data)
            } else {
                self.pending.extend_from_slice(data);
                Cow::Owned(std::mem::take(&mut self.pending))
            };
            self.packets.push(Packet { data, position: None, is_on_last_page: self.is_over });
        }
        self.pending.extend_from_slice(rest);
    }
}

/// Goes on with a checksum of OGG: 32 bits, highest bit first, polynomial 0x04C11DB7.
pub(super) fn checksum(sum: u32, bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(sum, |sum, &byte| (sum << 8) ^ CHECKSUMS[usize::from((sum >> 24) as u8 ^ byte)])
}

/// The checksums of all bytes.
const CHECKSUMS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum << 1) ^ (0x04C1_1DB7 & (sum >> 31).wrapping_neg());
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};
