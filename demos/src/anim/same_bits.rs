//! Every number that the tweens of this gallery produce has the same bits on every machine, and here is the sum.

use super::four_sprites::{self, FourSprites};
use super::scene::{Actor, Scene};
use super::{figures, flash_tweens, flex_tweens, nested_groups};
use super::{overlap_trap, overwrite, sequences, single_moves};
use crate::Demo;
use crate::look::TITLE;
use motile::anim::{AnimPlayer, Animator, Direction, Ease, Family, Spring, Swarm, Tween};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/same-bits",
    title: "The same bits everywhere",
    sees: "Six fingerprints of 64 bits flicker on the screen while the tweens of the other demos play unseen; at the end they are those on the phone, and on every other machine.",
    tries: "Open the page on a phone and the program on a desk: the squares are the same.",
    controls: "again: begin anew.",
    spec: &["T-72"],
    size: (900, 500),
    ticks: TICKS as u64,
    ..Demo::of::<SameBits>()
};

/// So many moments are looked at, twelve of them a second.
const TICKS: u32 = 120;

/// What is played, and its fingerprint after all moments.
const WORKS: [(&str, u64); 6] = [
    ("57 eases", 0x5113_fa67_02f1_d92e),
    ("24 single tweens", 0x1036_0ed6_44de_430a),
    ("8 sequences", 0x1158_423f_de26_ba42),
    ("6 groups", 0xbd73_d61e_f0ef_d949),
    ("7 overwrite rules", 0xea75_abbe_ab85_f91b),
    ("swarm of eases", 0x4959_70d0_9356_106c),
];

const COLORS: [Color; 6] =
    [figures::RED, figures::ORANGE, figures::GREEN, figures::TEAL, figures::BLUE, figures::VIOLET];

#[derive(StateHash)]
#[state(hash_only)]
struct SameBits {
    tick: u32,
    hashes: [StateHash; 6],
    /// From here on: what is hashed above, tick by tick.
    #[state(skip)]
    eases: Vec<Ease>,
    #[state(skip)]
    singles: Vec<Scene>,
    #[state(skip)]
    numbers: Vec<(AnimPlayer<[f32; 2]>, [f32; 2])>,
    #[state(skip)]
    sequences: Vec<Scene>,
    #[state(skip)]
    groups: Vec<FourSprites>,
    #[state(skip)]
    nested: (AnimPlayer<Actor, u32>, [Actor; 5]),
    #[state(skip)]
    rules: Vec<(Animator<Actor>, Actor)>,
    #[state(skip)]
    swarm: Swarm,
}

/// All plain ones, and some with parameters.
fn eases() -> Vec<Ease> {
    let plain = Family::ALL
        .into_iter()
        .flat_map(|family| Direction::ALL.map(|direction| Ease::new(family, direction)));
    let more = [
        Ease::back(3.0, Direction::InOut),
        Ease::elastic(2.0, 0.5, Direction::Out),
        Ease::bezier(0.34, 1.56, 0.64, 1.0),
        Ease::steps(15),
        Ease::spring(Spring::default()),
    ];
    plain.chain(more).collect()
}

impl SameBits {
    fn new() -> motile::Result<Self> {
        let numbers = flex_tweens::VARIANTS.iter().map(|variant| {
            let tween = Tween::new(9.0)
                .from_to(|numbers: &mut [f32; 2]| numbers, variant.from, variant.to)
                .ease(variant.ease);
            (AnimPlayer::new(tween), variant.from)
        });
        let animators = (0..4).map(overwrite::animator);
        let animators = animators.chain((0..3).map(|lane| overlap_trap::lane(lane, 2.5)));
        let mut swarm = Swarm::new();
        for (ease, place) in eases().into_iter().zip(0u8..) {
            swarm.add(100.0, 800.0, 0.25, 3.0 + 0.1 * f32::from(place), ease);
        }
        let flash = flash_tweens::VARIANTS.iter();
        let mut singles: Vec<Scene> = flash.map(|one| Scene::new((one.timeline)())).collect();
        for one in &single_moves::MOVES {
            singles.push(Scene::new(one.tween()?));
        }
        let mut sequences = Vec::new();
        for story in &sequences::STORIES {
            sequences.push(Scene::new(story.timeline()?));
        }
        Ok(Self {
            tick: 0,
            hashes: [StateHash::new(); 6],
            eases: eases(),
            singles,
            numbers: numbers.collect(),
            sequences,
            groups: four_sprites::GROUPS.iter().map(FourSprites::new).collect(),
            nested: (AnimPlayer::new(nested_groups::nested()), nested_groups::ACTORS),
            rules: animators.map(|animator| (animator, Actor::START)).collect(),
            swarm,
        })
    }

    /// Plays everything to one more moment, and adds what it shows to the fingerprints.
    fn step(&mut self) {
        self.tick += 1;
        let [eases, singles, sequences, groups, rules, swarm] = &mut self.hashes;
        let t = self.tick as f32 / TICKS as f32;
        self.eases.iter().for_each(|ease| eases.write(&ease.at(t)));
        // To and fro: what is shown does not depend on what was shown before.
        let time = f64::from(self.tick * 37 % (TICKS + 1)) / 12.0;
        for scene in &mut self.singles {
            scene.seek(time);
            singles.write(&scene.actor);
        }
        for (player, numbers) in &mut self.numbers {
            player.seek(time, numbers);
            singles.write(numbers);
        }
        for scene in &mut self.sequences {
            scene.seek(time);
            sequences.write(&scene.actor);
        }
        for group in &mut self.groups {
            group.seek(time);
            groups.write(&group.sprites);
        }
        self.nested.0.seek(time, &mut self.nested.1);
        groups.write(&self.nested.1);
        for (animator, actor) in &mut self.rules {
            animator.update_to(f64::from(self.tick) / 12.0, actor);
            rules.write(&*actor);
        }
        self.swarm.update(1.0 / 12.0);
        self.swarm.for_each(|_, value| swarm.write(&value));
    }
}

impl Sketch for SameBits {
    const PARAMS: &'static [Param] = &[Param::button("again")];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        Self::new()
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().pressed("again") {
            self.rebuild(stage);
        }
        if self.tick < TICKS {
            self.step();
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "one state, any machine", "");
        let found = self.hashes.map(|hash| hash.finish());
        draw_screen(canvas, found);
        draw_phone(canvas);
        let (ends, same) = (self.tick == TICKS, found == WORKS.map(|work| work.1));
        let (color, word) = match (ends, same) {
            (false, _) => (figures::FAINT, String::new()),
            (true, true) => (figures::TEAL, "the same".into()),
            (true, false) => (figures::RED, "DIFFERENT".into()),
        };
        for y in [208.0, 244.0] {
            canvas.fill_rect(Aabb::from_size(vec2(SIGN.x - 36.0, y), vec2(72.0, 18.0)), color);
        }
        if ends && !same {
            let (from, to) = (SIGN + vec2(-26.0, 46.0), SIGN + vec2(26.0, -46.0));
            canvas.line(from, to, &Stroke::new(14.0), color);
        }
        canvas.write(word, TITLE, SIGN + vec2(0.0, 64.0), vec2(0.5, 0.5), color);
        let moment = format!("this machine, moment {} of {TICKS}", self.tick);
        canvas.write(moment, TITLE, vec2(285.0, 474.0), vec2(0.5, 0.5), figures::INK);
        canvas.write("every other", TITLE, vec2(770.0, 474.0), vec2(0.5, 0.5), figures::INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// The middle of the sign between the two machines.
const SIGN: Vec2 = vec2(604.0, 235.0);

/// A screen with the fingerprints that came out here.
fn draw_screen(canvas: &mut Canvas<'_>, found: [u64; 6]) {
    let screen = Aabb::from_size(vec2(36.0, 52.0), vec2(498.0, 366.0));
    canvas.fill_rect(Aabb::from_size(vec2(255.0, 418.0), vec2(60.0, 24.0)), figures::INK);
    canvas.fill_rect(Aabb::from_size(vec2(195.0, 438.0), vec2(180.0, 8.0)), figures::INK);
    figures::panel(canvas, screen.grown(8.0), figures::INK);
    figures::panel(canvas, screen, figures::PANEL);
    for (place, (bits, (words, _))) in found.into_iter().zip(WORKS).enumerate() {
        let cell = vec2((place % 3) as f32, (place / 3) as f32);
        let corner = screen.min + vec2(16.0, 12.0) + cell * vec2(162.0, 178.0);
        figures::label(canvas, words, corner + vec2(72.0, 8.0), figures::INK);
        draw_bits(canvas, corner + vec2(4.0, 24.0), 17.0, bits, COLORS[place]);
    }
}

/// A phone with those of every other machine.
fn draw_phone(canvas: &mut Canvas<'_>) {
    let screen = Aabb::from_size(vec2(674.0, 68.0), vec2(192.0, 350.0));
    canvas.fill(&Path::round_rect(screen.grown(16.0), 26.0), figures::INK);
    figures::panel(canvas, screen, figures::PANEL);
    for (place, (_, bits)) in WORKS.into_iter().enumerate() {
        let cell = vec2((place % 2) as f32, (place / 2) as f32);
        let corner = screen.min + vec2(12.0, 22.0) + cell * vec2(90.0, 110.0);
        draw_bits(canvas, corner, 10.0, bits, COLORS[place]);
    }
}

/// 64 bits as a square of cells.
fn draw_bits(canvas: &mut Canvas<'_>, corner: Vec2, side: f32, bits: u64, color: Color) {
    for bit in 0..64u16 {
        let set = bits >> (63 - bit) & 1 == 1;
        let at = corner + vec2(f32::from(bit % 8), f32::from(bit / 8)) * side;
        let cell = Aabb::from_size(at, Vec2::splat(side - 2.0));
        canvas.fill_rect(cell, if set { color } else { figures::PAGE });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_72_all_fingerprints_are_the_pinned_ones() {
        let mut bits = SameBits::new().expect("sound");
        assert_eq!((bits.eases.len(), bits.singles.len() + bits.numbers.len()), (57, 24));
        (0..TICKS).for_each(|_| bits.step());
        let found = bits.hashes.map(|hash| hash.finish());
        assert_eq!(found, WORKS.map(|work| work.1), "{found:#x?}");
    }
}
