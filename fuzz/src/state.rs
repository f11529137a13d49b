//! Saved state of every kind of value.

use core::time::Duration;
use motile_geom::{
    Arena, ConvexPolygon, Grid2, Polygon, Rng, SaveState, StateError, StateHash, StateReader,
    StateWriter, Vec2, state,
};
use std::collections::{BTreeMap, VecDeque};

type Everything = (
    (Vec<String>, VecDeque<Option<char>>, BTreeMap<i16, Vec<bool>>),
    Arena<[f32; 2]>,
    Grid2<u8>,
    (Polygon, Option<Box<ConvexPolygon>>),
    (Rng, Duration, usize),
    Vec<()>,
    Tree,
);

/// Holds others of its kind, as deep as the bytes say.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tree(Vec<Tree>);

impl SaveState for Tree {
    fn save(&self, out: &mut StateWriter) {
        self.0.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        SaveState::restore(input).map(Self)
    }
}

/// Any bytes are a state or an error with a place; a state survives writing and reading.
pub fn run(data: &[u8]) {
    match state::restore::<Everything>(data) {
        Ok(value) => {
            let bytes = state::save(&value);
            let again: Result<Everything, StateError> = state::restore(&bytes);
            // Numbers may be NaN, so the bytes are compared.
            assert_eq!(again.map(|again| state::save(&again)), Ok(bytes));
            StateHash::of(&value.1);
        }
        Err(error) => {
            assert!(error.offset <= data.len() as u64 && !error.expected.is_empty());
        }
    }
}

/// A state with something of every kind.
///
/// # Panics
/// Never: the shapes are valid.
pub fn built() -> Vec<Vec<u8>> {
    let mut arena = Arena::new();
    let gone = arena.insert([1.0, 2.0]);
    arena.insert([3.0, 4.0]);
    arena.remove(gone);
    let square = vec![Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let value: Everything = (
        (vec!["é".into()], VecDeque::from([Some('x'), None]), BTreeMap::from([(3, vec![true])])),
        arena,
        Grid2::filled(3, 2, 7).expect("valid"),
        (
            Polygon::new(square.clone()).expect("valid"),
            Some(Box::new(ConvexPolygon::new(square).expect("valid"))),
        ),
        (Rng::new(4), Duration::from_millis(1500), 9),
        vec![(); 3],
        Tree(vec![Tree::default(), Tree(vec![Tree::default()])]),
    );
    vec![state::save(&value), vec![1; 200]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("state")].concat(), 20_000, run);
    }
}
