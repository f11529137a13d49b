//! Pictures fall as what they look like: holes stay open, hollows catch, islands hang together as one body.

use super::{Hand, draw_grabs};
use crate::Demo;
use crate::kit;
use crate::look::{BLUE, GOLD, GREEN, INK, ORANGE, PAPER, RED, TEAL, VIOLET};
use motile::bodies::{
    BodyDef, BodyId, BodyKind, BodyShape, BodyViews, BodyWorld, PictureCover, PictureTrace,
    PictureWeight,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "bodies/pictures",
    title: "Pictures as rigid bodies",
    sees: "A ring, a U, a comb, a star and others fall on a heap; each is its pixels, cut into convex parts.",
    tries: "Throw them about. Choose the hull and see the ring close. Take the mass from the hull and see it wobble.",
    controls: "Drag bodies.",
    keys: &[(Key::Space, "drop them again")],
    takes_drags: true,
    spec: &["SIM-D6", "SIM-67", "SIM-W14"],
    size: (640, 420),
    ticks: 110,
    ..Demo::of::<Pictures>()
};

const SIDE: u32 = 76;
const COVERS: &[&str] = &["parts", "hull"];
const WEIGHTS: &[&str] = &["pixels", "cover"];
const HULL: u32 = 1;
const BY_COVER: u32 = 1;

#[derive(StateHash)]
#[state(hash_only)]
struct Pictures {
    world: BodyWorld,
    bodies: Vec<BodyId>,
    chosen: (u32, u32),
    #[state(skip)]
    hand: Hand,
    #[state(skip)]
    views: BodyViews,
    #[state(skip)]
    group: NodeId,
    #[state(skip)]
    images: Vec<Surface>,
}

impl Sketch for Pictures {
    const PARAMS: &'static [Param] = &[
        Param::choice("cover", COVERS, 0),
        Param::choice("mass", WEIGHTS, 0),
        Param::number("tolerance", 0.0, 6.0, 1.0),
        Param::toggle("outlines", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let group = stage.add(Node::group());
        let mut sketch = Self {
            world: BodyWorld::new(),
            bodies: Vec::new(),
            chosen: (0, 0),
            hand: Hand::default(),
            views: BodyViews::new(),
            group,
            images: images()?,
        };
        sketch.drop_all(stage)?;
        Ok(sketch)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let chosen = (params.choice("cover"), params.choice("mass"));
        if (chosen != self.chosen || stage.input().pressed(Key::Space))
            && let Err(error) = self.drop_all(stage)
        {
            stage.fail(error);
        }
        self.hand.update(&mut self.world, stage.input());
        self.world.step(tick.dt);
        self.views.show(&self.world, stage, 1.0);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for &body in self.bodies.iter().filter(|_| stage.params().is_on("outlines")) {
            let (Some(state), Some(def)) = (self.world.get(body), self.world.def(body)) else {
                continue;
            };
            if let BodyShape::Parts(parts, _) = &def.shape {
                for part in parts.iter() {
                    let outline = Path::polygon(part.vertices()).transformed(state.transform());
                    canvas.stroke(&outline, &kit::round(1.0), INK.with_alpha(120));
                }
            }
            kit::cross(canvas, state.center, Vec2::splat(4.0), 1.5, INK);
        }
        draw_grabs(canvas, &self.world);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Pictures {
    fn drop_all(&mut self, stage: &mut Stage) -> motile::Result<()> {
        let params = stage.params();
        self.chosen = (params.choice("cover"), params.choice("mass"));
        let is = |name: &str, choice: u32| params.choice(name) == choice;
        let trace = PictureTrace {
            tolerance: params.number("tolerance"),
            cover: if is("cover", HULL) { PictureCover::Hull } else { PictureCover::Parts },
            weight: if is("mass", BY_COVER) { PictureWeight::Cover } else { PictureWeight::Pixels },
            ..PictureTrace::default()
        };
        stage.remove_children(self.group);
        (self.world, self.views) = (BodyWorld::new(), BodyViews::new());
        self.bodies.clear();
        for (x, y, w, h) in
            [(320.0, 415.0, 640.0, 30.0), (-10.0, 0.0, 30.0, 1200.0), (650.0, 0.0, 30.0, 1200.0)]
        {
            let wall = BodyDef::new(BodyShape::rect(w, h)).at(x, y).with_kind(BodyKind::Static);
            self.world.add(&wall);
        }
        for i in 0..14usize {
            let picture = &self.images[i % self.images.len()];
            let shape = trace.of_picture(picture)?;
            let center = shape.mass().center;
            let (x, y) = (
                90.0 + (i % 5) as f32 * 112.0 + (i / 5) as f32 * 22.0,
                50.0 - (i / 5) as f32 * 100.0,
            );
            let def = BodyDef::new(BodyShape::picture(&shape, center)).at(x, y);
            let body = self.world.add(&def.with_rotation(i as f32 * 0.7));
            let anchor = center / SIDE as f32;
            let node = Node::new(Bitmap { anchor, ..Bitmap::new(picture.clone()) }).at(x, y);
            let node = stage.add_to(self.group, node.with_rotation(i as f32 * 0.7))?;
            self.views.bind(&self.world, stage, body, node);
            self.bodies.push(body);
        }
        Ok(())
    }
}

/// A ring, a U, a star, a thin diagonal, two islands and a comb.
fn images() -> motile::Result<Vec<Surface>> {
    let side = SIDE as f32;
    let middle = Vec2::splat(side * 0.5);
    let thick = |width: f32| Stroke::new(width).with_cap(Cap::Butt).with_join(Join::Miter);
    let at = |points: &[(f32, f32)]| -> Vec<Vec2> {
        points.iter().map(|&(x, y)| vec2(x, y) * side).collect()
    };
    let u = at(&[(0.15, 0.05), (0.15, 0.85), (0.85, 0.85), (0.85, 0.05)]);
    let comb = at(&[(0.05, 0.2), (0.95, 0.2)]);
    Ok(vec![
        Surface::drawn(SIDE, SIDE, |canvas| {
            canvas.stroke(&Path::circle(middle, side * 0.38), &thick(side * 0.18), BLUE);
        })?,
        Surface::drawn(SIDE, SIDE, |canvas| {
            canvas.stroke(&Path::polyline(&u), &thick(side * 0.2), ORANGE);
        })?,
        Surface::drawn(SIDE, SIDE, |canvas| {
            canvas.fill(&Path::star(middle, 5, side * 0.48, side * 0.2, -0.3), GOLD);
        })?,
        Surface::drawn(SIDE, SIDE, |canvas| {
            canvas.stroke(&Path::line(Vec2::splat(4.0), Vec2::splat(side - 4.0)), &thick(7.0), RED);
        })?,
        Surface::drawn(SIDE, SIDE, |canvas| {
            kit::disc(canvas, middle - vec2(side * 0.28, 0.0), side * 0.2, GREEN);
            kit::disc(canvas, middle + vec2(side * 0.28, 0.0), side * 0.2, TEAL);
        })?,
        Surface::drawn(SIDE, SIDE, |canvas| {
            canvas.stroke(&Path::polyline(&comb), &thick(side * 0.16), VIOLET);
            for x in [0.12, 0.37, 0.63, 0.88] {
                let tooth = at(&[(x, 0.2), (x, 0.85)]);
                canvas.stroke(&Path::polyline(&tooth), &thick(side * 0.1), VIOLET);
            }
        })?,
    ])
}
