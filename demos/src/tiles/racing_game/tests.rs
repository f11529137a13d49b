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
