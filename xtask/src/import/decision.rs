//! What a maintainer has to decide about a release.

use serde_json::{Value, json};
use tradespec_schema::{Place, Pointer, Protocol, Release};

/// What kind of decision it is. The text is stable: scripts may match on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The release is not in schemas/.
    NewRelease,
    /// The release is begun: it has a note and no schema files.
    BegunRelease,
    /// Published files differ from those that were read.
    EditedRelease,
    /// The note has no hashes, so nobody can tell whether the published files were edited.
    UnrecordedRelease,
    /// The transcription means something else than the published files.
    Transcription,
    /// A file that the release before does not have.
    NewFile,
    /// A file that only the release before has.
    GoneFile,
    /// Types that the file did not have.
    NewTypes,
    /// Types that only the release before has.
    GoneTypes,
    /// Members that a known type did not have.
    NewMembers,
    /// A known type means something else.
    ChangedType,
    /// A keyword that the validator does not check.
    UnknownKeyword,
    /// A keyword that lowering has no row for.
    KeywordNotInTypes,
    /// A reference that leads nowhere.
    DanglingRef,
    /// The files cannot be read as a release for another reason.
    Schema,
    /// A member that stands twice in one object.
    DuplicateMember,
    /// Types of one name in several files.
    SameName,
    /// An extension that does not compose.
    Extension,
    /// A core extension that the policy composes into no types.
    ExtensionPolicy,
    /// Types that cannot be generated, such as two of one Rust name.
    Generation,
    /// A Rust name that is a number away from another one.
    PoorName,
}

impl Kind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::NewRelease => "new-release",
            Self::BegunRelease => "begun-release",
            Self::EditedRelease => "edited-release",
            Self::UnrecordedRelease => "unrecorded-release",
            Self::Transcription => "transcription",
            Self::NewFile => "new-file",
            Self::GoneFile => "gone-file",
            Self::NewTypes => "new-types",
            Self::GoneTypes => "gone-types",
            Self::NewMembers => "new-members",
            Self::ChangedType => "changed-type",
            Self::UnknownKeyword => "unknown-keyword",
            Self::KeywordNotInTypes => "keyword-not-in-types",
            Self::DanglingRef => "dangling-ref",
            Self::Schema => "schema",
            Self::DuplicateMember => "duplicate-member",
            Self::SameName => "same-name",
            Self::Extension => "extension",
            Self::ExtensionPolicy => "extension-policy",
            Self::Generation => "generation",
            Self::PoorName => "poor-name",
        }
    }
}

/// One decision, where it arises, and what there is to choose.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decision {
    pub(crate) kind: Kind,
    /// Empty for a decision about the whole release.
    pub(crate) file: String,
    pub(crate) pointer: Pointer,
    pub(crate) message: String,
}

impl Decision {
    pub(crate) fn new(kind: Kind, file: &str, pointer: Pointer, message: impl Into<String>) -> Self {
        Self { kind, file: file.to_owned(), pointer, message: message.into() }
    }

    /// A decision about the whole release.
    pub(crate) fn of_release(kind: Kind, message: impl Into<String>) -> Self {
        Self::new(kind, "", Pointer::root(), message)
    }

    pub(crate) fn at(kind: Kind, place: &Place, message: impl Into<String>) -> Self {
        Self::new(kind, place.file_name(), place.pointer().clone(), message)
    }

    /// Whether the decision is about this place: an unknown keyword is meant wherever it stands.
    pub(crate) fn says(&self, file: &str, pointer: &Pointer) -> bool {
        let is_keyword = self.kind == Kind::UnknownKeyword;
        (self.file == file && self.pointer == *pointer)
            || (is_keyword && self.pointer.segments().last() == pointer.segments().last())
    }

    /// The line that people read.
    pub(crate) fn to_text(&self, protocol: Protocol, release: &Release) -> String {
        let mut text = format!("{protocol}/{release}");
        if !self.file.is_empty() {
            text.push_str(&format!("/{}", self.file));
        }
        if !self.pointer.as_str().is_empty() {
            text.push_str(&format!("#{}", self.pointer));
        }
        format!("{text}: {} [{}]\n", self.message, self.kind.as_str())
    }

    pub(crate) fn to_json(&self, release: &Release) -> Value {
        json!({
            "kind": self.kind.as_str(),
            "release": release.as_str(),
            "file": self.file,
            "pointer": self.pointer.as_str(),
            "message": self.message,
        })
    }
}
