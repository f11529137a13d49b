//! Three beams in a ring: no order draws them right, so they are composed pixel by pixel.

use crate::Demo;
use crate::look::{BLUE, GREEN, INK, ORANGE, PAPER, RED, VIOLET, WORDS};
use motile::geom::Vec3;
use motile::math::vec3;
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::classic::iso_depth_sort;
use motile::tiles::iso::{IsoBox, IsoItem, IsoLight, IsoProjection, IsoScene, IsoSprite};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-ring",
    title: "Sorting torture",
    sees: "The same boxes twice: sorted by one depth each, where some are drawn over what hides them, and ordered as volumes, where every pixel is right.",
    tries: "Go through the scenes: a ring of three, a box on a box, a long wall, boxes inside of each other. Press M to see which box is drawn before which.",
    controls: "",
    spec: &["ISO-D15", "ISO-X1", "T-20", "T-21", "T-22", "T-23"],
    ticks: 60,
    ..Demo::of::<Ring>()
};

const SCENES: &[&str] = &["ring of three", "floating", "resting", "long wall", "inside each other"];
const COLORS: [Color; 5] = [ORANGE, BLUE, GREEN, RED, VIOLET];

#[derive(StateHash)]
#[state(hash_only)]
struct Ring {
    boxes: Vec<IsoBox>,
    seconds: f32,
    #[state(skip)]
    ids: Vec<motile::geom::Id<IsoItem>>,
    /// One picture a box, for both halves.
    #[state(skip)]
    sprites: Vec<IsoSprite>,
    #[state(skip)]
    scene: IsoScene,
}

impl Sketch for Ring {
    const PARAMS: &'static [Param] =
        &[Param::choice("scene", SCENES, 0), Param::toggle("move", true)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut ring = Self {
            boxes: Vec::new(),
            seconds: 0.0,
            ids: Vec::new(),
            sprites: Vec::new(),
            scene: IsoScene::default(),
        };
        ring.build(0)?;
        Ok(ring)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("scene") && self.build(tick.params.choice("scene")).is_err() {
            stage.background = RED;
        }
        if tick.params.is_on("move") {
            self.seconds += tick.dt;
        }
        for (index, (&id, solid)) in self.ids.iter().zip(&self.boxes).enumerate() {
            self.scene.set(id, solid.translated(self.sway(index)));
        }
        self.scene.sort_all();
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let shift = vec2(-320.0, 0.0);
        let bases: Vec<Vec3> = self.moved().map(|solid| solid.base()).collect();
        for index in iso_depth_sort(&bases) {
            let index = index as usize;
            let place = self.scene.projection().to_screen(bases[index]) + shift;
            let sprite = &self.sprites[index];
            let corner = (place + 0.5).floor().as_ivec2() - sprite.anchor;
            canvas.sprite(&sprite.surface, corner, &Blit::default());
        }
        Drawable::draw(&self.scene, canvas);
        for (x, words) in [(160.0, "one depth for each box"), (480.0, "ordered as volumes")] {
            canvas.write(words, WORDS, vec2(x, 450.0), vec2(0.5, 0.5), INK);
        }
        let order = self.scene.order();
        let words = match (order.cycles(), order.penetrations().len()) {
            (0, 0) => "an order fits".to_owned(),
            (_, 0) => "a ring: no order fits".to_owned(),
            (_, count) => format!("{count} pairs share space: no order fits"),
        };
        canvas.write(words, WORDS, vec2(480.0, 424.0), vec2(0.5, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.scene.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Ring {
    fn build(&mut self, scene: u32) -> motile::Result<()> {
        let at = |x: f32, y: f32, z: f32, size: Vec3| IsoBox::standing(vec3(x, y, z), size);
        let cube = Vec3::splat(20.0);
        self.boxes = match SCENES[scene as usize] {
            "floating" => {
                vec![at(0.0, -40.0, 0.0, cube), at(20.0, 0.0, 0.0, vec3(20.0, 80.0, 20.0))]
            }
            "resting" => vec![at(-9.0, -20.0, -9.0, cube), at(0.0, 0.0, 0.0, cube)],
            "long wall" => {
                vec![at(0.0, 0.0, 0.0, vec3(60.0, 20.0, 20.0)), at(-25.0, 0.0, 20.0, cube)]
            }
            "inside each other" => vec![
                at(0.0, 0.0, 0.0, vec3(70.0, 14.0, 14.0)),
                at(0.0, 0.0, 0.0, vec3(14.0, 14.0, 70.0)),
                at(0.0, 0.0, 0.0, vec3(14.0, 60.0, 14.0)),
            ],
            _ => vec![
                at(20.0, -30.0, 10.0, vec3(10.0, 10.0, 60.0)),
                at(10.0, -20.0, 30.0, vec3(10.0, 60.0, 10.0)),
                at(0.0, -40.0, 0.0, vec3(60.0, 10.0, 10.0)),
            ],
        };
        let lowest = self.boxes.iter().map(IsoBox::bottom).fold(f32::MIN, f32::max);
        let view =
            IsoProjection::DIMETRIC.with_zoom(3.0).with_origin(vec2(480.0, 260.0 - lowest * 3.0));
        self.scene = IsoScene::new(view);
        self.ids.clear();
        self.sprites.clear();
        for (solid, color) in self.boxes.iter().zip(COLORS) {
            let sprite = IsoSprite::block(&view, solid.size(), IsoLight::DAY.shades(color), true)?;
            let number = self.scene.add_sprite(sprite.clone());
            self.ids.push(self.scene.add(*solid, number));
            self.sprites.push(sprite);
        }
        self.scene.sort_all();
        Ok(())
    }

    /// Each box swings a little along its own axis; the ring stays a ring.
    fn sway(&self, index: usize) -> Vec3 {
        let way = [Vec3::Z, Vec3::Y, Vec3::X][index % 3];
        way * ops::sin(self.seconds * 1.4 + index as f32) * if index == 1 { 1.5 } else { 3.0 }
    }

    fn moved(&self) -> impl Iterator<Item = IsoBox> {
        self.boxes.iter().enumerate().map(|(index, solid)| solid.translated(self.sway(index)))
    }
}
