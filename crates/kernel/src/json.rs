//! Words of JSON, for programs that hand on what a kernel says of itself.
//!
//! ```
//! use motile_kernel::json;
//! assert_eq!(json::text("a \"b\""), r#""a \"b\"""#);
//! assert_eq!(json::numbers(&[0.5, f32::NAN]), "[0.5,null]");
//! ```

use core::fmt::Write;

/// A string with its quotes.
pub fn text(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\n' => json.push_str("\\n"),
            // Writing to a string cannot fail.
            c if c.is_control() => _ = write!(json, "\\u{:04x}", c as u32),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// A number; null where JSON has no word for it.
pub fn number(x: f32) -> String {
    if x.is_finite() { x.to_string() } else { "null".to_owned() }
}

/// Numbers as a list.
pub fn numbers(list: &[f32]) -> String {
    self::list(list, |&x| number(x))
}

/// Anything as a list, each by what `one` makes of it.
pub fn list<T>(items: impl IntoIterator<Item = T>, one: impl FnMut(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(one).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_numbers_without_a_word_are_null() {
        assert_eq!(text("a \"b\" \\ \n\u{1}é"), "\"a \\\"b\\\" \\\\ \\n\\u0001é\"");
        assert_eq!(numbers(&[1.5, f32::NAN, f32::INFINITY]), "[1.5,null,null]");
    }
}
