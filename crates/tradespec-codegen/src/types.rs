//! Structs by typify.
//!
//! In:  a [`LoweredModule`] of a [`LoweredSchema`].
//! Out: the tokens that typify makes of its structs, under neutral names.
//! Holds: typify meets only shapes that it handles: objects whose members are plain or refer to a name. Names are settled
//! in lowering: typify knows a struct and its fields by number, and every use of a named type as a replacement.

use indexmap::IndexMap;
use proc_macro2::TokenStream;
use schemars::schema::Schema;
use serde_json::{Map, Value, json};
use tradespec_schema::Place;
use typify::{MapType, TypeSpace, TypeSpaceImpl, TypeSpaceSettings};

use crate::error::Error;
use crate::lowered::{LoweredModule, LoweredSchema, Shape, Struct, TypeRef};

/// Plain schemas that become types of ours.
const CONVERSIONS: [(&str, &str); 3] = [
    (r#"{"type": "number"}"#, "::serde_json::Number"),
    (r#"{"type": "string", "format": "date-time"}"#, "::tradespec_runtime::DateTime"),
    (r#"{"type": "string", "format": "uri"}"#, "::tradespec_runtime::Uri"),
];

/// The tokens of the module's structs; [`struct_key`] and [`field_key`] say which is which.
pub(crate) fn structs(schema: &LoweredSchema, module: &LoweredModule) -> Result<TokenStream, Error> {
    let failed = |error: &dyn std::fmt::Display| {
        let place = Place::file(format!("{} {} module {}", schema.protocol, schema.release, module.name));
        Error::new(place, format!("typify refused the lowered schema: {error}"))
    };
    let mut settings = TypeSpaceSettings::default();
    settings.with_map_type(MapType::new("::std::collections::BTreeMap"));
    for (schema, path) in CONVERSIONS {
        let schema: Schema = serde_json::from_str(schema).map_err(|error| failed(&error))?;
        settings.with_conversion(schema.into_object(), path, std::iter::empty::<TypeSpaceImpl>());
    }
    let mut definitions = IndexMap::new();
    let mut names = Names::default();
    for (number, lowered) in module.types.iter().enumerate() {
        if let Shape::Struct(object) = &lowered.shape {
            let body = object_schema(schema, module, object, &mut names);
            definitions
                .insert(struct_key(number), serde_json::from_value(body).map_err(|error| failed(&error))?);
        }
    }
    for (path, key) in &names.keys {
        settings.with_replacement(key, path, std::iter::empty::<TypeSpaceImpl>());
        definitions.insert(key.clone(), Schema::Bool(true));
    }
    let mut space = TypeSpace::new(&settings);
    space.add_ref_types(definitions).map_err(|error| failed(&error))?;
    Ok(space.to_stream())
}

/// How typify knows the struct that is type `number` of its module.
pub(crate) fn struct_key(number: usize) -> String {
    format!("Struct{number}")
}

/// How typify knows a field.
pub(crate) fn field_key(number: usize) -> String {
    format!("field_{number}")
}

/// The paths of the types that are used, and how typify knows each.
#[derive(Default)]
struct Names {
    keys: IndexMap<String, String>,
}

impl Names {
    fn key(&mut self, path: String) -> &str {
        let next = format!("Used{}", self.keys.len());
        self.keys.entry(path).or_insert(next)
    }
}

fn object_schema(
    schema: &LoweredSchema,
    module: &LoweredModule,
    object: &Struct,
    names: &mut Names,
) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (number, field) in object.fields.iter().enumerate() {
        properties.insert(field_key(number), type_schema(schema, module, &field.holds, names));
        if field.required {
            required.push(Value::from(field_key(number)));
        }
    }
    json!({"type": "object", "properties": properties, "required": required})
}

fn type_schema(schema: &LoweredSchema, module: &LoweredModule, holds: &TypeRef, names: &mut Names) -> Value {
    match holds {
        TypeRef::Named(location) => match schema.named(location) {
            Some((other, lowered)) => {
                let own = other == module.name;
                let path =
                    if own { lowered.name.clone() } else { format!("super::{other}::{}", lowered.name) };
                json!({"$ref": format!("#/definitions/{}", names.key(path))})
            }
            None => json!({}),
        },
        // A box is put around the type when the field is polished.
        TypeRef::Boxed(inner) => type_schema(schema, module, inner, names),
        TypeRef::String => json!({"type": "string"}),
        TypeRef::DateTime => json!({"type": "string", "format": "date-time"}),
        TypeRef::Uri => json!({"type": "string", "format": "uri"}),
        TypeRef::Integer => json!({"type": "integer"}),
        TypeRef::Number => json!({"type": "number"}),
        TypeRef::Boolean => json!({"type": "boolean"}),
        TypeRef::Any => json!({}),
        TypeRef::Object => json!({"type": "object"}),
        TypeRef::List(element) => {
            json!({"type": "array", "items": type_schema(schema, module, element, names)})
        }
        TypeRef::Map(values) => {
            json!({"type": "object", "additionalProperties": type_schema(schema, module, values, names)})
        }
        TypeRef::Nullable(inner) => {
            json!({"oneOf": [type_schema(schema, module, inner, names), {"type": "null"}]})
        }
    }
}
