//! Text fields take what people type: accents by dead keys, input methods, selections, the clipboard and undo.

use crate::Demo;
use crate::look::{CARD, INK, MUTED, ORANGE, PAPER, SMALL, TITLE, WORDS};
use motile::game::{Theme, Ui, UiChange, Widget, WidgetId, WidgetKind};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "game/text-field",
    title: "Text fields",
    sees: "A form with a name and a letter; in the letter a word is being composed, underlined until it is meant.",
    tries: "Type with dead keys or an input method. Select with Shift or by dragging, cut, paste, undo.",
    controls: "Press a field to type into it, drag to select.",
    keys: &[
        (Key::Enter, "begin another line"),
        (Key::Backspace, "delete to the left"),
        (Key::Delete, "delete to the right"),
        (Key::Left, "move the caret to the left"),
        (Key::Right, "move the caret to the right"),
        (Key::Up, "move the caret up"),
        (Key::Down, "move the caret down"),
        (Key::Home, "move the caret to the start of the line"),
        (Key::End, "move the caret to the end of the line"),
        (Key::Shift, "select"),
        (Key::Control, "move by words"),
    ],
    takes_drags: true,
    ticks: 100,
    script: SCRIPT,
    ..Demo::of::<Fields>()
};

/// A person who types: a name with an accent by a dead key, a letter, a selection, and a word that is still composed.
const SCRIPT: &str = "2 move 300 122\n3 down\n4 up
8 text \"Zo\"\n12 compose \"¨\"\n20 compose \"\"\n20 text \"ë Nguy\"\n24 compose \"ê\"\n30 compose \"\"\n30 text \"ễn\"
40 move 300 220\n41 down\n42 up\n46 tap End\n48 tap Enter\n50 text \"this is Unicode: Ω ж ß €\"
52 tap Enter\n54 text \"greetings from \"\n60 compose \"Viêt\"\n";

#[derive(StateHash)]
#[state(hash_only)]
struct Fields {
    /// What the fields say.
    name: String,
    letter: String,
    /// Where the caret of the letter stands, and how many bytes are selected.
    caret: u32,
    selected: u32,
    /// What is composed, and how often something was edited or sent.
    composing: String,
    edits: u32,
    sent: u32,
    #[state(skip)]
    name_field: WidgetId,
    #[state(skip)]
    letter_field: WidgetId,
    /// Its texts are above; the rest is drawn.
    #[state(skip)]
    ui: Ui,
}

impl Sketch for Fields {
    /// M is a letter here.
    const DEBUG_KEY: Option<Key> = None;
    const PARAMS: &'static [Param] = &[Param::whole("longest-name", 4, 40, 20)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let theme = Theme { text_size: 22.0, row: 44.0, accent: ORANGE, ..Theme::LIGHT };
        let mut ui = Ui::new().with_theme(theme);
        let form = ui.add(Widget::panel().with_anchor(vec2(0.5, 0.35), 20.0).with_width(560.0));
        ui.add_to(form, Widget::label("Name"));
        let name_field = ui.add_to(form, Widget::field("").with_placeholder("who writes?"));
        ui.add_to(form, Widget::label("Letter"));
        let letter =
            Widget::multi_line_field("Dear reader,").with_placeholder("what is there to say?");
        let letter_field = ui.add_to(form, letter.with_height(150.0));
        ui.set_focus(Some(letter_field));
        stage.add(ui.node());
        let (name, letter, composing) = (String::new(), String::new(), String::new());
        let (caret, selected, edits, sent) = (0, 0, 0, 0);
        Ok(Self {
            name,
            letter,
            caret,
            selected,
            composing,
            edits,
            sent,
            name_field,
            letter_field,
            ui,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let longest = tick.params.whole("longest-name") as u32;
        if let Some(WidgetKind::Field(field)) =
            self.ui.get_mut(self.name_field).map(|it| &mut it.kind)
        {
            field.edit.limit = Some(longest);
        }
        self.ui.update(tick.input, stage.size(), tick.dt);
        self.ui.apply_to(&mut stage.shell);
        for event in self.ui.events() {
            match event.change {
                UiChange::Edited => self.edits += 1,
                UiChange::Submitted => self.sent += 1,
                _ => {}
            }
        }
        self.name = self.ui.text(self.name_field).into();
        self.letter = self.ui.text(self.letter_field).into();
        if let Some(WidgetKind::Field(field)) = self.ui.get(self.letter_field).map(|it| &it.kind) {
            self.caret = field.edit.caret() as u32;
            self.selected = field.edit.selected().len() as u32;
        }
        self.composing.clone_from(&tick.input.composing);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let box_below = Aabb::from_size(vec2(40.0, 388.0), vec2(560.0, 72.0));
        canvas.fill(&Path::round_rect(box_below, 10.0), CARD);
        let said = match self.composing.as_str() {
            "" => format!("{} changes", self.edits),
            composing => format!("being composed: {composing}"),
        };
        canvas.write(said, TITLE, vec2(60.0, 412.0), vec2(0.0, 0.5), INK);
        let letters = self.letter.chars().count();
        let counted = format!("{} letters, {} lines", letters, self.letter.lines().count());
        canvas.write(counted, WORDS, vec2(60.0, 440.0), vec2(0.0, 0.5), MUTED);
        if self.sent > 0 {
            let sent = format!("Enter was pressed {} times", self.sent);
            canvas.write(sent, SMALL, vec2(580.0, 440.0), vec2(1.0, 0.5), MUTED);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
