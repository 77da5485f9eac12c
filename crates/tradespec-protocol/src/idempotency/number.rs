//! The one spelling of a number.
//!
//! In:  a number as JSON writes it.
//! Out: its canonical spelling, laid out as RFC 8785 (that is, ECMAScript) lays out numbers, with all of its digits.
//! Holds: two numbers are equal exactly if their canonical spellings are; nothing is rounded, and neither time nor
//! memory depends on the size of an exponent.

use std::borrow::Cow;

/// Numbers below ten to this power are written without an exponent, as in ECMAScript.
const PLAIN_DIGITS: usize = 21;

/// So many digits of an exponent are added natively.
const NATIVE_DIGITS: usize = 30;

/// The canonical spelling of `text`, which must be a number by JSON's grammar.
pub(super) fn canonical(text: &str) -> Cow<'_, str> {
    if text.len() <= PLAIN_DIGITS && text != "-0" && !text.contains(['.', 'e', 'E']) {
        return Cow::Borrowed(text);
    }
    let (sign, unsigned) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = [whole, fraction].concat();
    let digits = all.trim_start_matches('0');
    let leading = all.len() - digits.len();
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        // Minus zero is zero.
        return Cow::Borrowed("0");
    }
    let before_point = i128::try_from(whole.len()).unwrap_or(i128::MAX);
    let shift = before_point.saturating_sub(i128::try_from(leading).unwrap_or(i128::MAX)) - 1;
    // The number is d.ddd times ten to this power.
    let power = sum(exponent, shift);
    Cow::Owned([sign, &layout(digits, &power)].concat())
}

/// The digits `d.ddd` times ten to `power`.
fn layout(digits: &str, power: &str) -> String {
    let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
    let zeros = |count: usize| "0".repeat(count);
    match power.parse::<i8>() {
        Ok(power @ -6..=-1) => {
            let between = usize::from(power.unsigned_abs()) - 1;
            ["0.", &zeros(between), digits].concat()
        }
        Ok(power @ 0..=20) => {
            let before_point = usize::from(power.unsigned_abs()) + 1;
            match digits.split_at_checked(before_point) {
                Some((whole, "")) => whole.to_owned(),
                Some((whole, fraction)) => [whole, ".", fraction].concat(),
                None => [digits, &zeros(before_point - digits.len())].concat(),
            }
        }
        _ => {
            let point = if rest.is_empty() { "" } else { "." };
            let plus = if power.starts_with('-') { "" } else { "+" };
            [first, point, rest, "e", plus, power].concat()
        }
    }
}

/// An exponent as it is written, plus a shift, in decimal digits without leading zeros.
///
/// The shift is the length of a text at most, which has far fewer than [`NATIVE_DIGITS`] digits.
fn sum(exponent: &str, shift: i128) -> String {
    let (negative, digits) = match exponent.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, exponent.strip_prefix('+').unwrap_or(exponent)),
    };
    let magnitude = digits.trim_start_matches('0');
    if magnitude.len() <= NATIVE_DIGITS {
        // No digits at all are zero.
        let magnitude: i128 = magnitude.parse().unwrap_or(0);
        return (if negative { -magnitude } else { magnitude } + shift).to_string();
    }
    // So far from zero that the shift cannot change the sign: carried by hand, from the last digit on.
    let mut carry = if negative { -shift } else { shift };
    let mut backwards = Vec::with_capacity(magnitude.len() + 1);
    for digit in magnitude.bytes().rev() {
        let total = i128::from(digit - b'0') + carry;
        carry = total.div_euclid(10);
        backwards.push(char::from(b'0' + u8::try_from(total.rem_euclid(10)).unwrap_or_default()));
    }
    let carried = if carry > 0 { carry.to_string() } else { String::new() };
    let magnitude: String = carried.chars().chain(backwards.into_iter().rev()).collect();
    let sign = if negative { "-" } else { "" };
    [sign, magnitude.trim_start_matches('0')].concat()
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn numbers_are_laid_out_as_rfc_8785_does_and_never_rounded() {
        for (text, wanted) in [
            // From the table in RFC 8785, appendix B.
            ("0", "0"),
            ("-0", "0"),
            ("5e-324", "5e-324"),
            ("-5E-324", "-5e-324"),
            ("1.7976931348623157E308", "1.7976931348623157e+308"),
            ("9007199254740992", "9007199254740992"),
            ("295147905179352830000", "295147905179352830000"),
            ("9.999999999999997e22", "9.999999999999997e+22"),
            ("1e23", "1e+23"),
            ("1.0000000000000001e+23", "1.0000000000000001e+23"),
            ("999999999999999700000", "999999999999999700000"),
            ("1000000000000000000000", "1e+21"),
            ("9.999999999999997e-7", "9.999999999999997e-7"),
            ("0.000001", "0.000001"),
            ("333333333.33333325", "333333333.33333325"),
            ("-0.0000033333333333333333", "-0.0000033333333333333333"),
            ("1424953923781206.25e0", "1424953923781206.25"),
            // Where RFC 8785 would round, overflow or underflow.
            ("9007199254740993", "9007199254740993"),
            ("1e400", "1e+400"),
            ("1e-400", "1e-400"),
            ("1000.0", "1000"),
            ("12.50e2", "1250"),
            ("0.0e99", "0"),
            ("1234567890123456789012", "1.234567890123456789012e+21"),
        ] {
            assert_eq!(canonical(text), wanted, "{text}");
        }
    }

    #[test]
    fn exponents_of_any_length_are_added_exactly() {
        let nines = "9".repeat(40);
        for (text, wanted) in [
            (format!("10e{nines}"), format!("1e+1{}", "0".repeat(40))),
            (format!("0.1e1{}", "0".repeat(40)), format!("1e+{nines}")),
            (format!("0.01e-{nines}"), format!("1e-1{}1", "0".repeat(39))),
            (format!("10e-1{}", "0".repeat(40)), format!("1e-{nines}")),
            // The border between adding natively and by hand.
            (format!("10e{}", "9".repeat(30)), format!("1e+1{}", "0".repeat(30))),
            (format!("0.1e+001{}", "0".repeat(30)), format!("1e+{}", "9".repeat(30))),
        ] {
            assert_eq!(canonical(&text), wanted, "{text}");
        }
    }
}
