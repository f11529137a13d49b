//! Boxes on a floor, one click each: what has to be sorted, by what, and when it still goes wrong.

mod art;
mod painting;

use crate::Demo;
use crate::look::{BLUE, INK, PAPER, RED, WORDS};
use motile::geom::Vec3;
use motile::math::vec3;
use motile::prelude::*;
use motile::stage::{Drawable, Params};
use motile::tiles::iso::{IsoBox, IsoLight, IsoOrder, IsoProjection, IsoSprite, snap_to_cell};
use painting::tiles;

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-boxes",
    title: "Boxes on a floor",
    sees: "A gray floor of tiles and boxes of many colors on it, stacked into a stair; every click adds one more.",
    tries: "Switch the order: the newest on top is wrong at once; by depth the tiles cover boxes until they lie a little lower or are drawn first. Stack on a box that floats. Pick by the floor: behind a tower the pointer means a cell far away. Build a village on wood. Select some with a box, and take them away.",
    controls: "Click the floor or the top of a box to put a box there. With the tool select, drag a box around some.",
    keys: &[(Key::Space, "take away what is selected, or the last one")],
    takes_drags: true,
    spec: &[
        "ISO-D3", "ISO-D4", "ISO-D5", "ISO-D6", "ISO-D7", "ISO-D8", "ISO-D13", "ISO-D17", "ISO-21",
        "ISO-22", "ISO-24", "ISO-25", "ISO-39", "ISO-40", "ISO-N6", "ISO-X9",
    ],
    ticks: 60,
    script: "5 move 200 300\n6 down\n8 up\n12 move 216 292\n13 down\n15 up\n",
    ..Demo::of::<Pile>()
};

const SIDE: f32 = 20.0;
const ORDERS: &[&str] = &[
    "as volumes",
    "newest on top",
    "depth, with tiles",
    "depth, tiles lower",
    "depth, floor first",
    "in a scene",
];
const PICKS: &[&str] = &["what is seen", "the floor"];
const TOOLS: &[&str] = &["build", "select"];
const THINGS: &[&str] = &["boxes", "houses"];
const COLORS: &[&str] = &["gray", "checkered", "rainbow", "wood"];

#[derive(StateHash)]
#[state(hash_only)]
struct Pile {
    boxes: Vec<IsoBox>,
    /// Where a box around things began, and what was in the last one, by number.
    drag: Option<Vec2>,
    selected: Vec<u32>,
    #[state(skip)]
    sprites: Vec<IsoSprite>,
    #[state(skip)]
    tiles: Vec<IsoSprite>,
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
        Param::choice("tool", TOOLS, 0),
        Param::choice("pick", PICKS, 0),
        Param::toggle("snap", true),
        Param::choice("things", THINGS, 0),
        Param::choice("colors", COLORS, 0),
        Param::whole("count", 1, 20, 14),
        Param::number("size", 10.0, 30.0, SIDE),
        Param::number("spacing", 14.0, 26.0, SIDE),
        Param::number("waves", 0.0, 20.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let view = IsoProjection::DIMETRIC.with_origin(vec2(320.0, 150.0));
        let mut pile = Self {
            boxes: Vec::new(),
            drag: None,
            selected: Vec::new(),
            sprites: Vec::new(),
            tiles: Vec::new(),
            order: IsoOrder::new(view),
            view,
            hover: None,
        };
        pile.pave(stage.params())?;
        // A stair that turns, with a gate at its end.
        for step in 0..9 {
            let place = if step < 5 { (3 + step, 3) } else { (7, step - 1) };
            for level in 0..=step / 2 {
                pile.add(vec3(place.0 as f32, -(level as f32), place.1 as f32) * SIDE, stage)?;
            }
        }
        for level in 0..4 {
            pile.add(vec3(10.0, -(level as f32), 8.0) * SIDE, stage)?;
        }
        pile.add(vec3(9.0, -4.0, 8.0) * SIDE, stage)?;
        Ok(pile)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("colors") || tick.params.changed("size") {
            // Without memory for a picture the floor stays as it was.
            self.pave(tick.params).unwrap_or_default();
        }
        if tick.input.pressed(Key::Space) {
            self.take_away();
        }
        self.hover = None;
        if TOOLS[tick.params.choice("tool") as usize] == "select" {
            self.select(&tick.input.pointer);
        } else {
            self.hover = tick.input.pointer.position.map(|at| self.place(at, tick.params));
            if let (Some(base), true) = (self.hover, tick.input.pointer.pressed()) {
                // Without memory for a picture there is no box.
                self.add(base, stage).unwrap_or_default();
            }
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
        if order == "in a scene" {
            self.scene(&tiles).draw(canvas);
        } else {
            self.paint(canvas, order, &tiles);
        }
        for &index in &self.selected {
            for face in
                self.boxes.get(index as usize).map(|solid| self.view.faces(solid)).iter().flatten()
            {
                canvas.stroke(&Path::polygon(face), &Stroke::new(1.5), BLUE);
            }
        }
        if let (Some(from), Some(to)) = (self.drag, stage.input().pointer.position) {
            let area = Path::rect(Aabb::around([from, to]));
            canvas.fill(&area, BLUE.with_alpha(40));
            canvas.stroke(&area, &Stroke::new(1.0), BLUE);
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
        let is_house = THINGS[stage.params().choice("things") as usize] == "houses";
        let size = vec3(SIDE, if is_house { art::HOUSE } else { SIDE }, SIDE);
        self.sprites.push(if is_house {
            art::house(&self.view, color)?
        } else {
            IsoSprite::block(&self.view, size, IsoLight::DAY.shades(color), true)?
        });
        self.boxes.push(IsoBox::standing(base, size));
        Ok(())
    }

    fn pave(&mut self, params: &Params) -> motile::Result<()> {
        let colors = COLORS[params.choice("colors") as usize];
        self.tiles = art::tiles(&self.view, colors, params.number("size"))?;
        Ok(())
    }

    fn take_away(&mut self) {
        if self.selected.is_empty() {
            self.selected.extend((self.boxes.len() as u32).checked_sub(1));
        }
        let stays = |index: usize| !self.selected.contains(&(index as u32));
        let (boxes, sprites) =
            (core::mem::take(&mut self.boxes), core::mem::take(&mut self.sprites));
        for (index, (solid, sprite)) in boxes.into_iter().zip(sprites).enumerate() {
            if stays(index) {
                self.boxes.push(solid);
                self.sprites.push(sprite);
            }
        }
        self.selected.clear();
    }

    /// A box drawn with the pointer selects what has its middle in it.
    fn select(&mut self, pointer: &motile::stage::Pointer) {
        self.drag = pointer.pressed_at().or(self.drag);
        let (Some(from), Some(to)) = (self.drag, pointer.position) else { return };
        let inside = self.order.seen_in(Aabb::around([from, to]));
        self.selected = inside.map(motile::geom::Id::index).collect();
        if !pointer.is_down() {
            self.drag = None;
        }
    }

    /// Where a box would stand that is put down at the pointer: on the top of the box that is seen there, beside its side, or on the
    /// floor.
    fn place(&self, pointer: Vec2, params: &Params) -> Vec3 {
        let seen = self.order.pick(pointer).filter(|_| params.choice("pick") == 0);
        let at_box = seen.and_then(|pick| {
            let solid = self.order.get(pick.id)?.bounds;
            let beside = pick.point + pick.normal * 0.5 * SIDE;
            let y = if pick.normal == Vec3::NEG_Y { solid.top() } else { solid.bottom() };
            Some(vec3(beside.x, y, beside.z))
        });
        let mut base = at_box.unwrap_or_else(|| self.view.to_floor(pointer));
        if params.is_on("snap") {
            (base.x, base.z) = (snap_to_cell(base.x, SIDE), snap_to_cell(base.z, SIDE));
        }
        base
    }
}

#[cfg(test)]
mod tests;
