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
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(
            &[
                b"0 move 10 20\n0 down  # grab\n5 up\n9 key Space\n10 keyup #\n",
                b"1 down right\n2 wheel -0.5\n3 touch 7 move 1 2\n4 focus\n5 blur\n6 resize 640 480\n",
                "3 key \u{3d0}\n0 seed 7\n4 tap A\n5 text \"a # \\\"b\\\" \\u{e9}\\n\" # typed\n6 close\n".as_bytes(),
                b"18446744073709551615 key F12\n7 key # # comment\n",
                b"",
                "\u{e9} key \u{e9}\n".as_bytes(),
            ],
            20_000,
            run,
        );
    }
}
