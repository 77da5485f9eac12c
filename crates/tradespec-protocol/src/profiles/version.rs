//! Which release of the protocol is spoken, and by which profile of the business.
//!
//! In:  both profiles, and a reader for the profiles of other releases.
//! Out: the profile of the business that holds, or a [`Failure`].
//! Holds: at most one more profile is read, and only if the business points to it for the platform's release.

use std::borrow::Cow;

use super::authority::profile_address;
use super::failure::{Failure, FailureCode};
use super::profile::Profile;
use super::reader::ProfileReader;

/// Finds the business's profile for the release of the platform.
pub(crate) fn agree<'b>(
    business: &'b Profile,
    platform: &Profile,
    reader: &dyn ProfileReader,
) -> Result<Cow<'b, Profile>, Failure> {
    let version = platform.version();
    if business.version() == version {
        return Ok(Cow::Borrowed(business));
    }
    let Some(address) = business.supported_versions().and_then(|versions| versions.get(version)) else {
        return Err(unsupported(business, platform));
    };
    let whose = format!("the profile of the business for {version}");
    let url = profile_address(address)
        .map_err(|fault| Failure::new(FailureCode::InvalidProfileUrl, format!("{whose}: {fault}")))?;
    let failed = |code, message: String| Failure::new(code, format!("{whose}, {url}: {message}"));
    let bytes = reader.read(address).map_err(|failure| failed(failure.code(), failure.to_string()))?;
    let malformed = |message| failed(FailureCode::ProfileMalformed, message);
    let leaf = Profile::read(&bytes).map_err(|error| malformed(error.to_string()))?;
    if leaf.supported_versions().is_some() {
        return Err(malformed(
            "/ucp/supported_versions: it must not point to others itself; leave it out".to_owned(),
        ));
    }
    if leaf.version() != version {
        return Err(malformed(format!(
            "/ucp/version: it must be {version}, the release for which it is named"
        )));
    }
    Ok(Cow::Owned(leaf))
}

fn unsupported(business: &Profile, platform: &Profile) -> Failure {
    let others = business.supported_versions().into_iter().flat_map(|versions| versions.keys());
    let spoken: Vec<_> = std::iter::once(business.version()).chain(others).map(ToString::to_string).collect();
    let message =
        format!("the platform speaks {}, and the business {}", platform.version(), spoken.join(", "));
    Failure::new(FailureCode::VersionUnsupported, message)
}
