//! The gallery without a face: which demos there are, how they are found, how a run of one is written down as a link or
//! a command, and what its source looks like.
//!
//! The window and the page are two views of this. What a page shows before its program is loaded (names, order, words to
//! search in) is computed while the site is made, by `motile list --json`; the rest is asked of the program.
//!
//! ```
//! use motile_gallery_model::{Run, search};
//! let found = search("fountain", None);
//! assert_eq!(found[0].id, "stage/fountain");
//! let run = Run::parse("stage/fountain?gravity=100&Seed=5")?;
//! assert_eq!(run.command(), "cargo run --release -- play stage/fountain --seed 5 --set gravity=100");
//! # Ok::<(), motile_demos::UnknownDemo>(())
//! ```

mod catalog;
mod run;
mod source;

pub use catalog::{Topic, hints, search, search_text, takes_drags, takes_wheel, topic, topics};
pub use run::Run;
pub use source::{Ink, SourceLine, source_lines};
