//! Within reach of each other: points that are close are joined by a line and pull at each other.

use crate::Demo;
use motile::collide::{
    CellSize, GridWorld, NodeLink, Pair, UniformGrid, all_pairs, classic_node_link, pair_count,
    smooth_node_link, wrap, wrap_classic,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/node-garden",
    title: "Node garden",
    sees: "A drifting constellation: lines join what is near and brighten as it comes nearer; the pairs looked at are counted.",
    tries: "Take the smooth law, more nodes, a shorter reach. Switch to all pairs and compare the count.",
    controls: "The pointer, once held down, pulls.",
    spec: &["COL-D9", "COL-D10"],
    size: (800, 600),
    ticks: 90,
    ..Demo::of::<NodeGarden>()
};

/// Steps of brightness in which lines are drawn together.
const SHADES: usize = 8;

struct NodeGarden {
    places: Vec<Vec2>,
    velocities: Vec<Vec2>,
    grid: UniformGrid,
    links: Vec<(Pair, NodeLink)>,
    /// Pairs looked at in this tick.
    looked_at: u64,
}

impl Sketch for NodeGarden {
    const PARAMS: &'static [Param] = &[
        Param::whole("nodes", 10, 1000, 260),
        Param::number("reach", 20.0, 150.0, 70.0),
        Param::number("strength", 0.0, 4.0, 1.0),
        Param::choice("law", &["classic", "smooth"], 0),
        Param::choice("search", &["grid", "all pairs"], 0),
    ];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = Color::hex(0x07_0A_14);
        let mut garden = Self {
            places: Vec::new(),
            velocities: Vec::new(),
            grid: UniformGrid::default(),
            links: Vec::new(),
            looked_at: 0,
        };
        garden.plant(stage);
        garden
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("nodes") {
            self.plant(stage);
        }
        let (size, classic) = (stage.size(), stage.params().choice("law") == 0);
        let pointer = stage.input().pointer;
        for (place, velocity) in self.places.iter_mut().zip(&mut self.velocities) {
            if pointer.is_down() {
                *velocity += (pointer.position - *place).normalized() * 0.05;
            }
            // Pixels a tick, as the classic law counts.
            *velocity = velocity.truncate(4.0);
            *place += *velocity;
            *place = if classic { wrap_classic(*place, size) } else { wrap(*place, size) };
        }
        self.link(stage);
        for (pair, link) in &self.links {
            self.velocities[pair.a as usize] += link.acceleration;
            self.velocities[pair.b as usize] -= link.acceleration;
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let mut shades: [Path; SHADES] = Default::default();
        for (pair, link) in &self.links {
            let shade = ((link.opacity * SHADES as f32) as usize).min(SHADES - 1);
            shades[shade].move_to(self.places[pair.a as usize]);
            shades[shade].line_to(self.places[pair.b as usize]);
        }
        for (shade, lines) in shades.iter().enumerate() {
            let near = (shade as f32 + 0.5) / SHADES as f32;
            let color = Color::hex(0x3E_6B_FF).lerp_oklab(Color::hex(0xBF_FF_E8), near);
            canvas.stroke(lines, &Stroke::new(1.0), color.with_alpha((near * 255.0) as u8));
        }
        for &place in &self.places {
            canvas.fill(&Path::circle(place, 2.5), Color::WHITE);
        }
        let all = pair_count(self.places.len() as u32);
        let words =
            format!("{} links, {} of {all} pairs looked at", self.links.len(), self.looked_at);
        let law = ["classic", "smooth"][stage.params().choice("law") as usize];
        let panel = Path::round_rect(vec2(12.0, 558.0), vec2(420.0, 32.0), 8.0);
        canvas.fill(&panel, Color::hex(0x07_0A_14).with_alpha(220));
        let words = format!("{law}: {words}");
        canvas.write(words, 17.0, vec2(24.0, 574.0), vec2(0.0, 0.5), Color::hex(0xC8_D4_F0));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.places);
        hash.write(&self.velocities);
    }
}

impl NodeGarden {
    fn plant(&mut self, stage: &mut Stage) {
        let (count, size) = (stage.params().whole("nodes"), stage.size());
        let slow = Vec2::splat(0.8);
        self.places.clear();
        self.velocities.clear();
        for _ in 0..count {
            self.places.push(stage.rng.in_rect(Vec2::ZERO, size));
            self.velocities.push(stage.rng.in_rect(-slow, slow));
        }
    }

    fn link(&mut self, stage: &Stage) {
        let reach = stage.params().number("reach");
        let strength = stage.params().number("strength");
        let classic = stage.params().choice("law") == 0;
        let places = &self.places;
        let joined = |pair: Pair| {
            let offset = places[pair.b as usize] - places[pair.a as usize];
            let link = if classic {
                classic_node_link(offset, reach, strength * 0.0004)
            } else {
                smooth_node_link(offset, reach, strength * 0.02)
            };
            link.map(|link| (pair, link))
        };
        self.links.clear();
        if stage.params().choice("search") == 0 {
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
