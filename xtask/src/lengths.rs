//! A report of file and function lengths: what to split first.

use crate::{
    Result, source,
    steps::{Context, Outcome},
};

/// How many of the longest are named.
const NAMED: usize = 5;

/// A length with what has it.
type Entry = (usize, String);

/// Prints medians and the longest files and functions.
///
/// # Errors
/// When a source file cannot be read.
pub(crate) fn report(context: &mut Context<'_>) -> Result<Outcome> {
    let mut files = Vec::new();
    for folder in ["crates", "demos", "gallery", "xtask", "bench", "fuzz"] {
        files.extend(source::files(&context.root.join(folder))?);
    }
    let (mut file_lengths, mut function_lengths) = (Vec::new(), Vec::new());
    for path in &files {
        let text = source::read(path)?;
        let name = source::name(context.root, path);
        for (line, length) in functions(&text) {
            function_lengths.push((length, format!("{name}:{line}")));
        }
        file_lengths.push((text.lines().count(), name));
    }
    print("files", &mut file_lengths);
    print("functions", &mut function_lengths);
    Ok(Outcome::Done)
}

/// First line and length of every function with a body. The text is formatted, so a body ends with
/// a brace that stands as far in as the line that begins the function.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        if !begins_function(line) {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let Some(body) = lines[start..].iter().position(|line| line.contains('{')) else {
            continue;
        };
        let signature = &lines[start..=start + body];
        if signature.iter().any(|line| line.ends_with(';')) {
            continue;
        }
        let closes = |line: &&str| line.trim_end().len() == indent + 1 && line.ends_with('}');
        let length = if signature[body].ends_with('}') {
            body + 1
        } else {
            let Some(end) = lines[start + body..].iter().position(closes) else { continue };
            body + end + 1
        };
        found.push((start + 1, length));
    }
    found
}

fn begins_function(line: &str) -> bool {
    let Some((before, _)) = line.split_once("fn ") else { return false };
    before.split_whitespace().all(|word| {
        matches!(word, "pub" | "const" | "async" | "extern" | "\"C\"") || word.starts_with("pub(")
    })
}

fn print(what: &str, entries: &mut [Entry]) {
    entries.sort_by(|a, b| b.cmp(a));
    let at = |share: f32| {
        let index = (entries.len() as f32 * (1.0 - share)) as usize;
        entries.get(index).map_or(0, |entry| entry.0)
    };
    println!(
        "{} {what}: half have at most {} lines, nine in ten at most {}; the longest:",
        entries.len(),
        at(0.5),
        at(0.9)
    );
    for (length, name) in entries.iter().take(NAMED) {
        println!("  {length:>5}  {name}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_measured() {
        let text = "\
/// fn in a comment {
pub const fn one() -> u8 { 1 }

impl A {
    pub(crate) fn three(&self) {
        if x {}
    }

    fn wrapped(
        a: u8,
    ) -> u8 {
        a
    }
}

trait T {
    fn without_body(&self);
    fn with_body(&self) {
        call(|| {
        });
    }
}
let f: fn (u8) = g;
";
        assert_eq!(functions(text), [(2, 1), (5, 3), (9, 5), (18, 4)]);
    }
}
