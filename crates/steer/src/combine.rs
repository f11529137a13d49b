//! Several wishes, one force.

use crate::sane::sane;
use motile_geom::{Rng, Vec2, Vec2Ext};

/// The plain sum of weighted wishes; the agent's own limit cuts it (STEER-29). A wish that is not finite counts as
/// none, here and below.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// let wish = motile_steer::weighted_sum([(vec2(2.0, 0.0), 1.0), (vec2(0.0, 4.0), 0.5)]);
/// assert_eq!(wish, vec2(2.0, 2.0));
/// ```
#[must_use]
pub fn weighted_sum(wishes: impl IntoIterator<Item = (Vec2, f32)>) -> Vec2 {
    sane(wishes.into_iter().map(|(wish, weight)| sane(wish * weight)).sum())
}

/// Wishes in order of importance, each taking from the budget (pixels per second of change, see
/// [`Agent::max_change`](crate::Agent::max_change)) what it needs until nothing is left: a vital small wish is
/// never drowned by a large idle one (STEER-W14).
#[must_use]
pub fn by_priority(wishes: impl IntoIterator<Item = Vec2>, budget: f32) -> Vec2 {
    let (mut total, mut left) = (Vec2::ZERO, budget.max(0.0));
    for wish in wishes {
        let part = sane(wish).truncate(left);
        total += part;
        left -= part.length();
        if left <= 0.0 {
            break;
        }
    }
    sane(total)
}

/// The first wish that is not zero, or zero.
#[must_use]
pub fn first_of(wishes: impl IntoIterator<Item = Vec2>) -> Vec2 {
    wishes.into_iter().map(sane).find(|wish| *wish != Vec2::ZERO).unwrap_or(Vec2::ZERO)
}

/// Prioritized dithering: in order, each wish gets its chance (0…1) to be looked at; the first one looked at
/// that is not zero wins, divided by its chance so that the mean stays the same. Cheap for large crowds,
/// because one wish is computed per step; the random numbers come from the caller.
#[must_use]
pub fn dithered<'a>(
    wishes: impl IntoIterator<Item = (f32, &'a dyn Fn() -> Vec2)>,
    rng: &mut Rng,
) -> Vec2 {
    for (chance, wish) in wishes {
        if chance > 0.0 && rng.chance(chance) {
            let wish = sane(wish() / chance.min(1.0));
            if wish != Vec2::ZERO {
                return wish;
            }
        }
    }
    Vec2::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, flee, seek};
    use motile_geom::vec2;

    #[test]
    fn priority_spends_the_budget_in_order() {
        let wishes = [vec2(3.0, 0.0), vec2(0.0, 4.0), vec2(-100.0, 0.0)];
        assert_eq!(by_priority(wishes, 5.0), vec2(3.0, 2.0));
        assert_eq!(by_priority(wishes, 0.0), Vec2::ZERO);
        assert_eq!(by_priority(wishes, -1.0), Vec2::ZERO);
        assert_eq!(first_of([Vec2::ZERO, vec2(1.0, 1.0), vec2(9.0, 9.0)]), vec2(1.0, 1.0));
    }

    #[test]
    fn dithering_keeps_the_mean() {
        let mut rng = Rng::new(2);
        let (a, b) = (|| vec2(2.0, 0.0), || vec2(0.0, 3.0));
        let mut sum = Vec2::ZERO;
        for _ in 0..20_000 {
            sum += dithered([(0.5, &a as &dyn Fn() -> Vec2), (0.5, &b)], &mut rng);
        }
        let mean = sum / 20_000.0;
        assert!((mean - vec2(2.0, 1.5)).length() < 0.1, "{mean}");
    }

    #[test]
    fn steer_a33_three_chase_each_other_first_tick() {
        let start =
            [(200.0, 200.0), (400.0, 200.0), (300.0, 260.0)].map(|(x, y)| Agent::classic(x, y));
        // Each seeks the next and flees the one after, forces first, then everybody moves.
        let mut agents = start;
        for (i, agent) in agents.iter_mut().enumerate() {
            let wish =
                seek(agent, start[(i + 1) % 3].position) + flee(agent, start[(i + 2) % 3].position);
            if i == 0 {
                assert!((wish.length() - 5.338_671_6).abs() < 1e-4, "{wish}");
            }
            agent.step(wish, 1.0);
        }
        let expected = [(200.266_94, 199.036_28), (400.266_94, 200.963_71), (299.0, 260.0)];
        for (agent, (x, y)) in agents.iter().zip(expected) {
            assert!((agent.position - vec2(x, y)).length() < 1e-3, "{}", agent.position);
        }
    }
}
