//! Scenes are a stack: one gives way to another with a transition, and a pause lies over what waits below.

use crate::look::{
    BLUE, DUSK, GOLD, GREEN, HAZE, MIST, NIGHT, ORANGE, SMALL, SNOW, TITLE, VIOLET, WORDS,
};
use crate::{Demo, kit};
use motile::game::{SceneEvent, SceneStack, SceneTransition};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "game/scenes",
    title: "Scenes and transitions",
    sees: "A title slides away and a level comes in after it; beside them the stack of scenes, as cards.",
    tries: "Play all transitions. Pause, and the level waits below. Go back: the coins of a level come out of it.",
    controls: "Press anywhere to go on.",
    keys: &[(Key::Enter, "go on"), (Key::Char('p'), "pause"), (Key::Backspace, "back")],
    ticks: 46,
    script: "20 tap Enter\n",
    ..Demo::of::<Scenes>()
};

/// The part of the stage in which scenes are shown; the stack is beside it.
const SCREEN: Vec2 = vec2(460.0, 480.0);
const TRANSITIONS: &[&str] = &["slide", "fade", "iris", "cut"];

#[derive(Clone, Debug, StateHash)]
enum Scene {
    Title,
    Level { number: u32, seconds: f32, coins: u32 },
    Pause,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Scenes {
    stack: SceneStack<Scene>,
    /// Coins that came back out of levels.
    coins: u32,
}

impl Sketch for Scenes {
    const PARAMS: &'static [Param] =
        &[Param::choice("transition", TRANSITIONS, 0), Param::number("seconds", 0.1, 2.0, 0.9)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        Ok(Self { stack: SceneStack::new(Scene::Title), coins: 0 })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        let kinds = [
            SceneTransition::SLIDE,
            SceneTransition::FADE,
            SceneTransition::IRIS,
            SceneTransition::CUT,
        ];
        let chosen = kinds[tick.params.choice("transition") as usize];
        let transition = chosen.with_seconds(tick.params.number("seconds"));
        let input = tick.input;
        if input.pressed(Key::Enter) || input.pointer.pressed_at().is_some() {
            self.go_on(transition);
        }
        if input.pressed(Key::Char('p')) && matches!(self.stack.top(), Scene::Level { .. }) {
            self.stack.push_overlay(Scene::Pause, SceneTransition::CUT);
        }
        if input.pressed(Key::Backspace) {
            self.stack.pop(transition);
        }
        if let Some(SceneEvent::Left(Scene::Level { coins, .. })) = self.stack.update(tick.dt) {
            self.coins += coins;
        }
        // Only the top one goes on: under a pause a level waits.
        if let Scene::Level { seconds, coins, .. } = self.stack.top_mut() {
            *seconds += tick.dt;
            *coins = *seconds as u32;
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let screen = Aabb::new(Vec2::ZERO, SCREEN);
        canvas.clip_rect(screen, |canvas| {
            self.stack.draw(canvas, SCREEN, Scene::draw);
        });
        let side = Aabb::new(vec2(SCREEN.x, 0.0), stage.size());
        canvas.fill_rect(side, DUSK);
        canvas.write("stack", TITLE, vec2(480.0, 18.0), Vec2::ZERO, SNOW);
        for (index, scene) in self.stack.iter().enumerate() {
            let corner = vec2(480.0, 372.0 - 62.0 * index as f32);
            let card = Path::round_rect(Aabb::from_size(corner, vec2(140.0, 52.0)), 8.0);
            canvas.fill(&card, scene.color());
            canvas.write(scene.name(), WORDS, corner + vec2(70.0, 26.0), Vec2::splat(0.5), NIGHT);
        }
        let coins = format!("{} coins brought back", self.coins);
        canvas.write(coins, SMALL, vec2(480.0, 442.0), Vec2::ZERO, MIST);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Scenes {
    /// From the title to the first level, from a level to the next, from a pause back; whether it does, for one change goes on
    /// at a time.
    fn go_on(&mut self, transition: SceneTransition) -> bool {
        match *self.stack.top() {
            Scene::Title => self.stack.push(Scene::level(1), transition),
            Scene::Level { number, .. } => self.stack.replace(Scene::level(number + 1), transition),
            Scene::Pause => self.stack.pop(SceneTransition::CUT),
        }
    }
}

impl Scene {
    const fn level(number: u32) -> Self {
        Self::Level { number, seconds: 0.0, coins: 0 }
    }

    fn name(&self) -> String {
        match self {
            Self::Title => "Title".into(),
            Self::Level { number, .. } => format!("Level {number}"),
            Self::Pause => "Pause".into(),
        }
    }

    const fn color(&self) -> Color {
        match self {
            Self::Title => VIOLET,
            Self::Level { number, .. } => [GREEN, BLUE, ORANGE][(*number as usize + 2) % 3],
            Self::Pause => HAZE,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (all, middle) = (Aabb::new(Vec2::ZERO, SCREEN), SCREEN * 0.5);
        let centered = Vec2::splat(0.5);
        match self {
            Self::Pause => {
                canvas.fill_rect(all, NIGHT.with_alpha(170));
                canvas.write("Pause", 56.0, middle, centered, SNOW);
            }
            Self::Title => {
                canvas.fill_rect(all, self.color().lerp(NIGHT, 0.35));
                canvas.fill(&Path::star(middle - vec2(0.0, 90.0), 5, 80.0, 36.0, 0.0), GOLD);
                canvas.write("STAR RUN", 62.0, middle + vec2(0.0, 50.0), centered, SNOW);
                canvas.write("Enter to start", TITLE, middle + vec2(0.0, 120.0), centered, MIST);
            }
            Self::Level { seconds, coins, .. } => {
                canvas.fill_rect(all, self.color().lerp(Color::WHITE, 0.35));
                let ground = Aabb::new(vec2(0.0, 370.0), SCREEN);
                canvas.fill_rect(ground, self.color().lerp(NIGHT, 0.45));
                let hop = ops::sin(seconds * 6.0).abs();
                let runner = vec2(60.0 + (seconds * 120.0) % 360.0, 340.0 - 120.0 * hop);
                kit::disc(canvas, runner, 30.0, NIGHT);
                kit::disc(canvas, runner, 25.0, GOLD);
                canvas.write(self.name(), 44.0, vec2(middle.x, 60.0), centered, NIGHT);
                let words = format!("{coins} coins");
                canvas.write(words, TITLE, vec2(middle.x, 110.0), centered, NIGHT);
            }
        }
    }
}
