//! Volumes: what stands in an isometric world.

use motile_geom::{Aabb, HashState, StateHash, Vec2, Vec3, vec2, vec3};

/// An upright box of the world: a footprint of any width and depth with a height. What the order, picking and collision of an
/// isometric world know of a thing.
///
/// World axes: x and z on the floor, y **down**; so `min.y` is the top and `max.y` the underside.
///
/// ```
/// use motile_geom::{vec2, vec3};
/// use motile_tiles::iso::IsoBox;
/// let house = IsoBox::standing(vec3(300.0, 0.0, 300.0), vec3(40.0, 60.0, 20.0));
/// assert_eq!(house.footprint().min, vec2(280.0, 290.0));
/// assert_eq!((house.top(), house.bottom()), (-60.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "bounding box")]
#[doc(alias = "volume")]
pub struct IsoBox {
    /// The corner with the smallest numbers: the far one on top.
    pub min: Vec3,
    /// The corner with the largest numbers: the near one below.
    pub max: Vec3,
}

impl IsoBox {
    /// The box between two opposite corners, in any order. A corner that is no number makes a box that is none.
    pub fn new(a: Vec3, b: Vec3) -> Self {
        if a.is_nan() || b.is_nan() {
            return Self { min: Vec3::NAN, max: Vec3::NAN };
        }
        Self { min: a.min(b), max: a.max(b) }
    }

    /// A box that stands on the middle of its footprint. The size is width along x, height, depth along z; negative sizes
    /// count as positive.
    pub fn standing(base: Vec3, size: Vec3) -> Self {
        let size = size.abs();
        let half = vec3(size.x * 0.5, 0.0, size.z * 0.5);
        Self { min: base - half - vec3(0.0, size.y, 0.0), max: base + half }
    }

    /// The middle of the footprint, on the underside.
    pub fn base(&self) -> Vec3 {
        let middle = (self.min + self.max) * 0.5;
        vec3(middle.x, self.max.y, middle.z)
    }

    /// The middle of the volume.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Width along x, height, depth along z.
    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// The y of the upper side; the smaller one, for y points down.
    pub const fn top(&self) -> f32 {
        self.min.y
    }

    /// The y of the underside.
    pub const fn bottom(&self) -> f32 {
        self.max.y
    }

    /// The floor under it: x of the world as x, z as y.
    pub fn footprint(&self) -> Aabb {
        Aabb::new(flat(self.min), flat(self.max))
    }

    /// The box moved.
    pub fn translated(&self, offset: Vec3) -> Self {
        Self { min: self.min + offset, max: self.max + offset }
    }

    /// Whether two boxes share volume; shared sides are none.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// Whether all numbers are finite and the corners in order.
    pub fn is_valid(&self) -> bool {
        self.min.is_finite() && self.max.is_finite() && self.min.cmple(self.max).all()
    }
}

impl HashState for IsoBox {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.min);
        hash.write(&self.max);
    }
}

/// A point of the world as one of the floor: (x, z).
pub(crate) const fn flat(point: Vec3) -> Vec2 {
    vec2(point.x, point.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iso_t_17_footprint() {
        let thing = IsoBox::standing(vec3(300.0, 0.0, 300.0), Vec3::splat(20.0));
        assert_eq!(thing.footprint(), Aabb::new(Vec2::splat(290.0), Vec2::splat(310.0)));
        assert_eq!(thing.base(), vec3(300.0, 0.0, 300.0));
    }

    #[test]
    fn negative_sizes_count_as_positive() {
        let thing = IsoBox::standing(Vec3::ZERO, vec3(-20.0, -5.0, 10.0));
        assert_eq!(thing.size(), vec3(20.0, 5.0, 10.0));
        assert!(thing.is_valid());
        assert_eq!(IsoBox::new(thing.max, thing.min), thing);
        assert!(!IsoBox::new(Vec3::ZERO, Vec3::splat(f32::INFINITY)).is_valid());
    }
}
