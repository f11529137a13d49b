//! The way of a tick: boxes that meet, by layer; of these the pixels that meet; then what comes of it.
//!
//! `cargo run -p motile-collide --example ship_and_rocks`

#![expect(clippy::print_stdout, reason = "it tells what it finds")]

use motile_collide::{CollideError, CollisionFilter, Mask, ProxyId, Space, reflect};
use motile_geom::{Aabb, Circle, IRect, Vec2, ivec2, vec2};

/// Layers, a bit each: the ship meets rocks and coins, rocks do not meet each other.
const SHIP: u32 = 1;
const ROCK: u32 = 2;
const COIN: u32 = 4;

/// Something drawn: its visible pixels, and where the middle of the picture is.
struct Thing {
    name: &'static str,
    body: ProxyId,
    mask: Mask,
    place: Vec2,
    velocity: Vec2,
}

impl Thing {
    /// A disc of pixels. A game takes `Mask::from_surface`, or `Mask::from_alpha` with the alpha of its picture.
    fn new(
        space: &mut Space,
        name: &'static str,
        filter: CollisionFilter,
        disc: Circle,
    ) -> Result<Self, CollideError> {
        let side = (2.0 * disc.radius) as u32;
        let solid = |x: u32, y: u32| {
            (vec2(x as f32, y as f32) + 0.5).distance(Vec2::splat(disc.radius)) < disc.radius
        };
        let mask = Mask::from_fn(side, side, solid)?;
        let body = space.insert(disc.aabb(), filter);
        Ok(Self { name, body, mask, place: disc.center, velocity: Vec2::ZERO })
    }

    /// The picture's place in pixels.
    fn rect(&self) -> IRect {
        let half = vec2(self.mask.width() as f32, self.mask.height() as f32) * 0.5;
        self.mask.rect(Mask::pixel_of(self.place - half))
    }
}

fn main() -> Result<(), CollideError> {
    let mut space = Space::default();
    let mut thing = |name, layer, meets, x, y, radius| {
        Thing::new(
            &mut space,
            name,
            CollisionFilter::new(layer, meets),
            Circle::new(vec2(x, y), radius),
        )
    };
    let mut things = [
        thing("ship", SHIP, ROCK | COIN, 20.0, 50.0, 10.0)?,
        thing("coin", COIN, SHIP, 100.0, 66.0, 10.0)?,
        thing("rock", ROCK, SHIP, 180.0, 58.0, 30.0)?,
        thing("moon", ROCK, SHIP, 205.0, 50.0, 40.0)?,
    ];
    things[0].velocity = vec2(120.0, 0.0);

    for tick in 0..120 {
        for thing in &mut things {
            thing.place += thing.velocity / 60.0;
            let IRect { x, y, width, height } = thing.rect();
            let (corner, size) = (vec2(x as f32, y as f32), vec2(width as f32, height as f32));
            space.set(thing.body, Aabb::from_size(corner, size));
        }
        space.step();
        for pair in space.entered() {
            println!("tick {tick}: the boxes of {} and {} meet", pair.a.index(), pair.b.index());
        }
        for pair in space.exited() {
            println!("tick {tick}: the boxes of {} and {} part", pair.a.index(), pair.b.index());
        }
        let mut gone = None;
        for pair in space.pairs() {
            let (a, b) = (pair.a.slot(), pair.b.slot());
            let (first, second) = (&things[a], &things[b]);
            let at = [first, second].map(|thing| ivec2(thing.rect().x, thing.rect().y));
            let Some(contact) = first.mask.contact(at[0], &second.mask, at[1]) else { continue };
            println!("tick {tick}: {} hits {} at {}", first.name, second.name, contact.centroid);
            if second.name == "coin" {
                gone = Some(second.body);
            } else {
                things[a].velocity = reflect(things[a].velocity, contact.normal, 1.0);
            }
        }
        gone.map(|coin| space.remove(coin));
    }
    assert!(things[0].velocity.x < 0.0 && space.len() == 3, "it took the coin and bounced");
    Ok(())
}
