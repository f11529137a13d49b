//! The classic chapter, program by program: a map of numbers, a cat that runs on it, and what the four corners get wrong.

use super::{controls, editing};
use crate::{Demo, look};
use motile::geom::Grid2;
use motile::math::{DVec2, dvec2};
use motile::prelude::*;
use motile::tiles::classic::{
    Bob, CELL, Lifts, OutsideMap, SoftPlatforms, corner_collision, patrol, squash, touches,
    turn_lift, turn_lift_by_map,
};
use motile::tiles::{EditorPanel, Tile, TileLayer};

mod bodies;
mod maps;
mod view;

use bodies::{Cat, Place};
use maps::{DOOR, Item, PLATFORM, SKY, SOFT, STAR};

pub(super) const DEMO: Demo = Demo {
    id: "tiles/chapter",
    title: "The classic chapter",
    sees: "The programs of the classic tile chapter with the rules as printed: corner tests, one flag for all soft platforms, lifts that turn by their cell.",
    tries: "Go through the programs. In the first, click cells. Fall far and land: the body is snapped into the ground and starts anew. Paint while the hedgehog walks: it turns at the new edges.",
    controls: "The cat follows the pointer; a click jumps. Or take a gamepad. In the first program a click turns a cell over.",
    keys: &[
        (Key::Left, "run left"),
        (Key::Right, "run right"),
        (Key::Space, "jump"),
        (Key::Char('s'), "another sheet of pictures"),
        editing::KEY,
    ],
    takes_drags: true,
    spec: &[
        "TILE-D1", "TILE-D2", "TILE-D3", "TILE-D4", "TILE-D6", "TILE-D7", "TILE-D8", "TILE-D9",
        "TILE-D10", "TILE-D11", "TILE-D12", "TILE-D13",
    ],
    size: (640, 512),
    ticks: 100,
    script: "0 move 560 300\n10 down\n11 up\n60 move 200 300\n62 down\n63 up\n",
    ..Demo::of::<Chapter>()
};

/// The view; of all programs but the last, the world too.
const STAGE: DVec2 = dvec2(640.0, 512.0);
/// Ticks that each of the two frames of an explosion is shown: 200 milliseconds.
const BLAST_FRAME: u32 = 12;

#[derive(StateHash)]
#[state(hash_only)]
struct Chapter {
    program: u32,
    /// Which level of the last program.
    level: u32,
    map: Grid2<i32>,
    cat: Option<Cat>,
    lift: Option<Place>,
    star: Option<Place>,
    hedgehog: Option<Place>,
    /// Where an explosion is, and how many ticks old.
    blast: Option<(Vec2, u32)>,
    /// How often the cat was snapped out of the map.
    lost: u32,
    /// Stars that were collected.
    stars: u32,
    /// Which of the two sheets the pictures come from.
    sheet: u32,
    soft_open: bool,
    lift_open: bool,
    panel: EditorPanel,
    /// The map as the editor has it.
    #[state(skip)]
    tiles: TileLayer,
}

impl Sketch for Chapter {
    const PARAMS: &'static [Param] = &[Param::choice("program", &maps::PROGRAMS, 10)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xCF_E8_F7);
        Self::on(stage.params().choice("program"), 0)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if tick.params.changed("program") {
            self.enter(stage, tick.params.choice("program"), 0);
        }
        let (space, corner) = (self.space(), self.view_corner());
        if editing::edit(&mut self.panel, &mut self.tiles, space, stage, tick).is_some() {
            maps::read(&self.tiles, &mut self.map);
            // What reads the map goes on, to be seen as it adapts.
            self.move_others();
            return;
        }
        let input = tick.input;
        self.sheet = (self.sheet + u32::from(input.pressed(Key::Char('s')))) % maps::SHEETS;
        if self.program == maps::MAP
            && let Some(place) = input.pointer.pressed_at()
        {
            let cell = (place / CELL as f32).floor().as_ivec2();
            if let Some(id) = self.map.get_mut(cell.x, cell.y) {
                *id = if *id == SKY { PLATFORM } else { SKY };
                self.tiles.set(cell.x, cell.y, maps::tile(*id));
            }
        }
        self.move_others();
        if let Some(mut cat) = self.cat.filter(|_| self.program >= maps::MOVING) {
            let mut bob = Bob { jumping: cat.jumping, ..cat.place.bob() };
            control(&mut bob, input, corner);
            if self.collide(&mut bob).is_err() {
                self.lost += 1;
                self.enter(stage, self.program, self.level);
                return;
            }
            cat.place.set(&bob);
            cat.jumping = bob.jumping;
            self.cat = Some(cat);
            self.meet(&mut bob, stage);
        }
        self.blast = self.blast.map(|(place, age)| (place, age + 1));
        self.blast = self.blast.filter(|&(_, age)| age < 2 * BLAST_FRAME);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let view = Affine2::from_translation(-self.view_corner().as_vec2());
        canvas.transformed(view, |canvas| self.draw_world(canvas));
        let (rows, columns) = (self.map.height(), self.map.width());
        let collects = self.program == maps::COLLECTING;
        let stars = if collects { format!(", stars {}", self.stars) } else { String::new() };
        let lost = self.lost;
        let lines = format!("tile size {CELL}, {rows} rows, {columns} columns, lost {lost}{stars}");
        canvas.write(lines, look::SMALL, vec2(8.0, 8.0), Vec2::ZERO, look::INK);
        self.panel.draw(canvas, self.space(), stage.size());
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Chapter {
    fn on(program: u32, level: u32) -> motile::Result<Self> {
        let scene = maps::scene(program, level)?;
        let rest = |item: Item| Place::new(item, Vec2::ZERO);
        Ok(Self {
            program,
            level,
            panel: EditorPanel::new(&maps::sheet()?, (1..=3).map(Tile::new)),
            tiles: TileLayer::from_grid(scene.map.map(|&id| maps::tile(id))),
            map: scene.map,
            cat: scene.cat.map(|item| Cat { place: rest(item), jumping: false }),
            lift: scene.lift.map(|item| Place::new(item, vec2(0.0, -2.0))),
            star: scene.star.map(rest),
            hedgehog: scene.hedgehog.map(|item| Place::new(item, vec2(1.0, 0.0))),
            blast: None,
            lost: 0,
            stars: 0,
            sheet: 0,
            soft_open: true,
            lift_open: true,
        })
    }

    fn enter(&mut self, stage: &mut Stage, program: u32, level: u32) {
        match Self::on(program, level) {
            Ok(fresh) => *self = Self { lost: self.lost, sheet: self.sheet, ..fresh },
            Err(error) => stage.fail(error),
        }
    }

    /// Lift and hedgehog, by what they read in the map. One that left the map is gone.
    fn move_others(&mut self) {
        if let Some(lift) = &mut self.lift {
            let mut bob = lift.bob();
            bob.update();
            if self.program == maps::ENEMIES {
                // Beside no column it goes on to the edge; the editor may have taken what it turned at.
                if turn_lift_by_map(&mut bob, &self.map, [SKY, PLATFORM, SOFT]).is_err() {
                    bob.stop_at_edges(STAGE);
                }
            } else {
                turn_lift(&mut bob, 1, 7);
            }
            lift.set(&bob);
        }
        self.hedgehog = self.hedgehog.and_then(|mut hedgehog| {
            let mut bob = hedgehog.bob();
            bob.update();
            patrol(&mut bob, &self.map, SKY).ok()?;
            hedgehog.set(&bob);
            Some(hedgehog)
        });
    }

    fn collide(&mut self, bob: &mut Bob) -> Result<(), OutsideMap> {
        bob.stop_at_edges(self.world() - dvec2(0.5, 0.5));
        if self.program >= maps::COLLISION {
            corner_collision(bob, &self.map, PLATFORM)?;
            let mut soft = SoftPlatforms { open: self.soft_open };
            soft.hold(bob, &self.map, SOFT)?;
            self.soft_open = soft.open;
        }
        if let Some(lift) = &self.lift {
            let mut lifts = Lifts { open: self.lift_open };
            lifts.hold(bob, &lift.bob());
            self.lift_open = lifts.open;
        }
        Ok(())
    }

    /// Stars, hedgehogs and doors.
    fn meet(&mut self, bob: &mut Bob, stage: &mut Stage) {
        let objects = self.star.map(|star| maps::objects(&self.map, star.now));
        if let (Some(star), Some(objects)) = (self.star, objects)
            && touches(bob, &star.bob(), &objects, STAR)
        {
            self.star = None;
            self.stars += 1;
        }
        if let Some(hedgehog) = self.hedgehog.filter(|_| self.program >= maps::SQUASH)
            && squash(bob, &hedgehog.bob())
        {
            self.hedgehog = None;
            self.blast = (self.program >= maps::EXPLOSION).then_some((hedgehog.now, 0));
            if let Some(cat) = &mut self.cat {
                cat.place.set(bob);
            }
        }
        let cells = bob.cells();
        if self.map.get(cells.column, cells.row) == Some(&DOOR) {
            self.enter(stage, self.program, (self.level + 1) % maps::LEVELS);
        }
    }
}

/// Keys when one is held, the pointer otherwise, which is read in the world (TILE-40); then a tick of motion.
fn control(bob: &mut Bob, input: &Input, corner: DVec2) {
    bob.gravity = dvec2(0.0, 0.98);
    bob.update();
    let way = f64::from(controls::way(input).x);
    let jump = controls::goes(input) || input.pointer.pressed();
    if way != 0.0 || controls::jumps(input) {
        let speed = (bob.velocity().x * 0.85 + 0.6 * way).clamp(-6.0, 6.0);
        bob.set_velocity(dvec2(speed, bob.velocity().y));
        bob.control(bob.position.x + bob.size.x / 2.0 + 5.0 * speed, jump);
    } else if let Some(pointer) = input.pointer.position {
        bob.control(f64::from(pointer.x) + corner.x, jump);
    }
}
