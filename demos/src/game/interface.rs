//! An interface is kept, not made anew each frame: buttons, toggles, sliders, lists and fields, by pointer, keys or gamepad.

use crate::Demo;
use crate::look::{BLUE, GOLD, GREEN, INK, MUTED, ORANGE, PAPER, RED, VIOLET, WORDS};
use motile::game::{NineSlice, Theme, Ui, UiChange, UiEvent, Widget, WidgetId};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "game/interface",
    title: "Interface",
    sees: "A panel of buttons, toggles, sliders, a list and a name, and beside it the figure that they shape.",
    tries: "Use it without a pointer: arrows go from one to the next by place, Enter presses. Make the window small.",
    controls: "Press, drag and choose what is in the panel.",
    keys: &[
        (Key::Up, "the one above"),
        (Key::Down, "the one below"),
        (Key::Left, "less, or to the left"),
        (Key::Right, "more, or to the right"),
        (Key::Enter, "press"),
        (Key::Space, "press"),
    ],
    takes_wheel: true,
    takes_drags: true,
    ticks: 70,
    script: "5 tap Down\n8 tap Down\n12 tap Right\n14 tap Right\n20 tap Down\n24 tap Right\n",
    ..Demo::of::<Interface>()
};

const FIGURES: [&str; 5] = ["triangle", "square", "pentagon", "hexagon", "star"];
const THEMES: &[&str] = &["light", "dark", "picture"];
const COLORS: [Color; 5] = [RED, BLUE, GREEN, VIOLET, ORANGE];

#[derive(StateHash)]
#[state(hash_only)]
struct Interface {
    size: f32,
    turn: f32,
    spins: bool,
    outlined: bool,
    figure: u32,
    color: u32,
    name: String,
    #[state(skip)]
    ui: Ui,
    #[state(skip)]
    parts: Parts,
}

/// What the panel is made of.
struct Parts {
    next: WidgetId,
    back: WidgetId,
    spins: WidgetId,
    outlined: WidgetId,
    size: WidgetId,
    turn: WidgetId,
    figure: WidgetId,
    name: WidgetId,
}

impl Sketch for Interface {
    /// M is a letter of the name.
    const DEBUG_KEY: Option<Key> = None;
    const PARAMS: &'static [Param] =
        &[Param::choice("theme", THEMES, 0), Param::number("scale", 0.5, 1.5, 1.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut ui = Ui::new().with_theme(theme(stage.params().choice("theme"))?);
        let panel = ui.add(Widget::panel().with_anchor(vec2(0.0, 0.5), 16.0));
        let row = ui.add_to(panel, Widget::row());
        let back = ui.add_to(row, Widget::button("Color back").with_grow(1.0));
        let next = ui.add_to(row, Widget::button("Color next").with_grow(1.0));
        let row = ui.add_to(panel, Widget::row());
        let spins = ui.add_to(row, Widget::toggle("spins", false));
        let outlined = ui.add_to(row, Widget::toggle("outline", true));
        ui.add_to(panel, Widget::label("size"));
        let size = ui.add_to(panel, Widget::slider(30.0, 140.0, 90.0).with_step(5.0));
        ui.add_to(panel, Widget::label("turn"));
        let turn = ui.add_to(panel, Widget::slider(0.0, 360.0, 0.0));
        let figure = ui.add_to(panel, Widget::list(FIGURES, 3));
        let name = ui.add_to(panel, Widget::field("Stella").with_placeholder("its name"));
        stage.add(ui.node());
        let parts = Parts { next, back, spins, outlined, size, turn, figure, name };
        let (size, name) = (90.0, String::from("Stella"));
        Ok(Self {
            size,
            turn: 0.0,
            spins: false,
            outlined: true,
            figure: 0,
            color: 4,
            name,
            ui,
            parts,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let scale = tick.params.number("scale");
        self.ui.designed_for = Some(stage.size() / scale);
        self.ui.update(tick.input, stage.size(), tick.dt);
        self.ui.apply_to(&mut stage.shell);
        for &UiEvent { widget, change } in self.ui.events() {
            let count = COLORS.len() as u32;
            match change {
                UiChange::Clicked if widget == self.parts.next => {
                    self.color = (self.color + 1) % count;
                }
                UiChange::Clicked if widget == self.parts.back => {
                    self.color = (self.color + count - 1) % count;
                }
                UiChange::Slid(degrees) if widget == self.parts.turn => {
                    self.turn = degrees.to_radians();
                }
                UiChange::Chosen(figure) => self.figure = figure,
                _ => {}
            }
        }
        self.size = self.ui.value(self.parts.size);
        self.spins = self.ui.is_on(self.parts.spins);
        self.outlined = self.ui.is_on(self.parts.outlined);
        debug_assert_eq!(self.figure, self.ui.chosen(self.parts.figure));
        self.name = self.ui.text(self.parts.name).into();
        if self.spins {
            self.turn += tick.dt;
        }
    }

    fn draw_under(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let center = vec2(470.0, 220.0);
        let words = FIGURES[self.figure as usize % FIGURES.len()];
        let figure = match words {
            "star" => Path::star(center, 5, self.size, self.size * 0.45, self.turn),
            _ => Path::regular(center, self.figure + 3, self.size, self.turn),
        };
        canvas.fill(&figure, COLORS[self.color as usize % COLORS.len()]);
        if self.outlined {
            canvas.stroke(&figure, &Stroke::new(6.0), INK);
        }
        canvas.write(self.name.as_str(), 30.0, vec2(470.0, 400.0), Vec2::splat(0.5), INK);
        canvas.write(format!("a {words}"), WORDS, vec2(470.0, 432.0), Vec2::splat(0.5), MUTED);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

fn theme(choice: u32) -> motile::Result<Theme> {
    Ok(match THEMES[choice as usize % THEMES.len()] {
        "dark" => Theme::DARK,
        "picture" => Theme { panel_picture: Some(frame()?), ..Theme::LIGHT },
        _ => Theme { row: 36.0, ..Theme::LIGHT },
    })
}

/// A frame of few pixels: its corners keep their size, however large a panel is.
fn frame() -> motile::Result<NineSlice> {
    let area = Aabb::from_size(Vec2::ZERO, Vec2::splat(48.0));
    let picture = Surface::drawn(48, 48, |canvas| {
        canvas.fill(&Path::round_rect(area, 14.0), GOLD);
        canvas.fill(&Path::round_rect(area.grown(-5.0), 9.0), Color::WHITE);
        for corner in area.grown(-9.0).corners() {
            canvas.fill(&Path::circle(corner, 4.0), ORANGE);
        }
    })?;
    Ok(NineSlice::new(Image::new(picture), [16; 4]))
}
