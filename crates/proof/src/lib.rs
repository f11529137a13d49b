//! What the tests of motile's crates share: golden pictures, golden hashes and allocation counts.
//!
//! **Not for users.** A dev-dependency inside this workspace, and the one library of it that reads and
//! writes files.
//!
//! ```no_run
//! use motile_pixels::{Color, Surface};
//!
//! // In a test with `golden` in its name, so that `cargo xtask bless` finds it:
//! let picture = Surface::opaque(32, 32, Color::ORANGE)?;
//! motile_proof::golden("orange", &picture);
//! motile_proof::golden_hash("collide/star", 250, 1, 0x0123_4567_89ab_cdef);
//! motile_proof::assert_no_allocation("reading a pixel", || picture.get(3, 3));
//! # Ok::<(), motile_pixels::SurfaceError>(())
//! ```
//!
//! Golden pictures are `tests/golden/NAME.png` of the package under test, golden hashes the lines of its
//! `tests/golden/hashes.txt`. A test that differs fails; a picture leaves actual, expected and
//! difference side by side in `target/golden/PACKAGE/NAME.png`. With the environment variable
//! `MOTILE_BLESS` set to `all`, or to a part of the name, the new result is written instead: that is
//! `cargo xtask bless [FILTER]`.
//!
//! # Limits
//!
//! Blessing hashes rewrites one file per package, so the tests of a package bless in one process at a
//! time, as `cargo test` runs them.

mod allocations;
mod bless;
mod diff;
mod hashes;
mod pictures;
mod place;

pub use allocations::{allocations, assert_no_allocation};
pub use bless::Bless;
pub use hashes::{GoldenHash, check_hashes, golden_hash, golden_hashes};
pub use pictures::{PictureTolerance, check_picture, golden, golden_within};
pub use place::Place;
