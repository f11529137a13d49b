//! Eases and springs: functions of time that shape movement.
//!
//! ```
//! use motile_anim::Ease;
//! let x = 100.0 + 700.0 * Ease::CUBIC_IN_OUT.at(0.25);
//! assert_eq!(x, 143.75);
//! ```

pub mod ease;
mod error;
mod spring;

pub use ease::{Direction, Ease, Family};
pub use error::AnimError;
pub use spring::{Follow, Spring, approach};
