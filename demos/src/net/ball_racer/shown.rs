//! Balls as they are drawn: between two ticks, and without the jumps of corrections.

use motile::net::race::{BallRace, RaceBall};
use motile::net::{FadingOffset, Game, MAX_PLAYERS, RollbackSession};

/// Seconds in which half of a correction goes.
const HALF: f32 = 0.06;
/// What jumps further is seen to do so: a ball that fell and is put back, pixels.
const JUMP: f32 = 200.0;

/// What corrections moved, of every ball.
#[derive(Clone, Debug, Default)]
pub(super) struct Hidden([FadingOffset; MAX_PLAYERS]);

impl Hidden {
    /// A tick of it, with a race as it was shown and as it is known now, if it was corrected.
    pub(super) fn update(&mut self, correction: Option<(&BallRace, &BallRace)>, dt: f32) {
        for (player, hidden) in self.0.iter_mut().enumerate() {
            hidden.fade(dt, HALF);
            if let Some((was, is)) = correction {
                hidden.hide(was.balls[player].position, is.balls[player].position);
            }
            if hidden.offset.length() > JUMP {
                *hidden = FadingOffset::default();
            }
        }
    }

    /// The race of a session between two ticks; `alpha` is how far the picture lies between two of the program.
    pub(super) fn shown<G: Game>(
        &self,
        session: &RollbackSession<G>,
        race: impl Fn(&G) -> &BallRace,
        alpha: f32,
    ) -> BallRace {
        let previous = race(session.previous());
        let mut shown = race(session.game()).clone();
        for (player, ball) in shown.balls.iter_mut().enumerate() {
            *ball = between(&previous.balls[player], ball, session.alpha() + alpha - 1.0);
            ball.position += self.0[player].offset;
        }
        shown
    }
}

fn between(from: &RaceBall, to: &RaceBall, alpha: f32) -> RaceBall {
    if from.position.distance(to.position) > JUMP {
        return *to;
    }
    let position = from.position.lerp(to.position, alpha);
    RaceBall { position, angle: from.angle + (to.angle - from.angle) * alpha, ..*to }
}
