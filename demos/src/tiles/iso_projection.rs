//! A cube turned by 45° and tilted by 30°: where the 2:1 of isometric games comes from.

use crate::Demo;
use crate::kit::{barbed_arrow, round};
use crate::look::{BLUE, CARD, FAINT, GREEN, INK, MUTED, ORANGE, PAPER, SMALL, WORDS};
use core::f32::consts::SQRT_2;
use motile::geom::Vec3;
use motile::math::vec3;
use motile::prelude::*;
use motile::tiles::iso::IsoProjection;

pub(super) const DEMO: Demo = Demo {
    id: "tiles/iso-projection",
    title: "Projection of a cube",
    sees: "A cube from above, from the front, from the side and as the camera sees it, with the width and height of its top face.",
    tries: "Drag turn and tilt, and the cube follows. By 45 and 30 degrees the top is twice as wide as high; at 35.264 all axes are equally long. The list leads to these two. Show a square of the floor with the places of its corners.",
    controls: "",
    spec: &["ISO-D1", "ISO-D2", "ISO-1", "ISO-2", "ISO-3", "ISO-4", "ISO-6", "ISO-X13"],
    ticks: 5,
    ..Demo::of::<Cube>()
};

/// Half the side of the cube, units.
const HALF: f32 = 50.0;
const SHOWN: &[&str] = &["a cube", "a square of 100"];
const KINDS: &[&str] = &["dimetric 2:1", "true isometric", "by hand"];

#[derive(StateHash)]
#[state(hash_only)]
struct Cube {
    turn: f32,
    tilt: f32,
    /// The sliders were moved after a kind was chosen.
    by_hand: bool,
}

impl Sketch for Cube {
    const PARAMS: &'static [Param] = &[
        Param::choice("show", SHOWN, 0),
        Param::choice("kind", KINDS, 0),
        Param::number("turn", 0.0, 90.0, 45.0),
        Param::number("tilt", 0.0, 90.0, 30.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { turn: 45.0, tilt: 30.0, by_hand: false })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        if tick.params.changed("kind") {
            self.by_hand = false;
        }
        self.by_hand |= tick.params.changed("turn") || tick.params.changed("tilt");
        let (turn, tilt) = match KINDS[tick.params.choice("kind") as usize] {
            _ if self.by_hand => (tick.params.number("turn"), tick.params.number("tilt")),
            "dimetric 2:1" => (45.0, 30.0),
            "true isometric" => (45.0, 35.264),
            _ => (tick.params.number("turn"), tick.params.number("tilt")),
        };
        // It turns there, so that one sees how.
        self.turn += (turn - self.turn) * 0.15;
        self.tilt += (tilt - self.tilt) * 0.15;
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let panels = [
            (vec2(20.0, 20.0), vec2(190.0, 136.0), "from above"),
            (vec2(20.0, 172.0), vec2(190.0, 136.0), "from the front"),
            (vec2(20.0, 324.0), vec2(190.0, 136.0), "from the side"),
            (vec2(230.0, 20.0), vec2(390.0, 440.0), "as the camera sees it"),
        ];
        for (corner, size, words) in panels {
            let area = Aabb::from_size(corner, size);
            canvas.fill(&Path::round_rect(area, 10.0), CARD);
            canvas.stroke(&Path::round_rect(area, 10.0), &Stroke::new(1.0), FAINT);
            label(canvas, words.to_owned(), corner + vec2(12.0, 16.0), MUTED);
        }
        // From above the cube is turned only; from the side it is seen along the floor, with the camera's line of sight.
        self.cube(canvas, vec2(115.0, 92.0), 0.8, |p| vec2(p.x, p.z));
        self.cube(canvas, vec2(115.0, 246.0), 0.8, |p| vec2(p.x, p.y));
        self.cube(canvas, vec2(90.0, 404.0), 0.8, |p| vec2(p.z, p.y));
        let (sin, cos) = ops::sin_cos(self.tilt.to_radians());
        let way = vec2(cos, -sin);
        barbed_arrow(
            canvas,
            vec2(96.0, 392.0) + way * 82.0,
            vec2(96.0, 392.0) + way * 52.0,
            ORANGE,
        );
        label(canvas, format!("turn {:.1}°", self.turn), vec2(32.0, 140.0), INK);
        label(canvas, format!("tilt {:.1}°", self.tilt), vec2(120.0, 442.0), INK);
        // The projection of isometric worlds turns by 45° itself, so that much of the turn is taken back.
        let view = IsoProjection::pitched(self.tilt.to_radians());
        let tilted =
            move |p: Vec3| view.to_screen(vec3(p.z + p.x, p.y * SQRT_2, p.z - p.x) / SQRT_2);
        if stage.params().choice("show") == 0 {
            self.cube(canvas, vec2(425.0, 240.0), 1.5, tilted);
            self.measure(canvas, &tilted);
        } else {
            self.square(canvas, &tilted);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Cube {
    /// A point after the turn about the vertical.
    fn turned(&self, point: Vec3) -> Vec3 {
        let (sin, cos) = ops::sin_cos(self.turn.to_radians());
        vec3(point.x * cos - point.z * sin, point.y, point.z * cos + point.x * sin)
    }

    /// The edges of the cube: those along x, y and z in a color each.
    fn cube(&self, canvas: &mut Canvas<'_>, middle: Vec2, scale: f32, flat: impl Fn(Vec3) -> Vec2) {
        let place = |point: Vec3| middle + flat(self.turned(point)) * scale * 0.5;
        let signs = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
        let top = signs.map(|(x, z)| place(vec3(x, -HALF, z)));
        canvas.fill(&Path::polygon(&top), ORANGE.with_alpha(70));
        for (name, axis, color) in
            [("x", Vec3::X, ORANGE), ("y", Vec3::Y, GREEN), ("z", Vec3::Z, BLUE)]
        {
            // An axis that is looked along has no length, and no name.
            let (from, to) = (place(axis * HALF), place(axis * HALF * 1.5));
            if from.distance(to) > 6.0 {
                canvas.line(from, to, &round(1.0), color);
                canvas.write(
                    name,
                    SMALL,
                    to + (to - from).normalize_or_zero() * 7.0,
                    Vec2::splat(0.5),
                    color,
                );
            }
        }
        for (a, b) in signs {
            let edges = [
                (vec3(-HALF, a, b), vec3(HALF, a, b), ORANGE),
                (vec3(a, -HALF, b), vec3(a, HALF, b), GREEN),
                (vec3(a, b, -HALF), vec3(a, b, HALF), BLUE),
            ];
            for (from, to, color) in edges {
                canvas.line(place(from), place(to), &round(2.5), color);
            }
        }
    }

    /// The outline of a square of the floor from the origin on, with the places of its corners and its bounds.
    fn square(&self, canvas: &mut Canvas<'_>, flat: &impl Fn(Vec3) -> Vec2) {
        let origin = vec2(425.0, 170.0);
        let corners = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)];
        let seen = corners.map(|(x, z)| flat(self.turned(vec3(x, 0.0, z))));
        let outline = seen.map(|place| origin + place);
        canvas.stroke(&Path::polygon(&outline), &Stroke::HAIRLINE, INK);
        let sides = [vec2(0.5, 1.4), vec2(0.5, -0.5), vec2(0.5, -0.4), vec2(0.5, -0.5)];
        for (((x, z), place), side) in corners.into_iter().zip(seen).zip(sides) {
            canvas.fill(&Path::circle(origin + place, 3.0), ORANGE);
            let words = format!("({x:.0}, 0, {z:.0}) → {:.0}, {:.0}", place.x, place.y);
            canvas.write(words, SMALL, origin + place, side, MUTED);
        }
        let size = Aabb::around(seen).size();
        let words = format!("bounds {:.0} × {:.0}", size.x, size.y);
        canvas.write(words, WORDS, vec2(425.0, 434.0), vec2(0.5, 0.5), ORANGE);
    }

    /// How wide and high the top face is for a cube of side 100.
    fn measure(&self, canvas: &mut Canvas<'_>, flat: &impl Fn(Vec3) -> Vec2) {
        let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
        let face = Aabb::around(corners.map(|(x, z)| flat(self.turned(vec3(x, 0.0, z)))));
        let size = face.size();
        let ratio = if size.y > 0.5 { size.x / size.y } else { f32::INFINITY };
        let words = format!("the top of a cube of 100: {:.0} × {:.0}", size.x, size.y);
        canvas.write(words, WORDS, vec2(425.0, 408.0), vec2(0.5, 0.5), INK);
        canvas.write(format!("{ratio:.2} : 1"), WORDS, vec2(425.0, 434.0), vec2(0.5, 0.5), ORANGE);
    }
}

fn label(canvas: &mut Canvas<'_>, words: String, place: Vec2, ink: Color) {
    canvas.write(words, SMALL, place, vec2(0.0, 0.5), ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As opened, the sliders did nothing until "by hand" was chosen from the list.
    #[test]
    fn iso_d1_a_slider_turns_the_cube() {
        let mut player = Player::new::<Cube>(&Settings::new(640, 480)).unwrap();
        let run = |player: &mut Player, name: &str, value: f32| {
            player.set_param(name, value).unwrap();
            player.run_ticks(120);
            let cube: &Cube = player.sketch().unwrap();
            (cube.turn.round(), cube.tilt.round())
        };
        player.run_ticks(2);
        assert_eq!(run(&mut player, "turn", 10.0), (10.0, 30.0));
        assert_eq!(run(&mut player, "tilt", 60.0), (10.0, 60.0));
        assert_eq!(run(&mut player, "kind", 1.0), (45.0, 35.0));
        assert_eq!(run(&mut player, "tilt", 20.0), (10.0, 20.0));
    }
}
