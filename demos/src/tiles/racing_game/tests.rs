//! The race goes round, the ghost is the lap it was, and a stroke is a track.

use super::racer::{Ghost, Racer, TEMPERS};
use super::track::{NAMES, Track, from_stroke};
use super::*;

const DT: f32 = 1.0 / 60.0;

#[test]
fn tile_d15_every_driver_comes_round_every_track() {
    for index in 0..NAMES.len() as u32 {
        let track = Track::new(index, &[]).unwrap();
        for (slot, temper) in TEMPERS.iter().enumerate() {
            let mut racer = Racer::new(track.start(slot));
            for tick in 0..60 * 60 {
                let (throttle, wheel) = racer.wish(temper, &track, tick as f32 * DT);
                racer.step(&track, throttle, wheel, DT);
                if racer.laps.laps == 2 {
                    break;
                }
            }
            assert_eq!(racer.laps.laps, 2, "{} on {}", temper.name, NAMES[index as usize]);
        }
    }
}

#[test]
fn the_ghost_drives_the_best_lap_again_to_the_bit() {
    let track = Track::new(0, &[]).unwrap();
    let (mut racer, mut ghost) = (Racer::new(track.start(0)), Ghost::default());
    let mut driven = Vec::new();
    let (mut lap, mut compared) = (0, 0);
    for tick in 0..60 * 60 {
        // Full care in the first lap, none later: the first stays the best until it is beaten.
        let temper = &TEMPERS[if lap < 2 { 2 } else { 0 }];
        let (throttle, wheel) = racer.wish(temper, &track, tick as f32 * DT);
        let (control, began) = racer.step(&track, throttle, wheel, DT);
        ghost.step(&racer, control, began, &track, DT);
        lap += u32::from(began);
        match lap {
            1 => driven.push(racer.car),
            2 => {
                let Some(car) = ghost.car else { continue };
                if let Some(expected) = driven.get(compared) {
                    assert_eq!(car, *expected, "tick {compared} of the lap");
                }
                compared += 1;
            }
            3 => break,
            _ => {}
        }
    }
    assert!(compared > 300);
}

#[test]
fn a_stroke_is_a_track_when_it_is_long_enough() {
    let ring = |radius: f32| -> Vec<Vec2> {
        let turn = |i: u32| Vec2::at_angle(core::f32::consts::TAU * i as f32 / 90.0);
        (0..90).map(|i| WORLD * 0.5 + turn(i) * radius).collect()
    };
    assert!(from_stroke(&ring(60.0)).is_none() && from_stroke(&[]).is_none());
    let drawn = from_stroke(&ring(300.0)).unwrap();
    let track = Track::new(NAMES.len() as u32 - 1, &drawn).unwrap();
    assert!(!track.is_grass(WORLD * 0.5 + vec2(300.0, 0.0)) && track.is_grass(WORLD * 0.5));
}

/// Only its length used to be asked for: ten checkpoints in one place were a lap of ten ticks.
#[test]
fn a_scribble_is_no_track() {
    for width in [40.0, 90.0, 160.0] {
        let point = |i: u32| vec2(if i.is_multiple_of(2) { 0.0 } else { width }, i as f32 * 0.5);
        let scribble: Vec<Vec2> = (0..80).map(|i| WORLD * 0.5 + point(i)).collect();
        let length: f32 = scribble.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        assert!(length > 2000.0);
        assert!(from_stroke(&scribble).is_none(), "{width} wide");
    }
    // A figure of eight meets itself in one place, and is a track.
    let eight = |i: u32| {
        let (sin, cos) = ops::sin_cos(core::f32::consts::TAU * i as f32 / 90.0);
        WORLD * 0.5 + vec2(400.0 * sin, 250.0 * 2.0 * sin * cos)
    };
    assert!(from_stroke(&(0..90).map(eight).collect::<Vec<_>>()).is_some());
}

fn ghost_of(player: &Player) -> Option<f32> {
    player.sketch::<RacingGame>().unwrap().ghosts[0].seconds(DT)
}

/// The best lap was driven on the tiles before, and left the road of those after.
#[test]
fn a_ghost_goes_when_the_track_is_edited() {
    let settings = Settings::new(640, 480).with_param("autopilot", "on");
    let mut player = Player::new::<RacingGame>(&settings).unwrap();
    let editing =
        "2100 tap e\n2110 move 200 200\n2112 down\n2113 move 420 320\n2114 up\n2116 tap e\n";
    player.play(Script::parse(&format!("2 tap Space\n{editing}")).unwrap()).unwrap();
    player.run_ticks(2105);
    assert!(ghost_of(&player).is_some(), "a lap was driven");
    player.run_ticks(20);
    assert_eq!(ghost_of(&player), None);
    assert!(!player.sketch::<RacingGame>().unwrap().panel.open);
}

/// The editor used to open below the sheet of paper, and nothing could be drawn any more.
#[test]
fn there_is_no_editor_while_a_track_is_drawn() {
    let mut player = Player::new::<RacingGame>(&Settings::new(640, 480)).unwrap();
    let ring = (0..60).fold(String::new(), |script, i| {
        let at = vec2(320.0, 240.0) + 150.0 * Vec2::at_angle(i as f32 * 0.1);
        format!("{script}{} move {:.0} {:.0}\n", 21 + i, at.x, at.y)
    });
    let script = format!("2 tap d\n10 tap e\n19 move 470 240\n20 down\n{ring}85 up\n");
    player.play(Script::parse(&script).unwrap()).unwrap();
    player.run_ticks(90);
    let game: &RacingGame = player.sketch().unwrap();
    assert!(!game.panel.open && !game.drawn.is_empty());
    assert!(matches!(game.scene, Scene::Ready(_)));
}

#[test]
fn tile_d15_a_race_by_script_ends_with_a_result() {
    let settings = Settings::new(640, 480).with_param("autopilot", "on");
    let mut player = Player::new::<RacingGame>(&settings).unwrap();
    player.play(Script::parse("2 tap Space").unwrap()).unwrap();
    player.run_ticks(60 * 75);
    let game: &RacingGame = player.sketch().unwrap();
    assert_eq!(game.scene, Scene::Result);
    assert!(game.ghosts[0].seconds(DT).is_some_and(|best| (5.0..40.0).contains(&best)));
}
