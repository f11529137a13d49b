//! What one file declares: public items, re-exports and modules, read line by line.

/// The space of names an item belongs to: a type and a function may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A struct, enum, trait, union or alias.
    Type,
    /// A free function.
    Function,
}

/// A public item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) line: usize,
}

/// One leaf of a `pub use`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reexport {
    /// The segments of the path; `*` is the last one of a glob.
    pub(super) path: Vec<String>,
    /// What it is called here.
    pub(super) name: String,
    pub(super) line: usize,
}

/// A module declared in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Child {
    pub(super) name: String,
    pub(super) public: bool,
    /// What it holds, where it does not have a file of its own.
    pub(super) body: Option<Scope>,
}

/// The declarations of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scope {
    pub(super) items: Vec<Item>,
    pub(super) reexports: Vec<Reexport>,
    pub(super) children: Vec<Child>,
}

/// Reads a file whose comments and strings are blanked.
pub(super) fn scan(code: &str) -> Scope {
    let lines: Vec<&str> = code.lines().collect();
    scope(&lines, 0, 0)
}

/// The declarations that stand exactly `indent` columns in: formatted code indents everything else further.
fn scope(lines: &[&str], first: usize, indent: usize) -> Scope {
    let mut scope = Scope::default();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if line.len() - line.trim_start().len() != indent {
            continue;
        }
        let (public, rest) = visibility(line.trim());
        let number = first + at;
        if let Some(path) = rest.strip_prefix("use ").filter(|_| public) {
            let statement = statement(path, &lines[at..]);
            scope.reexports.extend(leaves(&statement, number));
        } else if let Some(name) = rest.strip_prefix("mod ").map(word) {
            let body = rest.ends_with('{').then(|| {
                let length = block(&lines[at..], indent);
                self::scope(&lines[at..at + length], first + at, indent + 4)
            });
            if !is_test(&lines[..at - 1]) {
                scope.children.push(Child { name: name.into(), public, body });
            }
        } else if let Some((kind, name)) = item(rest).filter(|_| public) {
            scope.items.push(Item { kind, name: name.into(), line: number });
        }
    }
    scope
}

/// Whether the item after these lines is compiled for tests only: they show nothing to anyone, and their file may lie
/// elsewhere.
fn is_test(before: &[&str]) -> bool {
    let attributes =
        before.iter().rev().map(|line| line.trim()).take_while(|line| line.starts_with("#["));
    attributes.into_iter().any(|line| line == "#[cfg(test)]")
}

/// Whether the line declares something for everyone, and what follows. `pub(crate)` is not for everyone.
fn visibility(line: &str) -> (bool, &str) {
    line.strip_prefix("pub ").map_or((false, line), |rest| (true, rest))
}

fn item(rest: &str) -> Option<(Kind, &str)> {
    let mut words = rest.split_whitespace();
    let word_after = |keyword: &str| {
        let (_, after) = rest.split_once(keyword)?;
        Some(word(after.trim_start()))
    };
    loop {
        match words.next()? {
            "const" | "async" | "unsafe" | "extern" | "auto" => {}
            keyword @ ("struct" | "enum" | "trait" | "union" | "type") => {
                return Some((Kind::Type, word_after(keyword)?));
            }
            "fn" => return Some((Kind::Function, word_after("fn ")?)),
            _ => return None,
        }
    }
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// How many lines come before the brace that closes a block opened at this indent.
fn block(lines: &[&str], indent: usize) -> usize {
    let closes = |line: &&str| line.trim_end().len() == indent + 1 && line.ends_with('}');
    lines.iter().position(closes).unwrap_or(lines.len())
}

/// A statement up to its semicolon, on one line.
fn statement(start: &str, following: &[&str]) -> String {
    let mut text = start.to_owned();
    for line in following {
        if text.contains(';') {
            break;
        }
        text.push_str(line.trim());
    }
    text.split(';').next().unwrap_or_default().to_owned()
}

/// The names that `a::{b, c::*, d as e}` brings in.
fn leaves(tree: &str, line: usize) -> Vec<Reexport> {
    let mut found = Vec::new();
    grow(&[], tree, line, &mut found);
    found
}

fn grow(prefix: &[String], tree: &str, line: usize, found: &mut Vec<Reexport>) {
    let tree = tree.trim();
    if let Some((path, group)) = tree.split_once('{') {
        let mut prefix = prefix.to_vec();
        prefix.extend(segments(path));
        let group = group.trim_end().strip_suffix('}').unwrap_or(group);
        for branch in branches(group) {
            grow(&prefix, branch, line, found);
        }
        return;
    }
    let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(p, a)| (p, Some(a.trim())));
    let mut path: Vec<String> = prefix.iter().cloned().chain(segments(path)).collect();
    // `a::{self, B}` brings in `a`.
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    if let Some(name) = alias.map(str::to_owned).or_else(|| path.last().cloned()) {
        found.push(Reexport { path, name, line });
    }
}

fn segments(path: &str) -> impl Iterator<Item = String> {
    path.split("::").map(str::trim).filter(|segment| !segment.is_empty()).map(str::to_owned)
}

/// The parts of a group between the commas that are not inside a further group.
fn branches(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&group[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_tests_are_left_out() {
        let scope =
            scan("#[cfg(test)]\n#[path = \"\"]\nmod tests;\nmod a;\n#[cfg(test)]\nmod b {\n}\n");
        let names: Vec<_> = scope.children.iter().map(|child| child.name.as_str()).collect();
        assert_eq!(names, ["a"]);
    }

    #[test]
    fn items_for_everyone_are_read() {
        let scope = scan(
            "\
pub struct A<T>(T);
pub(crate) struct Hidden;
struct Private;
pub const LIMIT: u8 = 1;
pub const fn make() {}
pub unsafe trait B: Send {
    fn method();
}
impl A {
    pub fn method() {}
}
pub enum C {
pub fn generic<T>(t: T) {}
",
        );
        let found: Vec<_> = scope.items.iter().map(|i| (i.kind, &i.name[..], i.line)).collect();
        let expected = [
            (Kind::Type, "A", 1),
            (Kind::Function, "make", 5),
            (Kind::Type, "B", 6),
            (Kind::Type, "C", 12),
            (Kind::Function, "generic", 13),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn reexports_are_read_to_their_leaves() {
        let scope =
            scan("use a::B;\npub use c::{\n    D, e::{self, F as G},\n    h::*,\n};\npub use x;\n");
        let found: Vec<_> =
            scope.reexports.iter().map(|r| (r.path.join("::"), &r.name[..], r.line)).collect();
        let expected = [
            ("c::D".to_owned(), "D", 2),
            ("c::e".into(), "e", 2),
            ("c::e::F".into(), "G", 2),
            ("c::h::*".into(), "*", 2),
            ("x".into(), "x", 6),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn modules_inside_a_file_are_read() {
        let scope = scan(
            "pub mod a;\nmod b {\n    pub mod c {\n        pub struct D;\n    }\n    pub fn e() {}\n}\npub struct F;\n",
        );
        let [a, b] = &scope.children[..] else { panic!() };
        assert!(a.public && a.body.is_none());
        let body = b.body.as_ref().unwrap();
        assert!(!b.public);
        assert_eq!((&body.items[0].name[..], body.items[0].line), ("e", 6));
        let inner = body.children[0].body.as_ref().unwrap();
        assert_eq!((&inner.items[0].name[..], inner.items[0].line), ("D", 4));
        assert_eq!(scope.items[0].name, "F");
    }
}
