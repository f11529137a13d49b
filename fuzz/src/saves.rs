//! Saved games: whatever stands in their files.

use motile_game::{SaveError, Saves, saves::Value};

/// The version that the reader knows.
const KNOWN: u32 = 5;

/// Any text is a save or damaged; one that is taken comes back as it was, and is read, brought up to date or refused.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut saves = Saves::in_memory();
    match saves.import("slot", &text) {
        Ok(()) => {}
        Err(SaveError::Damaged { .. }) => return assert_eq!(saves.export("slot"), Ok(None)),
        Err(other) => panic!("{other}"),
    }
    assert_eq!(saves.export("slot"), Ok(Some(text.into_owned())));
    // Versions may be billions apart; a reader gives up on those that nothing brings up to date.
    let migrate = |version: u32, value: Value| (version < KNOWN).then_some(value);
    match saves.read_with::<Value>("slot", KNOWN, migrate) {
        Ok(Some(value)) => {
            assert_eq!(saves.write("again", KNOWN, &value), Ok(()));
            assert_eq!(saves.read("again", KNOWN), Ok(Some(value)), "as it was written");
        }
        Ok(None) => panic!("it was written"),
        Err(SaveError::Newer { saved, .. }) => assert!(saved > KNOWN),
        Err(SaveError::Damaged { .. }) => {}
        Err(other) => panic!("{other}"),
    }
    let typed = saves.read_with::<(f32, Vec<u8>, Option<String>)>("slot", KNOWN, migrate);
    assert!(!matches!(typed, Ok(None)));
}

/// Seeds made by code.
pub fn built() -> Vec<Vec<u8>> {
    [
        r#"{"value":[1.5,[1,2],"text"],"version":5}"#,
        r#"{"version":1,"value":{"level":7,"coins":-3e9,"name":"ä\u0000\""}}"#,
        r#"{"version":4294967295,"value":null}"#,
        r#"{"version":0,"value":[[[[]]]],"more":1}"#,
        r#"{"version":-1,"value":1}"#,
        r#"{"version":5}"#,
    ]
    .map(Into::into)
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 30_000, run);
    }
}
