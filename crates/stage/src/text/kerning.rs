//! Pairs of letters that move together.

use skrifa::raw::TableProvider;
use skrifa::raw::tables::gpos::{PairPos, PairPosFormat1, PairPosFormat2, PositionSubtables};
use skrifa::raw::tables::kern::{Subtable, SubtableKind};
use skrifa::raw::types::{BigEndian, Tag};
use skrifa::{FontRef, GlyphId};

/// The kerning of a font: pair positioning of its feature "kern", or its old "kern" table.
pub(super) struct Kerning<'a> {
    /// The pair tables of each lookup; within a lookup the first that knows the pair decides.
    lookups: Vec<Vec<PairPos<'a>>>,
    font: FontRef<'a>,
}

impl<'a> Kerning<'a> {
    pub(super) fn new(font: &FontRef<'a>) -> Self {
        Self { lookups: pair_lookups(font).unwrap_or_default(), font: font.clone() }
    }

    /// How much the second glyph moves right, in font units.
    pub(super) fn between(&self, left: GlyphId, right: GlyphId) -> i32 {
        if self.lookups.is_empty() {
            return old_table(&self.font, left, right).unwrap_or(0);
        }
        let by_lookup = |tables: &Vec<PairPos<'a>>| {
            tables.iter().find_map(|table| match table {
                PairPos::Format1(pairs) => single_pair(pairs, left, right),
                PairPos::Format2(classes) => class_pair(classes, left, right),
            })
        };
        self.lookups.iter().filter_map(by_lookup).sum()
    }
}

fn pair_lookups<'a>(font: &FontRef<'a>) -> Option<Vec<Vec<PairPos<'a>>>> {
    let gpos = font.gpos().ok()?;
    let features = gpos.feature_list().ok()?;
    let lookups = gpos.lookup_list().ok()?.lookups();
    let mut indices: Vec<u16> = features
        .feature_records()
        .iter()
        .filter(|record| record.feature_tag() == Tag::new(b"kern"))
        .filter_map(|record| record.feature(features.offset_data()).ok())
        .flat_map(|feature| feature.lookup_list_indices().iter().map(BigEndian::get))
        .collect();
    indices.sort_unstable();
    indices.dedup();
    let tables = |index: &u16| match lookups.get(usize::from(*index)).ok()?.subtables().ok()? {
        PositionSubtables::Pair(pairs) => Some(pairs.iter().filter_map(Result::ok).collect()),
        _ => None,
    };
    Some(indices.iter().filter_map(tables).collect())
}

fn single_pair(pairs: &PairPosFormat1<'_>, left: GlyphId, right: GlyphId) -> Option<i32> {
    let row = pairs.coverage().ok()?.get(left)?;
    let set = pairs.pair_sets().get(usize::from(row)).ok()?;
    let records = set.pair_value_records();
    let found = records
        .iter()
        .filter_map(Result::ok)
        .find(|record| GlyphId::from(record.second_glyph()) == right)?;
    Some(i32::from(found.value_record1().x_advance().unwrap_or(0)))
}

fn class_pair(classes: &PairPosFormat2<'_>, left: GlyphId, right: GlyphId) -> Option<i32> {
    classes.coverage().ok()?.get(left)?;
    let row = classes.class_def1().ok()?.get(left);
    let column = classes.class_def2().ok()?.get(right);
    let record = classes.class1_records().get(usize::from(row)).ok()?;
    let value = record.class2_records().get(usize::from(column)).ok()?;
    Some(i32::from(value.value_record1().x_advance().unwrap_or(0)))
}

fn old_table(font: &FontRef<'_>, left: GlyphId, right: GlyphId) -> Option<i32> {
    let kern = font.kern().ok()?;
    let tables = kern.subtables().filter_map(Result::ok).filter(Subtable::is_horizontal);
    Some(tables.filter_map(|table| pair_in(table.kind().ok()?, left, right)).sum())
}

fn pair_in(kind: SubtableKind<'_>, left: GlyphId, right: GlyphId) -> Option<i32> {
    match kind {
        SubtableKind::Format0(pairs) => pairs.kerning(left, right),
        SubtableKind::Format2(classes) => classes.kerning(left, right),
        SubtableKind::Format3(classes) => classes.kerning(left, right),
        SubtableKind::Format1(_) => None,
    }
}
