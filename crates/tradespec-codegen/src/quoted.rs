//! Vocabularies, unions and aliases, which typify does not write the way Tradespec wants them.
//!
//! In:  a [`LoweredType`](crate::lowered::LoweredType) that is no struct.
//! Out: its text. Vocabularies and tagged unions are calls of the runtime's macros, which prettyplease leaves as they
//! are, so they are laid out here.

use quote::format_ident;
use syn::parse_quote;

use crate::docs;
use crate::imports::Imports;
use crate::lowered::{
    EnumValue, LoweredModule, LoweredSchema, LoweredType, Shape, TaggedVariant, TypeRef, UntaggedVariant,
};

/// The text of a type that is no struct, its documentation included; nothing for a struct.
pub(crate) fn text(
    types: &Types<'_>,
    lowered: &LoweredType,
    docs: &[String],
    imports: &mut Imports,
) -> String {
    let name = format_ident!("{}", lowered.name);
    let attributes = docs.iter();
    match &lowered.shape {
        Shape::Struct(_) => String::new(),
        Shape::StringEnum(values) => {
            imports.add("tradespec_runtime", "string_enum");
            string_enum(lowered, values, docs)
        }
        Shape::Tagged { tag, variants } => {
            imports.add("tradespec_runtime", "tagged_union");
            types.tagged(lowered, tag, variants, docs, imports)
        }
        Shape::Untagged(variants) => {
            let variants = variants.iter().map(|variant| types.untagged(variant));
            imports.print(parse_quote! {
                #(#[doc = #attributes])*
                #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
                #[serde(untagged)]
                pub enum #name {
                    #(#variants,)*
                }
            })
        }
        Shape::Newtype(holds) => {
            let holds = types.of(holds);
            imports.print(parse_quote! {
                #(#[doc = #attributes])*
                #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
                #[serde(transparent)]
                pub struct #name(pub #holds);
            })
        }
        Shape::Alias(holds) => {
            let holds = types.of(holds);
            imports.print(parse_quote! { #(#[doc = #attributes])* pub type #name = #holds; })
        }
    }
}

/// A vocabulary that may grow: the known values, and whatever else is said, kept as it is.
fn string_enum(lowered: &LoweredType, values: &[EnumValue], docs: &[String]) -> String {
    let known: Vec<_> = values.iter().map(|value| value.variant.as_str()).collect();
    let mut text = "string_enum! {\n".to_owned();
    push_docs(&mut text, docs);
    text.push_str(&format!("    pub enum {} {{\n", lowered.name));
    for value in values {
        text.push_str(&format!("        {} = {:?},\n", value.variant, value.wire));
    }
    text.push_str(&format!("        ..{}\n    }}\n}}\n", unknown_variant(&known)));
    text
}

fn push_docs(text: &mut String, docs: &[String]) {
    for line in docs {
        text.push_str(&format!("    ///{line}\n"));
    }
}

/// `Unknown`, or another word where the vocabulary has that one.
fn unknown_variant(known: &[&str]) -> String {
    let words = ["Unknown", "Other", "Unlisted"].map(str::to_owned).into_iter();
    let mut words = words.chain((2..=known.len() + 2).map(|number| format!("Unknown{number}")));
    words.find(|word| !known.contains(&word.as_str())).unwrap_or_default()
}

/// Types as a module writes them.
pub(crate) struct Types<'t> {
    pub(crate) schema: &'t LoweredSchema,
    pub(crate) module: &'t LoweredModule,
}

impl Types<'_> {
    /// Objects told apart by a member; an object with another value of it is kept whole.
    fn tagged(
        &self,
        lowered: &LoweredType,
        tag: &str,
        variants: &[TaggedVariant],
        docs: &[String],
        imports: &mut Imports,
    ) -> String {
        let known: Vec<_> = variants.iter().map(|variant| variant.variant.as_str()).collect();
        let mut text = "tagged_union! {\n".to_owned();
        push_docs(&mut text, docs);
        text.push_str(&format!("    pub enum {} by {tag:?} {{\n", lowered.name));
        for variant in variants {
            let holds = imports.shorten(&self.of(&variant.holds));
            text.push_str(&format!("        {}({holds}) = {:?},\n", variant.variant, variant.value));
        }
        text.push_str(&format!("        ..{}\n    }}\n}}\n", unknown_variant(&known)));
        text
    }

    /// A type told apart from others by its form.
    fn untagged(&self, variant: &UntaggedVariant) -> syn::Variant {
        let ident = format_ident!("{}", variant.variant);
        let docs = docs::lines(variant.description.as_deref().unwrap_or(what(&variant.holds)));
        let holds = self.of(&variant.holds);
        parse_quote! { #(#[doc = #docs])* #ident(#holds) }
    }

    pub(crate) fn of(&self, holds: &TypeRef) -> syn::Type {
        match holds {
            TypeRef::Named(location) => match self.schema.named(location) {
                Some((module, lowered)) if module == self.module.name => {
                    let name = format_ident!("{}", lowered.name);
                    parse_quote! { #name }
                }
                Some((module, lowered)) => {
                    let (module, name) = (format_ident!("{module}"), format_ident!("{}", lowered.name));
                    parse_quote! { super::#module::#name }
                }
                None => parse_quote! { serde_json::Value },
            },
            TypeRef::String => parse_quote! { String },
            TypeRef::DateTime => parse_quote! { tradespec_runtime::DateTime },
            TypeRef::Uri => parse_quote! { tradespec_runtime::Uri },
            TypeRef::Integer => parse_quote! { i64 },
            TypeRef::Number => parse_quote! { serde_json::Number },
            TypeRef::Boolean => parse_quote! { bool },
            TypeRef::Any => parse_quote! { serde_json::Value },
            TypeRef::Object => parse_quote! { serde_json::Map<String, serde_json::Value> },
            TypeRef::List(element) => {
                let element = self.of(element);
                parse_quote! { Vec<#element> }
            }
            TypeRef::Map(values) => {
                let values = self.of(values);
                parse_quote! { std::collections::BTreeMap<String, #values> }
            }
            TypeRef::Boxed(inner) => {
                let inner = self.of(inner);
                parse_quote! { Box<#inner> }
            }
            TypeRef::Nullable(inner) => {
                let inner = self.of(inner);
                parse_quote! { Option<#inner> }
            }
        }
    }
}

/// A type in words, where the schema has none.
fn what(holds: &TypeRef) -> &'static str {
    match holds {
        TypeRef::String => "Text.",
        TypeRef::DateTime => "A date and time.",
        TypeRef::Uri => "A URI.",
        TypeRef::Integer => "A whole number.",
        TypeRef::Number => "A number.",
        TypeRef::Boolean => "True or false.",
        TypeRef::List(_) => "A list.",
        TypeRef::Object | TypeRef::Map(_) => "An object.",
        TypeRef::Named(_) | TypeRef::Any | TypeRef::Nullable(_) | TypeRef::Boxed(_) => {
            "A value of this type."
        }
    }
}
