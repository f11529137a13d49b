//! Tweens from text, with every name and number checked.

use crate::{AnimError, Animate, Ease, Overwrite, Span, Tween};

/// A property of `T` that data can name.
pub enum Property<T> {
    /// A number.
    F32(fn(&mut T) -> &mut f32),
    /// A number with more digits.
    F64(fn(&mut T) -> &mut f64),
    /// A whole number.
    I32(fn(&mut T) -> &mut i32),
}

impl<T> Clone for Property<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Property<T> {}

/// A struct whose numbers data can name. `#[derive(Properties)]` (feature `derive`) lists all fields of
/// the types that [`Property`] knows.
pub trait Properties: Sized + 'static {
    /// The property of this name.
    fn property(name: &str) -> Option<Property<Self>>;
}

/// A tween from names and texts, as a data file or a console has them.
///
/// `time` (or `duration`), `delay`, `ease` (or `transition`), `overwrite`, `repeat` and `yoyo` are
/// settings; everything else is a property and its end value, relative with `+=` or `-=` before the
/// number.
///
/// ```
/// use motile_anim::{AnimError, Properties, Property, AnimPlayer, tween_from_text};
///
/// struct Sprite { x: f32 }
/// impl Properties for Sprite {
///     fn property(name: &str) -> Option<Property<Self>> {
///         (name == "x").then_some(Property::F32(|s| &mut s.x))
///     }
/// }
///
/// let mut sprite = Sprite { x: 100.0 };
/// let tween = tween_from_text::<Sprite>([("x", "800"), ("time", "3sec"), ("ease", "easeOutExpo")])?;
/// AnimPlayer::new(tween).seek(1.5, &mut sprite);
/// assert_eq!(sprite.x, 778.125);
///
/// let wrong = tween_from_text::<Sprite>([("dog", "800")]);
/// assert_eq!(wrong.err(), Some(AnimError::UnknownProperty("dog".into())));
/// # Ok::<(), AnimError>(())
/// ```
///
/// # Errors
///
/// [`AnimError::UnknownProperty`], [`AnimError::NotANumber`], [`AnimError::UnknownEase`],
/// [`AnimError::UnknownOverwrite`], [`AnimError::BadTimeText`].
pub fn tween_from_text<'a, T: Properties>(
    settings: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Tween<T>, AnimError> {
    let mut tween = Tween::default();
    for (name, text) in settings {
        tween = match name {
            "time" | "duration" => tween.duration(text.parse::<Span>()?),
            "delay" => tween.delay(text.parse::<Span>()?),
            "ease" | "transition" => tween.ease(text.parse::<Ease>()?),
            "overwrite" => tween.overwrite(text.parse::<Overwrite>()?),
            "repeat" => tween.repeat(number(name, text)?),
            "yoyo" => match text.trim() {
                "true" => tween.yoyo(),
                "false" => tween,
                _ => return Err(not_a_number(name, text)),
            },
            _ => match T::property(name).ok_or_else(|| AnimError::UnknownProperty(name.into()))? {
                Property::F32(field) => aim(tween, field, name, text)?,
                Property::F64(field) => aim(tween, field, name, text)?,
                Property::I32(field) => aim(tween, field, name, text)?,
            },
        };
    }
    Ok(tween)
}

fn aim<T, V>(
    tween: Tween<T>,
    field: fn(&mut T) -> &mut V,
    name: &str,
    text: &str,
) -> Result<Tween<T>, AnimError>
where
    T: 'static,
    V: Animate + core::str::FromStr,
{
    let text = text.trim();
    let (text, relative) = match (text.strip_prefix("+="), text.strip_prefix("-=")) {
        (Some(more), _) => (more.trim().to_owned(), true),
        (_, Some(less)) => (format!("-{}", less.trim()), true),
        _ => (text.to_owned(), false),
    };
    let value: V = number(name, &text)?;
    if !value.is_finite() {
        return Err(not_a_number(name, &text));
    }
    Ok(if relative { tween.by(field, value) } else { tween.to(field, value) })
}

fn number<V: core::str::FromStr>(name: &str, text: &str) -> Result<V, AnimError> {
    text.trim().parse().map_err(|_| not_a_number(name, text))
}

fn not_a_number(name: &str, text: &str) -> AnimError {
    AnimError::NotANumber { name: name.into(), text: text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnimPlayer, Animator};

    #[derive(Default)]
    struct Sprite {
        x: f32,
        frame: i32,
    }

    impl Properties for Sprite {
        fn property(name: &str) -> Option<Property<Self>> {
            match name {
                "x" => Some(Property::F32(|s| &mut s.x)),
                "frame" => Some(Property::I32(|s| &mut s.frame)),
                _ => None,
            }
        }
    }

    fn read(settings: &[(&str, &str)]) -> Result<Tween<Sprite>, AnimError> {
        tween_from_text(settings.iter().copied())
    }

    #[test]
    fn t_60_overwrite_numbers() {
        assert!(read(&[("overwrite", "3")]).is_ok());
        assert_eq!(
            read(&[("overwrite", "4")]).err(),
            Some(AnimError::UnknownOverwrite("4".into()))
        );
    }

    #[test]
    fn t_61_unknown_properties() {
        assert_eq!(read(&[("dog", "1")]).err(), Some(AnimError::UnknownProperty("dog".into())));
    }

    #[test]
    fn t_62_texts_that_are_no_numbers() {
        let error = read(&[("x", "dog")]).err();
        assert_eq!(error, Some(AnimError::NotANumber { name: "x".into(), text: "dog".into() }));
        assert!(read(&[("x", "NaN")]).is_err() && read(&[("frame", "1.5")]).is_err());
        let mut sprite = Sprite::default();
        AnimPlayer::new(read(&[("x", "800"), ("time", "1s")]).expect("sound"))
            .seek(1.0, &mut sprite);
        assert_eq!(sprite.x, 800.0);
    }

    #[test]
    fn settings_and_relative_values() {
        let tween = read(&[
            ("x", "-=50"),
            ("frame", "+=4"),
            ("time", "2"),
            ("delay", "12fr"),
            ("ease", "linear"),
            ("repeat", "1"),
            ("yoyo", "true"),
        ]);
        let mut animator = Animator::new();
        let mut sprite = Sprite { x: 100.0, frame: 1 };
        animator.play(tween.expect("sound"));
        animator.update(1.5, &mut sprite);
        assert_eq!((sprite.x, sprite.frame), (75.0, 3));
        for bad in
            [("ease", "easeInOutCubix"), ("time", "3 parsecs"), ("yoyo", "maybe"), ("repeat", "-1")]
        {
            assert!(read(&[bad]).is_err(), "{bad:?}");
        }
    }
}
