//! Sight as the book had it: exact and posterized colors and their box, the red channel of a difference of pictures, edges
//! that are bright above dark only, and snow that lands on them. Public in [`crate::classic`].

use super::FrameError;
use motile_geom::{Rng, Vec2, vec2};
use motile_pixels::{
    BlendMode, Blur, Color, Convolution, IRect, PaletteMap, Scratch, Surface, Threshold, classic,
};

/// The box around all pixels of exactly one color, in a picture that was blurred and posterized before.
///
/// ```
/// use motile_pixels::{Color, IRect, Surface};
/// use motile_sense::classic::PosterizedTracker;
/// let mut picture = Surface::opaque(320, 240, Color::rgb(16, 16, 16))?;
/// picture.fill_rect(IRect::new(100, 60, 40, 30), Color::rgb(200, 30, 40));
/// let mut tracker = PosterizedTracker::new(8, 0.0);
/// tracker.see(&picture)?;
/// tracker.pick(120, 70);
/// assert_eq!(tracker.bounds(), IRect::new(100, 60, 40, 30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PosterizedTracker {
    /// Values of a channel, 1…256; 256 leaves colors as they are. Default 8.
    pub levels: u32,
    /// Side of the blur before that, in pixels; 0 for none. Default 10.
    pub blur: f32,
    /// The color looked for. White at first, which no posterized picture has.
    pub target: Color,
    view: Option<Surface>,
    scratch: Scratch,
}

impl Default for PosterizedTracker {
    fn default() -> Self {
        Self {
            levels: 8,
            blur: 10.0,
            target: Color::WHITE,
            view: None,
            scratch: Scratch::default(),
        }
    }
}

impl PosterizedTracker {
    /// Looks at `levels` values of a channel after a blur of a side in pixels, 0 for none.
    pub fn new(levels: u32, blur: f32) -> Self {
        Self { levels, blur, ..Self::default() }
    }

    /// Blurs and posterizes a picture.
    ///
    /// # Errors
    /// [`FrameError::BadSize`] when the picture is too large to be blurred.
    pub fn see(&mut self, picture: &Surface) -> Result<(), FrameError> {
        let view = self.view.get_or_insert_with(|| picture.clone());
        blurred(picture, self.blur, view, &mut self.scratch)?;
        view.palette_map(&PaletteMap::posterize(self.levels));
        Ok(())
    }

    /// Takes the color under a point as the target; outside the picture that is black, as the platform had it.
    pub fn pick(&mut self, x: i32, y: i32) {
        self.target = self.view.as_ref().and_then(|view| view.get(x, y)).unwrap_or(Color::BLACK);
    }

    /// The box around the target's color, [`IRect::EMPTY`] where there is none: keep the last position then.
    pub fn bounds(&self) -> IRect {
        self.view
            .as_ref()
            .map_or(IRect::EMPTY, |view| view.color_bounds(0xFF_FFFF, self.target, true))
    }

    /// The picture as it is looked at.
    pub const fn view(&self) -> Option<&Surface> {
        self.view.as_ref()
    }
}

/// The box blur of the platform, whose side is given, or a copy.
fn blurred(
    picture: &Surface,
    side: f32,
    view: &mut Surface,
    scratch: &mut Scratch,
) -> Result<(), FrameError> {
    let blur = if side > 1.0 { classic::blur(side, side, 1) } else { Blur::new(0.0) };
    Ok(blur.apply_into(picture, view, scratch)?)
}

/// The pipeline of three bitmaps: the picture before, the new one, and their difference with nearly black made black by
/// its red channel.
#[derive(Clone, Debug)]
pub struct DifferenceTracker {
    /// Side of the blur of each picture, in pixels; 0 for none. Default 10.
    pub blur: f32,
    /// Red below which a difference is black; 0 keeps everything. Default 51.
    pub threshold: u8,
    old: Option<Surface>,
    new: Option<Surface>,
    blend: Option<Surface>,
    scratch: Scratch,
}

impl Default for DifferenceTracker {
    fn default() -> Self {
        Self {
            blur: 10.0,
            threshold: 51,
            old: None,
            new: None,
            blend: None,
            scratch: Scratch::default(),
        }
    }
}

impl DifferenceTracker {
    /// Looks at differences after a blur of a side in pixels, 0 for none, with red below `threshold` made black.
    pub fn new(blur: f32, threshold: u8) -> Self {
        Self { blur, threshold, ..Self::default() }
    }

    /// Looks at a picture: blend ← old, new ← picture, old ← new, blend ← difference with new. The bitmap before the first
    /// picture is white, so the first difference covers everything. A picture of another size begins anew.
    ///
    /// # Errors
    /// As [`PosterizedTracker::see`].
    pub fn see(&mut self, picture: &Surface) -> Result<(), FrameError> {
        let (width, height) = (picture.width(), picture.height());
        let fits = |old: &Surface| (old.width(), old.height()) == (width, height);
        let old = match self.old.take().filter(fits) {
            Some(old) => old,
            None => Surface::opaque(width, height, Color::WHITE)?,
        };
        let mut new = self.new.take().unwrap_or_else(|| picture.clone());
        blurred(picture, self.blur, &mut new, &mut self.scratch)?;
        let mut blend = old;
        blend.blend(&new, 0, 0, BlendMode::Difference);
        if self.threshold > 0 {
            let value = u32::from(self.threshold) << 16;
            blend.threshold_in_place(&Threshold { value, ..Threshold::default() });
        }
        // The bitmap of the last difference becomes the next "new": no memory is asked for.
        self.old = Some(new);
        self.new = self.blend.replace(blend);
        Ok(())
    }

    /// The difference, bright where something changed.
    pub const fn view(&self) -> Option<&Surface> {
        self.blend.as_ref()
    }

    /// The box around everything that is not black.
    pub fn bounds(&self) -> IRect {
        self.view().map_or(IRect::EMPTY, |view| view.color_bounds(0xFF_FFFF, Color::BLACK, false))
    }
}

/// How the book moves its paddle: 20 pixels to the side where the box of motion begins. A box over the whole picture
/// begins on the left.
pub const fn paddle_step(bounds: IRect, width: u32) -> f32 {
    match (bounds.is_empty(), (bounds.x as i64) * 2 < width as i64) {
        (true, _) => 0.0,
        (false, true) => -20.0,
        (false, false) => 20.0,
    }
}

/// Level edges that are bright above dark: the kernel 0, 4, −4, a blur of 4×4, and red below 34 made black.
#[derive(Clone, Debug)]
pub struct OneSidedEdges {
    /// Red below which an edge is black; 0 keeps everything. Default 34.
    pub threshold: u8,
    kernel: Convolution,
    edges: Option<Surface>,
    view: Option<Surface>,
    scratch: Scratch,
}

impl Default for OneSidedEdges {
    fn default() -> Self {
        let kernel = Convolution::new(1, 3, vec![0.0, 4.0, -4.0]);
        Self { threshold: 34, kernel, edges: None, view: None, scratch: Scratch::default() }
    }
}

impl OneSidedEdges {
    /// Looks at a picture.
    ///
    /// # Errors
    /// As [`PosterizedTracker::see`].
    pub fn see(&mut self, picture: &Surface) -> Result<(), FrameError> {
        let edges = self.edges.get_or_insert_with(|| picture.clone());
        self.kernel.apply_into(picture, edges, &mut self.scratch)?;
        let view = self.view.get_or_insert_with(|| picture.clone());
        Blur::default().apply_into(edges, view, &mut self.scratch)?;
        let value = u32::from(self.threshold) << 16;
        view.threshold_in_place(&Threshold { value, ..Threshold::default() });
        Ok(())
    }

    /// The edges, bright on black.
    pub const fn view(&self) -> Option<&Surface> {
        self.view.as_ref()
    }

    /// Whether a pixel is on an edge.
    pub fn is_edge(&self, x: i32, y: i32) -> bool {
        let color = self.view.as_ref().and_then(|view| view.get(x, y));
        color.is_some_and(|color| color.with_alpha(255) != Color::BLACK)
    }
}

/// A flake of snow in pixels of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flake {
    /// Where it is.
    pub position: Vec2,
    /// How fast it drifts sideways, in pixels a frame.
    pub drift: f32,
}

/// Snow that stays on edges and falls on when they go away: one flake a frame, one pixel a frame down. Nothing melts; of
/// more flakes than [`most`](Self::most) none is born.
#[derive(Clone, Debug, PartialEq)]
pub struct Snowfall {
    /// The flakes, oldest first.
    pub flakes: Vec<Flake>,
    /// Most flakes at a time. The book has no such limit. Default 2000.
    pub most: usize,
    width: u32,
    height: u32,
}

impl Snowfall {
    /// Snow over a picture of this size.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { flakes: Vec::new(), most: 2000, width, height }
    }

    /// One frame: a flake is born, and all that are on no edge fall.
    pub fn fall(&mut self, rng: &mut Rng, is_edge: impl Fn(i32, i32) -> bool) {
        if self.flakes.len() < self.most {
            let x = rng.below(self.width.max(1)) as f32;
            self.flakes.push(Flake { position: vec2(x, 0.0), drift: 0.0 });
        }
        for flake in &mut self.flakes {
            if is_edge(flake.position.x as i32, flake.position.y as i32) {
                continue;
            }
            flake.drift = (flake.drift + rng.range(-0.1..0.1)) * 0.95;
            flake.position += vec2(flake.drift, 1.0);
        }
        let height = self.height as f32;
        self.flakes.retain(|flake| flake.position.y <= height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(x: i32, color: Color) -> Surface {
        let mut room = Surface::opaque(320, 240, Color::rgb(16, 16, 16)).unwrap();
        room.fill_rect(IRect::new(x, 60, 40, 30), color);
        room
    }

    #[test]
    fn check_5_20_check_5_22_input_32_the_box_of_a_color_and_its_place_on_a_stage() {
        let mut picture = room(100, Color::rgb(200, 30, 40));
        super::super::mirror(&mut picture);
        let mut tracker =
            PosterizedTracker { levels: 256, blur: 0.0, ..PosterizedTracker::default() };
        tracker.see(&picture).unwrap();
        assert_eq!(tracker.bounds(), IRect::EMPTY, "white is nowhere");
        tracker.pick(190, 70);
        let found = tracker.bounds();
        assert_eq!(found, IRect::new(180, 60, 40, 30));
        let center = vec2(found.x as f32 + 20.0, found.y as f32 + 15.0);
        assert_eq!(center / vec2(320.0, 240.0) * vec2(800.0, 600.0), vec2(500.0, 187.5));
        tracker.pick(-1, 0);
        assert_eq!(tracker.target, Color::BLACK);
    }

    #[test]
    fn check_5_30_input_38_input_41_the_three_bitmaps_find_the_rectangle() {
        let gray = Color::rgb(200, 200, 200);
        for (blur, expected) in
            [(0.0, IRect::new(100, 60, 50, 30)), (10.0, IRect::new(98, 58, 54, 34))]
        {
            let mut tracker = DifferenceTracker { blur, ..DifferenceTracker::default() };
            tracker.see(&room(100, gray)).unwrap();
            assert_eq!(tracker.bounds(), IRect::of_size(320, 240), "the first picture is all new");
            tracker.see(&room(110, gray)).unwrap();
            assert_eq!(tracker.bounds(), expected);
            tracker.see(&room(110, gray)).unwrap();
            assert_eq!(tracker.bounds(), IRect::EMPTY);
        }
    }

    #[test]
    fn check_5_32_the_red_channel_does_not_see_blue() {
        let mut tracker = DifferenceTracker { blur: 0.0, ..DifferenceTracker::default() };
        tracker.see(&room(100, Color::rgb(16, 16, 16))).unwrap();
        tracker.see(&room(100, Color::rgb(16, 16, 255))).unwrap();
        assert_eq!(tracker.bounds(), IRect::EMPTY);
    }

    #[test]
    fn check_5_38_input_42_a_box_over_everything_is_left() {
        assert_eq!(paddle_step(IRect::new(100, 0, 50, 9), 320), -20.0);
        assert_eq!(paddle_step(IRect::new(160, 0, 50, 9), 320), 20.0);
        assert_eq!(paddle_step(IRect::of_size(320, 240), 320), -20.0);
        assert_eq!(paddle_step(IRect::EMPTY, 320), 0.0);
    }

    #[test]
    fn edges_are_seen_only_where_bright_is_above_dark() {
        let mut edges = OneSidedEdges::default();
        edges.see(&room(100, Color::rgb(200, 200, 200))).unwrap();
        assert!(edges.is_edge(120, 89) && !edges.is_edge(120, 59), "the lower edge, not the upper");
        assert!(!edges.is_edge(-5, 3));
    }

    #[test]
    fn check_5_37_snow() {
        let (mut snow, mut rng) = (Snowfall::new(320, 240), Rng::new(1));
        for frame in 0..1000 {
            snow.fall(&mut rng, |_, _| false);
            assert_eq!(snow.flakes.len(), (frame + 1).min(240));
            assert_eq!(snow.flakes.last().map(|flake| flake.position.y), Some(1.0));
        }
        let mut snow = Snowfall::new(320, 240);
        for frame in 0..3000usize {
            snow.fall(&mut rng, |_, y| (200..210).contains(&y));
            assert_eq!(snow.flakes.len(), (frame + 1).min(2000));
        }
        assert!(snow.flakes[..1000].iter().all(|flake| flake.position.y == 200.0));
    }
}
