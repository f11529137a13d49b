//! Convex hulls of points and of pixel masks.

use crate::{ConvexPolygon, Polygon, PolygonError, Vec2, vec2};
use core::ops::Range;
use glam::DVec2;

impl ConvexPolygon {
    /// The smallest convex polygon around points: positive orientation (clockwise on the screen),
    /// starting at the leftmost (then topmost) point, without points on straight sides. Sorts, so it
    /// costs n·log n; allocates.
    ///
    /// # Errors
    /// A point that is not finite, or no area: fewer than three points, or all on one line.
    ///
    /// ```
    /// use motile_geom::{ConvexPolygon, vec2};
    /// let points = [(0.0, 0.0), (2.0, 1.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0)];
    /// let hull = ConvexPolygon::hull(points.map(|(x, y)| vec2(x, y)))?;
    /// assert_eq!(hull.vertices(), [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0)]);
    /// # Ok::<(), motile_geom::PolygonError>(())
    /// ```
    #[doc(alias = "convex hull")]
    #[doc(alias = "monotone chain")]
    pub fn hull(points: impl IntoIterator<Item = Vec2>) -> Result<Self, PolygonError> {
        let mut points: Vec<Vec2> = points.into_iter().collect();
        if let Some(bad) = points.iter().position(|point| !point.is_finite()) {
            return Err(PolygonError::NotFinite(bad as u32));
        }
        let mut hull = Vec::new();
        hull_into(&mut points, &mut hull);
        from_hull(hull)
    }

    /// The hull of the pixels of a mask, from the columns between which each row has pixels:
    /// `rows` gives, for rows 0, 1, 2…, the first column with a pixel and the one after the last, or
    /// `None`. Pixel (x, y) covers the square from (x, y) to (x + 1, y + 1). Costs as many steps as
    /// there are rows, without sorting; allocates.
    ///
    /// # Errors
    /// [`PolygonError::TooFewVertices`] when no row has a pixel.
    ///
    /// ```
    /// use motile_geom::{ConvexPolygon, vec2};
    /// // #.
    /// // ##
    /// let hull = ConvexPolygon::hull_of_rows([Some(0..1), Some(0..2)])?;
    /// let corners = [(1.0, 0.0), (2.0, 1.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0)];
    /// assert_eq!(hull.vertices(), corners.map(|(x, y)| vec2(x, y)));
    /// # Ok::<(), motile_geom::PolygonError>(())
    /// ```
    pub fn hull_of_rows(
        rows: impl IntoIterator<Item = Option<Range<i32>>>,
    ) -> Result<Self, PolygonError> {
        let rows: Vec<(f32, Range<i32>)> = rows
            .into_iter()
            .enumerate()
            .filter_map(|(y, row)| Some((y as f32, row.filter(|row| !row.is_empty())?)))
            .collect();
        // Down the right side and up the left: each already in the order the chain needs.
        let mut hull = Vec::new();
        for (y, row) in &rows {
            push_turning(&mut hull, 0, vec2(row.end as f32, *y));
            push_turning(&mut hull, 0, vec2(row.end as f32, y + 1.0));
        }
        let bottom = hull.len().saturating_sub(1);
        for (y, row) in rows.iter().rev() {
            push_turning(&mut hull, bottom, vec2(row.start as f32, y + 1.0));
            push_turning(&mut hull, bottom, vec2(row.start as f32, *y));
        }
        from_hull(hull)
    }
}

/// The convex hull of finite points into a buffer: the rules of [`ConvexPolygon::hull`], but any
/// number of points is fine. All on one line gives its two ends, all equal a single point. Sorts
/// `points` and replaces what `hull` held; allocates only to grow `hull`.
#[doc(alias = "convex hull")]
pub fn hull_into(points: &mut [Vec2], hull: &mut Vec<Vec2>) {
    hull.clear();
    // Adding zero makes one zero of the two, so that the order by x is the one by value.
    let zeroed = |point: &Vec2| *point + 0.0;
    points.sort_unstable_by(|a, b| {
        let (a, b) = (zeroed(a), zeroed(b));
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    });
    for &point in points.iter() {
        push_turning(hull, 0, point);
    }
    let far = hull.len().saturating_sub(1);
    for &point in points.iter().rev() {
        push_turning(hull, far, point);
    }
    // The way back ends where the way out began.
    if hull.len() > 1 {
        hull.pop();
    }
}

/// Adds a point to a chain that turns clockwise on the screen; drops what would not, down to `keep`.
fn push_turning(chain: &mut Vec<Vec2>, keep: usize, point: Vec2) {
    if chain.last() == Some(&point) {
        return;
    }
    while let [.., a, b] = chain[..]
        && chain.len() > keep + 1
        && !turns(a.as_dvec2(), b.as_dvec2(), point.as_dvec2())
    {
        chain.pop();
    }
    chain.push(point);
}

fn turns(a: DVec2, b: DVec2, c: DVec2) -> bool {
    (b - a).perp_dot(c - b) > 0.0
}

fn from_hull(hull: Vec<Vec2>) -> Result<ConvexPolygon, PolygonError> {
    if hull.len() == 1 || hull.len() == 2 {
        return Err(PolygonError::NoArea);
    }
    Polygon::new(hull).map(ConvexPolygon::trusted)
}
