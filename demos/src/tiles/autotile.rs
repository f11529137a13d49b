//! Terrain painted cell by cell picks tiles that fit its border, whatever was painted first.

mod forms;

use super::{art, controls, editing};
use crate::Demo;
use forms::{Painter, WAYS};
use motile::math::UVec2;
use motile::prelude::*;
use motile::stage::{Drawable, Shared};
use motile::tiles::{EditorPanel, Tile, TileLayer, TileSheet, TileSpace, TileView};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/autotile",
    title: "Autotile painting",
    sees: "Meadows in a lake: 47 tiles follow every shore and corner while it is painted, and only the cells around a change are looked at.",
    tries: "Paint, and paint over it. Switch to the 16 tiles that see no corners, to tiles between cells, to Wang tiles and to a list of rules. However you got there, the same cells show the same tiles.",
    controls: "Drag over water to make land, over land to make water.",
    keys: &[(Key::Space, "all water"), editing::KEY],
    takes_drags: true,
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
    painter: Painter,
    #[state(skip)]
    view: Shared<TileView>,
}

impl Sketch for Autotile {
    const PARAMS: &'static [Param] = &[Param::choice("tiles", WAYS, 0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x2E_6F_A8);
        let picture = art::sheet(forms::COUNT, forms::pixel)?;
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
            painter: Painter::new(stage.params().choice("tiles")),
            view,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("tiles") {
            self.painter = Painter::new(tick.params.choice("tiles"));
            self.view.edit(TileView::forget);
        }
        let more = self.painter.more();
        if self.picture.bounds().width != COLUMNS + more {
            match TileLayer::new(COLUMNS + more, ROWS + more) {
                Ok(picture) => self.picture = picture,
                Err(error) => stage.fail(error),
            }
        }
        let space = TileSpace::square(art::SIDE as f32);
        if editing::edit(&mut self.panel, &mut self.terrain, space, stage, tick).is_none() {
            if controls::goes(tick.input) {
                self.terrain.fill_rect(self.terrain.bounds(), Tile::EMPTY);
            }
            self.paint(tick.input);
        }
        self.painter.update(&self.terrain, &mut self.picture);
        let corner = IVec2::splat((more * art::SIDE / 2) as i32);
        self.view.edit(|view| view.update(&[&self.picture], corner, 0.0));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way shows land where land is, and no two show the same.
    #[test]
    fn tile_67_every_way_follows_the_painting() {
        let mut seen = Vec::new();
        for way in WAYS {
            let settings = Settings::new(640, 480).with_param("tiles", way);
            let mut player = Player::new::<Autotile>(&settings).unwrap();
            player
                .play(Script::parse("2 move 420 100\n3 down\n20 move 560 130\n30 up\n").unwrap())
                .unwrap();
            player.run_ticks(40);
            let demo: &Autotile = player.sketch().unwrap();
            let mut fresh =
                TileLayer::new(demo.picture.bounds().width, demo.picture.bounds().height).unwrap();
            let number = WAYS.iter().position(|known| known == way).unwrap();
            Painter::new(number as u32).update(&demo.terrain, &mut fresh);
            assert_eq!(demo.picture, fresh, "{way}: as if painted at once");
            assert!(!seen.contains(&fresh), "{way}");
            seen.push(fresh);
        }
    }
}
