//! Polygons known to be convex.

use crate::{Polygon, PolygonError, Vec2};

/// A polygon whose corners all turn the same way, so that contacts and distances are defined.
///
/// ```
/// use motile_geom::{ConvexPolygon, vec2};
/// let ramp = ConvexPolygon::new(vec![vec2(0.0, 0.0), vec2(40.0, 30.0), vec2(0.0, 30.0)])?;
/// assert_eq!(ramp.polygon().area(), 600.0);
/// # Ok::<(), motile_geom::PolygonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Polygon", into = "Polygon"))]
pub struct ConvexPolygon {
    polygon: Polygon,
}

impl ConvexPolygon {
    /// A convex polygon from its outline in either direction; it is turned to positive orientation.
    ///
    /// # Errors
    /// What [`Polygon::new`] refuses, and [`PolygonError::NotConvex`]. For the hull of any points use
    /// [`ConvexPolygon::hull`].
    pub fn new(vertices: Vec<Vec2>) -> Result<Self, PolygonError> {
        Self::try_from(Polygon::new(vertices)?)
    }

    /// For outlines that are convex by construction.
    pub(crate) const fn trusted(polygon: Polygon) -> Self {
        Self { polygon }
    }

    /// The vertices, clockwise on the screen.
    pub fn vertices(&self) -> &[Vec2] {
        self.polygon.vertices()
    }

    /// The outline as a [`Polygon`], borrowed.
    pub fn polygon(&self) -> &Polygon {
        &self.polygon
    }

    /// The outline as a [`Polygon`], without copying.
    pub fn into_polygon(self) -> Polygon {
        self.polygon
    }

    /// Moved by an offset.
    ///
    /// # Errors
    /// When an offset so large leaves no finite outline with an area.
    pub fn translated(&self, offset: Vec2) -> Result<Self, PolygonError> {
        Self::try_from(self.polygon.translated(offset)?)
    }
}

impl From<ConvexPolygon> for Polygon {
    fn from(convex: ConvexPolygon) -> Self {
        convex.polygon
    }
}

impl TryFrom<Polygon> for ConvexPolygon {
    type Error = PolygonError;

    fn try_from(polygon: Polygon) -> Result<Self, PolygonError> {
        if polygon.is_convex() { Ok(Self { polygon }) } else { Err(PolygonError::NotConvex) }
    }
}
