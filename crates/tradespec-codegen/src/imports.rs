//! Short paths: `::std::option::Option` becomes `Option`, `::serde_json::Map` becomes `Map` with an import.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, Path, Type, parse_quote};

/// Names that are in every scope.
const PRELUDE: [&[&str]; 4] = [
    &["std", "option", "Option"],
    &["std", "string", "String"],
    &["std", "vec", "Vec"],
    &["std", "boxed", "Box"],
];

/// Names that a generated file imports.
const IMPORTED: [(&str, &[&str]); 6] = [
    ("bon", &["Builder"]),
    ("serde", &["Deserialize", "Serialize"]),
    ("serde_with", &["skip_serializing_none"]),
    ("serde_json", &["Map", "Number", "Value"]),
    ("std::collections", &["BTreeMap"]),
    ("tradespec_runtime", &["DateTime", "Fixed", "Message", "Patch", "Uri"]),
];

/// The imports that a file needs, collected while its items are printed. A name that the file itself declares is not
/// imported, but written with its crate.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    declared: BTreeSet<String>,
    used: BTreeMap<String, BTreeSet<String>>,
}

impl Imports {
    pub(crate) fn new(declared: impl IntoIterator<Item = String>) -> Self {
        Self { declared: declared.into_iter().collect(), used: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, module: &str, name: &str) {
        self.used.entry(module.to_owned()).or_default().insert(name.to_owned());
    }

    /// The text of an item, paths shortened.
    pub(crate) fn print(&mut self, mut item: Item) -> String {
        self.visit_item_mut(&mut item);
        prettyplease::unparse(&syn::File {
            shebang: None,
            frontmatter: None,
            attrs: Vec::new(),
            items: vec![item],
        })
    }

    /// The text of a type, paths shortened.
    pub(crate) fn shorten(&mut self, ty: &Type) -> String {
        let mut ty = ty.clone();
        self.visit_type_mut(&mut ty);
        ty.to_token_stream().to_string().replace(' ', "")
    }

    /// The `use` lines.
    pub(crate) fn lines(&self) -> String {
        let mut text = String::new();
        for (module, names) in &self.used {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            match names.as_slice() {
                [name] => text.push_str(&format!("use {module}::{name};\n")),
                _ => text.push_str(&format!("use {module}::{{{}}};\n", names.join(", "))),
            }
        }
        text
    }
}

impl VisitMut for Imports {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        path.leading_colon = None;
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let [module @ .., name] = names.as_slice() else {
            return;
        };
        if self.declared.contains(*name) {
            return;
        }
        let in_prelude = PRELUDE.contains(&names.as_slice());
        let module = module.join("::");
        let imported = IMPORTED.iter().any(|(from, known)| *from == module && known.contains(name));
        if imported {
            self.add(&module, name);
        }
        if in_prelude || imported {
            path.segments = std::mem::take(&mut path.segments).into_iter().skip(names.len() - 1).collect();
        }
    }

    fn visit_attribute_mut(&mut self, attribute: &mut Attribute) {
        if attribute.path().is_ident("derive") {
            let derives = attribute
                .parse_args_with(syn::punctuated::Punctuated::<Path, syn::Token![,]>::parse_terminated);
            if let Ok(mut derives) = derives {
                derives.iter_mut().for_each(|derive| self.visit_path_mut(derive));
                *attribute = parse_quote! { #[derive(#derives)] };
            }
        } else if let syn::Meta::Path(path) = &mut attribute.meta {
            self.visit_path_mut(path);
        }
    }
}
