//! A quadratic curve leaves towards its control point and arrives from there.

use crate::Demo;
use crate::look::{GREEN, INK, MUTED, PAPER, RED, WORDS};
use motile::prelude::*;
use motile::stage::classic::{ClassicPath, Command};
use motile::stage::handle_at;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/curves",
    title: "Curves",
    sees: "Four curves form a clover; on each of them a dot shows how the curve is constructed.",
    tries: "Drag the points. The curves touch the dashed lines only at their ends.",
    controls: "Drag the numbered points.",
    takes_drags: true,
    spec: &["G8-3", "DRAW-8"],
    size: (480, 480),
    ticks: 40,
    ..Demo::of::<Curves>()
};

const POINTS: [Vec2; 9] = [
    vec2(200.0, 200.0),
    vec2(250.0, 100.0),
    vec2(300.0, 200.0),
    vec2(400.0, 250.0),
    vec2(300.0, 300.0),
    vec2(250.0, 400.0),
    vec2(200.0, 300.0),
    vec2(100.0, 250.0),
    vec2(200.0, 200.0),
];
const LEAF: Color = Color::hex(0xDF_EE_E2);

#[derive(StateHash)]
struct Curves {
    points: [Vec2; 9],
    grabbed: Option<u32>,
    /// How far along its curve each dot is, 0…1.
    t: f32,
}

impl Sketch for Curves {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", 0.0, 1.0, 0.4),
        Param::number("width", 0.0, 12.0, 0.0),
        Param::toggle("construction", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { points: POINTS, grabbed: None, t: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.grabbed = handle_at(&self.points, place, 14.0);
        }
        match (self.grabbed, pointer.held_at()) {
            (Some(point), Some(place)) => self.points[point as usize] = place,
            _ => self.grabbed = None,
        }
        self.t = (self.t + stage.params().number("speed") * tick.dt).fract();
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let mut path = ClassicPath::new();
        path.commands = vec![Command::MoveTo];
        path.commands.extend([Command::CurveTo; 4]);
        path.data = self.points.iter().flat_map(Vec2::to_array).collect();
        let Ok(path) = path.to_path() else { return };

        canvas.fill(&path, LEAF);
        canvas.stroke(&path.hull(), &Stroke::HAIRLINE.with_dash(&[5.0, 4.0], 0.0), MUTED);
        canvas.stroke(&path, &Stroke::new(stage.params().number("width")), INK);
        if stage.params().is_on("construction") {
            self.construction(canvas);
        }
        for (number, &point) in self.points.iter().enumerate() {
            let control = number % 2 == 1;
            let color = if control { RED } else { INK };
            canvas.fill(&Path::circle(point, 4.0), color);
            // The first and the last point lie on each other, so one label each.
            let side = if number == 8 { vec2(1.5, 1.0) } else { vec2(-0.8, 1.0) };
            canvas.write(number.to_string(), WORDS, point, side, color);
        }
        let legend = "black: ends of curves    red: control points";
        canvas.write(legend, WORDS, vec2(240.0, 456.0), vec2(0.5, 0.5), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Curves {
    /// A point that goes from the start to the control point, one from there to the end, and on the
    /// line between them the point of the curve.
    fn construction(&self, canvas: &mut Canvas<'_>) {
        for curve in self.points.windows(3).step_by(2) {
            let (a, b) = (curve[0].lerp(curve[1], self.t), curve[1].lerp(curve[2], self.t));
            canvas.line(a, b, &Stroke::new(1.5), GREEN);
            for end in [a, b] {
                canvas.fill(&Path::circle(end, 3.0), GREEN);
            }
            canvas.fill(&Path::circle(a.lerp(b, self.t), 6.0), GREEN);
        }
    }
}
