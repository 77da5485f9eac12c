//! Makes the tree of a value.
//!
//! In:  a value.
//! Out: its [`Tree`], which knows of each node what it was made from.
//! Holds: no recursion, so values of any depth have a tree.

use serde_json::Value;

use super::{Children, Kind, Node, Tree};

pub(super) fn tree(value: &Value) -> Tree<'_> {
    let mut tree = Tree::default();
    let kind = kind(value, &mut tree);
    // What stands in a list or object comes behind all that was found before it.
    let mut at = 0;
    while let Some(found) = tree.values.get(at).copied() {
        let kind = self::kind(found, &mut tree);
        if let Some(node) = tree.nodes.get_mut(at) {
            node.kind = kind;
        }
        at += 1;
    }
    tree.nodes.push(Node { name: "", kind });
    tree.values.push(value);
    tree
}

/// What kind of node `value` is. What stands in it gets nodes, whose kinds are found later.
fn kind<'b>(value: &'b Value, tree: &mut Tree<'b>) -> Kind<'b> {
    let start = tree.nodes.len();
    match value {
        Value::Null => Kind::Null,
        Value::Bool(value) => Kind::Bool(*value),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(integer), ..) => Kind::Integer(integer),
            (_, Some(integer), _) => Kind::Unsigned(integer),
            // A number that no double holds, which there are with arbitrary precision only, is at least no integer.
            (.., double) => Kind::Double(double.unwrap_or(f64::INFINITY)),
        },
        Value::String(text) => Kind::Text(text),
        Value::Array(elements) => {
            tree.values.extend(elements);
            tree.nodes.extend(elements.iter().map(|_| Node { name: "", kind: Kind::Null }));
            Kind::List(children(start, elements.len()))
        }
        Value::Object(members) => {
            tree.values.extend(members.values());
            tree.nodes.extend(members.keys().map(|name| Node { name, kind: Kind::Null }));
            Kind::Object(children(start, members.len()))
        }
    }
}

/// Values of more than four thousand million parts do not fit into memory.
fn children(start: usize, count: usize) -> Children {
    let bounded = |number| u32::try_from(number).unwrap_or(u32::MAX);
    Children { start: bounded(start), count: bounded(count) }
}
