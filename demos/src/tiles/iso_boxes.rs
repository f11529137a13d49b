//! Boxes on a floor, one click each: what has to be sorted, by what, and when it still goes wrong.

use crate::Demo;
use crate::look::{INK, PAPER, RED, WORDS};
use motile::geom::Vec3;
use motile::math::vec3;
use motile::prelude::*;
use motile::tiles::classic::iso_depth_sort;
use motile::tiles::iso::{IsoBox, IsoLight, IsoOrder, IsoProjection, IsoSprite, snap_to_cell};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-boxes",
    title: "Boxes on a floor",
    sees: "A gray floor of tiles and boxes of many colors on it, stacked into a stair; every click adds one more.",
    tries: "Switch the order: the newest on top is wrong at once; by depth the tiles cover boxes until they lie a little lower or are drawn first. Stack on a box that floats. Pick by the floor: behind a tower the pointer means a cell far away.",
    controls: "Click the floor or the top of a box to put a box there.",
    keys: &[(Key::Space, "take the last one back")],
    spec: &[
        "ISO-D3", "ISO-D4", "ISO-D5", "ISO-D6", "ISO-D7", "ISO-D8", "ISO-D17", "ISO-21", "ISO-22",
        "ISO-24", "ISO-25", "ISO-X9",
    ],
    ticks: 60,
    script: "5 move 200 300\n6 down\n8 up\n12 move 216 292\n13 down\n15 up\n",
    ..Demo::of::<Pile>()
};

const COUNT: i32 = 14;
const SIDE: f32 = 20.0;
const ORDERS: &[&str] = &[
    "as volumes",
    "newest on top",
    "depth, with tiles",
    "depth, tiles lower",
    "depth, floor first",
];

const PICKS: &[&str] = &["what is seen", "the floor"];

#[derive(StateHash)]
#[state(hash_only)]
struct Pile {
    boxes: Vec<IsoBox>,
    #[state(skip)]
    sprites: Vec<IsoSprite>,
    #[state(skip)]
    tile: IsoSprite,
    #[state(skip)]
    order: IsoOrder,
    #[state(skip)]
    view: IsoProjection,
    /// Where the next box would stand.
    #[state(skip)]
    hover: Option<Vec3>,
}

impl Sketch for Pile {
    const PARAMS: &'static [Param] = &[
        Param::choice("order", ORDERS, 0),
        Param::choice("pick", PICKS, 0),
        Param::toggle("snap", true),
        Param::number("spacing", 14.0, 26.0, SIDE),
        Param::number("waves", 0.0, 20.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let view = IsoProjection::DIMETRIC.with_origin(vec2(320.0, 150.0));
        let gray = IsoLight::DAY.shades(Color::hex(0xCC_CC_CC));
        let tile = IsoSprite::block(&view, vec3(SIDE, 0.0, SIDE), gray, true)?;
        let mut boxes = Self {
            boxes: Vec::new(),
            sprites: Vec::new(),
            tile,
            order: IsoOrder::new(view),
            view,
            hover: None,
        };
        // A stair that turns, with a gate at its end.
        for step in 0..9 {
            let place = if step < 5 { (3 + step, 3) } else { (7, step - 1) };
            for level in 0..=step / 2 {
                boxes.add(vec3(place.0 as f32, -(level as f32), place.1 as f32) * SIDE, stage)?;
            }
        }
        for level in 0..4 {
            boxes.add(vec3(10.0, -(level as f32), 8.0) * SIDE, stage)?;
        }
        boxes.add(vec3(9.0, -4.0, 8.0) * SIDE, stage)?;
        Ok(boxes)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.input.pressed(Key::Space) && self.boxes.pop().is_some() {
            self.sprites.pop();
        }
        self.hover = tick.input.pointer.position.map(|pointer| self.place(pointer, tick.params));
        if let (Some(base), true) = (self.hover, tick.input.pointer.pressed()) {
            // Without memory for a picture there is no box.
            self.add(base, stage).unwrap_or_default();
        }
        self.order.clear();
        for &solid in &self.boxes {
            self.order.insert(solid, 0);
        }
        self.order.sort();
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let order = ORDERS[stage.params().choice("order") as usize];
        let tiles: Vec<Vec3> = tiles(stage).collect();
        // Boxes first, so that at equal depth the tile comes later and covers the box: any order is allowed there.
        let lower = if order == "depth, tiles lower" { 0.1 } else { 0.0 };
        let lowered = tiles.iter().map(|&tile| tile + vec3(0.0, lower, 0.0));
        let bases = self.boxes.iter().map(IsoBox::base);
        let put = |canvas: &mut Canvas<'_>, base: Vec3, sprite: &IsoSprite| {
            let corner = (self.view.to_screen(base) + 0.5).floor().as_ivec2() - sprite.anchor;
            canvas.sprite(&sprite.surface, corner, &Blit::default());
        };
        if order.contains("tiles") {
            let all: Vec<Vec3> = bases.chain(lowered).collect();
            for index in iso_depth_sort(&all) {
                let sprite = self.sprites.get(index as usize).unwrap_or(&self.tile);
                put(canvas, all[index as usize], sprite);
            }
        } else {
            for &tile in &tiles {
                put(canvas, tile, &self.tile);
            }
            for index in self.sequence(order) {
                put(canvas, self.boxes[index].base(), &self.sprites[index]);
            }
        }
        if let Some(base) = self.hover {
            let [top, ..] = self.view.faces(&IsoBox::standing(base, vec3(SIDE, 0.0, SIDE)));
            canvas.stroke(&Path::polygon(&top), &Stroke::new(2.0), RED);
        }
        let words = format!("{} boxes, {} tiles: {order}", self.boxes.len(), tiles.len());
        canvas.write(words, WORDS, vec2(320.0, 456.0), vec2(0.5, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.order.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Pile {
    fn add(&mut self, base: Vec3, stage: &mut Stage) -> motile::Result<()> {
        let color = Color::oklch(0.76, 0.13, stage.rng.f32() * core::f32::consts::TAU);
        let size = Vec3::splat(SIDE);
        self.sprites.push(IsoSprite::block(&self.view, size, IsoLight::DAY.shades(color), true)?);
        self.boxes.push(IsoBox::standing(base, size));
        Ok(())
    }

    /// Where a box would stand that is put down at the pointer: beside the face of the box that is seen there, or on the floor.
    fn place(&self, pointer: Vec2, params: &motile::stage::Params) -> Vec3 {
        let seen = self.order.pick(pointer).filter(|_| params.choice("pick") == 0);
        let beside = seen.map(|pick| pick.point + pick.normal * 0.5 * SIDE);
        let mut base = beside.unwrap_or_else(|| self.view.to_floor(pointer));
        if params.is_on("snap") {
            base = vec3(
                snap_to_cell(base.x, SIDE),
                (base.y / SIDE).ceil() * SIDE,
                snap_to_cell(base.z, SIDE),
            );
        }
        base.min(vec3(f32::MAX, 0.0, f32::MAX))
    }

    /// The boxes in the order they are drawn.
    fn sequence(&self, order: &str) -> Vec<usize> {
        match order {
            "newest on top" => (0..self.boxes.len()).collect(),
            "as volumes" => self.order.sequence().iter().map(|id| id.slot()).collect(),
            _ => {
                let bases: Vec<Vec3> = self.boxes.iter().map(IsoBox::base).collect();
                iso_depth_sort(&bases).into_iter().map(|index| index as usize).collect()
            }
        }
    }
}

/// Where the tiles of the floor are.
fn tiles(stage: &Stage) -> impl Iterator<Item = Vec3> {
    let (spacing, waves) = (stage.params().number("spacing"), stage.params().number("waves"));
    let cells = (0..COUNT).flat_map(|x| (0..COUNT).map(move |z| (x as f32, z as f32)));
    cells.map(move |(x, z)| {
        vec3(x * spacing, waves * ops::sin(x * 0.7) * ops::sin(z * 0.7), z * spacing)
    })
}
