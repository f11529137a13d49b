//! The sketch of the example `shell`. The tests of window and page share this file.

use super::{
    geom::vec2,
    pixels::Color,
    stage::{self, Cursor, Frame, Key, Node, NodeId, Shape, Sketch, Stage, Tick},
};

/// Side of a square and distance of two, in pixels of the stage.
const SIDE: f32 = 20.0;
const STEP: f32 = 40.0;

/// The squares from left to right.
#[derive(Clone, Copy)]
enum Square {
    /// Comes and goes with each tick.
    Tick,
    /// Comes and goes with each picture.
    Picture,
    /// The window has the keyboard.
    Focus,
    /// Somebody asked to close the window.
    Close,
    /// A file was dropped whose bytes are `motile`.
    File,
    /// The text `motile` was typed or pasted.
    Text,
    /// Closing is left to the sketch.
    KeepsOpen,
}

/// A square for each thing that a sketch is told, and a line half a pixel thick.
pub(crate) struct Squares {
    squares: [NodeId; 7],
    typed: String,
}

impl Squares {
    fn show(&self, stage: &mut Stage, square: Square, is_shown: bool) {
        stage[self.squares[square as usize]].visible = is_shown;
    }

    fn flip(&self, stage: &mut Stage, square: Square) {
        let node = &mut stage[self.squares[square as usize]];
        node.visible = !node.visible;
    }
}

impl Sketch for Squares {
    fn setup(stage: &mut Stage) -> stage::Result<Self> {
        stage.background = Color::BLUE;
        let square = |stage: &mut Stage, index: u8| {
            let place = vec2(STEP * (f32::from(index) + 0.5), STEP);
            let shape = Shape::rect(SIDE, SIDE).fill(Color::ORANGE);
            stage.add(Node { visible: false, ..shape.node().with_position(place) })
        };
        let squares = [0, 1, 2, 3, 4, 5, 6].map(|index| square(stage, index));
        // Half a pixel: on a display twice as fine one whole, and nothing is blurred.
        stage.add(Shape::rect(200.0, 0.5).fill(Color::WHITE).at(150.0, 120.25));
        Ok(Self { squares, typed: String::new() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
        let input = tick.input;
        self.flip(stage, Square::Tick);
        self.show(stage, Square::Focus, input.focused);
        self.typed.push_str(&input.text);
        if self.typed.contains("motile") {
            self.show(stage, Square::Text, true);
        }
        if input.files.iter().any(|file| file.bytes == b"motile") {
            self.show(stage, Square::File, true);
        }
        if input.close_requested {
            stage.shell.quit = stage[self.squares[Square::Close as usize]].visible;
            self.show(stage, Square::Close, true);
        }
        if input.pressed(Key::Char('t')) {
            stage.shell.title = Some("another title".into());
        }
        if input.pressed(Key::Char('h')) {
            stage.shell.cursor = Cursor::Hidden;
        }
        if input.pressed(Key::Char('c')) {
            stage.shell.clipboard = Some("motile".into());
        }
        if input.pressed(Key::Char('b')) {
            stage.shell.in_background = !stage.shell.in_background;
        }
        if input.pressed(Key::Char('f')) {
            stage.shell.full_screen = !stage.shell.full_screen;
        }
        if input.pressed(Key::Char('k')) {
            stage.shell.keeps_open = true;
            self.show(stage, Square::KeepsOpen, true);
        }
    }

    fn frame(&mut self, stage: &mut Stage, _: Frame) {
        self.flip(stage, Square::Picture);
    }
}
