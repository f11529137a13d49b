//! The renderers beside which triangles are measured.

use motile_geom::Vec2;
use motile_pixels::{Color, Surface};
use retrofire_core::{
    geom::{Tri, Vertex, tri, vertex},
    math::{Color4, ProjVec3, Vec2 as FireVec2, mat::viewport, pt2, rgba},
    render::{Context, Frag, TexCoord, render, shader, uv},
    util::{Buf2, Dims},
};
use std::{hint::black_box, sync::Arc};
use vello_cpu::{
    ImageSource, Pixmap, RenderContext, Resources,
    color::{AlphaColor, Srgb},
    kurbo::{Affine, Rect},
    peniko::{Extend, ImageBrush, ImageQuality, ImageSampler},
};

/// One corner of a triangle: place in pixels, place in the picture, perspective scale.
#[derive(Clone, Copy)]
pub struct Corner {
    pub point: Vec2,
    pub uv: Vec2,
    pub t: f32,
}

impl Corner {
    /// In clip space, where the page is −1 to 1.
    pub fn clip(&self, side: u32) -> [f32; 4] {
        let page = self.point / side as f32 * 2.0 - 1.0;
        [page.x / self.t, page.y / self.t, 0.0, 1.0 / self.t]
    }
}

/// A square picture whose side is a power of two, for shaders.
pub struct Texels {
    words: Vec<u32>,
    side: u32,
}

impl Texels {
    pub fn new(picture: &Surface) -> Self {
        Self { words: picture.words().to_vec(), side: picture.width() }
    }

    pub fn words(&self) -> &[u32] {
        &self.words
    }

    pub fn side(&self) -> u32 {
        self.side
    }

    /// Bilinear, repeated: what a user of these renderers writes into the fragment shader.
    #[inline]
    fn sample(&self, u: f32, v: f32) -> u32 {
        let scale = (self.side * 256) as f32;
        let (x, y) = ((u * scale) as i32 - 128, (v * scale) as i32 - 128);
        let (across, down) = ((x & 255) as u32, (y & 255) as u32);
        let mask = self.side - 1;
        let texel = |x: i32, y: i32| {
            self.words[(((y as u32 & mask) * self.side) + (x as u32 & mask)) as usize]
        };
        let (x, y) = (x >> 8, y >> 8);
        let upper = mix(texel(x, y), texel(x + 1, y), across);
        let lower = mix(texel(x, y + 1), texel(x + 1, y + 1), across);
        mix(upper, lower, down)
    }
}

/// Two channels at a time.
#[inline]
fn mix(a: u32, b: u32, share: u32) -> u32 {
    const PAIR: u32 = 0x00FF_00FF;
    let rest = 256 - share;
    let even = ((a & PAIR) * rest + (b & PAIR) * share) >> 8;
    let odd = ((a >> 8) & PAIR) * rest + ((b >> 8) & PAIR) * share;
    (even & PAIR) | (odd & !PAIR)
}

/// retrofire-core.
pub struct Fire {
    page: Buf2<Color4>,
    corners: Vec<Vertex<ProjVec3, TexCoord>>,
    triangles: Vec<Tri<usize>>,
    side: u32,
}

impl Fire {
    pub fn new(side: u32, corners: &[Corner]) -> Self {
        let corner = |corner: &Corner| {
            vertex(ProjVec3::new(corner.clip(side)), uv(corner.uv.x, corner.uv.y))
        };
        Self {
            page: Buf2::new(Dims(side, side)),
            corners: corners.iter().map(corner).collect(),
            triangles: (0..corners.len() / 3).map(|i| tri(3 * i, 3 * i + 1, 3 * i + 2)).collect(),
            side,
        }
    }

    pub fn draw(&mut self, texels: &Texels) -> u8 {
        let shader = shader::new(
            |corner: Vertex<ProjVec3, TexCoord>, (): ()| corner,
            |frag: Frag<FireVec2<_>>, (): ()| {
                let [r, g, b, a] = texels.sample(frag.var.0[0], frag.var.0[1]).to_le_bytes();
                rgba(r, g, b, a)
            },
        );
        let context = Context { face_cull: None, depth_test: None, ..Context::default() };
        let screen = viewport(pt2(0, 0)..pt2(self.side, self.side));
        render(&self.triangles, &self.corners, &shader, (), screen, &mut self.page, &context);
        black_box(self.page[[self.side / 2, self.side / 2]].0[0])
    }
}

/// euc.
pub struct Euc {
    page: euc::buffer::Buffer2d<u32>,
    side: u32,
}

struct Pipe<'a> {
    texels: &'a Texels,
    side: u32,
}

impl euc::Pipeline for Pipe<'_> {
    type Vertex = Corner;
    type VsOut = vek::Vec2<f32>;
    type Pixel = u32;

    #[inline]
    fn vert(&self, corner: &Corner) -> ([f32; 4], Self::VsOut) {
        (corner.clip(self.side), vek::Vec2::new(corner.uv.x, corner.uv.y))
    }

    #[inline]
    fn frag(&self, uv: &Self::VsOut) -> u32 {
        self.texels.sample(uv.x, uv.y)
    }
}

impl Euc {
    pub fn new(side: u32) -> Self {
        Self { page: euc::buffer::Buffer2d::new([side as usize; 2], 0), side }
    }

    pub fn draw(&mut self, texels: &Texels, corners: &[Corner]) -> u32 {
        use euc::{
            Pipeline,
            rasterizer::{BackfaceCullingDisabled, Triangles},
        };
        let pipe = Pipe { texels, side: self.side };
        pipe.draw::<Triangles<'_, (f32,), BackfaceCullingDisabled>, _>(
            corners,
            &mut self.page,
            None,
        );
        black_box(self.page.as_ref()[0])
    }
}

/// vello_cpu with sprites as image brushes.
pub struct Vello {
    context: RenderContext,
    resources: Resources,
    target: Pixmap,
    sprite: ImageBrush<ImageSource>,
}

impl Vello {
    pub fn new(width: u16, height: u16, picture: &Surface) -> Self {
        let mut pixmap = Pixmap::new(picture.width() as u16, picture.height() as u16);
        pixmap.data_as_u8_slice_mut().copy_from_slice(picture.bytes());
        pixmap.recompute_may_have_transparency();
        let sampler = ImageSampler {
            x_extend: Extend::Pad,
            y_extend: Extend::Pad,
            quality: ImageQuality::Medium,
            alpha: 1.0,
        };
        Self {
            context: RenderContext::new(width, height),
            resources: Resources::new(),
            target: Pixmap::new(width, height),
            sprite: ImageBrush { image: ImageSource::Pixmap(Arc::new(pixmap)), sampler },
        }
    }

    /// Draws sprites by center, angle and scale.
    pub fn draw(&mut self, places: &[(Vec2, f32, f32)]) -> u8 {
        let context = &mut self.context;
        context.reset();
        context.set_paint(AlphaColor::<Srgb>::WHITE);
        let (width, height) = (self.target.width(), self.target.height());
        context.fill_rect(&Rect::new(0.0, 0.0, width.into(), height.into()));
        for &(center, angle, scale) in places {
            let turn = Affine::translate((f64::from(center.x), f64::from(center.y)))
                * Affine::rotate(angle.into())
                * Affine::scale(scale.into())
                * Affine::translate((-16.0, -16.0));
            context.set_transform(turn);
            context.set_paint(self.sprite.clone());
            context.fill_rect(&Rect::new(0.0, 0.0, 32.0, 32.0));
        }
        context.reset_transform();
        context.flush();
        context.render(&mut self.target, &mut self.resources);
        black_box(self.target.data_as_u8_slice()[0])
    }
}

/// tiny-skia with sprites as pixmaps.
pub struct Skia {
    target: tiny_skia::Pixmap,
    sprite: tiny_skia::Pixmap,
}

impl Skia {
    pub fn new(width: u32, height: u32, picture: &Surface) -> Self {
        let mut sprite = tiny_skia::Pixmap::new(picture.width(), picture.height()).unwrap();
        sprite.data_mut().copy_from_slice(picture.bytes());
        Self { target: tiny_skia::Pixmap::new(width, height).unwrap(), sprite }
    }

    /// Draws sprites by center, angle and scale.
    pub fn draw(&mut self, places: &[(Vec2, f32, f32)]) -> u8 {
        let white = Color::WHITE;
        self.target.fill(tiny_skia::Color::from_rgba8(white.r, white.g, white.b, 255));
        let paint = tiny_skia::PixmapPaint {
            quality: tiny_skia::FilterQuality::Bilinear,
            ..tiny_skia::PixmapPaint::default()
        };
        for &(center, angle, scale) in places {
            let turn = tiny_skia::Transform::from_translate(-16.0, -16.0)
                .post_scale(scale, scale)
                .post_rotate(angle.to_degrees())
                .post_translate(center.x, center.y);
            self.target.draw_pixmap(0, 0, self.sprite.as_ref(), &paint, turn, None);
        }
        black_box(self.target.data()[0])
    }
}
