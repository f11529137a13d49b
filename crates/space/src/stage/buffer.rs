//! The way of the depth buffer: every panel is a picture, and every pixel keeps the nearest.

use super::{
    Space3d,
    draw::{Fan, Memory, fan_settings},
};
use crate::Eye;
use motile_geom::Affine2Ext;
use motile_pixels::{Color, DepthBuffer, Rasterizer, Sampling, Surface, TriangleSettings};
use motile_stage::{Canvas, Image};

/// Buffers kept from frame to frame.
#[derive(Default)]
pub(super) struct BufferMemory {
    rasterizer: Rasterizer,
    depth: Option<((u32, u32), DepthBuffer)>,
    fan: Fan,
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
}

impl Space3d {
    pub(super) fn paint_by_depth(&self, eye: &Eye, canvas: &mut Canvas<'_>, memory: &mut Memory) {
        let (area, transform) = (canvas.visible(), canvas.transform());
        let Some(back) = transform.checked_inverse() else { return };
        let Ok(mut surface) = Surface::new(area.width, area.height) else { return };
        let Memory { seen, order, pictures, buffer, .. } = memory;
        if buffer.cleared((area.width, area.height)).is_none() {
            return;
        }
        for (index, _) in order.iter() {
            let Some(shot) = self.shot(eye, seen[*index as usize], canvas) else { continue };
            let Some((mips, covered)) = pictures.flat(shot.seen.id, shot.panel, shot.look()) else {
                continue;
            };
            let BufferMemory { rasterizer, depth, fan } = buffer;
            fan.fill(&shot.view, covered);
            for point in &mut fan.points {
                *point = transform.transform_point2(*point) - area.origin().as_vec2();
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
