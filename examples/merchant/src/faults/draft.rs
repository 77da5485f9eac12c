//! An answer that is being changed.
//!
//! In:  an honest answer and the request.
//! Out: short ways to ask about it and to change it.
//! Holds: each returns `None` if there is nothing of the kind, so that an edit can be tried on any answer.

use serde_json::Value;

use crate::reply::Reply;

pub(super) struct Draft {
    /// The body of the request; `null` if it is no JSON.
    pub(super) request: Value,
    /// The session in the path, as it is now.
    pub(super) session: Option<Value>,
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    /// The body of the answer; nothing is sent if it is `null`.
    pub(super) body: Value,
}

impl Draft {
    pub(super) fn of(request: &[u8], session: Option<Value>, reply: &Reply) -> Self {
        let json = |bytes| serde_json::from_slice(bytes).unwrap_or_default();
        Self {
            request: json(request),
            session,
            status: reply.status,
            headers: reply.headers.clone(),
            body: json(&reply.body),
        }
    }

    pub(super) fn reply(self) -> Reply {
        let body = if self.body.is_null() { Vec::new() } else { self.body.to_string().into_bytes() };
        Reply { status: self.status, headers: self.headers, body }
    }

    /// Goes on only if the status is this one.
    pub(super) fn answered(&self, status: u16) -> Option<()> {
        (self.status == status).then_some(())
    }

    /// Goes on only if the answer is a refusal with this code.
    pub(super) fn refused(&self, code: &str) -> Option<()> {
        (self.body.get("code")? == code).then_some(())
    }

    /// Goes on only if the answer is a session of this status.
    pub(super) fn is(&self, status: &str) -> Option<()> {
        (self.body.get("status")? == status).then_some(())
    }

    /// The first message of the answer with this member.
    pub(super) fn message(&mut self, member: &str, value: &str) -> Option<&mut Value> {
        self.list("/messages")?.iter_mut().find(|message| message.get(member).is_some_and(|own| own == value))
    }

    /// The list at a pointer of the answer.
    pub(super) fn list(&mut self, pointer: &str) -> Option<&mut Vec<Value>> {
        self.body.pointer_mut(pointer)?.as_array_mut()
    }

    /// Puts another value where one is.
    pub(super) fn put(&mut self, pointer: &str, value: impl Into<Value>) -> Option<()> {
        *self.body.pointer_mut(pointer)? = value.into();
        Some(())
    }

    /// Adds a member to the object at a pointer.
    pub(super) fn add(&mut self, pointer: &str, name: &str, value: impl Into<Value>) -> Option<()> {
        self.body.pointer_mut(pointer)?.as_object_mut()?.insert(name.to_owned(), value.into());
        Some(())
    }

    /// Takes a member of the answer away. The others stay in their order.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.body.as_object_mut()?.shift_remove(name)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a header; without a value, takes it away.
    pub(super) fn set_header(&mut self, name: &str, value: Option<&str>) {
        self.headers.retain(|(known, _)| known != name);
        self.headers.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    }
}
