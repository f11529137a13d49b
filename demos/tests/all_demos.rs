//! One loop over all demos: what is said about them is true, they do not panic, and they give the
//! same picture and the same state as last time.

use motile::prelude::*;
use motile_demos::Demo;
use motile_proof::{GoldenHash, assert_no_allocation, golden, golden_hashes};
use std::{collections::BTreeSet, env, fs, path::Path as FilePath};

const TICKS: u64 = 250;
const SEED: u64 = 1;

/// All demos, or those whose id contains `MOTILE_DEMOS`: a quick look while one is being written.
fn all() -> impl Iterator<Item = &'static Demo> {
    let part = env::var("MOTILE_DEMOS").unwrap_or_default();
    motile_demos::all().filter(move |demo| demo.id.contains(&part))
}

fn start(demo: &Demo) -> Player {
    (demo.start)(&demo.settings(SEED)).unwrap_or_else(|error| panic!("{}: {error}", demo.id))
}

#[test]
fn demos_say_what_they_are() {
    let mut ids = BTreeSet::new();
    for demo in all() {
        let id = demo.id;
        assert!(ids.insert(id), "{id} twice");
        let (topic, name) = id.split_once('/').unwrap_or_else(|| panic!("{id}: no topic"));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(topic.chars().all(plain) && name.chars().all(plain), "{id}: not a plain name");
        assert!(!demo.title.is_empty() && !demo.tries.is_empty(), "{id}: title or tries missing");
        assert!(demo.sees.ends_with('.'), "{id}: what one sees is a sentence");
        let source = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("..").join(demo.source());
        let text = fs::read_to_string(&source).unwrap_or_else(|e| panic!("{id}: {e}: {source:?}"));
        assert!(text.starts_with("//! "), "{id}: the first line says the idea");
        assert!(text.lines().count() <= 250, "{id}: too long to be read as documentation");
        let mut names = BTreeSet::new();
        for param in demo.params {
            assert!(names.insert(param.name), "{id}: two parameters named {}", param.name);
            let (min, max) = param.range();
            let default = param.default_value();
            assert!(min < max && (min..=max).contains(&default), "{id}: range of {}", param.name);
        }
        Script::parse(demo.script).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
    assert!(!ids.is_empty());
}

#[test]
fn golden_pictures() {
    for demo in all() {
        let player = demo.picture().unwrap_or_else(|error| panic!("{}: {error}", demo.id));
        let small = player.surface().thumbnail(320, 240).unwrap();
        golden(&demo.id.replace('/', "-"), &small);
    }
}

/// Text, paths, sprites, filters, masks, drawing by hand and kept groups on a display that is twice as fine.
const FINE: [&str; 10] = [
    "drawing/strokes",
    "stage/masks",
    "stage/fountain",
    "stage/sprite-sheet",
    "drawing/text",
    "drawing/gradients",
    "pixels/filters",
    "collide/balls-grid",
    "steer/flock",
    "anim/ease-visualizer",
];

#[test]
fn golden_pictures_at_scale_2() {
    for demo in all().filter(|demo| FINE.contains(&demo.id)) {
        let mut player = demo.picture().unwrap_or_else(|error| panic!("{}: {error}", demo.id));
        player.set_scale(2.0);
        player.draw();
        // The middle, pixel by pixel: the whole would be a megabyte.
        let fine = player.surface();
        let (x, y) = (fine.width() as i32 / 2 - 120, fine.height() as i32 / 2 - 90);
        let middle = fine.region(IRect::new(x, y, 240, 180)).unwrap();
        golden(&format!("{}-x2", demo.id.replace('/', "-")), &middle);
    }
}

#[test]
fn golden_state_hashes() {
    let runs: Vec<GoldenHash> = all()
        .map(|demo| {
            let mut player = start(demo);
            player.run_ticks(TICKS);
            GoldenHash { id: demo.id.into(), ticks: TICKS, seed: SEED, hash: player.hash() }
        })
        .collect();
    golden_hashes(&runs);
}

#[test]
fn the_same_twice_whether_drawn_or_not() {
    for demo in all() {
        let (mut plain, mut drawn) = (start(demo), start(demo));
        for _ in 0..TICKS {
            plain.run_ticks(1);
            drawn.run_ticks(1);
            if drawn.tick_index().is_multiple_of(16) {
                drawn.draw();
            }
        }
        assert_eq!(plain.hash(), drawn.hash(), "{}: drawing changes the state", demo.id);
    }
}

/// Clicks, drags, keys and knobs at random.
#[test]
fn nothing_a_visitor_does_panics() {
    const KEYS: [Key; 10] = [
        Key::Left,
        Key::Right,
        Key::Up,
        Key::Down,
        Key::Space,
        Key::Enter,
        Key::Char('a'),
        Key::Char('r'),
        Key::Char('1'),
        Key::Char('2'),
    ];
    for demo in all() {
        let mut player = start(demo);
        // Windows and pages draw before the first tick.
        player.draw();
        let mut rng = Rng::new(99);
        for _ in 0..TICKS {
            let size = player.stage().size() * 1.2;
            let place = rng.in_rect(size * -0.1, size);
            player.event(match rng.below(8) {
                0 => InputEvent::Down(Button::Left),
                1 => InputEvent::Up(Button::Left),
                2 => InputEvent::Key(KEYS[rng.below(10) as usize]),
                3 => InputEvent::KeyUp(KEYS[rng.below(10) as usize]),
                4 => InputEvent::Wheel(rng.range(-3.0..3.0)),
                _ => InputEvent::Move(place),
            });
            if rng.chance(0.1)
                && let Some(param) = rng.pick(demo.params)
            {
                let steps = rng.int(-30..30);
                player.params_mut().nudge(param.name, steps).unwrap();
            }
            player.run_ticks(1);
            if rng.chance(0.1) {
                player.draw();
            }
        }
    }
}

/// The state after one key after the other was tapped, or none in its place, while another may be held.
fn state_after_taps(demo: &Demo, held: Option<Key>, taps: &[Option<Key>]) -> u64 {
    let mut player = start(demo);
    player.run_ticks(12);
    if let Some(key) = held {
        player.event(InputEvent::Key(key));
    }
    for &tap in taps {
        if let Some(key) = tap {
            player.event(InputEvent::Key(key));
        }
        player.run_ticks(1);
        if let Some(key) = tap {
            player.event(InputEvent::KeyUp(key));
        }
        player.run_ticks(1);
    }
    player.hash()
}

/// The page offers the keys of a demo as buttons, so a phone can do everything only when all are known.
#[test]
fn demos_name_every_key_they_listen_to() {
    let named = "Left Right Up Down Space Enter Backspace Delete Home End PageUp PageDown Shift Control Alt";
    let letters = ('a'..='z').chain('0'..='9').map(Key::Char);
    let known: Vec<Key> = named.split(' ').filter_map(Key::parse).chain(letters).collect();
    let nothing = vec![None; known.len()];
    let mut problems = Vec::new();
    for demo in all() {
        let untouched = state_after_taps(demo, None, &nothing);
        for &(key, does) in demo.keys {
            assert!(known.contains(&key) && !does.is_empty(), "{}: {key}", demo.id);
            // Three times, as a tap may come at a moment when there is nothing to do.
            let taps: Vec<_> = (0..known.len()).map(|at| (at % 17 == 0).then_some(key)).collect();
            let acts = |held| {
                state_after_taps(demo, held, &taps) != state_after_taps(demo, held, &nothing)
            };
            // A key such as Shift acts together with another.
            if !acts(None) && !demo.keys.iter().any(|other| acts(Some(other.0))) {
                problems.push(format!("{}: {key} does not {does}", demo.id));
            }
        }
        let is_listed = |key: Key| demo.keys.iter().any(|listed| listed.0 == key);
        let others: Vec<_> = known.iter().map(|&key| (!is_listed(key)).then_some(key)).collect();
        if state_after_taps(demo, None, &others) != untouched {
            problems.push(format!("{}: a key that it does not name does something", demo.id));
        }
    }
    assert_eq!(problems, [""; 0]);
}

/// A finger has neither a second button nor a wheel: only the demo about them may use them, and one whose wheel turns a knob that is
/// there anyway.
#[test]
fn one_button_is_enough() {
    for demo in all().filter(|demo| !["stage/input", "kernel/distort"].contains(&demo.id)) {
        let run = |buttons: &[Button], wheel: f32| {
            let (mut player, mut rng) = (start(demo), Rng::new(7));
            for _ in 0..12 {
                player.event(InputEvent::Move(rng.in_rect(Vec2::ZERO, player.stage().size())));
                player.event(InputEvent::Wheel(wheel));
                for &button in buttons {
                    player.event(InputEvent::Down(button));
                }
                player.run_ticks(3);
                for &button in buttons {
                    player.event(InputEvent::Up(button));
                }
                player.run_ticks(1);
            }
            player.hash()
        };
        let acts = run(&[Button::Right, Button::Middle], 2.0) != run(&[], 0.0);
        assert!(!acts, "{}: the second button or the wheel does something", demo.id);
    }
}

/// The states of a demo whose pointer visits a grid of places on the stage and does the same at each, and its picture
/// after that.
fn visits(demo: &Demo, visit: impl Fn(&mut Player, Vec2)) -> (Vec<u64>, Surface) {
    const COLUMNS: u32 = 5;
    const ROWS: u32 = 4;
    let mut player = start(demo);
    player.run_ticks(10);
    let cell = player.stage().size() / vec2(COLUMNS as f32, ROWS as f32);
    let places = (0..COLUMNS * ROWS).map(|at| vec2((at % COLUMNS) as f32, (at / COLUMNS) as f32));
    let states = places.map(|place| {
        visit(&mut player, (place + Vec2::splat(0.5)) * cell);
        player.hash()
    });
    let states = states.collect();
    player.draw();
    (states, player.surface().clone())
}

/// Whether the page scrolls over a demo was guessed from the words in which its controls are told: `node-garden`, which
/// says "held" and not "hold", lost its finger to the page, and the list of `interface` could not be turned by the
/// wheel. Two demos show what is pointed at, and a tap points as well.
#[test]
fn pages_scroll_by_what_a_demo_does_not_take() {
    let mut problems = Vec::new();
    for demo in all() {
        let wheel = |lines: f32| {
            visits(demo, |player, place| {
                player.event(InputEvent::Move(place));
                player.event(InputEvent::Wheel(lines));
                player.run_ticks(2);
            })
        };
        let still = wheel(0.0);
        if demo.takes_wheel != [2.0, -2.0].into_iter().any(|lines| wheel(lines) != still) {
            problems.push(format!("{}: takes_wheel is {}", demo.id, demo.takes_wheel));
        }
        let held = |drags: bool| {
            visits(demo, |player, place| {
                let way = player.stage().size() * vec2(0.04, -0.06);
                player.event(InputEvent::Move(place));
                player.event(InputEvent::Down(Button::Left));
                player.run_ticks(1);
                for step in [1.0, 2.0, 3.0] {
                    if drags {
                        player.event(InputEvent::Move(place + way * step));
                    } else {
                        player.event(InputEvent::Up(Button::Left));
                    }
                    player.run_ticks(1);
                }
                player.event(InputEvent::Up(Button::Left));
                player.run_ticks(1);
            })
        };
        // Not the other way round: these places miss small things that are dragged.
        let points = ["anim/ease-table", "drawing/winding"].contains(&demo.id);
        if !demo.takes_drags && !points && held(true) != held(false) {
            problems.push(format!("{}: takes_drags is false", demo.id));
        }
    }
    assert_eq!(problems, [""; 0]);
}

#[test]
fn no_allocation_where_a_demo_says_so() {
    for demo in all().filter(|demo| demo.no_allocation) {
        let mut player = start(demo);
        player.run_ticks(60);
        assert_no_allocation(demo.id, || player.run_ticks(100));
    }
}

/// With the classic solver the smoke knew neither its knobs nor the pointer nor Space.
#[test]
fn the_classic_solver_of_the_smoke_follows_knobs_pointer_and_space() {
    let Some(demo) = all().find(|demo| demo.id == "fluid/smoke") else { return };
    let picture = |name: &str, value: f32, script: &str| {
        let mut player = start(demo);
        player.set_param("solver", 3.0).unwrap();
        player.set_param(name, value).unwrap();
        player.play(Script::parse(script).unwrap()).unwrap();
        player.run_ticks(40);
        player.draw();
        player.surface().bytes().to_vec()
    };
    let plain = picture("sharp", 1.0, "");
    assert!(plain == picture("sharp", 1.0, ""));
    for (knob, value) in [("buoyancy", 0.0), ("viscosity", 200.0), ("diffusion", 100.0)] {
        assert!(plain != picture(knob, value, ""), "{knob} changes nothing");
    }
    let drag = "20 move 210 440\n20 down\n22 move 260 400\n24 move 330 380\n";
    assert!(plain != picture("sharp", 1.0, drag), "dragging changes nothing");
    assert!(plain != picture("sharp", 1.0, "30 tap Space"), "Space changes nothing");
}
