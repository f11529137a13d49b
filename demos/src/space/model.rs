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
    takes_drags: true,
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
    light: u32,
    #[state(skip)]
    models: Vec<Model>,
    #[state(skip)]
    scene: Scene,
}

/// What a model is drawn with.
struct Scene {
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
        let (turn, scene) = (vec2(0.5, 0.22), Scene::new()?);
        Ok(Self { turn, distance: 0.0, grabbed: None, file: 0, light: 0, models, scene })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.file = stage.params().choice("file");
        self.light = stage.params().choice("light");
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

    fn frame(&mut self, _: &mut Stage, _: Frame) {
        let view = self.view(LIGHTS[self.light as usize].0);
        self.scene.draw(&self.models[self.file as usize], &view);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let size = stage.size();
        let water = Aabb::from_size(vec2(0.0, size.y * 0.62), vec2(size.x, size.y));
        canvas.fill(&Path::rect(water), BLUE.lerp_oklab(SKY, 0.35));
        canvas.sprite(&self.scene.surface, IVec2::ZERO, &Blit::default());
        let model = &self.models[self.file as usize].model;
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
        // Pixels count too: they are the same in a window, in a page and on every processor.
        if let Ok(mut scene) = Scene::new() {
            let view = self.view(LIGHTS[self.light as usize].0);
            scene.draw(&self.models[self.file as usize], &view);
            hash.write(scene.surface.words());
        }
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
    fn new() -> motile::Result<Self> {
        Ok(Self {
            seen: ProjectedMesh::default(),
            rasterizer: Rasterizer::new(),
            depth: DepthBuffer::new(SIZE.0, SIZE.1)?,
            surface: Surface::new(SIZE.0, SIZE.1)?,
        })
    }

    fn draw(&mut self, Model { model, pictures }: &Model, view: &MeshView) {
        self.surface.fill(Color::TRANSPARENT);
        self.depth.clear();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_files_show_one_boat() {
        let mut stage = Stage::new(SIZE.0, SIZE.1).unwrap();
        let mut viewer = Viewer::setup(&mut stage).unwrap();
        for (shading, _) in LIGHTS {
            let view = viewer.view(shading);
            let [obj, gltf] = [0, 1].map(|file| {
                viewer.scene.draw(&viewer.models[file], &view);
                viewer.scene.surface.clone()
            });
            let drawn = obj.words().iter().filter(|&&word| word != 0).count();
            assert!(drawn > 10_000, "{drawn} pixels of a boat");
            let off = |(a, b): (&u32, &u32)| {
                let channels = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
                channels.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
            };
            // One file has its numbers as text, and colors of the other are in linear light: both are rounded.
            let most = obj.words().iter().zip(gltf.words()).map(off).max();
            assert!(most <= Some(8), "{shading:?}: a pixel is off by {most:?}");
        }
    }
}
