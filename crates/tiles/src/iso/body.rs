//! Bodies of an isometric world.

use super::IsoBox;
use motile_geom::{
    HashState, SaveState, StateError, StateHash, StateReader, StateWriter, Vec3, vec3,
};

/// Which way an [`IsoBody`] slopes: where its high side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum IsoSlope {
    /// The high side is that of the largest x.
    TowardX,
    /// The high side is that of the smallest x.
    AwayX,
    /// The high side is that of the largest z.
    TowardZ,
    /// The high side is that of the smallest z.
    AwayZ,
}

impl IsoSlope {
    const ALL: [Self; 4] = [Self::TowardX, Self::AwayX, Self::TowardZ, Self::AwayZ];
}

impl HashState for IsoSlope {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(*self as u8));
    }
}

impl SaveState for IsoSlope {
    fn save(&self, out: &mut StateWriter) {
        (*self as u8).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let offset = input.offset();
        let number = u8::restore(input)?;
        let slope = Self::ALL.get(usize::from(number)).copied();
        slope.ok_or(StateReader::error_at(offset, "a slope: 0 to 3"))
    }
}

/// A box that moves or stands in an [`IsoWorld`](super::IsoWorld). Units of the world and seconds; y points down, so a jump is a
/// negative velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IsoBody {
    /// The middle of the footprint, on the underside.
    pub position: Vec3,
    /// Width along x, height, depth along z.
    pub size: Vec3,
    /// Units a second.
    pub velocity: Vec3,
    /// Others cannot go through it. Off for decals, triggers, what one walks over or under.
    pub solid: bool,
    /// It never moves by itself and nothing pushes it.
    pub fixed: bool,
    /// The part of the gravity of the world that pulls it.
    pub weight: f32,
    /// The part of the speed that is left after hitting something, 0 to 1.
    pub bounce: f32,
    /// How quickly the speed along the floor fades, per second.
    pub friction: f32,
    /// The height that it walks up without jumping: stairs, half blocks, slopes.
    pub step_height: f32,
    /// A slope instead of a flat top; it rises from the underside to the top.
    pub slope: Option<IsoSlope>,
    /// What it is, a bit for each kind: 1 unless told otherwise.
    pub layers: u32,
    /// The layers that stop and carry it: all unless told otherwise. Ghosts walk through walls.
    pub mask: u32,
    /// Whether it stood on something after the last step. Read it to allow a jump.
    pub grounded: bool,
}

motile_geom::state_fields! {
    IsoBody {
        position, size, velocity, solid, fixed, weight, bounce, friction, step_height, slope, layers, mask,
        grounded,
    }
}

impl IsoBody {
    /// A thing that moves: solid, pulled by gravity, without bounce or friction, stepping no height.
    pub const fn new(position: Vec3, size: Vec3) -> Self {
        Self {
            position,
            size,
            velocity: Vec3::ZERO,
            solid: true,
            fixed: false,
            weight: 1.0,
            bounce: 0.0,
            friction: 0.0,
            step_height: 0.0,
            slope: None,
            layers: 1,
            mask: u32::MAX,
            grounded: false,
        }
    }

    /// A solid block that stands where it is: walls, half blocks, bridges.
    pub const fn block(position: Vec3, size: Vec3) -> Self {
        Self { fixed: true, weight: 0.0, ..Self::new(position, size) }
    }

    /// A solid slope that stands where it is.
    pub const fn ramp(position: Vec3, size: Vec3, slope: IsoSlope) -> Self {
        Self { slope: Some(slope), ..Self::block(position, size) }
    }

    /// The volume it fills.
    pub fn bounds(&self) -> IsoBox {
        IsoBox::standing(self.position, self.size)
    }

    /// Whether all its numbers are finite.
    pub fn is_valid(&self) -> bool {
        let rest = self.weight + self.bounce + self.friction + self.step_height;
        self.bounds().is_valid() && self.velocity.is_finite() && rest.is_finite()
    }

    /// The y of the surface that carries something standing on a point (x, z): the top, or the slope there.
    pub fn surface(&self, x: f32, z: f32) -> f32 {
        let solid = self.bounds();
        let Some(slope) = self.slope else { return solid.top() };
        let part = |value: f32, low: f32, high: f32| {
            if high > low { (value - low) / (high - low) } else { 1.0 }
        };
        let up = match slope {
            IsoSlope::TowardX => part(x, solid.min.x, solid.max.x),
            IsoSlope::AwayX => 1.0 - part(x, solid.min.x, solid.max.x),
            IsoSlope::TowardZ => part(z, solid.min.z, solid.max.z),
            IsoSlope::AwayZ => 1.0 - part(z, solid.min.z, solid.max.z),
        };
        solid.bottom() + (solid.top() - solid.bottom()) * up.clamp(0.0, 1.0)
    }

    /// A slope as so many upright boards side by side along its rise, 1 to 1,000, each as high as the slope is at its middle; what is no
    /// slope as one box. Scenes know boxes only: as boards a slope is drawn, ordered and picked by its surface, and who stands on it is
    /// hidden by no top that is not there.
    ///
    /// ```
    /// use motile_geom::{Vec3, vec3};
    /// use motile_tiles::iso::{IsoBody, IsoSlope};
    /// let ramp = IsoBody::ramp(Vec3::ZERO, vec3(40.0, 20.0, 10.0), IsoSlope::TowardX);
    /// let heights: Vec<f32> = ramp.boards(4).map(|board| board.size().y).collect();
    /// assert_eq!(heights, [2.5, 7.5, 12.5, 17.5]);
    /// ```
    pub fn boards(&self, count: u32) -> impl Iterator<Item = IsoBox> {
        let (body, solid) = (*self, self.bounds());
        let axis = match self.slope {
            Some(IsoSlope::TowardZ | IsoSlope::AwayZ) => 2,
            _ => 0,
        };
        let count = if self.slope.is_some() { count.clamp(1, 1000) } else { 1 };
        let mut size = solid.size();
        size[axis] /= count as f32;
        (0..count).map(move |index| {
            let mut base = solid.base();
            base[axis] = solid.min[axis] + (index as f32 + 0.5) * size[axis];
            let height = solid.bottom() - body.surface(base.x, base.z);
            IsoBox::standing(base, size.with_y(height))
        })
    }

    /// The box that stops something whose middle is over a point: the whole volume, or what of the slope is below its surface
    /// there.
    pub(super) fn stops(&self, over: Vec3) -> IsoBox {
        let solid = self.bounds();
        IsoBox { min: vec3(solid.min.x, self.surface(over.x, over.z), solid.min.z), ..solid }
    }

    /// Whether it stops what these layers stop.
    pub(super) const fn stops_mask(&self, mask: u32) -> bool {
        self.solid && self.layers & mask != 0
    }

    /// The part of a straight way after which it is inside of this body.
    pub(super) fn met_by(&self, from: Vec3, to: Vec3) -> Option<f32> {
        let (solid, way) = (self.bounds(), to - from);
        let (mut enter, mut exit) = (0.0_f32, 1.0_f32);
        for axis in 0..3 {
            let (low, high) = (solid.min[axis] - from[axis], solid.max[axis] - from[axis]);
            if way[axis] == 0.0 {
                if low >= 0.0 || high <= 0.0 {
                    return None;
                }
                continue;
            }
            let (a, b) = (low / way[axis], high / way[axis]);
            enter = enter.max(a.min(b));
            exit = exit.min(a.max(b));
        }
        if enter >= exit {
            return None;
        }
        // How far below the surface: linear along the way, as a slope is.
        let below = |part: f32| {
            let point = from.lerp(to, part);
            point.y - self.surface(point.x, point.z)
        };
        let (first, last) = (below(enter), below(exit));
        match self.slope {
            Some(_) if first < 0.0 && last <= 0.0 => None,
            Some(_) if first < 0.0 => Some(enter + (exit - enter) * -first / (last - first)),
            _ => Some(enter),
        }
    }
}
