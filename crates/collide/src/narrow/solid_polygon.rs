//! Filled polygons, convex or not.

use crate::convex_pieces;
use motile_geom::{ConvexPolygon, HashState, Polygon, StateHash};
use std::sync::OnceLock;

/// A filled polygon that need not be convex: its outline, and the [`convex_pieces`] that questions are asked of.
///
/// The pieces are cut when they are first asked for, which allocates and takes time in about the square of the number of
/// corners; afterwards they are there. Two are equal when their outlines are.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Polygon", into = "Polygon"))]
pub struct SolidPolygon {
    outline: Polygon,
    // Not cut at once: who only looks at the outline (points in a world, a drawing) does not pay for it.
    pieces: OnceLock<Vec<ConvexPolygon>>,
}

impl SolidPolygon {
    /// The outline.
    pub const fn outline(&self) -> &Polygon {
        &self.outline
    }

    /// Convex polygons that cover it and overlap in their borders only. Allocates when first called.
    pub fn pieces(&self) -> &[ConvexPolygon] {
        self.pieces.get_or_init(|| convex_pieces(&self.outline))
    }
}

impl From<Polygon> for SolidPolygon {
    fn from(outline: Polygon) -> Self {
        Self { outline, pieces: OnceLock::new() }
    }
}

impl From<SolidPolygon> for Polygon {
    fn from(solid: SolidPolygon) -> Self {
        solid.outline
    }
}

impl PartialEq for SolidPolygon {
    fn eq(&self, other: &Self) -> bool {
        self.outline == other.outline
    }
}

impl HashState for SolidPolygon {
    fn hash_state(&self, hash: &mut StateHash) {
        self.outline.hash_state(hash);
    }
}
