//! A map whose text is edited while its world is seen.

use super::{IsoDefinition, IsoMap, IsoMapError};

/// A map of text that may change at any time: a file that is saved again, a text field. The last text that could be read counts;
/// while a word is half typed the world stays as it was and the error says where it is wrong.
///
/// ```
/// use motile_tiles::iso::IsoLiveMap;
///
/// let mut map = IsoLiveMap::new("# g type:DrawnIsoTile\ng g");
/// assert_eq!(map.map().cells().count(), 2);
/// assert!(!map.set_text("# g type:DrawnIsoTile\ng x"), "nobody knows x");
/// assert_eq!(map.map().cells().count(), 2, "as it was");
/// assert!(map.error().is_some_and(|error| (error.line, error.column) == (2, 3)));
/// assert!(map.set_text("# g type:DrawnIsoTile\ng g g"));
/// assert_eq!(map.map().cells().count(), 3);
/// ```
#[doc(alias = "hot reload")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IsoLiveMap {
    text: String,
    /// What the program defines.
    definitions: Vec<IsoDefinition>,
    map: IsoMap,
    error: Option<IsoMapError>,
}

impl IsoLiveMap {
    /// A map of a text; an empty one when it cannot be read.
    pub fn new(text: &str) -> Self {
        let mut live = Self::default();
        live.set_text(text);
        live
    }

    /// This map with definitions of the program's, which its rows may use as well; see [`IsoMap::parse_with`].
    ///
    /// ```
    /// use motile_tiles::iso::{IsoDefinition, IsoKind, IsoLiveMap};
    ///
    /// let wall = IsoDefinition { symbol: "W".into(), kind: IsoKind::Block, height: 30.0, ..IsoDefinition::default() };
    /// let mut map = IsoLiveMap::new("W W").with_definitions(&[wall]);
    /// assert!(map.error().is_none());
    /// assert!(map.set_text("W W W"));
    /// assert_eq!(map.map().cells().count(), 3);
    /// ```
    pub fn with_definitions(mut self, definitions: &[IsoDefinition]) -> Self {
        self.definitions = definitions.to_vec();
        self.read();
        self
    }

    /// Takes another text. Returns whether the map is another one now: build its world anew then. Give it the text every tick if
    /// that is easiest: a text that did not change costs a comparison.
    pub fn set_text(&mut self, text: &str) -> bool {
        if self.text == text {
            return false;
        }
        text.clone_into(&mut self.text);
        self.read()
    }

    fn read(&mut self) -> bool {
        match IsoMap::parse_with(&self.definitions, &self.text) {
            Ok(map) => {
                self.error = None;
                let changed = map != self.map;
                self.map = map;
                changed
            }
            Err(error) => {
                self.error = Some(error);
                false
            }
        }
    }

    /// The text, whether or not it can be read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The last map that could be read.
    pub const fn map(&self) -> &IsoMap {
        &self.map
    }

    /// What is wrong with the text now.
    pub const fn error(&self) -> Option<&IsoMapError> {
        self.error.as_ref()
    }
}
