//! The bodies that meshes come as: lists of triangles with edges, faces and light.

use crate::look::{BLUE, GOLD, GREEN, INK, MIST, NIGHT, ORANGE, SMALL, TEAL, VIOLET};
use crate::{Demo, pictures};
use core::f32::consts::TAU;
use motile::geom::{Vec3, vec3};
use motile::pixels::{
    Cull, Light, Mesh, MeshView, MipMap, ProjectedMesh, Shading, TriangleSettings, turn_x, turn_y,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/bodies",
    title: "Bodies",
    sees: "A globe, an icosphere, a box, a ring, a tube and a ribbon turn in the light.",
    tries: "Smooth light makes the box look like a pillow; creases keep its edges hard and the others round.",
    controls: "Drag to turn them.",
    takes_drags: true,
    spec: &["W8-14"],
    size: (720, 480),
    ticks: 40,
    ..Demo::of::<Bodies>()
};

struct Body {
    name: &'static str,
    make: fn() -> Mesh,
    color: Color,
    /// The inside of what is open is seen, too.
    cull: Cull,
}

impl Body {
    const fn new(name: &'static str, make: fn() -> Mesh, color: Color) -> Self {
        Self { name, make, color, cull: Cull::DrawClockwise }
    }

    const fn open(self) -> Self {
        Self { cull: Cull::DrawAll, ..self }
    }
}

const BODIES: [Body; 6] = [
    Body::new("globe", || Mesh::globe(85.0, 22, 14), ORANGE),
    Body::new("icosphere", || Mesh::icosphere(85.0, 2), BLUE),
    Body::new("cuboid", || Mesh::cuboid(vec3(130.0, 100.0, 90.0)), GREEN),
    Body::new("torus", || Mesh::torus(70.0, 46.0, 28, 15), VIOLET),
    Body::new("tube", || Mesh::tube(55.0, 140.0, 25, 4), TEAL).open(),
    Body::new("ribbon", ribbon, GOLD).open(),
];

/// How the light is spread, and whether sharp edges stay hard.
struct Look {
    name: &'static str,
    shading: Option<Shading>,
    creased: bool,
}

const LOOKS: [Look; 4] = [
    Look { name: "creases", shading: Some(Shading::Gouraud), creased: true },
    Look { name: "smooth", shading: Some(Shading::Gouraud), creased: false },
    Look { name: "flat", shading: Some(Shading::Flat), creased: false },
    Look { name: "none", shading: None, creased: false },
];
const LOOK_NAMES: [&str; 4] = [LOOKS[0].name, LOOKS[1].name, LOOKS[2].name, LOOKS[3].name];

/// Edges sharper than this are hard, in radians.
const CREASE: f32 = 1.0;
const SPIN: f32 = 0.7;

#[derive(StateHash)]
#[state(hash_only)]
struct Bodies {
    /// Angles about the upright axis and toward the eye.
    turn: Vec2,
    grabbed: Option<Vec2>,
    /// Each body with normals across all edges, and with creases.
    #[state(skip)]
    meshes: Vec<[Mesh; 2]>,
    #[state(skip)]
    seen: Vec<ProjectedMesh>,
    #[state(skip)]
    picture: MipMap,
}

impl Sketch for Bodies {
    const PARAMS: &'static [Param] = &[
        Param::choice("light", &LOOK_NAMES, 0),
        Param::toggle("picture", false),
        Param::toggle("wire", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let both = |body: &Body| [(body.make)().with_normals(), (body.make)().with_creases(CREASE)];
        Ok(Self {
            turn: vec2(0.4, 0.45),
            grabbed: None,
            meshes: BODIES.iter().map(both).collect(),
            seen: vec![ProjectedMesh::default(); BODIES.len()],
            picture: MipMap::new(pictures::landscape(256, 128, 0.6)?)?,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let held = tick.input.pointer.held_at();
        match (self.grabbed, held) {
            (Some(last), Some(now)) => self.turn += (now - last) * 0.01,
            (_, None) => self.turn.x += SPIN * tick.dt,
            _ => {}
        }
        self.grabbed = held;
        self.turn.y = self.turn.y.clamp(-1.3, 1.3);
        let look = &LOOKS[stage.params().choice("light") as usize];
        let light = |shading| Light { toward: vec3(-2.0, -3.0, -3.0), ambient: 0.2, shading };
        for (index, (meshes, seen)) in self.meshes.iter().zip(&mut self.seen).enumerate() {
            let view = MeshView {
                turn: turn_x(-self.turn.y) * turn_y(-self.turn.x),
                focal: 700.0,
                center: center(index),
                light: look.shading.map(light),
                ..MeshView::default()
            };
            view.project(&meshes[usize::from(look.creased)], seen);
            // None of them reaches through itself: far triangles first is right.
            seen.sort_far_first();
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let params = stage.params();
        let look = &LOOKS[params.choice("light") as usize];
        for (index, body) in BODIES.iter().enumerate() {
            let seen = &self.seen[index];
            let picture = params.is_on("picture").then_some(&self.picture);
            let tint = if picture.is_some() { Color::WHITE } else { body.color };
            let settings =
                TriangleSettings { picture, tint, cull: body.cull, ..TriangleSettings::default() };
            canvas.triangles(&seen.triangles(), &settings);
            // Flat light gives every triangle points of its own: edges are those of the mesh.
            if params.is_on("wire") && look.shading != Some(Shading::Flat) {
                for [from, to] in self.meshes[index][usize::from(look.creased)].edges() {
                    let [from, to] = [from, to].map(|i| seen.points[i as usize]);
                    canvas.line(from, to, &Stroke::HAIRLINE, INK.with_alpha(140));
                }
            }
            let count = self.meshes[index][0].triangles().len();
            let words = format!("{}: {count} triangles", body.name);
            canvas.write(words, SMALL, center(index) + vec2(0.0, 108.0), vec2(0.5, 0.5), MIST);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn center(index: usize) -> Vec2 {
    vec2(120.0 + 240.0 * (index % 3) as f32, 115.0 + 235.0 * (index / 3) as f32)
}

/// A band that winds twice around the upright axis.
fn ribbon() -> Mesh {
    let place = |step: i32| {
        let way = step as f32 / 60.0;
        let (sin, cos) = ops::sin_cos(way * TAU * 2.0);
        vec3(cos * 75.0, (way - 0.5) * 120.0, sin * 75.0)
    };
    let spine: Vec<Vec3> = (0..=60).map(place).collect();
    Mesh::ribbon(&spine, vec3(0.0, 34.0, 0.0))
}
