//! Values that a save cannot hold: numbers that are none, and what is nested too deep to be read back.

use core::fmt;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// How many lists, maps and structs lie within one another at most: the reader of JSON takes 127, and the save itself
/// is one.
pub(super) const DEEPEST: u32 = 126;

/// How many parts of a way are told: the way to what is nested too deep is long.
const TOLD: usize = 8;

/// Looks through a value for numbers that are not finite, which JSON would hold as nothing at all, and for what is
/// nested deeper than [`DEEPEST`], which would be written and not be read.
///
/// # Errors
/// Where the first one is, and what it is; or what the value says against being written.
pub(super) fn check(value: &impl Serialize) -> Result<(), String> {
    value.serialize(Look { depth: 0 }).map_err(|found| found.to_string())
}

/// Walks through a value and writes nothing.
#[derive(Clone, Copy)]
struct Look {
    /// How many lists, maps and structs are around it.
    depth: u32,
}

impl Look {
    /// Goes into some lists, maps or structs, one around the other.
    fn enter(self, levels: u32) -> Result<Self, Found> {
        let depth = self.depth + levels;
        if depth <= DEEPEST {
            return Ok(Self { depth });
        }
        Err(Found::custom(format_args!("it is nested deeper than the {DEEPEST} levels of a save")))
    }

    fn parts(self, levels: u32) -> Result<Parts, Found> {
        Ok(Parts { inner: self.enter(levels)?, next: 0 })
    }
}

/// A list, a map or a struct on the way.
struct Parts {
    inner: Look,
    /// Its next place.
    next: usize,
}

/// What was found, with the names of the fields that lead to it, the innermost first.
#[derive(Debug)]
struct Found {
    what: String,
    path: Vec<String>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.path.iter().rev().take(TOLD) {
            write!(f, "{part}: ")?;
        }
        if self.path.len() > TOLD {
            f.write_str("…: ")?;
        }
        f.write_str(&self.what)
    }
}

impl core::error::Error for Found {}

impl Error for Found {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self { what: what.to_string(), path: Vec::new() }
    }
}

impl Found {
    fn below(mut self, part: impl Into<String>) -> Self {
        self.path.push(part.into());
        self
    }
}

type Looked = Result<(), Found>;

fn number(number: f64) -> Looked {
    if number.is_finite() {
        return Ok(());
    }
    Err(Found::custom(format_args!("{number} is no number that can be saved")))
}

/// Values in which nothing can be wrong.
macro_rules! fine {
    ($($name:ident($kind:ty)),* $(,)?) => {
        $(fn $name(self, _: $kind) -> Looked {
            Ok(())
        })*
    };
}

impl Serializer for Look {
    type Ok = ();
    type Error = Found;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Parts;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    fine! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32),
        serialize_i64(i64), serialize_i128(i128), serialize_u8(u8), serialize_u16(u16),
        serialize_u32(u32), serialize_u64(u64), serialize_u128(u128), serialize_char(char),
        serialize_str(&str), serialize_unit_struct(&'static str),
    }

    fn serialize_f32(self, value: f32) -> Looked {
        number(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Looked {
        number(value)
    }

    /// A list of numbers.
    fn serialize_bytes(self, _: &[u8]) -> Looked {
        self.enter(1).map(drop)
    }

    fn serialize_none(self) -> Looked {
        Ok(())
    }

    fn serialize_unit(self) -> Looked {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Looked {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Looked {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Looked {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Looked {
        value.serialize(self.enter(1)?).map_err(|found| found.below(variant))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, Found> {
        self.parts(1)
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts, Found> {
        self.parts(1)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts, Found> {
        self.parts(1)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts, Found> {
        self.parts(2)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts, Found> {
        self.parts(1)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts, Found> {
        self.parts(1)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts, Found> {
        self.parts(2)
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Looked {
        Ok(())
    }
}

impl Parts {
    fn next<T: Serialize + ?Sized>(&mut self, value: &T) -> Looked {
        self.next += 1;
        value.serialize(self.inner).map_err(|found| found.below(format!("part {}", self.next)))
    }

    fn field<T: Serialize + ?Sized>(&self, name: &'static str, value: &T) -> Looked {
        value.serialize(self.inner).map_err(|found| found.below(name))
    }
}

/// Parts that are told by their place.
macro_rules! by_place {
    ($($kind:ident $add:ident),* $(,)?) => {
        $(impl $kind for Parts {
            type Ok = ();
            type Error = Found;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Looked {
                self.next(value)
            }

            fn end(self) -> Looked {
                Ok(())
            }
        })*
    };
}

by_place! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

/// Parts that have names.
macro_rules! by_name {
    ($($kind:ident),* $(,)?) => {
        $(impl $kind for Parts {
            type Ok = ();
            type Error = Found;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Looked {
                self.field(name, value)
            }

            fn end(self) -> Looked {
                Ok(())
            }
        })*
    };
}

by_name! { SerializeStruct, SerializeStructVariant }

impl SerializeMap for Parts {
    type Ok = ();
    type Error = Found;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Looked {
        key.serialize(self.inner)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Looked {
        self.next(value)
    }

    fn end(self) -> Looked {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Place(f32, f32);

    #[derive(Serialize)]
    enum Kind {
        Still,
        Moving { speed: f64 },
        Turning(f32, Place),
        Named(Option<f32>),
    }

    #[derive(Serialize)]
    struct World {
        kinds: Vec<Kind>,
        by_name: BTreeMap<String, f32>,
        alone: (),
    }

    fn found(kinds: Vec<Kind>, number: f32) -> Result<(), String> {
        let by_name = BTreeMap::from([("one".into(), number)]);
        check(&World { kinds, by_name, alone: () })
    }

    /// What JSON writes for each kind of value, to see that as many levels are counted as the reader counts.
    #[derive(Serialize)]
    enum Nest {
        End(Bytes),
        List(Vec<Nest>),
        Pair(u8, Box<Nest>),
        Place(Box<Place2>),
        Named { inner: Box<Nest> },
        Maybe(Option<Box<Nest>>),
        Map(BTreeMap<u8, Nest>),
    }

    #[derive(Serialize)]
    struct Place2(u8, Nest);

    #[derive(Serialize)]
    struct Wrapped(Nest);

    struct Bytes;

    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&[1, 2])
        }
    }

    fn nested(kind: usize, inner: Nest) -> Nest {
        match kind {
            0 => Nest::List(vec![inner]),
            1 => Nest::Pair(1, inner.into()),
            2 => Nest::Place(Place2(1, inner).into()),
            3 => Nest::Named { inner: inner.into() },
            4 => Nest::Maybe(Some(inner.into())),
            _ => Nest::Map(BTreeMap::from([(1, inner)])),
        }
    }

    #[test]
    fn what_passes_is_what_the_reader_of_json_takes() {
        let mut refused = 0;
        for kind in 0..6 {
            for depth in 50..130 {
                let value = (0..depth).fold(Nest::End(Bytes), |inner, _| nested(kind, inner));
                let value = Wrapped(value);
                let text = serde_json::json!({ "value": serde_json::to_value(&value).unwrap() });
                let read = serde_json::from_str::<serde_json::Value>(&text.to_string());
                let checked = check(&value);
                assert_eq!(checked.is_ok(), read.is_ok(), "{kind} {depth}: {checked:?}");
                refused += u32::from(checked.is_err());
            }
        }
        assert!(refused > 6 && refused < 6 * 80, "both happen: {refused}");
    }

    #[test]
    fn numbers_that_are_none_are_found_wherever_they_are() {
        let all = || {
            vec![
                Kind::Still,
                Kind::Moving { speed: f64::MAX },
                Kind::Turning(f32::MIN_POSITIVE, Place(-0.0, f32::MIN)),
                Kind::Named(None),
                Kind::Named(Some(1.0)),
            ]
        };
        assert_eq!(found(all(), 2.0), Ok(()));
        let cases: [(Kind, &str); 3] = [
            (Kind::Moving { speed: f64::NAN }, "kinds: part 1: speed: NaN"),
            (Kind::Turning(1.0, Place(0.0, f32::INFINITY)), "kinds: part 1: part 2: part 2: inf"),
            (Kind::Named(Some(f32::NEG_INFINITY)), "kinds: part 1: Named: -inf"),
        ];
        for (kind, place) in cases {
            let told = found(vec![kind], 2.0).unwrap_err();
            assert_eq!(told, format!("{place} is no number that can be saved"));
        }
        let told = found(all(), f32::NAN).unwrap_err();
        assert_eq!(told, "by_name: part 1: NaN is no number that can be saved");
    }
}
