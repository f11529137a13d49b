//! Light stops at walls, and so does sight: what is seen now, what is remembered, and what is not known.

use super::{art, controls, editing};
use crate::{Demo, kit, look};
use motile::math::UVec2;
use motile::prelude::*;
use motile::tiles::{
    CellSight, EditorPanel, FogOfWar, Ground, LightMap, Tile, TileBody, TileContact, TileKind,
    TileKinds, TileLayer, TileSheet, TileSpace,
};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/fog-of-war",
    title: "Fog of war",
    sees: "A cellar by torchlight: only what the walker sees is lit, what was seen before is dim, the rest is dark. Lamps shine around corners as far as walls let them.",
    tries: "Walk around. Blast a wall: light and sight come in at once. Reach further, or put the lamps out.",
    controls: "Hold where to walk, or take a gamepad; a click on a wall near the walker blasts it.",
    keys: &[
        (Key::Left, "walk left"),
        (Key::Right, "walk right"),
        (Key::Up, "walk up"),
        (Key::Down, "walk down"),
        (Key::Space, "show everything"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-X8", "TILE-X6", "TILE-70"],
    ticks: 100,
    script: "0 key Right\n80 keyup Right\n",
    ..Demo::of::<FogDemo>()
};

const SIDE: f32 = 32.0;
const MAP: &str = "
    ####################
    #....#.....#...*...#
    #....#.....#.......#
    #....#.....###.#####
    #..........#.......#
    #....#.....#.......#
    ###.##.....#..#.#..#
    #....#.....#.......#
    #....###.###..#.#..#
    #......#.#.........#
    #......#.####.######
    #.*....#...........#
    #..........#.......#
    #......#...#.....*.#
    ####################
";
const WALL: Tile = Tile::new(1);
const LAMP: Tile = Tile::new(2);
const WALK: f32 = 130.0;
/// How dim a memory is.
const MEMORY: f32 = 0.4;

#[derive(StateHash)]
#[state(hash_only)]
struct FogDemo {
    walker: TileBody,
    layer: TileLayer,
    fog: FogOfWar,
    /// Everything is shown.
    open: bool,
    panel: EditorPanel,
    #[state(skip)]
    light: LightMap,
    #[state(skip)]
    kinds: TileKinds,
    #[state(skip)]
    contacts: Vec<TileContact>,
}

impl Sketch for FogDemo {
    const PARAMS: &'static [Param] = &[
        Param::whole("sight", 2, 16, 10),
        Param::whole("torch", 1, 12, 8),
        Param::whole("lamps", 0, 10, 5),
        Param::number("ambient", 0.0, 0.6, 0.08),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::BLACK;
        let tile = |letter| match letter {
            '#' => WALL,
            '*' => LAMP,
            _ => Tile::EMPTY,
        };
        let layer = TileLayer::from_text(MAP, tile)?;
        let size = layer.bounds();
        let sheet = TileSheet::new(&art::sheet(2, pixel)?, UVec2::splat(art::SIDE))?;
        let start = TileSpace::square(SIDE).center_of(ivec2(2, 4));
        Ok(Self {
            walker: TileBody::circle(start, 9.0),
            fog: FogOfWar::new(size.width, size.height)?,
            light: LightMap::new(size.width, size.height, 0.0)?,
            layer,
            open: false,
            panel: EditorPanel::new(&sheet, [WALL, LAMP]),
            kinds: TileKinds::new().with(WALL.number(), TileKind::solid()),
            contacts: Vec::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let space = TileSpace::square(SIDE);
        if editing::edit(&mut self.panel, &mut self.layer, space, stage, tick).is_none() {
            self.play(tick);
        }
        let here = space.cell_of(self.walker.position);
        let wall = |cell: IVec2| self.layer.get(cell.x, cell.y) == WALL;
        self.fog.forget_present();
        self.fog.look(here, tick.params.whole("sight") as u32, wall);
        self.light.ambient = tick.params.number("ambient");
        self.light.clear();
        self.light.add_lamp(here, tick.params.whole("torch") as u32, 1.0, wall);
        let reach = tick.params.whole("lamps") as u32;
        for (cell, _) in self.layer.tiles().filter(|&(_, tile)| tile == LAMP && reach > 0) {
            self.light.add_lamp(cell, reach, 0.9, wall);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let space = TileSpace::square(SIDE);
        for (cell, &known) in self.fog.cells.iter() {
            let light = match known {
                // Nobody can build in the dark.
                _ if self.open || self.panel.open => 1.0,
                CellSight::Seen => self.light.get(cell.x, cell.y).max(MEMORY),
                CellSight::Remembered => MEMORY,
                CellSight::Hidden => continue,
            };
            let tile = self.layer.get(cell.x, cell.y);
            let color = if tile == WALL { 0xB8_A0_80 } else { 0x5E_56_66 };
            let warm = Color::BLACK.lerp(Color::hex(color), light);
            canvas.fill_rect(space.area_of(cell), warm);
            if tile == LAMP {
                kit::disc(canvas, space.center_of(cell), 7.0, look::GOLD);
            }
        }
        kit::disc(canvas, self.walker.position, 9.0, look::ORANGE);
        kit::disc(canvas, self.walker.position, 4.0, look::SNOW);
        self.panel.draw(canvas, space, stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl FogDemo {
    /// The walker goes, and blasts walls beside it.
    fn play(&mut self, tick: Tick) {
        let space = TileSpace::square(SIDE);
        self.open ^= controls::goes(tick.input);
        let mut wish = controls::way(tick.input);
        if let Some(pointer) = tick.input.pointer.held_at() {
            let way = pointer - self.walker.position;
            wish = if way.length() > 8.0 { way.normalized() } else { Vec2::ZERO };
        }
        if let Some(pointer) = tick.input.pointer.pressed_at() {
            let cell = space.cell_of(pointer);
            let near = pointer.distance(self.walker.position) < 2.5 * SIDE;
            let size = self.layer.bounds();
            let inside = IRect::new(1, 1, size.width - 2, size.height - 2);
            if near && inside.contains(cell.x, cell.y) && self.layer.get(cell.x, cell.y) == WALL {
                self.layer.set(cell.x, cell.y, Tile::EMPTY);
            }
        }
        self.walker.velocity = wish * WALK;
        let ground = Ground::new(&self.layer, &self.kinds, space);
        ground.slide(&mut self.walker, tick.dt, &mut self.contacts);
    }
}

/// A pixel of the pictures on the editor's palette: a wall, a lamp.
fn pixel(tile: u32, x: i32, y: i32) -> Option<Color> {
    if tile == 0 {
        return Some(art::grain(Color::hex(0xB8_A0_80), x, y));
    }
    (vec2(x as f32, y as f32).distance(Vec2::splat(16.0)) < 7.0).then_some(look::GOLD)
}
