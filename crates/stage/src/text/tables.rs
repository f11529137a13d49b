//! The tables of a font file that text needs, with their counts checked.

use ttf_parser::{Face, RawFace, RawFaceTables, Tag};

/// The tables of one font of a file, or none when they are damaged. Only those that plain text needs are
/// read: what is wrong with pictures, colors or hints of a font does not matter.
pub(super) fn read(data: &[u8], index: u32) -> Option<Face<'_>> {
    // The reader takes the counts of a file for granted in a development build.
    if data.starts_with(b"ttcf") && !fits(data, 8, 12, 4) {
        return None;
    }
    let file = RawFace::parse(data, index).ok()?;
    let table = |tag: &[u8; 4]| file.table(Tag::from_bytes(tag));
    let tables = RawFaceTables {
        head: table(b"head")?,
        hhea: table(b"hhea")?,
        maxp: table(b"maxp")?,
        cff: table(b"CFF "),
        cmap: table(b"cmap").filter(|cmap| maps_fit(cmap).is_some()),
        glyf: table(b"glyf"),
        gpos: table(b"GPOS"),
        hmtx: table(b"hmtx"),
        kern: table(b"kern"),
        loca: table(b"loca"),
        os2: table(b"OS/2"),
        #[cfg(feature = "variable-fonts")]
        avar: table(b"avar"),
        #[cfg(feature = "variable-fonts")]
        fvar: table(b"fvar"),
        #[cfg(feature = "variable-fonts")]
        gvar: table(b"gvar"),
        #[cfg(feature = "variable-fonts")]
        hvar: table(b"HVAR"),
        ..RawFaceTables::default()
    };
    Face::from_raw_tables(tables).ok()
}

/// Whether all character maps that count in 32 bits are as long as they say.
fn maps_fit(cmap: &[u8]) -> Option<()> {
    let count = u16::from_be_bytes(cmap.get(2..4)?.try_into().ok()?);
    for record in cmap.get(4..)?.chunks_exact(8).take(count.into()) {
        let offset = u32::from_be_bytes(record[4..].try_into().ok()?);
        let Some(map) = cmap.get(offset as usize..) else { continue };
        let format = map.get(..2).map(|format| u16::from_be_bytes([format[0], format[1]]));
        let fits = match format {
            Some(10) => fits(map, 16, 20, 2),
            Some(12 | 13) => fits(map, 12, 16, 12),
            Some(14) => fits(map, 6, 10, 11),
            _ => true,
        };
        if !fits {
            return None;
        }
    }
    Some(())
}

/// Whether so many entries as a number in the bytes says follow from `start` on.
fn fits(bytes: &[u8], number_at: usize, start: usize, size: u64) -> bool {
    let number = bytes.get(number_at..number_at + 4).and_then(|number| number.try_into().ok());
    number.is_some_and(|number| {
        u64::from(u32::from_be_bytes(number)) * size <= bytes.len().saturating_sub(start) as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_beyond_the_file_are_damage() {
        // 2³² − 1 fonts in twelve bytes, and the same of groups in a character map.
        assert!(read(b"ttcf\0\x01\0\0\xFF\xFF\xFF\xFF", 0).is_none());
        let map =
            [&[0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12][..], &[0; 10], &[0xFF; 4]].concat();
        assert!(maps_fit(&map).is_none());
        assert!(maps_fit(&[&map[..24], &[0, 0, 0, 0][..]].concat()).is_some());
        assert!(read(notosans::REGULAR_TTF, 0).is_some());
    }
}
