//! An open stage: a content (radar), a paint (plasma), a filter (wobble) and a blend mode (overexposure) that motile does
//! not know, used like its own. A click on the radar adds an echo.
//! `cargo run --release` opens a window, `cargo run --release -- picture.png` draws without a display, and
//! `cargo xtask web --sketch examples/open-stage`, in motile's folder, makes a page.

use motile::pixels::{Margin, PaintRow, PixelBlend, PixelFilter, PixelPaint};
use motile::prelude::*;
use motile::stage::{Drawable, write_png};
use std::f32::consts::TAU;

/// Content: a sweep that lights up what it passes.
#[derive(Clone, Debug)]
struct Radar {
    angle: f32,
    echoes: Vec<Vec2>,
}

const RADIUS: f32 = 150.0;
const GREEN: Color = Color::rgb(90, 230, 130);

impl Drawable for Radar {
    fn bounds(&self) -> Aabb {
        Aabb::new(Vec2::splat(-RADIUS - 1.0), Vec2::splat(RADIUS + 1.0))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        canvas.fill(&Path::circle(Vec2::ZERO, RADIUS), GREEN.with_alpha(30));
        for radius in [RADIUS / 3.0, RADIUS / 1.5, RADIUS] {
            let ring = Path::circle(Vec2::ZERO, radius);
            canvas.stroke(&ring, &Stroke::new(1.5), GREEN.with_alpha(120));
        }
        for slice in 1..=16 {
            let pie = Path::pie(Vec2::ZERO, RADIUS, self.angle - 0.05 * f32::from(slice), 0.05);
            canvas.fill(&pie, GREEN.with_alpha(8 * (17 - slice)));
        }
        for &echo in &self.echoes {
            let age = ((self.angle - ops::atan2(echo.y, echo.x)) / TAU).rem_euclid(1.0);
            canvas.fill(&Path::circle(echo, 5.0), GREEN.with_alpha((255.0 * (1.0 - age)) as u8));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.angle);
        hash.write(&self.echoes);
    }

    fn hit(&self, point: Vec2) -> bool {
        point.length() <= RADIUS
    }
}

/// Paint: waves of color that drift through each other; it holds their time.
#[derive(Clone, Debug)]
struct Plasma(f32);

impl PixelPaint for Plasma {
    fn row(&self, row: PaintRow, out: &mut [u32]) {
        let wave = |turns: f32| {
            let part = (2.0 * (turns - turns.floor()) - 1.0).abs();
            part * part * (3.0 - 2.0 * part)
        };
        for (i, pixel) in out.iter_mut().enumerate() {
            let Vec2 { x, y } = row.position(i);
            let red = wave(x / 310.0 + self.0) + wave((x + y) / 420.0);
            let blue = wave(y / 260.0 - self.0) + wave((x - y) / 370.0);
            *pixel = Color::rgb((50.0 * red) as u8, 20, (30.0 + 60.0 * blue) as u8).to_word();
        }
    }
}

/// Filter: every row a little to the side, by the phase it holds.
#[derive(Clone, Debug)]
struct Wobble(f32);

impl PixelFilter for Wobble {
    fn margin(&self) -> Margin {
        Margin { left: 4, right: 4, ..Margin::default() }
    }

    fn row(&self, picture: &Surface, from: IVec2, out: &mut [u32]) {
        let shift = 3.0 * ops::sin(from.y as f32 / 15.0 + self.0);
        for (i, pixel) in out.iter_mut().enumerate() {
            let point = from.as_vec2() + vec2(i as f32 + 0.5 - shift, 0.5);
            *pixel = picture.sample(point, Sampling::Bilinear);
        }
    }
}

/// Blend mode: light adds up, and half of what a channel cannot hold spills into the others.
#[derive(Clone, Debug)]
struct Overexposure;

impl PixelBlend for Overexposure {
    fn row(&self, backdrop: &mut [u32], source: &[u32], _: IVec2) {
        for (to, from) in backdrop.iter_mut().zip(source) {
            let (under, over) = (to.to_le_bytes(), from.to_le_bytes());
            let sums: [u16; 4] = std::array::from_fn(|c| u16::from(under[c]) + u16::from(over[c]));
            let spill: u16 = sums[..3].iter().map(|sum| sum.saturating_sub(255) / 2).sum();
            *to = u32::from_le_bytes(sums.map(|sum| (sum + spill).min(sums[3]).min(255) as u8));
        }
    }
}

struct OpenStage {
    sky: NodeId,
    radar: NodeId,
}

impl Sketch for OpenStage {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let (size, center) = (stage.size(), stage.center());
        let sky = Shape::rect(size.x, size.y).fill(Paint::custom(Plasma(0.0)));
        let radar = Radar { angle: 0.0, echoes: vec![vec2(60.0, -70.0), vec2(-95.0, 20.0)] };
        let radar = radar.node().with_position(center).with_filter(Filter::custom(Wobble(0.0)));
        let radar = radar.with_blend(BlendMode::custom(Overexposure));
        Ok(Self { sky: stage.add(sky.node().with_position(center)), radar: stage.add(radar) })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let fill = stage[self.sky].shape_mut().and_then(|shape| shape.edit().fill.as_mut());
        if let Some(plasma) = fill.and_then(Paint::custom_mut::<Plasma>) {
            plasma.0 += 0.1 * tick.dt;
        }
        let click = tick.input.pointer.pressed_at();
        let click = click.filter(|&point| stage.hit(point) == Some(self.radar));
        let node = &mut stage[self.radar];
        let place = node.position;
        for wobble in node.filters.iter_mut().filter_map(Filter::custom_mut::<Wobble>) {
            wobble.0 += 2.0 * tick.dt;
        }
        if let Some(radar) = node.custom_mut::<Radar>() {
            radar.angle = (radar.angle + 1.5 * tick.dt) % TAU;
            radar.echoes.extend(click.map(|point| point - place));
        }
    }
}

fn main() -> motile::Result {
    let Some(file) = std::env::args().nth(1) else {
        return motile::run::<OpenStage>(Window::new("Open stage", 480, 360));
    };
    let mut player = Player::new::<OpenStage>(&Settings::new(480, 360))?;
    player.run_ticks(200);
    player.draw();
    write_png(file, player.surface())
}

#[cfg(test)]
mod tests;
