//! What the example `scale_modes` shows in a window and on a page: a frame ten pixels thick around a stage of 300×200.

/// Colors of the frame and of what is inside.
pub(crate) const EDGE: [u8; 3] = [0xFF, 0x99, 0x00];
pub(crate) const PAGE: [u8; 3] = [0x00, 0x00, 0xFF];

/// A place and the color that it has.
pub(crate) type Seen = ((u32, u32), [u8; 3]);

/// One of the modes in a square window.
pub(crate) struct Mode {
    /// What the example calls it.
    pub(crate) name: &'static str,
    /// The line of the report.
    pub(crate) says: &'static str,
    /// Width and height of the window, pixels.
    pub(crate) side: u32,
    places: fn([u8; 3]) -> Vec<Seen>,
}

impl Mode {
    /// What shows, where bars beside the picture have this color.
    pub(crate) fn seen(&self, bars: [u8; 3]) -> Vec<Seen> {
        (self.places)(bars)
    }
}

pub(crate) const MODES: [Mode; 4] = [
    Mode {
        name: "none",
        says: "without scaling the stage takes the size of the window",
        side: 600,
        places: unscaled,
    },
    Mode {
        name: "fit",
        says: "a fitted stage shows whole, between bars",
        side: 600,
        places: fitted,
    },
    Mode { name: "fill", says: "a filling stage is cut at two sides", side: 600, places: filling },
    Mode {
        name: "pixels",
        says: "pixel art is enlarged by whole numbers",
        side: 850,
        places: enlarged,
    },
];

/// These places in one color.
fn all<const N: usize>(places: [(u32, u32); N], color: [u8; 3]) -> Vec<Seen> {
    places.map(|at| (at, color)).to_vec()
}

fn unscaled(_: [u8; 3]) -> Vec<Seen> {
    let frame = all([(300, 5), (300, 595), (5, 300), (595, 300)], EDGE);
    let inside = all([(300, 12), (300, 587), (12, 300), (587, 300)], PAGE);
    [frame, inside].concat()
}

/// Twice as large: 600×400 in the middle, its frame 20 pixels thick.
fn fitted(bars: [u8; 3]) -> Vec<Seen> {
    let bars = all([(300, 50), (300, 550)], bars);
    let frame = all([(300, 110), (300, 490), (10, 300), (590, 300)], EDGE);
    let inside = all([(300, 300), (300, 125), (25, 300)], PAGE);
    [bars, frame, inside].concat()
}

/// Three times as large: 900×600, of which 150 columns are cut at either side.
fn filling(_: [u8; 3]) -> Vec<Seen> {
    let frame = all([(300, 15), (300, 585)], EDGE);
    let cut = all([(1, 300), (598, 300), (300, 35)], PAGE);
    [frame, cut].concat()
}

/// Twice as large, although there is room for 2.83 times: 600×400 at (125, 225).
fn enlarged(bars: [u8; 3]) -> Vec<Seen> {
    let around = all([(425, 223), (425, 627), (123, 425), (727, 425)], bars);
    let frame = all([(425, 226), (425, 623), (126, 425), (723, 425)], EDGE);
    let inside = all([(425, 246), (425, 603), (146, 425), (703, 425)], PAGE);
    [around, frame, inside].concat()
}
