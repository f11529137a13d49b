//! The actors of the demos are where the table of demos wants them; what tweens do is checked in motile-anim.

#![expect(clippy::excessive_precision, reason = "the digits of the specification")]

use super::scene::{Actor, Scene};
use super::{engine_comparison, events, sequences, single_moves, tweener_basics};
use super::{flash_tweens, flex_tweens, four_sprites, nested_groups, overlap_trap, overwrite};
use motile::anim::{AnimError, AnimEventKind, AnimPlayer, Tween, tween_from_text};

/// (x, y, rotation), within a millionth of the range.
fn assert_near(actor: Actor, want: (f32, f32, f32), what: &str) {
    let off = [actor.x - want.0, actor.y - want.1, actor.rotation - want.2];
    assert!(off.iter().all(|off| off.abs() < 8e-4), "{what}: {actor:?}, expected {want:?}");
}

/// A time, and where the actor is then.
type Moment = (f64, (f32, f32, f32));

#[test]
fn d10_5_10_12_13_18_20_23_27_the_stories_of_the_engines() {
    // Duration, and the moments at which each of the three steps is under way.
    let table: [(&[usize], f64, [Moment; 3]); 6] = [
        (
            &[0],
            10.0,
            [
                (0.75, (187.5, 100.0, 0.0)),
                (4.5, (800.0, 250.0, 0.0)),
                (7.5, (800.0, 400.0, 42.714_844)),
            ],
        ),
        (
            &[1],
            10.0,
            [
                (0.75, (202.512_63, 100.0, 0.0)),
                (3.75, (800.0, 143.933_98, 0.0)),
                (9.0, (800.0, 400.0, 307.279_22)),
            ],
        ),
        (
            &[2, 3],
            9.0,
            [
                (2.25, (756.25, 100.0, 0.0)),
                (3.75, (800.0, 118.75, 0.0)),
                (7.0, (800.0, 400.0, 53.333_332)),
            ],
        ),
        (
            &[4, 5],
            9.0,
            [(1.5, (625.0, 100.0, 0.0)), (4.5, (800.0, 325.0, 0.0)), (7.5, (800.0, 400.0, 270.0))],
        ),
        (
            &[6],
            9.0,
            [
                (0.75, (121.875, 100.0, 0.0)),
                (3.75, (800.0, 109.375, 0.0)),
                (7.0, (800.0, 400.0, 35.555_557)),
            ],
        ),
        (
            &[7],
            9.0,
            [(1.5, (450.0, 100.0, 0.0)), (4.5, (800.0, 250.0, 0.0)), (7.0, (800.0, 400.0, 40.0))],
        ),
    ];
    for (engines, duration, moments) in table {
        for &engine in engines {
            let mut scene = Scene::new(sequences::STORIES[engine].timeline().expect("sound"));
            assert_eq!(scene.duration(), duration, "engine {engine}");
            let end = (800.0, 400.0, if engine == 7 { 180.0 } else { 360.0 });
            for (time, want) in moments.into_iter().chain([(duration, end)]) {
                scene.seek(time);
                assert_near(scene.actor, want, &format!("engine {engine} at {time} s"));
            }
        }
    }
}

#[test]
fn d10_19_four_sprites_one_after_another() {
    let mut demo = four_sprites::FourSprites::new(&four_sprites::GROUPS[1]);
    demo.seek(1.25);
    assert_eq!(demo.sprites.map(|sprite| sprite.x), [800.0, 406.25, 100.0, 100.0]);
    demo.seek(4.0);
    assert_eq!(demo.sprites.map(|sprite| sprite.x), [800.0; 4]);
}

#[test]
fn d10_16_22_26_four_sprites_side_by_side() {
    // Quad Out, then Quart InOut twice, then Quad InOut, a quarter of the way into three seconds.
    for (choice, want) in [(0, 406.25), (2, 121.875), (3, 121.875), (4, 187.5)] {
        let mut demo = four_sprites::FourSprites::new(&four_sprites::GROUPS[choice]);
        demo.seek(0.75);
        assert_eq!(demo.sprites.map(|sprite| sprite.x), [want; 4], "group {choice}");
        demo.seek(3.0);
        assert_eq!(demo.sprites.map(|sprite| sprite.x), [800.0; 4], "group {choice}");
    }
}

#[test]
fn d10_24_nested_groups() {
    let mut actors = nested_groups::ACTORS;
    let mut player = AnimPlayer::new(nested_groups::nested());
    assert_eq!(player.duration(), 9.0);
    player.seek(1.5, &mut actors);
    assert_eq!(actors.map(|actor| actor.x), [450.0; 5]);
    player.seek(9.0, &mut actors);
    assert_near(actors[4], (800.0, 400.0, 360.0), "the story");
}

#[test]
fn d10_2_3_4_flash_tweens() {
    let at = |choice: usize, time| {
        let mut scene = Scene::new((flash_tweens::VARIANTS[choice].timeline)());
        scene.seek(time);
        scene.actor
    };
    assert_eq!((at(0, 0.25).x, at(0, 1.0).x), (200.0, 500.0));
    assert_eq!(at(7, 0.5).alpha, 0.5);
    assert_eq!(at(8, 3.0).x, 800.0);
    assert_near(at(9, 3.0), (800.0, 400.0, 354.375), "parallel");
    assert_near(at(9, 4.0), (800.0, 400.0, 360.0), "parallel, at the end");
}

#[test]
fn d10_6_7_8_9_flex_tweens() {
    let at = |choice: usize, progress: f32| {
        let variant = &flex_tweens::VARIANTS[choice];
        let mut numbers = variant.from;
        let tween = Tween::new(1.0)
            .from_to(|numbers: &mut [f32; 2]| numbers, variant.from, variant.to)
            .ease(variant.ease);
        AnimPlayer::new(tween).seek(f64::from(progress), &mut numbers);
        (variant.handler)(numbers)
    };
    assert_near(at(0, 0.25)[0], (202.512_63, 100.0, 0.0), "sine");
    assert_near(at(1, 0.25)[0], (275.0, 100.0, 0.0), "linear");
    for way in [3, 4] {
        assert_near(at(way, 0.25)[0], (202.512_63, 143.933_98, 0.0), "two numbers");
        assert_near(at(way, 0.75)[0], (697.487_4, 356.066_02, 0.0), "two numbers");
    }
    let fade = at(5, 0.25).map(|actor| actor.alpha);
    assert!((fade[0] - 0.146_446_6).abs() < 1e-6 && fade[0] + fade[1] == 1.0);
}

#[test]
fn d10_15_21_25_single_moves() {
    let at = |choice: usize, time| {
        let mut scene = Scene::new(single_moves::MOVES[choice].tween().expect("sound"));
        assert_eq!(scene.duration(), 3.0);
        scene.seek(time);
        scene.actor
    };
    assert_near(at(0, 0.75), (406.25, 100.0, 0.0), "TweenLite");
    assert_near(at(1, 1.5), (625.0, 325.0, 270.0), "TweenLite, many");
    assert_near(at(2, 1.5), (450.0, 100.0, 0.0), "TweenLite, elastic");
    assert_near(at(3, 0.75), (275.0, 100.0, 0.0), "KitchenSync");
    assert_near(at(4, 0.75), (121.875, 100.0, 0.0), "KitchenSync, quartic");
    assert_near(at(5, 1.5), (450.0, 100.0, 0.0), "gTween");
    assert_near(at(6, 1.5), (450.0, 250.0, 0.0), "gTween, many");
    assert_near(at(7, 0.75), (146.891_11, 100.0, 0.0), "gTween, circular");
}

#[test]
fn d10_17_overwrite_rules() {
    for choice in 0..4 {
        let mut actor = Actor::START;
        overwrite::animator(choice).update_to(9.0, &mut actor);
        let want = if choice == 0 { (100.0, 100.0, 360.0) } else { (800.0, 400.0, 360.0) };
        assert_near(actor, want, &format!("rule {choice}"));
    }
}

#[test]
fn d10_14_the_overlap_trap() {
    let play = |lane: usize, time: f64| {
        let mut actor = Actor::START;
        let mut animator = overlap_trap::lane(lane, 2.5);
        let ticks = (time * 60.0).round() as u32;
        for tick in 0..=ticks {
            animator.update_to(f64::from(tick) / 60.0, &mut actor);
        }
        actor.x
    };
    assert_eq!((play(0, 3.0), play(0, 6.0)), (800.0, 100.0));
    assert_eq!((play(1, 2.0), play(1, 5.5)), (100.0, 100.0));
    assert!((play(2, 3.25) - 223.360_03).abs() < 1e-3, "{}", play(2, 3.25));
}

#[test]
fn d10_29_every_style_tells_the_story_of_its_engine() {
    // The first, second, fourth, sixth, seventh and eighth of the sequences.
    for (engine, story) in [0, 1, 3, 5, 6, 7].into_iter().enumerate() {
        let (name, _, _, length) = engine_comparison::ENGINES[engine];
        let mut scene = Scene::new(sequences::STORIES[story].timeline().expect("sound"));
        assert_eq!(scene.duration(), length);
        let mut lane = engine_comparison::Lane::new(name).expect("sound");
        for tick in 0..=600 {
            let time = f64::from(tick) / 60.0;
            lane.update(time);
            scene.seek(time);
            let want = (scene.actor.x, scene.actor.y, scene.actor.rotation);
            assert_near(lane.actor, want, &format!("engine {engine} at {time} s"));
        }
    }
}

#[test]
fn d10_11_tweener_from_text() {
    let read = |settings: &[(&'static str, &'static str)]| {
        tween_from_text::<tweener_basics::Card>(settings.iter().copied())
    };
    let mut card = tweener_basics::START;
    let mut player = AnimPlayer::new(read(tweener_basics::SOUND[0]).expect("sound"));
    player.seek(1.5, &mut card);
    assert_eq!(card.x, 778.125);
    let errors = tweener_basics::WRONG.map(|settings| read(settings).err());
    assert_eq!(errors[0], Some(AnimError::UnknownProperty("dog".into())));
    assert!(matches!(&errors[1], Some(AnimError::NotANumber { .. })));
    let Some(AnimError::UnknownEase { suggestion, .. }) = &errors[2] else { panic!("{errors:?}") };
    assert_eq!(suggestion, "easeInOutCubic");
}

#[test]
fn the_events_demo_reports_the_same_whatever_the_step() {
    let log = |step: f64| {
        let (mut actor, mut log) = (Actor::START, Vec::new());
        let mut player = AnimPlayer::new(events::story());
        assert_eq!(player.duration(), 4.0);
        for k in 1..=(4.0 / step).round() as u32 {
            player.update_to(f64::from(k) * step, &mut actor);
            log.extend(player.events().iter().map(|e| (e.kind.clone(), e.tag, e.time)));
        }
        assert_near(actor, (800.0, 400.0, 180.0), "the end");
        log
    };
    let at_once = log(4.0);
    assert_eq!(at_once.len(), 14, "{at_once:?}");
    assert_eq!(at_once.last(), Some(&(AnimEventKind::Complete, 0, 4.0)));
    for step in [1.0 / 60.0, 0.1, 0.5] {
        assert_eq!(log(step), at_once, "steps of {step} s");
    }
}
