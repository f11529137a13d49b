//! The list: topics, search, and what is said about a demo.

use motile_demos::{Demo, all};

/// A group of demos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The first part of the ids of its demos.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it is about, one sentence.
    pub about: &'static str,
    /// The program of the page that holds its demos. A visitor loads the programs of what is opened, so topics that
    /// use the same libraries share one.
    pub part: &'static str,
}

const fn of(
    part: &'static str,
    id: &'static str,
    name: &'static str,
    about: &'static str,
) -> Topic {
    Topic { id, name, about, part }
}

/// The program of topics that are not listed.
const OTHER: &str = "stage";

/// Names of topics.
const TOPICS: &[Topic] = &[
    of("stage", "stage", "Stage", "The display list at work: shapes, sprites, masks, input."),
    of("stage", "drawing", "Drawing", "Paths, fills, strokes and text."),
    of("play", "space", "Space", "Flat things in perspective: cards, carousels, crossing panels."),
    of("stage", "pixels", "Pixels", "Surfaces as data: blends, filters, fills and noise."),
    of("matter", "fluid", "Fluids", "Smoke and liquid that flow around what is in their way."),
    of("motion", "collide", "Collision", "Which things touch, and where."),
    of("motion", "steer", "Steering", "Agents that chase, flee, follow and flock."),
    of("motion", "path", "Path finding", "The way through a map."),
    of("motion", "physics", "Physics", "Integrators, ropes, cloth and gravity."),
    of("play", "anim", "Animation", "Eases, tweens and timelines."),
    of("play", "particles", "Particles", "Fire, smoke, sparks and ribbons, as plain data."),
    of("play", "game", "Games", "What every game needs: actions, menus, cameras, scenes, saves."),
    of("stage", "time", "Time", "Ticks, fixed steps and long work in small pieces."),
    of("worlds", "tiles", "Tiles", "Tile and isometric worlds."),
    of("kernel", "kernel", "Pixel shaders", "Programs that run for every pixel."),
    of("senses", "sense", "Senses", "Camera and microphone as input."),
    of("play", "sound", "Sound", "Voices, effects and what they look like."),
    of("matter", "bodies", "Rigid bodies", "Boxes, joints and stacks."),
    of("play", "net", "Net", "Worlds kept alike over a network."),
];

/// The topic of a demo; one that has no other name goes by its id.
pub fn topic(demo: &Demo) -> Topic {
    let id = demo.topic();
    let listed = TOPICS.iter().find(|topic| topic.id == id).copied();
    listed.unwrap_or(Topic { id, name: id, about: "", part: OTHER })
}

/// All topics that have demos, in the order of the gallery.
pub fn topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> = all().map(topic).collect();
    topics.dedup();
    topics
}

/// The words that a search looks in, in small letters: id, title, sentence, items of specifications and topic.
pub fn search_text(demo: &Demo) -> String {
    let spec = demo.spec.join(" ");
    let text = format!("{} {} {} {spec} {}", demo.id, demo.title, demo.sees, topic(demo).name);
    text.to_lowercase()
}

/// The demos in which each word of `words` occurs, of one topic or of all. Those that have the words in their title come
/// first; otherwise the order is that of the gallery.
pub fn search(words: &str, topic: Option<&str>) -> Vec<&'static Demo> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let has_all = |text: &str| words.iter().all(|word| text.contains(word));
    let wanted = |demo: &&Demo| {
        topic.is_none_or(|topic| demo.topic() == topic) && has_all(&search_text(demo))
    };
    let mut found: Vec<&Demo> = all().filter(wanted).collect();
    if !words.is_empty() {
        found.sort_by_key(|demo| !has_all(&demo.title.to_lowercase()));
    }
    found
}

/// What pointer and keys do: `Drag the ball, let go to throw it. Space: throw it up.`
pub fn hints(demo: &Demo) -> String {
    let keys = demo.keys.iter().map(|(key, does)| format!("{key}: {does}."));
    let pointer = (!demo.controls.is_empty()).then(|| demo.controls.to_owned());
    pointer.into_iter().chain(keys).collect::<Vec<_>>().join(" ")
}

/// Whether a demo listens to the wheel, so that a page must not scroll over it.
pub fn takes_wheel(demo: &Demo) -> bool {
    demo.takes_wheel
}

/// Whether a demo listens to a finger that moves, so that a page must not scroll by it.
pub fn takes_drags(demo: &Demo) -> bool {
    demo.takes_drags
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_demos::find;

    #[test]
    fn every_topic_has_a_name_and_stands_once() {
        let topics = topics();
        assert!(topics.len() > 5);
        for topic in &topics {
            assert!(!topic.about.is_empty(), "{} has no sentence", topic.id);
            assert_eq!(topics.iter().filter(|other| other.id == topic.id).count(), 1);
        }
    }

    #[test]
    fn a_title_is_found_before_a_description() {
        let found = search("  BALL ", None);
        let titled = |demo: &&Demo| demo.title.to_lowercase().contains("ball");
        let count = found.iter().filter(|demo| titled(demo)).count();
        assert!(count > 0 && count < found.len(), "some by title, some by description");
        assert!(found[..count].iter().all(titled));
    }

    #[test]
    fn words_and_topic_narrow_the_list() {
        assert_eq!(search("", None).len(), all().count());
        let steering = search("", Some("steer"));
        assert!(!steering.is_empty() && steering.iter().all(|demo| demo.topic() == "steer"));
        assert!(search("bouncing", Some("steer")).is_empty());
        assert!(search("bouncing #", None).is_empty(), "every word has to occur");
        let by_topic = search("collision star", None);
        assert!(by_topic.iter().any(|demo| demo.topic() == "collide"), "by the name of its topic");
    }

    #[test]
    fn hints_have_pointer_and_keys() {
        let ball = find("stage/bouncing-ball").unwrap();
        assert!(hints(ball).ends_with("Space: throw it up."), "{}", hints(ball));
        assert!(!takes_wheel(find("steer/flock").unwrap()));
        assert!(takes_wheel(find("stage/input").unwrap()));
        assert!(takes_drags(find("steer/flock").unwrap()), "it is held");
        assert!(takes_drags(find("collide/node-garden").unwrap()), "in other words, too");
        assert!(takes_wheel(find("game/interface").unwrap()), "it has a list that scrolls");
        assert!(!takes_drags(find("path/estimates").unwrap()), "a click moves the goal");
    }
}
