//! Execution of a list of items.

use super::{Item, Line, Part};
use crate::paint::Paint;
use crate::path::{FillRule, Path};
use std::borrow::Cow;

/// Executes items in order. The fill of a group is put down at its end, below the group's lines; a
/// group of one path borrows it, several are joined in one outline.
pub(super) fn play(items: &[Item], draw: &mut impl FnMut(Part<'_>)) {
    let mut group = Group::default();
    let mut line: Option<&Line> = None;
    for item in items {
        match item {
            Item::Stroke(style) => line = style.as_ref(),
            Item::Fill(paint) => {
                group.put_down(draw);
                group.paint = Some(paint);
            }
            Item::EndFill => {
                group.put_down(draw);
                group.paint = None;
            }
            Item::Path(path, rule) => match (group.paint, line) {
                (Some(_), _) => group.add(path, *rule, line),
                (None, Some(line)) => draw(Part::Line { path, line }),
                (None, None) => {}
            },
            Item::Triangles(list) => {
                // What was collected so far lies below them.
                group.put_down(draw);
                if group.paint.is_some() || line.is_some() {
                    draw(Part::Triangles { list, paint: group.paint, line });
                }
            }
        }
    }
    group.put_down(draw);
}

/// A fill being collected.
#[derive(Default)]
struct Group<'a> {
    paint: Option<&'a Paint>,
    rule: FillRule,
    outline: Option<Cow<'a, Path>>,
    lines: Vec<(&'a Path, &'a Line)>,
}

impl<'a> Group<'a> {
    fn add(&mut self, path: &'a Path, rule: FillRule, line: Option<&'a Line>) {
        self.rule = rule;
        match &mut self.outline {
            Some(outline) => _ = outline.to_mut().append(path),
            None => self.outline = Some(Cow::Borrowed(path)),
        }
        self.lines.extend(line.map(|line| (path, line)));
    }

    fn put_down(&mut self, draw: &mut impl FnMut(Part<'_>)) {
        if let (Some(paint), Some(path)) = (self.paint, self.outline.take()) {
            draw(Part::Fill { path: &path, rule: self.rule, paint });
        }
        for (path, line) in self.lines.drain(..) {
            draw(Part::Line { path, line });
        }
    }
}
