//! Pictures float on a sea of drops: bodies push the water, and the water carries, turns and drowns them.

use super::tank::{PIXEL, painted};
use crate::Demo;
use crate::kit;
use crate::look::{GOLD, INK, NIGHT, ORANGE, RED, SNOW, TEAL, VIOLET};
use motile::bodies::{BodyDef, BodyId, BodyKind, BodyShape, BodyViews, BodyWorld, PictureTrace};
use motile::fluid::{FluidSolid, Liquid};
use motile::geom::Polygon;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "fluid/harbor",
    title: "Pictures afloat",
    sees: "A wave throws drawn things about: a boat, a ring, a star and a crate float as their pixels weigh.",
    tries: "Drag through the water to make waves. Take fifty thousand drops. Make the things heavier.",
    controls: "Drag pushes the water.",
    keys: &[(Key::Space, "start again")],
    takes_drags: true,
    spec: &["SIM-69", "SIM-67"],
    size: (640, 400),
    ticks: 100,
    ..Demo::of::<Harbor>()
};

/// The choices of the knob `drops`, and how many cells the tank is wide for each.
const DROPS: &[&str] = &["10,000", "25,000", "50,000"];
const CELLS: [u32; 3] = [96, 152, 216];
/// Width and height of the tank.
const TANK: Vec2 = vec2(640.0, 400.0);
/// Share of the tank that is full.
const FULL: f32 = 0.44;

/// A picture that floats.
#[derive(StateHash)]
struct Raft {
    body: BodyId,
    #[state(skip)]
    outline: Vec<Vec2>,
    #[state(skip)]
    mass: f32,
    #[state(skip)]
    inertia: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Harbor {
    water: Liquid,
    world: BodyWorld,
    rafts: Vec<Raft>,
    chosen: (u32, f32),
    last: Option<Vec2>,
    #[state(skip)]
    views: BodyViews,
    #[state(skip)]
    sea: NodeId,
}

impl Sketch for Harbor {
    const PARAMS: &'static [Param] =
        &[Param::choice("drops", DROPS, 0), Param::number("density", 0.15, 1.5, 0.4)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let chosen = (stage.params().choice("drops"), stage.params().number("density"));
        let cells = CELLS[chosen.0 as usize % CELLS.len()];
        // Eight by five, as the tank is.
        let mut water = Liquid::new(cells, cells * 5 / 8, TANK.x / cells as f32)?;
        // Higher on the left: the wave to begin with.
        let (shallow, deep) = (TANK.y * (1.0 - FULL * 0.62), TANK.y * (1.0 - FULL * 1.76));
        water.add_block(Aabb::new(vec2(0.0, deep), vec2(TANK.x / 3.0, TANK.y)), 0);
        water.add_block(Aabb::new(vec2(TANK.x / 3.0, shallow), TANK), 0);
        let sea = stage.add(Node::group().with_scale(PIXEL));
        let mut harbor = Self {
            water,
            world: BodyWorld::new(),
            rafts: Vec::new(),
            chosen,
            last: None,
            views: BodyViews::new(),
            sea,
        };
        for (middle, size) in [
            (vec2(-10.0, 200.0), vec2(20.0, 1200.0)),
            (vec2(650.0, 200.0), vec2(20.0, 1200.0)),
            (vec2(320.0, 410.0), vec2(1200.0, 20.0)),
        ] {
            let wall = BodyDef::new(BodyShape::rect(size.x, size.y)).with_kind(BodyKind::Static);
            harbor.world.add(&wall.at(middle.x, middle.y));
        }
        for (picture, x) in pictures()?.into_iter().zip([290.0, 395.0, 490.0, 580.0]) {
            harbor.launch(stage, picture, vec2(x, 215.0))?;
        }
        Ok(harbor)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let chosen = (stage.params().choice("drops"), stage.params().number("density"));
        if stage.input().pressed(Key::Space) || chosen != self.chosen {
            stage.clear();
            match Self::setup(stage) {
                Ok(fresh) => *self = fresh,
                Err(error) => return stage.fail(error),
            }
        }
        let pointer = stage.input().pointer.held_at();
        if let (Some(now), Some(last)) = (pointer, self.last) {
            self.water.push(now, 50.0, (now - last) / tick.dt);
        }
        self.last = pointer;
        self.float(tick.dt);
        self.world.step(tick.dt);
        self.views.show(&self.world, stage, 1.0);
        if let Ok(picture) = painted(&self.water) {
            stage[self.sea].content = Bitmap::new(picture).with_sampling(Sampling::Bilinear).into();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        kit::foot_caption(canvas, format!("{} drops", self.water.particles().len()), SNOW);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
        self.water.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Harbor {
    /// A picture becomes a body, a node that follows it, and an outline for the water.
    fn launch(&mut self, stage: &mut Stage, picture: Surface, at: Vec2) -> motile::Result<()> {
        let shape =
            PictureTrace { tolerance: 1.5, ..PictureTrace::default() }.of_picture(&picture)?;
        let center = shape.mass().center;
        let def = BodyDef {
            density: self.chosen.1,
            ..BodyDef::new(BodyShape::picture(&shape, center)).at(at.x, at.y)
        };
        let body = self.world.add(&def);
        let anchor = center / vec2(picture.width() as f32, picture.height() as f32);
        let node = stage.add(Node::new(Bitmap { anchor, ..Bitmap::new(picture) }).at(at.x, at.y));
        self.views.bind(&self.world, stage, body, node);
        // The outer outline: water does not come into holes.
        let outline = shape.islands.iter().find_map(|island| island.rings.first());
        let outline = outline.into_iter().flatten().map(|&corner| corner - center).collect();
        let mass = def.mass();
        self.rafts.push(Raft { body, outline, mass: mass.mass, inertia: mass.inertia });
        Ok(())
    }

    /// The water flows around the rafts, and what it does to them they do.
    fn float(&mut self, dt: f32) {
        let mut afloat = Vec::new();
        self.water.solids.clear();
        for raft in &self.rafts {
            let Some(state) = self.world.get(raft.body) else { continue };
            let corners = raft.outline.iter().map(|&p| state.transform().transform_point2(p));
            let Ok(outline) = Polygon::new(corners.collect()) else { continue };
            let solid = FluidSolid::new(outline).with_velocity(state.velocity);
            self.water.solids.push(solid.with_spin(state.spin, state.center));
            afloat.push((raft, state));
        }
        self.water.step(dt);
        for (number, (raft, state)) in afloat.into_iter().enumerate() {
            let push = self.water.push_on(number);
            // The world adds gravity itself.
            let weight = self.world.gravity * dt;
            let change = push.velocity_change(raft.mass, weight) - weight;
            let held = raft.mass / (raft.mass + push.added_mass);
            let spin = state.spin + push.turn / raft.inertia * held;
            self.world.set_motion(raft.body, state.velocity + change, spin);
        }
    }
}

/// A boat, a ring, a star and a crate.
fn pictures() -> motile::Result<[Surface; 4]> {
    let hull = [(2.0, 44.0), (108.0, 44.0), (88.0, 72.0), (22.0, 72.0)].map(|(x, y)| vec2(x, y));
    let sail = [(52.0, 4.0), (52.0, 40.0), (92.0, 40.0)].map(|(x, y)| vec2(x, y));
    Ok([
        Surface::drawn(110, 76, |canvas| {
            canvas.stroke(&Path::line(vec2(50.0, 4.0), vec2(50.0, 50.0)), &kit::round(5.0), INK);
            canvas.fill(&Path::polygon(&sail), SNOW);
            canvas.fill(&Path::polygon(&hull), RED);
        })?,
        Surface::drawn(60, 60, |canvas| {
            canvas.stroke(&Path::circle(vec2(30.0, 30.0), 21.0), &kit::round(16.0), ORANGE);
        })?,
        Surface::drawn(64, 64, |canvas| {
            canvas.fill(&Path::star(vec2(32.0, 32.0), 5, 31.0, 15.0, -0.3), GOLD);
        })?,
        Surface::drawn(44, 44, |canvas| {
            canvas.fill_rect(Aabb::from_size(Vec2::ZERO, vec2(44.0, 44.0)), TEAL);
            canvas.stroke(&Path::line(vec2(4.0, 4.0), vec2(40.0, 40.0)), &kit::round(4.0), VIOLET);
        })?,
    ])
}
