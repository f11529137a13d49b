//! How large pages may be.

use crate::Result;
use std::path::Path;

/// Size of a module in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// As it is.
    pub(crate) bytes: u64,
    /// Gzipped, as a server sends it.
    pub(crate) packed: u64,
}

/// Prints a size and compares it with the line `NAME BYTES` of `web/budget.txt`.
///
/// # Errors
/// When the module is larger, or the budget does not name it.
pub(crate) fn check(root: &Path, name: &str, size: Size) -> Result {
    let path = root.join("web/budget.txt");
    let text = std::fs::read_to_string(&path).map_err(|error| super::at(&path, &error))?;
    let limit = limit(&text, name)?;
    println!(
        "{name}: {} KB of WebAssembly, {} KB gzipped; the budget is {} KB",
        size.bytes / 1000,
        size.packed / 1000,
        limit / 1000
    );
    if size.packed > limit {
        return Err(format!(
            "{name} is {} bytes over its budget in web/budget.txt",
            size.packed - limit
        ));
    }
    Ok(())
}

/// The number of gzipped bytes that `name` may have. `#` starts a comment.
fn limit(text: &str, name: &str) -> Result<u64> {
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let Some((found, bytes)) = line.split_once(' ') else { continue };
        if found == name {
            let expected = format!("web/budget.txt:{}: expected a number of bytes", number + 1);
            return bytes.trim().replace('_', "").parse().map_err(|_| expected);
        }
    }
    Err(format!("web/budget.txt has no line for `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_by_name() {
        let text = "# gzipped bytes\ngallery 3_000_000\nsketch 1000 # small\nbad x\n";
        assert_eq!(limit(text, "gallery"), Ok(3_000_000));
        assert_eq!(limit(text, "sketch"), Ok(1000));
        assert_eq!(limit(text, "bad"), Err("web/budget.txt:4: expected a number of bytes".into()));
        assert!(limit(text, "other").is_err());
    }
}
