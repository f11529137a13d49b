//! Plain structs as state, for crates that go without derive macros.

/// Gives structs [`HashState`](crate::HashState) and [`SaveState`](crate::SaveState) over the listed fields, in that
/// order. All fields of the struct must be listed, or it does not compile.
///
/// ```
/// use motile_geom::{StateHash, Vec2, state, state_fields};
///
/// #[derive(Debug, PartialEq)]
/// struct Ball { position: Vec2, bounces: u32 }
/// state_fields! { Ball { position, bounces } }
///
/// let ball = Ball { position: Vec2::ONE, bounces: 3 };
/// assert_eq!(StateHash::of(&ball), StateHash::of(&(Vec2::ONE, 3u32)));
/// assert_eq!(state::restore::<Ball>(&state::save(&ball))?, ball);
/// # Ok::<(), motile_geom::StateError>(())
/// ```
///
/// ```compile_fail
/// struct Ball { position: motile_geom::Vec2, bounces: u32 }
/// motile_geom::state_fields! { Ball { position } } // forgets the bounces
/// ```
#[macro_export]
macro_rules! state_fields {
    ($($ty:ty { $($field:ident),* $(,)? })+) => {$(
        impl $crate::HashState for $ty {
            #[inline]
            fn hash_state(&self, hash: &mut $crate::StateHash) {
                let Self { $($field),* } = self;
                $($crate::HashState::hash_state($field, hash);)*
            }

            fn outline(&self, outline: &mut $crate::StateOutline) {
                let Self { $($field),* } = self;
                $(outline.field(stringify!($field), $field);)*
            }
        }

        impl $crate::SaveState for $ty {
            #[inline]
            fn save(&self, out: &mut $crate::StateWriter) {
                let Self { $($field),* } = self;
                $($crate::SaveState::save($field, out);)*
            }

            #[inline]
            fn restore(
                input: &mut $crate::StateReader<'_>,
            ) -> ::core::result::Result<Self, $crate::StateError> {
                $(let $field = $crate::SaveState::restore(input)?;)*
                ::core::result::Result::Ok(Self { $($field),* })
            }
        }
    )+};
}
