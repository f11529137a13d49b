//! Saved games are values by name: three slots, written and read with a version.

use crate::look::{CARD, FAINT, GOLD, GREEN, INK, MUTED, ORANGE, PAPER, RED, TITLE, WORDS};
use crate::{Demo, kit};
use motile::game::{SaveError, Saves};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "game/save-slots",
    title: "Save slots",
    sees: "A digger finds coins; below are three slots, two of them with saved games and one empty.",
    tries: "Save at one time, load at another. Turn the room down until there is none left for the third slot.",
    controls: "Press the upper half of a slot to save, the lower to load.",
    keys: &[
        (Key::Char('1'), "save in slot 1"),
        (Key::Char('2'), "save in slot 2"),
        (Key::Char('3'), "save in slot 3"),
        (Key::Char('4'), "load slot 1"),
        (Key::Char('5'), "load slot 2"),
        (Key::Char('6'), "load slot 3"),
    ],
    ticks: 150,
    script: "50 tap 1\n120 tap 2\n",
    ..Demo::of::<SaveSlots>()
};

/// Raised when what is saved takes another form.
const VERSION: u32 = 2;
const SLOTS: [&str; 3] = ["slot-1", "slot-2", "slot-3"];
const SAVE_KEYS: [Key; 3] = [Key::Char('1'), Key::Char('2'), Key::Char('3')];
const LOAD_KEYS: [Key; 3] = [Key::Char('4'), Key::Char('5'), Key::Char('6')];
/// Coins in a row of the pile.
const ROW: u32 = 20;

/// What is saved: depth and coins.
type Progress = (f32, u32);

#[derive(StateHash)]
#[state(hash_only)]
struct SaveSlots {
    depth: f32,
    coins: u32,
    /// What the slots hold.
    shown: [Option<Progress>; 3],
    /// What happened last.
    said: String,
    /// The texts behind `shown`.
    #[state(skip)]
    saves: Saves,
    room: u32,
}

impl Sketch for SaveSlots {
    const PARAMS: &'static [Param] =
        &[Param::number("pace", 0.0, 4.0, 1.0), Param::whole("room-in-bytes", 40, 400, 400)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        // Here in memory, so that every visit begins alike; a game takes `Saves::open("its-name")?`.
        let room = stage.params().whole("room-in-bytes") as u32;
        let saves = Saves::in_memory_of(room.into());
        let said = String::from("press a slot");
        Ok(Self { depth: 0.0, coins: 0, shown: [None; 3], said, saves, room })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        self.depth += tick.dt * tick.params.number("pace");
        self.coins = (self.depth * 12.0) as u32;
        let room = tick.params.whole("room-in-bytes") as u32;
        if room != self.room {
            self.room = room;
            self.saves = Saves::in_memory_of(room.into());
            self.shown = [None; 3];
            self.said = format!("new storage of {room} bytes");
        }
        let pressed = tick.input.pointer.pressed_at();
        for index in 0..SLOTS.len() {
            let place = pressed.filter(|place| area(index).contains(*place));
            let upper = place.map(|place| place.y < area(index).center().y);
            let result = if tick.input.pressed(SAVE_KEYS[index]) || upper == Some(true) {
                self.save(index)
            } else if tick.input.pressed(LOAD_KEYS[index]) || upper == Some(false) {
                self.load(index)
            } else {
                continue;
            };
            if let Err(error) = result {
                self.said = error.to_string();
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let now = format!("{:.1} m deep, {} coins", self.depth, self.coins);
        canvas.write(now, TITLE, vec2(320.0, 34.0), Vec2::splat(0.5), INK);
        draw_pile(canvas, self.coins, vec2(320.0, 196.0), 13.0);
        canvas.write(&*self.said, WORDS, vec2(320.0, 226.0), Vec2::splat(0.5), MUTED);
        for (index, progress) in self.shown.iter().enumerate() {
            let card = area(index);
            canvas.fill(&Path::round_rect(card, 12.0), CARD);
            canvas.stroke(&Path::round_rect(card, 12.0), &Stroke::new(3.0), FAINT);
            let x = card.center().x;
            let at = |y: f32| vec2(x, card.min.y + y);
            canvas.write(format!("slot {}", index + 1), TITLE, at(24.0), Vec2::splat(0.5), INK);
            if let Some((depth, coins)) = *progress {
                canvas.write(format!("{depth:.1} m"), WORDS, at(52.0), Vec2::splat(0.5), MUTED);
                draw_pile(canvas, coins, at(140.0), 8.0);
            } else {
                canvas.write("empty", WORDS, at(90.0), Vec2::splat(0.5), FAINT);
            }
            for (y, words, color) in [(162.0, "save", ORANGE), (196.0, "load", GREEN)] {
                let color = if words == "load" && progress.is_none() { FAINT } else { color };
                let button = Aabb::from_center(at(y), vec2(60.0, 15.0));
                canvas.fill(&Path::round_rect(button, 8.0), color);
                canvas.write(words, WORDS, at(y), Vec2::splat(0.5), Color::WHITE);
            }
        }
        let share = self.depth.fract();
        canvas.line(vec2(0.0, 478.0), vec2(640.0 * share, 478.0), &Stroke::new(4.0), RED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl SaveSlots {
    fn save(&mut self, index: usize) -> Result<(), SaveError> {
        self.saves.write(SLOTS[index], VERSION, &(self.depth, self.coins))?;
        self.shown[index] = self.saves.read(SLOTS[index], VERSION)?;
        self.said = format!("saved in slot {}", index + 1);
        Ok(())
    }

    fn load(&mut self, index: usize) -> Result<(), SaveError> {
        let Some((depth, coins)) = self.saves.read(SLOTS[index], VERSION)? else {
            self.said = format!("slot {} is empty", index + 1);
            return Ok(());
        };
        (self.depth, self.coins) = (depth, coins);
        self.said = format!("loaded slot {}", index + 1);
        Ok(())
    }
}

/// Where a slot lies.
fn area(index: usize) -> Aabb {
    Aabb::from_size(vec2(25.0 + 205.0 * index as f32, 250.0), vec2(180.0, 218.0))
}

/// Coins in rows, the lowest at a place.
fn draw_pile(canvas: &mut Canvas<'_>, coins: u32, foot: Vec2, step: f32) {
    for coin in 0..coins.min(ROW * 9) {
        let (row, column) = (coin / ROW, coin % ROW);
        let x = (column as f32 - (ROW - 1) as f32 * 0.5) * step;
        kit::disc(canvas, foot + vec2(x, -(row as f32) * step), step * 0.42, GOLD);
    }
}
