//! Source text to tokens.

use crate::source::diagnostic::{Diagnostic, SourceSpan};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Name,
    Int(i32),
    Float(f32),
    Text(String),
    Punct(&'static str),
    End,
}

/// A word of the source. Tokens out of a macro keep their text and take the span of its use.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    pub(crate) span: SourceSpan,
    /// First of its line: where a `#` begins a directive and where a directive ends.
    pub(crate) first: bool,
}

impl Token {
    pub(crate) fn is(&self, punct: &str) -> bool {
        matches!(self.kind, Kind::Punct(p) if p == punct)
    }

    pub(crate) fn is_name(&self, name: &str) -> bool {
        self.kind == Kind::Name && self.text == name
    }
}

/// Longest first, so that `<=` is not read as `<` and `=`.
const PUNCTS: [&str; 45] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "^^", "||", "++", "--", "+=", "-=", "*=", "/=", "%=",
    "##", "(", ")", "[", "]", "{", "}", "<", ">", ".", ",", ";", ":", "?", "+", "-", "*", "/", "=",
    "!", "%", "&", "|", "^", "~", "#", "@", "$", "\\",
];

/// All tokens of a text, the last of them [`Kind::End`].
pub(crate) fn tokens(source: &str, errors: &mut Vec<Diagnostic>) -> Vec<Token> {
    // Old editors end files with a Control-Z, and some buffers with zeros.
    let source = source.trim_end_matches(['\u{1a}', '\0']);
    let mut lexer = Lexer { source, at: 0, first: true, in_directive: false, errors };
    let mut list = Vec::with_capacity(source.len() / 4);
    while let Some(token) = lexer.next() {
        list.push(token);
    }
    let end = SourceSpan::new(source.len(), source.len());
    list.push(Token { kind: Kind::End, text: String::new(), span: end, first: true });
    list
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    first: bool,
    /// Whether a `#` began this line.
    in_directive: bool,
    errors: &'a mut Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn next(&mut self) -> Option<Token> {
        loop {
            self.skip_blank();
            let start = self.at;
            let c = self.rest().chars().next()?;
            let kind = if c.is_ascii_alphabetic() || c == '_' {
                self.at += run(self.rest(), |c| c.is_ascii_alphanumeric() || c == '_');
                Kind::Name
            } else if c.is_ascii_digit() || (c == '.' && digit(self.rest(), 1)) {
                self.number()
            } else if c == '"' {
                self.string()
            } else if let Some(punct) = PUNCTS.iter().find(|p| self.rest().starts_with(**p)) {
                self.at += punct.len();
                Kind::Punct(punct)
            } else {
                // Several in a row are one mistake: a file that is no source at all has thousands.
                let odd = |c: char| !c.is_ascii() || c.is_ascii_control() && !c.is_whitespace();
                self.at += run(self.rest(), odd).max(c.len_utf8());
                let span = SourceSpan::new(start, self.at);
                let message = format!("`{}` has no meaning here", c.escape_default());
                self.errors.push(Diagnostic::error("PB014", span, message));
                continue;
            };
            let first = core::mem::take(&mut self.first);
            self.in_directive |= first && kind == Kind::Punct("#");
            let span = SourceSpan::new(start, self.at);
            return Some(Token { kind, text: span.text(self.source).to_owned(), span, first });
        }
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with('\n') || rest.starts_with('\r') {
                self.first = true;
                self.in_directive = false;
                self.at += 1;
            } else if let Some(length) = continuation(rest) {
                self.at += length;
            } else if rest.starts_with("//") {
                self.at += run(rest, |c| c != '\n' && c != '\r');
            } else if rest.starts_with("/*") {
                self.comment();
            } else {
                // A byte order mark and the hard space are blank too.
                let blank = run(rest, |c| {
                    matches!(c, ' ' | '\t' | '\u{b}' | '\u{c}' | '\u{feff}' | '\u{a0}')
                });
                if blank == 0 {
                    return;
                }
                self.at += blank;
            }
        }
    }

    fn comment(&mut self) {
        let rest = self.rest();
        if let Some(length) = rest.find("*/") {
            // A directive goes on behind a comment of several lines.
            self.first |= !self.in_directive && rest[..length].contains(['\n', '\r']);
            self.at += length + 2;
        } else {
            let span = SourceSpan::new(self.at, self.at + 2);
            self.at = self.source.len();
            let error = Diagnostic::error("PB014", span, "this comment never ends");
            self.errors.push(error.note("a comment ends with `*/`"));
        }
    }

    fn number(&mut self) -> Kind {
        let start = self.at;
        if self.rest().starts_with("0x") || self.rest().starts_with("0X") {
            self.at += 2 + run(&self.rest()[2..], |c| c.is_ascii_hexdigit());
            let digits = &self.source[start + 2..self.at];
            let span = SourceSpan::new(start, self.at);
            let message = if digits.is_empty() {
                "this number has no digits"
            } else {
                "this number is too large"
            };
            let value = u32::from_str_radix(digits, 16).unwrap_or_else(|_| {
                let error = Diagnostic::error("PB014", span, message);
                self.errors.push(error.note("`0x` stands before one to eight digits of 0 to f"));
                0
            });
            return Kind::Int(value as i32);
        }
        let digits = |lexer: &mut Self| lexer.at += run(lexer.rest(), |c| c.is_ascii_digit());
        digits(self);
        let mut float = false;
        if self.rest().starts_with('.') {
            float = true;
            self.at += 1;
            digits(self);
        }
        if self.rest().starts_with(['e', 'E']) {
            let sign = usize::from(self.rest()[1..].starts_with(['+', '-']));
            if digit(self.rest(), 1 + sign) {
                float = true;
                self.at += 1 + sign;
                digits(self);
            }
        }
        let text = &self.source[start..self.at];
        let value: f32 = text.parse().unwrap_or(0.0);
        let whole: Result<i32, _> = text.parse();
        let tail = run(self.rest(), |c| c.is_ascii_alphanumeric() || c == '_');
        if tail > 0 {
            let span = SourceSpan::new(self.at, self.at + tail);
            let error = Diagnostic::error("PB014", span, "a number has no suffix");
            self.errors.push(error.fix(span, ""));
            self.at += tail;
        }
        let span = SourceSpan::new(start, self.at);
        if float {
            if !value.is_finite() {
                let error = Diagnostic::error("PB014", span, "this number is too large");
                self.errors.push(error.note("the largest float is about 3.4e38"));
            }
            return Kind::Float(value);
        }
        whole.map_or_else(
            |_| {
                let error = Diagnostic::error("PB014", span, "this number is too large");
                self.errors.push(error.note("an int holds at most 2147483647"));
                Kind::Int(0)
            },
            Kind::Int,
        )
    }

    fn string(&mut self) -> Kind {
        let start = self.at;
        let mut text = String::new();
        let mut characters = self.source[start + 1..].char_indices();
        while let Some((index, c)) = characters.next() {
            match c {
                '"' => {
                    self.at = start + 1 + index + 1;
                    return Kind::Text(text);
                }
                '\n' | '\r' => break,
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, c)) => text.push(c),
                    None => break,
                },
                c => text.push(c),
            }
        }
        self.at = start + run(&self.source[start..], |c| c != '\n' && c != '\r');
        let span = SourceSpan::new(start, self.at);
        self.errors.push(Diagnostic::error("PB014", span, "this text has no closing quote"));
        Kind::Text(text)
    }
}

/// Bytes of a `\` that ends a line, with the end of the line; blanks between them are seen by nobody.
fn continuation(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\\')?.trim_start_matches([' ', '\t']);
    let end = ["\r\n", "\n", "\r"].into_iter().find(|end| rest.starts_with(end))?;
    Some(text.len() - rest.len() + end.len())
}

fn digit(text: &str, index: usize) -> bool {
    text.as_bytes().get(index).is_some_and(u8::is_ascii_digit)
}

/// Bytes of the longest beginning whose characters all hold.
fn run(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|c| !holds(c)).unwrap_or(text.len())
}
