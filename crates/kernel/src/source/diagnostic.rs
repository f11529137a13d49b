//! What is wrong with a source, where, and how to mend it.

use core::fmt;

/// A piece of a source text, as byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceSpan {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl SourceSpan {
    /// From one byte up to another.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// From the start of this one to the end of the other.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { start: self.start, end: if other.end > self.end { other.end } else { self.end } }
    }

    /// The place of a part that begins at a byte of a larger text.
    pub(crate) const fn moved(self, by: usize) -> Self {
        Self { start: self.start + by as u32, end: self.end + by as u32 }
    }

    /// The text it covers; empty when it does not belong to the text.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// Line and column of its first byte, both counted from 1; the column counts characters.
    pub fn line_column(self, source: &str) -> (u32, u32) {
        let mut start = (self.start as usize).min(source.len());
        while !source.is_char_boundary(start) {
            start -= 1;
        }
        // The line of the place itself begins after the end of the one before.
        let mut begins = 0;
        let mut line = 0;
        for text in lines(source).take_while(|text| text.0 <= start) {
            (begins, line) = (text.0, line + 1);
        }
        let column = source[begins..start].chars().count() as u32 + 1;
        (line.max(1), column)
    }
}

/// Lines and where they begin. A line ends with a line feed, a carriage return, or both.
fn lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = Some(0);
    core::iter::from_fn(move || {
        let begins = at?;
        let rest = &source[begins..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let end = &rest[length..];
        let ending = if end.starts_with("\r\n") { 2 } else { usize::from(!end.is_empty()) };
        at = (ending > 0).then_some(begins + length + ending);
        Some((begins, &rest[..length]))
    })
}

/// Whether a [`Diagnostic`] forbids the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// There is no kernel.
    Error,
    /// There is one, and it may not be what was meant.
    Warning,
}

/// A second place that a [`Diagnostic`] points at, with a word about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondarySpan {
    /// Where.
    pub span: SourceSpan,
    /// What is there.
    pub text: String,
}

/// A change of the source that would mend a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is replaced; empty where something is put in.
    pub span: SourceSpan,
    /// By what.
    pub replacement: String,
}

/// So many mistakes of a source are told: nobody reads more, and a source of strangers may have one in every word.
pub(crate) const MOST_TOLD: usize = 100;

/// What is told of a source: in its order, each once, the first error always among them.
pub(crate) fn told(mut list: Vec<Diagnostic>) -> Vec<Diagnostic> {
    list.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.code));
    list.dedup();
    let left = list.len().saturating_sub(MOST_TOLD);
    if left > 0 {
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        if let Some(first) = list.iter().position(is_error).filter(|&first| first >= MOST_TOLD) {
            list.swap(MOST_TOLD - 1, first);
        }
        list.truncate(MOST_TOLD);
        if let Some(last) = list.last_mut() {
            let more = format!("{left} more are not shown");
            last.note =
                Some(last.note.take().map_or(more.clone(), |note| format!("{note}; {more}")));
        }
    }
    list
}

/// An error or a warning of the compiler.
///
/// ```
/// use motile_kernel::Kernel;
///
/// let source = "<languageVersion : 1.0;>
/// kernel Half < namespace : \"a\"; vendor : \"b\"; version : 1; >
/// { output pixel4 dst; void evaluatePixel() { float n = 3; dst = pixel4(n); } }";
/// let failed = Kernel::compile(source).unwrap_err();
/// let error = &failed.list[0];
/// assert_eq!((error.code, error.span.text(source)), ("PB007", "3"));
/// assert!(failed.to_string().contains("help: write `3.0`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// `PB001` and so on: stable, for tools and for searching.
    pub code: &'static str,
    /// One sentence without a full stop.
    pub message: String,
    /// The place it is about.
    pub span: SourceSpan,
    /// Other places that matter.
    pub labels: Vec<SecondarySpan>,
    /// What would mend it.
    pub suggestion: Option<Suggestion>,
    /// Further advice.
    pub note: Option<String>,
}

impl Diagnostic {
    pub(crate) fn error(code: &'static str, span: SourceSpan, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            labels: Vec::new(),
            suggestion: None,
            note: None,
        }
    }

    pub(crate) fn warning(
        code: &'static str,
        span: SourceSpan,
        message: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Makes what was said of a part of a text something about the text.
    pub(crate) fn moved(&mut self, by: usize) {
        self.span = self.span.moved(by);
        for label in &mut self.labels {
            label.span = label.span.moved(by);
        }
        if let Some(suggestion) = &mut self.suggestion {
            suggestion.span = suggestion.span.moved(by);
        }
    }

    pub(crate) fn label(mut self, span: SourceSpan, text: impl Into<String>) -> Self {
        self.labels.push(SecondarySpan { span, text: text.into() });
        self
    }

    pub(crate) fn fix(mut self, span: SourceSpan, replacement: impl Into<String>) -> Self {
        self.suggestion = Some(Suggestion { span, replacement: replacement.into() });
        self
    }

    pub(crate) fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(text.into());
        self
    }

    /// The diagnostic as a compiler prints it: message, place, the line with the piece underlined, help.
    pub fn render(&self, source: &str) -> String {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let (line, column) = self.span.line_column(source);
        let mut text = format!("{kind}[{}]: {}\n  --> {line}:{column}\n", self.code, self.message);
        underline(&mut text, source, self.span, '^', "");
        for label in &self.labels {
            underline(&mut text, source, label.span, '-', &label.text);
        }
        if let Some(fix) = &self.suggestion {
            let old = fix.span.text(source);
            let help = match (old.is_empty(), fix.replacement.is_empty()) {
                (true, _) => format!("add `{}`", fix.replacement.trim_end()),
                (_, true) => format!("remove `{old}`"),
                _ => format!("write `{}`", fix.replacement),
            };
            text.extend(["   = help: ", &help, "\n"]);
        }
        if let Some(note) = &self.note {
            text.extend(["   = note: ", note, "\n"]);
        }
        text
    }
}

/// Letters of a line that are shown; of a longer one those around the place.
const WIDEST: usize = 200;

/// Writes the line of a span and marks under it. A span over several lines is marked to the end of the first.
fn underline(text: &mut String, source: &str, span: SourceSpan, mark: char, label: &str) {
    let (number, column) = span.line_column(source);
    let line = lines(source).nth(number as usize - 1).map_or("", |line| line.1);
    let is_long = line.chars().nth(WIDEST).is_some();
    let skipped = if is_long { (column as usize - 1).saturating_sub(WIDEST / 2) } else { 0 };
    let shown = line.chars().skip(skipped).take(WIDEST);
    let shown: String = shown.map(|c| if c == '\t' { ' ' } else { c }).collect();
    let column = column as usize - skipped;
    let room = shown.chars().count().saturating_sub(column - 1);
    let marks = span.text(source).chars().count().min(room).max(1);
    let pad = " ".repeat(column - 1);
    let marks: String = core::iter::repeat_n(mark, marks).collect();
    let lines = format!("{number:4} | {shown}\n     | {pad}{marks} {label}");
    text.extend([lines.trim_end(), "\n"]);
}

/// All that the compiler has to say about a source that it refuses, with the source, so that
/// it prints well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// Errors and warnings in the order of the source; at least one error.
    pub list: Vec<Diagnostic>,
    /// The source.
    pub source: String,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.list.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&diagnostic.render(&self.source))?;
        }
        Ok(())
    }
}

impl core::error::Error for CompileError {}

/// The name among `known` that a misspelled one was probably meant to be: at most a third of its letters differ.
/// Names of one or two letters are too short to be told apart by a letter: of them only the capitals may differ, or
/// the order of the two.
pub(crate) fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = name.chars().count() / 3;
    let is_turned = |other: &str| {
        let letters = other.to_ascii_lowercase();
        name.chars().count() == 2 && letters.chars().rev().eq(name.to_ascii_lowercase().chars())
    };
    known
        .into_iter()
        .map(|other| (distance(name, other), other))
        .filter(|&(distance, other)| distance <= limit || is_turned(other))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, other)| other)
}

/// Letters to put in, take out, change or swap with the next, with capitals counted as equal.
fn distance(a: &str, b: &str) -> usize {
    let letters = |text: &str| text.to_ascii_lowercase().chars().take(64).collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let change = row[j] + usize::from(a[i] != b[j]);
            let mut least = change.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && (a[i - 1], a[i]) == (b[j], b[j - 1]) {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = core::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shader_t73_a_slip_of_the_fingers_is_one_change() {
        for (a, b, expected) in
            [("xres", "xrse", 1), ("twist", "Twist", 0), ("twist", "twits", 1), ("", "ab", 2)]
        {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
        assert_eq!(closest("xrse", ["yres", "xres"]), Some("xres"));
        assert_eq!(closest("abc", ["yres", "xres"]), None);
    }

    /// Any other letter was said to be meant by one, and any name with one of two letters by both.
    #[test]
    fn shader_t73_short_names_suggest_no_other() {
        for name in ["x", "n", "", "xy", "a1"] {
            assert_eq!(closest(name, ["a", "b", "k", "px", "a2", "y2", "xyz"]), None, "{name}");
        }
        assert_eq!(closest("X", ["y", "x"]), Some("x"), "capitals");
        assert_eq!(closest("ZX", ["yx", "xz"]), Some("xz"), "two letters in the wrong order");
        assert_eq!(closest("srcc", ["dst", "src"]), Some("src"));
        assert_eq!(closest("sr", ["dst", "src"]), None);
        assert_eq!(closest("scr", ["dst", "src"]), Some("src"));
    }
}
