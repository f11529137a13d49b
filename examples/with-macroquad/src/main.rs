//! 2,000 drifting balls and two stars in macroquad, with motile finding what touches.
//!
//! `cargo run --release` in this folder. Balls that overlap are red; the star under the pointer turns, and
//! glows where its visible pixels, not its box, meet the other star or a ball.
//!
//! macroquad has its own, older glam. Vectors pass over as arrays: `Vec2::from(position.to_array())`.

mod convert;

use convert::{mask_of, ours, theirs};
use macroquad::prelude::*;
use motile_collide::{Mask, MaskPose, UniformGrid};
use motile_geom::{Affine2, Affine2Ext, Circle, arrow_strokes, bounce};

/// A ball as a macroquad program would have it.
struct Ball {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
}

/// The side of the star's picture in pixels.
const SIDE: u16 = 160;

#[macroquad::main("motile with macroquad")]
async fn main() {
    let mut balls: Vec<Ball> = (0..2000).map(|_| random_ball()).collect();
    let picture = star_picture();
    let texture = Texture2D::from_image(&picture);
    let star = mask_of(&picture, 128);
    let mut grid = UniformGrid::default();
    let mut touching = vec![false; balls.len()];

    loop {
        let step = get_frame_time().min(0.05);
        let size = vec2(screen_width(), screen_height());
        for ball in &mut balls {
            let (mut position, mut velocity) = (ours(ball.position), ours(ball.velocity));
            position += velocity * step;
            bounce(&mut position, &mut velocity, ours(size), ball.radius);
            (ball.position, ball.velocity) = (theirs(position), theirs(velocity));
        }

        // The broad phase reads the balls where they are; no list is copied.
        let circle = |i: u32| {
            let ball = &balls[i as usize];
            Circle::new(ours(ball.position), ball.radius)
        };
        grid.rebuild_circles_with(balls.len() as u32, circle);
        touching.fill(false);
        grid.for_each_pair(|pair| {
            touching[pair.a as usize] = true;
            touching[pair.b as usize] = true;
        });

        let pointer = Vec2::from(mouse_position());
        let angle = get_time() as f32;
        let fixed = pose(&star, size / 2.0, 0.0);
        let moving = pose(&star, pointer, angle);
        let hit = moving.hits(&fixed);

        clear_background(Color::from_hex(0x10_16_22));
        for (ball, &touching) in balls.iter().zip(&touching) {
            let color = if touching { RED } else { SKYBLUE };
            draw_circle(ball.position.x, ball.position.y, ball.radius, color);
        }
        draw_star(&texture, size / 2.0, 0.0, if hit { ORANGE } else { WHITE });
        draw_star(&texture, pointer, angle, if hit { ORANGE } else { WHITE });
        draw_contact(&moving, &fixed);
        draw_balls_under(&grid, &balls, &moving, pointer);
        draw_text(&format!("{} fps", get_fps()), 12.0, 24.0, 24.0, WHITE);
        next_frame().await;
    }
}

fn random_ball() -> Ball {
    use macroquad::rand::gen_range;
    Ball {
        position: vec2(gen_range(0.0, screen_width()), gen_range(0.0, screen_height())),
        velocity: vec2(gen_range(-60.0, 60.0), gen_range(-60.0, 60.0)),
        radius: gen_range(2.0, 5.0),
    }
}

/// A white star on nothing. A game would load a picture here.
fn star_picture() -> Image {
    let mut image = Image::gen_image_color(SIDE, SIDE, BLANK);
    let middle = SIDE as f32 / 2.0;
    for y in 0..SIDE as u32 {
        for x in 0..SIDE as u32 {
            let offset = vec2(x as f32 + 0.5 - middle, y as f32 + 0.5 - middle);
            let spike = 0.5 + 0.5 * (offset.y.atan2(offset.x) * 5.0).cos();
            if offset.length() < middle * (0.4 + 0.6 * spike * spike) {
                image.set_pixel(x, y, WHITE);
            }
        }
    }
    image
}

/// The star's mask turned about its middle and placed, as the sprite is drawn.
fn pose(star: &Mask, center: Vec2, angle: f32) -> MaskPose<'_> {
    let middle = Affine2::from_translation(motile_geom::Vec2::splat(SIDE as f32 / -2.0));
    let place = Affine2::from_translation(ours(center)) * Affine2::rotation(angle) * middle;
    MaskPose::new(star, &place).expect("a turn and a shift can be undone")
}

fn draw_star(texture: &Texture2D, center: Vec2, rotation: f32, color: Color) {
    let corner = center - SIDE as f32 / 2.0;
    let params = DrawTextureParams { rotation, ..Default::default() };
    draw_texture_ex(texture, corner.x, corner.y, color, params);
}

/// The way out of the overlap, as an arrow.
fn draw_contact(first: &MaskPose<'_>, second: &MaskPose<'_>) {
    let (Ok(a), Ok(b)) = (first.to_mask(), second.to_mask()) else { return };
    if let Some(contact) = a.mask.contact(a.at, &b.mask, b.at) {
        for line in arrow_strokes(contact.centroid, contact.normal * (contact.depth as f32 + 20.0)) {
            draw_line(line.a.x, line.a.y, line.b.x, line.b.y, 3.0, LIME);
        }
    }
}

/// Rings around the balls whose centers lie on visible pixels of the star: the grid names the few
/// that are near, the mask decides.
fn draw_balls_under(grid: &UniformGrid, balls: &[Ball], star: &MaskPose<'_>, center: Vec2) {
    grid.for_each_within(ours(center), SIDE as f32 * 0.75, |near| {
        let Ball { position, radius, .. } = balls[near.index as usize];
        let pixel = Mask::pixel_of(ours(position) - 0.5);
        if star.get(pixel.x, pixel.y) {
            draw_circle_lines(position.x, position.y, radius + 3.0, 2.0, YELLOW);
        }
    });
}
