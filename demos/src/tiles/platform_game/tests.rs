//! The game can be played: by a script, and by a search that finds a way through every level.

use super::art;
use super::level::{self, DOOR, Level, STAR};
use super::world::{Event, World};
use super::{PlatformGame, Scene};
use motile::prelude::*;
use motile::tiles::CharacterInput;
use std::collections::{BinaryHeap, HashSet, VecDeque};

const DT: f32 = 1.0 / 60.0;
/// Ticks that one choice of the search lasts.
const HOLD: u32 = 9;

#[test]
fn tile_d12_every_level_has_a_start_a_door_and_stars() {
    for index in 0..level::COUNT {
        let level = Level::load(index).unwrap();
        let count = |wanted| level.layer.tiles().filter(|&(_, tile)| tile == wanted).count();
        assert_eq!(count(DOOR), 1, "{}", level.title);
        assert!(count(STAR) >= 3, "{}", level.title);
        assert!(!World::new(&level).ground().overlaps(&World::new(&level).hero.body));
    }
}

/// Who opened the cave in the editor Tiled saw no tiles: the picture it names was not there. `MOTILE_BLESS=world.png` writes it.
#[test]
fn tile_66_the_picture_of_the_cave_is_that_of_the_game() {
    let drawn = art::tiles().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tiles/platform_game/levels");
    if std::env::var("MOTILE_BLESS").is_ok_and(|what| what == "all" || what == "world.png") {
        std::fs::write(format!("{folder}/world.png"), drawn.to_png()).unwrap();
    }
    let stored = std::fs::read(format!("{folder}/world.png")).unwrap();
    assert!(Surface::from_png(&stored).unwrap() == drawn, "the tiles were drawn anew");
    let tmx = std::fs::read_to_string(format!("{folder}/cave.tmx")).unwrap();
    let named = format!("world.png\" width=\"{}\" height=\"{}\"", drawn.width(), drawn.height());
    assert!(tmx.contains(&named));
}

/// In the cave a flag stood over spikes: who came back to it fell into them, again and again.
#[test]
fn tile_d12_who_comes_back_to_a_flag_stays_alive() {
    for index in 0..level::COUNT {
        let level = Level::load(index).unwrap();
        let flags = level.layer.tiles().filter(|&(_, tile)| tile == level::FLAG);
        let cells: Vec<IVec2> = flags.map(|(cell, _)| cell).chain([level.hero]).collect();
        for cell in cells {
            let mut world = World::new(&Level { hero: cell, ..level.clone() });
            world.walkers.clear();
            for _ in 0..180 {
                world.step(CharacterInput::default(), DT);
            }
            assert_eq!(world.falls, 0, "{} {cell}", level.title);
            assert!(world.hero.grounded, "{} {cell}", level.title);
        }
    }
}

#[test]
fn walkers_let_be_who_has_just_come_back() {
    let level = Level::load(0).unwrap();
    let mut world = World::new(&Level { walkers: vec![level.hero], ..level });
    let mut fell = Vec::new();
    for tick in 0..400 {
        world.walkers[0].body.position = world.hero.body.position;
        world.step(CharacterInput::default(), DT);
        if world.falls as usize > fell.len() {
            fell.push(tick);
        }
    }
    // It is away for 0.8 seconds, and then let be for 1.5.
    assert!(fell.len() > 2 && fell.windows(2).all(|falls| falls[1] - falls[0] >= 137), "{fell:?}");
}

/// A way through every level, a line each: the choices one after another, each held for nine ticks. Found by the search
/// at the end of this file.
const WALKTHROUGH: &str = include_str!("levels/walkthrough.txt");

#[test]
fn tile_d12_scripts_play_through_all_levels() {
    assert_eq!(WALKTHROUGH.lines().count() as u32, level::COUNT);
    for (number, way) in (1..).zip(WALKTHROUGH.lines()) {
        let number: u32 = number;
        let settings = Settings::new(640, 480).with_param("first-level", &number.to_string());
        let mut player = Player::new::<PlatformGame>(&settings).unwrap();
        player.play(Script::parse(&script_of(way)).unwrap()).unwrap();
        player.run_ticks(START + u64::from(HOLD) * way.len() as u64);
        let game: &PlatformGame = player.sketch().unwrap();
        assert!(matches!(game.scene, Scene::Passed(_)), "{}: {:?}", game.level.title, game.scene);
        assert_eq!(game.world.falls, 0);
        // And on: to the next level, or to the end.
        player.run_ticks(90);
        let game: &PlatformGame = player.sketch().unwrap();
        let last = number == level::COUNT;
        let expected = if last { (number - 1, Scene::End) } else { (number, Scene::Play) };
        assert_eq!((game.index, game.scene), expected);
    }
}

/// The tick in which the world moves first, after a press of the button on the title.
const START: u64 = 3;

/// The keys of a way.
fn script_of(way: &str) -> String {
    let mut script = vec![String::from("2 tap Space")];
    let mut held = [false; 4];
    for (step, choice) in (0..).zip(way.bytes()) {
        let (x, y, jump) = CHOICES[usize::from(choice - b'0')];
        let wanted = [x > 0.0, x < 0.0, y < 0.0, jump];
        for (name, (held, wanted)) in
            ["Right", "Left", "Up", "Space"].iter().zip(held.iter_mut().zip(wanted))
        {
            if *held != wanted {
                *held = wanted;
                let verb = if wanted { "key" } else { "keyup" };
                script.push(format!("{} {verb} {name}", START + step * u64::from(HOLD)));
            }
        }
    }
    script.join("\n")
}

#[test]
#[ignore = "takes a minute; run it after changing a level and put what it finds into walkthrough.txt"]
fn tile_36_every_level_can_be_finished() {
    let ways = (0..level::COUNT).map(|index| {
        let level = Level::load(index).unwrap();
        let way = find_way(&level).unwrap_or_else(|| panic!("no way through {}", level.title));
        way.iter().map(ToString::to_string).collect::<String>()
    });
    assert_eq!(ways.collect::<Vec<_>>().join("\n"), WALKTHROUGH.trim_end());
}

/// What the hero can be told to do.
const CHOICES: [(f32, f32, bool); 7] = [
    (1.0, 0.0, false),
    (1.0, 0.0, true),
    (-1.0, 0.0, false),
    (-1.0, 0.0, true),
    (0.0, 0.0, false),
    (0.0, 0.0, true),
    (0.0, -1.0, false),
];

/// A best-first search over what the hero can do, toward the door.
fn find_way(level: &Level) -> Option<Vec<usize>> {
    let distances = distances_to_door(level);
    let mut nodes = vec![(World::new(level), None::<(usize, usize)>)];
    let mut open = BinaryHeap::from([(0i32, 0usize)]);
    let mut seen = HashSet::new();
    while let Some((_, index)) = open.pop() {
        for (choice, &(x, y, jump)) in CHOICES.iter().enumerate() {
            let mut world = nodes[index].0.clone();
            let mut done = false;
            for _ in 0..HOLD {
                world.step(CharacterInput { x, y, jump }, DT);
                done |= world.events.contains(&Event::Door);
            }
            nodes.push((world, Some((index, choice))));
            let last = nodes.len() - 1;
            if done {
                return Some(choices_to(&nodes, last));
            }
            let world = &nodes[last].0;
            let cell = super::world::space().cell_of(world.hero.body.position);
            let far = distances.get(cell.x, cell.y).copied().unwrap_or(i32::MAX / 2);
            if !world.is_alive() || !seen.insert(key(world)) {
                nodes.pop();
                continue;
            }
            open.push((-far, last));
        }
        assert!(nodes.len() < 60_000, "{}: lost", level.title);
    }
    None
}

fn choices_to(nodes: &[(World, Option<(usize, usize)>)], mut index: usize) -> Vec<usize> {
    let mut choices = Vec::new();
    while let Some((before, choice)) = nodes[index].1 {
        choices.push(choice);
        index = before;
    }
    choices.reverse();
    choices
}

/// States that look alike to the search: place, motion and where the lifts are, coarsely.
fn key(world: &World) -> (IVec2, IVec2, Vec<IVec2>) {
    let body = &world.hero.body;
    let coarse = |place: Vec2, step: f32| (place / step).floor().as_ivec2();
    let lifts = world.lifts.iter().map(|lift| coarse(lift.position, 24.0));
    (coarse(body.position, 12.0), coarse(body.velocity, 160.0), lifts.collect())
}

/// Cells to the door through what is no wall.
fn distances_to_door(level: &Level) -> motile::geom::Grid2<i32> {
    let kinds = level::kinds();
    let bounds = level.layer.bounds();
    let mut distances =
        motile::geom::Grid2::filled(bounds.width, bounds.height, i32::MAX / 2).unwrap();
    let door = level.layer.tiles().find(|&(_, tile)| tile == DOOR).unwrap().0;
    distances.set(door.x, door.y, 0);
    let mut open = VecDeque::from([door]);
    while let Some(cell) = open.pop_front() {
        let far = distances[(cell.x as u32, cell.y as u32)] + 1;
        for step in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y] {
            let next = cell + step;
            let kind = kinds.get(level.layer.get(next.x, next.y).number());
            let wall = kind.shape == motile::tiles::TileShape::Full
                && !kind.sensor
                && kind.one_way.is_empty();
            if !wall && distances.get(next.x, next.y).is_some_and(|&known| known > far) {
                distances.set(next.x, next.y, far);
                open.push_back(next);
            }
        }
    }
    distances
}
