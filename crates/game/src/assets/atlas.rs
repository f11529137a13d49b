//! Many small pictures in a few large ones.

use motile_geom::{IRect, IVec2, ivec2};
use motile_pixels::{Blit, Surface, SurfaceError};

/// Pictures packed into pages.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedAtlas {
    /// The large pictures.
    pub pages: Vec<Surface>,
    /// For each of the small ones, in the order they were given, the page it is on and its place there.
    pub places: Vec<(u32, IRect)>,
}

/// Packs pictures into square pages of a size, with the border pixels of each repeated around it: a picture that is drawn
/// scaled or turned takes in nothing of its neighbors. One that is larger than a page gets a page of its own.
///
/// ```
/// use motile_game::assets::pack_atlas;
/// use motile_pixels::{Color, Surface};
/// let coins = [Surface::opaque(16, 16, Color::ORANGE)?, Surface::opaque(8, 24, Color::BLUE)?];
/// let atlas = pack_atlas(&coins, 64)?;
/// assert_eq!(atlas.pages.len(), 1);
/// let (page, place) = atlas.places[1];
/// assert_eq!(atlas.pages[page as usize].get(place.x, place.y), Some(Color::BLUE));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
///
/// # Errors
/// When a page cannot be made, as of 0 pixels.
#[doc(alias = "texture packer")]
pub fn pack_atlas(pictures: &[Surface], page_size: u32) -> Result<PackedAtlas, SurfaceError> {
    /// Repeated pixels around each picture.
    const BORDER: u32 = 1;
    let mut order: Vec<usize> = (0..pictures.len()).collect();
    // Tall ones first: shelves of like heights waste little. Ties keep their order, so that results are the same everywhere.
    order.sort_by_key(|&at| core::cmp::Reverse((pictures[at].height(), pictures[at].width())));
    let mut atlas =
        PackedAtlas { pages: Vec::new(), places: vec![(0, IRect::default()); pictures.len()] };
    let mut shelves: Vec<Shelf> = Vec::new();
    for at in order {
        let picture = &pictures[at];
        let (width, height) = (picture.width() + 2 * BORDER, picture.height() + 2 * BORDER);
        let fits = |shelf: &&mut Shelf| shelf.height >= height && shelf.size - shelf.used >= width;
        let (page, corner) = if let Some(shelf) = shelves.iter_mut().find(fits) {
            (shelf.page, shelf.take(width))
        } else {
            let shelf = new_shelf(&mut atlas, &mut shelves, page_size, (width, height))?;
            (shelf.page, shelf.take(width))
        };
        let place = IRect {
            x: corner.x + 1,
            y: corner.y + 1,
            width: picture.width(),
            height: picture.height(),
        };
        put(&mut atlas.pages[page as usize], picture, ivec2(place.x, place.y));
        atlas.places[at] = (page, place);
    }
    Ok(atlas)
}

/// A row of pictures on a page.
struct Shelf {
    page: u32,
    y: u32,
    height: u32,
    used: u32,
    size: u32,
}

impl Shelf {
    const fn take(&mut self, width: u32) -> IVec2 {
        let x = self.used;
        self.used += width;
        ivec2(x as i32, self.y as i32)
    }
}

/// A shelf below the last of the page, or on a new page.
fn new_shelf<'a>(
    atlas: &mut PackedAtlas,
    shelves: &'a mut Vec<Shelf>,
    page_size: u32,
    (width, height): (u32, u32),
) -> Result<&'a mut Shelf, SurfaceError> {
    let below = shelves.last().map_or(0, |last| last.y + last.height);
    let room = atlas.pages.last().map_or((0, 0), |page| (page.width(), page.height()));
    let y = if room.0 >= width && room.1.saturating_sub(below) >= height {
        below
    } else {
        atlas.pages.push(Surface::new(page_size.max(width), page_size.max(height))?);
        0
    };
    let page = atlas.pages.len() as u32 - 1;
    let size = atlas.pages.last().map_or(0, Surface::width);
    shelves.push(Shelf { page, y, height, used: 0, size });
    let last = shelves.len() - 1;
    Ok(&mut shelves[last])
}

/// Draws a picture with its border pixels repeated once around it.
fn put(page: &mut Surface, picture: &Surface, place: IVec2) {
    let (width, height) = (picture.width(), picture.height());
    // Shifted copies below, the picture on top: what is left of the copies are the borders.
    let parts = |length: u32| [(0, -1, 1), (0, 0, length), (length as i32 - 1, length as i32, 1)];
    for (from_y, to_y, high) in parts(height) {
        for (from_x, to_x, wide) in parts(width) {
            let part = IRect { x: from_x, y: from_y, width: wide, height: high };
            page.blit_with(picture, place.x + to_x, place.y + to_y, &Blit::part(part));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;
    use motile_pixels::Color;

    #[test]
    fn pictures_do_not_meet_and_their_borders_are_theirs() {
        let mut rng = Rng::new(4);
        let pictures: Vec<Surface> = (0..120)
            .map(|at| {
                let (width, height) = (1 + rng.below(40), 1 + rng.below(40));
                Surface::opaque(width, height, Color::rgb(at as u8 + 1, 9, 9)).unwrap()
            })
            .collect();
        let atlas = pack_atlas(&pictures, 128).unwrap();
        let area: u32 = pictures.iter().map(|it| it.width() * it.height()).sum();
        assert!(
            atlas.pages.len() as u32 <= area / (128 * 128) * 2 + 1,
            "{} pages",
            atlas.pages.len()
        );
        for (at, &(page, place)) in atlas.places.iter().enumerate() {
            let color = Some(Color::rgb(at as u8 + 1, 9, 9));
            let around = place.inflate(1, 1);
            for y in around.y..around.y + around.height as i32 {
                for x in around.x..around.x + around.width as i32 {
                    assert_eq!(atlas.pages[page as usize].get(x, y), color, "{at} at {x} {y}");
                }
            }
        }
        assert_eq!(pack_atlas(&pictures, 128).unwrap(), atlas, "the same each time");
    }

    #[test]
    fn a_giant_gets_a_page_of_its_own() {
        let pictures = [
            Surface::opaque(300, 20, Color::RED).unwrap(),
            Surface::opaque(5, 5, Color::BLUE).unwrap(),
        ];
        let atlas = pack_atlas(&pictures, 64).unwrap();
        assert!(atlas.pages.iter().any(|page| page.width() >= 302));
        assert!(pack_atlas(&[], 64).unwrap().pages.is_empty());
        assert!(pack_atlas(&pictures, u32::MAX).is_err());
    }
}
