//! Scenes from SVG drawings.

use super::svg_path::{ROUND_SIDES, arc, numbers, path};
use super::{BodyScene, OverlapPolicy, set_number};
use crate::BodyError;
use crate::world::{BodyDef, BodyShape};
use motile_geom::{Affine2, Circle, MassProperties, Polygon, Vec2, ops, vec2};
use roxmltree::{Document, Node};

/// A drawn thing: what it looks like, for those who draw it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrawnShape {
    /// Its outlines in its own coordinates, those of its body.
    pub outlines: Vec<Vec<Vec2>>,
    /// Red, green and blue, when the drawing says so as `#rrggbb`.
    pub fill: Option<[u8; 3]>,
}

impl BodyScene {
    /// A scene from the text of an SVG file: every `rect`, `circle`, `ellipse`, `polygon` and `path` becomes a thing, in the
    /// order they are drawn. The `id` is its name, the words of its `class` are those of [`BodyScene::add`]; its numbers
    /// (`density`, `friction`, `tag`, `groups` and so on) can be given as attributes `data-density` and so on. Transforms of groups apply. Arcs and
    /// curves become straight sides, 32 for a full circle. Of a path only the first outline counts. The second value has what each thing looks like.
    ///
    /// ```
    /// use motile_bodies::{BodyScene, OverlapPolicy};
    /// let text = r##"<svg xmlns="http://www.w3.org/2000/svg">
    ///     <rect id="ground" class="static" x="0" y="90" width="200" height="10"/>
    ///     <g transform="translate(100 0)"><circle id="ball" r="8" cy="20" fill="#ff8800"/></g>
    /// </svg>"##;
    /// let (scene, looks) = BodyScene::from_svg(text, OverlapPolicy::Ignore)?;
    /// assert_eq!(scene.bodies[1].def.position.x, 100.0);
    /// assert_eq!(looks[1].fill, Some([255, 136, 0]));
    /// # Ok::<(), motile_bodies::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// [`BodyError::BadScene`] with the line, when the text is no XML or a number or path cannot be read.
    pub fn from_svg(
        text: &str,
        policy: OverlapPolicy,
    ) -> Result<(Self, Vec<DrawnShape>), BodyError> {
        let document = Document::parse(text).map_err(|error| BodyError::BadScene {
            line: error.pos().row,
            expected: "an SVG file",
        })?;
        let mut scene = Self::new(policy);
        let mut looks = Vec::new();
        read(document.root_element(), Affine2::IDENTITY, &mut scene, &mut looks, 0)?;
        Ok((scene, looks))
    }
}

/// Groups may be nested this deep.
const MAX_DEPTH: u32 = 64;

fn bad(node: Node<'_, '_>, expected: &'static str) -> BodyError {
    let line = node.document().text_pos_at(node.range().start).row;
    BodyError::BadScene { line, expected }
}

fn read(
    node: Node<'_, '_>,
    place: Affine2,
    scene: &mut BodyScene,
    looks: &mut Vec<DrawnShape>,
    depth: u32,
) -> Result<(), BodyError> {
    if depth > MAX_DEPTH {
        return Err(bad(node, "groups nested at most 64 deep"));
    }
    let place = match node.attribute("transform") {
        Some(text) => place * transform(text).ok_or_else(|| bad(node, "a transform"))?,
        None => place,
    };
    if let Some(outline) = outline(node)? {
        let fill = node.attribute("fill").and_then(color);
        let (def, look) =
            body(&outline, place, fill).ok_or_else(|| bad(node, "a shape with an area"))?;
        let def = settings(node, def)?;
        let name = node.attribute("id").unwrap_or("thing").replace(char::is_whitespace, "-");
        scene.add(&format!("{name} {}", node.attribute("class").unwrap_or_default()), def);
        looks.push(look);
    }
    node.children()
        .filter(Node::is_element)
        .try_for_each(|child| read(child, place, scene, looks, depth + 1))
}

enum Outline {
    Round(Circle),
    Corners(Vec<Vec2>),
}

/// Where it is and what it looks like; the origin of a body is the center of its mass.
fn body(outline: &Outline, place: Affine2, fill: Option<[u8; 3]>) -> Option<(BodyDef, DrawnShape)> {
    let columns = [place.matrix2.x_axis, place.matrix2.y_axis];
    let is_even = (columns[0].length() - columns[1].length()).abs() < 1e-4
        && columns[0].dot(columns[1]).abs() < 1e-4;
    if let (Outline::Round(circle), true) = (outline, is_even) {
        let (center, radius) =
            (place.transform_point2(circle.center), circle.radius * columns[0].length());
        let shape = BodyShape::circle(radius);
        let look = DrawnShape { outlines: vec![ring(Circle::new(Vec2::ZERO, radius))], fill };
        return shape.is_valid().then(|| (BodyDef::new(shape).at(center.x, center.y), look));
    }
    let corners = match outline {
        Outline::Round(circle) => ring(*circle),
        Outline::Corners(corners) => corners.clone(),
    };
    let placed = corners.into_iter().map(|corner| place.transform_point2(corner)).collect();
    let polygon = Polygon::new(placed).ok()?;
    let center = MassProperties::of_polygon(&polygon, 1.0).center;
    let local = polygon.translated(-center).ok()?;
    let shape = BodyShape::polygon(&local);
    let look = DrawnShape { outlines: vec![local.into_vertices()], fill };
    shape.is_valid().then(|| (BodyDef::new(shape).at(center.x, center.y), look))
}

fn ring(circle: Circle) -> Vec<Vec2> {
    let step = core::f32::consts::TAU / ROUND_SIDES as f32;
    let corner = |i: u32| {
        let angle = i as f32 * step;
        circle.center + vec2(ops::cos(angle), ops::sin(angle)) * circle.radius
    };
    (0..ROUND_SIDES).map(corner).collect()
}

/// A box whose corners are quarters of ellipses.
fn rounded(low: Vec2, high: Vec2, radii: Vec2) -> Vec<Vec2> {
    if radii.min_element() == 0.0 {
        return vec![low, vec2(high.x, low.y), high, vec2(low.x, high.y)];
    }
    let (x, y) = (vec2(radii.x, 0.0), vec2(0.0, radii.y));
    let (right, left) = (vec2(high.x, low.y), vec2(low.x, high.y));
    let mut corners = Vec::new();
    for (from, to) in
        [(right - x, right + y), (high - y, high - x), (left + x, left - y), (low + y, low + x)]
    {
        corners.push(from);
        arc(&mut corners, radii, 0.0, (false, true), to);
    }
    // Where two of them meet there is one corner.
    corners.dedup();
    if corners.first() == corners.last() {
        corners.pop();
    }
    corners
}

fn settings(node: Node<'_, '_>, mut def: BodyDef) -> Result<BodyDef, BodyError> {
    for attribute in node.attributes() {
        let Some(key) = attribute.name().strip_prefix("data-") else { continue };
        let is_known = set_number(&mut BodyDef::new(BodyShape::circle(1.0)), key, "1");
        if is_known && !set_number(&mut def, key, attribute.value().trim()) {
            return Err(bad(node, "a number"));
        }
    }
    Ok(def)
}

fn number(node: Node<'_, '_>, name: &str) -> Result<Option<f32>, BodyError> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let value: Option<f32> = text.trim().trim_end_matches("px").parse().ok();
    value.filter(|v| v.is_finite()).map(Some).ok_or_else(|| bad(node, "a number"))
}

fn outline(node: Node<'_, '_>) -> Result<Option<Outline>, BodyError> {
    let get = |name| number(node, name).map(Option::unwrap_or_default);
    let corners = match node.tag_name().name() {
        "circle" => {
            let center = vec2(get("cx")?, get("cy")?);
            return Ok(Some(Outline::Round(Circle::new(center, get("r")?))));
        }
        "ellipse" => {
            let (center, radii) = (vec2(get("cx")?, get("cy")?), vec2(get("rx")?, get("ry")?));
            ring(Circle::new(Vec2::ZERO, 1.0)).into_iter().map(|p| center + p * radii).collect()
        }
        "rect" => {
            let (low, size) = (vec2(get("x")?, get("y")?), vec2(get("width")?, get("height")?));
            let [across, along] = [number(node, "rx")?, number(node, "ry")?];
            let radii =
                vec2(across.or(along).unwrap_or_default(), along.or(across).unwrap_or_default());
            rounded(low, low + size, radii.clamp(Vec2::ZERO, (size * 0.5).max(Vec2::ZERO)))
        }
        "polygon" => {
            let text = node.attribute("points").unwrap_or_default();
            let numbers = numbers(text).ok_or_else(|| bad(node, "points as numbers"))?;
            numbers.chunks_exact(2).map(|pair| vec2(pair[0], pair[1])).collect()
        }
        "path" => {
            let text = node.attribute("d").unwrap_or_default();
            path(text).ok_or_else(|| {
                bad(node, "a path that begins with M, its commands with all their numbers")
            })?
        }
        _ => return Ok(None),
    };
    Ok(Some(Outline::Corners(corners)))
}

fn color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let word = u32::from_str_radix(digits, 16).ok()?;
    Some([(word >> 16) as u8, (word >> 8) as u8, word as u8])
}

/// A list of `translate`, `scale`, `rotate`, `skewX`, `skewY` (degrees) and `matrix`.
fn transform(text: &str) -> Option<Affine2> {
    let mut place = Affine2::IDENTITY;
    for step in text.split(')').map(str::trim).filter(|step| !step.is_empty()) {
        let (name, list) = step.split_once('(')?;
        let n = numbers(list)?;
        let next = match (name.trim_matches(|c: char| c == ',' || c.is_whitespace()), &n[..]) {
            ("translate", [x]) => Affine2::from_translation(vec2(*x, 0.0)),
            ("translate", [x, y]) => Affine2::from_translation(vec2(*x, *y)),
            ("scale", [s]) => Affine2::from_scale(Vec2::splat(*s)),
            ("scale", [x, y]) => Affine2::from_scale(vec2(*x, *y)),
            ("rotate", [degrees]) => turned(*degrees),
            ("rotate", [degrees, x, y]) => {
                let about = vec2(*x, *y);
                Affine2::from_translation(about)
                    * turned(*degrees)
                    * Affine2::from_translation(-about)
            }
            ("skewX", [degrees]) => {
                Affine2::from_cols(Vec2::X, vec2(slope(*degrees), 1.0), Vec2::ZERO)
            }
            ("skewY", [degrees]) => {
                Affine2::from_cols(vec2(1.0, slope(*degrees)), Vec2::Y, Vec2::ZERO)
            }
            ("matrix", [a, b, c, d, e, f]) => {
                Affine2::from_cols(vec2(*a, *b), vec2(*c, *d), vec2(*e, *f))
            }
            _ => return None,
        };
        place *= next;
    }
    Some(place)
}

fn slope(degrees: f32) -> f32 {
    ops::tan(degrees.to_radians())
}

fn turned(degrees: f32) -> Affine2 {
    let angle = degrees.to_radians();
    let (sin, cos) = (ops::sin(angle), ops::cos(angle));
    Affine2::from_cols(vec2(cos, sin), vec2(-sin, cos), Vec2::ZERO)
}
