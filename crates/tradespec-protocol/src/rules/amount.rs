//! Amounts of money are whole numbers of minor units.
//!
//! The schemas say so of the members they have. What they leave open are the members that extensions bring and objects
//! that are not closed: there a member counts as money by its name. Free-form data is the merchant's own.

use serde_json::Value;

use super::Rule;
use super::breaches::Breaches;
use super::walk::Member;

const NAMES: &[&str] = &["amount", "amount_off", "charge", "list_price", "price", "subtotal", "unit_price"];

pub(super) fn check(member: &Member<'_>, breaches: &mut Breaches<'_>) {
    if !is_money(member) || member.is_free_form() {
        return;
    }
    let message = match member.value {
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() != 0.0) => {
            "is an amount of money with a fraction"
        }
        Value::String(text) if is_decimal(text) => "is an amount of money written as a text",
        _ => return,
    };
    let help = "amounts are integers in minor units of their currency, such as 1250 for 12.50 dollars";
    breaches.add(Rule::AmountNotInMinorUnits, member.place.pointer(), message, help);
}

/// Whether a member is money by its name. Something with a `unit` beside it is a measure.
fn is_money(member: &Member<'_>) -> bool {
    let named = NAMES.contains(&member.name) || member.name.ends_with("_amount");
    let counted = member.name == "value" && member.owner.get("currency").is_some_and(Value::is_string);
    (named || counted) && !member.owner.contains_key("unit")
}

/// Whether a text is digits and what people write between them.
fn is_decimal(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '+' | '-' | ' ');
    text.chars().all(is_part) && text.contains(|c: char| c.is_ascii_digit())
}
