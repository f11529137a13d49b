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

/// Prints a size.
pub(crate) fn report(title: &str, size: Size) {
    println!("{title}: {}", in_words(size));
}

/// As [`check`], for files that are no module.
///
/// # Errors
/// When they are larger, or the budget does not name them.
pub(crate) fn check_bytes(root: &Path, name: &str, title: &str, bytes: u64) -> Result {
    let limit = read_limit(root, name)?;
    println!("{title}: {} KB; the budget is {} KB", bytes / 1000, limit / 1000);
    within(name, bytes, limit)
}

/// Prints a size and compares it with the line `NAME BYTES` of `web/budget.txt`.
///
/// # Errors
/// When the module is larger, or the budget does not name it.
pub(crate) fn check(root: &Path, name: &str, title: &str, size: Size) -> Result {
    let limit = read_limit(root, name)?;
    println!("{title}: {}; the budget is {} KB", in_words(size), limit / 1000);
    within(name, size.packed, limit)
}

fn read_limit(root: &Path, name: &str) -> Result<u64> {
    let path = root.join("web/budget.txt");
    let text = std::fs::read_to_string(&path).map_err(|error| super::at(&path, &error))?;
    limit(&text, name)
}

fn in_words(size: Size) -> String {
    format!("{} KB of WebAssembly, {} KB gzipped", size.bytes / 1000, size.packed / 1000)
}

fn within(name: &str, bytes: u64, limit: u64) -> Result {
    match bytes.checked_sub(limit) {
        None | Some(0) => Ok(()),
        Some(over) => Err(format!("{name} is {over} bytes over its budget in web/budget.txt")),
    }
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

    #[test]
    fn a_module_over_its_budget_fails_the_build() {
        let root = crate::root();
        let text = std::fs::read_to_string(root.join("web/budget.txt")).unwrap();
        let promises = [
            ("gallery", 1_500_000),
            ("part", 1_500_000),
            ("demo", 1_000_000),
            ("sketch", 400_000),
            ("playground", 400_000),
        ];
        for (name, most) in promises {
            let limit = limit(&text, name).unwrap();
            assert!(limit <= most, "the promise for {name} is {most} bytes");
            let size = |packed| Size { bytes: packed * 3, packed };
            assert_eq!(check(&root, name, name, size(limit)), Ok(()));
            assert_eq!(check_bytes(&root, name, name, limit), Ok(()));
            assert!(check_bytes(&root, name, name, limit + 1).is_err());
            let over = format!("{name} is 1 bytes over its budget in web/budget.txt");
            assert_eq!(check(&root, name, name, size(limit + 1)), Err(over));
        }
    }
}
