//! What fails in `setup` is a sentence; a slip of the program names its own line. The steps `window` and `browser` of
//! `cargo xtask test` hold the other hosts to the same texts.

#[path = "../examples/broken_setup/sketches.rs"]
mod sketches;

use motile_pixels as pixels;
use motile_stage::{self as stage, Player, Settings, Sketch};
use sketches::{Font, Panic, Parameter, Picture, Script};
use std::{panic, sync::Mutex};

fn message<S: Sketch>() -> String {
    Player::new::<S>(&Settings::new(32, 20))
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

#[test]
fn broken_files_and_values_are_sentences() {
    assert_eq!(message::<Font>(), "title.ttf: expected a TrueType or OpenType font");
    assert!(message::<Picture>().starts_with("hero.png: "), "{}", message::<Picture>());
    assert!(
        message::<Script>().starts_with("replay.txt: line 2, column 3: expected move, down"),
        "{}",
        message::<Script>()
    );
    assert_eq!(message::<Parameter>(), "speed cannot be \"fast\": expected a number from 0 to 100");
}

#[test]
fn a_parameter_of_no_such_name_panics_at_the_line_of_the_caller() {
    static HEARD: Mutex<String> = Mutex::new(String::new());
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|panic| {
        *HEARD.lock().unwrap() = panic.to_string();
    }));
    let failed = panic::catch_unwind(message::<Panic>);
    panic::set_hook(usual);
    let heard = HEARD.lock().unwrap().clone();
    assert!(failed.is_err());
    assert!(heard.contains("sketches.rs:"), "{heard}");
    assert!(heard.contains("there is no parameter \"sped\", only: speed"), "{heard}");
}
