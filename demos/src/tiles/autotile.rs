//! Terrain painted cell by cell picks tiles that fit its border, whatever was painted first.

use super::{art, editing};
use crate::Demo;
use motile::math::UVec2;
use motile::prelude::*;
use motile::stage::{Drawable, Shared};
use motile::tiles::auto::{BLOB_MASKS, Blob};
use motile::tiles::{EditorPanel, Tile, TileLayer, TileSheet, TileSpace, TileView};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/autotile",
    title: "Autotile painting",
    sees: "Meadows in a lake: 47 tiles follow every shore and corner while it is painted, and only the cells around a change are looked at.",
    tries: "Paint, and paint over it. Switch to the 16 tiles that see no corners. However you got there, the same cells show the same tiles.",
    controls: "Drag over water to make land, over land to make water.",
    keys: &[(Key::Space, "all water"), editing::KEY],
    spec: &["TILE-67", "TILE-A28"],
    ticks: 90,
    script: "2 move 420 100\n3 down\n20 move 560 130\n40 move 540 330\n60 move 420 380\n70 up\n",
    ..Demo::of::<Autotile>()
};

const COLUMNS: u32 = 20;
const ROWS: u32 = 15;

#[derive(StateHash)]
#[state(hash_only)]
struct Autotile {
    terrain: TileLayer,
    picture: TileLayer,
    /// What a drag paints: land or water; nothing between drags.
    brush: Option<bool>,
    last: IVec2,
    panel: EditorPanel,
    #[state(skip)]
    blob: Blob,
    #[state(skip)]
    view: Shared<TileView>,
}

impl Sketch for Autotile {
    const PARAMS: &'static [Param] = &[Param::choice("tiles", &["47 with corners", "16 edges"], 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x2E_6F_A8);
        // First the 47 forms, then the 16 that know sides only.
        let picture = art::sheet(47 + 16, |tile, x, y| {
            let mask = match tile.checked_sub(47) {
                None => BLOB_MASKS[tile as usize],
                Some(edges) => with_corners(edges as u8),
            };
            shore(mask, x, y)
        })?;
        let sheet = TileSheet::new(&picture, UVec2::splat(art::SIDE))?;
        let panel = EditorPanel::new(&sheet, [Tile::new(1)]);
        let size = UVec2::new(COLUMNS, ROWS) * art::SIDE;
        let view = Shared::new(TileView::new(sheet, size)?);
        stage.add(view.clone().node());
        let mut terrain = TileLayer::new(COLUMNS, ROWS)?;
        for (x, y, width, height) in [(2, 2, 7, 5), (5, 5, 6, 6), (3, 9, 3, 4), (13, 11, 1, 1)] {
            terrain.fill_rect(IRect::new(x, y, width, height), Tile::new(1));
        }
        terrain.fill_rect(IRect::new(6, 7, 2, 2), Tile::EMPTY);
        Ok(Self {
            terrain,
            picture: TileLayer::new(COLUMNS, ROWS)?,
            brush: None,
            last: IVec2::ZERO,
            panel,
            blob: corners(),
            view,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("tiles") {
            let edges = tick.params.choice("tiles") == 1;
            self.blob = if edges { Blob::edges((48..=63).collect()) } else { corners() };
        }
        let space = TileSpace::square(art::SIDE as f32);
        if editing::edit(&mut self.panel, &mut self.terrain, space, stage, tick).is_none() {
            if tick.input.pressed(Key::Space) {
                self.terrain.fill_rect(self.terrain.bounds(), Tile::EMPTY);
            }
            self.paint(tick.input);
        }
        self.blob.update(&self.terrain, &mut self.picture);
        self.view.edit(|view| view.update(&[&self.picture], IVec2::ZERO, 0.0));
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.panel.draw(canvas, TileSpace::square(art::SIDE as f32), stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Autotile {
    fn paint(&mut self, input: &Input) {
        let Some(pointer) = input.pointer.held_at() else {
            self.brush = None;
            return;
        };
        let cell = TileSpace::square(art::SIDE as f32).cell_of(pointer);
        if self.brush.is_none() {
            self.brush = Some(self.terrain.get(cell.x, cell.y).is_empty());
            self.last = cell;
        }
        let tile = if self.brush == Some(true) { Tile::new(1) } else { Tile::EMPTY };
        // Two cells wide, so that slanted strokes hang together by their sides.
        for beside in [ivec2(0, 0), ivec2(1, 0)] {
            self.terrain.draw_line(self.last + beside, cell + beside, tile);
        }
        self.last = cell;
    }
}

fn corners() -> Blob {
    Blob::corners((1..=47).collect())
}

/// Four sides as bits of eight neighbors; each corner goes along with its sides.
fn with_corners(edges: u8) -> u8 {
    let sides = (0..4).fold(0, |mask, bit| mask | (edges >> bit & 1) << (2 * bit));
    sides | (sides.rotate_left(1) & sides.rotate_right(1))
}

/// A pixel of land with a shore where a neighbor is water.
fn shore(mask: u8, x: i32, y: i32) -> Option<Color> {
    let last = art::SIDE as i32 - 1;
    let has = |bit: u32| mask >> bit & 1 == 1;
    // Distances to the sides up, right, down and left, where there is water.
    let far = [y, last - x, last - y, x];
    let side = (0..4).filter(|&i| !has(2 * i)).map(|i| far[i as usize] as f32);
    let inner = (0..4).filter(|&i| !has(2 * i + 1)).map(|i| {
        let (a, b) = (far[i as usize], far[(i as usize + 1) % 4]);
        ops::sqrt((a * a + b * b) as f32)
    });
    // Where two shores meet outside, the corner is round.
    let round = (0..4).filter(|&i| !has(2 * i) && !has((2 * i + 2) % 8)).map(|i| {
        let (a, b) = (12 - far[i as usize], 12 - far[(i as usize + 1) % 4]);
        if a > 0 && b > 0 { 12.0 - ops::sqrt((a * a + b * b) as f32) } else { 12.0 }
    });
    let nearest = side.chain(inner).chain(round).fold(99.0, f32::min);
    let color = match nearest {
        n if n < 2.0 => return None,
        n if n < 7.0 => Color::hex(0xE2_CC_8B),
        _ => Color::hex(0x5E_A8_52),
    };
    Some(art::grain(color, x, y))
}
