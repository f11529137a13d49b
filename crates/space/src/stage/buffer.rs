//! The way of the depth buffer: every panel is a picture, and every pixel keeps the nearest.

use super::{
    Space3d,
    collect::Item,
    draw::{Fan, Scene, corners, fan_settings},
    picture::Pictures,
};
use motile_geom::{Aabb, Affine2Ext, Vec2, vec2};
use motile_pixels::{
    Color, DepthBuffer, MipMap, Rasterizer, Sampling, Surface, TriangleSettings, Triangles,
};
use motile_stage::{Canvas, Image, Renderer};

/// Buffers kept from frame to frame.
#[derive(Default)]
pub(super) struct BufferMemory {
    rasterizer: Rasterizer,
    depth: Option<((u32, u32), DepthBuffer)>,
    fan: Fan,
    /// Paints units within.
    renderer: Renderer,
}

impl BufferMemory {
    /// A cleared depth buffer of a size.
    fn cleared(&mut self, size: (u32, u32)) -> Option<()> {
        match &mut self.depth {
            Some((kept, depth)) if *kept == size => depth.clear(),
            _ => self.depth = Some((size, DepthBuffer::new(size.0, size.1).ok()?)),
        }
        Some(())
    }

    /// Lays a picture of the same size over a surface, all of it as near as things of this scale are.
    fn upright(&mut self, surface: &mut Surface, picture: Surface, scale: f32) {
        let size = vec2(picture.width() as f32, picture.height() as f32);
        let Ok(mips) = MipMap::single(picture) else { return };
        let (points, indices) = (corners(Aabb::new(Vec2::ZERO, size)), [[0, 1, 2], [2, 3, 0]]);
        let uv = points.map(|point| point / size);
        let triangles = Triangles {
            points: &points,
            indices: Some(&indices),
            uv: &uv,
            t: &[scale; 4],
            colors: &[],
        };
        let settings = TriangleSettings {
            picture: Some(&mips),
            mips: false,
            ..fan_settings(Sampling::Nearest)
        };
        let depth = self.depth.as_mut().map(|(_, depth)| depth);
        // Lists of one rectangle fit together.
        _ = self.rasterizer.draw(surface, depth, &triangles, &settings);
    }
}

impl Space3d {
    /// Paints a unit by depth for every pixel.
    pub(super) fn paint_by_depth(
        &self,
        scene: Scene<'_>,
        unit: u32,
        canvas: &mut Canvas<'_>,
        pictures: &mut Pictures,
        buffer: &mut BufferMemory,
    ) {
        let (area, transform) = (canvas.visible(), canvas.transform());
        let Some(back) = transform.checked_inverse() else { return };
        let Ok(mut surface) = Surface::new(area.width, area.height) else { return };
        if buffer.cleared((area.width, area.height)).is_none() {
            return;
        }
        let to_area = |place: Vec2| transform.transform_point2(place) - area.origin().as_vec2();
        for (item, _) in &scene.orders[unit as usize].list {
            let number = match *item {
                Item::Panel(number) => number,
                Item::Unit(inner) => {
                    // It is a picture of its own, upright where its holder is.
                    let Ok(mut picture) = Surface::new(area.width, area.height) else { continue };
                    let mut renderer = core::mem::take(&mut buffer.renderer);
                    if let Ok(mut canvas) = renderer.begin(&mut picture) {
                        let mut place = transform;
                        place.translation -= area.origin().as_vec2();
                        let mut memory = BufferMemory::default();
                        canvas.transformed(place, |canvas| {
                            self.paint_unit(scene, inner, canvas, pictures, &mut memory);
                        });
                        canvas.finish();
                    }
                    buffer.renderer = renderer;
                    let scale = scene.eye.facing(scene.all.units[inner as usize].depth).1;
                    buffer.upright(&mut surface, picture, scale);
                    continue;
                }
            };
            let seen = scene.all.seen[number as usize];
            let Some(shot) = self.shot(scene.eye, seen, canvas) else { continue };
            let Some((mips, covered)) = pictures.flat(shot.seen.id, shot.panel, shot.look()) else {
                continue;
            };
            let BufferMemory { rasterizer, depth, fan, .. } = buffer;
            fan.fill(&shot.view, covered);
            for point in &mut fan.points {
                *point = to_area(*point);
            }
            let alpha = (shot.seen.alpha * 255.0).round() as u8;
            let settings = TriangleSettings {
                picture: Some(mips),
                tint: Color::WHITE.with_alpha(alpha),
                ..fan_settings(Sampling::Bilinear)
            };
            let depth = depth.as_mut().map(|(_, depth)| depth);
            // Lists of a fan fit together; should they ever not, nothing is drawn of it.
            _ = rasterizer.draw(&mut surface, depth, &fan.triangles(), &settings);
        }
        canvas.transformed(back, |canvas| {
            canvas.image(&Image::new(surface), area.origin().as_vec2());
        });
    }
}
