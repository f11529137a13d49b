//! The rooms: what is in them, who goes through, and the law it has to obey.

use motile::prelude::*;
use motile::tiles::{CharacterInput, TileSides};

/// What a body did in a round.
#[derive(Clone, Copy, Default, StateHash)]
#[state(hash_only)]
pub(super) struct Trace {
    pub(super) seconds: f32,
    /// Ticks in the air after it had stood, and ticks inside solid ground after the first.
    pub(super) flights: u32,
    pub(super) inside: u32,
    pub(super) stood: bool,
    /// Furthest from its lift while it stood on it, pixels.
    pub(super) gap: f32,
}

/// What the lift of a room does.
pub(super) struct Lift {
    /// Pixels per second until the middle of the round, and back after it.
    pub(super) velocity: (f32, f32),
    /// Radians per second.
    pub(super) spin: f32,
    pub(super) one_way: TileSides,
}

/// Down and up again.
const LIFT: Lift = Lift { velocity: (0.0, 30.0), spin: 0.0, one_way: TileSides::NONE };
/// A lift that is solid from above only.
const PLANK: Lift = Lift { one_way: TileSides::TOP, ..LIFT };

pub(super) struct Room {
    pub(super) name: &'static str,
    pub(super) map: &'static str,
    /// Middle of the body at the start in cells, and its velocity in pixels per second.
    pub(super) start: (f32, f32),
    pub(super) velocity: (f32, f32),
    pub(super) wish: CharacterInput,
    /// How much larger the body is than usual.
    pub(super) scale: (f32, f32),
    pub(super) lift: Lift,
    /// Whether the round went well, by the trace and where the body is, in cells.
    pub(super) law: fn(&Trace, Vec2) -> bool,
}

const fn go(x: f32, jump: bool) -> CharacterInput {
    CharacterInput { x, y: 0.0, jump }
}

/// A room in which nothing special is asked.
const PLAIN: Room = Room {
    name: "",
    map: "",
    start: (1.5, 3.5),
    velocity: (0.0, 0.0),
    wish: go(1.0, false),
    scale: (1.0, 1.0),
    lift: LIFT,
    law: |trace, place| trace.flights == 0 && place.x > 6.0,
};

/// X full, - plank, / \ slopes, _ half, L lift.
pub(super) const ROOMS: [Room; 16] = [
    Room {
        name: "seams of a floor",
        map: "........\n........\n........\n........\nXXXXXXXX",
        ..PLAIN
    },
    Room {
        name: "seams of a wall",
        map: ".....X..\n.....X..\n.....X..\n.....X..\nXXXXXX..",
        start: (4.5, 0.6),
        velocity: (300.0, 0.0),
        law: |trace, place| trace.stood && place.y > 3.4,
        ..PLAIN
    },
    Room {
        name: "ceiling seams",
        map: "XXXXXXXX\n........\n........\n........\nXXXXXXXX",
        wish: go(1.0, true),
        velocity: (0.0, -300.0),
        law: |trace, place| trace.stood && place.x > 5.0,
        ..PLAIN
    },
    Room {
        name: "seams of planks",
        map: "........\n........\n........\n--------\n........",
        start: (1.5, 2.5),
        ..PLAIN
    },
    Room {
        name: "through planks",
        map: "........\n........\n..---...\n........\nXXXXXXXX",
        start: (3.5, 3.5),
        wish: go(0.0, true),
        law: |trace, place| trace.stood && place.y < 2.0,
        ..PLAIN
    },
    Room { name: "over a hill", map: "........\n........\n........\n.../\\...\nXXXXXXXX", ..PLAIN },
    Room {
        name: "a fast fall",
        map: "........\n........\n........\n........\nXXXXXXXX",
        start: (3.5, -40.0),
        velocity: (0.0, 9000.0),
        wish: go(0.0, false),
        law: |trace, place| trace.stood && place.y < 4.0,
        ..PLAIN
    },
    Room {
        name: "wider than tiles",
        map: "........\n........\n........\n...X....\n........",
        start: (3.5, 1.0),
        wish: go(0.0, false),
        scale: (4.0, 1.0),
        law: |trace, place| trace.stood && place.y < 3.0,
        ..PLAIN
    },
    Room {
        name: "on a corner",
        map: "........\n........\n....X...\n....X...\nXXXXX...",
        start: (3.7, 0.5),
        wish: go(0.0, false),
        law: |trace, place| trace.stood && place.y < 4.0,
        ..PLAIN
    },
    Room {
        name: "begun in a wall",
        map: "........\n........\n..XX....\n..XX....\nXXXXXXXX",
        start: (3.8, 3.4),
        wish: go(0.0, false),
        law: |trace, place| trace.stood && place.x > 4.0,
        ..PLAIN
    },
    Room {
        name: "half steps",
        map: "........\n........\n........\n...__...\nXXXXXXXX",
        wish: go(1.0, true),
        law: |trace, place| trace.stood && place.x > 6.0,
        ..PLAIN
    },
    Room {
        name: "a lift that turns",
        map: "........\n........\n....L...\n........\n........",
        start: (4.5, 1.0),
        wish: go(0.0, false),
        law: |trace, _| trace.stood && trace.flights == 0 && trace.gap < 0.1,
        ..PLAIN
    },
    Room {
        name: "a rising plank",
        map: "........\n........\n........\n....L...\n........",
        start: (4.5, 0.5),
        wish: go(0.0, false),
        lift: Lift { velocity: (0.0, -50.0), ..PLANK },
        law: |trace, _| trace.stood && trace.flights == 0 && trace.gap < 0.1,
        ..PLAIN
    },
    Room {
        name: "up through it",
        map: "........\n........\n........\n....L...\nXXXXXXXX",
        start: (4.5, 3.6),
        wish: go(0.0, true),
        lift: Lift { velocity: (0.0, -30.0), ..PLANK },
        law: |trace, place| trace.stood && place.y < 3.2,
        ..PLAIN
    },
    Room {
        name: "a seesaw",
        map: "........\n........\n........\n....L...\n........",
        start: (5.0, 1.0),
        wish: go(0.0, false),
        lift: Lift { velocity: (0.0, 0.0), spin: -0.6, ..PLANK },
        law: |trace, place| trace.stood && trace.flights == 0 && place.y < 3.6,
        ..PLAIN
    },
    Room {
        name: "pushed along",
        map: "........\n........\n........\n.L......\nXXXXXXXX",
        start: (4.0, 3.5),
        wish: go(0.0, false),
        lift: Lift { velocity: (60.0, 0.0), ..LIFT },
        law: |trace, place| trace.stood && place.x > 5.0,
        ..PLAIN
    },
];
