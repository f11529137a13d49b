//! A camera for worlds larger than the screen, with every rule of it on a knob, and the world from above beside it.

use super::{controls, editing};
use crate::{Demo, kit, look};
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::tiles::{CameraRig, EditorPanel, Tile, TileLayer, TileSpace};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/camera-kit",
    title: "Camera kit",
    sees: "Left what the camera shows, right the whole world: the frame is the view, the inner box its dead zone, the arrow how far it looks ahead.",
    tries: "Widen the dead zone, look further ahead, slow the spring down, turn and zoom, follow three runners at once, let it shake.",
    controls: "Hold to lead the runner. Or take a gamepad.",
    keys: &[
        (Key::Left, "run left"),
        (Key::Right, "run right"),
        (Key::Up, "run up"),
        (Key::Down, "run down"),
        (Key::Space, "shake"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &["TILE-72", "TILE-39", "TILE-40", "TILE-W22"],
    ticks: 170,
    script: "160 tap Space\n",
    ..Demo::of::<CameraKit>()
};

const WORLD: Vec2 = vec2(1600.0, 1200.0);
/// The view on the left, and the world from above on the right.
const VIEW: Vec2 = vec2(420.0, 480.0);
const MAP: f32 = 0.125;
/// Side of the cells that trees are planted in.
const FIELD: f32 = 100.0;
const LEAVES: Color = Color::hex(0x3F_75_48);
const RUNNERS: usize = 3;
const RUN: f32 = 320.0;

#[derive(StateHash)]
#[state(hash_only)]
struct CameraKit {
    camera: CameraRig,
    places: [Vec2; RUNNERS],
    velocity: Vec2,
    /// Where the runner goes by itself, radians.
    turn: f32,
    panel: EditorPanel,
    /// Where trees stand.
    #[state(skip)]
    trees: TileLayer,
}

impl Sketch for CameraKit {
    const PARAMS: &'static [Param] = &[
        Param::number("dead-zone", 0.0, 0.9, 0.3),
        Param::number("look-ahead", 0.0, 1.0, 0.35),
        Param::number("smooth-time", 0.0, 1.5, 0.3),
        Param::number("zoom", 0.4, 3.0, 1.0),
        Param::number("rotation", -1.6, 1.6, 0.0),
        Param::number("shake-reach", 0.0, 60.0, 18.0),
        Param::number("parallax", 0.0, 1.0, 0.5),
        Param::whole("targets", 1, RUNNERS as i32, 1),
        Param::toggle("bounds", true),
        Param::toggle("whole-pixels", false),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = look::NIGHT;
        let mut camera = CameraRig::new(VIEW);
        camera.jump_to(WORLD * 0.5);
        let (places, velocity, turn) = ([WORLD * 0.5; RUNNERS], Vec2::ZERO, 0.0);
        let planted = |x, y| if x % 2 == 0 && y % 2 == 1 { Tile::new(1) } else { Tile::EMPTY };
        let trees = TileLayer::from_fn(16, 12, planted)?;
        Ok(Self { camera, places, velocity, turn, panel: editing::panel(&[LEAVES])?, trees })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let cells = self.cells();
        if let Some(pan) = editing::edit(&mut self.panel, &mut self.trees, cells, stage, tick) {
            // Cells are painted upright.
            self.camera.rotation = 0.0;
            self.camera.jump_to(self.camera.center + pan);
            return;
        }
        self.turn_knobs(tick);
        self.run(tick);
        let targets = tick.params.whole("targets") as usize;
        let area = |&place: &Vec2| Aabb::from_center(place, Vec2::splat(14.0));
        if targets > 1 {
            let zoom = tick.params.number("zoom");
            let areas = self.places[..targets].iter().map(area);
            self.camera.update_all(areas, 60.0, (0.3 * zoom, zoom), tick.dt);
        } else {
            self.camera.zoom = tick.params.number("zoom");
            self.camera.update(area(&self.places[0]), self.velocity, tick.dt);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let far = self.camera.parallax(Vec2::splat(stage.params().number("parallax")));
        canvas.clip_rect(Aabb::from_size(Vec2::ZERO, VIEW), |canvas| {
            canvas.fill_rect(Aabb::from_size(Vec2::ZERO, VIEW), Color::hex(0x9C_C9_DC));
            for i in 0..40 {
                let place = vec2((i * 173 % 1700) as f32, (i * 311 % 1300) as f32);
                kit::disc(canvas, place + far, 26.0, Color::WHITE.with_alpha(110));
            }
            canvas.transformed(self.camera.transform(), |canvas| self.draw_world(canvas));
            if stage.params().whole("targets") == 1 {
                let zone = self.camera.dead_zone;
                let zone = Aabb::new(zone.min * VIEW, zone.max * VIEW);
                canvas.stroke(&Path::rect(zone), &Stroke::new(2.0), look::RED);
            }
        });
        let corner = vec2(VIEW.x + 10.0, 20.0);
        let small = Affine2::from_parts(corner, Vec2::splat(MAP), 0.0, Vec2::ZERO);
        canvas.transformed(small, |canvas| {
            self.draw_world(canvas);
            let inverse = self.camera.transform().inverse();
            let corners = [Vec2::ZERO, vec2(VIEW.x, 0.0), VIEW, vec2(0.0, VIEW.y)];
            let frame = corners.map(|place| inverse.transform_point2(place));
            canvas.stroke(&Path::polygon(&frame), &Stroke::new(16.0), look::GOLD);
        });
        let rows = [
            format!("center {:.0}, {:.0}", self.camera.center.x, self.camera.center.y),
            format!("zoom {:.2}", self.camera.zoom),
            format!("shake {:.2}", self.camera.shake.trauma),
        ];
        for (line, row) in rows.into_iter().enumerate() {
            let place = vec2(VIEW.x + 12.0, 200.0 + 24.0 * line as f32);
            canvas.write(row, look::WORDS, place, Vec2::ZERO, look::MIST);
        }
        self.panel.draw(canvas, self.cells(), stage.size());
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        kit::marks_in(self.camera.transform(), marks, |marks| self.camera.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl CameraKit {
    /// Where the cells of the trees are on the stage while the camera is not turned.
    fn cells(&self) -> TileSpace {
        let view = self.camera.transform();
        let side = view.transform_vector2(vec2(FIELD, 0.0)).length();
        TileSpace::square(side).with_origin(view.transform_point2(Vec2::ZERO))
    }

    fn turn_knobs(&mut self, tick: Tick) {
        let (camera, knobs) = (&mut self.camera, tick.params);
        let half = Vec2::splat(knobs.number("dead-zone") * 0.5);
        camera.dead_zone = Aabb::from_center(Vec2::splat(0.5), half);
        camera.look_ahead = knobs.number("look-ahead");
        camera.smooth_time = knobs.number("smooth-time");
        camera.rotation = knobs.number("rotation");
        camera.shake.reach = knobs.number("shake-reach");
        camera.whole_pixels = knobs.is_on("whole-pixels");
        camera.bounds = knobs.is_on("bounds").then_some(Aabb::from_size(Vec2::ZERO, WORLD));
        if controls::goes(tick.input) {
            camera.add_trauma(0.8);
        }
    }

    /// By keys or toward a held pointer, otherwise around; two others circle about the first.
    fn run(&mut self, tick: Tick) {
        let arrows = controls::way(tick.input);
        let pointer = tick.input.pointer.held_at();
        self.turn += 0.9 * tick.dt;
        let wish = match pointer.map(|pointer| self.camera.to_world(pointer) - self.places[0]) {
            Some(way) => (way * 2.0).clamp_length_max(RUN),
            None if arrows != Vec2::ZERO => arrows * RUN,
            None => Vec2::at_angle(self.turn) * vec2(RUN, RUN * 0.7),
        };
        self.velocity += (wish - self.velocity) * (8.0 * tick.dt);
        let place = self.places[0] + self.velocity * tick.dt;
        self.places[0] = place.clamp(Vec2::splat(20.0), WORLD - 20.0);
        for (index, reach) in [(1, 260.0), (2, 420.0)] {
            let around = Vec2::at_angle(self.turn * 0.6 + TAU * index as f32 / 3.0) * reach;
            self.places[index] = (self.places[0] + around).clamp(Vec2::ZERO, WORLD);
        }
    }

    /// Ground, trees and runners, in pixels of the world.
    fn draw_world(&self, canvas: &mut Canvas<'_>) {
        for x in 0..8 {
            for y in 0..6 {
                let corner = vec2(x as f32, y as f32) * 200.0;
                let shade = if (x + y) % 2 == 0 { 0x7F_B0_69 } else { 0x74_A5_5F };
                let field = Aabb::from_size(corner, Vec2::splat(200.0)).grown(-3.0);
                canvas.fill_rect(field, Color::hex(shade).with_alpha(225));
            }
        }
        for (cell, _) in self.trees.tiles() {
            let place = TileSpace::square(FIELD).center_of(cell) - vec2(0.0, 10.0);
            kit::disc(canvas, place, 26.0, LEAVES);
        }
        for (place, color) in self.places.iter().zip([look::ORANGE, look::BLUE, look::VIOLET]) {
            kit::disc(canvas, *place, 22.0, look::SNOW);
            kit::disc(canvas, *place, 17.0, color);
        }
    }
}
