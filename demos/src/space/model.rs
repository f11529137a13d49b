//! A model from a file, as OBJ or as glTF: parts with colors and a picture, light and a depth buffer.

use crate::Demo;
use crate::look::{BLUE, CARD, INK, SMALL, WORDS};
use motile::geom::vec3;
use motile::pixels::{
    Cull, DepthBuffer, Light, MeshView, MipMap, Model3d, ProjectedMesh, Rasterizer, Shading,
    TriangleSettings, turn_x, turn_y,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "space/model",
    title: "Model",
    sees: "A sailing boat turns slowly; it comes out of an OBJ or a glTF file.",
    tries: "Turn it by hand, come closer, see its wires. Both files show one boat.",
    controls: "Drag to turn the boat.",
    spec: &["W8-8", "W8-9", "W8-14"],
    ticks: 30,
    ..Demo::of::<Viewer>()
};

const SIZE: (u32, u32) = (640, 480);
const SKY: Color = Color::hex(0xBF_DC_EA);
/// Longest side of a model, in pixels at its own distance.
const LENGTH: f32 = 330.0;
const SPIN: f32 = 0.5;
const FILES: [&str; 2] = ["boat.obj", "boat.glb"];
const LIGHTS: [(Option<Shading>, &str); 3] =
    [(Some(Shading::Flat), "flat"), (Some(Shading::Gouraud), "smooth"), (None, "none")];
const LIGHT_NAMES: [&str; 3] = [LIGHTS[0].1, LIGHTS[1].1, LIGHTS[2].1];

#[derive(StateHash)]
#[state(hash_only)]
struct Viewer {
    /// Angles about the upright axis and toward the eye.
    turn: Vec2,
    /// How far away, in pixels.
    distance: f32,
    grabbed: Option<Vec2>,
    file: u32,
    #[state(skip)]
    scene: Scene,
}

/// What is shown, and what it is drawn with.
struct Scene {
    models: Vec<Model>,
    seen: ProjectedMesh,
    rasterizer: Rasterizer,
    depth: DepthBuffer,
    surface: Surface,
}

/// A model with its pictures made ready.
struct Model {
    model: Model3d,
    pictures: Vec<Option<MipMap>>,
}

impl Sketch for Viewer {
    const PARAMS: &'static [Param] = &[
        Param::choice("file", &FILES, 0),
        Param::choice("light", &LIGHT_NAMES, 0),
        Param::number("distance", -350.0, 900.0, 0.0),
        Param::toggle("wire", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = SKY;
        let models = vec![
            Model::new(Model3d::from_obj(include_bytes!("boat/boat.obj"), beside)?)?,
            Model::new(Model3d::from_gltf(include_bytes!("boat/boat.glb"), beside)?)?,
        ];
        let scene = Scene {
            models,
            seen: ProjectedMesh::default(),
            rasterizer: Rasterizer::new(),
            depth: DepthBuffer::new(SIZE.0, SIZE.1)?,
            surface: Surface::new(SIZE.0, SIZE.1)?,
        };
        Ok(Self { turn: vec2(0.5, 0.22), distance: 0.0, grabbed: None, file: 0, scene })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.file = stage.params().choice("file");
        let held = tick.input.pointer.held_at();
        if let (Some(last), Some(now)) = (self.grabbed, held) {
            self.turn += (now - last) * 0.01;
        } else if held.is_none() {
            self.turn.x += SPIN * tick.dt;
        }
        self.grabbed = held;
        self.turn.y = self.turn.y.clamp(-1.2, 1.2);
        self.distance = stage.params().number("distance");
    }

    fn frame(&mut self, stage: &mut Stage, _: Frame) {
        let (shading, _) = LIGHTS[stage.params().choice("light") as usize];
        let view = self.view(shading);
        self.scene.draw(self.file as usize, &view);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let size = stage.size();
        let water = Aabb::from_size(vec2(0.0, size.y * 0.62), vec2(size.x, size.y));
        canvas.fill(&Path::rect(water), BLUE.lerp_oklab(SKY, 0.35));
        canvas.sprite(&self.scene.surface, IVec2::ZERO, &Blit::default());
        let model = &self.scene.models[self.file as usize].model;
        if stage.params().is_on("wire") {
            self.draw_wires(model, canvas);
        }
        let (parts, count) = (model.parts.len(), model.triangle_count());
        let foot = vec2(20.0, size.y - 34.0);
        canvas.write(FILES[self.file as usize], WORDS, foot, vec2(0.0, 0.5), CARD);
        let words = format!("{parts} parts, {count} triangles");
        let end = vec2(size.x - 20.0, foot.y);
        canvas.write(words, SMALL, end, vec2(1.0, 0.5), CARD);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Viewer {
    fn view(&self, shading: Option<Shading>) -> MeshView {
        let toward = vec3(-2.0, -3.0, -2.5);
        MeshView {
            turn: turn_x(-self.turn.y) * turn_y(self.turn.x),
            position: vec3(0.0, 0.0, self.distance),
            focal: 800.0,
            center: vec2(SIZE.0 as f32, SIZE.1 as f32) * 0.5,
            near: 10.0,
            light: shading.map(|shading| Light { toward, ambient: 0.45, shading }),
        }
    }

    fn draw_wires(&self, model: &Model3d, canvas: &mut Canvas<'_>) {
        let view = self.view(None);
        let place = |point| view.project_point(view.turn * point + view.position);
        for part in &model.parts {
            for [from, to] in part.mesh.edges() {
                let ends = [from, to].map(|i| place(part.mesh.points()[i as usize]));
                if let [Some((from, _)), Some((to, _))] = ends {
                    canvas.line(from, to, &Stroke::HAIRLINE, INK.with_alpha(120));
                }
            }
        }
    }
}

impl Model {
    fn new(mut model: Model3d) -> motile::Result<Self> {
        model.fit(LENGTH);
        let mut pictures = Vec::new();
        for part in &model.parts {
            pictures.push(part.picture.clone().map(MipMap::new).transpose()?);
        }
        Ok(Self { model, pictures })
    }
}

impl Scene {
    fn draw(&mut self, file: usize, view: &MeshView) {
        self.surface.fill(Color::TRANSPARENT);
        self.depth.clear();
        let Model { model, pictures } = &self.models[file];
        for (part, picture) in model.parts.iter().zip(pictures) {
            view.project(&part.mesh, &mut self.seen);
            let settings = TriangleSettings {
                picture: picture.as_ref(),
                tint: part.color,
                cull: Cull::DrawClockwise,
                ..TriangleSettings::default()
            };
            let depth = Some(&mut self.depth);
            let list = self.seen.triangles();
            let drawn = self.rasterizer.draw(&mut self.surface, depth, &list, &settings);
            debug_assert!(drawn.is_ok(), "lists of one mesh fit together");
        }
    }
}

/// The files beside the model.
fn beside(name: &str) -> Option<Vec<u8>> {
    match name {
        "boat.mtl" => Some(include_bytes!("boat/boat.mtl").to_vec()),
        "sails.png" => Some(include_bytes!("boat/sails.png").to_vec()),
        _ => None,
    }
}
