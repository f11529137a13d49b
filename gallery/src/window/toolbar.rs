//! The row of buttons below a demo.

use super::theme::{ACCENT, CARD, INK, PAPER, rect, write};
use motile::{
    prelude::*,
    stage::{Canvas, Text},
};

/// What a button does, or the key that does the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Back,
    Restart,
    Pause,
    Step,
    Picture,
    Gif,
    Source,
    Command,
    FullScreen,
    Help,
}

/// Buttons from left to right, with their keys.
const BUTTONS: [(Action, Key, &str); 9] = [
    (Action::Back, Key::Escape, "Back"),
    (Action::Restart, Key::F(2), "Restart"),
    (Action::Pause, Key::F(3), "Pause"),
    (Action::Step, Key::F(4), "Step"),
    (Action::Picture, Key::F(5), "Picture"),
    (Action::Gif, Key::F(8), "GIF"),
    (Action::Source, Key::F(6), "Source"),
    (Action::Command, Key::F(7), "Command"),
    (Action::Help, Key::F(1), "Help"),
];

/// Height of a button, and the space around its letters.
pub(super) const HEIGHT: f32 = 28.0;
const EDGE: f32 = 8.0;
const LETTERS: f32 = 13.0;

/// What a key does, if it is one of the window.
pub(super) fn action_of(key: Key) -> Option<Action> {
    match key {
        Key::F(11) => Some(Action::FullScreen),
        key => BUTTONS.iter().find(|button| button.1 == key).map(|button| button.0),
    }
}

/// The keys in words, one a line.
pub(super) fn help() -> String {
    let lines = BUTTONS.iter().map(|(_, key, name)| format!("{key}   {name}"));
    let more = [
        "F11   Full screen",
        "M   What the demo looks at",
        "Page Up, Page Down   choose a knob",
        "Home, End   turn it",
    ];
    lines.chain(more.map(String::from)).collect::<Vec<_>>().join("\n")
}

/// The places of the buttons in a row that begins at a point and wraps at a width.
fn places(corner: Vec2, width: f32) -> Vec<(Action, &'static str, Aabb)> {
    let mut at = corner;
    let mut places = Vec::new();
    for (action, _, name) in BUTTONS {
        let letters = Text::new(name, LETTERS).layout().map_or(40.0, |layout| layout.size().x);
        let wide = letters + 2.0 * EDGE;
        if at.x > corner.x && at.x + wide > corner.x + width {
            at = vec2(corner.x, at.y + HEIGHT + 4.0);
        }
        places.push((action, name, rect(at.x, at.y, wide, HEIGHT)));
        at.x += wide + 4.0;
    }
    places
}

/// Height of all rows at a width.
pub(super) fn height(width: f32) -> f32 {
    places(Vec2::ZERO, width).last().map_or(HEIGHT, |last| last.2.max.y)
}

/// The button below a point.
pub(super) fn hit(corner: Vec2, width: f32, point: Vec2) -> Option<Action> {
    places(corner, width).iter().find(|place| place.2.contains(point)).map(|place| place.0)
}

pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    corner: Vec2,
    width: f32,
    active: impl Fn(Action) -> bool,
) {
    for (action, name, area) in places(corner, width) {
        let (back, ink) = if active(action) { (ACCENT, PAPER) } else { (CARD, INK) };
        canvas.fill_rect(area, back);
        write(canvas, name, LETTERS, area.min + vec2(EDGE, 5.0), area.size().x, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_are_hit_where_they_are_and_wrap() {
        let corner = vec2(10.0, 20.0);
        for width in [200.0, 2000.0] {
            for (action, _, area) in places(corner, width) {
                assert_eq!(hit(corner, width, area.center()), Some(action));
                assert!(area.max.x <= corner.x + width);
            }
        }
        assert!(height(200.0) > height(2000.0));
        assert_eq!(hit(corner, 2000.0, Vec2::ZERO), None);
        assert_eq!(action_of(Key::F(4)), Some(Action::Step));
        assert_eq!(action_of(Key::Space), None);
    }
}
