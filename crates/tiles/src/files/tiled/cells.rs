//! The cells of a layer, in every encoding.

use super::base64;
use super::node::Node;
use super::zstd;
use crate::files::fault::{Fault, Read};
use crate::files::limits::MAX_CELLS;
use crate::{Tile, TileMap};
use flate2::bufread::{GzDecoder, ZlibDecoder};
use motile_geom::IVec2;
use std::io::{Cursor, Read as _};

/// Which numbers the tilesets of a map have.
pub(super) struct Known<'m> {
    map: &'m TileMap,
    /// The numbers of the tileset that was asked for last: the next cell usually has one of them too.
    first: u32,
    count: u32,
}

impl<'m> Known<'m> {
    pub(super) const fn new(map: &'m TileMap) -> Self {
        Self { map, first: 0, count: 0 }
    }

    /// A tile from its word in the file, if a tileset has it.
    #[inline]
    pub(super) fn tile(&mut self, bits: u32) -> Option<Tile> {
        let tile = Tile::from_bits(bits);
        let number = tile.number();
        if number.wrapping_sub(self.first) < self.count || number == 0 {
            return Some(tile);
        }
        let (set, _) = self.map.set_of(tile)?;
        // A collection of pictures has gaps; each of its numbers is looked up.
        if set.image.is_some() {
            (self.first, self.count) = (set.first, set.count);
        }
        Some(tile)
    }
}

/// How the cells of a layer are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// An element each, or a list of numbers in JSON.
    Plain,
    Csv,
    Base64(Compression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

impl Encoding {
    pub(super) fn of(data: &Node<'_>) -> Read<Self> {
        let compression = data.choice(
            "compression",
            &[
                ("", Compression::None),
                ("none", Compression::None),
                ("zlib", Compression::Zlib),
                ("gzip", Compression::Gzip),
                ("zstd", Compression::Zstd),
            ],
        )?;
        data.choice(
            "encoding",
            &[
                ("", Self::Plain),
                ("xml", Self::Plain),
                ("csv", Self::Csv),
                ("base64", Self::Base64(compression)),
            ],
        )
    }
}

/// A rectangle of cells in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) corner: IVec2,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    /// Takes its cells from those that the file may still have.
    pub(super) fn take(self, left: &mut u64) -> Read<()> {
        let (width, height) = (self.width, self.height);
        let rest = left.checked_sub(u64::from(width) * u64::from(height));
        *left = rest.ok_or_else(|| {
            let sum = if *left < MAX_CELLS { " in all layers" } else { "" };
            Fault::new(format!("{width} × {height} cells are more than {MAX_CELLS}{sum}"))
        })?;
        Ok(())
    }

    /// How many cells it has; it has been [taken](Self::take).
    pub(super) const fn count(self) -> usize {
        (self.width as u64 * self.height as u64) as usize
    }

    /// A fault in the cell with this index.
    fn fault(self, index: usize, what: impl Into<String>) -> Fault {
        let width = self.width.max(1) as usize;
        let (x, y) = ((index % width) as i32, (index / width) as i32);
        let cell = self.corner.saturating_add(IVec2::new(x, y));
        Fault::new(what).in_cell(cell.x, cell.y)
    }

    fn unknown(self, index: usize, bits: u32) -> Fault {
        let number = Tile::from_bits(bits).number();
        self.fault(index, format!("no tileset has tile {number}"))
    }
}

/// The cells of a layer or chunk that has been [taken](Area::take), row by row.
pub(super) fn read_cells(
    node: &Node<'_>,
    encoding: Encoding,
    area: Area,
    known: &mut Known<'_>,
) -> Read<Vec<Tile>> {
    let count = area.count();
    let cells = match (node.numbers, encoding) {
        (Some(numbers), _) => listed(numbers, area, count, known),
        (None, Encoding::Plain) => elements(node, area, count, known),
        (None, Encoding::Csv) => comma_separated(&node.text, area, count, known),
        (None, Encoding::Base64(compression)) => {
            binary(&node.text, compression, area, count, known)
        }
    };
    cells.map_err(|fault| fault.at(node.at))
}

/// The words of a list that has to have a certain length.
fn collect(
    words: impl Iterator<Item = Option<u32>>,
    area: Area,
    count: usize,
    known: &mut Known<'_>,
) -> Read<Vec<Tile>> {
    let mut cells = Vec::new();
    for word in words {
        let index = cells.len();
        if index == count {
            return Err(Fault::new(format!("more than {count} cells")));
        }
        let bits = word.ok_or_else(|| area.fault(index, "expected the number of a tile"))?;
        cells.push(known.tile(bits).ok_or_else(|| area.unknown(index, bits))?);
    }
    if cells.len() < count {
        return Err(area.fault(cells.len(), format!("{} of {count} cells", cells.len())));
    }
    Ok(cells)
}

fn listed(
    numbers: &[serde_json::Value],
    area: Area,
    count: usize,
    known: &mut Known<'_>,
) -> Read<Vec<Tile>> {
    let words = numbers.iter().map(|value| u32::try_from(value.as_u64()?).ok());
    collect(words, area, count, known)
}

fn elements(node: &Node<'_>, area: Area, count: usize, known: &mut Known<'_>) -> Read<Vec<Tile>> {
    let words = node.all("tile").map(|tile| tile.number("gid", 0).ok());
    collect(words, area, count, known)
}

fn comma_separated(text: &str, area: Area, count: usize, known: &mut Known<'_>) -> Read<Vec<Tile>> {
    let text = without_last_comma(text);
    let words = text.split(',').map(|word| word.trim().parse().ok());
    let empty = text.is_empty();
    let words = words.take(if empty { 0 } else { usize::MAX });
    collect(words, area, count, known).map_err(|fault| match uneven_row(text, area) {
        Some((row, found)) => area.fault(
            row * area.width as usize + found.min(area.width as usize - 1),
            format!("row {row} has {found} cells, expected {}", area.width),
        ),
        None => fault,
    })
}

/// A list of numbers; some programs end the last row with a comma too.
pub(super) fn without_last_comma(text: &str) -> &str {
    let text = text.trim();
    text.strip_suffix(',').unwrap_or(text)
}

/// The first line with another number of cells than a row has, where a text has a line for each row.
fn uneven_row(text: &str, area: Area) -> Option<(usize, usize)> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if lines().count() != area.height as usize || area.width == 0 {
        return None;
    }
    let cells = |line: &str| line.trim_end_matches(',').split(',').count();
    lines().map(cells).enumerate().find(|(_, found)| *found != area.width as usize)
}

fn binary(
    text: &str,
    compression: Compression,
    area: Area,
    count: usize,
    known: &mut Known<'_>,
) -> Read<Vec<Tile>> {
    let bytes = base64::decode(text)?;
    let packed = bytes.len();
    let bytes = if compression == Compression::None {
        bytes
    } else {
        inflate(stream(compression, bytes, count)?, packed, count)?
    };
    if bytes.len() > count * 4 {
        return Err(Fault::new(format!("more than {count} cells")));
    }
    let mut cells = Vec::with_capacity(bytes.len() / 4);
    for word in bytes.as_chunks::<4>().0 {
        let bits = u32::from_le_bytes(*word);
        cells.push(known.tile(bits).ok_or_else(|| area.unknown(cells.len(), bits))?);
    }
    if cells.len() < count {
        return Err(area.fault(cells.len(), format!("{} of {count} cells", cells.len())));
    }
    Ok(cells)
}

/// What bytes unfold to, as a stream for a layer of so many cells. No stream holds much more than those at once, whatever it
/// would unfold to.
pub(super) fn stream(
    compression: Compression,
    bytes: Vec<u8>,
    count: usize,
) -> Read<Box<dyn std::io::Read + Send>> {
    Ok(match compression {
        Compression::None => Box::new(Cursor::new(bytes)),
        Compression::Zlib => Box::new(ZlibDecoder::new(Cursor::new(bytes))),
        Compression::Gzip => Box::new(GzDecoder::new(Cursor::new(bytes))),
        Compression::Zstd => zstd::stream(bytes, count)?,
    })
}

/// What a stream unfolds to: at most one byte more than the cells need, whatever it would unfold to after that.
fn inflate(stream: impl std::io::Read, packed: usize, count: usize) -> Read<Vec<u8>> {
    let wanted = count * 4;
    // Deflate makes at most 1032 bytes of one, so that a short stream does not reserve what it cannot fill.
    let mut bytes = Vec::with_capacity(wanted.min(packed.saturating_mul(1032)) + 1);
    let read = stream.take(wanted as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Fault::new(format!("cannot decompress: {error}")))?;
    Ok(bytes)
}
