//! Text in quotes, as scripts spell what is typed.

use core::fmt::{self, Write as _};

/// Reads a text in quotes at the beginning of a line; also how many bytes it takes there.
pub(super) fn read(line: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut rest = line.strip_prefix('"')?.chars();
    loop {
        match rest.next()? {
            '"' => return Some((text, line.len() - rest.as_str().len())),
            '\\' => text.push(match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    let (code, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                    rest = after.chars();
                    char::from_u32(u32::from_str_radix(code, 16).ok()?)?
                }
                sign @ ('"' | '\\') => sign,
                _ => return None,
            }),
            plain => text.push(plain),
        }
    }
}

/// Writes characters in quotes, in one line.
pub(super) fn write(f: &mut fmt::Formatter<'_>, text: impl Iterator<Item = char>) -> fmt::Result {
    f.write_char('"')?;
    for character in text {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            // White space of other kinds would be lost to an editor, or end the line.
            odd if odd != ' ' && (odd.is_control() || odd.is_whitespace()) => {
                write!(f, "\\u{{{:x}}}", u32::from(odd))?;
            }
            plain => f.write_char(plain)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Quoted(&'static str);

    impl fmt::Display for Quoted {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write(f, self.0.chars())
        }
    }

    #[test]
    fn any_text_reads_back() {
        for text in ["", "Hello, world", " # \" \\ ", "a\nb\tc\r\u{2028}\u{0}", "é🙂"] {
            let line = format!("{} # comment", Quoted(text));
            assert_eq!(read(&line), Some((text.to_owned(), line.len() - " # comment".len())));
            assert_eq!(line.lines().count(), 1);
        }
        for wrong in ["", "plain", "\"open", "\"\\x\"", "\"\\u{110000}\"", "\"\\u41\""] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
