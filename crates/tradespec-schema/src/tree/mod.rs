//! A JSON document as a tree that borrows from its text: read in a fraction of the time that a [`serde_json::Value`] takes.
//!
//! In:  the bytes of one document; or a value that has been read already.
//! Out: its [`Tree`]; or nothing for bytes of which [`parse_json`](crate::parse_json) has to be asked.
//! Holds: bytes that have a tree are JSON, have no member twice, and have a value that tells everything the text does: no
//! number that a double could change. A document is refused rather than misread. Nesting is bounded as in `parse_json`,
//! and memory goes by the number of values.

mod read;
mod value;

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

/// A document.
#[derive(Debug, Default)]
pub struct Tree<'b> {
    /// The members or elements of one object or list stand next to each other; the document itself comes last.
    nodes: Vec<Node<'b>>,
    /// The texts that have escapes in them, without these.
    unescaped: Vec<String>,
    /// What each node was made from, if the tree was made from a value.
    values: Vec<&'b Value>,
}

/// A value with the name that it has as a member.
#[derive(Debug)]
struct Node<'b> {
    /// Empty for an element, and for the document.
    name: &'b str,
    kind: Kind<'b>,
}

#[derive(Debug, Clone, Copy)]
enum Kind<'b> {
    Null,
    Bool(bool),
    Integer(i64),
    /// An integer beyond those of `Integer`.
    Unsigned(u64),
    Double(f64),
    Text(&'b str),
    /// Where in `unescaped` the text is.
    Unescaped(u32),
    List(Children),
    Object(Children),
}

/// A stretch of `nodes`.
#[derive(Debug, Clone, Copy)]
struct Children {
    start: u32,
    count: u32,
}

impl<'b> Tree<'b> {
    /// Reads a document; none if it is no JSON, or not one whose tree would tell all.
    ///
    /// ```
    /// use tradespec_schema::Tree;
    ///
    /// let tree = Tree::read(br#"{"items": [{"id": "teapot", "price": 1900}]}"#).ok_or("no tree")?;
    /// let item = tree.root().get("items").and_then(|items| items.elements()?.next()).ok_or("no item")?;
    /// assert_eq!(item.get("price").and_then(|price| price.as_i64()), Some(1900));
    ///
    /// // The last of these would win in a map, and the number is no double.
    /// assert!(Tree::read(br#"{"price": 1900, "price": 1}"#).is_none());
    /// assert!(Tree::read(b"[9007199254740993]").is_none());
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn read(bytes: &'b [u8]) -> Option<Self> {
        read::tree(bytes)
    }

    /// The tree of a value.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_schema::Tree;
    ///
    /// let item = json!({"id": "teapot", "price": 1900});
    /// let tree = Tree::of(&item);
    /// assert_eq!(tree.root().get("id").and_then(|id| id.as_str()), Some("teapot"));
    /// assert_eq!(*tree.root().to_value(), item);
    /// ```
    #[must_use]
    pub fn of(value: &'b Value) -> Self {
        value::tree(value)
    }

    /// Calls `with` with a text that is a document of its own.
    pub fn with_text<T>(text: &str, with: impl FnOnce(TreeNode<'_>) -> T) -> T {
        let node = Node { name: "", kind: Kind::Text(text) };
        with(TreeNode { tree: &Tree::default(), node: &node })
    }

    /// The whole document.
    #[must_use]
    pub fn root(&self) -> TreeNode<'_> {
        // There is no tree without a document.
        TreeNode { tree: self, node: self.nodes.last().unwrap_or(&NULL) }
    }

    fn children(&self, children: Children) -> &[Node<'b>] {
        let start = children.start as usize;
        self.nodes.get(start..start + children.count as usize).unwrap_or_default()
    }
}

const NULL: Node<'static> = Node { name: "", kind: Kind::Null };

/// A value in a [`Tree`].
#[derive(Debug, Clone, Copy)]
pub struct TreeNode<'t> {
    tree: &'t Tree<'t>,
    node: &'t Node<'t>,
}

impl<'t> TreeNode<'t> {
    /// The text, if it is one.
    #[must_use]
    pub fn as_str(self) -> Option<&'t str> {
        match self.node.kind {
            Kind::Text(text) => Some(text),
            Kind::Unescaped(at) => self.tree.unescaped.get(at as usize).map(String::as_str),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.node.kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, if it is a number without point and exponent that 64 bits with a sign hold.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        match self.node.kind {
            Kind::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, if it is a number without point and exponent that 64 bits without a sign hold.
    #[must_use]
    pub fn as_u64(self) -> Option<u64> {
        match self.node.kind {
            Kind::Integer(value) => u64::try_from(value).ok(),
            Kind::Unsigned(value) => Some(value),
            _ => None,
        }
    }

    /// The number, if it is one; the double next to it where it is an integer beyond 2^53.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "who needs all the digits asks for the integer")]
        match self.node.kind {
            Kind::Integer(value) => Some(value as f64),
            Kind::Unsigned(value) => Some(value as f64),
            Kind::Double(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.node.kind, Kind::Null)
    }

    /// Whether it is a truth value.
    #[must_use]
    pub fn is_boolean(self) -> bool {
        matches!(self.node.kind, Kind::Bool(_))
    }

    /// Whether it is a text.
    #[must_use]
    pub fn is_string(self) -> bool {
        matches!(self.node.kind, Kind::Text(_) | Kind::Unescaped(_))
    }

    /// Whether it is a number.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self.node.kind, Kind::Integer(_) | Kind::Unsigned(_) | Kind::Double(_))
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        matches!(self.node.kind, Kind::Object(_))
    }

    /// Whether it is a list.
    #[must_use]
    pub fn is_array(self) -> bool {
        matches!(self.node.kind, Kind::List(_))
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn elements(self) -> Option<Elements<'t>> {
        match self.node.kind {
            Kind::List(children) => Some(Elements(self.below(children))),
            _ => None,
        }
    }

    /// The members in the order of the text, if it is an object.
    #[must_use]
    pub fn members(self) -> Option<Members<'t>> {
        match self.node.kind {
            Kind::Object(children) => Some(Members(self.below(children))),
            _ => None,
        }
    }

    /// The member of that name, if it is an object that has it.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Self> {
        match self.node.kind {
            Kind::Object(children) => {
                let found = self.tree.children(children).iter().find(|node| node.name == name)?;
                Some(Self { node: found, ..self })
            }
            _ => None,
        }
    }

    /// The element with that index, counted from 0, if it is a list that has one.
    #[must_use]
    pub fn element(self, index: usize) -> Option<Self> {
        match self.node.kind {
            Kind::List(children) => {
                let found = self.tree.children(children).get(index)?;
                Some(Self { node: found, ..self })
            }
            _ => None,
        }
    }

    /// What a JSON pointer (RFC 6901) leads to from here, if anything.
    ///
    /// ```
    /// use tradespec_schema::Tree;
    ///
    /// let tree = Tree::read(br#"{"items": [{"a/b": 7}]}"#).ok_or("no tree")?;
    /// assert_eq!(tree.root().pointer("/items/0/a~1b").and_then(|found| found.as_i64()), Some(7));
    /// assert!(tree.root().pointer("/items/1").is_none());
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn pointer(self, pointer: &str) -> Option<Self> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |node, segment| {
            if node.is_array() {
                // As `serde_json` has it: no sign, no leading zero.
                let is_index = !segment.starts_with('+') && (segment == "0" || !segment.starts_with('0'));
                return node.element(segment.parse().ok().filter(|_| is_index)?);
            }
            if segment.contains('~') {
                node.get(&segment.replace("~1", "/").replace("~0", "~"))
            } else {
                node.get(segment)
            }
        })
    }

    /// The same as a [`Value`]: the very one, if the tree was made from it.
    #[must_use]
    pub fn to_value(self) -> Cow<'t, Value> {
        match self.place().and_then(|place| self.tree.values.get(place)) {
            Some(value) => Cow::Borrowed(value),
            None => Cow::Owned(self.copied()),
        }
    }

    fn copied(self) -> Value {
        match self.node.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(value),
            Kind::Integer(value) => value.into(),
            Kind::Unsigned(value) => value.into(),
            Kind::Double(value) => Number::from_f64(value).map_or(Value::Null, Value::Number),
            Kind::Text(_) | Kind::Unescaped(_) => self.as_str().unwrap_or_default().into(),
            Kind::List(_) => self.elements().into_iter().flatten().map(Self::copied).collect(),
            Kind::Object(_) => {
                let members = self.members().into_iter().flatten();
                let members: Map<_, _> =
                    members.map(|(name, node)| (name.to_owned(), node.copied())).collect();
                Value::Object(members)
            }
        }
    }

    /// Where in `nodes` it is.
    fn place(self) -> Option<usize> {
        let first = self.tree.nodes.as_ptr().addr();
        self.address().checked_sub(first).map(|bytes| bytes / size_of::<Node<'_>>())
    }

    /// A number that no other value of the same tree has at the same time.
    #[must_use]
    pub fn address(self) -> usize {
        std::ptr::from_ref(self.node).addr()
    }

    fn below(self, children: Children) -> Below<'t> {
        Below { tree: self.tree, nodes: self.tree.children(children).iter() }
    }
}

/// What stands in a list or an object.
#[derive(Debug, Clone)]
struct Below<'t> {
    tree: &'t Tree<'t>,
    nodes: std::slice::Iter<'t, Node<'t>>,
}

/// The elements of a list.
#[derive(Debug, Clone)]
pub struct Elements<'t>(Below<'t>);

impl<'t> Iterator for Elements<'t> {
    type Item = TreeNode<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.0.nodes.next()?;
        Some(TreeNode { tree: self.0.tree, node })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.nodes.size_hint()
    }
}

impl ExactSizeIterator for Elements<'_> {}

/// The members of an object, each with its name.
#[derive(Debug, Clone)]
pub struct Members<'t>(Below<'t>);

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, TreeNode<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let node = self.0.nodes.next()?;
        Some((node.name, TreeNode { tree: self.0.tree, node }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.nodes.size_hint()
    }
}

impl ExactSizeIterator for Members<'_> {}
