//! Tests of the player.

use super::*;
use crate::{Button, Canvas, Key, NodeId, Param, Shape};
use motile_geom::{Aabb, MarkRole, MarkSink, vec2};

struct Walker {
    dot: NodeId,
    taps: u32,
}

impl Sketch for Walker {
    const PARAMS: &'static [Param] =
        &[Param::number("speed", 0.0, 100.0, 60.0), Param::button("tap")];
    const RATE: Rate = Rate::hz(20);

    fn setup(stage: &mut Stage) -> Result<Self> {
        let x = stage.rng.range(0.0..1.0);
        Ok(Self { dot: stage.add(Shape::circle(3.0).fill(Color::BLACK).at(x, 10.0)), taps: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let speed = stage.params().number("speed");
        self.taps += u32::from(stage.input().pressed(Key::Space));
        self.taps += u32::from(stage.params().pressed("tap"));
        let step = stage.input().arrows() * speed * tick.dt;
        if step != Vec2::ZERO {
            stage[self.dot].position += step;
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.taps);
    }
}

fn player(seed: u64) -> Player {
    Player::new::<Walker>(&Settings::new(64, 48).with_seed(seed)).unwrap()
}

const KEYS: &str = "2 key Right\n5 keyup Right\n5 key Space\n6 keyup Space\n9 key Space\n";

#[test]
fn the_same_seed_and_script_give_the_same_state() {
    let run = |seed, script: &str, ticks: &[u64]| {
        let mut player = player(seed);
        player.play(Script::parse(script).unwrap()).unwrap();
        for &count in ticks {
            player.run_ticks(count);
        }
        player.hash()
    };
    let expected = run(7, KEYS, &[20]);
    assert_eq!(run(7, KEYS, &[3, 16, 1]), expected, "however the ticks are grouped");
    assert_ne!(run(8, KEYS, &[20]), expected);
    assert_ne!(run(7, "", &[20]), expected);
}

#[test]
fn a_recorded_session_plays_back() {
    let mut live = player(1);
    live.record();
    live.event(InputEvent::Key(Key::Right));
    live.update_exactly(Duration::from_millis(175));
    live.event(InputEvent::KeyUp(Key::Right));
    live.event(InputEvent::Down(Button::Left));
    live.params_mut().press("tap").unwrap();
    live.set_param("speed", 0.1).unwrap();
    live.event(InputEvent::Key(Key::Down));
    live.update_exactly(Duration::from_millis(325));
    let script = live.stop_recording();
    assert_eq!(
        script.to_text(),
        "0 seed 1\n0 key Right\n3 set speed 0.1\n3 set tap 1\n3 keyup Right\n3 down\n3 key Down\n"
    );
    let mut again = player(1);
    again.play(Script::parse(&script.to_text()).unwrap()).unwrap();
    again.run_ticks(live.tick_index());
    assert_eq!(again.hash(), live.hash());
}

#[test]
fn pause_step_and_speed() {
    let mut player = player(0);
    player.set_paused(true);
    assert_eq!(player.update(1.0), 0);
    player.single_step();
    assert_eq!(player.update(0.0), 1);
    player.set_paused(false);
    player.set_speed(0.5);
    assert_eq!(player.update_exactly(Duration::from_millis(200)), 2);
    assert_eq!(player.tick_index(), 3);
}

#[test]
fn work_is_measured_only_by_a_host_with_a_clock() {
    struct Timed(Option<Duration>);
    impl Sketch for Timed {
        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self(None))
        }
        fn update(&mut self, stage: &mut Stage, _: Tick<'_>) {
            self.0 = stage.stopwatch().time(|| ()).1;
        }
        fn hash(&self, hash: &mut StateHash) {
            hash.write(&self.0.is_some());
        }
    }
    let new = || Player::new::<Timed>(&Settings::new(8, 8)).unwrap();
    let (mut plain, mut host) = (new(), new());
    host.set_stopwatch(Stopwatch::new(|| Duration::ZERO));
    plain.update_exactly(Duration::from_millis(17));
    host.update_exactly(Duration::from_millis(17));
    assert_ne!(plain.hash(), host.hash(), "only the second has a clock");
    plain.run_ticks(1);
    host.run_ticks(1);
    assert_eq!(plain.hash(), host.hash(), "exact ticks are not measured");
}

#[test]
fn a_press_is_seen_in_one_tick() {
    let taps = |act: &dyn Fn(&mut Player)| {
        let mut player = player(0);
        act(&mut player);
        player.run_ticks(9);
        player.hash()
    };
    let tapped = |script: &'static str| {
        taps(&move |player| player.play(Script::parse(script).unwrap()).unwrap())
    };
    let once = tapped("4 key Space");
    assert_eq!(tapped("4 set tap 1"), once);
    assert_eq!(taps(&|player| player.set_param("tap", 1.0).unwrap()), once);
    assert_ne!(tapped("4 set tap 1\n5 set tap 1"), once, "two ticks, two presses");
    let waits = |player: &mut Player| {
        player.set_paused(true);
        player.params_mut().press("tap").unwrap();
        player.update(1.0);
    };
    assert_eq!(taps(&waits), once, "a press waits while time stands still");
    let from_start = Settings::new(64, 48).with_param("tap", "1");
    let mut player = Player::new::<Walker>(&from_start).unwrap();
    player.run_ticks(9);
    assert_eq!(player.hash(), once, "set at the start, it is pressed in the first tick");
}

#[test]
fn scripts_with_unknown_parameters_are_refused() {
    let mut player = player(0);
    let mut error = |text| player.play(Script::parse(text).unwrap()).unwrap_err().to_string();
    assert_eq!(error("3 set size 1"), "there is no parameter \"size\", only: speed, tap");
    assert!(error("3 set speed 101").contains("a number from 0 to 100"));
    assert!(error("3 set tap hard").contains("1 to press it"));
}

#[test]
fn restart_is_the_beginning() {
    let mut player = player(3);
    let start = player.hash();
    player.event(InputEvent::Key(Key::Right));
    player.set_param("speed", 10.0).unwrap();
    player.run_ticks(5);
    assert_ne!(player.hash(), start);
    player.restart().unwrap();
    assert_eq!(player.hash(), start);
    assert_eq!(player.params().number("speed"), 10.0, "knobs stay where they were turned to");
    assert!(!player.stage().input().is_down(Key::Right));
}

#[test]
fn a_recording_knows_its_seed_and_plays_back() {
    let mut player = player(5);
    player.record();
    player.event(InputEvent::Key(Key::Right));
    player.event(InputEvent::Text('é'));
    player.run_ticks(9);
    let script = player.stop_recording();
    assert_eq!(script.seed, Some(5));
    let script = Script::parse(&script.to_text()).unwrap();
    let settings = Settings::new(64, 48).with_seed(script.seed.unwrap());
    let mut again = Player::new::<Walker>(&settings).unwrap();
    again.play(script).unwrap();
    again.run_ticks(9);
    assert_eq!(again.hash(), player.hash());
    assert_eq!(player.stop_recording(), Script::default(), "nothing was recorded");
}

#[test]
fn a_test_reads_the_sketch_and_files_last_one_tick() {
    struct Files(Vec<String>, bool);
    impl Sketch for Files {
        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self(Vec::new(), false))
        }
        fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
            self.0.extend(tick.input.files.iter().map(|file| file.name.clone()));
            self.1 |= tick.input.close_requested;
            if tick.index == 2 {
                stage.quit();
            }
        }
    }
    let mut player = Player::new::<Files>(&Settings::new(8, 8)).unwrap();
    player.drop_file(DroppedFile { name: "level.txt".into(), bytes: vec![1] });
    player.run_ticks(2);
    let files = player.sketch::<Files>().unwrap();
    assert_eq!((&files.0[..], files.1), (&["level.txt".to_owned()][..], false));
    assert!(player.sketch::<Walker>().is_none(), "another sketch");
    player.event(InputEvent::Close);
    assert!(!player.stage().shell.quit);
    player.run_ticks(1);
    assert!(player.stage().shell.quit && player.sketch::<Files>().unwrap().1);
}

#[test]
fn drawing_by_hand_is_called_once_a_picture_on_the_whole_canvas() {
    use core::cell::RefCell;
    struct ByHand(RefCell<Vec<u32>>);
    impl Sketch for ByHand {
        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self(RefCell::default()))
        }
        fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
            self.0.borrow_mut().push(canvas.width());
        }
    }
    let mut player = Player::new::<ByHand>(&Settings::new(64, 48)).unwrap();
    for _ in 0..3 {
        player.run_ticks(1);
        assert!(player.draw(), "what is drawn by hand may have changed");
    }
    // It used to be called once more on a canvas of a single pixel, to see whether it draws.
    assert_eq!(*player.sketch::<ByHand>().unwrap().0.borrow(), [64; 3]);
}

#[test]
fn what_went_wrong_shows_until_it_is_cured() {
    let mut player = player(0);
    player.stage_mut().fail("level 2 is missing");
    assert!(player.draw());
    assert_ne!(player.surface().get(1, 1), Some(Color::WHITE), "a strip at the top");
    player.restart().unwrap();
    assert!(player.draw());
    assert_eq!(player.surface().get(1, 1), Some(Color::WHITE));
}

#[test]
fn an_unchanged_stage_is_not_drawn_again() {
    let mut player = player(0);
    assert!(player.draw());
    player.run_ticks(3);
    assert!(!player.draw());
    player.event(InputEvent::Key(Key::Down));
    player.run_ticks(1);
    assert!(player.draw());
}

#[test]
fn the_debug_view_is_toggled_by_its_key_and_changes_nothing_else() {
    struct Bare;
    impl Sketch for Bare {
        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self)
        }
    }
    let mut player = Player::new::<Bare>(&Settings::new(64, 48)).unwrap();
    player.draw();
    let (plain, hash) = (player.surface().clone(), player.hash());
    player.event(InputEvent::Key(Key::Char('m')));
    assert!(player.debug() && player.draw() && *player.surface() != plain);
    assert!(player.stage().input().pressed(Key::Char('m')), "the sketch sees the key as well");
    assert_eq!(player.hash(), hash);
    player.set_debug(false);
    assert!(player.draw() && *player.surface() == plain);
    player.stage_mut().shell.typing = Some(Aabb::from_size(Vec2::ZERO, Vec2::ONE));
    player.event(InputEvent::Key(Key::Char('m')));
    assert!(!player.debug(), "a letter of a text");
}

#[test]
fn marks_of_the_sketch_are_drawn_in_the_debug_view_only() {
    struct Marked;
    impl Sketch for Marked {
        const DEBUG_KEY: Option<Key> = None;
        fn setup(_: &mut Stage) -> Result<Self> {
            Ok(Self)
        }
        fn marks(&self, _: &Stage, marks: &mut Marks) {
            marks.line(MarkRole::Target, vec2(0.0, 8.5), vec2(64.0, 8.5));
        }
    }
    let mut player = Player::new::<Marked>(&Settings::new(64, 48)).unwrap();
    player.event(InputEvent::Key(Key::Char('m')));
    player.draw();
    assert_eq!(player.surface().get(32, 8), Some(Color::WHITE), "its key is not M");
    player.set_debug(true);
    assert!(player.draw());
    let [red, green, blue] = MarkRole::Target.rgb();
    assert_eq!(player.surface().get(32, 8), Some(Color::rgb(red, green, blue)));
    assert!(!player.draw(), "nothing has changed");
}

#[test]
fn resizing_reaches_the_sketch_and_bad_sizes_do_not() {
    let mut player = player(0);
    player.event(InputEvent::Resize { width: 100, height: 0 });
    assert_eq!(player.stage().size(), vec2(64.0, 48.0));
    player.event(InputEvent::Resize { width: 100, height: 90 });
    assert_eq!(player.stage().input().resized, Some(vec2(100.0, 90.0)));
    player.draw();
    assert_eq!(player.surface().width(), 100);
}

#[test]
fn bad_settings_are_errors() {
    assert!(Player::new::<Walker>(&Settings::new(0, 1)).is_err());
    let error = Player::new::<Walker>(&Settings::new(9, 9).with_param("speed", "fast"));
    let message = error.unwrap_err().to_string();
    assert_eq!(message, "speed cannot be \"fast\": expected a number from 0 to 100");
}

#[test]
fn a_finer_picture_shows_the_same_stage_sharply() {
    use motile_pixels::{Blur, Filter};
    struct Squares;
    impl Sketch for Squares {
        fn setup(stage: &mut Stage) -> Result<Self> {
            let square = || Shape::rect(10.0, 10.0).fill(Color::BLUE);
            stage.add(square().at(15.5, 15.5));
            stage.add(square().at(40.0, 40.0).with_filter(Filter::Blur(Blur::new(4.0))));
            let mask = stage.add(square().at(15.0, 45.0).hidden());
            let masked = stage.add(Shape::rect(30.0, 30.0).fill(Color::RED).at(15.0, 45.0));
            stage[masked].mask = Some(mask);
            Ok(Self)
        }
        fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
            assert_eq!((canvas.width(), canvas.height()), (64, 64));
            canvas.fill_rect(Aabb::from_size(vec2(50.25, 0.0), vec2(4.0, 4.0)), Color::GREEN);
        }
    }
    let mut player = Player::new::<Squares>(&Settings::new(64, 64)).unwrap();
    player.draw();
    let plain = player.surface().clone();
    player.set_scale(4.0);
    assert!(player.draw());
    let fine = player.surface().clone();
    assert_eq!((fine.width(), fine.height()), (256, 256));
    // 10.5…20.5 on the stage, on whole pixels four times as fine.
    for (x, expected) in
        [(41, Color::WHITE), (42, Color::BLUE), (81, Color::BLUE), (82, Color::WHITE)]
    {
        assert_eq!(fine.get(x, 60), Some(expected), "{x}");
    }
    assert_eq!(fine.get(200, 2), Some(Color::WHITE), "drawn by hand at a quarter of a pixel");
    assert_eq!(fine.get(201, 2), Some(Color::GREEN));
    // Red within the mask alone.
    assert_eq!((fine.get(60, 180), fine.get(30, 180)), (Some(Color::RED), Some(Color::WHITE)));
    // What is blurred is so as widely as before.
    let grey =
        |picture: &Surface, x: i32| picture.get(x, 40 * picture.height() as i32 / 64).unwrap().r;
    for x in [33, 36, 40] {
        let difference = i32::from(grey(&plain, x)) - i32::from(grey(&fine, x * 4 + 2));
        assert!(difference.abs() < 12, "{x}: {difference}");
    }
    assert!(!player.draw() || player.surface() == &fine);
    player.set_scale(f32::NAN);
    assert!(player.draw() && player.surface().width() == 64);
}
