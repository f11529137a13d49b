//! Fonts with some of their characters only, for pages and small programs.

use super::{Font, FontError, kerning::Kerning, tables};
use std::collections::{BTreeMap, BTreeSet};
use ttf_parser::{Face, GlyphId, RawFace, Tag};

impl Font {
    /// The bytes of a font with these characters only, and the letters that they are composed of: for a page, where a whole
    /// font is half of what is sent. Text looks as with the whole font, kerning included; what it lacks has no picture.
    ///
    /// ```
    /// use motile_stage::{Font, Text};
    /// let digits = Font::default().subset("0123456789")?;
    /// assert!(digits.len() < 6_000, "of 200,000 bytes");
    /// let small = Font::new(digits)?;
    /// assert!(small.has('7') && !small.has('A'));
    /// let width = |font: &Font| Text::new("1984", 20.0).with_font(font).layout().map(|layout| layout.size().x);
    /// assert_eq!(width(&small)?, width(&Font::default())?);
    /// # Ok::<(), motile_stage::Error>(())
    /// ```
    ///
    /// A variable font is cut to its default instance.
    ///
    /// # Errors
    /// [`FontError::NoOutlines`] for a font with outlines of the kind CFF, which are not cut.
    #[doc(alias = "font subset")]
    pub fn subset(&self, characters: &str) -> Result<Vec<u8>, FontError> {
        let shared = &self.shared;
        let face = tables::read(&shared.data, shared.index).ok_or(FontError::Unreadable)?;
        let raw = RawFace::parse(&shared.data, shared.index).map_err(|_| FontError::Unreadable)?;
        Cut::of(&face, &raw, characters).and_then(|cut| cut.write()).ok_or(FontError::NoOutlines)
    }
}

/// A font that is cut.
struct Cut<'a> {
    face: &'a Face<'a>,
    raw: &'a RawFace<'a>,
    /// Characters, with their old glyphs.
    characters: BTreeMap<char, GlyphId>,
    /// Old glyphs in the order of the new ones.
    glyphs: Vec<GlyphId>,
}

/// Parts of glyphs that are composed of others.
mod component {
    pub(super) const WORDS: u16 = 1;
    pub(super) const SCALE: u16 = 8;
    pub(super) const MORE: u16 = 0x20;
    pub(super) const TWO_SCALES: u16 = 0x40;
    pub(super) const MATRIX: u16 = 0x80;
}

/// Most pairs of one table of kerning: its length is counted in 16 bits.
const MOST_PAIRS: usize = 10_000;

impl<'a> Cut<'a> {
    /// The glyphs of these characters, and those that they are composed of.
    fn of(face: &'a Face<'a>, raw: &'a RawFace<'a>, characters: &str) -> Option<Self> {
        let characters: BTreeMap<char, GlyphId> =
            characters.chars().filter_map(|c| Some((c, face.glyph_index(c)?))).collect();
        let mut cut = Self { face, raw, characters, glyphs: Vec::new() };
        let mut known = BTreeSet::from([GlyphId(0)]);
        let mut open: Vec<GlyphId> = cut.characters.values().copied().collect();
        while let Some(glyph) = open.pop() {
            if known.insert(glyph) {
                open.extend(components(cut.outline(glyph)?).map(|at| at.1));
            }
        }
        cut.glyphs = known.into_iter().collect();
        Some(cut)
    }

    fn table(&self, tag: [u8; 4]) -> Option<&'a [u8]> {
        self.raw.table(Tag::from_bytes(&tag))
    }

    /// The bytes of a glyph; none for one without a picture.
    fn outline(&self, glyph: GlyphId) -> Option<&'a [u8]> {
        let (glyf, loca) = (self.table(*b"glyf")?, self.table(*b"loca")?);
        let long = self.table(*b"head")?.get(51) == Some(&1);
        let at = |index: usize| -> Option<usize> {
            Some(if long {
                u32::from_be_bytes(*loca.get(index * 4..)?.first_chunk()?) as usize
            } else {
                usize::from(u16::from_be_bytes(*loca.get(index * 2..)?.first_chunk()?)) * 2
            })
        };
        glyf.get(at(usize::from(glyph.0))?..at(usize::from(glyph.0) + 1)?)
    }

    /// The new number of an old glyph.
    fn renamed(&self, glyph: GlyphId) -> u16 {
        self.glyphs.binary_search(&glyph).unwrap_or(0) as u16
    }

    fn write(&self) -> Option<Vec<u8>> {
        let count = self.glyphs.len() as u16;
        let (mut glyf, mut loca) = (Vec::new(), Vec::new());
        for &glyph in &self.glyphs {
            loca.extend((glyf.len() as u32).to_be_bytes());
            let outline = self.outline(glyph)?;
            let start = glyf.len();
            glyf.extend_from_slice(outline);
            for (at, part) in components(outline) {
                let number = self.renamed(part).to_be_bytes();
                glyf[start + at..start + at + 2].copy_from_slice(&number);
            }
            glyf.resize(glyf.len().next_multiple_of(4), 0);
        }
        loca.extend((glyf.len() as u32).to_be_bytes());
        let metrics = self.glyphs.iter().flat_map(|&glyph| {
            let advance = self.face.glyph_hor_advance(glyph).unwrap_or(0);
            let bearing = self.face.glyph_hor_side_bearing(glyph).unwrap_or(0);
            [advance.to_be_bytes(), bearing.to_be_bytes()].concat()
        });
        let mut tables = vec![
            (*b"cmap", self.characters()),
            (*b"glyf", glyf),
            // Places in 32 bits.
            (*b"head", patched(self.table(*b"head")?, 50, [0, 1])?),
            (*b"hhea", patched(self.table(*b"hhea")?, 34, count.to_be_bytes())?),
            (*b"hmtx", metrics.collect()),
            (*b"loca", loca),
            (*b"maxp", patched(self.table(*b"maxp")?, 4, count.to_be_bytes())?),
        ];
        // Without a table of names, empty or not, full shaping does not take it for a font.
        tables.push((*b"name", vec![0, 0, 0, 0, 0, 6]));
        tables.extend(self.table(*b"OS/2").map(|table| (*b"OS/2", table.to_vec())));
        tables.extend(self.kerning().map(|table| (*b"kern", table)));
        tables.sort_by_key(|table| table.0);
        Some(file(&tables))
    }

    /// Which glyph a character has: one group each.
    fn characters(&self) -> Vec<u8> {
        let count = self.characters.len() as u32;
        let mut table = vec![0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0];
        for number in [16 + 12 * count, 0, count] {
            table.extend(number.to_be_bytes());
        }
        for (&character, &glyph) in &self.characters {
            for number in [character as u32, character as u32, u32::from(self.renamed(glyph))] {
                table.extend(number.to_be_bytes());
            }
        }
        table
    }

    /// The pairs that move together, in the old form, which knows no classes.
    fn kerning(&self) -> Option<Vec<u8>> {
        let kerning = Kerning::new(self.face);
        let used: BTreeSet<GlyphId> = self.characters.values().copied().collect();
        let mut pairs = Vec::new();
        for &left in &used {
            for &right in &used {
                let units = kerning.between(left, right);
                if let Some(units) = i16::try_from(units).ok().filter(|&units| units != 0) {
                    pairs.push((self.renamed(left), self.renamed(right), units));
                }
            }
        }
        let tables = pairs.chunks(MOST_PAIRS);
        let mut table = [[0, 0], (tables.len() as u16).to_be_bytes()].concat();
        for pairs in tables.clone() {
            let count = pairs.len() as u16;
            let highest = 1 << count.ilog2();
            // Version, length, horizontal, and three numbers for a binary search.
            let head =
                [0, 14 + 6 * count, 1, count, highest, count.ilog2() as u16, count - highest];
            table.extend(head.iter().flat_map(|number| number.to_be_bytes()));
            for &(left, right, units) in pairs {
                table.extend(
                    [left.to_be_bytes(), right.to_be_bytes(), units.to_be_bytes()].concat(),
                );
            }
        }
        (!pairs.is_empty()).then_some(table)
    }
}

/// The glyphs that a glyph is composed of, with the places of their numbers in its bytes.
fn components(outline: &[u8]) -> impl Iterator<Item = (usize, GlyphId)> {
    let word = |at: usize| outline.get(at..)?.first_chunk().map(|word| u16::from_be_bytes(*word));
    // A number of contours below 0 says that it is composed.
    let is_composed = word(0).is_some_and(|contours| contours > i16::MAX as u16);
    let mut next = is_composed.then_some(10);
    core::iter::from_fn(move || {
        let at = next?;
        let (flags, glyph) = (word(at)?, word(at + 2)?);
        let scales = match flags {
            flags if flags & component::SCALE != 0 => 2,
            flags if flags & component::TWO_SCALES != 0 => 4,
            flags if flags & component::MATRIX != 0 => 8,
            _ => 0,
        };
        let places = if flags & component::WORDS == 0 { 2 } else { 4 };
        next = (flags & component::MORE != 0).then_some(at + 4 + places + scales);
        Some((at + 2, GlyphId(glyph)))
    })
}

/// A table with two bytes changed.
fn patched(table: &[u8], at: usize, bytes: [u8; 2]) -> Option<Vec<u8>> {
    let mut table = table.to_vec();
    table.get_mut(at..at + 2)?.copy_from_slice(&bytes);
    Some(table)
}

/// A font file of these tables, which are in the order of their names.
pub(super) fn file(tables: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let highest = 1 << count.ilog2();
    let mut file = vec![0, 1, 0, 0];
    for number in [count, highest * 16, count.ilog2() as u16, (count - highest) * 16] {
        file.extend(number.to_be_bytes());
    }
    let mut place = 12 + tables.len() * 16;
    for (tag, table) in tables {
        file.extend(tag);
        for number in [checksum(table), place as u32, table.len() as u32] {
            file.extend(number.to_be_bytes());
        }
        place += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend_from_slice(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

fn checksum(table: &[u8]) -> u32 {
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_be_bytes(word)
    };
    table.chunks(4).map(word).fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Text, TextLayout};

    fn places(font: &Font, text: &str) -> Vec<(f32, f32)> {
        let layout: TextLayout = Text::new(text, 32.0).with_font(font).layout().unwrap();
        let glyphs = layout.glyphs().iter();
        glyphs.map(|glyph| (glyph.origin.x, glyph.origin.y)).collect()
    }

    #[test]
    fn text_stands_as_with_the_whole_font() {
        let text = "Ärger über AVATAR, Tölpel & Wölfe.";
        for whole in [Font::default(), Font::bold()] {
            let small = Font::new(whole.subset(text).unwrap()).unwrap();
            assert_eq!(places(&small, text), places(&whole, text));
            assert!(text.chars().all(|c| small.has(c)) && !small.has('q'));
            assert_eq!(
                (small.ascent(1.0), small.descent(1.0)),
                (whole.ascent(1.0), whole.descent(1.0))
            );
            assert_eq!(small.weight(), whole.weight());
        }
    }

    #[test]
    fn outlines_of_composed_letters_are_those_of_the_whole_font() {
        let whole = Font::default();
        let small = Font::new(whole.subset("Äçé€ő").unwrap()).unwrap();
        for character in "Äçé€ő".chars() {
            let outline = |font: &Font| {
                let face = font.reader().unwrap();
                let glyph = face.glyph_index(character).unwrap();
                let mut lines = Lines::default();
                face.outline_glyph(glyph, &mut lines).map(|_| lines.0)
            };
            assert_eq!(outline(&small), outline(&whole), "{character}");
            assert!(outline(&small).is_some(), "{character}");
        }
        let again = small.subset("Äçé€ő").unwrap();
        assert_eq!(
            Font::new(again.clone()).unwrap().subset("Äçé€ő").unwrap(),
            again,
            "once is enough"
        );
    }

    #[test]
    fn nothing_is_a_font_too_and_other_outlines_are_refused() {
        let none = Font::default().subset("").unwrap();
        assert!(none.len() < 2_000 && !Font::new(none).unwrap().has('a'));
        let japanese = Font::default().subset("日本a").unwrap();
        assert!(Font::new(japanese).unwrap().has('a'));
    }

    /// What an outline says, in words.
    #[derive(Default)]
    struct Lines(Vec<String>);

    impl ttf_parser::OutlineBuilder for Lines {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0.push(format!("M{x} {y}"));
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.0.push(format!("L{x} {y}"));
        }
        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            self.0.push(format!("Q{x1} {y1} {x} {y}"));
        }
        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            self.0.push(format!("C{x1} {y1} {x2} {y2} {x} {y}"));
        }
        fn close(&mut self) {
            self.0.push("Z".into());
        }
    }
}
