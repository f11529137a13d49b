//! Words back into values.

use super::words::WordsError;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

/// Reads what [`Words::write`](super::words::Words::write) wrote, from its beginning.
pub(super) struct Reader<'w>(pub(super) &'w [u32]);

impl Reader<'_> {
    #[inline]
    fn word(&mut self) -> Result<u32, WordsError> {
        let (first, rest) = self.0.split_first().ok_or(WordsError)?;
        self.0 = rest;
        Ok(*first)
    }

    fn wide(&mut self) -> Result<u64, WordsError> {
        Ok(u64::from(self.word()?) | u64::from(self.word()?) << 32)
    }

    fn widest(&mut self) -> Result<u128, WordsError> {
        Ok(u128::from(self.wide()?) | u128::from(self.wide()?) << 64)
    }

    fn bytes(&mut self) -> Result<Vec<u8>, WordsError> {
        let length = self.word()? as usize;
        let (own, rest) = self.0.split_at_checked(length).ok_or(WordsError)?;
        self.0 = rest;
        Ok(own.iter().map(|&word| word as u8).collect())
    }
}

macro_rules! numbers {
    ($($name:ident $visit:ident $value:expr,)*) => {$(
        #[inline]
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WordsError> {
            let value: fn(&mut Reader<'w>) -> Result<_, WordsError> = $value;
            visitor.$visit(value(self)?)
        }
    )*};
}

impl<'de, 'w> de::Deserializer<'de> for &mut Reader<'w> {
    type Error = WordsError;

    numbers! {
        deserialize_bool visit_bool |from| Ok(from.word()? != 0),
        deserialize_i8 visit_i8 |from| Ok(from.word()? as i8),
        deserialize_i16 visit_i16 |from| Ok(from.word()? as i16),
        deserialize_i32 visit_i32 |from| Ok(from.word()?.cast_signed()),
        deserialize_i64 visit_i64 |from| Ok(from.wide()?.cast_signed()),
        deserialize_i128 visit_i128 |from| Ok(from.widest()?.cast_signed()),
        deserialize_u8 visit_u8 |from| Ok(from.word()? as u8),
        deserialize_u16 visit_u16 |from| Ok(from.word()? as u16),
        deserialize_u32 visit_u32 |from| from.word(),
        deserialize_u64 visit_u64 |from| from.wide(),
        deserialize_u128 visit_u128 |from| from.widest(),
        deserialize_f32 visit_f32 |from| Ok(f32::from_bits(from.word()?)),
        deserialize_f64 visit_f64 |from| Ok(f64::from_bits(from.wide()?)),
        deserialize_char visit_char |from| char::from_u32(from.word()?).ok_or(WordsError),
        deserialize_bytes visit_byte_buf |from| from.bytes(),
        deserialize_byte_buf visit_byte_buf |from| from.bytes(),
        deserialize_str visit_string |from| String::from_utf8(from.bytes()?).map_err(|_| WordsError),
        deserialize_string visit_string
            |from| String::from_utf8(from.bytes()?).map_err(|_| WordsError),
    }

    /// Words do not say what they are.
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, WordsError> {
        Err(WordsError)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, WordsError> {
        Err(WordsError)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WordsError> {
        self.deserialize_u32(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WordsError> {
        if self.word()? == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WordsError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WordsError> {
        let left = self.word()? as usize;
        visitor.visit_seq(Elements { reader: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        visitor.visit_seq(Elements { reader: self, left: length })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WordsError> {
        let left = self.word()? as usize;
        visitor.visit_map(Elements { reader: self, left })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        visitor.visit_enum(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// So many values that follow.
struct Elements<'a, 'w> {
    reader: &'a mut Reader<'w>,
    left: usize,
}

impl<'de> de::SeqAccess<'de> for Elements<'_, '_> {
    type Error = WordsError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, WordsError> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> de::MapAccess<'de> for Elements<'_, '_> {
    type Error = WordsError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, WordsError> {
        de::SeqAccess::next_element_seed(self, seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, WordsError> {
        seed.deserialize(&mut *self.reader)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> de::EnumAccess<'de> for &mut Reader<'_> {
    type Error = WordsError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), WordsError> {
        let number: de::value::U32Deserializer<WordsError> = self.word()?.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for &mut Reader<'_> {
    type Error = WordsError;

    fn unit_variant(self) -> Result<(), WordsError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, WordsError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        de::Deserializer::deserialize_tuple(self, length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WordsError> {
        de::Deserializer::deserialize_tuple(self, fields.len(), visitor)
    }
}
