//! What the physics demos draw alike: sticks, plots, captions; and the hand that drags.

pub(super) use crate::kit::{
    Plot, arrow as solid_arrow, barbed_arrow as arrow, disc, hue, marks_in, ring, round,
};
use crate::look::SMALL;
pub(super) use crate::look::{
    BLUE, DUSK as PANEL, GREEN, HAZE as FAINT, MIST as TEXT, NIGHT, ORANGE, RED, SNOW as BRIGHT,
};
use motile::physics::ode::Method;
use motile::physics::world::{Grab, GrabId, PointId, World};
use motile::prelude::*;

/// The color a method has in every demo.
pub(super) fn method_color(method: Method) -> Color {
    match method {
        Method::ExplicitEuler => RED,
        Method::SemiImplicitEuler => ORANGE,
        Method::Midpoint => Color::hex(0xE8_D4_4D),
        Method::Heun => Color::hex(0xA8_D8_4E),
        Method::RungeKutta4 => GREEN,
        Method::VelocityVerlet => Color::hex(0x3F_D0_C9),
        Method::PositionVerlet => BLUE,
        Method::Leapfrog => Color::hex(0x8E_8B_FF),
        Method::DormandPrince => Color::hex(0xE0_82_E8),
    }
}

/// From a picture drawn at the origin to a corner of the stage, scaled.
pub(super) fn view(scale: f32, corner: Vec2) -> Affine2 {
    Affine2::from_translation(corner) * Affine2::from_scale(Vec2::splat(scale))
}

/// All sticks of a world as one path.
pub(super) fn sticks(world: &World) -> Path {
    let mut path = Path::new();
    for (_, a, b) in world.sticks() {
        path.move_to(a).line_to(b);
    }
    path
}

/// All points of a world as discs in one path.
pub(super) fn dots(places: impl IntoIterator<Item = Vec2>, radius: f32) -> Path {
    let mut path = Path::new();
    for at in places {
        path.append(&Path::circle(at, radius));
    }
    path
}

/// A panel with a title in its corner.
pub(super) fn panel(canvas: &mut Canvas<'_>, area: Aabb, title: &str) {
    canvas.fill(&Path::round_rect(area, 8.0), PANEL);
    canvas.write(title, SMALL, area.min + vec2(10.0, 7.0), vec2(0.0, 0.0), TEXT);
}

/// A curve through points in values, cut off at the border.
pub(super) fn curve(
    canvas: &mut Canvas<'_>,
    plot: &Plot,
    points: impl Iterator<Item = (f32, f32)>,
    width: f32,
    color: Color,
) {
    plot.curve(canvas, points, &round(width), 0.0, color);
}

/// A level line with its value at the left.
pub(super) fn level(canvas: &mut Canvas<'_>, plot: &Plot, y: f32, label: impl Into<String>) {
    plot.level(canvas, y, &Stroke::HAIRLINE, FAINT);
    let left = plot.place(plot.x.0, y) - vec2(5.0, 0.0);
    canvas.write(label, SMALL, left, vec2(1.0, 0.5), TEXT);
}

/// The logarithm for plots of errors: 10⁻⁸ and below is −8.
pub(super) fn decades(value: f32) -> f32 {
    ops::log10(value.abs().max(1e-8))
}

/// The pointer that takes hold of a point.
#[derive(Default, StateHash)]
pub(super) struct Hand {
    grab: Option<GrabId>,
    held: Option<PointId>,
    last: Vec2,
}

/// How near a point must be to be taken, in pixels.
const REACH: f32 = 60.0;

impl Hand {
    /// Takes the point nearest to `place` when the button goes down, drags it, lets go. `softness` is the
    /// compliance of the grip: 0 carries the point along at once.
    pub(super) fn drag(
        &mut self,
        world: &mut World,
        input: &Input,
        place: Option<Vec2>,
        softness: f32,
    ) {
        let Some(place) = place else { return };
        if input.pointer.pressed()
            && let Some(point) = world.nearest_point(place, REACH)
        {
            self.grab = world.add_grab(Grab::new(point, place, softness)).ok();
        }
        if let Some(grab) = self.grab {
            if let Some(grab) = world.grab_mut(grab) {
                grab.target = place;
            }
            if !input.pointer.is_down() {
                world.remove_grab(grab);
                self.grab = None;
            }
        }
    }

    /// Takes, carries and lets go by the classic rules, which know no grabs: the point is put where the pointer is, and
    /// what it was moved by is its velocity.
    pub(super) fn carry(&mut self, world: &mut World, input: &Input, place: Option<Vec2>) {
        let Some(place) = place else { return };
        if input.pointer.pressed() {
            self.held = world.nearest_point(place, REACH);
            self.last = place;
        }
        if let Some(point) = self.held.filter(|_| input.pointer.is_down()) {
            world.set_position(point, self.last);
            world.push(point, place - self.last);
        } else {
            self.held = None;
        }
        self.last = place;
    }
}

/// Lines across an area, a story of 100 pixels apart down to the floor: by them a fall is seen.
pub(super) fn stories(canvas: &mut Canvas<'_>, area: Aabb, floor: f32) {
    const STORY: f32 = 100.0;
    let mut line = |y: f32, stroke: &Stroke, color: Color| {
        canvas.line(vec2(area.min.x, y), vec2(area.max.x, y), stroke, color);
    };
    let mut y = STORY;
    while y < floor {
        line(y, &Stroke::fixed(1.0), FAINT);
        y += STORY;
    }
    line(floor + 2.0, &Stroke::fixed(4.0), TEXT);
}
