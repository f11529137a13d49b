//! Rust sources as far as checks by text need them: the files of a folder, and code without comments and strings.
//!
//! The sources are formatted, so lines and indents tell where an item begins and ends. A parser would know more, and
//! would be the largest dependency of this program.

use crate::Result;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Rust files under a folder in the order of their names, build products left out; none when there is no such folder.
///
/// # Errors
/// When a folder cannot be listed.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The text of a file.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The file's name below `root`, with slashes on every platform.
pub(crate) fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string().replace('\\', "/")
}

/// The text with blanks for all comments, strings and characters: every line keeps its number, and what is left is
/// code.
pub(crate) fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let hidden = hidden(rest, code.chars().next_back());
        if hidden == 0 {
            code.push(next);
            rest = &rest[next.len_utf8()..];
        } else {
            let (blank, after) = rest.split_at(hidden);
            code.extend(blank.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = after;
        }
    }
    code
}

/// How many bytes of a comment, string or character begin here; 0 where code does.
fn hidden(rest: &str, before: Option<char>) -> usize {
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    match rest.as_bytes() {
        [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
        [b'/', b'*', ..] => block_comment(rest),
        [b'"', ..] => string(rest),
        // The `r` of `br"…"` stands in a word of its own.
        [b'r', b'"' | b'#', ..] if !in_word || before == Some('b') => raw_string(rest),
        // The escaped character may be a quote itself.
        [b'\'', b'\\', ..] => {
            rest.get(3..).and_then(|rest| rest.find('\'')).map_or(rest.len(), |end| end + 4)
        }
        [b'\'', ..] => character(rest),
        _ => 0,
    }
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// `r"…"` and `r#"…"#`; 0 for names such as `r#type`.
fn raw_string(rest: &str) -> usize {
    let hashes = rest[1..].bytes().take_while(|&byte| byte == b'#').count();
    let Some(body) = rest[1 + hashes..].strip_prefix('"') else { return 0 };
    let end = format!("\"{}", "#".repeat(hashes));
    body.find(&end).map_or(rest.len(), |at| 2 + hashes + at + end.len())
}

/// `'x'`; 0 for lifetimes.
fn character(rest: &str) -> usize {
    let mut chars = rest.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some(c), Some('\'')) => c.len_utf8() + 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_blanked() {
        let blanked = |text: &str| code(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(blanked("a // pub fn\nb"), "a b");
        assert_eq!(blanked("a /* x /* y */ z */ b"), "a b");
        assert_eq!(blanked(r#"let s = "a \" // b"; c"#), "let s = ; c");
        assert_eq!(blanked(r##"f(r#"pub "x" fn"#, br"\") + r#type"##), "f( , b ) + r#type");
        assert_eq!(blanked(r"match c { '\'' | '\\' | '{' | 'ä' => x }"), "match c { | | | => x }");
        assert_eq!(blanked("fn f<'a>(x: &'a str)"), "fn f<'a>(x: &'a str)");
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "a /*\n\n*/ b\n\"x\ny\" c\n";
        assert_eq!(code(text).lines().count(), text.lines().count());
        assert!(code(text).lines().nth(4).is_some_and(|line| line.ends_with('c')));
    }

    #[test]
    fn texts_that_end_early_end() {
        for text in ["\"a", "/* a", "r#\"a", "'\\", "'\\x", "'", "r#", "//"] {
            code(text);
        }
    }
}
