//! The derive macros, as a user of `motile-anim` meets them.

use motile_anim::{AnimError, AnimPlayer, Animate, Ease, Properties, Tween, tween_from_text};

#[derive(Clone, Debug, PartialEq, Animate)]
struct Pose {
    place: [f32; 2],
    turn: f32,
    step: u8,
}

#[derive(Clone, Debug, PartialEq, Animate)]
struct Weight(f64);

#[derive(Properties)]
struct Sprite {
    x: f32,
    frame: i32,
    #[expect(dead_code, reason = "shows that other types are left alone")]
    name: &'static str,
}

#[test]
fn tween_25_user_structs_are_values() {
    let mut pose = Pose { place: [0.0, 10.0], turn: 0.0, step: 0 };
    let end = Pose { place: [10.0, 20.0], turn: 1.0, step: 100 };
    let tween = Tween::new(1.0).to(|p: &mut Pose| p, end).ease(Ease::LINEAR);
    AnimPlayer::new(tween).seek(0.5, &mut pose);
    assert_eq!(pose, Pose { place: [5.0, 15.0], turn: 0.5, step: 50 });
    assert_eq!(Weight::mix(&Weight(1.0), &Weight(3.0), 0.5), Weight(2.0));
    assert!(!Weight(f64::NAN).is_finite());
}

#[test]
fn t_61_names_come_from_the_fields() {
    let mut sprite = Sprite { x: 0.0, frame: 1, name: "hero" };
    let tween =
        tween_from_text::<Sprite>([("x", "10"), ("frame", "9"), ("time", "1"), ("ease", "linear")]);
    AnimPlayer::new(tween.expect("sound")).seek(0.5, &mut sprite);
    assert_eq!((sprite.x, sprite.frame), (5.0, 5));
    for unknown in ["dog", "name"] {
        let error = tween_from_text::<Sprite>([(unknown, "1")]).err();
        assert_eq!(error, Some(AnimError::UnknownProperty(unknown.into())));
    }
}
