//! Demos that panic: the window and the sheet say so, and the rest goes on.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Does some work of a demo; the message of its panic, if it panics. Where it happened has been printed by then.
///
/// Whoever asks drops what the work had begun to change: nobody sees it half done.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(&*panic))
}

/// What a panic says: nearly all of them carry words.
fn message(panic: &(dyn Any + Send)) -> String {
    let fixed = panic.downcast_ref::<&str>().map(|&words| words.to_owned());
    let written = || panic.downcast_ref::<String>().cloned();
    fixed.or_else(written).unwrap_or_else(|| "it panicked without a message".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guarded(|| 5), Ok(5));
        let asked = String::from("level 2");
        assert_eq!(guarded(|| panic!("no {asked}")), Err::<(), _>("no level 2".into()));
        assert_eq!(guarded(|| panic!("no level")), Err::<(), _>("no level".into()));
        let silent = guarded(|| std::panic::panic_any(7));
        assert_eq!(silent, Err::<(), _>("it panicked without a message".into()));
    }
}
