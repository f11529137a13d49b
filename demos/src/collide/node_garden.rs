//! Within reach of each other: points that are close are joined by a line and pull at each other.

use super::caption;
use crate::{Demo, gauge::Curves};
use motile::collide::{
    CellSize, GridWorld, NodeLink, Pair, UniformGrid, all_pairs, classic, node_link, pair_count,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/node-garden",
    title: "Node garden",
    sees: "A drifting constellation: lines join what is near and brighten as it comes nearer; the pairs looked at are counted.",
    tries: "Switch from the grid to all pairs and back: the same picture, and the curve shows the work. The classic gardens have 30 and 500 nodes, whose pull is strongest just before it breaks off.",
    controls: "The pointer, while it is held down, pulls what is near.",
    keys: &[(Key::Space, "plant the garden anew")],
    takes_drags: true,
    spec: &["COL-D9", "COL-D10"],
    size: (1000, 800),
    ticks: 90,
    ..Demo::of::<NodeGarden>()
};

/// Steps of brightness in which lines are drawn together.
const SHADES: usize = 8;
/// How far the pointer pulls, in pixels, and how hard at most, in pixels a tick and tick.
const PULL: (f32, f32) = (220.0, 0.12);

/// Speeds are in pixels a tick.
const TICKS_A_SECOND: f32 = 60.0;

/// What a garden is made of; speeds and strengths count in ticks, as the classic law does.
#[derive(Clone, Copy)]
struct Numbers {
    nodes: i32,
    reach: f32,
    /// Whether the pull grows with the distance up to the reach, or fades to nothing there.
    classic: bool,
    /// Thousandths of the classic law, or of a pixel a tick of the smooth one.
    strength: f32,
    /// Largest speed along either axis at the start.
    speed: f32,
    /// No node gets faster than this; the classic gardens have no limit.
    fastest: f32,
}

const CLASSIC: Numbers = Numbers {
    nodes: 30,
    reach: 100.0,
    classic: true,
    strength: 1.0,
    speed: 3.0,
    fastest: f32::INFINITY,
};

#[derive(Default, StateHash)]
#[state(hash_only)]
struct NodeGarden {
    places: Vec<Vec2>,
    velocities: Vec<Vec2>,
    #[state(skip)]
    grid: UniformGrid,
    #[state(skip)]
    links: Vec<(Pair, NodeLink)>,
    /// Pairs looked at in this tick.
    #[state(skip)]
    looked_at: u64,
    #[state(skip)]
    curves: Curves,
}

impl Sketch for NodeGarden {
    const PARAMS: &'static [Param] = &[
        Param::choice("garden", &["as below", "classic 30", "classic 500"], 0),
        Param::whole("nodes", 10, 3000, 380),
        Param::number("reach", 20.0, 150.0, 90.0),
        Param::number("strength", 0.0, 2.0, 0.1),
        Param::choice("law", &["smooth", "classic"], 0),
        Param::choice("search", &["grid", "all pairs"], 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x07_0A_14);
        let mut garden = Self::default();
        garden.plant(stage);
        Ok(garden)
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        let changed = ["nodes", "garden"].iter().any(|name| stage.params().changed(name));
        if changed || stage.input().pressed(Key::Space) {
            self.plant(stage);
        }
        let size = stage.size();
        let Numbers { classic, fastest, .. } = numbers(stage);
        let held = stage.input().pointer.held_at();
        for (place, velocity) in self.places.iter_mut().zip(&mut self.velocities) {
            if let Some(pointer) = held {
                let pull = node_link(pointer - *place, PULL.0, PULL.1);
                *velocity += pull.unwrap_or_default().acceleration;
            }
            *velocity = velocity.truncate(fastest);
            *place += *velocity;
            if classic {
                *place = classic::wrap_to_edge(*place, size);
            } else {
                wrap_edges(place, size, 0.0);
            }
        }
        let ((), took) = stage.stopwatch().time(|| self.link(stage));
        self.curves.work(took);
        for (pair, link) in &self.links {
            self.velocities[pair.a as usize] += link.acceleration;
            self.velocities[pair.b as usize] -= link.acceleration;
        }
    }

    fn frame(&mut self, _: &mut Stage, frame: Frame) {
        self.curves.picture(frame);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let is_own = stage.params().choice("garden") == 0;
        let [far, close] = if is_own { [0x3E_6B_FF, 0xBF_FF_E8] } else { [0xFF_FF_FF; 2] };
        let mut shades: [Path; SHADES] = Default::default();
        for (pair, link) in &self.links {
            let shade = ((link.opacity * SHADES as f32) as usize).min(SHADES - 1);
            shades[shade].move_to(self.places[pair.a as usize]);
            shades[shade].line_to(self.places[pair.b as usize]);
        }
        for (shade, lines) in shades.iter().enumerate() {
            let near = (shade as f32 + 0.5) / SHADES as f32;
            let color = Color::hex(far).lerp_oklab(Color::hex(close), near);
            canvas.stroke(lines, &Stroke::new(1.0), color.with_alpha((near * 255.0) as u8));
        }
        for &place in &self.places {
            canvas.fill(&Path::circle(place, 3.0), Color::WHITE);
        }
        let (links, looked_at) = (self.links.len(), self.looked_at);
        let all = pair_count(self.places.len() as u32);
        let words = format!("{links} links / {looked_at} of {all} pairs looked at");
        caption(canvas, vec2(12.0, stage.size().y - 12.0), words);
        self.curves.draw(canvas, vec2(stage.size().x - 12.0, 12.0), "links");
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        if is_by_grid(stage) {
            self.grid.mark(marks);
        }
        for (place, velocity) in self.places.iter().zip(&self.velocities) {
            marks.velocity(MarkRole::Velocity, *place, *velocity * TICKS_A_SECOND);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl NodeGarden {
    fn plant(&mut self, stage: &mut Stage) {
        let Numbers { nodes, speed, .. } = numbers(stage);
        let size = stage.size();
        let speed = Vec2::splat(speed);
        self.places.clear();
        self.velocities.clear();
        for _ in 0..nodes {
            self.places.push(stage.rng.in_rect(Vec2::ZERO, size));
            self.velocities.push(stage.rng.in_rect(-speed, speed));
        }
    }

    fn link(&mut self, stage: &Stage) {
        let Numbers { reach, classic, strength, .. } = numbers(stage);
        let places = &self.places;
        let joined = |pair: Pair| {
            let offset = places[pair.b as usize] - places[pair.a as usize];
            let link = if classic {
                classic::node_link(offset, reach, strength * 0.001)
            } else {
                node_link(offset, reach, strength * 0.05)
            };
            link.map(|link| (pair, link))
        };
        self.links.clear();
        if is_by_grid(stage) {
            let area = Aabb::from_size(Vec2::ZERO, stage.size());
            self.grid.set_world(GridWorld::Bounded(area), CellSize::AtLeast(reach));
            self.grid.rebuild(places);
            self.looked_at = self.grid.candidate_count();
            self.links.extend(self.grid.candidates().filter_map(joined));
        } else {
            self.looked_at = pair_count(places.len() as u32);
            self.links.extend(all_pairs(places.len() as u32).filter_map(joined));
        }
    }
}

fn is_by_grid(stage: &Stage) -> bool {
    stage.params().choice("search") == 0
}

/// The numbers of the garden chosen.
fn numbers(stage: &Stage) -> Numbers {
    let params = stage.params();
    match params.choice("garden") {
        1 => CLASSIC,
        2 => Numbers { nodes: 500, reach: 50.0, ..CLASSIC },
        _ => Numbers {
            nodes: params.whole("nodes"),
            reach: params.number("reach"),
            classic: params.choice("law") == 1,
            strength: params.number("strength"),
            speed: 0.8,
            fastest: 4.0,
        },
    }
}
