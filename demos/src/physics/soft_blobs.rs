//! Soft blobs squeeze through a maze: a rim of sticks that keeps the area inside.

use super::figures::{self, Hand};
use crate::Demo;
use motile::geom::Grid2;
use motile::physics::world::{AnyShape, Collider, Material, Wheel, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/soft-blobs",
    title: "Soft blobs",
    sees: "Blobs slop to and fro through a maze whose gaps are narrower than they are.",
    tries: "Tilt the maze. Pump them up, or let air out until they hang like wet cloth.",
    controls: "Drag a blob.",
    keys: &[
        (Key::Left, "gravity left"),
        (Key::Right, "gravity right"),
        (Key::Up, "gravity up"),
        (Key::Down, "gravity down"),
        (Key::Space, "start again"),
    ],
    takes_drags: true,
    spec: &["PHYS-46", "PHYS-48", "PHYS-53"],
    size: (800, 600),
    ticks: 240,
    ..Demo::of::<SoftBlobs>()
};

const TILE: f32 = 50.0;
const MAZE: [&str; 12] = [
    "################",
    "#              #",
    "#              #",
    "##### #### #####",
    "#      ##      #",
    "#  #        #  #",
    "#  ###    ###  #",
    "#       #      #",
    "### ##    ##  ##",
    "#              #",
    "#   #  ##  #   #",
    "################",
];
const RIM: u32 = 20;
/// Where there is room at the start.
#[rustfmt::skip]
const PLACES: [(f32, f32); 10] = [
    (120.0, 100.0), (700.0, 260.0), (300.0, 100.0), (400.0, 300.0), (480.0, 100.0),
    (100.0, 260.0), (660.0, 100.0), (300.0, 490.0), (500.0, 490.0), (700.0, 490.0),
];

#[derive(StateHash)]
struct SoftBlobs {
    world: World,
    blobs: Vec<Wheel>,
    hand: Hand,
    steered: bool,
}

impl Sketch for SoftBlobs {
    const PARAMS: &'static [Param] = &[
        Param::whole("blobs", 1, 10, 7),
        Param::number("softness", 0.001, 0.1, 0.02),
        Param::number("pressure", 0.3, 1.6, 1.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x1B_2A_33);
        let mut world = World::default();
        world.points_collide = true;
        world.point_friction = 0.1;
        world.drag = 0.4;
        let cells = Grid2::from_fn(16, 12, |x, y| MAZE[y as usize].as_bytes()[x as usize] == b'#')?;
        let maze = AnyShape::Tiles { cells, origin: Vec2::ZERO, size: TILE };
        world.colliders.push(Collider::new(maze).with_surface(Material::new(0.0, 0.2)));
        let mut blobs = Vec::new();
        for i in 0..stage.params().whole("blobs") as u32 {
            let (x, y) = PLACES[i as usize];
            let radius = 25.0 + 4.0 * (i % 3) as f32;
            let softness = stage.params().number("softness");
            let blob = world.build_blob(vec2(x, y), radius, RIM, softness);
            for &rim in &blob.parts.points[1..] {
                world.set_radius(rim, 5.0);
            }
            blobs.push(blob);
        }
        Ok(Self { world, blobs, hand: Hand::default(), steered: false })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let changed = ["blobs", "softness"].iter().any(|name| stage.params().changed(name));
        if changed || stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        let arrows = stage.input().arrows();
        self.steered |= arrows != Vec2::ZERO;
        let swing = ops::sin(tick.time as f32 * 0.9);
        let direction = if self.steered { arrows } else { vec2(swing, 0.8) };
        if direction != Vec2::ZERO {
            self.world.gravity = direction * 900.0;
        }
        for area in self.blobs.iter().filter_map(|blob| blob.area) {
            self.world.set_pressure(area, stage.params().number("pressure"));
        }
        self.hand.drag(&mut self.world, stage.input(), stage.input().pointer.position, 1e-4);
        self.world.step(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let mut walls = Path::new();
        for (y, row) in (0u8..).zip(MAZE) {
            for (x, _) in row.bytes().enumerate().filter(|(_, tile)| *tile == b'#') {
                let corner = vec2(x as f32, f32::from(y)) * TILE;
                walls.append(&Path::rect(Aabb::from_size(corner, Vec2::splat(TILE))));
            }
        }
        canvas.fill(&walls, Color::hex(0x3E_5C_66));
        for (index, blob) in self.blobs.iter().enumerate() {
            self.draw_blob(canvas, blob, figures::hue(index, 7));
        }
        let down = self.world.gravity / 900.0 * 34.0;
        let dial = vec2(stage.size().x - 25.0, 25.0);
        figures::ring(canvas, dial, 20.0, figures::TEXT);
        figures::arrow(canvas, dial - down * 0.4, dial + down * 0.45, figures::BRIGHT);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl SoftBlobs {
    fn draw_blob(&self, canvas: &mut Canvas<'_>, blob: &Wheel, color: Color) {
        let places: Vec<Vec2> = blob.parts.points[1..]
            .iter()
            .map(|&id| self.world.position(id).unwrap_or_default())
            .collect();
        let middle = places.iter().sum::<Vec2>() / places.len() as f32;
        // A smooth curve through the middles of the rim, its control points the rim itself.
        let rim = |i: usize| places[i % places.len()];
        let mut outline = Path::new();
        outline.move_to(rim(0).midpoint(rim(1)));
        for i in 1..=places.len() {
            outline.quad_to(rim(i), rim(i).midpoint(rim(i + 1)));
        }
        outline.close();
        canvas.fill(&outline, color);
        // As thick as the points are.
        canvas.stroke(&outline, &figures::round(9.0), color.lerp(Color::BLACK, 0.25));
        let ahead = (rim(0) - middle).normalized();
        for side in [-1.0, 1.0] {
            let eye = middle - ahead * 4.0 + ahead.perp() * (8.5 * side);
            figures::disc(canvas, eye, 6.0, Color::WHITE);
            let hub = self.world.velocity(blob.hub).unwrap_or_default();
            figures::disc(canvas, eye + (hub * 0.012).clamp_length_max(3.0), 3.0, Color::BLACK);
        }
    }
}
