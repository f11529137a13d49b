//! Out of a hunter's sight.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use crate::seek::stop_on;
use motile_geom::{Circle, MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext};

/// The steering towards the nearest spot where an obstacle stands between the agent and a hunter, `distance` pixels
/// behind its rim, arrived at in steps of `dt` seconds; `None` when there is no obstacle.
///
/// Marks: the spot behind every obstacle, the lines along which the hunter looks, and the spot chosen.
#[must_use]
pub fn hide(
    mut agent: impl MaybeWatched<Agent>,
    hunter: Vec2,
    obstacles: impl IntoIterator<Item = Circle>,
    distance: f32,
    dt: f32,
) -> Option<Vec2> {
    let (agent, mut marks) = agent.split();
    marks.point(MarkRole::Threat, hunter);
    let spots = spots(agent, hunter, obstacles, distance).inspect(|&spot| {
        marks.line(MarkRole::Threat, hunter, spot);
        marks.point(MarkRole::Predicted, spot);
    });
    let spot = nearest_spot(agent, spots)?;
    marks.point(MarkRole::Target, spot);
    Some(with_arrows(&mut marks, agent, stop_on(agent, spot, dt)))
}

/// The spot [`hide`] heads for: the nearest to the agent, the first of equally near ones.
#[must_use]
pub fn hiding_spot(
    agent: &Agent,
    hunter: Vec2,
    obstacles: impl IntoIterator<Item = Circle>,
    distance: f32,
) -> Option<Vec2> {
    nearest_spot(agent, spots(agent, hunter, obstacles, distance))
}

/// The spot behind each obstacle, as the hunter sees it.
fn spots(
    agent: &Agent,
    hunter: Vec2,
    obstacles: impl IntoIterator<Item = Circle>,
    distance: f32,
) -> impl Iterator<Item = Vec2> {
    let radius = agent.radius;
    obstacles.into_iter().map(move |circle| {
        let away = (circle.center - hunter).normalized();
        circle.center + away * (circle.radius + distance + radius)
    })
}

fn nearest_spot(agent: &Agent, spots: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    let mut best: Option<(f32, Vec2)> = None;
    for spot in spots {
        let squared = spot.distance_squared(agent.position);
        if best.is_none_or(|(nearest, _)| squared < nearest) {
            best = Some((squared, spot));
        }
    }
    best.map(|(_, spot)| finite_or_zero(spot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn hiding_puts_the_obstacle_in_between() {
        let agent = Agent::new(0.0, 0.0);
        let circle = Circle::new(vec2(100.0, 0.0), 20.0);
        let spot = hiding_spot(&agent, vec2(300.0, 0.0), [circle], 10.0).unwrap();
        assert_eq!(spot, vec2(100.0 - 20.0 - 10.0 - agent.radius, 0.0));
        assert_eq!(hide(&agent, Vec2::ZERO, [], 10.0, DT), None);
    }
}
