//! What is carried near open sides and obstacles.

use crate::{
    pressure::CellKind,
    rows::for_rows,
    solid::{FluidWalls, Obstacles},
    staggered::{Carry, Place, Samples},
};
use motile_geom::vec2;

/// No dye comes in through open sides.
pub(super) fn keep_out(
    carry: &Carry<'_>,
    walls: FluidWalls,
    width: usize,
    height: usize,
    matter: &mut [[f32; 4]],
) {
    for_rows(matter, width, |y, row| {
        for (x, cell) in row.iter_mut().enumerate() {
            // Beyond the outermost samples there is nothing: as much is kept as lies on this side of the border.
            let foot = carry.foot(Place::Cells, vec2(0.5, 0.5), x, y);
            let part = |is_wall: bool, inside: f32| {
                if is_wall { 1.0 } else { (inside + 0.5).clamp(0.0, 1.0) }
            };
            let kept = part(walls.left, foot.x)
                * part(walls.right, width as f32 - foot.x)
                * part(walls.top, foot.y)
                * part(walls.bottom, height as f32 - foot.y);
            if kept < 1.0 {
                *cell = cell.map(|value| value * kept);
            }
        }
    });
}

/// Carries dye and heat beside obstacles by what is fluid alone: nothing comes out of solid cells, or through them.
pub(super) fn carry_around(
    carry: &Carry<'_>,
    obstacles: &Obstacles,
    from: Samples<'_, [f32; 4]>,
    into: &mut [[f32; 4]],
) {
    let (w, h) = (from.columns, from.rows);
    let kinds = &obstacles.domain.kinds;
    let is_solid = |cell: usize| kinds[cell] == CellKind::Solid;
    for_rows(into, w, |y, row| {
        for (x, value) in row.iter_mut().enumerate() {
            let cell = y * w + x;
            if is_solid(cell) {
                *value = [0.0; 4];
                continue;
            }
            let (left, right) = (x.saturating_sub(1), (x + 1).min(w - 1));
            let rows = [y.saturating_sub(1), y, (y + 1).min(h - 1)];
            let is_beside =
                rows.iter().any(|row| (left..=right).any(|column| is_solid(row * w + column)));
            if is_beside {
                let foot = carry.foot(Place::Cells, from.first, x, y);
                let there = from.at_where(foot, |sample| !is_solid(sample));
                *value = there.unwrap_or(from.values[cell]);
            }
        }
    });
}
