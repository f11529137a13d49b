//! The voice of docs and demos, as far as a text check can hear it.
//!
//! - A doc comment stands alone in a hover: "The same, but …" says nothing without the item above it.
//! - Numbers of requirements (`COL-12`) belong into names of tests, where they help; a reader of the docs does not have
//!   the list they come from.
//! - A demo is what a user would write: errors go out of `setup` by `?`, results that nobody needs are not returned, so
//!   neither `.expect(` nor `let _ =` stands there.
//! - A demo that shows one of several things says which by name, not by the 23rd number.
//! - The hash of a demo's state is derived: one written by hand forgets the field that is added next.
//!
//! Tests are left out: they are read beside the requirements, and a failed `expect` there is a failed test.

use crate::{
    Result, source,
    steps::{Context, Outcome},
};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// What the requirements of the topics begin with, before a dash and a number.
#[rustfmt::skip]
const TOPICS: &[&str] = &[
    "CHECK", "CLAIM", "COL", "DEMO", "DRAW", "INPUT", "ISO", "K", "PATH", "PHYS", "PIX", "SHADER", "SIM", "STEER", "T",
    "TILE", "TWEEN", "WEAK",
];

/// Variables that stand for one of several things: comparing them with a number larger than 1 hides which.
const CHOICES: &[&str] = &["chosen", "kind", "mode", "scene", "variant", "which"];

/// A line and what is wrong with it.
type Fault = (usize, String);

/// Listens to the docs of all libraries and to the code of the demos.
///
/// # Errors
/// Every line that has to change.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let mut libraries = source::files(&context.root.join("crates"))?;
    libraries.retain(|path| path.components().any(|part| part.as_os_str() == "src"));
    let demos = source::files(&context.root.join("demos").join("src"))?;
    let mut faults = listen(context.root, &libraries, in_docs)?;
    faults.extend(listen(context.root, &demos, in_demo)?);
    if faults.is_empty() {
        println!("{} files of libraries, {} of demos", libraries.len(), demos.len());
        Ok(Outcome::Done)
    } else {
        Err(format!("{} lines\n{}", faults.len(), faults.join("\n")))
    }
}

/// What is wrong in files, with their names and lines.
fn listen(
    root: &Path,
    files: &[PathBuf],
    hear: impl Fn(&str) -> Vec<Fault>,
) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in files.iter().filter(|path| !is_test(path)) {
        let name = source::name(root, path);
        let found = hear(&source::read(path)?).into_iter();
        faults.extend(found.map(|(line, what)| format!("  {name}:{line}: {what}")));
    }
    Ok(faults)
}

/// Whether a file holds nothing but tests.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
}

/// What is wrong with the doc comments of a library.
fn in_docs(text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let tests = test_lines(text);
    let mut begins = true;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(doc) = doc.filter(|_| !tests.iter().any(|range| range.contains(&at))) else {
            begins = true;
            continue;
        };
        let doc = doc.trim();
        if begins && doc.starts_with("The same") {
            faults.push((at + 1, "begins \"The same\": say what it is, it is read alone".into()));
        }
        if let Some(id) = requirement(doc) {
            faults.push((at + 1, format!("{id}: numbers of requirements belong into tests")));
        }
        begins = false;
    }
    faults
}

/// What is wrong with the code of a demo.
fn in_demo(text: &str) -> Vec<Fault> {
    let tests = test_lines(text);
    let code = source::code(text);
    let lines = code.lines().enumerate();
    let lines = lines.filter(|(at, _)| !tests.iter().any(|range| range.contains(at)));
    let mut faults = Vec::new();
    let mut in_hash = false;
    for (at, line) in lines {
        // What a real microphone or camera tells is in no recording: demos that show it leave it out of the hash.
        let is_usual =
            line.trim() == "hash.write(self);" || line.ends_with("live.hash(self, hash);");
        let by_hand = in_hash && !is_usual;
        in_hash = line.contains("fn hash(&self, hash: &mut StateHash) {");
        let fault = by_hand.then(|| "derive `StateHash` and write `hash.write(self)`".into());
        faults.extend(fault.or_else(|| habit(line)).map(|what| (at + 1, what)));
    }
    faults
}

/// A habit that a demo must not teach.
fn habit(line: &str) -> Option<String> {
    for call in [".expect(", ".unwrap("] {
        if line.contains(call) {
            return Some(format!(
                "`{call}…)`: errors leave `setup` by `?`; numbers need no `Result`"
            ));
        }
    }
    if line.contains("let _ =") {
        return Some("`let _ =`: what nobody needs is not returned".into());
    }
    magic(line).map(|test| format!("`{test}`: name it, by an enum or a constant"))
}

/// A comparison of one of the [`CHOICES`] with a number larger than 1.
fn magic(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(3).find_map(|three| {
        let &[left, sign @ ("==" | "!="), right] = three else { return None };
        let name = left.rsplit(['.', '(', '!', '*', '&']).next()?;
        let digits: String = right.chars().take_while(char::is_ascii_digit).collect();
        let large = digits.parse::<u64>().is_ok_and(|number| number > 1);
        (CHOICES.contains(&name) && large).then(|| format!("{name} {sign} {digits}"))
    })
}

/// The first number of a requirement in a line.
fn requirement(line: &str) -> Option<&str> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').find(|word| is_requirement(word))
}

/// `COL-12`, `PATH-D10`, `W8-7`, `W11h`.
fn is_requirement(word: &str) -> bool {
    let number = |text: &str| {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let digits = digits.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(digits);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let shelf = |text: &str| {
        let mut chars = text.chars();
        chars.next().is_some_and(|c| c.is_ascii_uppercase())
            && !chars.as_str().is_empty()
            && chars.all(|c| c.is_ascii_digit())
    };
    match word.split_once('-') {
        Some((topic, rest)) => (TOPICS.contains(&topic) || shelf(topic)) && number(rest),
        None => word
            .strip_prefix('W')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && number(rest)),
    }
}

/// The lines under each `#[cfg(test)]`, up to the end of the item it stands on.
fn test_lines(text: &str) -> Vec<Range<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| line.trim() == "#[cfg(test)]");
    let ranges = starts.map(|(at, line)| {
        let indent = line.len() - line.trim_start().len();
        let ends = |line: &&str| {
            let same = line.len() - line.trim_start().len() == indent;
            same && (line.ends_with('}') || line.ends_with(';'))
        };
        at..at + lines[at..].iter().position(ends).map_or(lines.len() - at, |length| length + 1)
    });
    ranges.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_stand_alone() {
        let text = "//! The same idea.\n\n/// The same, wider.\n/// The same on a second line is fine.\nfn f() {}\n// The same in a comment is fine.\n";
        let lines: Vec<usize> = in_docs(text).into_iter().map(|fault| fault.0).collect();
        assert_eq!(lines, [1, 3]);
    }

    #[test]
    fn requirements_are_told_from_other_words_with_numbers() {
        for id in ["COL-12", "PATH-D10", "T-72", "B10-2", "W8-7", "W11h", "STEER-W3", "DRAW-19a"] {
            assert_eq!(requirement(&format!("Moves it ({id}), at once.")), Some(id));
        }
        for word in ["UTF-8", "IEEE-754", "FNV-1a", "W", "W3C", "AVX-512", "OKLab-2", "x-1", "COL-"]
        {
            assert_eq!(requirement(word), None, "{word}");
        }
        assert_eq!(in_docs("/// Moves (COL-1).\n// COL-2 in a comment.\nfn col_3() {}\n").len(), 1);
    }

    #[test]
    fn demos_teach_no_bad_habits() {
        let line = |code: &str| in_demo(code).len();
        assert_eq!(line("ball.push(v).expect(\"finite\");"), 1);
        assert_eq!(line("let _ = world.step(dt);"), 1);
        assert_eq!(line("let x = y.unwrap();"), 1);
        assert_eq!(line("let x = y.unwrap_or(0); let _unused = 1; // .expect("), 0);
        assert_eq!(line("if self.kind == 23 {"), 1);
        assert_eq!(line("if kind == 1 || kinds == 23 || kind == Kind::Flock {"), 0);
        assert!(in_demo("if matches(kind != 6) {")[0].1.contains("`kind != 6`"));
    }

    #[test]
    fn hashes_of_demos_are_derived() {
        let hash = |body: &str| {
            in_demo(&format!("    fn hash(&self, hash: &mut StateHash) {{\n{body}\n    }}\n"))
        };
        assert_eq!(hash("        hash.write(self);"), []);
        assert_eq!(hash("        hash.write(&self.place);")[0].0, 2);
        assert_eq!(hash("        for ball in &self.balls {")[0].0, 2);
    }

    #[test]
    fn tests_are_left_out() {
        let text = "a.expect(b);\n#[cfg(test)]\nmod tests;\nb.expect(c);\n#[cfg(test)]\nmod tests {\n    /// The same.\n    fn f() {\n        x.expect(y);\n    }\n}\nc.expect(d);\n";
        let lines: Vec<usize> = in_demo(text).into_iter().map(|fault| fault.0).collect();
        assert_eq!(lines, [1, 4, 12]);
        assert_eq!(in_docs(text), []);
        assert!(is_test(Path::new("demos/src/anim/tests.rs")) && !is_test(Path::new("a/test.rs")));
    }
}
