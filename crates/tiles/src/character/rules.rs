//! How a character moves.

use motile_geom::{Vec2, vec2};

/// How a [`Character`](crate::Character) moves. Lengths are pixels, times seconds; the default suits tiles of 16 pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterRules {
    /// Fastest run, pixels per second.
    pub run_speed: f32,
    /// How fast it comes to that speed on the ground, pixels per second squared.
    pub acceleration: f32,
    /// How fast it stops on the ground without input, pixels per second squared.
    pub braking: f32,
    /// How much of both it has in the air, 0…1.
    pub air_control: f32,
    /// Pixels per second squared.
    pub gravity: f32,
    /// Fastest fall, pixels per second.
    pub fall_speed: f32,
    /// How high a full jump goes, pixels.
    pub jump_height: f32,
    /// How much of the upward speed is left when the button is let go early, 0…1: variable jump height.
    #[doc(alias = "variable jump height")]
    pub jump_cut: f32,
    /// How many times it can jump again in the air.
    #[doc(alias = "double jump")]
    pub air_jumps: u32,
    /// How long after walking off a ledge it can still jump, seconds.
    #[doc(alias = "coyote time")]
    pub coyote_time: f32,
    /// How long before landing a press of the button counts, seconds.
    #[doc(alias = "jump buffering")]
    pub jump_buffer: f32,
    /// How far it is moved aside to slip past a corner above its head, pixels.
    pub corner_correction: f32,
    /// Steeper than this is no floor, radians.
    pub max_slope: f32,
    /// How far below its feet the ground may fall away in a step without making it fly, pixels: stairs of slopes.
    #[doc(alias = "ground snapping")]
    pub snap: f32,
    /// Fastest slide down a wall it presses against, pixels per second; none when infinite.
    pub wall_slide_speed: f32,
    /// Speed away from the wall and upward of a jump off it, pixels per second; none when zero.
    pub wall_jump: Vec2,
    /// How long after leaving a wall it can still jump off, seconds.
    pub wall_time: f32,
    /// Speed on ladders, pixels per second.
    pub climb_speed: f32,
    /// How long it falls through one-way floors after dropping, seconds.
    pub drop_time: f32,
    /// Whether it takes the speed of a platform along when it jumps or walks off, and has to catch up with the next one it
    /// lands on. In the air it then runs on top of that speed.
    pub keeps_platform_speed: bool,
}

impl Default for CharacterRules {
    fn default() -> Self {
        Self {
            run_speed: 110.0,
            acceleration: 900.0,
            braking: 1100.0,
            air_control: 0.65,
            gravity: 900.0,
            fall_speed: 320.0,
            jump_height: 52.0,
            jump_cut: 0.45,
            air_jumps: 0,
            coyote_time: 0.1,
            jump_buffer: 0.12,
            corner_correction: 4.0,
            max_slope: 0.9,
            snap: 3.0,
            wall_slide_speed: 60.0,
            wall_jump: vec2(120.0, 260.0),
            wall_time: 0.12,
            climb_speed: 70.0,
            drop_time: 0.18,
            keeps_platform_speed: true,
        }
    }
}

motile_geom::state_fields! {
    CharacterRules {
        run_speed, acceleration, braking, air_control, gravity, fall_speed, jump_height, jump_cut, air_jumps, coyote_time,
        jump_buffer, corner_correction, max_slope, snap, wall_slide_speed, wall_jump, wall_time, climb_speed, drop_time,
        keeps_platform_speed
    }
}

impl CharacterRules {
    /// The upward speed that reaches [`jump_height`](Self::jump_height).
    pub fn jump_speed(&self) -> f32 {
        (2.0 * self.gravity * self.jump_height).max(0.0).sqrt()
    }
}
