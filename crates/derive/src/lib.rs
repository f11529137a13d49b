//! The derive macros of motile, re-exported by the crates they are for: `StateHash` by `motile-geom`, `Animate` and
//! `Properties` by `motile-anim`, each behind the feature `derive`.
//!
//! They find the traits wherever the deriving crate has them: in these crates by whatever name its manifest gives
//! them, or inside of the facade `motile`.

mod animate;
mod manifest;
mod paths;
mod state;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use syn::{DeriveInput, Error, parse_macro_input};

/// Makes a struct a value that can be tweened, field by field. All fields must be `Animate`, and the
/// struct `Clone`.
///
/// ```
/// use motile_anim::Animate;
///
/// #[derive(Clone, Animate)]
/// struct Pose { x: f32, turn: f32 }
///
/// let halfway = Pose::mix(&Pose { x: 0.0, turn: 1.0 }, &Pose { x: 8.0, turn: 2.0 }, 0.5);
/// assert_eq!((halfway.x, halfway.turn), (4.0, 1.5));
/// ```
#[proc_macro_derive(Animate)]
pub fn derive_animate(input: TokenStream) -> TokenStream {
    expand(input, animate::animate)
}

/// Lets data name the fields of types `f32`, `f64` and `i32` of a struct; other fields have no name.
#[proc_macro_derive(Properties)]
pub fn derive_properties(input: TokenStream) -> TokenStream {
    expand(input, animate::properties)
}

/// Makes a struct or enum state: hashed by `HashState`, saved and restored by `SaveState`, both over all fields in their
/// order, after the number of the variant.
///
/// ```
/// use motile_geom::{StateHash, Vec2, state};
///
/// #[derive(Debug, PartialEq, StateHash)]
/// struct Ship {
///     position: Vec2,
///     cargo: Vec<Crate>,
///     /// Computed anew in every frame.
///     #[state(skip)]
///     nearest: Option<usize>,
/// }
///
/// #[derive(Debug, PartialEq, StateHash)]
/// enum Crate { Empty, Full { weight: f32 } }
///
/// let cargo = vec![Crate::Empty, Crate::Full { weight: 2.5 }];
/// let ship = Ship { position: Vec2::ONE, cargo, nearest: Some(7) };
/// let again: Ship = state::restore(&state::save(&ship))?;
/// assert_eq!(StateHash::of(&again), StateHash::of(&ship));
/// assert_eq!(again, Ship { nearest: None, ..ship });
/// # Ok::<(), motile_geom::StateError>(())
/// ```
///
/// # Attributes
///
/// - `#[state(skip)]` on a field: neither hashed nor saved; restored by `Default`. For what can be computed from the
///   rest: caches, buffers, pictures.
/// - `#[state(skip_save)]` on a field: hashed, but not saved; restored by `Default`.
/// - `#[state(hash_only)]` on the type: hashed, but not saved. For types with parts that cannot be restored.
///
/// # Errors
///
/// A field whose type is no state does not compile; the error points at the field:
///
/// ```compile_fail
/// struct Picture;
///
/// #[derive(motile_geom::StateHash)]
/// struct Ship { picture: Picture }
/// ```
///
/// Nor does a field that is left out and has no `Default`:
///
/// ```compile_fail
/// struct Picture;
///
/// #[derive(motile_geom::StateHash)]
/// struct Ship { #[state(skip)] picture: Picture }
/// ```
///
/// ```
/// struct Picture;
///
/// #[derive(motile_geom::StateHash)]
/// #[state(hash_only)]
/// struct Ship { #[state(skip)] picture: Picture }
/// # let _ = Ship { picture: Picture }.picture;
/// ```
///
/// Nor does an attribute that is misspelled:
///
/// ```compile_fail
/// #[derive(motile_geom::StateHash)]
/// struct Ship { #[state(skipped)] cargo: u32 }
/// ```
#[proc_macro_derive(StateHash, attributes(state))]
pub fn derive_state_hash(input: TokenStream) -> TokenStream {
    expand(input, state::state)
}

fn expand(input: TokenStream, with: fn(&DeriveInput) -> Result<Tokens, Error>) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    with(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
