//! A truck on springs: wheels of spokes turned by motors, an axle of soft sticks, hills to climb.

use super::figures;
use crate::Demo;
use crate::look::WORDS;
use motile::geom::Polygon;
use motile::physics::world::{
    AnyShape, Collider, Material, MotorId, PointId, Slack, Stick, Structure, Wheel, World,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/vehicle",
    title: "Truck",
    sees: "A truck with two driven wheels climbs over hills, its crate of boxes swaying on soft springs.",
    tries: "Drive by yourself. Make the springs softer, the ground slippery, the motors weak.",
    controls: "While no key is held it drives itself.",
    keys: &[
        (Key::Left, "drive to the left"),
        (Key::Right, "drive to the right"),
        (Key::Space, "start again"),
    ],
    spec: &["PHYS-46", "PHYS-53"],
    size: (900, 540),
    ticks: 330,
    ..Demo::of::<Truck>()
};

const WHEEL: f32 = 30.0;
const SPOKES: u32 = 16;
/// The ground goes so far to both sides of the start, in pixels.
const FAR: f32 = 3200.0;

#[derive(StateHash)]
struct Truck {
    world: World,
    wheels: Vec<Wheel>,
    motors: Vec<MotorId>,
    body: Structure,
    ground: Vec<Vec2>,
    camera: Vec2,
    driven: bool,
    way: f32,
}

impl Sketch for Truck {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", 0.0, 25.0, 9.0),
        Param::number("softness", 0.00002, 0.0015, 0.0001),
        Param::number("grip", 0.0, 2.0, 0.9),
        Param::number("torque", 0.0, 4.0, 1.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xF7_D7_A8);
        let mut world = World::default();
        (world.substeps, world.drag) = (8, 0.05);
        let mut ground: Vec<Vec2> = (-160i16..=160)
            .map(|i| f32::from(i) * FAR / 160.0)
            .map(|x| vec2(x, height(x)))
            .collect();
        ground.extend([vec2(FAR, 1500.0), vec2(-FAR, 1500.0)]);
        let solid = Polygon::new(ground.clone())?;
        let grip = Material::new(0.0, stage.params().number("grip"));
        world.colliders.push(Collider::new(AnyShape::from(solid)).with_surface(grip));
        let floor = height(0.0) - 150.0;
        let mut wheels = Vec::new();
        let torque = stage.params().number("torque") * 3e5;
        for x in [-62.0, 62.0] {
            let place = vec2(x, floor + 74.0);
            let wheel = world.build_wheel(place, WHEEL, SPOKES, Some((0.0, torque)));
            for &rim in &wheel.parts.points[1..] {
                world.set_radius(rim, 4.0);
            }
            wheels.push(wheel);
        }
        let body = world.build_box(vec2(-90.0, floor), vec2(180.0, 44.0));
        let softness = stage.params().number("softness");
        for (wheel, corners) in wheels.iter().zip([[0, 3, 2], [1, 2, 3]]) {
            // A soft leg down from the corner above, and arms that hold the axle in the other direction.
            for (i, corner) in corners.into_iter().enumerate() {
                let stick = Stick::new(body.points[corner], wheel.hub);
                let soft = if i == 2 { 0.2 * softness } else { softness };
                let stick = Stick { compliance: soft, damping: 25.0, slack: Slack::None, ..stick };
                world.add_stick(stick)?;
            }
        }
        let motors = wheels.iter().filter_map(|wheel| wheel.motor).collect();
        let camera = vec2(0.0, floor);
        Ok(Self { world, wheels, motors, body, ground, camera, driven: false, way: 1.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space)
            || ["softness", "torque"].iter().any(|name| stage.params().changed(name))
        {
            self.rebuild(stage);
        }
        let params = stage.params();
        self.world.colliders[0].surface.friction = params.number("grip");
        let steer = stage.input().arrows().x;
        self.driven |= steer != 0.0;
        let middle = self.at(self.body.points[0]).midpoint(self.at(self.body.points[2]));
        if middle.x.abs() > FAR - 500.0 {
            self.way = -middle.x.signum();
        }
        let speed = if self.driven { steer } else { self.way } * params.number("speed");
        for &motor in &self.motors {
            self.world.set_motor_speed(motor, speed);
        }
        self.world.step(tick.dt);
        self.camera += (middle - self.camera) * 0.08;
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let size = stage.size();
        let sky = [Color::hex(0xF2_B5_8A), Color::hex(0xFB_E6_C4)];
        canvas.fill_rect(
            Aabb::new(Vec2::ZERO, size),
            Gradient::linear(Vec2::ZERO, vec2(0.0, 420.0), &sky),
        );
        figures::disc(canvas, vec2(690.0, 120.0), 54.0, Color::hex(0xFF_F4_D6));
        self.far_hills(canvas, size, 0.25, 330.0, Color::hex(0xDD_A8_8C));
        self.far_hills(canvas, size, 0.5, 400.0, Color::hex(0xB5_7F_78));
        canvas.transformed(self.view(size), |canvas| {
            self.draw_truck(canvas);
            canvas.fill(&Path::polygon(&self.ground), Color::hex(0x4A_3B_52));
            let grass = Path::polyline(&self.ground[..321]);
            canvas.stroke(&grass, &figures::round(7.0), Color::hex(0x6C_8F_56));
        });
        let speed = self.world.velocity(self.wheels[0].hub).unwrap_or_default().length();
        let words = format!("{speed:.0} pixels a second");
        canvas.write(words, WORDS, vec2(18.0, 24.0), vec2(0.0, 0.5), Color::hex(0x5C_40_44));
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        figures::marks_in(self.view(stage.size()), marks, |marks| self.world.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Height of the ground, flat at the start.
fn height(x: f32) -> f32 {
    let hills = 58.0 * ops::sin(x * 0.0071) + 30.0 * ops::sin(x * 0.0163 + 1.0);
    hills * (x.abs() / 400.0).min(1.0) + 12.0 * ops::sin(x * 0.045) * (x.abs() / 900.0).min(1.0)
}

impl Truck {
    fn at(&self, id: PointId) -> Vec2 {
        self.world.position(id).unwrap_or_default()
    }

    /// From the world to a stage of some size.
    fn view(&self, size: Vec2) -> Affine2 {
        Affine2::from_translation(size * vec2(0.5, 0.6) - self.camera)
    }

    /// Hills that move slower, as if far away.
    fn far_hills(&self, canvas: &mut Canvas<'_>, size: Vec2, part: f32, level: f32, color: Color) {
        let mut hills = Path::new();
        hills.move_to(vec2(0.0, size.y));
        for i in 0..=60u8 {
            let x = size.x * f32::from(i) / 60.0;
            let along = (x + self.camera.x * part) * (0.012 - part * 0.01) + part * 9.0;
            hills.line_to(vec2(x, level - 60.0 * ops::sin(along) - 25.0 * ops::sin(along * 2.7)));
        }
        hills.line_to(size).close();
        canvas.fill(&hills, color);
    }

    fn draw_truck(&self, canvas: &mut Canvas<'_>) {
        let corner = |i: usize| self.at(self.body.points[i]);
        let (right, down) = ((corner(1) - corner(0)) / 180.0, (corner(3) - corner(0)) / 44.0);
        let spot = |x: f32, y: f32| corner(0) + right * x + down * y;
        let part = |places: &[(f32, f32)]| {
            Path::polygon(&places.iter().map(|&(x, y)| spot(x, y)).collect::<Vec<_>>())
        };
        for wheel in &self.wheels {
            canvas.line(
                spot(90.0, 40.0),
                self.at(wheel.hub),
                &figures::round(5.0),
                Color::hex(0x3A_33_3A),
            );
        }
        let cab = [
            (118.0, 6.0),
            (118.0, -40.0),
            (150.0, -40.0),
            (172.0, -6.0),
            (180.0, 0.0),
            (180.0, 40.0),
            (0.0, 40.0),
            (0.0, 6.0),
        ];
        canvas.fill(&part(&cab), Color::hex(0xD2_4B_3E));
        canvas.fill(
            &part(&[(126.0, -6.0), (126.0, -33.0), (147.0, -33.0), (163.0, -6.0)]),
            Color::hex(0xBF_E3_EE),
        );
        for (x, y) in [(10.0, 4.0), (44.0, 4.0), (78.0, 4.0), (27.0, -26.0), (62.0, -26.0)] {
            let log = Path::polygon(&[
                spot(x, y),
                spot(x + 30.0, y),
                spot(x + 30.0, y - 28.0),
                spot(x, y - 28.0),
            ]);
            canvas.fill(&log, Color::hex(0xC8_93_52));
            canvas.stroke(&log, &figures::round(2.5), Color::hex(0x8A_5E_30));
        }
        for wheel in &self.wheels {
            let rim: Vec<Vec2> = wheel.parts.points[1..].iter().map(|&id| self.at(id)).collect();
            let tire = Path::polygon(&rim);
            canvas.fill(&tire, Color::hex(0x55_50_58));
            canvas.stroke(&tire, &figures::round(9.0), Color::hex(0x2A_26_2C));
            let mut spokes = Path::new();
            for end in rim.iter().step_by(4) {
                spokes.move_to(self.at(wheel.hub)).line_to(*end);
            }
            canvas.stroke(&spokes, &figures::round(3.5), Color::hex(0xC9_C4_BE));
            figures::disc(canvas, self.at(wheel.hub), 6.0, Color::hex(0xE8_E2_D8));
        }
    }
}
