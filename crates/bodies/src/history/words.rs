//! A value as words of 32 bits, with the places where elements of sequences begin.
//!
//! It is a format of serde: what the engine says about itself goes in, in its own order, without names. Numbers take whole
//! words, so that those of two moments can be compared word by word.

use serde::ser::{self, Serialize};
use std::fmt;

/// Words, and how they belong together.
///
/// The outermost sequences are kept apart by their elements: a contact more in the middle then moves nothing but itself out
/// of place. What is not in a sequence is a group of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) all: Vec<u32>,
    /// Words of each element, group after group.
    pub(super) lengths: Vec<u32>,
    /// Elements of each group.
    pub(super) groups: Vec<u32>,
}

impl Words {
    /// Writes a value over what was there.
    pub(super) fn write(&mut self, value: &impl Serialize) -> Result<(), WordsError> {
        self.all.clear();
        self.lengths.clear();
        self.groups.clear();
        let mut writer = Writer { words: self, start: 0, depth: 0, elements: 0 };
        value.serialize(&mut writer)?;
        writer.end_group();
        Ok(())
    }
}

/// Why a value cannot be written as words, or words not be read.
#[derive(Debug)]
pub(super) struct WordsError;

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the engine says something that has no form in words")
    }
}

impl std::error::Error for WordsError {}

impl ser::Error for WordsError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl serde::de::Error for WordsError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

struct Writer<'a> {
    words: &'a mut Words,
    /// Where the element begins that is written.
    start: usize,
    /// How many sequences are open.
    depth: u32,
    /// Elements of the group that is written.
    elements: u32,
}

impl Writer<'_> {
    fn end_element(&mut self) {
        self.words.lengths.push((self.words.all.len() - self.start) as u32);
        self.start = self.words.all.len();
        self.elements += 1;
    }

    /// Ends what is not in a sequence.
    fn end_group(&mut self) {
        self.end_element();
        self.words.groups.push(self.elements);
        self.elements = 0;
    }

    fn open(&mut self, length: Option<usize>) -> Result<(), WordsError> {
        self.words.all.push(u32::try_from(length.ok_or(WordsError)?).map_err(|_| WordsError)?);
        if self.depth == 0 {
            self.end_group();
        }
        self.depth += 1;
        Ok(())
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), WordsError> {
        value.serialize(&mut *self)?;
        if self.depth == 1 {
            self.end_element();
        }
        Ok(())
    }

    fn close(&mut self) {
        self.depth -= 1;
        if self.depth == 0 {
            self.words.groups.push(self.elements);
            self.elements = 0;
        }
    }
}

macro_rules! one_word {
    ($($name:ident: $type:ty,)*) => {$(
        #[inline]
        fn $name(self, value: $type) -> Result<(), WordsError> {
            self.words.all.push(value as u32);
            Ok(())
        }
    )*};
}

impl ser::Serializer for &mut Writer<'_> {
    type Ok = ();
    type Error = WordsError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    one_word! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_char: char,
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<(), WordsError> {
        self.words.all.push(value.to_bits());
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), WordsError> {
        self.serialize_u64(value.to_bits())
    }

    fn serialize_i64(self, value: i64) -> Result<(), WordsError> {
        self.serialize_u64(value.cast_unsigned())
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<(), WordsError> {
        self.words.all.extend([value as u32, (value >> 32) as u32]);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), WordsError> {
        self.serialize_u128(value.cast_unsigned())
    }

    fn serialize_u128(self, value: u128) -> Result<(), WordsError> {
        self.words.all.extend([0, 32, 64, 96].map(|shift| (value >> shift) as u32));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), WordsError> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), WordsError> {
        self.words.all.push(value.len() as u32);
        self.words.all.extend(value.iter().map(|&byte| u32::from(byte)));
        Ok(())
    }

    fn serialize_none(self) -> Result<(), WordsError> {
        self.serialize_u32(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), WordsError> {
        self.words.all.push(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), WordsError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), WordsError> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
    ) -> Result<(), WordsError> {
        self.serialize_u32(number)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), WordsError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), WordsError> {
        self.words.all.push(number);
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, WordsError> {
        self.open(length)?;
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, WordsError> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, WordsError> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, WordsError> {
        self.words.all.push(number);
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, WordsError> {
        self.open(length)?;
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, WordsError> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, WordsError> {
        self.words.all.push(number);
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl ser::SerializeSeq for &mut Writer<'_> {
    type Ok = ();
    type Error = WordsError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WordsError> {
        self.element(value)
    }

    fn end(self) -> Result<(), WordsError> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeMap for &mut Writer<'_> {
    type Ok = ();
    type Error = WordsError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), WordsError> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WordsError> {
        self.element(value)
    }

    fn end(self) -> Result<(), WordsError> {
        self.close();
        Ok(())
    }
}

/// Everything else is its fields, one after the other.
macro_rules! fields {
    ($($trait:ident :: $method:ident ($($name:ident: $type:ty)?),)*) => {$(
        impl ser::$trait for &mut Writer<'_> {
            type Ok = ();
            type Error = WordsError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: $type,)?
                value: &T,
            ) -> Result<(), WordsError> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), WordsError> {
                Ok(())
            }
        }
    )*};
}

fields! {
    SerializeTuple::serialize_element(),
    SerializeTupleStruct::serialize_field(),
    SerializeTupleVariant::serialize_field(),
    SerializeStruct::serialize_field(_name: &'static str),
    SerializeStructVariant::serialize_field(_name: &'static str),
}
