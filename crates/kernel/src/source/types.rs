//! The types of the language.

use core::fmt;

/// What a value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarType {
    /// True or false.
    Bool,
    /// 32-bit whole number.
    Int,
    /// 32-bit IEEE number.
    Float,
}

/// The type of a parameter, a variable or a result of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// 1 to 4 components: `float`, `int2`, `bool3`, and `pixel4`, which is `float4`.
    Vector(ScalarType, u8),
    /// A square matrix of floats with 2 to 4 columns.
    Matrix(u8),
}

impl ValueType {
    /// One number.
    pub const FLOAT: Self = Self::Vector(ScalarType::Float, 1);
    /// One whole number.
    pub const INT: Self = Self::Vector(ScalarType::Int, 1);
    /// One truth value.
    pub const BOOL: Self = Self::Vector(ScalarType::Bool, 1);

    /// Several numbers.
    pub const fn float(size: u8) -> Self {
        Self::Vector(ScalarType::Float, size)
    }

    /// How many numbers it holds.
    pub const fn count(self) -> usize {
        match self {
            Self::Vector(_, size) => size as usize,
            Self::Matrix(size) => size as usize * size as usize,
        }
    }

    /// What its numbers are.
    pub const fn scalar(self) -> ScalarType {
        match self {
            Self::Vector(scalar, _) => scalar,
            Self::Matrix(_) => ScalarType::Float,
        }
    }

    pub(crate) const fn is_float(self) -> bool {
        matches!(self.scalar(), ScalarType::Float)
    }

    /// The type that a word of the language names.
    pub fn from_name(name: &str) -> Option<Self> {
        let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (word, size) = name.split_at(split);
        let size = match size {
            "" => 1,
            "2" => 2,
            "3" => 3,
            "4" => 4,
            "2x2" if word == "float" => return Some(Self::Matrix(2)),
            "3x3" if word == "float" => return Some(Self::Matrix(3)),
            "4x4" if word == "float" => return Some(Self::Matrix(4)),
            "1" if word == "pixel" => return Some(Self::FLOAT),
            _ => return None,
        };
        match word {
            "bool" => Some(Self::Vector(ScalarType::Bool, size)),
            "int" => Some(Self::Vector(ScalarType::Int, size)),
            "float" => Some(Self::float(size)),
            "pixel" if size > 1 => Some(Self::float(size)),
            _ => None,
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matrix(size) => write!(f, "float{size}x{size}"),
            Self::Vector(scalar, size) => {
                f.write_str(match scalar {
                    ScalarType::Bool => "bool",
                    ScalarType::Int => "int",
                    ScalarType::Float => "float",
                })?;
                if *size > 1 { write!(f, "{size}") } else { Ok(()) }
            }
        }
    }
}

/// The type of an expression or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Void,
    Value(ValueType),
    Array(ValueType, u16),
    Image(u8),
    /// `region` and `imageRef`, which only the functions about regions use.
    Region,
    /// After an error: fits everything, so that one mistake is told once.
    Unknown,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::Value(value) => value.fmt(f),
            Self::Array(value, count) => write!(f, "{value}[{count}]"),
            Self::Image(channels) => write!(f, "image{channels}"),
            Self::Region => f.write_str("region"),
            Self::Unknown => f.write_str("?"),
        }
    }
}

impl Type {
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Value(value) => value.count(),
            Self::Array(value, count) => value.count() * usize::from(count),
            Self::Void | Self::Image(_) | Self::Region | Self::Unknown => 0,
        }
    }

    pub(crate) fn value(self) -> Option<ValueType> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The type that a word of the language names.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "void" => Some(Self::Void),
            "image1" => Some(Self::Image(1)),
            "image2" => Some(Self::Image(2)),
            "image3" => Some(Self::Image(3)),
            "image4" => Some(Self::Image(4)),
            "region" | "imageRef" => Some(Self::Region),
            _ => ValueType::from_name(name).map(Self::Value),
        }
    }
}
