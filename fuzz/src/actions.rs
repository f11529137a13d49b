//! Bindings of actions as players' files hold them.

use motile_game::{Action, Actions};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Left,
    Jump,
    Menu,
}

impl Action for Act {
    const NAMED: &'static [(Self, &'static str)] =
        &[(Self::Left, "left"), (Self::Jump, "jump"), (Self::Menu, "menu")];
}

/// Any text is bindings or an error with a line of the text; bindings survive writing and reading, and an error changes
/// nothing.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let mut actions = Actions::<Act>::new();
    match actions.read_text(text) {
        Ok(()) => {
            let written = actions.to_text();
            let mut again = Actions::<Act>::new();
            assert_eq!(again.read_text(&written), Ok(()), "{written}");
            assert_eq!(again.to_text(), written);
            assert!(Act::NAMED.iter().all(|&(action, _)| actions.prompt(action).len() < 100));
        }
        Err(error) => {
            let lines = text.lines().count().max(1) as u32;
            assert!((1..=lines).contains(&error.line), "{error}");
            assert_eq!(actions, Actions::new());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 20_000, run);
    }
}

/// Seeds made by code.
pub fn built() -> Vec<Vec<u8>> {
    let texts = [
        "left key Left\nleft axis left-x -\njump key Space\njump pad south\njump mouse left\nmenu none\n",
        "left key ,\njump key #\nmenu key F12\n\n jump  axis right-trigger +\n",
        "jump key ß\nleft pad left-shoulder\nleft mouse middle\nmenu key ϐ\n",
    ];
    texts.map(|text| text.as_bytes().to_vec()).into()
}
