//! Time strings, names of eases and tweens written as text.

use motile_anim::{
    AnimError, AnimPlayer, Ease, Family, Overwrite, Position, Properties, Property, Span,
    ease::StepJump, tween_from_text,
};

struct Sprite {
    x: f32,
    turns: f64,
    frame: i32,
}

impl Properties for Sprite {
    fn property(name: &str) -> Option<Property<Self>> {
        match name {
            "x" => Some(Property::F32(|sprite| &mut sprite.x)),
            "turns" => Some(Property::F64(|sprite| &mut sprite.turns)),
            "frame" => Some(Property::I32(|sprite| &mut sprite.frame)),
            _ => None,
        }
    }
}

/// Any text is a time, a position, an ease, a rule or an error that says where or what; an ease that was read begins at 0, unless it
/// jumps at once, ends at 1 and survives writing and reading; a tween of `name=value` lines plays with finite numbers.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    for fps in [24.0, 0.0] {
        match Span::parse(text, fps) {
            Ok(span) => assert!(span.seconds() >= 0.0 && span.seconds() < 1e10),
            Err(AnimError::BadTimeText { at }) => assert!(at as usize <= text.len()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Err(AnimError::BadTimeText { at }) = text.parse::<Position>() {
        assert!(at as usize <= text.len());
    }
    match text.parse::<Ease>() {
        Ok(ease) => {
            let at_once = |jump| matches!(jump, StepJump::Start | StepJump::Both);
            let jumps = matches!(ease.family, Family::Steps { jump, .. } if at_once(jump));
            assert!((ease.at(0.0) == 0.0 || jumps) && ease.at(1.0) == 1.0, "{text:?}");
            assert_eq!(ease.to_string().parse(), Ok(ease), "{text:?}");
        }
        Err(error) => assert!(error.to_string().contains("did you mean"), "{error}"),
    }
    if let Err(error) = text.parse::<Overwrite>() {
        assert!(!error.to_string().is_empty());
    }
    play(text);
}

fn play(text: &str) {
    let settings = text.lines().filter_map(|line| line.split_once('='));
    match tween_from_text::<Sprite>(settings).and_then(AnimPlayer::try_new) {
        Ok(mut player) => {
            let mut sprite = Sprite { x: 1.0, turns: 0.5, frame: 3 };
            for time in [0.0, 0.3, 1e6, 0.1] {
                player.seek(time, &mut sprite);
            }
            assert!(player.events().len() <= 10_100, "one move reports a limited number of passes");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("tween_text"), 30_000, run);
    }
}
