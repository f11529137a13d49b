//! Text is outlines in their places: kerned, broken into lines and aligned.

use crate::Demo;
use crate::look::{FAINT, INK, PAPER, RED};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/text",
    title: "Text",
    sees: "A paragraph flows in a column whose right side moves in and out.",
    tries: "Justify the lines, then switch kerning off and look at the gaps in the heading.",
    controls: "Drag the right side of the column.",
    takes_drags: true,
    spec: &[],
    ticks: 20,
    ..Demo::of::<TextDemo>()
};

const WORDS: &str = "A line of text is broken after the last space or hyphen that still fits. Words \
    that are wider than the column are broken where the column ends. The space that is left goes \
    to the right, to the left, to both sides, or between the words.\nA new paragraph begins here.";
const LEFT: f32 = 40.0;
const TOP: f32 = 150.0;

#[derive(StateHash)]
struct TextDemo {
    width: f32,
    dragged: bool,
    /// Somebody has taken hold of the column.
    held: bool,
}

impl Sketch for TextDemo {
    const PARAMS: &'static [Param] = &[
        Param::choice("align", &["left", "center", "right", "justify"], 3),
        Param::toggle("kerning", true),
        Param::toggle("boxes", true),
        Param::number("size", 12.0, 40.0, 26.0),
        Param::number("line-height", 0.7, 2.0, 1.0),
        Param::number("letter-spacing", -2.0, 8.0, 0.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { width: 540.0, dragged: false, held: false })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let pointer = stage.input().pointer;
        let edge = LEFT + self.width;
        if pointer.pressed_at().is_some_and(|place| (place.x - edge).abs() < 12.0) {
            (self.dragged, self.held) = (true, true);
        }
        self.dragged &= pointer.is_down();
        if let Some(place) = pointer.held_at().filter(|_| self.dragged) {
            self.width = (place.x - LEFT).clamp(60.0, stage.size().x - LEFT);
        } else if !self.held {
            self.width = 470.0 + 80.0 * ops::cos(tick.time as f32);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let params = stage.params();
        let kerning = params.is_on("kerning");
        let heading = Text { kerning, ..Text::new("AVATAR To Wave, Type", 54.0) };
        let align = [TextAlign::Left, TextAlign::Center, TextAlign::Right, TextAlign::Justify];
        let body = Text {
            kerning,
            line_height: params.number("line-height"),
            letter_spacing: params.number("letter-spacing"),
            ..Text::new(WORDS, params.number("size"))
        };
        let body = body.with_width(self.width).with_align(align[params.choice("align") as usize]);
        // Sizes come from parameters with a range, so both can be set.
        let (Ok(heading), Ok(body)) = (heading.layout(), body.layout()) else { return };

        canvas.text(&heading, vec2(LEFT, 36.0), RED);
        let right = LEFT + self.width;
        for x in [LEFT, right] {
            canvas.line(vec2(x, TOP - 14.0), vec2(x, 460.0), &Stroke::HAIRLINE, FAINT);
        }
        canvas.fill(&Path::circle(vec2(right, 300.0), 7.0), RED);
        if params.is_on("boxes") {
            for line in body.lines() {
                let start = vec2(LEFT, TOP) + line.origin;
                let end = start + vec2(line.width, 0.0);
                canvas.line(start, end, &Stroke::HAIRLINE, FAINT);
            }
            // Advances, kerning included: where a box is narrow, the next letter moved closer.
            for (index, glyph) in heading.glyphs().iter().enumerate() {
                let foot = vec2(LEFT, 40.0) + glyph.origin;
                let bar = Aabb::from_size(foot, vec2(glyph.advance, 5.0));
                canvas.fill_rect(bar, if index % 2 == 0 { RED } else { FAINT });
            }
        }
        canvas.text(&body, vec2(LEFT, TOP), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
