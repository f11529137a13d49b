//! Forces that depend on where a point is and how fast it goes: drag, wind, springs, water, force fields.

use motile_geom::{Aabb, Grid2, MarkRole, MarkSink, Marks, Vec2, Vec2Ext, vec2};

/// Something that accelerates points. Closures `|position, velocity| -> acceleration` are fields too.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// use motile_physics::{forces::Wind, world::{Point, World}};
///
/// let mut world = World::default();
/// world.gravity = Vec2::ZERO;
/// let leaf = world.add_point(Point::new(0.0, 0.0));
/// for _ in 0..600 {
///     world.apply(&Wind { velocity: vec2(50.0, 0.0), drag: 2.0 });
///     world.apply(&|_: Vec2, velocity: Vec2| vec2(0.0, -velocity.y));
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.velocity(leaf).unwrap().x - 50.0).abs() < 0.1, "as fast as the wind");
/// ```
#[doc(alias = "force field")]
pub trait Field {
    /// Acceleration in pixels per second squared at a position in pixels and a velocity in pixels per second, for
    /// a point of this inverse mass.
    fn acceleration(&self, position: Vec2, velocity: Vec2, inverse_mass: f32) -> Vec2;

    /// Marks the accelerations of points of mass 1 at rest, on a grid over an area: arrows that end half a `spacing`
    /// (in pixels) away where the field is strongest. Nothing for a spacing that is not above 0; at most 64 arrows in
    /// a row or column.
    fn mark(&self, area: Aabb, spacing: f32, marks: &mut Marks) {
        if !(spacing > 0.0 && area.is_valid() && marks.on) {
            return;
        }
        let count = |size: f32| (size / spacing).clamp(1.0, MOST_ARROWS) as u16;
        let (columns, rows) = (count(area.size().x), count(area.size().y));
        let part = |i: u16, count: u16| (f32::from(i) + 0.5) / f32::from(count);
        let places = (0..rows)
            .flat_map(|row| {
                (0..columns).map(move |column| (part(column, columns), part(row, rows)))
            })
            .map(|(x, y)| area.min + area.size() * vec2(x, y));
        let pull = |place: Vec2| self.acceleration(place, Vec2::ZERO, 1.0);
        let strongest = places.clone().map(|place| pull(place).length()).fold(0.0, f32::max);
        let scale = if strongest > 0.0 { 0.5 * spacing / strongest } else { 0.0 };
        for place in places {
            marks.arrow(MarkRole::Force, place, pull(place) * scale);
        }
    }
}

/// Most arrows in a row of [`Field::mark`].
const MOST_ARROWS: f32 = 64.0;

impl<F: Fn(Vec2, Vec2) -> Vec2> Field for F {
    fn acceleration(&self, position: Vec2, velocity: Vec2, _: f32) -> Vec2 {
        self(position, velocity)
    }
}

/// Air that slows down, as a force: heavy points mind it less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// Force for each pixel per second.
    pub linear: f32,
    /// Force for each squared pixel per second.
    pub quadratic: f32,
}

impl Field for Drag {
    fn acceleration(&self, _: Vec2, velocity: Vec2, inverse_mass: f32) -> Vec2 {
        velocity * (-(self.linear + self.quadratic * velocity.length()) * inverse_mass)
    }
}

/// Air that moves and takes points along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// In pixels per second.
    pub velocity: Vec2,
    /// Force for each pixel per second of difference.
    pub drag: f32,
}

impl Field for Wind {
    fn acceleration(&self, _: Vec2, velocity: Vec2, inverse_mass: f32) -> Vec2 {
        (self.velocity - velocity) * (self.drag * inverse_mass)
    }
}

/// Everything is drawn to a place as to a sun; pushed away with a negative strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attractor {
    /// In pixels.
    pub center: Vec2,
    /// Acceleration at a distance of one pixel: gravity constant times mass, in pixels³ / s².
    pub strength: f32,
    /// Closer than about this many pixels the pull grows no more; above 0 keeps it finite.
    pub softening: f32,
}

impl Field for Attractor {
    fn acceleration(&self, position: Vec2, _: Vec2, _: f32) -> Vec2 {
        let offset = self.center - position;
        let squared = offset.length_squared() + self.softening * self.softening;
        if squared > 0.0 {
            offset * (self.strength / (squared * squared.sqrt()))
        } else {
            Vec2::ZERO
        }
    }
}

/// A spring to a fixed place. Explicit: for stiff ones take a soft [`Stick`](crate::world::Stick) or
/// [`Grab`](crate::world::Grab), which cannot blow up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringForce {
    /// The fixed end in pixels.
    pub anchor: Vec2,
    /// Length at rest in pixels.
    pub length: f32,
    /// Force for each pixel of stretch.
    pub constant: f32,
    /// Force for each pixel per second along the spring.
    pub damping: f32,
}

impl Field for SpringForce {
    fn acceleration(&self, position: Vec2, velocity: Vec2, inverse_mass: f32) -> Vec2 {
        let offset = position - self.anchor;
        let direction = offset.normalized();
        let force = self.constant * (offset.length() - self.length)
            + self.damping * velocity.dot(direction);
        direction * (-force * inverse_mass)
    }
}

/// Water below a level: lifts what is under it, and is thick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Buoyancy {
    /// y of the surface in pixels; water is below it on the screen.
    pub surface: f32,
    /// Force upwards on a point that is all under water.
    pub lift: f32,
    /// Depth in pixels at which a point is all under water, above 0.
    pub depth: f32,
    /// Force for each pixel per second under water.
    pub drag: f32,
}

impl Field for Buoyancy {
    fn acceleration(&self, position: Vec2, velocity: Vec2, inverse_mass: f32) -> Vec2 {
        let wet = ((position.y - self.surface) / self.depth.max(1e-6)).clamp(0.0, 1.0);
        let force = Vec2::new(0.0, -self.lift) - velocity * self.drag;
        force * (wet * inverse_mass)
    }
}

/// Accelerations given at the corners of a grid, smooth in between, constant beyond the border.
#[derive(Clone, Debug, PartialEq)]
pub struct GridField {
    /// Acceleration at each corner in pixels per second squared.
    pub values: Grid2<Vec2>,
    /// Where the first corner is, in pixels.
    pub origin: Vec2,
    /// Distance of corners in pixels, above 0.
    pub spacing: f32,
}

impl Field for GridField {
    fn acceleration(&self, position: Vec2, _: Vec2, _: f32) -> Vec2 {
        let local = (position - self.origin) / self.spacing.max(1e-6);
        let cell = local.floor();
        let part = local - cell;
        let value = |x: i32, y: i32| self.values.clamped(x, y).copied().unwrap_or(Vec2::ZERO);
        let (x, y) = (cell.x as i32, cell.y as i32);
        let (right, below) = (x.saturating_add(1), y.saturating_add(1));
        let top = value(x, y).lerp(value(right, y), part.x);
        let bottom = value(x, below).lerp(value(right, below), part.x);
        top.lerp(bottom, part.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::MarkShape;

    #[test]
    fn marks_show_where_a_field_pulls_and_how_much() {
        let sun = Attractor { center: vec2(50.0, 50.0), strength: 1e4, softening: 10.0 };
        let mut marks = Marks::new();
        sun.mark(Aabb::new(Vec2::ZERO, vec2(100.0, 100.0)), 20.0, &mut marks);
        // The middle one of 25 has no length.
        assert_eq!((marks.len(), marks.rejected), (24, 0));
        let arrows = marks.iter().map(|mark| match mark.shape {
            MarkShape::Arrow(arrow) => arrow,
            other => panic!("{other:?}"),
        });
        for arrow in arrows.clone() {
            let (to, way) = (sun.center - arrow.a, arrow.b - arrow.a);
            assert!(to.normalized().distance(way.normalized()) < 1e-5, "{arrow:?}");
        }
        let longest = arrows.map(|arrow| arrow.a.distance(arrow.b)).fold(0.0, f32::max);
        assert!((longest - 10.0).abs() < 1e-4, "half the spacing: {longest}");
        marks.clear();
        for spacing in [0.0, -1.0, f32::NAN] {
            sun.mark(Aabb::new(Vec2::ZERO, vec2(100.0, 100.0)), spacing, &mut marks);
        }
        assert!(marks.is_empty());
    }

    #[test]
    fn phys_50_fields_have_their_values() {
        let drag = Drag { linear: 2.0, quadratic: 0.5 };
        assert_eq!(drag.acceleration(Vec2::ZERO, vec2(4.0, 0.0), 0.5), vec2(-8.0, 0.0));
        let sun = Attractor { center: Vec2::ZERO, strength: 100.0, softening: 0.0 };
        assert_eq!(sun.acceleration(vec2(5.0, 0.0), Vec2::ZERO, 1.0), vec2(-4.0, 0.0));
        assert_eq!(sun.acceleration(Vec2::ZERO, Vec2::ZERO, 1.0), Vec2::ZERO);
        let spring = SpringForce { anchor: Vec2::ZERO, length: 2.0, constant: 3.0, damping: 1.0 };
        assert_eq!(spring.acceleration(vec2(4.0, 0.0), vec2(1.0, 5.0), 1.0), vec2(-7.0, 0.0));
        let sea = Buoyancy { surface: 100.0, lift: 20.0, depth: 10.0, drag: 1.0 };
        assert_eq!(sea.acceleration(vec2(0.0, 90.0), Vec2::X, 1.0), Vec2::ZERO);
        assert_eq!(sea.acceleration(vec2(0.0, 105.0), Vec2::ZERO, 1.0), vec2(0.0, -10.0));
    }

    #[test]
    fn grids_are_smooth_and_go_on_beyond_their_border() {
        let values = Grid2::from_fn(3, 3, |x, y| vec2(x as f32, y as f32)).unwrap();
        let field = GridField { values, origin: vec2(10.0, 10.0), spacing: 10.0 };
        let at = |x, y| field.acceleration(vec2(x, y), Vec2::ZERO, 1.0);
        assert_eq!(at(15.0, 20.0), vec2(0.5, 1.0));
        assert_eq!(at(-1e30, 1e30), vec2(0.0, 2.0));
    }
}
