//! Currencies are ISO 4217 codes, in lower case by preference.
//!
//! A code that ISO 4217 has withdrawn is still one: old orders are in it. The schemas of the feed and of delegated
//! authentication ask for capitals, so there nothing is said about case.

use iso_currency::Currency;
use serde_json::Value;
use tradespec_schema::Pointer;

use super::Rule;
use super::breaches::Breaches;
use super::walk::Member;

const FILES_WITH_CAPITALS: &[&str] = &["delegate_authentication", "feed"];

pub(super) fn check(member: &Member<'_>, breaches: &mut Breaches<'_>) {
    match member.value {
        Value::String(code) if is_currency(member.name) && !member.is_free_form() => {
            check_code(code, member.place.pointer(), breaches);
        }
        Value::Array(codes) if member.name == "supported_currencies" && !member.is_free_form() => {
            for (index, code) in codes.iter().enumerate() {
                if let Some(code) = code.as_str() {
                    check_code(code, member.place.pointer().join(&index.to_string()), breaches);
                }
            }
        }
        _ => {}
    }
}

fn is_currency(name: &str) -> bool {
    name == "currency" || name.ends_with("_currency")
}

fn check_code(code: &str, at: Pointer, breaches: &mut Breaches<'_>) {
    if Currency::from_code(&code.to_ascii_uppercase()).is_none() {
        let help = "write the three letters that ISO 4217 has for it, such as usd or jpy";
        breaches.add(Rule::UnknownCurrency, at, "is no currency of ISO 4217", help);
    } else if code.contains(|c: char| c.is_ascii_uppercase())
        && !FILES_WITH_CAPITALS.iter().any(|file| breaches.context.is_in_file(file))
    {
        let message = "is a currency with capital letters";
        breaches.add(Rule::CurrencyNotInLowerCase, at, message, "write it in lower case");
    }
}
