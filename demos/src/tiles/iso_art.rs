//! Houses, trees and people made of blocks: pictures that the isometric demos share.

use motile::geom::Vec3;
use motile::math::vec3;
use motile::prelude::*;
use motile::tiles::iso::{IsoBox, IsoLight, IsoProjection, IsoScene, IsoSprite};

/// A block of a thing: where it stands within it, its size and color.
pub(super) type Part = (Vec3, Vec3, Color);

/// Several blocks as one picture, that stands on the middle of the lowest.
pub(super) fn built(
    view: &IsoProjection,
    light: &IsoLight,
    parts: &[Part],
) -> motile::Result<IsoSprite> {
    let view = view.with_origin(Vec2::ZERO).with_pivot(Vec2::ZERO);
    let mut scene = IsoScene::new(view);
    for &(base, size, color) in parts {
        let sprite = IsoSprite::block(&view, size, light.shades(color), true)?;
        let number = scene.add_sprite(sprite);
        scene.add(IsoBox::standing(base, size), number);
    }
    scene.sort();
    let reach = scene.reach();
    let corner = reach.min.as_ivec2();
    let size = reach.size();
    scene.set_projection(view.with_origin(-reach.min));
    let mut surface = Surface::new(size.x as u32, size.y as u32)?;
    scene.draw_into(&mut surface);
    Ok(IsoSprite { surface, anchor: -corner })
}

/// Walls, a roof in steps, and how high it is all together.
pub(super) fn house(
    width: f32,
    height: f32,
    depth: f32,
    wall: Color,
    roof: Color,
) -> (Vec<Part>, Vec3) {
    let mut parts = vec![(Vec3::ZERO, vec3(width, height, depth), wall)];
    let mut y = -height;
    for inset in [0.0, 6.0, 12.0] {
        let size = vec3(width - inset, 4.0, depth - inset);
        if size.x > 2.0 && size.z > 2.0 {
            parts.push((vec3(0.0, y, 0.0), size, roof));
            y -= 4.0;
        }
    }
    (parts, vec3(width, -y, depth))
}

/// A trunk under a crown.
pub(super) fn tree(crown: Color) -> (Vec<Part>, Vec3) {
    let trunk = Color::hex(0x7A_55_38);
    let parts = vec![
        (Vec3::ZERO, vec3(4.0, 8.0, 4.0), trunk),
        (vec3(0.0, -8.0, 0.0), vec3(14.0, 9.0, 14.0), crown),
        (vec3(0.0, -17.0, 0.0), vec3(8.0, 7.0, 8.0), crown),
    ];
    (parts, vec3(14.0, 24.0, 14.0))
}

/// Windows on the two walls of a house that are seen: lit or dark, painted over its picture.
pub(super) fn windows(
    sprite: &mut IsoSprite,
    view: &IsoProjection,
    size: Vec3,
    wall: f32,
    colors: [Color; 2],
) {
    // A quarter turn shows the other two walls, which are as wide as these were deep.
    let size = if view.turns.is_multiple_of(2) { size } else { vec3(size.z, size.y, size.x) };
    let view = view.with_origin(sprite.anchor.as_vec2()).with_pivot(Vec2::ZERO).with_turns(0);
    let mut pane = |corner: Vec3, along: Vec3, color: Color| {
        for step in 0..32 {
            for up in 0..32 {
                let point =
                    corner + along * (step as f32 / 31.0) - vec3(0.0, up as f32 * 7.0 / 31.0, 0.0);
                let pixel = view.to_screen(point).floor().as_ivec2();
                sprite.surface.set(pixel.x, pixel.y, color);
            }
        }
    };
    let mut y = -6.0;
    while y - 10.0 > -wall {
        for side in [-0.25, 0.25] {
            pane(vec3(size.x * side - 2.0, y, size.z * 0.5), vec3(4.0, 0.0, 0.0), colors[0]);
            pane(vec3(size.x * 0.5, y, size.z * side - 2.0), vec3(0.0, 0.0, 4.0), colors[1]);
        }
        y -= 14.0;
    }
}
