//! Bands of a picture drawn side by side.
//!
//! The vector renderer's own threads would need the platform's float functions, and with them pictures would no longer be
//! the same everywhere. So each band of rows has a renderer of its own, which is given the shapes that touch the band.
//! All of them count coordinates from the same corner: moved to the corner of its band, a shape would be rounded in
//! another way. That is why a renderer counts from the top of the picture, cut to its band, and why all but the first do so on a
//! picture of their own, of which they copy their band.

use super::Renderer;
use super::batch::Op;
use vello_cpu::PaintType;

#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
pub(super) use one::Threads;
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
pub(super) use several::Threads;

/// Nanoseconds that an element of an outline takes, and a pixel of one color or of a gradient or picture: measured on one
/// machine, which will do to tell little from much.
const ELEMENT: f32 = 180.0;
const PLAIN_PIXEL: f32 = 0.3;
const PIXEL: f32 = 5.0;

/// About how many nanoseconds a shape takes on one thread.
pub(super) fn work_of(op: &Op) -> f32 {
    let elements = if op.upright.is_some() { 1 } else { op.range.len() };
    let pixel = if matches!(op.paint, PaintType::Solid(_)) { PLAIN_PIXEL } else { PIXEL };
    elements as f32 * ELEMENT + op.bounds.area() as f32 * pixel
}

impl Renderer {
    /// Lets this many threads share what takes more than a few milliseconds to draw, at most 8; 0 and 1 mean that
    /// everything is drawn where it is called, which is how a renderer begins. Pictures are the same, bit for bit.
    ///
    /// Without the feature `parallel`, and in a browser page, it changes nothing. The threads are those of rayon; each but
    /// the first takes memory for a picture.
    #[doc(alias = "multithreading")]
    #[doc(alias = "rayon")]
    pub fn set_threads(&mut self, count: usize) {
        self.threads.set(count);
    }
}

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
mod several {
    use super::super::batch::{Batch, make_opaque, render};
    use core::ops::Range;
    use kurbo::{BezPath, PathEl, Rect};
    use motile_geom::IRect;
    use motile_pixels::Surface;
    use vello_cpu::{Level, RenderContext, RenderSettings, Resources};

    /// Nanoseconds of work that are worth waking threads and copying bands.
    const WORTH_IT: f32 = 3e6;

    /// Most threads: each walks over the outlines above its band, too.
    const MOST: usize = 8;

    /// Rows that the vector renderer works on at a time.
    const TILE: u32 = 4;

    /// Renderers for bands, once they are needed.
    pub(in crate::canvas) struct Threads {
        level: Level,
        count: usize,
        bands: Vec<Band>,
    }

    struct Band {
        context: RenderContext,
        resources: Resources,
        scratch: BezPath,
        /// What it draws on, of the size of the target.
        picture: Option<Surface>,
    }

    impl Threads {
        pub(in crate::canvas) const fn new(level: Level) -> Self {
            Self { level, count: 0, bands: Vec::new() }
        }

        pub(super) fn set(&mut self, count: usize) {
            self.count = count.min(MOST);
            self.bands.truncate(self.count);
        }

        /// Draws a batch by several threads, if it is worth it; whether it was.
        pub(in crate::canvas) fn flush(
            &mut self,
            batch: &mut Batch,
            target: &mut Surface,
            area: IRect,
            clip_elements: &[PathEl],
        ) -> bool {
            let touched = batch.touched_in(area);
            if self.count < 2 || batch.work() < WORTH_IT || touched.height < 2 * TILE {
                return false;
            }
            let settings = RenderSettings { level: self.level, num_threads: 0 };
            while self.bands.len() < self.count {
                self.bands.push(Band {
                    context: RenderContext::new_with(1, 1, settings),
                    resources: Resources::new(),
                    scratch: BezPath::new(),
                    picture: None,
                });
            }
            self.share(batch, target, (touched, area), clip_elements);
            batch.reset(area);
            true
        }

        fn share(
            &mut self,
            batch: &Batch,
            target: &mut Surface,
            (touched, area): (IRect, IRect),
            clip_elements: &[PathEl],
        ) {
            let (width, opaque) = (target.width(), target.is_opaque());
            let size = (width, target.height());
            // The box on the surface.
            let place = touched.translated(-area.x, -area.y);
            let ends = batch.bands(touched, self.bands.len(), TILE);
            rayon::scope(|scope| {
                let (above, mut rest) =
                    target.words_mut().split_at_mut(place.y as usize * width as usize);
                debug_assert_eq!(above.len() % width as usize, 0, "whole rows");
                let mut start = 0;
                for (band, end) in self.bands.iter_mut().zip(ends) {
                    let rows = start..end;
                    let length = (rows.end - rows.start) as usize * width as usize;
                    let (own, others) = core::mem::take(&mut rest).split_at_mut(length);
                    (rest, start) = (others, end);
                    if length == 0 {
                        continue;
                    }
                    scope.spawn(move |_| {
                        band.draw(batch, (touched, rows.clone()), clip_elements);
                        band.copy(own, (place, rows), size, opaque);
                    });
                }
            });
        }
    }

    impl Band {
        /// Gets the shapes ready that touch these rows of the box.
        fn draw(
            &mut self,
            batch: &Batch,
            (touched, rows): (IRect, Range<u32>),
            clip_elements: &[PathEl],
        ) {
            // What lies below the band is left out by the size of the picture, what lies above it by a clip of whole
            // tiles, which cuts no pixel in part: outlines there are walked over for nothing, pixels are not drawn.
            self.context.reset_and_resize(touched.width as u16, rows.end as u16);
            let (width, first) = (f64::from(touched.width), f64::from(rows.start));
            self.context.push_clip_rect(&Rect::new(0.0, first, width, f64::from(rows.end)));
            let shown = IRect {
                y: touched.y + rows.start as i32,
                height: rows.end - rows.start,
                ..touched
            };
            batch.replay(touched, shown, clip_elements, &mut self.scratch, &mut self.context);
        }

        /// Draws over the rows of the target, which are these of the box.
        fn copy(
            &mut self,
            own: &mut [u32],
            (place, rows): (IRect, Range<u32>),
            (width, height): (u32, u32),
            opaque: bool,
        ) {
            let fits = |picture: &Surface| (picture.width(), picture.height()) == (width, height);
            if !self.picture.as_ref().is_some_and(fits) {
                self.picture = Surface::new(width, height).ok();
            }
            let Some(picture) = &mut self.picture else { return };
            let (left, right) = (place.x as usize, (place.x as u32 + place.width) as usize);
            let first = (place.y as u32 + rows.start) as usize;
            let stride = width as usize;
            let there = picture.words_mut().chunks_exact_mut(stride).skip(first);
            for (row, own) in there.zip(own.chunks_exact(stride)) {
                row[left..right].copy_from_slice(&own[left..right]);
            }
            let offset = (place.x as u16, place.y as u16);
            render(&self.context, picture, offset, &mut self.resources);
            if opaque {
                let band = IRect { y: first as i32, height: rows.end - rows.start, ..place };
                make_opaque(picture, band);
            }
            let there = picture.words().chunks_exact(stride).skip(first);
            for (row, own) in there.zip(own.chunks_exact_mut(stride)) {
                own[left..right].copy_from_slice(&row[left..right]);
            }
        }
    }
}

#[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
mod one {
    use super::super::batch::Batch;
    use kurbo::PathEl;
    use motile_geom::IRect;
    use motile_pixels::Surface;
    use vello_cpu::Level;

    /// No threads.
    pub(in crate::canvas) struct Threads;

    #[expect(clippy::unused_self, reason = "called as those with threads are")]
    impl Threads {
        pub(in crate::canvas) const fn new(_: Level) -> Self {
            Self
        }

        pub(super) const fn set(&mut self, _: usize) {}

        pub(in crate::canvas) const fn flush(
            &mut self,
            _: &mut Batch,
            _: &mut Surface,
            _: IRect,
            _: &[PathEl],
        ) -> bool {
            false
        }
    }
}
