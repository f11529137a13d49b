//! T-20…T-31 of the tween specification: single tweens, and the values they carry.

#![expect(clippy::excessive_precision, reason = "the digits of the specification")]

use motile_anim::{
    AnimError, AnimEventKind, AnimPlayer, Animate, Animator, Ease, Goal, MotionPath, Span, Stagger,
    Timeline, Tween, ease::stepped, goal,
};
use motile_geom::{Vec2, vec2};

fn near(got: f32, want: f32) {
    assert!((got - want).abs() <= 1e-6 * 800.0, "{got}, not {want}");
}

/// The value of a tween of a plain number at a time.
fn value_at(tween: &Tween<f32>, start: f32, time: f64) -> f32 {
    let mut x = start;
    AnimPlayer::new(tween.clone()).seek(time, &mut x);
    x
}

fn x(duration: impl Into<Span>, end: f32, ease: Ease) -> Tween<f32> {
    Tween::new(duration).to(|x: &mut f32| x, end).ease(ease)
}

#[test]
fn t_20_linear() {
    let tween = x(1.0, 500.0, Ease::LINEAR);
    for (t, want) in [(0.25, 200.0), (0.5, 300.0), (0.75, 400.0), (1.0, 500.0), (2.0, 500.0)] {
        assert_eq!(value_at(&tween, 100.0, t), want);
    }
}

#[test]
fn t_21_milliseconds_and_sine() {
    let tween = x(Span::ms(1000.0), 800.0, Ease::SINE_IN_OUT);
    near(value_at(&tween, 100.0, 0.25), 202.512_627);
    near(value_at(&tween, 100.0, 0.5), 450.0);
    near(value_at(&tween, 100.0, 0.75), 697.487_373);
    assert_eq!(value_at(&tween, 100.0, 1.0).to_bits(), 800.0f32.to_bits());
}

#[test]
fn t_22_arrays() {
    let tween = Tween::new(1.0)
        .from_to(|v: &mut [f32; 2]| v, [100.0, 100.0], [800.0, 400.0])
        .ease(Ease::SINE_IN_OUT);
    let mut v = [0.0; 2];
    let mut player = AnimPlayer::new(tween);
    player.seek(0.25, &mut v);
    near(v[0], 202.512_627);
    near(v[1], 143.933_983);
    player.seek(0.75, &mut v);
    near(v[0], 697.487_373);
    near(v[1], 356.066_017);

    let uneven = Tween::new(1.0).from_to(|v: &mut Vec<f32>| v, vec![1.0], vec![1.0, 2.0]);
    let error = AnimPlayer::try_new(uneven).expect_err("different lengths");
    assert_eq!(error, AnimError::LengthsDiffer { from: 1, to: 2 });
}

#[test]
fn t_23_expo_out() {
    let tween = x(3.0, 800.0, Ease::EXPO_OUT);
    for (t, want) in [(0.75, 676.256_313), (1.5, 778.125), (2.25, 796.133_010), (3.0, 800.0)] {
        near(value_at(&tween, 100.0, t), want);
    }
}

#[test]
fn t_24_quad_out_is_the_default() {
    let tween = Tween::new(3.0).to(|x: &mut f32| x, 800.0);
    for (t, want) in [(0.75, 406.25), (1.5, 625.0), (2.25, 756.25)] {
        near(value_at(&tween, 100.0, t), want);
    }
}

#[test]
fn t_25_start_values_are_read_after_the_delay() {
    let mut value = 100.0;
    let mut player = AnimPlayer::new(x(1.0, 800.0, Ease::LINEAR).delay(2.0));
    player.update(1.0, &mut value);
    assert_eq!(value, 100.0);
    value = 300.0;
    player.update(1.5, &mut value);
    near(value, 550.0);
}

#[test]
fn t_26_no_duration() {
    let mut value = 1.0;
    let mut player = AnimPlayer::new(x(0.0, 9.0, Ease::LINEAR).forever());
    player.update(0.0, &mut value);
    assert_eq!(value, 9.0);
    let kinds: Vec<_> = player.events().iter().map(|e| e.kind.clone()).collect();
    assert_eq!(kinds, [AnimEventKind::Start, AnimEventKind::Complete]);
    player.update(1.0, &mut value);
    assert!(player.events().is_empty());
}

#[test]
fn t_27_bad_numbers_are_refused() {
    for bad in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
        assert!(matches!(
            AnimPlayer::try_new(x(bad, 1.0, Ease::LINEAR)),
            Err(AnimError::BadTime { .. })
        ));
        let late = x(1.0, 1.0, Ease::LINEAR).delay(bad);
        assert!(matches!(AnimPlayer::try_new(late), Err(AnimError::BadTime { what: "delay", .. })));
    }
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(matches!(AnimPlayer::try_new(x(1.0, bad, Ease::LINEAR)), Err(AnimError::BadValue)));
        let from = Tween::new(1.0).from_to(|x: &mut f32| x, bad, 1.0);
        assert!(matches!(AnimPlayer::try_new(from), Err(AnimError::BadValue)));
    }
    assert!(AnimPlayer::try_new(x(1.0, 1.0, Ease::LINEAR).scale(0.0)).is_err());
}

#[test]
fn t_28_frames() {
    let tween = x(Span::frames(24.0, 24.0), 500.0, Ease::LINEAR);
    assert_eq!(value_at(&tween, 100.0, 0.25), 200.0);
    assert_eq!(AnimPlayer::new(tween).duration(), 1.0);
}

#[test]
fn t_29_repeat_and_yoyo() {
    let tween = x(1.0, 100.0, Ease::LINEAR).repeat(2).yoyo();
    for (t, want) in [(0.25, 25.0), (1.25, 75.0), (2.25, 25.0), (3.0, 100.0)] {
        near(value_at(&tween, 0.0, t), want);
    }
    let mut value = 0.0;
    let mut player = AnimPlayer::new(tween);
    player.update(5.0, &mut value);
    let events: Vec<_> = player.events().iter().map(|e| (e.kind.clone(), e.time)).collect();
    let expected = [
        (AnimEventKind::Start, 0.0),
        (AnimEventKind::Repeat, 1.0),
        (AnimEventKind::Repeat, 2.0),
        (AnimEventKind::Complete, 3.0),
    ];
    assert_eq!(events, expected);
    assert_eq!(value_at(&x(1.0, 100.0, Ease::LINEAR).repeat(1).yoyo(), 0.0, 9.0), 0.0);
    let with_gap = x(1.0, 100.0, Ease::LINEAR).repeat(1).repeat_delay(0.5);
    assert_eq!(value_at(&with_gap, 0.0, 1.25), 100.0);
    near(value_at(&with_gap, 0.0, 1.75), 25.0);
}

#[test]
fn t_30_the_shorter_way_round() {
    for (from, to, turn) in [
        (355.0, 5.0, 10.0),
        (5.0, 355.0, -10.0),
        (0.0, 190.0, -170.0),
        (0.0, 180.0, 180.0),
        (0.0, 360.0, 0.0),
    ] {
        let tween = Tween::new(1.0).to(|x: &mut f32| x, goal(to).shortest_degrees());
        near(value_at(&tween, from, 1.0) - from, turn);
        let radians = Tween::new(1.0).to(|x: &mut f32| x, goal(to.to_radians()).shortest());
        near(value_at(&radians, from.to_radians(), 1.0) - from.to_radians(), turn.to_radians());
    }
}

#[test]
fn t_31_pause() {
    let mut value = 0.0;
    let mut player = AnimPlayer::new(x(1.0, 1.0, Ease::LINEAR));
    player.update(0.4, &mut value);
    player.pause();
    player.update(5.0, &mut value);
    near(value, 0.4);
    player.resume();
    player.update_to(5.9, &mut value);
    assert!((player.time() - 0.9).abs() < 1e-7);
    player.update_to(6.0, &mut value);
    let complete = player.events().iter().any(|event| event.kind == AnimEventKind::Complete);
    assert!(complete || player.time() > 0.999_999_9);
}

#[test]
fn t_67_a_day_of_ticks_loses_no_nanosecond() {
    let mut value = 0.0;
    let mut player = AnimPlayer::new(x(1.0, 60.0, Ease::LINEAR).forever());
    for tick in (0..24 * 3600 * 60u64).step_by(61) {
        player.update_to(tick as f64 / 60.0, &mut value);
        // The moment between two passes shows the end of the earlier one.
        let want = if tick % 60 == 0 && tick > 0 { 60 } else { tick % 60 };
        assert!((value - want as f32).abs() < 1e-4, "{value} at {tick}");
    }
}

#[test]
fn t_69_start_while_running() {
    let mut value = 0.0;
    let mut player = AnimPlayer::new(x(1.0, 1.0, Ease::LINEAR));
    assert_eq!(player.start(), Ok(()));
    player.update(0.5, &mut value);
    assert_eq!(player.start(), Err(AnimError::AlreadyRunning));
    player.update(0.5, &mut value);
    assert_eq!(player.start(), Ok(()));
    player.update(0.25, &mut value);
    near(value, 0.25);
}

#[test]
fn t_70_clones_are_independent() {
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Sprite {
        x: f32,
    }
    let tween = Tween::new(2.0).from_to(|s: &mut Sprite| &mut s.x, 100.0, 800.0).ease(Ease::LINEAR);
    let mut a = [Sprite { x: 0.0 }; 2];
    let mut first = AnimPlayer::new(tween.clone().on(0u32));
    let mut second = AnimPlayer::new(tween.on(1u32));
    first.seek(1.0, &mut a);
    second.seek(0.5, &mut a);
    assert_eq!(a, [Sprite { x: 450.0 }, Sprite { x: 275.0 }]);
}

#[test]
fn t_71_clamped_values_stay_inside() {
    let tween =
        Tween::new(1.0).to(|x: &mut f32| x, goal(1.0).clamped(0.0, 1.0)).ease(Ease::BACK_IN_OUT);
    for i in 0..=1000 {
        let alpha = value_at(&tween, 0.0, i as f64 / 1000.0);
        assert!((0.0..=1.0).contains(&alpha));
    }
    assert!(value_at(&x(1.0, 1.0, Ease::BACK_IN_OUT), 0.0, 0.24) < 0.0);
}

#[test]
fn tween_18_19_the_four_ways_to_give_the_ends() {
    let field: fn(&mut f32) -> &mut f32 = |x| x;
    let at_half = |tween: Tween<f32>| value_at(&tween.ease(Ease::LINEAR), 100.0, 0.5);
    assert_eq!(at_half(Tween::new(1.0).to(field, 800.0)), 450.0);
    assert_eq!(at_half(Tween::new(1.0).by(field, 800.0)), 500.0);
    assert_eq!(at_half(Tween::new(1.0).from(field, 0.0)), 50.0);
    assert_eq!(at_half(Tween::new(1.0).from_to(field, 0.0, 10.0)), 5.0);
}

#[test]
fn tween_22_unit_driver() {
    let tween = Tween::new(1.0)
        .drive(|p: &mut Vec2, v| *p = vec2(100.0 + 700.0 * v, 100.0 + 300.0 * v))
        .ease(Ease::LINEAR);
    let mut p = Vec2::ZERO;
    AnimPlayer::new(tween).seek(0.5, &mut p);
    assert_eq!(p, vec2(450.0, 250.0));
    // Whatever the closure holds is its own.
    let (center, radius) = (vec2(10.0, 20.0), 5.0);
    let tween = Tween::new(1.0).drive(move |p: &mut Vec2, v| *p = center + Vec2::X * radius * v);
    AnimPlayer::new(tween.clone()).seek(1.0, &mut p);
    assert_eq!(p, vec2(15.0, 20.0));
}

#[test]
fn tween_26_rounded_and_snapped() {
    let rounded = Tween::new(1.0).to(|x: &mut f32| x, goal(10.0).rounded()).ease(Ease::LINEAR);
    assert_eq!(value_at(&rounded, 0.0, 0.33), 3.0);
    let snapped = Tween::new(1.0).to(|x: &mut f32| x, goal(100.0).snapped(25.0)).ease(Ease::LINEAR);
    assert_eq!(value_at(&snapped, 0.0, 0.4), 50.0);
}

#[test]
fn keyframes_have_their_own_eases() {
    let keys = [(0.25, 10.0, Ease::LINEAR), (0.5, 0.0, Ease::QUAD_IN)];
    let tween = Tween::new(1.0).to(|x: &mut f32| x, goal(100.0).through(keys)).ease(Ease::LINEAR);
    for (t, want) in [
        (0.0, 0.0),
        (0.125, 5.0),
        (0.25, 10.0),
        (0.375, 7.5),
        (0.5, 0.0),
        (0.75, 50.0),
        (1.0, 100.0),
    ] {
        near(value_at(&tween, 0.0, t), want);
    }
}

#[test]
fn motion_along_a_path_with_orientation() {
    #[derive(Default)]
    struct Car {
        place: Vec2,
        heading: f32,
    }
    let road = MotionPath::polyline(&[vec2(0.0, 0.0), vec2(100.0, 0.0), vec2(100.0, 100.0)]);
    let tween = Tween::new(2.0)
        .to(|c: &mut Car| &mut c.place, Goal::along(&road))
        .to(|c| &mut c.heading, Goal::heading(&road, 0.0))
        .ease(Ease::LINEAR);
    let mut car = Car::default();
    let mut player = AnimPlayer::new(tween);
    player.seek(0.5, &mut car);
    assert_eq!((car.place, car.heading), (vec2(50.0, 0.0), 0.0));
    player.seek(1.5, &mut car);
    assert_eq!(car.place, vec2(100.0, 50.0));
    near(car.heading, core::f32::consts::FRAC_PI_2);
    player.seek(2.0, &mut car);
    assert_eq!(car.place, vec2(100.0, 100.0));
}

#[test]
fn custom_functions_shape_progress() {
    let steps = stepped(Ease::LINEAR, 2).expect("two steps");
    let tween = Tween::new(1.0).to(|x: &mut f32| x, 10.0).ease_with(steps);
    assert_eq!(value_at(&tween, 0.0, 0.3), 5.0);
}

#[test]
fn values_of_many_types() {
    let mut pair = (0u8, 0.0f64);
    let tween = Tween::new(1.0)
        .to(|p: &mut (u8, f64)| &mut p.0, 255)
        .to(|p| &mut p.1, 1e300)
        .ease(Ease::LINEAR);
    AnimPlayer::new(tween).seek(0.5, &mut pair);
    assert_eq!(pair, (128, 5e299));
    assert!(!f64::NAN.is_finite() && Animate::is_finite(&1u8));
}

/// Two dots at 1 that appear from 0, the second half a second later. It used to stand at its end until then, and to jump.
#[test]
fn issue_17_from_in_a_stagger_or_with_a_delay_shows_its_start_until_its_turn() {
    let appear = || Tween::new(1.0).from(|x: &mut f32| x, 0.0).ease(Ease::LINEAR);
    let staggered =
        || Timeline::stagger(0..2u32, Stagger::each(0.5), move |_, dot| appear().on(dot));
    let mut dots = vec![1.0f32; 2];
    let mut player = AnimPlayer::new(staggered());
    player.update(0.4, &mut dots);
    assert_eq!(dots, [0.4, 0.0]);
    player.seek(1.0, &mut dots);
    assert_eq!(dots, [1.0, 0.5]);
    player.update(1.0, &mut dots);
    assert_eq!(dots, [1.0, 1.0], "the end is the value that was found");
    player.seek(0.25, &mut dots);
    assert_eq!(dots, [0.25, 0.0], "and so on the way back");

    let mut dots = vec![1.0f32; 2];
    let mut animator = Animator::new();
    animator.play(staggered());
    animator.update(0.4, &mut dots);
    assert_eq!(dots, [0.4, 0.0]);

    let mut dots = vec![1.0f32; 2];
    let mut animator = Animator::new();
    animator.play(appear().on(0u32));
    animator.play(appear().on(1).delay(0.5));
    animator.update(0.4, &mut dots);
    assert_eq!(dots, [0.4, 0.0]);
    animator.update(1.1, &mut dots);
    assert_eq!(dots, [1.0, 1.0]);
}

#[test]
fn issue_17_from_waits_for_its_turn_where_others_write_before() {
    let field: fn(&mut f32) -> &mut f32 = |x| x;
    let appear = || Tween::new(1.0).from(field, 0.0).ease(Ease::LINEAR);
    let to = |end| Tween::new(1.0).to(field, end).ease(Ease::LINEAR);
    // In one timeline: its end is what the first tween leads to.
    let mut x = 1.0;
    let mut player = AnimPlayer::new(Timeline::new().then(to(100.0)).then(appear()));
    let shown = [0.0, 0.5, 1.5, 2.0].map(|time| {
        player.seek(time, &mut x);
        x
    });
    assert_eq!(shown, [1.0, 50.5, 50.0, 100.0]);
    // In one animator: what runs keeps the field until then.
    let mut x = 1.0;
    let mut animator = Animator::new();
    animator.play(to(100.0));
    animator.play(appear().delay(1.0));
    animator.update(0.5, &mut x);
    assert_eq!(x, 50.5);
    animator.update(1.0, &mut x);
    assert_eq!(x, 50.0);
    // Made to read its values again, it shows the start again.
    let mut x = 1.0;
    let mut player = AnimPlayer::new(appear().delay(1.0));
    player.update(0.5, &mut x);
    assert_eq!(x, 0.0);
    player.recapture();
    x = 8.0;
    player.update(0.5, &mut x);
    assert_eq!(x, 0.0);
    player.update(1.0, &mut x);
    assert_eq!(x, 4.0);
}
