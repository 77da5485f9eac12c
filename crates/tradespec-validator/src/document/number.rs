//! Numbers as they are written: which are none, and what of them a double keeps.
//!
//! In:  the text of a number.
//! Out: what is wrong with its form ([`form`]), or what a reader with doubles loses of it ([`kept`]).
//! Holds: decimals are compared digit by digit; an exponent of any size costs no more than its digits.

/// Why a text is no number, and what to do about it.
pub(super) struct Misformed(pub(super) &'static str, pub(super) &'static str);

/// Whether `text` has the form of a number in JSON.
pub(super) fn form(text: &[u8]) -> Result<(), Misformed> {
    let unsigned = match text {
        [b'-', rest @ ..] => rest,
        [b'+', ..] => return Err(Misformed("a number starts with \"+\"", "leave the \"+\" out")),
        _ => text,
    };
    let (whole, rest) = digits(unsigned);
    match (whole, rest) {
        ([], [b'.', ..]) => {
            return Err(Misformed("a number has no digit before its point", "write 0 before the point"));
        }
        ([], _) => {
            return Err(Misformed("a \"-\" has no number after it", "write digits right after the \"-\""));
        }
        ([b'0'], [b'x' | b'X' | b'b' | b'B' | b'o' | b'O', ..]) => {
            return Err(Misformed("a number is not written in decimal digits", "write it in decimal digits"));
        }
        ([b'0', _, ..], _) => {
            return Err(Misformed("a number starts with a 0", "leave the 0 out, or make it a string"));
        }
        _ => {}
    }
    let rest = match rest {
        [b'.', rest @ ..] => match digits(rest) {
            ([], _) => {
                return Err(Misformed(
                    "a number has no digit after its point",
                    "write a digit after the point, or leave the point out",
                ));
            }
            (_, rest) => rest,
        },
        _ => rest,
    };
    let rest = match rest {
        [b'e' | b'E', b'+' | b'-', rest @ ..] | [b'e' | b'E', rest @ ..] => match digits(rest) {
            ([], _) => {
                return Err(Misformed(
                    "the exponent of a number has no digits",
                    "write digits after the \"e\", or leave the \"e\" out",
                ));
            }
            (_, rest) => rest,
        },
        _ => rest,
    };
    match rest {
        [] => Ok(()),
        [b'_', ..] => Err(Misformed("a number has \"_\" between its digits", "leave the \"_\" out")),
        [b'.', ..] => Err(Misformed("a number has two points", "leave one out, or make it a string")),
        _ => Err(Misformed(
            "a number goes over into something else",
            "put it in double quotes if it is a string",
        )),
    }
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// What a reader with doubles makes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// The same number.
    All,
    /// A whole number with other digits at the end.
    WholePart,
    /// A number with other or fewer digits at the end.
    Part,
    /// Fewer digits than usual, because it is so close to zero.
    Little,
    /// Zero.
    Zero,
    /// No number: it is too large.
    Nothing,
}

/// Every decimal of as many digits comes back from a double as it was, unless it is very close to zero.
const SAFE: usize = 15;

/// No double is as large as 10^400, or as close to zero as 10^-400 and not zero.
const FAR: i64 = 400;

/// What of the number `text`, which has the form of one, a double keeps.
pub(super) fn kept(text: &str) -> Kept {
    if text.len() <= SAFE && !text.contains(['e', 'E']) {
        return Kept::All;
    }
    let decimal = Decimal::new(text);
    if decimal.digits.is_empty() {
        return Kept::All;
    }
    if decimal.exponent > FAR {
        return Kept::Nothing;
    }
    if decimal.exponent < -FAR {
        return Kept::Zero;
    }
    // Written anew, so that no run of zeros before or behind the digits matters.
    let Ok(double) = format!("0.{}e{}", decimal.digits, decimal.exponent).parse::<f64>() else {
        return Kept::Nothing;
    };
    if double.is_infinite() {
        Kept::Nothing
    } else if double == 0.0 {
        Kept::Zero
    } else if Decimal::new(&format!("{double:e}")) == decimal {
        Kept::All
    } else if decimal.digits.len() <= SAFE {
        Kept::Little
    } else if usize::try_from(decimal.exponent).is_ok_and(|whole| decimal.digits.len() <= whole) {
        Kept::WholePart
    } else {
        Kept::Part
    }
}

/// A number without its sign: `digits`, neither starting nor ending with a zero, stand behind the point, and the
/// whole is multiplied by ten as often as `exponent` says.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn new(text: &str) -> Self {
        let text = text.trim_start_matches('-');
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let behind_point = signed(whole.len()).saturating_sub(signed(all.len() - significant.len()));
        Self {
            digits: significant.trim_end_matches('0').to_owned(),
            exponent: behind_point.saturating_add(integer(exponent)),
        }
    }
}

fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// The integer that `text` is, or the farthest one in its direction.
fn integer(text: &str) -> i64 {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.trim_start_matches('+')),
    };
    let size = digits.bytes().fold(0_i64, |size, digit| {
        size.saturating_mul(10).saturating_add(i64::from(digit.saturating_sub(b'0')))
    });
    if negative { -size } else { size }
}
