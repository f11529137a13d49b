//! A maze seen by who walks in it: textured walls and floor, lamps that face you, a depth buffer for what is in front.

use super::maze_parts::{CELL, bricks, cell, center, ground, is_wall, lamp, stones, walls};
use crate::Demo;
use core::f32::consts::{PI, TAU};
use motile::geom::{glam::Mat3, vec3};
use motile::pixels::{
    Cull, DepthBuffer, Mesh, MeshView, MipMap, ProjectedMesh, Rasterizer, TriangleSettings,
    Triangles, turn_y,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "space/maze",
    title: "Maze",
    sees: "You walk through a brick maze; lamps hang where the ways cross.",
    tries: "Take over with the arrow keys. Without mips the floor shimmers, without anisotropy it blurs.",
    controls: "",
    keys: &[
        (Key::Left, "turn left"),
        (Key::Right, "turn right"),
        (Key::Up, "walk"),
        (Key::Down, "walk back"),
    ],
    spec: &["W8-9", "W8-20", "T7-42"],
    size: (640, 400),
    ticks: 40,
    ..Demo::of::<Maze>()
};

/// The round that is walked until somebody takes over.
const ROUND: [(i32, i32); 16] = [
    (7, 7),
    (5, 7),
    (3, 7),
    (1, 7),
    (3, 7),
    (3, 5),
    (1, 5),
    (1, 1),
    (3, 1),
    (3, 3),
    (5, 3),
    (5, 1),
    (7, 1),
    (7, 5),
    (5, 5),
    (5, 7),
];
const LAMPS: [(i32, i32); 5] = [(3, 3), (7, 3), (5, 5), (3, 7), (1, 3)];
const FOCAL: f32 = 280.0;
const PACE: f32 = 130.0;
const TURN: f32 = 2.4;

#[derive(StateHash)]
#[state(hash_only)]
struct Maze {
    /// Where the walker is, in x and z.
    place: Vec2,
    heading: f32,
    goal: u32,
    by_hand: bool,
    /// Whether smaller copies of pictures are read, and how many samples a squeezed one takes.
    look: (bool, u8),
    #[state(skip)]
    world: World,
    #[state(skip)]
    scene: Scene,
}

/// What there is to be seen.
struct World {
    walls: Mesh,
    ground: Mesh,
    lamp: Mesh,
    bricks: MipMap,
    stones: MipMap,
    glow: MipMap,
}

/// What it is drawn with.
struct Scene {
    seen: ProjectedMesh,
    rasterizer: Rasterizer,
    depth: DepthBuffer,
    surface: Surface,
}

impl Sketch for Maze {
    const PARAMS: &'static [Param] =
        &[Param::toggle("mips", true), Param::choice("anisotropy", &["1", "2", "4", "8"], 2)];

    fn setup(_: &mut Stage) -> motile::Result<Self> {
        let world = World {
            walls: walls()?,
            ground: ground()?,
            lamp: Mesh::page(Vec2::splat(36.0), 2, 2),
            bricks: MipMap::new(bricks()?)?,
            stones: MipMap::new(stones()?)?,
            glow: MipMap::new(lamp()?)?,
        };
        let (place, scene) = (center(ROUND[0]), Scene::new()?);
        Ok(Self { place, heading: PI, goal: 1, by_hand: false, look: (true, 4), world, scene })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let arrows = stage.input().arrows();
        self.by_hand |= arrows != Vec2::ZERO;
        let (turn, walk) = if self.by_hand { (arrows.x, -arrows.y) } else { self.follow_round() };
        self.heading += turn * TURN * tick.dt;
        self.step(Vec2::at_angle(self.heading) * walk * PACE * tick.dt);
        self.look = (tick.params.is_on("mips"), 1 << tick.params.choice("anisotropy"));
    }

    fn frame(&mut self, _: &mut Stage, _: Frame) {
        self.scene.draw(&self.world, (self.place, self.heading), self.look);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.sprite(&self.scene.surface, IVec2::ZERO, &Blit::default());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
        // Pixels count too: they are the same in a window, in a page and on every processor.
        if let Ok(mut scene) = Scene::new() {
            scene.draw(&self.world, (self.place, self.heading), self.look);
            hash.write(scene.surface.words());
        }
    }
}

impl Maze {
    /// How to turn and walk to get to the next goal of the round.
    fn follow_round(&mut self) -> (f32, f32) {
        let way = center(ROUND[self.goal as usize]) - self.place;
        if way.length() < 6.0 {
            self.goal = (self.goal + 1) % ROUND.len() as u32;
        }
        let off = (way.angle() - self.heading + PI).rem_euclid(TAU) - PI;
        ((off * 6.0).clamp(-1.0, 1.0), if off.abs() < 0.25 { 1.0 } else { 0.1 })
    }

    /// Walks where no wall is near, one axis after the other so that one slides along.
    fn step(&mut self, way: Vec2) {
        for way in [vec2(way.x, 0.0), vec2(0.0, way.y)] {
            let next = self.place + way;
            let free = |x: f32, y: f32| !is_wall(cell(next + vec2(x, y) * 18.0));
            if free(-1.0, -1.0) && free(1.0, -1.0) && free(1.0, 1.0) && free(-1.0, 1.0) {
                self.place = next;
            }
        }
    }
}

impl Scene {
    fn new() -> motile::Result<Self> {
        Ok(Self {
            seen: ProjectedMesh::default(),
            rasterizer: Rasterizer::new(),
            depth: DepthBuffer::new(640, 400)?,
            surface: Surface::opaque(640, 400, Color::BLACK)?,
        })
    }

    fn draw(&mut self, world: &World, (place, heading): (Vec2, f32), look: (bool, u8)) {
        let (mips, anisotropy) = look;
        self.surface.fill(Color::BLACK);
        self.depth.clear();
        // Straight ahead is z; the eye of a view is a focal length before z = 0.
        let turn = turn_y(heading - PI / 2.0);
        let eye = turn * vec3(place.x, 0.0, place.y) + vec3(0.0, 0.0, FOCAL);
        let center = vec2(320.0, 200.0);
        let view = MeshView { turn, position: -eye, focal: FOCAL, center, near: 4.0, light: None };
        let settings = TriangleSettings {
            mips,
            anisotropy,
            cull: Cull::DrawClockwise,
            smooth_edges: false,
            ..TriangleSettings::default()
        };
        for (mesh, picture) in [(&world.ground, &world.stones), (&world.walls, &world.bricks)] {
            view.project(mesh, &mut self.seen);
            darken(&mut self.seen);
            let settings = TriangleSettings { picture: Some(picture), ..settings.clone() };
            put(
                &mut self.rasterizer,
                &mut self.surface,
                &mut self.depth,
                &self.seen.triangles(),
                &settings,
            );
        }
        let settings =
            TriangleSettings { picture: Some(&world.glow), cull: Cull::DrawAll, ..settings };
        for lamp in far_first(place) {
            // A page that is not turned faces the eye.
            let hung = vec3(lamp.x, -CELL * 0.22, lamp.y);
            let position = view.turn * hung + view.position;
            MeshView { turn: Mat3::IDENTITY, position, ..view }
                .project(&world.lamp, &mut self.seen);
            put(
                &mut self.rasterizer,
                &mut self.surface,
                &mut self.depth,
                &self.seen.triangles(),
                &settings,
            );
        }
    }
}

fn put(
    rasterizer: &mut Rasterizer,
    surface: &mut Surface,
    depth: &mut DepthBuffer,
    triangles: &Triangles<'_>,
    settings: &TriangleSettings<'_>,
) {
    let drawn = rasterizer.draw(surface, Some(depth), triangles, settings);
    debug_assert!(drawn.is_ok(), "lists of one mesh fit together");
}

/// What is far lies in the dark.
fn darken(seen: &mut ProjectedMesh) {
    seen.colors.clear();
    seen.colors.extend(seen.t.iter().map(|t| {
        let light = (t * 1.3).clamp(0.06, 1.0);
        let [r, g, b] = [1.0, 0.9, 0.75].map(|tone| (255.0 * light * tone) as u8);
        Color::rgb(r, g, b)
    }));
}

/// The lamps, those that are far away first: their glow is translucent.
fn far_first(place: Vec2) -> [Vec2; 5] {
    let mut lamps = LAMPS.map(center);
    lamps.sort_by(|a, b| b.distance(place).total_cmp(&a.distance(place)));
    lamps
}
