//! What the playground is operated with: editor, knobs, examples and buttons.

use super::super::theme;
use motile::{
    game::{CaretMove, Theme, Ui, Widget, WidgetId, WidgetKind},
    kernel::{Kernel, Parameter, ScalarType, Shader},
    prelude::*,
};
use motile_playground::{Example, SAMPLES};

/// Space at the borders of the window, pixels.
const EDGE: f32 = 12.0;
/// Width of the column with the knobs.
const KNOBS: f32 = 236.0;
/// Heights of what is told below the source and below the picture.
const TOLD: f32 = 92.0;
const SEEN: f32 = 168.0;

/// One number of a parameter and what it is set with.
#[derive(Debug)]
pub(super) struct Knob {
    pub(super) parameter: String,
    pub(super) component: usize,
    /// Whether it is on or off, and no number.
    is_truth: bool,
    label: String,
    words: WidgetId,
    pub(super) control: WidgetId,
}

/// The interface of the playground.
pub(super) struct Panel {
    pub(super) ui: Ui,
    left: WidgetId,
    middle: WidgetId,
    right: WidgetId,
    pub(super) editor: WidgetId,
    /// Where mistakes are told.
    pub(super) told: WidgetId,
    /// Where the picture is.
    pub(super) picture: WidgetId,
    /// Where the values under the pointer are.
    pub(super) seen: WidgetId,
    pub(super) examples: WidgetId,
    pub(super) flash: WidgetId,
    pub(super) pause: WidgetId,
    pub(super) defaults: WidgetId,
    pub(super) save: WidgetId,
    pub(super) png: WidgetId,
    pub(super) pbj: WidgetId,
    pub(super) wgsl: WidgetId,
    pub(super) link: WidgetId,
    /// Applies what the compiler suggests first; there while it suggests something.
    pub(super) mend: WidgetId,
    pub(super) samples: WidgetId,
    /// Tells which input pictures are for, and goes on to the next.
    pub(super) inputs: WidgetId,
    group: WidgetId,
    pub(super) knobs: Vec<Knob>,
    /// The parameters that the knobs are of.
    of: Vec<Parameter>,
}

impl Panel {
    pub(super) fn new(source: &str) -> Self {
        let mut ui = Ui::new().with_theme(Theme { row: 25.0, ..theme::widgets() });
        let root = ui.add(Widget::row().with_grow(1.0).with_anchor(Vec2::ZERO, EDGE));
        let left = ui.add_to(root, Widget::column());
        let editor = ui.add_to(left, Widget::multi_line_field(source).with_grow(1.0));
        let mend = ui.add_to(left, Widget::button("Mend what is told first"));
        ui.set_visible(mend, false);
        let told = ui.add_to(left, Widget::stack().with_height(TOLD));
        let middle = ui.add_to(root, Widget::column().with_grow(1.0));
        let picture = ui.add_to(middle, Widget::stack().with_grow(1.0));
        let seen = ui.add_to(middle, Widget::stack().with_height(SEEN));
        let right = ui.add_to(root, Widget::column().with_width(KNOBS));
        let examples = ui.add_to(right, Widget::list(Example::all().map(|it| it.id), 7));
        let samples = ui.add_to(right, Widget::list(SAMPLES.iter().map(|it| it.name), 2));
        let inputs = ui.add_to(right, Widget::button("Pictures for"));
        let group = ui.add_to(right, Widget::column());
        ui.add_to(right, Widget::stack().with_grow(1.0));
        let switches = ui.add_to(right, Widget::row());
        let flash = ui.add_to(switches, Widget::toggle("Flash", false));
        let pause = ui.add_to(switches, Widget::toggle("Pause", false));
        let row = ui.add_to(right, Widget::row());
        let mut button = |words: &str| ui.add_to(row, Widget::button(words).with_grow(1.0));
        let (save, png) = (button("Save"), button(".png"));
        let (pbj, wgsl) = (button(".pbj"), button(".wgsl"));
        let row = ui.add_to(right, Widget::row());
        let mut button = |words: &str| ui.add_to(row, Widget::button(words).with_grow(1.0));
        let (defaults, link) = (button("All knobs back"), button("Copy link"));
        let (knobs, of) = (Vec::new(), Vec::new());
        let mut panel = Self {
            ui,
            left,
            middle,
            right,
            editor,
            told,
            picture,
            seen,
            examples,
            flash,
            pause,
            defaults,
            save,
            png,
            pbj,
            wgsl,
            link,
            mend,
            samples,
            inputs,
            group,
            knobs,
            of,
        };
        panel.set_source(source);
        panel.ui.set_focus(Some(editor));
        panel
    }

    /// Lays itself out for a window of a size.
    pub(super) fn resize(&mut self, size: Vec2) {
        let room = (size - 2.0 * EDGE).max(Vec2::ONE);
        for column in [self.left, self.middle, self.right] {
            if let Some(widget) = self.ui.get_mut(column) {
                widget.height = Some(room.y);
            }
        }
        if let Some(widget) = self.ui.get_mut(self.left) {
            widget.width = Some(((room.x - KNOBS) * 0.5).clamp(120.0, 620.0));
        }
    }

    /// Puts another text into the editor, and its beginning in sight.
    pub(super) fn set_source(&mut self, source: &str) {
        if let Some(Widget { kind: WidgetKind::Field(field), .. }) = self.ui.get_mut(self.editor) {
            field.edit.set_text(source);
            field.edit.set_caret(0, false);
        }
    }

    /// Moves the caret by lines, as a wheel does.
    pub(super) fn scroll(&mut self, lines: f32) {
        let way = if lines > 0.0 { CaretMove::Down } else { CaretMove::Up };
        if let Some(Widget { kind: WidgetKind::Field(field), .. }) = self.ui.get_mut(self.editor) {
            for _ in 0..(lines.abs() * 3.0).min(60.0) as u32 {
                field.edit.move_caret(way, false);
            }
        }
    }

    /// Makes knobs for the parameters of a kernel that the host does not supply, and shows their values.
    pub(super) fn show(&mut self, shader: &Shader) {
        let wanted = turnable(shader.kernel());
        if wanted != self.of {
            self.rebuild(&wanted);
            self.of = wanted;
        }
        for knob in &self.knobs {
            let numbers = shader.value(&knob.parameter).unwrap_or_default();
            let Some(&value) = numbers.get(knob.component) else { continue };
            self.ui.set_words(knob.words, &words(knob, value));
            match self.ui.get_mut(knob.control).map(|widget| &mut widget.kind) {
                Some(WidgetKind::Slider { value: shown, .. }) => *shown = value,
                Some(WidgetKind::Toggle { on, .. }) => *on = value != 0.0,
                _ => {}
            }
        }
    }

    fn rebuild(&mut self, parameters: &[Parameter]) {
        for knob in self.knobs.drain(..) {
            self.ui.remove(knob.words);
            self.ui.remove(knob.control);
        }
        for parameter in parameters {
            let count = parameter.ty.count();
            for component in 0..count {
                let (min, max) = (parameter.min[component], parameter.max[component]);
                let scalar = parameter.ty.scalar();
                let control = match scalar {
                    ScalarType::Bool => Widget::toggle("", false),
                    _ if min >= max => continue,
                    ScalarType::Int => Widget::slider(min, max, min).with_step(1.0),
                    ScalarType::Float => Widget::slider(min, max, min),
                };
                let name = &parameter.name;
                let label = if count == 1 { name.clone() } else { format!("{name} {component}") };
                let words = self.ui.add_to(self.group, Widget::label(label.clone()));
                let control = self.ui.add_to(self.group, control.with_height(16.0));
                self.knobs.push(Knob {
                    parameter: name.clone(),
                    component,
                    is_truth: scalar == ScalarType::Bool,
                    label,
                    words,
                    control,
                });
            }
        }
    }
}

fn words(knob: &Knob, value: f32) -> String {
    match (knob.is_truth, value.fract() == 0.0) {
        (true, _) => format!("{}: {}", knob.label, if value == 0.0 { "off" } else { "on" }),
        (false, true) => format!("{}: {value}", knob.label),
        (false, false) => format!("{}: {value:.3}", knob.label),
    }
}

/// The parameters that somebody sets: what the host knows, such as the time, is none of them.
fn turnable(kernel: &Kernel) -> Vec<Parameter> {
    let all = kernel.parameters().iter();
    all.filter(|parameter| parameter.host_value().is_none()).cloned().collect()
}
