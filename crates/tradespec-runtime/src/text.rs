//! Text with a meaning that is checked when it is asked for.

macro_rules! text_type {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The text as it was written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text_type! {
    /// A date and time in the form of RFC 3339, kept as it was written: offset, fraction and letter case included.
    ///
    /// Any text can be read, since a message with one bad date should not be lost; the validator reports it.
    ///
    /// ```
    /// use tradespec_runtime::DateTime;
    ///
    /// let ready = DateTime::from("2026-05-04T09:30:00.10+02:00");
    /// assert_eq!(ready.as_str(), "2026-05-04T09:30:00.10+02:00");
    /// ```
    DateTime
}

text_type! {
    /// A URI, kept as it was written: nothing is normalized.
    ///
    /// ```
    /// use tradespec_runtime::Uri;
    ///
    /// assert_eq!(Uri::from("HTTPS://shop.example.com").as_str(), "HTTPS://shop.example.com");
    /// ```
    Uri
}

#[cfg(feature = "jiff")]
impl DateTime {
    /// The instant, if the text is a date and time with an offset.
    ///
    /// ```
    /// use tradespec_runtime::DateTime;
    ///
    /// let ready = DateTime::from("2026-05-04T09:30:00+02:00");
    /// assert_eq!(ready.to_timestamp()?.as_second(), 1_777_879_800);
    /// assert!(DateTime::from("tomorrow").to_timestamp().is_err());
    /// # Ok::<(), jiff::Error>(())
    /// ```
    pub fn to_timestamp(&self) -> Result<jiff::Timestamp, jiff::Error> {
        self.0.parse()
    }
}

/// Written in UTC, with as many digits as the instant needs.
#[cfg(feature = "jiff")]
impl From<jiff::Timestamp> for DateTime {
    fn from(instant: jiff::Timestamp) -> Self {
        Self(instant.to_string())
    }
}

#[cfg(feature = "url")]
impl Uri {
    /// The parsed URL, if the text is an absolute one.
    ///
    /// ```
    /// use tradespec_runtime::Uri;
    ///
    /// let url = Uri::from("https://shop.example.com/terms").to_url()?;
    /// assert_eq!(url.host_str(), Some("shop.example.com"));
    /// # Ok::<(), url::ParseError>(())
    /// ```
    pub fn to_url(&self) -> Result<url::Url, url::ParseError> {
        url::Url::parse(&self.0)
    }
}

#[cfg(feature = "url")]
impl From<url::Url> for Uri {
    fn from(url: url::Url) -> Self {
        Self(url.into())
    }
}
