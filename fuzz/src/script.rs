//! Input scripts.

use motile_stage::Script;

/// Any text is a script or an error with a place in the text; a script survives writing and reading.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    match Script::parse(text) {
        Ok(script) => {
            assert_eq!(Script::parse(&script.to_text()).as_ref(), Ok(&script));
            assert!(script.events().is_sorted_by_key(|event| event.tick));
        }
        Err(error) => {
            let lines = text.lines().count().max(1) as u32;
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("script"), 20_000, run);
    }
}
