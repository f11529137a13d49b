//! A plugin that tells which entities touch: copy this file into a game.

use bevy::math::{Affine2, Affine3A};
use bevy::prelude::*;
use motile_collide::{Mask, MaskPose, UniformGrid};
use motile_geom::Circle;
use std::sync::Arc;

/// A round body about the entity's position, in world units. With [`Pixels`] it is the circle around the picture.
#[derive(Component, Clone, Copy, Debug)]
pub struct Disc {
    /// Radius in world units.
    pub radius: f32,
}

/// The visible pixels of the entity's picture, one a world unit, with the entity's position in their middle.
/// Entities that have them touch where the pictures do, turned and scaled as the transform says.
#[derive(Component, Clone, Debug)]
pub struct Pixels(pub Arc<Mask>);

/// Two entities that touch in this tick.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The one spawned first, as far as the query knows.
    pub a: Entity,
    /// The other.
    pub b: Entity,
}

/// All discs where they are in this tick, for systems that ask who is near.
#[derive(Resource, Default)]
pub struct Discs {
    /// Holds indices into `entities`.
    pub grid: UniformGrid,
    /// The entities in the order of the query.
    pub entities: Vec<Entity>,
    circles: Vec<Circle>,
}

impl Discs {
    /// The entities whose centers are nearer to a point than `distance`.
    pub fn near(&self, point: Vec2, distance: f32) -> impl Iterator<Item = Entity> + '_ {
        // bevy 0.20 and motile have the same glam: vectors pass over as they are.
        self.grid.within(point, distance).map(|near| self.entities[near.index as usize])
    }
}

/// Writes a [`Touch`] for every pair of discs that overlap, or whose pixels do, once a fixed tick.
pub struct TouchPlugin;

impl Plugin for TouchPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Discs>()
            .add_message::<Touch>()
            .add_systems(FixedPostUpdate, (file_discs, find_touching).chain());
    }
}

/// The broad phase: files every disc in its cell.
fn file_discs(mut discs: ResMut<Discs>, bodies: Query<(Entity, &Transform, &Disc)>) {
    let Discs { grid, entities, circles } = &mut *discs;
    entities.clear();
    circles.clear();
    for (entity, transform, disc) in &bodies {
        entities.push(entity);
        circles.push(Circle::new(transform.translation.truncate(), disc.radius));
    }
    grid.rebuild_circles(circles);
}

/// The narrow phase: of the pairs whose discs overlap, those whose pixels meet.
fn find_touching(
    discs: Res<Discs>,
    pictures: Query<(&Transform, &Pixels)>,
    mut touches: MessageWriter<Touch>,
) {
    discs.grid.for_each_pair(|pair| {
        let [a, b] = [pair.a, pair.b].map(|index| discs.entities[index as usize]);
        let meet = match pictures.get_many([a, b]) {
            Ok([first, second]) => pixels_meet(first, second),
            // One of them has no picture: the discs decide.
            Err(_) => true,
        };
        if meet {
            touches.write(Touch { a, b });
        }
    });
}

fn pixels_meet(first: (&Transform, &Pixels), second: (&Transform, &Pixels)) -> bool {
    // A transform that flattens a picture leaves nothing to touch.
    match (pose(first), pose(second)) {
        (Some(first), Some(second)) => first.hits(&second),
        _ => false,
    }
}

/// A picture's pixels where the transform puts them.
fn pose<'a>((transform, Pixels(mask)): (&Transform, &'a Pixels)) -> Option<MaskPose<'a>> {
    // Rows of a picture run down from its top left corner; bevy's world runs up from the middle of it.
    let half = Vec2::new(mask.width() as f32, mask.height() as f32) / 2.0;
    let upright = Affine2::from_scale(Vec2::new(1.0, -1.0)) * Affine2::from_translation(-half);
    let Affine3A { matrix3, translation } = transform.compute_affine();
    let flat = Affine2::from_cols(
        matrix3.x_axis.truncate(),
        matrix3.y_axis.truncate(),
        translation.truncate(),
    );
    MaskPose::new(mask, &(flat * upright))
}

/// The pixels of an image of four bytes each, alpha last, with at least this alpha; `None` for other formats and
/// for images whose bytes live on the graphics card only.
pub fn mask_of(image: &Image, threshold: u8) -> Option<Mask> {
    let pixels = image.data.as_deref()?;
    let alpha: Vec<u8> = pixels.chunks_exact(4).map(|pixel| pixel[3]).collect();
    Mask::from_alpha(image.width(), image.height(), &alpha, threshold).ok()
}
