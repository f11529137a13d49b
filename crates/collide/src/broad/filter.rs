//! Who may meet whom.

/// Layers an object is on, and layers it meets. Two objects meet when each is on a layer the other
/// meets.
///
/// ```
/// use motile_collide::CollisionFilter;
/// const HERO: u32 = 1;
/// const COIN: u32 = 2;
/// let hero = CollisionFilter::new(HERO, COIN);
/// let coin = CollisionFilter::new(COIN, HERO);
/// assert!(hero.meets(coin) && !coin.meets(coin));
/// ```
#[doc(alias = "collision layers")]
#[doc(alias = "collision mask")]
#[doc(alias = "collision groups")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionFilter {
    /// One bit for each layer the object is on.
    pub layers: u32,
    /// One bit for each layer it meets.
    pub mask: u32,
}

impl Default for CollisionFilter {
    /// On the first layer, meets all.
    fn default() -> Self {
        Self::new(1, u32::MAX)
    }
}

impl CollisionFilter {
    /// A filter from its layers and the layers it meets.
    pub const fn new(layers: u32, mask: u32) -> Self {
        Self { layers, mask }
    }

    /// Whether two objects meet; the same in both directions.
    pub const fn meets(self, other: Self) -> bool {
        self.layers & other.mask != 0 && other.layers & self.mask != 0
    }
}
