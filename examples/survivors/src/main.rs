//! Survivors: a crowd comes from all sides, the hero shoots by himself, and every level brings a choice. Move by arrows, a
//! stick or a finger; the menu is used by pointer, keys or gamepad.

use motile::game::{Action, Actions, Binding, CameraRig, Theme, TouchPad, Ui, Widget, WidgetId};
use motile::prelude::*;

/// Whose saves they are.
const GAME: &str = "motile-survivors";
const SIZE: Vec2 = vec2(640.0, 480.0);
const HERO: f32 = 14.0;
const FOE: f32 = 11.0;
/// Foes at a time, and how far from the hero they come.
const MOST_FOES: usize = 220;
const AROUND: f32 = 420.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Left,
    Right,
    Up,
    Down,
}

impl Action for Act {
    const NAMED: &'static [(Self, &'static str)] =
        &[(Self::Left, "left"), (Self::Right, "right"), (Self::Up, "up"), (Self::Down, "down")];
}

/// What a level may bring.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gift {
    Faster,
    Quicker,
    Farther,
    Healed,
    OneMore,
}

const GIFTS: [(Gift, &str); 5] = [
    (Gift::Faster, "Run faster"),
    (Gift::Quicker, "Shoot more often"),
    (Gift::Farther, "Pull gems from farther"),
    (Gift::Healed, "Heal"),
    (Gift::OneMore, "One more shot at a time"),
];

struct Foe {
    place: Vec2,
    health: f32,
    speed: f32,
}

struct Shot {
    place: Vec2,
    velocity: Vec2,
    left: f32,
}

struct Hero {
    place: Vec2,
    health: f32,
    speed: f32,
    /// Seconds between two shots, and until the next.
    pause: f32,
    wait: f32,
    shots: u32,
    pull: f32,
    gems: u32,
    level: u32,
}

/// The menu of a level, and what its buttons bring.
struct Menu {
    panel: WidgetId,
    title: WidgetId,
    buttons: [WidgetId; 3],
    gifts: [Gift; 3],
    open: bool,
}

struct Survivors {
    actions: Actions<Act>,
    touch: TouchPad,
    camera: CameraRig,
    ui: Ui,
    menu: Menu,
    hero: Hero,
    foes: Vec<Foe>,
    shots: Vec<Shot>,
    gems: Vec<Vec2>,
    blood: ParticleSystem,
    seconds: f32,
    best: f32,
    bang: Sound,
    chime: Sound,
}

impl Sketch for Survivors {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x1B_22_2E);
        let mut ui = Ui::new().with_theme(Theme::DARK);
        let panel = ui.add(Widget::panel().with_anchor(Vec2::splat(0.5), 0.0));
        let title = ui.add_to(panel, Widget::label(""));
        let buttons = [0; 3].map(|_| ui.add_to(panel, Widget::button("").with_width(260.0)));
        ui.set_visible(panel, false);
        stage.add(ui.node());
        // A best score that cannot be read is none: that must not keep anybody from playing.
        let best = stage.saves(GAME).read("best", 1).ok().flatten().unwrap_or(0.0);
        Ok(Self {
            actions: Actions::new()
                .with(Act::Left, [Key::Left.into(), Binding::AxisDown(PadAxis::LeftX)])
                .with(Act::Right, [Key::Right.into(), Binding::AxisUp(PadAxis::LeftX)])
                .with(Act::Up, [Key::Up.into(), Binding::AxisDown(PadAxis::LeftY)])
                .with(Act::Down, [Key::Down.into(), Binding::AxisUp(PadAxis::LeftY)]),
            touch: TouchPad::new(&[]),
            camera: CameraRig::new(SIZE),
            ui,
            menu: Menu { panel, title, buttons, gifts: [Gift::Healed; 3], open: false },
            hero: Hero::new(),
            foes: Vec::new(),
            shots: Vec::new(),
            gems: Vec::new(),
            blood: ParticleSystem::new(Emitter::explosion().on_demand()),
            seconds: 0.0,
            best,
            bang: Patch::hit(1).render(),
            chime: Patch::pickup(2).render(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.ui.update(tick.input, stage.size(), tick.dt);
        self.ui.apply_to(&mut stage.shell);
        if self.menu.open {
            return self.choose(stage);
        }
        self.touch.update(tick.input, SIZE);
        self.actions.update_with(tick.input, &[self.touch.pad]);
        self.seconds += tick.dt;
        let way = self.actions.direction(Act::Left, Act::Right, Act::Up, Act::Down);
        self.hero.place += way * self.hero.speed * tick.dt;
        self.spawn(stage);
        self.move_foes(tick.dt);
        self.shoot(stage, tick.dt);
        self.collect(stage, tick.dt);
        self.blood.step(tick.dt);
        let around = Aabb::from_center(self.hero.place, Vec2::splat(HERO));
        self.camera.update(around, way, tick.dt);
        if self.hero.health <= 0.0 {
            self.end(stage);
        }
    }

    fn draw_under(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        self.camera
            .draw_view(canvas, Aabb::new(Vec2::ZERO, SIZE), |canvas| self.draw_world(canvas));
        let hero = &self.hero;
        let said =
            format!("{:.0} s    level {}    best {:.0} s", self.seconds, hero.level, self.best);
        canvas.write(said, 18.0, vec2(16.0, 10.0), Vec2::ZERO, Color::WHITE);
        let bar = Aabb::from_size(vec2(420.0, 14.0), vec2(200.0, 12.0));
        canvas.fill(&Path::round_rect(bar, 6.0), Color::hex(0x3A_44_55));
        let health =
            Aabb::from_size(bar.min, vec2(200.0 * (hero.health / 100.0).clamp(0.0, 1.0), 12.0));
        canvas.fill(&Path::round_rect(health, 6.0), Color::hex(0xF0_56_5C));
        self.touch.draw(canvas, SIZE);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.hero.place);
        hash.write(&self.hero.health);
        self.foes.iter().for_each(|foe| hash.write(&foe.place));
    }
}

impl Hero {
    const fn new() -> Self {
        Self {
            place: Vec2::ZERO,
            health: 100.0,
            speed: 120.0,
            pause: 0.5,
            wait: 0.0,
            shots: 1,
            pull: 60.0,
            gems: 0,
            level: 1,
        }
    }

    fn take(&mut self, gift: Gift) {
        match gift {
            Gift::Faster => self.speed *= 1.15,
            Gift::Quicker => self.pause *= 0.8,
            Gift::Farther => self.pull *= 1.5,
            Gift::Healed => self.health = 100.0,
            Gift::OneMore => self.shots += 1,
        }
    }
}

impl Survivors {
    /// More and quicker foes the longer it lasts, from a ring around the hero.
    fn spawn(&mut self, stage: &mut Stage) {
        let wanted = (6.0 + self.seconds * 1.5) as usize;
        if self.foes.len() < wanted.min(MOST_FOES) {
            let speed = stage.rng.range(40.0..70.0) + self.seconds.min(60.0) * 0.4;
            let place = self.hero.place + stage.rng.unit_vec2() * AROUND;
            self.foes.push(Foe { place, health: 1.0 + (self.seconds / 40.0).floor(), speed });
        }
    }

    fn move_foes(&mut self, dt: f32) {
        let hero = self.hero.place;
        for foe in &mut self.foes {
            foe.place += (hero - foe.place).normalize_or_zero() * foe.speed * dt;
        }
        // Foes do not stand in each other.
        for first in 1..self.foes.len() {
            let (before, after) = self.foes.split_at_mut(first);
            let one = &mut after[0];
            for other in before {
                let apart = one.place - other.place;
                let close = 2.0 * FOE - apart.length();
                if close > 0.0 {
                    let push = apart.normalize_or(Vec2::X) * close * 0.5;
                    one.place += push;
                    other.place -= push;
                }
            }
        }
        let touching = |foe: &&Foe| foe.place.distance(hero) < HERO + FOE;
        let touched = self.foes.iter().filter(touching).count();
        if touched > 0 {
            self.hero.health -= 12.0 * touched as f32 * dt;
            self.camera.add_trauma(0.02);
        }
    }

    /// Shoots at the nearest foes, and lets the shots fly.
    fn shoot(&mut self, stage: &mut Stage, dt: f32) {
        self.hero.wait -= dt;
        if self.hero.wait <= 0.0 && !self.foes.is_empty() {
            self.hero.wait = self.hero.pause;
            let place = self.hero.place;
            let mut near: Vec<Vec2> = self.foes.iter().map(|foe| foe.place).collect();
            near.sort_by(|a, b| a.distance_squared(place).total_cmp(&b.distance_squared(place)));
            for target in near.into_iter().take(self.hero.shots as usize) {
                let velocity = (target - place).normalize_or(Vec2::X) * 380.0;
                self.shots.push(Shot { place, velocity, left: 1.2 });
            }
        }
        for shot in &mut self.shots {
            shot.place += shot.velocity * dt;
            shot.left -= dt;
            let hit = self.foes.iter().position(|foe| foe.place.distance(shot.place) < FOE + 4.0);
            let Some(hit) = hit else { continue };
            shot.left = 0.0;
            self.foes[hit].health -= 1.0;
            if self.foes[hit].health <= 0.0 {
                let place = self.foes.swap_remove(hit).place;
                self.gems.push(place);
                self.blood.particles.position = place;
                self.blood.burst(14);
                stage.sound().play(&self.bang);
            }
        }
        self.shots.retain(|shot| shot.left > 0.0);
    }

    fn collect(&mut self, stage: &mut Stage, dt: f32) {
        let (hero, before) = (&mut self.hero, self.gems.len());
        for gem in &mut self.gems {
            let way = hero.place - *gem;
            if way.length() < hero.pull {
                *gem += way.normalize_or_zero() * 260.0 * dt;
            }
        }
        self.gems.retain(|gem| gem.distance(hero.place) > HERO + 6.0);
        hero.gems += (before - self.gems.len()) as u32;
        if hero.gems >= 4 + hero.level * 3 {
            (hero.gems, hero.level) = (0, hero.level + 1);
            stage.sound().play(&self.chime);
            let level = hero.level;
            self.open_menu(stage, &format!("Level {level}: choose"));
        }
    }

    fn open_menu(&mut self, stage: &mut Stage, title: &str) {
        let mut left = GIFTS.to_vec();
        for (button, gift) in self.menu.buttons.into_iter().zip(&mut self.menu.gifts) {
            let (chosen, words) = left.swap_remove(stage.rng.below(left.len() as u32) as usize);
            *gift = chosen;
            self.ui.set_words(button, words);
        }
        self.ui.set_words(self.menu.title, title);
        self.ui.set_visible(self.menu.panel, true);
        self.ui.set_focus(Some(self.menu.buttons[0]));
        self.menu.open = true;
    }

    fn choose(&mut self, stage: &mut Stage) {
        let clicked = self.menu.buttons.iter().position(|&button| self.ui.clicked(button));
        let Some(clicked) = clicked else { return };
        self.ui.set_visible(self.menu.panel, false);
        self.menu.open = false;
        if self.hero.health <= 0.0 {
            self.hero = Hero::new();
            self.seconds = 0.0;
            self.camera.jump_to(Vec2::ZERO);
            self.foes.clear();
            self.shots.clear();
            self.gems.clear();
        }
        self.hero.take(self.menu.gifts[clicked]);
        // What the menu looks like now shows at once.
        self.ui.update(stage.input(), stage.size(), 0.0);
    }

    fn end(&mut self, stage: &mut Stage) {
        if self.seconds > self.best {
            self.best = self.seconds;
            if let Err(error) = stage.saves(GAME).write("best", 1, &self.best) {
                stage.fail(error);
            }
        }
        let title = format!("{:.0} seconds. Begin again with", self.seconds);
        self.open_menu(stage, &title);
    }

    fn draw_world(&self, canvas: &mut Canvas<'_>) {
        // A ground that is seen to move.
        let corner = (self.hero.place / 80.0).floor() * 80.0;
        for at in 0..120 {
            let cell = vec2((at % 12) as f32 - 6.0, (at / 12) as f32 - 5.0);
            canvas.fill(&Path::circle(corner + cell * 80.0, 2.5), Color::hex(0x33_3E_50));
        }
        for &gem in &self.gems {
            canvas.fill(&Path::regular(gem, 4, 6.0, 0.0), Color::hex(0x3C_B6_78));
        }
        for foe in &self.foes {
            canvas.fill(&Path::circle(foe.place, FOE), Color::hex(0x94_77_E8));
        }
        for shot in &self.shots {
            canvas.fill(&Path::circle(shot.place, 4.0), Color::hex(0xF6_C2_3E));
        }
        canvas.fill(&Path::circle(self.hero.place, HERO), Color::hex(0xF7_93_35));
        canvas.fill(&Path::circle(self.hero.place - vec2(-4.0, 4.0), 3.5), Color::WHITE);
        motile::stage::Drawable::draw(&self.blood, canvas);
    }
}

fn main() -> motile::Result {
    motile::run::<Survivors>(Window::new("Survivors", 640, 480))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(script: &str, ticks: u64) -> motile::Result<Player> {
        let mut player = Player::new::<Survivors>(&Settings::new(640, 480))?;
        player.play(Script::parse(script)?)?;
        player.run_ticks(ticks);
        player.draw();
        Ok(player)
    }

    #[test]
    fn who_stands_still_shoots_and_reaches_a_level() -> motile::Result {
        let player = played("", 60 * 40)?;
        let game = player.sketch::<Survivors>().ok_or("another sketch")?;
        assert!(game.menu.open && (game.hero.level > 1 || game.hero.health <= 0.0));
        assert!(player.surface().get(320, 240) != Some(Color::hex(0x1B_22_2E)), "the menu shows");
        Ok(())
    }

    #[test]
    fn a_choice_by_keys_goes_on() -> motile::Result {
        let presses: Vec<_> = (1..200).map(|at| format!("{} tap Enter", at * 30)).collect();
        let player = played(&presses.join("\n"), 60 * 60)?;
        let game = player.sketch::<Survivors>().ok_or("another sketch")?;
        assert!(game.seconds > 20.0 || game.best > 0.0);
        Ok(())
    }

    #[test]
    fn a_stick_moves_the_hero_no_faster_than_keys() -> motile::Result {
        let place = |script: &str| -> motile::Result<Vec2> {
            let player = played(script, 60)?;
            Ok(player.sketch::<Survivors>().ok_or("another sketch")?.hero.place)
        };
        let keys = place("0 key Right\n0 key Down\n")?;
        let stick = place("0 pad 0 axis left-x 1\n0 pad 0 axis left-y 1\n")?;
        assert!(
            (keys - stick).length() < 1.0 && (keys.length() - 120.0).abs() < 1.0,
            "{keys} {stick}"
        );
        Ok(())
    }
}
