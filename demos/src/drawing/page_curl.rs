//! A sheet of paper turned over a cylinder: every point moves by one formula, the picture follows.

use crate::look::{MUTED, PAPER};
use crate::{Demo, pictures};
use motile::pixels::{
    Cull, DepthBuffer, Light, Mesh, MeshView, MipMap, PageCurl, ProjectedMesh, Rasterizer, Shading,
    TriangleSettings,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/page-curl",
    title: "Page curl",
    sees: "A page with a picture is turned from its corner; its back is blank paper in the light.",
    tries: "Drag the corner yourself. A small radius creases the page.",
    controls: "Drag to turn the page.",
    takes_drags: true,
    spec: &["W8-9", "DRAW-26"],
    ticks: 70,
    ..Demo::of::<Book>()
};

const SIZE: Vec2 = vec2(420.0, 320.0);
const CORNER: Vec2 = vec2(210.0, 160.0);

#[derive(StateHash)]
#[state(hash_only)]
struct Book {
    /// Where the lower right corner is drawn to, seen from the middle of the page.
    corner: Vec2,
    time: f32,
    /// Made once and never changed.
    #[state(skip)]
    page: Mesh,
    #[state(skip)]
    photo: MipMap,
    /// Follows from the corner.
    #[state(skip)]
    picture: Picture,
}

/// What the page looks like now, and what it is made with.
struct Picture {
    bent: Mesh,
    seen: ProjectedMesh,
    surface: Surface,
    depth: DepthBuffer,
    rasterizer: Rasterizer,
}

impl Sketch for Book {
    const PARAMS: &'static [Param] =
        &[Param::number("radius", 8.0, 80.0, 34.0), Param::number("speed", 0.0, 2.0, 0.5)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let page = Mesh::page(SIZE, 43, 33).with_normals();
        let picture = Picture {
            bent: page.clone(),
            seen: ProjectedMesh::default(),
            surface: Surface::new(640, 480)?,
            depth: DepthBuffer::new(640, 480)?,
            rasterizer: Rasterizer::new(),
        };
        let photo = MipMap::new(pictures::landscape(420, 320, 0.8)?)?;
        Ok(Self { corner: CORNER, time: 0.0, page, photo, picture })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        if let Some(place) = stage.input().pointer.held_at() {
            self.corner = place - stage.center();
        } else {
            self.time += params.number("speed") * tick.dt;
            let back = 0.5 - 0.5 * ops::cos(self.time * 2.2);
            self.corner = CORNER - vec2(400.0, 170.0) * back;
        }
        // The paper leaves the table half way between where its corner was and is, less what the roll takes up.
        let pulled = CORNER - self.corner;
        let radius = params.number("radius");
        let toward = if pulled.length() > 1.0 { pulled.normalize() } else { Vec2::ONE };
        let roll = (radius * core::f32::consts::FRAC_PI_2).min(pulled.length() * 0.5);
        let line = CORNER - pulled * 0.5 - toward * roll;
        PageCurl { line, toward, radius }.bend(&self.page, &mut self.picture.bent);
    }

    fn frame(&mut self, stage: &mut Stage, _: Frame) {
        self.picture.draw(&self.photo, stage.center());
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let below = Aabb::from_center(stage.center(), SIZE * 0.5);
        canvas.fill_rect(below.grown(3.0), MUTED.with_alpha(60));
        canvas.fill_rect(below, Color::hex(0xE7_E0_D2));
        canvas.sprite(&self.picture.surface, IVec2::ZERO, &Blit::default());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Picture {
    /// Both sides of the page, nearest first at every pixel.
    fn draw(&mut self, photo: &MipMap, center: Vec2) {
        self.surface.clear();
        self.depth.clear();
        let toward = motile::geom::vec3(-0.5, -0.6, -1.0);
        let light = Light { toward, ambient: 0.35, shading: Shading::Gouraud };
        let view = MeshView { center, focal: 1400.0, light: Some(light), ..MeshView::default() };
        view.project(&self.bent, &mut self.seen);
        let front = TriangleSettings {
            picture: Some(photo),
            cull: Cull::DrawClockwise,
            wrap: motile::pixels::UvWrap::Clamp,
            ..TriangleSettings::default()
        };
        let back = TriangleSettings {
            picture: None,
            tint: Color::hex(0xFB_F6_EA),
            cull: Cull::DrawCounterClockwise,
            ..front.clone()
        };
        let (surface, depth) = (&mut self.surface, &mut self.depth);
        let drawn = self
            .rasterizer
            .draw(surface, Some(&mut *depth), &self.seen.triangles(), &front)
            .and_then(|_| {
                // The back is lit from the other side.
                for (color, normal) in self.seen.colors.iter_mut().zip(self.bent.normals()) {
                    let bright = (light.brightness(-*normal) * 255.0) as u8;
                    *color = Color::rgb(bright, bright, bright);
                }
                self.rasterizer.draw(surface, Some(depth), &self.seen.triangles(), &back)
            });
        debug_assert!(drawn.is_ok(), "lists of one mesh fit together");
    }
}
