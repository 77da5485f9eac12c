//! Messages inside JSON-RPC, as MCP carries them.
//!
//! In:  a document.
//! Out: where the message is in it and what is known of it, if the document is an envelope.
//! Source: UCP, the MCP binding: tool calls and their results. A tool call is either `tools/call` with the tool's `name` and
//! `arguments`, or a method of the tool's name with the arguments as its `params`.

use serde_json::Value;
use tradespec_schema::messages::{self, Direction, Operation};
use tradespec_schema::{Pointer, Protocol};

/// A message in an envelope.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Inside {
    /// Where the message is.
    pub(crate) at: Pointer,
    pub(crate) direction: Direction,
    /// The operation of the tool that is called; a result does not say.
    pub(crate) operation: Option<&'static Operation>,
}

/// What a document is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Envelope {
    /// It is a message, or at least no envelope.
    None,
    /// It holds a message.
    Inside(Inside),
    /// It is an envelope that holds no message of the protocol.
    Empty,
    /// It is an envelope, and what it holds cannot be told: where, and why.
    Unclear(Pointer, String),
}

/// Finds the message in an envelope.
pub(crate) fn open(protocol: Protocol, document: &Value) -> Envelope {
    if document.get("jsonrpc").is_none()
        || messages::operations(protocol).iter().all(|known| known.tool.is_none())
    {
        return Envelope::None;
    }
    let root = Pointer::root();
    if let Some(method) = document.get("method").and_then(Value::as_str) {
        let params = root.join("params");
        return if method == "tools/call" {
            let name = document.pointer("/params/name").and_then(Value::as_str).unwrap_or_default();
            call(protocol, document, name, &params.join("name"), &params.join("arguments"))
        } else {
            call(protocol, document, method, &root.join("method"), &params)
        };
    }
    match document.get("result") {
        Some(result) => answer(result),
        None => Envelope::Empty,
    }
}

/// A call of a tool: its message stands in the member that is called what the tool is about.
fn call(
    protocol: Protocol,
    document: &Value,
    name: &str,
    at_name: &Pointer,
    arguments: &Pointer,
) -> Envelope {
    let mut tools = messages::operations(protocol).iter().filter(|known| known.tool.is_some());
    let Some(operation) = tools.clone().find(|known| known.tool == Some(name)) else {
        // Other methods and tools of a server are none of the protocol's business.
        let is_near = tools.any(|known| known.tool.is_some_and(|tool| subject_of(tool) == subject_of(name)));
        return if is_near {
            Envelope::Unclear(at_name.clone(), "this is no tool of the protocol".to_owned())
        } else {
            Envelope::Empty
        };
    };
    if operation.request.is_none() {
        return Envelope::Empty;
    }
    let subject = subject_of(name);
    let at = arguments.join(subject);
    if at.resolve(document).is_some() {
        Envelope::Inside(Inside { at, direction: Direction::Request, operation: Some(operation) })
    } else {
        Envelope::Unclear(arguments.clone(), format!("{name} takes its {subject} in a member \"{subject}\""))
    }
}

/// What a tool is about: `checkout` for `create_checkout`.
fn subject_of(tool: &str) -> &str {
    match tool.rsplit_once('_').map_or(tool, |(_, subject)| subject) {
        // A product comes out of the catalog.
        "product" => "catalog",
        subject => subject,
    }
}

/// A result: the message is its structured content, or stands there under the name of what it is, or is the result.
fn answer(result: &Value) -> Envelope {
    let at = Pointer::root().join("result");
    let content = at.join("structuredContent");
    let inside =
        |at: Pointer| Envelope::Inside(Inside { at, direction: Direction::Response, operation: None });
    match result.get("structuredContent") {
        Some(Value::Object(members)) if !members.contains_key("ucp") && members.len() == 1 => {
            let (name, inner) =
                members.iter().next().map_or(("", &Value::Null), |(name, inner)| (name, inner));
            if inner.is_object() { inside(content.join(name)) } else { inside(content) }
        }
        Some(_) => inside(content),
        None if result.get("ucp").is_some() => inside(at),
        None => Envelope::Empty,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(document: &Value) -> String {
        match open(Protocol::Ucp, document) {
            Envelope::Inside(inside) => {
                let tool = inside.operation.and_then(|operation| operation.tool).unwrap_or("-");
                format!("{} {} {tool}", inside.at, inside.direction)
            }
            Envelope::Unclear(at, why) => format!("{at}: {why}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn where_the_message_is() {
        let call = |name: &str, arguments: Value| json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}});
        let cases = [
            (json!({"ucp": {}}), "None"),
            (
                call("create_checkout", json!({"meta": {}, "checkout": {}})),
                "/params/arguments/checkout request create_checkout",
            ),
            (
                call("search_catalog", json!({"catalog": {}})),
                "/params/arguments/catalog request search_catalog",
            ),
            (call("get_product", json!({"catalog": {}})), "/params/arguments/catalog request get_product"),
            (call("get_checkout", json!({"id": "c1"})), "Empty"),
            (call("get_weather", json!({})), "Empty"),
            (call("make_checkout", json!({})), "/params/name: this is no tool of the protocol"),
            (
                call("create_checkout", json!({"chekout": {}})),
                "/params/arguments: create_checkout takes its checkout in a member \"checkout\"",
            ),
            (
                json!({"jsonrpc": "2.0", "method": "update_cart", "params": {"cart": {}}}),
                "/params/cart request update_cart",
            ),
            (json!({"jsonrpc": "2.0", "method": "initialize", "params": {}}), "Empty"),
            (
                json!({"jsonrpc": "2.0", "result": {"structuredContent": {"ucp": {}}}}),
                "/result/structuredContent response -",
            ),
            (
                json!({"jsonrpc": "2.0", "result": {"structuredContent": {"checkout": {}}}}),
                "/result/structuredContent/checkout response -",
            ),
            (json!({"jsonrpc": "2.0", "result": {"ucp": {}, "id": "c1"}}), "/result response -"),
            (json!({"jsonrpc": "2.0", "result": {"tools": []}}), "Empty"),
            (json!({"jsonrpc": "2.0", "error": {"code": -32001, "message": "no"}}), "Empty"),
        ];
        for (document, wanted) in cases {
            assert_eq!(found(&document), wanted, "{document}");
        }
        assert_eq!(open(Protocol::Acp, &json!({"jsonrpc": "2.0", "result": {"ucp": {}}})), Envelope::None);
    }
}
