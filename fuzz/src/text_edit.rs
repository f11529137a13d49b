//! A text field under any edits.

use motile_game::{CaretMove, TextEdit, TextField};
use motile_geom::{Aabb, Vec2, vec2};
use motile_stage::{Button, Input, InputEvent, Key};

const MOVES: [CaretMove; 10] = [
    CaretMove::Left,
    CaretMove::Right,
    CaretMove::WordLeft,
    CaretMove::WordRight,
    CaretMove::LineStart,
    CaretMove::LineEnd,
    CaretMove::Up,
    CaretMove::Down,
    CaretMove::Start,
    CaretMove::End,
];
const KEYS: [Key; 8] = [
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Backspace,
    Key::Delete,
    Key::Enter,
    Key::Shift,
];

/// Whatever is typed, moved and deleted: the caret stands between characters, a line stays a line, a limit is kept, and all
/// that is undone and done again is as it was.
pub fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let edit = if first & 1 == 0 { TextEdit::new("") } else { TextEdit::multi_line("") };
    let mut field = TextField::new(edit.with_limit(if first & 2 == 0 { 40 } else { 2000 }));
    field.focused = true;
    let area = Aabb::from_size(Vec2::ZERO, vec2(120.0, 60.0));
    let mut input = Input::default();
    for part in rest.chunks(4).take(400) {
        step(&mut field, part, area, &mut input);
        check(&field.edit);
    }
    while field.edit.redo() {}
    let last = field.edit.text().to_owned();
    let undone = (0..200).take_while(|_| field.edit.undo()).count();
    check(&field.edit);
    let redone = (0..200).take_while(|_| field.edit.redo()).count();
    assert_eq!((undone, field.edit.text()), (redone, last.as_str()));
}

fn step(field: &mut TextField, part: &[u8], area: Aabb, input: &mut Input) {
    let (kind, number) = (part[0], part.get(1).copied().unwrap_or(0));
    let select = number & 0x80 != 0;
    let edit = &mut field.edit;
    match kind % 10 {
        0..=2 => {
            edit.insert(&String::from_utf8_lossy(&part[1..]));
        }
        3 => edit.move_caret(MOVES[usize::from(number) % 10], select),
        4 => {
            edit.delete(MOVES[usize::from(number) % 10]);
        }
        5 => edit.set_caret(usize::from(number), select),
        6 => {
            let cut = edit.cut();
            edit.insert(&cut.unwrap_or_default());
        }
        7 => {
            // Accents, joiners and halves of flags, which stick to what is around them.
            let odd = ['\u{301}', '\u{200d}', '\u{1f1e9}', '\u{1f3fd}', '\n', 'é', '日', '👩'];
            edit.insert(&odd[usize::from(number) % 8].to_string());
        }
        8 => {
            edit.undo();
        }
        _ => {
            let key = KEYS[usize::from(number) % 8];
            input.apply(InputEvent::Key(key));
            input.apply(InputEvent::Compose(None));
            let signs = String::from_utf8_lossy(&part[1..]).into_owned();
            signs.chars().for_each(|sign| input.apply(InputEvent::Compose(Some(sign))));
            if select {
                input.apply(InputEvent::Compose(None));
            }
            input.apply(InputEvent::Move(vec2(f32::from(number), f32::from(kind))));
            input.apply(InputEvent::Down(Button::Left));
            field.update(area, input, 0.1);
            input.apply(InputEvent::KeyUp(key));
            input.apply(InputEvent::Up(Button::Left));
            input.end_tick();
            assert!(field.caret_area(area).is_valid());
        }
    }
}

fn check(edit: &TextEdit) {
    let (text, selection) = (edit.text(), edit.selection());
    assert!(text.is_char_boundary(edit.caret()), "{text:?} {}", edit.caret());
    assert!(text.get(selection).is_some());
    assert!(edit.multi_line || !text.contains('\n'));
    assert!(edit.limit.is_none_or(|limit| text.chars().count() <= limit as usize));
}

/// Seeds made by code.
pub fn built() -> Vec<Vec<u8>> {
    vec![
        b"\0\0abc\0def\x03\x02..\x04\x00..\x05\x02..\x06\x80..\x08....\x09\x04ab".to_vec(),
        b"\x01\x00one\x07\x04..\x00two\x03\x06..\x03\x87..\x06...\x07\x00..\x07\x01..\x07\x02.."
            .to_vec(),
        b"\x03\x07\x02..\x07\x02..\x03\x00..\x07\x07..\x07\x01..\x07\x07..\x04\x01..\x09\x86xy"
            .to_vec(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 6_000, run);
    }
}
