//! A flight over a world of a hundred million cells: chunks come and go, memory and time stay.

use super::{art, controls, editing};
use crate::{Demo, kit::foot_caption};
use core::f32::consts::TAU;
use motile::math::UVec2;
use motile::prelude::*;
use motile::stage::{Drawable, Shared};
use motile::tiles::{
    CHUNK, ChunkCells, EditorPanel, Tile, TileLayer, TileSheet, TileSpace, TileStream, TileView,
};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/endless-flight",
    title: "A hundred million cells",
    sees: "Islands pass below; of 10,000 × 10,000 cells only the chunks around the view are in memory, and a frame draws only the strip that comes in.",
    tries: "Fly faster. Click to drop rocks, fly away and come back: they are still there.",
    controls: "Click to drop a rock.",
    keys: &[(Key::Space, "turn around"), editing::KEY],
    takes_drags: true,
    spec: &["TILE-X9", "TILE-68", "TILE-M8"],
    ticks: 200,
    script: "150 move 300 200\n151 down\n152 up\n",
    ..Demo::of::<EndlessFlight>()
};

/// Cells along a side of the world.
const WORLD: i32 = 10_000;
const SIDE: f32 = art::SIDE as f32;
const COLORS: [u32; 5] = [0x2B_66_9C, 0x3F_86_B8, 0xE0_CB_8C, 0x63_A9_57, 0x8D_8A_86];
const ROCK: Tile = Tile::new(5);

#[derive(StateHash)]
#[state(hash_only)]
struct EndlessFlight {
    /// The world's pixel in the middle of the view.
    place: Vec2,
    heading: f32,
    layer: TileLayer,
    drawn: u32,
    panel: EditorPanel,
    #[state(skip)]
    stream: TileStream,
    #[state(skip)]
    view: Shared<TileView>,
}

impl Sketch for EndlessFlight {
    const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 4000.0, 500.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let picture = art::sheet(COLORS.len() as u32, |tile, x, y| {
            Some(art::grain(Color::hex(COLORS[tile as usize]), x + 64 * tile as i32, y))
        })?;
        let sheet = TileSheet::new(&picture, UVec2::splat(art::SIDE))?;
        let panel = EditorPanel::new(&sheet, (1..=COLORS.len() as u32).map(Tile::new));
        let size = UVec2::new(stage.size().x as u32, stage.size().y as u32);
        let view = TileView::new(sheet, size)?.with_background(Color::BLACK)?;
        let view = Shared::new(view);
        stage.add(view.clone().node());
        Ok(Self {
            place: Vec2::splat(WORLD as f32 * SIDE * 0.5),
            heading: 0.6,
            layer: TileLayer::endless(),
            drawn: 0,
            panel,
            stream: TileStream::default(),
            view,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (corner, space) = (self.corner(stage.size()), TileSpace::square(SIDE));
        let on_stage = space.with_origin(-corner);
        let pan = editing::edit(&mut self.panel, &mut self.layer, on_stage, stage, tick);
        match pan {
            Some(pan) => self.place += pan,
            None => self.fly(tick),
        }
        let corner = self.corner(stage.size());
        let seen = space.cells_in(Aabb::from_size(corner, stage.size()));
        self.stream.update(&mut self.layer, seen, &islands);
        if pan.is_none()
            && let Some(pointer) = tick.input.pointer.pressed_at()
        {
            let cell = space.cell_of(corner + pointer);
            self.layer.fill_rect(IRect::new(cell.x - 1, cell.y - 1, 3, 3), ROCK);
        }
        let layers = [&self.layer];
        self.drawn = self.view.edit(|view| view.update(&layers, corner.as_ivec2(), tick.time));
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let (chunks, edited) = (self.layer.chunk_count(), self.stream.edited_chunks());
        let words =
            format!("{chunks} chunks in memory, {edited} edited, {} cells drawn", self.drawn);
        foot_caption(canvas, words, Color::WHITE);
        let space = TileSpace::square(SIDE).with_origin(-self.corner(stage.size()));
        self.panel.draw(canvas, space, stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl EndlessFlight {
    fn fly(&mut self, tick: Tick) {
        if controls::goes(tick.input) {
            self.heading += TAU / 2.0;
        }
        // A slow curve, and back into the world at its borders.
        let middle = Vec2::splat(WORLD as f32 * SIDE * 0.5);
        let outside = (self.place - middle).abs().max_element() > middle.x * 0.98;
        let home = (middle - self.place).angle();
        let turn = if outside { angle::difference(self.heading, home) } else { 0.15 };
        self.heading += turn * tick.dt;
        self.place += Vec2::at_angle(self.heading) * tick.params.number("speed") * tick.dt;
    }

    /// The world's pixel at the top left corner of the screen.
    fn corner(&self, size: Vec2) -> Vec2 {
        (self.place - size * 0.5).round()
    }
}

/// The cells of a chunk, from smooth noise at two scales.
fn islands(chunk: IVec2, cells: &mut ChunkCells) {
    let corner = chunk * CHUNK as i32;
    for (index, cell) in (0..).zip(cells) {
        let (x, y) = (corner.x + index % CHUNK as i32, corner.y + index / CHUNK as i32);
        if (0..WORLD).contains(&x) && (0..WORLD).contains(&y) {
            let height = 0.65 * noise(x, y, 24) + 0.35 * noise(x + 5000, y, 7);
            let steps = [0.42, 0.5, 0.56, 0.72];
            let level = steps.iter().filter(|&&step| height > step).count();
            *cell = Tile::new(1 + level as u32);
        }
    }
}

/// A number between 0 and 1 that changes smoothly over `scale` cells.
fn noise(x: i32, y: i32, scale: i32) -> f32 {
    let (left, top) = (x.div_euclid(scale), y.div_euclid(scale));
    let smooth = |part: i32| {
        let t = part.rem_euclid(scale) as f32 / scale as f32;
        t * t * (3.0 - 2.0 * t)
    };
    let value = |dx, dy| (art::speckle(left + dx, top + dy) >> 8) as f32 / (1 << 24) as f32;
    let (u, v) = (smooth(x), smooth(y));
    let upper = value(0, 0) + (value(1, 0) - value(0, 0)) * u;
    let lower = value(0, 1) + (value(1, 1) - value(0, 1)) * u;
    upper + (lower - upper) * v
}
