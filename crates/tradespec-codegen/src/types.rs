//! Structs by typify.
//!
//! In:  a [`LoweredModule`] of a [`LoweredSchema`].
//! Out: the tokens that typify makes of its structs.
//! Holds: typify meets only shapes that it handles: objects whose members are plain or refer to a name. Enumerations,
//! unions and aliases are named in lowering and written by [`quoted`](crate::quoted); typify refers to them.

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

/// The tokens of the module's structs.
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
    for other in &schema.modules {
        for lowered in &other.types {
            let key = definition_key(&other.name, &lowered.name, module);
            let is_own_struct = other.name == module.name && matches!(lowered.shape, Shape::Struct(_));
            if !is_own_struct {
                let path = if other.name == module.name {
                    lowered.name.clone()
                } else {
                    format!("super::{}::{}", other.name, lowered.name)
                };
                settings.with_replacement(&key, path, std::iter::empty::<TypeSpaceImpl>());
            }
            let body = match &lowered.shape {
                Shape::Struct(object) if is_own_struct => object_schema(schema, object, module),
                _ => json!({}),
            };
            definitions.insert(key, from_json(&body).map_err(|error| failed(&error))?);
        }
    }
    let mut space = TypeSpace::new(&settings);
    space.add_ref_types(definitions).map_err(|error| failed(&error))?;
    Ok(space.to_stream())
}

fn from_json(schema: &Value) -> Result<Schema, serde_json::Error> {
    serde_json::from_value(schema.clone())
}

/// Names of other modules are kept apart from this module's own.
fn definition_key(module: &str, name: &str, own: &LoweredModule) -> String {
    if module == own.name { name.to_owned() } else { format!("{}{name}", crate::rust::pascal(module)) }
}

/// How typify knows a field: names are settled in lowering, and are not typify's to change.
pub(crate) fn field_key(number: usize) -> String {
    format!("field_{number}")
}

fn object_schema(schema: &LoweredSchema, object: &Struct, module: &LoweredModule) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (number, field) in object.fields.iter().enumerate() {
        let name = field_key(number);
        properties.insert(name.clone(), type_schema(schema, &field.holds, module));
        if field.required {
            required.push(Value::from(name));
        }
    }
    json!({"type": "object", "properties": properties, "required": required})
}

fn type_schema(schema: &LoweredSchema, holds: &TypeRef, module: &LoweredModule) -> Value {
    match holds {
        TypeRef::Named(location) => match schema.named(location) {
            Some((other, lowered)) => {
                json!({"$ref": format!("#/definitions/{}", definition_key(other, &lowered.name, module))})
            }
            None => json!({}),
        },
        TypeRef::String => json!({"type": "string"}),
        TypeRef::DateTime => json!({"type": "string", "format": "date-time"}),
        TypeRef::Uri => json!({"type": "string", "format": "uri"}),
        TypeRef::Integer => json!({"type": "integer"}),
        TypeRef::Number => json!({"type": "number"}),
        TypeRef::Boolean => json!({"type": "boolean"}),
        TypeRef::Any => json!({}),
        TypeRef::Object => json!({"type": "object"}),
        TypeRef::List(element) => json!({"type": "array", "items": type_schema(schema, element, module)}),
        TypeRef::Map(values) => {
            json!({"type": "object", "additionalProperties": type_schema(schema, values, module)})
        }
        TypeRef::Nullable(inner) => json!({"oneOf": [type_schema(schema, inner, module), {"type": "null"}]}),
    }
}
