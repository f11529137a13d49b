//! What a new tween does to the ones that are there.

use crate::AnimError;
use core::str::FromStr;

/// What happens to other tweens of a target when a new one comes.
///
/// Judged when the new tween begins, after its delay; [`Overwrite::at_creation`] judges at once, as some
/// classic engines did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overwrite {
    /// Who has to go.
    pub mode: OverwriteMode,
    /// Whether it is judged when the tween is added instead of when it begins.
    pub early: bool,
}

/// Who has to go, see [`Overwrite`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverwriteMode {
    /// Nobody; where two write the same property, the one added later wins as long as it runs.
    None,
    /// All other tweens of the target.
    All,
    /// Of the other tweens that run, the properties that the new one changes. Two fields are the same
    /// when they share memory: a vector and one of its components are.
    #[default]
    Auto,
    /// All other tweens of the target that run.
    Concurrent,
}

#[expect(non_upper_case_globals, reason = "they are used like the variants of an enum")]
impl Overwrite {
    /// [`OverwriteMode::None`]
    pub const None: Self = Self { mode: OverwriteMode::None, early: false };
    /// [`OverwriteMode::All`]
    pub const All: Self = Self { mode: OverwriteMode::All, early: false };
    /// [`OverwriteMode::Auto`]
    pub const Auto: Self = Self { mode: OverwriteMode::Auto, early: false };
    /// [`OverwriteMode::Concurrent`]
    pub const Concurrent: Self = Self { mode: OverwriteMode::Concurrent, early: false };

    /// Judged when the tween is added. Auto then takes the properties of tweens whose time overlaps its
    /// own, whether they run already or not.
    pub const fn at_creation(self) -> Self {
        Self { early: true, ..self }
    }
}

/// `none`, `all`, `auto`, `concurrent`, or the numbers 0 to 3 in this order.
impl FromStr for Overwrite {
    type Err = AnimError;

    fn from_str(text: &str) -> Result<Self, AnimError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "none" | "0" => Ok(Self::None),
            "all" | "1" => Ok(Self::All),
            "auto" | "2" => Ok(Self::Auto),
            "concurrent" | "3" => Ok(Self::Concurrent),
            _ => Err(AnimError::UnknownOverwrite(text.to_owned())),
        }
    }
}
