//! Free ground of any shape as convex cells: the shortest way bends only at corners, whatever the agent's size.

use super::board::{GOAL, INK, PAPER, START, WALL, dot};
use crate::Demo;
use crate::look::{SMALL, WORDS};
use core::f32::consts::TAU;
use motile::path::{GraphSearch, MeshQuery, MeshSearch, NavMesh, PathError, Search};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "path/navmesh",
    title: "Navigation mesh",
    sees: "Rooms with slanted walls, cut into convex cells up to the margin that the agent needs; a path from the green dot follows the goal.",
    tries: "Point somewhere, also into a wall. Make the agent fatter until doors close. Compare the exact way with the funnel through the nearest cells, and with the middles of their edges.",
    controls: "Point at the goal; press to move the start there.",
    takes_drags: true,
    spec: &["PATH-X20", "PATH-X18", "PATH-X13"],
    ticks: 90,
    ..Demo::of::<NavMeshDemo>()
};

const TOP_LEFT: Vec2 = vec2(20.0, 20.0);
const SIZE: Vec2 = vec2(600.0, 380.0);
/// Walls and pillars, their corners relative to the room.
const WALLS: &[&[(f32, f32)]] = &[
    &[(120.0, 0.0), (140.0, 0.0), (190.0, 130.0), (172.0, 138.0)],
    &[(160.0, 190.0), (178.0, 180.0), (240.0, 300.0), (222.0, 310.0)],
    &[(0.0, 250.0), (120.0, 215.0), (124.0, 230.0), (0.0, 268.0)],
    &[(222.0, 348.0), (240.0, 348.0), (240.0, 380.0), (222.0, 380.0)],
    &[(250.0, 110.0), (390.0, 60.0), (396.0, 76.0), (256.0, 128.0)],
    &[(430.0, 46.0), (480.0, 28.0), (480.0, 0.0), (462.0, 0.0), (462.0, 16.0), (424.0, 30.0)],
    &[
        (330.0, 200.0),
        (370.0, 170.0),
        (410.0, 190.0),
        (415.0, 240.0),
        (375.0, 265.0),
        (335.0, 245.0),
    ],
    &[(480.0, 130.0), (600.0, 160.0), (600.0, 180.0), (476.0, 148.0)],
    &[
        (320.0, 320.0),
        (460.0, 290.0),
        (520.0, 230.0),
        (534.0, 242.0),
        (470.0, 306.0),
        (324.0, 338.0),
    ],
    &[(60.0, 90.0), (100.0, 120.0), (80.0, 160.0), (40.0, 150.0)],
    &[(60.0, 320.0), (110.0, 300.0), (140.0, 345.0), (90.0, 360.0)],
];
/// Where the walls are too near for the agent's center.
const MARGIN: Color = Color::hex(0xBF_C4_CE);
const WAYS: &[&str] = &["exact", "funnel", "centers"];
const COLORS: [Color; 3] = [Color::hex(0xD9_3F_2B), Color::hex(0x2E_7F_C9), Color::hex(0x8E_4A_A8)];

#[derive(StateHash)]
#[state(hash_only)]
struct NavMeshDemo {
    radius: f32,
    mesh: NavMesh,
    /// Their answers are the ways.
    #[state(skip)]
    search: MeshSearch,
    #[state(skip)]
    corridors: GraphSearch,
    start: Vec2,
    goal: Vec2,
    /// The exact way, pulled tight through the nearest cells, and through the middles of their edges.
    ways: [Vec<Vec2>; 3],
    reaches_goal: bool,
}

/// The room without its walls, for an agent of this radius.
fn build(radius: f32) -> Result<NavMesh, PathError> {
    let room = [Vec2::ZERO, vec2(SIZE.x, 0.0), SIZE, vec2(0.0, SIZE.y)].map(|at| at + TOP_LEFT);
    let walls: Vec<Vec<Vec2>> = walls().collect();
    let holes: Vec<&[Vec2]> = walls.iter().map(Vec::as_slice).collect();
    NavMesh::from_outline(&room, &holes, radius)
}

fn walls() -> impl Iterator<Item = Vec<Vec2>> {
    WALLS.iter().map(|wall| wall.iter().map(|&(x, y)| TOP_LEFT + vec2(x, y)).collect())
}

impl Sketch for NavMeshDemo {
    const PARAMS: &'static [Param] = &[
        Param::choice("way", WAYS, 0),
        Param::number("radius", 0.0, 20.0, 8.0),
        Param::toggle("cells", true),
        Param::toggle("by-itself", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let radius = stage.params().number("radius");
        let mut demo = Self {
            radius,
            mesh: build(radius)?,
            search: MeshSearch::new(),
            corridors: GraphSearch::new(),
            start: TOP_LEFT + vec2(40.0, 330.0),
            goal: TOP_LEFT + vec2(540.0, 90.0),
            ways: Default::default(),
            reaches_goal: false,
        };
        demo.find_ways();
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let radius = stage.params().number("radius");
        // No room left for so fat an agent: the last mesh stays.
        if radius != self.radius
            && let Ok(mesh) = build(radius)
        {
            (self.radius, self.mesh) = (radius, mesh);
        }
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.position {
            self.goal = place;
        } else if stage.params().is_on("by-itself") {
            let (sin, cos) = ops::sin_cos((tick.time as f32 / 16.0).fract() * TAU);
            self.goal = TOP_LEFT + SIZE / 2.0 + vec2(cos * 250.0, -sin * 150.0);
        }
        if let Some(place) = pointer.pressed_at() {
            self.start = self.mesh.nearest(place);
        }
        self.find_ways();
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.fill_rect(Aabb::from_size(TOP_LEFT - 6.0, SIZE + 12.0), WALL);
        canvas.fill_rect(Aabb::from_size(TOP_LEFT, SIZE), MARGIN);
        for cell in 0..self.mesh.cell_count() {
            let corners: Vec<Vec2> = self.mesh.corners(cell).collect();
            let hue = cell as f32 * 2.4;
            let ground = if stage.params().is_on("cells") {
                Color::oklch(0.955, 0.035, hue)
            } else {
                Color::hex(0xFF_FD_F7)
            };
            let outline = Path::polygon(&corners);
            canvas.fill(&outline, ground);
            canvas.stroke(&outline, &Stroke::new(1.0), ground.lerp(INK, 0.14));
        }
        for wall in walls() {
            canvas.fill(&Path::polygon(&wall), WALL);
        }
        let chosen = stage.params().choice("way") as usize;
        let round = |width: f32| Stroke::new(width).with_cap(Cap::Round).with_join(Join::Round);
        let way = &self.ways[chosen];
        if way.len() > 1 {
            let line = Path::polyline(way);
            canvas.stroke(&line, &round(2.0 * self.radius), COLORS[chosen].with_alpha(46));
            canvas.stroke(&line, &round(3.0), COLORS[chosen]);
            for &bend in &way[1..way.len() - 1] {
                canvas.fill(&Path::circle(bend, 3.5), COLORS[chosen]);
            }
        }
        dot(canvas, self.start, self.radius.max(5.0), START);
        dot(canvas, self.goal, 6.0, GOAL);
        for (i, name) in WAYS.iter().enumerate() {
            let x = 20.0 + 150.0 * i as f32;
            let ink = if i == chosen { INK } else { INK.with_alpha(130) };
            canvas.fill(
                &Path::round_rect(Aabb::from_size(vec2(x, 412.0), vec2(30.0, 8.0)), 4.0),
                COLORS[i],
            );
            canvas.write(*name, WORDS, vec2(x, 436.0), vec2(0.0, 0.5), ink);
            let length: f32 = self.ways[i].windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            canvas.write(format!("{length:.1} px"), SMALL, vec2(x, 458.0), vec2(0.0, 0.5), ink);
        }
        let end = if self.reaches_goal { "" } else { ", to the nearest point" };
        let words = format!("{} cells{end}", self.mesh.cell_count());
        canvas.write(words, SMALL, vec2(620.0, 436.0), vec2(1.0, 0.5), INK);
        let seen = format!("{} spans seen", self.search.progress().visited);
        canvas.write(seen, SMALL, vec2(620.0, 458.0), vec2(1.0, 0.5), INK);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.mesh.mark(marks);
        self.search.mark(&self.mesh, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl NavMeshDemo {
    fn find_ways(&mut self) {
        let query =
            MeshQuery { free_start: true, nearest: true, ..MeshQuery::new(self.start, self.goal) };
        let [exact, funnel, centers] = &mut self.ways;
        exact.clear();
        let Ok(path) = self.search.find_query(&self.mesh, query) else { return };
        exact.extend(&path.points);
        self.reaches_goal = path.reaches_goal;
        // The same ends for a search over the centers of cells.
        let (Some(&from), Some(&to)) = (exact.first(), exact.last()) else { return };
        let (Some(&first), Some(&last)) = (path.cells.first(), path.cells.last()) else { return };
        if let Ok(corridor) = self.corridors.find(&self.mesh, first, last) {
            self.mesh.funnel(corridor, from, to, funnel);
            self.mesh.center_path(corridor, from, to, centers);
        }
    }
}
