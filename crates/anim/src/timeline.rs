//! The description of a timeline.

use crate::{
    AnimError, Ease, Position, Repeat, Span, Stagger, Tween,
    defaults::Defaults,
    run::{Child, Content, Group, Leaf, Node},
    span::FOREVER,
    timing::Timing,
    tween::{Common, Simple, common_methods},
};
use std::sync::Arc;

/// Tweens and other timelines, each at its time: a sequence, a group, or both at once.
///
/// ```
/// use motile_anim::{Ease, AnimPlayer, Timeline, Tween};
///
/// struct Sprite { x: f32, y: f32, rotation: f32 }
/// let mut sprite = Sprite { x: 100.0, y: 100.0, rotation: 0.0 };
///
/// let story = Timeline::new()
///     .then(Tween::new(3.0).to(|s: &mut Sprite| &mut s.x, 800.0))
///     .then(Tween::new(3.0).to(|s: &mut Sprite| &mut s.y, 400.0))
///     .then(Tween::new(4.0).to(|s: &mut Sprite| &mut s.rotation, 360.0).ease(Ease::QUINT_IN_OUT))
///     .ease(Ease::QUAD_IN_OUT);
/// let mut player = AnimPlayer::new(story);
/// assert_eq!(player.duration(), 10.0);
/// player.seek(4.5, &mut sprite);
/// assert_eq!((sprite.x, sprite.y), (800.0, 250.0));
/// player.seek(1.5, &mut sprite);
/// assert_eq!((sprite.x, sprite.y), (450.0, 100.0));
/// ```
///
/// What a timeline shows at a time does not depend on how it got there. Where two children change the
/// same property at the same time, the one that began later wins; children of one timeline do not
/// overwrite each other. A timeline owns its items, so it can never contain itself:
///
/// ```compile_fail
/// # use motile_anim::Timeline;
/// let timeline = Timeline::<f32>::new();
/// let endless = timeline.then(timeline);
/// ```
#[doc(alias = "sequence")]
#[doc(alias = "timeline")]
#[doc(alias = "keyframe")]
#[derive(Debug)]
pub struct Timeline<T, K = ()> {
    items: Vec<(Position, Item<T, K>)>,
    align: Option<(TimelineAlign, Span)>,
    ease: Option<Ease>,
    duration: Option<Span>,
    /// It lasts at least this long.
    length: Span,
    pub(crate) common: Common,
}

/// How the items of [`Timeline::aligned`] line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineAlign {
    /// One after another, each with its own delay.
    Sequence,
    /// All wait for their delays from the same moment on.
    Init,
    /// All begin at the same moment; own delays are ignored.
    Start,
    /// All end at the same moment.
    End,
    /// As if each stood alone.
    None,
}

/// A tween, a timeline or a call: what a timeline consists of and a player plays.
#[derive(Debug)]
pub struct Anim<T, K = ()>(pub(crate) Item<T, K>);

#[derive(Debug)]
pub(crate) enum Item<T, K> {
    Tween(Tween<T, K>),
    Timeline(Box<Timeline<T, K>>),
    Call(u32),
    Label(Arc<str>),
    Pause,
}

impl<T, K> From<Tween<T, K>> for Anim<T, K> {
    fn from(tween: Tween<T, K>) -> Self {
        Self(Item::Tween(tween))
    }
}

impl<T, K> From<Timeline<T, K>> for Anim<T, K> {
    fn from(timeline: Timeline<T, K>) -> Self {
        Self(Item::Timeline(Box::new(timeline)))
    }
}

impl<T: 'static, K> Default for Timeline<T, K> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            align: None,
            ease: None,
            duration: None,
            length: Span::ZERO,
            common: Common::default(),
        }
    }
}

impl<T: 'static, K> Timeline<T, K> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Items one after another.
    pub fn sequence<A: Into<Anim<T, K>>>(items: impl IntoIterator<Item = A>) -> Self {
        items.into_iter().fold(Self::new(), Self::then)
    }

    /// Items all at once; it ends with the longest.
    pub fn parallel<A: Into<Anim<T, K>>>(items: impl IntoIterator<Item = A>) -> Self {
        items
            .into_iter()
            .fold(Self::new(), |timeline, item| timeline.add(Position::time(0.0), item))
    }

    /// Items lined up by a rule, each `stagger` later than the one before (earlier for
    /// [`TimelineAlign::End`]). If an item would have to begin before 0, all are moved.
    pub fn aligned<A: Into<Anim<T, K>>>(
        align: TimelineAlign,
        stagger: impl Into<Span>,
        items: impl IntoIterator<Item = A>,
    ) -> Self {
        Self { align: Some((align, stagger.into())), ..Self::sequence(items) }
    }

    /// One animation for each of many targets, one a little later than the other.
    ///
    /// ```
    /// # use motile_anim::{Ease, AnimPlayer, Stagger, Timeline, Tween};
    /// let mut dots = vec![0.0f32; 4];
    /// let wave = Timeline::stagger(0..4u32, Stagger::each(0.5), |_, dot| {
    ///     Tween::new(1.0).to(|x: &mut f32| x, 100.0).ease(Ease::LINEAR).on(dot)
    /// });
    /// AnimPlayer::new(wave).seek(1.25, &mut dots);
    /// assert_eq!(dots, [100.0, 75.0, 25.0, 0.0]);
    /// ```
    pub fn stagger<X, A: Into<Anim<T, K>>>(
        targets: impl IntoIterator<Item = X>,
        stagger: Stagger,
        mut make: impl FnMut(u32, X) -> A,
    ) -> Self {
        let targets: Vec<X> = targets.into_iter().collect();
        let offsets = stagger.offsets(targets.len() as u32);
        let mut timeline = Self::new();
        for (index, (target, offset)) in targets.into_iter().zip(offsets).enumerate() {
            timeline = timeline.add(Position::time(offset), make(index as u32, target));
        }
        timeline
    }

    /// Adds something after everything so far.
    pub fn then(self, item: impl Into<Anim<T, K>>) -> Self {
        self.add(Position::End, item)
    }

    /// Adds something that begins with the item added last.
    pub fn with(self, item: impl Into<Anim<T, K>>) -> Self {
        self.add(Position::WithPrevious(Span::ZERO), item)
    }

    /// Adds something at a position: a time, a label, before or after what is there.
    pub fn add(mut self, at: Position, item: impl Into<Anim<T, K>>) -> Self {
        self.items.push((at, item.into().0));
        self
    }

    /// Waits: what is added next begins this much later.
    pub fn wait(self, time: impl Into<Span>) -> Self {
        self.then(Self::new().lasting(time))
    }

    /// Names the end of everything so far.
    pub fn label(self, name: &str) -> Self {
        self.label_at(name, Position::End)
    }

    /// Names a place.
    pub fn label_at(mut self, name: &str, at: Position) -> Self {
        self.items.push((at, Item::Label(name.into())));
        self
    }

    /// Reports [`AnimEventKind::Call`](crate::AnimEventKind::Call) with this tag when the place is passed.
    pub fn call(mut self, tag: u32, at: Position) -> Self {
        self.items.push((at, Item::Call(tag)));
        self
    }

    /// Reports `n` calls with this tag from now on, spread over a time as an ease would move: the k-th
    /// comes when the ease reaches k/n. Meant for eases that do not turn back.
    pub fn calls(mut self, n: u32, over: impl Into<Span>, ease: Ease, tag: u32) -> Self {
        let over = over.into();
        let mut group = Self::new().lasting(over);
        for k in 1..=n {
            let time = over.seconds() * inverse(ease, k as f64 / n as f64);
            group = group.call(tag, Position::time(time));
        }
        self.items.push((Position::End, Item::Timeline(Box::new(group))));
        self
    }

    /// Stops the player when it gets here, forwards; only the outermost timeline of a player does.
    pub fn pause_at(mut self, at: Position) -> Self {
        self.items.push((at, Item::Pause));
        self
    }

    /// Makes it at least this long.
    pub fn lasting(mut self, length: impl Into<Span>) -> Self {
        self.length = length.into();
        self
    }

    /// The ease of tweens inside that name none.
    pub fn ease(mut self, ease: Ease) -> Self {
        self.ease = Some(ease);
        self
    }

    /// The duration of tweens inside that name none.
    pub fn tween_duration(mut self, duration: impl Into<Span>) -> Self {
        self.duration = Some(duration.into());
        self
    }

    common_methods!();
}

impl<T: 'static, K: Clone> Clone for Timeline<T, K> {
    fn clone(&self) -> Self {
        let copy = |item: &Item<T, K>| match item {
            Item::Tween(tween) => Item::Tween(tween.clone()),
            Item::Timeline(timeline) => Item::Timeline(timeline.clone()),
            Item::Call(tag) => Item::Call(*tag),
            Item::Label(name) => Item::Label(name.clone()),
            Item::Pause => Item::Pause,
        };
        Self {
            items: self.items.iter().map(|(at, item)| (at.clone(), copy(item))).collect(),
            align: self.align,
            ease: self.ease,
            duration: self.duration,
            length: self.length,
            common: self.common.clone(),
        }
    }
}

/// A description made ready to play.
pub(crate) struct Built<T, K> {
    pub(crate) node: Node,
    pub(crate) leaves: Vec<Leaf<T, K>>,
    /// Times at which the outermost timeline stops.
    pub(crate) pauses: Vec<i64>,
}

impl<T: 'static, K> Anim<T, K> {
    /// How an animator plays it without a player, if it is a simple tween.
    pub(crate) fn simple(&self, defaults: &Defaults) -> Result<Option<Simple>, AnimError> {
        if let Item::Tween(tween) = &self.0 { tween.simple(defaults) } else { Ok(None) }
    }

    pub(crate) fn build(self, defaults: &Defaults) -> Result<Built<T, K>, AnimError> {
        let (mut leaves, mut pauses) = (Vec::new(), Vec::new());
        let node = self.build_node(defaults, &mut leaves, &mut pauses)?;
        pauses.sort_unstable();
        leaves.shrink_to_fit();
        Ok(Built { node, leaves, pauses })
    }

    fn build_node(
        self,
        defaults: &Defaults,
        leaves: &mut Vec<Leaf<T, K>>,
        pauses: &mut Vec<i64>,
    ) -> Result<Node, AnimError> {
        match self.0 {
            Item::Tween(tween) => tween.build(defaults, leaves),
            Item::Timeline(timeline) => timeline.build(defaults, leaves, pauses),
            mark => {
                let timeline = Timeline { items: vec![(Position::End, mark)], ..Timeline::new() };
                timeline.build(defaults, leaves, pauses)
            }
        }
    }
}

impl<T: 'static, K> Timeline<T, K> {
    fn build(
        self,
        defaults: &Defaults,
        leaves: &mut Vec<Leaf<T, K>>,
        pauses: &mut Vec<i64>,
    ) -> Result<Node, AnimError> {
        let inner = Defaults {
            ease: self.ease.unwrap_or(defaults.ease),
            duration: self.duration.unwrap_or(defaults.duration),
            ..*defaults
        };
        let mut layout = Layout { end: 0, previous: (0, 0), labels: Vec::new() };
        // No larger than needed: of many timelines, what is far apart in memory is slow.
        let mut children: Vec<Child> = Vec::with_capacity(self.items.len());
        for (at, item) in self.items {
            let position = layout.resolve(&at)?;
            let node = match item {
                Item::Label(name) => {
                    layout.labels.push((position, name));
                    continue;
                }
                Item::Pause => {
                    pauses.push(position);
                    continue;
                }
                Item::Call(tag) => call_node(tag),
                // Pauses of inner timelines have no player to stop.
                other => Anim(other).build_node(&inner, leaves, &mut Vec::new())?,
            };
            children.push(layout.place(position, node));
        }
        if let Some((align, stagger)) = self.align {
            children = aligned_children(children, align, stagger.nanos("stagger")?);
            layout.end = children.iter().map(Child::end).max().unwrap_or(0);
        }
        layout.end = layout.end.max(self.length.nanos("wait")?);
        let timing = self.common.timing(layout.end.min(FOREVER))?;
        let group = Group::new(children, layout.labels, self.common.tag);
        Ok(Node::new(timing, &self.common, Content::Group(Box::new(group))))
    }
}

/// Where the next item goes.
struct Layout {
    end: i64,
    previous: (i64, i64),
    labels: Vec<(i64, Arc<str>)>,
}

impl Layout {
    fn resolve(&self, at: &Position) -> Result<i64, AnimError> {
        let (base, offset) = match at {
            Position::End => (self.end, Span::ZERO),
            Position::Gap(gap) => (self.end, *gap),
            Position::Overlap(overlap) => {
                return Ok((self.end - overlap.nanos("overlap")?).max(0));
            }
            Position::Before(place, time) => {
                return Ok((self.resolve(place)? - time.nanos("position")?).max(0));
            }
            Position::Time(time) => (0, *time),
            Position::WithPrevious(offset) => (self.previous.0, *offset),
            Position::AfterPrevious(offset) => (self.previous.1, *offset),
            Position::Label(name, offset) => {
                let label = self.labels.iter().find(|label| label.1 == *name);
                (label.ok_or_else(|| AnimError::UnknownLabel(name.to_string()))?.0, *offset)
            }
        };
        Ok(base.saturating_add(offset.nanos("position")?).min(FOREVER))
    }

    fn place(&mut self, position: i64, node: Node) -> Child {
        let child = Child::new(position, node);
        self.previous = (position, child.end());
        self.end = self.end.max(child.end());
        child
    }
}

fn call_node(tag: u32) -> Node {
    let common = Common { tag, ..Common::default() };
    Node::new(Timing::once(0, 0), &common, Content::Call)
}

/// Positions by the rules of [`TimelineAlign`].
fn aligned_children(children: Vec<Child>, align: TimelineAlign, stagger: i64) -> Vec<Child> {
    let mut nodes: Vec<Node> = children.into_iter().map(|child| child.node).collect();
    let earliest = nodes.iter().map(Node::begin).min().unwrap_or(0);
    let latest = nodes.iter().map(|node| node.timing.length()).max().unwrap_or(0);
    let mut positions = Vec::with_capacity(nodes.len());
    let mut end = 0;
    for (index, node) in nodes.iter_mut().enumerate() {
        let shift = stagger.saturating_mul(index as i64);
        if align == TimelineAlign::Start {
            node.timing.delay = 0;
        }
        let length = node.timing.length();
        let position = match align {
            TimelineAlign::Sequence if index > 0 => end + stagger,
            TimelineAlign::Sequence | TimelineAlign::None => 0,
            TimelineAlign::Init => shift,
            TimelineAlign::Start => earliest + shift,
            // May be negative for what is longer than the stagger allows; all are lifted together below.
            TimelineAlign::End => latest - shift - length,
        };
        end = position + length;
        positions.push(position);
    }
    let lift = positions.iter().copied().min().unwrap_or(0).min(0);
    nodes.into_iter().zip(positions).map(|(node, at)| Child::new(at - lift, node)).collect()
}

/// The progress at which an ease reaches a value, by halving.
fn inverse(ease: Ease, value: f64) -> f64 {
    let (mut low, mut high) = (0.0f64, 1.0f64);
    // Forty halvings are finer than an f32 tells apart, for eases of any shape and steepness.
    for _ in 0..40 {
        let middle = (low + high) * 0.5;
        if (ease.at(middle as f32) as f64) < value {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
