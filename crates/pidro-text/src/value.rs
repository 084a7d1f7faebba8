//! The values of variables, and how numbers are written.
//!
//! `fluent-bundle` leaves the format of numbers to its caller. These functions write them as
//! `Intl.NumberFormat` does on the page, but for the thousands separator: no sentence of the
//! terminal program has such numbers.

use fluent_bundle::FluentValue;
use fluent_bundle::types::FluentNumber;

/// The value of a variable in a text: a string or a number. Texts select plurals only by numbers.
pub type Value<'a> = FluentValue<'a>;

/// The most decimals of a number that doesn't say how many it has.
const DECIMALS: usize = 3;

/// Writes a number with a decimal point.
pub(crate) fn with_point<M>(value: &Value<'_>, _: &M) -> Option<String> {
    match value {
        Value::Number(number) => Some(rounded(number)),
        _ => None,
    }
}

/// Writes a number with a decimal comma.
pub(crate) fn with_comma<M>(value: &Value<'_>, memoizer: &M) -> Option<String> {
    Some(with_point(value, memoizer)?.replace('.', ","))
}

fn rounded(FluentNumber { value, options }: &FluentNumber) -> String {
    let least = options.minimum_fraction_digits.unwrap_or_default();
    let most = options.maximum_fraction_digits.unwrap_or(DECIMALS).max(least);
    let mut written = format!("{value:.most$}");
    if let Some(point) = written.find('.') {
        let shortest = if least == 0 { point } else { point + 1 + least };
        let needed = written.trim_end_matches('0').trim_end_matches('.').len();
        written.truncate(needed.max(shortest));
    }
    written
}

#[cfg(test)]
mod tests {
    use fluent_bundle::types::FluentNumberOptions;

    use super::*;

    fn written(value: f64, least: Option<usize>, most: Option<usize>) -> String {
        let options = FluentNumberOptions {
            minimum_fraction_digits: least,
            maximum_fraction_digits: most,
            ..FluentNumberOptions::default()
        };
        with_point(&Value::Number(FluentNumber::new(value, options)), &()).unwrap()
    }

    #[test]
    fn numbers_have_as_many_decimals_as_they_should() {
        assert_eq!(written(12.0, None, None), "12");
        assert_eq!(written(100.0, None, Some(1)), "100");
        assert_eq!(written(-9.0, None, None), "-9");
        assert_eq!(written(0.12345, None, None), "0.123");
        assert_eq!(written(4.25, None, Some(1)), "4.2");
        assert_eq!(written(4.0, None, Some(1)), "4");
        assert_eq!(written(4.0, Some(1), Some(1)), "4.0");
        assert_eq!(written(90.44, Some(1), Some(1)), "90.4");
        assert_eq!(written(90.5, Some(2), None), "90.50");
    }

    #[test]
    fn only_numbers_get_a_comma() {
        assert_eq!(with_comma(&Value::from(1.5), &()).unwrap(), "1,5");
        assert_eq!(with_comma(&Value::from("1.5"), &()), None);
    }
}
