//! What in a script has no effect.

use super::{Button, InputEvent, Key, Script};
use core::fmt;

/// A line of a script that does nothing, because what it presses is down already.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptWarning {
    /// The tick of the line.
    pub tick: u64,
    /// What it presses.
    pub event: InputEvent,
}

impl fmt::Display for ScriptWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tick = self.tick;
        match self.event {
            InputEvent::Key(key) => write!(
                f,
                "tick {tick}: {key} is down already and cannot be pressed again; `keyup {key}` lets go of it, \
                 and `tap {key}` presses and releases it"
            ),
            InputEvent::Down(button) => write!(
                f,
                "tick {tick}: the {} button is down already and cannot be pressed again; `up` lets go of it",
                button.name()
            ),
            _ => write!(f, "tick {tick}: nothing happens"),
        }
    }
}

impl Script {
    /// Lines that press a key or a button that is down already, which a sketch does not see.
    ///
    /// ```
    /// use motile_stage::Script;
    /// let script = Script::parse("3 key Space\n9 key Space\n")?;
    /// assert!(script.warnings()[0].to_string().starts_with("tick 9: Space is down already"));
    /// assert!(Script::parse("3 tap Space\n9 tap Space\n")?.warnings().is_empty());
    /// # Ok::<(), motile_stage::ScriptError>(())
    /// ```
    pub fn warnings(&self) -> Vec<ScriptWarning> {
        let mut warnings = Vec::new();
        let mut keys: Vec<Key> = Vec::new();
        let mut buttons: Vec<Button> = Vec::new();
        for &scripted in self.events() {
            let again = match scripted.event {
                InputEvent::Key(key) => press(&mut keys, key),
                InputEvent::Down(button) => press(&mut buttons, button),
                InputEvent::KeyUp(key) => release(&mut keys, &key),
                InputEvent::Up(button) => release(&mut buttons, &button),
                InputEvent::Focus(false) => {
                    keys.clear();
                    buttons.clear();
                    false
                }
                _ => false,
            };
            if again {
                warnings.push(ScriptWarning { tick: scripted.tick, event: scripted.event });
            }
        }
        warnings
    }
}

/// Whether it was down already.
fn press<T: PartialEq>(down: &mut Vec<T>, pressed: T) -> bool {
    let again = down.contains(&pressed);
    if !again {
        down.push(pressed);
    }
    again
}

fn release<T: PartialEq>(down: &mut Vec<T>, released: &T) -> bool {
    down.retain(|held| held != released);
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_down_cannot_be_pressed_again() {
        let ticks = |text: &str| -> Vec<u64> {
            Script::parse(text).unwrap().warnings().iter().map(|warning| warning.tick).collect()
        };
        assert_eq!(ticks("1 key A\n2 key a\n3 keyup A\n4 key A\n5 blur\n6 key A\n"), [2]);
        assert_eq!(ticks("1 down\n2 down right\n3 down\n4 up\n5 down"), [3]);
        assert_eq!(ticks("1 tap Space\n2 tap Space\n2 tap Left"), [0; 0]);
    }
}
