//! Nodes as targets of tweens.

use crate::{Properties, Property, Targets};
use motile_stage::{Node, NodeId, Stage};

/// Nodes are tweened field by field, named by a function and found by their id. Removing a node ends its
/// tweens with [`Interrupt::TargetGone`](crate::Interrupt::TargetGone).
///
/// ```
/// use motile_anim::{Animator, Ease, Timeline, Tween};
/// use motile_geom::vec2;
/// use motile_pixels::Color;
/// use motile_stage::{Node, Shape, Stage};
///
/// let mut stage = Stage::new(320, 200)?;
/// let ball = stage.add(Shape::circle(20.0).fill(Color::BLACK).at(0.0, 100.0));
///
/// let mut animator = Animator::new();
/// animator.play(
///     Timeline::new()
///         .then(Tween::new(2.0).to(|n: &mut Node| &mut n.position, vec2(320.0, 100.0)).on(ball))
///         .with(Tween::new(2.0).to_maybe(Node::color_mut, Color::RED).on(ball))
///         .then(Tween::new(0.5).to(|n: &mut Node| &mut n.alpha, 0.0).on(ball))
///         .ease(Ease::LINEAR),
/// );
/// animator.update(1.0, &mut stage);
/// assert_eq!(stage[ball].position, vec2(160.0, 100.0));
/// assert_eq!(stage[ball].color_mut(), Some(&mut Color::rgb(128, 0, 0)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl Targets<Node, NodeId> for Stage {
    fn target(&mut self, &id: &NodeId) -> Option<&mut Node> {
        self.get_mut(id).ok()
    }
}

/// The names that data files use: `x`, `y`, `scaleX`, `scaleY`, `rotation`, `skewX`, `skewY`, `alpha`.
impl Properties for Node {
    fn property(name: &str) -> Option<Property<Self>> {
        Some(Property::F32(match name {
            "x" => |node| &mut node.position.x,
            "y" => |node| &mut node.position.y,
            "scaleX" => |node| &mut node.scale.x,
            "scaleY" => |node| &mut node.scale.y,
            "rotation" => |node| &mut node.rotation,
            "skewX" => |node| &mut node.skew.x,
            "skewY" => |node| &mut node.skew.y,
            "alpha" => |node| &mut node.alpha,
            _ => return None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnimEventKind, AnimPlayer, Animator, Ease, Interrupt, Tween, tween_from_text};
    use motile_geom::vec2;
    use motile_pixels::{Color, Surface};
    use motile_stage::{Atlas, Label, Shape, Sprite, Stroke};

    fn stage() -> Stage {
        Stage::new(100, 100).expect("a sound size")
    }

    #[test]
    fn t_64_removing_a_node_ends_its_tweens_only() {
        let mut stage = stage();
        let (a, b) = (stage.add(Node::group()), stage.add(Node::group()));
        let mut animator = Animator::new();
        let slide = Tween::new(1.0).to(|n: &mut Node| &mut n.position.x, 80.0).ease(Ease::LINEAR);
        let first = animator.play(slide.clone().on(a));
        animator.play(slide.on(b));
        animator.update(0.5, &mut stage);
        stage.remove(a).expect("it is there");
        let reused = stage.add(Node::group().at(7.0, 0.0));
        animator.update(0.25, &mut stage);
        let gone: Vec<_> = animator.events().iter().map(|e| (e.id, e.kind.clone())).collect();
        assert_eq!(gone, [(first, AnimEventKind::Interrupted(Interrupt::TargetGone))]);
        assert_eq!((stage[reused].position.x, stage[b].position.x), (7.0, 60.0));
        assert_eq!(animator.len(), 1);
    }

    #[test]
    fn every_field_and_the_content_can_be_tweened() {
        let mut stage = stage();
        let atlas = Atlas::grid(Surface::new(80, 10).expect("small"), 10, 10);
        let disc = Shape::circle(5.0).fill(Color::BLACK).stroke(Stroke::new(1.0), Color::BLACK);
        let nodes = [
            stage.add(disc.node()),
            stage.add(Label::new("a", 10.0).node()),
            stage.add(Sprite::new(&atlas, 0).node()),
        ];
        let mut animator = Animator::new();
        let all = Tween::new(1.0)
            .ease(Ease::LINEAR)
            .to(|n: &mut Node| &mut n.scale, vec2(3.0, 2.0))
            .by(|n| &mut n.rotation, 1.0)
            .to(|n| &mut n.skew, vec2(0.0, 0.5))
            .to(|n| &mut n.alpha, 0.5)
            .to_maybe(Node::color_mut, Color::WHITE)
            .to_maybe(Node::line_color_mut, Color::RED)
            .to_maybe(Node::frame_mut, 6);
        for node in nodes {
            animator.play(all.clone().on(node));
        }
        animator.update(0.5, &mut stage);
        for node in nodes {
            let node = &stage[node];
            assert_eq!((node.scale, node.rotation), (vec2(2.0, 1.5), 0.5));
            assert_eq!((node.skew, node.alpha), (vec2(0.0, 0.25), 0.75));
        }
        let gray = Color::rgb(128, 128, 128);
        assert_eq!(stage[nodes[0]].color_mut(), Some(&mut gray.clone()));
        assert_eq!(stage[nodes[0]].line_color_mut(), Some(&mut Color::rgb(128, 0, 0)));
        assert_eq!(stage[nodes[1]].color_mut(), Some(&mut gray.clone()));
        assert_eq!(stage[nodes[2]].frame_mut(), Some(&mut 3));
        assert_eq!(stage[nodes[2]].color_mut(), None);
    }

    #[test]
    fn tweens_of_one_field_take_over_and_others_stay() {
        let mut stage = stage();
        let node = stage.add(Node::group());
        let mut animator = Animator::new();
        let to = |x, y| Tween::new(1.0).to(|n: &mut Node| &mut n.position, vec2(x, y)).on(node);
        animator.play(to(80.0, 80.0).ease(Ease::LINEAR).tag(1));
        animator.update(0.5, &mut stage);
        let x = Tween::new(1.0).to(|n: &mut Node| &mut n.position.x, 0.0).on(node);
        animator.play(x.ease(Ease::LINEAR));
        animator.update(0.5, &mut stage);
        let kind = AnimEventKind::Interrupted(Interrupt::Overwritten);
        assert!(animator.events().iter().any(|e| e.tag == 1 && e.kind == kind));
        assert_eq!(stage[node].position, vec2(20.0, 40.0));
    }

    #[test]
    fn t_61_nodes_know_their_properties_by_name() {
        let mut stage = stage();
        let node = stage.add(Node::group());
        let settings = [("x", "80"), ("scaleY", "+=1"), ("time", "2s"), ("ease", "linear")];
        let tween = tween_from_text::<Node>(settings).expect("sound").on(node);
        AnimPlayer::new(tween).seek(1.0, &mut stage);
        assert_eq!((stage[node].position.x, stage[node].scale.y), (40.0, 1.5));
        assert!(tween_from_text::<Node>([("dog", "80")]).is_err());
    }
}
