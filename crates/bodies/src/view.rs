//! Bodies on a stage.

use crate::scene::{BodyScene, BuiltScene, OverlapPolicy, bend};
use crate::shapes::{PictureShape, PictureTrace};
use crate::world::{BodyDef, BodyId, BodyShape, BodyWorld};
use motile_geom::{
    Aabb, Affine2, ConvexPolygon, CubicBezier, HashState, MassProperties, Polygon, QuadraticBezier,
    StateHash, Vec2, ops, vec2,
};
use motile_stage::{Bitmap, Content, Error, NodeId, Path, PathSegment, Shape, Sprite, Stage};

/// Nodes that follow bodies: position and rotation, about whatever point of the body the node's origin was at.
#[derive(Clone, Debug, Default)]
pub struct BodyViews {
    followers: Vec<Follower>,
}

#[derive(Clone, Copy, Debug)]
struct Follower {
    body: BodyId,
    node: NodeId,
    /// The node's origin and turn, in the coordinates of the body.
    offset: Vec2,
    turn: f32,
}

impl BodyViews {
    /// No followers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets a node follow a body from how the two are now. The parent of the node should be where the world is: the stage itself,
    /// or a group that moves it as a whole. Nothing happens when one of the two is not there.
    pub fn bind(&mut self, world: &BodyWorld, stage: &Stage, body: BodyId, node: NodeId) {
        let (Some(state), Ok(view)) = (world.get(body), stage.get(node)) else { return };
        let offset = state.transform().inverse().transform_point2(view.position);
        self.unbind(node);
        self.followers.push(Follower { body, node, offset, turn: view.rotation - state.rotation });
    }

    /// Lets a node stay where it is.
    pub fn unbind(&mut self, node: NodeId) {
        self.followers.retain(|follower| follower.node != node);
    }

    /// Moves the nodes to their bodies, between the last two steps: 1 is after the last one. Followers of bodies or nodes that
    /// are gone are dropped.
    pub fn show(&mut self, world: &BodyWorld, stage: &mut Stage, share: f32) {
        self.followers.retain(|follower| {
            let (Some((position, rotation)), Ok(node)) =
                (world.pose_between(follower.body, share), stage.get_mut(follower.node))
            else {
                return false;
            };
            let turn = vec2(ops::cos(rotation), ops::sin(rotation));
            node.position = position + turn.rotate(follower.offset);
            node.rotation = rotation + follower.turn;
            true
        });
    }
}

/// A container of nodes as a running simulation: what [`simulate`] gives.
#[derive(Default)]
pub struct NodeSimulation {
    /// The world.
    pub world: BodyWorld,
    /// The nodes that follow it.
    pub views: BodyViews,
    /// The children of the container and their bodies.
    pub scene: BodyScene,
    /// What the scene has become.
    pub built: BuiltScene,
}

/// That of its world.
impl HashState for NodeSimulation {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.world);
    }
}

impl NodeSimulation {
    /// Moves on by some seconds, and the nodes with the bodies.
    pub fn step(&mut self, stage: &mut Stage, dt: f32) {
        self.world.step(dt);
        self.views.show(&self.world, stage, 1.0);
    }

    /// The body of a child of the container, by its number.
    pub fn body(&self, child: u32) -> Option<BodyId> {
        self.built.bodies.get(child as usize).copied().flatten()
    }
}

/// Turns a container of nodes into a simulation: each child becomes a body with the form of its fill or picture, where it is,
/// and moves with it from then on. `policy` says what happens where two overlap. Static ones are named: `still` has the
/// children that never move.
///
/// ```
/// use motile_bodies::{OverlapPolicy, simulate};
/// use motile_pixels::Color;
/// use motile_stage::{Node, Shape, Stage};
///
/// let mut stage = Stage::new(300, 200)?;
/// let scene = stage.add(Node::group());
/// let ground = stage.add_to(scene, Shape::rect(300.0, 20.0).fill(Color::GRAY).at(150.0, 190.0))?;
/// let ball = stage.add_to(scene, Shape::circle(15.0).fill(Color::RED).at(150.0, 20.0))?;
/// let mut play = simulate(&stage, scene, OverlapPolicy::Ignore, &[ground])?;
/// for _ in 0..120 {
///     play.step(&mut stage, 1.0 / 60.0);
/// }
/// assert!((stage[ball].position.y - 165.0).abs() < 1.0);
/// # Ok::<(), motile_stage::Error>(())
/// ```
///
/// # Errors
/// When the container is not there.
pub fn simulate(
    stage: &Stage,
    container: NodeId,
    policy: OverlapPolicy,
    still: &[NodeId],
) -> Result<NodeSimulation, Error> {
    let children = stage.children(container)?;
    let mut scene = BodyScene::new(policy);
    for &child in children {
        let node = stage.get(child)?;
        let word = if still.contains(&child) { "static" } else { "" };
        let def = body_of(&node.content, node.transform())
            .unwrap_or(BodyDef::new(BodyShape::parts(Vec::new())));
        scene.add(&format!("child-{} {word}", scene.bodies.len()), def);
    }
    let mut world = BodyWorld::new();
    let built = scene.build(&mut world);
    let mut views = BodyViews::new();
    for (&child, body) in children.iter().zip(&built.bodies) {
        if let Some(body) = *body {
            views.bind(&world, stage, body, child);
        }
    }
    Ok(NodeSimulation { world, views, scene, built })
}

/// A body in the form of what a node shows, with its origin at the center of mass; none for what shows nothing solid.
fn body_of(content: &Content, place: Affine2) -> Option<BodyDef> {
    match content {
        Content::Shape(shape) => body_of_path(shape, place),
        Content::Bitmap(bitmap) => body_of_bitmap(bitmap, place),
        Content::Sprite(sprite) => body_of_sprite(sprite, place),
        Content::Group => None,
        other => {
            let area = other.bounds();
            let corners =
                [area.min, vec2(area.max.x, area.min.y), area.max, vec2(area.min.x, area.max.y)];
            polygon_body(&corners.map(|corner| place.transform_point2(corner)))
        }
    }
}

fn body_of_path(shape: &Shape, place: Affine2) -> Option<BodyDef> {
    if shape.fill.is_none() && shape.stroke.is_none() {
        return None;
    }
    let corners: Vec<Vec2> =
        corners(&shape.path).iter().map(|&p| place.transform_point2(p)).collect();
    let bounds = Aabb::around(corners.iter().copied());
    let (center, radius) = (bounds.center(), bounds.size().x * 0.5);
    // What is round to the eye is a circle to the solver: it rolls.
    let is_round = corners.len() >= 16
        && corners.iter().all(|p| (p.distance(center) - radius).abs() < radius * 0.005);
    if is_round {
        return Some(BodyDef::new(BodyShape::circle(radius)).at(center.x, center.y));
    }
    polygon_body(&corners)
}

fn polygon_body(corners: &[Vec2]) -> Option<BodyDef> {
    let polygon = Polygon::new(corners.to_vec()).ok()?;
    let center = MassProperties::of_polygon(&polygon, 1.0).center;
    let shape = BodyShape::polygon(&polygon.translated(-center).ok()?);
    Some(BodyDef::new(shape).at(center.x, center.y))
}

/// The first outline of a path, as corners.
fn corners(path: &Path) -> Vec<Vec2> {
    let mut corners: Vec<Vec2> = Vec::new();
    for segment in path.segments() {
        let from = corners.last().copied().unwrap_or_default();
        match segment {
            PathSegment::Move(_) if !corners.is_empty() => break,
            PathSegment::Move(to) | PathSegment::Line(to) => corners.push(to),
            PathSegment::Quad(a, to) => bend(&QuadraticBezier::new(from, a, to), &mut corners),
            PathSegment::Cubic(a, b, to) => bend(&CubicBezier::new(from, a, b, to), &mut corners),
            PathSegment::Close => break,
        }
    }
    if corners.len() > 1
        && corners.first().zip(corners.last()).is_some_and(|(a, b)| a.distance(*b) < 1e-3)
    {
        corners.pop();
    }
    corners
}

fn body_of_bitmap(bitmap: &Bitmap, place: Affine2) -> Option<BodyDef> {
    let shape = PictureTrace::default().of_picture(bitmap.image.surface()).ok()?;
    Some(picture_body(&shape, bitmap.bounds().min, place))
}

fn body_of_sprite(sprite: &Sprite, place: Affine2) -> Option<BodyDef> {
    let frame = sprite.atlas.frame(sprite.frame)?;
    let shape =
        PictureTrace::default().of_frame(sprite.atlas.image().surface(), frame.rect).ok()?;
    Some(picture_body(&shape, sprite.bounds().min + frame.offset.as_vec2(), place))
}

/// Parts of a picture where a node shows them; the body is not turned, its parts are.
fn picture_body(shape: &PictureShape, corner: Vec2, place: Affine2) -> BodyDef {
    let placed = |part: &ConvexPolygon| {
        let corners = part.vertices().iter().map(|&p| place.transform_point2(p + corner));
        ConvexPolygon::hull(corners).ok()
    };
    let parts: Vec<ConvexPolygon> = shape.parts().filter_map(placed).collect();
    let center = BodyShape::parts(parts.clone()).mass().center;
    let parts = parts.iter().filter_map(|part| part.translated(-center).ok()).collect();
    BodyDef::new(BodyShape::parts(parts)).at(center.x, center.y)
}
