//! Keys of the desktop by motile's names.

use crate::{InputEvent, Key};
use winit::{
    event::{ElementState, KeyEvent},
    keyboard::{Key as Logical, NamedKey, PhysicalKey},
};

/// Which key went down where, so that the same one comes up even when shift changed in between.
#[derive(Default)]
pub(super) struct HeldKeys {
    held: Vec<(PhysicalKey, Key)>,
}

impl HeldKeys {
    /// Hands on what an event of the keyboard means: a key, and what it types.
    pub(super) fn event(&mut self, event: &KeyEvent, mut hand_on: impl FnMut(InputEvent)) {
        if let Some(key) = self.key(event) {
            hand_on(key);
        }
        if event.state == ElementState::Pressed && !self.is_command() {
            let typed = event.text.iter().flat_map(|text| text.chars());
            typed.filter(|typed| !typed.is_control()).map(InputEvent::Text).for_each(hand_on);
        }
    }

    /// Whether somebody asks for what lies on the clipboard.
    pub(super) fn is_paste(&self, event: &KeyEvent) -> bool {
        let letter = named(&event.logical_key) == Some(Key::Char('v'));
        letter && event.state == ElementState::Pressed && self.is_command()
    }

    /// Whether keys are commands now and type nothing. Control together with Alt is how some systems tell of `AltGr`,
    /// which types.
    fn is_command(&self) -> bool {
        let holds = |wanted| self.held.iter().any(|&(_, key)| key == wanted);
        holds(Key::Super) || holds(Key::Control) && !holds(Key::Alt)
    }

    fn key(&mut self, event: &KeyEvent) -> Option<InputEvent> {
        let known = self.held.iter().position(|(place, _)| *place == event.physical_key);
        match event.state {
            ElementState::Pressed if event.repeat => None,
            ElementState::Pressed => {
                let key = named(&event.logical_key)?;
                if known.is_none() {
                    self.held.push((event.physical_key, key));
                }
                Some(InputEvent::Key(key))
            }
            ElementState::Released => match known {
                Some(at) => Some(InputEvent::KeyUp(self.held.swap_remove(at).1)),
                None => named(&event.logical_key).map(InputEvent::KeyUp),
            },
        }
    }

    /// Forgets all keys; their release goes to another window.
    pub(super) fn clear(&mut self) {
        self.held.clear();
    }
}

fn named(key: &Logical) -> Option<Key> {
    Some(match key {
        Logical::Character(text) => return Key::from_char(text.chars().next()?),
        Logical::Named(name) => match name {
            NamedKey::ArrowLeft => Key::Left,
            NamedKey::ArrowRight => Key::Right,
            NamedKey::ArrowUp => Key::Up,
            NamedKey::ArrowDown => Key::Down,
            NamedKey::Space => Key::Space,
            NamedKey::Enter => Key::Enter,
            NamedKey::Escape => Key::Escape,
            NamedKey::Tab => Key::Tab,
            NamedKey::Backspace => Key::Backspace,
            NamedKey::Delete => Key::Delete,
            NamedKey::Insert => Key::Insert,
            NamedKey::Home => Key::Home,
            NamedKey::End => Key::End,
            NamedKey::PageUp => Key::PageUp,
            NamedKey::PageDown => Key::PageDown,
            NamedKey::Shift => Key::Shift,
            NamedKey::Control => Key::Control,
            NamedKey::Alt | NamedKey::AltGraph => Key::Alt,
            NamedKey::Super | NamedKey::Meta => Key::Super,
            NamedKey::F1 => Key::F(1),
            NamedKey::F2 => Key::F(2),
            NamedKey::F3 => Key::F(3),
            NamedKey::F4 => Key::F(4),
            NamedKey::F5 => Key::F(5),
            NamedKey::F6 => Key::F(6),
            NamedKey::F7 => Key::F(7),
            NamedKey::F8 => Key::F(8),
            NamedKey::F9 => Key::F(9),
            NamedKey::F10 => Key::F(10),
            NamedKey::F11 => Key::F(11),
            NamedKey::F12 => Key::F(12),
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_lower_case_and_names_match() {
        assert_eq!(named(&Logical::Character("A".into())), Some(Key::Char('a')));
        assert_eq!(named(&Logical::Named(NamedKey::F5)), Some(Key::F(5)));
        assert_eq!(named(&Logical::Named(NamedKey::CapsLock)), None);
    }
}
