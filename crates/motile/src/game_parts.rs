#![doc = include_str!("game_parts.md")]
