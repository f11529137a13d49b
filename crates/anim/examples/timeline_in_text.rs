//! A timeline on plain structs, told in lines of text: a ball rolls in, three dots line up one after another, the ball
//! bounces and fades.
//!
//! `cargo run -p motile-anim --example timeline_in_text`
//!
//! The player is asked for one time after another, and then for an earlier one: what it shows depends on the time alone.

#![expect(clippy::print_stdout, reason = "the picture is text")]

use motile_anim::{AnimEventKind, AnimPlayer, Ease, Position, Stagger, Timeline, Tween};

/// What is animated: any struct will do, and a field is named by a function that leads to it.
#[derive(Clone, Copy)]
struct Dot {
    x: f32,
    /// 0 is bright, 3 is gone.
    faint: f32,
}

const BALL: usize = 0;
const DOTS: core::ops::Range<usize> = 1..4;
const GLYPHS: [char; 4] = ['@', 'o', '.', ' '];
const WIDTH: usize = 60;

fn story() -> Timeline<Dot, usize> {
    let roll = Tween::new(1.0).to(|dot: &mut Dot| &mut dot.x, 50.0).ease(Ease::BOUNCE_OUT).on(BALL);
    let line_up = Timeline::stagger(DOTS, Stagger::each(0.2), |index, dot| {
        let place = 12.0 + 10.0 * index as f32;
        Tween::new(0.6).to(|dot: &mut Dot| &mut dot.x, place).ease(Ease::BACK_OUT).on(dot)
    });
    let fade = Tween::new(0.6).to(|dot: &mut Dot| &mut dot.faint, 3.0).ease(Ease::LINEAR).on(BALL);
    Timeline::new().then(roll).label("there").add(Position::time(0.3), line_up).then(fade)
}

/// The dots as one line of text.
fn line(dots: &[Dot]) -> String {
    let mut text = vec![' '; WIDTH];
    for dot in dots.iter().rev() {
        let column = dot.x.round().clamp(0.0, WIDTH as f32 - 1.0) as usize;
        let glyph = dot.faint.round().clamp(0.0, 3.0) as usize;
        text[column] = GLYPHS[glyph];
    }
    text.into_iter().collect()
}

fn main() {
    let mut dots = vec![Dot { x: 0.0, faint: 1.0 }; DOTS.end];
    dots[BALL].faint = 0.0;
    let mut player = AnimPlayer::new(story());
    let steps = (player.duration() * 10.0).ceil() as u32;
    for step in 0..=steps {
        player.seek(f64::from(step) / 10.0, &mut dots);
        let passed = player.events().iter().find_map(|event| match &event.kind {
            AnimEventKind::Label(name) => Some(&**name),
            _ => None,
        });
        println!("{:4.1} s |{}| {}", player.time(), line(&dots), passed.unwrap_or(""));
    }
    player.seek(0.5, &mut dots);
    println!("{:4.1} s |{}| back again", player.time(), line(&dots));
}
