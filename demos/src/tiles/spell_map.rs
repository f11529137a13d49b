//! A map that is never drawn: cells under a spell, which walkers read and avoid.

use super::{controls, editing};
use crate::{Demo, kit, look};
use motile::geom::Grid2;
use motile::prelude::*;
use motile::tiles::{
    DataMap, DirectionMap, EditorPanel, Tile, TileLayer, TileSpace, cells_on_line,
};
use std::collections::VecDeque;

pub(super) const DEMO: Demo = Demo {
    id: "tiles/spell-map",
    title: "Spell map",
    sees: "Walkers cross the meadow to the well. Cells under a spell are only numbers in a map, but the field of directions goes around them.",
    tries: "Paint spells across their way, close it, and open it again. M shows the field; raise the noise and see them stray.",
    controls: "Drag to cast a spell; drag from a spell to lift it.",
    keys: &[(Key::Space, "lift all spells"), editing::KEY],
    takes_drags: true,
    spec: &["TILE-46", "TILE-D18", "TILE-75"],
    ticks: 420,
    script: "10 move 300 60\n11 down\n20 move 330 200\n30 move 300 330\n31 up\n",
    ..Demo::of::<SpellMap>()
};

const SIDE: f32 = 32.0;
const COLUMNS: u32 = 20;
const ROWS: u32 = 15;
const WALKERS: usize = 60;
const GOAL: IVec2 = ivec2(18, 7);
/// What a cell under a spell says, and any other.
const NOISE: i32 = 99;
const QUIET: i32 = -1;

#[derive(Clone, Copy, StateHash)]
#[state(hash_only)]
struct Walker {
    place: Vec2,
    heading: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct SpellMap {
    spells: DataMap<i32>,
    walkers: Vec<Walker>,
    /// Walkers that came to the well.
    arrived: u32,
    /// What a drag paints, and the cell it was in last; nothing between drags.
    brush: Option<(i32, IVec2)>,
    panel: EditorPanel,
    #[state(skip)]
    field: DirectionMap,
}

impl Sketch for SpellMap {
    const PARAMS: &'static [Param] =
        &[Param::number("speed", 10.0, 200.0, 80.0), Param::number("noise", 0.0, 3.0, 0.4)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x7F_B0_69);
        let space = TileSpace::square(SIDE);
        let mut spells = DataMap::filled(COLUMNS, ROWS, space, QUIET)?;
        spells.brush(ivec2(10, 7), 2, NOISE);
        let walkers = (0..WALKERS).map(|_| fresh(&mut stage.rng, 300.0)).collect();
        let field = DirectionMap::downhill(space, &distances(&spells)?)?;
        let panel = editing::panel(&[look::VIOLET])?;
        Ok(Self { spells, walkers, arrived: 0, brush: None, panel, field })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let was_open = self.panel.open;
        let mut painted = self.painted();
        if editing::edit(&mut self.panel, &mut painted, self.spells.space, stage, tick).is_some() {
            self.take_over(&painted);
        }
        if self.panel.open && was_open {
            return;
        }
        if self.panel.open != was_open || self.cast(tick.input) {
            let distances = distances(&self.spells);
            let field = distances.and_then(|far| DirectionMap::downhill(self.spells.space, &far));
            match field {
                Ok(field) => self.field = field,
                Err(error) => stage.fail(error),
            }
        }
        let goal = self.spells.space.center_of(GOAL);
        let (speed, noise) = (tick.params.number("speed"), tick.params.number("noise"));
        for walker in &mut self.walkers {
            let way = self.field.sample(walker.place);
            if way != Vec2::ZERO {
                let error = angle::difference(walker.heading, way.angle());
                walker.heading += error * 6.0 * tick.dt;
            }
            walker.heading += stage.rng.range(-1.0..1.0) * noise * 10.0 * tick.dt;
            let next = walker.place + Vec2::at_angle(walker.heading) * speed * tick.dt;
            // Nobody steps into a spell; who stands in one may leave it.
            let free =
                *self.spells.sample(next) == QUIET || *self.spells.sample(walker.place) == NOISE;
            if free {
                walker.place = next.clamp(Vec2::ONE, stage.size() - 1.0);
            } else {
                walker.heading += 4.0 * tick.dt;
            }
            if walker.place.distance(goal) < SIDE * 0.6 {
                self.arrived += 1;
                *walker = fresh(&mut stage.rng, 20.0);
            }
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let space = self.spells.space;
        for (cell, _) in self.spells.cells.iter().filter(|(_, spell)| **spell == NOISE) {
            let area = space.area_of(cell).grown(-1.5);
            canvas.fill(&Path::round_rect(area, 8.0), look::VIOLET.with_alpha(170));
        }
        let goal = space.center_of(GOAL);
        kit::disc(canvas, goal, 20.0, look::SNOW);
        kit::disc(canvas, goal, 14.0, look::BLUE);
        for walker in &self.walkers {
            let ahead = Vec2::at_angle(walker.heading) * 7.0;
            kit::disc(canvas, walker.place, 6.0, look::INK);
            kit::disc(canvas, walker.place + ahead * 0.6, 3.0, look::GOLD);
        }
        kit::foot_caption(canvas, format!("{} came to the well", self.arrived), Color::WHITE);
        self.panel.draw(canvas, space, stage.size());
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.field.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl SpellMap {
    /// The spells as tiles, for the editor.
    fn painted(&self) -> TileLayer {
        let tile = |spell: &i32| if *spell == NOISE { Tile::new(1) } else { Tile::EMPTY };
        TileLayer::from_grid(self.spells.cells.map(tile))
    }

    fn take_over(&mut self, painted: &TileLayer) {
        for (cell, spell) in self.spells.cells.iter_mut() {
            let noisy = cell != GOAL && !painted.get(cell.x, cell.y).is_empty();
            *spell = if noisy { NOISE } else { QUIET };
        }
    }

    /// Paints with a held pointer. Says whether a cell changed.
    fn cast(&mut self, input: &Input) -> bool {
        if controls::goes(input) {
            self.spells.cells.fill(QUIET);
            return true;
        }
        let Some(pointer) = input.pointer.held_at() else {
            self.brush = None;
            return false;
        };
        let cell = self.spells.space.cell_of(pointer);
        let other = if *self.spells.get(cell.x, cell.y) == NOISE { QUIET } else { NOISE };
        let (brush, last) = self.brush.unwrap_or((other, cell));
        self.brush = Some((brush, cell));
        let mut changed = false;
        for cell in cells_on_line(last, cell).filter(|&cell| cell != GOAL) {
            changed |=
                *self.spells.get(cell.x, cell.y) != brush && self.spells.set(cell.x, cell.y, brush);
        }
        changed
    }
}

/// A walker at the left edge, up to `x` pixels in.
fn fresh(rng: &mut Rng, x: f32) -> Walker {
    let place = vec2(rng.range(4.0..x), rng.range(20.0..440.0));
    Walker { place, heading: 0.0 }
}

/// Steps to the well over cells without a spell; infinite where there is no way.
fn distances(spells: &DataMap<i32>) -> Result<Grid2<f32>, motile::geom::GridError> {
    let mut far = Grid2::filled(COLUMNS, ROWS, f32::INFINITY)?;
    far.set(GOAL.x, GOAL.y, 0.0);
    let mut open = VecDeque::from([GOAL]);
    while let Some(cell) = open.pop_front() {
        let next = far[(cell.x as u32, cell.y as u32)] + 1.0;
        for step in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y] {
            let to = cell + step;
            let free = *spells.get(to.x, to.y) == QUIET;
            if free && far.get(to.x, to.y).is_some_and(|&known| known > next) {
                far.set(to.x, to.y, next);
                open.push_back(to);
            }
        }
    }
    Ok(far)
}
