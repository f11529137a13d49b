//! A globe is a grid of points, a map and a perspective scale for each point: drag to spin it.

use crate::Demo;
use crate::look::{MIST, NIGHT, SNOW};
use core::f32::consts::TAU;
use motile::pixels::{
    Cull, Light, Mesh, MeshView, Noise, ProjectedMesh, Sampling, Shading, TriangleSettings, turn_x,
    turn_y,
};
use motile::prelude::*;
use motile::stage::{BitmapPaint, GraphicsData, Item, TrianglePath};
use std::sync::Arc;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/globe",
    title: "Globe",
    sees: "A globe of 684 triangles turns through day and night.",
    tries: "Spin it. Few columns show the triangles; without perspective the map warps inside each.",
    controls: "Drag to spin the globe.",
    takes_drags: true,
    spec: &["G8-14", "G8-17", "DRAW-34", "DRAW-35", "W8-11", "W8-12", "W8-20"],
    size: (640, 640),
    ticks: 90,
    ..Demo::of::<Globe>()
};

/// The way of the sun around the globe, in radians a second.
const DAY: f32 = 0.25;
const SPIN: f32 = 0.35;
/// Of the globe, in pixels; it stands half a focal length behind the picture.
const RADIUS: f32 = 360.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Globe {
    /// Angles to the side and toward the eye, and how fast they change.
    turn: Vec2,
    speed: Vec2,
    sun: f32,
    grabbed: Option<Vec2>,
    /// Follows from the knobs.
    #[state(skip)]
    mesh: Mesh,
    #[state(skip)]
    map: Image,
    #[state(skip)]
    seen: ProjectedMesh,
    /// A fill, a list of triangles and the end of the fill: the lists change, the entries stay.
    #[state(skip)]
    drawing: GraphicsData,
}

impl Sketch for Globe {
    const PARAMS: &'static [Param] = &[
        Param::whole("columns", 5, 60, 20),
        Param::number("spin", -1.5, 1.5, SPIN),
        Param::toggle("perspective", true),
        Param::toggle("night", true),
        Param::toggle("wire", false),
        Param::toggle("as-data", false),
        Param::toggle("fine", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let map = Image::new(map()?);
        let paint = BitmapPaint::new(&map).with_sampling(Sampling::Bilinear);
        let mut drawing = GraphicsData::new();
        drawing.fill(paint).triangles(TrianglePath::default()).end_fill();
        Ok(Self {
            turn: vec2(0.0, 0.35),
            speed: vec2(SPIN, 0.0),
            sun: 0.6,
            grabbed: None,
            mesh: globe(20),
            map,
            seen: ProjectedMesh::default(),
            drawing,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        if params.changed("columns") || params.changed("fine") {
            // As round as can be seen at the size it has on the stage, or as the knob says.
            let fine = Mesh::columns_for(RADIUS / 1.5, 0.25);
            let columns = params.whole("columns") as u32;
            self.mesh = globe(if params.is_on("fine") { fine } else { columns });
        }
        let held = stage.input().pointer.held_at();
        if let (Some(last), Some(now)) = (self.grabbed, held) {
            self.speed = (now - last) * 0.005 / tick.dt;
        } else {
            // Let go, it slows down to its own pace.
            let pace = vec2(tick.params.number("spin"), 0.0);
            self.speed += (pace - self.speed) * (tick.dt * 0.8).min(1.0);
        }
        self.grabbed = held;
        self.turn += self.speed * tick.dt;
        self.turn.y = self.turn.y.clamp(-1.4, 1.4);
        self.sun -= DAY * tick.dt;
        self.view(stage).project(&self.mesh, &mut self.seen);
        if stage.params().is_on("as-data") {
            self.redraw();
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let air =
            [MIST.with_alpha(0), MIST.with_alpha(0), MIST.with_alpha(120), MIST.with_alpha(0)];
        let air = Gradient::radial(stage.center(), 282.0, &air);
        canvas.fill(&Path::circle(stage.center(), 282.0), air);
        let affine = !stage.params().is_on("perspective");
        let settings = TriangleSettings { affine, ..self.settings() };
        if stage.params().is_on("as-data") {
            canvas.draw_data(&self.drawing);
        } else {
            canvas.triangles(&self.seen.triangles(), &settings);
        }
        if stage.params().is_on("wire") {
            for [from, to] in self.mesh.edges() {
                let [from, to] = [from, to].map(|i| self.seen.points[i as usize]);
                canvas.line(from, to, &Stroke::HAIRLINE, SNOW.with_alpha(100));
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
        // Pixels count too: they are the same in a window, in a page and on every processor.
        if let Ok(mut surface) = Surface::opaque(640, 640, NIGHT)
            && surface.draw_triangles(&self.seen.triangles(), &self.settings()).is_ok()
        {
            hash.write(surface.words());
        }
    }
}

impl Globe {
    fn settings(&self) -> TriangleSettings<'_> {
        TriangleSettings {
            picture: self.map.mips(),
            cull: Cull::DrawClockwise,
            ..TriangleSettings::default()
        }
    }

    /// Writes the triangles into the drawing, in the memory that its lists have. Light is none of its styles.
    fn redraw(&mut self) {
        for item in &mut self.drawing.items {
            let Item::Triangles(list) = item else { continue };
            let list = Arc::make_mut(list);
            list.points.clone_from(&self.seen.points);
            list.indices.clone_from(&self.seen.indices);
            list.uv.clone_from(&self.seen.uv);
            list.t.clone_from(&self.seen.t);
            list.cull = Cull::DrawClockwise;
        }
    }

    fn view(&self, stage: &Stage) -> MeshView {
        self.view_from(stage.center(), stage.params().is_on("night"))
    }

    fn view_from(&self, center: Vec2, has_night: bool) -> MeshView {
        let (sin, cos) = ops::sin_cos(self.sun);
        let toward = motile::geom::vec3(sin, -0.25, -cos);
        let light = Light { toward, ambient: 0.08, shading: Shading::Gouraud };
        MeshView {
            turn: turn_x(-self.turn.y) * turn_y(-self.turn.x),
            position: motile::geom::vec3(0.0, 0.0, 500.0),
            center,
            light: has_night.then_some(light),
            ..MeshView::default()
        }
    }
}

fn globe(columns: u32) -> Mesh {
    Mesh::globe(RADIUS, columns, columns).with_normals()
}

/// A map of a world that does not exist: seas, coasts, plains, mountains, ice at the poles.
fn map() -> motile::Result<Surface> {
    let (width, height) = (256, 128);
    let mut map = Surface::opaque(width, height, Color::BLACK)?;
    let land = Noise { octaves: 4, period: (5, 0), ..Noise::new(21) };
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let (u, v) = (x as f32 / width as f32, y as f32 / height as f32);
            let cold = (ops::sin((v - 0.5) * TAU * 0.5).abs() - 0.8) * 4.0;
            let rise = land.at(vec2(u * 5.0, v * 2.5)) * 2.2 + cold.max(0.0);
            map.set(x, y, ground(rise, cold));
        }
    }
    Ok(map)
}

fn ground(rise: f32, cold: f32) -> Color {
    let tone = |low: u32, high: u32, t: f32| {
        Color::hex(low).lerp_oklab(Color::hex(high), t.clamp(0.0, 1.0))
    };
    if rise > 0.05 && cold > 0.1 {
        return tone(0xC9_DD_EC, 0xFF_FF_FF, cold);
    }
    match rise {
        ..0.05 => tone(0x0E_2F_6B, 0x2F_86_C8, rise + 0.9),
        ..0.12 => Color::hex(0xE6_D2_98),
        ..0.55 => tone(0x6C_AF_55, 0x2E_7A_45, (rise - 0.12) * 2.3),
        _ => tone(0x8C_76_5A, 0xD8_CD_BE, (rise - 0.55) * 3.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::stage::Renderer;

    #[test]
    fn g8_17_the_drawing_shows_the_pixels_of_the_triangles() {
        let mut stage = Stage::new(640, 640).unwrap();
        let mut globe = Globe::setup(&mut stage).unwrap();
        for step in 0..3 {
            globe.turn.x = step as f32 * 0.7;
            let view = globe.view_from(stage.center(), false);
            view.project(&globe.mesh, &mut globe.seen);
            globe.redraw();
            let drawn = |draw: &dyn Fn(&mut Canvas<'_>)| {
                let mut surface = Surface::opaque(640, 640, NIGHT).unwrap();
                let mut renderer = Renderer::new();
                let mut canvas = renderer.begin(&mut surface).unwrap();
                draw(&mut canvas);
                canvas.finish();
                surface
            };
            let plain = drawn(&|canvas| {
                canvas.triangles(&globe.seen.triangles(), &globe.settings());
            });
            let data = drawn(&|canvas| canvas.draw_data(&globe.drawing));
            assert!(plain == data, "step {step}");
            assert!(plain.words().iter().any(|&word| word != plain.words()[0]));
        }
    }
}
