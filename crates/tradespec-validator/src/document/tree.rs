//! What stands where in a document.
//!
//! In:  the tokens of a document, as its reader comes by them.
//! Out: the place of the value or of the name that a pointer leads to.
//! Holds: finding a place takes one step a segment; no walk goes down by recursion.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use tradespec_schema::Pointer;

/// What a token is, as far as showing it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// The name of a member.
    Name,
    /// A string that is a value.
    Text,
    /// A number, `true` or `false`.
    Bare,
    /// Something that tells nothing: `null`, a character or a word that is at fault.
    Plain,
}

/// A name, a value that is no object or list, or what is at fault.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) what: What,
    /// Whether it is never shown: it belongs to a secret member, or is not fit to be shown.
    pub(super) hidden: bool,
}

impl Token {
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value, by where it is kept.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node {
    /// The number of its token.
    Token(usize),
    /// The number of its container.
    Container(usize),
}

/// A member of an object. Of one that stands twice, the last value counts.
#[derive(Debug)]
pub(super) struct Member {
    /// The token of the first name.
    pub(super) first: usize,
    /// The token of the name that counts.
    pub(super) name: usize,
    pub(super) value: Node,
}

#[derive(Debug)]
pub(super) enum Children<'b> {
    Members(HashMap<Cow<'b, str>, Member>),
    Elements(Vec<Node>),
}

/// An object or a list.
#[derive(Debug)]
pub(super) struct Container<'b> {
    /// Where its opening bracket is.
    pub(super) open: usize,
    pub(super) children: Children<'b>,
}

/// The tokens of a document in their order, and how they belong together.
#[derive(Debug, Default)]
pub(super) struct Tree<'b> {
    pub(super) tokens: Vec<Token>,
    pub(super) containers: Vec<Container<'b>>,
    /// The document; none where reading it broke off.
    pub(super) root: Option<Node>,
}

impl Tree<'_> {
    /// Where the value at `pointer` is; of an object or list its opening bracket.
    pub(super) fn value(&self, pointer: &Pointer) -> Option<Range<usize>> {
        let mut node = self.root?;
        for segment in pointer.segments() {
            node = self.child(node, &segment)?.0;
        }
        match node {
            Node::Token(token) => self.tokens.get(token).map(Token::range),
            Node::Container(container) => self.containers.get(container).map(|it| it.open..it.open + 1),
        }
    }

    /// Where the name of the member at `pointer` is.
    pub(super) fn name(&self, pointer: &Pointer) -> Option<Range<usize>> {
        let (mut node, mut name) = (self.root?, None);
        for segment in pointer.segments() {
            (node, name) = self.child(node, &segment)?;
        }
        self.tokens.get(name?).map(Token::range)
    }

    /// A member or an element of `node`, and the token of its name if it has one.
    fn child(&self, node: Node, segment: &str) -> Option<(Node, Option<usize>)> {
        let Node::Container(container) = node else { return None };
        match &self.containers.get(container)?.children {
            Children::Members(members) => {
                members.get(segment).map(|member| (member.value, Some(member.name)))
            }
            Children::Elements(elements) => {
                let index: usize = segment.parse().ok()?;
                let canonical = index.to_string() == segment;
                elements.get(index).filter(|_| canonical).map(|element| (*element, None))
            }
        }
    }
}
