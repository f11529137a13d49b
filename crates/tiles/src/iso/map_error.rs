//! What is wrong in the text of a map, and where.

use core::fmt;

/// Where the text of a map is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsoMapError {
    /// From 1 on; 0 for what no line holds, as a definition of the program's.
    pub line: u32,
    /// In characters, from 1 on.
    pub column: u32,
    /// What is wrong there.
    pub kind: IsoMapErrorKind,
}

/// What can be wrong in the text of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IsoMapErrorKind {
    /// A symbol that no definition has.
    UnknownSymbol(String),
    /// A definition without a symbol.
    NoSymbol,
    /// Something in a definition that is no `key:value`.
    NoPair(String),
    /// A value that its key does not take.
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A definition of the program's with a number that no text could give it.
    BadDefinition {
        /// Its symbol.
        symbol: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A `GraphicTile` without the name of a picture.
    NoPicture,
    /// A quoted value without its end.
    NoEndOfQuote,
    /// A key that has no meaning; only a warning.
    UnknownKey(String),
    /// A `type` that nobody knows, so that the thing is a plain object; only a warning.
    UnknownType(String),
    /// A picture that the program does not have; see [`IsoMap::unknown_pictures`](super::IsoMap::unknown_pictures).
    UnknownPicture(String),
    /// More cells than a map may have.
    TooLarge,
}

impl fmt::Display for IsoMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use IsoMapErrorKind as Kind;
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        match &self.kind {
            Kind::UnknownSymbol(symbol) => write!(f, "no definition has the symbol \"{symbol}\""),
            Kind::NoSymbol => f.write_str("a symbol is expected after #"),
            Kind::NoPair(text) => write!(f, "key:value is expected, not \"{text}\""),
            Kind::BadValue { key, value } => write!(f, "\"{value}\" is no value for {key}"),
            Kind::BadDefinition { symbol, key, value } => {
                write!(f, "the definition of \"{symbol}\": \"{value}\" is no value for {key}")
            }
            Kind::NoPicture => f.write_str("a GraphicTile needs a graphicClass"),
            Kind::NoEndOfQuote => f.write_str("the quote has no end"),
            Kind::UnknownKey(key) => write!(f, "the key \"{key}\" has no meaning"),
            Kind::UnknownType(name) => {
                write!(f, "there is no type \"{name}\": it is a plain object, which is not seen")
            }
            Kind::UnknownPicture(name) => write!(f, "there is no picture \"{name}\""),
            Kind::TooLarge => f.write_str("there are more cells than a map may have"),
        }
    }
}

impl core::error::Error for IsoMapError {}
