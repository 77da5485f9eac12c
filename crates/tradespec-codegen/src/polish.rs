//! Making typify's structs read as if a person had written them.
//!
//! In:  typify's tokens and the [`LoweredModule`] they were made from.
//! Out: each type of the module, in the order of the schema, with its documentation.
//! Holds: an absent list stays apart from an empty one, `null` from absence where the protocol gives it a meaning, and
//! members that the schema does not name are kept.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Field as RustField, Fields, Item, ItemStruct, Type, parse_quote};
use tradespec_schema::Place;

use crate::error::Error;
use crate::imports::Imports;
use crate::lowered::{Field, LoweredModule, LoweredSchema, LoweredType, Shape, Struct, TypeRef};
use crate::quoted::{self, Types};
use crate::rust::release_module;
use crate::{api, docs, types};

/// A type as it is written, and its lines of the public surface.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) surface: Vec<String>,
}

/// Each type of a module.
pub(crate) fn types(
    schema: &LoweredSchema,
    module: &LoweredModule,
    typified: TokenStream,
    imports: &mut Imports,
    source: &dyn Fn(&LoweredType) -> String,
) -> Result<Vec<Written>, Error> {
    let file: syn::File = syn::parse2(typified).map_err(|error| {
        Error::new(
            Place::file(format!("module {}", module.name)),
            format!("typify's code is not Rust: {error}"),
        )
    })?;
    let mut structs: BTreeMap<String, ItemStruct> = file
        .items
        .into_iter()
        .filter_map(|item| match item {
            Item::Struct(item) => Some((item.ident.to_string(), item)),
            _ => None,
        })
        .collect();
    let mut written = Vec::new();
    for (number, lowered) in module.types.iter().enumerate() {
        let docs = docs::of_type(schema, &module.name, lowered, &source(lowered));
        let path = format!("{}::{}::{}", release_module(schema.release.as_str()), module.name, lowered.name);
        let Shape::Struct(object) = &lowered.shape else {
            let types = Types { schema, module };
            let mut surface = api::of_other(&path, lowered, &types, imports);
            let mut text = quoted::text(&types, lowered, &docs, imports);
            // An alias is what it stands for; that may be of another crate, or a message itself.
            if let Some(item) = message(schema, lowered).filter(|_| !matches!(lowered.shape, Shape::Alias(_)))
            {
                surface.push(api::of_message(&path));
                text = format!("{text}\n{}", imports.print(item));
            }
            written.push(Written { text, surface });
            continue;
        };
        let name = format_ident!("{}", lowered.name);
        let item = match structs.remove(&types::struct_key(number)) {
            Some(item) if !object.fields.is_empty() => item,
            // typify makes no struct of an object without members.
            _ if object.fields.is_empty() => parse_quote! { pub struct #name {} },
            _ => {
                let message = format!(
                    "typify made no struct of {}; give it another name in codegen.toml",
                    lowered.name
                );
                return Err(Error::new(Place::from(&lowered.location), message));
            }
        };
        let mut item = polished(schema, item, lowered, object, &docs);
        imports.visit_item_struct_mut(&mut item);
        let surface = api::of_struct(&path, &item, object, !lowered.operations.is_empty());
        let items = std::iter::once(Item::Struct(item)).chain(implementations(schema, lowered, object));
        let texts: Vec<_> = items.map(|item| imports.print(item)).collect();
        written.push(Written { text: texts.join("\n"), surface });
    }
    Ok(written)
}

fn polished(
    schema: &LoweredSchema,
    mut item: ItemStruct,
    lowered: &LoweredType,
    object: &Struct,
    docs: &[String],
) -> ItemStruct {
    item.attrs = doc_attributes(docs);
    item.ident = format_ident!("{}", lowered.name);
    let skips = object.fields.iter().any(|field| !field.required && !field.patch);
    if skips {
        item.attrs.push(parse_quote! { #[serde_with::skip_serializing_none] });
    }
    item.attrs.push(parse_quote! {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, bon::Builder)]
    });
    let text_types = [(TypeRef::String, "String"), (TypeRef::DateTime, "DateTime"), (TypeRef::Uri, "Uri")];
    let into: Vec<_> = text_types
        .into_iter()
        .filter(|(text, _)| object.fields.iter().any(|field| field.holds == *text && !field.patch))
        .map(|(_, name)| format_ident!("{name}"))
        .collect();
    if !into.is_empty() {
        item.attrs.push(parse_quote! { #[builder(#(on(#into, into)),*)] });
    }
    if let Some(fixed) = &object.fixed {
        let (member, value) = (&fixed.member, &fixed.value);
        item.attrs.push(parse_quote! { #[serde(tag = #member, rename = #value)] });
    }
    if let Fields::Named(fields) = &mut item.fields {
        let mut typified: BTreeMap<String, RustField> = std::mem::take(&mut fields.named)
            .into_iter()
            .map(|field| (field.ident.as_ref().map(ToString::to_string).unwrap_or_default(), field))
            .collect();
        // typify sorts by name; the schema's order is the one a reader knows.
        for (number, field) in object.fields.iter().enumerate() {
            if let Some(mut named) = typified.remove(&types::field_key(number)) {
                polish_field(&mut named, field, skips);
                if !field.patch && is_named_text(schema, &field.holds) {
                    named.attrs.push(parse_quote! { #[builder(into)] });
                }
                fields.named.push(named);
            }
        }
        if let Some(others) = &object.others {
            let others = format_ident!("{others}");
            let read: Attribute = match &object.fixed {
                Some(_) => {
                    let read = format!("tradespec_runtime::members_of::<{}, _>", lowered.name);
                    parse_quote! { #[serde(flatten, deserialize_with = #read)] }
                }
                None => parse_quote! { #[serde(flatten)] },
            };
            let holder: ItemStruct = parse_quote! {
                struct Holder {
                    /// Members that the schema does not name, kept as they were read.
                    #read
                    #[builder(default)]
                    pub #others: serde_json::Map<String, serde_json::Value>,
                }
            };
            fields.named.extend(holder.fields);
        }
    }
    item
}

/// `skips` says whether the struct leaves out what is `None`.
fn polish_field(field: &mut RustField, lowered: &Field, skips: bool) {
    let renamed = lowered.name != lowered.wire;
    let wire = &lowered.wire;
    field.ident = Some(format_ident!("{}", lowered.name));
    field.attrs = doc_attributes(&docs::of_field(lowered));
    if lowered.deprecated {
        field.attrs.push(parse_quote! { #[deprecated] });
    }
    let plain = plain_type(&field.ty);
    let plain: Type = if is_boxed(&lowered.holds) {
        parse_quote! { Box<#plain> }
    } else {
        plain
    };
    let nullable = matches!(lowered.holds, TypeRef::Nullable(_));
    if lowered.patch {
        field.ty = parse_quote! { tradespec_runtime::Patch<#plain> };
        field.attrs.push(if renamed {
            parse_quote! { #[serde(rename = #wire, default, skip_serializing_if = "Patch::is_absent")] }
        } else {
            parse_quote! { #[serde(default, skip_serializing_if = "Patch::is_absent")] }
        });
        field.attrs.push(parse_quote! { #[builder(default, into)] });
        return;
    }
    field.ty = if lowered.required && !nullable {
        plain
    } else {
        parse_quote! { Option<#plain> }
    };
    if renamed {
        field.attrs.push(parse_quote! { #[serde(rename = #wire)] });
    }
    if lowered.required && nullable && skips {
        field.attrs.push(parse_quote! { #[serialize_always] });
    }
}

/// Whether a type is text under another name: what builders take text for, and cannot tell by the name.
fn is_named_text(schema: &LoweredSchema, holds: &TypeRef) -> bool {
    let mut holds = holds;
    let mut names = 0;
    while let TypeRef::Named(location) = holds
        && let Some((_, LoweredType { shape: Shape::Alias(behind), .. })) = schema.named(location)
    {
        holds = behind;
        names += 1;
    }
    names > 0 && matches!(holds, TypeRef::String | TypeRef::DateTime | TypeRef::Uri)
}

fn is_boxed(holds: &TypeRef) -> bool {
    match holds {
        TypeRef::Boxed(_) => true,
        TypeRef::Nullable(inner) => is_boxed(inner),
        _ => false,
    }
}

/// The type inside an `Option`, or the type itself.
fn plain_type(ty: &Type) -> Type {
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && last.ident == "Option"
        && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(syn::GenericArgument::Type(inner)) = arguments.args.first()
    {
        return inner.clone();
    }
    ty.clone()
}

/// What a struct says about itself in traits of the runtime.
fn implementations(schema: &LoweredSchema, lowered: &LoweredType, object: &Struct) -> Vec<Item> {
    let name = format_ident!("{}", lowered.name);
    let mut items = Vec::new();
    if let Some(fixed) = &object.fixed {
        let (member, value) = (&fixed.member, &fixed.value);
        items.push(parse_quote! {
            impl tradespec_runtime::Fixed for #name {
                const MEMBER: &'static str = #member;
                const VALUE: &'static str = #value;
            }
        });
    }
    items.extend(message(schema, lowered));
    items
}

/// Which message a type is, where it is one.
fn message(schema: &LoweredSchema, lowered: &LoweredType) -> Option<Item> {
    let id = lowered.id.as_ref().filter(|_| !lowered.operations.is_empty())?;
    let name = format_ident!("{}", lowered.name);
    let (protocol, release, message) = (schema.protocol.as_str(), schema.release.as_str(), id.to_string());
    Some(parse_quote! {
        impl tradespec_runtime::Message for #name {
            const PROTOCOL: &'static str = #protocol;
            const RELEASE: &'static str = #release;
            const NAME: &'static str = #message;
        }
    })
}

fn doc_attributes(lines: &[String]) -> Vec<Attribute> {
    lines.iter().map(|line| parse_quote! { #[doc = #line] }).collect()
}
