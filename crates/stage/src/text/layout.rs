//! Characters put in their places.

use super::kerning::Kerning;
use super::{Text, TextAlign};
use crate::path::Path;
use motile_geom::{Aabb, Vec2, vec2};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// A tab reaches to the next multiple of this many ems.
const TAB: f32 = 2.0;

/// A character in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Where its character starts in the text, bytes.
    pub byte: u32,
    /// Number of its picture in the font; 0 is the one for unknown characters.
    pub id: u32,
    /// Left end of its baseline, pixels from the top left corner of the text's box.
    pub origin: Vec2,
    /// Distance to the next character, pixels.
    pub advance: f32,
}

/// A line of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextLine {
    /// Its first glyph in [`TextLayout::glyphs`].
    pub first: u32,
    /// How many glyphs it has.
    pub count: u32,
    /// Left end of its baseline, pixels from the top left corner of the text's box.
    pub origin: Vec2,
    /// Its width without spaces at the end, pixels.
    pub width: f32,
}

/// Text with every character in its place, ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextLayout {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) lines: Vec<TextLine>,
    pub(super) size: Vec2,
    pub(super) outline: Path,
}

impl TextLayout {
    /// Width of the box (the wrapping width, or the longest line) and height of all lines, pixels.
    pub fn size(&self) -> Vec2 {
        self.size
    }

    /// The lines from top to bottom.
    pub fn lines(&self) -> &[TextLine] {
        &self.lines
    }

    /// All characters in reading order; line feeds have none. Shaped text has the glyphs of each line from
    /// left to right instead, and their numbers are those of the font that has the character.
    pub fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }

    /// The outline of everything, to be filled with [`crate::FillRule::NonZero`].
    pub fn outline(&self) -> &Path {
        &self.outline
    }

    /// The smallest box around the ink.
    pub fn bounds(&self) -> Aabb {
        self.outline.bounds()
    }

    /// Moves a line to the right.
    pub(super) fn shift_line(&mut self, index: usize, by: f32) {
        let line = &mut self.lines[index];
        line.origin.x += by;
        for glyph in &mut self.glyphs[line.first as usize..][..line.count as usize] {
            glyph.origin.x += by;
        }
    }
}

/// Sets text whose numbers are checked.
pub(super) fn set(text: &Text) -> TextLayout {
    let mut layout = TextLayout::default();
    let Some(font) = text.font.reader() else { return layout };
    let setter = Setter::new(text, &font);
    for (start, paragraph) in paragraphs(&text.content) {
        let glyphs = setter.measure(start, paragraph);
        setter.break_lines(&glyphs, &text.content, &mut layout);
    }
    let longest = layout.lines.iter().map(|line| line.width).fold(0.0, f32::max);
    let width = text.width.unwrap_or(longest);
    layout.size = vec2(width, setter.leading * layout.lines.len() as f32);
    for index in 0..layout.lines.len() {
        setter.align(index, width, &mut layout);
    }
    for glyph in &layout.glyphs {
        setter.draw(glyph, &mut layout.outline);
    }
    layout
}

/// The text between line feeds, each with its place in the whole.
fn paragraphs(content: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    content.split('\n').map(move |part| {
        let at = start;
        start += part.len() + 1;
        (at, part.strip_suffix('\r').unwrap_or(part))
    })
}

struct Setter<'a> {
    text: &'a Text,
    font: &'a Face<'a>,
    kerning: Option<Kerning<'a>>,
    /// Pixels a font unit.
    scale: f32,
    /// Distance of baselines, pixels.
    leading: f32,
    /// From the top of a line to its baseline, pixels.
    ascent: f32,
}

impl<'a> Setter<'a> {
    fn new(text: &'a Text, font: &'a Face<'a>) -> Self {
        let leading = text.font.line_height(text.size) * text.line_height;
        let content = text.font.ascent(text.size) + text.font.descent(text.size);
        Self {
            text,
            font,
            kerning: text.kerning.then(|| Kerning::new(font)),
            scale: text.size / f32::from(font.units_per_em().max(1)),
            leading,
            // Space between lines is shared by above and below.
            ascent: text.font.ascent(text.size) + (leading - content) * 0.5,
        }
    }

    /// The glyphs of a paragraph in one row from x = 0; kerning is in the advances.
    fn measure(&self, start: usize, paragraph: &str) -> Vec<Glyph> {
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(paragraph.len());
        let mut x = 0.0;
        // The last glyph that shows: soft hyphens do not come between the letters around them.
        let mut before = None;
        for (at, character) in paragraph.char_indices() {
            // Tabs and odd spaces seldom have a picture, and must not show the one for the unknown.
            let hidden = character == SOFT_HYPHEN;
            let stand_in = if is_space(character) || hidden { ' ' } else { character };
            let id = self.font.glyph_index(stand_in).unwrap_or_default();
            if let (Some(kerning), Some(before), Some(last), false) =
                (&self.kerning, before, glyphs.last_mut(), hidden)
            {
                let units = kerning.between(before, id);
                let shift = units as f32 * self.scale;
                last.advance += shift;
                x += shift;
            }
            if !hidden {
                before = Some(id);
            }
            let tab = self.text.size * TAB;
            let advance = match character {
                SOFT_HYPHEN => 0.0,
                '\t' => ((x / tab).floor() + 1.0) * tab - x,
                _ => self.advance(id) + self.text.letter_spacing,
            };
            let (byte, id) = ((start + at) as u32, u32::from(id.0));
            glyphs.push(Glyph { byte, id, origin: vec2(x, 0.0), advance });
            x += advance;
        }
        glyphs
    }

    /// Distance to the next glyph without kerning, pixels.
    fn advance(&self, id: GlyphId) -> f32 {
        f32::from(self.font.glyph_hor_advance(id).unwrap_or(0)) * self.scale
    }

    /// Breaks a row into lines no wider than the width: after the last space or hyphen that fits, or
    /// within a word that is wider than a line. A soft hyphen shows where a line breaks after it.
    fn break_lines(&self, row: &[Glyph], content: &str, layout: &mut TextLayout) {
        let limit = self.text.width.unwrap_or(f32::INFINITY);
        let hyphen = self.font.glyph_index('-').unwrap_or_default();
        let hyphen_width = self.advance(hyphen);
        let mut rest = row;
        loop {
            let count = line_length(rest, content, limit, hyphen_width);
            let (line, next) = rest.split_at(count);
            let broken = !next.is_empty();
            let start = line.first().map_or(0.0, |glyph| glyph.origin.x);
            let shows = |last: &Glyph| {
                let fits = last.origin.x + hyphen_width - start <= limit;
                broken && fits && character(last, content) == SOFT_HYPHEN
            };
            match line.split_last() {
                Some((last, before)) if shows(last) => {
                    let shown = Glyph { id: u32::from(hyphen.0), advance: hyphen_width, ..*last };
                    self.push_line(&[before, &[shown]].concat(), content, layout);
                }
                _ => self.push_line(line, content, layout),
            }
            rest = next;
            if !broken {
                return;
            }
        }
    }

    fn push_line(&self, line: &[Glyph], content: &str, layout: &mut TextLayout) {
        let y = self.leading * layout.lines.len() as f32 + self.ascent;
        let shift = line.first().map_or(0.0, |glyph| glyph.origin.x);
        let ink = line.iter().rev().find(|glyph| !is_space(character(glyph, content)));
        layout.lines.push(TextLine {
            first: layout.glyphs.len() as u32,
            count: line.len() as u32,
            origin: vec2(0.0, y),
            width: ink.map_or(0.0, |glyph| glyph.origin.x + glyph.advance - shift),
        });
        let placed =
            line.iter().map(|glyph| Glyph { origin: vec2(glyph.origin.x - shift, y), ..*glyph });
        layout.glyphs.extend(placed);
    }

    /// Moves a line to where its alignment wants it.
    fn align(&self, index: usize, width: f32, layout: &mut TextLayout) {
        let line = &mut layout.lines[index];
        let slack = width - line.width;
        match self.text.align {
            TextAlign::Left => {}
            TextAlign::Center => layout.shift_line(index, slack * 0.5),
            TextAlign::Right => layout.shift_line(index, slack),
            TextAlign::Justify => {
                let glyphs = &mut layout.glyphs[line.first as usize..][..line.count as usize];
                justify(glyphs, line, slack, &self.text.content);
            }
        }
    }

    fn draw(&self, glyph: &Glyph, path: &mut Path) {
        let mut pen = Pen { path, origin: glyph.origin, scale: self.scale };
        // A damaged outline shows as far as it goes.
        let _shown = self.font.outline_glyph(glyph_id(glyph), &mut pen);
    }
}

/// Where a word may be broken; a hyphen at the end of the line, and nothing within one.
const SOFT_HYPHEN: char = '\u{AD}';

fn glyph_id(glyph: &Glyph) -> GlyphId {
    GlyphId(glyph.id as u16)
}

pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{200B}'
}

pub(super) fn character(glyph: &Glyph, content: &str) -> char {
    content.get(glyph.byte as usize..).and_then(|rest| rest.chars().next()).unwrap_or(' ')
}

/// How many glyphs of a row fit in a line; at least one, spaces at its end included. A soft hyphen needs the room of
/// the hyphen that it would show.
fn line_length(row: &[Glyph], content: &str, limit: f32, hyphen: f32) -> usize {
    let start = row.first().map_or(0.0, |glyph| glyph.origin.x);
    let mut break_after = None;
    for (index, glyph) in row.iter().enumerate() {
        let it = character(glyph, content);
        if is_space(it) {
            break_after = Some(index + 1);
        } else if glyph.origin.x + glyph.advance - start > limit && index > 0 {
            return break_after.unwrap_or(index);
        }
        let fits = it == SOFT_HYPHEN && glyph.origin.x + hyphen - start <= limit && index > 0;
        if it == '-' || it == '\u{2010}' || fits {
            break_after = Some(index + 1);
        }
    }
    row.len()
}

/// Spreads a line over the width by its spaces, unless it ends a paragraph.
fn justify(glyphs: &mut [Glyph], line: &mut TextLine, slack: f32, content: &str) {
    let Some(last) = glyphs.last() else { return };
    let after = content.get(last.byte as usize..).and_then(|rest| {
        let mut characters = rest.chars();
        characters.next();
        characters.next()
    });
    let ends_paragraph = matches!(after, None | Some('\n' | '\r'));
    let ink = glyphs.iter().rposition(|glyph| !is_space(character(glyph, content)));
    let inner = &mut glyphs[..ink.map_or(0, |index| index + 1)];
    let spaces = inner.iter().filter(|glyph| is_space(character(glyph, content))).count();
    if ends_paragraph || spaces == 0 || slack <= 0.0 {
        return;
    }
    let step = slack / spaces as f32;
    let mut shift = 0.0;
    for glyph in inner {
        glyph.origin.x += shift;
        if is_space(character(glyph, content)) {
            glyph.advance += step;
            shift += step;
        }
    }
    line.width += slack;
}

/// Takes outlines of the font, whose y goes up.
pub(super) struct Pen<'a> {
    pub(super) path: &'a mut Path,
    pub(super) origin: Vec2,
    /// Pixels a unit of the outline.
    pub(super) scale: f32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Vec2 {
        self.origin + vec2(x, -y) * self.scale
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.path.move_to(to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.path.line_to(to);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (control, to) = (self.at(cx, cy), self.at(x, y));
        self.path.quad_to(control, to);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (a, b, to) = (self.at(ax, ay), self.at(bx, by), self.at(x, y));
        self.path.cubic_to(a, b, to);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
