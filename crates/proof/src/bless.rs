//! Whether new results are accepted.

use std::env;

/// Which golden results are replaced instead of compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Bless {
    /// None: everything is compared.
    #[default]
    Nothing,
    /// All.
    All,
    /// Those whose name contains this text.
    Matching(String),
}

impl Bless {
    /// What the environment variable `MOTILE_BLESS` asks for: nothing when unset, empty or `0`; `all`
    /// or `1` for everything; else a part of the name.
    pub fn from_env() -> Self {
        Self::from_text(&env::var("MOTILE_BLESS").unwrap_or_default())
    }

    fn from_text(text: &str) -> Self {
        match text {
            "" | "0" => Self::Nothing,
            "1" | "all" => Self::All,
            part => Self::Matching(part.to_owned()),
        }
    }

    /// Whether the result called `name` is accepted.
    pub fn accepts(&self, name: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Matching(part) => name.contains(part.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_selects_by_name() {
        assert!(!Bless::from_text("").accepts("a"));
        assert!(!Bless::from_text("0").accepts("a"));
        assert!(Bless::from_text("1").accepts("a"));
        assert!(Bless::from_text("all").accepts("a"));
        let stars = Bless::from_text("star");
        assert!(stars.accepts("collide/star-vs-star") && !stars.accepts("collide/grid"));
    }
}
