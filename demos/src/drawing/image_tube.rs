//! A picture rolled into a tube, from wire frame to the right picture: culling and perspective, one at a time.

use crate::look::{INK, PAPER, SMALL};
use crate::{Demo, pictures};
use motile::pixels::{
    Cull, Mesh, MeshView, MipMap, ProjectedMesh, TriangleSettings, UvWrap, turn_y,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/image-tube",
    title: "Image tube",
    sees: "One tube four times: wires, the far side over the near one, only the near side, with perspective.",
    tries: "Turn it faster or backward. With few columns the missing perspective shows inside each triangle.",
    controls: "",
    spec: &["G8-13", "DRAW-29", "DRAW-33", "W8-10"],
    size: (800, 480),
    ticks: 60,
    ..Demo::of::<ImageTube>()
};

/// A way to draw the tube.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Wire,
    NoCulling,
    Affine,
    Perspective,
}

const WAYS: [(Way, &str); 4] = [
    (Way::Wire, "wire frame"),
    (Way::NoCulling, "no culling: wrong"),
    (Way::Affine, "near side only"),
    (Way::Perspective, "with perspective"),
];

#[derive(StateHash)]
#[state(hash_only)]
struct ImageTube {
    turn: f32,
    /// Follows from the knobs.
    #[state(skip)]
    mesh: Mesh,
    #[state(skip)]
    photo: MipMap,
    #[state(skip)]
    seen: ProjectedMesh,
}

impl Sketch for ImageTube {
    const PARAMS: &'static [Param] = &[
        Param::whole("columns", 5, 40, 20),
        Param::number("speed", -2.0, 2.0, 1.2),
        Param::toggle("wire", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let photo = MipMap::new(pictures::landscape(256, 128, 0.6)?)?;
        let mut made = Self { turn: 0.0, mesh: tube(20), photo, seen: ProjectedMesh::default() };
        made.project();
        Ok(made)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        if params.changed("columns") {
            self.mesh = tube(params.whole("columns") as u32);
        }
        self.turn += params.number("speed") * tick.dt;
        self.project();
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, (way, title)) in WAYS.into_iter().enumerate() {
            let center = vec2(100.0 + 200.0 * index as f32, 220.0);
            canvas.transformed(Affine2::from_translation(center), |canvas| {
                self.draw_tube(canvas, way);
                if way == Way::Wire || stage.params().is_on("wire") {
                    self.draw_wires(canvas);
                }
            });
            canvas.write(title, SMALL, center + vec2(0.0, 190.0), vec2(0.5, 0.5), INK);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl ImageTube {
    fn project(&mut self) {
        let position = motile::geom::vec3(0.0, 0.0, 120.0);
        let view =
            MeshView { turn: turn_y(-self.turn), focal: 150.0, position, ..MeshView::default() };
        view.project(&self.mesh, &mut self.seen);
    }

    fn draw_tube(&self, canvas: &mut Canvas<'_>, way: Way) {
        let settings = TriangleSettings {
            picture: Some(&self.photo),
            wrap: UvWrap::Clamp,
            cull: if way == Way::NoCulling { Cull::DrawAll } else { Cull::DrawClockwise },
            affine: way != Way::Perspective,
            ..TriangleSettings::default()
        };
        if way != Way::Wire {
            canvas.triangles(&self.seen.triangles(), &settings);
        }
    }

    fn draw_wires(&self, canvas: &mut Canvas<'_>) {
        for [from, to] in self.mesh.edges() {
            let [from, to] = [from, to].map(|i| self.seen.points[i as usize]);
            canvas.line(from, to, &Stroke::HAIRLINE, INK.with_alpha(128));
        }
    }
}

fn tube(columns: u32) -> Mesh {
    Mesh::tube(120.0, 300.0, columns, 6)
}
