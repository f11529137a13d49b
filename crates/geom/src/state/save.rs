//! What is written and read, type by type.

use super::{StateError, StateReader, StateWriter};
use crate::{ConvexPolygon, Polygon};
use core::{marker::PhantomData, time::Duration};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// State that can be written as bytes and read back. [`restore`](Self::restore) reads exactly what
/// [`save`](Self::save) wrote; `#[derive(StateHash)]` writes both for structs and enums.
///
/// Numbers come back bit by bit, NaN included. `usize` and `isize` are written as 64 bits, so that
/// pages and desktops understand each other, and refused where they do not fit.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved and restored as state",
    label = "this is no `SaveState`",
    note = "give `{Self}` a `#[derive(StateHash)]`, leave the field out with `#[state(skip)]` or `#[state(skip_save)]`, or give up saving for the whole type with `#[state(hash_only)]`"
)]
pub trait SaveState: Sized {
    /// Adds this value to the bytes.
    fn save(&self, out: &mut StateWriter);

    /// Reads a value that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// When the bytes are no such value.
    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError>;
}

macro_rules! save_numbers {
    ($($ty:ident $expected:literal)+) => {$(
        impl SaveState for $ty {
            #[inline]
            fn save(&self, out: &mut StateWriter) {
                out.bytes(&self.to_le_bytes());
            }

            #[inline]
            fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
                input.array($expected).map(Self::from_le_bytes)
            }
        }
    )+};
}

save_numbers! {
    u8 "a u8"
    u16 "a u16"
    u32 "a u32"
    u64 "a u64"
    u128 "a u128"
    i8 "an i8"
    i16 "an i16"
    i32 "an i32"
    i64 "an i64"
    i128 "an i128"
    f32 "an f32"
    f64 "an f64"
}

macro_rules! save_as {
    ($($ty:ty as $wide:ty, $expected:literal, $narrow:expr;)+) => {$(
        impl SaveState for $ty {
            #[inline]
            fn save(&self, out: &mut StateWriter) {
                (*self as $wide).save(out);
            }

            #[inline]
            fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
                let offset = input.offset();
                let narrow: fn($wide) -> Option<Self> = $narrow;
                let wide = <$wide>::restore(input).map_err(|_| input.error($expected))?;
                narrow(wide).ok_or(StateReader::error_at(offset, $expected))
            }
        }
    )+};
}

save_as! {
    bool as u8, "a bool: 0 or 1", |byte| (byte < 2).then_some(byte == 1);
    char as u32, "a char", char::from_u32;
    usize as u64, "a usize of this machine", |wide| wide.try_into().ok();
    isize as i64, "an isize of this machine", |wide| wide.try_into().ok();
}

impl SaveState for Duration {
    fn save(&self, out: &mut StateWriter) {
        (self.as_secs(), self.subsec_nanos()).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let seconds = u64::restore(input)?;
        let offset = input.offset();
        match u32::restore(input)? {
            nanos @ ..1_000_000_000 => Ok(Self::new(seconds, nanos)),
            _ => Err(StateReader::error_at(offset, "less than a second of nanoseconds")),
        }
    }
}

impl SaveState for String {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.as_bytes().iter(), |out, byte| byte.save(out));
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let offset = input.offset();
        let length = input.length()?;
        let bytes = input.bytes(length, "a text")?;
        let text = core::str::from_utf8(bytes);
        text.map(str::to_owned).map_err(|_| StateReader::error_at(offset, "a text in UTF-8"))
    }
}

impl<T: SaveState> SaveState for Vec<T> {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.iter(), |out, item| item.save(out));
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        input.list()
    }
}

impl<T: SaveState> SaveState for VecDeque<T> {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.iter(), |out, item| item.save(out));
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        input.list().map(Self::from)
    }
}

impl<T: SaveState> SaveState for Box<[T]> {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.iter(), |out, item| item.save(out));
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        input.list().map(Vec::into_boxed_slice)
    }
}

impl<K: SaveState + Ord, V: SaveState> SaveState for BTreeMap<K, V> {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.iter(), |out, (key, value)| {
            key.save(out);
            value.save(out);
        });
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let offset = input.offset();
        let list: Vec<(K, V)> = input.list()?;
        // Other orders would come back as a map that is written differently.
        if list.is_sorted_by(|(a, _), (b, _)| a < b) {
            Ok(list.into_iter().collect())
        } else {
            Err(StateReader::error_at(offset, "a map with ascending keys"))
        }
    }
}

impl<T: SaveState + Ord> SaveState for BTreeSet<T> {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.iter(), |out, item| item.save(out));
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let offset = input.offset();
        let list: Vec<T> = input.list()?;
        if list.is_sorted_by(|a, b| a < b) {
            Ok(list.into_iter().collect())
        } else {
            Err(StateReader::error_at(offset, "a set with ascending items"))
        }
    }
}

impl<T: SaveState, const N: usize> SaveState for [T; N] {
    fn save(&self, out: &mut StateWriter) {
        for item in self {
            item.save(out);
        }
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let items: Result<Vec<T>, StateError> = (0..N).map(|_| T::restore(input)).collect();
        items?.try_into().map_err(|_| input.error("an array"))
    }
}

impl<T: SaveState> SaveState for Option<T> {
    fn save(&self, out: &mut StateWriter) {
        self.is_some().save(out);
        if let Some(value) = self {
            value.save(out);
        }
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        bool::restore(input)?.then(|| T::restore(input)).transpose()
    }
}

impl<T: SaveState> SaveState for Box<T> {
    fn save(&self, out: &mut StateWriter) {
        (**self).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        input.nested(|input| T::restore(input).map(Self::new))
    }
}

impl<T> SaveState for PhantomData<T> {
    fn save(&self, _: &mut StateWriter) {}

    fn restore(_: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(Self)
    }
}

macro_rules! save_tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: SaveState),*> SaveState for ($($name,)*) {
            #[inline]
            fn save(&self, _out: &mut StateWriter) {
                $(self.$index.save(_out);)*
            }

            #[inline]
            fn restore(_input: &mut StateReader<'_>) -> Result<Self, StateError> {
                Ok(($($name::restore(_input)?,)*))
            }
        }
    };
}

save_tuple!();
save_tuple!(A 0);
save_tuple!(A 0, B 1);
save_tuple!(A 0, B 1, C 2);
save_tuple!(A 0, B 1, C 2, D 3);
save_tuple!(A 0, B 1, C 2, D 3, E 4);
save_tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
save_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
save_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

impl SaveState for crate::Vec2 {
    #[inline]
    fn save(&self, out: &mut StateWriter) {
        (self.x, self.y).save(out);
    }

    #[inline]
    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(Self::new(f32::restore(input)?, f32::restore(input)?))
    }
}

macro_rules! save_polygon {
    ($($ty:ident $expected:literal)+) => {$(
        impl SaveState for $ty {
            fn save(&self, out: &mut StateWriter) {
                out.list(self.vertices().iter(), |out, vertex| vertex.save(out));
            }

            fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
                let offset = input.offset();
                Self::new(input.list()?).map_err(|_| StateReader::error_at(offset, $expected))
            }
        }
    )+};
}

save_polygon! {
    Polygon "a polygon with an area"
    ConvexPolygon "a convex polygon"
}
