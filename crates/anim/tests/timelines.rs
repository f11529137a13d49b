//! T-33…T-51 of the tween specification: sequences, groups, nesting, alignment, events.

#![expect(clippy::excessive_precision, reason = "the digits of the specification")]

use motile_anim::{
    Anim, AnimError, AnimEvent, AnimEventKind, AnimPlayer, Ease, Position, Stagger, Timeline,
    TimelineAlign, Tween, goal,
};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sprite {
    x: f32,
    y: f32,
    rotation: f32,
}

const START: Sprite = Sprite { x: 100.0, y: 100.0, rotation: 0.0 };

fn x(secs: f64, end: f32) -> Tween<Sprite> {
    Tween::new(secs).to(|s: &mut Sprite| &mut s.x, end)
}

fn y(secs: f64, end: f32) -> Tween<Sprite> {
    Tween::new(secs).to(|s: &mut Sprite| &mut s.y, end)
}

fn turn(secs: f64, end: f32) -> Tween<Sprite> {
    Tween::new(secs).to(|s: &mut Sprite| &mut s.rotation, end)
}

/// Right, down, turn.
fn story(secs: [f64; 3], end: f32, ease: Ease) -> Timeline<Sprite> {
    let steps = [x(secs[0], 800.0), y(secs[1], 400.0), turn(secs[2], end)];
    Timeline::sequence(steps).ease(ease)
}

/// D10-5
fn flash_story() -> Timeline<Sprite> {
    Timeline::new()
        .then(x(3.0, 800.0).tag(1))
        .then(y(3.0, 400.0).tag(2))
        .then(turn(4.0, 360.0).ease(Ease::QUINT_IN_OUT).tag(3))
        .ease(Ease::QUAD_IN_OUT)
        .tag(9)
}

fn player<K>(anim: impl Into<Anim<Sprite, K>>) -> AnimPlayer<Sprite, K> {
    AnimPlayer::new(anim)
}

fn at(timeline: &Timeline<Sprite>, time: f64) -> Sprite {
    let mut sprite = START;
    player(timeline.clone()).seek(time, &mut sprite);
    sprite
}

fn near(got: f32, want: f32) {
    assert!((got - want).abs() <= 1e-6 * 800.0, "{got}, not {want}");
}

fn is(got: Sprite, want: (f32, f32, f32)) {
    near(got.x, want.0);
    near(got.y, want.1);
    near(got.rotation, want.2);
}

#[test]
fn t_33_flash_sequence() {
    let story = flash_story();
    for (t, want) in [
        (0.75, (187.5, 100.0, 0.0)),
        (1.5, (450.0, 100.0, 0.0)),
        (3.0, (800.0, 100.0, 0.0)),
        (3.75, (800.0, 137.5, 0.0)),
        (4.5, (800.0, 250.0, 0.0)),
        (6.0, (800.0, 400.0, 0.0)),
        (7.0, (800.0, 400.0, 5.625)),
        (7.5, (800.0, 400.0, 42.714_844)),
        (8.0, (800.0, 400.0, 180.0)),
        (9.0, (800.0, 400.0, 354.375)),
        (10.0, (800.0, 400.0, 360.0)),
    ] {
        is(at(&story, t), want);
    }
}

#[test]
fn t_34_flex_sequence() {
    let story = story([3.0, 3.0, 4.0], 360.0, Ease::SINE_IN_OUT);
    near(at(&story, 0.75).x, 202.512_627);
    near(at(&story, 3.75).y, 143.933_983);
    near(at(&story, 7.0).rotation, 52.720_779);
    near(at(&story, 9.0).rotation, 307.279_221);
}

#[test]
fn t_35_tweener_sequence() {
    let story = story([3.0; 3], 360.0, Ease::CUBIC_IN_OUT);
    near(at(&story, 0.75).x, 143.75);
    near(at(&story, 2.25).x, 756.25);
    near(at(&story, 3.75).y, 118.75);
    near(at(&story, 7.0).rotation, 53.333_333);
    is(at(&story, 9.0), (800.0, 400.0, 360.0));
}

#[test]
fn t_36_kitchen_sync_sequence_and_parallel() {
    let steps = || [x(3.0, 800.0), y(3.0, 400.0), turn(3.0, 360.0)];
    let story = Timeline::sequence(steps()).ease(Ease::QUART_IN_OUT);
    near(at(&story, 0.75).x, 121.875);
    near(at(&story, 3.75).y, 109.375);
    near(at(&story, 7.0).rotation, 35.555_556);
    assert_eq!(player(story).duration(), 9.0);
    assert_eq!(player(Timeline::parallel(steps())).duration(), 3.0);
}

#[test]
fn t_37_gtween_sequence() {
    let story = story([3.0; 3], 180.0, Ease::QUAD_IN_OUT);
    for (t, want) in [(7.0, 40.0), (7.5, 90.0), (9.0, 180.0)] {
        near(at(&story, t).rotation, want);
    }
}

#[test]
fn t_38_tween_group_sequence() {
    let story = story([3.0; 3], 360.0, Ease::QUAD_OUT);
    near(at(&story, 1.5).x, 625.0);
    near(at(&story, 4.5).y, 325.0);
    near(at(&story, 7.5).rotation, 270.0);
    is(at(&story, 9.0), (800.0, 400.0, 360.0));
}

#[test]
fn t_39_four_sprites_one_after_another() {
    let group = Timeline::sequence((0..4u32).map(|key| x(1.0, 800.0).on(key)));
    let mut sprites = [START; 4];
    let mut player = player(group);
    for (t, want) in [
        (0.5, [625.0, 100.0, 100.0, 100.0]),
        (1.25, [800.0, 406.25, 100.0, 100.0]),
        (2.5, [800.0, 800.0, 625.0, 100.0]),
        (3.75, [800.0, 800.0, 800.0, 756.25]),
        (4.0, [800.0; 4]),
    ] {
        player.seek(t, &mut sprites);
        for (sprite, want) in sprites.iter().zip(want) {
            near(sprite.x, want);
        }
    }
}

#[test]
fn t_40_the_same_property_twice() {
    let there_and_back = Timeline::sequence([x(3.0, 800.0), x(3.0, 100.0)]).ease(Ease::QUAD_IN_OUT);
    for (t, want) in [(1.5, 450.0), (3.0, 800.0), (4.5, 450.0), (6.0, 100.0)] {
        near(at(&there_and_back, t).x, want);
    }
}

#[test]
fn t_41_the_step_does_not_matter() {
    for dt in [1.0 / 144.0, 1.0 / 60.0, 1.0 / 24.0, 0.7, 10.0] {
        let mut stepped = START;
        let mut steps = player(flash_story());
        let mut k = 0u32;
        while k as f64 * dt <= 10.5 {
            let time = (k as f64 * dt * 1e9).round() / 1e9;
            steps.update_to(time, &mut stepped);
            assert_eq!(stepped, at(&flash_story(), time), "step {k} of {dt}");
            k += 1;
        }
    }
}

fn log(events: &[AnimEvent]) -> Vec<(u32, &AnimEventKind, f64)> {
    events.iter().map(|event| (event.tag, &event.kind, event.time)).collect()
}

#[test]
fn t_42_events_of_one_long_update() {
    use AnimEventKind::{Complete, Start};
    let mut sprite = START;
    let mut player = player(flash_story());
    player.update(10.0, &mut sprite);
    let expected = [
        (9, &Start, 0.0),
        (1, &Start, 0.0),
        (1, &Complete, 3.0),
        (2, &Start, 3.0),
        (2, &Complete, 6.0),
        (3, &Start, 6.0),
        (3, &Complete, 10.0),
        (9, &Complete, 10.0),
    ];
    assert_eq!(log(player.events()), expected);
    player.update(1.0, &mut sprite);
    assert!(player.events().is_empty());
}

#[test]
fn t_43_reverse() {
    let mut sprite = START;
    let mut player = player(flash_story());
    player.update(8.0, &mut sprite);
    player.reverse();
    player.update(4.0, &mut sprite);
    assert_eq!(player.time(), 4.0);
    is(sprite, (800.0, 166.666_667, 0.0));
    player.update(4.0, &mut sprite);
    is(sprite, (100.0, 100.0, 0.0));
    let last = player.events().last().map(|event| (event.tag, &event.kind, event.time));
    assert_eq!(last, Some((9, &AnimEventKind::ReverseComplete, 0.0)));
    assert!(player.is_finished());
}

#[test]
fn t_44_progress() {
    let mut sprite = START;
    let mut player = player(flash_story());
    player.set_progress(0.5);
    player.update(0.0, &mut sprite);
    near(sprite.y, 333.333_333);
    assert_eq!((player.time(), player.progress()), (5.0, 0.5));
}

#[test]
fn t_45_time_scale() {
    let mut sprite = START;
    let mut by_speed = player(flash_story());
    by_speed.set_speed(2.0);
    by_speed.update(4.999, &mut sprite);
    assert!(!by_speed.is_finished());
    by_speed.update(0.001, &mut sprite);
    assert!(by_speed.is_finished());
    assert_eq!(player(flash_story().scale(2.0)).duration(), 5.0);
}

#[test]
fn t_46_nested_groups() {
    let four = Timeline::parallel((0..4u32).map(|key| x(3.0, 800.0).on(key)));
    let own = |tween: Tween<Sprite>| tween.on(4u32);
    let story = Timeline::sequence([own(x(3.0, 800.0)), own(y(3.0, 400.0)), own(turn(3.0, 360.0))]);
    let both = Timeline::parallel([story, four]).ease(Ease::QUART_IN_OUT);
    let mut sprites = [START; 5];
    let mut player = player(both);
    assert_eq!(player.duration(), 9.0);
    player.seek(1.5, &mut sprites);
    for sprite in sprites {
        near(sprite.x, 450.0);
    }
}

/// Beginnings and ends of three tweens with their own delays, from their events.
fn aligned(align: TimelineAlign) -> Vec<(f64, f64)> {
    let items = [(1.0, 0.5), (2.0, 0.0), (3.0, 1.0)];
    let tweens =
        items.iter().zip(0..).map(|(&(secs, delay), tag)| x(secs, 0.0).delay(delay).tag(tag));
    let mut sprite = START;
    let mut player = player(Timeline::aligned(align, 0.25, tweens).tag(99));
    player.update(20.0, &mut sprite);
    let time = |tag, kind: AnimEventKind| {
        let found = player.events().iter().find(|e| e.tag == tag && e.kind == kind);
        found.expect("each begins and ends").time
    };
    (0..3)
        .map(|tag| (time(tag, AnimEventKind::Start), time(tag, AnimEventKind::Complete)))
        .collect()
}

#[test]
fn t_47_aligned_in_sequence() {
    assert_eq!(aligned(TimelineAlign::Sequence), [(0.5, 1.5), (1.75, 3.75), (5.0, 8.0)]);
}

#[test]
fn t_48_aligned_by_the_start() {
    assert_eq!(aligned(TimelineAlign::Start), [(0.0, 1.0), (0.25, 2.25), (0.5, 3.5)]);
}

#[test]
fn t_49_aligned_by_the_init() {
    assert_eq!(aligned(TimelineAlign::Init), [(0.5, 1.5), (0.25, 2.25), (1.5, 4.5)]);
}

#[test]
fn t_50_aligned_by_the_end() {
    assert_eq!(aligned(TimelineAlign::End), [(3.5, 4.5), (2.25, 4.25), (1.0, 4.0)]);
}

#[test]
fn t_51_not_aligned() {
    assert_eq!(aligned(TimelineAlign::None), [(0.5, 1.5), (0.0, 2.0), (1.0, 4.0)]);
}

#[test]
fn t_73_standing_still_and_going_back() {
    let mut sprite = START;
    let mut player = player(flash_story());
    player.update(4.0, &mut sprite);
    player.update(0.0, &mut sprite);
    assert!(player.events().is_empty());
    player.update_to(2.0, &mut sprite);
    assert_eq!(log(player.events()), [(2, &AnimEventKind::ReverseComplete, 3.0)]);
    player.update_to(-5.0, &mut sprite);
    let back =
        [(1, &AnimEventKind::ReverseComplete, 0.0), (9, &AnimEventKind::ReverseComplete, 0.0)];
    assert_eq!(log(player.events()), back);
    assert_eq!(sprite, START);
    player.update_to(-6.0, &mut sprite);
    assert!(player.events().is_empty());
}

#[test]
fn seeking_outside_is_clamped() {
    let mut sprite = START;
    let mut player = player(flash_story());
    for (time, shown) in [(f64::INFINITY, 10.0), (-5.0, 0.0), (1e30, 10.0), (f64::NAN, 0.0)] {
        player.seek(time, &mut sprite);
        assert_eq!(player.time(), shown, "sought {time}");
        assert_eq!(sprite, at(&flash_story(), shown));
    }
    player.set_progress(7.0);
    assert_eq!(player.time(), 10.0);
    player.set_progress(f32::NAN);
    player.update(f32::NAN, &mut sprite);
    assert_eq!((player.time(), sprite), (0.0, START));
    let endless = AnimPlayer::new(flash_story().forever());
    assert_eq!((endless.duration(), endless.progress()), (f64::INFINITY, 0.0));
}

#[test]
fn tween_37_positions() {
    let timeline = Timeline::new()
        .then(x(2.0, 1.0).tag(1))
        .with(y(1.0, 1.0).tag(2))
        .add(Position::AfterPrevious(0.25.into()), turn(1.0, 1.0).tag(3))
        .add(Position::Overlap(0.5.into()), y(1.0, 2.0).tag(4))
        .add(Position::Gap(1.0.into()), x(1.0, 3.0).tag(5))
        .label("outro")
        .wait(2.0)
        .then(x(1.0, 4.0).tag(6))
        .add(Position::label("outro"), y(1.0, 5.0).tag(7));
    let mut sprite = START;
    let mut player = player(timeline);
    player.update(100.0, &mut sprite);
    let starts: Vec<(u32, f64)> = player
        .events()
        .iter()
        .filter(|event| event.kind == AnimEventKind::Start && event.tag > 0)
        .map(|event| (event.tag, event.time))
        .collect();
    let expected = [(1, 0.0), (2, 0.0), (3, 1.25), (4, 1.75), (5, 3.75), (7, 4.75), (6, 6.75)];
    assert_eq!(starts, expected);
    assert_eq!(player.label_time("outro"), Some(4.75));
    assert_eq!(player.set_label("intro"), Err(AnimError::UnknownLabel("intro".into())));
    player.set_label("outro").expect("it exists");
    assert_eq!(player.time(), 4.75);
    let missing = Timeline::new().add(Position::label("nowhere"), x(1.0, 1.0));
    assert_eq!(AnimPlayer::try_new(missing).err(), Some(AnimError::UnknownLabel("nowhere".into())));
}

#[test]
fn tween_37_positions_from_text() {
    let story = |positions: [&str; 4]| {
        let timeline = Timeline::new().then(x(2.0, 1.0)).label_at("mark", Position::time(1.5));
        let mut items = positions.iter().zip(1..);
        items.try_fold(timeline, |timeline, (at, tag)| {
            Ok::<_, AnimError>(timeline.add(at.parse()?, y(1.0, 1.0).tag(tag)))
        })
    };
    let starts = |positions| -> Result<Vec<f64>, AnimError> {
        let (mut sprite, mut player) = (START, AnimPlayer::try_new(story(positions)?)?);
        player.update(100.0, &mut sprite);
        let start =
            |tag| player.events().iter().find(|e| e.tag == tag && e.kind == AnimEventKind::Start);
        Ok((1..=4).filter_map(|tag| Some(start(tag)?.time)).collect())
    };
    assert_eq!(starts(["0.5", "+=1", "-=0.5", "mark"]), Ok(vec![0.5, 3.0, 3.5, 1.5]));
    assert_eq!(starts(["<", "<0.5", ">", ">-=250ms"]), Ok(vec![0.0, 0.5, 1.5, 2.25]));
    assert_eq!(
        starts(["mark+=1s", "mark-=1", "mark - 9", "<-9"]).err(),
        Some(AnimError::UnknownLabel("mark - 9".into()))
    );
    assert_eq!(starts(["mark-=9", "<+=0.25", ">+1", "<-0.5"]), Ok(vec![0.0, 0.25, 2.25, 1.75]));
    assert_eq!("<x".parse::<Position>(), Err(AnimError::BadTimeText { at: 1 }));
    assert_eq!("mark+=1 parsec".parse::<Position>(), Err(AnimError::BadTimeText { at: 8 }));
    assert_eq!("  >y".parse::<Position>(), Err(AnimError::BadTimeText { at: 3 }));
    assert_eq!(" ".parse::<Position>(), Err(AnimError::BadTimeText { at: 1 }));
}

#[test]
fn tween_37_labels_can_be_asked_for() {
    let timeline = Timeline::new().label("a").then(x(1.0, 1.0)).label("b").then(x(1.0, 0.0));
    let mut sprite = START;
    let mut player = player(timeline.scale(0.5).delay(1.0));
    assert_eq!(player.labels().collect::<Vec<_>>(), [("a", 2.0), ("b", 4.0)]);
    assert_eq!(player.current_label(), None);
    player.seek(3.5, &mut sprite);
    assert_eq!(player.current_label(), Some("a"));
    player.seek(4.0, &mut sprite);
    assert_eq!(player.current_label(), Some("b"));
}

#[test]
fn labels_calls_and_pauses() {
    let timeline = Timeline::new()
        .label("in")
        .then(x(1.0, 200.0).tag(1))
        .call(42, Position::time(0.5))
        .label("half")
        .pause_at(Position::time(1.0))
        .then(x(1.0, 300.0).tag(2))
        .tag(9);
    let mut sprite = START;
    let mut player = player(timeline);
    player.update(5.0, &mut sprite);
    let kinds: Vec<String> =
        player.events().iter().map(|e| format!("{} {:?} {}", e.tag, e.kind, e.time)).collect();
    let expected = [
        "9 Start 0",
        "9 Label(\"in\") 0",
        "1 Start 0",
        "42 Call 0.5",
        "1 Complete 1",
        "9 Label(\"half\") 1",
        "2 Start 1",
        "9 Pause 1",
    ];
    assert_eq!(kinds, expected);
    assert_eq!((player.time(), player.is_paused(), sprite.x), (1.0, true, 200.0));
    player.resume();
    player.update(0.5, &mut sprite);
    near(sprite.x, 275.0);
}

#[test]
fn tween_43_repeated_calls_follow_an_ease() {
    let timeline: Timeline<Sprite> = Timeline::new().calls(4, 2.0, Ease::QUAD_IN, 5);
    let mut sprite = START;
    let mut player = player(timeline);
    assert_eq!(player.duration(), 2.0);
    player.update(3.0, &mut sprite);
    let times: Vec<f64> =
        player.events().iter().filter(|e| e.kind == AnimEventKind::Call).map(|e| e.time).collect();
    for (time, k) in times.iter().zip(1..) {
        assert!((time - 2.0 * (k as f64 / 4.0).sqrt()).abs() < 1e-5, "{times:?}");
    }
    assert_eq!(times.len(), 4);
}

#[test]
fn repeated_timelines_report_every_pass() {
    let timeline =
        Timeline::sequence([x(1.0, 200.0).tag(1), y(1.0, 200.0).tag(2)]).repeat(2).tag(9);
    let mut sprite = START;
    let mut player = player(timeline);
    player.update(100.0, &mut sprite);
    let count = |tag, kind: AnimEventKind| {
        player.events().iter().filter(|e| e.tag == tag && e.kind == kind).count()
    };
    assert_eq!(count(1, AnimEventKind::Start), 3);
    assert_eq!(count(2, AnimEventKind::Complete), 3);
    assert_eq!((count(9, AnimEventKind::Repeat), count(9, AnimEventKind::Complete)), (2, 1));
    assert_eq!((sprite.x, sprite.y), (200.0, 200.0));
}

#[test]
fn b10_6_sequences_do_not_drift() {
    // A chain of handlers would end after 12.5 s at 24 frames a second, see W5.
    for (fps, steps, length) in [(24.0, 100u32, 0.1), (60.0, 100, 0.1), (12.0, 3, 3.0)] {
        let mut sprite = START;
        let mut player = player(Timeline::sequence((0..steps).map(|k| x(length, k as f32))).tag(9));
        let mut frame = 0;
        while !player.is_finished() {
            frame += 1;
            player.update_to(frame as f64 / fps, &mut sprite);
        }
        let end = player.events().last().map(|event| (event.tag, event.time));
        assert_eq!(end, Some((9, steps as f64 * length)));
        assert!((frame - 1) as f64 / fps < steps as f64 * length, "the first frame that can");
    }
}

#[test]
fn bug_passes_beyond_ten_thousand_were_lost() {
    let count = |anim: Anim<Sprite>, kind: fn(&AnimEventKind) -> u64| {
        let (mut sprite, mut player) = (START, player(anim));
        player.update(30_000.0, &mut sprite);
        player.events().iter().map(|event| kind(&event.kind)).sum::<u64>()
    };
    let passes = |kind: &AnimEventKind| match kind {
        AnimEventKind::Repeat => 1,
        AnimEventKind::Skipped(passes) => *passes,
        _ => 0,
    };
    assert_eq!(count(x(1.0, 1.0).repeat(25_001).into(), passes), 25_001);
    assert_eq!(count(Timeline::new().then(x(1.0, 1.0)).repeat(25_001).into(), passes), 25_001);
    assert_eq!(
        count(Timeline::new().then(x(1.0, 1.0)).repeat(25_001).yoyo().into(), passes),
        25_001
    );
}

#[test]
fn a_child_may_be_scaled_and_repeated_inside_a_yoyo() {
    let inner = Timeline::sequence([x(1.0, 200.0), x(1.0, 100.0)]).scale(2.0).repeat(1);
    let outer = Timeline::new().wait(1.0).then(inner).ease(Ease::LINEAR).yoyo().repeat(1);
    let mut sprite = START;
    let mut player = player(outer);
    assert_eq!(player.duration(), 6.0);
    // Inside: up for half a second, down for half a second, twice; then the whole backwards.
    for (t, want) in [
        (1.25, 150.0),
        (1.5, 200.0),
        (2.25, 150.0),
        (2.5, 200.0),
        (3.5, 200.0),
        (3.75, 150.0),
        (6.0, 100.0),
    ] {
        player.seek(t, &mut sprite);
        near(sprite.x, want);
    }
}

#[test]
fn a_timeline_of_thousands_moves_in_no_time_worth_mentioning() {
    // Cost is proportional to what changes: measured in bench, shown here to work.
    let mut sprites = vec![START; 10_000];
    let stagger =
        Timeline::stagger(0..10_000u32, Stagger::each(1.0), |_, key| x(1.0, 800.0).on(key));
    let mut player = player(stagger);
    player.seek(5000.5, &mut sprites);
    near(sprites[5000].x, 625.0);
    player.seek(4999.5, &mut sprites);
    near(sprites[4999].x, 625.0);
    assert_eq!(sprites[5000].x, 100.0);
}

/// A tween by numbers: property and kind, length, delay, end value, repeats, yoyo, ease, time scale.
type RawTween = ((u32, u32), u32, u32, i32, u32, bool, usize, usize);

const SCALES: [f32; 5] = [1.0, 2.0, 0.5, 0.7, 1.3];

fn tween_of(raw: RawTween) -> Tween<Sprite> {
    let ((field, kind), length, delay, end, repeat, yoyo, ease, scale) = raw;
    let eases = [
        Ease::LINEAR,
        Ease::QUAD_OUT,
        Ease::BOUNCE_OUT,
        Ease::ELASTIC_OUT,
        Ease::BACK_IN_OUT,
        Ease::steps(3),
    ];
    let fields: [fn(&mut Sprite) -> &mut f32; 3] =
        [|s| &mut s.x, |s| &mut s.y, |s| &mut s.rotation];
    let (field, end) = (fields[field as usize], end as f32);
    let tween = Tween::new(length as f64 * 0.5);
    let tween = match kind {
        0 | 1 => tween.to(field, end),
        2 => tween.by(field, end),
        3 => tween.from(field, end),
        4 => tween.from_to(field, end + 7.0, end),
        5 => tween.to(field, goal(end + 0.5).rounded()),
        _ => tween.to(|s| &mut s.x, end).by(|s| &mut s.y, end),
    };
    let tween = tween.delay(delay as f64 * 0.25).repeat(repeat).ease(eases[ease]);
    let tween = tween.scale(SCALES[scale]);
    if yoyo { tween.yoyo() } else { tween }
}

/// How a timeline is played in the one around it: where, how often, yoyo, time scale, wait between.
type RawGroup = (u32, u32, bool, usize, u32);

fn place(around: Timeline<Sprite>, inner: Timeline<Sprite>, raw: RawGroup) -> Timeline<Sprite> {
    let (position, repeat, yoyo, scale, gap) = raw;
    let inner = inner.repeat(repeat).repeat_delay(gap as f64 * 0.25).scale(SCALES[scale]);
    let inner = if yoyo { inner.yoyo() } else { inner };
    around.add(Position::time(position as f64 * 0.25), inner)
}

/// A random timeline: nested groups, overlaps on the same property, values of all kinds, repeats, yoyo,
/// time scales, zero lengths, in any combination.
fn arbitrary_timeline() -> impl Strategy<Value = Timeline<Sprite>> {
    let tween = (
        (0u32..3, 0u32..7),
        0u32..5,
        0u32..4,
        -50i32..50,
        0u32..3,
        any::<bool>(),
        0usize..6,
        prop_oneof![3 => Just(0), 1 => 0usize..5],
    );
    let group = (0u32..12, 0u32..3, any::<bool>(), 0usize..5, 0u32..3);
    let tweens = || prop::collection::vec((tween.clone(), 0u32..12), 1..4);
    let inner = prop::option::of((tweens(), group.clone()));
    let groups = prop::collection::vec((tweens(), inner, group.clone()), 1..4);
    (tweens(), groups, group).prop_map(|(beside, groups, root)| {
        let filled = |tweens: Vec<(RawTween, u32)>| {
            let mut items = tweens.into_iter();
            items.try_fold(Timeline::new(), |timeline, (raw, at)| {
                Some(timeline.add(Position::time(at as f64 * 0.25), tween_of(raw)))
            })
        };
        let filled = |tweens| filled(tweens).expect("nothing stops it");
        let mut timeline =
            filled(beside).label_at("mark", Position::time(1.0)).call(7, Position::time(1.5));
        for (number, (tweens, inner, raw)) in (100..).zip(groups) {
            let mut group = filled(tweens).tag(number);
            if let Some((tweens, raw)) = inner {
                group = place(group, filled(tweens).tag(number + 100), raw);
            }
            timeline = place(timeline, group, raw);
        }
        let (_, again, back, scale, _) = root;
        let timeline = timeline.repeat(again).scale(SCALES[scale]);
        if back { timeline.yoyo() } else { timeline }
    })
}

#[test]
fn bug_a_repeating_timeline_in_one_that_yoyos_depended_on_the_steps() {
    // On the way back the seam of the inner passes lies the other way round; what was written there
    // last was not what playing to the same time in one go writes last.
    let inner =
        Timeline::new().then(x(1.0, 300.0)).add(Position::time(0.5), x(1.0, 700.0)).repeat(1);
    let outer = Timeline::new().then(x(0.5, 200.0)).then(inner).with(y(4.0, 0.0)).repeat(1).yoyo();
    let mut sprite = START;
    let mut wandering = player(outer.clone());
    for step in 0..300 {
        let time = (step * 37 % 80) as f64 * 0.1;
        wandering.seek(time, &mut sprite);
        assert_eq!(sprite, at(&outer, time), "at {time}");
    }
    // Both ways the same: that is what a yoyo is.
    for step in 0..=35 {
        let time = step as f64 * 0.1;
        let (there, back) = (at(&outer, time), at(&outer, player(outer.clone()).duration() - time));
        assert!((there.x - back.x).abs() < 1e-3 && (there.y - back.y).abs() < 1e-3, "at {time}");
    }
}

#[test]
fn bug_going_back_before_a_tween_showed_its_first_value() {
    // Before a tween begins there is what was there before, not what it begins with; but the start that `from` gives
    // shows until its turn.
    let story = Timeline::new()
        .then(x(1.0, 200.0))
        .add(Position::time(2.0), Tween::new(1.0).from_to(|s: &mut Sprite| &mut s.x, 50.0, 60.0))
        .add(Position::time(2.0), Tween::new(1.0).from(|s: &mut Sprite| &mut s.y, 7.0))
        .add(
            Position::time(2.0),
            Tween::new(1.0).to(|s: &mut Sprite| &mut s.rotation, goal(9.0).rounded()),
        );
    let mut sprite = Sprite { rotation: 0.25, ..START };
    let mut player = player(story);
    player.seek(2.5, &mut sprite);
    player.seek(1.5, &mut sprite);
    is(sprite, (200.0, 7.0, 0.25));
}

#[test]
fn bug_forgetting_start_values_played_events_again() {
    let mut sprite = START;
    let mut player = player(Timeline::sequence([x(1.0, 200.0), x(1.0, 300.0)]));
    player.update(1.5, &mut sprite);
    player.recapture();
    sprite.x = 0.0;
    player.update(0.5, &mut sprite);
    assert_eq!(player.time(), 0.5);
    is(sprite, (150.0, 100.0, 0.0));
    assert!(player.events().iter().all(|event| event.kind == AnimEventKind::Start));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(1000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_sequence_of_seeks_ends_where_one_step_does(
        timeline in arbitrary_timeline(),
        seeks in prop::collection::vec(
            prop_oneof![3 => (0u64..240).prop_map(|n| n * 125_000_000), 1 => 0u64..30_000_000_000],
            1..12,
        ),
    ) {
        let mut wandering = START;
        let mut player = AnimPlayer::new(timeline.clone());
        for seek in seeks {
            let time = seek as f64 / 1e9;
            player.seek(time, &mut wandering);
            prop_assert_eq!(wandering, at(&timeline, time), "at {}", time);
        }
    }

    #[test]
    fn events_are_neither_lost_nor_doubled(
        timeline in arbitrary_timeline(),
        steps in prop::collection::vec(1u64..2_000_000_000, 1..30),
    ) {
        // There and back again, the rest of each way in one step; the longest ends within two hours.
        let everything = |steps: &[u64]| {
            let (mut sprite, mut player) = (START, AnimPlayer::new(timeline.clone()));
            let mut logs = [Vec::new(), Vec::new()];
            let mut finals = [START; 2];
            for (way, log) in logs.iter_mut().enumerate() {
                if way == 1 {
                    player.reverse();
                }
                for step in steps.iter().chain([&7_200_000_000_000]) {
                    player.update((*step as f64 / 1e9) as f32, &mut sprite);
                    let events = player.events().iter();
                    log.extend(events.map(|e| {
                        (e.tag, format!("{:?}", e.kind), (e.time * 1e9).round() as i64)
                    }));
                }
                assert!(player.is_finished());
                finals[way] = sprite;
                log.sort_by(|a, b| (a.2, a.0, &a.1).cmp(&(b.2, b.0, &b.1)));
            }
            (logs, finals)
        };
        let (many, at_ends) = everything(&steps);
        let (one, at_once) = everything(&[]);
        prop_assert_eq!(at_ends, at_once);
        prop_assert_eq!(many, one);
    }
}
