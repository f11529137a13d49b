//! Input methods of the desktop.

use crate::InputEvent;
use winit::event::Ime;

/// Hands on what an input method says: what it composes, and what was meant.
pub(super) fn hand_on(ime: &Ime, mut tell: impl FnMut(InputEvent)) {
    let (composed, meant) = match ime {
        Ime::Preedit(text, _) => (text.as_str(), ""),
        Ime::Commit(text) => ("", text.as_str()),
        Ime::Enabled | Ime::Disabled => ("", ""),
    };
    tell(InputEvent::Compose(None));
    composed.chars().for_each(|sign| tell(InputEvent::Compose(Some(sign))));
    meant.chars().for_each(|sign| tell(InputEvent::Text(sign)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    /// What is composed and what was typed after each step, tick by tick.
    fn typed(steps: &[Ime]) -> Vec<(String, String)> {
        let mut input = Input::default();
        let one = |ime: &Ime| {
            hand_on(ime, |event| input.apply(event));
            let seen = (input.composing.clone(), input.text.clone());
            input.end_tick();
            seen
        };
        steps.iter().map(one).collect()
    }

    fn preedit(text: &str) -> Ime {
        Ime::Preedit(text.into(), Some((text.len(), text.len())))
    }

    #[test]
    fn an_input_method_composes_commits_and_begins_anew() {
        // Japanese: letters become signs, Enter means them; winit empties the preedit before a commit.
        let steps = [
            Ime::Enabled,
            preedit("n"),
            preedit("に"),
            preedit("にほん"),
            preedit("日本"),
            preedit(""),
            Ime::Commit("日本".into()),
            preedit("g"),
            Ime::Commit("語".into()),
        ];
        let seen = typed(&steps);
        let composed: Vec<&str> = seen.iter().map(|step| step.0.as_str()).collect();
        assert_eq!(composed, ["", "n", "に", "にほん", "日本", "", "", "g", ""]);
        let meant: String = seen.iter().map(|step| step.1.as_str()).collect();
        assert_eq!(meant, "日本語", "once, and nothing of what was only composed");
    }

    #[test]
    fn dead_keys_and_methods_that_never_commit() {
        let seen = typed(&[preedit("´"), Ime::Commit("é".into()), preedit("ほ"), Ime::Disabled]);
        let expected = [("´", ""), ("", "é"), ("ほ", ""), ("", "")];
        assert!(
            seen.iter().zip(expected).all(|(a, b)| (a.0.as_str(), a.1.as_str()) == b),
            "{seen:?}"
        );
    }
}
