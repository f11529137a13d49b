//! What can be done with an open demo, by button or key.

use motile::prelude::*;

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
    Panel,
    FullScreen,
    Help,
}

/// Buttons from left to right, with their keys.
pub(super) const BUTTONS: [(Action, Key, &str); 10] = [
    (Action::Back, Key::Escape, "Back"),
    (Action::Restart, Key::F(2), "Restart"),
    (Action::Pause, Key::F(3), "Pause"),
    (Action::Step, Key::F(4), "Step"),
    (Action::Picture, Key::F(5), "Picture"),
    (Action::Gif, Key::F(8), "GIF"),
    (Action::Source, Key::F(6), "Source"),
    (Action::Command, Key::F(7), "Command"),
    (Action::Panel, Key::F(9), "Knobs"),
    (Action::Help, Key::F(1), "Help"),
];

/// What a key does, if it is one of the window.
pub(super) fn action_of(key: Key) -> Option<Action> {
    match key {
        Key::F(11) => Some(Action::FullScreen),
        key => BUTTONS.iter().find(|button| button.1 == key).map(|button| button.0),
    }
}

/// The keys in words, one a line, in two columns.
pub(super) fn help() -> [String; 2] {
    let buttons: Vec<_> = BUTTONS.iter().map(|(_, key, name)| format!("{key}   {name}")).collect();
    let more = [
        "F11   Full screen",
        "M   What the demo looks at",
        "Page Up, Down   choose a knob",
        "Home, End   turn it",
        "Enter   press it",
    ];
    [buttons.join("\n"), more.join("\n")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_does_one_thing_and_is_told() {
        for (place, (action, key, name)) in BUTTONS.into_iter().enumerate() {
            assert_eq!(action_of(key), Some(action));
            assert!(BUTTONS[..place].iter().all(|other| other.1 != key), "{key}");
            assert!(help()[0].contains(name));
        }
        assert_eq!(action_of(Key::F(11)), Some(Action::FullScreen));
        assert_eq!(action_of(Key::Space), None);
    }
}
