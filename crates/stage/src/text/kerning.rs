//! Pairs of letters that move together.

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, Tag, kern};

/// The kerning of a font: pair positioning of its feature "kern", or its old "kern" table.
pub(super) struct Kerning<'a> {
    /// The pair tables of each lookup; within a lookup the first that knows the pair decides.
    lookups: Vec<Vec<PairAdjustment<'a>>>,
    old_table: Option<kern::Table<'a>>,
}

impl<'a> Kerning<'a> {
    pub(super) fn new(font: &Face<'a>) -> Self {
        Self { lookups: pair_lookups(font).unwrap_or_default(), old_table: font.tables().kern }
    }

    /// How much the second glyph moves right, in font units.
    pub(super) fn between(&self, left: GlyphId, right: GlyphId) -> i32 {
        if self.lookups.is_empty() {
            return self.old_table.map_or(0, |table| in_old_table(table, left, right));
        }
        let by_lookup = |tables: &Vec<PairAdjustment<'a>>| {
            tables.iter().find_map(|table| in_pairs(table, left, right))
        };
        self.lookups.iter().filter_map(by_lookup).sum()
    }
}

fn pair_lookups<'a>(font: &Face<'a>) -> Option<Vec<Vec<PairAdjustment<'a>>>> {
    let gpos = font.tables().gpos?;
    let mut indices: Vec<u16> = gpos
        .features
        .into_iter()
        .filter(|feature| feature.tag == Tag::from_bytes(b"kern"))
        .flat_map(|feature| feature.lookup_indices)
        .collect();
    indices.sort_unstable();
    indices.dedup();
    let pairs = |subtable| match subtable {
        PositioningSubtable::Pair(pairs) => Some(pairs),
        _ => None,
    };
    let tables = |index| {
        let subtables = gpos.lookups.get(index)?.subtables.into_iter();
        let tables: Vec<_> = subtables.filter_map(pairs).collect();
        (!tables.is_empty()).then_some(tables)
    };
    Some(indices.into_iter().filter_map(tables).collect())
}

/// The pair in a table that lists glyphs one by one or by classes.
fn in_pairs(table: &PairAdjustment<'_>, left: GlyphId, right: GlyphId) -> Option<i32> {
    let row = table.coverage().get(left)?;
    let (first, _second) = match table {
        PairAdjustment::Format1 { sets, .. } => sets.get(row)?.get(right)?,
        PairAdjustment::Format2 { classes, matrix, .. } => {
            matrix.get((classes.0.get(left), classes.1.get(right)))?
        }
    };
    Some(i32::from(first.x_advance))
}

fn in_old_table(table: kern::Table<'_>, left: GlyphId, right: GlyphId) -> i32 {
    let tables = table.subtables.into_iter();
    let usable = tables.filter(|table| table.horizontal && !table.variable);
    usable.filter_map(|table| table.glyphs_kerning(left, right)).map(i32::from).sum()
}
