//! A box is driven and thrown among others: through them, stopped short by the classic rule, or swept and sliding.

use crate::Demo;
use crate::look::{INK, PAPER, RED, WORDS};
use motile::geom::{Id, Vec3};
use motile::math::vec3;
use motile::prelude::*;
use motile::stage::Drawable;
use motile::tiles::classic::{IsoThrow, iso_can_move};
use motile::tiles::iso::{
    IsoBody, IsoBox, IsoItem, IsoLight, IsoProjection, IsoScene, IsoShadow, IsoSprite, IsoWorld,
};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-motion",
    title: "Driven and thrown",
    sees: "A red box flies over pale ones, bounces off them and off the floor, and its shadow softens with its height.",
    tries: "Drive it against a wall at a slant: swept, it slides along; by the classic rule it sticks a little before the wall; as a ghost it goes through, which looks like wrong sorting. As the chapter has it, 24 times a second: a tile at a time, or thrown and never quite at rest.",
    controls: "Click anywhere to throw the box.",
    keys: &[
        (Key::Left, "drive left"),
        (Key::Right, "drive right"),
        (Key::Up, "drive up"),
        (Key::Down, "drive down"),
        (Key::Space, "jump"),
    ],
    spec: &[
        "ISO-D9", "ISO-D10", "ISO-D11", "ISO-D12", "ISO-D16", "ISO-33", "ISO-34", "ISO-35",
        "ISO-36", "ISO-37", "ISO-X7",
    ],
    ticks: 24,
    script: "4 move 200 200\n5 down\n7 up\n",
    ..Demo::of::<Motion>()
};

const RULES: &[&str] =
    &["swept, sliding", "classic rule", "ghost", "chapter, driven", "chapter, thrown"];
const CUBE: Vec3 = Vec3::splat(20.0);
/// Units a second.
const SPEED: f32 = 120.0;
/// Frames a second of the chapter.
const FRAMES: f32 = 24.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Motion {
    world: IsoWorld,
    /// The part of a frame of the chapter that has passed, and the velocity there, units a frame.
    frame: f32,
    flung: Vec3,
    #[state(skip)]
    hero: Id<IsoBody>,
    #[state(skip)]
    item: Id<IsoItem>,
    #[state(skip)]
    shadow: Option<IsoShadow>,
    /// The shadow as a thing of the scene, where it lies on another one.
    #[state(skip)]
    shade: Id<IsoItem>,
    #[state(skip)]
    walls: Vec<IsoBox>,
    #[state(skip)]
    floor: IsoScene,
    #[state(skip)]
    scene: IsoScene,
}

impl Sketch for Motion {
    const PARAMS: &'static [Param] =
        &[Param::choice("rule", RULES, 0), Param::number("bounce", 0.0, 1.0, 0.8)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let view = IsoProjection::DIMETRIC.with_origin(vec2(320.0, 150.0));
        let (mut floor, mut scene) = (IsoScene::new(view), IsoScene::new(view));
        let block = |scene: &mut IsoScene, size: Vec3, color| -> motile::Result<u32> {
            let sprite = IsoSprite::block(&view, size, IsoLight::DAY.shades(color), true)?;
            Ok(scene.add_sprite(sprite))
        };
        let tile = block(&mut floor, vec3(20.0, 0.0, 20.0), Color::hex(0xDD_DA_D2))?;
        for (x, z) in (0..14).flat_map(|x| (0..14).map(move |z| (x as f32, z as f32))) {
            floor.add_floor(vec3(x, 0.0, z) * 20.0, tile);
        }
        let mut world = IsoWorld::new();
        world.area = Some(Aabb::new(Vec2::splat(-10.0), Vec2::splat(270.0)));
        let mut walls = Vec::new();
        for (x, z, size) in [
            (220.0, 60.0, vec3(20.0, 20.0, 100.0)),
            (60.0, 200.0, vec3(80.0, 20.0, 20.0)),
            (200.0, 200.0, vec3(40.0, 45.0, 40.0)),
            (60.0, 60.0, CUBE),
        ] {
            let pale = block(&mut scene, size, Color::hex(0xB9_C4_D6))?;
            let body = IsoBody::block(vec3(x, 0.0, z), size);
            scene.add(body.bounds(), pale);
            walls.push(body.bounds());
            world.add(body);
        }
        // Steps of 5 up to a half block.
        for (index, height) in [5.0, 10.0, 15.0, 20.0].into_iter().enumerate() {
            let size = vec3(20.0, height, 20.0);
            let number = block(&mut scene, size, Color::hex(0xD9_C7_A6))?;
            let body = IsoBody::block(vec3(120.0 + index as f32 * 20.0, 0.0, 130.0), size);
            scene.add(body.bounds(), number);
            walls.push(body.bounds());
            world.add(body);
        }
        let dark = IsoSprite::block(&view, vec3(20.0, 0.0, 20.0), [Color::BLACK; 3], false)?;
        let dark = scene.add_sprite(dark);
        let shade = scene.add(IsoBox::standing(Vec3::ZERO, vec3(20.0, 0.0, 20.0)), dark);
        let red = block(&mut scene, CUBE, RED)?;
        let body = IsoBody { step_height: 6.0, ..IsoBody::new(vec3(120.0, 0.0, 60.0), CUBE) };
        let item = scene.add(body.bounds(), red);
        let hero = world.add(body);
        floor.sort();
        let (frame, flung, shadow) = (0.0, Vec3::ZERO, None);
        Ok(Self { world, frame, flung, hero, item, shadow, shade, walls, floor, scene })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let rule = RULES[tick.params.choice("rule") as usize];
        let walls: Vec<_> =
            self.world.iter().map(|(id, _)| id).filter(|&id| id != self.hero).collect();
        for id in walls {
            if let Some(wall) = self.world.get_mut(id) {
                wall.solid = rule == "swept, sliding";
            }
        }
        match rule {
            "chapter, driven" | "chapter, thrown" => self.chapter(rule, stage, tick),
            _ => self.drive(rule, stage, tick),
        }
        if let Some(hero) = self.world.get(self.hero) {
            self.scene.set(self.item, hero.bounds());
        }
        self.shadow = self.world.shadow(self.hero);
        // On the floor it is drawn softly, under the scene; on a block it is a thing that lies there.
        let lies = self.shadow.filter(|shadow| shadow.area.top() < 0.0);
        let area =
            lies.map_or(IsoBox::default(), |shadow| shadow.area.translated(vec3(0.0, -0.01, 0.0)));
        let alpha = lies.map_or(0, |shadow| (shadow.alpha * 150.0) as u8);
        self.scene.set(self.shade, area);
        self.scene.set_tint(self.shade, Color::WHITE.with_alpha(alpha));
        self.scene.sort_all();
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.floor.draw(canvas);
        if let Some(shadow) = self.shadow.filter(|shadow| shadow.area.top() >= 0.0) {
            let [top, ..] = self.scene.projection().faces(&shadow.area);
            let soft = Path::polygon(&top);
            for ring in 0..4 {
                let stroke = Stroke::new(shadow.blur * ring as f32 * 0.5).with_join(Join::Round);
                canvas.stroke(&soft, &stroke, Color::BLACK.with_alpha((shadow.alpha * 40.0) as u8));
            }
            canvas.fill(&soft, Color::BLACK.with_alpha((shadow.alpha * 150.0) as u8));
        }
        self.scene.draw(canvas);
        let rule = RULES[stage.params().choice("rule") as usize];
        let pairs = self.scene.order().penetrations().len();
        let words =
            if pairs > 0 { format!("{rule}: {pairs} share space") } else { rule.to_owned() };
        canvas.write(words, WORDS, vec2(320.0, 456.0), vec2(0.5, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.scene.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Motion {
    fn drive(&mut self, rule: &str, stage: &mut Stage, tick: Tick) {
        let arrows = tick.input.arrows();
        // The keys of the chapter: up and down along x, left and right along z.
        let drive = vec3(arrows.y, 0.0, -arrows.x) * SPEED;
        let throw = tick.input.pointer.pressed_at().map(|_| {
            vec3(
                stage.rng.range(-240.0..240.0),
                -stage.rng.range(300.0..460.0),
                stage.rng.range(-240.0..240.0),
            )
        });
        let can_drive = rule != "classic rule"
            || self
                .world
                .get(self.hero)
                .is_some_and(|hero| iso_can_move(&hero.bounds(), drive * tick.dt, &self.walls));
        if let Some(hero) = self.world.get_mut(self.hero) {
            hero.bounce = tick.params.number("bounce");
            hero.friction = if hero.grounded { 6.0 } else { 0.3 };
            if drive != Vec3::ZERO {
                let way = if can_drive { drive } else { Vec3::ZERO };
                hero.velocity = vec3(way.x, hero.velocity.y, way.z);
            }
            if tick.input.pressed(Key::Space) && hero.grounded {
                hero.velocity.y = -320.0;
            }
            hero.velocity = throw.unwrap_or(hero.velocity);
        }
        self.world.step(tick.dt);
    }

    /// The box of the chapter, frame by frame: while a key is held it jumps by a tile, over the border too; a click throws it.
    fn chapter(&mut self, rule: &str, stage: &mut Stage, tick: Tick) {
        let mut random = |most: f32| stage.rng.range(-most..most);
        if tick.input.pointer.pressed() {
            self.flung = vec3(random(10.0), -random(40.0).abs(), random(10.0));
        }
        let arrows = tick.input.arrows();
        self.frame += tick.dt * FRAMES;
        while self.frame >= 1.0
            && let Some(hero) = self.world.get_mut(self.hero)
        {
            self.frame -= 1.0;
            hero.velocity = Vec3::ZERO;
            if rule == "chapter, driven" {
                hero.position += vec3(arrows.y, -hero.position.y / 20.0, -arrows.x) * 20.0;
                continue;
            }
            let area = Aabb::new(Vec2::ZERO, Vec2::splat(260.0));
            let (position, velocity) = (hero.position, self.flung);
            let mut throw = IsoThrow { position, velocity, area, ..IsoThrow::default() };
            throw.step_frame();
            (hero.position, self.flung) = (throw.position, throw.velocity);
        }
    }
}
