//! A display list of any numbers is painted and hit; the fuzz target runs it too.

use super::check::Numbers;
use motile_geom::Vec2;
use motile_pixels::{Blur, Color, Filter, Surface};
use motile_space::{
    Backface, Billboard, Center, DepthMode, Focus, Fog, Lens, OwnLens, Panel, PanelId, Space3d,
};
use motile_stage::{Bitmap, Content, Gradient, Renderer, Shape, Stroke};

impl Numbers<'_> {
    /// One of some, by a byte.
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        let (first, rest) = self.0.split_at(self.0.len().min(1));
        self.0 = rest;
        choices[usize::from(first.first().copied().unwrap_or(0)) % choices.len()]
    }
}

/// Whatever is in it, it is painted, hit and dragged without a panic, and what comes out is finite.
pub(crate) fn check_space3d(data: &[u8]) {
    let mut numbers = Numbers(data);
    let mut space = Space3d::new(motile_geom::vec2(32.0, 24.0));
    space.depth_mode = numbers.one_of(&DepthMode::ALL);
    if numbers.next() > 0.0 {
        space.view = numbers.view();
        space.size = numbers.vec2();
    }
    if numbers.next() > 0.0 {
        let (near, far) = (numbers.next(), numbers.next());
        space.fog = Some(Fog { color: Color::ORANGE, near, far });
        let (depth, range, strength) = (numbers.next(), numbers.next(), numbers.next());
        space.focus = Some(Focus { depth, range, strength });
    }
    let mut ids: Vec<PanelId> = Vec::new();
    while !numbers.0.is_empty() && ids.len() < 10 {
        let panel = panel(&mut numbers, &ids);
        let holder = numbers.one_of(&[0usize, 1, 2, 9]);
        let id = match ids.get(holder) {
            Some(&holder) if numbers.next() > 0.0 => {
                space.add_to(holder, panel).unwrap_or_default()
            }
            _ => space.add(panel),
        };
        ids.push(id);
    }
    let place = numbers.vec2();
    let Ok(mut surface) = Surface::opaque(32, 24, Color::WHITE) else { return };
    let mut renderer = Renderer::new();
    for _ in 0..2 {
        if let Ok(mut canvas) = renderer.begin(&mut surface) {
            space.draw_on(&mut canvas);
            canvas.finish();
        }
    }
    for place in [place, Vec2::new(16.0, 12.0), Vec2::ZERO] {
        if let Some(hit) = space.hit(place) {
            assert!(hit.local.is_finite() && ids.contains(&hit.panel));
            let to = space.drag_spot_to(hit.panel, hit.local, place);
            assert!(to.is_none_or(motile_geom::Vec3::is_finite));
        }
    }
    for &id in &ids {
        let bounds = space.bounds_in_picture(id);
        assert!(bounds.is_none_or(|bounds| bounds.min.is_finite() && bounds.max.is_finite()));
    }
    if let [first, .., last] = ids[..] {
        // Either it is moved or it is refused; the list stays whole.
        _ = space.move_under(first, Some(last));
        _ = space.swap(first, last);
        assert_eq!(space.len(), ids.len());
    }
}

fn panel(numbers: &mut Numbers<'_>, ids: &[PanelId]) -> Panel {
    let size = numbers.vec2();
    let sides = (size.x.abs().min(40.0), size.y.abs().min(40.0));
    let content: Content = match numbers.one_of(&[0, 1, 2, 3]) {
        0 => Shape::rect(sides.0, sides.1)
            .fill(Color::RED)
            .stroke(if size.x > 0.0 { Stroke::new(2.0) } else { Stroke::fixed(9.0) }, Color::BLUE)
            .into(),
        1 => {
            Surface::filled(5, 4, Color::GREEN).map_or(Content::Group, |it| Bitmap::new(it).into())
        }
        2 => {
            let colors = [Color::RED, Color::BLUE];
            Shape::rect(size.x, size.y).fill(Gradient::linear(Vec2::ZERO, size, &colors)).into()
        }
        _ => Content::Group,
    };
    let mut panel = Panel::new(content).with_pose(numbers.pose());
    panel.alpha = numbers.next();
    panel.backface = numbers.one_of(&[Backface::Visible, Backface::Hidden, Backface::Readable]);
    let modes = DepthMode::ALL.map(Some);
    panel.depth_mode =
        numbers.one_of(&[None, None, None, modes[1], modes[2], modes[3], modes[4], modes[5]]);
    panel.billboard =
        numbers.one_of(&[None, None, Some(Billboard::Facing), Some(Billboard::Upright)]);
    if numbers.next() > 300.0 {
        let center = numbers.vec2();
        let center = numbers.one_of(&[Center::Auto, Center::Fixed(center), Center::Local(center)]);
        panel.lens = Some(OwnLens { lens: Lens::fov(numbers.next()).unwrap_or_default(), center });
    }
    if numbers.next() > 300.0 {
        panel.filters.push(Filter::Blur(Blur::new(numbers.next().abs().min(9.0))));
    }
    if numbers.next() > 300.0 {
        panel.mask = ids.first().copied();
    }
    panel
}
