//! Scenes whose looks are nodes.

use crate::{SceneStack, TransitionKind, TransitionState};
use motile_geom::{Aabb, Vec2};
use motile_pixels::Color;
use motile_stage::{Node, NodeId, Path, Shape, Stage};

/// The scenes of a [`SceneStack`] as nodes: those that are seen are visible and in order, and transitions move, darken and close
/// them. What is added to the stage after it, such as an interface, lies over the transitions.
///
/// Each scene is a node that [`add`](Self::add) made, usually a group, whose position, visibility and mask belong to this. Cameras
/// move a group inside of it. Two scenes that share a node, as two levels that are built anew in it, change by a fade, an iris or
/// a cut; in a slide it shows as the one that comes.
///
/// ```
/// use motile_game::{SceneNodes, SceneStack, SceneTransition};
/// use motile_stage::{Node, NodeId, Sketch, Stage, Tick};
///
/// #[derive(Clone, Copy, PartialEq)]
/// enum Scene { Title, Level }
///
/// struct Game { scenes: SceneStack<Scene>, nodes: SceneNodes, title: NodeId, level: NodeId }
///
/// impl Sketch for Game {
///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
///         let nodes = SceneNodes::new(stage);
///         let (title, level) = (nodes.add(stage, Node::group()), nodes.add(stage, Node::group()));
///         let scenes = SceneStack::new(Scene::Title);
///         Ok(Game { scenes, nodes, title, level }) // and stage.add_to(title, …)?
///     }
///     fn update(&mut self, stage: &mut Stage, tick: Tick) {
///         if *self.scenes.top() == Scene::Title {
///             self.scenes.replace(Scene::Level, SceneTransition::SLIDE);
///         }
///         self.scenes.update(tick.dt);
///         self.nodes.show(stage, &self.scenes, |scene| match scene {
///             Scene::Title => self.title,
///             Scene::Level => self.level,
///         });
///     }
/// }
/// # use motile_stage::{Player, Settings};
/// # let mut player = Player::new::<Game>(&Settings::new(320, 200))?;
/// # player.run_ticks(15);
/// # let game = player.sketch::<Game>().ok_or("another sketch")?;
/// # let at = |id: NodeId| player.stage()[id].position.x;
/// # assert!(at(game.title) < -100.0 && at(game.level) == at(game.title) + 320.0);
/// # player.run_ticks(30);
/// # let game = player.sketch::<Game>().ok_or("another sketch")?;
/// # let seen = |id: NodeId| player.stage()[id].visible;
/// # assert!(!seen(game.title) && seen(game.level));
/// # Ok::<(), motile_stage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneNodes {
    /// Has a child for each scene.
    group: NodeId,
    /// What darkens them.
    cover: NodeId,
    /// The screen where the scenes are that go and that come, so that neither shows on the other.
    masks: [NodeId; 2],
}

impl SceneNodes {
    /// No scenes yet, on top of what is directly on the stage.
    pub fn new(stage: &mut Stage) -> Self {
        let mut hidden = || stage.add(Node::group().hidden());
        let masks = [hidden(), hidden()];
        Self { group: stage.add(Node::group()), cover: stage.add(Node::group().hidden()), masks }
    }

    /// Adds the node of a scene, hidden until it is to be shown.
    pub fn add(&self, stage: &mut Stage, node: impl Into<Node>) -> NodeId {
        let id = stage.add(node.into().hidden());
        // On a stage that somebody has cleared it stays directly there.
        stage.move_under(id, self.group).ok();
        id
    }

    /// Shows what a stack says is to be seen. Call it after [`SceneStack::update`]. On a stage that somebody has cleared it does
    /// nothing.
    pub fn show<S>(
        &self,
        stage: &mut Stage,
        scenes: &SceneStack<S>,
        mut node_of: impl FnMut(&S) -> NodeId,
    ) {
        let count = stage.children(self.group).map_or(0, <[NodeId]>::len);
        for index in 0..count {
            let Ok(&[id, ..]) = stage.children(self.group).map(|ids| &ids[index..]) else { break };
            let mut seen = false;
            scenes.each_shown(|scene, _| seen |= node_of(scene) == id);
            // Only what differs: a change would ask for a new picture.
            if stage.get(id).is_ok_and(|node| node.visible != seen) {
                stage[id].visible = seen;
            }
        }
        let mut last = 0;
        scenes.each_shown(|scene, aside| {
            let id = node_of(scene);
            self.raise(stage, id, &mut last);
            self.place(stage, id, aside);
        });
        self.darken(stage, scenes.transition());
    }

    /// Puts a node over those that were shown before it.
    fn raise(&self, stage: &mut Stage, id: NodeId, last: &mut usize) {
        let place =
            |stage: &Stage| stage.children(self.group).ok()?.iter().position(|&child| child == id);
        let Some(mut at) = place(stage) else { return };
        if at < *last && stage.to_front(id).is_ok() {
            at = place(stage).unwrap_or(at);
        }
        *last = at;
    }

    /// Pushes the node of a scene aside, by some screens.
    fn place(&self, stage: &mut Stage, id: NodeId, aside: Vec2) {
        let size = stage.size();
        let Ok(node) = stage.get(id) else { return };
        let (position, mask) = (aside * size, self.mask_of(aside));
        if node.position == position && node.mask == mask {
            return;
        }
        (stage[id].position, stage[id].mask) = (position, mask);
        let Some(Ok(screen)) = mask.map(|mask| stage.get_mut(mask)) else { return };
        screen.position = position;
        screen.content =
            Shape::new(Path::rect(Aabb::new(Vec2::ZERO, size))).fill(Color::BLACK).into();
    }

    /// Where one goes, another comes from the other side, so that the two are told apart by the sign of a coordinate.
    fn mask_of(&self, aside: Vec2) -> Option<NodeId> {
        let side = if aside.x == 0.0 { aside.y } else { aside.x };
        (aside != Vec2::ZERO).then_some(self.masks[usize::from(side > 0.0)])
    }

    fn darken(&self, stage: &mut Stage, transition: Option<TransitionState>) {
        let size = stage.size();
        let Ok(cover) = stage.get(self.cover) else { return };
        let path = transition.and_then(|state| cover_path(size, state.kind, state.covered));
        let Some((path, alpha)) = path else {
            if cover.visible {
                stage[self.cover].visible = false;
            }
            return;
        };
        let cover = &mut stage[self.cover];
        (cover.visible, cover.alpha) = (true, alpha);
        cover.content = Shape::new(path).fill(Color::BLACK).into();
    }
}

/// What of a screen a transition covers with black, and how much of it shows; none for those that do not.
pub(crate) fn cover_path(size: Vec2, kind: TransitionKind, covered: f32) -> Option<(Path, f32)> {
    let mut path = Path::from(Aabb::new(Vec2::ZERO, size));
    match kind {
        TransitionKind::Fade => Some((path, covered)),
        TransitionKind::Iris { center } => {
            let center = center * size;
            let far = center.max(size - center).length();
            path.append(&Path::circle(center, far * (1.0 - covered)));
            Some((path, 1.0))
        }
        TransitionKind::Cut | TransitionKind::Slide { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SceneTransition;
    use motile_pixels::Surface;
    use motile_stage::{Painter, Player, Settings, Sketch, Tick};

    /// Scenes of one color, each far larger than the screen, with some of a transition over.
    struct Game {
        stage: Stage,
        scenes: SceneStack<usize>,
        nodes: SceneNodes,
        ids: Vec<NodeId>,
    }

    const COLORS: [Color; 3] = [Color::RED, Color::BLUE, Color::GREEN];

    impl Game {
        fn new() -> Self {
            let mut stage = Stage::new(80, 60).unwrap();
            let nodes = SceneNodes::new(&mut stage);
            let world = |color| Shape::rect(900.0, 900.0).fill(color);
            // The last is an overlay: a part of the screen.
            let panel = Shape::rect(40.0, 20.0).fill(COLORS[2]).at(40.0, 30.0);
            let mut ids: Vec<_> =
                COLORS[..2].iter().map(|&color| nodes.add(&mut stage, world(color))).collect();
            let over = nodes.add(&mut stage, Node::group());
            stage.add_to(over, panel).unwrap();
            ids.push(over);
            Self { stage, scenes: SceneStack::new(0), nodes, ids }
        }

        /// The picture after some seconds.
        fn after(&mut self, seconds: f32) -> Surface {
            self.scenes.update(seconds);
            self.nodes.show(&mut self.stage, &self.scenes, |&scene| self.ids[scene]);
            let mut surface = Surface::opaque(80, 60, Color::WHITE).unwrap();
            Painter::default().paint(&self.stage, &mut surface);
            surface
        }
    }

    #[test]
    fn a_slide_of_nodes_has_one_scene_beside_the_other() {
        let mut game = Game::new();
        assert_eq!(game.after(0.0).get(40, 30), Some(Color::RED));
        game.scenes.push(1, SceneTransition::SLIDE.with_seconds(1.0));
        let half = game.after(0.5);
        assert_eq!((half.get(38, 30), half.get(41, 30)), (Some(Color::RED), Some(Color::BLUE)));
        let end = game.after(0.5);
        assert_eq!((end.get(2, 30), end.get(78, 30)), (Some(Color::BLUE), Some(Color::BLUE)));
        assert!(!game.stage[game.ids[0]].visible && game.stage[game.ids[1]].mask.is_none());
        // Back, upward: the scene that was added first comes over the other.
        game.scenes.pop(SceneTransition::slide(0.0, -1.0).with_seconds(1.0));
        let half = game.after(0.5);
        assert_eq!((half.get(40, 28), half.get(40, 31)), (Some(Color::BLUE), Some(Color::RED)));
        assert_eq!(game.after(0.5).get(40, 2), Some(Color::RED));
    }

    #[test]
    fn nodes_go_dark_and_close() {
        let mut game = Game::new();
        game.scenes.replace(1, SceneTransition::FADE.with_seconds(1.0));
        let early = game.after(0.25).get(40, 30).unwrap();
        assert!((60..220).contains(&early.r) && early.b == 0, "{early:?}");
        assert_eq!(game.after(0.25).get(40, 30), Some(Color::BLACK));
        assert_eq!(game.after(0.5).get(40, 30), Some(Color::BLUE));
        game.scenes.replace(0, SceneTransition::IRIS.with_seconds(1.0));
        let early = game.after(0.3);
        assert_eq!((early.get(40, 30), early.get(1, 1)), (Some(Color::BLUE), Some(Color::BLACK)));
        assert_eq!(game.after(0.7).get(1, 1), Some(Color::RED));
    }

    #[test]
    fn an_overlay_lies_over_what_was_added_later() {
        let mut game = Game::new();
        game.scenes.push_overlay(2, SceneTransition::SLIDE.with_seconds(1.0));
        let half = game.after(0.5);
        assert_eq!((half.get(50, 30), half.get(70, 30)), (Some(Color::RED), Some(Color::GREEN)));
        let there = game.after(0.5);
        assert_eq!((there.get(40, 30), there.get(2, 2)), (Some(Color::GREEN), Some(Color::RED)));
        game.scenes.pop(SceneTransition::CUT);
        game.after(0.0);
        game.scenes.push(1, SceneTransition::CUT);
        game.after(0.0);
        game.scenes.push_overlay(0, SceneTransition::CUT);
        assert_eq!(game.after(0.0).get(40, 30), Some(Color::RED), "added first, shown on top");
    }

    #[test]
    fn a_cleared_stage_is_no_panic() {
        let mut game = Game::new();
        game.after(0.0);
        game.stage.clear();
        game.scenes.replace(1, SceneTransition::FADE);
        game.after(0.2);
        game.nodes.add(&mut game.stage, Node::group());
    }

    struct Still {
        scenes: SceneStack<NodeId>,
        nodes: SceneNodes,
    }

    impl Sketch for Still {
        fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
            let nodes = SceneNodes::new(stage);
            let title = nodes.add(stage, Shape::circle(9.0).fill(Color::RED));
            let mut scenes = SceneStack::new(title);
            scenes.push(nodes.add(stage, Node::group()), SceneTransition::FADE);
            Ok(Self { scenes, nodes })
        }
        fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
            self.scenes.update(tick.dt);
            self.nodes.show(stage, &self.scenes, |&scene| scene);
        }
    }

    #[test]
    fn only_a_transition_asks_for_pictures() {
        let mut player = Player::new::<Still>(&Settings::new(80, 60)).unwrap();
        player.run_ticks(1);
        assert!(player.draw());
        player.run_ticks(1);
        assert!(player.draw(), "it goes dark");
        player.run_ticks(60);
        assert!(player.draw());
        player.run_ticks(10);
        assert!(!player.draw(), "nothing is on its way");
    }
}
