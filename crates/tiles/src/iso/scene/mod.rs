//! A scene: things with pictures, drawn so that nothing is over what hides it.

mod paint;
mod reach;

use super::floor::{Floor, FloorTile};
use super::order::NearOrder;
use super::{IsoBox, IsoItem, IsoOrder, IsoPick, IsoProjection, IsoSprite};
use motile_geom::glam::DVec2;
use motile_geom::{Aabb, IVec2, Id, Marks, Vec2, Vec3};
use motile_pixels::Color;
use reach::Reach;
use std::collections::BTreeMap;

/// How a thing of an [`IsoScene`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    sprite: u32,
    tint: Color,
    /// The color of its border when nothing else of it is drawn.
    outline: Option<Color>,
    /// The house whose roof it is a part of, and whether that is open now.
    house: Option<u32>,
    open: bool,
}

/// An isometric scene: a floor that is drawn first and never sorted, and things on it that are drawn by an [`IsoOrder`] of
/// what is seen.
///
/// Things in a ring and things that share space are composed pixel by pixel, by the depth of the sides of their boxes, so
/// that they look as solids do. Pictures stand on whole pixels. A frame costs what is seen of the world, however large it is, and
/// what is around that by as much as the pictures of the scene reach over the silhouettes of their boxes at most: art of
/// thousands of pixels belongs to a large box.
///
/// ```
/// use motile_geom::{Vec3, vec2, vec3};
/// use motile_pixels::{Color, Surface};
/// use motile_tiles::iso::{IsoBox, IsoLight, IsoProjection, IsoScene, IsoSprite};
///
/// let view = IsoProjection::DIMETRIC.with_origin(vec2(50.0, 50.0));
/// let mut scene = IsoScene::new(view);
/// let size = Vec3::splat(20.0);
/// let red = IsoSprite::block(&view, size, IsoLight::DAY.shades(Color::RED), false)?;
/// let red = scene.add_sprite(red);
/// scene.add(IsoBox::standing(Vec3::ZERO, size), red);
/// scene.sort();
/// let mut picture = Surface::opaque(100, 80, Color::WHITE)?;
/// scene.draw_into(&mut picture);
/// assert_eq!(picture.get(50, 26), Some(Color::RED));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct IsoScene {
    order: IsoOrder,
    sprites: Vec<IsoSprite>,
    /// The borders of pictures, white, of those that somebody asked for.
    outlines: BTreeMap<u32, IsoSprite>,
    floor: Floor,
    /// By place of the order.
    looks: Vec<Look>,
    /// What is part of a roof.
    roofs: Vec<Id<IsoItem>>,
    reach: Reach,
    revision: u64,
}

impl IsoScene {
    /// Nothing yet, to be seen through a projection.
    pub fn new(projection: IsoProjection) -> Self {
        Self { order: IsoOrder::new(projection), ..Self::default() }
    }

    /// The things, for picking and their boxes. Their order, groups and penetrations are those of the last
    /// [`sort_all`](Self::sort_all).
    pub const fn order(&self) -> &IsoOrder {
        &self.order
    }

    /// How the world is seen.
    pub const fn projection(&self) -> &IsoProjection {
        self.order.projection()
    }

    /// Looks at the world another way. The pictures stay as they are: after a turn, give boxes that are not square others; at another
    /// zoom, give all things pictures made for it ([`IsoSprite::block`] takes the view). To enlarge a scene as it is, scale its node
    /// or the canvas.
    pub fn set_projection(&mut self, projection: IsoProjection) {
        let old = *self.projection();
        self.order.set_projection(projection);
        let is_turned = !self.order.is_fitted();
        if is_turned || old.zoom != projection.zoom {
            self.reach.view(is_turned, &self.sprites);
        }
        self.revision += 1;
    }

    /// Adds a picture that things can show; its number is how many there were before.
    pub fn add_sprite(&mut self, sprite: IsoSprite) -> u32 {
        self.sprites.push(sprite);
        let number = self.sprites.len() as u32 - 1;
        self.reach.picture(number, &self.sprites);
        number
    }

    /// Exchanges a picture, for all that show it: another light, another season. Returns whether there is one of this number.
    pub fn replace_sprite(&mut self, number: u32, sprite: IsoSprite) -> bool {
        if self.sprites.len() <= number as usize {
            return false;
        }
        if let Some(outline) = self.outlines.get_mut(&number) {
            *outline = sprite.outline();
        }
        let old = core::mem::replace(&mut self.sprites[number as usize], sprite);
        let new = &self.sprites[number as usize];
        if old.anchor != new.anchor || old.surface.bounds() != new.surface.bounds() {
            self.reach.picture(number, &self.sprites);
        }
        self.revision += 1;
        true
    }

    /// Adds a piece of floor, drawn before all things and in the order added. A number that no picture has shows nothing, and
    /// neither does a place that is none.
    pub fn add_floor(&mut self, base: Vec3, sprite: u32) {
        self.floor.push(FloorTile { base, sprite });
        self.reach.tile(base, sprite, &self.sprites);
        self.revision += 1;
    }

    /// Takes all of the floor away.
    pub fn clear_floor(&mut self) {
        self.floor.clear();
        self.reach.clear_floor();
        self.revision += 1;
    }

    /// Adds a thing that fills a box and shows a picture, whose anchor stands on the middle of the footprint.
    pub fn add(&mut self, bounds: IsoBox, sprite: u32) -> Id<IsoItem> {
        self.add_in_layer(bounds, sprite, 0)
    }

    /// Adds a thing with a layer: of flat things in one plane, those of lower layers are drawn first.
    pub fn add_in_layer(&mut self, bounds: IsoBox, sprite: u32, layer: i32) -> Id<IsoItem> {
        let id = self.order.insert(bounds, layer);
        let look = Look { sprite, tint: Color::WHITE, outline: None, house: None, open: false };
        if self.looks.len() <= id.slot() {
            self.looks.resize(id.slot() + 1, look);
        }
        self.looks[id.slot()] = look;
        self.roofs.retain(|roof| roof.slot() != id.slot());
        self.measure_thing(id);
        self.revision += 1;
        id
    }

    /// Moves or resizes a thing; see [`IsoOrder::set`].
    pub fn set(&mut self, id: Id<IsoItem>, bounds: IsoBox) -> bool {
        self.revision += 1;
        let is_taken = self.order.set(id, bounds);
        if is_taken {
            self.measure_thing(id);
        }
        is_taken
    }

    fn measure_thing(&mut self, id: Id<IsoItem>) {
        if let (Some(item), Some(look)) = (self.order.get(id), self.looks.get(id.slot())) {
            let view = self.order.projection();
            self.reach.thing(&item.bounds, look.sprite, &self.sprites, view);
        }
    }

    /// Shows another picture of a thing. Returns whether it is there.
    pub fn set_sprite(&mut self, id: Id<IsoItem>, sprite: u32) -> bool {
        let is_there = self.change(id, |look| look.sprite = sprite);
        self.measure_thing(id);
        if is_there && self.looks[id.slot()].outline.is_some() {
            self.draw_outline(sprite);
        }
        is_there
    }

    /// Draws only the border of a thing's picture, in a color, or all of it again: what hides a hero can be seen and seen
    /// through. Its tint does not count meanwhile. Returns whether the thing is there.
    ///
    /// ```
    /// use motile_geom::{Vec3, vec2};
    /// use motile_pixels::{Color, Surface};
    /// use motile_tiles::iso::{IsoBox, IsoProjection, IsoScene, IsoSprite};
    ///
    /// let mut scene = IsoScene::new(IsoProjection::DIMETRIC.with_origin(vec2(30.0, 40.0)));
    /// let size = Vec3::splat(20.0);
    /// let wall = IsoSprite::block(scene.projection(), size, [Color::RED; 3], false)?;
    /// let wall = scene.add_sprite(wall);
    /// let wall = scene.add(IsoBox::standing(Vec3::ZERO, size), wall);
    /// scene.set_outline(wall, Some(Color::BLUE));
    /// scene.sort();
    /// let mut picture = Surface::opaque(60, 60, Color::WHITE)?;
    /// scene.draw_into(&mut picture);
    /// assert_eq!([picture.get(10, 30), picture.get(30, 30)], [Some(Color::BLUE), Some(Color::WHITE)]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "occlusion")]
    pub fn set_outline(&mut self, id: Id<IsoItem>, outline: Option<Color>) -> bool {
        let is_there = self.change(id, |look| look.outline = outline);
        if is_there && outline.is_some() {
            self.draw_outline(self.looks[id.slot()].sprite);
        }
        is_there
    }

    /// Makes the border of a picture, once.
    fn draw_outline(&mut self, number: u32) {
        if let Some(sprite) = self.sprites.get(number as usize) {
            self.outlines.entry(number).or_insert_with(|| sprite.outline());
        }
    }

    /// Tints a thing: white shows it as it is, white with less alpha lets what is behind it shine through. Returns whether it is
    /// there.
    #[doc(alias = "fade")]
    pub fn set_tint(&mut self, id: Id<IsoItem>, tint: Color) -> bool {
        self.change(id, |look| look.tint = tint)
    }

    /// Makes a thing part of the roof of a house, or of none. Houses are numbers of the user's own. Returns whether it is there.
    pub fn set_roof(&mut self, id: Id<IsoItem>, house: Option<u32>) -> bool {
        let is_there = self.change(id, |look| (look.house, look.open) = (house, false));
        self.roofs.retain(|&roof| roof != id);
        if is_there && house.is_some() {
            self.roofs.push(id);
        }
        is_there
    }

    /// Opens the roofs of all houses that one of these things is in, and closes the others: a house is open as a whole when someone
    /// stands below a part of its roof. Open roofs are neither drawn nor picked. Returns how many parts are open.
    ///
    /// ```
    /// use motile_geom::{Vec3, vec3};
    /// use motile_tiles::iso::{IsoBox, IsoProjection, IsoScene};
    ///
    /// let mut scene = IsoScene::new(IsoProjection::DIMETRIC);
    /// let hero = scene.add(IsoBox::standing(Vec3::ZERO, vec3(8.0, 20.0, 8.0)), 0);
    /// for x in [0.0, 40.0] {
    ///     let part = scene.add(IsoBox::standing(vec3(x, -30.0, 0.0), vec3(40.0, 4.0, 40.0)), 1);
    ///     scene.set_roof(part, Some(7));
    /// }
    /// assert_eq!(scene.open_roofs(&[hero]), 2, "the whole roof");
    /// scene.set(hero, IsoBox::standing(vec3(-90.0, 0.0, 0.0), vec3(8.0, 20.0, 8.0)));
    /// assert_eq!(scene.open_roofs(&[hero]), 0, "the hero is outside");
    /// ```
    #[doc(alias = "roof hiding")]
    pub fn open_roofs(&mut self, inside: &[Id<IsoItem>]) -> u32 {
        let order = &self.order;
        self.roofs.retain(|&roof| order.get(roof).is_some());
        let is_below = |roof: &IsoBox| {
            let mut things = inside.iter().filter_map(|&id| order.get(id));
            things.any(|thing| {
                let thing = &thing.bounds;
                roof.bottom() <= thing.top() && roof.footprint().overlaps(thing.footprint())
            })
        };
        let over = self
            .roofs
            .iter()
            .filter(|&&roof| order.get(roof).is_some_and(|it| is_below(&it.bounds)));
        let houses: Vec<u32> = over.filter_map(|roof| self.looks[roof.slot()].house).collect();
        let mut count = 0;
        for roof in &self.roofs {
            let look = &mut self.looks[roof.slot()];
            let open = look.house.is_some_and(|house| houses.contains(&house));
            self.revision += u64::from(open != look.open);
            look.open = open;
            count += u32::from(open);
        }
        count
    }

    fn is_open(&self, id: Id<IsoItem>) -> bool {
        self.looks.get(id.slot()).is_some_and(|look| look.open)
    }

    fn change(&mut self, id: Id<IsoItem>, change: impl FnOnce(&mut Look)) -> bool {
        let is_there = self.order.get(id).is_some();
        if is_there && let Some(look) = self.looks.get_mut(id.slot()) {
            change(look);
            self.revision += 1;
        }
        is_there
    }

    /// Takes a thing out. Returns whether it was there.
    pub fn remove(&mut self, id: Id<IsoItem>) -> bool {
        self.revision += 1;
        self.reach.left();
        self.order.remove(id)
    }

    /// Puts everything that changed where it is now; call it after the changes of a tick. It costs what moved: things are ordered
    /// when they are drawn, and only those that are seen.
    pub fn sort(&mut self) {
        self.measure();
        self.floor.arrange();
        self.order.place();
    }

    /// Orders all things of the world, seen or not, and gives their order: for rings and for things that share space anywhere.
    /// Drawing does not need it.
    pub fn sort_all(&mut self) -> &IsoOrder {
        self.measure_all();
        self.floor.arrange();
        self.order.sort();
        &self.order
    }

    /// What is seen at a place of the screen, by the pixels of the pictures: where a picture is clear, what is behind it.
    #[doc(alias = "pixel mask")]
    pub fn pick(&self, screen: Vec2) -> Option<IsoPick> {
        let pixel = whole_pixel(screen);
        self.order.pick_where(screen, |pick| {
            if self.is_open(pick.id) {
                return false;
            }
            let Some((sprite, corner, _)) = self.picture(pick.id) else { return true };
            let place = pixel.saturating_sub(corner);
            sprite.surface.get(place.x, place.y).is_some_and(|color| color.a > 0)
        })
    }

    /// Everything whose middle is seen inside a part of the screen, back to front, as of the last [`sort`](Self::sort): what a box
    /// drawn with the pointer selects. Open roofs are left out.
    ///
    /// ```
    /// use motile_geom::{Aabb, Vec2, Vec3, vec3};
    /// use motile_tiles::iso::{IsoBox, IsoProjection, IsoScene};
    ///
    /// let mut scene = IsoScene::new(IsoProjection::DIMETRIC);
    /// let block = |x: f32| IsoBox::standing(vec3(x, 0.0, 0.0), Vec3::splat(20.0));
    /// let (near, far) = (scene.add(block(0.0), 0), scene.add(block(500.0), 0));
    /// scene.sort();
    /// let mut selected = Vec::new();
    /// scene.seen_in(Aabb::from_center(Vec2::ZERO, Vec2::splat(100.0)), &mut selected);
    /// assert_eq!(selected, [near]);
    /// ```
    #[doc(alias = "box select")]
    #[doc(alias = "marquee")]
    pub fn seen_in(&self, area: Aabb, out: &mut Vec<Id<IsoItem>>) {
        out.clear();
        let mut near = NearOrder::default();
        self.order.order_near(area, &mut near);
        let is_inside = |id: Id<IsoItem>| {
            let middle = |item: &IsoItem| self.projection().to_screen(item.bounds.center());
            self.order.get(id).is_some_and(|item| area.contains(middle(item)))
        };
        out.extend(near.groups().flatten().filter(|&&id| !self.is_open(id) && is_inside(id)));
    }

    /// The things in front of one that cover part of its box on the screen, by their ids: those to fade so that a hero is
    /// seen.
    #[doc(alias = "occlusion")]
    pub fn hiding(&self, id: Id<IsoItem>, out: &mut Vec<Id<IsoItem>>) {
        out.clear();
        self.order.in_front_of(id, |other| out.push(other));
        out.sort_unstable();
    }

    /// Marks the boxes, their order and the groups that no order fits.
    pub fn mark(&self, marks: &mut Marks) {
        if self.order.is_sorted() {
            self.order.mark(marks);
        } else {
            // Rare: who looks at marks looks at a world that is small enough to be sorted for it.
            let mut order = self.order.clone();
            order.sort();
            order.mark(marks);
        }
    }

    /// A number that changes whenever the picture may have: for those who keep what they drew.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The picture of a thing, where its corner is and how it is tinted.
    fn picture(&self, id: Id<IsoItem>) -> Option<(&IsoSprite, IVec2, Color)> {
        let item = self.order.get(id)?;
        let look = self.looks.get(id.slot()).filter(|look| !look.open)?;
        let (sprite, tint) = match look.outline {
            Some(color) => (self.outlines.get(&look.sprite)?, color),
            None => (self.sprites.get(look.sprite as usize)?, look.tint),
        };
        let (corner, _) = self.corner(sprite, item.bounds.base());
        Some((sprite, corner, tint))
    }

    /// Where a picture goes, and by how much it is off for standing on whole pixels.
    fn corner(&self, sprite: &IsoSprite, base: Vec3) -> (IVec2, DVec2) {
        let exact = self.projection().to_screen(base);
        // Half up: neighbors of a lattice then stand evenly.
        let whole = (exact + 0.5).floor();
        (whole_pixel(whole).saturating_sub(sprite.anchor), (exact - whole).as_dvec2())
    }
}

/// The pixel at a place. Places so far out that pictures there would leave the numbers are brought nearer: nobody sees them.
fn whole_pixel(place: Vec2) -> IVec2 {
    place.floor().clamp(Vec2::splat(-1e9), Vec2::splat(1e9)).as_ivec2()
}
