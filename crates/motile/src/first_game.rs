#![doc = include_str!("first_game.md")]
