//! What a mark stands for.

/// What a debug mark stands for; a renderer picks its color by it.
///
/// The colors of [`rgb`](Self::rgb) are made for a dark ground; a renderer is free to have its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MarkRole {
    /// Nothing in particular: a remark, a frame around others.
    #[default]
    Note,

    /// How a thing moves now.
    Velocity,
    /// How it wants to move.
    Desired,
    /// The change from how it moves to how it wants to move.
    Steering,
    /// What pushes or pulls it.
    Force,

    /// What it heads for.
    Target,
    /// What it runs from, or is about to hit.
    Threat,
    /// Where something is expected to be.
    Predicted,
    /// How far it looks ahead; a ray.
    Feeler,
    /// A distance that matters: sight, room, a threshold.
    Range,
    /// The obstacle or wall that matters now.
    Obstacle,
    /// Between a thing and another one that it minds.
    Link,
    /// The path or flow being followed.
    Path,

    /// A line between the cells of a grid.
    GridLine,
    /// A cell with something in it.
    Cell,
    /// The box around a thing.
    Bounds,
    /// A node of a tree, with its depth; the root has 0.
    TreeNode(u8),
    /// The shape that collides.
    Collider,
    /// Where two things touch.
    Contact,
    /// Which way a contact pushes.
    Normal,

    /// Reached by a search and waiting on its open list.
    Opened,
    /// Reached by a search again, more cheaply.
    Improved,
    /// Done with by a search.
    Closed,
    /// What a search looks at now.
    Current,
    /// What a search found.
    Solution,

    /// A point of a physical world.
    Particle,
    /// A stick, spring or joint between points.
    Constraint,
    /// How much a constraint is stretched or pressed: 0 at rest, 255 at the limit.
    Stress(u8),
    /// At rest, and not computed until something touches it.
    Sleeping,

    /// The origin or pivot of a thing.
    Pivot,
    /// Which of two things is drawn before the other.
    Order,

    /// A role of the user's own; the number picks one of eight colors.
    Custom(u8),
}

impl MarkRole {
    /// A color for the role: red, green and blue, 0…255.
    ///
    /// ```
    /// use motile_geom::MarkRole;
    /// assert_eq!(MarkRole::Stress(0).rgb(), MarkRole::Desired.rgb());
    /// assert_eq!(MarkRole::Stress(255).rgb(), MarkRole::Threat.rgb());
    /// ```
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Velocity | Self::Force | Self::Opened => ORANGE,
            Self::Desired | Self::Solution | Self::Particle => GREEN,
            Self::Steering | Self::Improved => PINK,
            Self::Target | Self::Current | Self::Normal => YELLOW,
            Self::Threat | Self::Obstacle | Self::Contact => RED,
            Self::Predicted => WHITE,
            Self::Feeler | Self::Link | Self::Collider | Self::Constraint => BLUE,
            Self::Path | Self::Closed | Self::Cell | Self::Order => SLATE,
            Self::GridLine | Self::Sleeping => GRAY,
            Self::Note | Self::Range | Self::Bounds | Self::Pivot => PALE,
            Self::TreeNode(depth) => PALETTE[(depth % 8) as usize],
            Self::Stress(share) => between(GREEN, RED, share),
            Self::Custom(number) => PALETTE[(number % 8) as usize],
        }
    }
}

const ORANGE: [u8; 3] = [0xFF, 0x9F, 0x43];
const GREEN: [u8; 3] = [0x5F, 0xD6, 0x8A];
const PINK: [u8; 3] = [0xFF, 0x7F, 0xD0];
const YELLOW: [u8; 3] = [0xFF, 0xE0, 0x66];
const RED: [u8; 3] = [0xFF, 0x5C, 0x6C];
const WHITE: [u8; 3] = [0xFF, 0xFF, 0xFF];
const BLUE: [u8; 3] = [0x4C, 0xB3, 0xFF];
const SLATE: [u8; 3] = [0x6C, 0x7F, 0xB0];
const GRAY: [u8; 3] = [0x70, 0x76, 0x84];
const PALE: [u8; 3] = [0x9F, 0xAE, 0xCC];

const PALETTE: [[u8; 3]; 8] = [WHITE, BLUE, GREEN, YELLOW, ORANGE, RED, PINK, SLATE];

const fn between(from: [u8; 3], to: [u8; 3], share: u8) -> [u8; 3] {
    const fn mix(from: u8, to: u8, share: u8) -> u8 {
        ((from as u32 * (255 - share as u32) + to as u32 * share as u32 + 127) / 255) as u8
    }
    [mix(from[0], to[0], share), mix(from[1], to[1], share), mix(from[2], to[2], share)]
}
