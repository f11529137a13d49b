//! Structures of arrays: their arrays named once for all that walks over them, and the names of what is in them.

use motile_geom::{HashState, Slots, StateHash};

/// Gives a struct of arrays two functions for each list of fields of one type: the arrays by reference, and by
/// exclusive reference. An array that is added to a list is grown, saved, loaded and hashed with the others.
macro_rules! lists {
    ($owner:ident { $($(#[$doc:meta])* $list:ident, $list_mut:ident: [$first:ident $(, $field:ident)*];)+ }) => {
        impl $owner {
            $(
                $(#[$doc])*
                pub(crate) fn $list(&self) -> [&Vec<f32>; 1 $(+ lists!(@one $field))*] {
                    [&self.$first $(, &self.$field)*]
                }

                $(#[$doc])*
                pub(crate) fn $list_mut(
                    &mut self,
                ) -> [&mut Vec<f32>; 1 $(+ lists!(@one $field))*] {
                    [&mut self.$first $(, &mut self.$field)*]
                }
            )+
        }
    };
    (@one $field:ident) => { 1 };
}

pub(super) use lists;

/// Hashes arrays one after the other, without their number.
pub(super) fn hash_arrays<const N: usize>(arrays: [&Vec<f32>; N], hash: &mut StateHash) {
    for array in arrays {
        array.hash_state(hash);
    }
}

/// Hashes everything that the ids of the future depend on, in the form in which it is saved: generations, free places.
pub(super) fn hash_names<T>(names: &Slots<T>, hash: &mut StateHash) {
    hash.write_u64(names.slots_len() as u64);
    generations(names).for_each(|generation| hash.write_u32(generation));
    names.free().hash_state(hash);
}

/// The generation of each place.
pub(super) fn generations<T>(names: &Slots<T>) -> impl Iterator<Item = u32> + '_ {
    (0..names.slots_len() as u32).filter_map(|place| names.generation_at(place))
}

/// Whether each place is in use.
pub(super) fn in_use<T>(names: &Slots<T>) -> impl Iterator<Item = bool> + '_ {
    (0..names.slots_len() as u32).map(|place| names.id_at(place).is_some())
}
