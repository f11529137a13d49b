//! A character that runs over slopes, through one-way planks, up ladders and on lifts, and a camera that follows it.

use super::{art, controls, editing};
use crate::{Demo, kit};
use motile::math::UVec2;
use motile::prelude::*;
use motile::stage::{Drawable, Shared};
use motile::tiles::{
    CameraRig, Character, CharacterRules, EditorPanel, Ground, PlatformEvent, Tile, TileBody,
    TileKind, TileKinds, TileLayer, TileMaterial, TilePlatform, TileShape, TileSheet, TileSides,
    TileSpace, TileView, move_platforms,
};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/platformer",
    title: "Platform character",
    sees: "A small creature runs over slopes and seams without a hop, jumps through planks, climbs, rides two lifts and slides on ice, and the camera keeps it in a dead zone.",
    tries: "Walk off a ledge and jump a moment late; press jump a moment before you land. Set coyote and buffer to 0 and feel the difference. M shows what it touches.",
    controls: "Hold where it should run; above it, it jumps and climbs. Or take a gamepad.",
    keys: &[
        (Key::Left, "run left"),
        (Key::Right, "run right"),
        (Key::Up, "climb"),
        (Key::Down, "climb down; with jump, drop through a plank"),
        (Key::Space, "jump"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-D4", "TILE-D6", "TILE-D7", "TILE-D13", "TILE-72", "TILE-73"],
    ticks: 150,
    script: "0 key Right\n40 key Space\n70 keyup Space\n118 key Space\n",
    ..Demo::of::<Platformer>()
};

/// X earth, / \ steep, l h and H L gentle, = ladder, - plank, i ice, > belt, _ half a tile.
const LEVEL: &str = "
    ................................................
    ................................................
    ................................................
    ................................................
    ..............................XXXX.....XXX......
    .........................---..X=................
    ...........XXXX...............X=.......---......
    .......................---....X=................
    ....................lhX.......X=..XXX....----...
    ..=......----....lhXXXXHL......=................
    ..=.........../XXXXXXXXXXHL....=................
    ..=.../X\\..../XXXXXXXXXXXXXX...=...........___..
    ..=../XXXX\\_/XXXXXXXXXXXXXXX........XX>>>>>XXXXX
    XXXXXXXXXXXXXXXXXXXXXXXXXXXXiiiiiiiiXXXXXXXXXXXX
    XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX
";
/// The last one is earth without grass, below other tiles.
const LETTERS: &str = "X/\\lhHL_-=i>e";
/// Planks and ladders, which let the light through.
const AIRY: [Tile; 2] = [Tile::new(9), Tile::new(10)];
const SIDE: f32 = art::SIDE as f32;
const BODY: Vec2 = vec2(20.0, 28.0);
const LIFT_STOPS: [[Vec2; 2]; 2] =
    [[vec2(930.0, 230.0), vec2(930.0, 400.0)], [vec2(1150.0, 210.0), vec2(1250.0, 300.0)]];

#[derive(StateHash)]
#[state(hash_only)]
struct Platformer {
    hero: Character,
    lifts: [TilePlatform; 2],
    /// Which stop each lift goes to.
    goals: [u32; 2],
    camera: CameraRig,
    panel: EditorPanel,
    layer: TileLayer,
    #[state(skip)]
    kinds: TileKinds,
    #[state(skip)]
    view: Shared<TileView>,
    #[state(skip)]
    events: Vec<PlatformEvent>,
}

impl Sketch for Platformer {
    const PARAMS: &'static [Param] = &[
        Param::number("coyote", 0.0, 0.5, 0.1),
        Param::number("buffer", 0.0, 0.5, 0.12),
        Param::number("jump-height", 20.0, 200.0, 104.0),
        Param::number("corner", 0.0, 16.0, 8.0),
        Param::whole("air-jumps", 0, 3, 0),
        Param::number("jump-cut", 0.0, 1.0, 0.45),
        Param::number("air-control", 0.0, 1.0, 0.65),
        Param::number("wall-slide", 20.0, 640.0, 120.0),
        Param::number("wall-jump", 0.0, 800.0, 520.0),
        Param::number("snap", 0.0, 16.0, 6.0),
        Param::number("climb", 20.0, 300.0, 140.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x9F_C9_E8);
        let number = |letter| LETTERS.chars().position(|known| known == letter);
        let tile = |letter| number(letter).map_or(Tile::EMPTY, |i| Tile::new(i as u32 + 1));
        let mut layer = TileLayer::from_text(LEVEL, tile)?;
        let covers = |tile: Tile| !tile.is_empty() && !AIRY.contains(&tile);
        art::bury(&mut layer, Tile::new(1), Tile::new(LETTERS.len() as u32), covers);
        let shapes = kinds();
        let picture = art::sheet(LETTERS.len() as u32, |tile, x, y| {
            art::ground(shapes.get(tile + 1), tile + 1 == LETTERS.len() as u32, x, y)
        })?;
        let sheet = TileSheet::new(&picture, UVec2::splat(art::SIDE))?;
        let panel = EditorPanel::new(&sheet, (1..LETTERS.len() as u32).map(Tile::new));
        let view = Shared::new(TileView::new(sheet, stage.size().as_uvec2())?);
        stage.add(view.clone().node());
        let start = Aabb::from_size(vec2(2.0 * SIDE, 10.0 * SIDE), BODY);
        let world = TileSpace::square(SIDE).area_of_cells(layer.bounds());
        let mut camera = CameraRig::new(stage.size()).with_bounds(world).with_dead_zone(0.35, 0.6);
        (camera.smooth_time, camera.look_ahead, camera.whole_pixels) = (0.25, 0.25, true);
        camera.jump_to(start.center());
        Ok(Self {
            hero: Character::new(TileBody::boxed(start)),
            lifts: LIFT_STOPS.map(|[from, _]| TilePlatform {
                one_way: TileSides::TOP,
                ..TilePlatform::new(from, vec2(40.0, 7.0))
            }),
            goals: [1; 2],
            camera,
            panel,
            layer,
            kinds: shapes,
            view,
            events: Vec::new(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let on_stage = self.on_stage();
        if let Some(pan) = editing::edit(&mut self.panel, &mut self.layer, on_stage, stage, tick) {
            self.camera.jump_to(self.camera.center + pan);
        } else {
            self.play(tick);
        }
        let corner = self.corner().as_ivec2();
        self.view.edit(|view| view.update(&[&self.layer], corner, tick.time));
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let corner = self.corner();
        for lift in &self.lifts {
            let area = Aabb::from_center(lift.position - corner, lift.half);
            canvas.fill(&Path::round_rect(area, 5.0), Color::hex(0x6B_4E_8A));
        }
        self.draw_hero(canvas, self.hero.body.position - corner);
        self.panel.draw(canvas, self.on_stage(), stage.size());
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let corner = self.corner();
        let seen = Aabb::from_size(corner, stage.size());
        kit::marks_in(Affine2::from_translation(-corner), marks, |marks| {
            Ground::new(&self.layer, &self.kinds, TileSpace::square(SIDE)).mark(seen, marks);
            self.hero.mark(marks);
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Platformer {
    fn play(&mut self, tick: Tick) {
        self.hero.rules = rules(tick);
        for ((lift, goal), stops) in self.lifts.iter_mut().zip(&mut self.goals).zip(LIFT_STOPS) {
            if lift.go_to(stops[*goal as usize], 60.0, tick.dt) {
                *goal = 1 - *goal;
            }
        }
        let ground = Ground::new(&self.layer, &self.kinds, TileSpace::square(SIDE));
        let rider = core::slice::from_mut(&mut self.hero.body);
        move_platforms(&mut self.lifts, rider, &ground, tick.dt, &mut self.events);
        let wish = controls::wish(tick.input, self.camera.to_screen(self.hero.body.position));
        self.hero.step(&ground.with_platforms(&self.lifts), wish, tick.dt);
        self.camera.update(self.hero.body.area(), self.hero.body.velocity, tick.dt);
    }

    fn on_stage(&self) -> TileSpace {
        TileSpace::square(SIDE).with_origin(-self.corner())
    }

    /// The world's pixel at the top left corner of the screen.
    fn corner(&self) -> Vec2 {
        self.camera.to_world(Vec2::ZERO).round()
    }

    fn draw_hero(&self, canvas: &mut Canvas<'_>, middle: Vec2) {
        let (facing, speed) = (self.hero.facing as f32, self.hero.body.velocity);
        let stretch = (speed.y.abs() / 900.0).min(0.25);
        let half = BODY * 0.5 * vec2(1.0 - stretch, 1.0 + stretch);
        let body = Path::round_rect(Aabb::from_center(middle, half), 8.0);
        canvas.fill(&body, Color::hex(0xE8_6A_3A));
        let eye = middle + vec2(facing * 4.0, -6.0);
        canvas.fill(&Path::circle(eye, 4.0), Color::WHITE);
        canvas.fill(&Path::circle(eye + vec2(facing * 1.5, 0.0), 2.0), Color::BLACK);
    }
}

/// The default rules for tiles twice as large, with the knobs of the demo.
fn rules(tick: Tick) -> CharacterRules {
    CharacterRules {
        run_speed: 220.0,
        acceleration: 1800.0,
        braking: 2200.0,
        gravity: 1800.0,
        fall_speed: 640.0,
        snap: tick.params.number("snap"),
        wall_slide_speed: tick.params.number("wall-slide"),
        wall_jump: vec2(240.0, tick.params.number("wall-jump")),
        climb_speed: tick.params.number("climb"),
        jump_cut: tick.params.number("jump-cut"),
        air_control: tick.params.number("air-control"),
        coyote_time: tick.params.number("coyote"),
        jump_buffer: tick.params.number("buffer"),
        jump_height: tick.params.number("jump-height"),
        corner_correction: tick.params.number("corner"),
        air_jumps: tick.params.whole("air-jumps") as u32,
        ..CharacterRules::default()
    }
}

/// What each letter of the level means.
fn kinds() -> TileKinds {
    let [low, high] = TileShape::GENTLE_RIGHT;
    let [falling, last] = TileShape::GENTLE_LEFT;
    let ice = TileMaterial { grip: 0.06, ..TileMaterial::PLAIN };
    let belt = TileMaterial { belt: vec2(90.0, 0.0), ..TileMaterial::PLAIN };
    let list = [
        TileKind::solid(),
        TileKind::shaped(TileShape::SLOPE_RIGHT),
        TileKind::shaped(TileShape::SLOPE_LEFT),
        TileKind::shaped(low),
        TileKind::shaped(high),
        TileKind::shaped(falling),
        TileKind::shaped(last),
        TileKind::shaped(TileShape::HALF),
        TileKind::one_way(TileSides::TOP),
        TileKind::ladder(),
        TileKind::solid().with_material(ice),
        TileKind::solid().with_material(belt),
        TileKind::solid(),
    ];
    let numbered = (1..).zip(list);
    numbered.fold(TileKinds::new(), |kinds, (number, kind)| kinds.with(number, kind))
}
