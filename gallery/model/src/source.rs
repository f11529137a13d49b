//! The source of a demo: colored, with the lines that matter.

use motile_demos::Demo;

/// What a piece of Rust source is, for its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Names, signs and spaces.
    Plain,
    /// A comment.
    Comment,
    /// A string or a character.
    Quote,
    /// A number.
    Number,
    /// A word of the language.
    Keyword,
    /// A type, a constant or a lifetime.
    Type,
}

impl Ink {
    /// The letter that style sheets know it by; none for what has the color of the text.
    pub const fn class(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Comment => Some("c"),
            Self::Quote => Some("s"),
            Self::Number => Some("n"),
            Self::Keyword => Some("k"),
            Self::Type => Some("t"),
        }
    }
}

/// A line of source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLine {
    /// Its pieces from left to right.
    pub pieces: Vec<(Ink, String)>,
    /// Whether it is one of the lines that the demo is about.
    pub is_key: bool,
}

impl SourceLine {
    /// Adds to the end; neighbors of one color are one piece.
    fn push(&mut self, ink: Ink, text: &str) {
        match self.pieces.last_mut() {
            Some((last, before)) if *last == ink => before.push_str(text),
            _ if text.is_empty() => {}
            _ => self.pieces.push((ink, text.into())),
        }
    }
}

/// The lines of a demo's source. Key lines are those that use what the source imports from the topic of the demo, such as
/// `motile::steer`; where it imports nothing of it, the lines of `update`.
pub fn source_lines(demo: &Demo, source: &str) -> Vec<SourceLine> {
    let names = imported(source, module(demo.topic()));
    let mut lines = vec![SourceLine::default()];
    let mut is_import = false;
    for (ink, text) in tokens(source) {
        is_import = if is_import { text != ";" } else { text == "use" };
        let mut parts = text.split('\n');
        let is_key = !is_import && ink != Ink::Comment && names.contains(&text);
        if let (Some(line), Some(first)) = (lines.last_mut(), parts.next()) {
            line.push(ink, first);
            line.is_key |= is_key;
        }
        for part in parts {
            let mut line = SourceLine::default();
            line.push(ink, part);
            lines.push(line);
        }
    }
    if lines.last().is_some_and(|line| line.pieces.is_empty()) {
        lines.pop();
    }
    if names.is_empty() {
        mark_update(source, &mut lines);
    }
    lines
}

/// The module of the facade that a topic is about.
fn module(topic: &str) -> &str {
    if topic == "drawing" { "stage" } else { topic }
}

/// Makes the body of `fn update` key, or of `fn draw` where there is no update.
fn mark_update(source: &str, lines: &mut [SourceLine]) {
    let head = |name: &str| source.lines().position(|line| line.trim_start().starts_with(name));
    let Some(first) = head("fn update(").or_else(|| head("fn draw(")) else { return };
    let mut text = source.lines().skip(first);
    let indent = text.next().map_or(0, indent_of);
    // The end of the signature, and then of the body, stand as far left as the function.
    let ends =
        |line: &str, end: &str| indent_of(line) == indent && line.trim_start().starts_with(end);
    let long = lines[first].pieces.last().is_none_or(|last| !last.1.trim_end().ends_with('{'));
    let skipped =
        if long { 1 + text.position(|line| ends(line, ")")).unwrap_or_default() } else { 0 };
    let body = source.lines().skip(first + skipped + 1);
    let count = body.take_while(|line| !ends(line, "}")).count();
    let body = lines.iter_mut().skip(first + skipped + 1).take(count);
    body.for_each(|line| line.is_key = !line.pieces.is_empty());
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The names that a source imports from a module of motile.
fn imported<'a>(source: &'a str, module: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    for statement in source.split("use motile::").skip(1) {
        let tree = statement.split(';').next().unwrap_or_default();
        for (path, name) in leaves(tree) {
            if path.first() == Some(&module) {
                names.push(name);
            }
        }
    }
    names
}

/// The names at the ends of `a::{b, c::d}`, each with the path in front of it.
fn leaves(tree: &str) -> Vec<(Vec<&str>, &str)> {
    let mut found = Vec::new();
    let (mut open, mut path): (Vec<usize>, Vec<&str>) = (Vec::new(), Vec::new());
    let words = tree.split_inclusive(['{', '}', ',', ':']).chain([","]);
    let mut last = "";
    for word in words {
        let (name, sign) = word.split_at(word.len() - 1);
        let (name, sign) =
            if sign.chars().all(char::is_alphanumeric) { (word, "") } else { (name, sign) };
        // What a name is called here comes after `as`.
        let name = name.trim();
        let name = name.rsplit(" as ").next().unwrap_or(name);
        last = if name.is_empty() { last } else { name };
        match sign {
            ":" if !name.is_empty() => path.push(core::mem::take(&mut last)),
            "{" => open.push(path.len()),
            "," | "}" => {
                if !last.is_empty() {
                    found.push((path.clone(), core::mem::take(&mut last)));
                }
                if sign == "}" {
                    open.pop();
                }
                path.truncate(open.last().copied().unwrap_or_default());
            }
            _ => {}
        }
    }
    found
}

/// Words of the language.
const KEYWORDS: &[&str] = &[
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern",
    "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub",
    "ref", "return", "self", "Self", "static", "struct", "super", "trait", "true", "type",
    "unsafe", "use", "where", "while",
];

/// Pieces of Rust source. It is for colors: where source is no Rust, a piece has the wrong one and nothing is lost.
fn tokens(source: &str) -> Vec<(Ink, &str)> {
    let mut found = Vec::new();
    let mut rest = source;
    while !rest.is_empty() {
        let (ink, length) = first_token(rest);
        let (token, after) = rest.split_at(length);
        found.push((ink, token));
        rest = after;
    }
    found
}

/// Kind and bytes of what a text begins with; at least one character.
fn first_token(text: &str) -> (Ink, usize) {
    let first = text.chars().next().unwrap_or(' ');
    if text.starts_with("//") {
        return (Ink::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return (Ink::Comment, text.find("*/").map_or(text.len(), |at| at + 2));
    }
    if let Some(length) = quote(text) {
        return (Ink::Quote, length);
    }
    let word = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    if first == '\'' {
        let name = text[1..].find(|c: char| !is_word(c)).map_or(text.len(), |at| at + 1);
        return (Ink::Type, name);
    }
    if first.is_ascii_digit() {
        return (Ink::Number, number(text));
    }
    if word > 0 {
        let name = &text[..word];
        let is_type = first.is_uppercase();
        let ink = match () {
            () if KEYWORDS.contains(&name) => Ink::Keyword,
            () if is_type => Ink::Type,
            () => Ink::Plain,
        };
        return (ink, word);
    }
    (Ink::Plain, first.len_utf8())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Bytes of a number: a point belongs to it when a digit follows, as in `1.5`, and not in `0..9` or `1.max(2)`.
fn number(text: &str) -> usize {
    let word = |text: &str| text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    let whole = word(text);
    match text[whole..].strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => {
            whole + 1 + word(fraction)
        }
        Some(fraction) if !fraction.starts_with(|c: char| is_word(c) || c == '.') => whole + 1,
        _ => whole,
    }
}

/// Bytes of the string or character that a text begins with.
fn quote(text: &str) -> Option<usize> {
    let body = text.strip_prefix('b').unwrap_or(text);
    let prefix = text.len() - body.len();
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
        return Some(prefix + 1 + hashes + 1 + length);
    }
    if let Some(inside) = body.strip_prefix('"') {
        return Some(prefix + 1 + closed(inside, '"'));
    }
    let inside = body.strip_prefix('\'')?;
    let mut letters = inside.chars();
    let is_character = match letters.next()? {
        '\\' => true,
        '\'' => false,
        _ => letters.next() == Some('\''),
    };
    is_character.then(|| prefix + 1 + closed(inside, '\''))
}

/// Bytes up to and with the sign that closes a text; one behind a backslash does not.
fn closed(inside: &str, sign: char) -> usize {
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == sign => return at + c.len_utf8(),
            _ => {}
        }
    }
    inside.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_demos::find;

    fn inks(source: &str) -> Vec<(Ink, &str)> {
        tokens(source).into_iter().filter(|token| token.0 != Ink::Plain).collect()
    }

    #[test]
    fn every_kind_has_its_color() {
        assert_eq!(
            inks("let a: &'b str = r#\"x\"y\"#; // end"),
            [
                (Ink::Keyword, "let"),
                (Ink::Type, "'b"),
                (Ink::Quote, "r#\"x\"y\"#"),
                (Ink::Comment, "// end")
            ]
        );
        assert_eq!(
            inks("Vec2 '\\'' 'x' b\"\\\"\" 1.5_f32 0..9 1. /* a\nb */ rust"),
            [
                (Ink::Type, "Vec2"),
                (Ink::Quote, "'\\''"),
                (Ink::Quote, "'x'"),
                (Ink::Quote, "b\"\\\"\""),
                (Ink::Number, "1.5_f32"),
                (Ink::Number, "0"),
                (Ink::Number, "9"),
                (Ink::Number, "1."),
                (Ink::Comment, "/* a\nb */")
            ]
        );
        assert_eq!(inks("\"never closed"), [(Ink::Quote, "\"never closed")]);
        assert_eq!(inks("'"), [(Ink::Type, "'")]);
    }

    #[test]
    fn imports_are_followed_into_their_branches() {
        let source = "use motile::prelude::*;\nuse motile::{\n    steer::{Agent, classic as old, flock::Flock},\n    stage::Path,\n};\nuse motile::steer::Sight;\n";
        assert_eq!(imported(source, "steer"), ["Agent", "old", "Flock", "Sight"]);
        assert_eq!(imported(source, "stage"), ["Path"]);
        assert!(imported("use motile::{", "stage").is_empty());
    }

    #[test]
    fn key_lines_use_what_the_topic_has() {
        let demo = Demo { id: "steer/test", ..*find("steer/flock").unwrap() };
        let source = "use motile::steer::{Agent,\n    Flock};\n// An Agent.\nlet a = Agent::new();\nlet b = 1;\nb(\"x\ny\");\n";
        let lines = source_lines(&demo, source);
        let key: Vec<bool> = lines.iter().map(|line| line.is_key).collect();
        assert_eq!(key, [false, false, false, true, false, false, false]);
        assert_eq!(lines[6].pieces, [(Ink::Quote, "y\"".into()), (Ink::Plain, ");".into())]);
    }

    #[test]
    fn without_imports_the_update_is_key() {
        let demo = Demo { id: "stage/test", ..*find("steer/flock").unwrap() };
        let source = "impl Sketch for A {\n    fn update(\n        &mut self,\n    ) {\n        a();\n\n        b {\n        }\n    }\n    fn c() {}\n}\n";
        let key = |source| {
            let lines = source_lines(&demo, source);
            (0..lines.len()).filter(|&at| lines[at].is_key).collect::<Vec<_>>()
        };
        assert_eq!(key(source), [4, 6, 7]);
        assert_eq!(key("fn draw(&self) {\n    a();\n}\n"), [1]);
        assert!(key("fn update(").is_empty() && key("").is_empty());
    }

    #[test]
    fn every_demo_has_key_lines_and_loses_nothing() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
        for demo in motile_demos::all() {
            let source = std::fs::read_to_string(format!("{root}{}", demo.source())).unwrap();
            let lines = source_lines(demo, &source);
            let again: Vec<String> = lines
                .iter()
                .map(|line| line.pieces.iter().map(|piece| piece.1.as_str()).collect())
                .collect();
            assert_eq!(again, source.lines().collect::<Vec<_>>(), "{}", demo.id);
            let key = lines.iter().filter(|line| line.is_key).count();
            assert!(key > 0 && key * 2 < lines.len(), "{}: {key} of {}", demo.id, lines.len());
        }
    }
}
