//! The uniform grid for boxes.

use super::Broadphase;
use super::box_rows::{BoxRows, Plan, fair_side};
use super::survey::Survey;
use super::torus::Torus;
use super::wrapped_boxes::WrappedBoxes;
use crate::grid::layout::{Layout, Mode};
use crate::{CellSize, CollideError, GridWorld, Pair};
use motile_geom::{Aabb, Vec2};

/// Boxes filed by the cell of their top left corner: for boxes of about one size. By default the plane has no edges
/// and the cells hold about one box each.
///
/// ```
/// use motile_collide::{BoxGrid, Broadphase, CellSize, GridWorld, Pair};
/// use motile_geom::{Aabb, vec2};
///
/// // What leaves on the right comes in on the left.
/// let world = Aabb::from_size(vec2(0.0, 0.0), vec2(400.0, 300.0));
/// let mut phase = BoxGrid::new(GridWorld::Torus(world), CellSize::Auto)?;
/// phase.update(&[2.0, 100.0, 395.0].map(|x| Aabb::from_size(vec2(x, 50.0), vec2(10.0, 10.0))));
/// let mut pairs = Vec::new();
/// phase.pairs_into(&mut pairs);
/// assert_eq!(pairs, [Pair::new(0, 2)]);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
///
/// # Worlds
///
/// - [`GridWorld::Unbounded`]: a window around the boxes. With a side for the cells that makes the window too large
///   (boxes in crowds far apart) cells share the places of a hashed table.
/// - [`GridWorld::Bounded`]: the cells are those of the rectangle; boxes outside stand in its border cells.
/// - [`GridWorld::Torus`]: pairs, areas, distances and rays go around the edges.
///
/// No pair is missed whatever the [`CellSize`]: `AtLeast` and `Exactly` ask for the same here, and cells become larger
/// where the boxes or the size of the table require it.
///
/// # Order
///
/// Boxes stand in the order of their cells, row by row, then in input order. Pairs come in the order of the
/// box that comes first; its partners as they stand further right in its row of cells, then in the rows below. In a
/// torus and in a hashed table the order of cells is that of their places.
#[doc(alias = "spatial hash")]
#[doc(alias = "broad phase")]
#[derive(Clone, Debug)]
pub struct BoxGrid {
    world: GridWorld,
    cell_size: CellSize,
    boxes: Vec<Aabb>,
    bounds: Aabb,
    rows: BoxRows,
    wrapped: WrappedBoxes,
    /// Which of the two holds the boxes.
    is_wrapped: bool,
}

impl Default for BoxGrid {
    /// An unbounded grid that chooses its cell size.
    fn default() -> Self {
        Self::with_settings(GridWorld::Unbounded, CellSize::Auto)
    }
}

/// Cells around a torus and in a hashed table are wider than the largest box by this share of it ...
const WIDER: f64 = 1e-6;
/// ... and by this share of the torus: distances across its edges are rounded at its size.
const SEAM: f64 = 1e-6;

impl BoxGrid {
    /// An empty grid.
    ///
    /// # Errors
    /// [`CollideError::BadWorld`] or [`CollideError::BadCellSize`] when a number is not finite, the
    /// rectangle is turned inside out, a torus has no area, or the cell side is not above 0.
    pub fn new(world: GridWorld, cell_size: CellSize) -> Result<Self, CollideError> {
        world.check()?;
        cell_size.check()?;
        Ok(Self::with_settings(world, cell_size))
    }

    fn with_settings(world: GridWorld, cell_size: CellSize) -> Self {
        Self {
            world,
            cell_size,
            boxes: Vec::new(),
            bounds: Aabb::EMPTY,
            rows: BoxRows::new(),
            wrapped: WrappedBoxes::new(Layout::new(GridWorld::Unbounded, 1.0, 0, Aabb::EMPTY)),
            is_wrapped: false,
        }
    }

    /// Whether the boxes were scattered so widely that cells share places of a hashed table.
    pub fn is_hashed(&self) -> bool {
        self.is_wrapped && self.world == GridWorld::Unbounded
    }

    pub(super) fn update_surveyed(&mut self, boxes: &[Aabb], survey: &Survey) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = survey.bounds();
        let Survey { corners, reach, all_valid, .. } = *survey;
        let side = match self.cell_size {
            CellSize::Auto => None,
            CellSize::AtLeast(side) | CellSize::Exactly(side) => Some(f64::from(side)),
        };
        let layout = self.wrapped_layout(survey, side);
        self.is_wrapped = layout.is_some();
        if let Some(layout) = layout {
            let torus = self.torus().map(Torus::new);
            self.wrapped.file(boxes, layout, torus, reach);
        } else {
            let corners = if let GridWorld::Bounded(area) = self.world { area } else { corners };
            self.rows.file(boxes, None, Plan { corners, reach, all_valid, side });
        }
    }

    /// The cells of a torus or of a hashed table, if the boxes belong into one.
    fn wrapped_layout(&self, survey: &Survey, side: Option<f64>) -> Option<Layout> {
        let n = survey.count as usize;
        let least = survey.reach.as_dvec2().max_element() * (1.0 + WIDER);
        match self.world {
            GridWorld::Bounded(_) => None,
            GridWorld::Torus(area) => {
                let area = Aabb::new(Vec2::ZERO, area.size());
                let least = least + area.size().as_dvec2().max_element() * SEAM;
                let side = side.unwrap_or_else(|| fair_side(area, n)).max(least);
                Some(Layout::new(GridWorld::Torus(area), side, n, survey.corners))
            }
            GridWorld::Unbounded => {
                let layout = Layout::new(self.world, side?.max(least), n, survey.corners);
                (layout.mode == Mode::Hashed).then_some(layout)
            }
        }
    }

    /// How many boxes stand in the cell of a box, over the number if they were strewn evenly.
    pub(super) fn crowding(&self) -> f64 {
        self.rows.crowding()
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn par_pairs(&self, pairs: &mut Vec<Pair>) {
        pairs.clear();
        if self.is_wrapped { self.wrapped.par_pairs(pairs) } else { self.rows.par_pairs(pairs) }
    }
}

impl Broadphase for BoxGrid {
    fn update(&mut self, boxes: &[Aabb]) {
        self.update_surveyed(boxes, &Survey::of(boxes));
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, f: impl FnMut(Pair)) {
        if self.is_wrapped { self.wrapped.for_each_pair(f) } else { self.rows.for_each_pair(f) }
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, f: impl FnMut(u32)) {
        if self.is_wrapped {
            self.wrapped.for_each_in(area, f);
        } else {
            self.rows.for_each_in(area, f);
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }

    fn torus(&self) -> Option<Aabb> {
        if let GridWorld::Torus(area) = self.world { Some(area) } else { None }
    }
}
