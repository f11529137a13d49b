//! Seeds that somebody asks for from outside of a program.

/// The seed in the part of an address behind `#`, such as `#Seed=7` or `#stage/fountain?count=9&Seed=7`. Read byte by byte:
/// pages pay for what takes text apart.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn of_address(address: &str) -> Option<u64> {
    let hash = address.bytes().position(|byte| byte == b'#')?;
    let mut pairs = address.as_bytes()[hash..].split(|byte| matches!(byte, b'#' | b'?' | b'&'));
    let digits = pairs.find_map(|pair| pair.strip_prefix(b"Seed="))?;
    let more = |seed: u64, digit: &u8| {
        let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
        seed.checked_mul(10)?.checked_add(digit)
    };
    digits.iter().try_fold(0, more).filter(|_| !digits.is_empty())
}

/// The seed in a variable of the system; what is none is said.
///
/// # Errors
/// What to tell about a value that is no seed.
#[cfg(any(test, not(target_arch = "wasm32")))]
pub(super) fn of_variable(name: &str, value: &str) -> Result<u64, String> {
    value.trim().parse().map_err(|_| format!("{name}={value}: expected a whole number from 0 on"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_name_a_seed_behind_its_hash() {
        for (address, seed) in [
            ("https://host/web/#Seed=7", Some(7)),
            ("https://host/#stage/fountain?count=9&Seed=123456", Some(123_456)),
            ("https://host/?Seed=7", None),
            ("https://host/?Seed=7#Seed=8", Some(8)),
            ("https://host/#Seed=seven", None),
            ("https://host/#Seed=", None),
            ("https://host/#Seed=18446744073709551615", Some(u64::MAX)),
            ("https://host/#Seed=18446744073709551616", None),
            ("https://host/#NoSeed=7", None),
            ("https://host/", None),
        ] {
            assert_eq!(of_address(address), seed, "{address}");
        }
    }

    #[test]
    fn a_variable_that_is_no_seed_is_named() {
        assert_eq!(of_variable("MOTILE_SEED", " 7\n"), Ok(7));
        for bad in ["", "-1", "seven", "1.5", "99999999999999999999"] {
            let said = of_variable("MOTILE_SEED", bad).unwrap_err();
            assert!(said.starts_with(&format!("MOTILE_SEED={bad}: expected")), "{said}");
        }
    }
}
