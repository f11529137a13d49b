//! The scenes of the made-up camera: a room, balls, hands, a person.

use super::CameraScene;
use core::f32::consts::TAU;
use motile_geom::{Rng, Vec2, ops, vec2};
use motile_pixels::{Color, IRect, Surface};

const SKIN: Color = Color::rgb(200, 138, 108);
const SHIRT: Color = Color::rgb(58, 84, 120);
const SLEEVE: Color = Color::rgb(72, 100, 138);
const HAIR: Color = Color::rgb(52, 38, 30);

/// A wall with a window, a shelf and a texture.
pub(crate) fn draw_room(room: &mut Surface, seed: u64) {
    let (width, height) = (room.width(), room.height());
    room.fill(Color::rgb(194, 192, 182));
    let mut rng = Rng::with_stream(seed, u64::MAX);
    let size = vec2(width as f32, height as f32);
    let area = |x: f32, y: f32, w: f32, h: f32| {
        let (corner, side) = (vec2(x, y) * size, vec2(w, h) * size);
        IRect::new(corner.x as i32, corner.y as i32, side.x as u32, side.y as u32)
    };
    // A window with its frame, a shelf with books, a line where the floor begins.
    room.fill_rect(area(0.66, 0.08, 0.26, 0.4), Color::rgb(120, 116, 108));
    room.fill_rect(area(0.68, 0.1, 0.22, 0.36), Color::rgb(214, 228, 238));
    room.fill_rect(area(0.785, 0.1, 0.01, 0.36), Color::rgb(120, 116, 108));
    room.fill_rect(area(0.06, 0.42, 0.26, 0.02), Color::rgb(112, 92, 74));
    for book in 0..9 {
        let tall = rng.range(0.1..0.17);
        let gray = rng.int(70..140) as u8;
        let color = Color::rgb(gray, gray.saturating_sub(8), gray.saturating_sub(14));
        room.fill_rect(area(0.07 + book as f32 * 0.026, 0.42 - tall, 0.02, tall), color);
    }
    room.fill_rect(area(0.0, 0.86, 1.0, 0.14), Color::rgb(136, 122, 108));
    grain(room, &mut rng);
}

/// A texture that stays: what flow holds on to.
fn grain(room: &mut Surface, rng: &mut Rng) {
    for word in room.words_mut() {
        let by = rng.int(-5..6);
        let [r, g, b, a] = word.to_le_bytes();
        let move_by = |channel: u8| (i32::from(channel) + by).clamp(0, 255) as u8;
        *word = u32::from_le_bytes([move_by(r), move_by(g), move_by(b), a]);
    }
}

/// Draws who is in the room at a time, and says where the targets are.
pub(crate) fn draw(
    scene: CameraScene,
    time: f32,
    held: Option<Vec2>,
    picture: &mut Surface,
    targets: &mut Vec<Vec2>,
) {
    targets.clear();
    let held = held.filter(|at| at.is_finite()).map(|at| at.clamp(Vec2::ZERO, Vec2::ONE));
    let mut view = View::new(picture);
    match scene {
        CameraScene::Ball => {
            targets.push(ball(&mut view, held.unwrap_or(swing(time)), CameraScene::ORANGE));
        }
        CameraScene::TwoBalls => {
            targets.push(ball(&mut view, held.unwrap_or(swing(time)), CameraScene::ORANGE));
            let other = vec2(1.0, 1.0) - swing(time * 0.8 + 1.0);
            targets.push(ball(&mut view, other, CameraScene::BLUE));
        }
        CameraScene::Hand => targets.push(hand(&mut view, held.unwrap_or(wave(time)))),
        CameraScene::Person => person(&mut view, time, held, targets),
        CameraScene::Drummer => {
            let [left, right] = beats(time);
            targets.push(stick(&mut view, held.unwrap_or(left), vec2(0.3, 1.1)));
            targets.push(stick(&mut view, right, vec2(0.7, 1.1)));
        }
        CameraScene::Empty => {}
    }
}

/// The way of the ball.
fn swing(time: f32) -> Vec2 {
    vec2(0.5 + 0.36 * ops::sin(time * 1.3), 0.48 + 0.28 * ops::sin(time * 2.1 + 0.6))
}

/// The way of the palm.
fn wave(time: f32) -> Vec2 {
    vec2(0.5 + 0.33 * ops::sin(time * 2.4), 0.42 + 0.06 * ops::sin(time * 4.8))
}

/// Beats a second of each hand.
const BEATS: f32 = 1.25;

/// The two hands of the drummer: down fast, up slowly, on two places each in turn.
fn beats(time: f32) -> [Vec2; 2] {
    let one = |offset: f32, places: [f32; 2]| {
        let beat = time * BEATS + offset;
        let (count, part) = (beat as u32, beat - beat as u32 as f32);
        let x = places[count as usize % 2];
        let next = places[(count as usize + 1) % 2];
        let down = if part < 0.2 { part / 0.2 } else { 1.0 - (part - 0.2) / 0.8 };
        let across = if part < 0.3 { x } else { x + (next - x) * (part - 0.3) / 0.7 };
        vec2(across, 0.4 + 0.35 * down)
    };
    [one(0.0, [0.14, 0.38]), one(0.5, [0.62, 0.86])]
}

fn ball(view: &mut View<'_>, at: Vec2, color: Color) -> Vec2 {
    view.disc(at, 0.115, color.lerp(Color::BLACK, 0.25));
    view.disc(at - vec2(0.008, 0.012), 0.1, color);
    at
}

fn hand(view: &mut View<'_>, palm: Vec2) -> Vec2 {
    let elbow = vec2(0.5 + (palm.x - 0.5) * 0.3, 1.1);
    view.limb(elbow, palm.lerp(elbow, 0.35), 0.075, SLEEVE);
    view.limb(palm.lerp(elbow, 0.4), palm, 0.05, SKIN);
    view.disc(palm, 0.085, SKIN);
    let lean = (palm.x - 0.5) * 0.8;
    for finger in 0..5 {
        let angle = -TAU / 4.0 + lean + (finger as f32 - 2.0) * 0.33;
        let (sin, cos) = ops::sin_cos(angle);
        // Across, a step is as long as down.
        let tip = palm + vec2(cos * view.aspect(), sin) * 0.17;
        view.limb(palm, tip, 0.02, SKIN);
    }
    palm
}

fn stick(view: &mut View<'_>, at: Vec2, elbow: Vec2) -> Vec2 {
    view.limb(elbow, at, 0.05, SLEEVE);
    view.disc(at, 0.075, SKIN);
    at
}

fn person(view: &mut View<'_>, time: f32, held: Option<Vec2>, targets: &mut Vec<Vec2>) {
    let x = 0.5 + 0.12 * ops::sin(time * 0.7);
    let head = vec2(x, 0.4);
    // Arms go up together every few seconds and stay for a while.
    let raise = (ops::sin(time * 1.1 - 1.2) * 1.6).clamp(-1.0, 1.0) * 0.5 + 0.5;
    let aspect = view.aspect();
    let arm = |side: f32| {
        let shoulder = vec2(x + side * 0.2 * aspect, 0.66);
        let elbow = vec2(x + side * 0.36 * aspect, 0.8 - 0.22 * raise);
        let palm = vec2(x + side * (0.4 + 0.03 * raise) * aspect, 0.95 - 0.6 * raise);
        (shoulder, elbow, palm)
    };
    view.limb(vec2(x, 0.8), vec2(x, 1.2), 0.2, SHIRT);
    view.limb(vec2(x - 0.14 * aspect, 0.68), vec2(x + 0.14 * aspect, 0.68), 0.07, SHIRT);
    view.limb(head, vec2(x, 0.64), 0.05, SKIN);
    targets.push(head);
    for (index, side) in [-1.0, 1.0].into_iter().enumerate() {
        let (shoulder, elbow, palm) = arm(side);
        let palm = held.filter(|_| index == 0).unwrap_or(palm).clamp(Vec2::ZERO, Vec2::ONE);
        view.limb(shoulder, elbow, 0.06, SLEEVE);
        view.limb(elbow, palm, 0.045, SLEEVE);
        view.disc(palm, 0.055, SKIN);
        targets.push(palm);
    }
    view.disc(head - vec2(0.0, 0.02), 0.125, HAIR);
    view.disc(head + vec2(0.0, 0.015), 0.105, SKIN);
}

/// A picture whose places are 0…1 across and down, and whose lengths are shares of its height.
struct View<'a> {
    picture: &'a mut Surface,
    size: Vec2,
}

impl<'a> View<'a> {
    fn new(picture: &'a mut Surface) -> Self {
        let size = vec2(picture.width() as f32, picture.height() as f32);
        Self { picture, size }
    }

    /// What a length down is as a length across.
    fn aspect(&self) -> f32 {
        self.size.y / self.size.x
    }

    fn disc(&mut self, at: Vec2, radius: f32, color: Color) {
        self.limb(at, at, radius, color);
    }

    /// All pixels within a distance of a line.
    fn limb(&mut self, from: Vec2, to: Vec2, radius: f32, color: Color) {
        let (a, b, radius) = (from * self.size, to * self.size, radius * self.size.y);
        let (low, high) = (a.min(b) - radius, a.max(b) + radius);
        let along = b - a;
        let length = along.length_squared().max(1e-6);
        let rows = (low.y.max(0.0) as i32)..(high.y.min(self.size.y - 1.0) as i32 + 1).max(0);
        for y in rows {
            let columns =
                (low.x.max(0.0) as i32)..(high.x.min(self.size.x - 1.0) as i32 + 1).max(0);
            for x in columns {
                let point = vec2(x as f32 + 0.5, y as f32 + 0.5);
                let part = ((point - a).dot(along) / length).clamp(0.0, 1.0);
                if point.distance_squared(a + along * part) <= radius * radius {
                    self.picture.set(x, y, color);
                }
            }
        }
    }
}
