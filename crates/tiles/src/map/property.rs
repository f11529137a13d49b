//! What users write about maps, layers, tiles and objects.

use std::collections::BTreeMap;

/// A value a user gave to a property in an editor.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TileProperty {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f32),
    /// A text.
    Text(String),
    /// A value of an enumeration of the user's own: the name of the enumeration, and that of the value. Several values,
    /// where the enumeration allows them, are separated by commas.
    Enum(String, String),
    /// A color, `0xAARRGGBB`.
    Color(u32),
    /// The name of a file, relative to the map.
    File(String),
    /// Another object of the map by its number; 0 for none.
    Object(u32),
    /// A place in cells or pixels, as the editor has it.
    Point([f32; 2]),
    /// A value of a type of the user's own: its members, and the name of the type.
    Class(String, TileProperties),
    /// Several values.
    List(Vec<TileProperty>),
    /// A value that was left open.
    Nothing,
}

/// Properties by name, as a user wrote them in an editor; the getters convert where that is safe.
///
/// ```
/// use motile_tiles::{TileProperties, TileProperty};
/// let mut properties = TileProperties::default();
/// properties.set("damage", TileProperty::Int(3));
/// assert_eq!(properties.float("damage"), Some(3.0));
/// assert_eq!(properties.int("health"), None);
/// assert!(!properties.is_set("solid"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileProperties {
    /// All of them.
    pub values: BTreeMap<String, TileProperty>,
}

impl TileProperties {
    /// A property, whatever it is.
    pub fn get(&self, name: &str) -> Option<&TileProperty> {
        self.values.get(name)
    }

    /// Writes a property, over what had its name.
    pub fn set(&mut self, name: impl Into<String>, value: TileProperty) {
        self.values.insert(name.into(), value);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// A yes or no.
    pub fn bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            TileProperty::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether a property is there and says yes.
    pub fn is_set(&self, name: &str) -> bool {
        self.bool(name) == Some(true)
    }

    /// A whole number.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            TileProperty::Int(value) => Some(*value),
            TileProperty::Object(id) => Some(i64::from(*id)),
            _ => None,
        }
    }

    /// A number; whole ones count.
    pub fn float(&self, name: &str) -> Option<f32> {
        match self.get(name)? {
            TileProperty::Float(value) => Some(*value),
            TileProperty::Int(value) => Some(*value as f32),
            _ => None,
        }
    }

    /// A text, the name of a file, or the name of a value of an enumeration.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            TileProperty::Text(value)
            | TileProperty::File(value)
            | TileProperty::Enum(_, value) => Some(value),
            _ => None,
        }
    }

    /// A color, `0xAARRGGBB`.
    pub fn color(&self, name: &str) -> Option<u32> {
        match self.get(name)? {
            TileProperty::Color(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of another object; none when no object was chosen.
    #[doc(alias = "entity reference")]
    pub fn object(&self, name: &str) -> Option<u32> {
        match self.get(name)? {
            TileProperty::Object(id) if *id > 0 => Some(*id),
            _ => None,
        }
    }

    /// Several values; empty when there are none.
    pub fn list(&self, name: &str) -> &[TileProperty] {
        match self.get(name) {
            Some(TileProperty::List(values)) => values,
            _ => &[],
        }
    }

    /// The members of a value of a type of the user's own.
    pub fn class(&self, name: &str) -> Option<&Self> {
        match self.get(name)? {
            TileProperty::Class(_, members) => Some(members),
            _ => None,
        }
    }
}
