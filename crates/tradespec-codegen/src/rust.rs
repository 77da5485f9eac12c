//! Names as Rust writes them.

use heck::{ToSnakeCase, ToUpperCamelCase};

const DIGITS: [&str; 10] = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/// A type or variant name: `line_items` → `LineItems`, `3ds` → `ThreeDs`. Never empty, always an identifier.
pub(crate) fn pascal(text: &str) -> String {
    match camel(text).as_str() {
        // The only word that Rust reserves in this form.
        "Self" => "SelfType".to_owned(),
        name => name.to_owned(),
    }
}

fn camel(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let digits = plain.trim_start().chars().take_while(char::is_ascii_digit).count();
    let start = plain.trim_start();
    let mut spelled = String::new();
    for digit in start[..digits].bytes() {
        spelled.push_str(DIGITS[usize::from(digit - b'0')]);
        spelled.push(' ');
    }
    let name = format!("{spelled}{}", &start[digits..]).to_upper_camel_case();
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if name.is_empty() { "Value".to_owned() } else { name }
}

/// A type name that is not one that generated code uses for something else: `Option` → `OptionType`.
pub(crate) fn type_name(text: &str) -> String {
    let name = pascal(text);
    if is_reserved(&name) { format!("{name}Type") } else { name }
}

/// Names that generated code, or a macro in it, uses unqualified.
pub(crate) fn is_reserved(name: &str) -> bool {
    const NAMES: [&str; 21] = [
        "Box",
        "Builder",
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "Deserialize",
        "Err",
        "Fn",
        "From",
        "Into",
        "Iterator",
        "None",
        "Ok",
        "Option",
        "PartialEq",
        "Result",
        "Serialize",
        "Some",
        "String",
        "Vec",
    ];
    NAMES.contains(&name)
}

/// Whether `name` can be written as an identifier.
pub(crate) fn is_identifier(name: &str) -> bool {
    !is_keyword(name)
}

/// `name`, or where that is taken the first free one of `{stem}2`, `{stem}3`, ….
pub(crate) fn free_name(name: &str, stem: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while taken(&free) {
        free = format!("{stem}{number}");
        number += 1;
    }
    free
}

/// A module name: `Delegate-Payment` → `delegate_payment`.
pub(crate) fn snake(text: &str) -> String {
    let name: String =
        text.to_snake_case().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_keyword(&name) {
        name
    } else {
        format!("schema_{name}")
    }
}

/// A field name: `Line-Items` → `line_items`, `type` → `type_`, `3ds` → `three_ds`.
pub(crate) fn field(text: &str) -> String {
    let name = camel(text).to_snake_case();
    if is_keyword(&name) { format!("{name}_") } else { name }
}

/// The module and feature name of a release: `2026-04-17` → `v2026_04_17`.
pub(crate) fn release_module(release: &str) -> String {
    format!("v{}", release.replace('-', "_"))
}

/// The name of one element: `line_items` → `line_item`, `entries` → `entry`.
pub(crate) fn singular(text: &str) -> String {
    if let Some(stem) = text.strip_suffix("ies") {
        return format!("{stem}y");
    }
    match text.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') && !stem.ends_with("statu") && stem.len() > 1 => stem.to_owned(),
        _ => text.to_owned(),
    }
}

/// The words that all `names` start with, joined: `MessageInfo`, `MessageError` → `Message`.
pub(crate) fn common_prefix(names: &[&str]) -> String {
    let words = |name: &str| name.to_snake_case().split('_').map(str::to_owned).collect::<Vec<_>>();
    let Some((first, rest)) = names.split_first() else {
        return String::new();
    };
    let mut common = words(first);
    for name in rest {
        let other = words(name);
        let same = common.iter().zip(&other).take_while(|(a, b)| a == b).count();
        common.truncate(same);
    }
    common.join("_").to_upper_camel_case()
}

/// Whether Rust reserves the word; `gen` since the 2024 edition, which syn lets pass.
fn is_keyword(name: &str) -> bool {
    name == "gen" || syn::parse_str::<syn::Ident>(name).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers() {
        for (text, name) in [
            ("line_items", "LineItems"),
            ("3ds", "ThreeDs"),
            ("net_15", "Net15"),
            ("discounts_request", "DiscountsRequest"),
            ("com.example.loyalty", "ComExampleLoyalty"),
            ("", "Value"),
            ("--", "Value"),
            ("self", "SelfType"),
        ] {
            assert_eq!(pascal(text), name, "{text}");
        }
        for (text, name) in
            [("lineItems", "line_items"), ("type", "type_"), ("3ds", "three_ds"), ("self", "self_")]
        {
            assert_eq!(field(text), name, "{text}");
        }
        assert_eq!(snake("type"), "schema_type");
        assert_eq!(snake("2026"), "schema_2026");
    }

    #[test]
    fn one_of_many() {
        for (many, one) in [
            ("line_items", "line_item"),
            ("entries", "entry"),
            ("status", "status"),
            ("address", "address"),
            ("s", "s"),
        ] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn common_words() {
        assert_eq!(common_prefix(&["MessageInfo", "MessageWarning"]), "Message");
        assert_eq!(
            common_prefix(&["FulfillmentOptionPickup", "FulfillmentOptionDigital"]),
            "FulfillmentOption"
        );
        assert_eq!(common_prefix(&["Cart", "Order"]), "");
    }
}
