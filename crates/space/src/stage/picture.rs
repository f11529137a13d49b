//! Pictures of panels: copies at smaller sizes, and what is painted flat before it is projected.

use super::{Panel, PanelId, collect::line_reach};
use motile_geom::{Aabb, Affine2, Vec2, ops, vec2};
use motile_pixels::{Blur, Color, ColorTransform, Filter, MipMap, Surface, apply_all};
use motile_stage::{Content, Image, Renderer};

/// Largest side of a picture that is painted flat.
const LARGEST: f32 = 2048.0;

/// Kept pictures.
#[derive(Default)]
pub(super) struct Pictures {
    images: Vec<KeptImage>,
    flats: Vec<Flat>,
    renderer: Renderer,
}

struct KeptImage {
    image: Image,
    mips: MipMap,
    used: bool,
}

struct Flat {
    id: PanelId,
    content: Content,
    filters: Vec<Filter>,
    revision: u64,
    look: Look,
    mips: MipMap,
    /// What the picture covers in the panel's own coordinates.
    area: Aabb,
    used: bool,
}

/// How a flat picture is made, in steps: a picture is kept while its step stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// Pixels for a pixel of the panel.
    pub(super) scale: f32,
    /// How far it fades to a color, 0…1.
    pub(super) fog: Option<(Color, f32)>,
    /// Radius in pixels of the picture.
    pub(super) blur: f32,
}

impl Look {
    /// A look in whole steps.
    pub(super) fn new(scale: f32, fog: Option<(Color, f32)>, blur: f32) -> Self {
        let step = (ops::log2(scale.clamp(1.0 / 64.0, 64.0)) * 2.0).ceil() * 0.5;
        let fog = fog.map(|(color, amount)| (color, (amount * 16.0).round() / 16.0));
        Self {
            scale: ops::exp2(step),
            fog: fog.filter(|fog| fog.1 > 0.0),
            blur: (blur * 2.0).round() * 0.5,
        }
    }
}

impl Pictures {
    /// Starts a frame.
    pub(super) fn begin(&mut self) {
        self.images.iter_mut().for_each(|kept| kept.used = false);
        self.flats.iter_mut().for_each(|flat| flat.used = false);
    }

    /// Ends a frame: what was not used is dropped.
    pub(super) fn end(&mut self) {
        self.images.retain(|kept| kept.used);
        self.flats.retain(|flat| flat.used);
    }

    /// An image with its smaller copies.
    pub(super) fn image(&mut self, image: &Image) -> Option<&MipMap> {
        let found = self.images.iter().position(|kept| kept.image.is_same(image));
        let index = if let Some(index) = found {
            index
        } else {
            let mips = MipMap::new(image.surface().clone()).ok()?;
            self.images.push(KeptImage { image: image.clone(), mips, used: true });
            self.images.len() - 1
        };
        self.images[index].used = true;
        Some(&self.images[index].mips)
    }

    /// A panel's content painted flat with its filters, and the box it covers.
    pub(super) fn flat(
        &mut self,
        id: PanelId,
        panel: &Panel,
        look: Look,
    ) -> Option<(&MipMap, Aabb)> {
        let revision = match &panel.content {
            Content::Custom(custom) => custom.revision(),
            _ => 0,
        };
        let same = |flat: &Flat| {
            flat.id == id
                && flat.look == look
                && flat.revision == revision
                && flat.content == panel.content
                && flat.filters == panel.filters
        };
        let found = self.flats.iter().position(same);
        let index = if let Some(index) = found {
            index
        } else {
            self.flats.retain(|flat| flat.id != id);
            let (mips, area) = self.paint(panel, look)?;
            let (content, filters) = (panel.content.clone(), panel.filters.clone());
            self.flats.push(Flat { id, content, filters, revision, look, mips, area, used: true });
            self.flats.len() - 1
        };
        let flat = &mut self.flats[index];
        flat.used = true;
        Some((&flat.mips, flat.area))
    }

    fn paint(&mut self, panel: &Panel, look: Look) -> Option<(MipMap, Aabb)> {
        let mut bounds = panel.content.bounds();
        // Lines of the screen stay as wide in a small picture, and reach farther there.
        bounds = bounds.grown(line_reach(&panel.content) * (1.0 / look.scale - 1.0).max(0.0));
        let size = bounds.size();
        let scale = look.scale.min(LARGEST / size.max_element().max(1e-3));
        // A pixel around it for soft edges.
        let pixels = (size * scale).ceil() + 2.0;
        let mut surface = Surface::new(pixels.x as u32, pixels.y as u32).ok()?;
        let corner = Vec2::ONE - bounds.min * scale;
        let place = Affine2 { translation: corner, ..Affine2::from_scale(Vec2::splat(scale)) };
        let mut canvas = self.renderer.begin(&mut surface).ok()?;
        canvas.transformed(place, |canvas| canvas.content(&panel.content));
        canvas.finish();
        let mut filters = panel.filters.clone();
        if look.blur > 0.0 {
            // A picture as large as can be is smaller than it should be, and its blur with it.
            let radius = Vec2::splat(look.blur * scale / look.scale);
            filters.push(Filter::Blur(Blur { radius, passes: 2 }));
        }
        if let Some((color, amount)) = look.fog {
            filters.push(Filter::ColorTransform(ColorTransform::toward(color, amount)));
        }
        let mut corner = bounds.min - Vec2::ONE / scale;
        if !filters.is_empty() {
            let (filtered, margin) = apply_all(&filters, &surface).ok()?;
            corner -= vec2(margin.left as f32, margin.top as f32) / scale;
            surface = filtered;
        }
        let covered = vec2(surface.width() as f32, surface.height() as f32) / scale;
        Some((MipMap::new(surface).ok()?, Aabb::from_size(corner, covered)))
    }
}
