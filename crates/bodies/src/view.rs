//! Bodies on a stage.

use crate::scene::{BodyScene, BuiltScene, OverlapPolicy, bend};
use crate::shapes::{PictureShape, PictureTrace, ShapeCache};
use crate::world::{BodyDef, BodyId, BodyShape, BodyWorld};
use motile_collide::Mask;
use motile_geom::{
    Aabb, Affine2, ConvexPolygon, CubicBezier, HashState, MassProperties, Polygon, QuadraticBezier,
    Segment, StateHash, Vec2, ops, vec2,
};
use motile_stage::{
    Bitmap, Content, Error, NodeId, Path, PathSegment, Shape, Sprite, Stage, Width,
};

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
        self.show(stage, 1.0);
    }

    /// Moves the nodes to where their bodies are between the last two steps: 0 is before the last one, 1 after it. For
    /// drawing more often than the world is stepped.
    #[doc(alias = "interpolation")]
    pub fn show(&mut self, stage: &mut Stage, share: f32) {
        self.views.show(&self.world, stage, share);
    }

    /// The body of the first child that was given a name.
    pub fn named(&self, name: &str) -> Option<BodyId> {
        self.built.get(name)
    }

    /// The body of a child of the container, by its number.
    pub fn body(&self, child: u32) -> Option<BodyId> {
        self.built.bodies.get(child as usize).copied().flatten()
    }
}

/// What a container of nodes becomes, beside the forms of its children.
///
/// ```
/// use motile_bodies::{OverlapPolicy, SceneOptions, simulate_with};
/// use motile_pixels::Color;
/// use motile_stage::{Node, Shape, Stage};
///
/// let mut stage = Stage::new(300, 200)?;
/// let scene = stage.add(Node::group());
/// let ball = stage.add_to(scene, Shape::circle(15.0).fill(Color::RED).at(150.0, 60.0))?;
/// let zone = stage.add_to(scene, Shape::rect(80.0, 80.0).fill(Color::BLUE).at(150.0, 140.0))?;
/// let options = SceneOptions::new(OverlapPolicy::Ignore)
///     .with_walls(motile_geom::Aabb::new((0.0, 0.0).into(), (300.0, 200.0).into()))
///     .tag(ball, "ball restitution=0.5 tag=7")
///     .tag(zone, "goal static sensor");
/// let mut play = simulate_with(&stage, scene, &options)?;
/// for _ in 0..180 {
///     play.step(&mut stage, 1.0 / 60.0);
/// }
/// assert!((stage[ball].position.y - 185.0).abs() < 1.0, "through the goal, onto the wall");
/// assert_eq!(play.named("ball").and_then(|ball| play.world.def(ball)).map(|def| def.tag), Some(7));
/// # Ok::<(), motile_stage::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneOptions {
    /// What happens where two children overlap.
    pub policy: OverlapPolicy,
    /// Static walls around a box, in the coordinates of the container.
    pub walls: Option<Aabb>,
    /// Names of children, with the words of [`BodyScene::add`].
    pub tags: Vec<(NodeId, String)>,
}

impl SceneOptions {
    /// No walls and no names.
    pub fn new(policy: OverlapPolicy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Puts static walls around a box.
    #[must_use]
    pub fn with_walls(mut self, area: Aabb) -> Self {
        self.walls = Some(area);
        self
    }

    /// Names a child, and says by words what it is: `"ground static"`, `"sky excluded"`, `"shot bullet groups=2 mask=1"`.
    #[must_use]
    pub fn tag(mut self, child: NodeId, words: &str) -> Self {
        self.tags.push((child, words.to_owned()));
        self
    }

    /// The scene that a container would become, to look at its [`report`](BodyScene::report) before anything is made. Its
    /// things are the children of the container in their order.
    ///
    /// # Errors
    /// When the container is not there.
    pub fn scene_of(&self, stage: &Stage, container: NodeId) -> Result<BodyScene, Error> {
        let mut scene = BodyScene { walls: self.walls, ..BodyScene::new(self.policy) };
        let mut known = ShapeCache::new();
        for &child in stage.children(container)? {
            let place = stage.get(child)?.transform();
            let def = body_of(stage, child, place, &mut known)
                .unwrap_or(BodyDef::new(BodyShape::parts(Vec::new())));
            let tag = self.tags.iter().rev().find(|(node, _)| *node == child);
            match tag {
                Some((_, words)) => scene.add(words, def),
                None => scene.add(&format!("child-{}", scene.bodies.len()), def),
            }
        }
        Ok(scene)
    }
}

/// Turns a container of nodes into a simulation: each child becomes a body with the form of what it shows, where it is, and
/// moves with it from then on. Children with children of their own are one body of all their forms; paths with holes and
/// bare strokes are traced in whole pixels; pictures weigh as their pixels do. `policy` says what happens where two overlap.
/// Static ones are named: `still` has the children that never move. For sensors, names, walls and more there is
/// [`simulate_with`].
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
    let mut options = SceneOptions::new(policy);
    for (i, &child) in children.iter().enumerate().filter(|(_, child)| still.contains(child)) {
        options = options.tag(child, &format!("child-{i} static"));
    }
    simulate_with(stage, container, &options)
}

/// As [`simulate`], with names and words for children, walls, and policies of your own.
///
/// # Errors
/// When the container is not there.
pub fn simulate_with(
    stage: &Stage,
    container: NodeId,
    options: &SceneOptions,
) -> Result<NodeSimulation, Error> {
    let scene = options.scene_of(stage, container)?;
    let mut world = BodyWorld::new();
    let built = scene.build(&mut world);
    let mut views = BodyViews::new();
    for (&child, body) in stage.children(container)?.iter().zip(&built.bodies) {
        if let Some(body) = *body {
            views.bind(&world, stage, body, child);
        }
    }
    Ok(NodeSimulation { world, views, scene, built })
}

/// A body in the form of what a node and its children show, with its origin at the center of mass; none for what shows
/// nothing solid.
fn body_of(stage: &Stage, node: NodeId, place: Affine2, known: &mut ShapeCache) -> Option<BodyDef> {
    let mut forms: Vec<BodyDef> = Vec::new();
    gather(stage, node, (place, 0), known, &mut forms);
    match forms.len() {
        0 | 1 => forms.pop(),
        _ => together(&forms),
    }
}

/// Nodes may be nested this deep.
const MAX_DEPTH: u32 = 64;

fn gather(
    stage: &Stage,
    node: NodeId,
    (place, depth): (Affine2, u32),
    known: &mut ShapeCache,
    forms: &mut Vec<BodyDef>,
) {
    let Ok(view) = stage.get(node) else { return };
    forms.extend(form_of(&view.content, place, known));
    if depth < MAX_DEPTH {
        for &child in stage.children(node).into_iter().flatten() {
            if let Ok(inner) = stage.get(child) {
                gather(stage, child, (place * inner.transform(), depth + 1), known, forms);
            }
        }
    }
}

/// Several forms as one body; where they overlap, both weigh.
fn together(forms: &[BodyDef]) -> Option<BodyDef> {
    let parts: Vec<ConvexPolygon> = forms
        .iter()
        .flat_map(|def| def.shape.covers(&Affine2::from_translation(def.position)))
        .collect();
    let masses = forms.iter().map(|def| {
        let mass = def.shape.mass();
        MassProperties { center: mass.center + def.position, ..mass }
    });
    let mass = masses.reduce(MassProperties::combined)?;
    centered(&parts, mass)
}

/// Parts in the coordinates of the container as a body about their center of mass.
fn centered(parts: &[ConvexPolygon], mass: MassProperties) -> Option<BodyDef> {
    let center = mass.center;
    let parts: Vec<ConvexPolygon> =
        parts.iter().filter_map(|part| part.translated(-center).ok()).collect();
    let shape = BodyShape::Parts(parts.into(), MassProperties { center: Vec2::ZERO, ..mass });
    shape.is_valid().then(|| BodyDef::new(shape).at(center.x, center.y))
}

fn form_of(content: &Content, place: Affine2, known: &mut ShapeCache) -> Option<BodyDef> {
    match content {
        Content::Shape(shape) => body_of_path(shape, place),
        Content::Bitmap(bitmap) => body_of_bitmap(bitmap, place, known),
        Content::Sprite(sprite) => body_of_sprite(sprite, place, known),
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
    let outlines: Vec<Vec<Vec2>> = outlines(&shape.path)
        .into_iter()
        .map(|outline| outline.iter().map(|&p| place.transform_point2(p)).collect())
        .collect();
    if shape.fill.is_none() {
        let scale = place.matrix2.determinant().abs().sqrt();
        let width = match shape.stroke.as_ref()?.width {
            Width::Hairline => 1.0,
            Width::Fixed(width) => width,
            Width::Scaled(width) => width * scale,
        };
        return body_of_stroke(&outlines, width * 0.5);
    }
    let [corners] = &outlines[..] else { return body_with_holes(&outlines) };
    let bounds = Aabb::around(corners.iter().copied());
    let (center, radius) = (bounds.center(), bounds.size().x * 0.5);
    // What is round to the eye is a circle to the solver: it rolls.
    let is_round = corners.len() >= 16
        && corners.iter().all(|p| (p.distance(center) - radius).abs() < radius * 0.005);
    if is_round {
        return Some(BodyDef::new(BodyShape::circle(radius)).at(center.x, center.y));
    }
    polygon_body(corners)
}

/// A fill of several outlines: what an odd number of them goes around.
fn body_with_holes(outlines: &[Vec<Vec2>]) -> Option<BodyDef> {
    let polygons: Vec<Polygon> =
        outlines.iter().filter_map(|outline| Polygon::new(outline.clone()).ok()).collect();
    let bounds = Aabb::around(outlines.iter().flatten().copied());
    traced(bounds, |at| polygons.iter().filter(|polygon| polygon.contains(at)).count() % 2 == 1)
}

fn body_of_stroke(outlines: &[Vec<Vec2>], radius: f32) -> Option<BodyDef> {
    let radius = radius.max(0.5);
    let bounds = Aabb::around(outlines.iter().flatten().copied());
    let sides: Vec<Segment> = outlines
        .iter()
        .flat_map(|line| line.windows(2).map(|pair| Segment::new(pair[0], pair[1])))
        .collect();
    let area = Aabb::new(bounds.min - radius, bounds.max + radius);
    traced(area, |at| {
        sides.iter().any(|side| side.closest_point(at).distance_squared(at) <= radius * radius)
    })
}

/// The largest side, in pixels, of a form that is traced.
const MOST_TRACED: f32 = 2048.0;

/// What is solid of an area, traced as a picture is.
fn traced(area: Aabb, is_solid: impl Fn(Vec2) -> bool) -> Option<BodyDef> {
    let size = area.size();
    if !area.is_valid() || size.max_element() > MOST_TRACED {
        return None;
    }
    let (low, size) = (area.min.floor(), size.ceil() + 1.0);
    let mask = Mask::from_fn(size.x as u32, size.y as u32, |x, y| {
        is_solid(low + vec2(x as f32 + 0.5, y as f32 + 0.5))
    });
    let shape = PictureTrace::default().of_mask(&mask.ok()?).ok()?;
    let mass = shape.mass();
    let parts: Vec<ConvexPolygon> =
        shape.parts().filter_map(|part| part.translated(low).ok()).collect();
    centered(&parts, MassProperties { center: mass.center + low, ..mass })
}

fn polygon_body(corners: &[Vec2]) -> Option<BodyDef> {
    let is_closed = corners.len() > 1 && corners[0].distance(corners[corners.len() - 1]) < 1e-3;
    let corners = &corners[..corners.len() - usize::from(is_closed)];
    let polygon = Polygon::new(corners.to_vec()).ok()?;
    let center = MassProperties::of_polygon(&polygon, 1.0).center;
    let shape = BodyShape::polygon(&polygon.translated(-center).ok()?);
    Some(BodyDef::new(shape).at(center.x, center.y))
}

/// The outlines of a path, as corners; those that are closed end where they began.
fn outlines(path: &Path) -> Vec<Vec<Vec2>> {
    let mut all: Vec<Vec<Vec2>> = Vec::new();
    for segment in path.segments() {
        if let PathSegment::Move(to) = segment {
            all.push(vec![to]);
            continue;
        }
        let Some(corners) = all.last_mut() else { continue };
        let from = corners.last().copied().unwrap_or_default();
        match segment {
            PathSegment::Move(to) | PathSegment::Line(to) => corners.push(to),
            PathSegment::Quad(a, to) => bend(&QuadraticBezier::new(from, a, to), corners),
            PathSegment::Cubic(a, b, to) => bend(&CubicBezier::new(from, a, b, to), corners),
            PathSegment::Close => {
                let first = corners[0];
                if from.distance(first) >= 1e-3 {
                    corners.push(first);
                }
            }
        }
    }
    all.retain(|corners| corners.len() > 1);
    all
}

fn body_of_bitmap(bitmap: &Bitmap, place: Affine2, known: &mut ShapeCache) -> Option<BodyDef> {
    let shape = known.of_picture(&PictureTrace::default(), bitmap.image.surface()).ok()?;
    picture_body(&shape, bitmap.bounds().min, place)
}

fn body_of_sprite(sprite: &Sprite, place: Affine2, known: &mut ShapeCache) -> Option<BodyDef> {
    let frame = sprite.atlas.frame(sprite.frame)?;
    let sheet = sprite.atlas.image().surface();
    let shape = known.of_frame(&PictureTrace::default(), sheet, frame.rect).ok()?;
    picture_body(&shape, sprite.bounds().min + frame.offset.as_vec2(), place)
}

/// Parts of a picture where a node shows them; the body is not turned, its parts are.
fn picture_body(shape: &PictureShape, corner: Vec2, place: Affine2) -> Option<BodyDef> {
    let placed = |part: &ConvexPolygon| {
        let corners = part.vertices().iter().map(|&p| place.transform_point2(p + corner));
        ConvexPolygon::hull(corners).ok()
    };
    let parts: Vec<ConvexPolygon> = shape.parts().filter_map(placed).collect();
    let (x, y) = (place.matrix2.x_axis, place.matrix2.y_axis);
    let is_even = (x.length() - y.length()).abs() < 1e-3 * x.length()
        && x.dot(y).abs() < 1e-3 * x.length_squared();
    if !is_even {
        // Squeezed pictures weigh as what covers them.
        let mass = BodyShape::parts(parts.clone()).mass();
        return centered(&parts, mass);
    }
    let (own, area) = (shape.mass(), x.length_squared());
    let mass = MassProperties {
        area: own.area * area,
        mass: own.mass * area,
        center: place.transform_point2(own.center + corner),
        inertia: own.inertia * area * area,
    };
    centered(&parts, mass)
}
