//! A text field on a screen: keys, input methods, pointer, caret.

use super::{CaretMove, TextEdit};
use crate::Theme;
use core::ops::Range;
use motile_geom::{Aabb, Affine2, Vec2, vec2};
use motile_stage::{Canvas, Input, Key, Path, Stroke, Text, TextLayout};

/// A [`TextEdit`] that somebody sees and types into. Inside of a [`Ui`](crate::Ui) it is a widget; alone, a sketch tells it
/// where it is and whether it has the keyboard.
///
/// ```
/// use motile_game::{TextEdit, TextField};
/// use motile_geom::{Aabb, Vec2, vec2};
/// use motile_stage::{Input, InputEvent, Key};
///
/// let mut field = TextField::new(TextEdit::new(""));
/// field.focused = true;
/// let area = Aabb::from_size(Vec2::ZERO, vec2(200.0, 32.0));
/// let mut input = Input::default(); // in a sketch: tick.input
/// "Zoë".chars().for_each(|letter| input.apply(InputEvent::Text(letter)));
/// input.apply(InputEvent::Key(Key::Enter));
/// let events = field.update(area, &input, 1.0 / 60.0);
/// assert!(events.changed && events.submitted);
/// assert_eq!(field.edit.text(), "Zoë");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextField {
    /// The text and its caret.
    pub edit: TextEdit,
    /// What stands there while it is empty.
    pub placeholder: String,
    /// Size of the letters in pixels.
    pub text_size: f32,
    /// Whether it has the keyboard.
    pub focused: bool,
    /// What an input method composes at the caret.
    composing: String,
    layout: TextLayout,
    /// The text that the layout is of.
    laid: Option<String>,
    /// How far the text is pushed to the left and up, so that the caret is in sight.
    scroll: Vec2,
    /// The key that repeats, and seconds until it does so next.
    repeat: Option<(Key, f32)>,
    /// Seconds since the caret last moved.
    rested: f32,
    dragging: bool,
}

/// What became of a [`TextField`] in a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldEvents {
    /// Whether the text is another one.
    pub changed: bool,
    /// Whether Enter was pressed in a field of one line.
    pub submitted: bool,
    /// Whether it looks different.
    pub moved: bool,
    /// Text for the clipboard; hand it to [`Shell::clipboard`](motile_stage::Shell::clipboard).
    pub copied: Option<String>,
}

/// Keys that do something again while they are held, after these many seconds and then in this rhythm.
const REPEATED: [Key; 6] = [Key::Left, Key::Right, Key::Up, Key::Down, Key::Backspace, Key::Delete];
const REPEAT_AFTER: f32 = 0.4;
const REPEAT_EVERY: f32 = 0.04;
/// Seconds that the caret is seen, and then not.
const BLINK: f32 = 0.5;
/// Pixels between the border and the text.
const PADDING: f32 = 8.0;

impl TextField {
    /// A field of a text, its letters 16 pixels high.
    pub fn new(edit: TextEdit) -> Self {
        Self { edit, text_size: 16.0, ..Self::default() }
    }

    /// With words that stand there while it is empty.
    #[must_use]
    pub fn with_placeholder(mut self, words: &str) -> Self {
        self.placeholder = words.into();
        self
    }

    /// Looks at the input of a tick. `area` is the box of the field in stage pixels. Without the keyboard only the pointer
    /// counts; whoever owns the field gives it the keyboard.
    pub fn update(&mut self, area: Aabb, input: &Input, dt: f32) -> FieldEvents {
        let before = (self.edit.caret(), self.edit.selection(), self.composing.len());
        let was_seen = self.caret_seen();
        let mut events = FieldEvents::default();
        self.rested += if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        if self.focused {
            if self.composing != input.composing {
                self.composing.clone_from(&input.composing);
                events.moved = true;
            }
            self.commands(input, &mut events);
            // While an input method has the keys they are not for the text.
            if self.composing.is_empty() {
                self.keys(input, dt, &mut events);
            }
            if !input.text.is_empty() && !is_command(input) {
                events.changed |= self.edit.insert(&input.text);
            }
        } else if !self.composing.is_empty() {
            self.composing.clear();
        }
        self.lay();
        self.pointer(area, input);
        let after = (self.edit.caret(), self.edit.selection(), self.composing.len());
        if events.changed || before != after {
            self.rested = 0.0;
            events.moved = true;
        }
        events.moved |= was_seen != self.caret_seen();
        self.lay();
        self.reveal(area);
        events
    }

    /// The box of the caret in stage pixels, for [`Shell::typing`](motile_stage::Shell::typing).
    pub fn caret_area(&self, area: Aabb) -> Aabb {
        let place = self.place_of(self.edit.caret() + self.composing.len());
        Aabb::from_size(self.corner(area) + place, vec2(2.0, self.line_height()))
    }

    /// Calls `give` with the boxes of a part of the text in stage pixels, one for each of its lines: to underline a mistake, or to mark
    /// what was found. They are those of the last update, and may lie outside of the field.
    pub fn boxes_of(&self, area: Aabb, bytes: Range<usize>, mut give: impl FnMut(Aabb)) {
        let corner = self.corner(area);
        self.each_line(bytes.start, bytes.end, |line| give(line.translated(corner)));
    }

    /// Draws it into its box.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Aabb, theme: &Theme) {
        let round = Path::round_rect(area, theme.radius.min(area.size().min_element() * 0.5));
        canvas.fill(&round, theme.field);
        let (width, color) = if self.focused { (2.0, theme.accent) } else { (1.0, theme.line) };
        canvas.stroke(&round, &Stroke::new(width), color);
        let inside = area.grown(-3.0);
        canvas.clip_rect(inside, |canvas| {
            canvas.transformed(Affine2::from_translation(self.corner(area)), |canvas| {
                self.draw_text(canvas, theme);
            });
        });
    }

    fn draw_text(&self, canvas: &mut Canvas<'_>, theme: &Theme) {
        if self.focused {
            let selection = self.edit.selection();
            self.each_line(selection.start, selection.end, |area| {
                canvas.fill_rect(area, theme.accent.with_alpha(90));
            });
        }
        if self.laid.as_ref().is_none_or(String::is_empty) {
            canvas.write(&*self.placeholder, self.text_size, Vec2::ZERO, Vec2::ZERO, theme.muted);
        }
        canvas.text(&self.layout, Vec2::ZERO, theme.ink);
        if !self.composing.is_empty() {
            let start = self.edit.caret();
            self.each_line(start, start + self.composing.len(), |area| {
                let under = Aabb::new(vec2(area.min.x, area.max.y - 2.0), area.max);
                canvas.fill_rect(under, theme.ink);
            });
        }
        if self.focused && self.caret_seen() {
            let place = self.place_of(self.edit.caret() + self.composing.len());
            let caret = Aabb::from_size(place, vec2(1.5, self.line_height()));
            canvas.fill_rect(caret, theme.ink);
        }
    }

    fn commands(&mut self, input: &Input, events: &mut FieldEvents) {
        if !is_command(input) {
            return;
        }
        let pressed = |letter| input.pressed(Key::Char(letter));
        if pressed('a') {
            self.edit.select_all();
        }
        if pressed('c') && !self.edit.selected().is_empty() {
            events.copied = Some(self.edit.selected().into());
        }
        if pressed('x') {
            events.copied = self.edit.cut();
            events.changed |= events.copied.is_some();
        }
        if pressed('z') {
            let shift = input.is_down(Key::Shift);
            events.changed |= if shift { self.edit.redo() } else { self.edit.undo() };
        }
        if pressed('y') {
            events.changed |= self.edit.redo();
        }
        // What the clipboard holds comes as text while Control is down.
        if pressed('v') {
            events.changed |= self.edit.insert(&input.text);
        }
    }

    fn keys(&mut self, input: &Input, dt: f32, events: &mut FieldEvents) {
        for &key in input.keys_pressed() {
            self.key(key, input, events);
            if REPEATED.contains(&key) {
                self.repeat = Some((key, REPEAT_AFTER));
            }
        }
        let Some((key, mut left)) = self.repeat.filter(|held| input.is_down(held.0)) else {
            self.repeat = None;
            return;
        };
        left -= if dt.is_finite() { dt.clamp(0.0, 0.25) } else { 0.0 };
        while left <= 0.0 {
            self.key(key, input, events);
            left += REPEAT_EVERY;
        }
        self.repeat = Some((key, left));
    }

    fn key(&mut self, key: Key, input: &Input, events: &mut FieldEvents) {
        let select = input.is_down(Key::Shift);
        let by_word = input.is_down(Key::Control) || input.is_down(Key::Alt);
        let either = |word, letter| if by_word { word } else { letter };
        let mut left = either(CaretMove::WordLeft, CaretMove::Left);
        let mut right = either(CaretMove::WordRight, CaretMove::Right);
        // ⌘ goes to the ends, of lines and of the text.
        let to_end = input.is_down(Key::Super);
        if to_end {
            (left, right) = (CaretMove::LineStart, CaretMove::LineEnd);
        }
        let to = match key {
            Key::Up if to_end => CaretMove::Start,
            Key::Down if to_end => CaretMove::End,
            Key::Left => left,
            Key::Right => right,
            Key::Up if self.edit.multi_line => CaretMove::Up,
            Key::Down if self.edit.multi_line => CaretMove::Down,
            Key::Home => either(CaretMove::Start, CaretMove::LineStart),
            Key::End => either(CaretMove::End, CaretMove::LineEnd),
            Key::Backspace => return events.changed |= self.edit.delete(left),
            Key::Delete => return events.changed |= self.edit.delete(right),
            Key::Enter if self.edit.multi_line => {
                events.changed |= self.edit.insert("\n");
                return;
            }
            Key::Enter => return events.submitted = true,
            _ => return,
        };
        self.edit.move_caret(to, select);
    }

    fn pointer(&mut self, area: Aabb, input: &Input) {
        let Some(place) = input.pointer.position else { return };
        if input.pointer.pressed() && area.contains(place) {
            self.dragging = true;
            self.edit.set_caret(self.byte_at(place - self.corner(area)), input.is_down(Key::Shift));
        } else if self.dragging && input.pointer.is_down() {
            let byte = self.byte_at(place - self.corner(area));
            if byte != self.edit.caret() {
                self.edit.set_caret(byte, true);
            }
        }
        self.dragging &= input.pointer.is_down();
    }

    /// Sets the text anew if it is another one.
    pub(crate) fn lay(&mut self) {
        let (text, caret) = (self.edit.text(), self.edit.caret());
        if self.composing.is_empty() && self.laid.as_deref() == Some(text) {
            return;
        }
        let shown = if self.composing.is_empty() {
            text.to_owned()
        } else {
            [&text[..caret], &self.composing, &text[caret..]].concat()
        };
        if self.laid.as_ref() != Some(&shown) {
            let size = if self.text_size > 0.0 { self.text_size.min(400.0) } else { 16.0 };
            self.layout = Text::new(shown.clone(), size).layout().unwrap_or_default();
            self.laid = Some(shown);
        }
    }

    fn line_height(&self) -> f32 {
        let lines = self.layout.lines().len().max(1) as f32;
        let height = self.layout.size().y / lines;
        if height > 0.0 { height } else { self.text_size.max(1.0) * 1.36 }
    }

    /// Where the text begins.
    fn corner(&self, area: Aabb) -> Vec2 {
        let y = if self.edit.multi_line {
            PADDING * 0.75
        } else {
            (area.size().y - self.line_height()) * 0.5
        };
        area.min + vec2(PADDING, y) - self.scroll
    }

    /// Pushes the text so that the caret is in sight; in a field that is too small for it, its beginning.
    fn reveal(&mut self, area: Aabb) {
        let room = area.size() - Vec2::splat(2.0 * PADDING);
        let caret = self.place_of(self.edit.caret() + self.composing.len()).max(Vec2::ZERO);
        let end = caret + vec2(2.0, self.line_height());
        let least = (end - room).clamp(Vec2::ZERO, caret);
        self.scroll.x = self.scroll.x.clamp(least.x, caret.x);
        if self.edit.multi_line {
            self.scroll.y = self.scroll.y.clamp(least.y, caret.y);
        }
    }

    /// The upper end of the caret before a byte, from the corner of the text.
    fn place_of(&self, byte: usize) -> Vec2 {
        let text = self.laid.as_deref().unwrap_or_default();
        let line = text.bytes().take(byte).filter(|&it| it == b'\n').count();
        let y = line as f32 * self.line_height();
        let Some(set) = self.layout.lines().get(line) else { return vec2(0.0, y) };
        let glyphs = &self.layout.glyphs()[set.first as usize..][..set.count as usize];
        let after = glyphs.iter().find(|glyph| glyph.byte as usize >= byte);
        let end = || glyphs.last().map_or(set.origin.x, |glyph| glyph.origin.x + glyph.advance);
        vec2(after.map_or_else(end, |glyph| glyph.origin.x), y)
    }

    /// The byte whose caret is nearest to a point from the corner of the text.
    fn byte_at(&self, point: Vec2) -> usize {
        // While something is composed the bytes on the screen are not those of the text.
        let Some(text) = self.laid.as_deref().filter(|_| self.composing.is_empty()) else {
            return self.edit.caret();
        };
        let last = self.layout.lines().len().saturating_sub(1);
        let line = (point.y / self.line_height()).clamp(0.0, last as f32) as usize;
        let mut start = 0;
        for _ in 0..line {
            start = text[start..].find('\n').map_or(text.len(), |feed| start + feed + 1);
        }
        let end = text[start..].find('\n').map_or(text.len(), |feed| start + feed);
        let Some(set) = self.layout.lines().get(line) else { return end };
        let glyphs = &self.layout.glyphs()[set.first as usize..][..set.count as usize];
        let right = glyphs.iter().find(|glyph| glyph.origin.x + glyph.advance * 0.5 > point.x);
        right.map_or(end, |glyph| glyph.byte as usize)
    }

    /// The boxes of a part of the text, one for each of its lines.
    fn each_line(&self, start: usize, end: usize, mut draw: impl FnMut(Aabb)) {
        let text = self.laid.as_deref().unwrap_or_default();
        let end = end.min(text.len());
        let mut from = start;
        while from < end {
            let stop = text.as_bytes()[from..end].iter().position(|&it| it == b'\n');
            let to = stop.map_or(end, |feed| from + feed);
            let (a, b) = (self.place_of(from), self.place_of(to));
            draw(Aabb::new(
                a,
                b + vec2(if stop.is_some() { 4.0 } else { 0.0 }, self.line_height()),
            ));
            from = to + 1;
        }
    }

    fn caret_seen(&self) -> bool {
        self.rested % (2.0 * BLINK) < BLINK
    }
}

/// Whether keys are commands now.
fn is_command(input: &Input) -> bool {
    input.is_down(Key::Super) || input.is_down(Key::Control) && !input.is_down(Key::Alt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_stage::{Button, InputEvent, Script};

    const AREA: Aabb = Aabb { min: Vec2::ZERO, max: vec2(200.0, 32.0) };

    /// A field after some ticks of a script, and the last text for the clipboard.
    fn played(mut field: TextField, script: &str, ticks: u64) -> (TextField, Option<String>) {
        let script = Script::parse(script).unwrap();
        field.focused = true;
        let (mut input, mut copied) = (Input::default(), None);
        for tick in 0..ticks {
            script.events_at(tick).iter().for_each(|it| input.apply(it.event));
            copied = field.update(AREA, &input, 1.0 / 60.0).copied.or(copied);
            input.end_tick();
        }
        (field, copied)
    }

    #[test]
    fn an_input_method_composes_and_commits() {
        let script = "0 text \"a\"\n1 compose \"に\"\n2 compose \"にほ\"\n3 compose \"日本\"\n4 compose \"\"\n4 text \"日本\"\n";
        let field = TextField::new(TextEdit::new(""));
        let (shown, _) = played(field.clone(), script, 3);
        assert_eq!((shown.edit.text(), shown.laid.as_deref()), ("a", Some("aにほ")));
        assert!(
            shown.caret_area(AREA).min.x
                > played(field.clone(), script, 1).0.caret_area(AREA).min.x
        );
        let (done, _) = played(field, script, 6);
        assert_eq!((done.edit.text(), done.laid.as_deref()), ("a日本", Some("a日本")));
    }

    #[test]
    fn an_input_method_that_never_commits_leaves_the_text_alone() {
        let field = TextField::new(TextEdit::new("x"));
        let script = "0 compose \"に\"\n1 tap Backspace\n2 tap Left\n3 compose \"にほん\"\n";
        let (field, _) = played(field, script, 400);
        assert_eq!((field.edit.text(), field.edit.caret()), ("x", 1), "keys are for the method");
        let (field, _) = played(field, "0 blur\n1 focus\n2 text \"y\"\n", 4);
        assert_eq!(field.edit.text(), "xy");
        assert_eq!(field.laid.as_deref(), Some("xy"));
    }

    #[test]
    fn a_field_smaller_than_its_caret_is_no_panic() {
        let mut field = TextField::new(TextEdit::multi_line("one\ntwo"));
        field.focused = true;
        for side in [0.0, 5.0, 17.0] {
            let area = Aabb::from_size(Vec2::ZERO, Vec2::splat(side));
            field.update(area, &Input::default(), 0.1);
            assert!(field.caret_area(area).is_valid());
        }
    }

    #[test]
    fn parts_of_the_text_have_a_box_a_line_where_they_are_seen() {
        let mut field = TextField::new(TextEdit::multi_line("one two\nthree\n"));
        field.update(AREA, &Input::default(), 0.0);
        let boxes = |field: &TextField, bytes| {
            let mut boxes = Vec::new();
            field.boxes_of(AREA, bytes, |line| boxes.push(line));
            boxes
        };
        let two = boxes(&field, 4..7);
        assert_eq!(two.len(), 1);
        assert!(two[0].min.x > AREA.min.x + 20.0 && two[0].size().x > 10.0, "{two:?}");
        let both = boxes(&field, 4..13);
        assert_eq!(both.len(), 2);
        assert_eq!((both[0].min, both[1].min.y), (two[0].min, two[0].max.y));
        assert!(boxes(&field, 20..30).is_empty(), "beyond the text there is nothing");
        field.edit.set_caret(0, false);
        field.update(AREA, &Input::default(), 0.0);
        assert!(boxes(&field, 4..7)[0].min.y > two[0].min.y, "the text was pushed down again");
    }

    #[test]
    fn a_dead_key_is_composed_too() {
        let script = "0 compose \"´\"\n1 compose \"\"\n1 text \"é\"\n";
        assert_eq!(played(TextField::new(TextEdit::new("")), script, 3).0.edit.text(), "é");
    }

    #[test]
    fn copy_cut_paste_and_undo_by_keys() {
        let field = TextField::new(TextEdit::new("one two"));
        let (field, copied) = played(field, "0 key Control\n1 tap A\n2 tap X\n", 4);
        assert_eq!((field.edit.text(), copied.as_deref()), ("", Some("one two")));
        let script = "0 key Control\n1 tap V\n1 text \"pasted\"\n4 tap Z\n";
        assert_eq!(played(field.clone(), script, 3).0.edit.text(), "pasted");
        assert_eq!(played(field, script, 6).0.edit.text(), "");
    }

    #[test]
    fn held_keys_repeat_and_let_go() {
        let field = TextField::new(TextEdit::new("abcdefghij"));
        let (tapped, _) = played(field.clone(), "0 key Backspace\n10 keyup Backspace\n", 60);
        assert_eq!(tapped.edit.text(), "abcdefghi");
        let (held, _) = played(field, "0 key Backspace\n", 90);
        assert_eq!(held.edit.text(), "");
    }

    #[test]
    fn the_pointer_places_the_caret_and_drags_a_selection() {
        let mut field = TextField::new(TextEdit::new("hello world"));
        field.update(AREA, &Input::default(), 0.0);
        let place = |byte| field.corner(AREA) + field.place_of(byte) + vec2(0.5, 5.0);
        let (from, to) = (place(2), place(7));
        let mut input = Input::default();
        input.apply(InputEvent::Move(from));
        input.apply(InputEvent::Down(Button::Left));
        field.update(AREA, &input, 0.0);
        assert_eq!(field.edit.caret(), 2);
        input.end_tick();
        input.apply(InputEvent::Move(to));
        assert!(field.update(AREA, &input, 0.0).moved);
        assert_eq!(field.edit.selected(), "llo w");
    }

    #[test]
    fn a_long_text_is_pushed_until_the_caret_is_in_sight() {
        let (field, _) = played(TextField::new(TextEdit::new(&"m".repeat(200))), "", 2);
        assert!(AREA.contains_box(field.caret_area(AREA)), "{:?}", field.caret_area(AREA));
        let (field, _) = played(field, "0 tap Home\n", 2);
        assert_eq!(field.scroll.x, 0.0);
        let lines = TextField::new(TextEdit::multi_line(&"line\n".repeat(30)));
        let (field, _) = played(lines, "", 2);
        assert!(field.scroll.y > 300.0);
    }
}
